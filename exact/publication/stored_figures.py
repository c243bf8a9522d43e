"""The figures of perfect play and of linear counts, which take minutes, in files that ``scripts/generate.py`` writes.

A bet is in `COUNTS` if the tags of level 1 that correlate best with its effects of removal gain `LEAST_GAIN` with
`CHOSEN` cards unseen and it loses without a count; `MAIN_BETS` and the bets with printed counts are in it whatever they
gain. Figures are rounded once, to `DIGITS` decimals.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from exact.analysis.compositions import count_compositions
from exact.analysis.perfect_play import PerfectPlay
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.records import Record
from exact.stored import FRACTION, TEXT, WHOLE, Row, Stored, decimal, optional, several

DECKS = 8
UNSEEN = (26, 52, 104)
CHOSEN = 52  # the unseen cards at which the tags that are used over a whole shoe gain most
CUTS = (14, 16)
LEAST_GAIN = Fraction(1, 100)  # units per coup
MAIN_BETS = ("punto", "banco", "tie")
DIGITS = 9
_FIGURE = decimal(DIGITS)
COUNTS = Stored(
    Path(__file__).with_name("counts.tsv"),
    {
        "bet": TEXT,
        "origin": TEXT,
        "dealt": TEXT,
        "tags": several(WHOLE, ","),
        "trigger": optional(FRACTION),
        "frequency": _FIGURE,
        "edge": optional(_FIGURE),
        "gain": _FIGURE,
        "per shoe": optional(_FIGURE),
    },
)

BANQUE = Stored(
    Path(__file__).with_name("banque.tsv"),
    {
        "model": TEXT,
        "decks": optional(WHOLE),  # none with replacement
        "stakes": TEXT,
        "joint": several(_FIGURE, ","),  # the probabilities of `JOINT`
        "unique": WHOLE,  # whether these are the only optimal ones
        "value": FRACTION,
        "independent": several(_FIGURE, ","),  # what each player does, nothing if they must agree
        "nash": several(_FIGURE, ","),  # what each player does, and the value, but in model B2
    },
)
BANQUE_SHARES = Stored(
    Path(__file__).with_name("banque_shares.tsv"),
    {
        "begins": several(WHOLE, ","),  # the polynomial that the first hand's share of the stakes is a root of
        "from": decimal(20),
        "to": decimal(20),
        "weights": several(several(WHOLE, ","), ";"),  # of `JOINT`, as polynomials in the share
        "mixed": several(TEXT, ";"),  # the banker's hands and what it sees of both players, where it mixes
        "independent": TEXT,  # whether players need not agree: for all shares, or for none
        "value from": _FIGURE,
        "value to": _FIGURE,
        "parts": WHOLE,  # between changes of pure replies
    },
)
BANQUE_DECKS, BANQUE_STAKES = range(1, 9), ("1:1", "3:2", "2:1", "3:1", "4:1", "9:1")
BANQUE_GAMES = {
    "B1": (BANQUE_DECKS, BANQUE_STAKES),
    "B2": (BANQUE_DECKS, ("1:1", "2:1")),
    "A1": ((None,), BANQUE_STAKES),
}
"""The decks and stakes of each model in `BANQUE`."""


class CountRow(Record):
    """A line of `COUNTS`: the bet, with its pay table if it has several, and a count, by point value."""

    bet: str
    origin: str  # the level of the best tags, or the row of the literature that prints the tags
    dealt: str
    """The number of unseen cards, or ``cut`` and the cards behind the cut card for the approximate mean over a shoe."""
    tags: tuple[int, ...]
    trigger: Fraction | None
    """The true count that gains most; `None` without a bet, and over a shoe, where it varies with the unseen cards."""
    frequency: Fraction
    edge: Fraction | None
    gain: Fraction  # units per coup
    per_shoe: Fraction | None

    @property
    def row(self) -> Row:
        """As the file has it."""
        return tuple(vars(self).values())

    @property
    def unseen(self) -> int | None:
        """`None` over a shoe."""
        return int(self.dealt) if self.dealt.isdigit() else None


@cache
def reference_counts() -> Mapping[tuple[str, str, str], CountRow]:
    """The lines of `COUNTS` by bet, origin and how it is dealt."""
    return {row[:3]: CountRow(*row) for row in COUNTS.rows()}


_COLUMNS = {"unseen": WHOLE, "decks": WHOLE, "bet": TEXT, "gain": FRACTION, "positive": FRACTION}
PERFECT_PLAY = Stored(Path(__file__).with_name("perfect_play.tsv"), _COLUMNS)
PAIR_PLAY = Stored(Path(__file__).with_name("pair_play.tsv"), _COLUMNS)
BEST = "best"  # the best of `MAIN_BETS`
ONE_DECK = Stored(
    Path(__file__).with_name("one_deck.tsv"),
    {"number": TEXT, "value": WHOLE, "lower": decimal(12), "upper": decimal(12)},
)
"""Bounds of the probability that a whole shoe of one deck, dealt by the standard rules, has a number of something."""
MOST_OF_ONE_DECK, MOST_LONGEST = 7, 5  # the last row of an outcome, and of the longest run, is for so many or more


@cache
def reference(file: Stored) -> dict[tuple[int, int, str], PerfectPlay]:
    """The figures of `PERFECT_PLAY` or `PAIR_PLAY`, by unseen cards, decks and bet."""
    granularity = Granularity.VALUES if file is PERFECT_PLAY else Granularity.RANKS
    plays = {}
    for unseen, decks, bet, gain, positive in file.rows():
        compositions = count_compositions(Shoe.of_decks(decks).coarsened(granularity).counts, unseen)
        plays[unseen, decks, bet] = PerfectPlay(unseen=unseen, compositions=compositions, gain=gain, positive=positive)
    return plays
