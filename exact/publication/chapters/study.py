"""Reference tables of whole shoes: what perfect play and counts win, the edges they meet, and published results."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

from exact.analysis.shoe_simulation import BAND_NAMES, COUNT_FIGURES, EDGE_NAMES, PERFECT_FIGURES, SHOE_FIGURES, Measure
from exact.analysis.simulated_shoes import SIMULATED_COLUMNS, SimulatedFigure, simulations
from exact.answers.table import Cell, Column, Rounded
from exact.answers.text import Text, _, joined, pgettext
from exact.literature.printed import PrintedFigure
from exact.literature.published import published_figures
from exact.publication.declared import declared
from exact.stored import Stored
from exact.views.layout import Row, Rows

STUDY = Stored(Path(__file__).parents[1] / "shoe_study.tsv", SIMULATED_COLUMNS)
DECKS, SEED = 8, 20_261_120
MAIN_BETS = ("punto", "banco", "tie", "dragon-7", "panda-8")  # the bets whose figures are shown by unseen cards
ALL = "all"
PERFECT, COUNT = _("perfect play"), pgettext("who bets", "count")
DESIRABILITY = _("desirability index")


class Scenario(NamedTuple):
    """A way to deal."""

    cut: int
    burn: bool
    shoes: int
    every: bool  # whether all bets and all counts are simulated, or only `MAIN_BETS`, each with its best count

    @property
    def name(self) -> Text:
        """The cards behind the cut card, and whether cards are burned."""
        text = _("cut {cards}, cards burned") if self.burn else _("cut {cards}, none burned")
        return text.filled(cards=self.cut)


SCENARIOS = (
    Scenario(cut=14, burn=True, shoes=200_000, every=True),
    Scenario(cut=14, burn=False, shoes=50_000, every=False),
    Scenario(cut=16, burn=True, shoes=50_000, every=False),
)


@cache
def reference_study() -> dict[tuple[str, ...], SimulatedFigure]:
    """The entries of `STUDY` by the parts of their names: the shoe, the bet, the cards unseen and the figure."""
    return {tuple(entry.name.split("; ")): entry for entry in simulations(STUDY)}


STANDARD_ERRORS = 3  # by which a published figure may be off, beyond half a unit of its last digit, and still agree
_COUNT_UNKNOWN = "found for the best count, because the source prints none"
_OTHER_PLAY = "a quoted claim about an unstated way of playing"
_METHOD = _(
    "The exact expectation on the unseen cards is computed before every coup. Perfect play stakes one unit when it is "
    "positive; a count stakes one when its true count reaches the trigger. Both are credited with the expectation. "
    "Burned cards and those behind the cut card are unseen. Standard errors are between shoes, which are independent."
)

_FREQUENCY, _MEAN_EDGE, _PER_100, _PER_SHOE = (figure.name for figure in COUNT_FIGURES)


def _in_order(*rows: str) -> dict[str, str]:
    """The rows of frequency, mean edge, gain per 100 coups and desirability index, as one source prints them."""
    return dict(zip((_FREQUENCY, _MEAN_EDGE, _PER_100, DESIRABILITY), rows, strict=False))


_COMPARISONS: tuple[tuple[str, Mapping[str, str], str | None, str], ...] = (
    ("dragon-7, P0373", {_PER_SHOE: "P0373"}, "from the linear break-even", COUNT),
    ("panda-8, P0374", {_PER_SHOE: "P0374"}, "from the linear break-even", COUNT),
    ("three-giving-8:200, P0542", _in_order("P0538", "P0539", "P0540", "P0541"), None, COUNT),
    ("three-giving-8:200, P0542 from 4", _in_order("P0538", "P0539", "P0540", "P0541"), "from 4, not from 2", COUNT),
    ("both-8-or-9, P0550", _in_order("P0546", "P0547", "P0548", "P0549"), None, COUNT),
    ("nine-over-seven", _in_order("P0553", "P0554", "P0555"), _COUNT_UNKNOWN, COUNT),
    ("bad-beat-natural-9-over-8", _in_order("P0558", "P0559", "P0560"), _COUNT_UNKNOWN, COUNT),
    ("big-tiger, P0571", _in_order("P0572", "P0573", "P0574", "P0575"), None, COUNT),
    ("tie", {_PER_SHOE: "P0985", _FREQUENCY: "P0986", _MEAN_EDGE: "P0987"}, _OTHER_PLAY, PERFECT),
    ("dragon-7", _in_order("P0988", "P0989"), _COUNT_UNKNOWN, COUNT),
    ("egalite-7, P1336", _in_order("P1337", "P1338", "P1339"), None, COUNT),
    ("panda-8", {_PER_SHOE: "P1340"}, _COUNT_UNKNOWN, COUNT),
)
"""In the order of the literature file: bet and count, the row of the literature by figure, a remark, and who bets."""
AGREES, DIFFERS = _("agrees"), _("differs")


def _rounded(number: float) -> Cell:
    return None if isnan(number) else Rounded(Fraction(str(number)), 6)


def _estimates(
    scenario: Scenario, bet: str, band: str, who: str, figures: Iterable[Measure], heads: Iterable[str]
) -> Row:
    """Each figure under its heading, and its standard error."""
    row: dict[Column | str, Cell] = {}
    for figure, head in zip(figures, heads, strict=True):
        entry = reference_study().get((scenario.name, bet, band, f"{who}, {figure.name}"))
        cells = (None, None) if entry is None else map(_rounded, entry.estimate)
        row[head], row[Column(_("error"), key=f"{head}, error")] = cells
    return row


def _dealt() -> tuple[Text]:
    """What each scenario deals, and how many coups and cards."""
    said = []
    for scenario in SCENARIOS:
        parts = []
        for figure in SHOE_FIGURES:
            value, error = reference_study()[scenario.name, MAIN_BETS[0], ALL, f"shoe, {figure.name}"].estimate
            parts.append(joined(" ", (f"{value:.4f} ± {error:.4f}", figure.name)))
        of_shoes = {"scenario": scenario.name, "shoes": scenario.shoes, "figures": joined(", ", parts)}
        said.append(_("{scenario}: {shoes} shoes, {figures}").filled(**of_shoes))
    return (_("{scenarios}. numpy's default generator, seed {seed}.", scenarios=joined(". ", said), seed=str(SEED)),)


_LAYOUT: dict[str, Any] = {
    "landscape": True,
    "parameters": {"decks": DECKS, "seed": SEED, "shoes": {each.name: each.shoes for each in SCENARIOS}},
}


@declared(
    _(
        "Whole shoes of {decks} decks: the gain of perfect play and of the best count up to 4 at one unit, simulated",
        decks=DECKS,
    ),
    _METHOD,
    _(
        "Burned: the first card is shown, and as many as it counts are put away unseen, ten for a ten or a face (row "
        "P1007). The number after “cut” is the number of cards behind the cut card; when it shows, the coup is "
        "finished and one more is dealt."
    ),
    _dealt,
    **_LAYOUT,
)
def study_gains_table() -> Iterator[Row]:
    heads = [figure.name for figure in PERFECT_FIGURES]
    for scenario in SCENARIOS:
        for bet in dict.fromkeys(key[1] for key in reference_study() if key[0] == scenario.name and "," not in key[1]):
            for who, figures in ((PERFECT, PERFECT_FIGURES), (COUNT, COUNT_FIGURES)):
                gains = _estimates(scenario, bet, ALL, who, figures, heads)
                yield {_("dealt"): scenario.name, _("bet"): bet, _("by"): who, **gains}


@declared(
    _(
        "Perfect play and the best count by cards unseen before the coup, with {decks} decks, {scenario}",
        decks=DECKS,
        scenario=SCENARIOS[0].name,
    ),
    _METHOD,
    _(
        "Positive: the share of coups with a positive expectation. Mean edge: the mean expectation of those coups. Per "
        "100: the gain of perfect play in 100 coups at one unit. If no coup of the sample was positive, there is no "
        "edge, and no error says how rare one is."
    ),
    **_LAYOUT,
)
def study_penetration_table() -> Iterator[Row]:
    perfect, counted = (_("positive"), _("mean edge"), _("per 100")), (_("count bets"), _("its edge"), _("its per 100"))
    for bet, band in product(MAIN_BETS, BAND_NAMES):
        gains = _estimates(SCENARIOS[0], bet, band, PERFECT, PERFECT_FIGURES[:3], perfect)
        of_count = _estimates(SCENARIOS[0], bet, band, COUNT, COUNT_FIGURES[:3], counted)
        yield {_("bet"): bet, _("cards unseen"): band, **gains, **of_count}


@declared(
    _(
        "Distribution of the expectation by cards unseen before the coup with {decks} decks, {scenario}",
        decks=DECKS,
        scenario=SCENARIOS[0].name,
    ),
    _(
        "The share of the sample's coups whose exact expectation, in percent of the stake, is above the first number "
        "and not above the second. The coups of a shoe depend on each other; the table study-gains gives the number of "
        "shoes."
    ),
    **_LAYOUT,
)
def study_edges_table() -> Iterator[Row]:
    study, scenario = reference_study(), SCENARIOS[0].name
    for bet, band in product(MAIN_BETS, BAND_NAMES):
        coups = [round(study[scenario, bet, band, f"coups, {name}"].estimate.value) for name in EDGE_NAMES]
        shares = (Rounded(Fraction(number, sum(coups)), 5) for number in coups)
        heads = (joined(" ", (name, "%")) for name in EDGE_NAMES)
        yield {_("bet"): bet, _("cards unseen"): band, _("coups"): sum(coups), **dict(zip(heads, shares, strict=True))}


def verdict(printed: str, entry: SimulatedFigure) -> Text:
    """Whether a printed figure is within half a unit of its last digit plus `STANDARD_ERRORS` of the simulated one."""
    figure = PrintedFigure.parse(printed)
    unit = Fraction(1, 10**figure.places)
    value, error = (Fraction(str(number)) for number in entry.estimate)
    return AGREES if abs(figure.scaled * unit - value) <= unit / 2 + STANDARD_ERRORS * error else DIFFERS


@declared(
    _("Published results of counting, against the study of whole shoes, {scenario}", scenario=SCENARIOS[0].name),
    _(
        "A figure agrees if it is within half a unit of its last digit plus {standard_errors} standard errors of the "
        "one found; the sources state no errors, but samples of a hundred million shoes make them negligible. Tags and "
        "triggers are those of the table published-counts. The desirability index is 1000 times the gain of a coup "
        "over its deviation: the deviation of a bet on the full shoe times the root of the share of coups bet on.",
        standard_errors=STANDARD_ERRORS,
    ),
    _(
        "No source says whether cards are burned; these figures agree with burning, and with none burned (table "
        "study-gains) the gains are larger. With the tags of row P0542, the printed frequency and the printed edge do "
        "not fit together: a true count from 4 gives nearly that frequency and a larger edge. Not studied: rows P0564 "
        "to P0566, whose bet has no printed rule, and P1341 to P1343, whose counts bet by a second count as well."
    ),
    heads=(
        *(_("row"), _("bet"), _("figure"), _("printed"), _("found"), _("standard error"), _("verdict")),
        *(Column(_("remark"), 3.5), _("source")),
    ),
    **_LAYOUT,
)
def published_simulations_table() -> Rows:
    printed = {figure.id: figure for figure in published_figures()}
    for bet, of_bet, remark, who in _COMPARISONS:
        for figure, row in of_bet.items():
            entry = reference_study()[SCENARIOS[0].name, bet, ALL, f"{who}, {figure}"]
            judged = remark not in (_COUNT_UNKNOWN, _OTHER_PLAY)  # otherwise it is shown only for its size
            words = verdict(printed[row].value, entry) if judged else _("another play")
            numbers = printed[row].value, *map(_rounded, entry.estimate)
            what = bet.partition(",")[0], joined(", ", (who, figure))
            yield row, *what, *numbers, words, remark, printed[row].source.key
