"""Cards and coups: the 52 card types with their names and point values; sides, hands, outcomes, and who draws.

A card type has an index 0–51, ``4 * rank + suit``: ranks in the order of `RANKS`, ace to king, suits as in `SUITS`.
"""

from collections.abc import Callable
from enum import Enum, IntEnum
from functools import cache
from typing import NamedTuple, Self

from exact.answers.text import Text, _
from exact.errors import ExactError

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("s", "h", "d", "c")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
POINT_VALUES = tuple(min(index + 1, 10) % 10 for index in range(13))  #: By rank: ace 1, tens and court cards 0


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


@cache
def class_of(index: int, fine: Granularity, coarse: Granularity) -> int:
    """The class of partition ``coarse`` that contains class ``index`` of partition ``fine``."""
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


@cache
def parse_card(name: str, parameter: str = "card") -> tuple[Granularity, int]:
    """The partition and the class that ``name`` stands for; ``2`` to ``9`` are ranks. Raises `ExactError` if none."""
    if name in ("0", "1"):
        return Granularity.VALUES, int(name)
    suit = name[-1:].lower()
    if len(name) > 1 and suit in SUITS:
        return Granularity.CARDS, 4 * parse_rank(name[:-1], parameter) + SUITS.index(suit)
    if len(name) > 1 and suit.isalpha():
        raise ExactError(parameter, name, "has an unknown suit: one of s h d c")
    return Granularity.RANKS, parse_rank(name, parameter)


def split_names(text: str) -> list[str]:
    """The words of ``text``, separated by blanks or commas."""
    return text.replace(",", " ").split()


CARDS = 6  #: The cards of a padded deal: as many as the longest coup uses


class Side(Enum):
    """The two sides that receive cards."""

    PUNTO = "punto"
    BANCO = "banco"

    @property
    def text(self) -> Text:
        """Its name for people."""
        return Outcome(self.value).text


class Outcome(Enum):
    """How a coup ends."""

    PUNTO = "punto"
    BANCO = "banco"
    TIE = "tie"

    @classmethod
    def _missing_(cls, value: object) -> Self:
        """The outcome with another name, such as ``player``; raises `ExactError` for anything else."""
        from exact.names import canonical

        names = [outcome.value for outcome in cls]
        name = canonical(value, names) if isinstance(value, str) else ""
        if name not in names:
            raise ExactError("outcome", value, "must be punto, banco or tie")
        return cls(name)

    @property
    def text(self) -> Text:
        """Its name for people; `value` is the name for programs."""
        return {Outcome.PUNTO: _("punto"), Outcome.BANCO: _("banco"), Outcome.TIE: _("tie")}[self]


Decision = Callable[[int, int, int | None], Side | None]
"""``decide(punto, banco, third)``: who receives the next card once each side holds two, or `None` if nobody does; by
the totals of the first two cards, and the point value of Punto's third card, `None` while it has none."""


class Hand(NamedTuple):
    """The point values that one side received, in dealing order, and their total (0–9)."""

    values: tuple[int, ...]
    total: int

    @staticmethod
    @cache
    def of(*values: int) -> "Hand":
        """The hand with these point values. There are only 1,100, so each is made once."""
        return Hand(values, sum(values) % 10)

    @property
    def is_natural(self) -> bool:
        """Whether these are two cards that total 8 or 9."""
        return len(self.values) == 2 and self.total >= 8


class Coup(NamedTuple):
    """A finished coup."""

    punto: Hand
    banco: Hand

    @property
    def outcome(self) -> Outcome:
        """Which side's total is higher, or a tie."""
        if self.punto.total > self.banco.total:
            return Outcome.PUNTO
        return Outcome.BANCO if self.banco.total > self.punto.total else Outcome.TIE
