"""Progressive jackpots, by going through every round at every table."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from support import STANDARD
from sympy import Rational, Symbol, oo, summation

from exact.analysis.odds import odds_of_decks
from exact.analysis.pricing import price_bet
from exact.analysis.progressive import MeterPrice, meter_prices
from exact.bets.bet import Bet, parse_bets
from exact.bets.knowledge import parse_knowledge
from exact.game import Outcome
from exact.game.shoe import Shoe

SHOE = Shoe.of_decks(8)
ODDS = odds_of_decks(8, STANDARD)
TIE, PUNTO = ODDS.probability(Outcome.TIE), ODDS.probability(Outcome.PUNTO)
CHANCES = {"tie": TIE, "punto": PUNTO, "lose": 1 - TIE - PUNTO}


def bet(tie: str, punto: str, seats: int = 1, tables: int = 1) -> Bet:
    text = f"""
name = "progressive"
jackpot = {{ seed = 100, contribution = "3 %", stake = 5, seats = {seats}, tables = {tables} }}
category = [{{ name = "tie", when = "tie", pays = "{tie}" }}, {{ name = "punto", when = "punto_wins", pays = "{punto}" }}]
"""
    return parse_bets(text, "progressive.toml")[0]


def prices(of: Bet) -> tuple[MeterPrice, Fraction]:
    (price,) = meter_prices(of, SHOE, STANDARD)
    return price, price.keeps


CASES = [
    (bet("jackpot", "0"), {"tie": 1}, {"tie": 0, "punto": 0}, 1, 1),
    (bet("jackpot - 1", "-1 + 1 % of the jackpot", 7), {"tie": 1, "punto": Fraction(1, 100)}, {"tie": -1}, 7, 1),
    (
        bet("jackpot", "1/10 of jackpot + 1/2", 2, 3),
        {"tie": 1, "punto": Fraction(1, 10)},
        {"tie": 0, "punto": 0.5},
        2,
        3,
    ),
    (bet("20 % of the jackpot", "1", 1, 2), {"tie": Fraction(1, 5)}, {"tie": 0, "punto": 1}, 1, 2),
]
"""A bet, the shares of its meter, fixed payoffs, seats and tables; a payoff that is not here is −1."""


@pytest.mark.parametrize(("wager", "shares", "fixed", "seats", "tables"), CASES)
@pytest.mark.parametrize("meter", [100, 2500])
def test_the_expectation_is_that_of_every_round_at_every_table(
    wager: Bet, shares: dict[str, Fraction], fixed: dict[str, Fraction], seats: int, tables: int, meter: int
) -> None:
    mean = square = Fraction(0)
    for rounds in product(CHANCES, repeat=tables):
        own = rounds[0]
        won = Fraction(fixed.get(own, -1)) + Fraction(shares.get(own, 0)) * meter / (5 * seats * rounds.count(own))
        chance = Fraction(1)
        for category in rounds:
            chance *= CHANCES[category]
        mean, square = mean + chance * won, square + chance * won**2
    at_meter = wager.with_jackpot(str(meter))
    price, _keeps = prices(at_meter)
    distribution = price_bet(at_meter, SHOE, STANDARD)
    assert price.expectation == distribution.expectation == mean
    assert distribution.variance == square - mean**2
    assert price.amount_for(mean) == meter


@pytest.mark.parametrize(("wager", "shares", "_fixed", "seats", "tables"), CASES)
def test_the_mean_meter_is_that_of_many_rounds(
    wager: Bet, shares: dict[str, Fraction], _fixed: dict[str, Fraction], seats: int, tables: int
) -> None:
    """The mean of the meter over all rounds, and when it is paid in full, as it settles after two thousand rounds."""
    fed, meter = 0.03 * 5 * seats * tables, 100.0
    rounds = [(set(won), prod(float(CHANCES[category]) for category in won)) for won in product(CHANCES, repeat=tables)]
    for _round in range(2000):
        shown, meter = meter + fed, 0.0
        for won, chance in rounds:
            paid = [shares.get(category, 0) for category in won]
            meter += chance * (100 if 1 in paid else shown * (1 - float(sum(paid))))
    price, keeps = prices(wager)
    assert float(price.mean or 0) == pytest.approx(shown, rel=1e-9)
    assert keeps == -(price.empty + price.slope * (price.mean or 0))


def test_the_distribution_of_the_rounds_until_the_hit_is_geometric() -> None:
    price, keeps = prices(bet("jackpot", "0"))
    n, p = Symbol("n", integer=True, positive=True), Rational(TIE.numerator, TIE.denominator)
    assert price.hit == TIE
    assert price.between == summation(n * p * (1 - p) ** (n - 1), (n, 1, oo))
    assert price.mean == 100 + Fraction(15, 100) / TIE
    for probability, rounds, amount in price.quantiles:
        assert 1 - (1 - TIE) ** rounds >= probability > 1 - (1 - TIE) ** (rounds - 1)
        assert amount == 100 + rounds * Fraction(15, 100)
    # a stake of 5: fixed payoffs, 3 % for the meter, and at each hit a new seed
    assert keeps == (1 - PUNTO - TIE) - Fraction(3, 100) - TIE * 20


@pytest.mark.parametrize(("values", "probability", "rounds"), [([0] * 9 + [8], 1, 1), ([6] + [0] * 9, 1, 1)])
def test_a_meter_that_every_coup_pays(values: list[int], probability: int, rounds: int) -> None:
    (price,) = meter_prices(bet("jackpot", "0"), Shoe.of_values(values), STANDARD)
    assert [price.hit, price.between, price.mean] == [probability, rounds, 100 + Fraction(15, 100)]
    assert {entry[1] for entry in price.quantiles} == {1}


def test_a_half_is_reached_exactly() -> None:
    """Half of the rounds reach the median where the chance is 1/2, however the logarithms are rounded."""
    from exact.analysis.progressive import _rounds

    assert [_rounds(Fraction(1, 2), 1 - Fraction(1, 2**k)) for k in range(1, 9)] == list(range(1, 9))


def test_what_is_known_of_a_coup_is_not_known_of_those_at_other_tables() -> None:
    (tie,) = (piece.knowledge for piece in parse_knowledge("tie=yes"))
    price = price_bet(bet("jackpot", "0", tables=2), SHOE, STANDARD, tie)
    assert price.expectation == Fraction(100, 5) * (1 - TIE / 2)  # it is shared with the chance of another tie
