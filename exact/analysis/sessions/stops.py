"""Sessions with stop points: play ends as soon as the result reaches one of two limits, or after n coups.

Up to `EXACT_COUPS` coups, deals are counted by result from coup to coup. Beyond, probabilities are binary fractions
rounded down, side by side in one long integer (Kronecker's substitution): each result of a coup is one multiplication.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.sessions.distributions import (
    EXACT_COUPS,
    Bounds,
    CoupDistribution,
    ResultDistribution,
    check_memory,
)
from exact.arithmetic import number_text
from exact.errors import ExactError

MAX_WORK = 2 * 10**11
"""Bits to move, results · coups · bits of a probability, for each result of a coup: about a minute."""

_Counts = dict[int, int]


class Limits(NamedTuple):
    """The results in units at which play ends; `None` for no limit on a side."""

    low: int | None
    high: int | None


class StoppedSession(NamedTuple):
    """A session that ends at a limit or after ``coups`` coups."""

    distribution: ResultDistribution
    at_low: tuple[int, ...]
    """For each coup, how many of the distribution's denominator it ends at the low limit."""
    at_high: tuple[int, ...]

    @property
    def mean_coups(self) -> Bounds:
        """The expected number of coups played."""
        coups, total = len(self.at_low), self.distribution.denominator
        ended = [low + high for low, high in zip(self.at_low, self.at_high, strict=True)]
        saved = sum(count * (coups - number) for number, count in enumerate(ended, start=1))
        most = min(saved + self.distribution.missing * coups, total * coups)
        return coups - Fraction(most, total), coups - Fraction(saved, total)


def limits_of(coup: CoupDistribution, stop_loss: Fraction | None, stop_win: Fraction | None) -> Limits:
    """Play ends with a net loss of at least ``stop_loss`` or a net win of at least ``stop_win``."""
    return Limits(
        None if stop_loss is None else -stop_loss // coup.unit, None if stop_win is None else -(-stop_win // coup.unit)
    )


