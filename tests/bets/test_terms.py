"""Payoffs as integers over one denominator, and a bet on other payoffs, with a commission or a rebate."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import refusal

from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.payoffs import Payoffs, common_payoffs, on_terms
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.rules import rules_named

RULES = rules_named("standard")
SHOE = Shoe.of_decks(8)


def on(name: str, pays: str | None = None, commission: str | None = None, rebate: str | None = None) -> Bet:
    return on_terms(catalogue()[name], RULES, pays, commission, rebate)


def expectation(bet: Bet) -> Fraction:
    return price_bet(bet, SHOE, RULES.tableau).expectation


def test_the_pair_at_seven_to_one() -> None:
    """A pair of ranks: 31 of the 415 other cards are of the first card's rank."""
    assert expectation(on("punto-pair", pays="7")) == Fraction(7 * 31 - 384, 415)


@pytest.mark.parametrize(
    ("pays", "payoffs"), [("10,20", (10, 20)), ("3/2-2", (Fraction(3, 2), 2)), (" 0.5 , 1", (Fraction(1, 2), 1))]
)
def test_each_winning_category_has_its_payoff(pays: str, payoffs: tuple[Fraction | int, ...]) -> None:
    assert on("lucky-6", pays=pays).payoffs() == (*payoffs, -1)


def test_commission_and_rebate_on_banco() -> None:
    odds = odds_of_shoe(SHOE, RULES.tableau)
    banco, punto = odds.probability(Outcome.BANCO), odds.probability(Outcome.PUNTO)
    at_four = Fraction(96, 100) * banco - punto
    assert expectation(on("banco", commission="4%")) == at_four
    assert expectation(on("banco", commission="0.04", rebate="0.8%")) == at_four + Fraction(8, 1000)
    assert expectation(on("banco", pays="2", commission="5%")) == Fraction(19, 10) * banco - punto
    assert "5 %" not in on("banco", commission="4%").title


@pytest.mark.parametrize(
    ("name", "terms", "error"),
    [
        ("punto-pair", {"pays": "7,8"}, "give one payoff, for win"),
        (
            "lucky-6",
            {"pays": "12"},
            "give 2 payoffs with hyphens between, for two-cards, three-cards (its pay tables: ",
        ),
        ("punto-pair", {"pays": "-7"}, "pays: '-7' must be a number from 0 to 1000000"),
        ("lucky-6", {"pays": "12--23"}, "pays: '-23' must be a number from 0"),
        ("banco", {"commission": "101%"}, "commission: '101%'"),
        ("punto-pair", {"commission": "4%"}, "with pays"),
        ("banco", {"rebate": "-1%"}, "rebate: '-1%'"),
    ],
)
def test_impossible_terms_are_refused(name: str, terms: dict[str, str], error: str) -> None:
    assert error in refusal(on, name, **terms)


@pytest.mark.parametrize(
    ("terms", "payoffs"),
    [
        ({"pays": "1000000"}, (10**6, -1)),
        ({"pays": "0"}, (0, -1)),
        ({"pays": "9", "commission": "100%"}, (0, -1)),
        ({"pays": "9", "commission": "0"}, (9, -1)),
        ({"rebate": "100%"}, (9, 0)),
        ({"rebate": "0%"}, (8, -1)),
        ({"pays": "9", "commission": "10%", "rebate": "1/4"}, (Fraction(81, 10) + Fraction(1, 4), Fraction(-3, 4))),
    ],
)
def test_terms_that_are_just_possible(terms: dict[str, str], payoffs: tuple[Fraction | int, ...]) -> None:
    bet = on("tie", **terms)
    assert bet.payoffs() == payoffs
    assert bet.title == "tie, " + ", ".join(f"{term} {value}" for term, value in terms.items())


def test_they_are_the_fractions_over_the_least_denominator() -> None:
    for bet in catalogue().values():
        for paid in bet.pay_tables.values():
            payoffs = Payoffs.of(paid)
            assert [Fraction(own, payoffs.denominator) for own in payoffs.numerators] == list(paid)
            assert gcd(payoffs.denominator, *payoffs.numerators) == 1


@given(st.lists(st.tuples(st.fractions(-50, 1000, max_denominator=60), st.integers(0, 10**6)), min_size=1, max_size=8))
def test_an_expectation_is_the_mean_of_the_payoffs(categories: list[tuple[Fraction, int]]) -> None:
    paid, counts = zip(*categories, strict=True)
    deals = sum(counts) + 1
    mean = sum((payoff * count for payoff, count in categories), Fraction(0)) / deals
    assert Payoffs.of(paid).expectation(counts, deals) == mean


def test_several_bets_over_one_denominator() -> None:
    half, third = common_payoffs([[Fraction(1, 2), Fraction(-1)], [Fraction(4, 3), Fraction(-1)]])
    assert half == Payoffs((3, -6), 6)
    assert third == Payoffs((8, -6), 6)
