"""Measure what the program promises, as medians and as ratios to something measured in the same run.

What takes seconds is measured once. With --full also bets in a batch by numpy, the other libraries three times, and 52 unseen cards.
"""

from __future__ import annotations

import json
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from bench_batch import peak_of_a_file, report_batch, report_libraries
from bench_perfect import peak_memory, report_perfect
from bench_study import report_study
from exact.engine.many_shoes.grid import BatchPolynomial
from exact.engine.outcome_compiler import compile_polynomial
from exact.engine.value_batch import ValueBatch
from tabulate import tabulate

import exact
from exact.analysis.closed_form import closed_form
from exact.analysis.given import joined, odds_given
from exact.analysis.joint import count_jointly, variable_of_expression
from exact.analysis.removal import value_effects
from exact.bets.catalogue import catalogue
from exact.bets.knowledge_text import parse_knowledge
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import Vector, load_vectors
from exact.conformance.verify.runner import CONFORMS, Conversation, Limits, verify_engine
from exact.engine.one_shoe import count_categories
from exact.game.cards import Granularity
from exact.game.coup import outcome
from exact.game.shoe import Shoe
from exact.reference import walk
from exact.reference.decisions import DECISIONS
from exact.rules.named import rules_named

RUNS = 15
COLD_CATALOGUE = """
from exact import Shoe, price_bet, rules_named
from exact.bets.catalogue import catalogue
tableau = rules_named("standard").tableau
for bet in catalogue().values():
    price_bet(bet, Shoe.of_decks(8), tableau)
"""
MAIN_CLOSED_FORMS = """
from exact.analysis.closed_form import closed_form
from exact.bets.catalogue import catalogue
from exact.rules.named import rules_named
for name in ("punto", "banco", "tie"):
    closed_form(catalogue()[name], rules_named("standard").tableau)
"""

