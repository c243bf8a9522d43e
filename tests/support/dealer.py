"""The dealer of the tests: the method of `exact.reference.card_by_card`, for cards as pairs of rank and suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import ItemsView, Sequence
from itertools import permutations
from typing import TypeVar

from exact.game import Outcome
from exact.reference import card_by_card
from exact.reference.decisions import DECISIONS, RANK_DECISIONS

Card = tuple[int, int]
"""Rank 1 to 13 and suit 0 to 3: spades, hearts, diamonds, clubs."""
C = TypeVar("C", Card, int)
"""What is dealt: cards, or their point values alone."""


def point(card: Card | int) -> int:
    if isinstance(card, int):
        return card
    return card[0] if card[0] < 10 else 0


def rank(card: Card | int) -> int:
    assert not isinstance(card, int)
    return card[0]


def total(hand: Sequence[Card] | Sequence[int]) -> int:
    return sum(map(point, hand)) % 10


def deal(cards: Sequence[C], rules: str = "standard") -> tuple[list[C], list[C]]:
    """The hands of punto and banco in the coup that begins ``cards``; an IndexError if the coup needs more cards."""
    decide, seen = (DECISIONS[rules], point) if rules in DECISIONS else (RANK_DECISIONS[rules], rank)
    return card_by_card.deal(cards, decide, point, seen)


def outcome_of(punto: Sequence[C], banco: Sequence[C]) -> Outcome:
    margin = total(punto) - total(banco)
    return Outcome.PUNTO if margin > 0 else Outcome.BANCO if margin < 0 else Outcome.TIE


def every_deal(cards: Sequence[C], length: int = 6) -> ItemsView[tuple[C, ...], int]:
    """Each different order of ``length`` of the cards, with how often it comes."""
    return Counter(permutations(cards, length)).items()
