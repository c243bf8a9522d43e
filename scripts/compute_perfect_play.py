"""Write exact/publication/perfect_play.tsv: about half an hour on two cores. With --check compare what fits in a minute, with
--check --full everything. --checkpoint DIR keeps what is finished, and a run that was ended resumes there."""

import argparse
import sys
import time
from pathlib import Path

from exact.publication.perfect_reference import (
    PERFECT_PLAY_FILE,
    QUICK,
    UNSEEN,
    computed,
    entries,
    perfect_play_file,
    reference,
)
from exact.runs.processes import process_pool


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--full", action="store_true", help="with --check, compare everything")
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default one a core")
    parser.add_argument("--checkpoint", type=Path, metavar="DIR", help="keep what is finished here")
    arguments = parser.parse_args()
    asked = entries(QUICK if arguments.check and not arguments.full else UNSEEN)
    found = {}
    with process_pool(arguments.workers) as pool:
        for entry in asked:
            start = time.perf_counter()
            found[entry] = computed(entry, pool, arguments.checkpoint)
            print(
                f"{entry.unseen} unseen, {entry.decks} decks, {entry.bet}: {time.perf_counter() - start:.1f} s",
                flush=True,
            )
    if arguments.check:
        stale = [entry for entry in asked if reference().get(entry) != found[entry]]
        print(
            f"{len(stale)} of {len(asked)} entries differ: {stale}" if stale else f"{len(asked)} entries are up to date"
        )
        return int(bool(stale))
    Path(PERFECT_PLAY_FILE).write_text(perfect_play_file(found), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
