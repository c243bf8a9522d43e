"""An immutable shoe: how many cards of each class are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from exact.display import shown
from exact.errors import ExactError
from exact.game.cards import Granularity, class_names, class_of, parse_card, split_names
from exact.inputs import check_whole

MAX_COUNT = 10**12
"""The most cards of one class that a shoe may hold. It keeps printed numbers short; the method has no such bound."""
MIN_CARDS = 6
MAX_DECKS = MAX_COUNT // 16


@shown
class Shoe:
    """The cards left in a shoe, described as card types, ranks or point values.

    ``counts`` has 52, 13 or 10 entries: card types in the order of `exact.game.cards`, ranks ``A`` to ``K``, or point
    values 0 to 9. Any shoe of at least six cards is valid, because a coup never needs more. Equal shoes hash equal.
    Raises `ExactError` for a wrong number of counts, a count that is not a whole number of at least 0, or
    fewer than six cards in all.
    """

    __slots__ = ("counts", "granularity")
    counts: tuple[int, ...]
    granularity: Granularity

    def __init__(self, counts: Iterable[int], granularity: Granularity) -> None:
        _check_granularity(granularity)
        try:
            entries = tuple(counts)
        except TypeError:
            raise ExactError(granularity.word, counts, f"must be {int(granularity)} counts") from None
        if len(entries) != granularity:
            bound = (
                f"has {len(entries)} entries, but must have {int(granularity)}, one for each of the {granularity.word}"
            )
            raise ExactError(granularity.word, list(entries), bound)
        names = class_names(granularity)
        for name, count in zip(names, entries, strict=True):
            check_whole(count, f"count of {name}", 0, MAX_COUNT)
        if sum(entries) < MIN_CARDS:
            bound = f"are left in the shoe, and a coup needs at least {MIN_CARDS}"
            raise ExactError("cards", sum(entries), bound)
        object.__setattr__(self, "counts", entries)
        object.__setattr__(self, "granularity", granularity)

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        """A full shoe of ``decks`` decks of 52 cards, described card by card."""
        return cls([check_whole(decks, "decks", 1, MAX_DECKS)] * 52, Granularity.CARDS)

    @classmethod
    def of_cards(cls, counts: Sequence[int]) -> Shoe:
        """A shoe from 52 counts of card types (index ``4 * rank + suit``, see `exact.game.cards`)."""
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
        """This shoe without the named cards; each name stands for one card.

        A name is a card (``9h``), a rank (``K``, ``10``, ``T``) or, if the shoe is described only by point values,
        a point value (``0`` to ``9``). A card leaves the shoe's granularity as it is. A rank removed from a shoe with
        suits leaves a shoe described only by ranks, because nobody knows which suit is gone.
        Raises `ExactError` for an unknown name, more cards than there are, or fewer than six left.

        >>> Shoe.of_decks(8).removed("9 9 K").values
        (127, 32, 32, 32, 32, 32, 32, 32, 32, 30)
        """
        return self._changed(names, -1, "remove")

    def without(self, *indices: int) -> Shoe:
        """This shoe less one card of the class with each index; an index given twice removes two cards.

        Raises `ExactError` if the shoe does not hold them, or if fewer than six cards are left.
        """
        counts = list(self.counts)
        for index in indices:
            counts[check_whole(index, "index", 0, len(counts) - 1)] -= 1
        return Shoe(counts, self.granularity)

    def restored(self, names: str | Sequence[str]) -> Shoe:
        """This shoe with the named cards put back; names as in `removed`."""
        return self._changed(names, 1, "restore")

    def _changed(self, names: str | Sequence[str], step: int, parameter: str) -> Shoe:
        listed = split_names(names) if isinstance(names, str) else names
        if not isinstance(listed, list | tuple):
            raise ExactError(parameter, names, "must be names of cards: text like 9 9 K, or a list")
        parsed = [(name, *self._class_of_name(name, parameter)) for name in listed]
        known, counts = self.granularity, list(self.counts)
        for name, granularity, index in sorted(parsed, key=lambda entry: -entry[1]):
            if granularity < known:
                counts = _merged(counts, known, granularity)
                known = granularity
            counts[index] += step
            if counts[index] < 0:
                held = self.coarsened(granularity).counts[index]
                raise ExactError(parameter, name, f"is removed more often than the {held} in the shoe")
        return Shoe(counts, known)

    def _class_of_name(self, name: str, parameter: str) -> tuple[Granularity, int]:
        if not isinstance(name, str):
            raise ExactError(parameter, name, "must be the name of a card")
        if self.granularity == Granularity.VALUES and len(name) == 1 and name in "0123456789":
            return Granularity.VALUES, int(name)
        known, index = parse_card(name, parameter)
        if known == Granularity.VALUES:
            bound = f"is a point value, but this shoe is described by {self.granularity.word}: name a card or a rank"
            raise ExactError(parameter, name, bound)
        if known > self.granularity:
            return self.granularity, class_of(index, known, self.granularity)
        return known, index

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Shoe is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Shoe is immutable; {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Shoe], tuple[tuple[int, ...], Granularity]]:
        return Shoe, (self.counts, self.granularity)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shoe):
            return NotImplemented
        return (self.granularity, self.counts) == (other.granularity, other.counts)

    def __hash__(self) -> int:
        return hash((self.granularity, self.counts))

    def __repr__(self) -> str:
        return f"Shoe.of_{self.granularity.word}({list(self.counts)})"


def _check_granularity(granularity: object) -> None:
    if not isinstance(granularity, Granularity):
        raise ExactError("granularity", granularity, "must be a Granularity: VALUES, RANKS or CARDS")


def _merged(counts: Sequence[int], fine: Granularity, coarse: Granularity) -> list[int]:
    merged = [0] * coarse
    for index, count in zip(_classes(fine, coarse), counts, strict=True):
        merged[index] += count
    return merged


@cache
def _classes(fine: Granularity, coarse: Granularity) -> tuple[int, ...]:
    """The class of the coarse partition that contains each class of the fine one."""
    return tuple(class_of(index, fine, coarse) for index in range(fine))
