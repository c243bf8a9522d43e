"""States of the unseen cards for perfect play: which sums of counts make one, how many there are, and in how many ways each.

A composition of n cards with c_r of kind r can be drawn in Π C(held_r, c_r) ways. A sum adds a number for each kind that depends
on its count alone, so the kinds are added one at a time, and compositions with the same sums become one state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd, lcm, perm, prod
from typing import NamedTuple

from exact.analysis.features import Feature, Features, Polynomial, direction, features_of, nonlinear
from exact.analysis.perfect_play import composition_counts, count_compositions
from exact.arrays import Integers, Numbers, Truths
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import np
from exact.rules.tableau import Tableau

NEVER = 2**61
"""More than any feature."""
MAX_STATES = 10**7
"""The most states; a bound on memory, about 100 bytes each."""

Table = Sequence[Integers]
"""For each kind, the feature's number for 0, 1, … cards of the kind."""
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


class Second(NamedTuple):
    """What is known of another feature in each state."""

    sums: Numbers
    """Its sum over all ways to draw the state, as Python integers."""
    lowest: Integers
    highest: Integers


class States(NamedTuple):
    """The states with a number of cards, by ascending feature."""

    keys: Integers
    """The feature of each state; several may be packed into one number."""
    ways: Numbers
    """The number of ways to draw each, as Python integers."""
    second: Second | None


class Packing:
    """Several features as one number, the first the most significant; packed numbers add up like the features."""

    def __init__(self, tables: Sequence[Table], unseen: int) -> None:
        self.spans = [2 * sum(int(np.abs(kind[: unseen + 1]).max()) for kind in table) + 1 for table in tables]
        packed: list[Integers] = [np.zeros_like(kind) for kind in tables[0]]
        for table, span in zip(tables, self.spans, strict=True):
            packed = [before * span + kind for before, kind in zip(packed, table, strict=True)]
        self.table: Table = packed

    def unpacked(self, keys: Integers) -> list[Integers]:
        """The features, in the order in which they were given."""
        features = []
        for span in reversed(self.spans):
            feature = (keys + span // 2) % span - span // 2
            keys = (keys - feature) // span
            features.append(feature)
        return features[::-1]


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


class SumQuestion(NamedTuple):
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
    """The number of states with up to n cards, or more: `states_by_cards` has all of them."""
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


def questions_of(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, unseen: Sequence[int]) -> list[SumQuestion]:
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


def _by_sums(features: Features, unseen: int, most: int) -> SumQuestion | None:
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
    return SumQuestion(unseen, sums, tuple(won), abs(times), unit, (), states, compositions)


def _by_kinds(features: Features, unseen: int) -> SumQuestion | None:
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
    return SumQuestion(unseen, sums, tuple(won), 0, unit, members, states, count_compositions(features.held, unseen))


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
    """For 0 to ``unseen`` cards the number of states with up to n cards, or more."""
    values: Integers = np.ones(unseen + 1, dtype=np.int64)
    for terms in sums.outer:
        table = sums.table(terms, unseen)
        low, high = extremes(sums.held, table, unseen)
        step = gcd(*(int(number) for kind in table for number in kind.tolist()))
        values *= np.maximum(high - low, 0) // max(step, 1) + 1
    return list(accumulate(map(min, values.tolist(), composition_counts(sums.held, unseen))))


def states_by_cards(
    held: Sequence[int],
    table: Table,
    unseen: Iterable[int],
    second: Table | None = None,
    keeps: Callable[[int, int, Integers], Truths] | None = None,
) -> dict[int, States]:
    """The states with each number of ``unseen`` cards from a shoe that holds ``held`` cards of each kind.

    Raises `ExactError` beyond `MAX_STATES`. ``keeps`` may say which keys are worth keeping, as a mask, given the number of kinds added so far and the number of cards.
    """
    start: Integers = np.zeros(1, dtype=np.int64)
    one: Numbers = np.array([1], dtype=object)
    states = {0: States(start, one, None if second is None else Second(0 * one, start, start))}
    wanted = sorted(unseen)
    after = sum(held)
    for index, most in enumerate(held):
        after -= most
        sizes = wanted if index == len(held) - 1 else range(max(0, wanted[0] - after), wanted[-1] + 1)
        grown, total = {}, 0
        for cards in sizes:
            parts = [(states[cards - own], own) for own in range(min(most, cards) + 1) if cards - own in states]
            if parts:
                more = _one_kind_more(parts, most, table[index], None if second is None else second[index])
                grown[cards] = more if keeps is None else _kept(more, keeps(index + 1, cards, more.keys))
                total += len(grown[cards].keys)
                if total > MAX_STATES:
                    raise ExactError(
                        "unseen", wanted[-1], f"cards have more than {MAX_STATES:,} states; that is the bound"
                    )
        states = {cards: of_cards for cards, of_cards in grown.items() if len(of_cards.keys)}
    return states


def extremes(held: Sequence[int], table: Table, most: int) -> tuple[Integers, Integers]:
    """The smallest and the largest feature for 0 to ``most`` cards; ±`NEVER` for more cards than the shoe holds."""
    lows: Integers = np.full(most + 1, NEVER)
    lows[0] = 0
    highs = -lows
    for count, kind in zip(held, table, strict=True):
        low, high = np.full_like(lows, NEVER), np.full_like(highs, -NEVER)
        for own in range(min(count, most) + 1):
            np.minimum(low[own:], lows[: most + 1 - own] + kind[own], out=low[own:])
            np.maximum(high[own:], highs[: most + 1 - own] + kind[own], out=high[own:])
        lows, highs = np.minimum(low, NEVER), np.maximum(high, -NEVER)
    impossible = np.arange(most + 1) > sum(held)
    lows[impossible], highs[impossible] = NEVER, -NEVER
    return lows, highs


def _one_kind_more(parts: Sequence[tuple[States, int]], most: int, table: Integers, second: Integers | None) -> States:
    """The states with up to ``most`` cards of one kind more; ``parts`` has states without it, and how many of it to add."""
    keys = np.concatenate([part.keys + table[own] for part, own in parts])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
    weights = [comb(most, own) for _, own in parts]

    def merged(columns: Iterable[Numbers], merge: Callable[[Numbers, Integers], Numbers]) -> Numbers:
        return merge(np.concatenate(list(columns))[order], starts)

    add = np.add.reduceat
    ways = merged((part.ways * weight for (part, _), weight in zip(parts, weights, strict=True)), add)
    if second is None:
        return States(keys[starts], ways, None)
    seconds = [(part.second, part.ways, int(second[own])) for part, own in parts]
    known = [(of_part, own_ways, number) for of_part, own_ways, number in seconds if of_part is not None]
    sums = merged(((of.sums + own * number) * w for (of, own, number), w in zip(known, weights, strict=True)), add)
    lowest = merged((of.lowest + number for of, _, number in known), np.minimum.reduceat)
    highest = merged((of.highest + number for of, _, number in known), np.maximum.reduceat)
    return States(keys[starts], ways, Second(sums, lowest, highest))


def _kept(states: States, mask: Truths) -> States:
    second = states.second and Second(*(column[mask] for column in states.second))
    return States(states.keys[mask], states.ways[mask], second)
