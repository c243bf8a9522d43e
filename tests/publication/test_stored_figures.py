"""The stored figures: files read back as they were written, counts recomputed for a sample, and the tables of counts."""

from itertools import product

import pytest
from stored_parts import BETS, PAIR_BETS, PAIR_UNSEEN, PERFECT_DECKS, PERFECT_UNSEEN, bets_of_file, count_rows
from support import committed_rows

from exact.analysis.best_tags import best_tags
from exact.analysis.dependence import STORED_COUPS
from exact.analysis.simulated_shoes import SIMULATIONS
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.literature.published import published_counts
from exact.publication import stored_figures as stored
from exact.publication.chapters.study import STUDY, reference_study
from exact.publication.stored_figures import COUNTS, ONE_DECK, PAIR_PLAY, PERFECT_PLAY, UNSEEN, reference_counts
from exact.rules import standard_tableau
from exact.stored import Stored


@pytest.mark.parametrize(
    "file",
    [STORED_COUPS, SIMULATIONS, COUNTS, PAIR_PLAY, PERFECT_PLAY, ONE_DECK, STUDY],
    ids=lambda file: file.path.name,
)
def test_a_file_reads_back(file: Stored) -> None:
    assert file.text(file.rows()) == file.path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_files_are_whole() -> None:
    """Every number of unseen cards, every number of decks and every bet, in the order in which they are computed."""
    assert [row[:3] for row in PERFECT_PLAY.rows()] == [*product(PERFECT_UNSEEN, PERFECT_DECKS, BETS)]
    pairs = product(PERFECT_DECKS, PAIR_BETS, PAIR_UNSEEN)
    assert [row[:3] for row in PAIR_PLAY.rows()] == [(unseen, decks, bet) for decks, bet, unseen in pairs]
    assert list(dict.fromkeys(bet for bet, *_ in COUNTS.rows())) == bets_of_file()


@pytest.mark.slow
def test_a_sample_is_recomputed() -> None:
    file = reference_counts()
    assert {bet for bet, _count, _dealt in file} == set(bets_of_file())
    best = best_tags(find_bet("dragon-7"), Shoe.of_decks(stored.DECKS), standard_tableau(), stored.CHOSEN, 1).tags
    assert best == file["dragon-7", "1", "52"].tags
    rows = count_rows("dragon-7", "1", best, [stored.CHOSEN])
    for name, count in (("dragon-7", "P0373"), ("tie", "1"), ("banco", "2")):
        for n in UNSEEN:
            rows += count_rows(name, count, file[name, count, str(n)].tags, [n], cuts=())
    stored_rows = [file[row.bet, row.origin, row.dealt].row for row in rows]
    assert [COUNTS.line(row.row) for row in rows] == list(map(COUNTS.line, stored_rows))


def test_every_bet_has_both_levels_at_every_depth_and_over_a_shoe() -> None:
    file = reference_counts()
    dealt = [*map(str, UNSEEN), *(f"cut {cut}" for cut in stored.CUTS)]
    printed = {count.row for count in published_counts()}
    assert printed == {count for _bet, count, _dealt in file if count.startswith("P")}
    for bet, count, _dealt in file:
        assert [own for name, which, own in file if (name, which) == (bet, count)] == dealt
        assert count in printed or all((bet, level, "52") in file for level in ("1", "2"))
    for (bet, count, where), entry in file.items():
        assert (entry.per_shoe is None) == (entry.unseen is not None)
        if (count, where) == ("2", str(stored.CHOSEN)):
            assert entry.gain >= file[bet, "1", where].gain


def test_a_shoe_agrees_with_simulated_ones() -> None:
    """The study bets with the best-correlated tags up to 4 from their linear trigger, so it is only near."""
    simulated = reference_study()["cut 14, cards burned", "dragon-7", "all", "count, gain per shoe"].estimate
    approximate = reference_counts()["dragon-7", "2", "cut 14"].per_shoe
    assert approximate is not None
    assert abs(float(approximate) - simulated.value) < 0.03


def test_the_printed_count_of_dragon_7() -> None:
    """The frequency and the gain were computed before the table, by another program."""
    rows = committed_rows("betting-counts")
    row = next(row for row in rows if row["tags"] == "printed, P0373" and row["unseen"] == "52")
    assert (row["frequency"][:8], round(float(row["per 100 coups"]), 5)) == ("0.300099", 2.57516)


@pytest.mark.parametrize("table", ["betting-counts", "counts-over-shoes"])
def test_a_gain_is_the_frequency_times_the_edge_and_every_count_is_there(table: str) -> None:
    rows = committed_rows(table)
    for row in rows:
        edge = row["edge"].rstrip(" %")
        gain = float(row["frequency"]) * float(edge) if edge else 0
        rounding = 1e-5 if table == "betting-counts" else 0.01 * gain  # over a shoe, to the digits that are known
        assert abs(gain - float(row["per 100 coups"])) <= rounding
        if "printed" not in row["tags"]:
            assert max(abs(int(row[tag])) for tag in ("A", *"23456789T")) <= int(row["tags"][-1])
    printed = {row["tags"] for row in rows if "printed" in row["tags"]}
    assert printed == {f"printed, {count.row}" for count in published_counts()}
