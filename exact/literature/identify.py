"""Identify a number: every outcome, rule, deck count and convention of the game that gives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.full_shoes import DECKS, odds_of_decks
from exact.analysis.odds import Odds
from exact.answers.text import Text, _
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.literature.printed import Agreement, PrintedFigure
from exact.rules.named import all_rules
from exact.rules.tableau import Rules, Tableau

COMMISSIONS = (Fraction(5, 100), Fraction(4, 100))
TIE_PAYOFFS = (Fraction(8), Fraction(9))
MEASURES = {
    "count": _("count of {what}"),
    "probability": _("probability of {what}"),
    "probability given no tie": _("probability given no tie of {what}"),
    "house edge": _("house edge of {what}"),
    "house edge per resolved stake": _("house edge per resolved stake of {what}"),
    "expectation": _("expectation of {what}"),
    "return": _("return of {what}"),
    "odds against": _("odds against {what}"),
}
"""The measures of a bet, a category, an outcome, a total or a streak, in words."""


@dataclass(frozen=True)
class Quantity:
    """A figure: what is measured, of which outcome or bet, on which terms."""

    measure: str
    """``count``, ``probability``, ``probability given no tie``, ``house edge``, ``house edge per resolved stake``,
    ``expectation``, ``return`` (one plus the expectation) or ``odds against``."""
    subject: Outcome | None
    """The outcome or bet; `None` for the deals of the whole shoe."""
    terms: Fraction | None = None
    """The commission of a banco bet or the payoff of a tie bet; `None` if it does not matter."""

    @property
    def name(self) -> Text:
        """The quantity in words: ``house edge of banco, 5 % commission``."""
        if self.subject is None:
            return _("ordered six-card deals")
        text = MEASURES[self.measure].filled(what=self.subject.value)
        if self.terms is None:
            return text
        if self.subject is Outcome.BANCO:
            return _("{quantity}, {percent} % commission", quantity=text, percent=self.terms * 100)
        return _("{quantity}, {payoff} to 1", quantity=text, payoff=self.terms)

    def value(self, odds: Odds, rules: Rules) -> Fraction:
        """The exact figure under ``odds``; ``rules`` supply terms that the quantity leaves open."""
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


def quantities() -> Iterable[Quantity]:
    """Every quantity of the main bets, on all terms found in the literature or in a reading of a document."""
    yield Quantity("count", None)
    for side in Outcome:
        yield Quantity("count", side)
        yield Quantity("probability", side)
        yield Quantity("odds against", side)
        if side is not Outcome.TIE:
            yield Quantity("probability given no tie", side)
        terms = {Outcome.PUNTO: (None,), Outcome.BANCO: COMMISSIONS, Outcome.TIE: (Fraction(7), *TIE_PAYOFFS)}[side]
        # A tie bet is always resolved: its edge per resolved stake would be its edge again.
        resolved = () if side is Outcome.TIE else ("house edge per resolved stake",)
        for term in terms:
            for measure in ("house edge", *resolved, "expectation", "return"):
                yield Quantity(measure, side, term)


class Match(NamedTuple):
    """A figure of the game that equals the number."""

    quantity: Quantity
    rules: tuple[str, ...]
    """The readings that give it, all with the same tableau."""
    decks: tuple[int | None, ...]
    """The deck counts that give it; `None` is the infinite shoe."""
    nearest: Fraction
    """The exact value at the first of ``decks``."""
    agreement: Agreement
    """How the number and ``nearest`` agree."""


def identify(printed: PrintedFigure) -> list[Match]:
    """Every figure of `quantities` that equals ``printed``, by reading and deck count; exact agreement first."""
    readings: dict[Tableau, list[Rules]] = {}
    for rules in all_rules().values():
        readings.setdefault(rules.tableau, []).append(rules)
    matches = [
        match for same in readings.values() for quantity in quantities() for match in _matches(printed, quantity, same)
    ]
    return sorted(matches, key=lambda match: match.agreement is not Agreement.AGREES)


def _matches(printed: PrintedFigure, quantity: Quantity, readings: list[Rules]) -> Iterator[Match]:
    """The matches of ``quantity`` under readings with the same tableau: to the digits printed, and rounded or truncated."""
    names = tuple(rules.id for rules in readings)
    rules = readings[0]
    values = {decks: quantity.value(odds_of_decks(decks, rules.tableau), rules) for decks in DECKS}
    agreements = {decks: printed.agreement(value) for decks, value in values.items()}
    for accepted in ((Agreement.AGREES,), (Agreement.ROUNDED, Agreement.TRUNCATED, Agreement.PADDED)):
        decks = tuple(count for count, agreement in agreements.items() if agreement in accepted)
        if decks:
            yield Match(quantity, names, decks, values[decks[0]], agreements[decks[0]])
