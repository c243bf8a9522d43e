"""The tables of counts: cells computed elsewhere, and what a best count must be."""

from __future__ import annotations

import pytest
from support import committed_rows

from exact.literature.published import published_counts

TAGS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")


def test_the_printed_count_of_dragon_7() -> None:
    """The frequency and the gain were computed before the table, by another program."""
    rows = committed_rows("betting-counts")
    row = next(row for row in rows if row["tags"] == "printed, P0373" and row["unseen"] == "52")
    assert (row["frequency"][:8], round(float(row["per 100 coups"]), 5)) == ("0.300099", 2.57516)


@pytest.mark.parametrize("table", ["betting-counts", "counts-over-shoes"])
def test_a_gain_is_the_frequency_times_the_edge_and_no_tag_exceeds_its_level(table: str) -> None:
    for row in committed_rows(table):
        edge = row["edge"].rstrip(" %")
        gain = float(row["frequency"]) * float(edge) if edge else 0
        assert abs(gain - float(row["per 100 coups"])) < 1e-5
        if "printed" not in row["tags"]:
            assert max(abs(int(row[tag])) for tag in TAGS) <= int(row["tags"][-1])


@pytest.mark.parametrize("table", ["betting-counts", "counts-over-shoes"])
def test_every_published_count_is_there(table: str) -> None:
    printed = {row["tags"] for row in committed_rows(table) if "printed" in row["tags"]}
    assert printed == {f"printed, {count.row}" for count in published_counts()}
