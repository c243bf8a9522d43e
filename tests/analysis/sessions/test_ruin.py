"""The root that decides ruin without a target, where it is a known fraction."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.sessions.coup_law import law_of_results
from exact.analysis.sessions.ruin import isolated_root, ruin_ever


@pytest.mark.parametrize(("wins", "losses"), [(2, 1), (3, 1), (3, 2), (7, 5), (100, 99), (10**6, 1)])
def test_the_root_for_single_units_is_losses_by_wins_rounded_down(wins: int, losses: int) -> None:
    """With w deals up and l down, w·z² − (w + l)·z + l = (z − 1)(w·z − l)."""
    coup = law_of_results({Fraction(1): wins, Fraction(-1): losses, Fraction(0): 3})
    for places in range(1, 15):
        assert isolated_root(coup, places) == Fraction(10**places * losses // wins, 10**places)
    below, above = ruin_ever(coup, -4, 9)
    assert below <= Fraction(losses, wins) ** 4 < above < below + Fraction(1, 10**9)
