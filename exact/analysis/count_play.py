"""Betting by a linear count: when it bets, how often, and what it gains with n cards unseen or over a whole shoe.

The running count is the initial count plus the tags of all cards seen since the shoe was whole; the true count is the
running count per 52 or 26 unseen cards, rounded if the player rounds it. The player bets one unit when the count in use
is at least the trigger.

With n cards unseen all figures are exact. Over a shoe dealt to a cut card there are two ways. Approximation: the gains
with n cards unseen, weighted with the probability that a coup begins there, as if coups used independent numbers of
cards that say nothing about the cards left; but coups of few cards have high cards. The exact way, for small shoes,
visits every composition before a coup.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, islice
from math import perm, prod
from typing import NamedTuple

from exact.analysis.count_distribution import BettingCount, CountDistribution, count_distributions
from exact.analysis.dealing import Dealing
from exact.analysis.dependence import FEWEST, MOST
from exact.analysis.pricing import price_bet
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet, by_conditions
from exact.bets.coups import coups_of
from exact.engine.compiler import compiled
from exact.engine.one_shoe import count_jointly
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.rules import Tableau
from exact.workers.tasks import HERE, Run, run_tasks

NUMBERS_A_TASK = 32  # a task repeats about as much common work as this many numbers of unseen cards take
MAX_STATES = 3000  # the most compositions of a shoe whose gain is computed exactly; a second or two


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


class ShoeGain(NamedTuple):
    """Means over a shoe."""

    coups: Fraction
    bets: Fraction
    gain: Fraction


def coups_by_unseen(shoe: Shoe, tableau: Tableau, cut: int) -> dict[int, Fraction]:
    """The probability that a coup begins with n cards unseen, by n; the cut card works as in `deal_shoes`."""
    Dealing(burn="none", cut=cut).check(shoe.cards)
    counts = count_jointly((by_conditions(("cards == 4", "cards == 5")),), shoe, tableau, "cards")
    uses = {FEWEST + index: Fraction(deals, ordered_deals(shoe.cards)) for index, deals in counts.items()}
    begins = {shoe.cards: Fraction(1)}
    for unseen in range(shoe.cards - FEWEST, cut - MOST, -1):
        before = (unseen + cards for cards in uses if unseen + cards > cut)
        begins[unseen] = sum((begins.get(n, Fraction(0)) * uses[n - unseen] for n in before), Fraction(0))
    return {unseen: probability for unseen, probability in begins.items() if probability}


def approximate_gain(plays: Mapping[int, Play], begins: Mapping[int, Fraction]) -> ShoeGain:
    """The gain over a shoe of these plays, by the number of unseen cards, if coups begin as in `coups_by_unseen`."""
    bets = sum((weight * plays[unseen].frequency for unseen, weight in begins.items()), Fraction(0))
    gain = sum((weight * plays[unseen].gain for unseen, weight in begins.items()), Fraction(0))
    return ShoeGain(sum(begins.values(), Fraction(0)), bets, gain)


def exact_gain(
    bet: Bet, linear: BettingCount, plays: Mapping[int, Play], shoe: Shoe, tableau: Tableau, cut: int
) -> ShoeGain | None:
    """The exact means over all orders of a small shoe, dealt as in `coups_by_unseen`, with the triggers of these plays.

    `None` beyond `MAX_STATES` compositions, and if point values do not decide the tags, the bet and the rules.
    """
    by_values = not tableau.ranks and linear.granularity is compiled(bet, tableau).granularity is Granularity.VALUES
    if not by_values or prod(held + 1 for held in shoe.values) > MAX_STATES:
        return None
    orders = _orders_of_coups(tableau)
    waiting: dict[tuple[int, ...], Fraction] = defaultdict(Fraction, {shoe.values: Fraction(1)})
    coups = bets = gain = Fraction(0)
    while waiting:
        left = max(waiting, key=sum)  # all ways to it are from compositions of more cards
        probability = waiting.pop(left)
        coups += probability
        unseen, trigger = sum(left), plays[sum(left)].trigger
        seen = sum((t * (a - b) for t, a, b in zip(linear.tags, shoe.values, left, strict=True)), Fraction(0))
        if trigger is not None and linear.value(linear.initial + seen, unseen) >= trigger:
            bets += probability
            gain += probability * price_bet(bet, Shoe.of_values(left), tableau).expectation
        if unseen <= cut:
            continue
        for used, number in orders.items():
            ways = prod(map(perm, left, used))
            if ways:
                after = tuple(a - b for a, b in zip(left, used, strict=True))
                waiting[after] += probability * Fraction(number * ways, perm(unseen, sum(used)))
    return ShoeGain(coups, bets, gain)


@cache
def _orders_of_coups(tableau: Tableau) -> dict[tuple[int, ...], int]:
    """By the cards of each point value, their orders that make a coup."""
    listed = coups_of(tableau, ordered=False)
    orders: dict[tuple[int, ...], int] = defaultdict(int)
    for values, number in zip(listed.values.tolist(), listed.orders.tolist(), strict=True):
        orders[tuple(values.count(value) for value in range(Granularity.VALUES))] += number
    return dict(orders)
