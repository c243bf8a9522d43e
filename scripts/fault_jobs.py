"""The long commands that `faults.py` disturbs, each as small as it can be, and the processes that it starts."""

import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

import psutil
from distributed import Client

ROOT = Path(__file__).parents[1]
Run = subprocess.Popen[str]
SAVED = "saved"
"""The directory of checkpoints."""
_COLUMNS = ",".join(f"c{value}" for value in range(10))


class Job(NamedTuple):
    """A command, run in a folder that holds its input."""

    words: tuple[str, ...]
    workers: bool = False
    """Whether it takes --workers, --cluster and --checkpoint."""


JOBS = {
    "tables": Job(("tables", "--only", "house-edges", "--out", "written")),
    "audit": Job(("audit", "figures.csv", "--out", "verdicts.csv", "--format", "csv")),
    "file": Job(("shoes", "shoes.csv", "--out", "odds.csv", "--bets", "dragon-7")),
    "parts": Job(("shoes", "parts", "--out", "written", "--format", "csv"), workers=True),
    "replay": Job(("shoes", "--dealt", "dealt.text", "--decks", "8", "--out", "coups.csv")),
    "perfect": Job(("perfect", "--bet", "tie", "--unseen", "16..19", "--decks", "8"), workers=True),
    "study": Job(("study", "--bet", "tie", "--shoes", "3000", "--format", "csv"), workers=True),
    "dependence": Job(("dependence", "--decks", "1", "--coups", "3", "--format", "csv"), workers=True),
    "count": Job(("count", "--bet", "tie", "--tags", "1,0,0,0,0,0,0,0,0,-1", "--decks", "1", "--format", "csv"), True),
}
INPUTS = ("figures.csv", "shoes.csv", "parts", "dealt.text")


def write_inputs(folder: Path) -> None:
    """The files that the jobs read, the same every time."""
    rng = random.Random(1)
    shoes = [",".join(str(rng.randrange(40)) for _ in range(10)) for _ in range(4000)]
    (folder / "shoes.csv").write_text("\n".join((_COLUMNS, *shoes, "no shoe", "")), encoding="utf-8")
    (folder / "parts").mkdir()
    for part in range(6):
        rows = shoes[600 * part : 600 * (part + 1)]
        (folder / "parts" / f"{part}.csv").write_text("\n".join((_COLUMNS, *rows, "")), encoding="utf-8")
    cards = [rank for rank in "A23456789TJQK" for _ in range(32)]
    dealt = []
    for _ in range(12):
        rng.shuffle(cards)
        dealt.append(" ".join(cards[:400]))
    (folder / "dealt.text").write_text("\n".join(dealt) + "\n", encoding="utf-8")
    about = product(("banco", "punto", "tie"), range(1, 30))
    claims = [f'"house edge of {bet}, {decks} decks",0.01' for bet, decks in about]
    (folder / "figures.csv").write_text("\n".join(("claim,printed", *claims, "")), encoding="utf-8")


def end(run: Run, seconds: float) -> tuple[int | None, str, str]:
    """The exit code of a run, or `None` if it has not ended after so many seconds, and what it printed."""
    try:
        out, err = run.communicate(timeout=seconds)
        code: int | None = run.returncode
    except subprocess.TimeoutExpired:
        kill(descendants(run.pid))
        run.kill()
        out, err = run.communicate()
        code = None
    return code, out or "", err or ""


def start(words: tuple[str, ...], folder: Path, **options: object) -> Run:
    """Start the command of these words in ``folder``, in a session of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
    settings: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    command = [sys.executable, "-P", "-m", "exact", *words]
    settings |= {"encoding": "utf-8", "errors": "replace", "cwd": folder, "env": environment, "start_new_session": True}
    return subprocess.Popen(command, **(settings | options))  # type: ignore[call-overload, no-any-return]


def descendants(pid: int) -> list[psutil.Process]:
    """The processes below a process."""
    with suppress(psutil.NoSuchProcess):
        return list(psutil.Process(pid).children(recursive=True))
    return []


def workers_of(pid: int) -> list[psutil.Process]:
    """The processes of its pool, or of a cluster's nannies."""
    workers = []
    for process in descendants(pid):
        with suppress(psutil.Error):
            if "spawn_main" in " ".join(process.cmdline()):
                workers.append(process)
    return workers


def kill(processes: list[psutil.Process]) -> None:
    """Kill what is left of these processes."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def still_there(processes: list[psutil.Process], seconds: float) -> list[psutil.Process]:
    """Those that have not ended after so many seconds; one that only waits for its parent to take note has."""
    deadline = time.monotonic() + seconds
    while (left := [process for process in processes if _is_live(process)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def slowdown() -> float:
    """How much longer a bare Python takes now than its processor time: 1 on a machine at leisure."""
    begun = time.monotonic()
    bare = subprocess.Popen([sys.executable, "-c", "pass"])
    _, status, used = os.wait4(bare.pid, 0)
    bare.returncode = os.waitstatus_to_exitcode(status)
    return max(1.0, (time.monotonic() - begun) / (used.ru_utime + used.ru_stime))


def _is_live(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


class Cluster(NamedTuple):
    """A scheduler and its workers, real processes on the loopback."""

    address: str
    scheduler: Run
    workers: Run


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a cluster of two workers, each under a nanny that starts another if it dies."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    address = f"127.0.0.1:{port}"
    with ExitStack() as opened:
        scheduler = opened.enter_context(_dask("dask_scheduler", "--host", "127.0.0.1", "--port", str(port)))
        workers = opened.enter_context(_dask("dask_worker", "--nworkers", "2", "--nthreads", "1", address))
        yield Cluster(address, scheduler, workers)


@contextmanager
def _dask(program: str, *words: str) -> Iterator[Run]:
    command = [sys.executable, "-P", "-m", f"distributed.cli.{program}", *words, "--no-dashboard"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
    with subprocess.Popen(command, **silent) as running:  # type: ignore[call-overload]
        try:
            yield running
        finally:
            below = descendants(running.pid)
            running.kill()
            kill(below)


def wait_for_workers(on: Cluster) -> None:
    """Until both workers are there; an earlier fault may have killed one."""
    with Client(on.address, timeout=60) as client:
        client.wait_for_workers(2, timeout=60)
