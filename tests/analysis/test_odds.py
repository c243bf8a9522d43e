"""The figures of a bet on distributions written out, and how two payoffs vary together."""

from dataclasses import replace
from fractions import Fraction

import pytest
from support import STANDARD

from exact.analysis.odds import (
    DECKS,
    Distribution,
    OutcomeOdds,
    decks_text,
    odds_of_decks,
    odds_of_shoe,
)
from exact.game import Outcome
from exact.game.shoe import InfiniteShoe, Shoe

PAID = (Fraction(1), Fraction(5), Fraction(0), Fraction(-1))
PRICE = Distribution(("win", "more", "push", "lose"), (3, 1, 2, 4), PAID, 10)
HOUSE = replace(PRICE, payoffs=tuple(-paid for paid in PAID))


def test_every_figure_of_a_distribution() -> None:
    """The deviations from 2/5 are 3/5, 23/5, −2/5 and −7/5."""
    third = Fraction(3 * 3**3 + 23**3 - 2 * 2**3 - 4 * 7**3, 10 * 5**3)
    assert [PRICE.probability(index) for index in range(4)] == [Fraction(count, 10) for count in (3, 1, 2, 4)]
    assert [PRICE.contribution(index) for index in range(4)] == [Fraction(count, 10) for count in (3, 5, 0, -4)]
    assert (PRICE.expectation, PRICE.house_edge) == (Fraction(2, 5), Fraction(-2, 5))
    assert (PRICE.resolved, PRICE.house_edge_resolved) == (Fraction(8, 10), Fraction(-1, 2))
    assert (PRICE.hit_frequency, HOUSE.hit_frequency) == (Fraction(4, 10), Fraction(4, 10))
    assert (PRICE.moment(2), PRICE.moment(3)) == (Fraction(3 + 25 + 4, 10), Fraction(3 + 125 - 4, 10))
    assert PRICE.moment(3, Fraction(2, 5)) == third
    assert PRICE.variance == HOUSE.variance == Fraction(32, 10) - Fraction(4, 25)
    assert PRICE.skewness_squared == third**2 / PRICE.variance**3
    assert HOUSE.skewness_squared == -(third**2) / PRICE.variance**3


def test_figures_that_a_constant_payoff_does_not_have() -> None:
    push = Distribution(("push",), (7,), (Fraction(0),), 7)
    assert (push.resolved, push.house_edge_resolved, push.skewness_squared) == (Fraction(0), None, None)
    assert push.hit_frequency == push.variance == 0


def test_what_is_shown_of_odds_and_distributions() -> None:
    assert repr(PRICE) == "<Distribution of 4 categories: expectation 0.400000000>"
    odds = OutcomeOdds({Outcome.PUNTO: 1, Outcome.BANCO: 2, Outcome.TIE: 5}, 8)
    assert repr(odds) == "<Odds punto 0.125000000, banco 0.250000000, tie 0.625000000>"


@pytest.mark.parametrize(
    ("decks", "text"),
    [
        ([], ""),
        ([None], "∞"),
        ([4], "4"),
        ([1, 2], "1, 2"),
        ([1, 2, 3], "1–3"),
        ([8, 6, 7, 2], "2, 6–8"),
        ([None, 9, 8, 1, 3, 5, 4, 7], "1, 3–5, 7–9, ∞"),
        (DECKS, "1–16, ∞"),
    ],
)
def test_three_counts_in_a_row_are_a_range(decks: list[int | None], text: str) -> None:
    assert decks_text(decks) == text


def test_no_number_of_decks_is_the_infinite_shoe() -> None:
    assert odds_of_decks(None, STANDARD) == odds_of_shoe(InfiniteShoe(), STANDARD)
    assert odds_of_decks(2, STANDARD) == odds_of_shoe(Shoe.of_decks(2), STANDARD)
