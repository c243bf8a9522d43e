"""Work for `tests/runs`: functions of a module, for they travel to other processes."""

from __future__ import annotations

import os
import signal
import sys
import time
from math import factorial
from pathlib import Path

from exact.errors import ExactError
from exact.runs.checkpoint import Answer, Task
from exact.runs.cluster import cluster_executor
from exact.runs.processes import process_pool
from exact.runs.sweep import sweep


def powers(task: Task) -> Answer:
    """A small, a negative and a long answer: past 54 its digits are more than Python prints."""
    number = int(task[0])
    return number, -(number**3), factorial(30 * number)


def slow_powers(task: Task) -> Answer:
    time.sleep(0.05)
    return powers(task)


def die_once(task: Task) -> Answer:
    """Task 3 kills its process the first time, which the file that it names remembers."""
    marker = Path(str(task[1]))
    if task[0] == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return powers(task)


def die(task: Task) -> Answer:
    os.kill(os.getpid(), signal.SIGKILL)
    return powers(task)


def refuse(task: Task) -> Answer:
    """Task 7 fails."""
    if task[0] == 7:
        raise ExactError("number", task[0], "is refused")
    return slow_powers(task)


def hold(task: Task) -> Answer:
    """Task 0 is done at once, the others take a minute."""
    if task[0]:
        time.sleep(60)
    return powers(task)


def numbered(count: int) -> list[Task]:
    return [(number,) for number in range(count)]


def main(count: str, directory: str, address: str | None = None) -> int:
    """Sweep so many tasks slowly, with a checkpoint, here or on a cluster: a run to be killed."""
    try:
        with cluster_executor(address) if address else process_pool(None) as executor:
            sweep(slow_powers, numbered(int(count)), identity="killed", executor=executor, checkpoint=Path(directory))
    except ExactError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
