"""Coups and bets by the second method, `exact.reference.card_by_card`, for cards as pairs of rank and suit."""

import re
from collections import Counter
from collections.abc import ItemsView, Iterable, Sequence
from itertools import permutations
from typing import Any, TypeVar

from exact.bets.bet import Bet
from exact.bets.vocabulary import PATTERN_NAMES
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.reference import card_by_card
from exact.reference.card_by_card import category_text as category_text
from exact.reference.card_by_card import python as python
from exact.reference.decisions import DECISIONS
from support.rank_decisions import RANK_DECISIONS

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


def indices(cards: Iterable[Card]) -> list[int]:
    return [4 * (rank - 1) + suit for rank, suit in cards]


def names_of(punto: Sequence[Card], banco: Sequence[Card]) -> dict[str, object]:
    """Every name of the language for one dealt coup."""
    return card_by_card.names_of_cards(indices(punto), indices(banco))


def values_of(punto: Sequence[Card], banco: Sequence[Card]) -> dict[str, object]:
    """The same with every pattern of every group under the text that calls it."""
    names = names_of(punto, banco)
    pattern: Any = names.pop("pattern")
    return names | {call: pattern(*re.findall(r"\w+", call)) for call in PATTERN_NAMES}


def category(bet: Bet, names: dict[str, object]) -> int:
    return int(eval(python(category_text(bet)), {"__builtins__": {}}, dict(names)))


def shoe_of(cards: list[Card]) -> Shoe:
    counts = Counter(indices(cards))
    return Shoe.of_cards([counts[index] for index in range(52)])


def counted_by_hand(bets: list[Bet], cards: list[Card], rules: str = "standard") -> dict[str, list[int]]:
    """How many deals of six of the cards fall into each category."""
    return card_by_card.count_card_by_card(bets, indices(cards), DECISIONS[rules])
