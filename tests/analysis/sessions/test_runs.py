"""Runs at the number of coups from which on they are rounded."""

from __future__ import annotations

from fractions import Fraction

from exact.analysis.sessions.law import EXACT_COUPS
from exact.analysis.sessions.runs import Trial, at_least_one


def test_runs_are_exact_up_to_as_many_coups_as_laws_are() -> None:
    """A run of all coups has one way; one coup more leaves room for it to begin at either of two."""
    third = Trial(1, 3)
    assert at_least_one(third, EXACT_COUPS, EXACT_COUPS, 12) == (Fraction(1, 3**EXACT_COUPS),) * 2
    longest = EXACT_COUPS + 1
    below, above = at_least_one(third, 1, longest, 12)
    assert below < 1 - Fraction(2, 3) ** longest < above < below + Fraction(1, 10**12)
