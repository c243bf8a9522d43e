"""The sums of counts that decide an expectation: the direction in which their linear part points."""

from __future__ import annotations

from fractions import Fraction

from exact.analysis.features import Direction, Polynomial, direction, nonlinear

A, B, C = (0, 1), (0, 2), (1, 1)


def test_a_direction_has_the_smallest_whole_numbers_and_begins_upwards() -> None:
    """So bets in proportion share one, whatever their sign."""
    third = Fraction(1, 3)
    linear: Polynomial = {(A,): third, (B,): -2 * third, (A, B): Fraction(5), (): Fraction(7)}
    assert direction(linear, ()) == Direction(((A, 1), (B, -2)), third)
    opposite: Polynomial = {factors: -6 * times for factors, times in linear.items()}
    assert direction(opposite, ()) == Direction(((A, 1), (B, -2)), Fraction(-2))
    assert direction({(B,): Fraction(1)}, ()) == Direction(((B, 1),), Fraction(1))
    assert direction(linear, (A,)) == Direction(((B, 1),), -2 * third)
    assert direction(linear, (A, B)) is None


def test_nonlinear_features_are_those_in_products() -> None:
    assert nonlinear([{(C,): Fraction(1)}, {(B, A): Fraction(1), (A, A): Fraction(2)}]) == (A, B)
    assert nonlinear([{(C,): Fraction(1)}]) == ()
