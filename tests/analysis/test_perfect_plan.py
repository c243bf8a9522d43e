"""The plan of perfect play: its time from two measured costs, added up by hand, and how these are measured."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest
from support import STANDARD

from exact.analysis import perfect_play
from exact.analysis.perfect_play import Question, plan_of, question_of
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.runs.checkpoint import checkpoint_size


def asked(shoe: Shoe, unseen: int, *grid: Fraction) -> Question:
    return question_of([find_bet("tie")], shoe, STANDARD, unseen, grid)[0]


def measured(monkeypatch: pytest.MonkeyPatch, *seconds: float) -> list[tuple[int, int, int]]:
    """Let the measured times be these; returns the low cards, the rows and the columns of what is measured."""
    times, parts = iter(seconds), list[tuple[int, int, int]]()

    def part(_question: Question, low_cards: int, rows: range, columns: range) -> None:
        parts.append((low_cards, len(rows), len(columns)))

    def best_time(work: Callable[[], object]) -> float:
        work()
        return next(times)

    monkeypatch.setattr(perfect_play, "count_part", part)
    monkeypatch.setattr(perfect_play, "_best_time", best_time)
    return parts


@pytest.mark.parametrize(
    ("chunk", "cached", "rows", "made"),
    [
        (2048, 16, 35, 1 + 5 + 15 + 35 + 15 + 5 + 1),
        (10, 1, 10, 1 + 5 + 15 * 7 + 35 * 4 + 15 * 7 + 5 + 1),
        (5, 3, 5, 1 + 5 + 15 + 35 * 7 + 15 + 5 + 1),
    ],
)
def test_the_time_of_a_plan(chunk: int, cached: int, rows: int, made: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six cards of 8 decks: k low ones and 6 − k high ones have C(k + 4, 4) and C(10 − k, 4) compositions.

    The side with fewer is made once or, beyond what is kept, once for each chunk of the other. A composition takes 2 s, and a pair half a
    second; they are measured on the 35 · 35 pairs of three low cards, or a chunk of them.
    """
    monkeypatch.setattr(perfect_play, "CHUNK", chunk)
    monkeypatch.setattr(perfect_play, "CACHED_CHUNKS", cached)
    parts = measured(monkeypatch, 2 * rows, 2 * rows + (rows - 1) * rows / 2)
    plan = plan_of(asked(Shoe.of_decks(8), 6))
    columns, pairs = 2 * (210 + 126 + 70) + 35, comb(15, 9)
    assert parts == [(3, 1, rows), (3, rows, rows)]
    assert (plan.compositions, plan.tasks) == (pairs, 7)
    assert plan.core_seconds == (made + columns) * 2 + pairs / 2


def test_the_time_of_smaller_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 400 pairs at most: one to four for each number of low cards, and each makes the side with fewer compositions anew.

    The largest has 24 of the 70 compositions of four high cards, and the 15 of two low ones.
    """
    monkeypatch.setattr(perfect_play, "_BLOCK", 400)
    parts = measured(monkeypatch, 2 * 24, 2 * 24 + 14 * 24 / 2)
    plan = plan_of(asked(Shoe.of_decks(8), 6))
    assert parts == [(2, 1, 24), (2, 15, 24)]
    made, columns = 2 * (1 + 2 * 5 + 3 * 15) + 4 * 35, 2 * (210 + 126 + 70) + 35
    assert (plan.tasks, plan.core_seconds) == (16, (made + columns) * 2 + comb(15, 9) / 2)


def test_a_pair_takes_no_less_than_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pairs measured faster than one row of them; and a single pair beside another measurement of itself."""
    measured(monkeypatch, 70.0, 60.0)
    assert plan_of(asked(Shoe.of_decks(8), 6)).core_seconds == 2 * (77 + 2 * (210 + 126 + 70) + 35)
    measured(monkeypatch, 3.0, 5.0)
    assert plan_of(asked(Shoe.of_values([20, *[0] * 9]), 10)).core_seconds == (1 + 1) * 3 + 2


def test_the_checkpoint_of_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each of the seven tasks two weighted sums and one for each threshold, and 53 bits more."""
    measured(monkeypatch, 1.0, 1.0)
    plan = plan_of(asked(Shoe.of_decks(8), 6, Fraction(0), Fraction(1, 10)))
    assert plan.checkpoint_bytes == checkpoint_size(7, 4 * comb(416, 6).bit_length() + 53)


@pytest.mark.parametrize(("seconds", "runs"), [(1.0, 3), (0.125, 4), (0.001, 50)])
def test_the_least_disturbed_of_several_runs_counts(seconds: float, runs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One run to fill the tables; then three, or as many as 0.4 s allow, but no more than fifty."""
    clock, done = [0.0], list[float]()

    def part(*_: object) -> None:
        done.append(seconds if len(done) % 3 else seconds * 1.1)
        clock[0] += done[-1]

    monkeypatch.setattr(perfect_play, "count_part", part)
    monkeypatch.setattr("exact.analysis.perfect_play.time.process_time", lambda: clock[0])
    plan = plan_of(asked(Shoe.of_values([20, *[0] * 9]), 10))
    assert len(done) == 2 * (1 + runs)
    assert plan.core_seconds == pytest.approx(2 * seconds)
