"""The compositions of a number of low or high cards: the counts of five point values, numbered, and their weights.

A composition of ``cards`` cards takes at most as many of each value as the shoe holds, and can be drawn from it in
Π C(held_v, taken_v) ways. The compositions are in lexicographic order. The counts of possible continuations lead from a
number to its composition, so any range can be generated without the ones before it.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from exact.arrays import Integers, Numbers
from exact.engine.multisets import LOW_VALUES
from exact.lazy import np


def count_compositions(held: tuple[int, ...], cards: int) -> int:
    """The number of compositions of ``cards`` cards from a shoe that has ``held`` cards of each point value.

    >>> count_compositions((128, 32, 32, 32, 32, 32, 32, 32, 32, 32), 52)
    17279601405
    """
    return composition_counts(held, cards)[cards]


def composition_counts(held: tuple[int, ...], cards: int) -> list[int]:
    """The numbers of compositions of 0 to ``cards`` cards: the truncated product of 1 + x + … + x**h over the values."""
    counts = [1] + [0] * cards
    for most in held:
        running = [0]
        for count in counts:
            running.append(running[-1] + count)
        counts = [running[size + 1] - running[max(0, size - most)] for size in range(cards + 1)]
    return counts


class SideCompositions:
    """The compositions of up to ``cards`` cards of five values from a shoe that holds ``held`` of each."""

    def __init__(self, held: tuple[int, ...], cards: int) -> None:
        self.held = held
        self.counts = composition_counts(held, cards)
        """The number of compositions, by the number of cards."""
        self._levels = [_level(held, value, cards) for value in range(LOW_VALUES)]
        binomials = [[comb(most, taken) for taken in range(cards + 1)] for most in held]
        self._binomials = [np.array(row, dtype=object) for row in binomials]

    def taken(self, cards: int, first: int, last: int) -> Integers:
        """The compositions of ``cards`` cards numbered from ``first`` to below ``last``: five counts a row."""
        numbers = np.arange(first, last)
        left = np.full(last - first, cards)
        compositions = np.empty((last - first, LOW_VALUES), dtype=np.int64)
        for value, (starts, places, base) in enumerate(self._levels):
            key = base[left] + numbers
            at = np.searchsorted(starts, key, side="right") - 1
            compositions[:, value] = at - places[left]
            numbers = key - starts[at]
            left = left - compositions[:, value]
        return compositions

    def weights(self, taken: Integers) -> Numbers:
        """The number of ways to draw each row of ``taken``, as Python integers."""
        product: Numbers = self._binomials[0][taken[:, 0]]
        for value in range(1, LOW_VALUES):
            product = product * self._binomials[value][taken[:, value]]
        return product


def _level(held: tuple[int, ...], value: int, cards: int) -> tuple[Integers, Integers, Integers]:
    """The tables that give the number of cards of ``value`` in a composition, from the cards left and its number.

    The numbers of all sizes are laid end to end; those of ``left`` cards begin at ``base[left]``. ``starts`` has the first
    number of each count of the value; its entry for count 0 with ``left`` cards is at ``places[left]``.
    """
    rest = composition_counts(held[value + 1 :], cards)
    starts: list[int] = []
    places: list[int] = []
    base: list[int] = []
    start = 0
    for left in range(cards + 1):
        places.append(len(starts))
        base.append(start)
        for count in range(min(held[value], left) + 1):
            starts.append(start)
            start += rest[left - count]
    return np.array(starts), np.array(places), np.array(base)


@lru_cache(maxsize=8)
def side_compositions(held: tuple[int, ...], cards: int) -> SideCompositions:
    """Cached `SideCompositions`."""
    return SideCompositions(held, cards)
