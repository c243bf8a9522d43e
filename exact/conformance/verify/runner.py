"""Ask an engine every vector that it can answer, judge the answers, and shrink and explain what is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from exact.conformance.comparison import EXACT, WRONG
from exact.conformance.kinds import KINDS
from exact.conformance.vectors.explain import explain
from exact.conformance.vectors.vector_set import Vector, VectorSet, own_bet_vectors
from exact.conformance.verify.asking import Broken, Engine
from exact.conformance.verify.domain import Domain
from exact.conformance.verify.protocol import MAIN_BETS, Capabilities, Reason, as_taken, outside
from exact.conformance.verify.shrinking import shrink_failures
from exact.conformance.verify.verification import Precision, Verification
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.rules.tableau import STANDARD

BAD_REQUEST = Reason("bad request", "that must be refused")
EVERYTHING = Capabilities(
    engine="",
    arithmetic=EXACT,
    kinds=tuple(KINDS),
    domain=Domain(granularities=tuple(Granularity)),
    bets=None,
    rules=None,
)
"""The capabilities of an engine to which every vector can be asked."""


def verify(engine: Engine, vector_set: VectorSet, precision: Precision, bad_requests: bool = True) -> Verification:
    """Ask an engine as `verify_asking` does, close it, and look for the causes of its failures.

    A mapping cannot express most bad requests, so with one none is asked. Raises `ExactError` also for a server that
    does not answer a first question.
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

    Without ``bad_requests``, it is asked nothing that it would have to refuse. Raises `ExactError` for capabilities
    that include no vector.
    """
    verified = planned(engine.capabilities, vector_set, precision, bad_requests)
    verified.happened = engine.happened
    verified.asked += [] if vector_set.others else _about_own_bets(engine)
    if not verified.asked:
        bound = f"can answer none of the {len(vector_set.vectors)} vectors"
        raise ExactError("engine", engine.capabilities.engine, bound)
    ask_all(engine, verified, verified.asked)
    shrink_failures(engine, verified)
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
    """The vectors within the capabilities, with shoes as the engine takes them; how many are left out, by reason."""
    within, left_out = [], Counter[Reason]()
    as_they_are = {json.dumps(vector.request, sort_keys=True) for vector in vectors}
    for vector in vectors:
        reason = outside(capabilities, vector.request)
        taken = as_taken(capabilities, vector.request)
        if reason is None and taken != vector.request and json.dumps(taken, sort_keys=True) in as_they_are:
            # Another vector asks just this, so that one question would count as two.
            reason = Reason("shoe", f"by {next(iter(vector.request['shoe']))}")  # type: ignore[call-overload]
        if reason is None and not bad_requests and "error" in vector.expected:
            reason = BAD_REQUEST
        if reason is None:
            within.append(replace(vector, request=taken))
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


def _about_own_bets(engine: Engine) -> list[Vector]:
    """The vectors about the engine's own bets within its capabilities; none are made after the total time."""
    capabilities = engine.capabilities
    rules = STANDARD if capabilities.rules is None or STANDARD in capabilities.rules else capabilities.rules[0]
    made: list[Vector] = []
    for bet in capabilities.own_bets.values():
        if engine.over:
            engine.happened.append(f"made no questions about the bet {bet.name}: {engine.over}")
        else:
            made += own_bet_vectors(bet, rules, capabilities.domain.granularities)
    return chosen(capabilities, made)[0]


def ask_all(engine: Engine, verified: Verification, vectors: Sequence[Vector]) -> None:
    """Add the answers to the vectors; stops when nothing more can be asked."""
    for vector in vectors:
        if over := engine.over:
            verified.happened.append(f"stopped: {over}")
            break
        try:
            verified.add(vector, engine.ask(vector.id, vector.request))
        except (Broken, ExactError) as error:
            verified.add_broken(vector, str(error), replied=not isinstance(error, Broken))


def explain_failures(verified: Verification, engine: Engine | None = None) -> None:
    """Look for the known faults behind the wrong answers, or for what comes nearest.

    The search takes time: it ends when the total time of the ``engine`` is used up, which ``happened`` then reports.
    """
    failures = [*verified.failures, *verified.shrunk.values()]
    wrong = [(each.request, each.reply) for each in failures if each.reply and each.judgement.way == WRONG]
    right = [
        answered.request
        for answered in verified.answers
        if not answered.judgement.fault and "error" not in answered.vector.expected
    ]

    def over() -> bool:
        return engine is not None and engine.left <= 0

    verified.causes = explain(wrong, right, over, verified.precision.tolerance)
    if engine is not None and any("error" not in reply for _, reply in wrong) and over():
        verified.happened.append(f"stopped looking for a cause: {engine.over}")
