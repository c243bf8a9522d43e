"""Measure speed as ratios to version 0.4.1, both run in turn on this machine; exit code 1 beyond a bound.

The sources of earlier versions come from this clone's history. A line is the median of several runs; the whole of
``exact tables`` is measured once, beside version 0.1.0.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tabulate import tabulate

ROOT = Path(__file__).parents[1]
BASELINE, TABLES_BASELINE = "6d053a1", "4477154"
"""The commits of versions 0.4.1 and 0.1.0."""
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
import importlib, itertools
import numpy as np
from exact import Shoe, evaluate, find_bet, rules_named
from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.bets.catalogue import catalogue
tableau, eight = rules_named("standard").tableau, Shoe.of_decks(8)
bets = list(catalogue().values())
new_shoes = itertools.cycle(eight.without(first, second) for first in range(52) for second in range(3))
many = np.random.default_rng(1).integers(0, np.array(eight.values) + 1, (100_000, 10))


def either(module, of_before, *names):
    try:
        return [getattr(importlib.import_module(module), name) for name in names]
    except (ImportError, AttributeError):
        return [getattr(importlib.import_module(of_before), name) for name in names]
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A measurement: its name, the timed code, its runs in a row and in all, and the code before it."""

    name: str
    code: str
    times: int = 1
    runs: int = 9
    setup: str = ""
    """What both versions run; a name that has changed since is found under either name."""


LINES = (
    Line("one 8-deck answer, outcomes, from a shoe to integers", "odds_of_shoe(eight, tableau)", 50, 15),
    Line(
        "the whole catalogue on one new shoe, bet by bet",
        "shoe = next(new_shoes)\nfor bet in bets: price_bet(bet, shoe, tableau)",
        runs=15,
    ),
    Line("the whole catalogue on one new shoe, evaluate", "evaluate([next(new_shoes).counts], tableau, bets)", runs=3),
    *(
        Line(f"{what} of 100,000 shoes by {kernel}", f"evaluate(many, tableau, {bets}, '{kernel}')")
        for kernel in ("numpy", "numba")
        for what, bets in (("outcomes", []), ("outcomes and dragon bonus", ["dragon-bonus-punto"]))
    ),
    Line(
        "effects of removal of every bet that point values decide",
        "[effects_of_removal(bet, eight, tableau) for bet in chosen]",
        setup="from exact.analysis.removal import effects_of_removal, value_level\nchosen = value_level(bets, tableau)",
    ),
    Line(
        "odds given some cards, new knowledge each time",
        "odds_given(eight, tableau, joined(parse_knowledge(next(knowledge)), eight, tableau))",
        runs=25,
        setup="joined, odds_given = either('exact.analysis.pricing', 'exact.analysis.given', 'joined', 'odds_given')\n"
        "(parse_knowledge,) = either('exact.bets.knowledge', 'exact.bets.knowledge_text', 'parse_knowledge')\n"
        "knowledge = (f'punto={p},? banco={b},?' for p in 'A23456789K' for b in 'A23456789K')",
    ),
    Line(
        "joint distribution of the final totals",
        "count_jointly(punto, banco, eight, tableau)",
        setup="from exact.analysis.joint import count_jointly, variable_of_expression\n"
        "punto, banco = (variable_of_expression(f'{side}_total', tableau) for side in ('punto', 'banco'))",
    ),
    Line(
        "closed form of the bet on banco",
        "closed_form(find_bet('banco'), tableau)",
        10,
        setup="from exact.analysis.closed_form import closed_form",
    ),
    Line(
        "perfect play on the tie, 20 cards unseen",
        "perfect_play([find_bet('tie')], eight, tableau, 20)",
        runs=5,
        setup="from exact.analysis.perfect_play import perfect_play",
    ),
    Line(
        "joint distribution of two coups",
        "joint_of_coups(eight, tableau, 2)",
        runs=5,
        setup="from exact.analysis import dependence\n"
        "joint_of_coups = getattr(dependence, 'joint_distribution', None) or dependence.joint_law",
    ),
)
PROCESSES = (("odds", "--decks", "8"), ("bet", "dragon-7", "--decks", "8"))
"""Commands measured as whole processes, in both versions."""
OWN_BET = """
import exact
from exact.bets.bet import parse_bets
def own(*conditions):
    rows = (f"{{ name = 'c{n}', when = '{when}', pays = 1 }}" for n, when in enumerate(conditions))
    return parse_bets(f"name = 'own'\\ncategory = [{', '.join(rows)}]", "own")[0]
first_four, all_dealt = own("flush(first_four)", "pairs(first_four) == 2"), own("of_a_kind(all_dealt) >= 4")
"""


def code_of(*words: str) -> str:
    """What a process of the command ``exact`` with these words runs."""
    return f"from exact.cli import main; main({list(words)!r})"


BESIDE_BARE = {
    "exact odds": (code_of(*PROCESSES[0]), 5),
    "exact cite": (code_of("cite"), 8),
    "exact --help": (code_of("--help"), 8),
    "exact ask": (code_of("ask", "house edge of tie, 8 decks"), 5),
    "a bet on ranks and suits of the first four cards": (f"{OWN_BET}exact.price(first_four, decks=8)", 50),
    "a bet on how often ranks come among all cards": (f"{OWN_BET}exact.price(all_dealt, decks=8)", 50),
    "these two bets jointly": (f"{OWN_BET}exact.joint(first_four, all_dealt, decks=8)", 250),
}
"""Processes for which a person waits, and the time allowed to each in starts of a bare Python."""
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
        if self.pause:  # even a pause of 0 gives the processor away
            time.sleep(self.pause)
        return {"id": name, **answers[name]}
    def progress(self, *numbers):
        pass
