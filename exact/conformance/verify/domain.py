"""The domain of an engine: the shoes and the sequences of cards that it takes."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import compress
from typing import Any

from exact.conformance.strict_json import ANY, INFINITE, Object, Written
from exact.conformance.vectors.engine import GRANULARITIES
from exact.errors import ExactError
from exact.game import Granularity, class_names, class_of, parse_card
from exact.game.shoe import Shoe
from exact.questions.conditions import decks_text
from exact.records import Record, field

WHOLE_DECKS = "whole-decks"
_BOUNDS: dict[str, tuple[Callable[[list[int]], int], str, str]] = {
    "max_cards": (sum, "of more than {} cards", "up to {} cards"),
    "max_of_a_class": (max, "with more than {} alike", "up to {} alike"),
}
"""The bounds on what is measured in a shoe's counts, and the texts of a shoe beyond one and of the domain."""
WORDS = ("decks", "shoes", *_BOUNDS)  # the optional capabilities about shoes
_MAX_COUNT = 10**15
_ONE_DECK = {granularity: Shoe.of_decks(1).coarsened(granularity).counts for granularity in Granularity}


class Domain(Record, kw_only=True):
    """The shoes that an engine takes."""

    granularities: tuple[Granularity, ...]  # the coarsest first
    decks: tuple[int, int] | None = None
    shoes: tuple[str, ...] = (ANY,)
    most: dict[str, int] = field(default_factory=dict)  # the stated ones of `_BOUNDS`

    @property
    def whole_decks(self) -> bool:
        """Whether no card may be missing."""
        return WHOLE_DECKS in self.shoes

    @property
    def words(self) -> dict[str, int | str | Sequence[int] | Sequence[str]]:
        """The domain in the words of the protocol."""
        return {
            "granularity": [granularity.word for granularity in self.granularities],
            "shoes": self.shoes[0] if len(self.shoes) == 1 else self.shoes,
            **({} if self.decks is None else {"decks": self.decks}),
            **self.most,
        }

    def __str__(self) -> str:
        if self.shoes == (INFINITE,):
            return "the infinite shoe"
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
        return ", ".join([*texts, *(["infinite too"] if INFINITE in self.shoes else [])])

    def excludes(self, request: Object) -> str:
        """Why a request's shoe or cards lie outside the domain; empty if they lie within, or if it has none."""
        shoe, cards = request.get("shoe"), request.get("cards")
        if shoe == INFINITE:
            return "" if INFINITE in self.shoes else "that are infinite"
        if shoe is not None and self.shoes == (INFINITE,):
            return "that are finite"
        if isinstance(cards, list) and not self.takes(cards):
            with suppress(ExactError):  # of a name that no card has, which must be refused
                return f"by {max(parse_card(str(card))[0] for card in cards).word}"
        named = [GRANULARITIES[word] for word in shoe if word in GRANULARITIES] if isinstance(shoe, dict) else []
        alone = len(named) == 1 and named[0] not in self.granularities
        if alone or max(named, default=0) > self.granularities[-1]:
            return f"by {max(named).word}"
        found, decks = counts_of(shoe) or self._dealt(cards), decks_of(shoe)
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

    def _dealt(self, cards: object) -> tuple[Granularity, list[int]] | None:
        """How often each class is dealt, in the coarsest description that names all the cards; `None` if none does."""
        for granularity in self.granularities:
            names = class_names(granularity)
            if isinstance(cards, list) and all(card in names for card in cards):
                return granularity, [cards.count(name) for name in names]
        return None

    def takes(self, cards: list[object]) -> bool:
        """Whether all the cards have names that the engine takes."""
        return all(any(card in class_names(each) for each in self.granularities) for card in cards)

    def named(self, cards: list[object]) -> list[str]:
        """The cards as finely as the engine takes them, a coarse one as the card dealt least; `ExactError` for none."""
        finest, dealt, named = self.granularities[-1], Counter[str](), list[str]()
        names = class_names(finest)
        for card in map(str, cards):
            known, index = parse_card(card)
            coarse = min(known, finest)
            same = (class_of(at, finest, coarse) == class_of(index, known, coarse) for at in range(finest))
            named.append(card if card in names else min(compress(names, same), key=dealt.__getitem__))
            dealt[named[-1]] += 1
        return named


def parse_domain(capabilities: Object) -> Domain:
    """The domain in an engine's capabilities; raises `ExactError` for anything that the protocol does not allow."""
    stated, decks, shoes = capabilities["granularity"], capabilities.get("decks"), capabilities.get("shoes", ANY)
    words = stated if isinstance(stated, list) and stated else [stated]
    named = {GRANULARITIES[word] for word in words if word in [*GRANULARITIES]}
    if len(named) < len(words):
        bound = f"is not known: known: {', '.join(GRANULARITIES)}"
        raise ExactError("capabilities, granularity", Written(stated), bound)
    forms = tuple(shoes) if isinstance(shoes, list) else (shoes,)
    if forms not in [(ANY,), (WHOLE_DECKS,), (INFINITE,), (ANY, INFINITE), (WHOLE_DECKS, INFINITE)]:
        bound = f'must be {ANY}, {WHOLE_DECKS} or {INFINITE}, or a list of one of the first two and "{INFINITE}"'
        raise ExactError("capabilities, shoes", Written(shoes), bound)
    if decks is not None:
        if not (isinstance(decks, list) and len(decks) == 2 and all(map(_is_count, decks)) and decks[0] <= decks[1]):
            bound = "must be the fewest and the most decks, two whole numbers such as [1, 8]"
            raise ExactError("capabilities, decks", Written(decks), bound)
        decks = (decks[0], decks[1])
    most: dict[str, Any] = {name: capabilities[name] for name in _BOUNDS if name in capabilities}
    for name, number in most.items():
        if not _is_count(number):
            raise ExactError(f"capabilities, {name}", Written(number), f"must be a whole number from 1 to {_MAX_COUNT}")
    coarser = [] if isinstance(stated, list) else [other for other in Granularity if other <= max(named)]
    granularities = tuple(sorted(named.union(coarser)))
    return Domain(granularities=granularities, decks=decks, shoes=forms, most=most)


def _is_count(value: object) -> bool:
    return type(value) is int and 1 <= value <= _MAX_COUNT


def with_shoe(request: Object, granularity: Granularity, counts: Sequence[int]) -> Object:
    """The request about a shoe of these counts."""
    return {**request, "shoe": {granularity.word: list(counts)}}


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
