"""Simulations of what takes too long to count: whole shoes with a cut card, and streaks of five or more coups.

Generator and seed are stated, and every estimate has a standard error. The chances of the next coup are exact, from
the count polynomial on the remaining shoe, so that only the cards are random:

* A streak of n: each coup is drawn on the condition that it continues the streak (redrawn from the same shoe until it
  does), and the estimator is the product of the exact chances of continuing. The product for four coups, whose mean
  is known exactly, serves as a control variate.
* A cut card: besides the plain frequencies, their excess over the law of one coup as Cov(T, M) / E[coups], see
  `exact.analysis.dependence`; T counts the coups until the card has shown, M is the chance of the coup that follows.

The results are kept in `SIMULATIONS_FILE`, which ``scripts/generate.py simulations`` writes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from exact.analysis.coup_sequences import MOST, OUTCOMES
from exact.arithmetic import ordered_deals
from exact.arrays import Bytes, Doubles, Integers
from exact.bets.coups import drawing_tables
from exact.engine.coefficients import Coefficients
from exact.engine.many_shoes import ManyShoes
from exact.engine.outcomes import outcome_coefficients
from exact.game.coup import Outcome
from exact.game.shoe import MAX_DECKS, Shoe
from exact.inputs import check_whole
from exact.lazy import np
from exact.rules.tableau import NO_THIRD, Tableau

SIMULATIONS_FILE = os.path.join(os.path.dirname(__file__), "simulated_shoes.tsv")
CUT_DECKS, CUT_CARDS = 8, (14, 16)
"""The shoes with a cut card in it, and how many cards stand behind the card."""
BANKER_STREAK_PAYS = {"3-": -1, "4": 10, "5": 15, "6": 25, "7": 40, "8": 60, "9": 150, "10+": 250}
"""Pay table 1 of the Banker Streak bet, by the number of coups in a row that banco wins; a tie ends the streak."""
LONGEST = 12
KNOWN = 4
"""The length of the streak whose exact probability is the control variate."""
_TOGETHER = 20_000


class Estimate(NamedTuple):
    """A simulated figure and its standard error."""

    value: float
    error: float


class Entry(NamedTuple):
    """One line of `SIMULATIONS_FILE`: the simulated figure, the number of runs, the seed, and the estimate."""

    decks: int
    name: str
    replicas: int
    seed: int
    estimate: Estimate


class CutShoes(NamedTuple):
    """Simulated shoes, one entry or row each."""

    coups: Integers
    """The number of coups dealt, including the one after the cut card has shown."""
    outcomes: Integers
    """The number of these coups with each outcome, in the order of `Outcome`."""
    next_chance: Doubles
    """The exact chance of each outcome just before the last coup."""


def simulate_cut_card(decks: int, behind: int, tableau: Tableau, shoes: int, seed: int) -> CutShoes:
    """Shuffle and deal ``shoes`` full shoes with a cut card in front of the last ``behind`` cards.

    When the card shows, the coup is finished and one more is dealt; if it shows as the first card of a coup, that coup is
    the last. Either way, the last coup is the one that begins after all the cards in front of the cut card are used. Raises
    `ExactError` if the card is so near the end that this coup might lack cards, or is not in the shoe.
    """
    check_whole(behind, "behind", 2 * MOST - 1, 52 * decks - 1)
    rng = np.random.default_rng(seed)
    cards = np.repeat(np.arange(10, dtype=np.uint8), Shoe.of_decks(decks).values)
    outcomes = ManyShoes(outcome_coefficients(tableau))
    parts = [
        _cut_shoes(cards, behind, tableau, outcomes, min(_TOGETHER, shoes - start), rng)
        for start in range(0, shoes, _TOGETHER)
    ]
    return CutShoes(*map(np.concatenate, zip(*parts, strict=True)))


def _cut_shoes(
    cards: Bytes, behind: int, tableau: Tableau, many: ManyShoes, shoes: int, rng: np.random.Generator
) -> CutShoes:
    shuffled = rng.permuted(np.tile(cards, (shoes, 1)), axis=1)
    used, coups = np.zeros(shoes, dtype=np.int64), np.zeros(shoes, dtype=np.int64)
    outcomes = np.zeros((shoes, len(OUTCOMES)), dtype=np.int64)
    going = np.arange(shoes)
    while going.size:
        _deal_next(shuffled, going, used, coups, outcomes, tableau)
        going = going[used[going] < len(cards) - behind]
    index = np.arange(len(cards) - behind, len(cards))
    tail = np.where(index >= used[:, None], shuffled[:, index], 10)
    left = (tail[:, :, None] == np.arange(10)).sum(axis=1)
    chance = many.counts(left).T / np.array([ordered_deals(int(n)) for n in left.sum(axis=1)])[:, None]
    _deal_next(shuffled, np.arange(shoes), used, coups, outcomes, tableau)
    return CutShoes(coups, outcomes, chance)


def _deal_next(
    shuffled: Bytes, going: Integers, used: Integers, coups: Integers, outcomes: Integers, tableau: Tableau
) -> None:
    """Deal one coup from each of the shoes ``going``, and update the counts."""
    dealt = shuffled[going[:, None], used[going][:, None] + np.arange(MOST)]
    outcome, cards = play(dealt, tableau)
    used[going] += cards
    coups[going] += 1
    outcomes[going, outcome] += 1


def play(cards: np.typing.NDArray[np.integer], tableau: Tableau) -> tuple[Integers, Integers]:
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


def simulate_streaks(decks: int, outcome: Outcome, tableau: Tableau, replicas: int, seed: int) -> Doubles:
    """The products of the exact chances that 1 to `LONGEST` coups in a row have ``outcome``: replicas × `LONGEST`.

    Raises `ExactError` for a single deck, which may run out before that.
    """
    check_whole(decks, "decks", 2, MAX_DECKS)
    rng = np.random.default_rng(seed)
    many = ManyShoes(Coefficients(outcome_coefficients(tableau).matrix[OUTCOMES.index(outcome)]))
    products = np.ones((replicas, LONGEST))
    for start in range(0, replicas, _TOGETHER):
        some = products[start : start + _TOGETHER]
        left = np.tile(np.array(Shoe.of_decks(decks).values), (len(some), 1))
        for coup in range(LONGEST):
            deals = np.array([ordered_deals(int(cards)) for cards in left.sum(axis=1)], dtype=np.float64)
            some[:, coup:] *= (many.counts(left)[0] / deals)[:, None]
            deal_until(left, outcome, tableau, rng)
    return products


def deal_until(left: Integers, outcome: Outcome, tableau: Tableau, rng: np.random.Generator) -> None:
    """Remove from each shoe the cards of one coup, drawn on the condition that it has ``outcome``."""
    waiting = np.arange(len(left))
    while waiting.size:
        cards = six_cards(left[waiting], rng)
        outcomes, used = play(cards, tableau)
        good = outcomes == OUTCOMES.index(outcome)
        dealt = np.arange(MOST) < used[good][:, None]
        rows = np.broadcast_to(waiting[good][:, None], dealt.shape)[dealt]
        np.subtract.at(left, (rows, cards[good][dealt]), 1)
        waiting = waiting[~good]


def six_cards(left: Integers, rng: np.random.Generator) -> Integers:
    """Six cards in order from each shoe, without replacement; ``left`` is overwritten."""
    rows = np.arange(len(left))
    cards = np.empty((len(left), MOST), dtype=np.int64)
    for position in range(MOST):
        behind = left.cumsum(axis=1)
        cards[:, position] = (behind <= rng.integers(0, behind[:, -1])[:, None]).sum(axis=1)
        left[rows, cards[:, position]] -= 1
    return cards


def controlled(sample: Doubles, control: Doubles, known: float) -> Estimate:
    """The mean of ``sample``, corrected by its regression on ``control``, whose mean is known."""
    centred = control - control.mean()
    variance = float(centred @ centred)
    slope = float(centred @ sample) / variance if variance else 0.0
    return mean_of(sample - slope * (control - known))


def mean_of(sample: Doubles) -> Estimate:
    """The mean and its standard error."""
    return Estimate(float(sample.mean()), float(sample.std(ddof=1)) / len(sample) ** 0.5)


def streak_estimates(products: Doubles, four: float) -> dict[str, Estimate]:
    """The chances of streaks of 5 to `LONGEST`, and the expectation of the Banker Streak bet, given the chance of ``four``."""
    control = products[:, KNOWN - 1]
    estimates = {f"streak {n}": controlled(products[:, n - 1], control, four) for n in range(KNOWN + 1, LONGEST + 1)}
    return estimates | {"Banker Streak, expectation": controlled(_banker_streak(products), control, four)}


def banker_streak_steps() -> dict[int, int]:
    """The increase of the Banker Streak payoff when the wins in a row reach each number."""
    pays = list(BANKER_STREAK_PAYS.values())
    return {KNOWN + index: more - less for index, (less, more) in enumerate(pairwise(pays))}


def _banker_streak(products: Doubles) -> Doubles:
    """The expectation of the bet given the chances of streaks."""
    added = (products[:, wins - 1] * step for wins, step in banker_streak_steps().items())
    return BANKER_STREAK_PAYS["3-"] + sum(added, np.zeros(len(products)))


def cut_card_estimates(shoes: CutShoes, marginal: Mapping[Outcome, float]) -> dict[str, Estimate]:
    """Coups a shoe, and for each outcome its frequency over the coups dealt and the excess over its ``marginal``."""
    coups = shoes.coups.astype(np.float64)
    average = float(coups.mean())
    estimates = {"coups": mean_of(coups)}
    for index, outcome in enumerate(OUTCOMES):
        counts = shoes.outcomes[:, index].astype(np.float64)
        share = float(counts.mean()) / average
        estimates[f"{outcome.value}, frequency"] = Estimate(share, mean_of(counts - share * coups).error / average)
        excess = mean_of((coups - average) * (shoes.next_chance[:, index] - marginal[outcome]))
        estimates[f"{outcome.value}, excess"] = Estimate(excess.value / average, excess.error / average)
    return estimates


def simulations_file(entries: Iterable[Entry]) -> str:
    """The text of `SIMULATIONS_FILE` or a similar file: tab-separated, one heading line, 12 decimals."""
    lines = ["decks\tname\treplicas\tseed\testimate\tstandard_error"]
    for decks, name, replicas, seed, estimate in entries:
        lines.append(f"{decks}\t{name}\t{replicas}\t{seed}\t{estimate.value:.12f}\t{estimate.error:.12f}")
    return "\n".join(lines) + "\n"


def simulations(path: str = SIMULATIONS_FILE) -> list[Entry]:
    """The entries of `SIMULATIONS_FILE`, or of a similar file."""
    with open(path, encoding="ascii") as file:
        lines = [line.split("\t") for line in file.read().splitlines()[1:]]
    return [
        Entry(int(decks), name, int(replicas), int(seed), Estimate(float(value), float(error)))
        for decks, name, replicas, seed, value, error in lines
    ]