CANNED_ENGINE = """
import json, sys, time
answers = json.load(open(sys.argv[1], encoding="utf-8"))
for line in sys.stdin:
    request = json.loads(line)
    time.sleep(float(sys.argv[2]))
    print(answers[request.get("id", "hello")], flush=True)
"""
"""Knows every answer beforehand, and takes the time it is told to."""
BATCH = 20_000
THREE_COUPS = ("dependence", "--decks", "8", "--coups", "3", "--format", "csv")
PEAK_OF_THREE_COUPS = f"""
import resource
from exact.cli import main
main({THREE_COUPS!r})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def seconds(action: Callable[[], object], runs: int = RUNS) -> float:
    """The median time of ``action``, after one run that is not counted; what is run once is timed at once."""
    if runs > 1:
        action()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def process(*words: str, program: str = sys.executable) -> Callable[[], object]:
    return lambda: subprocess.run([program, *words], check=True, capture_output=True)


def command(*words: str) -> Callable[[], object]:
    """The installed command ``exact``, beside this interpreter."""
    return process(*words, program=str(Path(sys.executable).with_name("exact")))


def canned_engine(vectors: list[Vector], directory: Path, delay: float) -> str:
    """The command of an engine that answers ``vectors`` rightly, each after ``delay`` seconds."""
    kinds = ["outcomes", "bet", "coup", "given", "settlement"]
    able = {"arithmetic": "exact", "kinds": kinds, "granularity": "cards", "bets": "all", "rules": "all"}
    hello = {"protocol": "exact-baccarat", "version": 1, "engine": "canned", "capabilities": able}
    replies = {v.id: {"id": v.id, **({"error": "no"} if "error" in v.expected else v.expected)} for v in vectors}
    lines = {name: json.dumps(reply) for name, reply in {"hello": hello, **replies}.items()}
    (directory / "answers.json").write_text(json.dumps(lines), encoding="utf-8")
    (directory / "engine.py").write_text(CANNED_ENGINE, encoding="utf-8")
    return shlex.join(
        [sys.executable, "-I", "-S", *(str(directory / n) for n in ("engine.py", "answers.json")), str(delay)]
    )


def report_runner(report: Callable[[str, float, str], None]) -> None:
    """What asking another program costs."""
    vectors = load_vectors(smoke=True)
    with tempfile.TemporaryDirectory() as directory:
        command_line = canned_engine(vectors, Path(directory), 0.001)

        def smoke() -> None:
            found = verify_engine(command_line, vectors, Limits(), 9)
            assert found.verdict == CONFORMS, found

        report(f"the smoke set, {len(vectors)} vectors, asked of an engine that takes 1 ms each", seconds(smoke), "2 s")
        with Conversation(canned_engine(vectors, Path(directory), 0), Limits()) as engine:
            one = seconds(lambda: engine.ask(vectors[0].id, vectors[0].request), 500)
        report("one request to an engine that knows the answer, its time included", one, "0.2 ms")


def main() -> None:
    # First of all: a process's peak memory is at least that of the process that started it.
    ran = subprocess.run([sys.executable, "-c", PEAK_OF_THREE_COUPS], check=True, capture_output=True, text=True)
    peak = int(ran.stdout.splitlines()[-1])
    perfect_memory = peak_memory()
    peak_of_file = peak_of_a_file()
    tableau = rules_named("standard").tableau
    polynomial = compile_polynomial(tableau, outcome)
    shoe, values = Shoe.of_decks(8), Shoe.of_decks(8).removed("9 9 K").values
    bare = seconds(process("-c", "pass"))
    rows = []

    def report(what: str, median: float, bound: str) -> None:
        rows.append((what, f"{1000 * median:.2f} ms", f"{median / bare:.2f}", bound))

    def remark(what: str, figure: str, bound: str) -> None:
        rows.append((what, figure, "", bound))

    report("python -c pass, a whole process", bare, "")
    report("exact odds --decks 8, a whole process", seconds(command("odds", "--decks", "8")), "4 × bare")
    costs = {name: seconds(process("-c", f"from exact import {name}")) - bare for name in exact.__all__}
    costliest = max(costs, key=lambda name: costs[name])
    what = f"from exact import {costliest}, the costliest of {len(costs)} public names, above a bare process"
    report(what, costs[costliest], "30 ms")
    report("compile the outcomes from a matrix", seconds(lambda: compile_polynomial(tableau, outcome)), "100 ms")
    report("evaluate one more shoe", seconds(lambda: polynomial.counts(values), 200), "1 ms")
    report("walk a full 8-deck shoe", seconds(lambda: walk.count_outcomes(shoe, DECISIONS["standard"])), "100 ms")
    values_shoe = shoe.coarsened(Granularity.VALUES)
    batch = ValueBatch(catalogue().values(), tableau)
    bets = list(catalogue().values())
    report(f"{len(batch.bets)} value-level bets on one shoe", seconds(lambda: batch.counts(values_shoe), 200), "1 ms")
    report(
        f"the whole catalogue, {len(bets)} bets, on one shoe, warm",
        seconds(lambda: [count_categories(bet, shoe, tableau) for bet in bets]),
        "50 ms",
    )
    report(
        f"effects of removal of {len(batch.bets)} value-level bets, warm",
        seconds(lambda: value_effects(batch, values_shoe)),
        "50 ms",
    )
    fresh = (f"punto_total={p} banco={b},?" for p in range(10) for b in "A23456789K")
    asked = parse_knowledge("punto=4,0 banco=K,?")
    report(
        "a conditional query, its knowledge new each time",
        seconds(lambda: odds_given(shoe, tableau, joined(parse_knowledge(next(fresh)), shoe, tableau)), 50),
        "20 ms",
    )
    report(
        "the same query on one more shoe",
        seconds(lambda: odds_given(shoe, tableau, joined(asked, shoe, tableau)), 200),
        "20 ms",
    )
    punto, banco = (variable_of_expression(f"{side}_total", tableau) for side in ("punto", "banco"))
    report(
        "joint law of the final totals, on one shoe", seconds(lambda: count_jointly(punto, banco, shoe, tableau)), ""
    )
    report("the whole catalogue, a whole process", seconds(process("-c", COLD_CATALOGUE), 5), "1.5 s")
    report("closed forms of the three main bets, a whole process", seconds(process("-c", MAIN_CLOSED_FORMS), 5), "2 s")
    value_level = list(batch.bets.values())
    report(
        f"closed forms of {len(value_level)} value-level bets",
        seconds(lambda: [closed_form(bet, tableau) for bet in value_level]),
        "20 s",
    )
    many = np.random.default_rng(1).integers(0, np.array(shoe.values) + 1, (BATCH, 10))
    many_outcomes = BatchPolynomial(polynomial)
    report(f"outcomes of {BATCH} random shoes in a batch", seconds(lambda: many_outcomes.counts(many), 5), "1 s")
    report("joint law of three coups, a whole process", seconds(command(*THREE_COUPS), 3), "25 s")
    rows.append(("its peak memory", f"{peak / 1024:.0f} MiB", "", "1 GiB"))
    build = process(str(Path(__file__).with_name("build_vectors.py")), "--check")
    report("every conformance vector computed two ways, a whole process", seconds(build, 1), "60 s")
    vectors = load_vectors()
    report(
        f"{len(vectors)} vectors answered in process", seconds(lambda: [answer(v.request) for v in vectors], 3), "10 s"
    )
    report_runner(report)
    full = "--full" in sys.argv[1:]
    report_batch(report, seconds, process, peak_of_file, full)
    report_libraries(report, seconds, process, 3 if full else 1)
    report_perfect(report, remark, perfect_memory, full)
    report_study(report)
    with tempfile.TemporaryDirectory() as directory:
        tables = command("tables", "--out", directory)
        report("exact tables, a whole process", seconds(tables, 1), "60 s")
        report("exact book, a whole process", seconds(command("book", "--out", directory), 1), "5 min")
    headers = ("measured", "median", "× bare process", "bound")
    print(tabulate(rows, headers, tablefmt="pipe", disable_numparse=True, colalign=("left", "right", "right", "left")))


if __name__ == "__main__":
    main()