smoke, full = load_set(smoke=True), load_set()
def answer_all():
    answers.update({vector.id: answer(dict(vector.request)) for vector in full.vectors})
answers = {}
answer_all()
import exact
removed = itertools.cycle(" ".join(five) for five in itertools.combinations_with_replacement("A23456789K", 5))
"""
"""An engine in this process that has its answers ready and takes a pause before each, and cards to remove."""
_NEW_SHOES = "for _ in range(200): "
COMPARED = (
    (
        "the smoke set asked of an engine of 1 ms, beside its answers",
        "engine = Engine(0.001)\nfor vector in smoke.vectors: engine.ask(vector.id, {})",
        "verify_asking(Engine(0.001), smoke, Precision())",
        1.2,
    ),
    (
        "the full set verified in this process, beside its answers",
        "answer_all()",
        "answer_all()\nverify_asking(Engine(0), full, Precision())",
        2,
    ),
    *(
        (
            f"{name} of 200 new shoes, beside their counts",
            f"{_NEW_SHOES}odds_of_shoe(eight.removed(next(removed)), tableau)",
            f"{_NEW_SHOES}{code}",
            1.5,
        )
        for name, code in (
            ("exact.odds", "exact.odds(decks=8, remove=next(removed))"),
            ("exact.ask", "exact.ask(f'house edge of banco, 8 decks, without {next(removed)}')"),
        )
    ),
)
"""Names, a part alone and the whole, and the bound of the ratio. Asking may take a fifth of a millisecond for each
request, and judging as long as the answers of this package, everything compiled."""


class Measured:
    """An interpreter that imports one version of the package and times code."""

    def __init__(self, sources: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(sources), "OPENBLAS_NUM_THREADS": "1"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every process would compile recently edited modules
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
    """The medians of a line in 0.4.1 and now; both run once before, so that nothing is compiled during the timing."""
    for measured in (before, now):
        measured.seconds(line.setup)
        measured.seconds(line.code)
    return in_turn(lambda: before.seconds(line.code, line.times), lambda: now.seconds(line.code, line.times), line.runs)


def in_turn(first: Callable[[], float], second: Callable[[], float], runs: int = 9) -> tuple[float, float]:
    """The medians of two measurements that are made in turn."""
    pairs = [(first(), second()) for _ in range(runs)]
    of_first, of_second = (statistics.median(column) for column in zip(*pairs, strict=True))
    return of_first, of_second


@contextmanager
def sources_of(commit: str) -> Iterator[Path]:
    """A folder with the sources of an earlier version, from this clone's history."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "exact"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
        yield Path(folder)


def measured_lines() -> Iterator[tuple[str, float, float, float]]:
    """Each line: its name, the seconds of 0.4.1 or of what is compared, those of now, and the bound of the ratio."""
    with sources_of(BASELINE) as folder:
        before, now = Measured(folder), Measured(ROOT)
        for measured in (before, now):
            measured.seconds(SETUP)
        for line in LINES:
            yield line.name, *medians(line, before, now), NO_SLOWER
        now.seconds(VERIFYING)
        for name, alone, judged, bound in COMPARED:
            yield name, *in_turn(partial(now.seconds, alone), partial(now.seconds, judged)), bound
        bare = statistics.median(now.seconds_of_process("pass") for _ in range(9))
        for words in PROCESSES:
            code = code_of(*words)
            of_before, of_now = in_turn(partial(before.seconds_of_process, code), partial(now.seconds_of_process, code))
            yield f"exact {' '.join(words)}, a whole process", of_before, of_now, NO_SLOWER
        for name, (code, bound) in BESIDE_BARE.items():
            seconds = statistics.median(now.seconds_of_process(code) for _ in range(9))
            yield f"{name}, beside a bare Python", bare, seconds, bound
    with sources_of(TABLES_BASELINE) as folder, tempfile.TemporaryDirectory() as tables:
        of_before, of_now = (
            Measured(sources).seconds_of_process(code_of("tables", "--out", f"{tables}/{number}"))
            for number, sources in enumerate((folder, ROOT))
        )
        yield "exact tables, beside version 0.1.0", of_before, of_now, 1


def main() -> int:
    lines = list(measured_lines())
    rows = [
        (name, f"{1000 * of_before:.2f}", f"{1000 * of_now:.2f}", f"{of_now / of_before:.2f}", f"{bound:g}")
        for name, of_before, of_now, bound in lines
    ]
    headers = ("measured", "0.4.1, ms", "now, ms", "ratio", "bound")
    print(tabulate(rows, headers, tablefmt="pipe", disable_numparse=True, colalign=("left", *["right"] * 4)))
    too_slow = [name for name, of_before, of_now, bound in lines if of_now > bound * of_before]
    if too_slow:
        print(f"slower than the bound: {', '.join(too_slow)}", file=sys.stderr)
    return 1 if too_slow else 0


if __name__ == "__main__":
    sys.exit(main())
