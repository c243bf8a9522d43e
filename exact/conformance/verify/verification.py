"""The result of a verification run: judgements, tallies and verdict."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from exact.answers.text import Text
from exact.conformance.comparison import EXACT, FAULT, FLOATING, LATE, RIGHT, Judgement, judge
from exact.conformance.strict_json import Object
from exact.conformance.vectors.explain import Cause
from exact.conformance.vectors.vector_set import Vector
from exact.conformance.verify.protocol import Capabilities, Reason
from exact.records import Record

KEPT_ANSWERS = 1000  # a bound on memory: the most wrong answers kept whole
FEWEST_QUESTIONS = 20  # with an answer, for a verdict


class Precision(NamedTuple):
    """The precision required of floating-point answers, in significant digits or in decimals."""

    digits: int | None = 9
    decimals: int | None = None


class Answered(Record, kw_only=True):
    """A question and the judgement on its answer."""

    vector: Vector
    judgement: Judgement = RIGHT
    reply: Object | None = None
    replied: bool = True  # whether any reply came, readable or not


class EngineVerdict(Enum):
    """What can be said of an engine."""

    CONFORMS = "conforms"
    FAILS = "does not conform"
    GLANCED = "nothing wrong at a quick look"  # at the smoke set
    TOO_FEW = "too few questions"
    UNDECIDED = "no verdict"  # answers came too late, or a file of answers has other ids than the vectors


@dataclass(slots=True, kw_only=True)
class Verification:
    """The result of a verification run; it grows with each answer."""

    engine: str
    capabilities: Capabilities | None  # none for a file of answers without a handshake
    asked: list[Vector]
    left_out: Counter[Reason] = field(default_factory=Counter)
    share: float = 1.0
    smoke: bool = False
    unseen: list[Text] = field(default_factory=list)  # known faults that the smoke set cannot show in this domain
    precision: Precision = field(default_factory=Precision)
    answers: list[Answered] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)  # of time, or with ids: they rule out a verdict
    shrunk: dict[str, Answered] = field(default_factory=dict)  # the smallest failure found of each subject
    causes: list[Cause] = field(default_factory=list)
    _kept: int = 0

    def add(self, vector: Vector, reply: Object) -> None:
        """Judge the reply to a vector."""
        stated = FLOATING if "probabilities" in reply else EXACT
        arithmetic = self.capabilities.arithmetic if self.capabilities else stated
        judgement = judge(vector.expected, reply, arithmetic, *self.precision)
        kept = reply if judgement.fault and self._kept < KEPT_ANSWERS else None
        self._kept += kept is not None
        self.answers.append(Answered(vector=vector, judgement=judgement, reply=kept))

    def add_broken(self, vector: Vector, fault: str, replied: bool, way: str = FAULT) -> None:
        """Count a vector whose reply is missing, late or cannot be judged."""
        self.answers.append(Answered(vector=vector, judgement=Judgement(fault, way), replied=replied))

    @property
    def failures(self) -> list[Answered]:
        """The vectors without a right answer."""
        return [answered for answered in self.answers if answered.judgement.fault]

    @property
    def floating(self) -> list[Answered]:
        """The answers in floating point."""
        return [answered for answered in self.answers if answered.judgement.digits is not None]

    @property
    def ways(self) -> Counter[str]:
        """The numbers of failures by way, and of right answers under an empty one."""
        return Counter(answered.judgement.way for answered in self.answers)

    @property
    def refused_outside(self) -> int:
        """The number of questions left out because their shoes lie outside the engine's domain."""
        return sum(number for (what, _), number in self.left_out.items() if what == "shoe")

    @property
    def not_asked(self) -> int:
        """The number of vectors within the capabilities that were never asked."""
        return len(self.asked) - len(self.answers)

    @property
    def questions(self) -> int:
        """The number of questions that have an answer; the others must be refused."""
        return sum("error" not in vector.expected for vector in self.asked)

    @property
    def verdict(self) -> EngineVerdict:
        """`CONFORMS` if enough was asked, and everything answered rightly."""
        if len(self.failures) > self.ways[LATE]:
            return EngineVerdict.FAILS
        if self.problems or self.ways[LATE] or self.not_asked:
            return EngineVerdict.UNDECIDED
        if self.smoke:
            return EngineVerdict.GLANCED
        return EngineVerdict.CONFORMS if self.questions >= FEWEST_QUESTIONS else EngineVerdict.TOO_FEW

    @property
    def looser(self) -> list[Precision]:
        """The precisions to which it would conform; none unless every failure has the pattern of rounding."""
        judged = [answered.judgement for answered in self.floating]
        failures = [answered.judgement for answered in self.failures]
        if not failures or self.not_asked or not all(judgement.rounded for judgement in failures):
            return []
        digits = min(judgement.digits or 0 for judgement in judged)
        decimals = min(judgement.decimals or 0 for judgement in judged)
        in_digits = [Precision(digits, None)] if digits and self.precision.digits else []
        return [*in_digits, Precision(None, decimals)] if decimals else in_digits
