"""What a distribution of results in units answers in money, by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from exact.analysis.sessions.distributions import ResultDistribution, distribution_of_results, rounded_distribution

HALVES = ResultDistribution(Fraction(1, 2), {-4: 1, -2: 2, 1: 3, 3: 4}, 10)
"""Of −2, −1, ½ and 1½ units, with a tenth more of the probability each time."""


@pytest.mark.parametrize(
    ("amount", "above", "below"),
    [("-2", 10, 1), ("-1.5", 9, 1), ("-1", 9, 3), ("0", 7, 3), (".5", 7, 6), ("1", 4, 6), ("1.5", 4, 10), ("2", 0, 10)],
)
def test_at_least_and_at_most_an_amount_of_money(amount: str, above: int, below: int) -> None:
    assert HALVES.at_least(Fraction(amount)) == (Fraction(above, 10),) * 2
    assert HALVES.at_most(Fraction(amount)) == (Fraction(below, 10),) * 2


def test_what_is_missing_may_be_anywhere_but_not_beyond_all() -> None:
    rounded = HALVES._replace(denominator=13, missing=3)
    assert rounded.at_least(Fraction(1)) == (Fraction(4, 13), Fraction(7, 13))
    assert rounded.at_most(Fraction(2)) == (Fraction(10, 13), Fraction(1))
    assert rounded._replace(missing=4).at_most(Fraction(2)) == (Fraction(10, 13), Fraction(1))
    assert rounded.moment(1) == (Fraction(-4 - 4 + 3 + 12 - 12, 26), Fraction(-4 - 4 + 3 + 12 + 9, 26))


@pytest.mark.parametrize("won", [Fraction(0), Fraction(-1, 2), Fraction(3)])
def test_a_certain_result_is_certain_after_any_number_of_coups(won: Fraction) -> None:
    """Rounding takes nothing from it: the powers of 1 are 1."""
    distribution = rounded_distribution(distribution_of_results({won: 7}), 300, 3)
    assert {result * distribution.unit: count for result, count in distribution.counts.items()} == {
        300 * won: distribution.denominator
    }
    assert distribution.missing == 0


def test_heads_among_many_coins_within_the_digits() -> None:
    """Of two coins the middle result has half of the deals; of 256, 256 over 128 out of 2 ** 256."""
    coin = distribution_of_results({Fraction(1): 1, Fraction(0): 1})
    assert rounded_distribution(coin, 2, 3).bounds(rounded_distribution(coin, 2, 3).counts[1])[0] == Fraction(1, 2)
    distribution = rounded_distribution(coin, 256, 20)
    for heads in range(257):
        below, above = distribution.bounds(distribution.counts[heads])
        assert below <= Fraction(comb(256, heads), 2**256) <= above < below + Fraction(1, 10**20)
