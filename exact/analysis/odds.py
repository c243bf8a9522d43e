"""The odds of a coup's outcome, and the value of a bet: probabilities, contributions and moments of its payoff."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

from exact.arithmetic import decimal_text, ordered_deals, runs
from exact.engine.outcomes import count_outcomes, count_outcomes_infinite
from exact.game import Outcome
from exact.game.shoe import InfiniteShoe, Shoe
from exact.records import Record
from exact.rules import Rules, Tableau

Dealt: TypeAlias = int | Shoe | None
"""What coups are dealt from: a number of full decks, a shoe of other cards, or `None` for the infinite shoe."""
DECKS: tuple[int | None, ...] = (*range(1, 17), None)  #: The deck counts of the reference tables


class Distribution(Record):
    """The exact distribution of a bet's payoff: for each category its count out of ``deals`` and its payoff."""

    categories: tuple[str, ...]
    counts: tuple[int, ...]
    payoffs: tuple[Fraction, ...]
    deals: int

    def __repr__(self) -> str:
        return f"<Distribution of {len(self.categories)} categories: expectation {decimal_text(self.expectation, 9)}>"

    def probability(self, category: int) -> Fraction:
        """The probability of the category at this index."""
        return Fraction(self.counts[category], self.deals)

    def contribution(self, category: int) -> Fraction:
        """The category's share of the expectation."""
        return self.probability(category) * self.payoffs[category]

    def moment(self, order: int, about: Fraction = Fraction(0)) -> Fraction:
        """E[(payoff − about)**order]."""
        # in whole numbers of a common unit, because most answers need nothing else of a bet
        unit = lcm(about.denominator, *(payoff.denominator for payoff in self.payoffs))
        centre = about.numerator * (unit // about.denominator)
        distances = (payoff.numerator * (unit // payoff.denominator) - centre for payoff in self.payoffs)
        total = sum(count * distance**order for count, distance in zip(self.counts, distances, strict=True))
        return Fraction(total, unit**order * self.deals)

    @property
    def expectation(self) -> Fraction:
        """Expected net win per unit staked."""
        return self.moment(1)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit staked."""
        return -self.expectation

    @property
    def resolved(self) -> Fraction:
        """The probability that the bet wins or loses and does not push."""
        returned = sum(count for count, payoff in zip(self.counts, self.payoffs, strict=True) if payoff == 0)
        return 1 - Fraction(returned, self.deals)

    @property
    def house_edge_resolved(self) -> Fraction | None:
        """Expected loss per resolved stake; `None` if the bet always pushes."""
        return self.house_edge / self.resolved if self.resolved else None

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of a net win."""
        won = sum(count for count, payoff in zip(self.counts, self.payoffs, strict=True) if payoff > 0)
        return Fraction(won, self.deals)

    def fair_odds(self, index: int) -> Fraction | None:
        """x to 1, winning x with the category and losing otherwise; `None` if it never happens."""
        count = self.counts[index]
        return Fraction(self.deals - count, count) if count else None

    def break_even_payoff(self, index: int) -> Fraction | None:
        """What the category must pay for no house edge if the others keep theirs; `None` if it never happens."""
        probability = self.probability(index)
        return self.payoffs[index] - self.expectation / probability if probability else None

    @property
    def variance(self) -> Fraction:
        """The variance of the payoff."""
        return self.moment(2) - self.expectation**2

    @property
    def skewness_squared(self) -> Fraction | None:
        """The signed square of the skewness; `None` if the payoff does not vary."""
        if not self.variance:
            return None
        third = self.moment(3, self.expectation)
        return third * abs(third) / self.variance**3


class OutcomeOdds(Record):
    """The exact distribution of a coup's outcome: counts out of ``deals``."""

    counts: dict[Outcome, int]
    deals: int

    def __repr__(self) -> str:
        chances = ", ".join(f"{outcome.value} {decimal_text(self.probability(outcome), 9)}" for outcome in self.counts)
        return f"<Odds {chances}>"

    def probability(self, outcome: Outcome) -> Fraction:
        """The probability of ``outcome``."""
        return Fraction(self.counts[outcome], self.deals)

    def price(self, bet: Outcome, rules: Rules) -> Distribution:
        """The bet on the outcome ``bet``, under the payoffs, the commission and the tie clause of ``rules``."""
        wins = rules.net_wins[bet]
        names, counts = zip(*((outcome.value, self.counts[outcome]) for outcome in wins), strict=True)
        return Distribution(names, counts, tuple(wins.values()), self.deals)


def odds_of_shoe(shoe: Shoe, tableau: Tableau) -> OutcomeOdds:
    """The odds of the next coup from ``shoe``."""
    if isinstance(shoe, InfiniteShoe):
        return odds_of_decks(None, tableau)
    return OutcomeOdds(count_outcomes(shoe, tableau), ordered_deals(shoe.cards))


@lru_cache(maxsize=1024)
def odds_of_decks(decks: int | None, tableau: Tableau) -> OutcomeOdds:
    """The odds of a full shoe of ``decks`` decks, or of the infinite shoe (`None`)."""
    if decks is None:
        return OutcomeOdds(*count_outcomes_infinite(tableau))
    return odds_of_shoe(Shoe.of_decks(decks), tableau)


def decks_text(decks: Iterable[Dealt]) -> str:
    """Deck counts as ranges: ``1–3, 8, ∞``; a shoe of other cards is ``–``."""
    counts = list(decks)
    finite = runs(count for count in counts if isinstance(count, int))
    texts = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in finite]
    others = {"∞" if count is None else "–" for count in counts if not isinstance(count, int)}
    return ", ".join([*texts, *sorted(others)])
