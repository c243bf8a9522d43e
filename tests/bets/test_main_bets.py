"""Punto, banco and tie are bets like others: priced from their conditions they are worth what the odds say."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.bets.catalogue import catalogue
from exact.bets.payoffs import main_bets
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.rules import Rules, all_rules, rules_named

STANDARD = rules_named("standard")
TAKEN = replace(STANDARD, ties="lose", payoffs={name: Fraction(3, 2) for name in STANDARD.payoffs})
SHOE = Shoe.of_values((9, 3, 4, 0, 5, 2, 4, 6, 1, 7))


@pytest.mark.parametrize("rules", [*all_rules().values(), TAKEN], ids=lambda rules: f"{rules.id}, {rules.ties}")
def test_two_ways_to_the_same_price(rules: Rules) -> None:
    odds = odds_of_shoe(SHOE, rules.tableau)
    for name, bet in main_bets(rules).items():
        ours, others = odds.price(Outcome(name), rules), price_bet(bet, SHOE, rules.tableau)
        for figure in ("expectation", "house_edge", "house_edge_resolved", "resolved", "hit_frequency", "variance"):
            assert getattr(ours, figure) == getattr(others, figure), figure


def test_the_price_is_what_is_won_less_what_is_lost() -> None:
    """Written out from the three probabilities: banco keeps 95 % of a win, and a tie returns the stake or loses it."""
    odds = odds_of_shoe(SHOE, STANDARD.tableau)
    punto, banco, tie = map(odds.probability, Outcome)
    assert odds.price(Outcome.PUNTO, STANDARD).expectation == punto - banco
    assert odds.price(Outcome.BANCO, STANDARD).expectation == banco * Fraction(95, 100) - punto
    assert odds.price(Outcome.TIE, STANDARD).expectation == 9 * tie - 1
    assert odds.price(Outcome.BANCO, STANDARD).house_edge_resolved == (punto - banco * Fraction(95, 100)) / (1 - tie)
    assert odds.price(Outcome.TIE, STANDARD).house_edge_resolved == 1 - 9 * tie
    assert odds.price(Outcome.PUNTO, TAKEN).expectation == Fraction(5, 2) * punto - 1
    assert odds.price(Outcome.PUNTO, TAKEN).resolved == 1


def test_under_the_standard_rules_they_are_those_of_the_catalogue() -> None:
    for name, bet in main_bets(STANDARD).items():
        own = catalogue()[name]
        assert (bet.categories, bet.payoffs(), bet.classification) == (
            own.categories,
            own.payoffs(),
            own.classification,
        )


def test_categories_follow_the_tie_clause() -> None:
    assert {bet.categories for bet in main_bets(TAKEN).values()} == {("win", "lose")}
    assert main_bets(TAKEN)["banco"].payoffs() == (Fraction(3, 2) * Fraction(95, 100), Fraction(-1))


def test_their_titles_say_what_they_pay() -> None:
    rules = replace(STANDARD, commission=Fraction(1, 40), payoffs={**STANDARD.payoffs, "tie": Fraction(19, 2)})
    titles = {name: bet.title for name, bet in main_bets(rules).items()}
    assert titles == {"punto": "Punto", "banco": "Banco, 2.5 % commission", "tie": "Tie at 9.5 to 1"}
    assert {(bet.source, bet.note) for bet in main_bets(rules).values()} == {(rules.id, "")}
