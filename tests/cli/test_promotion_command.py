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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("match-pley --bet punto", "promotion: 'match-pley' is no kind of promotion: did you mean match-play?"),
        ("match-play --bet punto --ties push", "ties: 'push' must be keep or lose"),
        ("match-play --bet punto --rate 5%", "rate: '5%' does not belong to match-play"),
        ("coupon --bet punto", "promotion: 'coupon' needs --pays"),
        ("coupon --bet punto --pays x", "pays: 'x' must be a number"),
        ("rebate --bet punto --rate 20%", "promotion: 'rebate' needs --coups"),
        ("rebate --bet punto --rate 120% --coups 9", "rate: '120%' must be a number from 0 to 1"),
        ("rebate --bet punto --rate 20% --coups 201", "coups: 201 must be a whole number from 1 to 200"),
        ("rolling --bet punto --rate 1% --basis net", "basis: 'net' must be turnover or losses"),
        ("rebate --bet punto --rate 1% --coups 9 --basis net", "basis: 'net' must be net-loss or turnover or losses"),
        ("fair-odds --bet punto --rate 1%", "rate: '1%' does not belong to fair-odds"),
        ("rolling --bet pumto --rate 1%", "bet: 'pumto' is neither a bet nor a .toml file"),
    ],
)
def test_wrong_words_are_one_line(capsys: pytest.CaptureFixture[str], words: str, message: str) -> None:
    assert main(["promotion", *words.split()]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
