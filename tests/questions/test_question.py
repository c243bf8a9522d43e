import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import refusal

from exact.analysis.odds import DECKS
from exact.arithmetic import Value
from exact.errors import ExactError
from exact.literature.printed import Agreement, PrintedFigure
from exact.questions.conditions import CONDITION_EXAMPLES, CONDITIONS, read_condition
from exact.questions.grammar import function_named
from exact.questions.quantities import MEANINGS, MEASURES, QUANTITIES
from exact.questions.question import describe_questions, parse_question
from exact.questions.subjects import KINDS, SUBJECTS, read_subject


def exact(text: str) -> Value:
    return parse_question(text).exact()


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("House Edge on BANKER ,8 decks,4% Commission", "house edge of banco, commission 4%, 8 decks"),
        ("8 decks; commission 0.04; the house edge of banco", "house edge of banco, commission 4%, 8 decks"),
        ("edge of the tie bet, pays 9 to 1, infinite shoe", "house edge of tie, pays 9, infinite shoe"),
        ("house edge of small, pays 3:2, 8 decks", "house edge of small, pays 1.5, 8 decks"),
        ("house edge of player, per resolved stake, 6/8 decks", "house edge per resolved stake of punto, 6 or 8 decks"),
        ("house edge of player per resolved stake, 4, 6 or 8 decks",
         "house edge per resolved stake of punto, 4, 6 or 8 decks"),
        ("chance that banker wins given PLAYER=k,4 banker_two_card_total=3 under standard rules, 1 deck",
         "probability of banco, given punto=K,4 banco_two_card_total=3, 1 deck, rules standard"),
        ("probability of player wins, given punto=4, 0, 8 decks", "probability of punto, given punto=4,0, 8 decks"),
        ("probability of tie, given PLAYER=Hearts,BLACK tie=No", "probability of tie, given punto=hearts,black tie=no"),
        ("contribution of dragon bonus player win by 9, 8 decks",
         "contribution of dragon-bonus-punto win-by-9, 8 decks"),
        ("probability of bad-beat natural-9-over-8", "probability of bad-beat natural-9-over-8"),
        ("probability of matching-dragon-A two", "probability of matching-dragon-A two"),
        ("probability of player_first_two_suited", "probability of (punto_first_two_suited)"),
        ("probability of (PLAYER_TOTAL==9 and cards in (4, 5))", "probability of (punto_total==9 and cards in (4, 5))"),
        ("effect of removing 6 6 on the house edge of dragon 7, times 415, 8 decks",
         "effect of removal of 6 6 on house edge of dragon-7, times 415, 8 decks"),
        ("house edge of banker with a commission of 4% in an 8-deck shoe",
         "house edge of banco, commission 4%, 8 decks"),
        ("edge on the tie at 9 to 1, single deck", "house edge of tie, pays 9, 1 deck"),
        ("covariance between banker and tie for eight decks", "covariance of banco and tie, 8 decks"),
        ("house edge of tie, one or six decks", "house edge of tie, 1 or 6 decks"),
        ("true odds against a tie with 6 decks", "odds against tie, 6 decks"),
        ("probability of a streak of 9 player wins ignoring ties", "probability of a streak of 9 punto, ties skipped"),
        ("effect of removal of a king on tie", "effect of removal of K on tie"),
        ("effect of removal of a 6 on tie", "effect of removal of 6 on tie"),
        ("eor of 9H on expectation of punto-perfect-pair", "effect of removal of 9h on punto-perfect-pair"),
        ("covariance of dragon-7 and lucky-6:12-20", "covariance of dragon-7 and lucky-6:12-20"),
        ("probability of 9 player wins in a row, ties ignored, 8 decks",
         "probability of a streak of 9 punto, ties skipped, 8 decks"),
        ("contribution of streak of at most 3 banco, pays -1", "contribution of a streak of at most 3 banco, pays -1"),
        ("number of distinct 2-card hands totalling 5, 1 deck", "count of distinct two-card hands worth 5, 1 deck"),
        ("count of punto-pair in two ordered cards", "count of punto-pair, in 2 ordered cards"),
        ("variance of egalite 5 with 8 decks guessed", "variance of egalite-5, 8 decks guessed"),
        ("probability of lucky 6 two cards", "probability of lucky-6 two-cards"),
        ("probability of égalité 9", "probability of egalite-9"),
        ("gain per coup of tie, perfect play, 20 unseen", "gain per coup of perfect play on tie, 20 unseen"),
        ("perfect play; 9 unseen; gain of (tie,banker)", "gain per coup of perfect play on (tie,banco), 9 unseen"),
        ("probability of banker, ties excluded", "probability of banco, given tie=no"),
        ("return of tie, rules otto-mazzi, compared to rules classic-it", "return of tie, rules otto-mazzi, compared to rules classic-it"),
        ("return of tie, rules otto-mazzi minus return of tie, rules classic-it",
         "return of tie, rules otto-mazzi, compared to rules classic-it"),
        ("return of tie, simulated over 2 million coups", "return of tie, simulated 2000000 coups"),
        ("return of tie, simulated 2,000,000 hands, 8 decks", "return of tie, 8 decks, simulated 2000000 coups"),
        ("return of tie, 6,8 decks, simulated 1,500 coups", "return of tie, 6 or 8 decks, simulated 1500 coups"),
        ("worth of a match-play coupon on Player, 8 decks", "worth of match play on punto, 8 decks"),
        ("average edge of dragon-7, tags 0 0 0 -1 -1 -1 -1 2 2 0, bets from −2.5, with 52 cards unseen",
         "edge when betting of dragon-7, tags 0 0 0 -1 -1 -1 -1 2 2 0, betting from -2.5, 52 unseen"),
        ("value of signal (card 3, 1 by A-5,10 for player, tie), 6 decks",
         "value of a signal (cards 1,3 by 6-9 for punto,tie), 6 decks"),
        ("house edge of banco, castle-vaduz:literal rules, 9, 9 and K gone", None),
        ("house edge of banco, rules CASTLE-VADUZ:literal, 9 t kH removed, 8 decks",
         "house edge of banco, 8 decks, without 9 10 Kh, rules castle-vaduz:literal")
    ]
)  # fmt: skip
def test_a_claim_has_one_text_however_it_is_written(typed: str, text: str | None) -> None:
    if text is None:
        assert "claim" in refusal(parse_question, typed)
        return
    assert parse_question(typed).text == text
    assert {parse_question(text), parse_question(typed)} == {parse_question(text)}


