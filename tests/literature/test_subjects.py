"""The subjects of claims: how they are written, read back, and refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.errors import ExactError
from exact.literature.claims import parse_claim
from exact.literature.conditions import DEFAULTS
from exact.literature.subjects import Both, Deals, Hands, Streak, Wager, outcome_named


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
        ("Lucky-6:12-18", "lucky-6", "", "12-18", "lucky-6:12-18"),
        ("tie 9", "tie-9", "", "", "tie-9"),
        ("tie 9 lose", "tie-9", "lose", "", "tie-9 lose"),
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


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("dragon", "is neither a bet nor an event: did you mean dragon-7 or dragon-bonus-punto or dragon-bonus-banco?"),
        ("dragon bonus", "'dragon bonus' can mean dragon-bonus-punto or dragon-bonus-banco: choose one"),
        ("lucky 6:12-99 three cards", "'lucky-6:12-99' is not a pay table of lucky-6: did you mean 12-23"),
        ("lucky-6:12-99", "is not a pay table of lucky-6"),
        ("lucky-6 four cards", "'four cards' is not a category of lucky-6: "),
        ("punto_total == 9", "is not a bet: write an event in parentheses, like (punto_total == 9)"),
        ("not tie", "is not a bet: write an event in parentheses"),
        ("punto_natural or banco_natural", "write an event in parentheses"),
        ("zzzz", "is neither a bet nor an event: exact bets lists the bets, exact bet --help the names of events"),
        ("punto_naturl", "is neither a bet nor an event: did you mean punto_natural"),
        ("(tie", "lacks the parenthesis that ends the event"),
        ("punto_total", "'punto_total' is a number where a condition is needed"),
    ],
)
def test_what_is_no_wager(typed: str, reason: str) -> None:
    with pytest.raises(ExactError) as caught:
        Wager.read(typed)
    assert reason in str(caught.value)


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
    ("text", "conditions", "reason"),
    [
        ("tie", {"commission": Fraction(1, 20)}, "belongs to the bet banco, not to tie"),
        ("(tie)", {"commission": Fraction(0)}, "belongs to the bet banco, not to (tie)"),
        ("lucky-6:12-20", {"pays": "12-18"}, "'pays 12-18' contradicts lucky-6:12-20: name one pay table"),
        ("lucky-6", {"pays": "12"}, "'pays 12' does not fit lucky-6: give one of 12-23, 12-20, 12-18, or 2 payoffs"),
        ("blazing-7s", {"pays": "3"}, "'pays 3' does not fit blazing-7s: give one of main, 150-40, or 2 payoffs"),
        ("dragon-7", {"pays": "1-2"}, "'pays 1-2' does not fit dragon-7: give 1 payoff"),
        ("(tie)", {"pays": "1-2"}, "'pays 1-2' does not fit (tie): give 1 payoff"),
        ("bad-beat-natural-9-over-8", {"pays": "even"}, "'pays even' does not fit bad-beat-natural-9-over-8: give "),
    ],
)
def test_payoffs_that_do_not_fit(text: str, conditions: dict[str, object], reason: str) -> None:
    with pytest.raises(ExactError) as caught:
        paid(text, **conditions)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "outcome", "low", "high", "listed", "text"),
    [
        ("streak of 9 Player wins", "punto", 9, None, False, "a streak of 9 punto"),
        ("the streak of exactly 4 banker", "banco", 4, 4, False, "a streak of exactly 4 banco"),
        ("a streak of at most 1 tie", "tie", 0, 1, False, "a streak of at most 1 tie"),
        ("a streak of 4 - 10 banco", "banco", 4, 10, True, "a streak of 4 to 10 banco"),
        ("a streak of 1 to 2 banco", "banco", 1, 2, True, "a streak of 1 to 2 banco"),
        ("200 player win in a row", "punto", 200, None, False, "a streak of 200 punto"),
        ("1 tie in a row", "tie", 1, None, False, "a streak of 1 tie"),
    ],
)
def test_a_streak_however_it_is_written(
    typed: str, outcome: str, low: int, high: int | None, listed: bool, text: str
) -> None:
    streak = Streak.read(typed)
    assert streak == Streak(outcome, low, high, listed)
    assert streak.text == text
    assert Streak.read(text) == streak


def test_what_is_no_streak_no_pair_of_wagers_and_no_hands() -> None:
    for text in ("streak of punto", "9 punto", "a streak of nine punto"):
        assert Streak.read(text) is None
    for text in ("a streak of 3 dragons", "3 dragons in a row"):
        with pytest.raises(ExactError, match="'dragons' is no winner: known: "):
            Streak.read(text)
    assert outcome_named("Banker") == "banco"
    assert Deals.read("all deals") == Deals.read("Deals") == Deals()
    assert Deals.read("deal") is None
    assert Hands.read("distinct 2-card hands totalling 0") == Hands(0)
    assert Hands.read("distinct two-card hands worth 10") is None
    assert Both.read("(tie and punto_natural)") is None
    assert Both.read("(tie and punto_natural) and dragon-7 win") == Both(
        Wager("(tie and punto_natural)"), Wager("dragon-7", "win")
    )
    assert Both(Wager("tie"), Wager("dragon-7", "win")).text == "tie and dragon-7 win"
    assert Hands(5).text == "distinct two-card hands worth 5"
    assert Both.read("tie and (punto_natural and banco_natural)") == Both(
        Wager("tie"), Wager("(punto_natural and banco_natural)")
    )


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("expectation of a streak of 1 tie, pays 4, infinite shoe", "4 p - (1 - p)"),
        ("house edge of a streak of 1 tie, pays 4, infinite shoe", "1 - p - 4 p"),
        ("contribution of a streak of exactly 1 tie, pays 4, infinite shoe", "4 (p - p²)"),
        ("probability of a streak of at most 2 tie, infinite shoe", "1 - p³"),
        ("probability of a run of 2 tie among 4 coups, infinite shoe", "3 p² - 2 p³"),
    ],
)
def test_streaks_of_ties(claim: str, value: str) -> None:
    """Of four coups, a run of two begins with the first coup, or after no tie with the second or the third."""
    p = parse_claim("probability of tie, infinite shoe").exact()
    assert isinstance(p, Fraction)
    values = {
        "4 p - (1 - p)": 5 * p - 1,
        "1 - p - 4 p": 1 - 5 * p,
        "4 (p - p²)": 4 * (p - p**2),
        "1 - p³": 1 - p**3,
        "3 p² - 2 p³": 3 * p**2 - 2 * p**3,
    }
    assert parse_claim(claim).exact() == values[value]
