"""The published figures in this package, and their sources: one row each, with texts as printed and cited."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

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
    collected: str
    """The date on which the figures entered this collection; the page, or a stored copy of it, was read by then."""

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
    claim: str
    """What the figure claims to be, in the notation of `exact.literature.claims`; empty for a rule or a pay table."""
    unjudged: str
    """Why it gets no verdict: it is ``a rule of the game``, ``a simulation's result`` …; empty for a figure that gets one."""
    remark: str
    """What is wrong with a row that gets no verdict; empty if nothing is."""


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
