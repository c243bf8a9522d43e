"""The laws of several counts as independent tasks: for any workers, and with a checkpoint.

A task is one count at some of the numbers of unseen cards. Its answer travels, and is saved, as whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from exact.analysis.count_play import Count, Values, count_values
from exact.bets.bet import Bet
from exact.game.shoe import Shoe
from exact.lazy import futures
from exact.rules.tableau import Tableau
from exact.runs.tasks import Progress, run_saved

Counted = tuple[Bet, Count]
NUMBERS_A_TASK = 32
"""A task repeats about as much common work as this many numbers of unseen cards take."""
_OF_VALUE = 4
"""A value's numerator and denominator, its ways, what it wins."""


def values_by_tasks(
    counted: Sequence[Counted],
    shoe: Shoe,
    tableau: Tableau,
    unseen: Sequence[int],
    executor: futures.Executor | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> list[list[Values]]:
    """`exact.analysis.count_play.count_values` of every bet and count, in tasks if an executor or a checkpoint is given."""
    at_once = len(unseen) if executor is None and checkpoint is None else NUMBERS_A_TASK
    tasks = [(index, first) for index in range(len(counted)) for first in range(0, len(unseen), at_once)]
    work = partial(_count_part, tuple(counted), shoe, tableau, tuple(unseen), at_once)
    identity = f"counts 1: {shoe.counts} {tableau} {unseen} {[(bet.to_line(), bet.pay_table, count) for bet, count in counted]}"
    by_count: list[list[Values]] = [[] for _ in counted]
    answers = run_saved(work, tasks, identity, executor=executor, checkpoint=checkpoint, progress=progress)
    for (index, _first), answer in zip(tasks, answers, strict=True):
        by_count[index] += _unpacked(answer)
    return by_count


def _count_part(
    counted: tuple[Counted, ...],
    shoe: Shoe,
    tableau: Tableau,
    unseen: tuple[int, ...],
    at_once: int,
    index: int,
    first: int,
) -> tuple[int, ...]:
    """One count at ``at_once`` numbers of unseen cards from the ``first`` on; for each its `Values`, one after another."""
    bet, count = counted[index]
    packed: list[int] = []
    for values in count_values(bet, count, shoe, tableau, unseen[first : first + at_once]):
        packed += [values.unseen, values.sets, values.unit, len(values.ascending)]
        for value, ways, won in zip(values.ascending, values.ways, values.won, strict=True):
            packed += [*value.as_integer_ratio(), ways, won]
    return tuple(packed)


def _unpacked(answer: tuple[int, ...]) -> Iterator[Values]:
    place = 0
    while place < len(answer):
        unseen, sets, unit, number = answer[place : place + 4]
        place += 4
        end = place + _OF_VALUE * number
        numerators, denominators, ways, won = (answer[place + part : end : _OF_VALUE] for part in range(_OF_VALUE))
        ascending = tuple(map(Fraction, numerators, denominators))
        yield Values(unseen, ascending, ways, won, sets, unit)
        place = end
