"""The lines of a report: digits of floating-point answers, what an engine can, shoes, and answers cut to a bound."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import log10
from statistics import median
from typing import Any

import pytest
from support.scripted_engines import TWO, Verified, coup, hello, shoe, vectors_of
from support.stand_ins import StandIn, right_answer

from exact.answers.table import Detailed
from exact.answers.text import Text
from exact.bets.catalogue import catalogue
from exact.conformance.comparison import WRONG, Judgement
from exact.conformance.strict_json import Object
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.explain import Cause
from exact.conformance.vectors.vector_set import Vector
from exact.conformance.verify.protocol import parse_handshake
from exact.conformance.verify.report import (
    capabilities_text,
    headline_of,
    left_out_lines,
    report,
    shoe_text,
    smaller_data,
)
from exact.conformance.verify.runner import verify_asking
from exact.conformance.verify.verification import Answered, Precision, Verification

BETS = list(catalogue())
TWELVE = ", ".join(BETS[:12])
THREE = [*TWO, shoe(8, 1, 1, 2, 3, 1, 1, 1, 2, 2)]
OWN = 'name = "my-tie"\ncategory = [{ name = "win", when = "tie", pays = 7 }]\n'


def rounded(request: dict[str, Any], digits: int) -> tuple[dict[str, float], float]:
    """The probabilities to so many significant digits, and the worst −log10 of their relative errors."""
    counts = {name: int(count) for name, count in answer(request)["counts"].items()}
    deals = sum(counts.values())
    shares = {name: float(f"{count / deals:.{digits}g}") for name, count in counts.items()}
    errors = [abs(Fraction(share) * deals / counts[name] - 1) for name, share in shares.items()]
    return shares, -log10(max(errors))


def test_the_digits_of_floating_answers(results: Verified) -> None:
    """The fewest and the median, for each kind; an exact engine has no such line."""
    said = [rounded(request, digits) for request, digits in zip(THREE, (9, 12, 10), strict=True)]
    answers = [{"id": f"v-{number}", "probabilities": shares} for number, (shares, _) in enumerate(said)]
    errors = [error for _, error in said]
    ran = results(answers, requests=THREE)
    assert ran.code == 0
    words = f"outcomes {min(errors):.1f} ({median(errors):.1f})"
    assert f"\nfewest correct digits of each kind, and the median: {words}\n" in ran.out
    data = json.loads(results(answers, "--format", "json", requests=THREE).out)
    by_kind = {"answers": 3, "fewest": round(min(errors), 2), "median": round(median(errors), 2)}
    assert data["digits_by_kind"] == {"outcomes": pytest.approx(by_kind)}
    assert data["correct_digits"] == {"9": 1, "10": 1, "12": 1}
    exactly = [{"id": f"v-{number}", **answer(request)} for number, request in enumerate(THREE)]
    assert "correct digits" not in results(exactly, requests=THREE).out


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"rules": "all", "arithmetic": "floating"}, "floating; any shoe, by values; outcomes; all rules"),
        ({"kinds": ["coup", "bet"], "bets": "all"}, "exact; any shoe, by values; coup, bet; all bets; rules standard"),
        ({"kinds": ["bet"], "bets": ["tie"]}, "exact; any shoe, by values; bet; bets tie; rules standard"),
        ({"kinds": ["bet"], "bets": BETS[:12]}, f"exact; any shoe, by values; bet; bets {TWELVE}; rules standard"),
        ({"kinds": ["bet"], "bets": BETS[:13]}, "exact; any shoe, by values; bet; 13 bets; rules standard"),
        ({"kinds": ["bet"], "own_bets": [OWN]}, "exact; any shoe, by values; bet; own bets my-tie; rules standard"),
    ],
)
def test_what_an_engine_can_in_one_line(changes: dict[str, Any], text: str) -> None:
    assert capabilities_text(parse_handshake(hello(**changes))) == text


@pytest.mark.parametrize(
    ("changes", "words", "text"),
    [
        ({}, {"granularity": ["values"], "shoes": "any"}, "any shoe, by values"),
        ({"granularity": ["ranks", "values"]}, {"granularity": ["values", "ranks"]}, "any shoe, by values or ranks"),
        ({"decks": [1, 8]}, {"decks": (1, 8)}, "1–8 decks, by values"),
        ({"decks": [1, 1]}, {"decks": (1, 1)}, "1 deck, by values"),
        ({"decks": [6, 6]}, {"decks": (6, 6)}, "6 decks, by values"),
        ({"decks": [6, 6], "shoes": "whole-decks"}, {"shoes": "whole-decks"}, "6 decks, whole decks, by values"),
        ({"max_cards": 99}, {"max_cards": 99}, "up to 99 cards, by values"),
        ({"max_of_a_class": 9, "max_cards": 99}, {"max_of_a_class": 9}, "up to 99 cards, up to 9 alike, by values"),
    ],
)
def test_the_shoes_that_an_engine_takes(changes: dict[str, Any], words: dict[str, Any], text: str) -> None:
    domain = parse_handshake(hello(**changes)).domain
    assert str(domain) == text
    assert {name: domain.words[name] for name in words} == words
    assert len(domain.words) == 2 + len({*changes} - {"granularity", "shoes"})


SIX_ACES = {"ranks": [6] + [0] * 12}


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ({"shoe": {"values": [16] + [4] * 9}}, "1 deck by values"),
        ({"shoe": {"cards": [8] * 52}}, "8 decks by cards"),
        ({"shoe": {"values": [0, 0, 3, 0, 0, 0, 0, 0, 0, 4]}, "rules": "standard"}, "7 cards by values: 2 × 3, 9 × 4"),
        ({"shoe": SIX_ACES, "rules": "classic-it"}, '6 cards by ranks: A × 6; {"rules": "classic-it"}'),
        ({"shoe": SIX_ACES, "given": "tie=no", "bet": "tie"}, '6 cards by ranks: A × 6; {"given": "tie=no"}'),
    ],
)
def test_shoes_for_readers(request_: dict[str, Any], text: str) -> None:
    assert shoe_text({"kind": "outcomes", **request_}) == text


def smaller(reply: Object) -> Answered:
    vector = Vector("smaller-1", "", (), {"kind": "coup"}, {"outcome": "tie"})
    return Answered(vector=vector, judgement=Judgement("a fault", WRONG), reply=reply)


DEEP: Any = 1
for _ in range(10**5):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("came", "whole"),
    [
        ({"x": "a" * 3991}, True),  # 4000 characters of JSON
        ({"x": "a" * 3992}, False),
        ({"x": [[]] * 48}, True),  # fifty brackets
        ({"x": [[]] * 49}, False),
        ({"x": [{}] * 49}, False),
        ({"x": DEEP}, False),
    ],
    ids=["long", "too long", "nested", "too many lists", "too many objects", "too deep"],
)
def test_long_and_nested_answers_are_cut(came: dict[str, Any], whole: bool) -> None:
    data = smaller_data(smaller({"id": "7", **came}))
    assert (data["request"], data["expected"], data["fault"]) == ({"kind": "coup"}, {"outcome": "tie"}, "a fault")
    if whole:
        assert data["came"] == came
    else:
        assert isinstance(data["came"], str)
        assert len(data["came"]) <= 1000
        assert (data["came"] == "a deeply nested value") is (came["x"] is DEEP)


@pytest.mark.slow
def test_an_engine_that_only_refuses_is_told_what_its_capabilities_can_say(results: Verified) -> None:
    """One that errs, or is right, is not."""
    right = [{"id": f"v-{number}", **answer(request)} for number, request in enumerate(TWO)]
    refused, wrong = {"id": "v-1", "error": "no"}, {**right[0], "id": "v-1"}
    advice = "it only refuses: if it takes only some shoes, its capabilities can say which "
    for second, told in ((right[1], False), (refused, True), (wrong, False)):
        assert (advice in results([right[0], second]).out) is told
    assert advice not in results([{**right[1], "id": "v-0"}, refused]).out


ANSWERS = [{"id": f"v-{number}", **answer(TWO[0])} for number in range(2)]


@pytest.mark.parametrize(("causes", "more"), [(3, ""), (4, ", …"), (5, ", …")])
def test_causes_that_all_fit_are_ambiguous_and_three_are_named(
    causes: int, more: str, results: Verified, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the fault that is certain is a cause for programs."""
    found = [Cause("tie", f"f{number}", Text(f"fault {number}"), 2, 2) for number in range(causes)]
    found.insert(1, Cause("punto", "p", Text("a fault in punto"), 2, 2))
    monkeypatch.setattr("exact.conformance.verify.runner.explain", lambda *_: found)
    told = results(ANSWERS).out
    lines = [line.strip() for line in told.splitlines() if line.startswith(("tie:", "punto:"))]
    several = f"tie: ambiguous, because {causes} known faults fit: fault 0; or fault 1; or fault 2{more}"
    assert lines == [several, "punto: a fault in punto"]
    data = json.loads(results(ANSWERS, "--format", "json").out)
    assert data["causes"] == ["a fault in punto"]
    assert [each["ambiguous"] for each in data["explanations"]] == [True, False, *[True] * (causes - 1)]


