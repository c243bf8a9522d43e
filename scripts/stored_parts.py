"""The stored figures computed, in parts of their files.

`QUICK` and `QUICK_PAIRS` and three coups take a minute: ``scripts/generate.py --check`` computes them again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from itertools import chain, product
from typing import NamedTuple

from shoe_numbers import number_entries
from simulations import streaks_and_cut_cards, study_entries

from exact.analysis.best_tags import best_tags
from exact.analysis.compositions import count_compositions
from exact.analysis.count_distribution import BettingCount, count_distributions
from exact.analysis.count_play import DealtShoe, Play, approximate_gain, coups_by_unseen, play_at
from exact.analysis.dealing import Dealing
from exact.analysis.dependence import LONG, STORED_COUPS, STORED_DECKS, joint_distribution
from exact.analysis.equilibrium.banque import deal_banque
from exact.analysis.equilibrium.banque_nash import nash_equilibria
from exact.analysis.equilibrium.banque_solutions import correlated, independent, stakes_of
from exact.analysis.equilibrium.game import MODELS
from exact.analysis.perfect_play import IN_PROCESS, perfect_play
from exact.analysis.rank_play import rank_plays
from exact.analysis.removal import effects_of_removal, integer_tags, value_level
from exact.analysis.simulated_shoes import SIMULATIONS
from exact.arithmetic import low_of
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.literature.published import PublishedCount, published_counts
from exact.publication.chapters.study import STUDY
from exact.publication.stored_figures import (
    BANQUE,
    BANQUE_GAMES,
    BANQUE_SHARES,
    BEST,
    CHOSEN,
    COUNTS,
    CUTS,
    DECKS,
    LEAST_GAIN,
    MAIN_BETS,
    ONE_DECK,
    PAIR_PLAY,
    PERFECT_PLAY,
    UNSEEN,
    CountRow,
)
from exact.rules import standard_tableau
from exact.stored import Row, Stored
from exact.workers.tasks import Run

LEVELS = (1, 2)
BETS = {name: (name,) for name in (*MAIN_BETS, "dragon-7", "panda-8")} | {BEST: MAIN_BETS}
"""The bets of `PERFECT_PLAY`, and the bets that each is the best of."""
PAIR_BETS = ("punto-pair", "either-pair")
PERFECT_DECKS = (6, 8)
PERFECT_UNSEEN = (*range(6, 31), 36, 42, 52)
QUICK = range(6, 24)
PAIR_UNSEEN = (*range(6, 27), *range(39, 209, 13))  # up to half a deck, then by quarters of a deck up to four decks
QUICK_PAIRS = range(6, 14)


class Part(NamedTuple):
    """Some rows of a file, computed together."""

    file: Stored
    rows: Callable[[Executor], Iterable[Row]]
    is_quick: bool = False


def parts() -> Iterator[Part]:
    """The parts of all files, in the order of their rows."""
    for unseen, decks, bet in product(PERFECT_UNSEEN, PERFECT_DECKS, BETS):
        yield Part(PERFECT_PLAY, partial(computed, unseen, decks, bet), unseen in QUICK)
    slow_pairs = [unseen for unseen in PAIR_UNSEEN if unseen not in QUICK_PAIRS]
    for decks, bet, several_unseen in product(PERFECT_DECKS, PAIR_BETS, (QUICK_PAIRS, slow_pairs)):
        yield Part(PAIR_PLAY, partial(computed_pairs, bet, decks, several_unseen), several_unseen is QUICK_PAIRS)
    for coups, decks in product(LONG, STORED_DECKS):
        yield Part(STORED_COUPS, partial(_successive_coups, coups, decks), coups == LONG[0])
    for model, (several_decks, several_stakes) in BANQUE_GAMES.items():
        for number in several_decks:
            yield Part(BANQUE, partial(_banque, model, number, several_stakes))
    yield Part(BANQUE_SHARES, _banque_shares)
    yield Part(COUNTS, lambda pool: chain(*pool.map(computed_rows, bets_of_file())))
    yield Part(SIMULATIONS, lambda _: chain(streaks_and_cut_cards(), number_entries()))
    yield Part(STUDY, lambda pool: study_entries(pool, lambda scenario: scenario.shoes))
    yield Part(ONE_DECK, _one_deck)


def with_quick_parts(pool: Executor) -> dict[Stored, list[Row]]:
    """The rows of each file that has quick parts, with those computed again in the place of their own."""
    rows: dict[Stored, dict[Row, Row]] = {}
    for part in parts():
        if part.is_quick:
            figures = 1 if part.file is STORED_COUPS else 2  # the last columns; the others say of what
            by_what = rows.setdefault(part.file, {row[:-figures]: row for row in part.file.rows()})
            by_what |= {row[:-figures]: row for row in part.rows(pool)}
    return {file: [*by_what.values()] for file, by_what in rows.items()}


def computed(unseen: int, decks: int, bet: str, executor: Executor) -> list[Row]:
    """The line of `PERFECT_PLAY`; ``executor`` computes it if it takes more than a second."""
    shoe, bets = Shoe.of_decks(decks), [find_bet(name) for name in BETS[bet]]
    workers = executor if count_compositions(shoe.values, unseen) > IN_PROCESS else None
    play = perfect_play(bets, shoe, standard_tableau(), unseen, run=Run(workers))
    return [(unseen, decks, bet, play.gain, play.positive)]


def computed_pairs(bet: str, decks: int, unseen: Sequence[int], executor: Executor | None = None) -> list[Row]:
    """Lines of `PAIR_PLAY`; ``executor`` joins the halves of either pair."""
    plays = rank_plays([find_bet(bet)], Shoe.of_decks(decks), standard_tableau(), unseen, run=Run(executor))
    return [(play.unseen, decks, bet, play.gain, play.positive) for play in plays]


def _successive_coups(coups: int, decks: int, pool: Executor) -> list[Row]:
    counted = joint_distribution(Shoe.of_decks(decks), standard_tableau(), coups, Run(pool), stored=False)
    return [(decks, *used, count) for used, count in counted.by_use.items()]


def _banque_shares(_pool: Executor) -> list[Row]:
    """The lines of `BANQUE_SHARES`."""
    from banque_stakes import pieces, stakes_rows  # needs sympy, which is slow to import

    return stakes_rows(pieces())


def _one_deck(_pool: Executor) -> Iterable[Row]:
    """The lines of `ONE_DECK`; 8 GB."""
    from one_deck import one_deck_rows  # needs numba

    return one_deck_rows()


def _banque(model: str, decks: int | None, several_stakes: Sequence[str], _pool: Executor) -> list[Row]:
    """The lines of `BANQUE` with so many decks, or with replacement."""
    game = deal_banque(MODELS[model], Shoe.of_decks(decks or 1))
    rows: list[Row] = []
    for text in several_stakes:
        joint = correlated(game, stakes_of(text))
        alone = independent(joint)
        apart: tuple[Fraction, ...] = ()
        if model != "B2":  # there the banker has 7,260 places, and no Nash equilibria are searched
            (nash,) = nash_equilibria(game, joint.stakes)
            apart = tuple(map(low_of, (*nash.drawing, nash.value)))
        unique = int(joint.players_are_unique)
        rows.append((model, decks, text, joint.players, unique, joint.value, alone.drawing if alone else (), apart))
    return rows


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
    return [row.row for row in rows]


def count_rows(
    name: str, origin: str, tags: Sequence[int], unseen: Sequence[int], cuts: Sequence[int] = CUTS
) -> list[CountRow]:
    """The lines of a count with each number of unseen cards, and over a shoe with each place of the cut card."""
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    count = BettingCount(tuple(map(Fraction, tags)), Granularity.VALUES)
    shoes = {f"cut {cut}": DealtShoe(shoe, tableau, Dealing(cut=cut)) for cut in cuts}
    depths = sorted({*unseen, *chain(*map(coups_by_unseen, shoes.values()))})
    values = {each.unseen: each for each in count_distributions(find_bet(name), count, shoe, tableau, depths)}
    plays = {number: play_at(None, each) for number, each in values.items()}
    gains = {where: approximate_gain(count, plays, values, dealt) for where, dealt in shoes.items()}
    rows: list[tuple[str, Play, Fraction | None, Fraction | None]]
    rows = [(str(number), plays[number], plays[number].edge, None) for number in unseen]
    rows += [(where, gain.play, gain.edge, gain.gain.known.value) for where, gain in gains.items()]
    return [
        CountRow(name, origin, where, tuple(tags), play.trigger, play.frequency, edge, play.gain, per_shoe)
        for where, play, edge, per_shoe in rows
    ]
