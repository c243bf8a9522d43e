"""What each difference of a rulebook from the standard rules costs: the change of the three house edges, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from exact.analysis.full_shoes import odds_of_decks
from exact.game.coup import Outcome
from exact.rules.differences import Difference, differences
from exact.rules.tableau import Rules

DECKS = 8
"""The decks of rules that state no other number."""
Edges = dict[Outcome, Fraction]


class RuleCost(NamedTuple):
    """A difference from standard, and how much it alone adds to the house edge of each main bet."""

    difference: Difference
    changes: Edges


def rule_costs(rules: Rules, standard: Rules) -> list[RuleCost]:
    """The cost of every difference of ``rules`` from ``standard``, each on its own, in the order of the clauses."""
    usual = house_edges(standard)
    costs = []
    for difference in differences(rules, standard):
        edges = house_edges(difference.alone)
        costs.append(RuleCost(difference, {bet: edges[bet] - usual[bet] for bet in Outcome}))
    return costs


def house_edges(rules: Rules) -> Edges:
    """The house edges of the main bets on a full shoe of the decks that the rules state, or else of `DECKS`."""
    odds = odds_of_decks(rules.decks or DECKS, rules.tableau)
    return {bet: odds.price(bet, rules).house_edge for bet in Outcome}
