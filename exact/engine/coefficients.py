"""Coefficients over the 5,005 multisets of point values: the polynomial of a bet that point values decide."""

from __future__ import annotations

from functools import cache, lru_cache
from math import factorial, prod

from exact.arithmetic import ordered_deals
from exact.arrays import Integers, Numbers
from exact.engine.multisets import LOW_VALUES, MULTISETS, SPLITS, multisets, of_five_values, ways_to_draw
from exact.game.coup import CARDS
from exact.lazy import np

INT64 = 2**63


class Coefficients:
    """For each category, one whole number for each of `exact.engine.multisets.multisets`; immutable, equal by value.

    The number counts the orders of the multiset that fall into the category as a padded deal, or is such a count weighted
    with a payoff. Multiply it by the ways to draw the multiset from a shoe, and add up, for the count on that shoe.
    """

    def __init__(self, matrix: Integers) -> None:
        own = np.array(matrix, dtype=np.int64).reshape(-1, MULTISETS)
        own.flags.writeable = False
        self.matrix = own
        """Categories × 5,005."""
        self._hash = hash(own.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coefficients) and np.array_equal(self.matrix, other.matrix)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Coefficients], tuple[Integers]]:
        return Coefficients, (self.matrix,)

    def weighted(self, weights: list[int]) -> Coefficients:
        """One row: the sum of the categories, each times its weight."""
        return Coefficients(np.array(weights, dtype=np.int64) @ self.matrix)

    def by_split(self) -> list[Integers]:
        """For each of `SPLITS`: categories × multisets of the few × multisets of the many."""
        matrices = []
        start = 0
        for _, few in SPLITS:
            shape = len(of_five_values(few)), len(of_five_values(CARDS - few))
            matrices.append(self.matrix[:, start : start + prod(shape)].reshape(-1, *shape))
            start += prod(shape)
        return matrices

    def counts(self, values: tuple[int, ...], replaced: bool = False) -> list[int]:
        """The count of each category on one shoe; ``values`` has the number of cards of each point value.

        If each card is ``replaced`` before the next is drawn, counts are out of N**6 sequences, otherwise out of
        N(N−1)…(N−5) deals. Sums are taken modulo 2**64, which is exact for fewer than 2**63 deals (27 decks); beyond,
        Python integers are used. The coefficients must be counts, not weighted.
        """
        cards = sum(values)
        deals = cards**CARDS if replaced else ordered_deals(cards)
        kind = "int64" if deals < INT64 else "object"
        counts: list[int] = (self.matrix.astype(kind, copy=False) @ _ways(values, kind, replaced)).tolist()
        return counts


@lru_cache(maxsize=16)
def _ways(values: tuple[int, ...], kind: str, replaced: bool) -> Numbers:
    """The number of ways to draw each of the 5,005 multisets from one shoe."""
    sides = [
        [np.array(ways, dtype=kind) for ways in ways_to_draw(counts, replaced)]
        for counts in (values[:LOW_VALUES], values[LOW_VALUES:])
    ]
    return np.concatenate([np.multiply.outer(sides[s][few], sides[1 - s][CARDS - few]).ravel() for s, few in SPLITS])


@cache
def orders_of_multisets() -> Integers:
    """The number of orders of each of the 5,005 multisets: 6!/Πm_v!, 1 to 720."""
    return np.array(
        [
            factorial(CARDS) // prod(factorial(multiset.count(value)) for value in set(multiset))
            for multiset in multisets()
        ]
    )