def test_help_names_every_quantity_and_its_examples_are_claims() -> None:
    assert list(CONDITION_EXAMPLES) == list(CONDITIONS)
    for name, of_kind in CONDITION_EXAMPLES.items():
        assert {read_condition(example)[0] for example in of_kind} == {name}
    assert {read_subject(example).kind for example in SUBJECTS} == set(KINDS)


PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "claims.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", re.findall(r"^\| `([^`]+)` \|", PAGE.split("## Figures")[0], re.MULTILINE))
def test_every_example_of_the_page_is_a_question_with_a_value(example: str) -> None:
    question = parse_question(example)
    assert question.text == example
    assert question.exact() is not None


@pytest.mark.parametrize(
    "text", ["", "  ", "\n", "\u2003;", "x" * 1001, ",", "(", "((", "effect of removal of 6 on ", "count of", None, 5]
)
def test_what_is_no_claim(text: str) -> None:
    assert "claim" in refusal(parse_question, text)


def test_the_values_of_several_decks() -> None:
    assert list(parse_question("probability of tie, 6 or 8 decks").values()) == [6, 8]
    assert list(parse_question("probability of tie").values()) == [*range(1, 17), None]
    assert list(parse_question("probability of tie, rules otto-mazzi").values()) == [8]


SOME_WORDS = """
house edge of probability count punto banco tie dragon-7 ( ) , ; and given punto=4,0 8 decks infinite shoe pays 11 1/0 0
commission 5% tags -1 1..2 times without 9h K rules standard in 4 cards streak a 9 effect removal on not == 6 % é ٣
"""
WORDS = st.sampled_from(SOME_WORDS.split())


