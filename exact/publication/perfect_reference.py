"""The reference figures of perfect play, which take minutes: a script writes them to a file in the package.

``scripts/generate.py perfect-play`` writes `PERFECT_PLAY_FILE`. The figures that fit in a minute, `QUICK`, are recomputed
whenever the tables are checked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from exact.analysis.compositions import count_compositions
from exact.analysis.perfect_play import IN_PROCESS, PerfectPlay, perfect_play
from exact.arithmetic import fraction_text
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.lazy import futures
from exact.rules.named import standard_tableau

PERFECT_PLAY_FILE = os.path.join(os.path.dirname(__file__), "perfect_play.tsv")
MAIN_BETS = ("punto", "banco", "tie")
BEST = "best"
"""The best of `MAIN_BETS`."""
BETS = {name: (name,) for name in (*MAIN_BETS, "dragon-7", "panda-8")} | {BEST: MAIN_BETS}
"""The bets of the file, and the bets that each is the best of."""
DECKS = (6, 8)
UNSEEN = (*range(6, 31), 36, 42, 52)
QUICK = range(6, 24)
_HEADING = "unseen\tdecks\tbet\tgain\tpositive"


class Entry(NamedTuple):
    """The question that a line of the file answers."""

    unseen: int
    decks: int
    bet: str


def entries(unseen: Iterable[int] = UNSEEN) -> list[Entry]:
    """The lines of the file in order, only those with these numbers of unseen cards."""
    return [Entry(cards, decks, bet) for cards in unseen for decks in DECKS for bet in BETS]


def computed(entry: Entry, executor: futures.Executor) -> PerfectPlay:
    """The computed answer to an entry; ``executor`` does it if it takes more than a second."""
    shoe = Shoe.of_decks(entry.decks)
    takes_long = count_compositions(shoe.values, entry.unseen) > IN_PROCESS
    return perfect_play(
        [find_bet(name) for name in BETS[entry.bet]],
        shoe,
        standard_tableau(),
        entry.unseen,
        executor=executor if takes_long else None,
    )


def perfect_play_file(results: Mapping[Entry, PerfectPlay]) -> str:
    """The text of `PERFECT_PLAY_FILE`: tab-separated, a heading line, then gain and probability as fractions."""
    lines = [
        f"{entry.unseen}\t{entry.decks}\t{entry.bet}\t{fraction_text(play.gain)}\t{fraction_text(play.positive)}"
        for entry, play in results.items()
    ]
    return "\n".join([_HEADING, *lines]) + "\n"


@lru_cache(maxsize=1)
def reference() -> dict[Entry, PerfectPlay]:
    """The figures in `PERFECT_PLAY_FILE`."""
    plays = {}
    with open(PERFECT_PLAY_FILE, encoding="ascii") as file:
        for line in file.read().splitlines()[1:]:
            unseen, decks, bet, gain, positive = line.split("\t")
            entry = Entry(int(unseen), int(decks), bet)
            compositions = count_compositions(Shoe.of_decks(entry.decks).values, entry.unseen)
            plays[entry] = PerfectPlay(entry.unseen, compositions, Fraction(gain), Fraction(positive), ())
    return plays
