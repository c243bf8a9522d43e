"""Measure perfect play: compositions a second, what a composition costs, how it scales with cards and with processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from exact.analysis.perfect_play import Question, blocks, count_block, perfect_play, question_of
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.rules.named import rules_named
from exact.runs.processes import process_pool

Report = Callable[[str, float, str], None]
Remark = Callable[[str, str, str], None]
"""As `Report`, of a figure that is no time."""
WIDTH = 77
"""The multiplications that a composition's expectation takes, and as many additions."""
SCALE = (10, 15, 20, 25, 30)
MEMORY = """
import resource
from exact.analysis.perfect_play import blocks, block_size, count_block, question_of
from exact.bets.catalogue import find_bet
from exact.rules.named import rules_named
from exact.game.shoe import Shoe
question, _ = question_of([find_bet("tie")], Shoe.of_decks(8), rules_named("standard").tableau, 52)
for block in (blocks(question)[0], max(blocks(question), key=lambda block: block_size(question, block))):
    count_block(question, *block)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _question(unseen: int) -> Question:
    return question_of([find_bet("tie")], Shoe.of_decks(8), rules_named("standard").tableau, unseen)[0]


def _blocks_time(question: Question) -> float:
    """The processor time of every block in this process, which does not count what others take of its core."""
    start = time.process_time()
    for block in blocks(question):
        count_block(question, *block)
    return time.process_time() - start


def _in_pool(unseen: int, workers: int) -> float:
    """The time of a whole answer by a pool that is warm."""
    bets, shoe, tableau = [find_bet("tie")], Shoe.of_decks(8), rules_named("standard").tableau
    with process_pool(workers) as pool:
        perfect_play(bets, shoe, tableau, 20, executor=pool)
        start = time.perf_counter()
        perfect_play(bets, shoe, tableau, unseen, executor=pool)
        return time.perf_counter() - start


def _peak_of_products() -> float:
    """Multiplications with additions a second of this core in a product of two large matrices."""
    square = np.random.default_rng(1).random((1024, 1024))
    found = np.empty_like(square)
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        np.matmul(square, square, out=found)
        best = max(best, 1024**3 / (time.process_time() - start))
    return best


def peak_memory() -> str:
    """The peak memory of a process that does the first and the largest block at 52 unseen.

    To be asked first of all: a process's peak is at least that of the process that started it.
    """
    ran = subprocess.run([sys.executable, "-c", MEMORY], check=True, capture_output=True, text=True)
    return f"{int(ran.stdout) / 1024:.0f} MiB"


def report_perfect(report: Report, remark: Remark, memory: str, full: bool) -> None:
    """The lines of perfect play on the tie with 8 decks; ``full`` adds the 17,279,601,405 compositions of 52 cards."""
    with process_pool(1) as core:  # with one thread, as the processes of a long run have
        core.submit(_blocks_time, _question(12)).result()
        for unseen, bound, floor in ((20, "0.5 s", "20 M/s"), (30, "6.1 s", "35 M/s")):
            question = _question(unseen)
            taken = min(core.submit(_blocks_time, question).result() for _ in range(3))
            report(f"perfect play, {unseen} unseen: {question.compositions:,} compositions on one core", taken, bound)
            rate = question.compositions / taken
            remark(f"compositions a second at {unseen} unseen", f"{rate / 1e6:.0f} M/s", floor)
        cost = core.submit(_peak_of_products).result() / rate
        name = "multiply-adds that a matrix product does in the time of a composition at 30 unseen"
        remark(name, f"{cost:.0f}, {WIDTH} of them needed for its expectation", "")
        times = [(unseen, core.submit(_blocks_time, _question(unseen)).result()) for unseen in SCALE]
        remark("perfect play by unseen cards, one core", ", ".join(f"{n}: {taken:.2g} s" for n, taken in times), "")
    one, two = _in_pool(30, 1), _in_pool(30, 2)
    report("perfect play, 30 unseen, by 2 processes", two, "5 s")
    remark("efficiency of 2 processes over 1", f"{one / two / 2:.0%}, of {os.cpu_count()} cores", "")
    remark("peak memory of a process at 52 unseen", memory, "300 MiB")
    if full:
        report("perfect play, 52 unseen: 17,279,601,405 compositions by 2 processes", _in_pool(52, 2), "6 min")


def main() -> None:
    """Print the lines alone."""
    report_perfect(
        lambda name, taken, bound: print(f"{name}: {taken:.3g} s ({bound})", flush=True),
        lambda name, figure, bound: print(f"{name}: {figure} ({bound})", flush=True),
        peak_memory(),
        "--full" in sys.argv[1:],
    )


if __name__ == "__main__":
    main()
