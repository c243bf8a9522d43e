"""The value of a signal: what a player gains who sees to which class of a partition some cards of the next coup belong.

The signal may be a marked edge, a corner seen, a known first card. Given what it shows, the player takes the best of
some bets, or none. Its value is the mean gain per coup for a stake of one unit.

If point values decide a bet, its net win is summed once over all ordered deals by the point values at the signal's
places; the sums of any partition are sums of those. Other bets are counted pattern by pattern.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet, Classification
from exact.bets.coups import ABSENT, coups_of
from exact.bets.knowledge import DEALT_TO, Knowledge, known_card
from exact.bets.partition import Partition, sorts
from exact.bets.payoffs import Payoffs, common_payoffs
from exact.engine.compiler import categories_by_value, compiled
from exact.engine.multisets import INT64
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.game.shoe import Shoe
from exact.lazy import Numbers, np
from exact.rules import Tableau

MAX_PATTERNS = 100_000  # a bound on the length of an answer
MAX_COUNTED_PATTERNS = 128  # a bound on time, for a bet that point values do not decide
_VALUES = 10
_BY_VALUE = Partition(tuple((value,) for value in range(_VALUES)))
_FIRST_FOUR = [DEALT_TO[place] for place in range(1, 5)]
_THIRDS = (2, 5)
"""The columns of `exact.bets.coups.POSITIONS` with the first four cards of the shoe, and with the third cards."""


class Signal(NamedTuple):
    """One thing that a signal may show."""

    shows: tuple[int, ...]  #: The class of each card, by its index in the partition
    probability: Fraction
    best: Bet | None  #: The bet with the highest expectation; `None` if no bet has a positive one
    expectation: Fraction  #: Of the best bet; 0 without one


class SignalValue(NamedTuple):
    """The value of a signal, and everything that it may show."""

    value: Fraction
    signals: tuple[Signal, ...]


def signal_value(
    bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, places: Sequence[int], partition: Partition
) -> SignalValue:
    """The value of seeing the class of each card at ``places`` of the shoe before betting on the next coup.

    Places 1 and 3 are punto's first two cards, 2 and 4 banco's; 5 and 6 are seen even if the coup does not use them.
    Raises `ExactError` for a shoe too coarse for a bet, and for too many patterns.
    """
    patterns = len(partition.classes) ** len(places)
    if patterns > MAX_PATTERNS:
        bound = f"may show {patterns:,} patterns at {len(places)} positions; the bound is {MAX_PATTERNS:,}"
        raise ExactError("partition", partition.text, bound)
    payoffs = common_payoffs([bet.payoffs() for bet in bets])
    won = [_won(bet, paid, shoe, tableau, places, partition) for bet, paid in zip(bets, payoffs, strict=True)]
    deals = _by_class(_deals(shoe.values), places, partition)
    every = ordered_deals(shoe.cards)
    signals = []
    for shows in product(range(len(partition.classes)), repeat=len(places)):
        happen = int(deals[shows])
        if not happen:
            continue
        gains = [int(of_bet[shows]) for of_bet in won]
        gain = max(gains)
        best = bets[gains.index(gain)] if gain > 0 else None
        expectation = Fraction(max(gain, 0), payoffs[0].denominator * happen)
        signals.append(Signal(shows, Fraction(happen, every), best, expectation))
    return SignalValue(sum((one.probability * one.expectation for one in signals), Fraction(0)), tuple(signals))


def best_sorts(
    bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, places: Sequence[int]
) -> list[tuple[Partition, Fraction]]:
    """The value of seeing each of the 511 partitions into two classes, the highest first; errors as `signal_value`."""
    partitions = tuple(sorts())
    payoffs = common_payoffs([bet.payoffs() for bet in bets])
    best: list[Numbers | int] = [0] * len(partitions)
    for bet, paid in zip(bets, payoffs, strict=True):  # the sums of one bet at a time, a bound on memory
        won = _won(bet, paid, shoe, tableau, places, _BY_VALUE)
        sums = (_joined_values(won, partition) for partition in partitions)
        best = [np.maximum(gained, more) for gained, more in zip(best, sums, strict=True)]
    deals = payoffs[0].denominator * ordered_deals(shoe.cards)
    values = (Fraction(int(np.sum(gained)), deals) for gained in best)
    return sorted(zip(partitions, values, strict=True), key=itemgetter(1), reverse=True)


def _won(bet: Bet, paid: Payoffs, shoe: Shoe, tableau: Tableau, places: Sequence[int], partition: Partition) -> Numbers:
    """The net win, in units of the payoffs' denominator, over the deals of each pattern: an axis for each place."""
    needed = compiled(bet, tableau).granularity
    if needed is Granularity.VALUES:
        largest = max(map(abs, paid.numerators))
        dtype = np.int64 if ordered_deals(shoe.cards) * largest < INT64 else np.object_
        numerators = np.array(paid.numerators, dtype=dtype)
        return _by_class(_deals(shoe.values) * numerators[_categories(bet.classification, tableau)], places, partition)
    patterns = len(partition.classes) ** len(places)
    if patterns > MAX_COUNTED_PATTERNS:
        bound = f"there are {patterns:,}, and the bound is {MAX_COUNTED_PATTERNS}"
        reason = f"looks at {needed.word}, so each pattern of the signal is counted by itself"
        raise ExactError("bets", bet.name, f"{reason}: {bound}")
    won = np.empty((len(partition.classes),) * len(places), dtype=object)
    for shows in product(range(len(partition.classes)), repeat=len(places)):
        seen = map(known_card, places, (partition.masks[index] for index in shows))
        won[shows] = paid.won(count_categories(bet, shoe, tableau, reduce(Knowledge.joined, seen)))
    return won


