"""Ask an engine a question and get a reply or a failure, within time limits.

A program is not trusted: its time and what is read of it are bounded. It leads its own session and process group, which
is always ended as a whole. Its standard error is drained during every wait, so that it cannot block there.
"""

import os
import re
import select
import shlex
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import NamedTuple, Self

from exact.conformance.strict_json import GREETING, MAX_LINE, Object, decoded, encoded
from exact.conformance.verify.protocol import Capabilities, parse_handshake
from exact.errors import ExactError
from exact.lazy import subprocess

MAX_BREAKS = 10  # questions without a reply
GRACE = 1.0  # seconds within which an engine must exit after its input is closed, and again after a signal
_TAIL = 400  # bytes of what it wrote unasked
_COMPLAINT = 2**14  # bytes of its last words, with a long trace
_TELLING = re.compile(
    r"\s+what\(\):|(?![\s(]).*(error|exception|panic|fatal|fail|abort|not found|denied)", re.IGNORECASE
)
_IDLE = re.compile(r"[\s(]|Node\.js v|.*:\s*$")  # traces, hints, headings and Node's version


class Broken(Exception):
    """No reply came; the message says what the engine did instead."""


class Late(Broken):
    """No reply came in time."""


class TimeLimits(NamedTuple):
    """Seconds for one reply or handshake, and for everything."""

    reply: float = 10.0
    total: float = 600.0


class Engine(ABC):
    """An engine that can be asked, in a ``with`` block."""

    capabilities: Capabilities
    mapped = False  # a mapping writes the questions, and there was no handshake

    def __init__(self, limits: TimeLimits) -> None:
        self._limits = limits
        self._deadline = monotonic() + limits.total
        self.happened: list[str] = []  # besides replies
        self.breaks = 0
        self.progress: Callable[..., None] = lambda *_: None  # called with the numbers of answers and questions

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        self.close(patient=error is None)

    @property
    def over(self) -> str:
        """Why nothing more can be asked; empty while something can."""
        if self.left <= 0:
            return f"the total time of {self._limits.total:g} s was used up"
        return f"the engine broke off {self.breaks} times" if self.breaks >= MAX_BREAKS else ""

    @property
    def left(self) -> float:
        """The seconds that remain in all."""
        return self._deadline - monotonic()

    @property
    def seconds(self) -> float:
        """Those for the next reply."""
        return max(0.0, min(self._limits.reply, self.left))

    def ask(self, name: str, request: Object) -> Object:
        """The reply to a request; raises `Broken` if none comes, and `ExactError` for one that breaks the protocol."""
        try:
            return self.exchange(name, request)
        except Broken:
            self.breaks += 1
            self.close(patient=False)
            raise

    def try_first(self, request: Object) -> None:
        """Ask a first question; raises `ExactError` if the engine cannot be asked at all."""
        self.ask("first", request)

    @abstractmethod
    def exchange(self, name: str, request: Object) -> Object:
        """The reply to a request, within ``self.seconds``; raises as `ask` does."""

    def close(self, patient: bool = True) -> None:  # noqa: B027
        """End the connection; ``patient`` lets the engine finish by itself."""


