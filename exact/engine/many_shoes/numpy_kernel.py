"""Many shoes with numpy alone: for each block of coefficients a product of matrices, the many cards inside.

The product leaves a line for each row and each multiset of the few, at most 35, so that almost all the work is inside
it, in a block of shoes small enough for the cache. It is the same for every type of number. The matrices of one product
are so small that a BLAS multiplies them without threads of its own: those wait for each other, and where the machine is
busy they make it ten times slower.

A block has the cards of even value apart from those of odd value. As with the low and the high cards of
`exact.engine.multisets`, one side has at most half of the cards (the few), and the coefficients beside a multiset of
the few are a row. The cards used decide with their sum whether the totals of punto and banco differ by an even number.
So the coefficients of a tie, or of one margin of victory, are all zero wherever the number of odd cards is wrong, which
is half of the blocks, as long as unused positions are not filled with any card.

`joined_counts` counts on every shoe that joins some low cards with some high cards, for any number of both. For one
category, the count on such a shoe is Σ low[i] · matrix[i, j] · high[j] over the splits, where low and high are the ways
to draw the multisets of each side. The matrix is multiplied into the side that has the many cards. That leaves, of each
split, a number for each multiset of the few: 1 + 5 + 15 + 35 + 1 + 5 + 15 = 77 in all. So the counts of all A × B
joined shoes are one product of matrices, (A × 77) · (77 × B).

If no coefficient is larger in size than P times the orders of its multiset, no partial sum is larger than P · 6!/j! ·
n(n−1)… (j factors) for some j ≤ 6, where n is the number of cards in the joined shoe. That is at most P times the count
of all deals, or P · 6! · 326 for smaller shoes; the caller chooses a number type that holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from typing import Any

from exact.engine.compiled_bet import number_of, places_of
from exact.engine.multisets import LOW_VALUES, SPLITS, Coefficients, of_five_values
from exact.game import CARDS
from exact.lazy import Integers, Numbers, np

_TOGETHER = 256
"""Shoes counted together: enough that the calls cost little, few enough for the cache next to the processor."""
_SMALL = 1 << 18
"""The most multiplications of a product for which OpenBLAS uses one thread."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CoefficientBlock:
    """The coefficients of some rows for coups with so many cards of even and so many of odd value."""

    side: int
    """Which cards are the few: 0 for the even, 1 for the odd ones. Value v is number v // 2 of side v % 2."""
    few: int
    many: int
    rows: Integers
    """The rows that are not zero throughout."""
    matrix: Integers
    """Rows × multisets of the few × multisets of the many, both in the order of `of_five_values`."""


