from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.arithmetic import decimal_text, fraction_text, ordered_deals


def test_ordered_deals_is_a_quotient_of_factorials() -> None:
    for cards in (6, 7, 52, 416):
        assert ordered_deals(cards) == factorial(cards) // factorial(cards - 6)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 8), 2, "-0.12"),
        (Fraction(5, 2), 0, "2"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(1, 3), 5, "0.33333"),
        (Fraction(10), 1, "10.0"),
    ],
)
def test_a_tie_goes_to_the_even_digit(value: Fraction, digits: int, text: str) -> None:
    assert decimal_text(value, digits) == text


@given(st.integers(-(10**9), 10**9), st.integers(0, 12), st.integers(0, 12))
def test_rounding_agrees_with_the_decimal_module(numerator: int, halvings: int, digits: int) -> None:
    value = Fraction(numerator, 2**halvings)
    with localcontext() as context:
        context.prec = 60
        exactly = Decimal(value.numerator) / Decimal(value.denominator)  # exact: the denominator is a power of 2
        rounded = exactly.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
        assert Decimal(decimal_text(value, digits)) == rounded


def test_fractions_always_show_their_denominator() -> None:
    assert [fraction_text(Fraction(n)) for n in (0, 1, -3)] == ["0/1", "1/1", "-3/1"]
