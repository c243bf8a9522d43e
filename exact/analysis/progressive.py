"""Progressive jackpots: the price of a bet by its meters, how often they are hit, and what they show when they are.

A round is one coup at every table. Tables deal independently of each other from shoes like this one, and a meter shows
what it pays: it has the contributions of the stakes on the coup that is dealt.
"""

from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction

from exact.arithmetic import weighted_sum
from exact.bets.bet import Bet
from exact.bets.jackpot import Jackpot, Meter
from exact.engine.one_shoe import count_categories
from exact.game.shoe import Shoe
from exact.records import Record, replace
from exact.rules import Tableau

QUANTILES = tuple(Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99))


class MeterPrice(Record):
    """A bet as a linear function of one meter, the others being at their amounts; per unit staked."""

    meter: Meter
    empty: Fraction  #: The expectation if the meter showed nothing
    slope: Fraction  #: What each unit on the meter adds to it
    hit: Fraction  #: The probability that a coup pays the largest share of the meter
    between: Fraction | None = None  #: The mean number of rounds from one hit to the next; `None` if there is none
    mean: Fraction = Fraction(0)  #: The mean of the meter, when it is hit and at any other time
    keeps: Fraction = Fraction(0)  #: The house edge in the long run, with every meter of the bet at its mean
    quantiles: tuple[tuple[Fraction, int, Fraction | None], ...] = ()
    """Probabilities, with the rounds and the amount until the meter is paid in full that are not exceeded with them."""

    @property
    def expectation(self) -> Fraction:
        """The expectation with the meter at its amount."""
        return self.empty + self.slope * self.meter.amount

    @property
    def break_even(self) -> Fraction | None:
        """The amount at which the house has no edge; `None` if the meter is never paid."""
        return self.amount_for(Fraction(0))

    def amount_for(self, expectation: Fraction) -> Fraction | None:
        """The amount at which the bet has this expectation; `None` if the meter is never paid."""
        return (expectation - self.empty) / self.slope if self.slope else None


def meter_prices(bet: Bet, shoe: Shoe, tableau: Tableau) -> list[MeterPrice]:
    """Each meter of a bet with a jackpot."""
    jackpot = bet.jackpot
    assert jackpot is not None
    counts = count_categories(bet, shoe, tableau)
    chances = [Fraction(count, sum(counts)) for count in counts]
    fixed, *shares = zip(*jackpot.terms[bet.paying_table], strict=True)
    # a share of 1/(1 + K), where K of the other tables win the same category: its mean is (1 − (1−p)^t)/(t·p)
    paid = [_any_table(chance, jackpot) / jackpot.tables for chance in chances]
    slopes = [weighted_sum(paid, of_meter) / jackpot.unit for of_meter in shares]
    base = weighted_sum(chances, fixed)
    whole = base + weighted_sum(slopes, [meter.amount for meter in jackpot.meters])
    prices = [
        _with_hits(MeterPrice(meter, whole - slope * meter.amount, slope, Fraction(0)), jackpot, chances, of_meter)
        for meter, slope, of_meter in zip(jackpot.meters, slopes, shares, strict=True)
    ]
    keeps = -base - sum(price.slope * price.mean for price in prices)
    return [replace(price, keeps=keeps) for price in prices]


def _any_table(chance: Fraction, jackpot: Jackpot) -> Fraction:
    """The probability that a round has an event of this ``chance`` at one table or more."""
    return 1 - (1 - chance) ** jackpot.tables


def _with_hits(
    price: MeterPrice, jackpot: Jackpot, chances: Sequence[Fraction], shares: Sequence[Fraction]
) -> MeterPrice:
    """With how often the largest share is won, the mean of the meter, and the rounds to a new start."""
    meter, largest = price.meter, max(shares)
    hit = weighted_sum(chances, [Fraction(share == largest) for share in shares])
    if not hit or not largest:
        return price
    round_hit, fed = _any_table(hit, jackpot), meter.contribution * jackpot.unit * jackpot.tables
    full, others = (round_hit, 1 - hit) if largest == 1 else (Fraction(0), Fraction(1))
    # In a round that does not pay the meter in full, each category that some table wins takes its share. So the mean m
    # of the meter solves m = full · (seed + fed) + (1 − full) · ((1 − lost) · m + fed).
    taken = [
        _any_table(chance / others, jackpot) if share < 1 and others else share * 0
        for chance, share in zip(chances, shares, strict=True)
    ]
    lost = weighted_sum(taken, shares)
    mean = (full * meter.seed + fed) / (full + (1 - full) * lost)
    rounds = {probability: _rounds(full, probability) for probability in QUANTILES} if full else {}
    quantiles = ((each, number, None if lost else meter.seed + number * fed) for each, number in rounds.items())
    return replace(price, hit=hit, between=1 / round_hit, mean=mean, quantiles=tuple(quantiles))


def _rounds(chance: Fraction, probability: Fraction) -> int:
    """The fewest rounds in which an event of this ``chance`` comes with at least this probability."""
    with localcontext(prec=100):  # enough to tell a whole number of rounds, which is rounded, from others
        none, rest = (Decimal(p.numerator) / p.denominator for p in (1 - chance, 1 - probability))
        rounds = rest.ln() / none.ln() if none else Decimal(1)
        return int(rounds.quantize(Decimal(10) ** -40).to_integral_value(ROUND_CEILING))
