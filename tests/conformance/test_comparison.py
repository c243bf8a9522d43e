"""The judgement on an answer: right, wrong, refused or no answer of the protocol, to some digits and decimals."""

from fractions import Fraction
from typing import Any

import pytest

from exact.conformance.comparison import (
    EXACT,
    FAULT,
    FLOATING,
    MAX_DECIMALS,
    MAX_DIGITS,
    REFUSED,
    RIGHT,
    WRONG,
    Judgement,
    judge,
)

Json = dict[str, Any]
COUNTS: Json = {"counts": {"a": "6", "b": "10"}}
A_COUNT = "must be a count as a string of decimal digits"
AN_EXACT = "must be an exact number as a string, like -7/658"
BOTH = "but a refusal is not an answer"
COUP: Json = {"punto": ["6", "K"], "punto_total": 6, "outcome": "tie"}


@pytest.mark.parametrize(
    ("expected", "answer", "way", "fault"),
    [
        (COUNTS, COUNTS, "", ""),
        (COUNTS, {"counts": {"b": "10", "a": "6"}, "id": "7"}, "", ""),
        (COUNTS, {"counts": {"a": "5", "b": "11"}}, WRONG, "a: expected 6, came 5; b: expected 10, came 11"),
        (COUNTS, {"counts": {"a": "-6", "b": "10"}}, WRONG, "a: expected 6, came -6"),
        (COUNTS, {"counts": {"a": "06", "b": "10"}}, FAULT, f"counts, a: 06 {A_COUNT}"),
        (COUNTS, {"counts": {"a": "٠", "b": "10"}}, FAULT, f"counts, a: ٠ {A_COUNT}"),
        (COUNTS, {"counts": {"a": 6, "b": "10"}}, FAULT, f"counts, a: 6 {A_COUNT}"),
        (COUNTS, {"counts": {"a": "6"}}, FAULT, "counts: lacks b"),
        (COUNTS, {"counts": {"a": "6", "b": "10", "c": "0"}}, FAULT, "counts: has the unknown 'c'"),
        (COUNTS, {"counts": ["6", "10"]}, FAULT, 'counts: ["6", "10"] must be a JSON object of a, b'),
        (COUNTS, {"id": "7", "outcome": "tie"}, FAULT, "has no counts, but outcome"),
        (COUNTS, {"id": "7"}, FAULT, "has no counts, but nothing"),
        (COUNTS, {"error": "no"}, REFUSED, "refused a request that has an answer: 'no'"),
        (COUNTS, {"error": "no", "counts": {}}, FAULT, f"is malformed: has error and counts, {BOTH}"),
        ({"error": ""}, {"error": "no", "fair_odds": "1"}, FAULT, f"is malformed: has error and fair_odds, {BOTH}"),
        ({"error": ""}, {"error": "no", "id": "7"}, "", ""),
        ({"error": ""}, {"error": ""}, FAULT, 'expected an error, came {"error": ""}'),
        ({"error": ""}, {"error": 3}, FAULT, 'expected an error, came {"error": 3}'),
        ({"error": ""}, {"id": "7", "outcome": "tie"}, FAULT, 'expected an error, came {"outcome": "tie"}'),
        (COUP, COUP, "", ""),
        (COUP, {**COUP, "outcome": "banco"}, WRONG, "outcome: expected 'tie', came 'banco'"),
        (COUP, {**COUP, "punto_total": 6.0}, WRONG, "punto_total: expected 6, came 6.0"),
        (COUP, {**COUP, "punto_total": True}, WRONG, "punto_total: expected 6, came true"),
        (COUP, {**COUP, "punto": ["6", "K", "A"]}, WRONG, 'punto: expected ["6", "K"], came ["6", "K", "A"]'),
        ({"net": {"tie": "8.00"}}, {"net": {"tie": "8"}}, "", ""),
        ({"net": {"tie": "8.00"}}, {"net": {"tie": "16/2"}}, "", ""),
        ({"net": {"tie": "8.00"}}, {"net": {"tie": "8.01"}}, WRONG, "tie: expected 8.00, came 8.01"),
        ({"net": {"a": "8.00"}}, {"net": {"a": "8."}}, FAULT, "net, a: '8.' must be an amount as a string, like 24.00"),
        ({"expectation": "-2/6"}, {"expectation": "-1/3"}, "", ""),
        ({"expectation": "-2/6"}, {"expectation": "1/3"}, WRONG, "expectation: expected -1/3, came 1/3"),
        ({"removal": {"0": "2/4"}}, {"removal": {"0": "1/0"}}, FAULT, f"removal, 0: '1/0' {AN_EXACT}"),
        ({"removal": {"0": "2/4"}}, {"removal": {"0": "0.5"}}, "", ""),
        ({"removal": {"0": "2/4"}}, {"removal": {"0": "0.25"}}, WRONG, "0: expected 1/2, came 0.25"),
    ],
)
def test_exact_answers(expected: Json, answer: Json, way: str, fault: str) -> None:
    assert judge(expected, answer, EXACT, None) == Judgement(fault, way)
    assert (judge(expected, answer, EXACT, None) == RIGHT) is (way == "")


