"""Names that tell a side's first card from its second, by symmetry."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact.bets.vocabulary import POSITIONAL
from exact.literature.claims import parse_claim


def test_the_names_of_single_cards_tell_the_order() -> None:
    words = ("value", "rank", "suit", "colour")
    assert {f"{side}_{word}_{card}" for side in ("punto", "banco") for word in words for card in (1, 2)} == POSITIONAL


@pytest.mark.parametrize(
    ("event", "probability"),
    [
        ("punto_rank_1 == 13", Fraction(1, 13)),
        ("punto_rank_2 == 1", Fraction(1, 13)),
        ("punto_rank_1 > punto_rank_2", Fraction(415 - 31, 2 * 415)),
        ("banco_suit_1 == hearts", Fraction(1, 4)),
        ("banco_value_2 == 0", Fraction(4, 13)),
    ],
)
def test_the_first_card_is_any_card(event: str, probability: Fraction) -> None:
    """With eight decks; 31 of the 415 other cards have the rank of the first."""
    assert parse_claim(f"probability of ({event}), 8 decks").exact() == probability


@pytest.mark.parametrize(
    ("known", "winner"),
    [
        ("punto=2,2 banco=3,3 card5=9", "banco"),
        ("punto=3,4 banco=2,3 card5=4", "banco"),
        ("punto=2,2 banco=A,2 card5=2 card6=8", "punto"),
        ("punto=2,2 banco=A,2 card5=2 card6=3", "tie"),
    ],
)
def test_whose_card_the_fifth_is(known: str, winner: str) -> None:
    """Punto's where it draws: 4 and 9 are 3, against a 6 that stands. On 7 it stands, and banco's 5 and 4 are 9."""
    assert parse_claim(f"probability of {winner}, given {known}, 8 decks").exact() == 1
