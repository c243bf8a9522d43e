"""The figures of perfect play and of linear counts, which take minutes: their files, and how to recompute them.

``scripts/generate.py`` writes the files. A bet is in `COUNTS` if the tags of level 1 that correlate best with its
effects of removal gain `LEAST_GAIN` with `CHOSEN` cards unseen and it loses without a count; `MAIN_BETS` and the bets
with printed counts are in it whatever they gain. Figures are rounded once, to `DIGITS` decimals. `QUICK` and
`QUICK_PAIRS` take a minute: they are recomputed when the tables are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from exact.analysis.best_tags import best_tags
from exact.analysis.compositions import count_compositions
from exact.analysis.count_distribution import BettingCount, count_distributions
from exact.analysis.count_play import Play, approximate_gain, coups_by_unseen, play_at
from exact.analysis.dependence import LONG, STORED_COUPS, STORED_DECKS, joint_distribution, rows_of_distribution
from exact.analysis.linear_count import integer_tags
from exact.analysis.perfect_play import IN_PROCESS, PerfectPlay, perfect_play
from exact.analysis.rank_play import rank_plays
from exact.analysis.removal import effects_of_removal, value_level
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.lazy import futures
from exact.literature.published import PublishedCount, published_counts
from exact.rules import standard_tableau
from exact.stored import FRACTION, TEXT, WHOLE, Row, Stored, decimal, optional, several
from exact.workers.processes import process_pool

DECKS = 8
UNSEEN = (26, 52, 104)
CHOSEN = 52  # the unseen cards at which the tags that are used over a whole shoe gain most
CUTS = (14, 16)
LEVELS = (1, 2)
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


class CountRow(NamedTuple):
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
    def unseen(self) -> int | None:
        """`None` over a shoe."""
        return int(self.dealt) if self.dealt.isdigit() else None


def bets_of_file() -> list[str]:
    """The bets worth counting on their usual pay tables, and those of the printed counts on theirs."""
    bets = value_level(catalogue().values(), standard_tableau())
    usual = [bet.name for bet in bets if bet.name in MAIN_BETS or _gain(bet) >= LEAST_GAIN]
    return list(dict.fromkeys((*usual, *map(_printed_bet, published_counts()))))


def _gain(bet: Bet) -> Fraction:
    """What the best-correlated tags of level 1 gain with `CHOSEN` cards unseen; 0 for a bet that wins without."""
    effects = effects_of_removal(bet, Shoe.of_decks(DECKS), standard_tableau())
    tags = integer_tags(effects, 1) if effects.expectation < 0 else None
    return Fraction(0) if tags is None else count_rows(bet.name, "1", tags, [CHOSEN], cuts=())[0].gain


def _printed_bet(count: PublishedCount) -> str:
    """The bet of a printed count, with its pay table unless that is the usual one."""
    bet = find_bet(count.bet).paid_by(count.pay_table)
    return bet.name if bet.paying_table == next(iter(bet.pay_tables)) else f"{bet.name}:{bet.paying_table}"


def computed_rows(name: str) -> list[Row]:
    """The lines of a bet."""
    bet = find_bet(name)
    printed = {count.row: count.tags_by_value for count in published_counts() if _printed_bet(count) == name}
    best = partial(best_tags, bet, Shoe.of_decks(DECKS), standard_tableau())
    rows = [row for n in UNSEEN if n != CHOSEN for row in count_rows(name, "1", best(n, 1).tags, [n], cuts=())]
    for origin, tags in ({str(level): best(CHOSEN, level).tags for level in LEVELS} | printed).items():
        rows += count_rows(name, origin, tags, [CHOSEN] if origin == "1" else UNSEEN)
    rows.sort(key=lambda row: (row.origin, row.unseen is None, int(row.dealt.split()[-1])))
    return [*rows]


def count_rows(
    name: str, origin: str, tags: Sequence[int], unseen: Sequence[int], cuts: Sequence[int] = CUTS
) -> list[CountRow]:
    """The lines of a count with each number of unseen cards, and over a shoe with each place of the cut card."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    count = BettingCount(tuple(map(Fraction, tags)), Granularity.VALUES)
    begins = {cut: coups_by_unseen(shoe, tableau, cut) for cut in cuts}
    depths = sorted({*unseen, *chain(*begins.values())})
    values = count_distributions(find_bet(name), count, shoe, tableau, depths)
    plays = {each.unseen: play_at(None, each) for each in values}
    dealt: list[tuple[str, Play, Fraction | None]] = [(str(number), plays[number], None) for number in unseen]
    for cut, positions in begins.items():
        coups, bets, gain = approximate_gain(plays, positions)
        dealt.append((f"cut {cut}", Play(shoe.cards, None, bets / coups, gain / coups), gain))
    return [
        CountRow(name, origin, where, tuple(tags), play.trigger, play.frequency, play.edge, play.gain, per_shoe)
        for where, play, per_shoe in dealt
    ]


@cache
def reference_counts() -> Mapping[tuple[str, str, str], CountRow]:
    """The lines of `COUNTS` by bet, origin and how it is dealt."""
    return {row[:3]: CountRow(*row) for row in COUNTS.rows()}


