"""The audit of published figures of side bets: each held against the exact price of a bet of the catalogue."""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, isqrt
from pathlib import Path
from typing import NamedTuple

from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet
from exact.analysis.simulated_shoes import BANKER_STREAK_PAYS
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game.cards import POINT_VALUES
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.literature.claims import odds_of_decks
from exact.literature.published import published_figures
from exact.literature.verdict import Audited, judge, stated_decks
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD

CLAIMS_FILE = Path(__file__).with_name("bet_claims.csv")
_ROOT_DIGITS = 30


class Claim(NamedTuple):
    """What a published figure of a bet claims to be."""

    bet: str
    """A bet of the catalogue; empty for figures of two cards, of streaks and of all deals."""
    pay_table: str
    measure: str
    category: str
    unit: str
    """What a count counts, where not padded six-card deals: ``pairs of hands``, ``four cards`` or ``two cards``."""

    @property
    def name(self) -> str:
        """The quantity in words: ``count of dragon-7, win``."""
        bet = f"{self.bet}:{self.pay_table}" if self.pay_table else self.bet
        subject = ", ".join(filter(None, (bet, self.category)))
        unit = f" in {self.unit}" if self.unit else ""
        return f"{self.measure}{' of ' if subject else ''}{subject}{unit}"

    def value(self, decks: int | None) -> Fraction:
        """The exact figure at ``decks`` decks; raises `ExactError` for the infinite shoe, which has no cards to count."""
        if self.measure.startswith("two-card hands"):
            return Fraction(_two_card_hands(int(self.category), "repeats" in self.measure))
        if decks is None:
            raise ExactError("decks", decks, "has no exact count")
        if self.measure.startswith("streak"):
            return _streak(self.measure, self.category, decks)
        if self.measure == "deals":
            return Fraction(_total(self.unit, 52 * decks))
        price = _price(self.bet, self.pay_table or None, decks)
        if self.category:
            return self._of_category(price, price.categories.index(self.category), decks)
        return _of_bet(price, self.measure)

    def _of_category(self, price: Distribution, index: int, decks: int) -> Fraction:
        probability = price.probability(index)
        match self.measure:
            case "count":
                return probability * _total(self.unit, 52 * decks)
            case "probability":
                return probability
            case "contribution":
                return price.contribution(index)
        raise ExactError("measure", self.measure, "is not a measure of a category")


def bet_audit() -> list[Audited]:
    """The verdict on every audited figure of a bet, in the order of the literature file."""
    audited = []
    for figure in published_figures():
        if figure.id in claims():
            claim = claims()[figure.id]
            decks = (None,) if figure.decks == "many" else [d for d in stated_decks(figure.decks) if d is not None]
            exact = {count: claim.value(count) for count in decks}
            verdict, shown = judge(figure, exact)
            if claim.measure.startswith("streak"):
                verdict += ", successive coups taken as independent"
            audited.append(Audited(figure, claim, exact, verdict, shown))
    return audited


@cache
def claims() -> dict[str, Claim]:
    """What each audited figure claims to be, by its id."""
    with CLAIMS_FILE.open(encoding="utf-8", newline="") as file:
        return {row.pop("id"): Claim(**row) for row in csv.DictReader(file)}


@lru_cache(maxsize=2048)
def _price(bet: str, pay_table: str | None, decks: int) -> Distribution:
    return price_bet(catalogue()[bet], Shoe.of_decks(decks), rules_named(STANDARD).tableau, pay_table)


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


def _total(unit: str, cards: int) -> int:
    """How many of ``unit`` a shoe holds."""
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


def _two_card_hands(total: int, repeats: bool) -> int:
    """Unordered pairs of the 52 card types with this total, a type allowed twice or not."""
    pairs = (combinations_with_replacement if repeats else combinations)(range(52), 2)
    return sum((POINT_VALUES[first // 4] + POINT_VALUES[second // 4]) % 10 == total for first, second in pairs)


def _streak(measure: str, length: str, decks: int) -> Fraction:
    """The Banker Streak bet, if successive coups were independent: a tie ends a streak as a loss does."""
    wins = odds_of_decks(decks, rules_named(STANDARD).tableau).probability(Outcome.BANCO)
    chances = {str(n): wins**n * (1 - wins) for n in range(4, 10)} | {"10+": wins**10, "3-": 1 - wins**4}
    if measure == "streak probability":
        return chances[length]
    if measure == "streak contribution":
        return chances[length] * BANKER_STREAK_PAYS[length]
    return sum((chances[n] * pays for n, pays in BANKER_STREAK_PAYS.items()), Fraction(0))
