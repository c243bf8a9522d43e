"""The loop of every long run: independent tasks, done anywhere, in any order, and never twice.

A checkpoint, from which a run that was killed resumes, is a text file, named by a hash of everything that determines
the answers: the file's format, the identity of the question, and the tasks. Each line after the first holds the number
of a task, the answer in hexadecimal, and a digest of the two and of the hash. (SQLite with a digest on every row would
not notice one changed byte in four.)

Lines are only appended: each in one write, each batch with one `fsync`. If the disk is full, the part of a line that
fits is cut off again. So an incomplete line, or one that does not match its digest, was edited, or the machine lost
power; that is an error, and changes nothing. One run at a time holds the file, by a lock that ends with the process.
"""

import hashlib
import json
import os
import stat
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from exact.errors import ExactError
from exact.inputs import refused
from exact.lazy import futures
from exact.workers.processes import process_pool

Task = tuple[int | str, ...]
Answer = tuple[int, ...]
_FORMAT = 1
_DIGEST = 16  # hexadecimal digits of a line's digest: 64 bits, against accidents
_NAME = 12  # and of the file's name; if two questions share them, the first line distinguishes the two
_OTHER_QUESTION = "has other parameters in its first line: nothing was changed; move it away, or name another directory"
T = TypeVar("T")
Progress = Callable[[int, int], object]  # called with the number of finished tasks and the number of all tasks


class Run(NamedTuple):
    """Who does the tasks, the directory for finished ones, and what hears of progress; by default, none."""

    executor: futures.Executor | None = None
    checkpoint: Path | None = None
    progress: Progress | None = None


HERE = Run()
ATTEMPTS = 4  # a task that loses this many workers ends the run, because it may be what kills them
TASKS_AT_ONCE = 64  # submitted at a time to an executor that does not state its own number; a bound on memory


class Checkpoint:
    """The ``answers`` in a file by their task numbers; see `open_checkpoint`."""

    def __init__(self, path: Path, file: int, key: str) -> None:
        self.path = path
        self.answers: dict[int, Answer] = {}
        self._file = file
        self._key = key

    def add(self, answers: Mapping[int, Answer]) -> None:
        """Append answers by their task numbers; they are on the disk when this returns.

        Raises `ExactError` for an answer that is not a tuple of `int`, and if the disk refuses; earlier answers stay.
        """
        for answer in answers.values():
            if type(answer) is not tuple or any(type(part) is not int for part in answer):
                raise ExactError("work", answer, "is an answer, but must be a tuple of ints")
        texts = (f"{number} {','.join(format(part, 'x') for part in answer)}" for number, answer in answers.items())
        self._append(f"{text} {_digest(self._key, text)}\n".encode() for text in texts)

    def _append(self, lines: Iterable[bytes]) -> None:
        with refused("checkpoint", self.path, "cannot be written"):
            for line in lines:
                _append_whole(self._file, line)
            os.fsync(self._file)

    def _read(self, first_line: bytes) -> None:
        with open(self._file, "rb", closefd=False) as lines:
            for line_number, line in enumerate(lines, start=1):
                if line_number == 1 and not first_line.startswith(line):
                    raise ExactError("checkpoint", str(self.path), _OTHER_QUESTION)
                if not line.endswith(b"\n"):
                    raise self._damaged("is cut off", line_number)
                if line_number == 1:
                    continue
                text, _, digest = line[:-1].decode("ascii", errors="replace").rpartition(" ")
                if digest != _digest(self._key, text):
                    raise self._damaged("was edited or damaged", line_number)
                number, _, answer = text.partition(" ")
                if int(number) in self.answers:
                    raise self._damaged("repeats a task", line_number)
                self.answers[int(number)] = tuple(int(part, 16) for part in answer.split(",") if part)

    def _damaged(self, how: str, line_number: int) -> ExactError:
        advice = "nothing was changed; the lines before it are whole: remove it to resume there"
        return ExactError("checkpoint", str(self.path), f"{how} in line {line_number}: {advice}")


@contextmanager
def open_checkpoint(directory: Path, identity: str, tasks: Sequence[Task]) -> Iterator[Checkpoint]:
    """The checkpoint of ``tasks`` in ``directory``, which is created if it does not exist.

    ``identity`` determines the answers with the tasks, and so has the version of the method. Raises `ExactError`, and
    changes nothing, for a directory that cannot be used, and for a file in use or with other parameters or lines.
    """
    hashed = hashlib.sha256(f"{_FORMAT}\n{len(identity)}\n{identity}\n".encode())
    for task in tasks:
        hashed.update(f"{task!r}\n".encode())
    key = hashed.hexdigest()
    head = {"sweep": _FORMAT, "identity": identity, "tasks": len(tasks), "sha256": key}
    first_line = json.dumps(head).encode() + b"\n"
    path = directory / f"{key[:_NAME]}.sweep"
    file = _opened(path)
    try:
        _lock(file, path)
        checkpoint = Checkpoint(path, file, key)
        if os.fstat(file).st_size:
            checkpoint._read(first_line)
        else:  # new, or left by a run that was killed before its first line
            checkpoint._append([first_line])
            folder = os.open(directory, os.O_RDONLY)
            os.fsync(folder)  # to keep the name of a new file through a power failure
            os.close(folder)
        yield checkpoint
    finally:
        os.close(file)


