"""A shoe from what a person gives: counts as text, counts as numbers, or counts by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set, Sized
from operator import index

from exact.errors import ExactError
from exact.game.cards import RANKS, Granularity, parse_card, parse_rank
from exact.game.shoe import MAX_COUNT, Shoe
from exact.inputs import parse_whole

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
    """The shoe that ``given`` describes: a shoe, counts in their order, counts by name, or text as the command takes it.

    Names are all cards (``9h``), all ranks (``K``) or all point values (``0`` to ``9`` as numbers); what is not named is not in
    the shoe. Raises `ExactError` for anything else.

    >>> shoe_from({"A": 4, "9": 4}).values
    (0, 4, 0, 0, 0, 0, 0, 0, 0, 4)
    """
    if isinstance(given, Shoe):
        return given
    if isinstance(given, str):
        return parse_ranks(given) if "=" in given else parse_values(given)
    if isinstance(given, Mapping):
        return _from_names(given)
    if not isinstance(given, Sized) or not isinstance(given, Iterable) or isinstance(given, bytes | bytearray | Set):
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
        kind = _class_named(name)
        if kind in counts:
            raise ExactError("shoe", name, "names the same cards twice")
        counts[kind] = _whole(count)
    kinds = {granularity for granularity, _ in counts}
    if len(kinds) != 1:
        raise ExactError("shoe", dict(given), "must name only cards, only ranks, or only point values (as numbers)")
    (granularity,) = kinds
    return Shoe([counts.get((granularity, place), 0) for place in range(granularity)], granularity)


def _class_named(name: object) -> tuple[Granularity, int]:
    if isinstance(name, str):
        return parse_card(name, "shoe")
    if isinstance(name, int) and not isinstance(name, bool) and 0 <= name <= 9:
        return Granularity.VALUES, name
    raise ExactError("shoe", name, "is not a card, a rank or a point value")


def _whole(count: object) -> int:
    """A count as Python's own integer, also from an array; raises `ExactError` for anything else."""
    try:
        if not isinstance(count, bool):
            return index(count)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise ExactError("shoe", count, f"must be a whole number from 0 to {MAX_COUNT}")
