"""Payoffs as whole numbers over one denominator, so that an expectation is a sum of integers and one division."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple


class Payoffs(NamedTuple):
    """The net win per unit staked of each category of a bet: numerators over a common denominator."""

    numerators: tuple[int, ...]
    denominator: int

    @classmethod
    def of(cls, paid: Sequence[Fraction]) -> "Payoffs":
        """The payoffs ``paid`` over their least common denominator.

        >>> Payoffs.of([Fraction(19, 20), Fraction(0), Fraction(-1)])
        Payoffs(numerators=(19, 0, -20), denominator=20)
        """
        return common_payoffs([paid])[0]

    def fractions(self) -> tuple[Fraction, ...]:
        """Each payoff as a fraction."""
        return tuple(Fraction(numerator, self.denominator) for numerator in self.numerators)

    def won(self, counts: Sequence[int]) -> int:
        """The net win over all deals times the denominator, given the number of deals in each category."""
        return sum(paid * count for paid, count in zip(self.numerators, counts, strict=True))

    def expectation(self, counts: Sequence[int], deals: int) -> Fraction:
        """The expected net win per unit staked, given the count of each category out of ``deals``."""
        return Fraction(self.won(counts), self.denominator * deals)


def common_payoffs(bets: Sequence[Sequence[Fraction]]) -> list[Payoffs]:
    """The payoffs of several bets over their least common denominator."""
    denominator = lcm(*(payoff.denominator for paid in bets for payoff in paid))
    return [
        Payoffs(tuple(payoff.numerator * (denominator // payoff.denominator) for payoff in paid), denominator)
        for paid in bets
    ]
