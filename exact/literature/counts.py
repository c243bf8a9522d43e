"""Counts that sources print: tags, and where one is printed, the true count from which to bet."""

from __future__ import annotations

from typing import NamedTuple


class PublishedCount(NamedTuple):
    """A count as a source prints it."""

    row: str
    """The row of the literature file with the tags."""
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


PUBLISHED_COUNTS = (
    PublishedCount("P0373", "dragon-7", "main", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), None, None),
    PublishedCount("P0374", "panda-8", "main", (1, 1, -2, -2, -2, -1, -1, -2, 4, 1), None, None),
    PublishedCount("P0542", "three-giving-8", "200", (1, 1, -3, 1, 1, 1, 1, -8, 1, 1), "P0543", 2),
    PublishedCount("P0550", "both-8-or-9", "main", (1, 1, 0, 0, 0, 0, 0, -3, -3, 1), "P0551", 4),
    PublishedCount("P0571", "big-tiger", "main", (0, 0, -1, -1, -1, -2, 1, 2, 2, 0), "P0571", 8),
    PublishedCount("P1336", "egalite-7", "main", (1, 0, 0, 0, 0, 0, -8, 2, 1, 1), "P1336", 4),
)
