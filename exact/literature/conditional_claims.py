"""The claims of published probabilities given the two-card total of one side or both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from exact.analysis.given import odds_by
from exact.analysis.odds import Odds
from exact.answers.text import Text, _
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.main_claims import Claim
from exact.literature.published import PublishedFigure, published_figures
from exact.rules.named import standard_tableau

CONDITIONAL_CATEGORIES = ("midhand_2cards", "midhand_4cards")
_QUANTITY = re.compile(
    r"P\((?P<outcome>Player|Banker|Tie)(?: wins)?\)? \| Player two-card total (?P<punto>\d)"
    r"(?:, Banker two-card total (?P<banco>\d))?\)?"
)
_OUTCOMES = {"Player": Outcome.PUNTO, "Banker": Outcome.BANCO, "Tie": Outcome.TIE}


@dataclass(frozen=True)
class ConditionalClaim(Claim):
    """The probability of an outcome given the totals of the first two cards; ``banco`` is `None` where banco's is not known."""

    outcome: Outcome
    punto: int
    banco: int | None

    @property
    def name(self) -> Text:
        """The quantity in words: ``probability of tie, punto's two cards 4, banco's 6``."""
        outcome, punto, banco = self.outcome.value, self.punto, self.banco
        if banco is None:
            return _("probability of {what}, punto's two cards {punto}", what=outcome, punto=punto)
        return _(
            "probability of {what}, punto's two cards {punto}, banco's {banco}", what=outcome, punto=punto, banco=banco
        )

    def exact(self, decks: int | None) -> Fraction | None:
        """The exact figure for a full shoe of ``decks`` decks; `None` for the infinite shoe."""
        return None if decks is None else _odds_by_totals(decks)[self.punto, self.banco].probability(self.outcome)


@cache
def conditional_claims() -> dict[str, ConditionalClaim]:
    """The claim of each published figure of `CONDITIONAL_CATEGORIES`, by its id."""
    return {figure.id: _claim(figure) for figure in published_figures() if figure.category in CONDITIONAL_CATEGORIES}


def _claim(figure: PublishedFigure) -> ConditionalClaim:
    """The claim in the words of the collection; raises `ExactError` for unknown words."""
    words = _QUANTITY.fullmatch(figure.quantity)
    if not words:
        raise ExactError(figure.id, figure.quantity, "is not a probability given two-card totals")
    banco = None if words["banco"] is None else int(words["banco"])
    return ConditionalClaim(_OUTCOMES[words["outcome"]], int(words["punto"]), banco)


@lru_cache(maxsize=32)
def _odds_by_totals(decks: int) -> dict[tuple[int, int | None], Odds]:
    """The odds by punto's total, and by both totals."""
    names = ("punto_two_card_total", "banco_two_card_total")
    both = odds_by(Shoe.of_decks(decks), standard_tableau(), names)
    by_totals: dict[tuple[int, int | None], Odds] = {(punto, banco): odds for (punto, banco), odds in both.items()}
    for punto in range(10):
        parts = [both[punto, banco] for banco in range(10)]
        counts = {outcome: sum(odds.counts[outcome] for odds in parts) for outcome in Outcome}
        by_totals[punto, None] = Odds(counts, sum(counts.values()))
    return by_totals
