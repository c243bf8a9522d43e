"""From which number of decks the coefficients of a quotient prove that it is positive, by hand."""

from __future__ import annotations

import pytest

from exact.analysis.closed_form import ClosedForm
from exact.analysis.equilibrium.every_deck import _positive_from


@pytest.mark.parametrize(
    ("numerator", "denominator", "start"),
    [
        ((1,), (1,), 1),
        ((3, -2, 1), (1,), 1),  # (d − 1)² + 2 lacks a middle term
        ((3, -3, 1), (1,), 2),  # (d − 1)² − (d − 1) + 1 = (d − 2)² + (d − 2) + 1
        ((-1, 1), (1,), 2),  # 0 for d = 1
        ((-1, 2), (1,), 1),  # 2(d − 1) + 1
        ((1,), (-2, 1), 3),  # infinite for d = 2
        ((-3, 1), (-1, 1), 4),
    ],
)
def test_where_a_quotient_is_proved_to_be_positive(
    numerator: tuple[int, ...], denominator: tuple[int, ...], start: int
) -> None:
    assert _positive_from(ClosedForm(numerator, denominator)) == start


@pytest.mark.parametrize("numerator", [(0,), (5, -1), (-1,)])
def test_a_quotient_that_many_decks_make_negative_proves_nothing(numerator: tuple[int, ...]) -> None:
    with pytest.raises(ArithmeticError, match="is not positive for large d"):
        _positive_from(ClosedForm(numerator, (1,)))
