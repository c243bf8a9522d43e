"""Disturb long commands with seeded faults, and check what the program promises: python scripts/faults.py 1000.

Every fault has a number, its seed, which chooses the kind, the command and the moment: ``--seed 123 1`` repeats fault
123. After a fault: no file under its final name but the right bytes, one line and no traceback, an end within 2 s of a
signal (5 s on a cluster), no process left 5 s later; and the same command again gives the bytes of an undisturbed run.
"""

import argparse
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from fault_jobs import JOBS, Cluster, cluster, end, start, wait_for_workers, write_inputs
from fault_kinds import HERE, KINDS, NEEDS_WORKERS, ON_CLUSTER, Bench, Done, Finding, check, files_of

LANES = 2
"""How many faults are tried at a time, beside those of clusters."""


def job_of(seed: int) -> tuple[str, str]:
    """The kind of a fault and the command that it disturbs."""
    kind = KINDS[seed % len(KINDS)]
    jobs = [name for name, job in JOBS.items() if job.workers or kind not in NEEDS_WORKERS]
    return kind, random.Random(f"job of {seed}").choice(jobs)


class Laboratory:
    """The undisturbed runs, each made once, and the folder of the inputs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "inputs").mkdir()
        write_inputs(folder / "inputs")
        self._expected: dict[str, tuple[Done, float]] = {}
        self._locks = {job: threading.Lock() for job in JOBS}

    def expected(self, job: str) -> tuple[Done, float]:
        """What an undisturbed run gives with one worker and without a checkpoint, and the seconds that it takes."""
        with self._locks[job]:
            if job not in self._expected:
                alone = ("--workers", "1") if JOBS[job].workers else ()
                with self.place() as folder:
                    begun = time.monotonic()
                    ended = end(start((*JOBS[job].words, *alone), folder), 600)
                    self._expected[job] = Done(*ended, files_of(folder)), time.monotonic() - begun
                check(ended[0] in (0, 1, 2) and "Traceback" not in ended[2], f"undisturbed: {ended}")
            return self._expected[job]

    @contextmanager
    def place(self) -> Iterator[Path]:
        """A folder with the inputs."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        shutil.copytree(self.folder / "inputs", folder, dirs_exist_ok=True, copy_function=shutil.copy2)
        yield folder
        shutil.rmtree(folder, ignore_errors=True)

    def tried(self, seed: int, *on: Cluster) -> str | None:
        """Try one fault; returns what it found."""
        kind, job = job_of(seed)
        begun = time.monotonic()
        with self.place() as folder:
            try:
                bench = Bench(seed, job, folder, *self.expected(job))
                for started in on:
                    wait_for_workers(started)
                {**HERE, **ON_CLUSTER}[kind](bench, *on)  # type: ignore[operator]
                broken = None
            except Finding as finding:
                broken = str(finding)
        print(f"{seed:>6}  {kind:<22}{job:<12}{time.monotonic() - begun:6.1f} s  {broken or ''}".rstrip(), flush=True)
        return broken


def tried_on_cluster(laboratory: Laboratory, seeds: list[int]) -> list[str | None]:
    """Try the faults of clusters one after another; a cluster serves until its scheduler is lost."""
    found: list[str | None] = []
    rest = iter(seeds)
    for first in rest:
        with cluster() as started:
            found.append(laboratory.tried(first, started))
            seed = first
            while job_of(seed)[0] != "scheduler lost" and (seed := next(rest, -1)) >= 0:
                found.append(laboratory.tried(seed, started))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=60, help="the number of faults; default 60")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first fault; default 0")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    clusters = [seed for seed in seeds if job_of(seed)[0] in ON_CLUSTER]
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(LANES + 1) as lanes:
        laboratory = Laboratory(Path(folder))
        on_clusters = lanes.submit(tried_on_cluster, laboratory, clusters)
        found = list(lanes.map(laboratory.tried, [seed for seed in seeds if seed not in clusters]))
        found += on_clusters.result()
    broken = sum(finding is not None for finding in found)
    kinds = Counter(job_of(seed)[0] for seed in seeds)
    print(f"{len(found)} faults of {len(kinds)} kinds in {time.monotonic() - begun:.0f} s, findings: {broken}")
    return 1 if broken else 0


if __name__ == "__main__":
    # The commands are to obey it, even if this script runs in the background.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(main())
