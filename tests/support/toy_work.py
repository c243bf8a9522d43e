"""Tasks for tests of long runs: functions of a module, because they travel to other processes."""

import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from math import factorial
from pathlib import Path

from exact.errors import ExactError
from exact.workers.cluster import cluster_executor
from exact.workers.processes import process_pool
from exact.workers.tasks import Answer, Progress, Task, run_tasks


def powers(number: int) -> Answer:
    """A small, a negative and a long answer: past 54 its digits are more than Python prints."""
    return number, -(number**3), factorial(30 * number)


def slow_powers(number: int) -> Answer:
    time.sleep(0.05)
    return powers(number)


def die_once(number: int, marker: str) -> Answer:
    """Task 3 kills its process the first time; the file ``marker`` then exists."""
    if number == 3 and not Path(marker).exists():
        Path(marker).touch()
        die(number)
    return powers(number)


def die(number: int) -> Answer:
    os.kill(os.getpid(), signal.SIGKILL)
    return powers(number)


def die_while_answering(number: int) -> Answer:
    """The process dies when half of the answer is in the pipe."""
    from multiprocessing import connection

    def send_half(self: connection.Connection, message: bytes, write: Callable[[int, bytes], int] = os.write) -> None:
        write(self.fileno(), message[: len(message) // 2])
        die(number)

    connection.Connection._send = send_half  # type: ignore[attr-defined]
    return powers(number)


def refuse(number: int) -> Answer:
    if number == 7:
        raise ExactError("number", number, "is refused")
    return slow_powers(number)


def hold(number: int) -> Answer:
    """Task 0 is done at once, the others take a minute."""
    if number:
        time.sleep(60)
    return powers(number)


def saved_run(
    directory: Path,
    count: int,
    identity: str = "toy",
    work: Callable[[int], Answer] = powers,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Answer]:
    return list(run_tasks(work, numbered(count), identity, executor, directory, progress))


def lines_saved(directory: Path) -> int:
    """The lines of the checkpoint in ``directory``, with the first, which names the question."""
    return sum(path.read_bytes().count(b"\n") for path in directory.glob("*"))


def numbered(count: int) -> list[Task]:
    return [(number,) for number in range(count)]


def main(count: str, directory: str, address: str | None = None) -> int:
    """Do so many tasks slowly, with a checkpoint, here or on a cluster: a run to be killed."""
    try:
        with cluster_executor(address) if address else process_pool() as executor:
            saved_run(Path(directory), int(count), "killed", slow_powers, executor)
    except ExactError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
