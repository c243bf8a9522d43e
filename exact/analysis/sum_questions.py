"""Which sums of counts make a state of the unseen cards for perfect play on some bets, and whether there are few enough states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import gcd, lcm, perm, prod
from typing import NamedTuple

from exact.analysis.compositions import composition_counts, count_compositions
from exact.analysis.features import Feature, Features, Polynomial, direction, features_of, nonlinear
from exact.analysis.sum_law import MAX_STATES, Packing, Table, extremes
from exact.arrays import Integers, Numbers
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import np
from exact.rules.tableau import Tableau

MAX_SUMS = 3
"""The most sums that make a state."""
_WORK = 10**8
"""The most evaluations of a term of a polynomial, and the most steps to bound the sums; a bound on time."""
_SHORT = 1000
"""The most products of a polynomial that is written in powers of counts too; a bound on time."""
_WORD = 2**62
"""The bound on packed sums."""

Terms = tuple[tuple[Feature, int], ...]
"""A sum of features with whole coefficients."""
InSums = dict[tuple[Terms, ...], int]
"""A polynomial in such sums: coefficients by product."""


class Sums(NamedTuple):
    """What makes a state of the unseen cards; hashable, for workers."""

    kinds: tuple[tuple[int, int], ...]
    """For each kind: its cards in the shoe, and its group."""
    outer: tuple[Terms, ...]
    """The sums whose values make a state."""
    inner: Terms
    """A sum of which only the mean and the range in each state are known; may be empty."""

    @property
    def held(self) -> tuple[int, ...]:
        """The cards of each kind in the shoe."""
        return tuple(cards for cards, _ in self.kinds)

    def table(self, terms: Terms, unseen: int) -> Table:
        """The numbers that the counts of each kind add to a sum."""
        table = []
        for cards, group in self.kinds:
            own = [(j, times) for (g, j), times in terms if g == group]
            counts = range(min(cards, unseen) + 1)
            table.append(
                np.array([sum(times * perm(count, j) for j, times in own) for count in counts], dtype=np.int64)
            )
        return table

    def packing(self, unseen: int) -> Packing:
        """The outer sums as one number."""
        return Packing([self.table(terms, unseen) for terms in self.outer], unseen)


class Question(NamedTuple):
    """A number of unseen cards, and how the bets depend on them."""

    unseen: int
    sums: Sums
    won: tuple[InSums, ...]
    """For each bet, what it wins over all ordered six-card deals, times ``unit``, without the inner sum: a polynomial in sums."""
    inner: int
    """The coefficient of the inner sum, positive if there is one."""
    unit: int
    members: tuple[tuple[int, ...], ...]
    """If the counts of all kinds make a state, the kinds of each group of the features in ``won``; otherwise empty."""
    states: int
    """The number of states with up to so many cards, or more: a law has all of them."""
    compositions: int
    """The number of compositions of the kinds."""

    def values(self, packing: Packing, keys: Integers) -> list[Numbers]:
        """What each bet wins in each state without the inner sum, as Python integers."""
        unpacked: list[Numbers] = [values.astype(object) for values in packing.unpacked(keys)]
        zero: Numbers = 0 * unpacked[0]
        known = dict(zip(self.sums.outer, unpacked, strict=True))
        if self.members:
            for terms in {terms for polynomial in self.won for factors in polynomial for terms in factors}:
                (((group, j), _),) = terms
                of_kinds = ([unpacked[kind] - taken for taken in range(j)] for kind in self.members[group])
                known[terms] = sum((_product(factors, zero + 1) for factors in of_kinds), zero)
        won = []
        for polynomial in self.won:
            products = (
                times * _product([known[t] for t in factors], zero + 1) for factors, times in polynomial.items()
            )
            won.append(sum(products, zero))
        return won


def _product(factors: Iterable[Numbers], one: Numbers) -> Numbers:
    for factor in factors:
        one = one * factor
    return one


def questions_of(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, unseen: Sequence[int]) -> list[Question]:
    """The question for each number of unseen cards; raises `ExactError` if there are too many states."""
    for cards in unseen:
        check_whole(cards, "unseen", MIN_CARDS, shoe.cards)
    features = features_of(bets, shoe, tableau)
    short = all(len(polynomial) <= _SHORT for _, polynomial in features.polynomials)
    in_counts = features.in_counts() if short else None
    asked = []
    for cards in unseen:
        question = (
            _by_sums(features, cards, max(unseen))
            or (in_counts is not None and _by_sums(in_counts, cards, max(unseen)))
            or _by_kinds(features, cards)
        )
        if not question:
            number = count_compositions(features.held, cards)
            bound = (
                f"depends on the composition of {cards} cards in too many ways: {number:,} compositions would have to be "
                f"enumerated, and the bound is {MAX_STATES:,} states"
            )
            raise ExactError("bet", ",".join(bet.name for bet in bets), bound)
        asked.append(question)
    return asked


def _by_sums(features: Features, unseen: int, most: int) -> Question | None:
    """States of a few sums of features; `None` if there are too many."""
    if not features.polynomials or most * sum(min(cards, most) for cards in features.held) > _WORK:
        return None
    polynomials, unit = _whole(features, unseen)
    powers = nonlinear(polynomials)
    lines = [direction(polynomial, powers) for polynomial in polynomials]
    won: list[InSums] = []
    for polynomial, line in zip(polynomials, lines, strict=True):
        kept = {
            factors: times for factors, times in polynomial.items() if all(feature in powers for feature in factors)
        }
        in_sums: InSums = {tuple(((feature, 1),) for feature in factors): int(times) for factors, times in kept.items()}
        if line is not None:
            in_sums[(line.terms,)] = int(line.coefficient)
        won.append(in_sums)
    outer: list[Terms] = [((feature, 1),) for feature in powers]
    inner: Terms = ()
    times = 0
    if len(won) == 1 and powers and lines[0] is not None:
        times = won[0].pop((lines[0].terms,))
        inner = tuple((feature, own if times > 0 else -own) for feature, own in lines[0].terms)
    else:
        outer += dict.fromkeys(line.terms for line in lines if line is not None)
    outer = outer or [()]  # a bet that always expects the same has one state
    sums = Sums(features.kinds, tuple(outer), inner)
    compositions = count_compositions(features.held, unseen)
    states = _bound(sums, unseen, most) if len(outer) <= MAX_SUMS else MAX_STATES + 1
    if states > MAX_STATES:
        return None
    return Question(unseen, sums, tuple(won), abs(times), unit, (), states, compositions)


def _by_kinds(features: Features, unseen: int) -> Question | None:
    """A state for each composition of the kinds; `None` if there are too many."""
    states = sum(composition_counts(features.held, unseen))
    words = prod(2 * min(cards, unseen) + 1 for cards in features.held)
    terms = sum(len(polynomial) for _, polynomial in features.polynomials)
    if not terms or states > MAX_STATES or states * terms > _WORK or words >= _WORD:
        return None
    polynomials, unit = _whole(features, unseen)
    won: list[InSums] = [
        {tuple(((f, 1),) for f in factors): int(c) for factors, c in each.items()} for each in polynomials
    ]
    groups = range(max(group for _, group in features.kinds) + 1)
    members = tuple(tuple(kind for kind, (_, own) in enumerate(features.kinds) if own == group) for group in groups)
    kinds = tuple((cards, kind) for kind, cards in enumerate(features.held))
    sums = Sums(kinds, tuple((((kind, 1), 1),) for kind in range(len(kinds))), ())
    return Question(unseen, sums, tuple(won), 0, unit, members, states, count_compositions(features.held, unseen))


def _whole(features: Features, unseen: int) -> tuple[list[Polynomial], int]:
    """The polynomials with whole coefficients, and the unit of their values."""
    polynomials = features.with_unseen(unseen)
    scale = lcm(*(times.denominator for polynomial in polynomials for times in polynomial.values()))
    whole = [{factors: times * scale for factors, times in polynomial.items()} for polynomial in polynomials]
    return whole, features.unit * scale


def _bound(sums: Sums, unseen: int, most: int) -> int:
    """No fewer than the states with up to ``unseen`` cards; more than `MAX_STATES` if sums of ``most`` do not fit into a word."""
    word = 1
    for terms in (*sums.outer, sums.inner):
        parts = (abs(times) * perm(min(cards, most), j) for cards, g in sums.kinds for (f, j), times in terms if f == g)
        word *= 2 * sum(parts) + 1
    return states_of(sums, most)[unseen] if word < _WORD else MAX_STATES + 1


@lru_cache(maxsize=4)
def states_of(sums: Sums, unseen: int) -> list[int]:
    """For 0 to ``unseen`` cards the number of states with up to so many cards, or more."""
    values: Integers = np.ones(unseen + 1, dtype=np.int64)
    for terms in sums.outer:
        table = sums.table(terms, unseen)
        low, high = extremes(sums.held, table, unseen)
        step = gcd(*(int(number) for kind in table for number in kind.tolist()))
        values *= np.maximum(high - low, 0) // max(step, 1) + 1
    return list(accumulate(map(min, values.tolist(), composition_counts(sums.held, unseen))))
