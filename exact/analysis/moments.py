"""What a bet is worth: probabilities and contributions of its categories, moments, and its dependence on other bets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from exact.arithmetic import scaled_text


class Distribution(NamedTuple):
    """The exact distribution of a bet's payoff: for each category its count out of ``deals`` and its payoff."""

    categories: tuple[str, ...]
    counts: tuple[int, ...]
    payoffs: tuple[Fraction, ...]
    deals: int

    def probability(self, category: int) -> Fraction:
        """The probability of the category at this index."""
        return Fraction(self.counts[category], self.deals)

    def contribution(self, category: int) -> Fraction:
        """What the category adds to the expectation: its probability times its payoff."""
        return self.probability(category) * self.payoffs[category]

    def moment(self, order: int, about: Fraction = Fraction(0)) -> Fraction:
        """E[(payoff − about)**order]."""
        total = sum(count * (payoff - about) ** order for count, payoff in zip(self.counts, self.payoffs, strict=True))
        return Fraction(total) / self.deals

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
        """The probability that the stake is won or lost, and not returned."""
        returned = sum(count for count, payoff in zip(self.counts, self.payoffs, strict=True) if payoff == 0)
        return 1 - Fraction(returned, self.deals)

    @property
    def house_edge_resolved(self) -> Fraction | None:
        """Expected loss per unit won or lost; `None` where every stake is returned."""
        return self.house_edge / self.resolved if self.resolved else None

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of a net win."""
        won = sum(count for count, payoff in zip(self.counts, self.payoffs, strict=True) if payoff > 0)
        return Fraction(won, self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of the payoff."""
        return self.moment(2) - self.expectation**2

    @property
    def skewness_squared(self) -> Fraction | None:
        """The square of the skewness, with its sign; `None` where the payoff does not vary."""
        if not self.variance:
            return None
        third = self.moment(3, self.expectation)
        return third * abs(third) / self.variance**3


def covariance(
    first: Sequence[Fraction], second: Sequence[Fraction], joint: Mapping[tuple[int, int], int], deals: int
) -> Fraction:
    """The covariance of two payoffs on the same coup, from the counts of each pair of categories."""
    means = [Fraction(0), Fraction(0)]
    product = Fraction(0)
    for (i, j), count in joint.items():
        means[0] += count * first[i]
        means[1] += count * second[j]
        product += count * first[i] * second[j]
    return product / deals - means[0] * means[1] / deals**2


def correlation_squared(covariance: Fraction, first: Fraction, second: Fraction) -> Fraction | None:
    """The square of the correlation, with its sign, from a covariance and two variances; `None` where one is 0."""
    if not first or not second:
        return None
    return covariance * abs(covariance) / (first * second)


def root_text(square: Fraction, digits: int) -> str:
    """The root of a signed square, rounded to ``digits`` decimals from the exact value.

    >>> root_text(Fraction(2), 6), root_text(Fraction(-1, 4), 2)
    ('1.414214', '-0.50')
    """
    scaled = abs(square) * 10 ** (2 * digits) * 4
    root = (isqrt(scaled.numerator // scaled.denominator) + 1) // 2
    return scaled_text(root if square >= 0 else -root, digits)