def checkpoint_size(tasks: int, bits: int) -> int:
    """Roughly the bytes of a checkpoint of ``tasks`` finished tasks, if each answer has ``bits`` bits in all."""
    return tasks * (len(str(tasks)) + bits // 4 + _DIGEST + 4)


def _digest(key: str, text: str) -> str:
    return hashlib.sha256(f"{key} {text}".encode()).hexdigest()[:_DIGEST]


def _opened(path: Path) -> int:
    with refused("checkpoint", path, "cannot be used"):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise ExactError("checkpoint", str(path.parent), "is not a directory") from None
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0), 0o666)
    if not stat.S_ISREG(os.fstat(file).st_mode):  # reading a pipe or a device may never end
        os.close(file)
        raise ExactError("checkpoint", str(path), "is not a regular file")
    return file


def _lock(file: int, path: Path) -> None:
    if os.name != "posix":
        raise ExactError("checkpoint", os.name, "does not support checkpoints: they need a POSIX system")
    import fcntl

    with refused("checkpoint", path, "cannot be locked"):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ExactError("checkpoint", str(path), "is in use by another run: wait for it, or end it") from None


def _append_whole(file: int, line: bytes) -> None:
    """Append ``line``, or nothing if the disk refuses a part of it."""
    length = os.fstat(file).st_size
    rest = line
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    except OSError:
        os.ftruncate(file, length)
        raise


def run_tasks(
    work: Callable[..., T],
    tasks: Sequence[Task],
    identity: str = "",
    executor: futures.Executor | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
    takes_long: bool = False,
) -> Iterator[T]:
    """Yield ``work(*task)`` for every task, in the order of ``tasks``.

    Without an ``executor``, this process does the tasks, or a pool of processes if they ``takes_long``. For other
    processes, ``work`` must be a function of a module, or a `functools.partial` of one. In a directory ``checkpoint``,
    answers of type `Answer` are saved under ``identity``. ``progress`` is called at the start and after each task, in
    this thread. An executor may have ``tasks_at_once``, the number to submit at a time, and ``check``, which raises if
    no answer will come.

    Raises the errors of ``work``, `open_checkpoint` and `Checkpoint.add`, and `ExactError` for a task whose workers
    keep dying or for an executor that has lost all workers. Tasks that have not begun are then dropped.
    """
    with (
        nullcontext(executor) if executor or not takes_long else process_pool() as workers,
        open_checkpoint(checkpoint, identity, tasks) if checkpoint else nullcontext() as saved,
    ):
        answers: dict[int, Any] = dict(saved.answers) if saved else {}
        waiting = deque(number for number in range(len(tasks)) if number not in answers)
        done = len(answers)
        if progress and tasks:
            progress(done, len(tasks))
        here = ({number: work(*tasks[number])} for number in waiting)
        with closing(here if workers is None else _done_by(workers, work, tasks, waiting)) as new:
            for number in range(len(tasks)):
                while number not in answers:
                    finished = next(new)
                    if saved:
                        saved.add(finished)
                    answers |= finished
                    for _ in finished:
                        done += 1
                        if progress:
                            progress(done, len(tasks))
                yield answers.pop(number)


def _done_by(
    executor: futures.Executor, work: Callable[..., object], tasks: Sequence[Task], waiting: deque[int]
) -> Generator[dict[int, Any], None, None]:
    """The answers to the tasks ``waiting`` by their numbers, a batch of finished tasks at a time."""
    in_hand: dict[futures.Future[Any], int] = {}
    deaths: Counter[int] = Counter()
    at_once: int = getattr(executor, "tasks_at_once", TASKS_AT_ONCE)
    check: Callable[[], None] | None = getattr(executor, "check", None)
    try:
        while waiting or in_hand:
            while waiting and len(in_hand) < at_once:
                try:
                    future = executor.submit(work, *tasks[waiting[0]])
                except futures.BrokenExecutor as error:
                    bound = f"has lost its workers: {error}"
                    raise ExactError("executor", type(executor).__name__, bound) from None
                in_hand[future] = waiting.popleft()
            answers: dict[int, Any] = {}
            failure: Exception | None = None
            finished, _ = futures.wait(in_hand, 1.0 if check else None, futures.FIRST_COMPLETED)
            if check and not finished:
                check()
            for future in finished:
                number = in_hand.pop(future)
                try:
                    answers[number] = future.result()
                except futures.BrokenExecutor as error:
                    deaths[number] += 1
                    waiting.appendleft(number)
                    if deaths[number] == ATTEMPTS:
                        bound = f"lost its worker {ATTEMPTS} times: {error} Is there enough memory?"
                        failure = ExactError("task", tasks[number], bound)
                except Exception as error:
                    failure = error
            yield answers
            if failure:
                raise failure
    finally:
        for future in in_hand:
            future.cancel()
