"""The study of whole shoes in the tables: its scenarios, its counts, and the file of its figures.

``scripts/generate.py shoe-study`` writes the figures to `STUDY_FILE`, in the form of the other simulations. A name has four
parts: the shoe, the bet (with the row of the literature that prints its count, or nothing for the best count), the unseen
cards, and the figure. The figure of a class of `exact.analysis.shoe_study.EDGES` is the number of coups in the sample, which
has no error. Figures have nine digits, so they do not depend on the order in which a processor adds doubles.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from exact.analysis.pricing import price_bet
from exact.analysis.shoe_study import (
    COUNT_FIGURES,
    PERFECT_FIGURES,
    SHOE_FIGURES,
    Figure,
    Question,
    StudySums,
    Wager,
    band_names,
    count_for,
    edge_names,
    study,
    wager_of,
)
from exact.analysis.simulated_shoes import Entry, Estimate, simulations
from exact.answers.text import _, pgettext
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.lazy import futures
from exact.literature.counts import published_counts
from exact.rules.named import standard_tableau

STUDY_FILE = os.path.join(os.path.dirname(__file__), "shoe_study.tsv")
DECKS, SEED = 8, 20_261_120
MAIN_BETS = ("punto", "banco", "tie", "dragon-7", "panda-8")
"""The bets whose figures are shown by unseen cards."""
COUNTED_BETS = (
    "three-giving-8:200",
    "both-8-or-9",
    "nine-over-seven",
    "bad-beat-natural-9-over-8",
    "big-tiger",
    "egalite-7",
)
"""The other bets with published counts."""
ALL = "all"
PERFECT, COUNT = _("perfect play"), pgettext("who bets", "count")
DESIRABILITY = _("desirability index")
OTHER_TRIGGERS = {"P0542": (4,)}
"""Triggers to try besides the printed ones, by the row with the tags."""


class Scenario(NamedTuple):
    """A way to deal."""

    name: str
    cut: int
    burn: bool
    shoes: int
    every: bool
    """Whether all bets and all counts are studied, or only `MAIN_BETS`, each with its best count."""


SCENARIOS = (
    Scenario(_("cut {cards}, cards burned", cards=14), 14, True, 200_000, True),
    Scenario(_("cut {cards}, none burned", cards=14), 14, False, 50_000, False),
    Scenario(_("cut {cards}, cards burned", cards=16), 16, True, 50_000, False),
)


def wagers(every: bool) -> list[Wager]:
    """The bets with their best counts and, with ``every``, those with published counts, named by the row with the tags.

    Without a printed trigger, a count bets from its linear break-even upwards. A trigger other than the printed one follows
    the row.
    """
    shoe, tableau = Shoe.of_decks(DECKS), standard_tableau()
    studied = []
    for name in (*MAIN_BETS, *(COUNTED_BETS if every else ())):
        bet = find_bet(name)
        studied.append(wager_of(bet, tableau, count_for(bet, shoe, tableau))._replace(name=name))
    for published in published_counts() if every else ():
        bet = find_bet(published.bet).paid_by(published.pay_table)
        name = bet.name if len(bet.pay_tables) == 1 else f"{bet.name}:{bet.pay_table}"
        for trigger in (published.trigger, *OTHER_TRIGGERS.get(published.row, ())):
            waits = None if trigger is None else Fraction(trigger)
            linear = count_for(bet, shoe, tableau, published.tags_by_value, waits)
            row = published.row if trigger == published.trigger else f"{published.row} from {trigger}"
            wager = wager_of(bet, tableau, linear)
            studied.append(wager._replace(name=f"{name}, {row}"))
    return studied


def entries(pool: futures.Executor | None, shoes: Callable[[Scenario], int]) -> list[Entry]:
    """Deal the scenarios, each with its number of ``shoes``, and list every figure."""
    tableau = standard_tableau()
    listed = []
    for scenario in SCENARIOS:
        studied = tuple(wagers(scenario.every))
        question = Question(Shoe.of_decks(DECKS).values, tableau, scenario.cut, scenario.burn, studied, SEED)
        dealt = shoes(scenario)
        sums = study(question, dealt, pool)
        for parts, estimate in _figures(studied, sums):
            rounded = Estimate(*(float(f"{number:.9g}") for number in estimate))
            listed.append(Entry(DECKS, "; ".join((scenario.name, *parts)), dealt, SEED, rounded))
    return listed


def _figures(studied: Iterable[Wager], sums: StudySums) -> Iterable[tuple[tuple[str, ...], Estimate]]:
    for number, wager in enumerate(studied):
        best = "," not in wager.name
        bands: list[tuple[int | None, str]] = [(None, ALL)]
        if wager.name in MAIN_BETS:
            bands += list(enumerate(band_names()))
        kinds: list[tuple[str, Figure]] = [(COUNT, figure) for figure in (*COUNT_FIGURES, _desirability(wager.name))]
        if best:
            kinds = [*((PERFECT, figure) for figure in PERFECT_FIGURES), *kinds]
        if number == 0:
            kinds = [*(("shoe", figure) for figure in SHOE_FIGURES), *kinds]
        for band, name in bands:
            for who, figure in kinds:
                estimate = sums.estimate(number, band, figure)
                if estimate is not None:
                    yield (wager.name, name, f"{who}, {figure.name}"), estimate
            if best and band is not None:
                for edge, count in zip(edge_names(), sums.edges[number, band].tolist(), strict=True):
                    yield (wager.name, name, f"coups, {edge}"), Estimate(float(count), 0.0)


def _desirability(name: str) -> Figure:
    """1000 · mean/deviation of one coup at one unit; the deviation is that of the bet on a full shoe, on the coups it bets."""
    bet = find_bet(name.partition(",")[0])
    price = price_bet(bet, Shoe.of_decks(DECKS), standard_tableau())
    return Figure(DESIRABILITY, 1000 / float(price.variance) ** 0.5, {"counted gain": 1, "bets": -0.5, "coups": -0.5})


@cache
def reference_study() -> dict[tuple[str, ...], Entry]:
    """The entries of `STUDY_FILE` by the parts of their names: the shoe, the bet, the cards unseen and the figure."""
    return {tuple(entry.name.split("; ")): entry for entry in simulations(STUDY_FILE)}
