"""The published figures and counts in this package, and their sources: one row each, as printed and cited."""

import csv
import re
from functools import cache
from pathlib import Path

from exact.questions.question import parse_question
from exact.records import Record, replace

PUBLISHED_FILE = Path(__file__).with_name("published.csv")
SOURCES_FILE = Path(__file__).with_name("sources.csv")


class Source(Record):
    """A page that prints figures, or a work that does."""

    key: str  #: Permanent: tables, bibliographies and citations name the source by it
    site: str  #: The organisation that has the page, or the name of its site
    author: str  #: Empty if the page names none
    title: str
    date: str  #: Of the latest version, like ``2016-10-24``, ``2016-10`` or ``2016``; empty if the page has none
    remark: str
    url: str  #: The page to cite
    read_at: str  #: Where a copy of it was read; empty if it was read at ``url``
    collected: str  #: The date by which the page, or a copy of it, was read
    work: str  #: The key of the work, which then has author, title and date; else empty

    @property
    def full_title(self) -> str:
        """Site, author and title, as the tables print them."""
        return f"{self.site} ({self.author}): {self.title}" if self.author else f"{self.site}: {self.title}"


class PublishedFigure(Record):
    """One number from one page."""

    id: str
    category: str
    decks: str
    """``8``, ``inf``, several as ``6/8``, ``unstated``, ``8 (unstated)`` for a guess, or ``many``: unlimited."""
    quantity: str
    value: str  #: Exactly as printed, but without thousands separators
    digits_note: str
    source: Source
    claim: str  #: In the notation of `exact.questions`; empty for a rule or a pay table
    unjudged: str  #: Why it gets no verdict: ``a rule of the game``, ``a simulation's result`` …; else empty
    remark: str  #: What is wrong with a row that gets no verdict; else empty


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


def rows_named(text: str) -> set[str]:
    """The ids of the published figures that a text names, alone or as a range: ``P0229-P0294; P1423``."""
    spans = re.findall(r"P(\d{4})(?:-P(\d{4}))?", text)
    return {f"P{row:04}" for low, high in spans for row in range(int(low), int(high or low) + 1)}


class PublishedCount(Record):
    """A count as a source prints it; ``row`` and ``trigger_row`` are ids of published figures."""

    row: str
    bet: str
    pay_table: str
    tags: tuple[int, ...]
    trigger_row: str | None
    trigger: int | None  #: The true count from which to bet, if it is printed

    @property
    def tags_by_value(self) -> tuple[int, ...]:
        """The tags by point value, the ten-valued ranks first."""
        return self.tags[-1], *self.tags[:-1]


@cache
def published_counts() -> tuple[PublishedCount, ...]:
    """The counts in the published claims, in their order; claims about betting from a trigger repeat their tags."""
    counts: dict[tuple[str, tuple[int, ...]], PublishedCount] = {}
    for figure in published_figures():
        claim = parse_question(figure.claim) if figure.claim else None
        if claim and "tags" in claim.conditions and "trigger" not in claim.conditions:
            key = claim.subject.text, tuple(map(int, claim.conditions["tags"]))
            own = PublishedCount(figure.id, claim.bet.name, claim.bet.paying_table, key[1], None, None)
            count = counts.setdefault(key, own)
            is_trigger = claim.quantity.measure == "trigger" and re.fullmatch(r"[-+]?\d+", figure.value)
            if count.trigger is None and is_trigger:
                counts[key] = replace(count, trigger_row=figure.id, trigger=int(figure.value))
    return tuple(counts.values())
