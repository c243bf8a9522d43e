"""Many shoes with numpy alone: for each block of coefficients a product of matrices, the many cards inside.

The product leaves a line for each row and each multiset of the few, at most 35, so that almost all the work is
inside it, in a block of shoes small enough for the cache. It is the same for every type of number. The matrices of one product
are so small that a BLAS multiplies them without threads of its own: those wait for each other, and where the machine is busy
they make it ten times slower.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import Any, NamedTuple

from exact.arrays import Numbers
from exact.engine.many_shoes.blocks import Block
from exact.engine.multisets import LOW_VALUES, of_five_values
from exact.game.coup import CARDS
from exact.lazy import np

_TOGETHER = 256
"""Shoes counted together: enough that the calls cost little, few enough for the cache next to the processor."""
_SMALL = 1 << 18
"""The most multiplications of a product for which OpenBLAS uses one thread."""


class NumpyKernel:
    """So many rows of coefficients, ready for any number of shoes."""

    def __init__(self, rows: int, blocks: list[Block]) -> None:
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
            for (side, few, many, rows, _), matrix in zip(self._blocks, self._matrices(kind), strict=True):
                inner = _product(matrix, ways[many][:, 1 - side]).reshape(len(rows), -1, len(some))
                total[rows] += np.einsum("rfs,fs->rs", inner, ways[few][:, side])  # row, few cards, shoe
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
