"""Figures: what a question answers, how people print it, and what is no question for one figure."""

import pickle
from dataclasses import replace
from fractions import Fraction
from math import isclose
from typing import Any

import pytest
from support import refusal

import exact
from exact.arithmetic import Enclosure, ordered_deals
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game import Granularity, Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules import rules_named
from exact.views.asked import listed

DEALS = 4998398275503360
PUNTO, BANCO, TIE = (Fraction(count, DEALS) for count in (2230518282592256, 2292252566437888, 475627426473216))
"""The probabilities with eight decks, from the published counts."""
EDGE = 1 - 9 * TIE
DRAGON = Fraction(112633011329024, DEALS)
"""Banco wins with three cards of total 7, from the published count."""


@pytest.mark.parametrize(
    ("question", "style", "digits", "printed"),
    [
        ("probability of tie, 8 decks", "", None, f"{float(100 * TIE):.4f} %"),
        ("probability of tie, 8 decks", "decimal", 3, f"{float(TIE):.3f}"),
        ("probability of tie, 8 decks", "fraction", None, f"{TIE.numerator}/{TIE.denominator}"),
        ("probability of tie, 8 decks", "odds", 2, f"{float(1 / TIE - 1):.2f} to 1"),
        ("probability of tie, 8 decks", "one-in", 1, f"1 in {float(1 / TIE):.1f}"),
        ("probability of tie, 8 decks", "count", None, "475627426473216"),
        ("odds against tie, 8 decks", "", None, f"{float(1 / TIE - 1):.4f} to 1"),
        ("odds against tie, 8 decks", "one-in", None, f"1 in {float(1 / TIE):.4f}"),
        ("house edge of tie, 8 decks", "", 0, f"{float(100 * EDGE):.0f} %"),
        ("house edge of tie, 8 decks", "percent", None, f"{float(100 * EDGE):.4f} %"),
        ("variance of tie, 8 decks", "", None, f"{float(TIE * 64 + 1 - TIE - EDGE**2):.6f}"),
        ("standard deviation of tie, 8 decks", "", 4, f"{float(TIE * 64 + 1 - TIE - EDGE**2) ** 0.5:.4f}"),
        ("count of tie, 8 decks", "", None, "475627426473216"),
        ("count of tie, 8 decks", "count", None, "475627426473216"),
        ("house edge of tie minus house edge of banco, 8 decks", "decimal", 6, f"{float(EDGE - PUNTO + BANCO * 19 / 20):.6f}"),
        ("house edge of tie minus house edge of banco, 8 decks", "", None,
         f"{float(100 * (EDGE - PUNTO + BANCO * 19 / 20)):.4f} percentage points"),
        ("probability of tie divided by probability of punto, 8 decks", "", 5, f"{float(TIE / PUNTO):.5f}"),
    ],
)  # fmt: skip
def test_a_figure_as_people_print_it(question: str, style: str, digits: int | None, printed: str) -> None:
    assert exact.ask(question).printed(style, digits) == printed


def test_an_effect_of_removal_is_in_percentage_points() -> None:
    counts = count_outcomes(Shoe.of_decks(8).removed("7"), DECISIONS["standard"])
    tie = Fraction(counts[Outcome.TIE], ordered_deals(415))
    printed = f"{float(100 * (9 * tie - 1 + EDGE)):.4f} percentage points"
    assert exact.ask("effect of removal of 7 on tie, 8 decks").printed() == printed


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("House edge on banker, 8 decks, 4% commission", "house edge of banco, commission 4%, 8 decks"),
        ("house edge of tie", "house edge of tie, 8 decks"),
        ("edge of tie, rules classic-it, six decks", "house edge of tie, 6 decks, rules classic-it"),
        ("ev of tie minus ev of punto, 6 decks, without 9", "expectation of tie, 6 decks, without 9 minus expectation of punto, 6 decks, without 9"),
    ],
)  # fmt: skip
def test_the_id_is_that_of_the_canonical_question(question: str, text: str) -> None:
    figure = exact.ask(question)
    assert figure.question == text
    assert figure.id == exact.ask(text).id
    assert figure.value == exact.ask(text).value


def test_a_shoe_that_the_question_does_not_state_is_said() -> None:
    assert exact.ask("house edge of tie").assumed == ("No shoe given: using 8 full decks.",)
    assert exact.ask("house edge of tie, 8 decks").assumed == ()
    assert "payoffs: banco 1 to 1" in exact.ask("house edge of banco, 8 decks, rules castle-vaduz").assumed
    assert "payoffs: banco 1 to 1" not in exact.ask("house edge of tie, 8 decks, rules castle-vaduz").assumed


