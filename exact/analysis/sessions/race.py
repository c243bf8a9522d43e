"""The race between ruin and a target within proven bounds, where the exact fraction would be too long.

States are taken out of the chain one by one, as in the algorithm of Grassmann, Taksar and Heyman (Operations Research 33, 1985): what
went through a state goes past it. Nothing is ever subtracted, so every number can be held between a lower and an upper
bound, integers over a power of ten rounded down and up, which stay close together.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from exact.analysis.sessions.coup_law import CoupLaw
from exact.analysis.sessions.law import Bounds
from exact.analysis.sessions.ruin import is_soon_solved, ruin_before
from exact.analysis.sessions.stops import Limits
from exact.errors import ExactError

MAX_STEPS = 2 * 10**7
"""The most sums of the elimination, states · the square of the farthest move: about half a minute."""
_GUARD = 12
_RUIN, _TARGET = -1, -2
"""The places where the chain ends."""
_Interval = tuple[int, int]


class Race(NamedTuple):
    """Play until one of two limits, however long it takes: each figure between two bounds."""

    probability: Bounds
    """That the low limit is reached first."""
    coups: Bounds
    """The expected number of coups."""


class _State(NamedTuple):
    """The chances of one step from a state, and the expected coups that the step takes."""

    chances: dict[int, _Interval]
    coups: _Interval


def race(coup: CoupLaw, limits: Limits, digits: int) -> Race:
    """From the result 0: exactly, both bounds alike, if that takes seconds, and otherwise as `race_within`."""
    if not is_soon_solved(coup, limits):
        return race_within(coup, limits, digits)
    probability, coups = ruin_before(coup, limits)
    return Race((probability, probability), (coups, coups))


def race_within(coup: CoupLaw, limits: Limits, digits: int) -> Race:
    """From the result 0, which is between the limits, with bounds closer than one unit of the last of ``digits`` decimals.

    Raises `ExactError` for more than `MAX_STEPS`.
    """
    low, high = limits
    assert low is not None
    assert high is not None
    states = high - low - 1
    if states * max(-coup.lowest, coup.highest) ** 2 > MAX_STEPS:
        bound = f"is {states} units of {coup.unit} from ruin, too many to solve: take a nearer one or simpler stakes"
        raise ExactError("target", f"a net win of {high * coup.unit}", bound)
    places = digits + _GUARD
    while True:
        race = _race(coup, states, -low - 1, 10**places)
        if all(upper - lower < Fraction(1, 10**digits) for lower, upper in race):
            return race
        places *= 2


def _race(coup: CoupLaw, states: int, start: int, one: int) -> Race:
    """The race with chances in units of 1 / ``one``."""
    chain = [_state(coup, place, states, one) for place in range(states)]
    farthest = max(-coup.lowest, coup.highest)
    for place in range(start):
        _take_out(chain, place, range(place + 1, min(place + farthest, states - 1) + 1), one)
    for place in range(states - 1, start, -1):
        _take_out(chain, place, range(max(place - farthest, start), place), one)
    ruin, target = (chain[start].chances[end] for end in (_RUIN, _TARGET))
    coups = chain[start].coups
    return Race(
        (Fraction(ruin[0], ruin[0] + target[1]), Fraction(ruin[1], ruin[1] + target[0])),
        (Fraction(coups[0], ruin[1] + target[1]), Fraction(coups[1], ruin[0] + target[0])),
    )


def _state(coup: CoupLaw, place: int, states: int, one: int) -> _State:
    """A state of the chain before any is taken out."""
    chances: dict[int, _Interval] = {}
    for won, count in coup.counts.items():
        end = _RUIN if place + won < 0 else _TARGET if place + won >= states else place + won
        lower, upper = chances.get(end, (0, 0))
        chances[end] = lower + one * count // coup.deals, upper - -one * count // coup.deals
    return _State(chances, (one, one))


def _take_out(chain: list[_State], place: int, others: range, one: int) -> None:
    """Lead every step from ``others`` to ``place`` on to where the chain goes from there."""
    gone = chain[place]
    gone.chances.pop(place, None)  # staying there only takes time: the chances to go elsewhere add up to less than 1
    lowest, highest = (sum(chance[side] for chance in gone.chances.values()) for side in (0, 1))
    onward = {
        end: (one * lower // (lower + highest - upper), -(-one * upper // (upper + lowest - lower)))
        for end, (lower, upper) in gone.chances.items()
    }
    for other in others:
        chances, coups = chain[other]
        to = chances.pop(place, None)
        if to is None:
            continue
        for end, (lower, upper) in onward.items():
            before = chances.get(end, (0, 0))
            chances[end] = before[0] + to[0] * lower // one, before[1] - -to[1] * upper // one
        waited = coups[0] + to[0] * gone.coups[0] // highest, coups[1] - -to[1] * gone.coups[1] // lowest
        chain[other] = _State(chances, waited)
