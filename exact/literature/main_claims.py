"""Claims, the meanings of published figures; and the claims about punto, banco and tie as exact functions of the odds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from exact.analysis.full_shoes import odds_of_decks
from exact.analysis.odds import Odds
from exact.answers.text import Text, _
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.literature.published import PublishedFigure, published_figures
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD, Rules

COMMISSIONS = (Fraction(5, 100), Fraction(4, 100))
TIE_PAYOFFS = (Fraction(8), Fraction(9))
MAIN_BET_CATEGORIES = ("base_counts", "base_prob", "house_edge")
_NO_EDGES = {"expectation": _("a return"), "return": _("a return"), "odds against": _("odds")}
"""Measures that sources print under the heading of a house edge."""

MEASURES = {
    "count": _("count of {what}"),
    "probability": _("probability of {what}"),
    "probability given no tie": _("probability given no tie of {what}"),
    "contribution": _("contribution of {what}"),
    "house edge": _("house edge of {what}"),
    "house edge per resolved stake": _("house edge per resolved stake of {what}"),
    "expectation": _("expectation of {what}"),
    "expectation when offered": _("expectation when offered of {what}"),
    "return": _("return of {what}"),
    "odds against": _("odds against {what}"),
    "variance": _("variance of {what}"),
    "standard deviation": _("standard deviation of {what}"),
    "hit frequency": _("hit frequency of {what}"),
    "two-card hands": _("two-card hands of {what}"),
    "two-card hands, repeats allowed": _("two-card hands, repeats allowed of {what}"),
    "streak probability": _("streak probability of {what}"),
    "streak contribution": _("streak contribution of {what}"),
}
"""The measures of a bet, a category, an outcome, a total or a streak, in words."""


class Claim(ABC):
    """What a published figure claims to be."""

    @property
    @abstractmethod
    def name(self) -> Text:
        """The quantity in words."""

    @property
    def actual_kind(self) -> Text | None:
        """What the figure is where sources print it under another heading: ``a return`` among house edges; else `None`."""
        return None

    @property
    def remark(self) -> Text | None:
        """What the exact figure supposes; `None` where it supposes nothing."""
        return None

    @abstractmethod
    def exact(self, decks: int | None) -> Fraction | None:
        """The exact figure under standard rules with ``decks`` decks (`None`: the infinite shoe), or `None` if none exists."""


@dataclass(frozen=True)
class Quantity(Claim):
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

    @property
    def actual_kind(self) -> Text | None:
        """What a figure printed among house edges really is; `None` for a house edge, a count or a probability."""
        return _NO_EDGES.get(self.measure)

    def exact(self, decks: int | None) -> Fraction:
        """The exact figure under standard rules with ``decks`` decks, or with the infinite shoe (`None`)."""
        rules = rules_named(STANDARD)
        return self.value(odds_of_decks(decks, rules.tableau), rules)

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


_PUNTO, _BANCO, _TIE = Outcome.PUNTO, Outcome.BANCO, Outcome.TIE
_FIVE_PERCENT, _EIGHT, _NINE = Fraction(5, 100), Fraction(8), Fraction(9)
MAIN_BET_WORDINGS: dict[str, Quantity] = {
    "Banker wins, six-card ordered permutations": Quantity("count", _BANCO),
    "Player wins, six-card ordered permutations": Quantity("count", _PUNTO),
    "Tie wins, six-card ordered permutations": Quantity("count", _TIE),
    "Banker six-card ordered permutations": Quantity("count", _BANCO),
    "Player six-card ordered permutations": Quantity("count", _PUNTO),
    "Tie six-card ordered permutations": Quantity("count", _TIE),
    "Total six-card ordered permutations": Quantity("count", None),
    "Total six-card ordered permutations PERMUT(416,6)": Quantity("count", None),
    "P(Banker)": Quantity("probability", _BANCO),
    "P(Player)": Quantity("probability", _PUNTO),
    "P(Tie)": Quantity("probability", _TIE),
    "P(Banker | no tie)": Quantity("probability given no tie", _BANCO),
    "P(Player | no tie)": Quantity("probability given no tie", _PUNTO),
    "Banker house edge": Quantity("house edge", _BANCO, _FIVE_PERCENT),
    "Banker house edge (5% commission)": Quantity("house edge", _BANCO, _FIVE_PERCENT),
    "Banker house edge (5% commission; tie 8:1)": Quantity("house edge", _BANCO, _FIVE_PERCENT),
    "Bank edge, per resolved bet": Quantity("house edge per resolved stake", _BANCO, _FIVE_PERCENT),
    "Banco house edge, ties excluded convention": Quantity("house edge per resolved stake", _BANCO, _FIVE_PERCENT),
    "Banker bet 19:20 return": Quantity("expectation", _BANCO, _FIVE_PERCENT),
    "Player house edge": Quantity("house edge", _PUNTO),
    "Player house edge (5% commission; tie 8:1)": Quantity("house edge", _PUNTO),
    "Player edge, per resolved bet": Quantity("house edge per resolved stake", _PUNTO),
    "Punto house edge, ties excluded convention": Quantity("house edge per resolved stake", _PUNTO),
    "Player bet return": Quantity("expectation", _PUNTO),
    "Player payout rate": Quantity("return", _PUNTO),
    "Tie house edge (5% commission; tie 8:1)": Quantity("house edge", _TIE, _EIGHT),
    "Tie 8:1 house edge": Quantity("house edge", _TIE, _EIGHT),
    "Tie 8:1 casino advantage": Quantity("house edge", _TIE, _EIGHT),
    "Tie bet edge": Quantity("house edge", _TIE, _EIGHT),
    "Egalite 8:1 house edge (rounded)": Quantity("house edge", _TIE, _EIGHT),
    "Tie 9:1 house edge": Quantity("house edge", _TIE, _NINE),
    "Tie 9:1 casino advantage": Quantity("house edge", _TIE, _NINE),
    "true odds against a tie": Quantity("odds against", _TIE),
}
"""The quantity that each wording in the audited categories measures. An unknown wording is an error, not a pass."""


@cache
def main_bet_claims() -> dict[str, Quantity]:
    """The claim of each published figure of `MAIN_BET_CATEGORIES`, by its id."""
    return {figure.id: _claim(figure) for figure in published_figures() if figure.category in MAIN_BET_CATEGORIES}


def _claim(figure: PublishedFigure) -> Quantity:
    """The claim in the words of the collection; raises `ExactError` for unknown words."""
    if figure.quantity not in MAIN_BET_WORDINGS:
        raise ExactError(figure.id, figure.quantity, "is not a known wording of a figure of the main bets")
    return MAIN_BET_WORDINGS[figure.quantity]
