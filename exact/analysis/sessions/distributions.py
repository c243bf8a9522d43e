"""What one coup wins with any stakes on it, and what n independent coups win, exactly or between proven bounds.

Up to `EXACT_COUPS` coups the distribution is the n-th power of the polynomial of one coup, by the recurrence for powers
(Euler; Knuth, The Art of Computer Programming 4.7). Beyond, it is repeated squaring with every probability rounded down
to so many decimals. Exact probabilities add up to 1, so the total that the rounding lost is known, and no probability
is larger than its rounded value by more than that.

A product of two rounded distributions is one product of two long numbers, whose digits hold the probabilities side by
side (Kronecker's substitution): `decimal` multiplies millions of digits by number-theoretic transforms.
"""

from __future__ import annotations

import decimal
import os
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm, log2, log10
from typing import NamedTuple

from exact.bets.bet import Bet
from exact.engine.compiler import compiled_jointly
from exact.engine.one_shoe import count
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules import Tableau

EXACT_COUPS = 200
MAX_COUPS = 1_000_000
_BYTES_PER_ROW = 800
"""The measured memory of one possible result with its bounds in an answer."""

Bounds = tuple[Fraction, Fraction]
"""A lower and an upper bound; they are equal if the value is exact."""


class CoupDistribution(NamedTuple):
    """The distribution of the net win of one coup: deals out of ``deals`` for every result in units of ``unit``."""

    unit: Fraction
    """The largest amount of which every result is a whole multiple."""
    counts: dict[int, int]
    """In ascending order, without results that cannot happen and without a common factor."""
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
    """The exact distribution of a coup from ``shoe`` with a stake on each of ``bets``.

    Raises `ExactError` for a bet that comes twice, a shoe too coarse for a bet, and bets too large together.
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


class ResultDistribution(NamedTuple):
    """The distribution of a result: probabilities are from a count to that plus ``missing``, over ``denominator``."""

    unit: Fraction
    counts: dict[int, int]
    """By result in ascending order."""
    denominator: int
    missing: int = 0
    """What rounding down took from all counts together."""

    def bounds(self, count: int) -> Bounds:
        """The probability of a set of results with this count."""
        upper = min(count + self.missing, self.denominator)
        return Fraction(count, self.denominator), Fraction(upper, self.denominator)

    def at_least(self, amount: Fraction) -> Bounds:
        """The probability of ``amount`` or more."""
        return self.bounds(sum(count for result, count in self.counts.items() if result * self.unit >= amount))

    def at_most(self, amount: Fraction) -> Bounds:
        """The probability of ``amount`` or less."""
        return self.bounds(sum(count for result, count in self.counts.items() if result * self.unit <= amount))

    def moment(self, order: int) -> Bounds:
        """The expectation of the ``order``-th power of the result."""
        known = sum(count * result**order for result, count in self.counts.items())
        extremes = [self.missing * result**order for result in (min(self.counts), max(self.counts), 0)]
        scale = self.unit**order / self.denominator
        return (known + min(extremes)) * scale, (known + max(extremes)) * scale

    def quantile(self, share: Fraction) -> Bounds:
        """Bounds of the smallest result that is not exceeded with a probability of at least ``share``."""
        wanted = -(-share.numerator * self.denominator // share.denominator)
        ends: list[Fraction | None] = [None, None]
        for result, below in zip(self.counts, accumulate(self.counts.values()), strict=True):
            for end, reached in enumerate((below + self.missing, below)):
                if ends[end] is None and reached >= wanted:
                    ends[end] = result * self.unit
        first, last = ends
        highest = max(self.counts) * self.unit
        return highest if first is None else first, highest if last is None else last


def distribution_of_coups(coup: CoupDistribution, coups: int, digits: int) -> ResultDistribution:
    """The result of ``coups`` coups, exact up to `EXACT_COUPS`, else within 10**−``digits``; errors as `check_memory`."""
    check_memory(coup, coups)
    return exact_distribution(coup, coups) if coups <= EXACT_COUPS else rounded_distribution(coup, coups, digits)


def check_memory(coup: CoupDistribution, coups: int) -> None:
    """Raise `ExactError` for a distribution that, with an answer, needs more memory than the machine has."""
    rows = coups * ((coup.highest - coup.lowest) // _step(coup)) + 1
    exact = coups * log2(coup.deals) / 8 + 3 * coups * log10(coup.deals) if coups <= EXACT_COUPS else 0
    needed, machine = int(rows * (exact + _BYTES_PER_ROW)), machine_memory()
    if needed > machine:
        needs, has = (f"{size / 10**9:,.1f} GB" for size in (needed, machine))
        raise ExactError("coups", coups, f"needs about {needs} of memory for this distribution; this machine has {has}")


def machine_memory() -> int:
    """The bytes of memory of this machine; 4 GiB if it does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 4 << 30


