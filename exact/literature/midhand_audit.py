"""The audit of published probabilities once the first two cards of one side or of both are known by their total."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from exact.analysis.given import odds_by
from exact.analysis.odds import Odds
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.published import PublishedFigure, published_figures
from exact.literature.verdict import Audited, judge, stated_decks
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD

MIDHAND_CATEGORIES = ("midhand_2cards", "midhand_4cards")
_QUANTITY = re.compile(
    r"P\((?P<outcome>Player|Banker|Tie)(?: wins)?\)? \| Player two-card total (?P<punto>\d)"
    r"(?:, Banker two-card total (?P<banco>\d))?\)?"
)
_OUTCOMES = {"Player": Outcome.PUNTO, "Banker": Outcome.BANCO, "Tie": Outcome.TIE}


class TotalKnown(NamedTuple):
    """The probability of an outcome given the total of a side's first two cards; `None` where it is not known."""

    outcome: Outcome
    punto: int
    banco: int | None

    @property
    def name(self) -> str:
        """The quantity in words: ``probability of tie, punto's two cards 4, banco's 6``."""
        banco = "" if self.banco is None else f", banco's {self.banco}"
        return f"probability of {self.outcome.value}, punto's two cards {self.punto}{banco}"

    def value(self, decks: int) -> Fraction:
        """The exact figure for a full shoe of ``decks`` decks."""
        return _odds_by_totals(decks)[self.punto, self.banco].probability(self.outcome)


def midhand_audit() -> list[Audited]:
    """The verdict on every figure of `MIDHAND_CATEGORIES`, in the order of the literature file."""
    return [_audited(figure) for figure in published_figures() if figure.category in MIDHAND_CATEGORIES]


def _audited(figure: PublishedFigure) -> Audited:
    found = _QUANTITY.fullmatch(figure.quantity)
    if not found:
        raise ExactError(figure.id, figure.quantity, "is no probability given two-card totals")
    banco = None if found["banco"] is None else int(found["banco"])
    quantity = TotalKnown(_OUTCOMES[found["outcome"]], int(found["punto"]), banco)
    exact: dict[int | None, Fraction] = {d: quantity.value(d) for d in stated_decks(figure.decks) if d is not None}
    verdict, shown = judge(figure, exact)
    return Audited(figure, quantity, exact, verdict, shown)


@lru_cache(maxsize=32)
def _odds_by_totals(decks: int) -> dict[tuple[int, int | None], Odds]:
    """The odds by punto's total, and by both totals."""
    names = ("punto_two_card_total", "banco_two_card_total")
    both = odds_by(Shoe.of_decks(decks), rules_named(STANDARD).tableau, names)
    found: dict[tuple[int, int | None], Odds] = {(punto, banco): odds for (punto, banco), odds in both.items()}
    for punto in range(10):
        parts = [both[punto, banco] for banco in range(10)]
        counts = {outcome: sum(odds.counts[outcome] for odds in parts) for outcome in Outcome}
        found[punto, None] = Odds(counts, sum(counts.values()))
    return found
