"""The counts of the outcomes as polynomials in the ten counts c0 … c9 of point values, in ordinary powers, as sympy's.

`exact.engine.polynomial` keeps a count as a sum of products of falling factorials c(c − 1)…(c − m + 1), one for each multiset of
six point values. Each falling factorial is a polynomial in c whose coefficients are the signed Stirling numbers of the
first kind; multiplied out, the 5,005 products become one polynomial of degree six, which can be differentiated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from exact.engine.outcomes import outcome_polynomial
from exact.engine.polynomial import CARDS, multisets
from exact.game.cards import Granularity
from exact.game.coup import Outcome
from exact.lazy import sympy
from exact.rules.tableau import Tableau


def count_symbols() -> tuple[sympy.Symbol, ...]:
    """The counts of the point values 0 to 9 as symbols, c0 to c9."""
    found: tuple[sympy.Symbol, ...] = sympy.symbols("c:10")
    return found


def outcome_polys(tableau: Tableau) -> dict[Outcome, sympy.Poly]:
    """The padded six-card deals of each outcome as a polynomial in `count_symbols` with integer coefficients."""
    return {outcome: in_powers(row) for outcome, row in outcome_polynomial(tableau).coefficients.items()}


def in_powers(coefficients: Sequence[int]) -> sympy.Poly:
    """The polynomial in `count_symbols` of 5,005 ``coefficients`` of products of falling factorials, as in `Polynomial`."""
    stirling = _stirling_numbers()
    found: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for multiset, coefficient in zip(multisets(), coefficients, strict=True):
        if not coefficient:
            continue
        terms = {(0,) * Granularity.VALUES: coefficient}
        for value in sorted(set(multiset)):
            factor = stirling[multiset.count(value)]
            terms = {
                (*powers[:value], power, *powers[value + 1 :]): term * number
                for powers, term in terms.items()
                for power, number in enumerate(factor)
                if number
            }
        for powers, term in terms.items():
            found[powers] += term
    return sympy.Poly.from_dict(
        {powers: term for powers, term in found.items() if term}, *count_symbols(), domain=sympy.ZZ
    )


def gradient(count: sympy.Poly) -> tuple[sympy.Poly, ...]:
    """The ten partial derivatives: how a count changes with each c, to first order."""
    return tuple(count.diff(symbol) for symbol in count_symbols())


def _stirling_numbers() -> list[list[int]]:
    """For m from 0 to 6 the coefficients of c(c − 1)…(c − m + 1), ascending from that of c**0."""
    rows = [[1]]
    for taken in range(CARDS):
        shorter = rows[-1]
        rows.append([up - taken * same for up, same in zip([0, *shorter], [*shorter, 0], strict=True)])
    return rows
