"""Ruin however long play takes: with a target exactly or within proven bounds, without one as a root.

Exactly: the probability h(x) of ruin from the result x solves D·h(x) = Σ a_j·h(x + j), with h = 1 at and below the low
limit and 0 at and above the high one: linear equations over the integers in a band along the diagonal.

Within proven bounds, where the exact fraction would be too long: doubles solve the equations, and solve them again for
what the residual, in integers, shows to be missing. The last residual bounds the error.
"""

from collections.abc import Callable
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from exact.analysis.sessions.distributions import Bounds, ResultDistribution
from exact.arithmetic import bisected
from exact.errors import ExactError
from exact.lazy import Doubles, Objects, np

MAX_WORK = 2 * 10**13  # estimated by `is_soon_solved`: about 2 s


class Race(NamedTuple):
    """Play until one of two limits, however long it takes: each figure between bounds, equal if it is exact."""

    probability: Bounds  #: That the low limit is reached first
    coups: Bounds


def race(coup: ResultDistribution, low: int, high: int, digits: int) -> Race:
    """From the result 0, between the limits in units: exactly if that takes seconds, and otherwise as `race_within`."""
    if not any(coup.counts):
        bound = "is never reached, and neither is ruin: every coup pushes"
        raise ExactError("target", f"a net win of {high * coup.unit}", bound)
    return ruin_before(coup, low, high) if is_soon_solved(coup, low, high) else race_within(coup, low, high, digits)


def is_soon_solved(coup: ResultDistribution, low: int, high: int) -> bool:
    """Whether `ruin_before` takes seconds: a row for each state, and an elimination, of numbers that grow."""
    rising, low, high = _rising(coup, low, high)
    states, reach = high - low - 1, rising.highest
    bits = _power(rising, states - 1 + reach) * rising.counts[reach].bit_length()
    return 2000 * states * len(rising.counts) * (reach + 2) * bits + reach**5 * bits**2 <= MAX_WORK


def ruin_before(coup: ResultDistribution, low: int, high: int) -> Race:
    """Exactly, from the result 0, which is between the limits, unless every coup pushes."""
    rising, low, high = _rising(coup, low, high)
    first_end, coups = _solved(rising, high - low - 1, -low - 1)
    return Race((first_end if rising == coup else 1 - first_end,) * 2, (coups, coups))


def _rising(coup: ResultDistribution, low: int, high: int) -> tuple[ResultDistribution, int, int]:
    """A coup and its limits, mirrored if steps upwards are then the shorter ones, or the only ones."""
    if coup.lowest >= 0 or 0 < coup.highest <= -coup.lowest:
        return coup, low, high
    return coup._replace(counts={-won: count for won, count in coup.counts.items()}), -high, -low