def _step(coup: CoupDistribution) -> int:
    return gcd(*(result - coup.lowest for result in coup.counts)) or 1


def exact_distribution(coup: CoupDistribution, coups: int) -> ResultDistribution:
    """With P(z) the polynomial of one coup, Q = Pⁿ obeys P·Q′ = n·P′·Q: each coefficient from those before."""
    step, lowest = _step(coup), coup.lowest
    weights = {(result - lowest) // step: count for result, count in coup.counts.items()}
    constant = weights.pop(0)
    power = [constant**coups]
    for index in range(1, coups * max(weights, default=0) + 1):
        before = ((back, weight) for back, weight in weights.items() if back <= index)
        total = sum((back * (coups + 1) - index) * weight * power[index - back] for back, weight in before)
        power.append(total // (index * constant))
    counts = {coups * lowest + step * index: deals for index, deals in enumerate(power) if deals}
    return ResultDistribution(coup.unit, counts, coup.deals**coups)


def rounded_distribution(coup: CoupDistribution, coups: int, digits: int) -> ResultDistribution:
    """Probabilities are rounded down, with ``missing`` below 10**−``digits``."""
    step, lowest = _step(coup), coup.lowest
    rows = coups * ((coup.highest - lowest) // step) + 1
    places = digits + len(str(coups * rows)) + 2
    shares = (coup.counts.get(result, 0) * 10**places // coup.deals for result in range(lowest, coup.highest + 1, step))
    one = power = _Decimals(0, list(map(str, shares)))
    for bit in bin(coups)[3:]:
        power = _product(power, power, places)
        if bit == "1":
            power = _product(power, one, places)
    counts = dict.fromkeys(range(coups * lowest, coups * coup.highest + 1, step), 0)
    for index, text in enumerate(power.texts, start=power.first):
        counts[coups * lowest + step * index] = int(text)
    return ResultDistribution(coup.unit, counts, 10**places, 10**places - sum(counts.values()))


class _Decimals(NamedTuple):
    """Probabilities rounded down, as texts of digits behind the decimal mark, from index ``first`` on; 0 elsewhere."""

    first: int
    texts: list[str]


def _product(one: _Decimals, other: _Decimals, places: int) -> _Decimals:
    """The distribution of the sum of two independent results, rounded down."""
    width = 2 * places + 1  # a sum of products of probabilities is at most 1
    length = len(one.texts) + len(other.texts) - 1
    context = decimal.Context(prec=width * (length + 1), Emax=decimal.MAX_EMAX, traps=[decimal.Inexact])
    factors = (decimal.Decimal("".join(text.zfill(width) for text in factor.texts)) for factor in (one, other))
    digits = str(context.multiply(*factors)).zfill(width * length)
    texts = [digits[end - width : end - places] for end in range(width, width * length + 1, width)]
    above_0 = [index for index, text in enumerate(texts) if text.strip("0")]  # after many coups, not the ends
    return _Decimals(one.first + other.first + above_0[0], texts[above_0[0] : above_0[-1] + 1])
