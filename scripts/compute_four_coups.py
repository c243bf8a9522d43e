"""Write exact/analysis/four_coups.tsv, or with --check compare it: minutes on two cores. --workers N sets the processes."""

import argparse
import resource
import sys
import time
from pathlib import Path

from generated_file import write_or_compare

from exact.analysis.dependence import FOUR_COUPS_DECKS, FOUR_COUPS_FILE, JointLaw, four_coups_file, joint_law
from exact.game.shoe import Shoe
from exact.rules.named import rules_named
from exact.runs.processes import process_pool


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default one a core")
    arguments = parser.parse_args()
    laws: dict[int, JointLaw] = {}
    with process_pool(arguments.workers) as pool:
        for decks in FOUR_COUPS_DECKS:
            start = time.perf_counter()
            laws[decks] = joint_law(Shoe.of_decks(decks), rules_named("standard").tableau, 4, pool)
            print(f"{decks} decks: {time.perf_counter() - start:.0f} s")
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"peak memory of the largest process: {peak / 1024:.0f} MiB")
    text = four_coups_file(laws)
    return write_or_compare(Path(FOUR_COUPS_FILE), text.encode("ascii"), arguments.check)


if __name__ == "__main__":
    sys.exit(main())
