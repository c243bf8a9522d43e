"""Many shoes with numpy alone: for each block of coefficients a product of matrices, the many cards inside.

The product leaves a line for each category and each multiset of the few, at most 35, so that almost all the work is
inside it. Its matrices are so small that a BLAS multiplies them without threads of its own: where the machine is busy,
those make it ten times slower.

A block has the cards of even value apart from those of odd value, as `exact.engine.multisets` has low and high cards.
Whether the totals of punto and banco differ by an even number depends only on how many cards used are odd. So a tie, or
a margin of victory, has no coefficients in half of the blocks, as long as unused positions are not filled.

`joined_counts` counts on every shoe that joins some low cards with some high cards. The count of a category is
Σ low[i] · matrix[i, j] · high[j] over the splits, where low and high are the ways to draw the multisets of each side.
The matrix times the side with the many cards leaves, of each split, a number for each multiset of the few: 1 + 5 + 15 +
35 + 1 + 5 + 15 = 77 in all. So the counts of all A × B joined shoes are one product, (A × 77) · (77 × B).

If no coefficient is larger in size than P times the orders of its multiset, no partial sum is larger than P · 6!/j! ·
n(n−1)… (j factors) for some j ≤ 6, where n is the number of cards in the joined shoe. That is at most P times the count
of all deals, or P · 6! · 326 for smaller shoes; the caller chooses a number type that holds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import comb
from typing import Any

from exact.engine.multisets import FEWEST, LOW_VALUES, SPLITS, Coefficients, even_and_odd
from exact.game import CARDS
from exact.lazy import Integers, Numbers, np

_TOGETHER = 256  # shoes: enough that the calls cost little, few enough for the cache next to the processor
_SMALL = 1 << 18  # multiplications; up to so many, OpenBLAS uses one thread


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The coefficients of some categories for coups that use so many cards of even and so many of odd value."""

    cards: int
    side: int
    """Which cards are the few: 0 for the even, 1 for the odd ones. Value v is number v // 2 of side v % 2."""
    few: int
    categories: list[int]
    """Those that have any."""
    matrix: Integers
    """Categories × multisets of the few × multisets of the many, both in the order of `of_five_values`."""


def blocks_of(by_use: Integers) -> list[Block]:
    """The blocks of coefficients over the multisets of the four to six cards used."""
    blocks = []
    for cards in range(FEWEST, CARDS + 1):
        for side, few, places in even_and_odd(cards):
            matrix = by_use[:, places]
            categories = np.flatnonzero(matrix.any(axis=(1, 2))).tolist()
            if categories:
                blocks.append(Block(cards, side, few, categories, matrix[categories]))
    return blocks


class NumpyKernel:
    """So many categories, ready for any number of shoes."""

    def __init__(self, categories: int, blocks: list[Block]) -> None:
        self._categories = categories
        self._blocks = blocks
        self._matrices = lru_cache(maxsize=3)(self._typed)

    def _typed(self, kind: np.dtype[Any]) -> list[Numbers]:
        """By block the coefficients in a number type: categories and multisets of the few × multisets of the many."""
        return [block.matrix.reshape(-1, block.matrix.shape[2]).astype(kind) for block in self._blocks]

    def counts(self, shoes: Integers, kind: np.dtype[Any]) -> Numbers:
        """The count of each category on each of S shoes, computed in ``kind``: S × 10 counts to categories × S."""
        counts = np.zeros((self._categories, len(shoes)), dtype=kind)
        held = shoes.sum(axis=1).astype(kind)
        fills = {5: held - 5, 4: (held - 4) * (held - 5)}
        for start in range(0, len(shoes), _TOGETHER):
            those = slice(start, start + _TOGETHER)
            total = counts[:, those]
            ways = ways_to_draw(shoes[those].astype(kind).T.reshape(LOW_VALUES, 2, -1))
            for block, matrix in zip(self._blocks, self._matrices(kind), strict=True):
                inner = _product(matrix, ways[block.cards - block.few][:, 1 - block.side])
                few = ways[block.few][:, block.side]
                if block.cards in fills:
                    few = few * fills[block.cards][those]
                own = np.einsum("cfs,fs->cs", inner.reshape(-1, *few.shape), few)  # category, few, shoe
                if len(own) == len(total):
                    total += own
                else:
                    total[block.categories] += own
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
