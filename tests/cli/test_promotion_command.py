"""`exact promotion`: its contract and input it refuses."""

import json
from fractions import Fraction

import pytest
from support import Command

from exact.cli import main


def test_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["promotion", "match-play", "--bet", "punto", "--ties", "keep", "--format", "json"]
    assert main(words) == 0
    wins, losses = 2230518282592256, 2292252566437888
    assert Fraction(json.loads(capsys.readouterr().out)["worth"]) == Fraction(2 * wins - losses, wins + losses)


def test_fair_odds_of_every_category(exact: Command) -> None:
    categories = exact.json("promotion", "fair-odds", "--bet", "punto-pair")["categories"]
    assert categories["win"] == {"one_in": "415/31", "fair_odds": "384/31", "break_even_payoff": "384/31"}
    assert "win       13.39            12.39" in exact("bet", "punto-pair", "--decks", "8", "--digits", "2").out
