"""``exact session`` and ``exact promotion``: their contracts, and the published figures of runs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support import Command

DEALS, PUNTO, BANCO = 4998398275503360, 2230518282592256, 2292252566437888
"""The counts of the next coup from 8 decks."""


def test_the_contract(exact: Command) -> None:
    data = exact.json("session", "--bet", "banco", "--coups", "80", "--stake", "1")
    win, lose = Fraction(BANCO, DEALS), Fraction(PUNTO, DEALS)
    mean = Fraction(19, 20) * win - lose
    assert Fraction(data["mean"]) == 80 * mean
    assert Fraction(data["variance"]) == 80 * (Fraction(361, 400) * win + lose - mean**2)
    assert data["law"]["unit"] == "1/20"
    denominator, ways = int(data["law"]["denominator"]), data["law"]["numerators"]
    assert Fraction(int(ways["-1600"]), denominator) == lose**80
    assert Fraction(int(ways["1520"]), denominator) == win**80
    assert sum(map(int, ways.values())) == denominator
    assert any("fresh shoe of 416 cards" in note for note in data["notes"])


def test_beyond_200_coups_the_law_has_bounds(exact: Command) -> None:
    pairs = exact.json("session", "--bet", "punto", "--coups", "250")["law"]["probability"].values()
    lower, upper = ([Fraction(pair[side]) for pair in pairs] for side in (0, 1))
    assert sum(lower) <= 1 <= sum(upper)
    assert all(0 <= high - low <= Fraction(2, 10**12) for low, high in zip(lower, upper, strict=True))
    assert len(pairs) == 501


@pytest.mark.parametrize(("coups", "ties", "printed"), [("70", "skip", "0.9974"), ("81", "break", "0.9946")])
def test_the_published_runs_of_three(exact: Command, coups: str, ties: str, printed: str) -> None:
    runs = exact.json("session", "--bet", "banco", "--coups", coups, "--ties", ties, "--runs", "banco 3")["runs"]
    assert f"{float(Fraction(runs['at_least_one'])):.4f}" == printed


@pytest.mark.parametrize(
    ("ties", "said"), [("count", "ties count as banco, even ties alone"), ("skip", "the net win is of 4 dealt coups")]
)
def test_the_answer_says_what_a_tie_is_to_a_run(exact: Command, ties: str, said: str) -> None:
    nines = "session", "--bet", "banco", "--coups", "4", "--values", "0,0,0,0,0,0,0,0,1,52", "--ties", ties
    assert said in exact(*nines, "--runs", "banco 3").out


def test_a_bankroll_ends_play(exact: Command) -> None:
    words = ("--coups", "3", "--stake", "2", "--bankroll", "5", "--target", "9")
    data = exact.json("session", "--bet", "punto", *words)
    lose, win = Fraction(BANCO, DEALS), Fraction(PUNTO, DEALS)
    assert Fraction(data["stops"]["loss"]) == lose**2 * (1 + 2 * (1 - lose - win))
    assert Fraction(data["ruin"]["before_target"]) == lose**2 / (lose**2 + win**2)
    assert data["ruin"]["ever"] == "1/1"


def test_the_contract_of_a_promotion(exact: Command) -> None:
    worth = exact.json("promotion", "match-play", "--bet", "punto", "--ties", "keep")["worth"]
    assert Fraction(worth) == Fraction(2 * PUNTO - BANCO, PUNTO + BANCO)


def test_fair_odds_of_every_category(exact: Command) -> None:
    categories = exact.json("promotion", "fair-odds", "--bet", "punto-pair")["categories"]
    assert categories["win"] == {"one_in": "415/31", "fair_odds": "384/31", "break_even_payoff": "384/31"}
    assert "win       13.39            12.39" in exact("bet", "punto-pair", "--decks", "8", "--digits", "2").out
