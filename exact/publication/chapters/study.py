"""Reference tables of whole shoes: what perfect play and counts win, the edges they meet, and published results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isnan
from pathlib import Path
from typing import NamedTuple

from exact.analysis.shoe_simulation import BAND_NAMES, COUNT_FIGURES, EDGE_NAMES, PERFECT_FIGURES, SHOE_FIGURES, Figure
from exact.analysis.simulated_shoes import SIMULATED_COLUMNS, SimulatedFigure, simulations
from exact.answers.table import Cell, Column, Rounded, Table
from exact.answers.text import Text, _, joined, pgettext
from exact.literature.printed import PrintedFigure
from exact.literature.published import published_figures
from exact.stored import Stored
from exact.views.layout import Row, reference_rows

STUDY = Stored(Path(__file__).parents[1] / "shoe_study.tsv", SIMULATED_COLUMNS)
DECKS, SEED = 8, 20_261_120
MAIN_BETS = ("punto", "banco", "tie", "dragon-7", "panda-8")
"""The bets whose figures are shown by unseen cards."""
ALL = "all"
PERFECT, COUNT = _("perfect play"), pgettext("who bets", "count")
DESIRABILITY = _("desirability index")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A way to deal."""

    cut: int
    burn: bool
    shoes: int
    every: bool
    """Whether all bets and all counts are simulated, or only `MAIN_BETS`, each with its best count."""

    @property
    def name(self) -> Text:
        """The cards behind the cut card, and whether cards are burned."""
        if self.burn:
            return _("cut {cards}, cards burned", cards=self.cut)
        return _("cut {cards}, none burned", cards=self.cut)


SCENARIOS = (
    Scenario(cut=14, burn=True, shoes=200_000, every=True),
    Scenario(cut=14, burn=False, shoes=50_000, every=False),
    Scenario(cut=16, burn=True, shoes=50_000, every=False),
)


@cache
def reference_study() -> dict[tuple[str, ...], SimulatedFigure]:
    """The entries of `STUDY` by the parts of their names: the shoe, the bet, the cards unseen and the figure."""
    return {tuple(entry.name.split("; ")): entry for entry in simulations(STUDY)}


STANDARD_ERRORS = 3
"""The standard errors, beyond half a unit of its last digit, by which a published figure may be off and still agree."""
_COUNT_UNKNOWN = "found for the best count, because the source prints none"
_OTHER_PLAY = "a quoted claim about an unstated way of playing"
_METHOD = _(
    "The exact expectation on the unseen cards is computed before every coup. Perfect play stakes one unit when it is "
    "positive; a count stakes one when its true count reaches the trigger. Both are credited with the expectation. "
    "Burned cards and those behind the cut card are unseen. Standard errors are between shoes, which are independent."
)


class Comparison(NamedTuple):
    """Published figures of one way of playing, and the figures of the simulation to compare them with."""

    bet: str
    rows: Mapping[str, str]
    """The row of the literature by the name of the figure."""
    remark: str = ""
    who: str = COUNT

    @property
    def is_same_play(self) -> bool:
        """Whether the simulation plays as the source does; if not, the figures are only shown side by side."""
        return self.remark not in (_COUNT_UNKNOWN, _OTHER_PLAY)


_FREQUENCY, _MEAN_EDGE, _PER_100, _PER_SHOE = (figure.name for figure in COUNT_FIGURES)


def _in_order(*rows: str) -> dict[str, str]:
    """The rows of frequency, mean edge, gain per 100 coups and desirability index, as one source prints them."""
    return dict(zip((_FREQUENCY, _MEAN_EDGE, _PER_100, DESIRABILITY), rows, strict=False))


COMPARISONS = (
    Comparison("dragon-7, P0373", {_PER_SHOE: "P0373"}, "from the linear break-even"),
    Comparison("panda-8, P0374", {_PER_SHOE: "P0374"}, "from the linear break-even"),
    Comparison("three-giving-8:200, P0542", _in_order("P0538", "P0539", "P0540", "P0541")),
    Comparison("three-giving-8:200, P0542 from 4", _in_order("P0538", "P0539", "P0540", "P0541"), "from 4, not from 2"),
    Comparison("both-8-or-9, P0550", _in_order("P0546", "P0547", "P0548", "P0549")),
    Comparison("nine-over-seven", _in_order("P0553", "P0554", "P0555"), _COUNT_UNKNOWN),
    Comparison("bad-beat-natural-9-over-8", _in_order("P0558", "P0559", "P0560"), _COUNT_UNKNOWN),
    Comparison("big-tiger, P0571", _in_order("P0572", "P0573", "P0574", "P0575")),
    Comparison("tie", {_PER_SHOE: "P0985", _FREQUENCY: "P0986", _MEAN_EDGE: "P0987"}, _OTHER_PLAY, PERFECT),
    Comparison("dragon-7", _in_order("P0988", "P0989"), _COUNT_UNKNOWN),
    Comparison("egalite-7, P1336", _in_order("P1337", "P1338", "P1339")),
    Comparison("panda-8", {_PER_SHOE: "P1340"}, _COUNT_UNKNOWN),
)
"""The comparisons in the order of the literature file."""
AGREES, DIFFERS, OTHER = _("agrees"), _("differs"), _("another play")
"""The verdicts. A figure from another way of playing is shown only for its size, and is not judged."""


