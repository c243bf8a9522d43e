"""The verdict on an engine, and under which precision it would be another."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from support.scripted_engines import FIVE_CARDS, TWO, vectors_of

from exact.conformance.comparison import FAULT, REFUSED, WRONG
from exact.conformance.vectors.vector_set import Vector
from exact.conformance.verify.protocol import Reason
from exact.conformance.verify.verification import Failure, Floating, Precision, Tally, Verdict, Verification, subject_of

QUESTION, BAD = vectors_of([TWO[0], FIVE_CARDS], smoke=False).vectors
NINE = Precision()


def verified(
    right: int = 0,
    ways: tuple[str, ...] = (),
    *,
    asked: list[Vector] | None = None,
    floating: list[Floating] | None = None,
    precision: Precision = NINE,
    smoke: bool = False,
    problems: list[str] | None = None,
) -> Verification:
    tally = Tally(precision)
    tally.right, tally.floating = right, floating or []
    tally.failures = [Failure(QUESTION, "a fault", way, None, replied=way != FAULT) for way in ways]
    if asked is None:
        asked = [QUESTION] * (right + len(ways))
    return Verification("e", None, asked, Counter(), 1.0, smoke, tally, [], problems or [], {}, [])


@pytest.mark.parametrize(
    ("of", "verdict"),
    [
        (verified(20), Verdict.CONFORMS),
        (verified(19), Verdict.TOO_FEW),
        (verified(20, asked=[*[QUESTION] * 19, BAD]), Verdict.TOO_FEW),
        (verified(21, asked=[*[QUESTION] * 20, BAD]), Verdict.CONFORMS),
        (verified(20, smoke=True), Verdict.GLANCED),
        (verified(1, smoke=True), Verdict.GLANCED),
        (verified(20, (WRONG,)), Verdict.FAILS),
        (verified(20, (REFUSED,), smoke=True), Verdict.FAILS),
        (verified(20, (FAULT,), problems=["ids missing"]), Verdict.FAILS),
        (verified(20, asked=[QUESTION] * 21), Verdict.FAILS),  # one was never asked
        (verified(20, asked=[QUESTION] * 21, problems=["ids missing"]), Verdict.UNDECIDED),
        (verified(20, problems=["ids unknown"], smoke=True), Verdict.UNDECIDED),
    ],
)
def test_the_verdict(of: Verification, verdict: Verdict) -> None:
    assert of.verdict is verdict


def test_what_is_counted() -> None:
    of = verified(3, (WRONG, FAULT, WRONG, REFUSED), asked=[*[QUESTION] * 8, BAD])
    assert [of.failed(way) for way in (WRONG, REFUSED, FAULT)] == [2, 1, 1]
    assert (of.right, of.without_reply, of.not_asked, of.questions) == (3, 1, 2, 8)
    left_out = {Reason("shoe", "by cards"): 2, Reason("bet", "tie"): 3, Reason("shoe", "of 9 decks"): 4}
    assert of._replace(left_out=Counter(left_out)).refused_outside == 6


@pytest.mark.parametrize(
    ("right", "ways", "asked", "only"),
    [
        (1, (), 1, True),
        (1, (WRONG,), 2, True),
        (1, (WRONG, REFUSED), 3, False),
        (1, (WRONG, FAULT), 3, False),
        (1, (WRONG,), 3, False),
    ],
)
def test_an_engine_is_only_imprecise_if_wrong_numbers_are_all(
    right: int, ways: tuple[str, ...], asked: int, only: bool
) -> None:
    assert verified(right, ways, asked=[QUESTION] * asked).only_imprecise is only


def number(digits: int, decimals: int, right: bool) -> Floating:
    return Floating("outcomes", digits, decimals, float(digits), right)


@pytest.mark.parametrize(
    ("floating", "wrong", "precision", "looser"),
    [
        ([number(9, 9, True)], 0, NINE, []),
        ([], 1, NINE, []),
        ([number(4, 5, False)], 1, NINE, [Precision(4, None), Precision(None, 5)]),
        ([number(4, 5, False)], 2, NINE, []),  # the other wrong answer is none in floating point
        ([number(4, 5, False), number(9, 3, True)], 1, NINE, [Precision(4, None), Precision(None, 3)]),
        ([number(0, 5, False)], 1, NINE, [Precision(None, 5)]),
        ([number(4, 0, False)], 1, NINE, [Precision(4, None)]),
        ([number(0, 0, False)], 1, NINE, []),
        ([number(4, 5, False)], 1, Precision(None, 6), [Precision(None, 5)]),  # asked in decimals, told in decimals
        ([number(0, 5, False)], 1, Precision(None, 6), [Precision(None, 5)]),
    ],
)
def test_the_precision_to_which_every_wrong_number_is_right(
    floating: list[Floating], wrong: int, precision: Precision, looser: list[Precision]
) -> None:
    assert verified(0, (WRONG,) * wrong, floating=floating, precision=precision).looser == looser


@pytest.mark.parametrize(
    ("precision", "tolerance"),
    [
        (NINE, Fraction(1, 10**9)),
        (Precision(4), Fraction(1, 10**4)),
        (Precision(12), Fraction(1, 10**9)),
        (Precision(None, 6), Fraction(1, 10**6)),
        (Precision(0), Fraction(1)),
    ],
)
def test_the_difference_below_which_two_probabilities_are_the_same(precision: Precision, tolerance: Fraction) -> None:
    assert precision.tolerance == tolerance


def test_the_subject_of_a_request() -> None:
    assert subject_of({"kind": "outcomes", "bet": None}) == "outcomes"
    assert subject_of({"kind": "variance", "bet": "tie"}) == "variance tie"
