"""Ask an engine every vector that it can answer, and judge the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from time import monotonic
from types import TracebackType
from typing import NamedTuple

from exact.answers.text import Text, _
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.mutants import explain
from exact.conformance.vectors.vector_set import Vector
from exact.conformance.verify.comparison import judge
from exact.conformance.verify.process import GRACE, Broken, EngineProcess, Late, split_command
from exact.conformance.verify.protocol import Capabilities, Object, decoded, encoded, greeting, outside, parse_handshake
from exact.conformance.verify.shrinking import can_shrink, cards_of, shrink
from exact.errors import ExactError

MAX_BREAKS = 10
"""The most restarts of an engine that breaks off the conversation."""
KEPT_ANSWERS = 1000
"""The most wrong answers kept whole; a bound on memory."""
SHRINKING_SECONDS = 30.0
"""The most time to shrink all shoes together."""


CONFORMS, FAILS = _("conforms"), _("does not conform")
UNDECIDED = _("no verdict: the ids are not those of the vectors")


class Limits(NamedTuple):
    """The time limits of an engine."""

    reply: float = 10.0
    """Seconds for one reply, including the handshake."""
    total: float = 600.0
    """Seconds for everything."""


class Failure(NamedTuple):
    """A vector without a right answer."""

    vector: Vector
    fault: str
    answer: Object | None
    """The answer, if it was a JSON object of the protocol."""
    replied: bool = True
    """Whether any line came, readable as a reply or not."""


class Tally:
    """The running results of judged answers."""

    def __init__(self, digits: int) -> None:
        self.needed = digits
        self.right = 0
        self.failures: list[Failure] = []
        self.digits: Counter[int] = Counter()
        """The number of floating-point answers by their correct digits."""

    def add(self, vector: Vector, reply: Object, arithmetic: str) -> None:
        """Judge the answer to a vector."""
        judgement = judge(vector.expected, reply, arithmetic, self.needed)
        if judgement.digits is not None:
            self.digits[judgement.digits] += 1
        if judgement.fault:
            kept = reply if len(self.failures) < KEPT_ANSWERS else None
            self.failures.append(Failure(vector, judgement.fault, kept))
        else:
            self.right += 1

    def add_broken(self, vector: Vector, fault: str, replied: bool = True) -> None:
        """Count a vector without a judgeable answer, or without any reply."""
        self.failures.append(Failure(vector, fault, None, replied))


class Shrunk(NamedTuple):
    """A smaller request on which the engine fails."""

    request: Object
    expected: Object
    answer: Object
    fault: str


class Verification(NamedTuple):
    """The outcome of checking an engine or a file of answers."""

    engine: str
    capabilities: Capabilities | None
    """`None` for a file of answers that does not state any."""
    right: int
    failures: list[Failure]
    left_out: Counter[str]
    """The number of vectors outside the capabilities, by reason."""
    not_asked: int
    """The number of vectors that were never asked."""
    happened: list[str]
    """Other events of the run, besides answers."""
    problems: list[str]
    """Faults in the ids of a file of answers, which prevent the verdict that it conforms."""
    digits: Counter[int]
    """The number of floating-point answers by their correct digits."""
    shrunk: dict[str, Shrunk]
    """The smallest failing shoe found for each subject."""
    causes: list[str]
    """The faults that explain the wrong answers."""

    @property
    def without_reply(self) -> int:
        """The number of failures without a reply, because the engine was late or broke off."""
        return sum(not failure.replied for failure in self.failures)

    @property
    def verdict(self) -> Text:
        """`CONFORMS` if everything was asked and answered rightly; `UNDECIDED` if only the ids of a file are wrong."""
        if self.failures or (self.not_asked and not self.problems):
            return FAILS
        return UNDECIDED if self.problems else CONFORMS


def subject_of(request: Object) -> str:
    """The subject of a request, for the report: the bet, or the kind."""
    return f"bet {request.get('bet')}" if request.get("kind") == "bet" else str(request.get("kind"))


class Conversation:
    """A running engine, restarted after it breaks off, and ended at the end of the ``with`` block."""

    def __init__(self, command: str, limits: Limits) -> None:
        self._words = split_command(command)
        self._limits = limits
        self._deadline = monotonic() + limits.total
        self.happened: list[str] = []
        self.breaks = 0
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

    def ask(self, name: str, request: Object) -> Object:
        """The reply to a request under the id ``name``.

        Raises `Broken` if none comes or if it belongs to another request, and `ExactError` for a line that is not a reply.
        """
        try:
            if self._process is None:
                self._start_again()
            assert self._process is not None
            reply = decoded(self._process.exchange(encoded({"id": name, **request}), self._seconds()))
            if reply.get("id") != name:
                raise Broken(f"answered the request {name!r} under the id {str(reply.get('id'))[:60]!r}")
        except Broken as broken:
            self.breaks += 1
            self._stop(patient=False)
            if isinstance(broken, Late) and monotonic() >= self._deadline:
                raise Broken(f"had not answered when {self.over}") from None
            raise
        return reply

    def _seconds(self) -> float:
        return max(0.0, min(self._limits.reply, self.left))

    def _start(self) -> Capabilities:
        self._process = EngineProcess(self._words)
        try:
            line = self._process.exchange(encoded(greeting()), self._seconds())
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


def verify_engine(command: str, vectors: Sequence[Vector], limits: Limits, digits: int) -> Verification:
    """Ask the engine that ``command`` starts all ``vectors`` within its capabilities, and shrink the failures.

    A floating-point engine must be right to ``digits`` significant digits. Raises `ExactError` for a command that
    cannot be started, a missing or unreadable handshake, and capabilities that include no vector.
    """
    with Conversation(command, limits) as conversation:
        capabilities = conversation.capabilities
        reasons = [outside(capabilities, vector.request) for vector in vectors]
        within = [vector for vector, reason in zip(vectors, reasons, strict=True) if not reason]
        if not within:
            raise ExactError("engine", capabilities.engine, f"can answer none of the {len(vectors)} vectors")
        tally = _ask_all(conversation, within, digits)
        shrunk = _shrink_all(conversation, tally.failures, digits)
    causes = explained(tally.failures, shrunk, conversation)
    return Verification(
        engine=capabilities.engine,
        capabilities=capabilities,
        right=tally.right,
        failures=tally.failures,
        left_out=Counter(reason for reason in reasons if reason),
        not_asked=len(within) - tally.right - len(tally.failures),
        happened=conversation.happened,
        problems=[],
        digits=tally.digits,
        shrunk=shrunk,
        causes=causes,
    )


def _ask_all(conversation: Conversation, vectors: Sequence[Vector], digits: int) -> Tally:
    """The answers to the vectors; stops when nothing can be asked."""
    tally = Tally(digits)
    for vector in vectors:
        if over := conversation.over:
            conversation.happened.append(f"stopped: {over}")
            break
        try:
            reply = conversation.ask(vector.id, vector.request)
        except (Broken, ExactError) as error:
            tally.add_broken(vector, str(error), replied=isinstance(error, ExactError))
            continue
        tally.add(vector, reply, conversation.capabilities.arithmetic)
    return tally


def _shrink_all(conversation: Conversation, failures: Sequence[Failure], digits: int) -> dict[str, Shrunk]:
    """The smallest failing shoe found for each subject, from its smallest failing vector; expected errors are not shrunk."""
    deadline = monotonic() + SHRINKING_SECONDS
    shrunk: dict[str, Shrunk] = {}
    names = (f"smaller-{number}" for number in count(1))
    for failure in sorted(failures, key=lambda entry: cards_of(entry.vector.request)):
        vector, subject = failure.vector, subject_of(failure.vector.request)
        if subject in shrunk or failure.answer is None or "error" in vector.expected or not can_shrink(vector.request):
            continue
        shrunk[subject] = Shrunk(vector.request, vector.expected, failure.answer, failure.fault)

        def fails(request: Object, subject: str = subject) -> bool:
            if conversation.over or monotonic() > deadline:
                return False
            expected = answer(request)
            if "error" in expected:
                return False
            try:
                reply = conversation.ask(next(names), request)
            except (Broken, ExactError):
                return False
            judgement = judge(expected, reply, conversation.capabilities.arithmetic, digits)
            if judgement.fault:
                shrunk[subject] = Shrunk(request, expected, reply, judgement.fault)
            return bool(judgement.fault)

        shrink(vector.request, fails)
    return shrunk


_FAMILIES = {"settlement": "coup"}
"""Kinds of requests that an engine answers by way of another kind, so that a fault there shows in both."""


def explained(
    failures: Sequence[Failure], shrunk: dict[str, Shrunk], conversation: Conversation | None = None
) -> list[str]:
    """The known mistakes that lead to exactly these wrong answers of one family of requests, whatever else is wrong.

    Coups and their settlements are one family. The search takes time: it ends when the total time of the ``conversation``
    is used up, which ``happened`` then reports.
    """
    came = [(failure.vector.request, failure.answer) for failure in failures if failure.answer is not None]
    came += [(smaller.request, smaller.answer) for smaller in shrunk.values()]
    families: dict[object, list[tuple[Object, Object]]] = {}
    for request, reply in came:
        if "error" not in reply:
            content = {name: value for name, value in reply.items() if name != "id"}
            kind = str(request.get("kind"))
            families.setdefault(_FAMILIES.get(kind, kind), []).append((request, content))

    def over() -> bool:
        return conversation is not None and conversation.left <= 0

    causes = [cause for wrong in families.values() for cause in explain(wrong, over)]
    if conversation is not None and families and over():
        conversation.happened.append(f"stopped looking for a cause: {conversation.over}")
    return list(dict.fromkeys(causes))
