"""Write exact/publication/shoe_study.tsv, or with --check compare it: minutes on two cores. --workers N sets the processes."""

import argparse
import sys
import time
from pathlib import Path

from generated_file import write_or_compare

from exact.analysis.simulated_shoes import simulations_file
from exact.publication.reference_study import STUDY_FILE, entries
from exact.runs.processes import process_pool


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default one a core")
    arguments = parser.parse_args()
    start = time.perf_counter()
    with process_pool(arguments.workers) as pool:
        text = simulations_file(entries(pool, lambda scenario: scenario.shoes))
    print(f"{time.perf_counter() - start:.0f} s")
    return write_or_compare(Path(STUDY_FILE), text.encode("ascii"), arguments.check)


if __name__ == "__main__":
    sys.exit(main())
