"""Ask an engine every vector that it can answer, judge the answers, and shrink and explain what is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from itertools import count
from time import monotonic
from typing import NamedTuple

from exact.conformance.comparison import EXACT, FAULT, REFUSED, RIGHT, WRONG, Judgement, arithmetic_of, judge
from exact.conformance.kinds import KINDS
from exact.conformance.strict_json import Object
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.explain import TOLERANCE, Cause, explain
from exact.conformance.vectors.vector_set import Vector, VectorSet, own_bet_vectors
from exact.conformance.verify.asking import Broken, Engine, Unreadable
from exact.conformance.verify.domain import MAX_ORDINARY, Domain, can_shrink, cards_of, fewest_decks, shrink
from exact.conformance.verify.protocol import MAIN_BETS, Capabilities, Reason, as_taken, outside
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.rules.tableau import STANDARD

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A question and how the engine answered it."""

    vector: Vector
    judgement: Judgement = RIGHT
    reply: Object | None = None
    """A wrong answer, if it is kept."""
    replied: bool = True
    """Whether any reply came, readable or not."""

    @property
    def request(self) -> Object:
        """The request that was sent."""
        return self.vector.request


class EngineVerdict(Enum):
    """The verdict on an engine."""

    CONFORMS = "conforms"
    FAILS = "does not conform"
    GLANCED = "nothing wrong at a quick look"
    """Every answer to the smoke set is right, which is no conformance."""
    TOO_FEW = "too few questions"
    UNDECIDED = "no verdict"
    """The ids in a file of answers are not those of the vectors."""


