"""``exact spread``: its contract in JSON, several bets, and what it refuses."""

from fractions import Fraction

import pytest
from support import Command

from exact.analysis import expectation_variance as analysis
from exact.library import spread


def test_the_contract(exact: Command) -> None:
    """With one of three kinds of cards out of seven unseen, the moments by hand: E is that of the six others."""
    ranks = "A=3,2=4,3=0,4=0,5=0,6=0,7=0,8=0,9=0,10=0,J=0,Q=0,K=0"
    (result,) = exact.json("spread", "--bet", "player-pair", "--unseen", "6", "--ranks", ranks)["results"]
    without_ace, without_two = (12 * Fraction(pairs, 30) - 1 for pairs in (2 + 12, 6 + 6))
    mean = (3 * without_ace + 4 * without_two) / 7
    central = [(3 * (without_ace - mean) ** power + 4 * (without_two - mean) ** power) / 7 for power in (2, 3)]
    assert list(result) == ["unseen", "mean", "variance", "third_moment", "linear_variance"]
    assert result["unseen"] == 6
    assert [Fraction(result[key]) for key in ("mean", "variance", "third_moment")] == [mean, *central]
    assert result["linear_variance"] == result["variance"]


def test_all_numbers_of_unseen_cards_and_several_bets(exact: Command) -> None:
    """The last number is the whole shoe, whose expectation does not vary."""
    shoe = ("--values", "3,0,0,1,0,0,2,0,1,2")
    results = exact.json("spread", "--bet", "tie,banco", *shoe)["results"]
    assert [(row["bet"], row["unseen"]) for row in results] == [
        (bet, n) for bet in ("tie", "banco") for n in range(6, 10)
    ]
    alone = exact.json("spread", "--bet", "tie", "--unseen", "6..9", *shoe)["results"]
    assert results[:4] == [{"bet": "tie", **row} for row in alone]
    assert [results[3][key] for key in ("variance", "third_moment", "linear_variance")] == ["0/1"] * 3


def test_a_third_moment_that_costs_too_much_is_left_out_and_said(
    exact: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("spread", "--bet", "punto-pair:11", "--unseen", "8,9", "--decks", "1")
    whole = exact.json(*words)
    monkeypatch.setattr(spread, "MAX_WORK", 100)
    answer = exact.json(*words)
    assert answer["results"] == [row | {"third_moment": None} for row in whole["results"]]
    assert "The third moment of punto-pair:11 is not computed" in answer["notes"][1]
    assert len(whole["notes"]) == 1


def test_a_bet_that_costs_too_much_is_refused(monkeypatch: pytest.MonkeyPatch, exact: Command) -> None:
    monkeypatch.setattr(analysis, "MAX_WORK", 100)
    refusal = "bet: 'punto-pair' looks at 13 kinds of cards: its spread needs 1.4e+03 terms"
    assert refusal in exact.refused("spread", "--bet", "tie,punto-pair", "--decks", "8")
