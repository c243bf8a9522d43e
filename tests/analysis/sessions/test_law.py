"""What a law of results in units answers in money, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.analysis.sessions.law import Law

HALVES = Law(Fraction(1, 2), {-4: 1, -2: 2, 1: 3, 3: 4}, 10)
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
