"""Counts that sources print: tags, and where one is printed, the true count from which to bet."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from exact.errors import ExactError
from exact.literature.claims import Claim, parse_claim
from exact.literature.printed import PrintedFigure
from exact.literature.published import PublishedFigure, published_figures


class PublishedCount(NamedTuple):
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
    about: dict[tuple[str, tuple[int, ...]], list[tuple[PublishedFigure, Claim]]] = {}
    for figure in published_figures():
        claim = parse_claim(figure.claim) if figure.claim else None
        if claim and "tags" in claim.conditions and "bets" not in claim.conditions:
            key = claim.subject.text, tuple(map(int, claim.conditions["tags"]))
            about.setdefault(key, []).append((figure, claim))
    return tuple(_count(tags, rows) for (_, tags), rows in about.items())


def _count(tags: tuple[int, ...], rows: list[tuple[PublishedFigure, Claim]]) -> PublishedCount:
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
