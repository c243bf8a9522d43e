"""The outcome of a check: what was asked, what came, and the verdict."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from exact.conformance.comparison import FAULT, REFUSED, WRONG, judge
from exact.conformance.strict_json import Object
from exact.conformance.vectors.faults.explain import TOLERANCE, Cause
from exact.conformance.vectors.vector_set import Vector
from exact.conformance.verify.protocol import Capabilities, Reason

KEPT_ANSWERS = 1000
"""The most wrong answers kept whole; a bound on memory."""
FEWEST_QUESTIONS = 20
"""An engine that was asked fewer questions with an answer never conforms."""


class Precision(NamedTuple):
    """How exactly an answer in floating point must be right."""

    digits: int | None = 9
    """The significant digits; `None` if the decimals count."""
    decimals: int | None = None
    """The decimals to which it must be rounded."""

    @property
    def tolerance(self) -> Fraction:
        """The difference below which two probabilities are the same."""
        places = self.decimals if self.digits is None else self.digits
        return max(TOLERANCE, Fraction(1, 10 ** (places or 0)))


class Failure(NamedTuple):
    """A vector without a right answer."""

    vector: Vector
    fault: str
    way: str
    """`WRONG`, `REFUSED` or `FAULT`."""
    answer: Object | None
    """The answer, if it was a JSON object of the protocol."""
    replied: bool = True
    """Whether any line came, readable as a reply or not."""


class Floating(NamedTuple):
    """How right one answer in floating point is; the worst of its numbers counts."""

    kind: str
    digits: int
    decimals: int
    log_error: float
    right: bool


class Tally:
    """The running results of judged answers."""

    def __init__(self, precision: Precision) -> None:
        self.precision = precision
        self.right = 0
        self.failures: list[Failure] = []
        self.floating: list[Floating] = []

    def add(self, vector: Vector, reply: Object, arithmetic: str) -> None:
        """Judge the answer to a vector."""
        fault, way, digits, decimals, log_error = judge(vector.expected, reply, arithmetic, *self.precision)
        if digits is not None and decimals is not None and log_error is not None:
            kind = str(vector.request.get("kind"))
            self.floating.append(Floating(kind, digits, decimals, log_error, not fault))
        if fault:
            kept = reply if len(self.failures) < KEPT_ANSWERS else None
            self.failures.append(Failure(vector, fault, way, kept))
        else:
            self.right += 1

    def add_broken(self, vector: Vector, fault: str, replied: bool = True) -> None:
        """Count a vector without a judgeable answer, or without any reply."""
        self.failures.append(Failure(vector, fault, FAULT, None, replied))


class Shrunk(NamedTuple):
    """A smaller request on which the engine fails."""

    request: Object
    expected: Object
    answer: Object
    fault: str
    way: str = WRONG
    """The way to fail."""


class Verdict(Enum):
    """The verdict on an engine."""

    CONFORMS = "conforms"
    FAILS = "does not conform"
    GLANCED = "nothing wrong at a quick look"
    """Every answer to the smoke set is right, which is no conformance."""
    TOO_FEW = "too few questions"
    UNDECIDED = "no verdict"
    """The ids in a file of answers are not those of the vectors."""


class Verification(NamedTuple):
    """The outcome of checking an engine or a file of answers."""

    engine: str
    capabilities: Capabilities | None
    """`None` for a file of answers that does not state any."""
    asked: list[Vector]
    """The vectors within the capabilities."""
    left_out: Counter[Reason]
    """The number of vectors that were not asked, by reason."""
    share: float
    """The part of the whole set that ``asked`` is."""
    smoke: bool
    tally: Tally
    happened: list[str]
    """Other events of the run, besides answers."""
    problems: list[str]
    """Faults in the ids of a file of answers, which prevent the verdict that it conforms."""
    shrunk: dict[str, Shrunk]
    """The smallest failing shoe found for each subject."""
    causes: list[Cause]
    """The faults that explain the wrong answers, or come nearest."""

    @property
    def failures(self) -> list[Failure]:
        """The vectors without a right answer."""
        return self.tally.failures

    @property
    def right(self) -> int:
        """The number of right answers."""
        return self.tally.right

    def failed(self, way: str) -> int:
        """The number of failures of one way: `WRONG`, `REFUSED` or `FAULT`."""
        return sum(failure.way == way for failure in self.failures)

    @property
    def refused_outside(self) -> int:
        """The number of questions that the engine refuses in advance, because their shoes lie outside its domain."""
        return sum(number for reason, number in self.left_out.items() if reason.what == "shoe")

    @property
    def without_reply(self) -> int:
        """The number of failures without a reply, because the engine was late or broke off."""
        return sum(not failure.replied for failure in self.failures)

    @property
    def not_asked(self) -> int:
        """The number of vectors within the capabilities that were never asked."""
        return len(self.asked) - self.right - len(self.failures)

    @property
    def questions(self) -> int:
        """The number of vectors asked that have an answer; the others are requests to refuse."""
        return sum("error" not in vector.expected for vector in self.asked)

    @property
    def verdict(self) -> Verdict:
        """`CONFORMS` if enough was asked, and everything answered rightly."""
        if self.failures or (self.not_asked and not self.problems):
            return Verdict.FAILS
        if self.problems:
            return Verdict.UNDECIDED
        if self.smoke:
            return Verdict.GLANCED
        return Verdict.CONFORMS if self.questions >= FEWEST_QUESTIONS else Verdict.TOO_FEW

    @property
    def looser(self) -> list[Precision]:
        """The precisions to which every wrong number is right, if there is a wrong number and it is one in floating point."""
        off = [floating for floating in self.tally.floating if not floating.right]
        if not off or len(off) < self.failed(WRONG):
            return []
        digits = min(entry.digits for entry in self.tally.floating)
        decimals = min(entry.decimals for entry in self.tally.floating)
        return [
            *([Precision(digits, None)] if digits and self.tally.precision.digits else []),
            *([Precision(None, decimals)] if decimals else []),
        ]

    @property
    def only_imprecise(self) -> bool:
        """Whether there is no refusal and no fault besides the wrong numbers."""
        return not self.failed(REFUSED) and not self.failed(FAULT) and not self.not_asked


def subject_of(request: Object) -> str:
    """The subject of a request, for the report: the kind, and the bet if it is about one."""
    kind, bet = request.get("kind"), request.get("bet")
    return str(kind) if bet is None else f"{kind} {bet}"
