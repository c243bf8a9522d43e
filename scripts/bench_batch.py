"""What many shoes cost, and one distribution beside general exact libraries (extra ``bench``), each measured here.

``python scripts/bench_batch.py LIBRARY`` prints one library's counts, for timing a whole process.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from exact.engine.evaluate import Evaluator
from exact.engine.outcomes import count_outcomes
from exact.game.coup import Side
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.rules.named import rules_named
from exact.shoe_files.writing import csv_rows

Report = Callable[[str, float, str], None]
Seconds = Callable[[Callable[[], object], int], float]
SHOES = 1_000_000
BETS = ("tie", "dragon-7", "panda-8", "egalite-6", "punto-natural", "big", "quik", "dragon-bonus-punto")
MULTIPLY_ADDS = 2 * 5005 + 2 * 77
"""For a shoe: two categories by the matrices, then by the monomials of the smaller halves."""
OPERATIONS = 2 * MULTIPLY_ADDS + 2 * 2 * 461
"""Also the monomials, a subtraction and a multiplication each."""
PEAK_OF_A_FILE = """
import resource, sys
from exact.cli import main
main(["odds", "--shoes", sys.argv[1], "--out", sys.argv[2]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
DECIDE = DECISIONS["standard"]
FULL = dict(enumerate(Shoe.of_decks(8).values))


def finished(dealt: tuple[int, ...]) -> str | None:
    """The outcome of the point values dealt so far, `None` where one more card is due."""
    if len(dealt) < 4:
        return None
    punto, banco, rest = (dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10, list(dealt[4:])
    receives = DECIDE(punto, banco, None)
    punto_final, banco_final = punto, banco
    if receives is Side.PUNTO:
        if not rest:
            return None
        third = rest.pop(0)
        punto_final = (punto + third) % 10
        receives = DECIDE(punto, banco, third)
    if receives is Side.BANCO:
        if not rest:
            return None
        banco_final = (banco + rest[0]) % 10
    if punto_final == banco_final:
        return "tie"
    return "punto" if punto_final > banco_final else "banco"


def with_icepool() -> dict[str, int]:
    """The deck less the cards dealt as a die for the next card, as its `Deck.sequence` does."""
    import icepool

    deck: Any = icepool.Deck(FULL)

    def play(dealt: tuple[int, ...]) -> Any:
        found = finished(dealt)
        return found or icepool.Die(deck - dealt).map(lambda card: play((*dealt, card)))

    return _out_of_all(play(()).items())


def with_dyce() -> dict[str, int]:
    """`expand`, the histogram of cards left and those dealt handed on; nothing is cut off as too unlikely."""
    from dyce import H
    from dyce.evaluation import expand

    def step(result: Any, *, dealt: tuple[int, ...]) -> Any:
        now = (*dealt, result.outcome)
        left = {card: count - (card == result.outcome) for card, count in result.h.items()}
        return finished(now) or expand(step, H(left), dealt=now)

    return _out_of_all(expand(step, H(FULL), min_path_probability=Fraction(0), dealt=()).items())


def with_lea() -> dict[str, int]:
    """A conditional table for each card dealt, in fractions; its `drawing` tells 416 cards apart, which never ends."""
    import lea

    def play(dealt: tuple[int, ...], left: dict[int, int]) -> Any:
        def after(card: int) -> Any:
            now = (*dealt, card)
            return finished(now) or play(now, {value: count - (value == card) for value, count in left.items()})

        return lea.pmf(left, prob_type="f").switch_func(after).calc()

    return _out_of_all(play((), FULL).pmf_dict().items())


def _out_of_all(weights: Any) -> dict[str, int]:
    """Weights in any proportion as ordered six-card deals, exactly."""
    listed = {str(name): weight for name, weight in weights}
    total = sum(listed.values())
    deals = sum(OURS.values())
    counts = {name: weight * deals / total if not isinstance(weight, int) else weight * deals // total
              for name, weight in listed.items()}  # fmt: skip
    assert sum(counts.values()) == deals
    return {name: int(counts[name]) for name in sorted(counts)}


OURS = {
    outcome.value: count for outcome, count in count_outcomes(Shoe.of_decks(8), rules_named("standard").tableau).items()
}
LIBRARIES = {"icepool": with_icepool, "dyce": with_dyce, "lea": with_lea}


def report_libraries(report: Report, seconds: Seconds, process: Callable[..., Callable[[], object]], runs: int) -> None:
    """One 8-deck distribution by each library a user might take instead."""
    for name, count in LIBRARIES.items():
        if find_spec(name) is None:
            continue
        assert count() == OURS, name
        report(f"one 8-deck distribution with {name}, warm", seconds(count, runs), "")
        report(f"the same, a whole process with {name}", seconds(process(__file__, name), runs), "")


def report_batch(
    report: Report,
    seconds: Seconds,
    process: Callable[..., Callable[[], object]],
    peak_of_file: float,
    full: bool,
) -> None:
    """Many shoes in an array and in a file, which took ``peak_of_file`` MiB; bets by numpy too if ``full``."""
    tableau = rules_named("standard").tableau
    shoes = np.random.default_rng(1).integers(0, np.array(list(FULL.values())) + 1, (SHOES, 10))
    square = np.random.default_rng(2).random((1024, 1024))
    fastest = 2 * 1024**3 / seconds(lambda: square @ square, 9)
    outcomes = Evaluator(tableau)
    for kernel, rate in (("numpy", 400_000), ("numba", 1_500_000)):
        if find_spec(kernel) is None:
            continue
        alone = seconds(lambda kernel=kernel: outcomes.evaluate(shoes, kernel), 5)  # type: ignore[misc]
        share = OPERATIONS * SHOES / alone / fastest
        what = f"outcomes of {SHOES} random shoes with {kernel}: {SHOES / alone:,.0f} a second,"
        what += f" {OPERATIONS} operations each, {share:.0%} of a large product of matrices"
        report(what, alone, f"{SHOES / rate:.2f} s")
        for bet in BETS if full or kernel == "numba" else ():
            both = Evaluator(tableau, [bet])
            time = seconds(lambda both=both, kernel=kernel: both.evaluate(shoes, kernel), 3)  # type: ignore[misc]
            report(f"the same and {bet}, {time / alone:.2f} × the outcomes alone", time, "1.25 ×")
    with tempfile.TemporaryDirectory() as directory:
        source, out = Path(directory, "shoes.csv"), Path(directory, "odds.csv")
        write_shoes(source)
        what = f"exact odds --shoes on {SHOES} rows of CSV, a whole process, {peak_of_file:.0f} MiB at most"
        report(what, seconds(process("-c", PEAK_OF_A_FILE, str(source), str(out)), 3), "15 s, 300 MiB")


def write_shoes(path: Path) -> None:
    """A million random shoes, in pieces, so that this process stays small."""
    generator = np.random.default_rng(1)
    with path.open("wb") as file:
        file.write(",".join(f"c{value}" for value in FULL).encode() + b"\n")
        for _ in range(50):
            shoes = generator.integers(1, np.array(list(FULL.values())) + 1, (SHOES // 50, 10))
            file.write(csv_rows(list(shoes.T)))


def peak_of_a_file() -> float:
    """The peak memory in MiB of ``exact odds --shoes``; asked before this process has grown, for it is at least its own."""
    with tempfile.TemporaryDirectory() as directory:
        source, out = Path(directory, "shoes.csv"), Path(directory, "odds.csv")
        write_shoes(source)
        words = (sys.executable, "-c", PEAK_OF_A_FILE, str(source), str(out))
        ran = subprocess.run(words, check=True, capture_output=True, text=True)
    return int(ran.stdout.split()[-1]) / 1024


if __name__ == "__main__":
    print(LIBRARIES[sys.argv[1]]())
