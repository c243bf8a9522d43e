"""Which sums of counts decide the expectation of bets on ranks or suits.

Classes of cards that a bet never distinguishes are one *kind*. Kinds that it treats alike are a *group*: any
permutation of them leaves its polynomial unchanged. Then the polynomial is one in the *features* F_j of each group, the
sums over its kinds of c(c−1)…(c−j+1), where c is the number of cards of the kind. A pair of one hand needs only F_2
over the 13 ranks; two pairs, by inclusion and exclusion, F_2² − 4F_3 − 2F_2.

Kinds and groups follow from the bet's symmetric tensor (`exact.engine.forms`). Two classes are one kind if their parts
of the tensor are equal. Every permutation of a group is a product of swaps of its first two kinds and rotations of all,
so two comparisons prove the symmetry.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import islice, product
from math import comb, factorial, gcd, lcm, prod
from operator import mul
from typing import NamedTuple, Self

from exact.analysis.compositions import composition_counts, count_compositions
from exact.analysis.rank_states import MAX_STATES, WORD, Feature, Packing, Sums, Terms, bound_on_states
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs, common_payoffs
from exact.engine.compiler import compiled
from exact.engine.forms import class_tensor, net_win
from exact.engine.one_shoe import check_granularity
from exact.errors import ExactError
from exact.game import CARDS
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import Integers, Numbers, np
from exact.records import Record
from exact.rules import Tableau

# Bounds on time: types of deals of a bet's polynomial; evaluations of a term, and steps to bound the sums; products of
# a polynomial that is also tried in powers of counts.
MAX_TYPES, _WORK, _SHORT = 10_000, 10**8, 1000
MAX_SUMS = 3

Polynomial = dict[tuple[Feature, ...], Fraction]  # coefficients by product of features; the empty product is 1
InSums = dict[tuple[Terms, ...], int]  # a polynomial in sums of features: coefficients by product


class Features(NamedTuple):
    """How the expectations of some bets depend on the cards of a shoe."""

    kinds: tuple[tuple[int, int], ...]  # for each kind: its cards in the shoe, and its group
    polynomials: tuple[tuple[int, Polynomial], ...]
    """For each bet the number k of cards that it looks at, and what it wins over ordered deals of k cards, in units;
    empty if the bets look at too many cards, or in too many ways."""
    unit: int

    @property
    def held(self) -> tuple[int, ...]:
        """The cards of each kind in the shoe."""
        return tuple(cards for cards, _ in self.kinds)

    def in_counts(self) -> Self:
        """The same with powers of the count instead of F_j for a group of one kind, so that products may cancel."""
        groups = [group for _, group in self.kinds]

        def in_powers(feature: Feature) -> Polynomial:
            group, j = feature
            if groups.count(group) > 1:
                return {(feature,): Fraction(1)}
            factors = ({((group, 1),): Fraction(1), (): Fraction(-taken)} for taken in range(j))
            return reduce(_product, factors, {(): Fraction(1)})

        changed = tuple((cards, _substituted(polynomial, in_powers)) for cards, polynomial in self.polynomials)
        return self._replace(polynomials=changed)

    def with_unseen(self, unseen: int) -> tuple[list[Polynomial], int]:
        """What each bet wins over all deals from ``unseen`` cards, without the last F_1: whole, and the unit."""
        last = max(group for _, group in self.kinds)
        rest: Polynomial = {(): Fraction(unseen)} | {((group, 1),): Fraction(-1) for group in range(last)}
        won = []
        for cards, polynomial in self.polynomials:
            padding = prod(range(unseen - CARDS + 1, unseen - cards + 1))
            total = _substituted(polynomial, lambda own: rest if own == (last, 1) else {(own,): Fraction(1)})
            won.append({factors: coefficient * padding for factors, coefficient in total.items() if coefficient})
        scale = lcm(*(times.denominator for polynomial in won for times in polynomial.values()))
        whole = [{factors: times * scale for factors, times in polynomial.items()} for polynomial in won]
        return whole, self.unit * scale


def features_of(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> Features:
    """The features of some bets on the cards of ``shoe``; raises `ExactError` if it is too coarse for a bet."""
    compiled_bets = [compiled(bet, tableau) for bet in bets]
    for bet, polynomial in zip(bets, compiled_bets, strict=True):
        check_granularity(polynomial.granularity, shoe, bet.name)
    payoffs = common_payoffs([bet.payoffs() for bet in bets])
    unit = payoffs[0].denominator
    granularity = max(polynomial.granularity for polynomial in compiled_bets)
    counts = shoe.coarsened(granularity).counts
    classes = [index for index, count in enumerate(counts) if count]
    tensors = []
    for bet, paid in zip(bets, payoffs, strict=True):
        times = unit // Payoffs.of(bet.payoffs()).denominator
        tensor = class_tensor(net_win(bet, tableau), [times], granularity, classes)
        if tensor is None:
            return Features(tuple((counts[index], index) for index in classes), (), unit)
        tensors.append(tensor + paid.numerators[-1] * factorial(tensor.ndim))
    parts = [b"".join(tensor[index].tobytes() for tensor in tensors) for index in range(len(classes))]
    held = Counter[bytes]()
    for index, part in zip(classes, parts, strict=True):
        held[part] += counts[index]
    of_kinds = [_restricted(tensor, [parts.index(part) for part in held]) for tensor in tensors]
    groups = _groups(of_kinds)
    group_of = {kind: number for number, group in enumerate(groups) for kind in group}
    sizes = [len(group) for group in groups]
    many = any(next(islice(_types(tensor.ndim, sizes), MAX_TYPES, None), None) for tensor in of_kinds)
    polynomials = () if many else tuple((tensor.ndim, _in_features(tensor, groups)) for tensor in of_kinds)
    return Features(tuple((cards, group_of[kind]) for kind, cards in enumerate(held.values())), polynomials, unit)


def _groups(tensors: Sequence[Integers]) -> list[tuple[int, ...]]:
    """The kinds in groups, the largest last; kinds that cannot be proved alike are groups of their own."""
    alike: dict[bytes, list[int]] = {}
    for kind in range(len(tensors[0])):
        parts = (np.append(np.sort(tensor[kind], axis=None), tensor[(kind,) * tensor.ndim]) for tensor in tensors)
        alike.setdefault(b"".join(part.tobytes() for part in parts), []).append(kind)
    groups: list[tuple[int, ...]] = []
    for group in alike.values():
        swapped, rotated = [*group[1::-1], *group[2:]], [*group[1:], group[0]]
        changes = [dict(zip(group, order, strict=True)) for order in (swapped, rotated)]
        orders = [[change.get(kind, kind) for kind in range(len(tensors[0]))] for change in changes]
        if all(np.array_equal(tensor, _restricted(tensor, order)) for tensor in tensors for order in orders):
            groups.append(tuple(group))
        else:
            groups += [(kind,) for kind in group]
    return sorted(groups, key=len)


def _restricted(tensor: Integers, indices: Sequence[int]) -> Integers:
    return tensor[np.ix_(*[list(indices)] * tensor.ndim)]


def _in_features(tensor: Integers, groups: Sequence[tuple[int, ...]]) -> Polynomial:
    """A symmetric tensor as a polynomial in features: all deals of a type of `_types` win the same.

    A multiset with m_r cards of kind r can be dealt in k!/Πm_r! orders, in Π(c_r)…(c_r − m_r + 1) ways each.
    """
    total: Polynomial = {}
    for parts in _types(tensor.ndim, [len(group) for group in groups]):
        copied = (own for group, part in zip(groups, parts, strict=True) for own in zip(group, part, strict=False))
        entry = int(tensor[tuple(kind for kind, copies in copied for _ in range(copies))])
        if entry:
            same = prod(factorial(part.count(m)) * factorial(m) ** part.count(m) for part in parts for m in set(part))
            sums = (_over_distinct(group, part) for group, part in enumerate(parts))
            _add(total, reduce(_product, sums, {(): Fraction(entry, same)}))
    return total


def _types(cards: int, sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """For each group, the numbers of cards of distinct kinds, descending; ``cards`` in all."""
    if not sizes:
        if not cards:
            yield ()
        return
    for own in range(cards + 1):
        for part in _partitions(own, own, sizes[0]):
            yield from ((part, *rest) for rest in _types(cards - own, sizes[1:]))


def _partitions(cards: int, largest: int, parts: int) -> list[tuple[int, ...]]:
    if not cards:
        return [()]
    if not parts:
        return []
    sizes = range(min(cards, largest), 0, -1)
    return [(size, *rest) for size in sizes for rest in _partitions(cards - size, size, parts - 1)]


@cache
def _over_distinct(group: int, part: tuple[int, ...]) -> Mapping[tuple[Feature, ...], Fraction]:
    """The sum over distinct kinds of products of falling factorials: all kinds, less where the last is another one.

    (c)_a (c)_b = Σ_i C(a, i) C(b, i) i! (c)_{a+b−i}, where (c)_a = c(c−1)…(c−a+1).
    """
    if not part:
        return {(): Fraction(1)}
    *rest, last = part
    total = _product(_over_distinct(group, tuple(rest)), {((group, last),): Fraction(1)})
    for index, other in enumerate(rest):
        for common in range(min(other, last) + 1):
            merged = tuple(sorted((*rest[:index], other + last - common, *rest[index + 1 :]), reverse=True))
            times = -comb(other, common) * comb(last, common) * factorial(common)
            _add(total, {key: c * times for key, c in _over_distinct(group, merged).items()})
    return total


def _product(
    first: Mapping[tuple[Feature, ...], Fraction], second: Mapping[tuple[Feature, ...], Fraction]
) -> Polynomial:
    total: Polynomial = {}
    for (some, a), (more, b) in product(first.items(), second.items()):
        key = tuple(sorted((*some, *more)))
        total[key] = total.get(key, Fraction(0)) + a * b
    return total


def _substituted(polynomial: Polynomial, value: Callable[[Feature], Polynomial]) -> Polynomial:
    total: Polynomial = {}
    for factors, coefficient in polynomial.items():
        _add(total, reduce(_product, map(value, factors), {(): coefficient}))
    return total


def _add(total: Polynomial, part: Mapping[tuple[Feature, ...], Fraction]) -> None:
    for key, coefficient in part.items():
        total[key] = total.get(key, Fraction(0)) + coefficient


class SumQuestion(Record, kw_only=True):
    """A number of unseen cards, and how the bets depend on them.

    ``won`` is what each bet wins over all ordered six-card deals, times ``unit``, without the inner sum, whose
    coefficient is ``inner`` > 0 if there is one. If the counts of all kinds make a state, ``members`` are the kinds of
    each group of the features in ``won``.
    """

    unseen: int
    sums: Sums
    won: tuple[InSums, ...]
    unit: int
    inner: int = 0
    members: tuple[tuple[int, ...], ...] = ()

    @property
    def compositions(self) -> int:
        """The compositions of the kinds."""
        return count_compositions(self.sums.held, self.unseen)

    def values(self, packing: Packing, keys: Integers) -> list[Numbers]:
        """What each bet wins in each state without the inner sum, as Python integers."""
        unpacked: list[Numbers] = [values.astype(object) for values in packing.unpacked(keys)]
        zero: Numbers = 0 * unpacked[0]
        values = dict(zip(self.sums.outer, unpacked, strict=True))
        if self.members:
            for terms in {terms for polynomial in self.won for factors in polynomial for terms in factors}:
                (((group, j), _),) = terms
                of_kinds = ([unpacked[kind] - taken for taken in range(j)] for kind in self.members[group])
                values[terms] = sum((reduce(mul, factors, zero + 1) for factors in of_kinds), zero)
        won = []
        for polynomial in self.won:
            products = (reduce(mul, map(values.__getitem__, key), zero + c) for key, c in polynomial.items())
            won.append(sum(products, zero))
        return won


def questions_of(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, unseen: Sequence[int]) -> list[SumQuestion]:
    """The question for each number of unseen cards; raises `ExactError` if there are too many states."""
    for cards in unseen:
        check_whole(cards, "unseen", MIN_CARDS, shoe.cards)
    features = features_of(bets, shoe, tableau)
    is_short = all(len(polynomial) <= _SHORT for _, polynomial in features.polynomials)
    forms = (features, features.in_counts()) if is_short else ()
    questions = []
    for cards in unseen:
        by_sums = (_by_sums(form, cards, max(unseen)) for form in forms)
        question = next(filter(None, by_sums), None)
        if not question and (number := _too_much(features, cards)):
            bound = f"depends on the composition of {cards} cards in too many ways: {number}"
            raise ExactError("bet", ",".join(bet.name for bet in bets), bound)
        questions.append(question or _by_kinds(features, cards))
    return questions


def _too_much(features: Features, unseen: int) -> str:
    """What is beyond the bounds if each composition of the kinds is a state; empty for nothing."""
    states = sum(composition_counts(features.held, unseen))
    words = prod(2 * min(cards, unseen) + 1 for cards in features.held)
    steps = states * sum(len(polynomial) for _, polynomial in features.polynomials)
    if states > MAX_STATES:
        own = count_compositions(features.held, unseen)  # the more telling number, unless those of fewer cards matter
        number = own if own > MAX_STATES else states
        return f"{number:,} compositions would have to be enumerated, and the bound is {MAX_STATES:,}"
    if not steps:
        return f"its polynomial has more terms than the bound of {MAX_TYPES:,}"
    if steps > _WORK:
        return f"{steps:,} terms would have to be evaluated, and the bound is {_WORK:,}"
    return f"{words + 1:,} numbers would have to fit into a word, and the bound is {WORD:,}" if words >= WORD else ""


def _by_sums(features: Features, unseen: int, most: int) -> SumQuestion | None:
    """States of a few sums of features; `None` if there are too many."""
    if not features.polynomials or most * sum(min(cards, most) for cards in features.held) > _WORK:
        return None
    polynomials, unit = features.with_unseen(unseen)
    products = (factors for polynomial in polynomials for factors in polynomial if len(factors) > 1)
    powers = sorted({feature for factors in products for feature in factors})
    won: list[InSums] = []
    lines: list[Terms] = []
    for polynomial in polynomials:
        won.append(_in_sums({factors: c for factors, c in polynomial.items() if set(factors) <= set(powers)}))
        terms, coefficient = direction(polynomial, powers)
        if terms:
            lines.append(terms)
            won[-1][(terms,)] = int(coefficient)
    outer: list[Terms] = [((feature, 1),) for feature in powers]
    inner: Terms = ()
    times = 0
    if len(won) == 1 and powers and lines:
        times = won[0].pop((lines[0],))
        inner = tuple((feature, own if times > 0 else -own) for feature, own in lines[0])
    else:
        outer += dict.fromkeys(lines)
    sums = Sums(features.kinds, tuple(outer) or ((),), inner)  # a bet that always expects the same has one state
    if len(outer) > MAX_SUMS or bound_on_states(sums, unseen, most) > MAX_STATES:
        return None
    return SumQuestion(unseen=unseen, sums=sums, won=tuple(won), unit=unit, inner=abs(times))


def _by_kinds(features: Features, unseen: int) -> SumQuestion:
    """A state for each composition of the kinds."""
    polynomials, unit = features.with_unseen(unseen)
    groups = range(max(group for _, group in features.kinds) + 1)
    members = tuple(tuple(kind for kind, (_, own) in enumerate(features.kinds) if own == group) for group in groups)
    kinds = tuple((cards, kind) for kind, cards in enumerate(features.held))
    sums = Sums(kinds, tuple((((kind, 1), 1),) for kind in range(len(kinds))), ())
    return SumQuestion(unseen=unseen, sums=sums, won=tuple(map(_in_sums, polynomials)), unit=unit, members=members)


def _in_sums(polynomial: Polynomial) -> InSums:
    return {tuple(((feature, 1),) for feature in factors): int(c) for factors, c in polynomial.items()}


def direction(polynomial: Polynomial, without: Sequence[Feature]) -> tuple[Terms, Fraction]:
    """The linear part in features other than ``without``: a sum without a common divisor, and its coefficient."""
    linear = {factors[0]: c for factors, c in polynomial.items() if len(factors) == 1 and factors[0] not in without}
    if not linear:
        return (), Fraction(0)
    scale = Fraction(lcm(*(c.denominator for c in linear.values())), gcd(*(c.numerator for c in linear.values())))
    scale *= 1 if linear[min(linear)] > 0 else -1
    return tuple((feature, int(linear[feature] * scale)) for feature in sorted(linear)), 1 / scale
