"""The faults that `faults.py` tries, each with what must hold after it."""

import os
import random
import resource
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fault_jobs import (
    INPUTS,
    JOBS,
    SAVED,
    Cluster,
    Run,
    descendants,
    end,
    kill,
    slowdown,
    start,
    still_there,
    workers_of,
)

SOON, SOON_ON_CLUSTER, CHILDREN = 2.0, 5.0, 5.0
"""Seconds in which a run ends after a signal, here and on a cluster, and its processes; longer on a busy machine."""
NEVER = 120.0
"""Seconds after which a run hangs, unless it takes long undisturbed; see `Bench`."""


class Done(NamedTuple):
    """What a run printed, and the files under their final names."""

    code: int | None
    out: str
    err: str
    files: dict[str, bytes]


class Finding(Exception):
    """A promise that was not kept."""


class Bench:
    """A fault being tried: its folder, its command, what an undisturbed run gives and how long it takes."""

    def __init__(self, seed: int, job: str, folder: Path, expected: Done, seconds: float) -> None:
        self.rng = random.Random(seed)
        self.folder, self.expected, self.seconds = folder, expected, seconds
        self.never = max(NEVER, 20 * seconds)
        self.words = JOBS[job].words
        if JOBS[job].workers:
            self.words += ("--checkpoint", SAVED)
        self.here = ("--workers", "2") if JOBS[job].workers else ()

    def start(self, *words: str, **options: object) -> Run:
        return start(self.words + (words or self.here), self.folder, **options)

    def wait(self, run: Run) -> None:
        """Until a random moment of the run; in every second case soon after it has begun to write."""
        if self.rng.random() < 0.5:
            time.sleep(self.rng.uniform(0, 1.1 * self.seconds))
            return
        inputs = {self.folder / name for name in INPUTS}
        while run.poll() is None and inputs.issuperset(self.folder.iterdir()):
            time.sleep(0.002)
        time.sleep(self.rng.uniform(0, 0.3 * self.seconds))

    def check_files(self) -> None:
        """Every file under its final name is the right one."""
        for name, content in files_of(self.folder).items():
            check(self.expected.files.get(name) == content, f"{name} is not what an undisturbed run writes")

    def check_refused(self, done: tuple[int | None, str, str]) -> None:
        """The run ended, well or with one line."""
        code, _out, err = done
        check(code is not None, "hangs")
        check(code in (self.expected.code, 2), f"exit code {code}: {err!r}")
        check("Traceback" not in err, f"traceback: {err!r}")
        added = [line for line in err.splitlines() if line not in self.expected.err.splitlines()]
        check(len(added) <= 1, f"prints more than a line: {err!r}")
        said = any(line.startswith("exact: ") for line in added)
        check(code == self.expected.code or said, f"exit code {code} without a line: {err!r}")
        self.check_files()

    def check_same(self, done: tuple[int | None, str, str]) -> None:
        """The run gave what an undisturbed run gives."""
        check(done[0] is not None, "hangs")
        check(done[2] == self.expected.err, f"printed {done[2]!r}")
        check(done[:2] == self.expected[:2], f"other digits or exit code {done[0]}: {done[1][:300]!r}")
        check(files_of(self.folder) == self.expected.files, "other files than those of an undisturbed run")

    def check_resumes(self) -> None:
        self.check_same(end(self.start(), self.never))


def check(holds: bool, broken: str) -> None:
    if not holds:
        raise Finding(broken)


