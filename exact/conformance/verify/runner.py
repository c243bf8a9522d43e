"""Ask an engine every vector that it can answer, judge the answers, and shrink and explain what is wrong."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import count, permutations
from operator import or_
from time import monotonic

from exact.conformance.comparison import DEALS, KINDS, LATE, REFUSED, WRONG, judge
from exact.conformance.strict_json import Object
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.explain import TOLERANCE, explain, subject_of
from exact.conformance.vectors.faults import faults
from exact.conformance.vectors.vector_set import Vector, VectorSet, own_bet_vectors
from exact.conformance.verify.asking import Broken, Engine, Late
from exact.conformance.verify.domain import counts_of, whole_decks, with_shoe
from exact.conformance.verify.protocol import EVERYTHING, Capabilities, Reason, as_taken, outside
from exact.conformance.verify.verification import Answered, EngineVerdict, Precision, Verification
from exact.errors import ExactError
from exact.game.shoe import MIN_CARDS
from exact.records import replace
from exact.rules import STANDARD

BAD_REQUEST = ("bad request", "that must be refused")
SHRINKING_SECONDS, MAX_REQUESTS = 30.0, 300  # for all shoes; for one shoe
MAX_ORDINARY = 12 * 52  # cards of a shoe


def verify(engine: Engine, vector_set: VectorSet, precision: Precision, bad_requests: bool = True) -> Verification:
    """Ask an engine as `verify_asking` does, close it, and look for the causes of its failures."""
    with engine:  # a mapping cannot express most bad requests, so none is asked
        if engine.mapped and (questions := chosen(engine.capabilities, vector_set.vectors, False)[0]):
            engine.try_first(questions[0].request)
        verified = verify_asking(engine, vector_set, precision, bad_requests and not engine.mapped)
    engine.progress(len(verified.asked), len(verified.asked), "looking for causes")
    explain_failures(verified, engine)
    return verified


def verify_asking(
    engine: Engine, vector_set: VectorSet, precision: Precision, bad_requests: bool = True
) -> Verification:
    """Ask an engine the vectors within its capabilities, and shrink failures; raises `ExactError` if there is none."""
    verified = planned(engine.capabilities, vector_set, precision, bad_requests)
    verified.happened = engine.happened
    verified.asked += [] if vector_set.others else _about_own_bets(engine)
    if not verified.asked:
        bound = f"can answer none of the {len(vector_set.vectors)} vectors"
        raise ExactError("engine", engine.capabilities.engine, bound)
    for vector in sorted(verified.asked, key=lambda vector: "error" in vector.expected):  # the numbers matter most
        if engine.over:
            break
        engine.progress(len(verified.answers), len(verified.asked))
        try:
            verified.add(vector, engine.ask(vector.id, vector.request))
        except Late as error:
            if engine.left > 0:
                verified.add_broken(vector, str(error), replied=False, way=LATE)
        except (Broken, ExactError) as error:
            verified.add_broken(vector, str(error), replied=not isinstance(error, Broken))
    if verified.not_asked:
        verified.happened.append(f"stopped: {engine.over}")
    if verified.verdict is EngineVerdict.UNDECIDED:
        late, missed = verified.ways[LATE], f"{verified.not_asked} questions not asked; --total-timeout gives more"
        verified.problems = {"late answers": f"{late}; --timeout gives more time"} if late else {"lack of time": missed}
    shrink_failures(engine, verified)
    return verified


def planned(
    capabilities: Capabilities, vector_set: VectorSet, precision: Precision, bad_requests: bool, sent: bool = True
) -> Verification:
    """A verification with its questions before they are ``sent``; for an engine by file, of the vectors as they are."""
    asked, left_out = chosen(capabilities, vector_set.vectors, bad_requests, sent)
    unseen = _complete(capabilities, vector_set, asked, sent) if vector_set.others else 0
    return Verification(
        engine=capabilities.engine,
        capabilities=capabilities,
        asked=asked,
        left_out=left_out,
        share=len(asked) / vector_set.size,
        smoke=bool(vector_set.others),
        unseen=[fault.words for bit, fault in enumerate(faults()) if unseen >> bit & 1],
        precision=precision,
    )


def _complete(capabilities: Capabilities, vector_set: VectorSet, asked: list[Vector], sent: bool) -> int:
    """Add to the smoke set what shows more faults in this domain; the faults beyond it that still none shows."""
    seen, shows = _shown(asked, vector_set), vector_set.shows
    others = chosen(capabilities, vector_set.others, bad_requests=False)[0] if sent else []
    for kind, mask in _shown(others, vector_set).items():
        while missing := mask & ~seen.get(kind, 0):
            of_kind = [vector for vector in others if vector.request["kind"] == kind]
            asked.append(max(of_kind, key=lambda vector: (shows.get(vector.id, 0) & missing).bit_count()))
            seen = _shown(asked, vector_set)
    anywhere = replace(capabilities, domain=EVERYTHING.domain, rounds_commission=True)
    every = chosen(anywhere, [*vector_set.vectors, *vector_set.others], bad_requests=False)[0]
    return reduce(or_, _shown(every, vector_set).values(), 0) & ~reduce(or_, seen.values(), 0)


def _shown(vectors: Iterable[Vector], vector_set: VectorSet) -> dict[object, int]:
    """The faults that the vectors show in each kind of questions, a bit each."""
    masks: dict[object, int] = {}
    for vector in vectors:
        masks[vector.request["kind"]] = masks.get(vector.request["kind"], 0) | vector_set.shows.get(vector.id, 0)
    return masks


def chosen(
    capabilities: Capabilities, vectors: Sequence[Vector], bad_requests: bool = True, sent: bool = True
) -> tuple[list[Vector], Counter[Reason]]:
    """The vectors within the capabilities, if ``sent`` as the engine takes them; how many are left out, by reason."""
    within, left_out = [], Counter[Reason]()
    as_they_are = {json.dumps(vector.request, sort_keys=True) for vector in vectors}
    for vector in vectors:
        taken = _taken(capabilities, vector) if sent else vector
        reason = outside(capabilities, taken.request)
        if reason is None and taken is not vector and json.dumps(taken.request, sort_keys=True) in as_they_are:
            # Another vector asks just this, so that one question would count as two.
            reason = outside(capabilities, vector.request)
        if reason is None and not bad_requests and "error" in vector.expected:
            reason = BAD_REQUEST
        if reason is None:
            within.append(replace(taken, expected=_stated(capabilities, taken.request, taken.expected)))
        else:
            left_out[reason] += 1
    return within, left_out


def _taken(capabilities: Capabilities, vector: Vector) -> Vector:
    """The vector as it is sent, if the same is right in another description of its cards."""
    request, expected = as_taken(capabilities, vector.request), vector.expected
    if request is vector.request:
        return vector
    if "cards" in request or "error" in expected:
        right = answer(request)
        if ("error" in right) != ("error" in expected):
            return vector
        expected = expected if "error" in expected else right
    return replace(vector, request=request, expected=expected)


def _stated(capabilities: Capabilities, request: Object, expected: Object) -> Object:
    """The right answer without the outcomes that the engine leaves out."""
    counts, kind = expected.get("counts"), KINDS.get(str(request.get("kind")))
    if not isinstance(counts, dict) or kind is None or not kind.by_outcome or len(capabilities.outcomes) == len(counts):
        return expected
    return {
        "counts": {name: counts[name] for name in capabilities.outcomes},
        DEALS: str(sum(map(int, counts.values()))),
    }


def added_by_kind(capabilities: Capabilities, vectors: Sequence[Vector]) -> dict[str, int]:
    """How many questions with an answer each further kind would add, including those about the main bets."""
    bets = None if capabilities.bets is None else (*capabilities.bets, "punto", "banco", "tie")
    asked = len(chosen(capabilities, vectors, bad_requests=False)[0])
    added = {}
    for kind in [kind for kind in KINDS if kind not in capabilities.kinds]:
        wider = replace(capabilities, kinds=(kind, *capabilities.kinds), bets=bets, bets_by_kind=None)
        added[kind] = len(chosen(wider, vectors, bad_requests=False)[0]) - asked
    return {kind: number for kind, number in added.items() if number}


def _about_own_bets(engine: Engine) -> list[Vector]:
    capabilities = engine.capabilities
    rules = STANDARD if capabilities.rules is None or STANDARD in capabilities.rules else capabilities.rules[0]
    made: list[Vector] = []
    for bet in capabilities.own_bets.values():
        if engine.over:
            engine.happened.append(f"made no questions about the bet {bet.name}: {engine.over}")
        else:
            made += own_bet_vectors(bet, rules, capabilities.domain.granularities)
    return chosen(capabilities, made)[0]


def explain_failures(verified: Verification, engine: Engine | None = None) -> None:
    """Look for the known faults behind the wrong answers, or the nearest, until the ``engine``'s time is used up."""
    wrong = [
        (
            each.vector.request,
            {DEALS: each.vector.expected.get(DEALS), **each.reply} if "counts" in each.reply else each.reply,
        )
        for each in (*verified.failures, *verified.shrunk.values())
        if each.reply and each.judgement.way == WRONG
    ]
    good = (each for each in verified.answers if not each.judgement.fault)
    right = [each.vector.request for each in good if "error" not in each.vector.expected]

    def over() -> bool:
        return engine is not None and engine.left <= 0

    digits, decimals = verified.precision
    verified.causes = explain(wrong, right, over, max(TOLERANCE, Fraction(1, 10 ** (digits or decimals or 0))))
    if engine is not None and any("error" not in reply for _, reply in wrong) and over():
        verified.happened.append(f"stopped looking for a cause: {engine.over}")


