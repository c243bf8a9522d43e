"""Counts as tasks: the same laws from any workers, saved, resumed; and a question of its own for each convention."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest
from support import STANDARD

from exact.analysis import count_runs
from exact.analysis.count_play import Count, count_values
from exact.analysis.count_runs import values_by_tasks
from exact.bets.catalogue import find_bet
from exact.game.cards import Granularity
from exact.game.shoe import Shoe

SHOE = Shoe.of_values([2, 9, 0, 1, 3, 2, 1, 0, 1, 2])
UNSEEN = range(6, 22)
HALVES = Count(tuple(Fraction(tag, 2) for tag in (0, 1, -1, 0, 2, 0, 0, 0, -2, 0)), Granularity.VALUES)
COUNTED = [
    (find_bet("tie"), HALVES),
    (find_bet("lucky-6:12-18"), HALVES._replace(rounding="floor", initial=Fraction(-1, 3))),
]


def test_the_same_values_from_any_workers_and_from_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [count_values(bet, count, SHOE, STANDARD, UNSEEN) for bet, count in COUNTED]
    assert values_by_tasks(COUNTED, SHOE, STANDARD, UNSEEN) == expected
    monkeypatch.setattr(count_runs, "NUMBERS_A_TASK", 5)
    steps: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads:
        told = values_by_tasks(COUNTED, SHOE, STANDARD, UNSEEN, threads, tmp_path, lambda *step: steps.append(step))
    assert told == expected
    assert steps[-1] == (8, 8)
    monkeypatch.setattr(count_runs, "count_values", None)
    assert values_by_tasks(COUNTED, SHOE, STANDARD, UNSEEN, checkpoint=tmp_path) == expected
    others = [
        [(find_bet("tie"), HALVES._replace(running=True)), COUNTED[1]],
        [COUNTED[0], (find_bet("lucky-6:12-23"), COUNTED[1][1])],
        COUNTED[::-1],
    ]
    for other in others:
        with pytest.raises(TypeError):
            values_by_tasks(other, SHOE, STANDARD, UNSEEN, checkpoint=tmp_path)


@pytest.mark.parametrize(
    ("parallel", "saved", "tasks"), [(False, False, 2), (True, False, 8), (False, True, 8), (True, True, 8)]
)
def test_counts_are_divided_if_there_are_workers_or_a_checkpoint(
    parallel: bool, saved: bool, tasks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two counts at 16 numbers of unseen cards, five of them a task: four tasks for each count."""
    monkeypatch.setattr(count_runs, "NUMBERS_A_TASK", 5)
    monkeypatch.setattr(count_runs, "count_values", lambda *_: [])
    steps: list[tuple[int, int]] = []
    with ThreadPoolExecutor(1) as threads:
        values_by_tasks(
            COUNTED,
            SHOE,
            STANDARD,
            UNSEEN,
            threads if parallel else None,
            tmp_path if saved else None,
            lambda *step: steps.append(step),
        )
    assert steps[-1] == (tasks, tasks)
