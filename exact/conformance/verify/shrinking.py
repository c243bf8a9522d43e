"""Make a failing shoe smaller while the engine still fails on it, as a person would to find the fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from exact.conformance.strict_json import Object
from exact.game.shoe import MIN_CARDS

MAX_REQUESTS = 300
"""The most requests for one shoe."""


def cards_of(request: Object) -> int:
    """The size of a request: the number of cards in its shoe or its sequence, 0 if it has neither."""
    counts = _counts_of(request)
    if counts is not None:
        return sum(counts[1])
    cards = request.get("cards")
    return len(cards) if isinstance(cards, list) else 0


def can_shrink(request: Object) -> bool:
    """Whether a request has a shoe with valid counts."""
    counts = _counts_of(request)
    return counts is not None and sum(counts[1]) >= MIN_CARDS


def shrink(request: Object, fails: Callable[[Object], bool], requests: int = MAX_REQUESTS) -> Object:
    """The smallest request found for which ``fails`` still holds, by lowering the counts of its shoe one after another.

    Each count is tried at 0, 1, 2, 4, half and one less, in rounds, until a whole round changes nothing or ``fails`` has
    been called ``requests`` times. A shoe keeps at least six cards.
    """
    found = _counts_of(request)
    assert found is not None
    granularity, counts = found
    asked = 0
    changed = True
    while changed:
        changed = False
        for index in sorted(range(len(counts)), key=lambda at: -counts[at]):
            for lower in _lower(counts[index]):
                smaller = [*counts[:index], lower, *counts[index + 1 :]]
                if sum(smaller) < MIN_CARDS:
                    continue
                if asked == requests:
                    return {**request, "shoe": {granularity: counts}}
                asked += 1
                if fails({**request, "shoe": {granularity: smaller}}):
                    counts, changed = smaller, True
                    break
    return {**request, "shoe": {granularity: counts}}


def _lower(count: int) -> Iterator[int]:
    yield from sorted({lower for lower in (0, 1, 2, 4, count // 2, count - 1) if 0 <= lower < count})


def _counts_of(request: Object) -> tuple[str, list[int]] | None:
    shoe = request.get("shoe")
    if not isinstance(shoe, dict) or len(shoe) != 1:
        return None
    ((granularity, counts),) = shoe.items()
    if not isinstance(counts, list) or not all(type(count) is int and count >= 0 for count in counts):
        return None
    return granularity, counts
