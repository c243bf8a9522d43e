"""Measure speed as ratios to version 0.1.0, by running both in turn on the same machine; exit code 1 if a bound is exceeded.

    python scripts/bench.py --baseline DIR

DIR holds the sources of 0.1.0, for instance from ``git archive 4477154 | tar x -C DIR``; in a clone, you can omit it.
A line is the median of several runs. ``--libraries`` adds the general exact libraries of the extra ``bench``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

ROOT = Path(__file__).parents[1]
BASELINE = "4477154"
NO_SLOWER = 1.1
CHILD = """
import json, sys, time
names = {}
for line in sys.stdin:
    code, times = json.loads(line)
    code = compile(code, "benchmark", "exec")
    start = time.perf_counter()
    for _ in range(times):
        exec(code, names)
    print((time.perf_counter() - start) / times, flush=True)
"""
SETUP = """
import itertools
import numpy as np
from exact import Shoe, evaluate, find_bet, rules_named
from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.bets.catalogue import catalogue
tableau, eight = rules_named("standard").tableau, Shoe.of_decks(8)
bets = list(catalogue().values())
new_shoes = itertools.cycle(eight.without(first, second) for first in range(52) for second in range(3))
many = np.random.default_rng(1).integers(0, np.array(eight.values) + 1, (100_000, 10))
def first(found):
    return found if isinstance(found, tuple) else (found, None)
"""


class Line(NamedTuple):
    """A measurement: its name, the timed code, how often to run it in a row, the code before it, and the ratio's bound."""

    name: str
    code: str
    times: int = 1
    setup: str = ""
    baseline_setup: str | None = None
    """The setup for 0.1.0, if it differs."""
    bound: float = NO_SLOWER
    runs: int = 9


