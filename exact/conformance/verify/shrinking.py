"""Make a failing shoe smaller while the engine still fails on it, as a person would to find the fault.

The aim is an ordinary shoe: the fewest cards, then the fewest classes of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

from exact.conformance.strict_json import Object
from exact.conformance.verify.domain import GRANULARITIES
from exact.game.shoe import MIN_CARDS, Shoe

MAX_REQUESTS = 300
"""The most requests for one shoe."""
MAX_ORDINARY = 12 * 52
"""The most cards that an ordinary shoe has: twelve decks."""


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


def fewest_decks(request: Object, fails: Callable[[Object], bool]) -> Object | None:
    """The request with the fewest whole decks for which ``fails`` holds, less than a deck above its own cards; `None` for none."""
    found = _counts_of(request)
    assert found is not None
    granularity, counts = found
    for decks in range(1, MAX_ORDINARY // 52 + 1):
        whole = Shoe.of_decks(decks).coarsened(GRANULARITIES[granularity])
        if whole.cards >= sum(counts) + 52:
            return None
        smaller = {**request, "shoe": {granularity: list(whole.counts)}}
        if fails(smaller):
            return smaller
    return None


def shrink(request: Object, fails: Callable[[Object], bool], requests: int = MAX_REQUESTS) -> Object:
    """The smallest request found for which ``fails`` still holds, by lowering the counts of its shoe one after another.

    Each count is tried at 0, 1, 2, 4, half and one less, in rounds, until a whole round changes nothing. Then the cards of
    one class are put to another, so that fewer classes are left: all cards to any one class, or else each class to another. A shoe keeps at least six cards, and ``fails`` is called at
    most ``requests`` times.
    """
    found = _counts_of(request)
    assert found is not None
    granularity, counts = found
    asked = 0

    def still_fails(tried: list[int]) -> bool:
        nonlocal asked
        asked += 1
        return asked <= requests and fails({**request, "shoe": {granularity: tried}})

    changed = True
    while changed:
        changed = False
        for index in sorted(range(len(counts)), key=lambda at: -counts[at]):
            smaller = next((tried for tried in _with_fewer(counts, index) if still_fails(tried)), None)
            if smaller is not None:
                counts, changed = smaller, True
    counts = next((tried for tried in _with_one_class(counts) if still_fails(tried)), counts)
    while (merged := next((tried for tried in _with_fewer_classes(counts) if still_fails(tried)), None)) is not None:
        counts = merged
    return {**request, "shoe": {granularity: counts}}


def _with_fewer(counts: list[int], index: int) -> Iterator[list[int]]:
    """The counts with fewer cards of one class, the fewest first."""
    count = counts[index]
    for lower in sorted({lower for lower in (0, 1, 2, 4, count // 2, count - 1) if 0 <= lower < count}):
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
    held = sorted((index for index, count in enumerate(counts) if count), key=lambda index: counts[index])
    for source, target in permutations(held, 2):
        moved = [*counts]
        moved[target] += moved[source]
        moved[source] = 0
        yield moved


def _counts_of(request: Object) -> tuple[str, list[int]] | None:
    shoe = request.get("shoe")
    if not isinstance(shoe, dict) or len(shoe) != 1:
        return None
    ((granularity, counts),) = shoe.items()
    if not isinstance(counts, list) or not all(type(count) is int and count >= 0 for count in counts):
        return None
    return granularity, counts
