"""The choice of the smoke set: which vectors show a fault, the forms of shoes, and few vectors that show everything."""

import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors.smoke import MAX_CARDS, RARE, chosen, cover, forms_of, shows, smoke_set

from exact.answers.text import Text
from exact.conformance.vectors.faults import Fault, faults
from exact.conformance.vectors.vector_set import Vector, load_set

pytestmark = pytest.mark.scripts
Json = dict[str, Any]


def vector(number: int, expected: Json, group: str = "g", **request: object) -> Vector:
    return Vector(f"v{number}", group, (), {"kind": "outcomes", "rules": "standard", **request}, expected)


def fault(said: object, name: str = "f", floating: bool = True) -> Fault:
    """An engine that always gives this answer, or that which a function makes of the request."""
    answer: Any = said if callable(said) else lambda _: said
    return Fault(name, Text(name), answer, floating=floating)


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
    assert shows(fault(given, floating=floating), vector(1, expected)) == shown


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
    assert forms_of(Vector("v", "g", (), {"kind": "outcomes", "rules": "another", **more}, {})) == ["rules another"]


VALUES = {"values": [16] + [4] * 9}
TOYS = [
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
    monkeypatch.setattr("vectors.smoke.faults", lambda: (wrong_on("first"), wrong_on("second"), wrong_on("nowhere")))


@pytest.mark.usefixtures("two_faults")
def test_the_chosen_vectors_show_every_fault_in_every_form() -> None:
    shown = {"v1": ["first"], "v2": ["second"], "v3": ["first", "second"], "v4": []}
    assert chosen(TOYS[:4]) == (["v1", "v2", "v3"], shown)
    assert chosen(TOYS[3:4]) == (["v4"], {"v4": []})
    assert chosen(TOYS[4:7])[0] == ["v5", "v7"]


@pytest.mark.usefixtures("two_faults")
def test_the_smoke_set_has_no_huge_shoe() -> None:
    with ThreadPoolExecutor(1) as pool:
        smoke, huge = smoke_set(TOYS, pool), smoke_set([TOYS[3], TOYS[7]], pool)
    assert smoke.ids == ["v1", "v2", "v3", "v5", "v7"]
    assert smoke.shown == {"v1": ["first"], "v2": ["second"], "v3": ["first", "second"]}
    assert smoke.kinds == {"first": ["outcomes"], "second": ["outcomes"], "nowhere": []}
    assert huge.ids == ["v4"]


@given(st.lists(st.sets(st.integers(0, 8), min_size=1, max_size=3), min_size=1, max_size=8))
def test_a_cover_has_one_of_every_row_and_none_too_many(rows: list[set[int]]) -> None:
    found = cover(rows)
    assert found == sorted(found)
    assert all(row & set(found) for row in rows)
    for index in found:
        assert any(row & set(found) == {index} for row in rows)


def test_the_vector_that_shows_most_is_taken_first() -> None:
    assert cover([{0, 1}, {1, 2}, {3}, {2, 4, 1}]) == [1, 3]
    assert cover([{0, 9}, {1, 9}, {2, 9}]) == [9]


VECTORS_OF_THE_SET, SMOKE = load_set().vectors, load_set(smoke=True).vectors


@pytest.mark.slow
def test_every_fault_shows_in_the_smoke_set_and_in_every_form() -> None:
    """And no shoe is so huge that a right engine fails."""
    shown = {fault.id for fault in faults() if any(shows(fault, vector) for vector in SMOKE)}
    assert {fault.id for fault in faults()} == shown
    assert {vector.id for vector in SMOKE}.issuperset(RARE)
    assert len(SMOKE) < 350
    assert forms([vector for vector in VECTORS_OF_THE_SET if cards_of(vector) <= MAX_CARDS]) == forms(SMOKE)
    assert max(map(cards_of, SMOKE)) <= MAX_CARDS


def forms(vectors: Iterable[Vector]) -> set[tuple[str, str]]:
    return {
        ("refused" if "error" in vector.expected else str(vector.request["kind"]), form)
        for vector in vectors
        for form in forms_of(vector)
    }


def cards_of(vector: Vector) -> int:
    return sum(map(int, re.findall(r"\b\d+\b", str(vector.request.get("shoe")))))
