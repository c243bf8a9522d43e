"""How the law of a count divides its work, by hand."""

from __future__ import annotations

from math import comb, perm

import pytest

from exact.analysis import count_law
from exact.analysis.count_law import BITS_A_SECOND, cost_of
from exact.game.cards import Granularity
from exact.game.shoe import Shoe


def test_numbers_of_unseen_cards_are_handled_together_as_far_as_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows for nine cards have ten slots. A run of n numbers keeps seven times n + 12 rows, to put six cards of two tags back.

    Each further run puts them back once more: for each of the seven ways to draw six cards, three additions for each of six rows.
    """
    row = 10 * ((2**10 * perm(30, 6) * comb(24, 9)).bit_length() // 8 + 1)
    further_run = 8 * row * 3 * 7 * 6

    def bits(memory: int) -> float:
        monkeypatch.setattr(count_law, "_MEMORY", memory)
        shoe = Shoe.of_values([20, 10, *[0] * 8])
        return cost_of([0, 1, *[0] * 8], Granularity.VALUES, shoe, [6, 7, 8, 9])[1] * BITS_A_SECOND

    at_once = bits(7 * (4 + 12) * row)
    for memory, runs in ((7 * 16 * row - 1, 2), (7 * 14 * row, 2), (7 * 14 * row - 1, 4), (7 * 13 * row, 4), (1, 4)):
        assert bits(memory) - at_once == pytest.approx((runs - 1) * further_run), memory
