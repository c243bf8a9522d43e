"""Sums of counts that decide a bet's expectation: the number of cards of kinds alike, of pairs among them, of triples …

A bet that looks at ranks or suits often treats many of them alike. Two classes of cards whose cards it never tells apart are one
*kind*. Kinds that it treats alike are a *group*: any permutation of them leaves its polynomial unchanged. Then the polynomial is
one of the sums over a group's kinds of c(c−1)…(c−j+1), written F_j here; F_1 is the number of the group's cards, and Σc² is
F_2 + F_1. A pair of one hand needs only F_2 over the 13 ranks; two pairs, by inclusion and exclusion, F_2² − 4F_3 − 2F_2.

All of it follows from the bet's symmetric tensor (`exact.engine.forms`), by exact comparisons. Two classes are one kind if
their parts of the tensor are equal. Every permutation of a group is a product of a swap of two of its kinds and a rotation of all,
so two comparisons prove the symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import comb, factorial, gcd, lcm, prod
from typing import NamedTuple

from exact.arrays import Integers
from exact.bets.bet import Bet
from exact.bets.payoffs import common_payoffs
from exact.engine.compiler import compiled
from exact.engine.forms import class_tensor
from exact.engine.one_shoe import check_granularity
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.lazy import np
from exact.rules.tableau import Tableau

Feature = tuple[int, int]
"""A group g and a number j: the sum over the kinds of the group of c(c−1)…(c−j+1), where c is the number of cards of the kind."""
Polynomial = dict[tuple[Feature, ...], Fraction]
"""Coefficients by product of features; the empty product is 1."""
MAX_TYPES = 10_000
"""The most types of deals that a bet's polynomial may have; a bound on time."""


class Features(NamedTuple):
    """How the expectations of some bets depend on the cards of a shoe."""

    kinds: tuple[tuple[int, int], ...]
    """For each kind: its cards in the shoe, and its group."""
    polynomials: tuple[tuple[int, Polynomial], ...]
    """For each bet the number k of cards that it looks at, and what it wins, in units, over the ordered deals of k cards.

    Empty if the polynomials are too long: the bets look at too many cards, or in too many ways."""
    unit: int
    """The common denominator of the payoffs."""

    @property
    def held(self) -> tuple[int, ...]:
        """The cards of each kind in the shoe."""
        return tuple(cards for cards, _ in self.kinds)

    def in_counts(self) -> Features:
        """The same with powers of the count, instead of its factorials, for the groups of one kind: products may cancel then."""
        groups = [group for _, group in self.kinds]

        def in_powers(feature: Feature) -> Polynomial:
            group, j = feature
            if groups.count(group) > 1:
                return {(feature,): Fraction(1)}
            powers: Polynomial = {(): Fraction(1)}
            for taken in range(j):
                powers = _product(powers, {((group, 1),): Fraction(1), (): Fraction(-taken)})
            return powers

        changed = tuple((cards, _substituted(polynomial, in_powers)) for cards, polynomial in self.polynomials)
        return self._replace(polynomials=changed)

    def with_unseen(self, unseen: int) -> list[Polynomial]:
        """What each bet wins over the ordered six-card deals from ``unseen`` cards, without the number of cards of the last group."""
        last = max(group for _, group in self.kinds)
        rest: Polynomial = {(): Fraction(unseen)} | {((group, 1),): Fraction(-1) for group in range(last)}
        won = []
        for cards, polynomial in self.polynomials:
            padding = prod(range(unseen - CARDS + 1, unseen - cards + 1))
            total = _substituted(polynomial, lambda own: rest if own == (last, 1) else {(own,): Fraction(1)})
            won.append({factors: coefficient * padding for factors, coefficient in total.items() if coefficient})
        return won


class Direction(NamedTuple):
    """A sum of features with whole coefficients without a common divisor, the first positive; and its own coefficient."""

    terms: tuple[tuple[Feature, int], ...]
    coefficient: Fraction


