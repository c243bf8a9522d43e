"""The published figures that ship with the package, one row each, strings as printed and cited."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

PUBLISHED_FILE = Path(__file__).with_name("published.csv")


class PublishedFigure(NamedTuple):
    """One number from one page."""

    id: str
    category: str
    decks: str
    """``8``, ``inf``, several as ``6/8``, or ``unstated``."""
    quantity: str
    """What was counted or measured, in the words of the collection."""
    value: str
    """Exactly as printed, thousands separators dropped."""
    digits_note: str
    source_title: str
    source_url: str
    original_url: str
    """The page to cite where ``source_url`` is a copy of it; may be empty."""

    @property
    def cite_url(self) -> str:
        """The address to cite."""
        return self.original_url or self.source_url

    @property
    def source(self) -> tuple[str, str]:
        """The title of the page and the address to cite."""
        return self.source_title, self.cite_url


@cache
def published_figures() -> tuple[PublishedFigure, ...]:
    """Every row of ``published.csv``, in its order."""
    with PUBLISHED_FILE.open(encoding="utf-8", newline="") as file:
        return tuple(PublishedFigure(**row) for row in csv.DictReader(file))


@cache
def source_keys() -> dict[tuple[str, str], str]:
    """A short key for each source, by title and address, in the order of the literature file."""
    sources = dict.fromkeys(figure.source for figure in published_figures())
    return {source: f"S{number}" for number, source in enumerate(sources, start=1)}
