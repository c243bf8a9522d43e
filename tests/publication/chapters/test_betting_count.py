"""The table of betting counts: cells computed elsewhere, and what a best count must be."""

from __future__ import annotations

from support import committed_rows

from exact.bets.catalogue import find_bet
from exact.literature.counts import published_counts


def test_the_printed_count_of_dragon_7() -> None:
    """The frequency and the gain were computed before the table, by another program."""
    row = next(row for row in committed_rows("betting-counts") if row["bet"] == "dragon-7" and "printed" in row["tags"])
    assert (row["frequency"], row["per 100 coups"]) == ("0.300099", "2.57516")


def test_every_published_count_is_there_and_the_best_of_level_one_beats_it_if_it_is_of_level_one() -> None:
    rows = committed_rows("betting-counts")
    printed = [row for row in rows if row["tags"] == "as printed"]
    assert len(printed) == len(published_counts())
    assert all(find_bet(row["bet"].split()[0].split(",")[0].rstrip(":")) for row in printed)
    for row in rows:
        gain = float(row["frequency"]) * float(row["edge"].rstrip(" %"))
        assert abs(gain - float(row["per 100 coups"])) < 1e-3
        if row["tags"] != "as printed":
            assert {row[tag] for tag in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")} <= {"-1", "0", "1"}