_COLUMNS = {"unseen": WHOLE, "decks": WHOLE, "bet": TEXT, "gain": FRACTION, "positive": FRACTION}
PERFECT_PLAY = Stored(Path(__file__).with_name("perfect_play.tsv"), _COLUMNS)
PAIR_PLAY = Stored(Path(__file__).with_name("pair_play.tsv"), _COLUMNS)
BEST = "best"  # the best of `MAIN_BETS`
BETS = {name: (name,) for name in (*MAIN_BETS, "dragon-7", "panda-8")} | {BEST: MAIN_BETS}
"""The bets of `PERFECT_PLAY`, and the bets that each is the best of."""
PAIR_BETS = ("punto-pair", "either-pair")
PERFECT_DECKS = (6, 8)
PERFECT_UNSEEN = (*range(6, 31), 36, 42, 52)
QUICK = range(6, 24)
PAIR_UNSEEN = (*range(6, 27), *range(39, 209, 13))  # up to half a deck, then by quarters of a deck up to four decks
QUICK_PAIRS = range(6, 14)


def computed(unseen: int, decks: int, bet: str, executor: futures.Executor) -> list[Row]:
    """The line of `PERFECT_PLAY`; ``executor`` computes it if it takes more than a second."""
    shoe, bets = Shoe.of_decks(decks), [find_bet(name) for name in BETS[bet]]
    workers = executor if count_compositions(shoe.values, unseen) > IN_PROCESS else None
    play = perfect_play(bets, shoe, standard_tableau(), unseen, executor=workers)
    return [(unseen, decks, bet, play.gain, play.positive)]


def computed_pairs(bet: str, decks: int, unseen: Sequence[int], executor: futures.Executor | None = None) -> list[Row]:
    """Lines of `PAIR_PLAY`; ``executor`` joins the halves of either pair."""
    plays = rank_plays([find_bet(bet)], Shoe.of_decks(decks), standard_tableau(), unseen, executor=executor)
    return [(play.unseen, decks, bet, play.gain, play.positive) for play in plays]


@cache
def reference(file: Stored) -> dict[tuple[int, int, str], PerfectPlay]:
    """The figures of `PERFECT_PLAY` or `PAIR_PLAY`, by unseen cards, decks and bet."""
    granularity = Granularity.VALUES if file is PERFECT_PLAY else Granularity.RANKS
    plays = {}
    for unseen, decks, bet, gain, positive in file.rows():
        compositions = count_compositions(Shoe.of_decks(decks).coarsened(granularity).counts, unseen)
        play = PerfectPlay(unseen=unseen, compositions=compositions, gain=gain, positive=positive)
        plays[unseen, decks, bet] = play
    return plays


Progress = Callable[[int, int, str], object]
_SLOW = [unseen for unseen in PERFECT_UNSEEN if unseen not in QUICK]
NOT_QUICK = (
    f"{PERFECT_PLAY.path.name} with {', '.join(map(str, _SLOW))} unseen cards",
    f"{PAIR_PLAY.path.name} with more than {max(QUICK_PAIRS)} unseen cards",
    f"{STORED_COUPS.path.name} with four coups",
    COUNTS.path.name,
)
"""The files, or parts of them, that `recomputed` skips unless it is full."""


class RecomputedRows(NamedTuple):
    """Some rows of a file, computed together."""

    file: Stored
    text: str
    rows: Callable[[futures.Executor], Sequence[Row]]
    is_quick: bool = False


def parts() -> Iterator[RecomputedRows]:
    """The parts of all files, in the order of their rows."""
    for unseen, decks, bet in product(PERFECT_UNSEEN, PERFECT_DECKS, BETS):
        rows = partial(computed, unseen, decks, bet)
        yield RecomputedRows(PERFECT_PLAY, f"{bet} with {unseen} unseen", rows, unseen in QUICK)
    slow_pairs = [unseen for unseen in PAIR_UNSEEN if unseen not in QUICK_PAIRS]
    for decks, bet, several_unseen in product(PERFECT_DECKS, PAIR_BETS, (QUICK_PAIRS, slow_pairs)):
        rows = partial(computed_pairs, bet, decks, several_unseen)
        yield RecomputedRows(PAIR_PLAY, f"{bet} with {decks} decks", rows, several_unseen is QUICK_PAIRS)
    for coups, decks in product(LONG, STORED_DECKS):
        rows = partial(_successive_coups, coups, decks)
        yield RecomputedRows(STORED_COUPS, f"{coups} coups of {decks} decks", rows, coups == LONG[0])
    yield RecomputedRows(COUNTS, "the best counts", lambda pool: [*chain(*pool.map(computed_rows, bets_of_file()))])


def _successive_coups(coups: int, decks: int, pool: futures.Executor) -> list[Row]:
    counted = joint_distribution(Shoe.of_decks(decks), standard_tableau(), coups, executor=pool, stored=False)
    return rows_of_distribution(decks, counted)


def recomputed(full: bool, progress: Progress | None = None) -> list[str]:
    """How the figures in the files differ from recomputed ones: those that fit in a minute, or with ``full`` all.

    Simulated figures are not included: ``scripts/generate.py simulations --check`` repeats the simulations.
    """
    chosen = [part for part in parts() if full or part.is_quick]
    differences: list[str] = []
    unmatched = {part.file: set(map(part.file.line, part.file.rows())) for part in chosen}
    with process_pool() as pool:
        for done, (file, text, rows, _is_quick) in enumerate(chosen):
            if progress:
                progress(done, len(chosen), text)
            lines = {file.line(row): row for row in rows(pool)}
            differences += (_difference(file, row) for line, row in lines.items() if line not in unmatched[file])
            unmatched[file] -= lines.keys()
    if progress:
        progress(len(chosen), len(chosen), "")
    if full:
        differences += (f"{file.path.name} differs" for file, lines in unmatched.items() if lines)
    return list(dict.fromkeys(differences))


def _difference(file: Stored, row: Row) -> str:
    of_row = ": {2}, {1} decks, {0} unseen".format(*row) if file in (PERFECT_PLAY, PAIR_PLAY) else ""
    return f"{file.path.name}{of_row} differs"
