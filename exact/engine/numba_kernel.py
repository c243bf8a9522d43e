"""Many shoes, compiled by numba (extra ``fast``), with a thread for each core and no threads of numba's own.

A block of shoes lies side by side, so that one instruction serves several. Rows of the matrices (a category and a
multiset of the few cards) are taken three at once with four of their columns (multisets of the many), those that are
zero in all three left out: 12 coefficients stay in registers, and each number that is loaded is used three times. All
sums are of integers that the type of number holds exactly, so their order and fused multiplications change nothing.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import accumulate
from typing import Any

import numpy as np
from numba import njit

from exact.engine.multisets import LOW_VALUES, Block, growth, of_five_values
from exact.game import CARDS
from exact.lazy import Integers, Numbers

ROWS, COLUMNS = 3, 4
_LANES = 128  # shoes side by side
_PIECE = 8192  # shoes that a thread takes at a time
_OFFSETS = [0, *accumulate(len(of_five_values(cards)) for cards in range(CARDS + 1))]
"""The first index, among the multisets of a side, of those with each number of cards; last, the number of all."""


Plan = tuple[Integers, Integers, Integers]
"""Groups of three lines: columns from and to, cards used, category and few cards of each; columns; coefficients."""


def count(plan: Plan, categories: int, shoes: Integers, kind: np.dtype[Any]) -> Numbers:
    """The count of each category on each of S shoes, computed in ``kind``: S × 10 counts to categories × S."""
    columns = np.ascontiguousarray(shoes.T)
    counts = np.empty((categories, len(shoes)), dtype=kind)
    heads, columns_used, coefficients = plan
    typed = coefficients.astype(kind)

    def piece(start: int) -> None:
        end = min(start + _PIECE, len(shoes))
        _count(columns, start, end, heads, columns_used, typed, _growth(), counts)

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for _ in threads.map(piece, range(0, len(shoes), _PIECE)):
            pass
    return counts


@cache
def _growth() -> Integers:
    """For each multiset of a side: the index of one with a card less, the missing value, and the copies of it there."""
    rows = [(0, 0, 0)]
    for cards in range(1, CARDS + 1):
        rows += [(_OFFSETS[cards - 1] + index, value, copies) for index, value, copies in growth()[cards]]
    return np.array(rows).T.copy()


def plan_of(parts: list[Block]) -> Plan:
    """The plan for these blocks."""
    width = _OFFSETS[-1]
    heads: list[list[int]] = []
    columns_used: list[int] = []
    blocks: list[Integers] = []
    for part in parts:
        side, few, matrix = part.side, part.few, part.matrix
        lines = [line for line in np.ndindex(matrix.shape[:2]) if matrix[line].any()]
        for start in range(0, len(lines), ROWS):
            group = lines[start : start + ROWS]
            block = np.zeros((ROWS, matrix.shape[2]), dtype=np.int64)
            block[: len(group)] = [matrix[line] for line in group]
            used = np.flatnonzero(block.any(axis=0))
            spare = -len(used) % COLUMNS
            filled = np.pad(block[:, used], ((0, 0), (0, spare)))
            blocks.append(filled.reshape(ROWS, -1, COLUMNS).swapaxes(0, 1).ravel())
            group += [group[0]] * (ROWS - len(group))
            named = [n for row, index in group for n in (part.categories[row], width * side + _OFFSETS[few] + index)]
            heads.append([len(columns_used), len(columns_used) + len(used) + spare, part.cards, *named])
            columns_used += [*(width * (1 - side) + _OFFSETS[part.cards - few] + used).tolist(), *[0] * spare]
    flat = np.concatenate(blocks) if blocks else np.empty(0, dtype=np.int64)
    return np.array(heads, dtype=np.int64).reshape(-1, 3 + 2 * ROWS), np.array(columns_used, dtype=np.int64), flat


def _compiled(function: Any) -> Any:
    """``function``, compiled at its first call, and cached on disk if numba finds a folder for it."""
    options: dict[str, Any] = {"nogil": True, "fastmath": {"contract", "reassoc"}}
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # no writable folder
        return njit(**options)(function)


@_compiled
def _grow(block: Numbers, steps: Integers, ways: Numbers) -> None:
    lanes, width = ways.shape[1], steps.shape[1]
    for side in range(2):
        for lane in range(lanes):
            ways[side * width, lane] = 1
        for index in range(1, width):
            made, before = side * width + index, side * width + steps[0, index]
            row, taken = 2 * steps[1, index] + side, steps[2, index]
            for lane in range(lanes):
                ways[made, lane] = ways[before, lane] * (block[row, lane] - taken)


@_compiled
def _sum_up(
    heads: Integers, columns_used: Integers, c: Numbers, ways: Numbers, fills: Numbers, inner: Numbers, total: Numbers
) -> None:
    lanes = ways.shape[1]
    total[:] = 0
    for group in range(len(heads)):
        inner[:] = 0
        unused = 6 - heads[group, 2]
        for at in range(heads[group, 0], heads[group, 1], 4):
            p0, p1, p2, p3 = columns_used[at], columns_used[at + 1], columns_used[at + 2], columns_used[at + 3]
            k = 3 * at
            a0, a1, a2, a3 = c[k], c[k + 1], c[k + 2], c[k + 3]
            b0, b1, b2, b3 = c[k + 4], c[k + 5], c[k + 6], c[k + 7]
            d0, d1, d2, d3 = c[k + 8], c[k + 9], c[k + 10], c[k + 11]
            for n in range(lanes):
                x0, x1, x2, x3 = ways[p0, n], ways[p1, n], ways[p2, n], ways[p3, n]
                inner[0, n] += a0 * x0 + a1 * x1 + a2 * x2 + a3 * x3
                inner[1, n] += b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3
                inner[2, n] += d0 * x0 + d1 * x1 + d2 * x2 + d3 * x3
        for row in range(3):
            category, few = heads[group, 3 + 2 * row], heads[group, 4 + 2 * row]
            if unused:
                for n in range(lanes):
                    inner[row, n] *= fills[unused, n]
            for n in range(lanes):
                total[category, n] += inner[row, n] * ways[few, n]


@_compiled
def _count(
    columns: Numbers, start: int, end: int, heads: Integers, used: Integers, c: Numbers, steps: Integers, out: Numbers
) -> None:
    ways = np.empty((2 * steps.shape[1], _LANES), dtype=out.dtype)
    block = np.zeros((2 * LOW_VALUES, _LANES), dtype=out.dtype)
    fills = np.ones((3, _LANES), dtype=out.dtype)
    inner = np.empty((ROWS, _LANES), dtype=out.dtype)
    total = np.empty((len(out), _LANES), dtype=out.dtype)
    for first in range(start, end, _LANES):
        last = min(end, first + _LANES)
        block[:, : last - first] = columns[:, first:last]
        _grow(block, steps, ways)
        held = block.sum(axis=0)
        fills[1] = held - 5
        fills[2] = (held - 4) * fills[1]
        _sum_up(heads, used, c, ways, fills, inner, total)
        out[:, first:last] = total[:, : last - first]
