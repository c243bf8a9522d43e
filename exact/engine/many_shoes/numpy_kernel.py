"""Forms of many shoes with numpy alone: a product of matrices for each degree, the larger half inside.

The product leaves a row for each form and each monomial of the smaller half, at most 35, so that almost all the work is
inside it, in a block small enough for the cache. It is the same for every type of number. The matrices of one product are so
small that a BLAS multiplies them without threads of its own: those wait for each other, and where the machine is busy they
make it ten times slower.
"""

from __future__ import annotations

from typing import Any

from exact.arrays import Numbers
from exact.engine.many_shoes.layout import Level, ordered, steps
from exact.engine.polynomial import CARDS, HALF
from exact.lazy import np

_TOGETHER = 1024
"""Shoes evaluated together: enough that the calls cost little, few enough for the cache."""
_SMALL = 1 << 18
"""The most multiplications of a product for which OpenBLAS uses one thread."""
_NARROWEST = 64
"""Columns multiplied together where there are many rows."""


class NumpyKernel:
    """Some forms, ready for any number of shoes."""

    def __init__(self, levels: list[Level]) -> None:
        self._levels = levels
        self._forms = len(levels[0].matrix)

    def sums(self, shoes: Numbers, kind: np.dtype[Any]) -> Numbers:
        """The value of each form for each of S shoes, computed in ``kind``: S × 10 counts to forms × S."""
        found = np.empty((self._forms, len(shoes)), dtype=kind)
        matrices = [level.matrix.reshape(-1, level.matrix.shape[2]).astype(kind) for level in self._levels]
        room = _Room(min(_TOGETHER, len(shoes)), kind)
        for start in range(0, len(shoes), _TOGETHER):
            block = shoes[start : start + _TOGETHER].astype(kind)
            monomials = room.monomials(block)
            total = np.zeros((self._forms, len(block)), dtype=kind)
            for level, matrix in zip(self._levels, matrices, strict=True):
                inner = _product(matrix, monomials[CARDS - level.small][:, level.far])
                inner = inner.reshape(self._forms, -1, len(block))
                inner *= monomials[level.small][:, level.near]
                total += inner.sum(axis=1)
            found[:, start : start + _TOGETHER] = total
        return found


def _product(matrix: Numbers, columns: Numbers) -> Numbers:
    """``matrix @ columns``, some rows and some columns at a time."""
    rows, inside = matrix.shape
    found = np.empty((rows, columns.shape[1]), dtype=matrix.dtype)
    width = max(_NARROWEST, _SMALL // (inside * rows) // 8 * 8)
    height = max(1, _SMALL // (inside * width))
    for top in range(0, rows, height):
        for left in range(0, columns.shape[1], width):
            part = (slice(top, top + height), slice(left, left + width))
            np.matmul(matrix[part[0]], columns[:, part[1]], out=found[part])
    return found


class _Room:
    """Memory for the monomials of a block, used again for each."""

    def __init__(self, shoes: int, kind: np.dtype[Any]) -> None:
        self._falling = np.empty((HALF, CARDS + 1, 2, shoes), dtype=kind)
        self._monomials = [np.empty((len(ordered(degree)), 2, shoes), dtype=kind) for degree in range(CARDS + 1)]

    def monomials(self, block: Numbers) -> list[Numbers]:
        """By degree: monomials × halves × shoes."""
        falling = self._falling[..., : len(block)]
        monomials = [room[..., : len(block)] for room in self._monomials]
        counts = block.T.reshape(2, HALF, -1).swapaxes(0, 1)
        falling[:, 1] = counts
        for copies in range(2, CARDS + 1):
            np.multiply(falling[:, copies - 1], counts - (copies - 1), out=falling[:, copies])
        monomials[0][:] = 1
        for step in steps():
            front = monomials[step.lower][: step.end - step.first]
            np.multiply(front, falling[step.value, step.copies], out=monomials[step.degree][step.first : step.end])
        return monomials
