"""Ruin however long play takes: with a target exactly or within proven bounds, without one as a root.

Exactly: the probability h(x) of ruin from the result x solves D·h(x) = Σ a_j·h(x + j), with h = 1 at and below the low
limit and 0 at and above the high one: linear equations over the integers in a band along the diagonal.

Within proven bounds, where the exact fraction would be too long: states are eliminated one by one, as by Grassmann,
Taksar and Heyman (Operations Research 33, 1985). Nothing is ever subtracted, so every number stays between close
bounds: integers over a power of ten, rounded down and up.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from exact.analysis.sessions.distributions import Bounds, CoupDistribution, Limits
from exact.errors import ExactError

MAX_WORK = 2 * 10**13  # estimated by `_work`: about 2 s
_MOST_ONE_WAY = 1000  # for stakes that can only win, or only lose: a second


class Race(NamedTuple):
    """Play until one of two limits, however long it takes: each figure between bounds, equal if it is exact."""

    probability: Bounds
    """That the low limit is reached first."""
    coups: Bounds


def race(coup: CoupDistribution, limits: Limits, digits: int) -> Race:
    """From the result 0, between the limits: exactly if that takes seconds, and otherwise as `race_within`."""
    if coup.lowest >= 0 or coup.highest <= 0:
        return _one_way(coup, limits)
    return ruin_before(coup, limits) if is_soon_solved(coup, limits) else race_within(coup, limits, digits)


def _one_way(coup: CoupDistribution, limits: Limits) -> Race:
    """The race of stakes that can only win, or only lose; raises `ExactError` for one that never ends, or too late."""
    low, high = limits
    assert low is not None
    assert high is not None
    wins = coup.highest > 0
    distance, target = high if wins else -low, f"a net win of {high * coup.unit}"
    moves = {abs(won): count for won, count in coup.counts.items() if won}
    if not moves:
        raise ExactError("target", target, "is never reached, and neither is ruin: every coup pushes")
    if distance > _MOST_ONE_WAY:
        raise ExactError("target", target, f"is {distance} steps away; the bound is {_MOST_ONE_WAY}")
    waiting, coups = Fraction(coup.deals, sum(moves.values())), [Fraction(0)]  # by the distance that is left
    for left in range(1, distance + 1):
        later = sum(count * coups[max(left - step, 0)] for step, count in moves.items())
        coups.append(waiting + Fraction(later) / sum(moves.values()))
    return _exactly(Fraction(not wins), coups[-1])


def _exactly(ruin: Fraction, coups: Fraction) -> Race:
    return Race((ruin, ruin), (coups, coups))


def is_soon_solved(coup: CoupDistribution, limits: Limits) -> bool:
    """Whether `ruin_before` takes seconds, for stakes that can win and lose."""
    coup, low, high = _rising(coup, limits)
    states = high - low - 1
    return _work(coup, states, states // coup.highest) <= MAX_WORK and (
        _work(coup, states, _powers(coup, states)[-1]) <= MAX_WORK
    )


def ruin_before(coup: CoupDistribution, limits: Limits) -> Race:
    """Exactly, from the result 0, which is between the limits, for stakes that can win and lose."""
    rising, low, high = _rising(coup, limits)
    first_end, coups = _solved(rising, high - low - 1, -low - 1)
    return _exactly(first_end if rising == coup else 1 - first_end, coups)


def _rising(coup: CoupDistribution, limits: Limits) -> tuple[CoupDistribution, int, int]:
    """A coup and its limits, mirrored if it can win more than it can lose: steps upwards are then the shorter ones."""
    low, high = limits
    assert low is not None
    assert high is not None
    if coup.highest <= -coup.lowest:
        return coup, low, high
    return coup._replace(counts={-won: count for won, count in coup.counts.items()}), -high, -low


def _work(coup: CoupDistribution, states: int, power: int) -> int:
    """The time of `_solved`: a row for each state, and an elimination; numbers grow with the divisor's ``power``."""
    reach = coup.highest
    bits = power * coup.counts[reach].bit_length()
    return 2000 * states * len(coup.counts) * (reach + 2) * bits + reach**5 * bits**2


