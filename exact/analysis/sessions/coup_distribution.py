"""The result of one coup in money: any bets with their stakes on the same coup, as whole units."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from exact.bets.bet import Bet
from exact.engine.compiler import compiled_jointly
from exact.engine.one_shoe import count
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau


class CoupDistribution(NamedTuple):
    """The distribution of the net win of one coup: deals out of ``deals`` for every result in units of ``unit``."""

    unit: Fraction
    """The largest amount of which every result is a whole multiple."""
    counts: dict[int, int]
    """By result in ascending order, without results that cannot happen and without a common factor."""
    deals: int

    @property
    def mean(self) -> Fraction:
        """The expected net win."""
        return self.unit * Fraction(sum(result * count for result, count in self.counts.items()), self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of the net win."""
        square = Fraction(sum(result**2 * count for result, count in self.counts.items()), self.deals)
        return self.unit**2 * square - self.mean**2

    @property
    def lowest(self) -> int:
        """The worst result in units."""
        return min(self.counts)

    @property
    def highest(self) -> int:
        """The best result in units."""
        return max(self.counts)


def distribution_of_results(deals: dict[Fraction, int]) -> CoupDistribution:
    """The distribution of a coup from the number of deals with each net win."""
    possible = {won: number for won, number in sorted(deals.items()) if number}
    scale = lcm(*(won.denominator for won in possible))
    unit = Fraction(gcd(*(int(won * scale) for won in possible)) or 1, scale)
    factor = gcd(*possible.values())
    counts = {int(won / unit): number // factor for won, number in possible.items()}
    return CoupDistribution(unit, counts, sum(counts.values()))


def distribution_of_bets(
    bets: Sequence[Bet], stakes: Sequence[Fraction], shoe: Shoe, tableau: Tableau
) -> CoupDistribution:
    """The exact distribution of a coup from ``shoe`` with a stake on each of ``bets``; their joint distribution on the coup counts.

    Raises `ExactError` for a bet that comes twice, for a shoe too coarse for a bet, and for bets that are too large together.
    """
    names = [bet.name for bet in bets]
    for name in names:
        if names.count(name) > 1:
            raise ExactError("bet", ",".join(names), f"names {name} twice: add its stakes together")
    together = " and ".join(names)
    joint = compiled_jointly(tuple(bet.classification for bet in bets), tableau, together)
    deals: dict[Fraction, int] = {}
    for category, number in count(joint, shoe, together).items():
        won = Fraction(0)
        for bet, stake in zip(reversed(bets), reversed(stakes), strict=True):
            category, own = divmod(category, len(bet.categories))
            won += stake * bet.payoffs()[own]
        deals[won] = deals.get(won, 0) + number
    return distribution_of_results(deals)
