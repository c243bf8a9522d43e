"""The published figures in this package, and their sources: one row each, with texts as printed and cited."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from exact.analysis.full_shoes import DECKS

PUBLISHED_FILE = Path(__file__).with_name("published.csv")
SOURCES_FILE = Path(__file__).with_name("sources.csv")


class Source(NamedTuple):
    """A page that prints figures."""

    key: str
    """Permanent: tables, bibliographies and citations name the source by this key."""
    site: str
    author: str
    """May be empty; then ``site`` is empty too, and ``title`` is the whole title."""
    title: str
    year: str
    """The year of the latest version that the title names; may be empty."""
    url: str
    """The page that was read."""
    original_url: str
    """The page to cite if ``url`` is a copy of it; else empty."""

    @property
    def full_title(self) -> str:
        """Site, author and title, as the tables print them."""
        return f"{self.site} ({self.author}): {self.title}" if self.author else self.title

    @property
    def cite_url(self) -> str:
        """The address to cite."""
        return self.original_url or self.url


class PublishedFigure(NamedTuple):
    """One number from one page."""

    id: str
    category: str
    decks: str
    """``8``, ``inf``, several as ``6/8``, ``unstated``, ``8 (unstated)`` for a guess, or ``many`` for unlimited decks."""
    quantity: str
    """The counted or measured quantity, in the words of the collection."""
    value: str
    """Exactly as printed, but without thousands separators."""
    digits_note: str
    source: Source

    @property
    def states_decks(self) -> bool:
        """Whether the source states its deck counts."""
        return "unstated" not in self.decks

    @property
    def possible_decks(self) -> tuple[int | None, ...]:
        """The deck counts that the source may mean: those it states, or all of `DECKS` if it states none.

        `None` is the infinite shoe.
        """
        if not self.states_decks:
            return DECKS
        return tuple(None if part in ("inf", "many") else int(part) for part in self.decks.split("/"))

    @property
    def guessed_decks(self) -> int | None:
        """The most likely deck count of a source that states none; `None` if nothing suggests one."""
        guess = None if self.states_decks else re.search(r"\d+", self.decks)
        return int(guess[0]) if guess else None


@cache
def sources() -> dict[str, Source]:
    """Every row of ``sources.csv`` by its key, in the order of the file."""
    with SOURCES_FILE.open(encoding="utf-8", newline="") as file:
        return {row["key"]: Source(**row) for row in csv.DictReader(file)}


@cache
def published_figures() -> tuple[PublishedFigure, ...]:
    """Every row of ``published.csv`` with its source, in the order of the file."""
    with PUBLISHED_FILE.open(encoding="utf-8", newline="") as file:
        return tuple(PublishedFigure(source=sources()[row.pop("source")], **row) for row in csv.DictReader(file))
