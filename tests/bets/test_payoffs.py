"""Payoffs as integers over one denominator, against sums of fractions."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from hypothesis import given
from hypothesis import strategies as st

from exact.bets.catalogue import catalogue
from exact.bets.payoffs import Payoffs, common_payoffs


def test_they_are_the_fractions_over_the_least_denominator() -> None:
    for bet in catalogue().values():
        for paid in bet.pay_tables.values():
            payoffs = Payoffs.of(paid)
            assert payoffs.fractions() == paid
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
