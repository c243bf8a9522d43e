"""Betting by a linear count: when it bets, how often, and what it gains, exactly, with n cards unseen.

Tags are added for cards seen: the running count is the initial count plus the tags of all cards seen since the shoe was whole.
The true count is the running count per so many unseen cards, rounded if the player rounds it. The player bets one unit when the
true count, or for a running count this itself, is at least the trigger.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import floor, trunc
from typing import NamedTuple

from exact.analysis.count_law import CountLaw, count_laws
from exact.bets.bet import Bet
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau

ROUNDINGS: dict[str, Callable[[Fraction], Fraction | int]] = {"exact": Fraction, "floor": floor, "toward-zero": trunc}
"""How the true count is rounded before it is compared with the trigger."""
UNITS = (52, 26)
"""The unseen cards to which a true count refers: a deck or half a deck."""


class Count(NamedTuple):
    """A linear count and its conventions."""

    tags: tuple[Fraction, ...]
    """What each seen card of a class adds."""
    granularity: Granularity
    """The classes of cards that have tags."""
    initial: Fraction = Fraction(0)
    running: bool = False
    """Whether the running count itself decides, not the true count."""
    rounding: str = "exact"
    unit: int = UNITS[0]

    def value(self, running_count: Fraction, unseen: int) -> Fraction:
        """The count that is compared with the trigger."""
        if self.running:
            return running_count
        return Fraction(ROUNDINGS[self.rounding](running_count * self.unit / unseen))


class Values(NamedTuple):
    """The values that a count can have with n unseen cards, and what the bet wins at each: whole numbers, as in `CountLaw`."""

    unseen: int
    ascending: tuple[Fraction, ...]
    ways: tuple[int, ...]
    won: tuple[int, ...]
    sets: int
    unit: int

    def probability(self, index: int) -> Fraction:
        """The probability of a value."""
        return Fraction(self.ways[index], self.sets)

    def expectation(self, index: int) -> Fraction:
        """The mean expectation at a value."""
        return Fraction(self.won[index], self.ways[index] * self.unit)


class Play(NamedTuple):
    """What a player does with n unseen cards who bets one unit at a trigger."""

    unseen: int
    trigger: Fraction | None
    """`None` for a player who never bets."""
    frequency: Fraction
    gain: Fraction
    """The mean gain per coup, with or without a bet."""

    @property
    def edge(self) -> Fraction | None:
        """The mean expectation when betting; `None` if the count never reaches the trigger."""
        return self.gain / self.frequency if self.frequency else None


def values_of(law: CountLaw, count: Count, shoe: Shoe) -> Values:
    """The law of the count from that of the tags of the unseen cards of ``shoe``."""
    held = shoe.coarsened(count.granularity).counts
    whole = count.initial + sum((tag * cards for tag, cards in zip(count.tags, held, strict=True)), Fraction(0))
    totals: dict[Fraction, tuple[int, int]] = {}
    for total, sets, net in zip(law.sums, law.ways, law.won, strict=True):
        value = count.value(whole - total, law.unseen)
        before = totals.get(value, (0, 0))
        totals[value] = before[0] + sets, before[1] + net
    ways, won = zip(*totals.values(), strict=True)
    return Values(law.unseen, tuple(totals), ways, won, law.sets, law.unit)


def play_at(trigger: Fraction, values: Values) -> Play:
    """The play with this trigger."""
    return _play(trigger, values, bisect_left(values.ascending, trigger))


def best_play(values: Values) -> Play:
    """The play with the trigger that gains most; of equal ones the highest. A trigger is a value that the count can have."""
    tails = list(accumulate(reversed(values.won)))
    best = max(range(len(tails)), key=tails.__getitem__)  # the first of equal ones
    if tails[best] <= 0:
        return Play(values.unseen, None, Fraction(0), Fraction(0))
    first = len(tails) - 1 - best
    return _play(values.ascending[first], values, first)


def _play(trigger: Fraction, values: Values, first: int) -> Play:
    frequency = Fraction(sum(values.ways[first:]), values.sets)
    return Play(values.unseen, trigger, frequency, Fraction(sum(values.won[first:]), values.sets * values.unit))


def count_values(bet: Bet, count: Count, shoe: Shoe, tableau: Tableau, unseen: Sequence[int]) -> list[Values]:
    """The law of the count for each number of unseen cards; errors as for `exact.analysis.count_law.count_laws`."""
    laws = count_laws(bet, count.tags, count.granularity, shoe, tableau, unseen)
    return [values_of(law, count, shoe) for law in laws]
