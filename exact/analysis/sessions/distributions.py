"""What one coup wins with any stakes on it, and what n independent coups win, exactly or between proven bounds.

Up to `EXACT_COUPS` coups the distribution is the n-th power of the polynomial of one coup, by the recurrence for powers
(Euler; Knuth, The Art of Computer Programming 4.7). Beyond, it is repeated squaring with every probability rounded down
to so many decimals. Exact probabilities add up to 1, so the total that the rounding lost is known, and no probability
is larger than its rounded value by more than that.

A product of two rounded distributions is one product of two long numbers, whose digits hold the probabilities side by
side (Kronecker's substitution): `decimal` multiplies millions of digits by number-theoretic transforms.
"""

import decimal
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm, log2, log10
from operator import mul
from typing import NamedTuple

from exact.bets.bet import Bet
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.payoffs import outcome_classification
from exact.engine.one_shoe import count_jointly
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.rules import Tableau

EXACT_COUPS = 200
MAX_COUPS = 1_000_000
_BYTES_PER_ROW = 800  # the measured memory of one possible result with its bounds in an answer

Bounds = tuple[Fraction, Fraction]  # a lower and an upper bound; they are equal if the value is exact


class ResultDistribution(NamedTuple):
    """The distribution of a net win: probabilities are from a count to that plus ``missing``, over ``denominator``."""

    unit: Fraction  #: An amount of which every result is a whole multiple; the largest, for one coup
    counts: dict[int, int]  #: By result in units, in ascending order; for one coup, only those that can happen
    denominator: int
    missing: int = 0  #: What rounding down took from all counts together

    @property
    def mean(self) -> Fraction:
        """The expected net win, if nothing is missing."""
        return self.moment(1)[0]

    @property
    def variance(self) -> Fraction:
        """The variance of the net win, if nothing is missing."""
        return self.moment(2)[0] - self.mean**2

    @property
    def lowest(self) -> int:
        """The worst result in units."""
        return min(self.counts)

    @property
    def highest(self) -> int:
        """The best result in units."""
        return max(self.counts)

    def bounds(self, count: int) -> Bounds:
        """The probability of a set of results with this count."""
        upper = min(count + self.missing, self.denominator)
        return Fraction(count, self.denominator), Fraction(upper, self.denominator)

    def within(self, low: Fraction | None, high: Fraction | None = None) -> Bounds:
        """The probability of a result from ``low`` to ``high``; `None` is no bound on a side."""
        least = self.lowest if low is None else low / self.unit
        most = self.highest if high is None else high / self.unit
        return self.bounds(sum(count for result, count in self.counts.items() if least <= result <= most))

    def can_be(self, amount: Fraction) -> bool:
        """Whether a result can be ``amount``; if something is missing, whether it is among the multiples in range."""
        units, lowest = amount / self.unit, self.lowest
        if not self.missing:
            return units in self.counts
        step = gcd(*(result - lowest for result in self.counts))
        return lowest <= units <= self.highest and (units - lowest) % step == 0

    def moment(self, order: int) -> Bounds:
        """The expectation of the ``order``-th power of the result."""
        known = sum(count * result**order for result, count in self.counts.items())
        extremes = [self.missing * result**order for result in (self.lowest, self.highest, 0)]
        scale = self.unit**order / self.denominator
        return (known + min(extremes)) * scale, (known + max(extremes)) * scale

    def quantile(self, share: Fraction) -> Bounds:
        """Bounds of the smallest result that is not exceeded with a probability of at least ``share``."""
        wanted = -(-share.numerator * self.denominator // share.denominator)
        sums = [*zip(self.counts, accumulate(self.counts.values()), strict=True)]
        first = next((result for result, below in sums if below + self.missing >= wanted), self.highest)
        last = next((result for result, below in sums if below >= wanted), self.highest)
        return first * self.unit, last * self.unit


def distribution_of_results(deals: dict[Fraction, int]) -> ResultDistribution:
    """The distribution of a coup from the number of deals with each net win."""
    return in_one_unit([deals])[0]


def in_one_unit(several: Sequence[dict[Fraction, int]]) -> list[ResultDistribution]:
    """As `distribution_of_results`, of as many deals each, with one unit and one denominator."""
    possible = [{won: number for won, number in sorted(deals.items()) if number} for deals in several]
    amounts = [won for deals in possible for won in deals]
    scale = lcm(*(won.denominator for won in amounts))
    unit = Fraction(gcd(*(int(won * scale) for won in amounts)) or 1, scale)
    factor = gcd(*(number for deals in possible for number in deals.values()))
    every = [{int(won / unit): number // factor for won, number in deals.items()} for deals in possible]
    return [ResultDistribution(unit, counts, sum(counts.values())) for counts in every]


def distribution_of_bets(
    bets: Sequence[Bet], stakes: Sequence[Fraction], shoe: Shoe, tableau: Tableau, *, decided: bool = False
) -> ResultDistribution:
    """A coup with a stake on each of ``bets``, and with ``decided`` one that is no tie.

    Raises `ExactError` for a bet twice, a coarse shoe, too large bets, or a shoe of which every coup is a tie.
    """
    return distribution_of_results(net_wins(stakes, joint_payoffs(bets, shoe, tableau, decided=decided)))


def net_wins(stakes: Sequence[Fraction], payoffs: Mapping[tuple[Fraction, ...], int]) -> dict[Fraction, int]:
    """The deals by net win, from those of `joint_payoffs`."""
    deals = Counter[Fraction]()
    for won, number in payoffs.items():
        deals[sum(map(mul, stakes, won), Fraction(0))] += number
    return deals


def joint_payoffs(
    bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING, *, decided: bool = False
) -> dict[tuple[Fraction, ...], int]:
    """The deals of one coup by what a unit on each of ``bets`` wins; raises `ExactError` as `distribution_of_bets`."""
    names = [bet.name for bet in bets]
    for name in names:
        if names.count(name) > 1:
            raise ExactError("bet", ",".join(names), f"names {name} twice: add its stakes together")
    together = " and ".join(names)
    ties = [outcome_classification((Outcome.TIE,))] if decided else []
    joint = count_jointly((*(bet.classification for bet in bets), *ties), shoe, tableau, together, known)
    deals = Counter[tuple[Fraction, ...]]()
    for category, number in joint.items():
        for tie in ties:
            category, decides = divmod(category, tie.categories)
            number *= decides  # 0 for a tie
        won: list[Fraction] = []
        for bet in reversed(bets):
            category, own = divmod(category, len(bet.categories))
            won.insert(0, bet.payoffs()[own])
        deals[tuple(won)] += number
    if not any(deals.values()):
        raise ExactError("decided", together, "has no decided coup on this shoe: every coup is a tie")
    return {won: number for won, number in deals.items() if number}


def distribution_of_coups(coup: ResultDistribution, coups: int, digits: int) -> ResultDistribution:
    """The result of ``coups`` coups: exact up to `EXACT_COUPS`, else within 10**−``digits``; checks the memory."""
    check_memory(coup, coups)
    return exact_distribution(coup, coups) if coups <= EXACT_COUPS else rounded_distribution(coup, coups, digits)


def win_of_house(coup: ResultDistribution, coups: int, digits: int) -> ResultDistribution:
    """What the casino wins of ``coups`` coups, as `distribution_of_coups`; rounded, only with results of a count."""
    lost = {-won: count for won, count in reversed(coup.counts.items())}
    own = coup._replace(counts=lost)
    return exact_distribution(own, coups) if coups <= EXACT_COUPS else rounded_distribution(own, coups, digits, False)


def check_memory(coup: ResultDistribution, coups: int) -> None:
    """Raise `ExactError` for a distribution that, with an answer, needs more memory than the machine has."""
    rows = coups * ((coup.highest - coup.lowest) // _step(coup)) + 1
    exact = coups * log2(coup.denominator) / 8 + 3 * coups * log10(coup.denominator) if coups <= EXACT_COUPS else 0
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


def _step(coup: ResultDistribution) -> int:
    return gcd(*(result - coup.lowest for result in coup.counts)) or 1


def exact_distribution(coup: ResultDistribution, coups: int) -> ResultDistribution:
    """The n-th power Q = Pⁿ of the polynomial of one coup: P·Q′ = n·P′·Q gives each coefficient from those before."""
    step, lowest = _step(coup), coup.lowest
    weights = {(result - lowest) // step: count for result, count in coup.counts.items()}
    constant = weights.pop(0)
    power = [constant**coups]
    for index in range(1, coups * max(weights, default=0) + 1):
        before = ((back, weight) for back, weight in weights.items() if back <= index)
        total = sum((back * (coups + 1) - index) * weight * power[index - back] for back, weight in before)
        power.append(total // (index * constant))
    counts = {coups * lowest + step * index: deals for index, deals in enumerate(power) if deals}
    return ResultDistribution(coup.unit, counts, coup.denominator**coups)


def rounded_distribution(coup: ResultDistribution, coups: int, digits: int, every: bool = True) -> ResultDistribution:
    """As `exact_distribution`, with probabilities rounded down and ``missing`` below 10**−``digits``.

    Without ``every`` result it has only the worst, the best, and those whose probability is not rounded down to 0.
    """
    step, lowest = _step(coup), coup.lowest
    rows = coups * ((coup.highest - lowest) // step) + 1
    places = digits + len(str(coups * rows)) + 2
    of_coup = (coup.counts.get(result, 0) for result in range(lowest, coup.highest + 1, step))
    one = power = _Decimals(0, [str(count * 10**places // coup.denominator) for count in of_coup])
    for bit in bin(coups)[3:]:
        power = _product(power, power, places)
        if bit == "1":
            power = _product(power, one, places)
    results = range(coups * lowest, coups * coup.highest + 1, step)
    counts = dict.fromkeys(results if every else (results[0], results[-1]), 0)
    counts |= {results[index]: int(text) for index, text in enumerate(power.texts, start=power.first)}
    counts = dict(sorted(counts.items()))
    return ResultDistribution(coup.unit, counts, 10**places, 10**places - sum(counts.values()))


class _Decimals(NamedTuple):
    """Probabilities rounded down, as texts of digits behind the decimal mark, from index ``first`` on; 0 elsewhere."""

    first: int
    texts: list[str]


def _product(one: _Decimals, other: _Decimals, places: int) -> _Decimals:
    width = 2 * places + 1  # a sum of products of probabilities is at most 1
    length = len(one.texts) + len(other.texts) - 1
    context = decimal.Context(prec=width * (length + 1), Emax=decimal.MAX_EMAX, traps=[decimal.Inexact])
    factors = (decimal.Decimal("".join(text.zfill(width) for text in factor.texts)) for factor in (one, other))
    digits = str(context.multiply(*factors)).zfill(width * length)
    texts = [digits[end - width : end - places] for end in range(width, width * length + 1, width)]
    above_0 = [index for index, text in enumerate(texts) if text.strip("0")]  # after many coups, not the ends
    return _Decimals(one.first + other.first + above_0[0], texts[above_0[0] : above_0[-1] + 1])
