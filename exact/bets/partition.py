"""A partition of the ten point values into classes, and its notation: ``A/2,4/3-5``.

A part of a class is a card (A, 2 to 9, 10 for 10, J, Q and K) or a range. Cards that are not named are one more class.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from exact.arithmetic import runs
from exact.bets.vocabulary import VALUE_MASKS
from exact.errors import ExactError
from exact.game import CARDS
from exact.inputs import parse_whole

EACH = "each"  # every point value is a class of its own
_CARDS = ("A", *map(str, range(2, 11)))
_TEN = len(_CARDS) - 1


class Partition(NamedTuple):
    """Classes of point values: each a tuple of values in the order ace, 2, …, 9, 0."""

    classes: tuple[tuple[int, ...], ...]

    @property
    def text(self) -> str:
        """The notation, the same for every order of the classes; that of the tens is not named."""
        if len(self.classes) == len(_CARDS):
            return EACH
        named = sorted((group for group in self.classes if 0 not in group), key=lambda group: group[0])
        return "/".join(map(class_text, named or self.classes))

    @property
    def masks(self) -> tuple[int, ...]:
        """Each class as a set of card types, a mask of 52 bits."""
        return tuple(reduce(or_, (VALUE_MASKS[value] for value in group)) for group in self.classes)


def parse_partition(text: str, parameter: str = "partition") -> Partition:
    """The partition written in ``text``, its classes in the order given; raises `ExactError` for anything else."""
    if text.strip().lower() == EACH:
        return of_places((place,) for place in range(len(_CARDS)))

    def place_named(card: str) -> int:
        name = card.strip().upper()
        if name in ("J", "Q", "K"):
            bound = f"names {name}, which is worth 0 like every 10, J, Q and K: write 10 for all"
            raise ExactError(parameter, text, bound)
        if name not in _CARDS:
            bound = "names no card" if not name else f"names {card!r}, which is no card of a partition"
            raise ExactError(parameter, text, f"{bound}: classes like A/2/3-5/6-9 of A, 2 to 9 and 10, or {EACH}")
        return _CARDS.index(name)

    classes: list[list[int]] = []
    named: set[int] = set()
    for group in text.split("/"):
        ranges = (range_of(part.strip(), text, parameter, place_named) for part in group.split(","))
        places = [place for each in ranges for place in each]
        for place in places:
            if place in named:
                raise ExactError(parameter, text, f"names {_CARDS[place]} twice: a card belongs to one class")
            named.add(place)
        classes.append(sorted(places))
    rest = [place for place in range(len(_CARDS)) if place not in named]
    return of_places([*classes, rest] if rest else classes)


def parse_places(text: str, parameter: str = "positions") -> tuple[int, ...]:
    """Places, such as ``5,1-3``, of the first six cards of the shoe, ascending; raises `ExactError` for others."""
    places: list[int] = []
    for part in text.split(","):
        for place in range_of(part, text, parameter, lambda name: parse_whole(name.strip(), parameter, 1, CARDS)):
            if place in places:
                raise ExactError(parameter, text, f"names place {place} twice")
            places.append(place)
    return tuple(sorted(places))


def of_places(classes: Iterable[Iterable[int]]) -> Partition:
    """The partition whose classes have the cards at these places in the order A, 2, …, 9, 10."""
    return Partition(tuple(tuple((place + 1) % 10 for place in group) for group in classes))


def sorts() -> Iterator[Partition]:
    """Every partition into two classes, 511 in all; the class with the tens comes last."""
    for size in range(1, len(_CARDS)):
        for chosen in combinations(range(_TEN), size):
            yield of_places((chosen, (place for place in range(_TEN + 1) if place not in chosen)))


def class_text(values: Iterable[int]) -> str:
    """A class in the notation: ``A-3,5,10``."""
    places = runs((value - 1) % 10 for value in values)
    return ",".join("-".join(dict.fromkeys((_CARDS[run[0]], _CARDS[run[-1]]))) for run in places)


def range_of(part: str, text: str, parameter: str, read: Callable[[str], int]) -> range:
    """The numbers of a part of ``text`` such as ``3-5``, whose ends ``read`` makes numbers."""
    first, dash, last = part.partition("-")
    start = read(first)
    end = read(last) if dash else start
    if end < start:
        raise ExactError(parameter, text, f"contains an empty range: write {last}-{first}")
    return range(start, end + 1)