def entry_of(scenario: Scenario, bet: str, band: str, who: str, figure: str) -> SimulatedFigure | None:
    """A figure of the reference study; `None` if it is not there."""
    return reference_study().get((scenario.name, bet, band, f"{who}, {figure}"))


def _cells(entry: SimulatedFigure | None, digits: int) -> tuple[Cell, Cell]:
    if entry is None:
        return None, None
    value, error = (None if isnan(number) else Rounded(Fraction(str(number)), digits) for number in entry.estimate)
    return value, error


def _estimates(
    scenario: Scenario, bet: str, band: str, who: str, figures: Iterable[Figure], heads: Iterable[str]
) -> Row:
    """Each figure under its heading, and its standard error."""
    row: dict[Column | str, Cell] = {}
    for figure, head in zip(figures, heads, strict=True):
        cells = _cells(entry_of(scenario, bet, band, who, figure.name), 6)
        row[head], row[Column(_("error"), key=f"{head}, error")] = cells
    return row


def _dealt(scenario: Scenario) -> Text:
    """What a scenario deals, and how many coups and cards."""
    parts = []
    for figure in SHOE_FIGURES:
        entry = reference_study()[scenario.name, MAIN_BETS[0], ALL, f"shoe, {figure.name}"]
        value, error = entry.estimate
        parts.append(joined(" ", (f"{value:.4f} ± {error:.4f}", figure.name)))
    figures = joined(", ", parts)
    return _("{scenario}: {shoes} shoes, {figures}", scenario=scenario.name, shoes=scenario.shoes, figures=figures)


_LAYOUT = {
    "landscape": True,
    "decks": DECKS,
    "seed": SEED,
    "shoes": {scenario.name: scenario.shoes for scenario in SCENARIOS},
}


def gains_table() -> Table:
    """The gains of perfect play and of the best count, for each way to deal and each bet."""
    heads = [figure.name for figure in PERFECT_FIGURES]
    bets = {scenario: [key[1] for key in reference_study() if key[0] == scenario.name] for scenario in SCENARIOS}
    rows: list[Row] = [
        {
            _("dealt"): scenario.name,
            _("bet"): bet,
            _("by"): who,
            **_estimates(scenario, bet, ALL, who, figures, heads),
        }
        for scenario in SCENARIOS
        for bet in dict.fromkeys(bets[scenario])
        if "," not in bet
        for who, figures in ((PERFECT, PERFECT_FIGURES), (COUNT, COUNT_FIGURES))
    ]
    scenarios = joined(". ", map(_dealt, SCENARIOS))
    return reference_rows(
        _(
            "Whole shoes of {decks} decks: the gain of perfect play and of the best count up to 4 at one unit, "
            "simulated",
            decks=DECKS,
        ),
        rows,
        _METHOD,
        _(
            "Burned: the first card is shown, and as many as it counts are put away unseen, ten for a ten or a face "
            "(row P1007). The number after “cut” is the number of cards behind the cut card; when it shows, the coup "
            "is finished and one more is dealt."
        ),
        _("{scenarios}. numpy's default generator, seed {seed}.", scenarios=scenarios, seed=SEED),
        **_LAYOUT,
    )


