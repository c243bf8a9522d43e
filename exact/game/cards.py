"""The 52 card types, their ranks and point values, and the names you type for them.

A card type has an index 0–51: ``4 * rank + suit``, with ranks in the order ``A 2 … 9 10 J Q K`` and suits in
the order spades, hearts, diamonds, clubs. A rank has an index 0–12, a point value is 0–9.
"""

from __future__ import annotations

from enum import IntEnum

from exact.answers.text import Text, _
from exact.errors import ExactError

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("s", "h", "d", "c")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
POINT_VALUES = tuple(min(index + 1, 10) % 10 for index in range(13))
"""The point value of each rank: an ace is 1, 2 to 9 count their face value, tens and court cards are 0."""


class Granularity(IntEnum):
    """How finely a shoe describes its cards: by point value, by rank, or by card type."""

    VALUES = 10
    RANKS = 13
    CARDS = 52

    @property
    def word(self) -> str:
        """The name in messages: ``values``, ``ranks`` or ``cards``."""
        return self.name.lower()

    @property
    def text(self) -> Text:
        """What it describes cards by, for readers."""
        return {10: _("point values"), 13: _("ranks"), 52: _("cards")}[self]


def class_of(index: int, fine: Granularity, coarse: Granularity) -> int:
    """The class of partition ``coarse`` that contains class ``index`` of partition ``fine``.

    >>> class_of(51, Granularity.CARDS, Granularity.RANKS)   # the king of clubs is a king
    12
    >>> class_of(51, Granularity.CARDS, Granularity.VALUES)  # worth 0
    0
    """
    if fine == coarse:
        return index
    rank = index // 4 if fine == Granularity.CARDS else index
    return rank if coarse == Granularity.RANKS else POINT_VALUES[rank]


def class_names(granularity: Granularity) -> list[str]:
    """The name of each class of the partition: ``As`` … ``Kc``, ``A`` … ``K`` or ``0`` … ``9``."""
    if granularity == Granularity.CARDS:
        return [rank + suit for rank in RANKS for suit in SUITS]
    return list(RANKS) if granularity == Granularity.RANKS else [str(value) for value in range(10)]


def parse_rank(name: str, parameter: str = "rank") -> int:
    """The index 0–12 of the rank called ``A 2 … 9 10 T J Q K`` (either case)."""
    rank = "10" if name in ("T", "t") else name.upper()
    if rank not in RANKS:
        raise ExactError(parameter, name, f"is not a rank: one of {' '.join(RANKS)}, or T for 10")
    return RANKS.index(rank)


def parse_card(name: str, parameter: str = "card") -> tuple[Granularity, int]:
    """The partition and the class that ``name`` stands for.

    ``9h`` names a card type; ``K``, ``10`` and ``T`` name a rank; ``0`` and ``1`` name a point value (``2`` to
    ``9`` could be either, and are read as ranks). Raises `ExactError` for anything else.

    >>> parse_card("9h"), parse_card("T"), parse_card("0")
    ((<Granularity.CARDS: 52>, 33), (<Granularity.RANKS: 13>, 9), (<Granularity.VALUES: 10>, 0))
    """
    if name in ("0", "1"):
        return Granularity.VALUES, int(name)
    suit = name[-1:].lower()
    if len(name) > 1 and suit in SUITS:
        rank = parse_rank(name[:-1], parameter)
        return Granularity.CARDS, 4 * rank + SUITS.index(suit)
    if len(name) > 1 and suit.isalpha():
        raise ExactError(parameter, name, "has an unknown suit: one of s h d c")
    return Granularity.RANKS, parse_rank(name, parameter)


def split_names(text: str) -> list[str]:
    """The names in ``text``, separated by blanks or commas."""
    return text.replace(",", " ").split()
