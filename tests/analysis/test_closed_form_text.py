"""Polynomials and quotients in the number of decks, as they are written and expanded: by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.closed_form import ClosedForm, factored_text, polynomial_text
from exact.errors import ExactError


@pytest.mark.parametrize(
    ("coefficients", "text"),
    [
        ((0,), "0"),
        ((7,), "7"),
        ((-1,), "−1"),
        ((0, 1), "d"),
        ((1, -1), "−d + 1"),
        ((-1, 0, 1), "d^2 − 1"),
        ((-12, 3, 0, -2), "−2d^3 + 3d − 12"),
    ],
)
def test_a_polynomial_is_written_from_its_highest_power(coefficients: tuple[int, ...], text: str) -> None:
    assert polynomial_text(coefficients) == text


@pytest.mark.parametrize(
    ("coefficients", "text"),
    [
        ((1,), "1"),
        ((-1,), "−1"),
        ((0, 1), "d"),
        ((0, 0, -1), "−d^2"),
        ((0, 3), "3 d"),
        ((4, -4, 1), "(d−2)^2"),
        ((6, -5, 1), "(d−2) (d−3)"),
        ((-6, 11, -4), "−(4d−3) (d−2)"),  # the lesser root first
        ((-2, 1, -2, 1), "(d−2) (d^2 + 1)"),
        ((2, 0, 3, 0, 1), "(d^2 + 1) (d^2 + 2)"),
        ((0, -10, 20), "10 d (2d−1)"),
    ],
)
def test_a_polynomial_is_written_as_a_product(coefficients: tuple[int, ...], text: str) -> None:
    assert factored_text(coefficients) == text


def test_a_quotient_is_expanded_in_powers_of_one_over_d() -> None:
    """d/(2d − 1) = 1/2 · 1/(1 − 1/(2d)), a geometric series; 3/(d + 1) = 3/d − 3/d² + 3/d³ …"""
    form = ClosedForm((0, 1), (-1, 2))
    assert form.expansion == tuple(Fraction(1, 2 ** (power + 1)) for power in range(4))
    assert (form.limit, form.poles) == (Fraction(1, 2), (Fraction(1, 2),))
    assert ClosedForm((3,), (1, 1)).expansion == tuple(map(Fraction, (0, 3, -3, 3)))
    assert ClosedForm((-3, 1), (6, -5, 1)).poles == (Fraction(2), Fraction(3))


def test_a_quotient_has_values_from_one_deck_on() -> None:
    form = ClosedForm((-1, 0, 2), (0, 3))
    assert [form.at(decks) for decks in (1, 4)] == [Fraction(1, 3), Fraction(31, 12)]
    with pytest.raises(ExactError, match="decks: 0 must be at least 1"):
        form.at(0)
