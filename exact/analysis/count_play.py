"""Betting by a linear count: when it bets, how often, and what it gains with n cards unseen or over a whole shoe.

The running count is the initial count plus the tags of all cards seen since the shoe was whole; the true count is the
running count, less the mean of the tags for each seen card, per 52 or 26 unseen cards, rounded if the player rounds it.
The player bets one unit when the count in use is at least the trigger.

All figures are exact.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, islice
from typing import NamedTuple

from exact.analysis.count_distribution import UNITS, BettingCount, CountDistribution, count_distributions
from exact.bets.bet import Bet
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.records import replace
from exact.rules import Tableau
from exact.workers.tasks import HERE, Run, run_tasks

NUMBERS_A_TASK = 32  # a task repeats about as much common work as this many numbers of unseen cards take


class TriggeredCount(NamedTuple):
    """A linear count and its trigger."""

    tags: tuple[int, ...]  # by point value
    trigger: Fraction
    """The true count at which to bet: the running count, less the tags' mean over the shoe for each seen card, per 52
    unseen cards."""
    upwards: bool  # whether it bets from the trigger upwards; otherwise it bets up to the trigger
    rounding: str = "exact"
    unit: int = UNITS[0]
    estimate: str = "exact"

    def least(self, cards: int, unseen: int) -> int:
        """The least running count to bet, times ``cards``, less the mean tag of each seen card; or minus the most."""
        count = BettingCount((), Granularity.VALUES, rounding=self.rounding, unit=self.unit, estimate=self.estimate)
        beyond = 2 * cards * unseen * max(map(abs, self.tags)) + 1
        possible = range(-beyond, beyond + 1)  # bisected: the true count rises with them, however it is rounded
        find = bisect_left if self.upwards else bisect_right
        first = find(possible, self.trigger, key=lambda running: count.value(Fraction(running, cards), unseen))
        return first - beyond if self.upwards else beyond + 1 - first


class Play(NamedTuple):
    """What a player does with n unseen cards who bets one unit at a trigger."""

    unseen: int
    trigger: Fraction | None  # `None` for a player who never bets
    frequency: Fraction
    gain: Fraction  # the mean gain per coup, with or without a bet

    @property
    def edge(self) -> Fraction | None:
        """The mean expectation when betting; `None` if the count never reaches the trigger."""
        return self.gain / self.frequency if self.frequency else None


def play_at(trigger: Fraction | None, values: CountDistribution) -> Play:
    """The play with this trigger; without one, the trigger that gains most, the highest of equal ones, if any gains."""
    if trigger is not None:
        first = bisect_left(values.ascending, trigger)
    else:
        tails = list(accumulate(reversed(values.won)))
        best = max(range(len(tails)), key=tails.__getitem__)  # the first of equal ones
        if tails[best] <= 0:
            return Play(values.unseen, None, Fraction(0), Fraction(0))
        first = len(tails) - 1 - best
        trigger = values.ascending[first]
    frequency = Fraction(sum(values.ways[first:]), values.sets)
    return Play(values.unseen, trigger, frequency, Fraction(sum(values.won[first:]), values.sets * values.unit))


def with_squares(bet: Bet) -> Bet:
    """A bet that pays the squares of the payoffs: its mean is their second moment."""
    squares = tuple(payoff**2 for payoff in bet.payoffs())
    return replace(bet, pay_tables={bet.paying_table: squares}, jackpot=None, draw=None)


class Risk(NamedTuple):
    """Mean and variance of what a coup wins, with or without a bet of one unit."""

    mean: Fraction
    variance: Fraction

    @property
    def score(self) -> Fraction | None:
        """Schlesinger's SCORE, the square of the desirability index 1,000 · mean/deviation; `None` without a gain."""
        return 10**6 * self.mean**2 / self.variance if self.mean > 0 and self.variance else None

    @property
    def n0(self) -> Fraction | None:
        """The coups after which the mean win is one standard deviation."""
        return self.variance / self.mean**2 if self.mean > 0 else None


def risk_of(play: Play, squares: CountDistribution) -> Risk:
    """The risk of a play, from the distribution of the count with the bet `with_squares`."""
    second = Fraction(0) if play.trigger is None else play_at(play.trigger, squares).gain
    return Risk(play.gain, second - play.gain**2)


def distributions_by_tasks(
    counted: Sequence[tuple[Bet, BettingCount]],
    shoe: Shoe,
    tableau: Tableau,
    unseen: Sequence[int],
    run: Run = HERE,
) -> list[list[CountDistribution]]:
    """`count_distributions` of every bet and count, in tasks if an executor or a checkpoint is given."""
    at_once = len(unseen) if run[:2] == HERE[:2] else NUMBERS_A_TASK
    starts = range(0, len(unseen), at_once)
    tasks = [(index, *unseen[first : first + at_once]) for index in range(len(counted)) for first in starts]
    work = partial(_packed_distributions, tuple(counted), shoe, tableau)
    asked = [(bet.to_line(), bet.pay_table, count) for bet, count in counted]
    identity = f"counts 1: {shoe.counts} {tableau} {unseen} {asked}"
    by_count: list[list[CountDistribution]] = [[] for _ in counted]
    answers = run_tasks(work, tasks, identity, *run)
    for (index, *_numbers), answer in zip(tasks, answers, strict=True):
        by_count[index] += _unpacked(answer)
    return by_count


def _packed_distributions(
    counted: tuple[tuple[Bet, BettingCount], ...], shoe: Shoe, tableau: Tableau, index: int, *unseen: int
) -> tuple[int, ...]:
    """A checkpoint stores whole numbers."""
    bet, count = counted[index]
    packed: list[int] = []
    for values in count_distributions(bet, count, shoe, tableau, unseen):
        numerators, denominators = zip(*(value.as_integer_ratio() for value in values.ascending), strict=True)
        packed += values.unseen, values.sets, values.unit, len(values.ascending)
        packed += *numerators, *denominators, *values.ways, *values.won
    return tuple(packed)


def _unpacked(answer: tuple[int, ...]) -> Iterator[CountDistribution]:
    numbers = iter(answer)
    for unseen in numbers:
        sets, unit, length = islice(numbers, 3)
        numerators, denominators, ways, won = (tuple(islice(numbers, length)) for _ in range(4))
        yield CountDistribution(unseen, tuple(map(Fraction, numerators, denominators)), ways, won, sets, unit)
