"""How a cause is chosen: a register of a few toy faults, whose engines differ from a toy right one in a known way."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from exact.answers.text import Text
from exact.conformance.vectors import explain as module
from exact.conformance.vectors.engine import outcome_counts
from exact.conformance.vectors.explain import TOLERANCE, Cause, alike, explain
from exact.conformance.vectors.faults import Fault
from exact.game import Side
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes

Json = dict[str, Any]


def asked(number: int, kind: str = "outcomes", **more: object) -> Json:
    return {"kind": kind, "n": number, **more}


def right(request: Json) -> Json:
    """The toy answer: a wins n of n + 10 deals; a negative number must be refused."""
    number = request["n"]
    return {"error": "no"} if number < 0 else counts(number, 10)


def counts(a: int, b: int) -> Json:
    return {"counts": {"a": str(a), "b": str(b)}}


def shares(a: float, b: float) -> Json:
    return {"probabilities": {"a": a, "b": b}}


def fault(name: str, answer: Callable[[Json], Json | None], **more: Any) -> Fault:
    return Fault(name, Text(f"words of {name}"), answer, **more)


def doubled(request: Json) -> Json:
    return counts(2 * request["n"], 10)


def doubled_if_odd(request: Json) -> Json:
    return doubled(request) if request["n"] % 2 else right(request)


def doubled_or_silent(request: Json) -> Json | None:
    return doubled(request) if request["n"] % 2 else None


def silent(_request: Json) -> None:
    return None


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    monkeypatch.setattr(module, "answer", right)
    monkeypatch.setattr("exact.conformance.vectors.faults.rightly", right)

    def registered(*faults: Fault) -> None:
        monkeypatch.setattr(module, "faults", lambda: faults)

    return registered


def wrong(*requests: Json, by: Callable[[Json], Json | None] = doubled) -> list[tuple[Json, Json]]:
    return [(request, {"id": "7", **(by(request) or {})}) for request in requests]


def told(causes: list[Cause]) -> list[tuple[str, str, bool]]:
    return [(cause.subject, cause.fault, cause.explains) for cause in causes]


Register = Callable[..., None]


def test_all_that_explain_are_named_in_the_registers_order(register: Register) -> None:
    register(fault("silent", silent), fault("one", doubled), fault("two", doubled_if_odd))
    assert told(explain(wrong(asked(1), asked(3)))) == [("outcomes", "one", True), ("outcomes", "two", True)]
    assert told(explain(wrong(asked(1), asked(2)))) == [("outcomes", "one", True)]


def test_what_was_right_excludes_a_fault_that_errs_there(register: Register) -> None:
    """Only requests of the same family tell, and what a fault says nothing of does not."""
    register(fault("one", doubled), fault("two", doubled_if_odd), fault("some", doubled_or_silent))
    pairs = wrong(asked(1))
    assert [name for _, name, _ in told(explain(pairs, [asked(2)]))] == ["two", "some"]
    assert [name for _, name, _ in told(explain(pairs, [asked(2, "bet"), asked(0)]))] == ["one", "two", "some"]
    assert told(explain(pairs, [asked(5)])) == [("outcomes", "one", False)]


def test_a_fault_that_says_nothing_of_some_answers(register: Register) -> None:
    register(fault("some", doubled_or_silent))
    (cause,) = explain(wrong(asked(1), asked(2), asked(3)))
    assert (cause.explained, cause.wrong, cause.untold, cause.explains) == (2, 2, 1, True)
    (cause,) = explain(wrong(asked(2)))
    assert (cause.fault, cause.explained, cause.wrong) == ("", 0, 1)


def test_coups_and_settlements_are_one_family_and_else_each_subject_is_explained_alone(register: Register) -> None:
    def on(kind: str) -> Callable[[Json], Json]:
        return lambda request: doubled(request) if request["kind"] == kind else right(request)

    register(fault("coup", on("coup")), fault("money", on("settlement")), fault("bet", on("bet")))
    pairs = [*wrong(asked(1, "coup")), *wrong(asked(2, "settlement"))]
    assert told(explain(pairs)) == [("coup", "coup", True), ("settlement", "money", True)]
    register(fault("both", doubled))
    assert told(explain(pairs)) == [("coups", "both", True)]
    pairs = [*wrong(asked(1, "bet", bet="tie")), *wrong(asked(2, "bet", bet="punto"), by=lambda _: counts(1, 1))]
    assert told(explain(pairs)) == [("bet tie", "both", True), ("bet punto", "", False)]
    register(fault("both", doubled))
    assert told(explain(pairs, [asked(3, "bet", bet="punto")]))[0] == ("bet tie", "both", True)
    assert told(explain(pairs, [asked(3, "bet", bet="tie")]))[0] == ("bet tie", "both", False)


def test_two_faults_where_no_single_one_fits(register: Register) -> None:
    """Each explains other answers; or one makes every answer, of which the other shows in some."""

    def trebled_if_even(request: Json) -> Json:
        return right(request) if request["n"] % 2 else counts(3 * request["n"], 10)

    odd, even = fault("odd", doubled_if_odd), fault("even", trebled_if_even)
    register(odd, even, fault("other", lambda _: counts(1, 1)))
    pairs = [*wrong(asked(1), asked(3)), *wrong(asked(2), by=trebled_if_even)]
    assert told(explain(pairs)) == [("outcomes", "odd even", True)]
    assert told(explain(pairs, [asked(4)])) != [("outcomes", "odd even", True)]
    assert told(explain([*pairs, *wrong(asked(5), by=lambda _: counts(9, 1))])) == [("outcomes", "odd", False)]
    halved = fault("halved", silent, after=lambda given: counts(int(given["counts"]["a"]), 20))
    register(odd, halved)
    assert told(explain([(asked(1), counts(2, 20)), (asked(2), counts(2, 20))])) == [("outcomes", "odd halved", True)]


@pytest.mark.slow
@pytest.mark.parametrize("decks", [(1, 2, 8), (8,)])
def test_two_cells_of_the_drawing_tables(decks: tuple[int, ...]) -> None:
    """Dealt by the walk; whole decks show both cells in every answer."""

    def decide(punto: int, banco: int, third: int | None) -> Side | None:
        if third is None and punto == 6 and banco < 8:
            return Side.PUNTO
        return None if (banco, third) == (5, 4) else DECISIONS["standard"](punto, banco, third)

    asked_of = {number: {"cards": [number] * 52} for number in decks}
    answers = {number: count_outcomes(Shoe.of_decks(number), decide) for number in decks}
    pairs = [
        ({"kind": "outcomes", "rules": "standard", "shoe": shoe}, outcome_counts(answers[number]))
        for number, shoe in asked_of.items()
    ]
    (cause,) = explain(pairs)
    assert (cause.fault, cause.explains) == ("banco-5-4 punto-6", True)


def test_answers_that_no_fault_is_about(register: Register) -> None:
    """A refusal, a request that must be refused, and all when the time is up."""
    register(fault("one", doubled))
    assert explain([(asked(1), {"error": "no"}), (asked(-1), counts(1, 2))]) == []
    assert explain(wrong(asked(1)), over=lambda: True) == []
    calls = iter([False])
    assert explain(wrong(asked(1)), over=lambda: next(calls, True)) == []


def test_the_time_may_be_up_at_any_moment(register: Register) -> None:
    """Then there are fewer causes, or none; what is named is no other than with time enough."""
    register(fault("few", doubled_if_odd), fault("one", doubled))
    pairs = [*wrong(asked(1)), *wrong(asked(2, "bet"), asked(3, "bet"))]
    whole = explain(pairs, [asked(4), asked(0)])
    seen = set()
    for moment in range(40):
        calls = iter([False] * moment)
        causes = explain(pairs, [asked(4), asked(0)], over=lambda calls=calls: next(calls, True))  # type: ignore[misc]
        seen.add(len(causes))
        assert {cause.subject for cause in causes} <= {"outcomes", "bet"}
    assert causes == whole
    assert 0 in seen


def test_the_nearest_fault_explains_the_most(register: Register) -> None:
    register(fault("few", doubled_if_odd), fault("most", doubled), fault("as many", doubled))
    odd_ones = wrong(asked(1), asked(2), asked(4), asked(0), asked(5), by=doubled)
    (cause,) = explain([*odd_ones, *wrong(asked(3), by=lambda _: counts(9, 9))])
    assert (cause.fault, cause.explained, cause.wrong, cause.errs_elsewhere) == ("most", 5, 6, False)
    (cause,) = explain(wrong(asked(1)), [asked(3), asked(2)])
    assert (cause.fault, cause.explained, cause.wrong, cause.errs_elsewhere) == ("few", 1, 1, True)


def test_the_nearest_fault_has_the_nearest_figures(register: Register) -> None:
    """It must be nearer than half of what the right answer is off, and explains nothing."""

    def always(a: int, b: int) -> Callable[[Json], Json]:
        return lambda _: counts(a, b)

    came = [(asked(10), counts(18, 2))]  # 0.4 from the right answer
    register(fault("far", always(13, 7)), fault("near", always(16, 4)), fault("nearer", always(17, 3)))
    (cause,) = explain(came)
    assert (cause.fault, cause.explained, cause.wrong, cause.errs_elsewhere) == ("nearer", 0, 1, False)
    register(fault("half", always(14, 6)))
    assert explain(came)[0].fault == ""
    register(fault("less than half", always(141, 59)))
    assert explain(came)[0].fault == "less than half"
    register(fault("other names", lambda _: {"counts": {"x": "1"}}), fault("silent", silent))
    assert explain(came)[0].fault == ""


def test_in_floating_point_a_fault_must_be_nearer_than_the_right_answer(register: Register) -> None:
    """At a tolerance of 0.1 the right share 0.5 is as near to 0.52 as a wrong 0.54."""
    register(fault("one", lambda _: counts(54, 46)))

    def explains(share: float, tolerance: Fraction = Fraction(1, 10)) -> bool:
        (cause,) = explain([(asked(10), shares(share, 1 - share))], tolerance=tolerance)
        return cause.explains

    assert [explains(0.52), explains(0.53), explains(0.53, TOLERANCE)] == [False, True, False]
    register(fault("half as far", lambda _: counts(19, 13)))  # 1/32 from 9/16, which is 1/16 from 1/2
    assert explains(0.5625)


def test_right_counts_must_be_given_to_the_last_digit(register: Register) -> None:
    register(fault("near", lambda request: counts(9, 1) if request["n"] != 10 else counts(503, 497)))
    assert not told(explain([(asked(1), counts(9, 1))], [asked(10)], tolerance=Fraction(1, 10**3)))[0][2]


@pytest.mark.parametrize(
    ("right_figure", "wrong_figure", "precise"),
    [
        ("0", "0.005", True),
        ("0", "0.00501", False),
        ("-1", "-1.005", True),
        ("-2", "-2.01", True),
        ("-2", "-2.0101", False),
    ],
)
def test_how_precise_a_figure_must_be_in_floating_point(
    right_figure: str, wrong_figure: str, precise: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At three digits: five thousandths of 1, or of a larger figure."""
    figures = {1: ("0.25", "0.75"), 2: (right_figure, wrong_figure)}
    monkeypatch.setattr(module, "answer", lambda request: {"expectation": figures[request["n"]][0]})
    near = fault("near", lambda request: {"expectation": figures[request["n"]][1]})
    monkeypatch.setattr(module, "faults", lambda: (near,))
    came = [(asked(1, "expectation"), {"expectation": 0.75})]
    causes = explain(came, [asked(2, "expectation")], tolerance=Fraction(1, 10**3))
    assert [cause.explains for cause in causes] == [precise]


