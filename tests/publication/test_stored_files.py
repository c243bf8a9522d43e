"""The files of stored figures: whole, and read back as they were written."""

from __future__ import annotations

import pytest

from exact.analysis.dependence import FOUR_COUPS
from exact.analysis.simulated_shoes import SIMULATIONS
from exact.publication.chapters.study import STUDY
from exact.publication.stored_figures import COUNTS, PAIR_PLAY, PERFECT_PLAY, bets_of_file, parts
from exact.stored import Stored


@pytest.mark.parametrize(
    "file", [FOUR_COUPS, SIMULATIONS, COUNTS, PAIR_PLAY, PERFECT_PLAY, STUDY], ids=lambda file: file.path.name
)
def test_a_file_reads_back(file: Stored) -> None:
    assert file.text(file.rows()) == file.path.read_text(encoding="utf-8")


def test_the_files_are_whole() -> None:
    """The texts of the parts name bet, unseen cards and decks; every part has a row in its file, in the same order."""
    own = [part.text for part in parts() if part.file is PERFECT_PLAY]
    assert [f"{bet} with {unseen} unseen" for unseen, _decks, bet, *_ in PERFECT_PLAY.rows()] == own
    pairs = dict.fromkeys(part.text for part in parts() if part.file is PAIR_PLAY)
    assert list(dict.fromkeys(f"{bet} with {decks} decks" for _, decks, bet, *_ in PAIR_PLAY.rows())) == list(pairs)
    assert list(dict.fromkeys(bet for bet, *_ in COUNTS.rows())) == bets_of_file()
