"""Dealing shoes with a seeded generator: coups played side by side, estimates, and the file of simulated figures.

``scripts/generate.py simulated-shoes`` writes the file `SIMULATIONS`.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from exact.analysis.dealing import FIRST_CARD, FIRST_CARD_UNSEEN, Dealing
from exact.analysis.dependence import MOST
from exact.bets.coups import drawing_tables
from exact.lazy import Doubles, Integers, Numbers, Truths, np
from exact.records import Record
from exact.rules import NO_THIRD, Tableau
from exact.stored import DOUBLE, TEXT, WHOLE, Stored

SIMULATED_COLUMNS = {
    "decks": WHOLE,
    "name": TEXT,
    "replicas": WHOLE,
    "seed": WHOLE,
    "estimate": DOUBLE,
    "standard_error": DOUBLE,
}
SIMULATIONS = Stored(Path(__file__).with_name("simulated_shoes.tsv"), SIMULATED_COLUMNS)
CUT_DECKS, CUT_CARDS = 8, (14, 16)  # the shoes with a cut card in it, and how many cards stand behind the card
NUMBER_DECKS = (1, 6, 8)  # the whole shoes in it whose outcomes and runs are counted
WHOLE_SHOE, EXCESS = "whole shoe, ", ", excess"  # of their figures, and of the excess over independent coups
RUN, MOST_RUNS = 3, 12  # the fewest bancos of a run that counts, and the most runs of a shoe that have a row
BANKER_STREAK_PAYS = {"3-": -1, "4": 10, "5": 15, "6": 25, "7": 40, "8": 60, "9": 150, "10+": 250}
"""Pay table 1 of the Banker Streak bet, by the number of coups in a row that banco wins; a tie ends the streak."""
LONGEST = 12
KNOWN = 4  # the length of the streak whose exact probability is the control variate


class Estimate(NamedTuple):
    """A simulated figure and its standard error."""

    value: float
    error: float


class SimulatedFigure(Record, kw_only=True):
    """A line of `SIMULATIONS`."""

    decks: int
    name: str
    replicas: int
    seed: int
    estimate: Estimate


class DealtCoups(Record):
    """The next coup of each unfinished shoe."""

    order: Integers  # the cards of all shoes, as they are dealt
    shoes: Integers
    place: Integers  # the cards before the coup
    unseen: Integers
    hidden: Integers
    """Those of the unseen cards that are out and decide where coups begin: the other ones are in random order."""
    outcomes: Integers
    used: Integers
    is_last: Truths


def deal_shoes(
    values: Sequence[int], shoes: int, tableau: Tableau, dealing: Dealing, rng: "np.random.Generator"
) -> Iterator[DealtCoups]:
    """Shuffle shoes with these cards and deal them side by side, coups that a player sees."""
    shuffled = rng.permuted(np.tile(np.repeat(np.arange(10, dtype=np.uint8), values), (shoes, 1)), axis=1)
    unseen = np.tile(np.array(values), (shoes, 1))
    hidden, first = np.zeros_like(unseen), shuffled[:, 0]
    used = np.array([dealing.burned(value) for value in range(len(values))])[first]
    unseen[np.arange(shoes), first] -= dealing.burn == FIRST_CARD
    hidden[np.arange(shoes), first] += dealing.burn == FIRST_CARD_UNSEEN
    after_cut, going, is_seen = np.zeros(shoes, dtype=np.int64), np.arange(shoes), not dealing.first_coup_unseen
    while going.size:
        after_cut[going] += used[going] >= shuffled.shape[1] - dealing.cut
        is_last = after_cut[going] == dealing.coups_after
        dealt = shuffled[going[:, None], used[going][:, None] + np.arange(MOST)]
        outcomes, cards = play(dealt, tableau)
        if is_seen:
            yield DealtCoups(shuffled, going, used[going], unseen[going], hidden[going], outcomes, cards, is_last)
        used[going] += cards
        pile, change = (unseen, -1) if is_seen else (hidden, 1)
        for index in range(MOST):
            used_so_many = cards > index
            pile[going[used_so_many], dealt[used_so_many, index]] += change
        going, is_seen = going[~is_last], True


def play(cards: Numbers, tableau: Tableau) -> tuple[Integers, Integers]:
    """The outcome (index in `Outcome`) and the number of cards used, for rows of six point values in dealing order."""
    values = cards.astype(np.int64)
    punto, banco = (values[:, 0] + values[:, 2]) % 10, (values[:, 1] + values[:, 3]) % 10
    live = (punto < 8) & (banco < 8)
    punto_table, banco_table = drawing_tables(tableau)
    punto_draws = live & punto_table[punto]
    third = np.where(punto_draws, values[:, 4], NO_THIRD)
    punto = (punto + np.where(punto_draws, values[:, 4], 0)) % 10
    banco_draws = live & banco_table[punto, np.minimum(banco, 7), third]
    last = np.where(punto_draws, values[:, 5], values[:, 4])
    banco = (banco + np.where(banco_draws, last, 0)) % 10
    return np.select([punto > banco, punto < banco], [0, 1], 2), 4 + punto_draws + banco_draws


def mean_of(sample: Doubles) -> Estimate:
    """The mean and its standard error."""
    return Estimate(float(sample.mean()), float(sample.std(ddof=1)) / len(sample) ** 0.5)


@cache
def simulations(file: Stored = SIMULATIONS) -> list[SimulatedFigure]:
    """The entries of `SIMULATIONS`, or of a file with the same columns."""
    return [
        SimulatedFigure(decks=decks, name=name, replicas=replicas, seed=seed, estimate=Estimate(*figure))
        for decks, name, replicas, seed, *figure in file.rows()
    ]
