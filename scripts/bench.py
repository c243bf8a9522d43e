"""Measure what the program promises, as medians and as ratios to something measured in the same run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from tabulate import tabulate

from exact import walk
from exact.compilation import compile_polynomial
from exact.coup import outcome
from exact.rules.decisions import DECISIONS
from exact.rules.shipped import rules_named
from exact.shoe import Shoe

RUNS = 15


def seconds(action: Callable[[], object], runs: int = RUNS) -> float:
    """The median time of ``action``, after one run that is not counted."""
    action()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def process(*words: str) -> Callable[[], object]:
    command = [sys.executable, *words]
    return lambda: subprocess.run(command, check=True, capture_output=True)


def main() -> None:
    tableau = rules_named("standard").tableau
    polynomial = compile_polynomial(tableau, outcome)
    shoe, values = Shoe.of_decks(8), Shoe.of_decks(8).removed("9 9 K").values
    bare = seconds(process("-c", "pass"))
    rows = []

    def report(what: str, median: float, bound: str) -> None:
        rows.append((what, f"{1000 * median:.2f} ms", f"{median / bare:.2f}", bound))

    report("python -c pass, a whole process", bare, "")
    report("exact odds --decks 8, a whole process", seconds(process("-m", "exact", "odds", "--decks", "8")), "4 × bare")
    report("compile the outcomes from a matrix", seconds(lambda: compile_polynomial(tableau, outcome)), "100 ms")
    report("evaluate one more shoe", seconds(lambda: polynomial.counts(values), 200), "1 ms")
    report("walk a full 8-deck shoe", seconds(lambda: walk.count_outcomes(shoe, DECISIONS["standard"])), "100 ms")
    with tempfile.TemporaryDirectory() as directory:
        tables = process("-m", "exact", "tables", "--out", directory)
        report("exact tables, a whole process", seconds(tables, 3), "10 s")
    headers = ("measured", "median", "× bare process", "bound")
    print(tabulate(rows, headers, tablefmt="pipe", disable_numparse=True, colalign=("left", "right", "right", "left")))


if __name__ == "__main__":
    main()