WORDS, NEAREST = Text("words"), "s: none of the known faults explains this; nearest: words"
CAUSES = [
    (Cause("s", "f", WORDS, 3, 3), True, "s: words"),
    (Cause("s", "f", WORDS, 3, 3, 2), True, "s: words, which explains 3 wrong answers and says nothing of 2"),
    (Cause("s", "", WORDS, 0, 3), False, "s: none of the known faults explains this"),
    (Cause("s", "", WORDS, 0, 0), False, "s: none of the known faults explains this"),
    (Cause("s", "f", WORDS, 0, 3), False, NEAREST),
    (Cause("s", "f", WORDS, 3, 3, 0, True), False, f"{NEAREST}, which would spoil right answers, too"),
    (Cause("s", "f", WORDS, 2, 3), False, f"{NEAREST}, which explains 2 of 3"),
]


@pytest.mark.parametrize(("cause", "explains", "text"), CAUSES)
def test_what_is_said_of_a_cause(cause: Cause, explains: bool, text: str) -> None:
    assert (cause.explains, str(cause.text)) == (explains, text)


def test_a_long_name_of_a_subject_is_cut() -> None:
    short, long = (str(Cause("x" * length, "", WORDS, 0, 0).text).partition(":")[0] for length in (100, 101))
    assert short == "x" * 100
    assert len(long) == 100