@dataclass(slots=True, kw_only=True)
class Verification:
    """The result of checking an engine or a file of answers; it grows with each answer."""

    engine: str
    capabilities: Capabilities | None
    """`None` for a file of answers that does not state any."""
    asked: list[Vector]
    """The vectors within the capabilities."""
    left_out: Counter[Reason] = field(default_factory=Counter)
    """The number of vectors that were not asked, by reason."""
    share: float = 1.0
    """The part of the whole set that was asked."""
    smoke: bool = False
    precision: Precision = field(default_factory=Precision)
    answers: list[Answered] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    """Other events of the run, besides answers."""
    problems: list[str] = field(default_factory=list)
    """Faults in the ids of a file of answers, which prevent the verdict that it conforms."""
    shrunk: dict[str, Answered] = field(default_factory=dict)
    """The smallest failing shoe found for each subject."""
    causes: list[Cause] = field(default_factory=list)
    """The faults that explain the wrong answers, or come nearest."""
    _kept: int = 0

    def add(self, vector: Vector, reply: Object) -> None:
        """Judge the reply to a vector."""
        arithmetic = self.capabilities.arithmetic if self.capabilities else arithmetic_of(reply)
        judgement = judge(vector.expected, reply, arithmetic, *self.precision)
        kept = reply if judgement.fault and self._kept < KEPT_ANSWERS else None
        self._kept += kept is not None
        self.answers.append(Answered(vector=vector, judgement=judgement, reply=kept))

    def add_broken(self, vector: Vector, fault: str, replied: bool) -> None:
        """Count a vector without a reply that can be judged, or without any."""
        self.answers.append(Answered(vector=vector, judgement=Judgement(fault, FAULT), replied=replied))

    @property
    def failures(self) -> list[Answered]:
        """The vectors without a right answer."""
        return [answered for answered in self.answers if answered.judgement.fault]

    @property
    def floating(self) -> list[Answered]:
        """The answers in floating point."""
        return [answered for answered in self.answers if answered.judgement.digits is not None]

    @property
    def right(self) -> int:
        """The number of right answers."""
        return len(self.answers) - len(self.failures)

    def failed(self, way: str) -> int:
        """The number of failures of one way: `WRONG`, `REFUSED` or `FAULT`."""
        return sum(answered.judgement.way == way for answered in self.answers)

    @property
    def refused_outside(self) -> int:
        """The number of questions that the engine refuses in advance, because their shoes lie outside its domain."""
        return sum(number for reason, number in self.left_out.items() if reason.what == "shoe")

    @property
    def without_reply(self) -> int:
        """The number of failures without a reply, because the engine was late or broke off."""
        return sum(not answered.replied for answered in self.answers)

    @property
    def not_asked(self) -> int:
        """The number of vectors within the capabilities that were never asked."""
        return len(self.asked) - len(self.answers)

    @property
    def questions(self) -> int:
        """The number of vectors asked that have an answer; the others are requests to refuse."""
        return sum("error" not in vector.expected for vector in self.asked)

    @property
    def verdict(self) -> EngineVerdict:
        """`CONFORMS` if enough was asked, and everything answered rightly."""
        if self.failures or (self.not_asked and not self.problems):
            return EngineVerdict.FAILS
        if self.problems:
            return EngineVerdict.UNDECIDED
        if self.smoke:
            return EngineVerdict.GLANCED
        return EngineVerdict.CONFORMS if self.questions >= FEWEST_QUESTIONS else EngineVerdict.TOO_FEW

    @property
    def looser(self) -> list[Precision]:
        """The precisions to which every wrong number is right, if there is a wrong number and it is one in floating point."""
        judged = [answered.judgement for answered in self.floating]
        off = sum(judgement.fault != "" for judgement in judged)
        if not off or off < self.failed(WRONG):
            return []
        digits = min(judgement.digits or 0 for judgement in judged)
        decimals = min(judgement.decimals or 0 for judgement in judged)
        return [
            *([Precision(digits, None)] if digits and self.precision.digits else []),
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


SHRINKING_SECONDS = 30.0
"""The most time to shrink all shoes together."""
BAD_REQUEST = Reason("bad request", "that must be refused")
EVERYTHING = Capabilities("", EXACT, tuple(KINDS), Domain(tuple(Granularity)), None, None)
"""The capabilities of an engine to which every vector can be asked."""


def verify(engine: Engine, vector_set: VectorSet, precision: Precision, bad_requests: bool = True) -> Verification:
    """Ask an engine as `verify_asking` does, close it, and look for the causes of its failures.

    A mapping cannot express most bad requests, so with one none is asked. Raises `ExactError` also for a server that does
    not answer a first question.
    """
    with engine:
        if engine.mapped and (questions := chosen(engine.capabilities, vector_set.vectors, False)[0]):
            engine.try_first(questions[0].request)
        verified = verify_asking(engine, vector_set, precision, bad_requests and not engine.mapped)
    explain_failures(verified, engine)
    return verified


def verify_asking(
    engine: Engine, vector_set: VectorSet, precision: Precision, bad_requests: bool = True
) -> Verification:
    """Ask an engine the vectors within its capabilities, and shrink the failures; the causes are not looked for.

    Without ``bad_requests``, it is asked nothing that it would have to refuse. Raises `ExactError` for capabilities that
    include no vector.
    """
    capabilities = engine.capabilities
    verified = planned(capabilities, vector_set, precision, bad_requests)
    verified.happened = engine.happened
    verified.asked += [] if vector_set.others else _about_own_bets(engine)
    if not verified.asked:
        bound = f"can answer none of the {len(vector_set.vectors)} vectors"
        raise ExactError("engine", capabilities.engine, bound)
    ask_all(engine, verified, verified.asked)
    _shrink_all(engine, verified)
    return verified


def planned(
    capabilities: Capabilities, vector_set: VectorSet, precision: Precision, bad_requests: bool
) -> Verification:
    """A verification before anything is asked: the vectors within the capabilities, and how many are left out."""
    asked, left_out = chosen(capabilities, vector_set.vectors, bad_requests)
    return Verification(
        engine=capabilities.engine,
        capabilities=capabilities,
        asked=asked,
        left_out=left_out,
        share=len(asked) / vector_set.size,
        smoke=bool(vector_set.others),
        precision=precision,
    )


def chosen(
    capabilities: Capabilities, vectors: Sequence[Vector], bad_requests: bool = True
) -> tuple[list[Vector], Counter[Reason]]:
    """The vectors within the capabilities, with their shoes as the engine takes them; and how many are left out, by reason."""
    within, left_out = [], Counter[Reason]()
    as_they_are = {_text(vector.request) for vector in vectors}
    for vector in vectors:
        reason = outside(capabilities, vector.request)
        taken = as_taken(capabilities, vector.request)
        if reason is None and taken != vector.request and _text(taken) in as_they_are:
            # Another vector asks just this, so that one question would count as two.
            reason = Reason("shoe", f"by {next(iter(vector.request['shoe']))}")  # type: ignore[call-overload]
        if reason is None and not bad_requests and "error" in vector.expected:
            reason = BAD_REQUEST
        if reason is None:
            within.append(vector._replace(request=taken))
        else:
            left_out[reason] += 1
    return within, left_out


def added_by_kind(capabilities: Capabilities, vectors: Sequence[Vector]) -> dict[str, int]:
    """How many questions with an answer each further kind would add, about the main bets too."""
    bets = None if capabilities.bets is None else (*capabilities.bets, *MAIN_BETS)
    asked = len(chosen(capabilities, vectors, bad_requests=False)[0])
    added = {}
    for kind in [kind for kind in KINDS if kind not in capabilities.kinds]:
        wider = replace(capabilities, kinds=(kind, *capabilities.kinds), bets=bets, bets_by_kind=None)
        added[kind] = len(chosen(wider, vectors, bad_requests=False)[0]) - asked
    return {kind: number for kind, number in added.items() if number}


def ask_all(engine: Engine, verified: Verification, vectors: Sequence[Vector]) -> None:
    """Add the answers to the vectors; stops when nothing more can be asked."""
    for vector in vectors:
        if over := engine.over:
            verified.happened.append(f"stopped: {over}")
            break
        try:
            reply = engine.ask(vector.id, vector.request)
        except (Broken, Unreadable, ExactError) as error:
            verified.add_broken(vector, str(error), replied=not isinstance(error, Broken))
            continue
        verified.add(vector, reply)


def explain_failures(verified: Verification, engine: Engine | None = None) -> None:
    """Look for the known faults behind the wrong answers, or for what comes nearest.

    The search takes time: it ends when the total time of the ``engine`` is used up, which ``happened`` then reports.
    """
    wrong = [*verified.failures, *verified.shrunk.values()]
    came = [
        (answered.request, answered.reply) for answered in wrong if answered.reply and answered.judgement.way == WRONG
    ]
    right = [
        answered.request
        for answered in verified.answers
        if not answered.judgement.fault and "error" not in answered.vector.expected
    ]

    def over() -> bool:
        return engine is not None and engine.left <= 0

    verified.causes = explain(came, right, over, verified.precision.tolerance)
    if engine is not None and any("error" not in reply for _, reply in came) and over():
        verified.happened.append(f"stopped looking for a cause: {engine.over}")


def _text(request: Object) -> str:
    return json.dumps(request, sort_keys=True)


def _about_own_bets(engine: Engine) -> list[Vector]:
    """The vectors about the engine's own bets within its capabilities; none are made after the total time."""
    capabilities = engine.capabilities
    rules = STANDARD if capabilities.rules is None or STANDARD in capabilities.rules else capabilities.rules[0]
    made: list[Vector] = []
    for bet in capabilities.own_bets.values():
        if engine.over:
            engine.happened.append(f"made no questions about the bet {bet.name}: {engine.over}")
            continue
        made += own_bet_vectors(bet, rules, capabilities.domain.granularities)
    return chosen(capabilities, made)[0]


def _shrink_all(engine: Engine, verified: Verification) -> None:
    """Find the smallest failing shoe for each subject, from its smallest failing vector; expected errors are not shrunk.

    A shoe too large to be ordinary is not shown where the engine refuses it: its size alone may be the reason.
    """
    deadline = monotonic() + SHRINKING_SECONDS
    names = (f"smaller-{number}" for number in count(1))

    def fails(request: Object) -> bool:
        """Whether the engine fails on the request as it did on the subject's vector; if so, it is noted as the smallest."""
        if engine.over or monotonic() > deadline:
            return False
        smaller = _asked_again(engine, next(names), request, verified.precision)
        if smaller is None or smaller.judgement.way != way:
            return False
        verified.shrunk[subject] = smaller
        return True

    failures = verified.failures
    for failure in sorted(failures, key=lambda entry: (entry.judgement.way == REFUSED, cards_of(entry.request))):
        request, way, subject = failure.request, failure.judgement.way, subject_of(failure.request)
        unfit = failure.reply is None or "error" in failure.vector.expected or not can_shrink(request)
        if subject in verified.shrunk or unfit:
            continue
        ordinary = way != REFUSED or cards_of(request) <= MAX_ORDINARY
        if ordinary:
            verified.shrunk[subject] = failure
        by_decks = way == REFUSED or engine.capabilities.domain.whole_decks
        whole = fewest_decks(request, fails) if by_decks else None
        if ordinary and whole is None:
            shrink(request, fails)


def _asked_again(engine: Engine, name: str, request: Object, precision: Precision) -> Answered | None:
    """The answer to a smaller request; `None` if it lies outside the capabilities, or nothing comes that can be judged."""
    capabilities = engine.capabilities
    if outside(capabilities, request) is not None:
        return None
    expected = answer(request, capabilities.own_bets)
    if "error" in expected:
        return None
    try:
        reply = engine.ask(name, request)
    except (Broken, ExactError):
        return None
    judgement = judge(expected, reply, capabilities.arithmetic, *precision)
    return Answered(vector=Vector(name, "smaller", (), request, expected), judgement=judgement, reply=reply)
