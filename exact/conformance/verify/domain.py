"""The domain of an engine: the shoes that it takes, and how finely they must be described to it; and smaller shoes.

A failing shoe is made smaller while the engine still fails on it, as a person would to find the fault. The aim is an
ordinary shoe: the fewest cards, then the fewest classes of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple, cast

from exact.conformance.strict_json import Object, Written
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.shoe import MIN_CARDS, Shoe

ANY, WHOLE_DECKS = "any", "whole-decks"
GRANULARITIES = {granularity.word: granularity for granularity in Granularity}
WORDS = ("decks", "shoes", "max_cards", "max_of_a_class")
"""The capabilities about shoes, besides the granularity; an engine may omit each."""
_MAX = 10**15


class Domain(NamedTuple):
    """The shoes that an engine takes; by default, any shoe that is not described too finely."""

    granularities: tuple[Granularity, ...]
    """The descriptions that it takes, the coarsest first."""
    decks: tuple[int, int] | None = None
    """The fewest and the most decks; a shoe with cards missing must come from the most."""
    whole_decks: bool = False
    """Whether no card may be missing."""
    max_cards: int | None = None
    max_of_a_class: int | None = None
    """The most cards of one value, rank or type, in the shoe's own description."""

    @property
    def words(self) -> dict[str, int | str | Sequence[int] | Sequence[str]]:
        """The domain in the words of the protocol, without those that say nothing."""
        bounds = {"decks": self.decks, "max_cards": self.max_cards, "max_of_a_class": self.max_of_a_class}
        return {
            "granularity": [granularity.word for granularity in self.granularities],
            "shoes": WHOLE_DECKS if self.whole_decks else ANY,
            **{name: bound for name, bound in bounds.items() if bound is not None},
        }

    @property
    def texts(self) -> list[str]:
        """The bounds for readers, the decks first."""
        texts = []
        if self.decks is not None:
            low, high = self.decks
            texts.append(f"{low}–{high} decks" if low != high else f"{low} deck{'' if low == 1 else 's'}")
        if self.whole_decks:
            texts.append("whole decks")
        if self.max_cards is not None:
            texts.append(f"up to {self.max_cards} cards")
        if self.max_of_a_class is not None:
            texts.append(f"up to {self.max_of_a_class} alike")
        if not texts:
            texts.append("any shoe")
        if len(self.granularities) < len(Granularity):
            texts.append(f"by {' or '.join(granularity.word for granularity in self.granularities)}")
        return texts


def parse_domain(capabilities: Object) -> Domain:
    """The domain in an engine's capabilities; raises `ExactError` for anything else than the protocol allows."""
    decks, shoes = capabilities.get("decks"), capabilities.get("shoes", ANY)
    if shoes not in (ANY, WHOLE_DECKS):
        raise ExactError("capabilities, shoes", Written(shoes), f"must be {WHOLE_DECKS} or {ANY}")
    if decks is not None:
        if not (isinstance(decks, list) and len(decks) == 2 and all(map(_is_count, decks)) and decks[0] <= decks[1]):
            bound = "must be the fewest and the most decks, two whole numbers such as [1, 8]"
            raise ExactError("capabilities, decks", Written(decks), bound)
        decks = (decks[0], decks[1])
    bounds = {}
    for name in ("max_cards", "max_of_a_class"):
        bounds[name] = capabilities.get(name)
        if name in capabilities and not _is_count(bounds[name]):
            raise ExactError(f"capabilities, {name}", Written(bounds[name]), f"must be a whole number from 1 to {_MAX}")
    return Domain(
        _granularities(capabilities["granularity"]),
        cast("tuple[int, int] | None", decks),
        shoes == WHOLE_DECKS,
        cast("int | None", bounds["max_cards"]),
        cast("int | None", bounds["max_of_a_class"]),
    )


def described(domain: Domain, request: Object, needed: Granularity | None) -> Object:
    """The request with its shoe described as the engine takes it.

    Only a shoe of whole decks has one description in every granularity; any other shoe stays as it is. ``needed`` is the
    coarsest description that the question allows, `None` for that which it has.
    """
    counts = counts_of(request.get("shoe"))
    if counts is None:
        return request
    granularity, _ = counts
    decks = _whole_decks(*counts)
    if granularity in domain.granularities or not decks:
        return request
    wanted = next((taken for taken in domain.granularities if taken >= (needed or granularity)), None)
    if wanted is None:
        return request
    shoe = Shoe.of_decks(decks).coarsened(wanted)
    return {**request, "shoe": {wanted.word: list(shoe.counts)}}


def shoe_outside(domain: Domain, shoe: object) -> str:
    """What puts the shoe of a request outside the domain; empty if it lies within, or if the request has none.

    What is no shoe at all lies outside if only whole decks are taken: an engine with such a parameter cannot be given it.
    """
    if shoe is None:
        return ""
    if not isinstance(shoe, dict):
        return "not of whole decks" if domain.whole_decks else ""
    named = [GRANULARITIES[word] for word in shoe if word in GRANULARITIES]
    if (len(named) == 1 and named[0] not in domain.granularities) or max(named, default=0) > domain.granularities[-1]:
        return f"by {max(named).word}"
    counts = counts_of(shoe)
    if counts is None:
        return "not of whole decks" if domain.whole_decks else ""
    return _too_large(domain, *counts)


