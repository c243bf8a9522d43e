"""Rows of shoes, whatever file they come from: their columns, and blocks of shoes with the rows that are set apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from exact.errors import ExactError
from exact.game import Granularity, class_names
from exact.game.shoe import MIN_CARDS
from exact.inputs import one_of
from exact.lazy import Integers, np

Row = TypeVar("Row")
CSV, JSON_LINES, PARQUET = "csv", "jsonl", "parquet"
_SUFFIXES = {".csv": CSV, ".jsonl": JSON_LINES, ".ndjson": JSON_LINES, ".parquet": PARQUET}


class Rejected(NamedTuple):
    """A row that could not be used: its line in the file, from 1, why, and its text."""

    line: int
    reason: str
    row: str


class ShoeBlock(NamedTuple):
    """Some rows of a file: the shoes, in the order of `shoe_columns`, those set apart, and how far reading has come."""

    shoes: Integers
    rejected: list[Rejected]
    done: int


class ShoeFile(Protocol):
    """A file of shoes open for reading: ``names`` are its columns in their order, ``size`` the last ``done``."""

    granularity: Granularity
    names: list[str]
    size: int

    def blocks(self) -> Iterator[ShoeBlock]:
        """The file from its beginning."""


def shoe_columns(granularity: Granularity) -> list[str]:
    """The names of the counts: ``c0`` … ``c9``, ``cA`` … ``cK`` or ``cAs`` … ``cKc``."""
    return [f"c{name}" for name in class_names(granularity)]


def format_of(path: Path, parameter: str) -> str:
    """The format of ``path`` by its suffix; raises `ExactError` for an unknown suffix."""
    name = _SUFFIXES.get(path.suffix.lower())
    if name is None:
        raise ExactError(parameter, str(path), f"must end in {', '.join(_SUFFIXES)}")
    return name


def granularity_of_columns(names: Sequence[str], parameter: str) -> Granularity:
    """The granularity of columns in any order; raises `ExactError` for missing, unknown or repeated names."""
    sets = {granularity: shoe_columns(granularity) for granularity in Granularity}
    granularity = max(sets, key=lambda kind: (len(set(sets[kind]) & set(names)), -kind))
    known = sets[granularity]
    for name in names:
        one_of(name, known, parameter, "is not a column of shoes")
        if names.count(name) > 1:
            raise ExactError(parameter, name, "names two columns")
    missing = [name for name in known if name not in names]
    if missing:
        bound = f"lacks {', '.join(missing)}: shoes have columns c0 to c9, cA to cK or cAs to cKc"
        raise ExactError(parameter, ",".join(names), bound)
    return granularity


def all_can_deal(shoes: Integers) -> bool:
    """Whether every shoe has enough cards for a coup."""
    return bool(shoes.sum(axis=1).min(initial=MIN_CARDS) >= MIN_CARDS)


def row_by_row(
    rows: Iterable[tuple[int, str, Row]], shoe: Callable[[Row], list[int]], width: int, done: int
) -> ShoeBlock:
    """The block of ``rows``, each with its line number and text; ``shoe`` reads ``width`` counts, or raises."""
    shoes: list[list[int]] = []
    rejected: list[Rejected] = []
    for line, text, row in rows:
        try:
            counts = shoe(row)
            if sum(counts) < MIN_CARDS:
                raise ExactError("shoe", sum(counts), f"cards are left, and a coup needs at least {MIN_CARDS}")
            shoes.append(counts)
        except ExactError as error:
            rejected.append(Rejected(line, str(error), text))
    return ShoeBlock(np.array(shoes, dtype=np.int64).reshape(-1, width), rejected, done)
