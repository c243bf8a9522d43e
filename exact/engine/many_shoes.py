"""Count on many shoes at once: coefficients over the multisets of point values, times the ways to draw them.

Every coefficient is from 0 to the orders of its multiset, so a count is at most N(N−1)…(N−5). Each shoe's is computed
in doubles while that is below 2**53 (full shoes of up to 8 decks), in 64-bit integers below 2**63 (27 decks), else in
Python's. No partial sum is larger: whatever stands beside one multiset of d ≤ 3 cards adds up to at most 6!/(6 − d)! ·
N(N−1)… in 6 − d factors, which is below the count of all deals, or below 2**53 where a shoe is too small for it. The
sums of coups that use c < 6 cards are smaller; with the factor (N − c)…(N − 5), the ways to fill the unused positions,
they are part of the count.

With numpy alone, each `Block` is one product of matrices, the many cards inside, and leaves at most 35 lines for each
category. The matrices are so small that a BLAS multiplies them without threads of its own: where the machine is busy,
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

from bisect import bisect_left
from collections.abc import Callable
from functools import cache, cached_property, lru_cache, partial
from importlib.util import find_spec
from itertools import product
from math import comb, prod
from typing import Any

from exact.arithmetic import ordered_deals
from exact.engine.compiled_bet import CompiledBet
from exact.engine.multisets import INT64, LOW_VALUES, SPLITS, Coefficients, blocks_of, unfilled
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.inputs import one_of
from exact.lazy import Integers, Numbers, np

AUTO, NUMPY, NUMBA = KERNELS = ("auto", "numpy", "numba")
"""By default numba if it is installed and `WORTH_COMPILING` shoes make up for its start, else numpy."""
WORTH_COMPILING = 100_000
_MOST = 2000  # cards; beyond every bound
_TOGETHER = 256  # shoes: enough that the calls cost little, few enough for the cache next to the processor
_SMALL = 1 << 18  # multiplications; up to so many, OpenBLAS uses one thread


class ManyShoes:
    """The categories of ``coefficients``, ready for counting on any number of shoes."""

    def __init__(self, coefficients: Coefficients, by_use: Integers | None = None) -> None:
        """``by_use`` may have the same over the multisets of the cards used, which is taken where it is shorter."""
        rows = unfilled(coefficients.matrix)
        if by_use is not None:
            shorter = np.count_nonzero(by_use, axis=1) < np.count_nonzero(rows, axis=1)
            rows[shorter] = by_use[shorter]
        self._blocks = blocks_of(rows)
        self._categories = len(rows)
        self._matrices = lru_cache(maxsize=3)(self._typed)

    def counts(self, shoes: Integers, kernel: str = NUMPY) -> Numbers:
        """From S × 10 checked counts of point values, categories × S counts: Python's integers from 2**63 deals on."""
        chosen = chosen_kernel(kernel, len(shoes))
        return by_number_type(shoes, lambda some, kind: self._counts(some, kind, chosen))

    def _counts(self, shoes: Integers, kind: np.dtype[Any], kernel: str) -> Numbers:
        by_kernel = self._numba if kernel == NUMBA and not kind.hasobject else self._by_numpy
        counts = by_kernel(shoes, kind)
        return counts.astype(np.int64) if kind == np.float64 else counts

    @cached_property
    def _numba(self) -> Callable[[Integers, np.dtype[Any]], Numbers]:
        from exact.engine import numba_kernel

        return partial(numba_kernel.count, numba_kernel.plan_of(self._blocks), self._categories)

    def _by_numpy(self, shoes: Integers, kind: np.dtype[Any]) -> Numbers:
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

    def _typed(self, kind: np.dtype[Any]) -> list[Numbers]:
        """By block the coefficients in a number type: categories and multisets of the few × multisets of the many."""
        return [block.matrix.reshape(-1, block.matrix.shape[2]).astype(kind) for block in self._blocks]


def count_by_sets(bet: CompiledBet, shoes: Integers, granularity: Granularity) -> Numbers:
    """The count of each category of a bet of any granularity from each of S shoes of checked counts: categories × S."""

    def counts(some: Integers, kind: np.dtype[Any]) -> Numbers:
        whole = np.dtype(object) if kind.hasobject else np.dtype(np.int64)
        categories, sums = bet.sums((bet.products.membership(granularity) @ some.T).astype(whole))
        found = np.zeros((bet.categories, len(some)), dtype=whole)
        found[categories] = sums
        return found

    return by_number_type(shoes, counts)


def chosen_kernel(kernel: str, shoes: int) -> str:
    """The given kernel, for `AUTO` the faster one that is installed; raises `ExactError` for one that is not there."""
    one_of(kernel, KERNELS, "kernel", "is not a kernel")
    if kernel == NUMPY or (kernel == AUTO and shoes < WORTH_COMPILING):
        return NUMPY
    if find_spec("numba") is not None:
        return NUMBA
    if kernel == NUMBA:
        raise ExactError("kernel", NUMBA, "is not installed: pip install 'exact-baccarat[fast]'")
    return NUMPY


def by_number_type(shoes: Integers, counts: Callable[[Integers, np.dtype[Any]], Numbers]) -> Numbers:
    """The results of ``counts``, categories × shoes, called for each number type: a large shoe slows no others."""
    needed = np.searchsorted(_last_of_types(), shoes.sum(axis=1))
    groups = [(np.dtype(_TYPES[number]), np.flatnonzero(needed == number)) for number in np.unique(needed)]
    if len(groups) < 2:
        return counts(shoes, groups[0][0] if groups else np.dtype(_TYPES[0]))
    parts = [(rows, counts(shoes[rows], kind)) for kind, rows in groups]
    whole = np.empty((len(parts[0][1]), len(shoes)), dtype=np.result_type(*(part for _, part in parts)))
    for rows, part in parts:
        whole[:, rows] = part
    return whole


_TYPES = ("float64", "int64", "object")


@cache
def _last_of_types() -> tuple[int, ...]:
    """The most cards of a shoe for which doubles are exact, and for which 64-bit integers are."""
    return tuple(bisect_left(range(_MOST), bound, key=ordered_deals) - 1 for bound in (2**53, INT64))


def number_type(largest: int) -> np.dtype[Any]:
    """The number type in which the counts of a shoe of ``largest`` cards are exact."""
    return np.dtype(_TYPES[bisect_left(_last_of_types(), largest)])


def _product(matrix: Numbers, columns: Numbers) -> Numbers:
    result = np.empty((len(matrix), columns.shape[1]), dtype=matrix.dtype)
    together = max(1, _SMALL // matrix.size)
    for start in range(0, columns.shape[1], together):
        some = slice(start, start + together)
        np.matmul(matrix, columns[:, some], out=result[:, some])
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
    """Ranges of multisets of so many cards, those of the ones of lower values they are made from, value and copies."""
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
    start = first = 0
    for few_side, few in SPLITS:
        shape = len(ways[few]), len(ways[CARDS - few])
        split = coefficients.matrix[:, first : first + prod(shape)].reshape(-1, *shape).astype(cards.dtype)
        for vector, matrix in zip(products, split, strict=True):
            part = vector[start : start + len(matrix)]
            part[:] = ways[few] if side == few_side else matrix @ ways[CARDS - few]
        start, first = start + len(ways[few]), first + prod(shape)
    return list(products)