def features_of(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> Features:
    """The features of some bets on compositions of the cards of ``shoe``; raises `ExactError` if it is too coarse for a bet."""
    compiled_bets = [compiled(bet, tableau) for bet in bets]
    for bet, polynomial in zip(bets, compiled_bets, strict=True):
        check_granularity(polynomial.granularity, shoe, bet.name)
    payoffs = common_payoffs([bet.payoffs() for bet in bets])
    granularity = max(polynomial.granularity for polynomial in compiled_bets)
    counts = shoe.coarsened(granularity).counts
    classes = [index for index, count in enumerate(counts) if count]
    tensors = []
    for polynomial, paid in zip(compiled_bets, payoffs, strict=True):
        tensor = class_tensor(polynomial, paid.numerators, granularity, classes)
        if tensor is None:
            return Features(tuple((counts[index], index) for index in classes), (), payoffs[0].denominator)
        tensors.append(tensor)
    kind_of, first = _kinds(tensors)
    of_kinds = [_restricted(tensor, first) for tensor in tensors]
    groups = _groups(of_kinds)
    held = [
        sum(counts[c] for c, kind in zip(classes, kind_of, strict=True) if kind == own) for own in range(len(first))
    ]
    group_of = {kind: number for number, group in enumerate(groups) for kind in group}
    kinds = tuple((cards, group_of[kind]) for kind, cards in enumerate(held))
    sizes = [len(group) for group in groups]
    many = any(sum(1 for _ in islice(_types(tensor.ndim, sizes), MAX_TYPES + 1)) > MAX_TYPES for tensor in of_kinds)
    polynomials = () if many else tuple((tensor.ndim, _in_features(tensor, groups)) for tensor in of_kinds)
    return Features(kinds, polynomials, payoffs[0].denominator)


def nonlinear(polynomials: Iterable[Polynomial]) -> tuple[Feature, ...]:
    """The features that occur in a product or a power."""
    return tuple(
        sorted({feature for each in polynomials for factors in each if len(factors) > 1 for feature in factors})
    )


def direction(polynomial: Polynomial, without: Sequence[Feature]) -> Direction | None:
    """The linear part of a polynomial in the features other than ``without``; `None` if there is none."""
    linear = {factors[0]: c for factors, c in polynomial.items() if len(factors) == 1 and factors[0] not in without}
    if not linear:
        return None
    scale = Fraction(lcm(*(c.denominator for c in linear.values())), gcd(*(c.numerator for c in linear.values())))
    scale *= 1 if linear[min(linear)] > 0 else -1
    terms = tuple((feature, int(linear[feature] * scale)) for feature in sorted(linear))
    return Direction(terms, 1 / scale)


def _kinds(tensors: Sequence[Integers]) -> tuple[list[int], list[int]]:
    """The kind of each class, and the first class of each kind."""
    rows = [b"".join(tensor[index].tobytes() for tensor in tensors) for index in range(len(tensors[0]))]
    first = {row: index for index, row in reversed(list(enumerate(rows)))}
    numbers = {row: number for number, row in enumerate(sorted(first, key=first.__getitem__))}
    return [numbers[row] for row in rows], sorted(first.values())


def _groups(tensors: Sequence[Integers]) -> list[tuple[int, ...]]:
    """The kinds in groups, the largest last; kinds that cannot be proved alike are groups of their own."""
    alike: dict[bytes, list[int]] = {}
    for kind in range(len(tensors[0])):
        parts = (np.append(np.sort(tensor[kind], axis=None), tensor[(kind,) * tensor.ndim]) for tensor in tensors)
        alike.setdefault(b"".join(part.tobytes() for part in parts), []).append(kind)
    groups: list[tuple[int, ...]] = []
    for group in alike.values():
        swapped, rotated = [*group[1::-1], *group[2:]], [*group[1:], group[0]]
        if all(_is_unchanged(tensor, group, order) for tensor in tensors for order in (swapped, rotated)):
            groups.append(tuple(group))
        else:
            groups += [(kind,) for kind in group]
    return sorted(groups, key=len)


def _is_unchanged(tensor: Integers, group: Sequence[int], order: Sequence[int]) -> bool:
    permutation = list(range(len(tensor)))
    for before, after in zip(group, order, strict=True):
        permutation[before] = after
    return np.array_equal(tensor, _restricted(tensor, permutation))


def _restricted(tensor: Integers, indices: Sequence[int]) -> Integers:
    restricted: Integers = tensor[np.ix_(*[list(indices)] * tensor.ndim)]
    return restricted


def _in_features(tensor: Integers, groups: Sequence[tuple[int, ...]]) -> Polynomial:
    """A symmetric tensor as a polynomial in features.

    A deal is of a type: for each group, how many cards it has of one kind, of another … All deals of a type win the same. The
    ways to deal a multiset with m_r cards of kind r, in k!/Πm_r! orders of classes, are Π(c_r)…(c_r − m_r + 1).
    """
    total: Polynomial = {}
    for parts in _types(tensor.ndim, [len(group) for group in groups]):
        cards = [
            kind
            for group, part in zip(groups, parts, strict=True)
            for kind, m in zip(group, part, strict=False)
            for _ in range(m)
        ]
        entry = int(tensor[tuple(cards)])
        if entry:
            same = prod(factorial(part.count(m)) * factorial(m) ** part.count(m) for part in parts for m in set(part))
            term: Polynomial = {(): Fraction(entry, same)}
            for group, part in enumerate(parts):
                term = _product(term, _over_distinct(group, part))
            _add(total, term)
    return total


def _types(cards: int, sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """For each group, the numbers of cards of distinct kinds, descending; ``cards`` in all."""
    if not sizes:
        if not cards:
            yield ()
        return
    for own in range(cards + 1):
        for part, rest in product(_partitions(own, own, sizes[0]), _types(cards - own, sizes[1:])):
            yield (part, *rest)


def _partitions(cards: int, largest: int, parts: int) -> list[tuple[int, ...]]:
    if not cards:
        return [()]
    if not parts:
        return []
    sizes = range(min(cards, largest), 0, -1)
    return [(size, *rest) for size in sizes for rest in _partitions(cards - size, size, parts - 1)]


@cache
def _over_distinct(group: int, part: tuple[int, ...]) -> Mapping[tuple[Feature, ...], Fraction]:
    """The sum of products of falling factorials over distinct kinds: all kinds, less those where the last is one of the others.

    (c)_a (c)_b = Σ_i C(a, i) C(b, i) i! (c)_{a+b−i}, where (c)_a = c(c−1)…(c−a+1).
    """
    if not part:
        return {(): Fraction(1)}
    *rest, last = part
    total = _product(_over_distinct(group, tuple(rest)), {((group, last),): Fraction(1)})
    for place, other in enumerate(rest):
        for common in range(min(other, last) + 1):
            merged = tuple(sorted((*rest[:place], other + last - common, *rest[place + 1 :]), reverse=True))
            times = -comb(other, common) * comb(last, common) * factorial(common)
            _add(total, {key: c * times for key, c in _over_distinct(group, merged).items()})
    return total


def _product(
    first: Mapping[tuple[Feature, ...], Fraction], second: Mapping[tuple[Feature, ...], Fraction]
) -> Polynomial:
    total: Polynomial = {}
    for some, a in first.items():
        for more, b in second.items():
            key = tuple(sorted((*some, *more)))
            total[key] = total.get(key, Fraction(0)) + a * b
    return total


def _substituted(polynomial: Polynomial, value: Callable[[Feature], Polynomial]) -> Polynomial:
    """The polynomial with the value of each feature in its place."""
    total: Polynomial = {}
    for factors, coefficient in polynomial.items():
        part: Polynomial = {(): coefficient}
        for feature in factors:
            part = _product(part, value(feature))
        _add(total, part)
    return total


def _add(total: Polynomial, part: Mapping[tuple[Feature, ...], Fraction]) -> None:
    for key, coefficient in part.items():
        total[key] = total.get(key, Fraction(0)) + coefficient
