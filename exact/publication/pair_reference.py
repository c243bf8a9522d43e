"""The reference figures of perfect play on pairs, which take minutes: a script writes them to a file in the package.

``scripts/generate.py pair-play`` writes `PAIR_PLAY_FILE`. Its figures with few unseen cards, `QUICK`, are recomputed whenever the
tables are checked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from exact.analysis.compositions import count_compositions
from exact.analysis.perfect_play import PerfectPlay
from exact.analysis.sum_play import sum_plays
from exact.arithmetic import fraction_text
from exact.bets.catalogue import find_bet
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.lazy import futures
from exact.publication.perfect_reference import DECKS, Entry
from exact.rules.named import standard_tableau

PAIR_PLAY_FILE = os.path.join(os.path.dirname(__file__), "pair_play.tsv")
PAIR_BETS = ("punto-pair", "either-pair")
UNSEEN = (*range(6, 27), *range(39, 209, 13))
"""Each number up to half a deck, then by quarters of a deck up to four decks."""
QUICK = range(6, 14)
_HEADING = "unseen\tdecks\tbet\tgain\tpositive"


def pair_entries() -> list[Entry]:
    """The lines of the file in order."""
    return [Entry(cards, decks, bet) for decks in DECKS for bet in PAIR_BETS for cards in UNSEEN]


def pair_plays(
    bet: str, decks: int, unseen: Sequence[int], executor: futures.Executor | None = None
) -> dict[Entry, PerfectPlay]:
    """The computed answers for some numbers of unseen cards; ``executor`` joins the halves of either pair."""
    plays = sum_plays([find_bet(bet)], Shoe.of_decks(decks), standard_tableau(), unseen, executor=executor)
    return {Entry(play.unseen, decks, bet): play for play in plays}


def pair_play_file(executor: futures.Executor) -> str:
    """The text of `PAIR_PLAY_FILE`, computed: tab-separated, a heading line, then gain and probability as fractions."""
    plays: dict[Entry, PerfectPlay] = {}
    for decks in DECKS:
        for bet in PAIR_BETS:
            plays |= pair_plays(bet, decks, UNSEEN, executor)
    return "\n".join([_HEADING, *_lines((entry, plays[entry]) for entry in pair_entries())]) + "\n"


def _lines(plays: Iterable[tuple[Entry, PerfectPlay]]) -> Iterable[str]:
    for entry, play in plays:
        yield f"{entry.unseen}\t{entry.decks}\t{entry.bet}\t{fraction_text(play.gain)}\t{fraction_text(play.positive)}"


@lru_cache(maxsize=1)
def pair_reference() -> dict[Entry, PerfectPlay]:
    """The figures in `PAIR_PLAY_FILE`."""
    plays = {}
    with open(PAIR_PLAY_FILE, encoding="ascii") as file:
        for line in file.read().splitlines()[1:]:
            unseen, decks, bet, gain, positive = line.split("\t")
            entry = Entry(int(unseen), int(decks), bet)
            ranks = Shoe.of_decks(entry.decks).coarsened(Granularity.RANKS).counts
            compositions = count_compositions(ranks, entry.unseen)
            plays[entry] = PerfectPlay(entry.unseen, compositions, Fraction(gain), Fraction(positive), ())
    return plays
