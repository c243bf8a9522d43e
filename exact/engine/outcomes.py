"""Exact counts of punto, banco and tie for any shoe under any tableau."""

from __future__ import annotations

import os
import sys
from functools import lru_cache

from exact.engine.polynomial import MULTISETS, Polynomial
from exact.game.coup import Outcome, outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau

COEFFICIENTS_FILE = os.path.join(os.path.dirname(__file__), "outcomes.bin")
INFINITE_SHOE = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""The proportions of the point values in whole decks, for a shoe so large that removing a card changes nothing."""


def count_outcomes(shoe: Shoe, tableau: Tableau) -> dict[Outcome, int]:
    """The padded ordered six-card deals of each outcome; they add up to N(N−1)…(N−5)."""
    return outcome_polynomial(tableau).counts(shoe.values)


def count_outcomes_infinite(tableau: Tableau) -> tuple[dict[Outcome, int], int]:
    """The same for the infinite shoe, and the 13**6 sequences of six ranks out of which they are counted."""
    return outcome_polynomial(tableau).counts_with_replacement(INFINITE_SHOE), sum(INFINITE_SHOE) ** 6


@lru_cache(maxsize=64)
def outcome_polynomial(tableau: Tableau) -> Polynomial:
    """The polynomial of the three outcomes; read from the package for the standard tableau, compiled for others."""
    with open(COEFFICIENTS_FILE, "rb") as file:
        if file.readline() == _head(tableau) and sys.byteorder == "little":
            coefficients = memoryview(file.read()).cast("H").tolist()
            rows = (coefficients[start : start + MULTISETS] for start in range(0, 3 * MULTISETS, MULTISETS))
            return Polynomial(dict(zip(Outcome, rows, strict=True)))
    return _compiled(tableau)


def coefficients_file(tableau: Tableau) -> bytes:
    """The contents of `COEFFICIENTS_FILE` for a tableau: its letters, then 3 × 5,005 little-endian 16-bit integers."""
    rows = _compiled(tableau).coefficients
    integers = (coefficient for side in Outcome for coefficient in rows[side])
    return _head(tableau) + b"".join(integer.to_bytes(2, "little") for integer in integers)


def _compiled(tableau: Tableau) -> Polynomial:
    from exact.engine.outcome_compiler import compile_polynomial

    return compile_polynomial(tableau, outcome)


def _head(tableau: Tableau) -> bytes:
    return " ".join((tableau.punto, *tableau.matrix)).encode("ascii") + b"\n"
