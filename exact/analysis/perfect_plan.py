"""What a run of `exact.analysis.perfect_play` would cost, before it begins."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import comb
from typing import NamedTuple

from exact.analysis.perfect_play import CHUNK, KEPT_CHUNKS, Question, block_size, blocks, count_part
from exact.runs.checkpoint import checkpoint_size

_MEASURED = 0.4
"""Seconds of measurement, unless `_FEWEST_RUNS` take longer."""
_FEWEST_RUNS, _MOST_RUNS = 3, 50


class Plan(NamedTuple):
    """The size of a run, and about what it takes."""

    compositions: int
    tasks: int
    core_seconds: float
    """The processor time of one core of this machine, from a measurement of a second or so."""
    checkpoint_bytes: int


def plan_of(question: Question) -> Plan:
    """The plan of a question."""
    tasks = len(blocks(question))
    draws = comb(sum(question.values), question.unseen).bit_length()
    bits = (2 + len(question.thresholds)) * draws + 53
    return Plan(question.compositions, tasks, _core_seconds(question), checkpoint_size(tasks, bits))


def _core_seconds(question: Question) -> float:
    """The time of all blocks: that of making the compositions of their halves, and that of the pairs of these."""
    of_half, of_pair = _costs(question)
    total = 0.0
    for block in blocks(question):
        _, first, last = block
        pairs, columns = block_size(question, block), last - first
        rows = pairs // columns
        made = rows if rows <= KEPT_CHUNKS * CHUNK else rows * -(-columns // CHUNK)
        total += (made + columns) * of_half + pairs * of_pair
    return total


def _costs(question: Question) -> tuple[float, float]:
    """The time of a composition of a half and of a pair of them, from a chunk against a single one and against another."""
    block = max(blocks(question), key=partial(block_size, question))
    low_cards, first, last = block
    rows = range(block_size(question, block) // (last - first))[:CHUNK]
    columns = range(first, last)[:CHUNK]
    alone = _best_time(lambda: count_part(question, low_cards, rows[:1], columns))
    paired = _best_time(lambda: count_part(question, low_cards, rows, columns))
    return alone / len(columns), max(paired - alone, 0.0) / (max(len(rows) - 1, 1) * len(columns))


def _best_time(work: Callable[[], object]) -> float:
    """Its processor time, which does not count how long other programs have the core, at its best: the least disturbed."""
    work()  # makes the tables that all blocks share
    times: list[float] = []
    while len(times) < _FEWEST_RUNS or (sum(times) < _MEASURED and len(times) < _MOST_RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)
