"""The choice of the smoke set: which vectors show a fault, the forms of shoes, and the fewest that hit everything."""

from __future__ import annotations

import sys
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from exact.answers.text import Text
from exact.conformance.vectors.faults.fault import Fault
from exact.conformance.vectors.smoke import Shown, forms_of, hitting_set, is_killed, smallest, smoke_set
from exact.conformance.vectors.vector_set import Vector
from exact.errors import ExactError

Json = dict[str, Any]


def vector(number: int, expected: Json, group: str = "g", **request: object) -> Vector:
    return Vector(f"v{number}", group, (), {"kind": "outcomes", "rules": "standard", **request}, expected)


def fault(given: object, name: str = "f", floating: bool = True) -> Fault:
    """An engine that always gives this answer, or that which a function makes of the request."""
    answer: Any = given if callable(given) else lambda _: given
    return Fault(name, Text(name), answer, answer, floating=floating)


COUNTS = {"counts": {"punto": "500000000", "banco": "500000000"}}
NINE_DIGITS = {"counts": {"punto": "500000002", "banco": "499999998"}}
TEN_DIGITS = {"counts": {"punto": "500000003", "banco": "499999997"}}


@pytest.mark.parametrize(
    ("expected", "given", "floating", "shown"),
    [
        (COUNTS, None, True, False),
        (COUNTS, COUNTS, True, False),
        ({"error": True}, COUNTS, True, False),
        (COUNTS, NINE_DIGITS, True, False),  # an engine with doubles may err by that much
        (COUNTS, TEN_DIGITS, True, True),
        (COUNTS, NINE_DIGITS, False, True),  # one with whole numbers may not
        ({"expectation": "1/3"}, {"expectation": "0.333333334"}, True, False),
        ({"expectation": "1/3"}, {"expectation": "0.33333334"}, True, True),
        ({"expectation": "-1/3"}, {"expectation": "1/3"}, True, True),
        ({"expectation": "1"}, {"expectation": "1.000000005"}, True, False),
        ({"expectation": "1"}, {"expectation": "1.0000000051"}, True, True),
        ({"expectation": "0"}, {"expectation": "0.000000004"}, True, False),
        ({"expectation": "0"}, {"expectation": "0.000000006"}, True, True),
        # effects of removal need nine digits of the largest
        ({"removal": {"0": "1", "1": "1/1000"}}, {"removal": {"0": "1", "1": "0.001000004"}}, True, False),
        ({"removal": {"0": "1", "1": "1/1000"}}, {"removal": {"0": "1", "1": "0.001000006"}}, True, True),
        ({"removal": {"0": "-1", "1": "1/1000"}}, {"removal": {"0": "-1", "1": "0.001000004"}}, True, False),
        ({"outcome": "tie"}, {"outcome": "punto"}, True, True),
        ({"outcome": "tie"}, {"outcome": "tie", "more": 1}, True, True),
    ],
)
def test_whether_a_vector_shows_a_fault(expected: Json, given: Json | None, floating: bool, shown: bool) -> None:
    assert is_killed(fault(given, floating=floating), vector(1, expected)) == shown


@pytest.mark.parametrize(
    ("shoe", "forms"),
    [
        ({"values": [16] + [4] * 9}, ["values", "decks"]),
        ({"values": [128] + [32] * 9}, ["values", "decks"]),
        ({"values": [144] + [36] * 9}, ["values"]),  # nine decks
        ({"values": [8] + [2] * 9}, ["values"]),
        ({"values": [24] + [6] * 9}, ["values"]),
        ({"values": [16] + [4] * 8 + [5]}, ["values"]),
        ({"values": [4] * 10}, ["values"]),
        ({"ranks": [4] * 13}, ["ranks", "decks"]),
        ({"ranks": [6] * 13}, ["ranks"]),
        ({"ranks": [0] * 13}, ["ranks"]),
        ({"cards": [1] * 52}, ["cards", "decks"]),
        ({"cards": [3] * 52}, ["cards", "decks"]),
        ({"cards": [9] * 52}, ["cards"]),
        (None, [""]),
    ],
)
def test_the_forms_of_a_shoe(shoe: Json | None, forms: list[str]) -> None:
    more: Json = {} if shoe is None else {"shoe": shoe}
    assert forms_of(vector(1, {}, **more)) == forms
    other = Vector("v", "g", (), {"kind": "outcomes", "rules": "another", **more}, {})
    assert forms_of(other) == ["other rules"]


