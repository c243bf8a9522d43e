"""The figures of a study of whole shoes, from sums written down by hand."""

from __future__ import annotations

from statistics import stdev

import numpy as np
import pytest

from exact.analysis.shoe_study import Figure, StudySums

CARDS = [400.0, 404.0, 398.0]
"""Of three shoes."""


def sums_of_cards() -> StudySums:
    """The sums over shoes of which only the cards are of interest; one band holds all coups."""
    rows = np.array([(1.0, 80.0, cards, 0.0, 0.0, 0.0, 0.0) for cards in CARDS])
    return StudySums((rows.T @ rows)[None, None], np.zeros((1, 1, 1), dtype=np.int64))


def test_a_power_of_a_sum_and_its_standard_error() -> None:
    """The cube of a sum: its error is that of the sum, times the slope of the cube there."""
    found = sums_of_cards().estimate(0, None, Figure("cube", 10, {"cards": 3}))
    assert found is not None
    total, error = sum(CARDS), stdev(CARDS) * 3**0.5
    assert tuple(found) == pytest.approx((10 * total**3, 10 * 3 * total**2 * error))