LINES = (
    Line(
        "one 8-deck answer, outcomes, from a shoe to integers", "odds_of_shoe(eight, tableau)", 50, bound=0.3, runs=15
    ),
    Line(
        "the whole catalogue on one new shoe, bet by bet",
        "shoe = next(new_shoes)\nfor bet in bets: price_bet(bet, shoe, tableau)",
        bound=0.6,
        runs=15,
    ),
    Line("the whole catalogue on one new shoe, evaluate", "evaluate([next(new_shoes).counts], tableau, bets)", runs=3),
    Line("outcomes of 100,000 shoes by numpy", "evaluate(many, tableau, kernel='numpy')"),
    Line("the same and the tie", "evaluate(many, tableau, ['tie'], 'numpy')"),
    Line("the same and dragon bonus", "evaluate(many, tableau, ['dragon-bonus-punto'], 'numpy')"),
    Line("outcomes of 100,000 shoes by numba", "evaluate(many, tableau, kernel='numba')"),
    Line("the same and dragon bonus, numba", "evaluate(many, tableau, ['dragon-bonus-punto'], 'numba')"),
    Line(
        "effects of removal of every bet that point values decide",
        "effects()",
        setup="from exact.analysis.removal import value_effects, value_level\nchosen = value_level(bets, tableau)\n"
        "def effects(): return value_effects(chosen, eight, tableau)",
        baseline_setup="from exact.bets.value_batch import ValueBatch\nfrom exact.analysis.removal import value_effects\n"
        "chosen = ValueBatch(bets, tableau)\ndef effects(): return value_effects(chosen, eight)",
    ),
    Line(
        "odds given some cards, new knowledge each time",
        "odds_given(eight, tableau, joined(parse_knowledge(next(knowledge)), eight, tableau))",
        setup="from exact.analysis.given import joined, odds_given\n"
        "from exact.bets.knowledge_text import parse_knowledge\n"
        "knowledge = (f'punto={p},? banco={b},?' for p in 'A23456789K' for b in 'A23456789K')",
        baseline_setup="from exact.analysis.conditional import joined, odds_given\n"
        "from exact.bets.knowledge_language import parse_knowledge\n"
        "knowledge = (f'punto={p},? banco={b},?' for p in 'A23456789K' for b in 'A23456789K')",
        runs=25,
    ),
    Line(
        "joint law of the final totals",
        "count_jointly(punto, banco, eight, tableau)",
        setup="from exact.analysis.joint import count_jointly, variable_of_expression\n"
        "punto, banco = (variable_of_expression(f'{side}_total', tableau) for side in ('punto', 'banco'))",
    ),
    Line(
        "closed form of the bet on banco",
        "closed_form(banco, tableau)",
        10,
        setup="from exact.analysis.closed_form import closed_form\nbanco = first(find_bet('banco'))[0]",
    ),
    Line(
        "perfect play on the tie, 20 cards unseen",
        "perfect_play([find_bet('tie')], eight, tableau, 20)",
        setup="from exact.analysis.perfect_play import perfect_play",
        runs=5,
    ),
    Line(
        "joint law of two coups",
        "joint_law(eight, tableau, 2)",
        setup="from exact.analysis.dependence import joint_law",
        runs=5,
    ),
)
PROCESSES = (
    ("exact odds --decks 8, a whole process", "from exact.cli import main; main(['odds', '--decks', '8'])"),
    (
        "exact bet dragon-7 --decks 8, a whole process",
        "from exact.cli import main; main(['bet', 'dragon-7', '--decks', '8'])",
    ),
)
QUICK = ("exact cite", "exact --help")
"""Commands for which a person waits and nothing is computed."""
QUICK_START = 8
"""The time allowed to each of `QUICK`, in starts of a bare Python."""
VERIFYING = """
import time
from exact.conformance.serve import handshake
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import load_set
from exact.conformance.verify.protocol import parse_handshake
from exact.conformance.verify.runner import verify_asking
from exact.conformance.verify.verification import Precision
class Engine:
    capabilities, over, left = parse_handshake(handshake()), "", float("inf")
    def __init__(self, pause):
        self.pause, self.happened = pause, []
    def ask(self, name, request):
        time.sleep(self.pause)
        return {"id": name, **answers[name]}
smoke, full = load_set(smoke=True), load_set()
def answer_all():
    answers.update({vector.id: answer(dict(vector.request)) for vector in full.vectors})
answers = {}
answer_all()
"""
"""An engine in this process that has its answers ready and takes a pause before each."""
VERIFIED = 2
"""The time of the answers of this package, everything compiled, within which they are also asked for and judged."""
OVERHEAD = 1.2
"""What asking and judging may cost an engine that takes a millisecond: a fifth of that for each request."""
WITH_DRAGON_BONUS = 1.6
"""The time of the outcomes within which they are counted with the dragon bonus."""
COLD_START = 4
"""The time allowed to the first of `PROCESSES`, in starts of a bare Python."""