def _powers(coup: CoupDistribution, states: int) -> list[int]:
    """For each state, and for as many beyond the last as a step reaches, the power of the divisor in `_solved`."""
    reach = coup.highest
    powers = [0] * reach
    for state in range(states):
        powers.append(1 + max(powers[state + step] for step in {0, *coup.counts} if 0 <= state + step < state + reach))
    return powers


def _solved(coup: CoupDistribution, states: int, start: int) -> tuple[Fraction, Fraction]:
    """From a start among states 0, 1, …, the probability to leave before the first, and the expected number of steps.

    Both unknowns u solve u(x) = source + Σ counts[j]/deals · u(x + j), where the source is 0 and 1. Before the first
    state they are 1 and 0, beyond the last one 0 and 0. The equation of a state gives the value of the furthest state
    that a step reaches upwards, divided by the count of that step. So every value is linear in the first few, which are
    as many as the longest step upwards, and the known values beyond the last state are that many equations for them. To
    stay with integers, a value is multiplied by a power of the divisor. A row has the coefficients of the first values,
    then the constants of both unknowns.
    """
    reach, powers = coup.highest, _powers(coup, states)
    divisor = coup.counts[reach]
    rows = [[int(column == state) for column in range(reach)] + [0, 0] for state in range(reach)]
    weights = {step: -count for step, count in coup.counts.items() if step < reach}
    weights[0] = weights.get(0, 0) + coup.deals
    for state in range(states):
        power = powers[state + reach] - 1
        scale = divisor**power
        row = [0] * (reach + 1) + [-coup.deals * scale]
        for step, weight in weights.items():
            if state + step < 0:
                row[reach] += weight * scale
            else:
                factor = weight * divisor ** (power - powers[state + step])
                row = [value + factor * other for value, other in zip(row, rows[state + step], strict=True)]
        rows.append(row)
    firsts, determinant = _linear([[*row[:reach], *(-value for value in row[reach:])] for row in rows[states:]])
    row, scale = rows[start], divisor ** powers[start]
    ends, steps = (
        Fraction(sum(map(mul, row, column)) + constant * determinant, scale * determinant)
        for column, constant in zip(zip(*firsts, strict=True), row[reach:], strict=True)
    )
    return ends, steps


