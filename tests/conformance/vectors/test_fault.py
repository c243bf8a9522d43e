"""What wrong engines are made of, one part at a time; `test_each_fault` asks the engines of the register."""

from __future__ import annotations

from typing import Any

from exact.bets.catalogue import catalogue
from exact.conformance.vectors.faults.fault import overlapping, remember, right_answer
from exact.conformance.vectors.faults.register import faults


def test_a_remembered_answer_is_not_computed_again() -> None:
    """A request that nothing could answer otherwise."""
    request, told = {"kind": "outcomes", "told": "before"}, {"counts": {"punto": "1"}}
    remember([(request, told)])
    assert right_answer(request) == told
    assert right_answer({**request, "told": "never"}) == {
        "error": "shoe: None must be an object with one of values, ranks, cards"
    }


def test_amounts_have_two_decimals_under_a_fault_too() -> None:
    """A natural tie, 9 to 9, and stakes on which each fault errs; as in a right answer."""
    request = {"kind": "settlement", "rules": "standard", "cards": ["9", "9", "K", "K"]}
    by_id = {fault.id: fault for fault in faults()}
    for fault, bet, net in (
        ("natural-tie", "dragon-bonus-punto", "-1.00"),
        ("for-one", "tie", "7.00"),
        ("tie-loses-banco", "banco", "-1.00"),
    ):
        assert by_id[fault].answer({**request, "stakes": {bet: "1"}}) == {"net": {bet: net}}


def test_an_engine_that_counts_twice_is_silent_where_nothing_is_to_count() -> None:
    """A bet on five cards, which are no coup; and where its own engine is silent."""
    request: dict[str, Any] = {
        "kind": "bet", "bet": "tie", "rules": "standard", "shoe": {"values": [5, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
    }  # fmt: skip
    assert "error" in right_answer(request)
    assert overlapping(catalogue(), right_answer)(request) is None
    enough = {**request, "shoe": {"values": [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}
    assert overlapping(catalogue(), lambda _: None)(enough) is None
    given = overlapping(catalogue(), right_answer)(enough)
    assert given is not None
    assert given["counts"]["win"] == "720"  # six tens: every deal is a tie, 6!


def test_the_quick_engine_of_a_fault_answers_outcomes_as_the_other_does() -> None:
    """No outcome needs a bet compiled anew, so the two differ in none; where a fault has one engine, it is both."""
    request: dict[str, Any] = {"kind": "outcomes", "rules": "standard", "shoe": {"values": [4] * 10}}
    answered = [fault.answer(request) for fault in faults()]
    assert [fault.quick and fault.quick(request) for fault in faults()] == answered
    assert sum(given is not None for given in answered) > len(answered) / 4
