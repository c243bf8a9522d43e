"""The subjects of claims: how they are written, read back, and refused."""

from fractions import Fraction

import pytest
from support import refusal

from exact.questions.conditions import DEFAULTS
from exact.questions.subjects import BET, DEALS, HANDS, STREAK, TWO_BETS, Wager, outcome_named, read_subject


@pytest.mark.parametrize(
    ("typed", "bet", "category", "pay_table", "text"),
    [
        ("punto", "punto", "", "", "punto"),
        ("the Player wins", "punto", "", "", "punto"),
        ("a tie", "tie", "", "", "tie"),
        ("Banker win", "banco", "", "", "banco"),
        ("dragon 7", "dragon-7", "", "", "dragon-7"),
        ("the dragon-7", "dragon-7", "", "", "dragon-7"),
        ("lucky 6:12-20 three cards", "lucky-6", "three-cards", "12-20", "lucky-6:12-20 three-cards"),
        ("super 6 side bet", "banco-wins-6", "", "super-6", "banco-wins-6:super-6"),
        ("Lucky-6:12-18", "lucky-6", "", "12-18", "lucky-6:12-18"),
        ("tie-9", "tie-9", "", "", "tie-9"),
        ("tie-9 lose", "tie-9", "lose", "", "tie-9 lose"),
        ("panda-8 WIN", "panda-8", "win", "", "panda-8 win"),
        ("(PUNTO_total == 9)", "(punto_total == 9)", "", "", "(punto_total == 9)"),
        ("Punto_first_two_suited", "(punto_first_two_suited)", "", "", "(punto_first_two_suited)"),
    ],
)
def test_a_wager_however_it_is_written(typed: str, bet: str, category: str, pay_table: str, text: str) -> None:
    wager = Wager.read(typed)
    assert wager == Wager(bet, category, pay_table)
    assert wager.text == text
    assert Wager.read(text) == wager


def paid(text: str, **conditions: object) -> list[Fraction | int]:
    return [*Wager.read(text).on({**DEFAULTS, **conditions}).payoffs()]


def test_the_payoffs_that_conditions_change() -> None:
    """Those of the winning categories in their order; a push and a loss stay."""
    assert paid("tie") == [8, -1]
    assert paid("tie", pays="9") == [9, -1]
    assert paid("dragon-7", pays="50") == [50, -1]
    assert paid("lucky-6", pays="11-22") == [11, 22, -1]
    assert paid("lucky-6:12-20") == paid("lucky-6", pays="12-20") == [12, 20, -1]
    assert paid("lucky-6:12-20", pays="12-20") == [12, 20, -1]
    assert paid("(tie)") == [1, -1]
    assert paid("(tie)", pays="9") == [9, -1]
    assert paid("punto", pays="2")[0] == 2
    assert {*paid("punto")} == {1, 0, -1}
    assert paid("banco", commission=Fraction(1, 4))[0] == Fraction(3, 4)
    assert paid("banco")[0] == Fraction(19, 20)


@pytest.mark.parametrize(
    ("typed", "values", "text"),
    [
        ("streak of 9 Player wins", {"length": 9, "winner": "punto"}, "a streak of 9 punto"),
        ("the streak of exactly 4 banker", {"exactly": 4, "winner": "banco"}, "a streak of exactly 4 banco"),
        ("a streak of at most 1 tie", {"longest": 1, "winner": "tie"}, "a streak of at most 1 tie"),
        ("a streak of 4 - 10 banco", {"low": 4, "high": 10, "winner": "banco"}, "a streak of 4 to 10 banco"),
        ("a streak of 1 to 2 banco", {"low": 1, "high": 2, "winner": "banco"}, "a streak of 1 to 2 banco"),
        ("200 player win in a row", {"length": 200, "winner": "punto"}, "a streak of 200 punto"),
        ("1 tie in a row", {"length": 1, "winner": "tie"}, "a streak of 1 tie"),
    ],
)
def test_a_streak_however_it_is_written(typed: str, values: dict[str, object], text: str) -> None:
    streak = read_subject(typed)
    assert (streak.kind, streak.values, streak.text) == (STREAK, values, text)
    assert read_subject(text) == streak


def test_what_is_no_streak_no_pair_of_wagers_and_no_hands() -> None:
    for text in ("streak of punto", "9 punto", "a streak of nine punto"):
        assert STREAK.read(text) is None
    for text in ("a streak of 3 dragons", "3 dragons in a row"):
        assert "'dragons' is no winner: known: " in refusal(STREAK.read, text)
    assert outcome_named("Banker") == "banco"
    assert DEALS.read("all deals") == DEALS.read("Deals") == {}
    assert DEALS.read("deal") is None
    assert HANDS.read("distinct 2-card hands totalling 0") == {"total": 0}
    assert HANDS.read("distinct two-card hands worth 10") is None
    assert HANDS.write({"total": 5}) == "distinct two-card hands worth 5"


@pytest.mark.parametrize(
    ("text", "wagers"),
    [
        ("(tie and punto_natural) and dragon-7 win", [Wager("(tie and punto_natural)"), Wager("dragon-7", "win")]),
        ("tie and (punto_natural and banco_natural)", [Wager("tie"), Wager("(punto_natural and banco_natural)")]),
        ("tie and dragon-7 win", [Wager("tie"), Wager("dragon-7", "win")]),
        ("(tie and punto_natural)", [Wager("(tie and punto_natural)")]),
    ],
)
def test_wagers_are_parted_outside_of_parentheses(text: str, wagers: list[Wager]) -> None:
    subject = read_subject(text)
    assert (subject.kind, subject.text) == (TWO_BETS if len(wagers) == 2 else BET, text)
    assert list(subject.values.values()) == wagers