def shrink_failures(engine: Engine, verified: Verification) -> None:
    """Shrink the smallest failing vector of each subject.

    A refused shoe of more than `MAX_ORDINARY` cards is not shown: its size alone may be the reason.
    """
    deadline = monotonic() + SHRINKING_SECONDS
    names = (f"smaller-{number}" for number in count(1))

    def fails(request: Object) -> bool:
        if engine.over or monotonic() > deadline:
            return False
        smaller = _asked_again(engine, next(names), request, verified)
        if smaller is None or smaller.judgement.way != way:
            return False
        verified.shrunk[subject] = smaller
        return True

    for failure in sorted(verified.failures, key=lambda of: (of.judgement.way == REFUSED, cards_of(of.vector.request))):
        request, way, subject = failure.vector.request, failure.judgement.way, subject_of(failure.vector.request)
        unfit = failure.reply is None or "error" in failure.vector.expected or counts_of(request.get("shoe")) is None
        if subject in verified.shrunk or unfit or cards_of(request) < MIN_CARDS:
            continue
        ordinary = way != REFUSED or cards_of(request) <= MAX_ORDINARY
        if ordinary:
            verified.shrunk[subject] = failure
        by_decks = way == REFUSED or engine.capabilities.domain.whole_decks
        whole = fewest_decks(request, fails) if by_decks else None
        if ordinary and whole is None:
            shrink(request, fails)


