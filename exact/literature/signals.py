"""The subject of claims about signals: what a player gains who sees some cards of the coup, or only their class, before betting."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.analysis.signals import best_sorts, signal_value
from exact.bets.catalogue import bet_name, catalogue, find_bet
from exact.bets.partition import parse_partition, parse_places
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau

BEST_SORT = "best sort"
"""In place of a partition, the best of those into two classes."""
_SIGNAL = re.compile(
    r"(?:an? )?signal \(cards? (?P<places>\d(?:[-, \d]*\d)?) by (?P<partition>.+) for (?P<bets>.+)\)", re.IGNORECASE
)


@dataclass(frozen=True)
class Signal:
    """The classes of the cards at some places, and the bets to choose from."""

    places: tuple[int, ...]
    partition: str
    """In the notation of `exact.bets.partition`, or `BEST_SORT`."""
    bets: tuple[str, ...]

    @property
    def text(self) -> str:
        """``a signal (cards 1,2,3,4 by 6-9 for punto,banco,tie)``."""
        cards = "card" if len(self.places) == 1 else "cards"
        return f"a signal ({cards} {','.join(map(str, self.places))} by {self.partition} for {','.join(self.bets)})"

    @classmethod
    def read(cls, text: str) -> Signal | None:
        """The signal written in ``text``, or `None`; raises `ExactError` for impossible places, partitions and bets."""
        match = _SIGNAL.fullmatch(text)
        if not match:
            return None
        typed = match["partition"].lower()
        partition = typed if typed == BEST_SORT else parse_partition(match["partition"], "claim").text
        bets = tuple(bet_name(name.strip()) for name in match["bets"].split(","))
        for bet in bets:
            if bet.partition(":")[0] not in catalogue():
                raise ExactError("claim", bet, "is not a bet of the catalogue")
            find_bet(bet)  # whose pay table may be unknown
        return cls(parse_places(match["places"], "claim"), partition, bets)


def value_of_signal(question: Any) -> Fraction:
    """The mean gain per coup. It takes a `exact.literature.quantities.Question`, whose shoe must be finite."""
    return _value(question.subject, question.finite_shoe, question.tableau)


@lru_cache(maxsize=256)
def _value(signal: Signal, shoe: Shoe, tableau: Tableau) -> Fraction:
    bets = [find_bet(name) for name in signal.bets]
    if signal.partition == BEST_SORT:
        return best_sorts(bets, shoe, tableau, signal.places)[0].value
    return signal_value(bets, shoe, tableau, signal.places, parse_partition(signal.partition)).value
