"""Price bets on a shoe: the distribution of one bet, the joint distribution of two, and categories that cannot happen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.odds import Distribution
from exact.bets.bet import Bet
from exact.bets.classification import Classification
from exact.bets.knowledge import NOTHING, Knowledge
from exact.engine.one_shoe import count_categories, count_joint
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau


def price_bet(
    bet: Bet, shoe: Shoe, tableau: Tableau, pay_table: str | None = None, known: Knowledge = NOTHING
) -> Distribution:
    """The exact distribution of a bet's payoff on the next coup from ``shoe``; ``pay_table`` defaults to the bet's own.

    With ``known``, the coup must agree with it. Raises `ExactError` for an unknown pay table, for a shoe too coarse for
    the bet, and for knowledge that no deal agrees with.
    """
    counts = count_categories(bet, shoe, tableau, known)
    return Distribution(bet.categories, counts, bet.payoffs(pay_table), _deals(counts))


def _deals(counts: Iterable[int]) -> int:
    deals = sum(counts)
    if not deals:
        raise ExactError("given", "the knowledge", "is impossible: no deal of this shoe agrees with it")
    return deals


class JointPrice(NamedTuple):
    """Two bets on the same coup: the count of each pair of categories by index, and how the payoffs vary together."""

    counts: dict[tuple[int, int], int]
    covariance: Fraction
    correlation_squared: Fraction | None
    """The signed square of the correlation; `None` if a payoff does not vary."""


def price_jointly(first: Bet, second: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> JointPrice:
    """The exact joint distribution of two bets on the next coup, and its covariance and correlation."""
    counts = count_joint(first, second, shoe, tableau, known)
    prices = [price_bet(bet, shoe, tableau, known=known) for bet in (first, second)]
    shared = covariance(first.payoffs(), second.payoffs(), counts, _deals(counts.values()))
    return JointPrice(counts, shared, correlation_squared(shared, prices[0].variance, prices[1].variance))


def covariance(
    first: Sequence[Fraction], second: Sequence[Fraction], joint: Mapping[tuple[int, int], int], deals: int
) -> Fraction:
    """The covariance of two payoffs on the same coup, from the count of each pair of categories."""
    means = [Fraction(0), Fraction(0)]
    product = Fraction(0)
    for (i, j), count in joint.items():
        means[0] += count * first[i]
        means[1] += count * second[j]
        product += count * first[i] * second[j]
    return product / deals - means[0] * means[1] / deals**2


def correlation_squared(covariance: Fraction, first: Fraction, second: Fraction) -> Fraction | None:
    """The signed square of the correlation, from a covariance and two variances; `None` if a variance is 0."""
    if not first or not second:
        return None
    return covariance * abs(covariance) / (first * second)


def empty_categories(
    bet: Bet, distribution: Distribution, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING
) -> dict[str, str]:
    """The reason why each empty category never happens: its condition cannot hold, or earlier categories take its coups."""
    reasons = {}
    conditions = bet.classification.conditions
    for index, (category, count) in enumerate(zip(bet.categories, distribution.counts, strict=True)):
        if count:
            continue
        alone = Classification(conditions[index:], bet.classification.definitions)
        alone_bet = replace(bet, classification=alone)
        holds = index < len(conditions) and count_categories(alone_bet, shoe, tableau, known)[0]
        shadowed = "is shadowed: the categories before it take every coup in which its condition holds"
        impossible = "cannot happen on this shoe" if known == NOTHING else "cannot happen given what is known"
        reasons[category] = shadowed if holds or index == len(conditions) else impossible
    return reasons