def _power(coup: ResultDistribution, state: int) -> int:
    """The power of the divisor in `_solved`: one more than that of the furthest state in the equation that gives it."""
    reach = coup.highest
    return max((state - reach) // (reach - max(step for step in (0, *coup.counts) if step < reach)) + 1, 0)


def _solved(coup: ResultDistribution, states: int, start: int) -> tuple[Fraction, Fraction]:
    """From a start among states 0, 1, …, the probability to leave before the first, and the expected number of steps.

    Both unknowns u solve u(x) = source + Σ counts[j]/deals · u(x + j), where the source is 0 and 1. Before the first
    state they are 1 and 0, beyond the last one 0 and 0. The equation of a state gives the value of the furthest state
    that a step reaches upwards, divided by the count of that step. So every value is linear in the first few, which are
    as many as the longest step upwards, and the known values beyond the last state are that many equations for them. To
    stay with integers, a value is multiplied by a power of the divisor. A row has the coefficients of the first values,
    then the constants of both unknowns.
    """
    reach, powers = coup.highest, [_power(coup, state) for state in range(states + coup.highest)]
    divisor = coup.counts[reach]
    rows = [[int(column == state) for column in range(reach)] + [0, 0] for state in range(reach)]
    weights = {step: -count for step, count in coup.counts.items() if step < reach}
    weights[0] = weights.get(0, 0) + coup.denominator
    for state in range(states):
        power = powers[state + reach] - 1
        scale = divisor**power
        row = [0] * (reach + 1) + [-coup.denominator * scale]
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
    matrix: Objects = np.array(rows, dtype=object)
    size, before = len(rows), 1
    for step in range(size):
        pivot = step + int(np.flatnonzero(matrix[step:, step])[0])
        matrix[[step, pivot]] = matrix[[pivot, step]]
        top, below = matrix[step], matrix[step + 1 :]
        below[:, step + 1 :] = (top[step] * below[:, step + 1 :] - np.outer(below[:, step], top[step + 1 :])) // before
        before = top[step]
    solution: Objects = matrix[:, size:] * before
    for index in reversed(range(size)):
        solution[index] -= matrix[index, index + 1 : size] @ solution[index + 1 :]
        solution[index] //= matrix[index, index]
    return solution.tolist(), before


def ruin_ever(coup: ResultDistribution, limit: int, digits: int) -> Bounds:
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


def isolated_root(coup: ResultDistribution, places: int) -> Fraction:
    """The root of E[z**X] = 1 strictly between 0 and 1, rounded down to ``places`` decimals, if E[X] is positive.

    In between, E[z**X] − 1 is positive below the root and negative above it, because it is convex in log z.
    """
    scale, lowest, highest = 10**places, coup.lowest, coup.highest

    def is_below(root: int) -> bool:
        powers = (deals * root ** (won - lowest) * scale ** (highest - won) for won, deals in coup.counts.items())
        return bool(sum(powers) >= coup.denominator * root**-lowest * scale**highest)

    return Fraction(bisected(is_below, 0, scale)[0], scale)


MAX_STEPS = 10**10  # estimated by `_steps`: about 5 s
_GUARD = 12  # decimals beyond those asked for
_BITS = 52  # of a double


def race_within(coup: ResultDistribution, low: int, high: int, digits: int) -> Race:
    """The race within one unit of the last of ``digits`` decimals; raises `ExactError` for more than `MAX_STEPS`.

    Without pushes, A u = s, where s is the number of deals that lose at once for the probability of ruin, and all m
    deals that move for the expected number t of moves. A is an M-matrix with A t = m. If integers U leave a residual of
    at most r·m of scale·s − A U, they differ from scale·u by at most r·t.
    """
    states, reach = high - low - 1, max(-coup.lowest, coup.highest)
    moves = {won: count for won, count in coup.counts.items() if won}
    moving = sum(moves.values())
    most = MAX_STEPS // _steps(reach, len(moves), digits)
    if states > most:
        bound = f"is {states} steps of {coup.unit} from ruin, and the bound for these stakes is {most}"
        hint = "take a nearer target, or stakes that win and lose multiples of a larger unit"
        raise ExactError("target", f"a net win of {high * coup.unit}", f"{bound}: {hint}")
    # t is at most (states + 2 reach)²: from an end against the drift, every move adds 1 or more to the mean square
    scale = 10 ** (digits + _GUARD) * (coup.denominator // moving + 1) * (states + 2 * reach) ** 2
    solution, residuals = _refined(moves, states, reach, scale)
    ruin, steps = map(int, solution[-low - 1])
    ruin_off, steps_off = (Fraction(int(residual), moving) for residual in residuals)
    longest, per_move = steps / (scale - steps_off), Fraction(coup.denominator, moving)
    lower, upper = ((ruin + sign * ruin_off * longest) / scale for sign in (-1, 1))
    bounds = max(lower, Fraction(0)), min(upper, Fraction(1))
    return Race(bounds, (per_move * steps / (scale + steps_off), per_move * longest))


def _refined(moves: dict[int, int], states: int, reach: int, scale: int) -> tuple[Objects, Objects]:
    """The solutions in units of 1 / ``scale``, a row for each state, and their largest residuals, at most 4 m.

    The relative error of doubles times t is far below 1, so every correction leaves less.
    """
    moving = sum(moves.values())
    sources: Objects = np.zeros((states, 2), dtype=object)
    sources[:, 1] = moving
    for won, count in moves.items():
        sources[: max(-won, 0), 0] += count
    padded: Objects = np.zeros((states + 2 * reach, 2), dtype=object)
    solution = padded[reach : reach + states]
    solved = _solver(moves, states, reach)
    while True:
        residual = scale * sources - moving * solution
        for won, count in moves.items():
            residual += count * padded[reach + won : reach + won + states]
        largest = np.abs(residual).max(axis=0)
        if (largest <= 4 * moving).all():
            return solution, largest
        corrections = np.rint(solved((residual / np.maximum(largest, 1)).astype(np.float64)) * 2.0**_BITS)
        solution += np.frompyfunc(int, 1, 1)(corrections) * largest // (moving << _BITS)


def _steps(reach: int, moves: int, digits: int) -> int:
    """The time of `race_within` for a state: to eliminate it, and to correct what it has of numbers of many bits."""
    bits = 4 * digits + 100
    return 10 * reach**2 + 30 * (moves + 3) * (bits + bits**2 // 1000)


def _solver(moves: dict[int, int], states: int, reach: int) -> Callable[[Doubles], Doubles]:
    """What solves the equations of `race_within` in doubles: blocks of states are eliminated one after the other."""
    size = min(max(reach, 32), states)
    rows = np.arange(size)
    matrix = np.zeros((size, 3 * size))  # a block's rows: the columns of the block before, its own and of that after
    matrix[rows, size + rows] = 1
    for won, count in moves.items():
        if abs(won) <= size:
            matrix[rows, size + rows + won] = -count / sum(moves.values())
    before, own, after = np.split(matrix, 3, axis=1)
    starts = range(size, states, size)
    inverses = [np.linalg.inv(own)]
    for start in starts:
        rest = states - start
        inverses.append(np.linalg.inv(own[:rest, :rest] - before[:rest] @ inverses[-1] @ after[:, :rest]))

    def solve(constants: Doubles) -> Doubles:
        parts = np.split(constants, starts)
        for index, inverse in enumerate(inverses[:-1], start=1):
            parts[index] = parts[index] - before[: len(parts[index])] @ (inverse @ parts[index - 1])
        parts[-1] = inverses[-1] @ parts[-1]
        for index in reversed(range(len(starts))):
            next_part = parts[index + 1]
            parts[index] = inverses[index] @ (parts[index] - after[:, : len(next_part)] @ next_part)
        return np.concatenate(parts)

    return solve
