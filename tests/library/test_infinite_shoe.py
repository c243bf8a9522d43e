"""The infinite shoe: cards are drawn with replacement."""

from fractions import Fraction
from itertools import product

import pytest
from support import Command

import exact
from exact.library.bet import closed_form
from exact.library.promotion import promotion
from exact.library.session import session


@pytest.mark.parametrize("bet", ["punto", "banco", "tie", "dragon-7", "lucky-6:12-23", "panda-8"])
def test_a_price_is_the_limit_of_its_closed_form(bet: str) -> None:
    price = exact.price(bet, decks="infinite")
    assert price.mean == closed_form(bet).value("limit")
    assert price.deals == 52**6  # sequences of cards


def test_the_outcomes_of_ranks_of_suits_and_of_bets_have_the_same_odds() -> None:
    odds = exact.odds(decks="infinite")
    assert odds.deals == 13**6
    for side in ("punto", "banco", "tie"):
        won = exact.price(side, decks="infinite").probability
        assert won == odds.probability(side)
    assert exact.price("punto-pair:11", decks="infinite").probability == Fraction(1, 13)


def test_two_card_totals_are_those_of_two_independent_cards() -> None:
    values = [*range(10), 0, 0, 0]
    totals = [sum(pair) % 10 for pair in product(values, repeat=2)]
    joint = exact.joint("punto_two_card_total", "banco_two_card_total", decks="infinite")
    for first, second in product(range(10), repeat=2):
        assert joint.probability(first, second) == Fraction(totals.count(first) * totals.count(second), 13**4)


def test_known_cards_change_no_others() -> None:
    given = exact.price("tie", decks="infinite", given="card1=9 card8=9")
    assert given.probability == exact.price("tie", decks="infinite", given="card1=9").probability


def test_a_session_and_a_promotion_are_limits() -> None:
    assert session("punto", 3, decks="infinite").value("mean") == 3 * exact.odds(decks="infinite").punto.mean
    worth, near = (promotion("match-play", "tie", decks=decks).value("worth") for decks in ("infinite", 10**6))
    assert 0 < abs(worth - near) < Fraction(1, 10**6)


@pytest.mark.parametrize(
    "words",
    [
        "odds --remove 9",
        "bets tie --remove 9",
        "session tie --coups 3 --one-shoe",
        "removal tie",
        "count tie --tags 1,0,0,0,0,0,0,0,0,0",
        "spread tie",
        "perfect tie --unseen 6",
        "study tie",
        "dependence",
        "rules --flip",
        "equilibrium --model A1",
    ],
)
def test_what_depends_on_the_cards_left_refuses_it(words: str, exact: Command) -> None:
    assert "decks: 'infinite' is a shoe that loses no card" in exact.refused(*words.split(), "--decks", "infinite")


def test_its_answers_name_it(exact: Command) -> None:
    answer = exact.json("odds", "--decks", "infinite")
    assert (answer["cards"], answer["values"]) == (None, None)
    assert (
        exact.json("bet", "tie", "--decks", "infinite")["provenance"]
        != exact.json("bet", "tie", "--decks", "1")["provenance"]
    )
    assert "rules standard, ∞ cards" in exact("odds", "--decks", "infinite").out
    asked = exact.json("ask", answer["questions"][0])["figures"]
    assert [figure["decimal"] for figure in asked[3:]] == [each["decimal"] for each in answer["outcomes"].values()]
