"""Probabilities of the outcomes and prices of the three main bets, as fractions."""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction

from exact.arithmetic import ordered_deals
from exact.engine.outcomes import count_outcomes, count_outcomes_infinite
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import Rules, Tableau


# A plain namedtuple: importing typing would add a tenth to the time in which every command starts.
class Price(namedtuple("Price", ("expectation", "resolved"))):
    """What one unit staked on a bet is worth."""

    __slots__ = ()

    expectation: Fraction
    """Expected net win per unit staked."""
    resolved: Fraction
    """The probability that the stake is won or lost, and not returned."""

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit staked."""
        return -self.expectation

    @property
    def house_edge_resolved(self) -> Fraction | None:
        """Expected loss per unit won or lost; `None` where every stake is returned."""
        return -self.expectation / self.resolved if self.resolved else None


class Odds(namedtuple("Odds", ("counts", "deals"))):
    """The exact distribution of a coup's outcome: counts out of ``deals``."""

    __slots__ = ()

    counts: dict[Outcome, int]
    deals: int

    def probability(self, outcome: Outcome) -> Fraction:
        """The probability of ``outcome``."""
        return Fraction(self.counts[outcome], self.deals)

    def price(self, bet: Outcome, rules: Rules) -> Price:
        """The price of the bet on ``bet`` under the payoffs, the commission and the tie clause of ``rules``."""
        payoff = rules.payoffs[bet.value]
        won = self.probability(bet)
        if bet is Outcome.TIE:
            return Price(won * payoff - (1 - won), Fraction(1))
        if bet is Outcome.BANCO:
            payoff *= 1 - rules.commission
        tied = self.probability(Outcome.TIE)
        returned = tied if rules.ties == "push" else Fraction(0)
        return Price(won * payoff - (1 - won - returned), 1 - returned)


def odds_of_shoe(shoe: Shoe, tableau: Tableau) -> Odds:
    """The odds of the next coup from ``shoe``."""
    return Odds(count_outcomes(shoe, tableau), ordered_deals(shoe.cards))


def odds_of_infinite_shoe(tableau: Tableau) -> Odds:
    """The odds when every card is drawn from whole decks with replacement."""
    return Odds(*count_outcomes_infinite(tableau))
