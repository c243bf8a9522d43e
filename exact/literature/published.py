"""The published figures and counts in this package, and their sources: one row each, as printed and cited."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from exact.errors import ExactError
from exact.literature.printed import PrintedFigure
from exact.questions.question import Question, parse_question

PUBLISHED_FILE = Path(__file__).with_name("published.csv")
SOURCES_FILE = Path(__file__).with_name("sources.csv")


@dataclass(frozen=True, slots=True)
class Source:
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


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One number from one page."""

    id: str
    category: str
    decks: str
    """``8``, ``inf``, several as ``6/8``, ``unstated``, ``8 (unstated)`` for a guess, or ``many``: unlimited."""
    quantity: str
    """The counted or measured quantity, in the words of the collection."""
    value: str
    """Exactly as printed, but without thousands separators."""
    digits_note: str
    source: Source
    claim: str
    """What the figure claims to be, in the notation of `exact.questions`; empty for a rule or a pay table."""
    unjudged: str
    """Why it gets no verdict: ``a rule of the game``, ``a simulation's result`` …; empty for one that gets one."""
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


@dataclass(frozen=True, slots=True)
class PublishedCount:
    """A count as a source prints it."""

    row: str
    """The first row of the literature file about it."""
    bet: str
    pay_table: str
    tags: tuple[int, ...]
    """For ace to nine and the ten-valued ranks."""
    trigger_row: str | None
    """The row with the true count from which to bet; `None` where none is printed."""
    trigger: int | None

    @property
    def tags_by_value(self) -> tuple[int, ...]:
        """The tags by point value, the ten-valued ranks first."""
        return self.tags[-1], *self.tags[:-1]


@cache
def published_counts() -> tuple[PublishedCount, ...]:
    """The counts that rows of the literature are about, in their order: the claims with tags.

    Rows about what a count wins from its trigger on are about the tags and the trigger of other rows.
    """
    about: dict[tuple[str, tuple[int, ...]], list[tuple[PublishedFigure, Question]]] = {}
    for figure in published_figures():
        claim = parse_question(figure.claim) if figure.claim else None
        if claim and "tags" in claim.conditions and "bets" not in claim.conditions:
            key = claim.subject.text, tuple(map(int, claim.conditions["tags"]))
            about.setdefault(key, []).append((figure, claim))
    return tuple(_count(tags, rows) for (_, tags), rows in about.items())


def _count(tags: tuple[int, ...], rows: list[tuple[PublishedFigure, Question]]) -> PublishedCount:
    figure, claim = rows[0]
    bet = claim.bet
    triggers = {row.id: _whole(row.value) for row, about in rows if about.quantity.measure == "trigger"}
    row, trigger = next(((row, trigger) for row, trigger in triggers.items() if trigger is not None), (None, None))
    return PublishedCount(figure.id, bet.name, bet.paying_table, tags, row, trigger)


def _whole(printed: str) -> int | None:
    """The whole number that is printed; `None` for anything else, such as the tags themselves."""
    try:
        figure = PrintedFigure.parse(printed)
    except ExactError:
        return None
    return None if figure.places else figure.scaled