def test_how_many_answers_are_looked_at(register: Register) -> None:
    """The nearest fault is sought by the first 30 wrong answers; of 500 right ones every second is tried."""
    register(fault("odd", doubled_if_odd))
    unlike = wrong(*[asked(2)] * 29, by=lambda _: counts(1, 1))
    assert [cause.wrong for cause in explain([*unlike, *wrong(asked(1)), *wrong(asked(2))])] == [31]
    assert [(cause.fault, cause.wrong) for cause in explain([*unlike, *unlike[:1], *wrong(asked(1))])] == [("", 30)]
    errs_at = [asked(2)] * 499
    errs_at.insert(1, asked(1))
    assert told(explain(wrong(asked(1)), errs_at))[0][2]
    assert not told(explain(wrong(asked(1)), errs_at[1:]))[0][2]
    assert not told(explain(wrong(asked(1)), errs_at[:-1]))[0][2]


MILLIONTH = Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("given", "came", "same"),
    [
        (counts(1, 2), counts(1, 2), True),
        (counts(1, 2), counts(3, 6), True),
        (counts(1, 2), counts(2, 1), False),
        (counts(1, 2), {"counts": {"a": "1"}}, False),
        (counts(1, 2), {"counts": 3}, False),
        ({**counts(1, 2), "deals": "4"}, counts(1, 2), True),
        ({**counts(1, 2), "deals": "4"}, shares(0.25, 0.5), True),
        (counts(1, 3), shares(0.25, 0.75), True),
        (counts(1, 3), shares(0.25 + 2**-20, 0.75), True),
        (counts(1, 3), shares(0.25 + 2**-19, 0.75), False),
        (counts(1, 3), {"probabilities": {"a": 0.25, "c": 0.75}}, False),
        (counts(1, 3), {"probabilities": [0.25, 0.75]}, False),
        (counts(1, 3), {"probabilities": {"a": "x", "b": 1}}, False),
        (counts(1, 3), {"probabilities": {"a": float("inf"), "b": 1}}, False),
        (counts(1, 3), {"expectation": "1"}, False),
        (shares(0.25, 0.75), shares(0.25 + 2**-50, 0.75), True),
        (shares(0.25, 0.75), shares(0.25 + 2**-49, 0.75), False),
        ({"expectation": "1/3"}, {"expectation": "2/6"}, True),
        ({"expectation": "1/3"}, {"expectation": 1 / 3}, True),
        ({"expectation": "1/3"}, {"expectation": 1 / 3 + 2e-6}, False),
        ({"expectation": "1/3"}, {"expectation": "0.333333"}, False),
        ({"expectation": "1/3"}, {"variance": "1/3"}, False),
        ({"expectation": "1/2", "id": "3"}, {"expectation": "0.5"}, True),
        ({"expectation": 3.0}, {"expectation": 3.0 + 2**-49}, True),
        ({"expectation": 3.0}, {"expectation": 3.0 + 2**-48}, False),
        ({"expectation": 0.25}, {"expectation": 0.25 + 2**-49}, False),
        ({"removal": {"0": "1/2", "1": "0"}}, {"removal": {"1": "0", "0": "0.5"}}, True),
        ({"removal": {"0": "1/2"}}, {"removal": {"0": "1/2", "1": "0"}}, False),
        ({"punto": ["2", "3"], "outcome": "tie"}, {"punto": ["2", "3"], "outcome": "tie", "steps": 4}, True),
        ({"punto": ["2", "3"], "outcome": "tie"}, {"punto": ["2", "3"], "outcome": "banco"}, False),
        ({"punto_total": 6}, {"punto_total": "6"}, False),
        ({"net": {"tie": "1/2"}}, {"net": {"tie": "0.50"}}, True),
        ({"net": {"tie": "1"}}, {"net": "1"}, False),
        ({"net": "1"}, {"net": {"tie": "1"}}, False),
    ],
)
def test_which_answers_are_the_same(given: Json, came: Json, same: bool) -> None:
    assert alike(given, came, MILLIONTH) is same


def test_the_tolerance_is_nine_decimals() -> None:
    assert alike({"expectation": "0"}, {"expectation": 1e-9})
    assert not alike({"expectation": "0"}, {"expectation": 1.1e-9})


def test_no_fault_is_known_of_a_bet_of_the_engines_own() -> None:
    request = {"kind": "bet", "rules": "standard", "bet": "mine", "shoe": {"values": [4] * 10}}
    (cause,) = explain([(request, counts(1, 2)), (request, counts(1, 3)), (request, {"error": "no"})])
    assert (cause.subject, cause.fault, cause.wrong) == ("bet mine", "", 2)
