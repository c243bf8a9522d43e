"""The figures of a study of whole shoes, from sums written down by hand."""

from __future__ import annotations

from math import isnan
from statistics import stdev

import numpy as np
import pytest

from exact.analysis.shoe_study import PERFECT_FIGURES, Figure, StudySums, check_shoe
from exact.errors import ExactError

CARDS = [400.0, 404.0, 398.0]
"""Of three shoes."""


def sums_of(positive: list[float]) -> StudySums:
    """The sums over shoes with these numbers of coups of a positive expectation, 1/4 each; one band holds all coups."""
    shoes = zip(CARDS, positive, strict=False)
    rows = np.array([(1.0, 80.0, cards, coups, coups / 4, 0.0, 0.0) for cards, coups in shoes])
    return StudySums((rows.T @ rows)[None, None], np.zeros((1, 1, 1), dtype=np.int64))


def test_a_power_of_a_sum_and_its_standard_error() -> None:
    """The cube of a sum: its error is that of the sum, times the slope of the cube there."""
    found = sums_of([0.0] * 3).estimate(0, None, Figure("cube", 10, {"cards": 3}))
    assert found is not None
    total, error = sum(CARDS), stdev(CARDS) * 3**0.5
    assert tuple(found) == pytest.approx((10 * total**3, 10 * 3 * total**2 * error))


@pytest.mark.parametrize(
    ("positive", "known"),
    [([1.0], False), ([1.0, 0.0, 0.0], False), ([1.0, 1.0], True), ([4.0, 1.0], False), ([5.0, 2.0, 2.0], True)],
)
def test_an_error_is_known_of_a_mean_over_effectively_two_shoes(positive: list[float], known: bool) -> None:
    """(4 + 1)² is less than twice 4² + 1², and (5 + 2 + 2)² is not less than twice 5² + 2² + 2²."""
    found = sums_of(positive).estimate(0, None, PERFECT_FIGURES[1])
    assert found is not None
    assert found.value == 0.25
    assert isnan(found.error) is not known


def test_only_what_divides_must_come_from_several_shoes() -> None:
    index = Figure("index", 1, {"cards": 1, "positive": 0.5, "gain": 0})
    found = sums_of([9.0, 0.0, 0.0]).estimate(0, None, index)
    assert found is not None
    assert found.value == sum(CARDS) * 3
    assert not isnan(found.error)
    assert sums_of([0.0] * 3).estimate(0, None, Figure("root", 1, {"positive": 0.5, "cards": -0.5})) == (0, 0)


def test_the_smallest_and_the_largest_shoe() -> None:
    """Two coups of six cards; or eleven burned and one coup."""
    for least, burn in ((12, False), (17, True)):
        for cards, fits in ((least - 1, False), (least, True), (5200, True), (5201, False)):
            if fits:
                check_shoe((cards, *[0] * 9), burn)
            else:
                with pytest.raises(
                    ExactError, match=f"shoe: {cards} cards cannot be studied: a study needs {least} to 5200"
                ):
                    check_shoe((cards, *[0] * 9), burn)
