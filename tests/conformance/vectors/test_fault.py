"""What wrong engines are made of, one part at a time; `test_each_fault` asks the engines of the register."""

from __future__ import annotations

from exact.conformance.vectors.faults.fault import remember, right_answer


def test_a_remembered_answer_is_not_computed_again() -> None:
    """A request that nothing could answer otherwise."""
    request, told = {"kind": "outcomes", "told": "before"}, {"counts": {"punto": "1"}}
    remember([(request, told)])
    assert right_answer(request) == told
    assert right_answer({**request, "told": "never"}) == {
        "error": "shoe: None must be an object with one of values, ranks, cards"
    }
