"""Ruin without a limit on the number of coups: with a finite target exactly, without one as a root to the digits asked.

With a target, the probability h(x) of ruin from the result x solves D·h(x) = Σ a_j·h(x + j), with h = 1 at and below the low limit
and 0 at and above the high one: linear equations over the integers in a band along the diagonal.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from exact.analysis.sessions.coup_law import CoupLaw
from exact.analysis.sessions.law import Bounds
from exact.analysis.sessions.stops import Limits
from exact.errors import ExactError

MAX_WORK = 15 * 10**12
"""The most work of the elimination, (states · bits of a count)² · states · largest loss · largest win: about 10 s."""
_RUIN, _COUPS = -1, -2
"""The columns of the right sides: the probability of ruin, and the expected number of coups."""


class Ruin(NamedTuple):
    """Play until one of two limits, however long it takes."""

    probability: Fraction
    """That the low limit is reached first."""
    coups: Fraction
    """The expected number of coups."""


def ruin_before(coup: CoupLaw, limits: Limits) -> Ruin:
    """Exactly, from the result 0, which is between the limits; raises `ExactError` for more than `MAX_WORK`."""
    low, high = limits
    assert low is not None
    assert high is not None
    if coup.lowest >= 0 or coup.highest <= 0:
        raise ExactError("target", high * coup.unit, "has no race with ruin: the stakes can only win, or only lose")
    states, start = high - low - 1, -low - 1
    if states**3 * coup.deals.bit_length() ** 2 * -coup.lowest * coup.highest > MAX_WORK:
        bound = f"is {states} units of {coup.unit} from ruin, too many to solve exactly: take a nearer one or simpler stakes"
        raise ExactError("target", f"a net win of {high * coup.unit}", bound)
    rows = []
    for place in range(states):
        row = {place: coup.deals, _RUIN: 0, _COUPS: coup.deals}
        for won, count in coup.counts.items():
            if place + won < 0:
                row[_RUIN] += count
            elif place + won < states:
                row[place + won] = row.get(place + won, 0) - count
        rows.append(row)
    return Ruin(*_solved(rows, start, -coup.lowest))


def _solved(rows: list[dict[int, int]], start: int, reach: int) -> list[Fraction]:
    """The unknown ``start`` of a system of equations over the integers, for both right sides.

    Equation i has its coefficients by column, and has the unknown j only if i − j is at most ``reach``. Bareiss's elimination
    keeps every entry an integer, a minor of the matrix; a row takes part from the step on at which its first unknown goes. No
    row need change its place, because every leading minor of the matrix of a chain that ends is positive.
    """
    before = 1
    for step, top in enumerate(rows):
        pivot = top[step]
        for below in range(step + 1, min(step + 1 + reach, len(rows))):
            row = rows[below]
            if below == step + reach and step:  # it takes part from here on
                row = {column: entry * before for column, entry in row.items()}
            factor = row.pop(step, 0)
            columns = row.keys() | top.keys()
            rows[below] = {
                column: (pivot * row.get(column, 0) - factor * top.get(column, 0)) // before
                for column in columns
                if column != step
            }
        before = pivot
    return [_value(rows, start, side) for side in (_RUIN, _COUPS)]


def _value(rows: list[dict[int, int]], start: int, side: int) -> Fraction:
    """The unknown ``start`` from the eliminated rows; by Cramer's rule every unknown is an integer over the determinant."""
    determinant = rows[-1][len(rows) - 1]
    values: dict[int, int] = {}
    for place in range(len(rows) - 1, start - 1, -1):
        row = rows[place]
        known = sum(entry * values[column] for column, entry in row.items() if column > place)
        values[place] = (row[side] * determinant - known) // row[place]
    return Fraction(values[start], determinant)


def ruin_ever(coup: CoupLaw, limit: int, digits: int) -> Bounds:
    """The probability that play without a target ever reaches the result ``limit`` in units, which is negative.

    It is 1 unless the expectation is positive. Then E[z**X] = 1, for the result X of a coup, has one root z strictly between
    0 and 1, and z**(result) is a martingale: the probability is between z**(−limit + d − 1) and z**(−limit), where d is the
    largest loss, and equal to them if d is one unit. The root is isolated between decimals by the sign of a polynomial.
    """
    if coup.mean <= 0 and coup.highest:
        return Fraction(1), Fraction(1)
    if coup.lowest >= 0:
        return Fraction(0), Fraction(0)
    exponents = -limit, -limit - coup.lowest - 1
    places = digits + len(str(exponents[1])) + 3
    below = isolated_root(coup, places)
    above = below + Fraction(1, 10**places)
    return below ** exponents[1], above ** exponents[0]


def isolated_root(coup: CoupLaw, places: int) -> Fraction:
    """The root of E[z**X] = 1 strictly between 0 and 1, rounded down to ``places`` decimals; for a positive expectation.

    In between, E[z**X] − 1 is positive below the root and negative above it, because it is convex in log z.
    """
    scale, low, high = 10**places, 0, 10**places
    while high - low > 1:
        middle = (low + high) // 2
        value = sum(
            count * middle ** (won - coup.lowest) * scale ** (coup.highest - won) for won, count in coup.counts.items()
        )
        one = coup.deals * middle**-coup.lowest * scale**coup.highest
        low, high = (middle, high) if value > one else (low, middle)
    return Fraction(low, scale)
