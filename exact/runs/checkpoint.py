"""What a long run has finished so far, in a file that survives the run at whatever point it is killed.

A checkpoint is one file of lines in a directory of the user's, named by a hash of everything that determines the
answers: its format, the identity of the question and the tasks. The first line says so; each line after it holds the
number of a task, its answer in hexadecimal (which Python reads and writes at any length) and a digest of the two and of
the hash. Lines are only ever appended, each by a write of its own, which a run that is killed has made or not, and each
batch with one `fsync`; what a full disk took of a line is cut off again. So whatever does not fit, a line without its end
too, is the work of somebody else or of a machine that lost its power, and an error that changes nothing and names the line:
every other line stands by itself. One run at a time holds the file, by a lock that ends with the process.

The file stays when all tasks are done: the same question again is answered from it at once.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from exact.errors import ExactError
from exact.lazy import hashlib

Task = tuple[int | str, ...]
Answer = tuple[int, ...]
SUFFIX = ".sweep"
_FORMAT = 1
_DIGEST = 16
"""Hexadecimal digits of a line's digest: 64 bits, against accidents."""
_NAME = 12
"""Hexadecimal digits of the file's name; two questions that share them are told apart by the first line."""


class Checkpoint:
    """The answers that a file holds, ``found`` by the number of their task, and the way to add more."""

    def __init__(self, path: Path, file: int, key: str, found: dict[int, Answer]) -> None:
        self.path = path
        self.found = found
        self._file = file
        self._key = key

    def keep(self, answers: Iterable[tuple[int, Answer]]) -> None:
        """Append the answers of these tasks; they are on the disk when this returns.

        Raises `ExactError` where the disk refuses, for want of room perhaps: what was kept before stays.
        """
        _append(self._file, self.path, (_line(self._key, number, answer) for number, answer in answers))


@contextmanager
def open_checkpoint(directory: Path, identity: str, tasks: Sequence[Task]) -> Iterator[Checkpoint]:
    """The checkpoint of ``tasks`` in ``directory``, which is made if it is not there, to read and to add to.

    ``identity`` says everything that determines the answers beside the tasks. Raises `ExactError` for a directory that
    cannot be used, something there that is no regular file, a file that another run holds, a file of other parameters
    under this name, and a line that was edited, is cut off or repeats a task, by its number; the file is as it was then.
    """
    key, head = _key_and_head(identity, tasks)
    path = directory / f"{key[:_NAME]}{SUFFIX}"
    file = _opened(path)
    try:
        _lock(file, path)
        if os.fstat(file).st_size:
            found = _read(file, path, key, head)
        else:  # new, or of a run that was killed before its first line
            found = {}
            _append(file, path, [head])
            _sync_directory(directory)
        yield Checkpoint(path, file, key, found)
    finally:
        os.close(file)


def checkpoint_size(tasks: int, bits: int) -> int:
    """About how many bytes the checkpoint of so many finished tasks takes, their answers having ``bits`` bits in all each."""
    return tasks * (len(str(tasks)) + bits // 4 + _DIGEST + 4)


def _key_and_head(identity: str, tasks: Sequence[Task]) -> tuple[str, bytes]:
    """The hash of everything that determines the answers, and the first line of the file."""
    hashed = hashlib.sha256(f"{_FORMAT}\n{len(identity)}\n{identity}\n".encode())
    for task in tasks:
        hashed.update(f"{task!r}\n".encode())
    key = hashed.hexdigest()
    head = {"sweep": _FORMAT, "identity": identity, "tasks": len(tasks), "sha256": key}
    return key, json.dumps(head).encode() + b"\n"


def _line(key: str, number: int, answer: Answer) -> bytes:
    told = f"{number} {','.join(format(part, 'x') for part in answer)}"
    return f"{told} {_digest(key, told)}\n".encode()


def _digest(key: str, told: str) -> str:
    return hashlib.sha256(f"{key} {told}".encode()).hexdigest()[:_DIGEST]


def _opened(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0), 0o666)
    except FileExistsError:
        raise ExactError("checkpoint", str(path.parent), "is not a directory") from None
    except OSError as error:
        raise _refused(path, "cannot be used", error) from None
    if not stat.S_ISREG(os.fstat(file).st_mode):  # a pipe or a device, whose reading has no end
        os.close(file)
        raise ExactError("checkpoint", str(path), "is not a regular file")
    return file


def _lock(file: int, path: Path) -> None:
    if os.name != "posix":
        raise ExactError("checkpoint", os.name, "has no checkpoints: they are for POSIX systems")
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ExactError("checkpoint", str(path), "is in use by another run: wait for it, or end it") from None
    except OSError as error:
        raise _refused(path, "cannot be locked", error) from None


def _append(file: int, path: Path, lines: Iterable[bytes]) -> None:
    try:
        for line in lines:
            _append_whole(file, line)
        os.fsync(file)
    except OSError as error:
        raise _refused(path, "cannot be written", error) from None


def _append_whole(file: int, line: bytes) -> None:
    """Append ``line``, or nothing where the disk refuses a part of it."""
    length = os.fstat(file).st_size
    rest = line
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    except OSError:
        os.ftruncate(file, length)
        raise


def _read(file: int, path: Path, key: str, head: bytes) -> dict[int, Answer]:
    found: dict[int, Answer] = {}
    with open(file, "rb", closefd=False) as lines:
        for place, line in enumerate(lines, start=1):
            if place == 1 and line != head and not head.startswith(line):
                raise ExactError("checkpoint", str(path), f"is of other parameters, by its first line: {_OTHER}")
            if not line.endswith(b"\n"):
                raise ExactError("checkpoint", str(path), f"is cut off in line {place}: {_DAMAGED}")
            if place > 1:
                number, answer = _entry(path, place, line, key)
                if number in found:
                    raise ExactError("checkpoint", str(path), f"repeats a task in line {place}: {_DAMAGED}")
                found[number] = answer
    return found


_OTHER = "nothing was changed; move it away, or name another directory"
_DAMAGED = "nothing was changed; the lines before it are whole: remove it to resume there"


def _entry(path: Path, place: int, line: bytes, key: str) -> tuple[int, Answer]:
    told, _, digest = line[:-1].decode("ascii", errors="replace").rpartition(" ")
    if digest != _digest(key, told):
        raise ExactError("checkpoint", str(path), f"was edited or damaged in line {place}: {_DAMAGED}")
    number, _, answer = told.partition(" ")
    return int(number), tuple(int(part, 16) for part in answer.split(",") if part)


def _sync_directory(directory: Path) -> None:
    """Make the name of a new file last, as its contents do."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _refused(path: Path, what: str, error: OSError) -> ExactError:
    return ExactError("checkpoint", str(path), f"{what}: {error.strerror}")