class Measured:
    """An interpreter that imports one version of the package and times code."""

    def __init__(self, sources: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(sources), "OPENBLAS_NUM_THREADS": "1"}
        environment.pop(
            "PYTHONDONTWRITEBYTECODE", None
        )  # otherwise every process would compile recently edited modules
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def seconds(self, code: str, times: int = 1) -> float:
        """The mean time of ``code``, run ``times`` times in a row."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([code, times]) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def seconds_of_process(self, code: str) -> float:
        """The time of a whole process, measured from this one."""
        start = f"subprocess.run([sys.executable, '-P', '-c', {code!r}], check=True, capture_output=True)"
        self.seconds("import subprocess, sys")
        return self.seconds(start)


def medians(line: Line, before: Measured, now: Measured) -> tuple[float, float]:
    """The medians of a line in 0.1.0 and now; both run once before, so that nothing is compiled during the timing."""
    before.seconds(line.setup if line.baseline_setup is None else line.baseline_setup)
    now.seconds(line.setup)
    for measured in (before, now):
        measured.seconds(line.code)
    return in_turn(lambda: before.seconds(line.code, line.times), lambda: now.seconds(line.code, line.times), line.runs)


def code_of(*words: str) -> str:
    """What a process of the command ``exact`` with these words runs."""
    return f"from exact.cli import main; main({list(words)!r})"


def in_turn(first: Callable[[], float], second: Callable[[], float], runs: int = 9) -> tuple[float, float]:
    """The medians of two measurements that are made in turn."""
    pairs = [(first(), second()) for _ in range(runs)]
    of_first, of_second = (statistics.median(column) for column in zip(*pairs, strict=True))
    return of_first, of_second


@contextmanager
def baseline_sources(given: str | None) -> Iterator[Path]:
    """The folder with the sources of 0.1.0: the given one, or one made from this clone's history."""
    if given is not None:
        yield Path(given).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", BASELINE, "exact"], cwd=ROOT, check=True, capture_output=True
        ).stdout
        subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
        yield Path(folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--baseline", metavar="DIR", help="the sources of 0.1.0; by default from this clone's history")
    parser.add_argument("--libraries", action="store_true", help="also one distribution by each general exact library")
    arguments = parser.parse_args()
    rows: list[tuple[str, str, str, str, str]] = []
    too_slow = []

    def report(name: str, of_before: float, of_now: float, bound: float) -> None:
        ratio = of_now / of_before
        rows.append((name, f"{1000 * of_before:.2f}", f"{1000 * of_now:.2f}", f"{ratio:.2f}", f"{bound:g}"))
        if ratio > bound:
            too_slow.append(name)

    with baseline_sources(arguments.baseline) as folder:
        before, now = Measured(folder), Measured(ROOT)
        for measured in (before, now):
            measured.seconds(SETUP)
        for line in LINES:
            report(line.name, *medians(line, before, now), line.bound)
        for kernel in ("numpy", "numba"):
            alone = partial(now.seconds, f"evaluate(many, tableau, kernel='{kernel}')")
            both = partial(now.seconds, f"evaluate(many, tableau, ['dragon-bonus-punto'], '{kernel}')")
            report(f"dragon bonus beside the outcomes alone, {kernel}", *in_turn(alone, both), WITH_DRAGON_BONUS)
        now.seconds(VERIFYING)
        waits = "engine = Engine(0.001)\nfor vector in smoke.vectors: engine.ask(vector.id, {})"
        asked = "verify_asking(Engine(0.001), smoke, Precision())"
        alone = partial(now.seconds, waits)
        report(
            "the smoke set asked of an engine of 1 ms, beside its answers",
            *in_turn(alone, partial(now.seconds, asked)),
            OVERHEAD,
        )
        judged = partial(now.seconds, "answer_all()\nverify_asking(Engine(0), full, Precision())")
        report(
            "the full set verified in this process, beside its answers",
            *in_turn(partial(now.seconds, "answer_all()"), judged),
            VERIFIED,
        )
        bare = statistics.median(now.seconds_of_process("pass") for _ in range(9))
        for number, (name, code) in enumerate(PROCESSES):
            of_before, of_now = in_turn(partial(before.seconds_of_process, code), partial(now.seconds_of_process, code))
            report(name, of_before, of_now, NO_SLOWER)
            if number == 0:
                report("the same beside a bare Python, in its place", bare, of_now, COLD_START)
        for command in QUICK:
            quick = statistics.median(now.seconds_of_process(code_of(*command.split()[1:])) for _ in range(9))
            report(f"{command}, beside a bare Python", bare, quick, QUICK_START)
        with tempfile.TemporaryDirectory() as tables:
            one_table = code_of(
                "tables", "--only", "rulebooks", "--out", tables
            )  # the table in which nothing is computed
            pair = in_turn(partial(now.seconds_of_process, PROCESSES[1][1]), partial(now.seconds_of_process, one_table))
        report("exact tables --only rulebooks, beside exact bet dragon-7", *pair, 1)
    headers = ("measured", "0.1.0, ms", "now, ms", "ratio", "bound")
    print(tabulate(rows, headers, tablefmt="pipe", disable_numparse=True, colalign=("left", *["right"] * 4)))
    if arguments.libraries:
        from bench_libraries import report_libraries

        report_libraries()
    if too_slow:
        print(f"slower than the bound: {', '.join(too_slow)}", file=sys.stderr)
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
