"""Forms: the counts of categories of coups as polynomials of degree six in ten counts, for any number of shoes at once.

A form is a row of non-negative integer coefficients over `exact.engine.polynomial.multisets`, each at most the orders of its
multiset, so its value is at most N(N−1)…(N−5). It is computed as doubles while that is below 2**53 (full shoes of up to
8 decks), as 64-bit integers below 2**63 (27 decks), else as Python's; checked for each shoe. No partial sum is larger:
whatever stands beside one monomial of degree d ≤ 3 adds up to at most 6!/(6 − d)! · N(N−1)… in 6 − d factors, which is
below the count of all deals, or below 2**53 where a shoe is too small for that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from exact.arithmetic import ordered_deals
from exact.arrays import Integers, Numbers
from exact.engine.many_shoes.layout import levels
from exact.engine.many_shoes.numpy_kernel import NumpyKernel
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.lazy import np

if TYPE_CHECKING:
    from exact.engine.many_shoes.numba_kernel import NumbaKernel

AUTO, NUMPY, NUMBA = KERNELS = ("auto", "numpy", "numba")
"""By default numba where it is installed and there are `WORTH_COMPILING` shoes, which its start costs; else numpy."""
WORTH_COMPILING = 100_000
_DOUBLE, _INT64 = 2**53, 2**63
_MOST = 2000
"""Cards beyond every bound."""


class Forms:
    """Some forms, ready for any number of shoes: R rows of coefficients over the 5,005 multisets."""

    def __init__(self, rows: Integers) -> None:
        self._levels = levels(rows)

    def sums(self, shoes: Integers, kernel: str = NUMPY) -> Numbers:
        """The value of each form for each of S shoes of checked counts: S × 10 to R × S.

        The answer is of 64-bit integers, or of Python's where N(N−1)…(N−5) reaches 2**63; it does not depend on the
        ``kernel``, of which `chosen_kernel` says more.
        """
        chosen = chosen_kernel(kernel, len(shoes))
        return by_kind(shoes, lambda some, kind: self._sums_of_kind(some, kind, chosen))

    def _sums_of_kind(self, shoes: Integers, kind: np.dtype[Any], kernel: str) -> Numbers:
        if kernel == NUMBA and not kind.hasobject:
            return self._numba.sums(shoes, kind).astype(np.int64, copy=False)
        found = self._numpy.sums(shoes, kind)
        return found.astype(np.int64) if kind == np.float64 else found

    @cached_property
    def _numpy(self) -> NumpyKernel:
        return NumpyKernel(self._levels)

    @cached_property
    def _numba(self) -> NumbaKernel:
        from exact.engine.many_shoes.numba_kernel import NumbaKernel

        return NumbaKernel(self._levels)


def chosen_kernel(kernel: str, shoes: int) -> str:
    """`NUMPY` or `NUMBA`: the one asked for, or where it is `AUTO` the quicker one that is installed.

    Raises `ExactError` for an unknown kernel, and for numba where it is asked for by name and is not installed.
    """
    if kernel not in KERNELS:
        raise ExactError("kernel", kernel, f"is not a kernel: {near_misses(kernel, KERNELS)}")
    if kernel == NUMPY or (kernel == AUTO and shoes < WORTH_COMPILING):
        return NUMPY
    if find_spec("numba") is not None:
        return NUMBA
    if kernel == NUMBA:
        raise ExactError("kernel", NUMBA, "is not installed: pip install 'exact-baccarat[fast]'")
    return NUMPY


def by_kind(shoes: Integers, sums: Callable[[Integers, np.dtype[Any]], Numbers]) -> Numbers:
    """What ``sums`` answers, forms × shoes, asked apart for the shoes of each number type: one large shoe slows no other."""
    cards = shoes.sum(axis=1)
    bounds = [last for last in _last_of_kinds() if last < cards.max(initial=0)]
    if not bounds:
        return sums(shoes, number_kind(0))
    group = np.searchsorted(bounds, cards)
    groups = [np.flatnonzero(group == number) for number in range(len(bounds) + 1)]
    parts = [(rows, sums(shoes[rows], number_kind(int(cards[rows].max())))) for rows in groups if len(rows)]
    if len(parts) == 1:
        return parts[0][1]
    found = np.empty((len(parts[0][1]), len(shoes)), dtype=np.result_type(*(part for _, part in parts)))
    for rows, part in parts:
        found[:, rows] = part
    return found


@cache
def _last_of_kinds() -> tuple[int, ...]:
    """The most cards of a shoe that doubles, and that 64 bits, count exactly."""
    return tuple(bisect_left(range(_MOST), bound, key=ordered_deals) - 1 for bound in (_DOUBLE, _INT64))


def number_kind(largest: int) -> np.dtype[Any]:
    """The number type in which the counts of a shoe of so many cards are exact."""
    deals = ordered_deals(largest)
    if deals < _DOUBLE:
        return np.dtype(np.float64)
    return np.dtype(np.int64) if deals < _INT64 else np.dtype(object)
