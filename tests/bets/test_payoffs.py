"""Payoffs as integers over one denominator, against sums of fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import gcd

from exact.bets.catalogue import catalogue
from exact.bets.payoffs import Payoffs, common_payoffs


def test_they_are_the_fractions_over_the_least_denominator() -> None:
    for bet in catalogue().values():
        for paid in bet.pay_tables.values():
            payoffs = Payoffs.of(paid)
            assert payoffs.fractions() == paid
            assert gcd(payoffs.denominator, *payoffs.numerators) == 1


def test_an_expectation_is_the_mean_of_the_payoffs() -> None:
    rng = random.Random(12)
    for _ in range(50):
        size = rng.randrange(1, 8)
        paid = [Fraction(rng.randrange(-50, 1000), rng.randrange(1, 60)) for _ in range(size)]
        counts = [rng.randrange(10**6) for _ in range(size)]
        deals = sum(counts) + 1
        mean = sum((payoff * count for payoff, count in zip(paid, counts, strict=True)), Fraction(0)) / deals
        assert Payoffs.of(paid).expectation(counts, deals) == mean


def test_several_bets_over_one_denominator() -> None:
    half, third = common_payoffs([[Fraction(1, 2), Fraction(-1)], [Fraction(4, 3), Fraction(-1)]])
    assert half == Payoffs((3, -6), 6)
    assert third == Payoffs((8, -6), 6)