def _asked_again(engine: Engine, name: str, request: Object, verified: Verification) -> Answered | None:
    """`None` if the request cannot be asked or the reply cannot be judged."""
    capabilities = engine.capabilities
    if outside(capabilities, request) or "error" in (expected := answer(request, capabilities.own_bets)):
        return None
    with suppress(Broken, ExactError):
        reply = engine.ask(name, request)
        expected = _stated(capabilities, request, expected)
        judgement = judge(expected, reply, capabilities.arithmetic, *verified.precision)
        return Answered(vector=Vector(name, "smaller", (), request, expected), judgement=judgement, reply=reply)
    return None


def cards_of(request: Object) -> int:
    """The number of cards in a request's shoe or sequence; 0 if it has neither."""
    if shoe := counts_of(request.get("shoe")):
        return sum(shoe[1])
    cards = request.get("cards")
    return len(cards) if isinstance(cards, list) else 0


def fewest_decks(request: Object, fails: Callable[[Object], bool]) -> Object | None:
    """The failing request with the fewest whole decks, up to its own cards rounded up; `None` if none fails."""
    shoe = counts_of(request.get("shoe"))
    assert shoe is not None
    most = min(MAX_ORDINARY // 52, (sum(shoe[1]) + 51) // 52)
    smaller = (with_shoe(request, shoe[0], whole_decks(decks, shoe[0])) for decks in range(1, most + 1))
    return next(filter(fails, smaller), None)


def shrink(request: Object, fails: Callable[[Object], bool], requests: int = MAX_REQUESTS) -> Object:
    """The smallest request found on which ``fails`` still holds; ``fails`` is called at most ``requests`` times.

    Each count is tried at 0, 1, 2, 4, half and one less, in rounds, until a round changes nothing; six cards remain.
    Then classes are merged: all cards into one class or, failing that, one class into another.
    """
    shoe = counts_of(request.get("shoe"))
    assert shoe is not None
    granularity, counts = shoe
    numbers = count(1)

    def failing(shoes: Iterable[list[int]]) -> list[int] | None:
        for tried in shoes:
            if next(numbers) <= requests and fails(with_shoe(request, granularity, tried)):
                return tried
        return None

    before = None
    while counts != before:
        before = counts
        for index in sorted(range(len(counts)), key=lambda at: -before[at]):
            counts = failing(_with_fewer(counts, index)) or counts
    if sum(map(bool, counts)) > 1:
        classes = range(len(counts))
        counts = failing([sum(counts) * (at == index) for at in classes] for index in classes) or counts
    while merged := failing(_with_fewer_classes(counts)):
        counts = merged
    return with_shoe(request, granularity, counts)


def _with_fewer(counts: list[int], index: int) -> Iterator[list[int]]:
    most = counts[index]
    for lower in sorted({lower for lower in (0, 1, 2, 4, most // 2, most - 1) if 0 <= lower < most}):
        smaller = [*counts[:index], lower, *counts[index + 1 :]]
        if sum(smaller) >= MIN_CARDS:
            yield smaller


def _with_fewer_classes(counts: list[int]) -> Iterator[list[int]]:
    """The counts with the cards of one class moved to another, the rarest class first."""
    held = sorted((index for index, number in enumerate(counts) if number), key=lambda index: counts[index])
    for source, target in permutations(held, 2):
        moved = [*counts]
        moved[target] += moved[source]
        moved[source] = 0
        yield moved