def _linear(rows: list[list[int]]) -> tuple[list[list[int]], int]:
    """The solutions of linear equations with two constants each, times the determinant, which comes second.

    By Bareiss's elimination every entry is a minor of the matrix, an integer; by Cramer's rule so are the solutions.
    """
    size, before = len(rows), 1
    for step in range(size):
        pivot = next(index for index in range(step, size) if rows[index][step])
        rows[step], rows[pivot] = rows[pivot], rows[step]
        top = rows[step]
        for index in range(step + 1, size):
            row = rows[index]
            rows[index] = [0] * (step + 1) + [
                (top[step] * row[column] - row[step] * top[column]) // before for column in range(step + 1, size + 2)
            ]
        before = top[step]
    solution: list[list[int]] = []
    for index in reversed(range(size)):
        row = rows[index]
        sums = [sum(map(mul, row[index + 1 : size], column)) for column in zip(*solution, strict=True)] or [0, 0]
        solution.insert(0, [(row[size + side] * before - sums[side]) // row[index] for side in (0, 1)])
    return solution, before


def ruin_ever(coup: CoupDistribution, limit: int, digits: int) -> Bounds:
    """The probability that play without a target ever reaches the result ``limit`` in units, which is negative.

    It is 0 if no coup loses, and else 1 unless the expectation is positive. Then E[z**X] = 1, for the result X of a
    coup, has one root z strictly between 0 and 1, and z**(result) is a martingale: the probability is between
    z**(−limit + d − 1) and z**(−limit), where d is the largest loss.
    """
    if coup.lowest >= 0:
        return Fraction(0), Fraction(0)
    if coup.mean <= 0:
        return Fraction(1), Fraction(1)
    exponents = -limit, -limit - coup.lowest - 1
    places = digits + len(str(exponents[1])) + 3
    below = isolated_root(coup, places)
    above = below + Fraction(1, 10**places)
    return below ** exponents[1], above ** exponents[0]


def isolated_root(coup: CoupDistribution, places: int) -> Fraction:
    """The root of E[z**X] = 1 strictly between 0 and 1, rounded down to ``places`` decimals, if E[X] is positive.

    In between, E[z**X] − 1 is positive below the root and negative above it, because it is convex in log z.
    """
    scale, low, high = 10**places, 0, 10**places
    while high - low > 1:
        middle = (low + high) // 2
        value = sum(
            count * middle ** (won - coup.lowest) * scale ** (coup.highest - won) for won, count in coup.counts.items()
        )
        one = coup.deals * middle**-coup.lowest * scale**coup.highest
        low, high = (middle, high) if value >= one else (low, middle)
    return Fraction(low, scale)


MAX_STEPS = 2 * 10**7  # states · the square of the farthest move: about half a minute
_GUARD = 12
_RUIN, _TARGET = -1, -2
_Interval = tuple[int, int]


def race_within(coup: CoupDistribution, limits: Limits, digits: int) -> Race:
    """The race within one unit of the last of ``digits`` decimals; raises `ExactError` for more than `MAX_STEPS`."""
    low, high = limits
    assert low is not None
    assert high is not None
    states = high - low - 1
    if states * max(-coup.lowest, coup.highest) ** 2 > MAX_STEPS:
        bound = f"is {states} units of {coup.unit} from ruin, too many to solve: take a nearer one or simpler stakes"
        raise ExactError("target", f"a net win of {high * coup.unit}", bound)
    places = digits + _GUARD
    while True:
        with suppress(ZeroDivisionError):  # a chance that is rounded down to 0 needs more digits, too
            race = _race(coup, states, -low - 1, 10**places)
            if all(upper - lower < Fraction(1, 10**digits) for lower, upper in race):
                return race
        places *= 2


def _race(coup: CoupDistribution, states: int, start: int, one: int) -> Race:
    """The race in units of 1 / ``one``; raises `ZeroDivisionError` where this is too coarse."""
    chain: list[dict[int, _Interval]] = []
    for place in range(states):
        chances: dict[int, _Interval] = {}
        for won, count in coup.counts.items():
            end = _RUIN if place + won < 0 else _TARGET if place + won >= states else place + won
            lower, upper = chances.get(end, (0, 0))
            chances[end] = lower + one * count // coup.deals, upper - -one * count // coup.deals
        chain.append(chances)
    waits = [(one, one)] * states
    farthest = max(-coup.lowest, coup.highest)
    for place in range(start):
        _eliminate(chain, waits, place, range(place + 1, min(place + farthest, states - 1) + 1), one)
    for place in range(states - 1, start, -1):
        _eliminate(chain, waits, place, range(max(place - farthest, start), place), one)
    ruin, target, coups = chain[start][_RUIN], chain[start][_TARGET], waits[start]
    if not ruin[0] + target[0]:
        raise ZeroDivisionError("every chance is rounded down to 0")
    return Race(
        (Fraction(ruin[0], ruin[0] + target[1]), Fraction(ruin[1], ruin[1] + target[0])),
        (Fraction(coups[0], ruin[1] + target[1]), Fraction(coups[1], ruin[0] + target[0])),
    )


def _eliminate(chain: list[dict[int, _Interval]], waits: list[_Interval], place: int, others: range, one: int) -> None:
    """Reroute every transition into the state ``place``, from ``others``, to its successors."""
    gone = chain[place]
    gone.pop(place, None)  # staying there only takes time: the chances to go elsewhere add up to less than 1
    lowest, highest = (sum(chance[side] for chance in gone.values()) for side in (0, 1))
    onward = {
        end: (one * lower // (lower + highest - upper), -(-one * upper // (upper + lowest - lower)))
        for end, (lower, upper) in gone.items()
    }
    for other in others:
        chances, wait = chain[other], waits[other]
        to = chances.pop(place, None)
        if to is None:
            continue
        for end, (lower, upper) in onward.items():
            before = chances.get(end, (0, 0))
            chances[end] = before[0] + to[0] * lower // one, before[1] - -to[1] * upper // one
        waits[other] = wait[0] + to[0] * waits[place][0] // highest, wait[1] - -to[1] * waits[place][1] // lowest
