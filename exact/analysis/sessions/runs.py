"""Runs among n independent coups: their number, the longest, what a tie does, and the text that asks for them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from exact.analysis.odds import OutcomeOdds
from exact.analysis.sessions.distributions import EXACT_COUPS, Bounds, ResultDistribution
from exact.errors import ExactError
from exact.game import Outcome
from exact.inputs import near_misses, one_of, parse_whole
from exact.names import canonical

BREAK, SKIP, COUNT = "break", "skip", "count"
CONVENTIONS = (BREAK, SKIP, COUNT)
"""A tie ends a run; is no coup at all, so that n decided coups are meant; or lengthens a run."""


class Trial(NamedTuple):
    """A coup as a run sees it: of ``total`` deals, some lengthen it, some leave it as it is, and the others end it."""

    longer: int
    total: int
    same: int = 0


def trial_of(event: int, tie: int, deals: int, convention: str) -> Trial:
    """The trial for an event of ``event`` deals, with ``tie`` deals of ties besides."""
    if convention == COUNT:
        return Trial(event + tie, deals)
    if convention == SKIP and tie == deals:
        raise ExactError("ties", convention, "leaves no coup: every coup is a tie or a push")
    return Trial(event, deals - tie if convention == SKIP else deals)


def at_least_one(trial: Trial, length: int, coups: int, digits: int) -> Bounds:
    """The probability of a run of ``length`` or more, exact up to `EXACT_COUPS` coups, else within 10**−``digits``."""
    if length > coups:
        return Fraction(0), Fraction(0)
    exact = coups <= EXACT_COUPS
    one = 1 if exact else 10 ** (digits + len(str(coups * length)) + 2)
    divisor = 1 if exact else trial.total
    states, reached = [one] + [0] * (length - 1), 0  # by the length of the run that the last coup is in
    for _coup in range(coups):
        reached = (reached * trial.total + states[-1] * trial.longer) // divisor
        ended = sum(states) * (trial.total - trial.longer - trial.same) // divisor
        longer = [ended, *(count * trial.longer // divisor for count in states[:-1])]
        states = [more + count * trial.same // divisor for more, count in zip(longer, states, strict=True)]
    whole = one * trial.total**coups if exact else one
    missing = whole - reached - sum(states)
    return Fraction(reached, whole), Fraction(reached + missing, whole)


def longest_run(trial: Trial, coups: int, digits: int, most_steps: int) -> list[Bounds]:
    """The probabilities of a run of at least 1, 2, … coups, while they are at least 10**−``digits``.

    The list ends earlier where all of them would take more than ``most_steps`` steps, coups times lengths.
    """
    found: list[Bounds] = []
    for length in count(1):  # no run is longer than the coups: its probability of 0 ends the list
        most_steps -= length * coups
        bounds = at_least_one(trial, length, coups, digits) if most_steps >= 0 else (Fraction(0), Fraction(0))
        if bounds[0] * 10**digits < 1:
            break
        found.append(bounds)
    return found


def expected_runs(trial: Trial, length: int, coups: int) -> Fraction:
    """The expected number of runs of ``length`` or more: they begin at the first coup or after one that ends a run."""
    if length > coups:
        return Fraction(0)
    chance = Fraction(trial.longer, trial.total)
    return chance**length * (1 + (coups - length) * (1 - chance))


class Move(NamedTuple):
    """What a coup of ``weight`` deals does to a sequence: it leads to another state, and counts 0 or 1."""

    start: int
    end: int
    weight: int
    counts: int = 0


def moves_of_runs(trial: Trial, length: int) -> list[Move]:
    """The states are the lengths of the run of the last coup, up to ``length``: a run counts as it reaches it."""
    moves = []
    for state in range(length + 1):
        moves.append(Move(state, min(state + 1, length), trial.longer, int(state == length - 1)))
        moves.append(Move(state, state, trial.same))
        moves.append(Move(state, 0, trial.total - trial.longer - trial.same))
    return moves


def moves_of_alternations(punto: int, banco: int, tie: int) -> list[Move]:
    """The states are no decided coup yet, punto and banco: a decided coup counts if the decided one before differs."""
    changes = [Move(1, 2, banco, 1), Move(2, 1, punto, 1), Move(1, 1, punto), Move(2, 2, banco)]
    return [Move(0, 1, punto), Move(0, 2, banco), *changes, *(Move(state, state, tie) for state in range(3))]


def distribution_of_number(moves: Sequence[Move], coups: int, most: int, digits: int) -> ResultDistribution:
    """How many coups count from state 0, ``most`` at most, as exact as `at_least_one`; `ExactError` for too many."""
    if (steps := coups * (most + 1) * len(moves)) > MAX_STEPS:
        raise ExactError("coups", coups, f"takes {steps} steps to count runs; the bound is {MAX_STEPS}")
    exact, total = coups <= EXACT_COUPS, sum(move.weight for move in moves if move.start == 0)
    whole = total**coups if exact else 10 ** (digits + len(str(steps)) + 2)
    states = 1 + max(move.start for move in moves)
    numbers = [[0] * (most + 1) for _ in range(states)]
    numbers[0][0] = 1 if exact else whole
    for _coup in range(coups):
        after = [[0] * (most + 1) for _ in range(states)]
        for start, end, weight, counts in moves:
            for number, ways in enumerate(numbers[start], counts):
                if ways and weight:
                    after[end][number] += ways * weight
        numbers = after if exact else [[ways // total for ways in row] for row in after]
    found = dict(enumerate(map(sum, zip(*numbers, strict=True))))
    return ResultDistribution(Fraction(1), found, whole, whole - sum(found.values()))


def number_of_runs(trial: Trial, length: int, coups: int, digits: int) -> ResultDistribution:
    """The number of runs of ``length`` or more, however long: between two of them is a coup that ends the first."""
    return distribution_of_number(moves_of_runs(trial, length), coups, (coups + 1) // (length + 1), digits)


def joined(number: ResultDistribution, seen: Mapping[int, int], least: int) -> tuple[list[Fraction], list[int]]:
    """Probabilities and tallies of consecutive numbers, joined until each is expected ``least`` times."""
    shoes, chances, tallies = sum(seen.values()), [Fraction(0)], [0]
    for runs, ways in number.counts.items():
        if chances[-1] * shoes >= least:
            chances.append(Fraction(0))
            tallies.append(0)
        chances[-1] += Fraction(ways, number.denominator)
        tallies[-1] += seen.get(runs, 0)
    if chances[1:] and chances[-1] * shoes < least:
        chances[-2:], tallies[-2:] = [chances[-2] + chances[-1]], [tallies[-2] + tallies[-1]]
    return chances, tallies


MAX_RUN = 1000
MAX_SHOES = 10**12
MAX_STEPS = 30_000_000  # coups times the length of a run: some seconds
_SIGNS = {"win": 1, "loss": -1}
EVENTS = (*(outcome.value for outcome in Outcome), *_SIGNS)


class RunQuestion(NamedTuple):
    """Runs of ``length`` or more of one of `EVENTS`, under one of `CONVENTIONS`."""

    event: str
    length: int
    convention: str

    def weights(self, coup: ResultDistribution, odds: OutcomeOdds) -> tuple[int, int, int]:
        """The weights of the event and of a tie (of a push, for a win or a loss), and of all coups."""
        if sign := _SIGNS.get(self.event):
            event = sum(count for won, count in coup.counts.items() if won * sign > 0)
            return event, coup.counts.get(0, 0), coup.denominator
        tie = 0 if self.event == Outcome.TIE.value else odds.counts[Outcome.TIE]
        return odds.counts[Outcome(self.event)], tie, odds.deals


def parse_run(text: str, ties: str | None, coups: int) -> RunQuestion:
    """The question in ``text``, with ``ties`` (by default, a tie ends a run); raises `ExactError` for other text."""
    words = text.split()
    if len(words) != 2:
        raise ExactError("runs", text, 'must be what runs and how often, like "banco 3"')
    event = canonical(words[0].lower(), EVENTS)
    if event not in EVENTS:
        raise ExactError("runs", words[0], f"is nothing that runs: {near_misses(words[0], EVENTS)}")
    length = parse_whole(words[1], "runs", 1, MAX_RUN)
    if length * coups > MAX_STEPS:
        raise ExactError("runs", text, f"takes {length * coups} steps; the bound is {MAX_STEPS}")
    convention = one_of(BREAK if ties is None else ties, CONVENTIONS, "ties", "is no convention")
    if event == Outcome.TIE.value and convention != BREAK:
        raise ExactError("ties", convention, "leaves nothing to a run of ties: only break does")
    return RunQuestion(event, length, convention)


OBSERVED = "must be numbers of runs and how many shoes had them, like 0=12,1=30"


def parse_observed(text: str, length: int, coups: int) -> dict[int, int]:
    """How many shoes had each number of runs; raises `ExactError` for other text and for a number that cannot be."""
    if coups > EXACT_COUPS:
        raise ExactError("coups", coups, f"are too many to compare numbers of runs; the bound is {EXACT_COUPS}")
    seen: dict[int, int] = {}
    most = (coups + 1) // (length + 1)
    for part in text.split(","):
        number, equals, shoes = part.partition("=")
        if not equals:
            raise ExactError("observed", part, OBSERVED)
        runs = parse_whole(number.strip(), "observed", 0, most)
        if runs in seen:
            raise ExactError("observed", text, f"gives the shoes with {runs} runs twice")
        seen[runs] = parse_whole(shoes.strip(), "observed", 0, MAX_SHOES)
    if not any(seen.values()):
        raise ExactError("observed", text, "has no shoe")
    return seen
