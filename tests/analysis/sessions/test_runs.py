"""Runs at the number of coups from which on they are rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.sessions.law import EXACT_COUPS
from exact.analysis.sessions.runs import Trial, at_least_one, longest_run


def test_runs_are_exact_up_to_as_many_coups_as_laws_are() -> None:
    """A run of all coups has one way; one coup more leaves room for it to begin at either of two."""
    third = Trial(1, 3)
    assert at_least_one(third, EXACT_COUPS, EXACT_COUPS, 12) == (Fraction(1, 3**EXACT_COUPS),) * 2
    longest = EXACT_COUPS + 1
    below, above = at_least_one(third, 1, longest, 12)
    assert below < 1 - Fraction(2, 3) ** longest < above < below + Fraction(1, 10**12)


def test_a_run_that_only_the_upper_bound_makes_likely_enough_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of three have a chance of (58/125)**3 = 0.0999, rounded up above a tenth; two of three have more."""
    monkeypatch.setattr("exact.analysis.sessions.runs.EXACT_COUPS", 0)
    trial = Trial(58, 125)
    below, above = at_least_one(trial, 3, 3, 1)
    assert below < Fraction(58, 125) ** 3 < Fraction(1, 10) < above
    assert longest_run(trial, 3, 1, 10**6) == [at_least_one(trial, length, 3, 1) for length in (1, 2)]
