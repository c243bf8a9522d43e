"""The price of every decision of the tableau against flipped tableaux, the walk, and every deal of a few cards."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import STANDARD
from support.decision_payoffs import Tally, banco_tallies, punto_tallies
from support.strategies import COSTLY, shoes

from exact.analysis.odds import odds_of_shoe
from exact.analysis.tableau_cost import (
    BANCO_CELLS,
    BancoCell,
    Choice,
    banco_choices,
    banco_choices_by_hand,
    best_reply,
    gain_of_best_reply,
    punto_choices,
)
from exact.arithmetic import ordered_deals
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.rules import NO_THIRD, Tableau, rules_named

FIVE_PERCENT = Fraction(1, 20)
"""Point values; every order of them is dealt."""


def expectation(shoe: Shoe, tableau: Tableau) -> Fraction:
    odds = odds_of_shoe(shoe, tableau)
    return odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)


def flipped(cell: BancoCell) -> Tableau:
    return STANDARD.with_banco(*cell, "S" if STANDARD.banco_draws(*cell) else "D")


@COSTLY
@given(st.sampled_from(BANCO_CELLS), shoes())
@example((6, NO_THIRD), Shoe.of_decks(8))
@example((3, 8), Shoe.of_decks(6))
def test_the_polynomial_of_a_flipped_tableau(cell: BancoCell, shoe: Shoe) -> None:
    cost = banco_choices(shoe, STANDARD)[cell].cost
    assert cost == expectation(shoe, STANDARD) - expectation(shoe, flipped(cell))


def net(tally: Tally, commission: Fraction) -> Fraction:
    return (1 - commission) * tally.banco - tally.punto


def check_against_the_walk(shoe: Shoe, rules: str, commission: Fraction) -> None:
    """Every choice of banco by the walk, which shares no code with the engine."""
    tableau, deals = rules_named(rules).tableau, ordered_deals(shoe.cards)
    draw, stand = (banco_tallies(shoe, DECISIONS[rules], draws) for draws in (True, False))
    by_hand, by_total = banco_choices_by_hand(shoe, tableau, commission), banco_choices(shoe, tableau, commission)
    sums = {cell: [Fraction(0)] * 3 for cell in BANCO_CELLS}
    for (hand, column), choice in by_hand.items():
        key = hand, None if column == NO_THIRD else column
        drawn, stood = draw.get(key, Tally()), stand.get(key, Tally())
        assert sum(drawn) == sum(stood)
        expected = [Fraction(count) / deals for count in (sum(drawn), net(drawn, commission), net(stood, commission))]
        assert list(choice[:3]) == expected
        cell = sum(hand) % 10, column
        sums[cell] = [before + more for before, more in zip(sums[cell], expected, strict=True)]
        assert choice.draws == tableau.banco_draws(*cell)
    assert {cell: list(choice[:3]) for cell, choice in by_total.items()} == sums


def check_punto_against_the_walk(shoe: Shoe) -> None:
    deals = ordered_deals(shoe.cards)
    draw, stand = (punto_tallies(shoe, DECISIONS["standard"], draws) for draws in (True, False))
    for (own,), choice in punto_choices(shoe, STANDARD).items():
        sums = [Fraction(0)] * 3
        for hand, of_hand in punto_choices(shoe, STANDARD, (own,), "B3").items():
            drawn, stood = draw.get(hand, Tally()), stand.get(hand, Tally())
            expected = [
                Fraction(count, deals) for count in (sum(drawn), drawn.punto - drawn.banco, stood.punto - stood.banco)
            ]
            assert list(of_hand[:3]) == expected
            sums = [before + more for before, more in zip(sums, expected, strict=True)]
        assert list(choice[:3]) == sums


def test_a_small_shoe_against_the_walk() -> None:
    shoe = Shoe.of_values([2, 1, 0, 1, 1, 2, 1, 0, 0, 1])
    check_against_the_walk(shoe, "standard", FIVE_PERCENT)
    check_punto_against_the_walk(shoe)


@pytest.mark.slow
def test_a_punto_with_other_rules_against_the_walk() -> None:
    check_against_the_walk(Shoe.of_values([1, 0, 2, 0, 1, 1, 3, 1, 0, 0]), "otto-mazzi:draws-on-6", Fraction(0))


def test_punto_draws_on_5_against_the_tableau_and_stands_on_5_against_the_best_banco() -> None:
    """This is why neither always drawing nor always standing is an equilibrium."""
    shoe = Shoe.of_decks(8)
    against_tableau = punto_choices(shoe, STANDARD)[5,]
    best = best_reply(banco_choices(shoe, STANDARD), STANDARD)
    against_best = punto_choices(shoe, best)[5,]
    assert against_tableau.cost > 0 > against_best.cost
    standing = STANDARD.with_punto(5, "S")
    assert against_tableau.cost == expectation(shoe, standing) - expectation(shoe, STANDARD)


def test_a_shoe_of_tens_meets_one_cell() -> None:
    choices = banco_choices(Shoe.of_values([6, *[0] * 9]), STANDARD)
    assert [cell for cell, choice in choices.items() if choice.probability] == [(0, 0)]
    assert all(choice.cost == 0 for choice in choices.values())
    assert choices[0, 0].cost_there == 0
    assert choices[1, 0].cost_there is None


def test_the_best_reply_flips_only_what_gains() -> None:
    """A cell that the shoe never leads to, or in which both choices are worth the same, stays as it is."""
    some, half = Fraction(1, 10), Fraction(1, 20)
    assert STANDARD.banco_draws(3, 7)
    assert not STANDARD.banco_draws(6, 1)
    choices = {
        (3, 7): Choice(some, Fraction(0), half, True),
        (3, 8): Choice(some, Fraction(0), Fraction(0), False),
        (4, 1): Choice(Fraction(0), Fraction(0), Fraction(0), False),
        (5, 4): Choice(some, half, Fraction(0), True),
        (6, 1): Choice(some, some, -some, False),
    }
    assert best_reply(choices, STANDARD) == STANDARD.with_banco(3, 7, "S").with_banco(6, 1, "D")
    assert [choice.cost for choice in choices.values()] == [-half, 0, 0, half, -2 * some]
    assert [choice.cost_there for choice in choices.values()] == [-half / some, 0, None, half / some, -2]
    assert gain_of_best_reply(choices.values()) == half + 2 * some
    assert gain_of_best_reply([]) == 0
