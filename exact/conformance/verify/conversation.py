"""A conversation with an engine: questions and replies within limits of time, restarted when the engine breaks off."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import NamedTuple, Protocol

from exact.conformance.strict_json import Object
from exact.conformance.verify.process import GRACE, Broken, EngineProcess, Late, split_command
from exact.conformance.verify.protocol import Capabilities, decoded, encoded, greeting, parse_handshake
from exact.errors import ExactError

MAX_BREAKS = 10
"""The most restarts of an engine that breaks off the conversation."""


class Limits(NamedTuple):
    """The time limits of an engine."""

    reply: float = 10.0
    """Seconds for one reply, including the handshake."""
    total: float = 600.0
    """Seconds for everything."""


class Asking(Protocol):
    """An engine that can be asked, however it is reached."""

    capabilities: Capabilities
    happened: list[str]
    """Events of the run, besides answers."""

    @property
    def over(self) -> str:
        """The reason why nothing more can be asked; empty as long as something can."""

    @property
    def left(self) -> float:
        """The remaining seconds."""

    def ask(self, name: str, request: Object) -> Object:
        """The reply to a request under the id ``name``; raises `Broken` if none comes, and `ExactError` for a line that is none."""


class Bounded:
    """The limits of a conversation: the time, and how often the engine may break off."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = monotonic() + limits.total
        self.happened: list[str] = []
        self.breaks = 0

    @property
    def over(self) -> str:
        """The reason why nothing more can be asked; empty as long as something can."""
        if monotonic() >= self._deadline:
            return f"the total time of {self._limits.total:g} s was used up"
        return f"the engine broke off {self.breaks} times" if self.breaks >= MAX_BREAKS else ""

    @property
    def left(self) -> float:
        """The remaining seconds of the total."""
        return self._deadline - monotonic()

    @property
    def seconds(self) -> float:
        """The seconds for the next reply."""
        return max(0.0, min(self._limits.reply, self.left))


class Conversation(Bounded):
    """A running engine, restarted after it breaks off, and ended at the end of the ``with`` block."""

    def __init__(self, command: str, limits: Limits) -> None:
        super().__init__(limits)
        self._words = split_command(command)
        self._process: EngineProcess | None = None
        try:
            self.capabilities = self._start()
        except Broken as broken:
            if monotonic() >= self._deadline:
                bound = "was used up before the engine made its handshake"
                raise ExactError("total-timeout", limits.total, bound) from None
            raise ExactError("engine", command, f"made no handshake: it {broken}") from None

    def __enter__(self) -> Conversation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop(patient=error is None)

    def ask(self, name: str, request: Object) -> Object:
        """The reply to a request under the id ``name``.

        Raises `Broken` if none comes or if it belongs to another request, and `ExactError` for a line that is not a reply.
        """
        try:
            if self._process is None:
                self._start_again()
            assert self._process is not None
            reply = decoded(self._process.exchange(encoded({"id": name, **request}), self.seconds))
            if reply.get("id") != name:
                raise Broken(f"answered the request {name!r} under the id {str(reply.get('id'))[:60]!r}")
        except Broken as broken:
            self.breaks += 1
            self._stop(patient=False)
            if isinstance(broken, Late) and monotonic() >= self._deadline:
                raise Broken(f"had not answered when {self.over}") from None
            raise
        return reply

    def _start(self) -> Capabilities:
        self._process = EngineProcess(self._words)
        try:
            line = self._process.exchange(encoded(greeting()), self.seconds)
            try:
                reply = decoded(line)
            except ExactError as error:
                raise Broken(f"wrote {error.value!r}, which {error.bound}") from None
            return parse_handshake(reply)
        except BaseException:
            self._stop(patient=False)
            raise

    def _start_again(self) -> None:
        try:
            same = self._start() == self.capabilities
        except ExactError:
            same = False
        if not same:
            raise Broken("made another handshake when it was started again")

    def _stop(self, patient: bool) -> None:
        if self._process is not None:
            process, self._process = self._process, None
            patient = patient and self.left > GRACE
            self.happened += [note for note in process.close(patient) if note not in self.happened]