@given(st.one_of(st.lists(WORDS, max_size=14).map(" ".join), st.text(max_size=60)))
def test_any_text_is_a_claim_or_an_error(text: str) -> None:
    try:
        claim = parse_question(text)
    except ExactError:
        return
    assert parse_question(claim.text).text == claim.text


@pytest.mark.parametrize(
    ("claim", "printed"),
    [  # prices of an independent walk over ranks
        ("house edge of punto, 8 decks, rules classic-it:ten-stands", "1.1637 %"),
        ("house edge of banco, 8 decks, rules otto-mazzi:ten-stands", "1.1270 %"),
        ("house edge of punto, 8 decks, rules classic-sl:ten-draws", "0.8642 %"),
        ("house edge of banco, 8 decks, rules classic-it:ten-draws", "1.4196 %"),
    ],
)
def test_a_claim_may_be_under_a_reading_that_looks_at_ranks(claim: str, printed: str) -> None:
    parsed = parse_question(claim)
    assert parsed.text == claim
    assert PrintedFigure.parse(printed).agreement(parsed.exact(), parsed.form) is Agreement.AGREES


def test_a_claim_names_at_most_the_full_shoes_that_are_computed() -> None:
    most = " or ".join(map(str, range(1, len(DECKS) + 1)))
    assert len(parse_question(f"house edge of banco, {most} decks").decks.possible) == len(DECKS)
    with pytest.raises(ExactError, match=f"names {len(DECKS) + 1} numbers of decks; the bound is {len(DECKS)}"):
        parse_question(f"house edge of banco, {most} or {len(DECKS) + 1} decks")


def test_the_notation_in_words_has_every_form_once_and_its_meaning_beside_the_first() -> None:
    lines = describe_questions().splitlines()
    heads = [place for place, line in enumerate(lines) if line.endswith(":")]
    assert [lines[place].split()[0] for place in heads] == ["A", "of", "and"]
    measures, subjects = lines[1 : heads[1]], lines[heads[1] + 1 : heads[2]]
    assert [line[2:40].strip() for line in measures] == [*MEANINGS, "effect of removal of 6 6 on …"]
    assert [line[40:] for line in measures[:-1]] == list(MEANINGS.values())
    assert all(line[40:] and line[:2] == "  " for line in subjects)
    rows = [row for examples in CONDITION_EXAMPLES.values() for row in examples.items()]
    assert [(line[2:40].strip(), line[40:]) for line in lines[heads[2] + 1 :]] == rows


def test_every_measure_has_a_quantity_and_every_entry_names_functions_that_exist() -> None:
    assert {quantity.measure for quantity in QUANTITIES} == set(MEANINGS) == set(MEASURES.values())
    slots = [slot.reader for phrase in (*KINDS, *CONDITIONS.values()) for slot in phrase.slots.values()]
    for name in (*slots, *(quantity.value for quantity in QUANTITIES)):
        if isinstance(name, str):  # the linter of imports does not see that it is no higher
            assert name.startswith(("exact.questions.", "exact.analysis."))
            assert callable(function_named(name))


LOADED = """
import sys
from exact.literature.printed import PrintedFigure
from exact.literature.printed import judge
from exact.questions.question import parse_question
assert judge(parse_question("house edge of banco, commission 5%, 8 decks"), PrintedFigure.parse("1.06%")).digits == 3
print(*(name for name in sys.modules if name.split(".")[0] == "exact"))
"""


def test_a_main_bet_loads_little() -> None:
    """No other bet, no engine for them, and nothing of the other kinds of questions."""
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert len(ran.stdout.split()) <= 45
    assert not {"exact.bets.catalogue", "exact.engine.one_shoe", "exact.questions.bets"} & set(ran.stdout.split())
