"""An immutable shoe: how many cards of each class are left."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence, Set, Sized
from math import comb, factorial
from typing import TypeVar

from exact.answers.text import _
from exact.errors import ExactError, blamed_on
from exact.game import RANKS, Granularity, class_names, class_of, parse_card, parse_rank, split_names
from exact.inputs import check_whole, parse_whole
from exact.records import Shown

T = TypeVar("T")
MAX_COUNT = 10**12  #: The most cards of one class, which keeps printed numbers short; the method has no such bound
MIN_CARDS = 6
MAX_DECKS = MAX_COUNT // 16
USUAL_DECKS = 8  #: The full decks of a question that states no shoe, under rules that state none either
INFINITE = "infinite"
NO_SHOE = _("No shoe given: using 8 full decks.")
_MOST_NAMED = 20  #: The most cards that a text names as gone from full decks


class _Endless(int):
    def __str__(self) -> str:
        return "∞"


class Shoe(Shown):
    """The cards left in a shoe: counts of 52 card types in the order of `exact.game`, 13 ranks or 10 point values.

    Raises `ExactError` unless there are as many counts, whole from 0 to `MAX_COUNT`, and six cards or more in all.
    """

    counts: tuple[int, ...]
    granularity: Granularity

    def __init__(self, counts: Iterable[int], granularity: Granularity) -> None:
        _check_granularity(granularity)
        try:
            entries = tuple(counts)
        except TypeError:
            raise ExactError(granularity.word, counts, f"must be {int(granularity)} counts") from None
        if len(entries) != granularity:
            bound = f"has {len(entries)} entries, but must have {int(granularity)}"
            raise ExactError(granularity.word, list(entries), f"{bound}, one for each of the {granularity.word}")
        for name, count in zip(class_names(granularity), entries, strict=True):
            check_whole(count, f"count of {name}", 0, MAX_COUNT)
        if sum(entries) < MIN_CARDS:
            bound = f"are left in the shoe, and a coup needs at least {MIN_CARDS}"
            raise ExactError("cards", sum(entries), bound)
        object.__setattr__(self, "counts", entries)
        object.__setattr__(self, "granularity", granularity)

    @classmethod
    def of_decks(cls, decks: int | str) -> Shoe:
        """A full shoe of ``decks`` decks of 52 cards, described card by card; or `InfiniteShoe`, of ``infinite``."""
        if isinstance(decks, str) and decks == INFINITE:
            return InfiniteShoe()
        return cls([check_whole(decks, "decks", 1, MAX_DECKS)] * Granularity.CARDS, Granularity.CARDS)

    @classmethod
    def of_cards(cls, counts: Sequence[int]) -> Shoe:
        """A shoe from 52 counts of card types (index ``4 * rank + suit``, see `exact.game`)."""
        return cls(counts, Granularity.CARDS)

    @classmethod
    def of_ranks(cls, counts: Sequence[int]) -> Shoe:
        """A shoe from 13 counts of ranks, ace to king."""
        return cls(counts, Granularity.RANKS)

    @classmethod
    def of_values(cls, counts: Sequence[int]) -> Shoe:
        """A shoe from 10 counts of point values, 0 to 9."""
        return cls(counts, Granularity.VALUES)

    @property
    def cards(self) -> int:
        """The number of cards left."""
        return sum(self.counts)

    @property
    def values(self) -> tuple[int, ...]:
        """The counts of the ten point values 0 to 9."""
        if self.granularity == Granularity.VALUES:
            return self.counts
        return tuple(_merged(self.counts, self.granularity, Granularity.VALUES))

    @property
    def text(self) -> str:
        """In a question: ``8 decks``, ``8 decks, without 9 9 K`` or ``shoe`` and the counts."""
        decks, gone = self._from_full_decks()
        if not 0 < decks <= MAX_DECKS or gone > _MOST_NAMED or (gone and self.granularity is Granularity.VALUES):
            return f"shoe {' '.join(map(str, self.counts))}"
        cards = zip(class_names(self.granularity), self.counts, _one_deck(self.granularity), strict=True)
        names = " ".join(name for name, count, number in cards for _ in range(decks * number - count))
        return f"{decks} deck{'' if decks == 1 else 's'}{f', without {names}' if names else ''}"

    @property
    def full_decks(self) -> int | None:
        """How many full decks it is, as far as it is described; `None` for other cards."""
        decks, gone = self._from_full_decks()
        return None if gone or not 0 < decks <= MAX_DECKS else decks

    def _from_full_decks(self) -> tuple[int, int]:
        """The fewest full decks that have all its cards, and how many cards are gone from them."""
        decks = max(-(-count // one) for count, one in zip(self.counts, _one_deck(self.granularity), strict=True))
        return decks, 52 * decks - self.cards

    def coarsened(self, granularity: Granularity) -> Shoe:
        """The same cards, described only by ``granularity``. Raises `ExactError` if that is finer than this shoe."""
        _check_granularity(granularity)
        if granularity == self.granularity:
            return self
        if granularity > self.granularity:
            bound = f"is finer than this shoe, which is described only by {self.granularity.word}"
            raise ExactError("granularity", granularity.word, bound)
        return Shoe(_merged(self.counts, self.granularity, granularity), granularity)

    def removed(self, names: str | Sequence[str]) -> Shoe:
        """This shoe without the named cards (``9h``), ranks (``K``, ``10``, ``T``) or, without ranks, point values.

        A rank removed from a shoe with suits leaves one described only by ranks: nobody knows which suit is gone.
        Raises `ExactError` for an unknown name, more cards than there are, or fewer than six left.
        """
        listed = split_names(names) if isinstance(names, str) else names
        if not isinstance(listed, list | tuple):
            raise ExactError("remove", names, "must be names of cards: text like 9 9 K, or a list")
        granularity, counts = self.granularity, list(self.counts)
        parsed = [(name, *self._class_of_name(name)) for name in listed]
        for name, named_by, index in sorted(parsed, key=lambda entry: -entry[1]):
            if named_by < granularity:
                counts = _merged(counts, granularity, named_by)
                granularity = named_by
            counts[index] -= 1
            if counts[index] < 0:
                held = self.coarsened(granularity).counts[index]
                raise ExactError("remove", name, f"is removed more often than the {held} in the shoe")
        return Shoe(counts, granularity)

    def without(self, *indices: int) -> Shoe:
        """This shoe less one card of the class with each index; raises `ExactError` as `removed` does."""
        counts = list(self.counts)
        for index in indices:
            counts[check_whole(index, "index", 0, len(counts) - 1)] -= 1
        return Shoe(counts, self.granularity)

    def _class_of_name(self, name: str) -> tuple[Granularity, int]:
        if not isinstance(name, str):
            raise ExactError("remove", name, "must be the name of a card")
        if self.granularity == Granularity.VALUES and len(name) == 1 and name in "0123456789":
            return Granularity.VALUES, int(name)
        granularity, index = parse_card(name, "remove")
        if granularity == Granularity.VALUES:
            bound = f"is a point value, but this shoe is described by {self.granularity.word}: name a card or a rank"
            raise ExactError("remove", name, bound)
        if granularity > self.granularity:
            return self.granularity, class_of(index, granularity, self.granularity)
        return granularity, index

    def __repr__(self) -> str:
        return f"Shoe.of_{self.granularity.word}({list(self.counts)})"


class InfiniteShoe(Shoe):
    """The infinite shoe: every card is drawn from full decks with replacement. Counts are of sequences of cards."""

    text = "infinite shoe"
    cards = _Endless(52 * MAX_COUNT)

    def __init__(self) -> None:
        super().__init__([MAX_COUNT] * Granularity.CARDS, Granularity.CARDS)

    def limit(self, count: Callable[[Shoe], Mapping[T, int]], cards: int) -> dict[T, int]:
        """The sequences of so many cards of each kind that ``count`` counts in a shoe.

        The deals from d decks are a polynomial in d of degree n for n cards: its leading coefficient is the n-th
        difference over n!.
        """
        sums: dict[T, int] = {}
        fewest = 1 + cards // 52
        for step in range(cards + 1):
            for kind, deals in count(Shoe.of_decks(fewest + step)).items():
                sums[kind] = sums.get(kind, 0) + (-1) ** (cards - step) * comb(cards, step) * deals
        return {kind: number // factorial(cards) for kind, number in sums.items()}


def _one_deck(granularity: Granularity) -> tuple[int, ...]:
    return Shoe.of_decks(1).coarsened(granularity).counts


def _check_granularity(granularity: object) -> None:
    if not isinstance(granularity, Granularity):
        raise ExactError("granularity", granularity, "must be a Granularity: VALUES, RANKS or CARDS")


def _merged(counts: Sequence[int], fine: Granularity, coarse: Granularity) -> list[int]:
    merged = [0] * coarse
    for index, count in enumerate(counts):
        merged[class_of(index, fine, coarse)] += count
    return merged


_WAYS = "give a Shoe, 10, 13 or 52 counts, counts by name, or text like 16,4,4,4,4,4,4,4,4,4 or A=4,…,K=4"


def parse_values(text: str) -> Shoe:
    """The shoe of ten counts ``c0,…,c9`` of the point values; raises `ExactError` for anything else."""
    entries = text.split(",")
    if len(entries) != 10:
        raise ExactError("values", text, f"has {len(entries)} counts, but must have ten, c0 to c9, separated by commas")
    return Shoe.of_values(
        [parse_whole(entry, f"values, c{value}", 0, MAX_COUNT) for value, entry in enumerate(entries)]
    )


def parse_ranks(text: str) -> Shoe:
    """The shoe of thirteen counts ``A=…,…,K=…`` in any order; raises `ExactError` for anything else."""
    counts: dict[int, int] = {}
    for entry in text.split(","):
        name, equals, count = entry.partition("=")
        rank = parse_rank(name.strip(), "ranks")
        if not equals:
            raise ExactError("ranks", entry, f"must be written as {RANKS[rank]}=count")
        if rank in counts:
            raise ExactError("ranks", text, f"gives {RANKS[rank]} twice")
        counts[rank] = parse_whole(count, f"ranks, {RANKS[rank]}", 0, MAX_COUNT)
    missing = [name for rank, name in enumerate(RANKS) if rank not in counts]
    if missing:
        raise ExactError("ranks", text, f"must give all thirteen ranks; missing: {' '.join(missing)}")
    return Shoe.of_ranks([counts[rank] for rank in range(13)])


def shoe_from(given: object) -> Shoe:
    """The shoe that ``given`` is: a shoe, counts in their order, counts by name, or text as the command takes it."""
    if isinstance(given, Shoe):
        return given
    with blamed_on("shoe", "values", "ranks", "cards"):
        if isinstance(given, str):
            return parse_ranks(given) if "=" in given else parse_values(given)
        if isinstance(given, Mapping):
            return _from_names(given)
    no_list = not isinstance(given, Sized) or isinstance(given, bytes | bytearray | Set)
    if no_list or not isinstance(given, Iterable) or getattr(given, "shape", None) == ():
        decks = "; for full decks, write decks=8" if isinstance(given, int) else ""
        raise ExactError("shoe", given, f"is not a shoe: {_WAYS}{decks}")
    counts = [_whole(count) for count in given]
    widths = {int(granularity): granularity for granularity in Granularity}
    if len(counts) not in widths:
        raise ExactError("shoe", counts, f"has {len(counts)} counts: {_WAYS}")
    return Shoe(counts, widths[len(counts)])


def _from_names(given: Mapping[object, object]) -> Shoe:
    counts: dict[tuple[Granularity, int], int] = {}
    for name, count in given.items():
        if isinstance(name, str):
            named = parse_card(name, "shoe")
        elif isinstance(name, int) and not isinstance(name, bool) and 0 <= name <= 9:
            named = Granularity.VALUES, name
        else:
            raise ExactError("shoe", name, "is not a card, a rank or a point value")
        if named in counts:
            raise ExactError("shoe", name, "names the same cards twice")
        counts[named] = _whole(count)
    granularities = {granularity for granularity, _ in counts}
    if len(granularities) != 1:
        raise ExactError("shoe", dict(given), "must name only cards, only ranks, or only point values (as numbers)")
    (granularity,) = granularities
    return Shoe([counts.get((granularity, index), 0) for index in range(granularity)], granularity)


def _whole(count: object) -> int:
    try:
        if not isinstance(count, bool):
            return operator.index(count)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise ExactError("shoe", count, f"must be a whole number from 0 to {MAX_COUNT}")
