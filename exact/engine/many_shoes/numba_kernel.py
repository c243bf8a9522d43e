"""Forms of many shoes compiled by numba (extra ``fast``), a thread for each core and no threads of numba's own.

A block of shoes lies side by side, so that one instruction serves several. Rows of the matrices are taken three at once
with seven of their columns, those that are zero in all three left out: 21 coefficients stay in registers, and each
monomial that is loaded is used three times. All sums are of integers that the type of number holds exactly, so their order
and fused multiplications change nothing.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from exact.arrays import Integers
from exact.engine.many_shoes.layout import Level, ordered
from exact.engine.polynomial import CARDS, HALF

Numbers = npt.NDArray[Any]
ROWS, COLUMNS = 3, 7
_LANES = 128
"""Shoes side by side."""
_PIECE = 8192
"""Shoes that a thread takes at once."""


class _Growth(NamedTuple):
    """For each monomial of a half the place of one that is a card smaller, the value it lacks, copies of it before."""

    parent: Integers
    value: Integers
    copies: Integers


class NumbaKernel:
    """Some forms, ready for any number of shoes."""

    def __init__(self, levels: list[Level]) -> None:
        self._forms = len(levels[0].matrix)
        self._growth = _growth()
        self._plan = _plan(levels)

    def sums(self, shoes: Numbers, kind: np.dtype[Any]) -> Numbers:
        """The value of each form for each of S shoes, computed in ``kind``: S × 10 counts to forms × S."""
        columns = np.ascontiguousarray(shoes.T)
        found = np.empty((self._forms, len(shoes)), dtype=kind)
        heads, places, coefficients = self._plan
        typed = coefficients.astype(kind)

        def piece(start: int) -> None:
            end = min(start + _PIECE, len(shoes))
            _evaluate(columns, start, end, heads, places, typed, *self._growth, found)

        with ThreadPoolExecutor(os.cpu_count()) as threads:
            for _ in threads.map(piece, range(0, len(shoes), _PIECE)):
                pass
        return found


def _growth() -> _Growth:
    offsets = _offsets()
    rows = [(0, 0, 0)]
    for degree in range(1, CARDS + 1):
        place = {multiset: offsets[degree - 1] + index for index, multiset in enumerate(ordered(degree - 1))}
        rows += [(place[m[:-1]], m[-1], m.count(m[-1]) - 1) for m in ordered(degree)]
    return _Growth(*np.array(rows).T.copy())


def _offsets() -> list[int]:
    """Where each degree begins among the monomials of a half; last, how many there are."""
    return np.cumsum([0, *(len(ordered(degree)) for degree in range(CARDS + 1))]).tolist()  # type: ignore[no-any-return]


def _plan(levels: list[Level]) -> tuple[Integers, Integers, Integers]:
    """Groups of three rows: where their columns begin and end, then form and monomial of each; columns; coefficients."""
    offsets = _offsets()
    width = offsets[-1]
    heads: list[list[int]] = []
    places: list[int] = []
    coefficients: list[Integers] = []
    for near, far, small, matrix in levels:
        rows = [(form, row) for form, row in np.ndindex(matrix.shape[:2]) if matrix[form, row].any()]
        for start in range(0, len(rows), ROWS):
            group = rows[start : start + ROWS]
            block = np.zeros((ROWS, matrix.shape[2]), dtype=np.int64)
            block[: len(group)] = [matrix[row] for row in group]
            used = np.flatnonzero(block.any(axis=0))
            spare = -len(used) % COLUMNS
            filled = np.pad(block[:, used], ((0, 0), (0, spare)))
            coefficients.append(filled.reshape(ROWS, -1, COLUMNS).swapaxes(0, 1).ravel())
            group += [group[0]] * (ROWS - len(group))
            named = [part for form, row in group for part in (form, width * near + offsets[small] + row)]
            heads.append([len(places), len(places) + len(used) + spare, *named])
            places += [*(width * far + offsets[CARDS - small] + used).tolist(), *[0] * spare]
    flat = np.concatenate(coefficients) if coefficients else np.empty(0, dtype=np.int64)
    return np.array(heads, dtype=np.int64).reshape(-1, 2 + 2 * ROWS), np.array(places, dtype=np.int64), flat


def _compiled(function: Any) -> Any:
    """``function`` compiled when it is first called, and kept on disk where numba finds a place for it."""
    options: dict[str, Any] = {"nogil": True, "fastmath": {"contract", "reassoc"}}
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # no folder that can be written to
        return njit(**options)(function)


@_compiled
def _grow(block: Numbers, parent: Integers, value: Integers, copies: Integers, monomials: Numbers) -> None:
    lanes, width = monomials.shape[1], len(parent)
    for half in range(2):
        for lane in range(lanes):
            monomials[half * width, lane] = 1
        for index in range(1, width):
            made, smaller = half * width + index, half * width + parent[index]
            row, taken = half * HALF + value[index], copies[index]
            for lane in range(lanes):
                monomials[made, lane] = monomials[smaller, lane] * (block[row, lane] - taken)


@_compiled
def _sum_up(heads: Integers, places: Integers, c: Numbers, monomials: Numbers, inner: Numbers, total: Numbers) -> None:
    lanes = monomials.shape[1]
    total[:] = 0
    for group in range(len(heads)):
        inner[:] = 0
        for at in range(heads[group, 0], heads[group, 1], 7):
            p0, p1, p2, p3 = places[at], places[at + 1], places[at + 2], places[at + 3]
            p4, p5, p6 = places[at + 4], places[at + 5], places[at + 6]
            k = 3 * at
            a0, a1, a2, a3, a4, a5, a6 = c[k], c[k + 1], c[k + 2], c[k + 3], c[k + 4], c[k + 5], c[k + 6]
            k += 7
            b0, b1, b2, b3, b4, b5, b6 = c[k], c[k + 1], c[k + 2], c[k + 3], c[k + 4], c[k + 5], c[k + 6]
            k += 7
            d0, d1, d2, d3, d4, d5, d6 = c[k], c[k + 1], c[k + 2], c[k + 3], c[k + 4], c[k + 5], c[k + 6]
            for n in range(lanes):
                x0, x1, x2, x3 = monomials[p0, n], monomials[p1, n], monomials[p2, n], monomials[p3, n]
                x4, x5, x6 = monomials[p4, n], monomials[p5, n], monomials[p6, n]
                inner[0, n] += a0 * x0 + a1 * x1 + a2 * x2 + a3 * x3 + a4 * x4 + a5 * x5 + a6 * x6
                inner[1, n] += b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3 + b4 * x4 + b5 * x5 + b6 * x6
                inner[2, n] += d0 * x0 + d1 * x1 + d2 * x2 + d3 * x3 + d4 * x4 + d5 * x5 + d6 * x6
        for row in range(3):
            form, near = heads[group, 2 + 2 * row], heads[group, 3 + 2 * row]
            for n in range(lanes):
                total[form, n] += inner[row, n] * monomials[near, n]


@_compiled
def _evaluate(
    columns: Numbers,
    start: int,
    end: int,
    heads: Integers,
    places: Integers,
    coefficients: Numbers,
    parent: Integers,
    value: Integers,
    copies: Integers,
    found: Numbers,
) -> None:
    monomials = np.empty((2 * len(parent), _LANES), dtype=found.dtype)
    block = np.zeros((2 * HALF, _LANES), dtype=found.dtype)
    inner = np.empty((ROWS, _LANES), dtype=found.dtype)
    total = np.empty((len(found), _LANES), dtype=found.dtype)
    for first in range(start, end, _LANES):
        last = min(end, first + _LANES)
        for row in range(2 * HALF):
            for shoe in range(first, last):
                block[row, shoe - first] = columns[row, shoe]
        _grow(block, parent, value, copies, monomials)
        _sum_up(heads, places, coefficients, monomials, inner, total)
        for form in range(len(found)):
            for shoe in range(first, last):
                found[form, shoe] = total[form, shoe - first]
