"""Deck counts in words, and the odds of full shoes by number of decks."""

from __future__ import annotations

import pytest
from support import STANDARD

from exact.analysis.full_shoes import DECKS, decks_text, odds_of_decks
from exact.analysis.odds import odds_of_infinite_shoe, odds_of_shoe
from exact.game.shoe import Shoe


@pytest.mark.parametrize(
    ("decks", "text"),
    [
        ([], ""),
        ([None], "∞"),
        ([4], "4"),
        ([1, 2], "1, 2"),
        ([1, 2, 3], "1–3"),
        ([8, 6, 7, 2], "2, 6–8"),
        ([None, 9, 8, 1, 3, 5, 4, 7], "1, 3–5, 7–9, ∞"),
        (DECKS, "1–16, ∞"),
    ],
)
def test_three_counts_in_a_row_are_a_range(decks: list[int | None], text: str) -> None:
    assert decks_text(decks) == text


def test_no_number_of_decks_is_the_infinite_shoe() -> None:
    assert odds_of_decks(None, STANDARD) == odds_of_infinite_shoe(STANDARD)
    assert odds_of_decks(2, STANDARD) == odds_of_shoe(Shoe.of_decks(2), STANDARD)
