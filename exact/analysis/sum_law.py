"""The exact law of sums over the kinds of cards: how many ways there are to draw n cards with given features.

A composition of n cards with c_r of kind r can be drawn in Π C(held_r, c_r) ways. A feature is a sum of numbers that depend on one
count each, so the kinds are added one at a time, and compositions with the same features become one state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import NamedTuple

from exact.arrays import Integers, Numbers, Truths
from exact.errors import ExactError
from exact.lazy import np

NEVER = 2**61
"""More than any feature."""
MAX_STATES = 10**7
"""The most states of a law; a bound on memory, about 100 bytes each."""

Table = Sequence[Integers]
"""For each kind, the feature's number for 0, 1, … cards of the kind."""


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


def law(
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
    """The smallest and the largest feature for 0 to ``most`` cards; ±`NEVER` if the shoe does not hold so many."""
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
