"""Many shoes at once: the count polynomial as matrix products over the two halves of the point values.

A multiset of six point values is a multiset of d values below 5 beside one of 6 − d values from 5 up. Its ways to be
drawn are the product of the two halves' ways, so for each d a category's counts are a product of matrices: of S shoes as
`exact.engine.many_shoes` has it, and of every lower half with every upper one (A × n_d) · (n_d × n_{6−d}) · (n_{6−d} × B). Integers
throughout, in the number type that `exact.engine.many_shoes` finds wide enough. No partial sum is larger than it allows: with
coefficients of at most 6!/Πm_v!, the sum over the lower halves of degree d is at most 6!/d! · N(N−1)…(N−d+1), which is
below the count of all deals, or below 2**53 where a shoe is too small for that.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from exact.arrays import Integers, Numbers
from exact.engine.many_shoes import Forms, number_kind
from exact.engine.polynomial import CARDS, GROWTH, HALF, Polynomial, half_multisets, multisets
from exact.errors import ExactError
from exact.game.shoe import MIN_CARDS
from exact.lazy import np


class BatchPolynomial:
    """A `Polynomial` for many shoes; ``categories`` are its categories in the order of the columns of its answers."""

    def __init__(self, polynomial: Polynomial) -> None:
        self.categories = tuple(polynomial.coefficients)
        self._polynomial = polynomial
        self._forms = Forms(np.array(list(polynomial.coefficients.values())))

    def counts(self, shoes: Integers) -> Numbers:
        """The padded deals of each category from each of S shoes: S × 10 counts of point values to S × categories.

        The answer is of 64-bit integers, or of Python's where N(N−1)…(N−5) reaches 2**63. Raises `ExactError` for
        an array of another shape, for a negative count and for a shoe of fewer than six cards.
        """
        _check(shoes)
        return self._forms.sums(shoes).T

    @cached_property
    def _coefficients(self) -> list[Integers]:
        return by_degree(self._polynomial)

    def grid(self, low: Integers, high: Integers) -> Numbers:
        """The counts of every shoe that joins a row of ``low`` (A × 5) with one of ``high`` (B × 5): categories × A × B.

        Types and bounds as in `counts`; the caller vouches that no count is negative.
        """
        largest = int(low.sum(axis=1).max(initial=0) + high.sum(axis=1).max(initial=0))
        kind = number_kind(largest)
        lows, highs = half_ways(low.astype(kind)), half_ways(high.astype(kind))
        found = np.zeros((len(self.categories), len(low), len(high)), dtype=kind)
        for degree, below in enumerate(lows):
            above = highs[CARDS - degree]
            for counts, matrix in zip(found, self._coefficients[degree].astype(kind), strict=True):
                counts += (below.T @ matrix) @ above
        return _integers(found)


def half_ways(counts: Numbers) -> list[Numbers]:
    """For each degree 0–6, the ways to draw each of `half_multisets` from S × 5 counts, in order: n_d × S."""
    left = [np.ascontiguousarray(counts.T) - taken for taken in range(CARDS)]
    by_degree = [np.ones((1, len(counts)), dtype=counts.dtype)]
    for parents in GROWTH[1:]:
        shorter = by_degree[-1]
        ways = np.empty((len(parents), len(counts)), dtype=counts.dtype)
        for way, (parent, value, copies) in zip(ways, parents, strict=True):
            np.multiply(shorter[parent], left[copies][value], out=way)
        by_degree.append(ways)
    return by_degree


def _integers(counts: Numbers) -> Numbers:
    return counts.astype(np.int64) if counts.dtype == np.float64 else counts


def _check(shoes: Integers) -> None:
    if shoes.ndim != 2 or shoes.shape[1] != 2 * HALF or not np.issubdtype(shoes.dtype, np.integer):
        raise ExactError("shoes", f"{shoes.dtype} {shoes.shape}", "must be integers, ten counts of point values a row")
    if shoes.size and int(shoes.min()) < 0:
        raise ExactError("shoes", int(shoes.min()), "is a count, and must be at least 0")
    if shoes.size and int(shoes.sum(axis=1).min()) < MIN_CARDS:
        raise ExactError(
            "shoes", int(shoes.sum(axis=1).min()), f"cards are left, and a coup needs at least {MIN_CARDS}"
        )


def by_degree(polynomial: Polynomial) -> list[Integers]:
    """For each degree of the lower half the coefficients: categories × lower halves × upper halves."""
    place = [{multiset: index for index, multiset in enumerate(half_multisets(degree))} for degree in range(CARDS + 1)]
    rows = cast("list[list[int]]", list(polynomial.coefficients.values()))
    matrices = [np.zeros((len(rows), len(low), len(place[CARDS - d])), dtype=np.int64) for d, low in enumerate(place)]
    every = np.array(rows)
    for index, multiset in enumerate(multisets()):
        degree = sum(value < HALF for value in multiset)
        low, high = multiset[:degree], tuple(value - HALF for value in multiset[degree:])
        matrices[degree][:, place[degree][low], place[CARDS - degree][high]] = every[:, index]
    return matrices
