"""Many shoes with numpy alone: for each split of the multisets, a product of matrices over the multisets of the many.

The product leaves a row for each category and each multiset of the few, of which there are at most 35. So almost all work is
inside the product, for a block of shoes small enough for the cache. It is the same for every number type. The matrices of
one product are so small that a BLAS multiplies them without threads of its own, which wait for each other and on a busy
machine make it ten times slower.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import Any, NamedTuple

from exact.arrays import Numbers
from exact.engine.coefficients import Coefficients
from exact.engine.multisets import LOW_VALUES, SPLITS, of_five_values
from exact.game.coup import CARDS
from exact.lazy import np

_TOGETHER = 1024
"""Shoes counted together: enough to make calls cheap, few enough for the cache."""
_SMALL = 1 << 18
"""The most multiplications of a product for which OpenBLAS uses one thread."""
_NARROWEST = 64
"""Columns multiplied together if there are many rows."""


class NumpyKernel:
    """Some categories, ready for counting on any number of shoes."""

    def __init__(self, coefficients: Coefficients) -> None:
        self._splits = coefficients.by_split()
        self._categories = len(coefficients.matrix)
        self._matrices = lru_cache(maxsize=3)(self._typed)

    def _typed(self, kind: np.dtype[Any]) -> list[Numbers]:
        """By split, the coefficients in a number type: categories and multisets of the few × multisets of the many."""
        return [split.reshape(-1, split.shape[2]).astype(kind) for split in self._splits]

    def counts(self, shoes: Numbers, kind: np.dtype[Any]) -> Numbers:
        """The count of each category from each of S shoes, computed in ``kind``: S × 10 counts to categories × S."""
        counts = np.empty((self._categories, len(shoes)), dtype=kind)
        room = Ways(kind, 2, min(_TOGETHER, len(shoes)))
        for start in range(0, len(shoes), _TOGETHER):
            block = shoes[start : start + _TOGETHER].astype(kind)
            ways = room.of(block.T.reshape(2, LOW_VALUES, -1).swapaxes(0, 1))
            total = np.zeros((self._categories, len(block)), dtype=kind)
            for (side, few), matrix in zip(SPLITS, self._matrices(kind), strict=True):
                inner = _product(matrix, ways[CARDS - few][:, 1 - side]).reshape(self._categories, -1, len(block))
                total += np.einsum("cfs,fs->cs", inner, ways[few][:, side])  # category, few cards, shoe
            counts[:, start : start + _TOGETHER] = total
        return counts


def _product(matrix: Numbers, columns: Numbers) -> Numbers:
    """``matrix @ columns``, for some rows and some columns at a time."""
    rows, inside = matrix.shape
    product = np.empty((rows, columns.shape[1]), dtype=matrix.dtype)
    width = max(1, min(columns.shape[1], max(_NARROWEST, _SMALL // (inside * rows) // 8 * 8)))
    height = max(1, _SMALL // (inside * width))
    for top in range(0, rows, height):
        for left in range(0, columns.shape[1], width):
            part = (slice(top, top + height), slice(left, left + width))
            np.matmul(matrix[part[0]], columns[:, part[1]], out=product[part])
    return product


class Ways:
    """`exact.engine.multisets.ways_to_draw` for arrays of counts, in memory that every call reuses."""

    def __init__(self, kind: np.dtype[Any], *shape: int) -> None:
        self._falling = np.empty((LOW_VALUES, CARDS + 1, *shape), dtype=kind)
        self._ways = [np.empty((len(of_five_values(cards)), *shape), dtype=kind) for cards in range(CARDS + 1)]

    def of(self, counts: Numbers) -> list[Numbers]:
        """By the number of cards, multisets × the shape of ``counts`` without its first axis, the five values.

        The last axis may be shorter than the memory allows. The result is valid until the next call.
        """
        falling = self._falling[..., : counts.shape[-1]]
        ways = [room[..., : counts.shape[-1]] for room in self._ways]
        falling[:, 1] = counts
        for copies in range(2, CARDS + 1):
            np.multiply(falling[:, copies - 1], counts - (copies - 1), out=falling[:, copies])
        ways[0][:] = 1
        for step in _steps():
            smaller = ways[step.cards - step.copies][: step.end - step.first]
            np.multiply(smaller, falling[step.value, step.copies], out=ways[step.cards][step.first : step.end])
        return ways


class _Step(NamedTuple):
    """The multisets ``first`` to ``end`` of a number of cards, made from the first ones of fewer cards and copies of a value."""

    cards: int
    first: int
    end: int
    value: int
    copies: int


@cache
def _steps() -> tuple[_Step, ...]:
    """The steps that make all multisets of 1 to 6 cards of five values, in the order of `of_five_values`.

    The multisets with a given highest value in a given number of copies are those copies added to all multisets of the other
    cards from lower values, which are at the front of their own list.
    """
    steps: list[_Step] = []
    for cards in range(1, CARDS + 1):
        end = 0
        for value in range(LOW_VALUES):
            for copies in range(1, cards + 1):
                lower = comb(value - 1 + cards - copies, cards - copies) if value else int(copies == cards)
                if lower:
                    steps.append(_Step(cards, end, end + lower, value, copies))
                    end += lower
    return tuple(steps)
