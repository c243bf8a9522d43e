"""What wrong engines are made of, one part at a time; `test_each_fault` asks the engines of the register."""

from __future__ import annotations

from exact.conformance.vectors.faults.fault import remember, right_answer
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