def test_a_root_is_exact_and_compares_with_numbers() -> None:
    deviation, square = exact.ask("standard deviation of tie, 8 decks"), exact.ask("variance of tie, 8 decks").value
    assert isinstance(deviation.value, Enclosure)
    assert (deviation.value.square, deviation.exactness) == (square, "exact")
    assert isclose(float(deviation), float(square) ** 0.5)
    assert Fraction(26, 10) < deviation < Fraction(27, 10)
    assert not deviation < Fraction(26, 10)
    assert exact.ask("variance of tie, 8 decks") == square
    assert exact.ask("house edge of banco, 8 decks") < exact.ask("house edge of punto, 8 decks") < deviation
    difference = exact.ask("standard deviation of tie minus standard deviation of punto, 8 decks")
    assert difference.exactness == "bounds"


def test_no_digit_beyond_the_proved_bounds_is_printed() -> None:
    figure = exact.ask("probability of a session of 400 coups on punto, winning 0 or more, 8 decks")
    assert len(figure.printed("decimal", 30)) == 32
    assert "are more than the proved bounds of the value have" in refusal(figure.printed, "decimal", 60)
    assert "digits: 1001 must be a whole number from 0 to 1000" in refusal(figure.printed, "decimal", 1001)
    assert exact.ask("house edge of tie minus variance of dragon-7").printed() == "-36.882190"


def test_a_shoe_rules_and_a_bet_beside_the_question() -> None:
    shoe, bet = Shoe.of_decks(6).removed("9 9"), find_bet("dragon-7")
    asked = exact.ask("house edge", shoe=shoe, bet=bet, rules=rules_named("castle-vaduz"))
    assert asked.value == exact.ask("house edge of dragon-7, 6 decks, without 9 9, rules castle-vaduz").value
    edges = exact.ask("{house edge,variance}, {6,8} decks", bet=bet)
    assert [figure.question for figure in edges][:2] == [
        "house edge of dragon-7, 6 decks",
        "house edge of dragon-7, 8 decks",
    ]
    assert "gives the shoe twice" in refusal(exact.ask, "house edge of tie, 8 decks", shoe=shoe)
    assert "gives the rules twice" in refusal(exact.ask, "house edge of tie, rules standard", rules="standard")


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ("house edge of tie, 6 or 8 decks", r"question: '6 or 8 decks' is more than one shoe: write \{6,8\} decks"),
        ("house edge of tie, shoe 1 2 3", "at column 20: 'shoe 1 2 3' has 3 counts"),
        ("house edge of tie, 1 deck, without 9 9 9 9 9", "question: '9' is removed more often than the 4 in the shoe"),
        ("house edge of tie, shoe 4 4 4 4 4 4 4 4 4 4, 8 decks", "'8 decks' is a second condition of its kind"),
        ("house edge of tie, unstated decks", "question: 'unstated decks' is no shoe"),
        ("hose edge of tie", "question: 'hose edge of tie' at column 1: .* did you mean house edge"),
        ("house edge of tie, 8 decks minus", "question: .*'8 decks minus' is not a condition"),
        ("variance of tie divided by count of (punto_total == 10), 8 decks", "divides by 0"),
        ("count of tie, infinite shoe, in 4 cards", "question: 'infinite shoe' has no cards to count"),
        (8, "question: 8 must be text"),
    ],
)  # fmt: skip
def test_what_is_no_question_for_one_figure(question: str, error: str) -> None:
    with pytest.raises(ExactError, match=error):
        exact.ask(question)


@pytest.mark.parametrize(
    ("question", "style", "error"),
    [
        ("house edge of tie, 8 decks", "odds", "as: 'odds' does not fit house edge of tie, 8 decks: it is no probability"),
        ("standard deviation of tie, 8 decks", "fraction", "the value is irrational"),
        ("house edge of tie, 8 decks", "count", "it is no number of deals"),
        ("probability of (punto_total == 10), 8 decks", "one-in", "the probability is 0"),
        ("house edge of tie, 8 decks", "percents", "did you mean percent"),
    ],
)  # fmt: skip
def test_a_style_that_does_not_fit(question: str, style: str, error: str) -> None:
    with pytest.raises(ExactError, match=error):
        exact.ask(question).printed(style)


