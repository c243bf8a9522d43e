"""Progressive jackpots: the price of a bet by its meters, how often they are hit, and what they show when they are.

A round is one coup at every table. Tables deal independently of each other from shoes like this one, and a meter shows
what it pays: it has the contributions of the stakes on the coup that is dealt.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from exact.bets.bet import Bet
from exact.bets.jackpot import Jackpot, Meter
from exact.engine.one_shoe import count_categories
from exact.game.shoe import Shoe
from exact.rules import Tableau

QUANTILES = tuple(Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99))


class MeterPrice(NamedTuple):
    """A bet as a linear function of one meter, the others being at their amounts; per unit staked."""

    meter: Meter
    empty: Fraction  #: The expectation if the meter showed nothing
    slope: Fraction  #: What each unit on the meter adds to it
    hit: Fraction  #: The probability that a coup pays the largest share of the meter
    between: Fraction | None  #: The mean number of rounds from one hit to the next; `None` if there is none
    mean: Fraction | None  #: The mean of the meter, when it is hit and at any other time
    quantiles: tuple[
        tuple[Fraction, int, Fraction | None], ...
    ]  #: At most so many rounds and this amount until the hit

    @property
    def expectation(self) -> Fraction:
        """The expectation with the meter at its amount."""
        return self.empty + self.slope * self.meter.amount

    def amount_for(self, expectation: Fraction) -> Fraction | None:
        """The amount at which the bet has this expectation; `None` if the meter is never paid."""
        return (expectation - self.empty) / self.slope if self.slope else None


def meter_prices(bet: Bet, shoe: Shoe, tableau: Tableau) -> tuple[list[MeterPrice], Fraction]:
    """Each meter of a bet with a jackpot, and the house edge in the long run, with every meter at its mean."""
    jackpot = bet.jackpot
    assert jackpot is not None
    counts = count_categories(bet, shoe, tableau)
    chances = [Fraction(count, sum(counts)) for count in counts]
    terms = jackpot.terms[bet.paying_table]
    base = sum((chance * fixed for chance, (fixed, *_) in zip(chances, terms, strict=True)), Fraction(0))
    # a share of 1/(1 + K), where K of the other tables win the same category: its mean is (1 − (1−p)^t)/(t·p)
    paid = [_any_table(chance, jackpot) / jackpot.tables for chance in chances]
    slopes = [
        sum((chance * shares[index] for chance, (_, *shares) in zip(paid, terms, strict=True)), Fraction(0))
        / jackpot.unit
        for index in range(len(jackpot.meters))
    ]
    expectation = base + sum(slope * meter.amount for slope, meter in zip(slopes, jackpot.meters, strict=True))
    prices = []
    for index, (meter, slope) in enumerate(zip(jackpot.meters, slopes, strict=True)):
        shares = [shares[index] for _, *shares in terms]
        hits = _hits(meter, jackpot, chances, shares)
        prices.append(MeterPrice(meter, expectation - slope * meter.amount, slope, *hits))
    return prices, -base - sum(price.slope * (price.mean or 0) for price in prices)


def _any_table(chance: Fraction, jackpot: Jackpot) -> Fraction:
    """The probability that a coup has an event of this ``chance`` at one table or more."""
    return 1 - (1 - chance) ** jackpot.tables


def _hits(
    meter: Meter, jackpot: Jackpot, chances: list[Fraction], shares: list[Fraction]
) -> tuple[Fraction, Fraction | None, Fraction | None, tuple[tuple[Fraction, int, Fraction | None], ...]]:
    """How often the largest share is won, the mean of the meter, and the law of the rounds until it is paid in full."""
    largest = max(shares)
    hit = sum((chance for chance, share in zip(chances, shares, strict=True) if share == largest > 0), Fraction(0))
    if not hit:
        return hit, None, None, ()
    round_hit, fed = _any_table(hit, jackpot), meter.contribution * jackpot.unit * jackpot.tables
    full = round_hit if largest == 1 else Fraction(0)
    # In a round that does not pay the meter in full, each category that some table wins takes its share. So the mean m
    # of the meter solves m = full · (seed + fed) + (1 − full) · ((1 − lost) · m + fed).
    lost = Fraction(0)
    for chance, share in zip(chances, shares, strict=True):
        if share < 1 and full < 1:
            lost += share * _any_table(chance / (1 - hit if full else 1), jackpot)
    mean = (full * meter.seed + fed) / (full + (1 - full) * lost)
    quantiles = []
    for probability in QUANTILES if full else ():
        rounds = _rounds(full, probability)
        quantiles.append((probability, rounds, None if lost else meter.seed + rounds * fed))
    return hit, 1 / round_hit, mean, tuple(quantiles)


def _rounds(chance: Fraction, probability: Fraction) -> int:
    """The fewest rounds in which an event of this ``chance`` comes with at least this probability."""
    with localcontext(prec=100):  # enough to tell a whole number of rounds, which is rounded, from others
        none, rest = (Decimal(p.numerator) / p.denominator for p in (1 - chance, 1 - probability))
        rounds = rest.ln() / none.ln() if none else Decimal(1)
        return int(rounds.quantize(Decimal(10) ** -40).to_integral_value(ROUND_CEILING))