def decks_of(shoe: object) -> int:
    """The number of whole decks in the shoe of a request; 0 if cards are missing, or if it is no shoe."""
    counts = counts_of(shoe)
    return _whole_decks(*counts) if counts else 0


def _too_large(domain: Domain, granularity: Granularity, counts: list[int]) -> str:
    cards, decks = sum(counts), _whole_decks(granularity, counts)
    if domain.whole_decks and not decks:
        return "not of whole decks"
    if domain.decks is not None:
        low, high = domain.decks
        if decks and not low <= decks <= high:
            return f"of {decks} deck{'' if decks == 1 else 's'}"
        if any(count > high * size for count, size in zip(counts, _one_deck(granularity), strict=True)):
            return f"beyond {high} deck{'' if high == 1 else 's'}"
    if domain.max_cards is not None and cards > domain.max_cards:
        return f"of more than {domain.max_cards} cards"
    if domain.max_of_a_class is not None and max(counts) > domain.max_of_a_class:
        return f"with more than {domain.max_of_a_class} alike"
    return ""


def _granularities(value: object) -> tuple[Granularity, ...]:
    """A word stands for that description and every coarser one, a list for those in it alone."""
    words = value if isinstance(value, list) and value else [value]
    named = {GRANULARITIES[word] for word in words if isinstance(word, str) and word in GRANULARITIES}
    if len(named) < len(words):
        raise ExactError(
            "capabilities, granularity", Written(value), f"is not known: known: {', '.join(GRANULARITIES)}"
        )
    if isinstance(value, list):
        return tuple(sorted(named))
    return tuple(granularity for granularity in Granularity if granularity <= max(named))


def counts_of(shoe: object) -> tuple[Granularity, list[int]] | None:
    """The description and the counts of the shoe of a request; `None` if it is none."""
    if not isinstance(shoe, dict) or len(shoe) != 1:
        return None
    ((word, counts),) = shoe.items()
    granularity = GRANULARITIES.get(word)
    proper = isinstance(counts, list) and all(type(count) is int and count >= 0 for count in counts)
    return (granularity, counts) if granularity is not None and proper and len(counts) == granularity else None


def _whole_decks(granularity: Granularity, counts: list[int]) -> int:
    """The number of whole decks that these are the counts of; 0 if they are not."""
    decks = sum(counts) // 52
    return decks if counts == [decks * size for size in _one_deck(granularity)] else 0


@cache
def _one_deck(granularity: Granularity) -> tuple[int, ...]:
    return Shoe.of_decks(1).coarsened(granularity).counts


def _is_count(value: object) -> bool:
    return type(value) is int and 1 <= value <= _MAX


MAX_REQUESTS = 300
"""The most requests for one shoe."""
MAX_ORDINARY = 12 * 52
"""The most cards that an ordinary shoe has: twelve decks."""


def cards_of(request: Object) -> int:
    """The size of a request: the number of cards in its shoe or its sequence, 0 if it has neither."""
    found = counts_of(request.get("shoe"))
    if found is not None:
        return sum(found[1])
    cards = request.get("cards")
    return len(cards) if isinstance(cards, list) else 0


def can_shrink(request: Object) -> bool:
    """Whether a request has a shoe with valid counts."""
    found = counts_of(request.get("shoe"))
    return found is not None and sum(found[1]) >= MIN_CARDS


def fewest_decks(request: Object, fails: Callable[[Object], bool]) -> Object | None:
    """The request with the fewest whole decks for which ``fails`` holds, less than a deck above its own cards; `None` for none."""
    found = counts_of(request.get("shoe"))
    assert found is not None
    granularity, counts = found
    for decks in range(1, MAX_ORDINARY // 52 + 1):
        whole = Shoe.of_decks(decks).coarsened(granularity)
        if whole.cards >= sum(counts) + 52:
            return None
        smaller = {**request, "shoe": {granularity.word: list(whole.counts)}}
        if fails(smaller):
            return smaller
    return None


def shrink(request: Object, fails: Callable[[Object], bool], requests: int = MAX_REQUESTS) -> Object:
    """The smallest request found for which ``fails`` still holds, by lowering the counts of its shoe one after another.

    Each count is tried at 0, 1, 2, 4, half and one less, in rounds, until a whole round changes nothing. Then the cards of
    one class are put to another, so that fewer classes are left: all cards to any one class, or else each class to another.
    A shoe keeps at least six cards, and ``fails`` is called at most ``requests`` times.
    """
    found = counts_of(request.get("shoe"))
    assert found is not None
    granularity, counts = found
    asked = 0

    def still_fails(tried: list[int]) -> bool:
        nonlocal asked
        asked += 1
        return asked <= requests and fails({**request, "shoe": {granularity.word: tried}})

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
    return {**request, "shoe": {granularity.word: counts}}


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
