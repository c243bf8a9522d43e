"""The fast exact engine, second half: a polynomial of degree six in the counts of point values, evaluated in integers.

An order of a multiset of six point values with m_v copies of each value v can be drawn from a shoe in
Π c_v (c_v − 1) … (c_v − m_v + 1) ways. Coefficient times ways, summed over the 5,005 multisets, is the count of a
category out of N(N−1)…(N−5) ordered six-card deals. `exact.engine.outcome_compiler` makes the coefficients.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from operator import mul

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CARDS = 6
MULTISETS = 5005
HALF = 5
"""A multiset is cut in two halves: the values below this, and those from it up."""


def multisets() -> list[tuple[int, ...]]:
    """The 5,005 multisets of six point values, each in ascending order, in lexicographic order."""
    return list(combinations_with_replacement(range(10), CARDS))


class Polynomial:
    """For each category, one integer coefficient for each of `multisets`.

    The coefficient is the number of orders of the multiset, 0 to 720, that fall into the category.
    """

    def __init__(self, coefficients: dict[Any, Sequence[int]]) -> None:
        self.coefficients = coefficients
        self._rows = {category: _split(row) for category, row in coefficients.items()}

    def counts(self, values: Sequence[int]) -> dict[Any, int]:
        """The padded ordered six-card deals of each category from a shoe with these ten counts of point values."""
        return self._evaluate(_monomials(values[:HALF], 1), _monomials(values[HALF:], 1))

    def counts_with_replacement(self, values: Sequence[int]) -> dict[Any, int]:
        """The same from an infinite shoe with point values in this proportion: out of (sum of ``values``)**6."""
        return self._evaluate(_monomials(values[:HALF], 0), _monomials(values[HALF:], 0))

    def _evaluate(self, low: list[list[int]], high: list[list[int]]) -> dict[Any, int]:
        counts = {}
        for category, rows in self._rows.items():
            count = 0
            for degree, ways in enumerate(low):
                rest = high[CARDS - degree]
                for way, row in zip(ways, rows[degree], strict=True):
                    if way:
                        count += way * sum(map(mul, row, rest))
            counts[category] = count
        return counts


def _monomials(counts: Sequence[int], step: int) -> list[list[int]]:
    """For each degree 0–6, the products of five values' counts: falling factorials (step 1) or powers (step 0).

    Within a degree they stand in lexicographic order of the multisets of these five values.
    """
    by_degree = [[1]]
    for degree in range(1, CARDS + 1):
        shorter = by_degree[-1]
        by_degree.append(
            [shorter[parent] * (counts[value] - step * copies) for parent, value, copies in GROWTH[degree]]
        )
    return by_degree


def half_multisets(degree: int) -> list[tuple[int, ...]]:
    """The multisets of ``degree`` of five values, numbered 0 to 4, in lexicographic order."""
    return list(combinations_with_replacement(range(HALF), degree))


def _growth() -> list[list[tuple[int, int, int]]]:
    """How each multiset of five values grows from one that is a card smaller: its place, the value, copies before."""
    growth: list[list[tuple[int, int, int]]] = [[]]
    for degree in range(1, CARDS + 1):
        place = {multiset: index for index, multiset in enumerate(half_multisets(degree - 1))}
        growth.append(
            [
                (place[multiset[:-1]], multiset[-1], multiset.count(multiset[-1]) - 1)
                for multiset in half_multisets(degree)
            ]
        )
    return growth


GROWTH = _growth()
"""By degree; degree 0 has nothing that it grows from."""


def _split(row: Sequence[int]) -> list[list[Sequence[int]]]:
    """The coefficients cut by the part of the multiset below 5: by its degree, then in lexicographic order."""
    return [[row[start:end] for start, end in bounds] for bounds in _BOUNDS]


def _bounds() -> list[list[tuple[int, int]]]:
    """Where each part below 5 begins and ends in the order of `multisets`, by its degree.

    The multisets that share that part stand side by side, in lexicographic order of their part from 5 up.
    """
    start = 0
    places: dict[tuple[int, ...], tuple[int, int]] = {}

    def place(low: tuple[int, ...]) -> None:
        nonlocal start
        if len(low) < CARDS:
            for value in range(low[-1] if low else 0, HALF):
                place((*low, value))
        end = start + (len(GROWTH[CARDS - len(low)]) or 1)
        places[low] = start, end
        start = end

    place(())
    return [[places[low] for low in half_multisets(degree)] for degree in range(CARDS + 1)]


_BOUNDS = _bounds()
