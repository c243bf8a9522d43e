"""The claims of published figures of side bets: a measure of a bet of the catalogue, or a count of hands."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, isqrt
from pathlib import Path

from exact.analysis.full_shoes import odds_of_decks
from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet
from exact.analysis.simulated_shoes import BANKER_STREAK_PAYS
from exact.answers.text import Text, _
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game.cards import POINT_VALUES
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.main_claims import MEASURES, Claim
from exact.rules.named import standard_tableau

CLAIMS_FILE = Path(__file__).with_name("bet_claims.csv")
_STREAK_MEASURES = ("streak probability", "streak contribution", "streak expectation")
_TWO_CARD_HANDS = {"two-card hands": combinations, "two-card hands, repeats allowed": combinations_with_replacement}
"""How to choose the two cards among the 52 types: without or with repeats."""
_DEALS = {
    "": _("deals"),
    "pairs of hands": _("deals in pairs of hands"),
    "four cards": _("deals in four cards"),
    "two cards": _("deals in two cards"),
}
_UNITS = {
    "pairs of hands": _("{quantity} in pairs of hands"),
    "four cards": _("{quantity} in four cards"),
    "two cards": _("{quantity} in two cards"),
}
_CARD_TYPES = range(52)
_ROOT_DIGITS = 30


@dataclass(frozen=True)
class BetClaim(Claim):
    """A row of ``bet_claims.csv``."""

    bet: str
    """A bet of the catalogue; empty for figures about two cards, streaks or all deals."""
    pay_table: str
    measure: str
    category: str
    """A category of the bet, the length of a streak or the total of two cards; empty for a measure of the whole bet."""
    unit: str
    """The unit of a count, if it is not padded six-card deals: ``pairs of hands``, ``four cards`` or ``two cards``."""

    @property
    def name(self) -> Text:
        """The quantity in words: ``count of dragon-7, win``."""
        if self.measure == "deals":
            return _DEALS[self.unit]
        bet = f"{self.bet}:{self.pay_table}" if self.pay_table else self.bet
        subject = ", ".join(filter(None, (bet, self.category)))
        if not subject:
            return _("streak expectation")
        text = MEASURES[self.measure].filled(what=subject)
        return _UNITS[self.unit].filled(quantity=text) if self.unit else text

    @property
    def remark(self) -> Text | None:
        """The supposition behind the exact value of a streak."""
        return _("successive coups taken as independent") if self.measure in _STREAK_MEASURES else None

    def exact(self, decks: int | None) -> Fraction | None:
        """The exact figure with ``decks`` decks; `None` for the infinite shoe, which has no cards to count."""
        if self.measure in _TWO_CARD_HANDS:
            return Fraction(_two_card_hands(self.measure, int(self.category)))
        if decks is None:
            return None
        if self.measure in _STREAK_MEASURES:
            return _streak(self.measure, self.category, decks)
        if self.measure == "deals":
            return Fraction(_ways_to_choose(self.unit, 52 * decks))
        price = _price(self.bet, self.pay_table or None, decks)
        if self.category:
            return self._of_category(price, price.categories.index(self.category), decks)
        return _of_bet(price, self.measure)

    def _of_category(self, price: Distribution, index: int, decks: int) -> Fraction:
        match self.measure:
            case "count":
                return price.probability(index) * _ways_to_choose(self.unit, 52 * decks)
            case "probability":
                return price.probability(index)
            case "contribution":
                return price.contribution(index)
        raise ExactError("measure", self.measure, "is not a measure of a category")


@cache
def bet_claims() -> dict[str, BetClaim]:
    """The claim of each published figure of a side bet, by the figure's id."""
    with CLAIMS_FILE.open(encoding="utf-8", newline="") as file:
        return {row.pop("id"): BetClaim(**row) for row in csv.DictReader(file)}


@lru_cache(maxsize=2048)
def _price(bet: str, pay_table: str | None, decks: int) -> Distribution:
    return price_bet(catalogue()[bet], Shoe.of_decks(decks), standard_tableau(), pay_table)


def _of_bet(price: Distribution, measure: str) -> Fraction:
    match measure:
        case "expectation":
            return price.expectation
        case "expectation when offered":
            return price.expectation / (1 - price.probability(price.categories.index("not-offered")))
        case "house edge":
            return price.house_edge
        case "variance":
            return price.variance
        case "hit frequency":
            return price.hit_frequency
        case "standard deviation":
            scale = 10**_ROOT_DIGITS
            return Fraction(isqrt(int(price.variance * scale**2)), scale)
    raise ExactError("measure", measure, "is not a measure of a bet")


def _ways_to_choose(unit: str, cards: int) -> int:
    """The number of ``unit`` in a shoe of ``cards`` cards."""
    match unit:
        case "":
            return ordered_deals(cards)
        case "pairs of hands":
            return comb(cards, 2) * comb(cards - 2, 2)
        case "four cards":
            return comb(cards, 4)
        case "two cards":
            return comb(cards, 2)
    raise ExactError("unit", unit, "is not a unit of counts")


def _two_card_hands(measure: str, total: int) -> int:
    """Unordered pairs of card types with this total."""
    hands = _TWO_CARD_HANDS[measure](_CARD_TYPES, 2)
    return sum((POINT_VALUES[first // 4] + POINT_VALUES[second // 4]) % 10 == total for first, second in hands)


def _streak(measure: str, length: str, decks: int) -> Fraction:
    """The Banker Streak bet as if successive coups were independent; a tie ends a streak, as a loss does."""
    wins = odds_of_decks(decks, standard_tableau()).probability(Outcome.BANCO)
    chances = {str(n): wins**n * (1 - wins) for n in range(4, 10)} | {"10+": wins**10, "3-": 1 - wins**4}
    if measure == "streak probability":
        return chances[length]
    if measure == "streak contribution":
        return chances[length] * BANKER_STREAK_PAYS[length]
    return sum((chances[n] * pays for n, pays in BANKER_STREAK_PAYS.items()), Fraction(0))
