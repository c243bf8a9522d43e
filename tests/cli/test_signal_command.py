"""``exact signal``: its contract in JSON, the search, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction

from exact.cli.main import answer_to
from exact.report.render import render_answer


def of(*words: str) -> dict[str, object]:
    answer: dict[str, object] = json.loads(render_answer(answer_to("signal", *words), "json"))
    return answer


def test_the_contract() -> None:
    answer = of("--positions", "1", "--partition", "6-9", "--bets", "player,banker", "--decks", "8")
    signals = answer["signals"]
    assert isinstance(signals, list)
    assert [list(signal) for signal in signals] == [["shows", "probability", "best", "expectation"]] * 2
    assert [(signal["shows"], signal["best"]) for signal in signals] == [("6-9", "punto"), ("A-5,10", "banco")]
    value = sum(Fraction(signal["probability"]) * Fraction(signal["expectation"]) for signal in signals)
    assert f"{value.numerator}/{value.denominator}" == answer["value"]


def test_no_bet_is_null_with_expectation_zero() -> None:
    answer = of("--positions", "1-4", "--partition", "6-9", "--decks", "8")
    (none,) = [signal for signal in answer["signals"] if signal["best"] is None]  # type: ignore[attr-defined]
    assert (none["shows"], none["expectation"]) == ("A-5,10 A-5,10 A-5,10 A-5,10", "0/1")
    assert answer["bets"] == ["punto", "banco", "tie"]


def test_the_search_shows_the_best_sort_and_all_others() -> None:
    answer = of("--positions", "1,2,3-4", "--search", "--decks", "8")
    assert answer["partition"] == answer["sorts"][0]["partition"] == "4-9"  # type: ignore[index]
    assert answer["value"] == answer["sorts"][0]["value"]  # type: ignore[index]
    assert len(answer["sorts"]) == 511  # type: ignore[arg-type]