def test_the_fewest_indices() -> None:
    assert hitting_set([[0, 1], [1, 2], [3], [2, 4, 1]], 5) == [1, 3]
    assert hitting_set([[0], [1], [2]], 3) == [0, 1, 2]
    assert hitting_set([[0, 1, 2]], 3) == [0]
    either = [[low, high] for low in range(4) for high in (97, 98, 99)]  # all the low ones or all the high ones
    assert hitting_set(either, 100) == [97, 98, 99]


def test_a_row_that_nothing_hits() -> None:
    with pytest.raises(ExactError, match="^smoke set: 2 rows could not be hit: "):
        hitting_set([[0], []], 2)


def test_the_choice_needs_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(ExactError, match=r"^package: 'scipy' .*pip install 'exact-baccarat\[statistics\]'$"):
        hitting_set([[0]], 1)


VALUES = {"values": [16] + [4] * 9}
VECTORS = [
    vector(1, {"outcome": "tie"}, shoe=VALUES, first=True),
    vector(2, {"outcome": "tie"}, shoe=VALUES, second=True),
    vector(3, {"outcome": "tie"}, shoe={"ranks": [4] * 13}, first=True, second=True),
    vector(4, {"outcome": "tie"}, shoe={"values": [4] * 10}),
    vector(5, {"error": True}, "invalid-a", shoe={"values": [1] * 9}),
    vector(6, {"error": True}, "invalid-a", shoe={}),
    vector(7, {"error": True}, "invalid-b", shoe=[]),
    vector(8, {"outcome": "tie"}, shoe={"values": [10**6] * 10}, first=True, second=True),
]


def wrong_on(word: str) -> Fault:
    return fault(lambda request: {"outcome": "punto"} if word in request else None, word)


@pytest.fixture
def two_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    register = (wrong_on("first"), wrong_on("second"), wrong_on("nowhere"))
    monkeypatch.setattr("exact.conformance.vectors.smoke.faults", lambda: register)


class Here(Executor):
    """An executor that works at once."""

    def submit(self, call: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(call(*arguments, **named))
        return done


@pytest.mark.usefixtures("two_faults")
def test_the_smallest_set_has_every_fault_in_every_form() -> None:
    assert smallest(VECTORS[:4]) == (["v1", "v2", "v3"], {"first", "second"})
    assert smallest(VECTORS[3:4]) == (["v4"], set())
    assert smallest(VECTORS[4:7]) == (["v5", "v7"], set())


@pytest.mark.usefixtures("two_faults")
def test_what_some_vectors_miss() -> None:
    shown = Shown(VECTORS[:4])
    assert shown.classes == {"values": [0, 1, 3], "decks": [0, 1, 2], "ranks": [2]}
    assert shown.missed([0, 1, 2]) == []
    assert shown.missed([2]) == [[0], [1]]
    assert shown.missed([0]) == [[1], [1, 2], [2], [2]]
    assert shown.faults() == {"first", "second"}


@pytest.mark.usefixtures("two_faults")
def test_the_smoke_set_has_no_huge_shoe() -> None:
    smoke = smoke_set(VECTORS, Here())
    assert smoke.ids == ["v1", "v2", "v3", "v5", "v7"]
    assert smoke.kinds == {"first": ["outcomes"], "second": ["outcomes"], "nowhere": []}
    only_huge = smoke_set([VECTORS[3], VECTORS[7]], Here())
    assert only_huge.ids == ["v4"]
