"""Many shoes with numpy alone: for each split of the coefficients a product of matrices, the many cards inside.

The product leaves a line for each category and each multiset of the few, at most 35, so that almost all the work is
inside it. Its matrices are so small that a BLAS multiplies them without threads of its own: where the machine is busy,
those make it ten times slower.

`joined_counts` counts on every shoe that joins some low cards with some high cards. The count of a category is
Σ low[i] · matrix[i, j] · high[j] over the splits, where low and high are the ways to draw the multisets of each side.
The matrix times the side with the many cards leaves, of each split, a number for each multiset of the few: 1 + 5 + 15 +
35 + 1 + 5 + 15 = 77 in all. So the counts of all A × B joined shoes are one product, (A × 77) · (77 × B).

If no coefficient is larger in size than P times the orders of its multiset, no partial sum is larger than P · 6!/j! ·
n(n−1)… (j factors) for some j ≤ 6, where n is the number of cards in the joined shoe. That is at most P times the count
of all deals, or P · 6! · 326 for smaller shoes; the caller chooses a number type that holds it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import comb
from typing import Any

from exact.engine.multisets import LOW_VALUES, SPLITS, Coefficients
from exact.game import CARDS
from exact.lazy import Integers, Numbers, np

_TOGETHER = 256  # shoes: enough that the calls cost little, few enough for the cache next to the processor
_SMALL = 1 << 18  # multiplications; up to so many, OpenBLAS uses one thread


class NumpyKernel:
    """The categories of ``coefficients``, ready for any number of shoes."""

    def __init__(self, coefficients: Coefficients) -> None:
        self._categories = len(coefficients.matrix)
        self._splits = coefficients.by_split()
        self._matrices = lru_cache(maxsize=3)(self._typed)

    def _typed(self, kind: np.dtype[Any]) -> list[Numbers]:
        """By split the coefficients in a number type: categories and multisets of the few × multisets of the many."""
        return [split.reshape(-1, split.shape[2]).astype(kind) for split in self._splits]

    def counts(self, shoes: Integers, kind: np.dtype[Any]) -> Numbers:
        """The count of each category on each of S shoes, computed in ``kind``: S × 10 counts to categories × S."""
        counts = np.zeros((self._categories, len(shoes)), dtype=kind)
        for start in range(0, len(shoes), _TOGETHER):
            some = shoes[start : start + _TOGETHER].astype(kind)
            total = counts[:, start : start + _TOGETHER]
            ways = ways_to_draw(some.T.reshape(2, LOW_VALUES, -1).swapaxes(0, 1))
            for (side, few), matrix in zip(SPLITS, self._matrices(kind), strict=True):
                inner = _product(matrix, ways[CARDS - few][:, 1 - side]).reshape(self._categories, -1, len(some))
                total += np.einsum("cfs,fs->cs", inner, ways[few][:, side])  # category, few, shoe
        return counts


def _product(matrix: Numbers, columns: Numbers) -> Numbers:
    result = np.empty((len(matrix), columns.shape[1]), dtype=matrix.dtype)
    height = max(1, _SMALL // columns.size)
    for top in range(0, len(matrix), height):
        np.matmul(matrix[top : top + height], columns, out=result[top : top + height])
    return result


def ways_to_draw(counts: Numbers) -> list[Numbers]:
    """`exact.engine.multisets.ways_to_draw` for arrays of counts of five values: multisets × their shape."""
    falling = [counts]
    for copies in range(1, CARDS):
        falling.append(falling[-1] * (counts - copies))
    ways = [np.ones((1, *counts.shape[1:]), dtype=counts.dtype)]
    for cards in range(1, CARDS + 1):
        ways.append(np.empty((comb(LOW_VALUES + cards - 1, cards), *counts.shape[1:]), dtype=counts.dtype))
        for made, smaller, value, copies in _steps(cards):
            np.multiply(ways[cards - copies][smaller], falling[copies - 1][value], out=ways[cards][made])
    return ways


@cache
def _steps(cards: int) -> list[tuple[slice, slice, int, int]]:
    """How to make all multisets of so many cards of five values: their range, that of smaller ones, value and copies.

    Copies of the highest value are added to all multisets of the other cards from lower values, first in their list.
    """
    steps = []
    end = 0
    for value, copies in product(range(LOW_VALUES), range(1, cards + 1)):
        lower = comb(max(value + cards - copies - 1, 0), cards - copies)
        steps.append((slice(end, end + lower), slice(lower), value, copies))
        end += lower
    return [step for step in steps if step[1].stop]


LOW, HIGH = 0, 1
WIDTH = 77


def joined_counts(coefficients: Coefficients, low: Numbers, high: Numbers) -> Numbers:
    """The counts of every shoe that joins a row of ``low`` (A × 5) with one of ``high`` (B × 5): categories × A × B."""
    sides = vectors(coefficients, LOW, low), vectors(coefficients, HIGH, high)
    return np.stack([below.T @ above for below, above in zip(*sides, strict=True)])


def vectors(coefficients: Coefficients, side: int, cards: Numbers) -> list[Numbers]:
    """For each category, 77 × N numbers from N × 5 counts of the cards of one side, in the number type of ``cards``."""
    ways = ways_to_draw(np.ascontiguousarray(cards.T))
    products = np.empty((len(coefficients.matrix), WIDTH, len(cards)), dtype=cards.dtype)
    start = 0
    for (few_side, few), split in zip(SPLITS, coefficients.by_split(), strict=True):
        for vector, matrix in zip(products, split.astype(cards.dtype), strict=True):
            part = vector[start : start + len(matrix)]
            part[:] = ways[few] if side == few_side else matrix @ ways[CARDS - few]
        start += split.shape[1]
    return list(products)
