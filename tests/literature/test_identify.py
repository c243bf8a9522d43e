from __future__ import annotations

import pytest

from exact.analysis.full_shoes import decks_text
from exact.game.coup import Outcome
from exact.literature.identify import Quantity, identify
from exact.literature.printed import Agreement, PrintedFigure


def named(figure: str) -> set[tuple[str, str, str]]:
    return {
        (match.quantity.name, match.rules[0], decks_text(match.decks))
        for match in identify(PrintedFigure.parse(figure))
        if match.agreement is Agreement.AGREES
    }


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        ("2292252566437888", ("count of banco", "standard", "8")),
        ("4998398275503360", ("ordered six-card deals", "standard", "8")),
        ("0.4462", ("probability of punto", "standard", "8–16")),
        ("1.3650%", ("house edge per resolved stake of punto", "standard", "8")),
        ("14.3596%", ("house edge of tie, 8 to 1", "standard", "8")),
        ("4.8440%", ("house edge of tie, 9 to 1", "standard", "8")),
        ("45.8428%", ("probability of banco", "standard", "∞")),
        ("-0.010579", ("expectation of banco, 5 % commission", "standard", "8")),
        ("0.5993%", ("house edge of banco, 4 % commission", "standard", "8")),
        ("1.1692%", ("house edge per resolved stake of banco, 5 % commission", "standard", "8")),
        ("50.6825%", ("probability given no tie of banco", "standard", "8")),
        ("0.004209412", ("expectation of punto", "castle-vaduz:literal", "8")),
    ],
)
def test_which_figure_is_it(figure: str, expected: tuple[str, str, str]) -> None:
    assert expected in named(figure)


def test_a_full_figure_has_one_answer() -> None:
    (match,) = identify(PrintedFigure.parse("0.446246609344"))
    assert match.quantity == Quantity("probability", Outcome.PUNTO)
    assert match.decks == (8,)
    assert set(match.rules) >= {"standard", "classic-it", "castle-vaduz", "come-si-gioca", "classic-sl", "otto-mazzi"}
