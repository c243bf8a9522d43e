"""Exact distributions of what a whole shoe of one deck holds, from its composition, with bounds proved for rounding.

For each set of cards, by point value, there are so many ways to deal it in whole coups that reach a state, such as a
number of ties: a coup adds one of the multisets of four to six cards, in the orders that give its outcome. Cards burned
unseen may as well be the last ones of the shoe, so these ways serve every shoe; the cards that are there, and the cut
card, decide only how likely each way is and where the shoe ends. Last, the engine counts the outcomes of the last coup.

Nothing is subtracted, so a rounding changes a probability by at most 2**-53 of itself. In a row there are at most 7,000
multisets, and then fewer than 100 additions of states that lead to the same one, so fewer than 8,000 additions and
products, for each of nine coups before the last one; 20,000 additions for a block of compositions, 2,000 for all
blocks, and 1,000 for the rest: fewer than `ROUNDINGS`.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, perm, prod
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit

from exact.analysis.dealing import Dealing
from exact.analysis.dependence import FEWEST, MOST
from exact.analysis.simulated_shoes import RUN
from exact.engine.many_shoes import NUMBA, ManyShoes
from exact.engine.outcomes import outcome_coefficients
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.lazy import Doubles, Integers
from exact.publication.stored_figures import MOST_LONGEST, MOST_OF_ONE_DECK
from exact.reference.decisions import DECISIONS
from exact.reference.walk import coups
from exact.rules import standard_tableau
from exact.stored import Row

Function = TypeVar("Function", bound=Callable[..., Any])
DIGITS = 12
_BITS = 5  # of a digit beside others: four cards at most, and a bit to borrow from
ROUNDINGS = 100_000
ROUNDED = Fraction(ROUNDINGS, 2**53 - ROUNDINGS)  # the largest error of a probability, relative to it
MOST_RUNS_OF_ONE_DECK = 2  # three runs and the coups between them are eleven coups
_GUARDS = sum(1 << (_BITS * place + _BITS - 1) for place in range(9))
_BLOCK = 1024  # compositions whose probabilities are added up together
_TOGETHER = 1 << 18


class Number(NamedTuple):
    """What is counted: the state before the first coup, the next one, and the number that a state stands for."""

    name: str
    first: Hashable
    step: Callable[[Any, Outcome], Hashable]
    value: Callable[[Any], int]


class End(NamedTuple):
    """A shoe without a card that is shown, whose last coup is the first to begin with ``limit`` cards dealt."""

    shown: int | None
    limit: int
    probability: Fraction


class Coups(NamedTuple):
    """The multisets of a coup by their cards other than tens: each has lines, one for each number of tens."""

    packed: Integers
    shifts: Integers  # the place of a composition less that of the rest
    first: Integers  # line of each
    tens: Integers
    extra: Integers  # cards beyond four
    orders: Doubles  # by outcome


def coups_with(name: str, *outcomes: Outcome, most: int | None = None) -> Number:
    """The number of coups with one of the outcomes; ``most`` stands for so many or more."""

    def step(found: int, outcome: Outcome) -> int:
        return found + (outcome in outcomes and found != most)

    return Number(name, 0, step, lambda found: found)


def runs_of(side: Outcome) -> Number:
    """The number of runs of `RUN` coups or more; the state has it, and the coups of the run that lasts, up to `RUN`."""

    def step(state: tuple[int, int], outcome: Outcome) -> tuple[int, int]:
        found, lasting = state
        if found == MOST_RUNS_OF_ONE_DECK:
            return state
        lasting = min(lasting + 1, RUN) if outcome is side else 0
        found += lasting == RUN and state[1] < RUN
        return found, 0 if found == MOST_RUNS_OF_ONE_DECK else lasting

    return Number(f"runs of {side.value}", (0, 0), step, lambda state: state[0])


def longest_run_of(side: Outcome) -> Number:
    """The longest run, of `MOST_LONGEST` coups or more alike; the state has it, and the coups of the run that lasts."""

    def step(state: tuple[int, int], outcome: Outcome) -> tuple[int, int]:
        longest, lasting = state
        lasting = lasting + 1 if outcome is side else 0
        longest = max(longest, lasting)
        return (MOST_LONGEST, 0) if longest >= MOST_LONGEST else (longest, lasting)

    return Number(f"longest run of {side.value}", (0, 0), step, lambda state: state[0])


def alternations() -> Number:
    """Decided coups that differ from the decided coup before, `MOST_OF_ONE_DECK` or more alike."""

    def step(state: tuple[int, Outcome | None], outcome: Outcome) -> tuple[int, Outcome | None]:
        changes, last = state
        if outcome is Outcome.TIE or changes == MOST_OF_ONE_DECK:
            return state
        changes += last not in (None, outcome)
        return changes, None if changes == MOST_OF_ONE_DECK else outcome

    return Number("alternations", (0, None), step, lambda state: state[0])


PASSES = (
    (coups_with("coups", *Outcome), coups_with("tie", Outcome.TIE, most=MOST_OF_ONE_DECK)),
    (coups_with("punto", Outcome.PUNTO, most=MOST_OF_ONE_DECK), runs_of(Outcome.PUNTO)),
    (coups_with("banco", Outcome.BANCO, most=MOST_OF_ONE_DECK), runs_of(Outcome.BANCO)),
    (alternations(),),
    (longest_run_of(Outcome.BANCO),),
)
"""The numbers that are counted together: their states fit in 5 GB."""


class States(NamedTuple):
    """The states of several numbers side by side: which they are, where each number begins, and the next by outcome."""

    of: list[tuple[Number, Hashable]]
    first: Integers
    moves: Integers


def states_of(numbers: Sequence[Number], coups: int) -> States:
    """The states that so many coups reach."""
    places: dict[tuple[Number, Hashable], int] = {}
    first = []
    for number in numbers:
        first.append(len(places))
        reached = {number.first: None}
        for _coup in range(coups):
            reached |= dict.fromkeys(number.step(state, outcome) for state in list(reached) for outcome in Outcome)
        places |= {(number, state): len(places) + index for index, state in enumerate(reached)}
    moves = [[places.get((number, number.step(state, side)), -1) for number, state in places] for side in Outcome]
    return States([*places], np.array(first), np.array(moves))


def ends_of(values: Sequence[int], dealing: Dealing) -> list[End]:
    """The ways in which a shoe may end, by its first card if that is shown; one coup begins after the cut card."""
    cards = sum(values)
    if not dealing.by_value:
        return [End(None, cards - dealing.cut - dealing.burned(1), Fraction(1))]
    held = [(value, number) for value, number in enumerate(values) if number]
    return [End(value, cards - dealing.cut - dealing.burned(value), Fraction(n, cards)) for value, n in held]


def coups_of(values: Sequence[int], strides: Integers) -> Coups:
    """The coups that a shoe can have, those of tens alone first."""
    orders: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0] * len(Outcome))
    for coup in coups(DECISIONS["standard"]):
        cards = coup.punto.values + coup.banco.values
        orders[tuple(cards.count(value) for value in range(10))][[*Outcome].index(coup.outcome)] += 1
    lines: dict[tuple[int, ...], list[tuple[int, int, list[int]]]] = {(0,) * len(strides): []}
    for cards, ways in sorted(orders.items()):
        if all(np.less_equal(cards, values)):
            lines.setdefault(cards[1:], []).append((cards[0], sum(cards) - FEWEST, ways))
    others = np.array([*lines])
    tens, extra, by_outcome = zip(*(line for several in lines.values() for line in several), strict=True)
    return Coups(
        (others << (_BITS * np.arange(len(strides)))).sum(axis=1),
        others @ strides,
        np.cumsum([0, *map(len, lines.values())]),
        np.array(tens),
        np.array(extra),
        np.array(by_outcome, dtype=np.float64),
    )


def next_counts(tens: int, digits: Integers, dealt: range) -> Integers:
    """For cards seen, by their cards other than tens and their tens, the counts of the outcomes of the next six."""
    many, others = ManyShoes(outcome_coefficients(standard_tableau())), digits.max(axis=0)
    counts = np.zeros((len(digits), tens + 1, len(Outcome)), dtype=np.int64)
    for ten in range(tens + 1):
        size = digits.sum(axis=1) + ten
        wanted = np.flatnonzero((size >= dealt.start) & (size < dealt.stop))
        for start in range(0, len(wanted), _TOGETHER):
            some = wanted[start : start + _TOGETHER]
            left = np.insert(others - digits[some], 0, tens - ten, axis=1)
            counts[some, ten] = many.counts(left, NUMBA).T
    return counts


class Frame(NamedTuple):
    """The compositions, and by end what decides how likely a way is and which coup is the last."""

    sizes: Integers
    packed: Integers
    moves: Integers  # outcome × state: the state after a coup
    limits: Integers
    shown: Integers  # the place of the card shown, other than a ten
    shown_tens: Integers
    orders: Doubles  # end × composition: the ways to take its cards other than tens in order
    tens_orders: Doubles
    per_order: Doubles  # end × cards dealt: the chance of each order of these and the next six
    next_counts: Integers


def _compiled(function: Function) -> Function:
    compiled: Function = njit(function)
    return compiled


@_compiled
def _arrive(arrived: Doubles, ways: Doubles, place: int, packed: int, lines: Coups, width: int, states: int) -> None:
    """Add the ways whose last coup has cards other than tens, by cards beyond four, outcome and number of tens."""
    for which in range(1, len(lines.packed)):
        if ((packed - lines.packed[which]) & _GUARDS) == _GUARDS:
            source = ways[place - lines.shifts[which]]
            for line in range(lines.first[which], lines.first[which + 1]):
                skipped = lines.tens[line] * states
                for outcome in range(3):
                    orders = lines.orders[line, outcome]
                    if orders:
                        target = arrived[lines.extra[line], outcome, skipped:width]
                        for index in range(width - skipped):
                            target[index] += orders * source[index]


@_compiled
def _join(joined: Doubles, arrived: Doubles, row: Doubles, ten: int, lines: Coups, moves: Integers) -> None:
    """The ways by cards of the last coup beyond four and the state after it; they are added to ``row``."""
    states = moves.shape[1]
    for line in range(lines.first[1]):
        for outcome in range(3):
            if lines.tens[line] <= ten:
                for state in range(states):
                    ways = lines.orders[line, outcome] * row[(ten - lines.tens[line]) * states + state]
                    arrived[lines.extra[line], outcome, ten * states + state] += ways
    joined[:] = 0
    for extra in range(3):
        for outcome in range(3):
            for state in range(states):
                if moves[outcome, state] >= 0:
                    joined[extra, moves[outcome, state]] += arrived[extra, outcome, ten * states + state]
        for state in range(states):
            row[ten * states + state] += joined[extra, state]


@_compiled
def _finish(sums: Doubles, joined: Doubles, place: int, ten: int, frame: Frame) -> None:
    """Add the chances, by end, outcome of the last coup and state before it, that the last coup begins here."""
    dealt = frame.sizes[place] + ten
    for end in range(len(frame.limits)):
        over = dealt - frame.limits[end]
        chance = frame.orders[end, place] * frame.tens_orders[end, ten]
        if 0 <= over < 6 and chance:
            chance *= frame.per_order[end, dealt]
            counts = frame.next_counts[place + frame.shown[end], ten + frame.shown_tens[end]]
            for state in range(joined.shape[1]):
                ways = chance * joined[max(0, over - 3) :, state].sum()
                for outcome in range(3):
                    sums[end, outcome, state] += counts[outcome] * ways


@_compiled
def _deal(ways: Doubles, sums: Doubles, lines: Coups, frame: Frame, first: Integers) -> None:
    """Go through the compositions of the cards dealt, each after those it is reached from."""
    states, most = frame.moves.shape[1], frame.limits.max() + 5
    tens = ways.shape[1] // states - 1
    arrived, joined = np.zeros((3, 3, ways.shape[1])), np.zeros((3, states))
    for place in range(len(ways)):
        last = min(tens, most - frame.sizes[place])
        if last >= 0:
            arrived[:] = 0
            _arrive(arrived, ways, place, frame.packed[place], lines, (last + 1) * states, states)
            if place == 0:
                ways[0, first] = 1
            for ten in range(last + 1):
                _join(joined, arrived, ways[place], ten, lines, frame.moves)
                _finish(sums[place // _BLOCK], joined, place, ten, frame)


def frame_of(values: Sequence[int], ends: Sequence[End], moves: Integers, digits: Integers, strides: Integers) -> Frame:
    """What does not depend on how the coups are counted."""
    cards, latest = sum(values), max(end.limit for end in ends) + MOST
    lefts = [[held - (end.shown == value) for value, held in enumerate(values)] for end in ends]
    falling = np.array(
        [[float(perm(held, taken)) for taken in range(max(values) + 1)] for held in range(max(values) + 1)]
    )
    per_order = np.zeros((len(ends), latest))
    for row, left in zip(per_order, map(sum, lefts), strict=True):
        row[: left - MOST + 1] = [1 / perm(left, dealt + MOST) for dealt in range(min(latest, left - MOST + 1))]
    shown = [0 if end.shown in (None, 0) else int(strides[end.shown - 1]) for end in ends]
    return Frame(
        digits.sum(axis=1),
        _GUARDS + (digits << (_BITS * np.arange(len(strides)))).sum(axis=1),
        moves,
        np.array([end.limit for end in ends]),
        np.array(shown),
        np.array([int(end.shown == 0) for end in ends]),
        np.array([prod(falling[left[1 + i], digits[:, i]] for i in range(len(strides))) for left in lefts]),
        np.array([[float(perm(left[0], ten)) for ten in range(values[0] + 1)] for left in lefts]),
        per_order,
        next_counts(values[0], digits, range(min(end.limit for end in ends), min(latest + 1, cards - MOST + 1))),
    )


def distributions(values: Sequence[int], dealing: Dealing, numbers: Sequence[Number]) -> dict[tuple[str, int], float]:
    """The probability of each value of each number, wrong by at most `ROUNDED` of itself."""
    ends = ends_of(values, dealing)
    states = states_of(numbers, max(end.limit + 5 for end in ends) // FEWEST)
    radices = np.array(values[1:]) + 1
    strides = np.cumprod([1, *radices[:-1]])
    digits = np.arange(prod(radices.tolist()))[:, None] // strides % radices
    frame = frame_of(values, ends, states.moves, digits, strides)
    sums = np.zeros((len(digits) // _BLOCK + 1, len(ends), *states.moves.shape))
    ways = np.zeros((len(digits), (values[0] + 1) * len(states.of)))
    _deal(ways, sums, coups_of(values, strides), frame, states.first)
    found: dict[tuple[str, int], float] = defaultdict(float)
    by_end = np.array([float(end.probability) for end in ends])[:, None, None] * sums.sum(axis=0)
    for outcome, chances in zip(Outcome, by_end.sum(axis=0), strict=True):
        for (number, state), chance in zip(states.of, chances.tolist(), strict=True):
            found[number.name, number.value(number.step(state, outcome))] += chance
    return {figure: chance for figure, chance in sorted(found.items()) if chance}


def bounds(computed: float) -> tuple[Fraction, Fraction]:
    """Decimals that have the exact probability between them."""
    low, high = Fraction(computed) / (1 + ROUNDED), Fraction(computed) / (1 - ROUNDED)
    return Fraction(floor(low * 10**DIGITS), 10**DIGITS), Fraction(ceil(high * 10**DIGITS), 10**DIGITS)


def one_deck_rows() -> Iterator[Row]:
    """The rows of `exact.publication.stored_figures.ONE_DECK`."""
    for numbers in PASSES:
        for figure, computed in distributions(Shoe.of_decks(1).values, Dealing(), numbers).items():
            yield *figure, *bounds(computed)