@pytest.mark.parametrize(
    ("key", "most"), [("counts", 1000), ("net", 40), ("variance", 1000)], ids=["counts", "amounts", "fractions"]
)
def test_the_longest_numbers(key: str, most: int) -> None:
    """A number of so many digits is a wrong one; one of more is none. Long ones are cut where they are shown."""
    expected: Json = {"variance": "1"} if key == "variance" else {key: {"a": "1"}}
    for digits, way in ((most, WRONG), (most + 1, FAULT)):
        number = "2" * digits
        judgement = judge(expected, dict[str, Any]({key: number if key == "variance" else {"a": number}}), EXACT, None)
        assert judgement.way == way
        shown = f"{'2' * 39}…{'2' * 20}" if most > 60 else number
        assert shown in judgement.fault
        assert ("2" * 60 in judgement.fault) is False


SHARES: Json = {"probabilities": {"a": 0.375, "b": 0.625}}


def shares(a: object, b: object) -> Json:
    return {"probabilities": {"a": a, "b": b}}


@pytest.mark.parametrize(
    ("answer", "way", "fault"),
    [
        (SHARES, "", ""),
        (shares(0.37500009, 0.625), "", ""),
        (shares(0.375009, 0.625), WRONG, "a: expected 0.375, came 0.375009: 5 correct digits"),
        (shares(0.375, 0.628), WRONG, "b: expected 0.625, came 0.628: 3 correct digits"),
        (shares(0.376, 0.8), WRONG, "b: expected 0.625, came 0.8: 1 correct digit"),
        (shares(2, 0.625), WRONG, "a: expected 0.375, came 2: 0 correct digits"),
        (shares(2.1, 0.625), FAULT, "probabilities, a: 2.1 must be a JSON number, and a probability"),
        (shares(-2.1, 0.625), FAULT, "probabilities, a: -2.1 must be a JSON number, and a probability"),
        (shares(float("inf"), 0.625), FAULT, "probabilities, a: Infinity must be a JSON number, and a probability"),
        (
            shares(10**400, 0.625),
            FAULT,
            f"probabilities, a: 1{'0' * 38}…{'0' * 20} must be a JSON number, and a probability",
        ),
        (shares(float("nan"), 0.625), FAULT, "probabilities, a: NaN must be a JSON number, and a probability"),
        (shares("0.375", 0.625), FAULT, "probabilities, a: '0.375' must be a JSON number, and a probability"),
        (shares(True, 0.625), FAULT, "probabilities, a: true must be a JSON number, and a probability"),
        ({"probabilities": {"a": 0.375}}, FAULT, "probabilities: lacks b"),
        ({"id": "7"}, FAULT, "probabilities: null must be a JSON object of a, b"),
        ({"error": "no"}, REFUSED, "refused a request that has an answer: 'no'"),
    ],
)
def test_floating_answers_to_seven_digits(answer: Json, way: str, fault: str) -> None:
    judgement = judge(COUNTS, answer, FLOATING, 7)
    assert (judgement.way, judgement.fault) == (way, fault)


def test_the_worst_number_of_an_answer_counts() -> None:
    """Digits by the relative error, decimals by the absolute one."""
    judgement = judge(COUNTS, shares(0.3751, 0.62501), FLOATING, 2)
    assert (judgement.fault, judgement.way, judgement.digits, judgement.decimals) == ("", "", 4, 3)
    assert judgement.log_error == pytest.approx(3.5740312677)
    assert judge(COUNTS, SHARES, FLOATING, 17) == Judgement("", "", MAX_DIGITS, MAX_DECIMALS, MAX_DIGITS, rounded=True)
    judgement = judge(COUNTS, shares(0.6, 0.7), FLOATING, 2)
    assert (judgement.digits, judgement.decimals) == (0, 0)
    assert judgement.fault.startswith("a: ")