def penetration_table() -> Table:
    """The main bets, Dragon 7 and Panda 8 by the unseen cards before the coup."""
    scenario = SCENARIOS[0]
    perfect_heads = (_("positive"), _("mean edge"), _("per 100"))
    count_heads = (_("count bets"), _("its edge"), _("its per 100"))
    rows: list[Row] = [
        {
            _("bet"): bet,
            _("cards unseen"): band,
            **_estimates(scenario, bet, band, PERFECT, PERFECT_FIGURES[:3], perfect_heads),
            **_estimates(scenario, bet, band, COUNT, COUNT_FIGURES[:3], count_heads),
        }
        for bet in MAIN_BETS
        for band in BAND_NAMES
    ]
    return reference_rows(
        _(
            "Perfect play and the best count by cards unseen before the coup, with {decks} decks, {scenario}",
            decks=DECKS,
            scenario=scenario.name,
        ),
        rows,
        _METHOD,
        _(
            "Positive: the share of coups with a positive expectation. Mean edge: the mean expectation of those coups. "
            "Per 100: the gain of perfect play in 100 coups at one unit. If no coup of the sample was positive, there "
            "is no edge, and no error says how rare one is."
        ),
        **_LAYOUT,
    )


def edges_table() -> Table:
    """The distribution of the expectation by the unseen cards before the coup."""
    rows: list[Row] = [
        {
            _("bet"): bet,
            _("cards unseen"): band,
            _("coups"): sum(counts),
            **{
                joined(" ", (name, "%")): Rounded(Fraction(count, sum(counts)), 5)
                for name, count in zip(EDGE_NAMES, counts, strict=True)
            },
        }
        for (bet, band), counts in edge_counts().items()
    ]
    return reference_rows(
        _(
            "Distribution of the expectation by cards unseen before the coup with {decks} decks, {scenario}",
            decks=DECKS,
            scenario=SCENARIOS[0].name,
        ),
        rows,
        _(
            "The share of the sample's coups whose exact expectation, in percent of the stake, is above the first "
            "number and not above the second. The coups of a shoe depend on each other; the table study-gains gives "
            "the number of shoes."
        ),
        **_LAYOUT,
    )


def edge_counts() -> dict[tuple[str, str], list[int]]:
    """The coups of the first scenario in each class of expectation, by bet and unseen cards."""
    counts = {}
    for bet in MAIN_BETS:
        for band in BAND_NAMES:
            entries = [entry_of(SCENARIOS[0], bet, band, "coups", name) for name in EDGE_NAMES]
            counts[bet, band] = [round(entry.estimate.value) for entry in entries if entry is not None]
    return counts


def verdict(printed: str, entry: SimulatedFigure) -> Text:
    """Whether a printed figure is within half a unit of its last digit plus `STANDARD_ERRORS` of the simulated one."""
    figure = PrintedFigure.parse(printed)
    unit = Fraction(1, 10**figure.places)
    value, error = (Fraction(str(number)) for number in entry.estimate)
    return AGREES if abs(figure.scaled * unit - value) <= unit / 2 + STANDARD_ERRORS * error else DIFFERS


def published_table() -> Table:
    """The published results of simulations against the study."""
    printed = {figure.id: figure for figure in published_figures()}
    rows: list[Row] = []
    for comparison in COMPARISONS:
        for figure, row in comparison.rows.items():
            entry = entry_of(SCENARIOS[0], comparison.bet, ALL, comparison.who, figure)
            assert entry is not None, (comparison, figure)
            simulated, error = _cells(entry, 6)
            rows.append(
                {
                    _("row"): row,
                    _("bet"): comparison.bet.partition(",")[0],
                    _("figure"): joined(", ", (comparison.who, figure)),
                    _("printed"): printed[row].value,
                    _("found"): simulated,
                    _("standard error"): error,
                    _("verdict"): verdict(printed[row].value, entry) if comparison.is_same_play else OTHER,
                    Column(_("remark"), 3.5): comparison.remark or None,
                    _("source"): printed[row].source.key,
                }
            )
    return reference_rows(
        _("Published results of counting, against the study of whole shoes, {scenario}", scenario=SCENARIOS[0].name),
        rows,
        _(
            "A figure agrees if it is within half a unit of its last digit plus {standard_errors} standard errors of "
            "the one found; the sources state no errors, but samples of a hundred million shoes make them negligible. "
            "Tags and triggers are those of the table published-counts. The desirability index is 1000 times the gain "
            "of a coup over its deviation: the deviation of a bet on the full shoe times the root of the share of "
            "coups bet on.",
            standard_errors=STANDARD_ERRORS,
        ),
        _(
            "No source says whether cards are burned; these figures agree with burning, and with none burned (table "
            "study-gains) the gains are larger. With the tags of row P0542, the printed frequency and the printed edge "
            "do not fit together: a true count from 4 gives nearly that frequency and a larger edge. Not studied: rows "
            "P0564 to P0566, whose bet has no printed rule, and P1341 to P1343, whose counts bet by a second count as "
            "well."
        ),
        **_LAYOUT,
    )
