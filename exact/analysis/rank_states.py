"""States of the unseen cards: in how many ways n cards of a shoe have given sums of counts.

A composition of n cards with c_r of kind r can be drawn in Π C(held_r, c_r) ways. What a kind adds to a sum depends on
its count alone, so kinds are added one at a time, and compositions with the same sums become one state.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd, perm
from typing import NamedTuple

from exact.analysis.compositions import composition_counts
from exact.errors import ExactError
from exact.lazy import Integers, Numbers, Truths, np

NEVER = 2**61  # more than any sum
MAX_STATES = 10**7  # a bound on memory: about 100 bytes each
WORD = 2**62

Feature = tuple[int, int]
"""A group and j: the sum F_j over its kinds of c(c−1)…(c−j+1), where c is the number of cards of the kind."""
Terms = tuple[tuple[Feature, int], ...]
Table = Sequence[Integers]  # for each kind, what 0, 1, … cards of it add to a sum


class Packing:
    """Several sums as one number, the first the most significant; packed numbers add up like the sums."""

    def __init__(self, tables: Sequence[Table], unseen: int) -> None:
        self.spans = [2 * sum(int(np.abs(kind[: unseen + 1]).max()) for kind in table) + 1 for table in tables]
        packed: list[Integers] = [np.zeros_like(kind) for kind in tables[0]]
        for table, span in zip(tables, self.spans, strict=True):
            packed = [before * span + kind for before, kind in zip(packed, table, strict=True)]
        self.table: Table = packed

    def unpacked(self, keys: Integers) -> list[Integers]:
        """The sums in their order."""
        sums = []
        for span in reversed(self.spans):
            value = (keys + span // 2) % span - span // 2
            keys = (keys - value) // span
            sums.append(value)
        return sums[::-1]


class Sums(NamedTuple):
    """What makes a state of the unseen cards."""

    kinds: tuple[tuple[int, int], ...]  # for each kind: its cards in the shoe, and its group
    outer: tuple[Terms, ...]
    inner: Terms  # a sum of which only the mean and the range in each state are needed; may be empty

    @property
    def held(self) -> tuple[int, ...]:
        """The cards of each kind in the shoe."""
        return tuple(cards for cards, _ in self.kinds)

    def table(self, terms: Terms, unseen: int) -> Table:
        """What the counts of each kind add to a sum."""
        table = []
        for cards, group in self.kinds:
            own = [(j, times) for (g, j), times in terms if g == group]
            counts = range(min(cards, unseen) + 1)
            row = [sum(times * perm(count, j) for j, times in own) for count in counts]
            table.append(np.array(row, dtype=np.int64))
        return table

    def packing(self, unseen: int) -> Packing:
        """The outer sums as one number."""
        return Packing([self.table(terms, unseen) for terms in self.outer], unseen)


class Second(NamedTuple):
    """Another sum in each state: its sum over all ways to draw the state, as Python integers, and its range."""

    sums: Numbers
    lowest: Integers
    highest: Integers


class States(NamedTuple):
    """The states of a number of cards, by ascending sum or packed sums, and the ways to draw them: Python integers."""

    keys: Integers
    ways: Numbers
    second: Second | None


def states_by_cards(
    held: Sequence[int],
    table: Table,
    unseen: Iterable[int],
    second: Table | None = None,
    keeps: Callable[[int, int, Integers], Truths] | None = None,
) -> dict[int, States]:
    """The states with each number of ``unseen`` cards; raises `ExactError` beyond `MAX_STATES`.

    ``second`` is another sum to add up in each state. Or ``keeps`` is a mask of the keys to keep, from the number of
    kinds added so far, the number of cards and the keys.
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
                if keeps is not None:
                    mask = keeps(index + 1, cards, more.keys)
                    more = States(more.keys[mask], more.ways[mask], None)
                grown[cards] = more
                total += len(more.keys)
                if total > MAX_STATES:
                    bound = f"cards have more than {MAX_STATES:,} states; that is the bound"
                    raise ExactError("unseen", wanted[-1], bound)
        states = {cards: of_cards for cards, of_cards in grown.items() if len(of_cards.keys)}
    return states


def _one_kind_more(parts: Sequence[tuple[States, int]], most: int, table: Integers, second: Integers | None) -> States:
    """The states with up to ``most`` cards of one kind more; ``parts`` has states without it, and how many to add."""
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
    before = [(part.second, part.ways, int(second[own])) for part, own in parts if part.second is not None]
    sums = merged(((of.sums + own * number) * w for (of, own, number), w in zip(before, weights, strict=True)), add)
    lowest = merged((of.lowest + number for of, _, number in before), np.minimum.reduceat)
    highest = merged((of.highest + number for of, _, number in before), np.maximum.reduceat)
    return States(keys[starts], ways, Second(sums, lowest, highest))


def bound_on_states(sums: Sums, unseen: int, most: int) -> int:
    """At least the states with up to ``unseen`` cards; too many if the sums of ``most`` do not fit into a word."""
    word = 1
    for terms in (*sums.outer, sums.inner):
        parts = (abs(times) * perm(min(cards, most), j) for cards, g in sums.kinds for (f, j), times in terms if f == g)
        word *= 2 * sum(parts) + 1
    return states_of(sums, most)[unseen] if word < WORD else MAX_STATES + 1


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


def extremes(held: Sequence[int], table: Table, most: int) -> tuple[Integers, Integers]:
    """The smallest and the largest sum for 0 to ``most`` cards; ±`NEVER` for more cards than the shoe holds."""
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
