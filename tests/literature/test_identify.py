from __future__ import annotations

import pytest
from support import Command

from exact.analysis.full_shoes import decks_text
from exact.game.coup import Outcome
from exact.literature.claims import Quantity
from exact.literature.identify import identify
from exact.literature.verdict import Agreement, PrintedFigure


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


def test_the_command(exact: Command) -> None:
    ran = exact("identify", "0.4462")
    assert ran.code == 0
    assert "  probability of punto; decks: 8–16; rules: standard; ≈ 0.44624661 with 8" in ran.out.splitlines()
    assert "are played by classic-it" in ran.out


@pytest.mark.parametrize(("figure", "name"), [("45.86", "probability of banco"), ("1.06", "house edge of banco")])
def test_a_percentage_without_its_sign(figure: str, name: str, exact: Command) -> None:
    """Also where the bare number is a figure too: 1.06 is the odds against banco under one reading."""
    out = exact("identify", figure).out
    assert f"{figure} % is, to the digits printed:" in out
    assert f"  {name}" in out


def test_a_negative_figure_is_no_option(exact: Command) -> None:
    assert "expectation of punto; decks: 8" in exact("identify", "-1.2351%").out


def test_a_stranger(exact: Command) -> None:
    ran = exact("identify", "0.77777")
    assert (ran.code, ran.err) == (1, "")
    assert "is no figure of the main bets" in ran.out
