"""Ask an engine every vector that it can answer, and judge the answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import count
from time import monotonic

from exact.conformance.comparison import REFUSED, WRONG, judge
from exact.conformance.strict_json import Object
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.faults.explain import Cause, explain
from exact.conformance.vectors.own_bets import own_bet_vectors
from exact.conformance.vectors.vector_set import Vector, VectorSet
from exact.conformance.verify.conversation import Asking, Conversation, Limits
from exact.conformance.verify.http_engine import HttpEngine
from exact.conformance.verify.mapping import Mapping
from exact.conformance.verify.process import Broken
from exact.conformance.verify.protocol import KINDS, MAIN_BETS, Capabilities, Reason, as_taken, outside
from exact.conformance.verify.shrinking import MAX_ORDINARY, can_shrink, cards_of, fewest_decks, shrink
from exact.conformance.verify.verification import Failure, Precision, Shrunk, Tally, Verification, subject_of
from exact.errors import ExactError
from exact.rules.tableau import STANDARD

SHRINKING_SECONDS = 30.0
"""The most time to shrink all shoes together."""
BAD_REQUEST = Reason("bad request", "that must be refused")


def verify_engine(
    command: str, vector_set: VectorSet, limits: Limits, precision: Precision, bad_requests: bool = True
) -> Verification:
    """Ask the engine that ``command`` starts, as `verify_asking` does, and end it.

    Raises `ExactError` also for a command that cannot be started, and for a missing or unreadable handshake.
    """
    with Conversation(command, limits) as conversation:
        verified = verify_asking(conversation, vector_set, precision, bad_requests)
    return verified._replace(causes=explained(verified.asked, verified.tally, verified.shrunk, conversation))


def verify_url(
    url: str,
    mapping: Mapping | None,
    vector_set: VectorSet,
    limits: Limits,
    precision: Precision,
    bad_requests: bool = True,
    allow_remote: bool = False,
) -> Verification:
    """Ask the engine behind ``url``, by a mapping or by the protocol over HTTP, as `verify_asking` does.

    A mapping cannot express most bad requests, so with one none is asked. Raises `ExactError` also for a URL that may not be asked, and for a server that does not answer a first question.
    """
    with HttpEngine(url, mapping, limits, allow_remote) as engine:
        if mapping is not None and (questions := chosen(engine.capabilities, vector_set.vectors, False)[0]):
            engine.try_first(questions[0].request)
        verified = verify_asking(engine, vector_set, precision, bad_requests and mapping is None)
    return verified._replace(causes=explained(verified.asked, verified.tally, verified.shrunk, engine))


def verify_asking(
    conversation: Asking, vector_set: VectorSet, precision: Precision, bad_requests: bool = True
) -> Verification:
    """Ask an engine the vectors within its capabilities, and shrink the failures; the causes are not looked for.

    Without ``bad_requests``, it is asked nothing that it would have to refuse. Raises `ExactError` for capabilities that
    include no vector.
    """
    capabilities = conversation.capabilities
    asked, left_out = chosen(capabilities, vector_set.vectors, bad_requests)
    share = len(asked) / vector_set.size
    asked += [] if vector_set.others else _about_own_bets(conversation)
    if not asked:
        bound = f"can answer none of the {len(vector_set.vectors)} vectors"
        raise ExactError("engine", capabilities.engine, bound)
    tally = _ask_all(conversation, asked, precision)
    shrunk = _shrink_all(conversation, tally.failures, precision)
    return Verification(
        engine=capabilities.engine,
        capabilities=capabilities,
        asked=asked,
        left_out=left_out,
        share=share,
        smoke=bool(vector_set.others),
        tally=tally,
        happened=conversation.happened,
        problems=[],
        shrunk=shrunk,
        causes=[],
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
    """How many questions with an answer an engine would be asked besides if it answered each further kind, about the main bets too."""
    bets = None if capabilities.bets is None else (*capabilities.bets, *MAIN_BETS)
    asked = len(chosen(capabilities, vectors, bad_requests=False)[0])
    added = {}
    for kind in [kind for kind in KINDS if kind not in capabilities.kinds]:
        wider = capabilities._replace(kinds=(kind, *capabilities.kinds), bets=bets, bets_by_kind=None)
        added[kind] = len(chosen(wider, vectors, bad_requests=False)[0]) - asked
    return {kind: number for kind, number in added.items() if number}


def _text(request: Object) -> str:
    return json.dumps(request, sort_keys=True)


def _about_own_bets(conversation: Asking) -> list[Vector]:
    """The vectors about the engine's own bets within its capabilities; none are made after the total time."""
    capabilities = conversation.capabilities
    rules = STANDARD if capabilities.rules is None or STANDARD in capabilities.rules else capabilities.rules[0]
    made: list[Vector] = []
    for bet in capabilities.own_bets.values():
        if conversation.over:
            conversation.happened.append(f"made no questions about the bet {bet.name}: {conversation.over}")
            continue
        made += own_bet_vectors(bet, rules, capabilities.domain.granularities)
    return chosen(capabilities, made)[0]