@pytest.mark.parametrize("without", ["9 9 K", "A 2 3 4 5 6 7"])
def test_a_shoe_of_other_cards_is_a_condition(without: str) -> None:
    shoe = Shoe.of_decks(1).removed(without)
    values = " ".join(map(str, shoe.values))
    asked = exact.ask(f"house edge of tie, shoe {values}")
    assert asked == exact.ask(f"house edge of tie, 1 deck, without {without}")
    assert exact.ask(asked.question) == asked
    assert exact.ask("house edge of tie", shoe=values.replace(" ", ",")).id == asked.id
    ranks = " ".join(map(str, shoe.coarsened(Granularity.RANKS).counts))
    assert exact.ask(f"house edge of punto-pair, shoe {ranks}") == exact.ask(
        f"house edge of punto-pair, 1 deck, without {without}"
    )


def test_full_decks_as_a_shoe_are_decks() -> None:
    assert exact.ask("house edge of perfect-9", shoe=Shoe.of_decks(6)).question == "house edge of perfect-9, 6 decks"


OWN = replace(find_bet("dragon-7"), pay_tables={"mine": (Fraction(50), Fraction(-1))})


def test_a_bet_of_your_own_is_not_taken_for_that_of_the_catalogue() -> None:
    own, known = exact.ask("house edge", bet=OWN), exact.ask("house edge of dragon-7")
    assert (own.value, own.question) == (known.value - 10 * DRAGON, "house edge of own dragon-7, 8 decks")
    assert exact.ask("house edge", bet="lucky-6:12-20").id == exact.ask("house edge of lucky-6:12-20").id
    assert exact.ask("house edge", bet="dragon-7").id == known.id


@pytest.mark.parametrize(
    ("question", "beside"),
    [
        ("standard deviation of tie minus variance of punto, 6 decks, without 9 9", {}),
        ("probability of a session of 40 coups on punto, winning 0 or more", {"rules": "castle-vaduz"}),
        ("house edge", {"bet": OWN, "shoe": "16,4,4,4,4,4,4,4,4,4"}),
        ("{house edge,variance} of {tie,(punto_total == 9)}, {8,infinite} decks", {}),
    ],
)
def test_figures_can_be_pickled(question: str, beside: dict[str, Any]) -> None:
    figures = exact.ask(question, **beside)
    again = pickle.loads(pickle.dumps(figures))
    assert repr(again) == repr(figures)
    assert listed(again).rows == listed(figures).rows if "{" in question else again == figures


def test_a_commission_is_taken_from_what_wins_are_said_to_pay() -> None:
    price = exact.price("banco", decks=8, pays=2, commission="3%")
    assert exact.ask("house edge of banco, pays 2, commission 3%, 8 decks") == price.house_edge
    assert exact.ask("house edge of banco, pays 1, commission 5%, 8 decks") == exact.ask("house edge of banco, 8 decks")


@pytest.mark.parametrize(
    ("stated", "canonical"),
    [
        ("house edge of tie, 8 decks, rules standard", "house edge of tie, 8 decks"),
        (
            "house edge of tie, 8 decks minus house edge of tie, 6 decks, rules standard",
            "house edge of tie, 8 decks minus house edge of tie, 6 decks",
        ),
        (
            "house edge of tie, 8 decks, rules standard minus house edge of tie, 8 decks, rules come-si-gioca",
            "house edge of tie, 8 decks, rules standard minus house edge of tie, 8 decks, rules come-si-gioca",
        ),
    ],
)
def test_the_usual_rules_are_stated_only_where_others_would_be_meant(stated: str, canonical: str) -> None:
    assert exact.ask(stated).question == canonical
    assert exact.ask(canonical) == exact.ask(stated)


def test_deals_are_counted_among_those_that_agree_with_what_is_given() -> None:
    known = exact.odds(decks=8, given="punto_two_card_total=4")
    assert exact.ask("count of tie, given punto_two_card_total=4, 8 decks") == known.counts["tie"]
    with pytest.raises(ExactError, match="has no such count given what is known"):
        exact.ask("count of deals, given punto_two_card_total=4, 8 decks")


def test_a_percentage_keeps_its_sign_in_mathematics() -> None:
    assert r"14.3596\,\%" in exact.ask("house edge of tie, 8 decks")._repr_latex_()
