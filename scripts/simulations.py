"""What only the builder of the stored simulations runs: streaks, shoes with a cut card, and the study of whole shoes.

Generator and seed are stated, and every estimate has a standard error:

* A streak of n: each coup is drawn on the condition that it continues the streak (redrawn from the same shoe until it
  does), and the estimator is the product of the exact chances of continuing. The product for four coups, whose mean
  is known exactly, serves as a control variate.
* A cut card: besides the plain frequencies, their excess over the distribution of one coup as Cov(T, M) / E[coups], see
  `exact.analysis.dependence`; T counts the coups until the card has shown, M is the chance of the coup that follows.
* Whole shoes: the scenarios of `exact.publication.chapters.study`. A name has four parts: the shoe, the bet (with the
  row of the literature that prints its count, or nothing for the best count), the unseen cards, and the figure. The
  figure of a class of `exact.analysis.shoe_simulation.EDGES` is the number of coups in the sample, which has no error.
  Figures have nine digits, so they do not depend on the order in which a processor adds doubles.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from exact.analysis.dealing import FIRST_CARD, NONE, Dealing
from exact.analysis.dependence import MOST, OUTCOMES, STORED_DECKS, distribution_of_decks
from exact.analysis.pricing import price_bet
from exact.analysis.shoe_simulation import (
    BAND_NAMES,
    COUNT_FIGURES,
    EDGE_NAMES,
    PERFECT_FIGURES,
    SHOE_FIGURES,
    Measure,
    ShoeSimulation,
    SimulatedWager,
    SimulationSums,
    count_for,
    simulate_shoes,
)
from exact.analysis.simulated_shoes import (
    BANKER_STREAK_PAYS,
    CUT_CARDS,
    CUT_DECKS,
    KNOWN,
    LONGEST,
    Estimate,
    deal_shoes,
    mean_of,
    play,
)
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import find_bet
from exact.engine.many_shoes import ManyShoes
from exact.engine.multisets import Coefficients
from exact.engine.outcomes import outcome_coefficients
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.lazy import Doubles, Integers
from exact.literature.published import published_counts
from exact.publication.chapters import study as reference
from exact.publication.chapters.study import DECKS, MAIN_BETS, SCENARIOS, Scenario
from exact.rules import Tableau, standard_tableau
from exact.stored import Row
from exact.workers.tasks import Run

STREAKS, SHOES = 1_000_000, 4_000_000
"""The simulated streaks for each number of decks, and the simulated shoes for each place of the cut card."""
SEED = 20_260_601
COUNTED_BETS = (
    *("three-giving-8:200", "both-8-or-9", "nine-over-seven", "bad-beat-natural-9-over-8", "big-tiger", "egalite-7"),
)
"""The bets of the study with published counts, besides the main ones."""
OTHER_TRIGGERS = {"P0542": (4,)}
"""Triggers to try besides the printed ones, by the row with the tags."""
_TOGETHER = 20_000


class CutShoes(NamedTuple):
    """Simulated shoes, one entry or row each."""

    coups: Integers
    """The number of coups dealt, including the one after the cut card has shown."""
    outcomes: Integers
    """The number of these coups with each outcome, in the order of `Outcome`."""
    next_chance: Doubles
    """The exact chance of each outcome just before the last coup."""


def simulate_cut_card(decks: int, behind: int, tableau: Tableau, shoes: int, seed: int) -> CutShoes:
    """Deal ``shoes`` full shoes with a cut card in front of the last ``behind`` cards, as `deal_shoes` does."""
    rng = np.random.default_rng(seed)
    many = ManyShoes(outcome_coefficients(tableau))
    sizes = (min(_TOGETHER, shoes - start) for start in range(0, shoes, _TOGETHER))
    parts = [_cut_shoes(decks, behind, tableau, many, size, rng) for size in sizes]
    return CutShoes(*map(np.concatenate, zip(*parts, strict=True)))


def _cut_shoes(
    decks: int, behind: int, tableau: Tableau, many: ManyShoes, shoes: int, rng: np.random.Generator
) -> CutShoes:
    coups = np.zeros(shoes, dtype=np.int64)
    outcomes, chance = np.zeros((shoes, len(OUTCOMES)), dtype=np.int64), np.zeros((shoes, len(OUTCOMES)))
    for dealt in deal_shoes(Shoe.of_decks(decks).values, shoes, tableau, Dealing(burn=NONE, cut=behind), rng):
        coups[dealt.shoes] += 1
        outcomes[dealt.shoes, dealt.outcomes] += 1
        left = dealt.unseen[dealt.is_last]
        if len(left):
            deals = np.array([ordered_deals(int(cards)) for cards in left.sum(axis=1)])
            chance[dealt.shoes[dealt.is_last]] = many.counts(left).T / deals[:, None]
    return CutShoes(coups, outcomes, chance)


def simulate_streaks(decks: int, outcome: Outcome, tableau: Tableau, replicas: int, seed: int) -> Doubles:
    """The products of the exact chances that 1 to `LONGEST` coups in a row have ``outcome``: replicas × `LONGEST`.

    A single deck may run out before that.
    """
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


def streak_estimates(products: Doubles, four: float) -> dict[str, Estimate]:
    """The chances of streaks of 5 to `LONGEST`, and the expectation of Banker Streak, given the chance of ``four``."""
    control = products[:, KNOWN - 1]
    estimates = {f"streak {n}": controlled(products[:, n - 1], control, four) for n in range(KNOWN + 1, LONGEST + 1)}
    steps = enumerate(pairwise(BANKER_STREAK_PAYS.values()), start=KNOWN)  # how much more the next win in a row pays
    added = (products[:, wins - 1] * (more - less) for wins, (less, more) in steps)
    bet = BANKER_STREAK_PAYS["3-"] + sum(added, np.zeros(len(products)))  # its expectation given these chances
    return estimates | {"Banker Streak, expectation": controlled(bet, control, four)}


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


def streaks_and_cut_cards() -> list[Row]:
    """The rows of `exact.analysis.simulated_shoes.SIMULATIONS`."""
    tableau = standard_tableau()
    entries: list[Row] = []
    for decks in STORED_DECKS:
        four = float(distribution_of_decks(decks, tableau, 4).probability((Outcome.BANCO,) * 4))
        estimates = streak_estimates(simulate_streaks(decks, Outcome.BANCO, tableau, STREAKS, SEED), four)
        entries += [(decks, name, STREAKS, SEED, *estimate) for name, estimate in estimates.items()]
    one = distribution_of_decks(CUT_DECKS, tableau, 1)
    marginal = {side: float(one.probability((side,))) for side in Outcome}
    for cards_behind in CUT_CARDS:
        estimates = cut_card_estimates(simulate_cut_card(CUT_DECKS, cards_behind, tableau, SHOES, SEED), marginal)
        for name, estimate in estimates.items():
            entries.append((CUT_DECKS, f"cut card {cards_behind}, {name}", SHOES, SEED, *estimate))
    return entries


def wagers(every: bool) -> dict[str, SimulatedWager]:
    """The bets with their best counts and, with ``every``, those with published counts, named by the row with the tags.

    Without a printed trigger, a count bets from its linear break-even upwards; any other than the printed one is named.
    """
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    named = {}
    for name in (*MAIN_BETS, *(COUNTED_BETS if every else ())):
        bet = find_bet(name)
        named[name] = SimulatedWager(bet, count_for(bet, shoe, tableau))
    for published in published_counts() if every else ():
        bet = find_bet(published.bet).paid_by(published.pay_table)
        name = bet.name if len(bet.pay_tables) == 1 else f"{bet.name}:{bet.pay_table}"
        for trigger in (published.trigger, *OTHER_TRIGGERS.get(published.row, ())):
            waits = None if trigger is None else Fraction(trigger)
            row = published.row if trigger == published.trigger else f"{published.row} from {trigger}"
            named[f"{name}, {row}"] = SimulatedWager(bet, count_for(bet, shoe, tableau, published.tags_by_value, waits))
    return named


def study_entries(pool: Executor | None, shoes: Callable[[Scenario], int]) -> list[Row]:
    """Deal the scenarios, each with its number of ``shoes``, and list every figure as a row of its file."""
    listed: list[Row] = []
    for scenario in SCENARIOS:
        named = wagers(scenario.every)
        question = ShoeSimulation(
            values=Shoe.of_decks(DECKS).values,
            tableau=standard_tableau(),
            dealing=Dealing(burn=FIRST_CARD if scenario.burn else NONE, cut=scenario.cut),
            wagers=tuple(named.values()),
            seed=reference.SEED,
        )
        dealt = shoes(scenario)
        sums = simulate_shoes(question, dealt, Run(pool))
        for parts, estimate in _figures(list(named), sums):
            rounded = (float(f"{number:.9g}") for number in estimate)
            listed.append((DECKS, "; ".join((scenario.name, *parts)), dealt, reference.SEED, *rounded))
    return listed


def _figures(names: Sequence[str], sums: SimulationSums) -> Iterable[tuple[tuple[str, ...], Estimate]]:
    for number, wager in enumerate(names):
        best = "," not in wager
        bands: list[tuple[int | None, str]] = [(None, reference.ALL)]
        if wager in MAIN_BETS:
            bands += list(enumerate(BAND_NAMES))
        figures: list[tuple[str, Measure]] = []
        figures += ((reference.COUNT, figure) for figure in (*COUNT_FIGURES, _desirability(wager)))
        if best:
            figures = [*((reference.PERFECT, figure) for figure in PERFECT_FIGURES), *figures]
        if number == 0:
            figures = [*(("shoe", figure) for figure in SHOE_FIGURES), *figures]
        for band, name in bands:
            for who, figure in figures:
                estimate = sums.estimate(number, band, figure)
                if estimate is not None:
                    yield (wager, name, f"{who}, {figure.name}"), estimate
            if best and band is not None:
                for edge, count in zip(EDGE_NAMES, sums.edges[number, band].tolist(), strict=True):
                    yield (wager, name, f"coups, {edge}"), Estimate(float(count), 0.0)


def _desirability(name: str) -> Measure:
    """1000 · mean/deviation of one coup at one unit; the deviation is that of the bet on a full shoe."""
    price = price_bet(find_bet(name.partition(",")[0]), Shoe.of_decks(DECKS), standard_tableau())
    powers = {"counted gain": 1, "bets": -0.5, "coups": -0.5}
    return Measure(reference.DESIRABILITY, 1000 / float(price.variance) ** 0.5, powers)