class EngineProcess:
    """A running engine, whose command is split as a POSIX shell does; its creator must close it."""

    def __init__(self, command: str) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ExactError("engine", command, f"cannot be split into words: {error}") from None
        if not words or not words[0]:
            raise ExactError("engine", command, "must be a command")
        if os.name != "posix":
            bound = "cannot run engines, which need a POSIX system: check a file of answers instead"
            raise ExactError("engine", os.name, bound)
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ExactError("engine", command, f"cannot be started: {reason}") from None
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._input, self._output, complaints = (pipe.fileno() for pipe in self._pipes)
        os.set_blocking(self._input, False)
        self._poll, self._open = select.poll(), {self._output, complaints}
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        self._pending, self._complaint = bytearray(), b""

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """The reply to a line, without its line feed; raises `Late` or `Broken` if none comes."""
        self._read(0)
        if self._pending:
            raise Broken(f"wrote before it was asked: {_shown(self._pending)}")
        deadline, sent = monotonic() + seconds, 0
        try:  # the engine has answered every earlier line, so its input has room for this one unless it never reads
            with suppress(BlockingIOError):
                sent = os.write(self._input, line)
        except BrokenPipeError:
            raise Broken(self._ended()) from None
        if sent < len(line):
            raise Broken("does not read its input")
        while b"\n" not in self._pending:
            if len(self._pending) > MAX_LINE:
                raise Broken(f"wrote more than {MAX_LINE} bytes without a line feed: {_shown(self._pending)}")
            left = deadline - monotonic()
            if left <= 0:
                begun = f"; it began {_shown(self._pending)}" if self._pending else ""
                raise Late(f"did not answer within {seconds:g} s (--timeout){begun}{self._said()}")
            ended = self._process.poll() is not None
            quiet = not self._read(min(1000 * left, 100))
            if self._output not in self._open or (ended and quiet):  # it had ended, and has nothing more to say
                raise Broken(self._ended())
        reply, _, self._pending = self._pending.partition(b"\n")
        return bytes(reply)

    def close(self, patient: bool = True) -> list[str]:
        """End the engine and its process group, and return its faults; ``patient`` lets it exit by itself first."""
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

    def _read(self, milliseconds: float) -> bool:
        ready = self._poll.poll(milliseconds)
        for descriptor, _ in ready:
            chunk = os.read(descriptor, MAX_LINE)
            if not chunk:
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)
            elif descriptor == self._output:
                self._pending += chunk
            else:
                self._complaint = (self._complaint + chunk)[-_COMPLAINT:]
        return bool(ready)

    def _exits(self) -> bool:
        """Whether the process exits within `GRACE`; its output is read meanwhile so that it cannot block."""
        deadline = monotonic() + GRACE
        while self._open and self._process.poll() is None and monotonic() < deadline:
            self._read(5)
            del self._pending[_TAIL:]
        self._drain()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - monotonic()))
        return self._process.returncode is not None

    def _drain(self) -> None:
        for _ in range(16):  # a process may go on writing for ever
            self._read(0)
        del self._pending[_TAIL:]

    def _signal(self, number: int) -> bool:
        """Send a signal to the process group; return whether it has any process left."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)
            return True
        return False

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
        said = re.sub(r":\n(?=\S)", ": ", self._complaint.decode("utf-8", "replace"))  # Rust's message has its own line
        lines = [line for line in said.split("\n") if line.strip()]
        telling = [line for line in lines if _TELLING.match(line)] or [line for line in lines if not _IDLE.match(line)]
        last = (telling or lines or [""])[-1].strip()
        return f"; its last words on standard error: {last[-160:]!r}" if last else ""


def _shown(line: bytes | bytearray) -> str:
    text = bytes(line[:61]).decode("utf-8", "replace").rstrip("\n")
    return repr(f"{text[:60]}…" if len(text) > 60 else text)


class ProcessEngine(Engine):
    """A program that speaks the protocol, restarted after it breaks off; `ExactError` if it makes no handshake."""

    def __init__(self, command: str, limits: TimeLimits) -> None:
        super().__init__(limits)
        self._command = command
        self._process: EngineProcess | None = None
        try:
            self.capabilities = self._start()
        except Broken as broken:
            if self.left <= 0:
                bound = "was used up before the engine made its handshake"
                raise ExactError("total-timeout", limits.total, bound) from None
            raise ExactError("engine", command, f"made no handshake: it {broken}") from None

    def exchange(self, name: str, request: Object) -> Object:
        """The reply to a request; a reply to another request counts as `Broken`."""
        process = self._process or self._start_again()
        reply = decoded(process.exchange(encoded({"id": name, **request}), self.seconds))
        if reply.get("id") != name:
            raise Broken(f"answered the request {name!r} under the id {str(reply.get('id'))[:60]!r}")
        return reply

    def close(self, patient: bool = True) -> None:
        """End the process and note its faults."""
        if self._process is not None:
            process, self._process = self._process, None
            patient = patient and self.left > GRACE
            self.happened += [note for note in process.close(patient) if note not in self.happened]

    def _start(self) -> Capabilities:
        self._process = EngineProcess(self._command)
        try:
            line = self._process.exchange(encoded(GREETING), self.seconds)
            try:
                reply = decoded(line)
            except ExactError as error:
                raise Broken(f"wrote {error.value!r}, which {error.bound}") from None
            return parse_handshake(reply)
        except BaseException:
            self.close(patient=False)
            raise

    def _start_again(self) -> EngineProcess:
        with suppress(ExactError):
            if self._start() == self.capabilities and self._process:
                return self._process
        raise Broken("made another handshake when it was started again")
