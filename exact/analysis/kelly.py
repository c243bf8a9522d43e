"""The share of a bankroll to stake: what makes it grow fastest (Kelly), how fast, and the risk of a fixed share.

With shares f of the bankroll on bets that win X per unit, a coup multiplies it by W = 1 + Σ f_j X_j. The growth is
G(f) = E[log W], concave in f, with the gradient g_j = E[X_j / W].

One bet. g times the positive product of all 1 + f·x is a polynomial with integer coefficients. The best share is its
smallest positive root, the only one before the bankroll can be lost; bisection isolates it. If it is between a and b,
its growth is at most G(a) + g(a)·(b − a).

Several bets. Doubles climb to a point. There, read as fractions, G(h) − G(f) is at most g·(h − f), and so at most
max(0, g_j) − g·f for all shares h that add up to at most 1.

Ruin. If G > 0, E[W**−θ] = 1 has one root θ > 0, and the bankroll**−θ is a martingale. When the bankroll first falls to
a part a of it, it is between a·w and a, where w is the smallest W: this ever happens with a probability between
(a·w)**θ and a**θ (optional stopping). At the best share of one bet θ is 1.

`decimal` rounds logarithms and exponentials correctly; with `_GUARD` more digits, all errors together are far below
`_error`.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from math import ceil, gcd, lcm
from operator import mul
from typing import NamedTuple, Self

from exact.analysis.odds import Distribution
from exact.analysis.sessions.distributions import Bounds
from exact.arithmetic import bisected

_GUARD = 80  # digits beyond those asked for
_PLACES = 15  # decimals of the exponent θ
_WIDEST = Context(Emin=MIN_EMIN, Emax=MAX_EMAX)
_ROUNDS, _CLOSE = 1000, 1e-15


class CoupWinnings(NamedTuple):
    """The deals of one coup by what a unit on each of some bets wins."""

    deals: dict[tuple[Fraction, ...], int]

    @classmethod
    def of(cls, price: Distribution, fee: Fraction) -> Self:
        """Of one bet, with a fee beside each unit staked."""
        deals = Counter[tuple[Fraction, ...]]()
        for payoff, number in zip(price.payoffs, price.counts, strict=True):
            deals[payoff - fee,] += number
        return cls({won: number for won, number in deals.items() if number})

    def after(self, shares: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]]:
        """What the coup multiplies the bankroll by, each with its probability."""
        total = sum(self.deals.values())
        return [(1 + sum(map(mul, shares, won)), Fraction(number, total)) for won, number in self.deals.items()]

    def gradient(self, shares: Sequence[Fraction]) -> list[Fraction]:
        """How fast the growth rises with each share."""
        weights = [probability / factor for factor, probability in self.after(shares)]
        return [sum(map(mul, weights, won), Fraction(0)) for won in zip(*self.deals, strict=True)]


class Best(NamedTuple):
    """The shares that make the bankroll grow fastest: of one bet between bounds, of several a point near them."""

    shares: list[Fraction]
    growth: Bounds
    bounds: Bounds | None = None
    polynomial: tuple[int, ...] = ()  #: With the best share of one bet as a root; coefficients from that of f**0 on


def _error(digits: int) -> Fraction:
    return Fraction(1, 10 ** (digits + 10))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def growth(coup: CoupWinnings, shares: Sequence[Fraction], digits: int) -> Bounds:
    """The growth per coup of the logarithm of the bankroll with these shares, which cannot lose all of it."""
    with localcontext(_WIDEST, prec=digits + _GUARD):
        terms = (_decimal(probability) * _decimal(factor).ln() for factor, probability in coup.after(shares))
        mean, error = Fraction(sum(terms)), _error(digits) if any(shares) else Fraction(0)
    return mean - error, mean + error


def best_shares(coup: CoupWinnings, digits: int) -> Best:
    """The shares of the bankroll, together at most all of it, that make it grow fastest."""
    if len(next(iter(coup.deals))) > 1:
        shares = _climbed(coup)
        (low, high), slopes = growth(coup, shares, digits), coup.gradient(shares)
        return Best(shares, (low, high + max(Fraction(0), *slopes) - sum(map(mul, slopes, shares))))
    polynomial = _polynomial(coup)
    least, most = _isolated(coup, polynomial, 10**digits)
    (low, high), (slope,) = growth(coup, [least], digits), coup.gradient([least])
    return Best([least], (low, high + slope * (most - least)), (least, most), polynomial)


def _polynomial(coup: CoupWinnings) -> tuple[int, ...]:
    """Σ c·x·Π (1 + f·y), over the payoffs x other than 0, with c deals each, and the others y; in whole numbers."""
    deals = {won: number for (won,), number in coup.deals.items() if won}
    unit = lcm(*(won.denominator for won in deals))
    total = [0] * len(deals)
    for won, number in deals.items():
        product = [int(won * unit) * number]
        for other in deals.keys() - {won}:
            step = int(other * unit)
            product = [unit * low + step * high for low, high in zip([*product, 0], [0, *product], strict=True)]
        total = [*map(sum, zip(total, product, strict=True))]
    common = gcd(*total)
    return tuple(coefficient // common for coefficient in total)


def _isolated(coup: CoupWinnings, polynomial: Sequence[int], scale: int) -> Bounds:
    """The best share of one bet, at most 1: exactly if its polynomial is linear, else within 1 / ``scale``."""
    loss = -min(won for (won,) in coup.deals)
    if polynomial[0] <= 0:  # the expectation
        return Fraction(0), Fraction(0)
    if loss < 1 and coup.gradient([Fraction(1)])[0] >= 0:
        return Fraction(1), Fraction(1)
    if len(polynomial) == 2:
        return (Fraction(-polynomial[0], polynomial[1]),) * 2
    ruined = min(scale, ceil(scale / loss))
    low, high = bisected(lambda share: coup.gradient([Fraction(share, scale)])[0] >= 0, 0, ruined)
    return Fraction(low, scale), Fraction(high, scale)


def _climbed(coup: CoupWinnings) -> list[Fraction]:
    """Shares near the best ones: of the bankroll kept and that on each bet, two at a time exchange what is best."""
    weights = [*map(float, coup.deals.values())]
    returns = [[1.0, *(1 + float(won) for won in key)] for key in coup.deals]
    parts = [1.0] + [0.0] * (len(returns[0]) - 1)
    for _round in range(_ROUNDS):
        before = parts[:]
        for one, other in combinations(range(len(parts)), 2):
            changes = [(row[one] - row[other], sum(map(mul, parts, row))) for row in returns]
            moved = _highest(weights, changes, -parts[one], parts[other])
            parts[one], parts[other] = parts[one] + moved, parts[other] - moved
        if all(abs(old - new) < _CLOSE for old, new in zip(before, parts, strict=True)):
            break
    return [*map(Fraction, parts[1:])]


def _highest(weights: Sequence[float], changes: Sequence[tuple[float, float]], first: float, last: float) -> float:
    """The t from ``first`` to ``last`` at which Σ weight · log(factor + change · t) is highest."""
    low, high = first, last
    while low < (middle := (low + high) / 2) < high:
        slope = sum(weight * by / (now + middle * by) for weight, (by, now) in zip(weights, changes, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    return last if high == last else first if low == first else low


def ruin(coup: CoupWinnings, shares: Sequence[Fraction], grown: Bounds, part: Fraction, digits: int) -> Bounds:
    """The probability that the bankroll, with these shares and their `growth`, ever falls to ``part`` of it."""
    low, high = grown
    if low <= 0:
        return Fraction(high < 0), Fraction(any(shares))
    after, error = coup.after(shares), _error(digits)
    if min(after)[0] >= 1:
        return Fraction(0), Fraction(0)
    with localcontext(_WIDEST, prec=digits + _GUARD):
        logs = [(_decimal(factor).ln(), _decimal(probability)) for factor, probability in after]
        least, most = _exponent(logs, _decimal(error))
        first, last = _decimal(part).ln(), _decimal(part * min(after)[0]).ln()
        lower, upper = (Fraction(round(log.exp(), digits + 20)) for log in (last * most, first * least))
    return max(lower - error, Fraction(0)), upper + error


def _exponent(logs: Sequence[tuple[Decimal, Decimal]], error: Decimal) -> tuple[Decimal, Decimal]:
    """Bounds of the root θ > 0 of E[W**−θ] = 1: below it the mean is less than 1, and above it more."""

    def mean(exponent: int) -> Decimal:
        theta = Decimal(-exponent).scaleb(-_PLACES)
        return Decimal(sum(probability * (theta * log).exp() for log, probability in logs))

    most = 10**_PLACES
    while mean(most) < 1 + error:
        most *= 2
    low = bisected(lambda exponent: mean(exponent) <= 1 - error, 0, most)[0]
    high = bisected(lambda exponent: mean(exponent) < 1 + error, low, most)[1]
    return Decimal(low).scaleb(-_PLACES), Decimal(high).scaleb(-_PLACES)


def growth_of_edge(edge: Fraction, worst: Fraction, best: Fraction, digits: int) -> Fraction:
    """The growth, rounded down, of the bet with this positive expectation that wins ``best`` and else ``worst`` < 0.

    No bet with payoffs in between grows less at its best share, because log W is concave: it lies above its chord.
    """
    wins = (edge - worst) / (best - worst)
    deals = {(best,): wins.numerator, (worst,): wins.denominator - wins.numerator}
    coup = CoupWinnings({won: number for won, number in deals.items() if number})
    return growth(coup, [min(edge / (best * -worst), Fraction(1))], digits)[0]
