"""The figures that people print about the three main bets, each as an exact function of the odds."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from exact.analysis.odds import Odds, odds_of_infinite_shoe, odds_of_shoe
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import Rules, Tableau

DECKS: tuple[int | None, ...] = (*range(1, 17), None)
"""The deck counts of the reference tables; `None` is the infinite shoe."""
COMMISSIONS = (Fraction(5, 100), Fraction(4, 100))
TIE_PAYOFFS = (Fraction(8), Fraction(9))


class Quantity(NamedTuple):
    """A figure: what is measured, of which outcome or bet, on which terms."""

    measure: str
    """``count``, ``probability``, ``probability given no tie``, ``house edge``, ``house edge per resolved stake``,
    ``expectation``, ``return`` (one plus the expectation) or ``odds against``."""
    subject: Outcome | None
    """The outcome or bet; `None` for the deals of the whole shoe."""
    terms: Fraction | None = None
    """The commission of a banco bet or the payoff of a tie bet; `None` where it plays no part."""

    @property
    def name(self) -> str:
        """The quantity in words: ``house edge of banco, 5 % commission``."""
        if self.subject is None:
            return "ordered six-card deals"
        joint = "" if self.measure == "odds against" else "of "
        return f"{self.measure} {joint}{self.subject.value}{self._terms_text()}"

    def value(self, odds: Odds, rules: Rules) -> Fraction:
        """The exact figure under ``odds``; ``rules`` supply the terms that the quantity leaves open."""
        if self.subject is None:
            return Fraction(odds.deals)
        price = odds.price(self.subject, self._with_terms(rules))
        probability = odds.probability(self.subject)
        match self.measure:
            case "count":
                return Fraction(odds.counts[self.subject])
            case "probability":
                return probability
            case "probability given no tie":
                return probability / (1 - odds.probability(Outcome.TIE))
            case "odds against":
                return 1 / probability - 1
            case "house edge":
                return price.house_edge
            case "house edge per resolved stake":
                return price.house_edge / price.resolved
            case "expectation":
                return price.expectation
            case "return":
                return 1 + price.expectation
            case _:
                raise ExactError("measure", self.measure, "is not a measure: see Quantity.measure")

    def _with_terms(self, rules: Rules) -> Rules:
        if self.terms is None:
            return rules
        if self.subject is Outcome.BANCO:
            return rules._replace(commission=self.terms)
        return rules._replace(payoffs={**rules.payoffs, "tie": self.terms})

    def _terms_text(self) -> str:
        if self.terms is None:
            return ""
        return f", {self.terms * 100} % commission" if self.subject is Outcome.BANCO else f", {self.terms} to 1"


def quantities() -> Iterable[Quantity]:
    """Every quantity of the main bets, on each of the terms met in the literature or in a reading of a document."""
    yield Quantity("count", None)
    for side in Outcome:
        yield Quantity("count", side)
        yield Quantity("probability", side)
        yield Quantity("odds against", side)
        if side is not Outcome.TIE:
            yield Quantity("probability given no tie", side)
        terms = {Outcome.PUNTO: (None,), Outcome.BANCO: COMMISSIONS, Outcome.TIE: (Fraction(7), *TIE_PAYOFFS)}[side]
        for term in terms:
            for measure in ("house edge", "house edge per resolved stake", "expectation", "return"):
                if side is not Outcome.TIE or "resolved" not in measure:
                    yield Quantity(measure, side, term)


@lru_cache(maxsize=1024)
def odds_of_decks(decks: int | None, tableau: Tableau) -> Odds:
    """The odds of a full shoe of ``decks`` decks, or of the infinite shoe (`None`)."""
    return odds_of_infinite_shoe(tableau) if decks is None else odds_of_shoe(Shoe.of_decks(decks), tableau)


def decks_text(decks: Iterable[int | None]) -> str:
    """Deck counts as ranges.

    >>> decks_text([1, 2, 3, 8, None])
    '1–3, 8, ∞'
    """
    parts: list[list[int]] = []
    finite = sorted(count for count in decks if count is not None)
    for count in finite:
        if parts and parts[-1][-1] == count - 1:
            parts[-1].append(count)
        else:
            parts.append([count])
    texts = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in parts]
    return ", ".join([*texts, *(["∞"] if None in decks else [])])