def blocks_of(matrices: Mapping[int, Integers]) -> list[CoefficientBlock]:
    """The blocks of matrices by the cards their coups use: rows × multisets of so many, rows numbered throughout."""
    blocks = []
    first = 0
    for cards, matrix in matrices.items():
        for few in range(cards // 2 + 1):
            for side in range(2 if 2 * few < cards else 1):
                beside = _numbers(few, side)[:, None] + _numbers(cards - few, 1 - side)
                block = matrix[:, places_of(cards, beside)]
                rows = np.flatnonzero(block.any(axis=(1, 2)))
                if len(rows):
                    blocks.append(
                        CoefficientBlock(side=side, few=few, many=cards - few, rows=first + rows, matrix=block[rows])
                    )
        first += len(matrix)
    return blocks


def _numbers(cards: int, side: int) -> Integers:
    """The multisets of so many cards of one side as `number_of` has them."""
    return np.array([number_of(tuple(2 * value + side for value in multiset)) for multiset in of_five_values(cards)])


class NumpyKernel:
    """So many rows of coefficients, ready for any number of shoes."""

    def __init__(self, rows: int, blocks: list[CoefficientBlock]) -> None:
        self._rows = rows
        self._blocks = blocks
        self._matrices = lru_cache(maxsize=3)(self._typed)

    def _typed(self, kind: np.dtype[Any]) -> list[Numbers]:
        """By block the coefficients in a number type: rows and multisets of the few × multisets of the many."""
        return [block.matrix.reshape(-1, block.matrix.shape[2]).astype(kind) for block in self._blocks]

    def counts(self, shoes: Numbers, kind: np.dtype[Any]) -> Numbers:
        """The sum of each row on each of S shoes, computed in ``kind``: S × 10 counts to rows × S."""
        counts = np.zeros((self._rows, len(shoes)), dtype=kind)
        room = Ways(kind, 2, min(_TOGETHER, len(shoes)))
        for start in range(0, len(shoes), _TOGETHER):
            some = shoes[start : start + _TOGETHER].astype(kind)
            total = counts[:, start : start + _TOGETHER]
            ways = room.of(some.T.reshape(LOW_VALUES, 2, -1))
            for block, matrix in zip(self._blocks, self._matrices(kind), strict=True):
                inner = _product(matrix, ways[block.many][:, 1 - block.side]).reshape(len(block.rows), -1, len(some))
                total[block.rows] += np.einsum("rfs,fs->rs", inner, ways[block.few][:, block.side])  # row, few, shoe
        return counts


def _product(matrix: Numbers, columns: Numbers) -> Numbers:
    """``matrix @ columns``, some rows at a time."""
    product = np.empty((len(matrix), columns.shape[1]), dtype=matrix.dtype)
    height = max(1, _SMALL // columns.size)
    for top in range(0, len(matrix), height):
        np.matmul(matrix[top : top + height], columns, out=product[top : top + height])
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
        for cards in range(1, CARDS + 1):
            for made, smaller, value, copies in _steps(cards):
                np.multiply(ways[cards - copies][smaller], falling[value, copies], out=ways[cards][made])
        return ways


@cache
def _steps(cards: int) -> tuple[tuple[slice, slice, int, int], ...]:
    """How to make all multisets of so many cards of five values, in the order of `of_five_values`.

    Those with a given highest value in a given number of copies are these copies added to all multisets of the other
    cards from lower values, which are at the front of their own list. A step has both ranges, the value and the copies.
    """
    steps: list[tuple[slice, slice, int, int]] = []
    end = 0
    for value in range(LOW_VALUES):
        for copies in range(1, cards + 1):
            lower = comb(value - 1 + cards - copies, cards - copies) if value else int(copies == cards)
            if lower:
                steps.append((slice(end, end + lower), slice(lower), value, copies))
                end += lower
    return tuple(steps)


LOW, HIGH = 0, 1
WIDTH = 77


def joined_counts(coefficients: Coefficients, low: Numbers, high: Numbers) -> Numbers:
    """The counts of every shoe that joins a row of ``low`` (A × 5) with one of ``high`` (B × 5): categories × A × B."""
    sides = vectors(coefficients, LOW, low), vectors(coefficients, HIGH, high)
    return np.stack([below.T @ above for below, above in zip(*sides, strict=True)])


def vectors(coefficients: Coefficients, side: int, cards: Numbers) -> list[Numbers]:
    """For each category, 77 × N numbers from N × 5 counts of the cards of one side, in the number type of ``cards``.

    The count of a joined shoe is the product of the vector of its low cards with that of its high cards.
    """
    ways = Ways(cards.dtype, len(cards)).of(np.ascontiguousarray(cards.T))
    products = np.empty((len(coefficients.matrix), WIDTH, len(cards)), dtype=cards.dtype)
    start = 0
    for (few_side, few), split in zip(SPLITS, coefficients.by_split(), strict=True):
        for vector, matrix in zip(products, split.astype(cards.dtype), strict=True):
            part = vector[start : start + len(matrix)]
            part[:] = ways[few] if side == few_side else matrix @ ways[CARDS - few]
        start += split.shape[1]
    return list(products)
