from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.arithmetic import (
    ROOT_DIGITS,
    Enclosure,
    decimal_text,
    difference,
    fraction_text,
    integer_text,
    low_of,
    multiple,
    number_text,
    ordered_deals,
    root,
    root_text,
    runs,
)


def test_ordered_deals_is_a_quotient_of_factorials() -> None:
    assert all(ordered_deals(cards) == factorial(cards) // factorial(cards - 6) for cards in (6, 7, 52, 416))


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


def test_numbers_as_text() -> None:
    assert [fraction_text(Fraction(n)) for n in (0, 1, -3)] == ["0/1", "1/1", "-3/1"]
    assert (integer_text(-416), len(integer_text(10**5000))) == ("-416", 5001)
    assert [number_text(Fraction(40)), number_text(Fraction(5), 2), number_text(Fraction(1, 3))] == [
        "40",
        "5.00",
        "1/3",
    ]
    assert (root_text(Fraction(2), 6), root_text(Fraction(-1, 4), 2)) == ("1.414214", "-0.50")
    assert runs([5, 2, 1]) == [[1, 2], [5]]


TWO, MINUS = root(Fraction(2)), root(Fraction(-7, 3))
SQUARE_ROOTS = [Fraction(2), Fraction(1, 3), Fraction(99, 101), Fraction(10**30 + 1), Fraction(1, 10**9 + 7)]


@pytest.mark.parametrize("square", SQUARE_ROOTS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_root_is_enclosed_within_one_unit_of_the_sixtieth_decimal(square: Fraction, sign: int) -> None:
    enclosed = root(sign * square)
    assert isinstance(enclosed, Enclosure)
    near, far = sorted((enclosed.low, enclosed.high), key=abs)
    assert near**2 < square < far**2
    assert near * sign > 0
    assert enclosed.high - enclosed.low == Fraction(1, 10**ROOT_DIGITS)


@pytest.mark.parametrize(
    ("square", "expected"), [((9, 4), (3, 2)), ((-9, 4), (-3, 2)), ((0, 1), (0, 1)), ((1, 1), (1, 1))]
)
def test_a_rational_root_is_exact(square: tuple[int, int], expected: tuple[int, int]) -> None:
    assert root(Fraction(*square)) == Fraction(*expected)


def test_the_text_has_fifty_decimals_or_as_many_as_are_sure() -> None:
    with localcontext(prec=80):
        assert isinstance(TWO, Enclosure)
        assert TWO.text() == str(Decimal(2).sqrt().quantize(Decimal(1).scaleb(-50)))
    assert Enclosure(Fraction(1234, 1000), Fraction(12341, 10000)).text() == "1.234"
    assert Enclosure(Fraction(1, 10), Fraction(9, 10)).text() in ("0", "1")


def test_differences_and_multiples_enclose_theirs() -> None:
    """The enclosure of the result is as wide as those of the parts, and holds it."""
    assert isinstance(TWO, Enclosure)
    assert isinstance(MINUS, Enclosure)
    width = Fraction(1, 10**ROOT_DIGITS)
    with localcontext(prec=100):
        two, minus = Fraction(Decimal(2).sqrt()), -Fraction((Decimal(7) / 3).sqrt())
    for found, right, wide in (
        (difference(TWO, MINUS), two - minus, 2),
        (difference(MINUS, TWO), minus - two, 2),
        (difference(TWO, Fraction(1)), two - 1, 1),
        (difference(Fraction(1), TWO), 1 - two, 1),
        (multiple(TWO, Fraction(3)), 3 * two, 3),
        (multiple(TWO, Fraction(-3)), -3 * two, 3),
        (multiple(MINUS, Fraction(1, 2)), minus / 2, Fraction(1, 2)),
    ):
        assert isinstance(found, Enclosure)
        assert found.low < right < found.high
        assert found.high - found.low == wide * width
    assert difference(Fraction(3), Fraction(5)) == -2
    assert multiple(Fraction(3), Fraction(5)) == 15
    assert multiple(TWO, Fraction(0)) == 0
    assert (low_of(TWO), low_of(Fraction(3))) == (TWO.low, Fraction(3))