def play_limits(coup: CoupDistribution, stake: Fraction, amounts: dict[str, Fraction]) -> tuple[Limits, int | None]:
    """The limits, and the largest result that leaves less than the stake of a bankroll, if there is one.

    ``amounts`` has some of ``stop_win``, ``stop_loss``, ``bankroll`` and ``target``; raises `ExactError` for two that
    exclude each other, for a target without a bankroll or not above it, and for a bankroll smaller than ``stake``.
    """
    for one, other in (("stop_loss", "bankroll"), ("stop_win", "target")):
        if one in amounts and other in amounts:
            bound = f"and --{one.replace('_', '-')} both end play: give one of them"
            raise ExactError(other, number_text(amounts[other]), bound)
    bankroll, target, win = (amounts.get(name) for name in ("bankroll", "target", "stop_win"))
    if bankroll is not None and stake > bankroll:
        raise ExactError("stake", str(stake), f"is beyond the bankroll of {bankroll}")
    if target is not None:
        if bankroll is None:
            raise ExactError("target", number_text(target), "needs the --bankroll at the beginning")
        if target <= bankroll:
            bound = f"must be more than the bankroll of {number_text(bankroll)}"
            raise ExactError("target", number_text(target), bound)
        win = target - bankroll
    limits = limits_of(coup, amounts.get("stop_loss"), win)
    if bankroll is None:
        return limits, None
    ruin = -((bankroll - stake) // coup.unit) - 1
    return limits._replace(low=ruin), ruin


def stopped_session(coup: CoupDistribution, coups: int, limits: Limits, digits: int) -> StoppedSession:
    """Exact up to `EXACT_COUPS` coups, beyond within 10**−``digits``; raises `ExactError` as `check_memory`, and beyond
    `MAX_WORK`.
    """
    check_memory(coup, coups)
    never_below, never_above = min(coups * coup.lowest, 0) - 1, max(coups * coup.highest, 0) + 1
    low = never_below if limits.low is None else max(limits.low, never_below)
    high = never_above if limits.high is None else min(limits.high, never_above)
    exact = coups <= EXACT_COUPS
    places = 8 * ((int(digits * 3.33) + (coups * (high - low)).bit_length()) // 8 + 1)
    if (high - low) * coups * places * len(coup.counts) > MAX_WORK:
        needs = f"needs {high - low} results at each of {coups} coups"
        raise ExactError("coups", coups, f"{needs}: too many, take nearer stop points or larger units")
    play = _Counted(coup, low, high) if exact else _Packed(coup, low, high, places)
    whole = coup.deals**coups if exact else 1 << places
    at_low, at_high, ended = [], [], Counter[int]()
    for number in range(1, coups + 1):
        scale = coup.deals ** (coups - number) if exact else 1
        stopped = {result: scale * count for result, count in play.after_coup().items()}
        ended.update(stopped)
        at_low.append(sum(count for result, count in stopped.items() if result <= low))
        at_high.append(sum(count for result, count in stopped.items() if result >= high))
    ended.update(play.counts())
    distribution = ResultDistribution(coup.unit, dict(sorted(ended.items())), whole, whole - sum(ended.values()))
    return StoppedSession(distribution, tuple(at_low), tuple(at_high))


class _Counted:
    """Counts deals by result; ``going`` are those of the sessions that go on."""

    def __init__(self, coup: CoupDistribution, low: int, high: int) -> None:
        self.weights, self.low, self.high = coup.counts, low, high
        self.going = {0: 1}

    def after_coup(self) -> _Counts:
        """Play one more coup; the deals of the sessions that it ends, by result."""
        after = dict[int, int]()
        for result, count in self.going.items():
            for won, weight in self.weights.items():
                after[result + won] = after.get(result + won, 0) + count * weight
        ended = {result: count for result, count in after.items() if not self.low < result < self.high}
        self.going = {result: count for result, count in after.items() if result not in ended}
        return ended

    def counts(self) -> _Counts:
        return self.going


class _Packed:
    """As `_Counted`, for the probabilities of the results, rounded down to binary places, in one integer.

    Every result has twice as many bits as places, so products do not run into each other. At the beginning the result 0
    has what ``places`` bits hold, which is 1 less the last bit.
    """

    def __init__(self, coup: CoupDistribution, low: int, high: int, places: int) -> None:
        self.weights = {won: (count << places) // coup.deals for won, count in coup.counts.items()}
        self.low, self.high, self.places = low, high, places
        self.down, self.up = max(-coup.lowest, 0), max(coup.highest, 0)
        one = (1 << places) - 1
        results = self.down + high - low - 1 + self.up
        self.mask = int.from_bytes(one.to_bytes(2 * places // 8, "little") * results, "little")
        self.going = one << (2 * places * (-low - 1))

    def after_coup(self) -> _Counts:
        width, inside = 2 * self.places, self.high - self.low - 1
        spread = sum((self.going * weight) << (width * (won + self.down)) for won, weight in self.weights.items())
        spread = (spread >> self.places) & self.mask
        below = spread & ((1 << (width * self.down)) - 1)
        above = spread >> (width * (inside + self.down))
        self.going = (spread >> (width * self.down)) & ((1 << (width * inside)) - 1)
        return {
            **self._unpacked(below, self.low + 1 - self.down, self.down),
            **self._unpacked(above, self.high, self.up),
        }

    def counts(self) -> _Counts:
        return self._unpacked(self.going, self.low + 1, self.high - self.low - 1)

    def _unpacked(self, packed: int, first: int, length: int) -> _Counts:
        size = 2 * self.places // 8
        data = packed.to_bytes(size * length, "little")
        values = (int.from_bytes(data[size * index : size * (index + 1)], "little") for index in range(length))
        return {first + index: count for index, count in enumerate(values) if count}