def _ask_all(conversation: Asking, vectors: Sequence[Vector], precision: Precision) -> Tally:
    """The answers to the vectors; stops when nothing can be asked."""
    tally = Tally(precision)
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


def _shrink_all(conversation: Asking, failures: Sequence[Failure], precision: Precision) -> dict[str, Shrunk]:
    """The smallest failing shoe found for each subject, from its smallest failing vector; expected errors are not shrunk.

    A shoe too large to be ordinary is not shown where the engine refuses it: its size alone may be the reason.
    """
    deadline = monotonic() + SHRINKING_SECONDS
    shrunk: dict[str, Shrunk] = {}
    names = (f"smaller-{number}" for number in count(1))
    for failure in sorted(failures, key=lambda entry: (entry.way == REFUSED, cards_of(entry.vector.request))):
        vector, subject = failure.vector, subject_of(failure.vector.request)
        if subject in shrunk or failure.answer is None or "error" in vector.expected or not can_shrink(vector.request):
            continue
        ordinary = failure.way != REFUSED or cards_of(vector.request) <= MAX_ORDINARY
        if ordinary:
            shrunk[subject] = Shrunk(vector.request, vector.expected, failure.answer, failure.fault, failure.way)

        def fails(request: Object, subject: str = subject, way: str = failure.way) -> bool:
            if conversation.over or monotonic() > deadline:
                return False
            smaller = _asked_again(conversation, next(names), request, precision, way)
            if smaller is not None:
                shrunk[subject] = smaller
            return smaller is not None

        by_decks = failure.way == REFUSED or conversation.capabilities.domain.whole_decks
        whole = fewest_decks(vector.request, fails) if by_decks else None
        if ordinary and whole is None:
            shrink(vector.request, fails)
    return shrunk


def _asked_again(conversation: Asking, name: str, request: Object, precision: Precision, way: str) -> Shrunk | None:
    """The failure on a smaller request within the capabilities; `None` if the engine does not fail in this way."""
    capabilities = conversation.capabilities
    if outside(capabilities, request) is not None:
        return None
    expected = answer(request, capabilities.own_bets)
    if "error" in expected:
        return None
    try:
        reply = conversation.ask(name, request)
    except (Broken, ExactError):
        return None
    judgement = judge(expected, reply, capabilities.arithmetic, *precision)
    return Shrunk(request, expected, reply, judgement.fault, way) if judgement.way == way else None


def explained(
    asked: Sequence[Vector], tally: Tally, shrunk: dict[str, Shrunk], conversation: Asking | None = None
) -> list[Cause]:
    """The known faults behind the wrong answers to the vectors that were ``asked``, or what comes nearest.

    The search takes time: it ends when the total time of the ``conversation`` is used up, which ``happened`` then reports.
    """
    came = [
        (failure.vector.request, failure.answer)
        for failure in tally.failures
        if failure.answer and failure.way == WRONG
    ]
    came += [(smaller.request, smaller.answer) for smaller in shrunk.values() if smaller.way == WRONG]
    failed = {failure.vector.id for failure in tally.failures}
    answered = asked[: tally.right + len(failed)]
    right = [vector.request for vector in answered if vector.id not in failed and "error" not in vector.expected]

    def over() -> bool:
        return conversation is not None and conversation.left <= 0

    own = conversation.capabilities.own_bets if conversation is not None else {}
    causes = explain(came, right, over, tally.precision.tolerance, own)
    if conversation is not None and any("error" not in reply for _, reply in came) and over():
        conversation.happened.append(f"stopped looking for a cause: {conversation.over}")
    return causes
