"""The file of counts: recomputed for a sample, and its shoes against simulated ones."""

from __future__ import annotations

import pytest

from exact.analysis.best_tags import best_tags
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.literature.published import published_counts
from exact.publication.chapters.study import reference_study
from exact.publication.stored_figures import (
    CHOSEN,
    CUTS,
    DECKS,
    UNSEEN,
    bets_of_file,
    entry_at,
    over_shoes,
    reference_counts,
)
from exact.rules import standard_tableau


@pytest.mark.slow
def test_a_sample_is_recomputed() -> None:
    file = reference_counts()
    assert {bet for bet, _count, _dealt in file} == set(bets_of_file())
    bet = find_bet("dragon-7")
    assert best_tags(bet, Shoe.of_decks(DECKS), standard_tableau(), CHOSEN, 1).tags == file["dragon-7", "1", "52"].tags
    for name, count in (("dragon-7", "P0373"), ("tie", "1"), ("banco", "2")):
        for unseen in UNSEEN:
            entry = file[name, count, str(unseen)]
            assert entry_at(name, count, unseen, entry.tags) == entry
    assert all(
        entry == file[entry.bet, entry.origin, entry.dealt]
        for entry in over_shoes("dragon-7", "1", file["dragon-7", "1", "52"].tags)
    )


def test_every_bet_has_both_levels_at_every_depth_and_over_a_shoe() -> None:
    file = reference_counts()
    dealt = [*map(str, UNSEEN), *(f"cut {cut}" for cut in CUTS)]
    printed = {count.row for count in published_counts()}
    assert printed == {count for _bet, count, _dealt in file if count.startswith("P")}
    for bet, count, _dealt in file:
        assert [own for name, which, own in file if (name, which) == (bet, count)] == dealt
        assert count in printed or all((bet, level, "52") in file for level in ("1", "2"))
    for (bet, count, where), entry in file.items():
        assert (entry.per_shoe is None) == (entry.unseen is not None)
        if (count, where) == ("2", str(CHOSEN)):
            assert entry.gain >= file[bet, "1", where].gain


def test_a_shoe_agrees_with_simulated_ones() -> None:
    """The study bets with the best-correlated tags up to 4 from their linear trigger, so it is only near."""
    simulated = reference_study()["cut 14, none burned", "dragon-7", "all", "count, gain per shoe"].estimate
    approximate = reference_counts()["dragon-7", "2", "cut 14"].per_shoe
    assert approximate is not None
    assert abs(float(approximate) - simulated.value) < 0.03
