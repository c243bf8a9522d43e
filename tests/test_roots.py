"""Roots and what is computed with them, against sixty digits of decimal arithmetic."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from exact.arithmetic import ROOT_DIGITS, Enclosure, difference, low_of, multiple, root

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
