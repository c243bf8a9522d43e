"""The domain of an engine: the shoes that it takes, and how finely they must be described to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from exact.conformance.strict_json import Object, Written
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe

ANY, WHOLE_DECKS = "any", "whole-decks"
GRANULARITIES = {granularity.word: granularity for granularity in Granularity}
_BOUNDS: dict[str, tuple[Callable[[list[int]], int], str, str]] = {
    "max_cards": (sum, "of more than {} cards", "up to {} cards"),
    "max_of_a_class": (max, "with more than {} alike", "up to {} alike"),
}
"""The bounds on what is measured in a shoe's counts, and the texts of a shoe beyond one and of the domain."""
WORDS = ("decks", "shoes", *_BOUNDS)
"""The capabilities about shoes, besides the granularity; an engine may omit each."""
_MAX = 10**15
_ONE_DECK = {granularity: Shoe.of_decks(1).coarsened(granularity).counts for granularity in Granularity}


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """The shoes that an engine takes, as `exact.conformance.verify.protocol` says; the coarsest granularity first."""

    granularities: tuple[Granularity, ...]
    decks: tuple[int, int] | None = None
    whole_decks: bool = False
    most: dict[str, int] = field(default_factory=dict)
    """The bounds stated of `_BOUNDS`."""

    @property
    def words(self) -> dict[str, int | str | Sequence[int] | Sequence[str]]:
        """The domain in the words of the protocol."""
        return {
            "granularity": [granularity.word for granularity in self.granularities],
            "shoes": WHOLE_DECKS if self.whole_decks else ANY,
            **({} if self.decks is None else {"decks": self.decks}),
            **self.most,
        }

    def __str__(self) -> str:
        texts = []
        if self.decks is not None:
            low, high = self.decks
            texts.append(f"{low}–{high} decks" if low != high else decks_text(low))
        if self.whole_decks:
            texts.append("whole decks")
        texts += [_BOUNDS[name][-1].format(most) for name, most in self.most.items()]
        texts = texts or ["any shoe"]
        if len(self.granularities) < len(Granularity):
            texts.append(f"by {' or '.join(granularity.word for granularity in self.granularities)}")
        return ", ".join(texts)

    def excludes(self, shoe: object) -> str:
        """Why a request's shoe lies outside the domain; empty if it lies within, or if the request has none.

        A malformed shoe lies outside a domain of whole decks, because no number of decks can express it.
        """
        named = [GRANULARITIES[word] for word in shoe if word in GRANULARITIES] if isinstance(shoe, dict) else []
        alone = len(named) == 1 and named[0] not in self.granularities
        if alone or max(named, default=0) > self.granularities[-1]:
            return f"by {max(named).word}"
        found, decks = counts_of(shoe), decks_of(shoe)
        if shoe is not None and self.whole_decks and not decks:
            return "not of whole decks"
        if found is None:
            return ""
        granularity, counts = found
        if self.decks is not None:
            low, high = self.decks
            if decks and not low <= decks <= high:
                return f"of {decks_text(decks)}"
            if any(count > most for count, most in zip(counts, whole_decks(high, granularity), strict=True)):
                return f"beyond {decks_text(high)}"
        for name, most in self.most.items():
            measure, beyond, _ = _BOUNDS[name]
            if measure(counts) > most:
                return beyond.format(most)
        return ""

    def described(self, request: Object, coarsest: Granularity | None) -> Object:
        """The request with a shoe of whole decks described as the engine takes it, but no coarser than ``coarsest``."""
        shoe = counts_of(request.get("shoe"))
        if shoe is None or shoe[0] in self.granularities or not (decks := decks_of(request["shoe"])):
            return request
        wanted = next((taken for taken in self.granularities if taken >= (coarsest or shoe[0])), None)
        return with_shoe(request, wanted, whole_decks(decks, wanted)) if wanted else request


def parse_domain(capabilities: Object) -> Domain:
    """The domain in an engine's capabilities; raises `ExactError` for anything that the protocol does not allow."""
    stated, decks, shoes = capabilities["granularity"], capabilities.get("decks"), capabilities.get("shoes", ANY)
    words = stated if isinstance(stated, list) and stated else [stated]
    named = {GRANULARITIES[word] for word in words if word in [*GRANULARITIES]}
    if len(named) < len(words):
        bound = f"is not known: known: {', '.join(GRANULARITIES)}"
        raise ExactError("capabilities, granularity", Written(stated), bound)
    if shoes not in (ANY, WHOLE_DECKS):
        raise ExactError("capabilities, shoes", Written(shoes), f"must be {WHOLE_DECKS} or {ANY}")
    if decks is not None:
        if not (isinstance(decks, list) and len(decks) == 2 and all(map(_is_count, decks)) and decks[0] <= decks[1]):
            bound = "must be the fewest and the most decks, two whole numbers such as [1, 8]"
            raise ExactError("capabilities, decks", Written(decks), bound)
        decks = (decks[0], decks[1])
    most: dict[str, Any] = {name: capabilities[name] for name in _BOUNDS if name in capabilities}
    for name, number in most.items():
        if not _is_count(number):
            raise ExactError(f"capabilities, {name}", Written(number), f"must be a whole number from 1 to {_MAX}")
    coarser = [] if isinstance(stated, list) else [other for other in Granularity if other <= max(named)]
    granularities = tuple(sorted(named.union(coarser)))
    return Domain(granularities=granularities, decks=decks, whole_decks=shoes == WHOLE_DECKS, most=most)


def _is_count(value: object) -> bool:
    return type(value) is int and 1 <= value <= _MAX


def with_shoe(request: Object, granularity: Granularity, counts: Sequence[int]) -> Object:
    """The request about a shoe of these counts."""
    return {**request, "shoe": {granularity.word: list(counts)}}


def decks_text(decks: int) -> str:
    """``1 deck``, ``2 decks``, …"""
    return f"{decks} deck{'' if decks == 1 else 's'}"


def counts_of(shoe: object) -> tuple[Granularity, list[int]] | None:
    """The granularity and the counts of a request's shoe; `None` if it is none."""
    if not isinstance(shoe, dict) or len(shoe) != 1:
        return None
    ((word, counts),) = shoe.items()
    granularity = GRANULARITIES.get(word)
    if granularity is None or not isinstance(counts, list) or len(counts) != granularity:
        return None
    return (granularity, counts) if set(map(type, counts)) == {int} and min(counts) >= 0 else None


def whole_decks(decks: int, granularity: Granularity) -> list[int]:
    """The counts of whole decks."""
    return [decks * size for size in _ONE_DECK[granularity]]


def decks_of(shoe: object) -> int:
    """The number of decks in a request's shoe; 0 if cards are missing, or if it is no shoe."""
    granularity, counts = counts_of(shoe) or (Granularity.VALUES, [])
    decks = sum(counts) // 52
    return decks if counts == whole_decks(decks, granularity) else 0
