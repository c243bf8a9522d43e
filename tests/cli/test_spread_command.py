"""``exact spread``: its contract in JSON, several bets, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from exact.analysis import spread as analysis
from exact.cli.commands import spread
from exact.cli.main import answer_to, main
from exact.report.render import render_answer


def of(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(render_answer(answer_to("spread", *words), "json"))
    return answer


def test_the_contract() -> None:
    """With one of three kinds of cards out of seven unseen, the moments by hand: E is that of the six others."""
    answer = of(
        "--bet", "player-pair", "--unseen", "6", "--ranks", "A=3,2=4,3=0,4=0,5=0,6=0,7=0,8=0,9=0,10=0,J=0,Q=0,K=0"
    )
    without_ace, without_two = (12 * Fraction(pairs, 30) - 1 for pairs in (2 + 12, 6 + 6))
    mean = (3 * without_ace + 4 * without_two) / 7
    central = [(3 * (without_ace - mean) ** power + 4 * (without_two - mean) ** power) / 7 for power in (2, 3)]
    (result,) = answer["results"]
    assert list(result) == ["unseen", "mean", "variance", "third_moment", "linear_variance"]
    assert result["unseen"] == 6
    assert [Fraction(result[key]) for key in ("mean", "variance", "third_moment")] == [mean, *central]
    assert result["linear_variance"] == result["variance"]


def test_all_numbers_of_unseen_cards_and_several_bets() -> None:
    shoe = ("--values", "3,0,0,1,0,0,2,0,1,2")
    results = of("--bet", "tie,banco", *shoe)["results"]
    assert [(row["bet"], row["unseen"]) for row in results] == [
        (bet, n) for bet in ("tie", "banco") for n in range(6, 10)
    ]
    assert results[:4] == [{"bet": "tie", **row} for row in of("--bet", "tie", "--unseen", "6..9", *shoe)["results"]]
    assert [results[3][key] for key in ("variance", "third_moment", "linear_variance")] == ["0/1"] * 3


def test_six_cards_do_not_vary() -> None:
    (row,) = of("--bet", "tie", "--values", "3,0,0,1,0,0,1,0,1,0")["results"]
    assert [row[key] for key in ("unseen", "variance", "third_moment", "linear_variance")] == [6, "0/1", "0/1", "0/1"]


def test_a_third_moment_that_costs_too_much_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--bet", "punto-pair", "--unseen", "8,9", "--decks", "1")
    whole = of(*words)
    monkeypatch.setattr(spread, "MAX_WORK", 100)
    answer = of(*words)
    assert answer["results"] == [row | {"third_moment": None} for row in whole["results"]]
    assert "The third moment of punto-pair is not computed" in answer["notes"][1]
    assert len(whole["notes"]) == 1


def test_a_bet_that_costs_too_much_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(analysis, "MAX_WORK", 100)
    assert main(["spread", "--bet", "tie,punto-pair", "--decks", "8"]) == 2
    assert "bet: 'punto-pair' looks at 13 kinds of cards: its spread needs 1.4e+03 terms" in capsys.readouterr().err
