"""Count on many shoes at once: coefficients over the multisets of point values, times the ways to draw them.

Every coefficient is from 0 to the orders of its multiset, so a count is at most N(N−1)…(N−5). It is computed in doubles
while that is below 2**53 (full shoes of up to 8 decks), in 64-bit integers below 2**63 (27 decks), else in Python's;
decided for each shoe on its own, so that shoes of any sizes may stand in one array. No partial sum is larger: whatever
stands beside one multiset of d ≤ 3 cards adds up to at most 6!/(6 − d)! · N(N−1)… in 6 − d factors, which is below the
count of all deals, or below 2**53 where a shoe is too small for that. Coefficients of coups that use c < 6 cards have
smaller sums, whose product with (N − c)…(N − 5), the ways to fill the unused positions, is part of the count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from exact.arithmetic import ordered_deals
from exact.engine.compiled_bet import CompiledBet
from exact.engine.many_shoes.numpy_kernel import NumpyKernel, blocks_of
from exact.engine.multisets import INT64, Coefficients, unfilled
from exact.errors import ExactError
from exact.game import Granularity
from exact.inputs import one_of
from exact.lazy import Integers, Numbers, np

if TYPE_CHECKING:
    from exact.engine.many_shoes.numba_kernel import NumbaKernel

AUTO, NUMPY, NUMBA = KERNELS = ("auto", "numpy", "numba")
"""By default numba if it is installed and `WORTH_COMPILING` shoes make up for its start, else numpy."""
WORTH_COMPILING = 100_000
DOUBLE = 2**53
_MOST = 2000  # cards; beyond every bound


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

    def counts(self, shoes: Integers, kernel: str = NUMPY) -> Numbers:
        """The count of each category from each of S shoes: S × 10 checked counts of point values to categories × S.

        They are 64-bit integers, or Python's if N(N−1)…(N−5) reaches 2**63.
        """
        chosen = chosen_kernel(kernel, len(shoes))
        return by_number_type(shoes, lambda some, kind: self._counts(some, kind, chosen))

    def _counts(self, shoes: Integers, kind: np.dtype[Any], kernel: str) -> Numbers:
        chosen: NumbaKernel | NumpyKernel = self._numba if kernel == NUMBA and not kind.hasobject else self._numpy
        counts = chosen.counts(shoes, kind)
        return counts.astype(np.int64) if kind == np.float64 else counts

    @cached_property
    def _numpy(self) -> NumpyKernel:
        return NumpyKernel(self._categories, self._blocks)

    @cached_property
    def _numba(self) -> NumbaKernel:
        from exact.engine.many_shoes.numba_kernel import NumbaKernel

        return NumbaKernel(self._categories, self._blocks)


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
    """`NUMPY` or `NUMBA`: the given kernel, or for `AUTO` the faster one that is installed.

    Raises `ExactError` for an unknown kernel, and for numba if it is requested but not installed.
    """
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
    return tuple(bisect_left(range(_MOST), bound, key=ordered_deals) - 1 for bound in (DOUBLE, INT64))


def number_type(largest: int) -> np.dtype[Any]:
    """The number type in which the counts of a shoe of ``largest`` cards are exact."""
    return np.dtype(_TYPES[bisect_left(_last_of_types(), largest)])
