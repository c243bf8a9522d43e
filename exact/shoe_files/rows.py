"""Rows of shoes, whatever file they come from: blocks of shoes that can deal a coup, and rows set apart with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from exact.arrays import Integers
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.shoe import MAX_COUNT, MIN_CARDS
from exact.lazy import np

ROWS = 1 << 15
"""How many rows are read at once where a file does not bound them by its bytes."""


class Rejected(NamedTuple):
    """A row that could not be used: its line in the file, from 1, why, and its text."""

    line: int
    reason: str
    row: str


class Block(NamedTuple):
    """Some rows of a file: the shoes in it in the order of `shoe_columns`, those set apart, and how far reading has come."""

    shoes: Integers
    rejected: list[Rejected]
    done: int


class ShoeFile(Protocol):
    """A file of shoes that is open for reading."""

    granularity: Granularity
    names: list[str]
    """The columns as the file orders them."""
    size: int
    """What `Block.done` comes to in the end."""

    def blocks(self) -> Iterator[Block]:
        """The file from its beginning."""


def sorted_out(shoes: Integers, lines: Sequence[int], texts: Sequence[str]) -> tuple[Integers, list[Rejected]]:
    """The shoes that can deal a coup, and the others with a reason."""
    cards = shoes.sum(axis=1)
    short = cards < MIN_CARDS
    if not short.any():
        return shoes, []
    rejected = [
        Rejected(lines[row], f"shoe: {cards[row]} cards are left, and a coup needs at least {MIN_CARDS}", texts[row])
        for row in np.flatnonzero(short).tolist()
    ]
    return shoes[~short], rejected


def checked_count(value: object, name: str) -> int:
    """``value`` if it is a count of cards; raises `ExactError` naming its column if not."""
    if type(value) is not int or not 0 <= value <= MAX_COUNT:
        raise ExactError(name, value, f"must be a whole number from 0 to {MAX_COUNT}")
    return value
