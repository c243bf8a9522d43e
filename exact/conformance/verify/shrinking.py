"""Make failing shoes smaller while the engine still fails on them, as a person would to find the fault.

The aim is an ordinary shoe: the fewest cards, then the fewest classes of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, permutations
from time import monotonic

from exact.conformance.comparison import REFUSED, judge
from exact.conformance.strict_json import Object
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import Vector
from exact.conformance.verify.asking import Broken, Engine
from exact.conformance.verify.domain import counts_of, whole_decks, with_shoe
from exact.conformance.verify.protocol import outside
from exact.conformance.verify.verification import Answered, Verification, subject_of
from exact.errors import ExactError
from exact.game.shoe import MIN_CARDS

SHRINKING_SECONDS = 30.0
"""The most time to shrink all shoes together."""
MAX_REQUESTS = 300
"""The most requests for one shoe."""
MAX_ORDINARY = 12 * 52
"""The most cards that an ordinary shoe has: twelve decks."""


def shrink_failures(engine: Engine, verified: Verification) -> None:
    """Find the smallest failing shoe for each subject, from its smallest failing vector with an answer.

    A shoe too large to be ordinary is not shown where the engine refuses it: its size alone may be the reason.
    """
    deadline = monotonic() + SHRINKING_SECONDS
    names = (f"smaller-{number}" for number in count(1))

    def fails(request: Object) -> bool:
        """Whether the engine fails on the request as on the subject's vector; if so, it is noted as the smallest."""
        if engine.over or monotonic() > deadline:
            return False
        smaller = _asked_again(engine, next(names), request, verified)
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


def _asked_again(engine: Engine, name: str, request: Object, verified: Verification) -> Answered | None:
    """The answer to a smaller request; `None` if it cannot be asked, or nothing comes that can be judged."""
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
    vector = Vector(id=name, group="smaller", flags=(), request=request, expected=expected)
    judgement = judge(expected, reply, capabilities.arithmetic, *verified.precision)
    return Answered(vector=vector, judgement=judgement, reply=reply)


def cards_of(request: Object) -> int:
    """The size of a request: the number of cards in its shoe or its sequence, 0 if it has neither."""
    if shoe := counts_of(request.get("shoe")):
        return sum(shoe[1])
    cards = request.get("cards")
    return len(cards) if isinstance(cards, list) else 0


def can_shrink(request: Object) -> bool:
    """Whether a request has a shoe with valid counts."""
    return counts_of(request.get("shoe")) is not None and cards_of(request) >= MIN_CARDS


def fewest_decks(request: Object, fails: Callable[[Object], bool]) -> Object | None:
    """The request with the fewest whole decks that fails, less than a deck above its own cards; `None` if none does."""
    shoe = counts_of(request.get("shoe"))
    assert shoe is not None
    most = min(MAX_ORDINARY // 52, (sum(shoe[1]) + 51) // 52)
    smaller = (with_shoe(request, shoe[0], whole_decks(decks, shoe[0])) for decks in range(1, most + 1))
    return next(filter(fails, smaller), None)


def shrink(request: Object, fails: Callable[[Object], bool], requests: int = MAX_REQUESTS) -> Object:
    """The smallest request found for which ``fails`` still holds, by lowering the counts of its shoe one after another.

    Each count is tried at 0, 1, 2, 4, half and one less, in rounds, until a whole round changes nothing. Then the cards
    of one class are put to another, so that fewer classes are left: all cards to any one class, or else each class to
    another. A shoe keeps at least six cards, and ``fails`` is called at most ``requests`` times.
    """
    shoe = counts_of(request.get("shoe"))
    assert shoe is not None
    granularity, counts = shoe
    numbers = count(1)

    def failing(shoes: Iterator[list[int]]) -> list[int] | None:
        """The first of the shoes on which the engine still fails."""
        return next(
            (tried for tried in shoes if next(numbers) <= requests and fails(with_shoe(request, granularity, tried))),
            None,
        )

    changed = True
    while changed:
        changed = False
        for index in sorted(range(len(counts)), key=lambda at: -counts[at]):
            if smaller := failing(_with_fewer(counts, index)):
                counts, changed = smaller, True
    counts = failing(_with_one_class(counts)) or counts
    while merged := failing(_with_fewer_classes(counts)):
        counts = merged
    return with_shoe(request, granularity, counts)


def _with_fewer(counts: list[int], index: int) -> Iterator[list[int]]:
    """The counts with fewer cards of one class, the fewest first."""
    most = counts[index]
    for lower in sorted({lower for lower in (0, 1, 2, 4, most // 2, most - 1) if 0 <= lower < most}):
        smaller = [*counts[:index], lower, *counts[index + 1 :]]
        if sum(smaller) >= MIN_CARDS:
            yield smaller


def _with_one_class(counts: list[int]) -> Iterator[list[int]]:
    """All the cards in one class, one after another; nothing if they are in one already."""
    if sum(map(bool, counts)) > 1:
        for index in range(len(counts)):
            yield [sum(counts) if at == index else 0 for at in range(len(counts))]


def _with_fewer_classes(counts: list[int]) -> Iterator[list[int]]:
    """The counts with the cards of one class put to another."""
    held = sorted((index for index, number in enumerate(counts) if number), key=lambda index: counts[index])
    for source, target in permutations(held, 2):
        moved = [*counts]
        moved[target] += moved[source]
        moved[source] = 0
        yield moved