@pytest.mark.parametrize(
    ("given", "decimals", "fault"),
    [
        (0.3699, 2, "a: expected 0.375, came 0.3699: rounded rightly to 1 decimal"),
        (0.37, 2, ""),
        (0.3755, 3, ""),
        (0.37551, 3, "a: expected 0.375, came 0.37551: rounded rightly to 2 decimals"),
        (0.9, 1, "a: expected 0.375, came 0.9: rounded rightly to 0 decimals"),
        (0.325, 1, ""),
    ],
)
def test_floating_answers_to_some_decimals(given: float, decimals: int, fault: str) -> None:
    """Within half a unit of the last decimal; digits do not count then."""
    assert judge(COUNTS, shares(given, 0.625), FLOATING, 17, decimals).fault == fault


def test_figures_of_bets_in_floating_point() -> None:
    """Effects of removal are as good as their largest; other figures by themselves, and not above 10^15."""
    assert judge(COUP, COUP, FLOATING, 7) == RIGHT
    removal: Json = {"removal": {"0": "1/2", "1": "1/2000000"}}
    assert judge(removal, {"removal": {"0": 0.5, "1": 5.1e-7}}, FLOATING, 7).fault == ""
    assert judge(removal, {"removal": {"0": 0.5, "1": 8e-7}}, FLOATING, 7).digits == 6
    assert judge({"variance": "1/3"}, {"variance": 1 / 3}, FLOATING, 16).fault == ""
    assert judge({"fair_odds": "1/3"}, {"fair_odds": 10**15}, FLOATING, 7).way == WRONG
    too_large = judge({"fair_odds": "1/3"}, {"fair_odds": 10**15 + 1}, FLOATING, 7)
    assert too_large.fault == f"fair_odds, fair_odds: {10**15 + 1} must be a JSON number, and a figure of a bet"
    assert judge({"removal": {"0": "0"}}, {"removal": {"0": 0}}, FLOATING, 17).fault == ""


@pytest.mark.parametrize(
    ("right", "value", "digits"),
    [
        (Fraction(1), 1.5, 1),
        (Fraction(1), 1.05, 1),
        (Fraction(1), 1 + 2**-5, 2),
        (Fraction(1), 1.0, MAX_DIGITS),
        (Fraction(-2), -2.001, 4),
        (Fraction(0), 1e-30, MAX_DIGITS),
        (Fraction(0), 5e-3, 2),
        (Fraction(0), 4.99e-3, 3),
    ],
)
def test_correct_digits(right: Fraction, value: float, digits: int) -> None:
    """The largest d with a relative error of at most 5/10^d; 1.05 and 5e-3 are doubles just above theirs."""
    assert judge({"variance": str(right)}, {"variance": value}, FLOATING, None).digits == digits


def test_the_slack_of_decimals_is_what_a_double_may_lose() -> None:
    """Half a unit of the last decimal and 2^-52, to the last bit."""
    value = 0.13
    for slack, decimals in ((Fraction(1, 2**52), 2), (Fraction(1, 2**52) + Fraction(1, 2**90), 1)):
        right = Fraction(value) - Fraction(1, 200) - slack
        assert judge({"variance": str(right)}, {"variance": value}, FLOATING, None, 1).decimals == decimals


@pytest.mark.parametrize(
    ("given", "rounded"),
    [
        ((0.38, 0.62), True),
        ((0.37, 0.62), True),  # cut off
        ((0.37000000000000005, 0.62), True),  # a percentage, divided
        ((0.375, 0.626), True),
        ((0.3750001, 0.62), True),  # the first number is right
        ((0.3764, 0.62), False),
        ((0.375, 2), False),
    ],
)
def test_the_pattern_of_rounding(given: tuple[float, float], rounded: bool) -> None:
    """A wrong number is off by no more than its last digit."""
    assert judge(COUNTS, shares(*given), FLOATING, 6).rounded is rounded


def test_of_two_numbers_as_wrong_the_first_is_named() -> None:
    """Both to three digits; with neither digits nor decimals asked, no number is wrong."""
    assert judge(COUNTS, shares(0.376, 0.626), FLOATING, 7).fault.startswith("a: expected 0.375, came 0.376: 3 ")
    assert judge(COUNTS, shares(0.9, 0.1), FLOATING, None) == Judgement("", "", 0, 0, 0.0, rounded=True)
