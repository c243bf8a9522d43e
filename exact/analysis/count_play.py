"""Betting by a linear count: when it bets, how often, and what it gains with n cards unseen or over a whole shoe.

The running count is the initial count plus the tags of all cards seen since the shoe was whole; the true count is the
running count, less the mean of the tags for each seen card, per 52 or 26 unseen cards, rounded if the player rounds it.
The player bets one unit when the count in use is at least the trigger. With n cards unseen, all figures are exact.

Over a shoe that is dealt to a cut card, the gain is weighted with the probability that a coup begins there, as if coups
used independent numbers of cards. In truth coups of few cards have high cards, so the count tells where coups begin. To
first order: given the tags of the cards seen, the mean length of their coups is linear in the tags (`removal`), so they
have as many more coups as it is less. The figures contain that correction, whose size is the error that they state. It
is left out after hardly a coup, where the mean length means little, and then counts twice in the error. What is beyond
first order is some 1 % with one deck and less with more: the error is at least (`MOST`/N)² of a figure.

The exact way, for small shoes, visits every composition before a coup.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, islice
from math import ceil, perm, prod
from operator import add, mul, sub
from typing import NamedTuple

from exact.analysis.count_distribution import UNITS, BettingCount, CountDistribution, count_distributions
from exact.analysis.dealing import FIRST_CARD, FIRST_CARD_UNSEEN, Dealing
from exact.analysis.dependence import FEWEST, MOST
from exact.analysis.pricing import price_bet
from exact.analysis.removal import effects_of_removal, linear_count
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet, by_conditions
from exact.bets.coups import coups_of
from exact.engine.compiler import compiled
from exact.engine.forms import DECK
from exact.engine.one_shoe import count_jointly
from exact.game import Granularity, class_of
from exact.game.shoe import Shoe
from exact.records import Record, replace
from exact.rules import Tableau
from exact.workers.tasks import HERE, Run, run_tasks

NUMBERS_A_TASK = 32  # a task repeats about as much common work as this many numbers of unseen cards take


class TriggeredCount(Record):
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
    """Mean and variance of what a coup wins, with or without a bet of one unit; without a gain no more."""

    mean: Fraction
    variance: Fraction
    score: Fraction | None = None  #: Schlesinger's SCORE, the square of the desirability index 1,000 · mean/deviation
    n0: Fraction | None = None  #: The coups after which the mean win is one standard deviation


def risk_of(play: Play, squares: CountDistribution) -> Risk:
    """The risk of a play, from the distribution of the count with the bet `with_squares`."""
    second = Fraction(0) if play.trigger is None else play_at(play.trigger, squares).gain
    mean, variance = play.gain, second - play.gain**2
    if mean <= 0:
        return Risk(mean, variance)
    return Risk(mean, variance, 10**6 * mean**2 / variance if variance else None, variance / mean**2)


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


MAX_STATES = 3000  # the most compositions of a shoe whose gain is computed exactly; a second or two
MAX_EXACT = 1000  # the most cards of such a shoe, because coups are nested as deep as they are many
_Cards = tuple[int, ...]  # how many of each point value
_DECIMALS = 20  # of approximate figures on the way, because their fractions would have thousands of digits
_MOST_PLACES = 9
_ERROR_OF_COUPS = Fraction(1, 100)  # 0.003 against four million simulated shoes of eight decks
_LENGTHS = ("cards == 4", "cards == 5", "cards == 6")
_LENGTH = Bet("cards", "", "", "", ("4", "5", "6"), by_conditions(_LENGTHS[:-1]), {"": tuple(map(Fraction, (4, 5, 6)))})


class DealtShoe(NamedTuple):
    """A shoe and how it is dealt."""

    shoe: Shoe
    tableau: Tableau
    dealing: Dealing


class Approximation(NamedTuple):
    """A figure and its error, 0 if it is exact."""

    value: Fraction
    error: Fraction = Fraction(0)

    def per(self, number: Fraction) -> "Approximation":
        """The figure divided by a number."""
        return Approximation(self.value / number, self.error / number)

    @property
    def known(self) -> "Approximation":
        """The figure rounded to the first digit of its error, and that digit rounded up."""
        if not self.error:
            return self
        places = next((places for places in range(_MOST_PLACES) if self.error * 10**places >= 1), _MOST_PLACES)
        return Approximation(round(self.value, places), Fraction(ceil(self.error * 10**places), 10**places))


class ShoeGain(NamedTuple):
    """Means over a shoe: coups, bets, and units won."""

    coups: Approximation
    bets: Approximation
    gain: Approximation

    @property
    def play(self) -> Play:
        """The frequency and the gain in a coup, as far as they are known."""
        frequency, gain = (figure.per(self.coups.value).known.value for figure in (self.bets, self.gain))
        return Play(0, None, frequency, gain)

    @property
    def edge(self) -> Fraction | None:
        """The mean expectation of a bet, likewise; `None` without one."""
        return self.gain.per(self.bets.value).known.value if self.bets.value else None


def lengths_of_coups(shoe: Shoe, tableau: Tableau) -> dict[int, Fraction]:
    """The probability of each number of cards that a coup may use."""
    counts = count_jointly((_LENGTH.classification,), shoe, tableau, "cards")
    return {FEWEST + index: Fraction(deals, ordered_deals(shoe.cards)) for index, deals in counts.items() if deals}


def coups_by_unseen(dealt: DealtShoe) -> dict[int, Fraction]:
    """The mean number of coups that begin with n cards unseen, by n, if coups use independent numbers of cards."""
    shoe, tableau, dealing = dealt
    dealing.check(shoe.cards)
    uses = lengths_of_coups(shoe, tableau)
    begins: dict[int, Fraction] = defaultdict(Fraction)
    for value, held in enumerate(shoe.values):
        if held:
            burned = dealing.burned(value)
            for left, number in _coups_by_left(shoe.cards - burned, dealing, uses):
                begins[left + burned - (dealing.burn == FIRST_CARD)] += number * Fraction(held, shoe.cards)
    return dict(sorted(begins.items(), reverse=True))


def _coups_by_left(cards: int, dealing: Dealing, uses: Mapping[int, Fraction]) -> Iterator[tuple[int, Fraction]]:
    """The cards left, and those of an unseen first coup with them, before each coup, and the mean number of coups."""
    for hidden, share in uses.items() if dealing.first_coup_unseen else ((0, Fraction(1)),):
        after = int(hidden > 0 and cards <= dealing.cut)
        waiting = defaultdict(Fraction, {(cards - hidden, after): share} if after < dealing.coups_after else {})
        while waiting:
            left, after = max(waiting)
            number = round(waiting.pop((left, after)), _DECIMALS)
            yield left + hidden, number
            after += left <= dealing.cut
            for used, chance in uses.items() if after < dealing.coups_after else ():
                waiting[left - used, after] += number * chance


def approximate_gain(
    count: BettingCount,
    plays: Mapping[int, Play],
    distributions: Mapping[int, CountDistribution],
    dealt: DealtShoe,
) -> ShoeGain:
    """The gain over a shoe of these plays, by the number of unseen cards, with the error to first order."""
    shoe, begins, tilt = dealt.shoe, coups_by_unseen(dealt), _tilt(count, dealt)
    mean = count.mean_tag(shoe)
    bets = gain = Fraction(0)
    made, left_out = [Fraction(0)] * 2, [Fraction(0)] * 2  # the corrections of both, and the size of those not made
    for unseen, number in begins.items():
        play, values, seen = plays[unseen], distributions[unseen], shoe.cards - unseen
        bets += number * round(play.frequency, _DECIMALS)
        gain += number * round(play.gain, _DECIMALS)
        if play.trigger is not None and seen:
            first = bisect_left(values.ascending, play.trigger)
            above = [count.surplus(value, unseen, seen * mean) for value in values.ascending[first:]]
            ways, won = (
                sum(map(mul, above, own[first:]), Fraction(0)) / values.sets for own in (values.ways, values.won)
            )
            more = [round(number * tilt * each / seen, _DECIMALS) for each in (ways, won / values.unit)]
            if seen > MOST:
                made = [*map(add, made, more)]
            else:  # hardly a coup
                left_out = [*map(add, left_out, map(abs, more))]
    coups = Approximation(sum(begins.values(), Fraction(0)), _ERROR_OF_COUPS)
    figures, beyond = zip((bets, gain), made, left_out, strict=True), Fraction(MOST, shoe.cards) ** 2
    errors = ((own + more, max(abs(more) + 2 * missed, beyond * abs(own + more))) for own, more, missed in figures)
    return ShoeGain(coups, *(Approximation(*known) for known in errors))


def _tilt(count: BettingCount, dealt: DealtShoe) -> Fraction:
    """The relative surplus of coups begun, per unit by which the mean tag of the cards seen is above its own."""
    effects = effects_of_removal(_LENGTH, dealt.shoe, dealt.tableau)
    classes, finest = effects.shoe.granularity, dealt.shoe.granularity
    totals = [Fraction(0)] * classes
    for index, held in enumerate(dealt.shoe.counts):
        totals[class_of(index, finest, classes)] += held * count.tags[class_of(index, finest, count.granularity)]
    tags = [total / (held or 1) for total, held in zip(totals, effects.shoe.counts, strict=True)]
    linear = linear_count(tags, effects)
    return Fraction(0) if linear is None else -DECK / linear.trigger


def exact_gain(bet: Bet, count: BettingCount, plays: Mapping[int, Play], dealt: DealtShoe) -> ShoeGain | None:
    """The exact means over all orders of a small shoe, with the triggers of these plays.

    `None` beyond `MAX_STATES` compositions or `MAX_EXACT` cards, and if point values do not decide the tags, the bet
    and the rules.
    """
    shoe, tableau, dealing = dealt
    by_values = not tableau.ranks and count.granularity is compiled(bet, tableau).granularity is Granularity.VALUES
    if not by_values or shoe.cards > MAX_EXACT or prod(held + 1 for held in shoe.values) > MAX_STATES:
        return None
    mean, price = count.mean_tag(shoe), cache(lambda left: price_bet(bet, Shoe.of_values(left), tableau).expectation)

    def won(left: _Cards, unseen: _Cards) -> Sequence[Fraction]:
        """A coup, whether it is bet on, and its gain."""
        cards, of_unseen = sum(unseen), sum(map(mul, count.tags, unseen))
        trigger, running = plays[cards].trigger, count.initial + mean * shoe.cards - of_unseen
        bets = trigger is not None and count.value(running, cards, mean * (shoe.cards - cards)) >= trigger
        return Fraction(1), Fraction(bets), price(left) if bets else Fraction(0)

    @cache
    def from_coup(left: _Cards, burned: int, hidden: _Cards, after: int, is_seen: bool) -> Sequence[Fraction]:
        """The means from a coup on; ``left`` are in random order, ``hidden`` out but unseen; ``after`` the cut card."""
        cards = sum(left)
        after += cards - burned <= dealing.cut
        means = won(left, tuple(map(add, left, hidden))) if is_seen else (Fraction(0),) * len(ShoeGain._fields)
        for used, orders in _orders_of_coups(tableau).items() if after < dealing.coups_after else ():
            if ways := orders * prod(map(perm, left, used)):
                unseen = hidden if is_seen else tuple(map(add, hidden, used))
                later = from_coup(tuple(map(sub, left, used)), burned, unseen, after, True)
                chance = Fraction(ways, perm(cards, sum(used)))
                means = [mean + chance * more for mean, more in zip(means, later, strict=True)]
        return means

    means = [Fraction(0)] * len(ShoeGain._fields)
    for value, held in enumerate(shoe.values):
        first = tuple(int(dealing.by_value and index == value) for index in range(len(shoe.values)))
        hidden = tuple(number * (dealing.burn == FIRST_CARD_UNSEEN) for number in first)
        burned = dealing.burned(value) - dealing.by_value
        if held:
            later = from_coup(tuple(map(sub, shoe.values, first)), burned, hidden, 0, not dealing.first_coup_unseen)
            means = [mean + Fraction(held, shoe.cards) * more for mean, more in zip(means, later, strict=True)]
    return ShoeGain(*map(Approximation, means))


@cache
def _orders_of_coups(tableau: Tableau) -> dict[_Cards, int]:
    """By the cards of each point value, their orders that make a coup."""
    listed = coups_of(tableau, ordered=False)
    orders: dict[_Cards, int] = defaultdict(int)
    for values, number in zip(listed.values.tolist(), listed.orders.tolist(), strict=True):
        orders[tuple(values.count(value) for value in range(Granularity.VALUES))] += number
    return dict(orders)
