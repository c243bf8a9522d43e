"""The coup: the cards that each side received, their totals, the outcome, and who receives the next card."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import NamedTuple

from exact.answers.text import Text, _
from exact.errors import ExactError

CARDS = 6
"""The number of cards in a padded deal: as many as the longest coup uses."""


class Side(Enum):
    """The two sides that receive cards."""

    PUNTO = "punto"
    BANCO = "banco"

    @property
    def text(self) -> Text:
        """Its name for people; `value` is the name for programs."""
        return Outcome(self.value).text


class Outcome(Enum):
    """How a coup ends."""

    PUNTO = "punto"
    BANCO = "banco"
    TIE = "tie"

    @classmethod
    def _missing_(cls, value: object) -> Outcome:
        """The outcome that people call by another name; raises `ExactError` for anything else.

        >>> Outcome("player")
        <Outcome.PUNTO: 'punto'>
        """
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
"""``decide(punto, banco, third)``: who receives the next card once each side holds two, or `None` if nobody does.

``punto`` and ``banco`` are the totals of the first two cards (0–9); ``third`` is the point value of Punto's third card,
or `None` while Punto has none. Banco's third card ends every coup, so nobody decides after it.
"""


class Hand(NamedTuple):
    """The point values that one side received, in dealing order, and their total (0–9)."""

    values: tuple[int, ...]
    total: int

    @staticmethod
    @cache
    def of(*values: int) -> Hand:
        """The hand with these point values. There are only 1,100 hands, so each is made once.

        >>> Hand.of(8, 9).total
        7
        """
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
