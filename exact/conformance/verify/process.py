"""An engine as a process that may do anything: it is asked line by line, within bounds on time and memory, and always ended.

The process is started without a shell and leads its own session and process group. Its standard error is drained during
every wait, so that it cannot block there. At the end the whole group is ended; only a process that has moved to a session
of its own is out of reach.
"""

from __future__ import annotations

import os
import select
import shlex
import signal
from collections.abc import Sequence
from time import monotonic

from exact.errors import ExactError
from exact.lazy import subprocess

MAX_LINE = 2**16
"""The most bytes of a line; no reply needs a hundredth of them."""
GRACE = 1.0
"""Seconds within which an engine must exit after its input is closed, and again after a signal."""
_TAIL = 400
_SLICE_MS = 100
_LOOKS = 16


class Broken(Exception):
    """The conversation with an engine is over; the message says what the engine did."""


class Late(Broken):
    """No reply came in time."""


def split_command(command: str) -> list[str]:
    """The words of a command line, split as by a POSIX shell; raises `ExactError` if there are none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ExactError("engine", command, f"cannot be split into words: {error}") from None
    if not words or not words[0]:
        raise ExactError("engine", command, "must be a command")
    return words


class EngineProcess:
    """A running engine; its creator must close it."""

    def __init__(self, words: Sequence[str]) -> None:
        if os.name != "posix":
            raise ExactError(
                "engine", os.name, "cannot run engines, which need a POSIX system: check a file of answers instead"
            )
        try:
            self._process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise ExactError("engine", shlex.join(words), f"cannot be started: {reason}") from None
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._input, self._output, self._error = (pipe.fileno() for pipe in self._pipes)
        os.set_blocking(self._input, False)
        self._poll = select.poll()
        self._open = {self._output, self._error}
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        self._pending = bytearray()
        self._complaint = b""

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the reply without its line feed. Raises `Late` if none comes in time, else `Broken`."""
        self._read(0)
        if self._pending:
            raise Broken(f"wrote before it was asked: {_shown(self._pending)}")
        deadline = monotonic() + seconds
        self._send(line)
        while (end := self._pending.find(b"\n")) < 0:
            if len(self._pending) > MAX_LINE:
                raise Broken(f"wrote more than {MAX_LINE} bytes without a line feed: {_shown(self._pending)}")
            left = deadline - monotonic()
            if left <= 0:
                begun = f"; it began {_shown(self._pending)}" if self._pending else ""
                raise Late(f"did not answer within {seconds:g} s{begun}{self._said()}")
            self._wait(left)
        reply = bytes(self._pending[:end])
        del self._pending[: end + 1]
        return reply

    def close(self, patient: bool = True) -> list[str]:
        """End the engine and its process group; returns its faults meanwhile. A patient close lets it exit by itself."""
        notes = []
        self._pending.clear()
        self._pipes[0].close()
        if patient and not self._exits():
            notes.append("did not exit when its input was closed, and was ended")
        if self._pending:
            notes.append(f"wrote after its last reply: {_shown(self._pending)}")
        if self._process.poll() is None:
            self._signal(signal.SIGTERM)
            if not self._exits():
                notes.append("ignored the signal to end, and was killed")
                self._signal(signal.SIGKILL)
                self._process.wait()
        if self._signal(signal.SIGKILL):
            notes.append("left processes behind, which were killed")
        for pipe in self._pipes:
            pipe.close()
        return notes

    def _send(self, line: bytes) -> None:
        # The engine has answered every earlier line, so its input has room for this one unless it never reads.
        try:
            sent = os.write(self._input, line)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            raise Broken(self._ended()) from None
        if sent < len(line):
            raise Broken("does not read its input")

    def _wait(self, seconds: float) -> None:
        before = self._process.poll() is not None
        quiet = not self._read(min(1000 * seconds, _SLICE_MS))
        # A process that had ended before the last read, which found nothing, has nothing more to say.
        if self._output not in self._open or (before and quiet):
            raise Broken(self._ended())

    def _read(self, milliseconds: float) -> bool:
        """Wait that long for output and read it; returns whether there was any."""
        ready = self._poll.poll(milliseconds)
        for descriptor, _ in ready:
            chunk = os.read(descriptor, MAX_LINE)
            if not chunk:
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)
            elif descriptor == self._output:
                self._pending += chunk
            else:
                self._complaint = (self._complaint + chunk)[-_TAIL:]
        return bool(ready)

    def _drain(self) -> None:
        """Read what is left in the pipes, but only so many times, in case a process goes on writing."""
        for _ in range(_LOOKS):
            self._read(0)

    def _exits(self) -> bool:
        """Whether the process exits within the grace; its output is read meanwhile so that it cannot block."""
        deadline = monotonic() + GRACE
        while self._open and self._process.poll() is None and monotonic() < deadline:
            self._read(5)
            del self._pending[_TAIL:]
        self._drain()
        del self._pending[_TAIL:]
        try:
            self._process.wait(max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _signal(self, number: int) -> bool:
        """Send a signal to the process group; returns whether any process is left in it."""
        try:
            os.killpg(self._process.pid, number)
        except (ProcessLookupError, PermissionError):
            return False
        return True

    def _ended(self) -> str:
        try:
            code = self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            return f"closed its output{self._said()}"
        self._drain()
        begun = f" after {_shown(self._pending)}" if self._pending else ""
        how = f"exited with code {code}" if code >= 0 else f"was ended by signal {-code}"
        return f"{how}{begun}{self._said()}"

    def _said(self) -> str:
        lines = self._complaint.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; its last words on standard error: {last[-160:]!r}" if last else ""


def _shown(line: bytes | bytearray) -> str:
    text = bytes(line[:61]).decode("utf-8", "replace").rstrip("\n")
    return repr(f"{text[:60]}…" if len(text) > 60 else text)
