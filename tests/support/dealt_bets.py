"""Bets by the second method, `exact.reference.card_by_card`, for cards written as pairs of rank and suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from exact.bets.bet import Bet
from exact.game.shoe import Shoe
from exact.reference import card_by_card
from exact.reference.card_by_card import category_text as category_text
from exact.reference.card_by_card import python as python
from exact.reference.decisions import DECISIONS
from support.dealer import Card


def indices(cards: Iterable[Card]) -> list[int]:
    return [4 * (rank - 1) + suit for rank, suit in cards]


def names_of(punto: Sequence[Card], banco: Sequence[Card]) -> dict[str, object]:
    """Every name of the language for one dealt coup."""
    return card_by_card.names_of_cards(indices(punto), indices(banco))


def category(bet: Bet, names: dict[str, object]) -> int:
    return int(eval(python(category_text(bet)), {"__builtins__": {}}, dict(names)))


def shoe_of(cards: list[Card]) -> Shoe:
    counts = Counter(indices(cards))
    return Shoe.of_cards([counts[index] for index in range(52)])


def counted_by_hand(bets: list[Bet], cards: list[Card], rules: str = "standard") -> dict[str, list[int]]:
    """How many deals of six of the cards fall into each category."""
    return card_by_card.count_card_by_card(bets, indices(cards), DECISIONS[rules])


def counts_of(
    bets: Sequence[Bet], coups: Iterable[tuple[tuple[Sequence[Card], Sequence[Card]], int]]
) -> dict[str, list[int]]:
    """How often each bet's categories come in these coups, pairs of hands with their number."""
    hands = (((indices(punto), indices(banco)), times) for (punto, banco), times in coups)
    return card_by_card.counts_of(bets, hands)