def files_of(folder: Path) -> dict[str, bytes]:
    """The files that a command has written under their final names."""
    names = {path: str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    return {
        name: path.read_bytes()
        for path, name in names.items()
        if name.split("/")[0] not in (*INPUTS, SAVED) and not name.endswith(".partial") and "/." not in f"/{name}"
    }


def interrupted(bench: Bench, number: signal.Signals) -> None:
    """A signal that asks the run to end, at a random moment."""
    run = bench.start()
    bench.wait(run)
    send(bench, run, number, SOON)
    bench.check_resumes()


def send(bench: Bench, run: Run, number: signal.Signals, seconds: float) -> None:
    """The run ends in time, in silence and with the signal's exit code, unless it was done; and leaves no process."""
    children = descendants(run.pid)
    sent = time.monotonic()
    run.send_signal(number)
    code, _out, err = end(run, bench.never)
    taken = time.monotonic() - sent
    check(code is not None, f"hangs after {number.name}")
    early = _is_of_python(number, code, err)
    good = early or code in (128 + number, -number, bench.expected.code)
    check(good, f"exit code {code} after {number.name}: {err!r}")
    check(err in ("", bench.expected.err) or early, f"printed {err!r} after {number.name}")
    check(taken < seconds or taken < seconds * slowdown(), f"took {taken:.1f} s to end after {number.name}")
    check(not still_there(children, CHILDREN), f"processes left {CHILDREN} s after {number.name}")
    bench.check_files()


def _is_of_python(number: signal.Signals, code: int | None, err: str) -> bool:
    """Whether Python itself printed this while the command, or a process of its pool, was starting."""
    if number is signal.SIGINT:
        starts = "Could not import runpy module\n", "Fatal Python error: init_import_site"
        unstarted = code == 1 and err.startswith(starts)
        return (unstarted or code == -number) and err.endswith("KeyboardInterrupt\n")
    return number is signal.SIGKILL and "in spawn_main\n" in err and "in _work\n" not in err


def worker_killed(bench: Bench, on: Cluster | None = None) -> None:
    """A process of the pool, or a worker of the cluster, dies: another takes its place, and the digits are the same."""
    run = bench.start(*(("--cluster", on.address) if on else ()))
    bench.wait(run)
    if workers := workers_of(on.workers.pid if on else run.pid):
        kill([bench.rng.choice(workers)])
    bench.check_same(end(run, bench.never))


def disk_full(bench: Bench) -> None:
    """No file can grow beyond a random size; or standard output is a device without room."""
    largest = max((len(content) for content in bench.expected.files.values()), default=2000)
    limit = bench.rng.randrange(1, largest + 1000)
    if bench.rng.random() < 0.2:
        with open("/dev/full", "wb") as full:
            bench.check_refused(end(bench.start(stdout=full), bench.never))
    else:
        bench.check_refused(end(bench.start(preexec_fn=partial(_limit, resource.RLIMIT_FSIZE, limit)), bench.never))
    bench.check_resumes()


def starved(bench: Bench) -> None:
    """Few files may be open, or little memory taken."""
    if bench.rng.random() < 0.5:
        limit = partial(_limit, resource.RLIMIT_NOFILE, bench.rng.randrange(12, 40))
    else:
        limit = partial(_limit, resource.RLIMIT_AS, bench.rng.randrange(160, 1200) << 20)
    bench.check_refused(end(bench.start(preexec_fn=limit), bench.never))
    bench.check_resumes()


def _limit(what: int, limit: int) -> None:
    resource.setrlimit(what, (limit, resource.getrlimit(what)[1]))


def read_only(bench: Bench) -> None:
    """Nothing can be written where the command should write; root may write anywhere but in /proc."""
    words = list(bench.words)
    option = bench.rng.choice([name for name in ("--out", "--checkpoint") if name in words] or [""])
    if not option:
        return
    index = words.index(option) + 1
    words[index] = f"/proc/self/{words[index]}"
    bench.check_refused(end(start((*words, *bench.here), bench.folder), bench.never))


def checkpoint_changed(bench: Bench) -> None:
    """Any byte of a checkpoint is another: it is refused and left alone, and without it all is done again."""
    bench.check_resumes()
    path = bench.rng.choice(sorted((bench.folder / SAVED).iterdir()))
    content = bytearray(path.read_bytes())
    index = bench.rng.randrange(len(content))
    content[index] ^= bench.rng.randrange(1, 256)
    path.write_bytes(content)
    done = end(bench.start(), bench.never)
    check(done[0] == 2 and "checkpoint" in done[2], f"byte {index} of a checkpoint changed: {done}")
    bench.check_refused(done)
    check(path.read_bytes() == content, "a damaged checkpoint was changed")
    path.unlink()
    bench.check_resumes()


def two_runs(bench: Bench) -> None:
    """Two runs in one directory: one may be refused."""
    first = bench.start()
    time.sleep(bench.rng.uniform(0, bench.seconds))
    second = bench.start()
    ends = [end(run, bench.never) for run in (first, second)]
    for done in ends:
        bench.check_refused(done)
        check(done[0] == bench.expected.code or "in use by another run" in done[2], f"refused: {done[2]!r}")
    check(any(done[0] == bench.expected.code for done in ends), "neither run has ended well")
    bench.check_resumes()


def reader_gone(bench: Bench) -> None:
    """Whoever reads the output stops after a random number of bytes."""
    read, write = os.pipe()
    run = bench.start(stdout=write)
    os.close(write)
    os.read(read, bench.rng.choice((1, 10, 1000))) if bench.rng.random() < 0.5 else None
    os.close(read)
    code, _out, err = end(run, bench.never)
    check(code == bench.expected.code, f"exit code {code}: {err!r}")
    check(err == bench.expected.err, f"printed {err!r}")
    check(files_of(bench.folder) == bench.expected.files, "other files than those of an undisturbed run")


def closed_streams(bench: Bench) -> None:
    """Standard input is closed, and perhaps standard error."""
    closed = bench.rng.choice(((0,), (0, 2), (2,), (0, 1, 2), (1,)))
    done = end(bench.start(preexec_fn=partial(_close_all, closed)), bench.never)
    if 1 in closed:
        check(done[0] == 2, f"standard output is closed: {done}")
        bench.check_files()
    else:
        expected = bench.expected._replace(err="" if 2 in closed else bench.expected.err)
        check(done == expected[:3], f"with {closed} closed: {done}")
    bench.check_resumes()


def _close_all(streams: tuple[int, ...]) -> None:
    for stream in streams:
        os.close(stream)


def cluster_interrupted(bench: Bench, on: Cluster) -> None:
    """A signal to a run on a cluster."""
    run = bench.start("--cluster", on.address)
    bench.wait(run)
    send(bench, run, bench.rng.choice((signal.SIGINT, signal.SIGTERM, signal.SIGKILL)), SOON_ON_CLUSTER)
    bench.check_resumes()


def scheduler_lost(bench: Bench, on: Cluster) -> None:
    """The scheduler dies or freezes: the run says so, and another resumes here."""
    run = bench.start("--cluster", on.address)
    bench.wait(run)
    frozen = bench.rng.random() < 0.5
    on.scheduler.send_signal(signal.SIGSTOP if frozen else signal.SIGKILL)
    if frozen and bench.rng.random() < 0.7:
        time.sleep(bench.rng.uniform(0, 3))
        if run.poll() is None:
            send(bench, run, bench.rng.choice((signal.SIGINT, signal.SIGTERM)), SOON_ON_CLUSTER)
    else:
        bench.check_refused(end(run, 60))
    bench.check_resumes()


HERE: dict[str, Callable[[Bench], None]] = {
    **{number.name: partial(interrupted, number=number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)},
    "worker killed": worker_killed,
    "disk full": disk_full,
    "starved": starved,
    "read-only": read_only,
    "checkpoint changed": checkpoint_changed,
    "two runs": two_runs,
    "reader gone": reader_gone,
    "closed streams": closed_streams,
}
ON_CLUSTER: dict[str, Callable[[Bench, Cluster], None]] = {
    "cluster interrupted": cluster_interrupted,
    "cluster worker killed": worker_killed,
    "scheduler lost": scheduler_lost,
}
KINDS = (*HERE, *ON_CLUSTER)
NEEDS_WORKERS = {"worker killed", "checkpoint changed", *ON_CLUSTER}
