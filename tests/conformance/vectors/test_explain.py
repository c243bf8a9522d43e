"""When two answers are the same, and the sentences for a cause; `tests/conformance/verify/test_causes` runs the command."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exact.answers.text import Text
from exact.bets.bet import parse_bets
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.faults.explain import Cause, alike, explain
from exact.conformance.vectors.faults.other_faults import OVERLAP
from exact.conformance.vectors.faults.register import faults

CAUSE = Cause("coup", "some-fault", Text("it is wrong"), 3, 3)


@pytest.mark.parametrize(
    ("changes", "words", "explains"),
    [
        ({}, "coup: it is wrong", True),
        (
            {"untold": 2},
            "coup: it is wrong, which explains 3 wrong answers and says nothing of 2",
            True,
        ),
        ({"fault": ""}, "coup: none of the known faults explains this", False),
        ({"explained": 0}, "coup: none of the known faults explains this; nearest: it is wrong", False),
        (
            {"errs_elsewhere": True},
            "coup: none of the known faults explains this; nearest: it is wrong, which would spoil right answers, too",
            False,
        ),
        (
            {"explained": 2},
            "coup: none of the known faults explains this; nearest: it is wrong, which explains 2 of 3",
            False,
        ),
        ({"subject": "x" * 101}, f"{'x' * 66}…{'x' * 33}: it is wrong", True),
        ({"subject": "\x1b[2J"}, "\\x1b[2J: it is wrong", True),
    ],
)
def test_a_cause_in_words(changes: dict[str, Any], words: str, explains: bool) -> None:
    cause = CAUSE._replace(**changes)
    assert (cause.text, cause.explains) == (words, explains)


THIRD = {"win": 1 / 3, "lose": 2 / 3}


@pytest.mark.parametrize(
    ("given", "came", "same"),
    [
        ({"counts": {"a": "1", "b": "3"}}, {"counts": {"a": "1", "b": "3"}}, True),
        ({"counts": {"a": "1", "b": "3"}}, {"counts": {"a": "2", "b": "6"}}, True),
        ({"counts": {"a": "1", "b": "3"}}, {"counts": {"a": "2", "b": "5"}}, False),
        ({"counts": {"a": "1", "b": "3"}, "deals": "8"}, {"counts": {"a": "1", "b": "7"}, "deals": "8"}, False),
        ({"counts": {"a": "1"}}, {"counts": {"a": "x"}}, False),
        ({"counts": {"a": "1"}}, {"counts": ["1"]}, False),
        ({"counts": {"win": "1", "lose": "2"}}, {"probabilities": THIRD}, True),
        ({"counts": {"win": "1", "lose": "2"}}, {"probabilities": {"win": 1 / 3}}, False),
        ({"counts": {"win": "1", "lose": "2"}}, {"probabilities": {**THIRD, "win": 0.3334}}, False),
        ({"counts": {"win": "1", "lose": "2"}}, {"probabilities": {**THIRD, "win": 1 / 3 + 9e-10}}, True),
        ({"probabilities": THIRD}, {"probabilities": {**THIRD, "win": 1 / 3 + 9e-10}}, False),
        ({"probabilities": THIRD}, {"probabilities": THIRD}, True),
        ({"counts": {"win": "1", "lose": "2"}}, {"expectation": "1/3"}, False),
        ({"counts": {"win": "1", "lose": "2"}}, {"probabilities": {**THIRD, "win": float("inf")}}, False),
        ({"expectation": "1/3"}, {"expectation": "2/6"}, True),
        ({"expectation": "1/3"}, {"expectation": 1 / 3}, True),
        ({"expectation": "1/3"}, {"expectation": 1 / 3 + 9e-10}, True),
        ({"expectation": "1/3"}, {"expectation": 1 / 3 + 2e-9}, False),
        ({"expectation": "1/3"}, {"expectation": "333333333/1000000000"}, False),
        ({"expectation": 1 / 3}, {"expectation": 1 / 3 + 1e-15}, False),
        ({"expectation": 1e15}, {"expectation": 1e15 + 0.5}, True),
        ({"expectation": "1/3", "id": "v-1"}, {"expectation": "1/3", "id": "v-2"}, True),
        ({"expectation": "1/3"}, {"variance": "1/3"}, False),
        ({"expectation": "1/3"}, {"expectation": "1/0"}, False),
        ({"winner": "banco"}, {"winner": "banco"}, True),
        ({"winner": "banco"}, {"winner": "punto"}, False),
        ({"paid": {"a": "1.50", "b": "0"}}, {"paid": {"a": "3/2", "b": "0.00"}}, True),
        ({"paid": {"a": "1.50"}}, {"paid": {"a": "3/2", "b": "0.00"}}, False),
        ({"paid": {"a": "1.50"}}, {"paid": {"a": "1.49"}}, False),
    ],
)
def test_when_two_answers_are_the_same(given: dict[str, Any], came: dict[str, Any], same: bool) -> None:
    assert alike(given, came) == same


COUP = {"kind": "coup", "rules": "standard", "cards": ["2", "K", "3", "4", "7", "9"]}


def test_nothing_is_looked_for_once_the_time_is_over() -> None:
    wrong = [(COUP, {**answer(COUP), "id": "v-1", "outcome": "nobody"})]
    assert explain(wrong, over=lambda: True) == []
    assert explain([(COUP, {"id": "v-1", "error": "no"})]) == []
    assert explain([({**COUP, "cards": ["Z"]}, {"id": "v-1", "outcome": "tie"})]) == []


def test_an_answer_that_no_fault_gives_is_not_explained() -> None:
    (cause,) = explain([(COUP, {"id": "v-1", "colour": "red"})])
    assert (cause.subject, cause.explains, cause.explained, cause.wrong) == ("coups", False, 0, 1)


TIERS = 'name = "mine"\n' + "".join(
    f'[[category]]\nname = "c{n}"\nwhen = "punto_total >= {n}"\npays = {n}\n' for n in (9, 8, 7)
)


@pytest.mark.parametrize(("share", "known"), [("overlaps", True), ("nonsense", False)])
def test_a_bet_of_the_engines_own_can_only_overlap(share: str, known: bool) -> None:
    """Where every category is counted whatever those above it took."""
    (bet,) = parse_bets(TIERS, "own")
    request = {"kind": "bet", "rules": "standard", "bet": "mine", "shoe": {"values": [4] * 10}}
    right = {name: int(count) for name, count in answer(request, {"mine": bet})["counts"].items()}
    at_least = {"c9": right["c9"], "c8": right["c9"] + right["c8"], "c7": right["c9"] + right["c8"] + right["c7"]}
    came = {"counts": {name: str(n) for name, n in {**at_least, "lose": right["lose"]}.items()}}
    if share == "nonsense":
        came = {"counts": dict.fromkeys(right, "1")}
    (cause,) = explain([(request, {"id": "v-1", **came})], own_bets={"mine": bet})
    assert (cause.subject, cause.fault) == ("bet mine", OVERLAP if known else "")
    assert cause.explains == known
    assert cause.words == (next(f.words for f in faults() if f.id == OVERLAP) if known else "none of the known faults")
    assert Fraction(sum(right.values())) == Fraction(40 * 39 * 38 * 37 * 36 * 35)