@lru_cache(maxsize=2)
def _deals(values: tuple[int, ...]) -> Numbers:
    """The number of ordered deals with each sequence of six point values: six axes, in dealing order."""
    dtype = np.int64 if ordered_deals(sum(values)) < INT64 else np.object_
    held: Numbers = np.array(values, dtype=dtype)
    deals: Numbers = np.ones((), dtype=dtype)
    dealt = np.zeros(_VALUES, dtype=np.int8)  # the cards of each value in each sequence so far
    for _ in range(CARDS):
        deals = deals[..., None] * (held - dealt)  # 0 for more cards of a value than there are
        dealt = dealt[..., None, :] + np.eye(_VALUES, dtype=np.int8)
    return deals


@lru_cache(maxsize=4)
def _categories(classification: Classification, tableau: Tableau) -> Numbers:
    """The category of each sequence of six point values: axes as in `_deals`."""
    coups = coups_of(tableau, ordered=True)
    of_coups, values = categories_by_value((classification,), coups), coups.values
    dealt = values[:, _THIRDS] != ABSENT
    categories = np.empty((_VALUES,) * CARDS, dtype=np.int16)
    for thirds in ((), (2,), (5,), (2, 5)):
        rows = (dealt == [third in thirds for third in _THIRDS]).all(axis=1)
        cards = values[rows][:, [*_FIRST_FOUR, *thirds]].T
        unused = (1,) * (CARDS - len(cards))
        categories[tuple(cards)] = of_coups[rows].reshape(-1, *unused)
    return categories


def _by_class(of_deals: Numbers, places: Sequence[int], partition: Partition) -> Numbers:
    """An array over all six places, summed by the class of the card at each of ``places``: an axis each."""
    return _joined_values(np.einsum(of_deals, range(CARDS), [place - 1 for place in places]), partition)


def _joined_values(sums: Numbers, partition: Partition) -> Numbers:
    """Sums by point value on every axis, added up by the classes of ``partition``."""
    for _ in range(sums.ndim):  # the first axis goes, the classes become the last: at the end the order is the same
        sums = np.stack([sums[list(group)].sum(axis=0) for group in partition.classes], axis=-1)
    return sums
