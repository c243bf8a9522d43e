"""How many results a session is refused with, if its coups only win or only lose."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.sessions.coup_law import law_of_results
from exact.analysis.sessions.stops import Limits, stopped_session
from exact.errors import ExactError


@pytest.mark.parametrize("other", [0, 1])
@pytest.mark.parametrize("side", [1, -1])
def test_results_that_cannot_be_reached_are_not_counted(side: int, other: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten coups of a unit, or of two: the eleven or twenty-one results from 0 on, and one end beyond them."""
    monkeypatch.setattr("exact.analysis.sessions.stops.MAX_WORK", 0)
    coup = law_of_results({Fraction(side * (1 + other)): 1, Fraction(side * other): 1})
    with pytest.raises(
        ExactError, match=f"^coups: 10 needs {22 if other else 12} results at each of 10 coups: too many"
    ):
        stopped_session(coup, 10, Limits(None, None), 12)