def test_causes_for_programs(results: Verified, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no fault comes near, there is no id of one."""
    found = [Cause("tie", "f", Text("a fault"), 2, 2), Cause("punto", "", Text("none"), 0, 3)]
    monkeypatch.setattr("exact.conformance.verify.runner.explain", lambda *_: found)
    certain = {"ambiguous": False}
    assert json.loads(results(ANSWERS, "--format", "json").out)["explanations"] == [
        {"subject": "tie", "fault": "f", "words": "a fault", "explains": True, **certain, "explained": 2, "of": 2},
        {"subject": "punto", "fault": None, "words": "none", "explains": False, **certain, "explained": 0, "of": 3},
    ]


def test_what_failed_most_comes_first(results: Verified) -> None:
    answers = [{"id": f"v-{number}", "error": "no"} for number in range(4)]
    requests = [TWO[0], coup("9 2 K 3"), coup("8 2 K 3"), coup("K 9 4 K")]
    for order in (requests, requests[::-1]):
        found = json.loads(results(answers, "--format", "json", requests=order).out)["failing"]
        assert [(each["subject"], each["refused"]) for each in found] == [("coup", 3), ("outcomes", 1)]


@pytest.mark.parametrize(
    ("left_out", "questions", "shown"),
    [
        ({"a": 1}, "1 question of 1 kind", "a (1)"),
        ({"d": 1, "a": 4, "c": 2, "b": 3}, "10 questions of 4 kinds", "a (4), b (3), c (2), d (1)"),
        ({"e": 1, "d": 2, "a": 5, "c": 3, "b": 4}, "15 questions of 5 kinds", "a (5), b (4), c (3), d (2), …"),
    ],
)
def test_of_the_kinds_left_out_the_four_commonest_are_named(
    left_out: dict[str, int], questions: str, shown: str
) -> None:
    numbers = Counter({("kind", name): number for name, number in left_out.items()})
    nothing = Verification(engine="e", capabilities=None, asked=[], left_out=numbers)
    assert list(map(str, left_out_lines(nothing))) == [
        f"{questions} left out: the engine answers none of them: {shown}"
    ]


def test_only_so_many_wrong_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exact.conformance.verify.verification.KEPT_ANSWERS", 2)
    vectors = vectors_of(TWO, smoke=False).vectors
    verified = Verification(engine="e", capabilities=None, asked=vectors)
    wrong = [{"counts": {"punto": str(number), "banco": "0", "tie": "0"}} for number in range(4)]
    for reply in wrong:
        verified.add(vectors[0], dict(reply))
    assert [failure.reply for failure in verified.failures] == [*wrong[:2], None, None]


def test_a_small_part_of_the_set_has_a_decimal() -> None:
    """From 0.95 % on, which is 1 % rounded, it has none."""
    for share, text in ((1.0, "100"), (0.125, "12"), (0.0095, "1"), (0.0094, "0.9"), (0.0004, "0.0")):
        verified = Verification(engine="e", capabilities=None, asked=[], share=share)
        assert f"(any shoe, {text} % of the set)" in headline_of(verified)


def test_the_smallest_failing_shoe_and_long_faults_in_a_report() -> None:
    """Programs get the request, and 800 characters of a fault; readers 160."""
    engine = StandIn(lambda request: {"counts": {**right_answer(request)["counts"], "tie": "0"}})
    vectors = vectors_of(TWO, smoke=False)
    verified = verify_asking(engine, vectors, Precision())
    verified.answers[0] = replace(verified.answers[0], judgement=Judgement("x" * 2000, WRONG))
    smallest = verified.shrunk["outcomes"]
    _, failing, failures = report("verify-engine", verified, vectors).tables
    ((subject, *numbers, found),) = failing.rows
    assert (subject, numbers) == ("outcomes", [2, 0, 0, 0])
    assert found == Detailed(
        smaller_data(smallest), f"{shoe_text(smallest.vector.request)}: {smallest.judgement.fault}"
    )
    (name, group, way, fault), *_ = failures.rows
    assert (name, group, way) == ("v-0", "test", "wrong")
    assert isinstance(fault, Detailed)
    assert (len(str(fault.value)), len(fault.text)) == (800, 160)
