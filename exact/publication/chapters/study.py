"""Reference tables of whole shoes: what perfect play and counts win, the edges they meet, and what has been published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isnan
from typing import NamedTuple

from exact.analysis.shoe_study import COUNT_FIGURES, PERFECT_FIGURES, SHOE_FIGURES, Figure, band_names, edge_names
from exact.analysis.simulated_shoes import Entry
from exact.answers.table import Cell, Column, Rounded, Table, columns_of
from exact.answers.text import Text, _, joined
from exact.literature.printed import PrintedFigure
from exact.literature.published import published_figures
from exact.publication.reference_study import (
    ALL,
    COUNT,
    DECKS,
    DESIRABILITY,
    MAIN_BETS,
    PERFECT,
    SCENARIOS,
    SEED,
    Scenario,
    reference_study,
)

STANDARD_ERRORS = 3
"""The standard errors, beyond half a unit of its last digit, by which a published figure may be off and still agree."""
_COUNT_UNKNOWN = "found for the best count, because the source prints none"
_OTHER_PLAY = "a quoted claim about an unstated way of playing"
_METHOD = _(
    "The exact expectation on the unseen cards is computed before every coup. Perfect play stakes one unit when it is positive; a "
    "count stakes one when its true count reaches the trigger. Both are credited with the expectation. Burned cards and those "
    "behind the cut card are unseen. Standard errors are between shoes, which are independent."
)


class Comparison(NamedTuple):
    """A published figure, and the figure of the study to compare it with."""

    row: str
    bet: str
    who: str
    figure: str
    remark: str = ""
    same_play: bool = True
    """Whether the study plays as the source does; if not, the two figures are only shown side by side."""


def _block(
    rows: tuple[str, ...], bet: str, who: str = COUNT, remark: str = "", same_play: bool = True
) -> list[Comparison]:
    """Rows of frequency, mean edge, gain per 100 coups and desirability index, as one source prints them."""
    figures = (*(figure.name for figure in COUNT_FIGURES[:3]), DESIRABILITY)
    return [Comparison(row, bet, who, figure, remark, same_play) for row, figure in zip(rows, figures, strict=False)]


COMPARISONS = (
    Comparison("P0373", "dragon-7, P0373", COUNT, _("gain per shoe"), "from the linear break-even"),
    Comparison("P0374", "panda-8, P0374", COUNT, _("gain per shoe"), "from the linear break-even"),
    *_block(("P0538", "P0539", "P0540", "P0541"), "three-giving-8:200, P0542"),
    *_block(("P0538", "P0539", "P0540", "P0541"), "three-giving-8:200, P0542 from 4", COUNT, "from 4, not from 2"),
    *_block(("P0546", "P0547", "P0548", "P0549"), "both-8-or-9, P0550"),
    *_block(("P0553", "P0554", "P0555"), "nine-over-seven", COUNT, _COUNT_UNKNOWN, same_play=False),
    *_block(("P0558", "P0559", "P0560"), "bad-beat-natural-9-over-8", COUNT, _COUNT_UNKNOWN, same_play=False),
    *_block(("P0572", "P0573", "P0574", "P0575"), "big-tiger, P0571"),
    Comparison("P0985", "tie", PERFECT, _("gain per shoe"), _OTHER_PLAY, same_play=False),
    Comparison("P0986", "tie", PERFECT, _("frequency"), _OTHER_PLAY, same_play=False),
    Comparison("P0987", "tie", PERFECT, _("mean edge"), _OTHER_PLAY, same_play=False),
    *_block(("P0988", "P0989"), "dragon-7", COUNT, _COUNT_UNKNOWN, same_play=False),
    *_block(("P1337", "P1338", "P1339"), "egalite-7, P1336"),
    Comparison("P1340", "panda-8", COUNT, _("gain per shoe"), _COUNT_UNKNOWN, same_play=False),
)
"""The comparisons in the order of the literature file."""
AGREES, DIFFERS, OTHER = _("agrees"), _("differs"), _("another play")
"""The verdicts. A figure from another way of playing is shown only for its size, and is not judged."""


def entry_of(scenario: Scenario, bet: str, band: str, who: str, figure: str) -> Entry | None:
    """A figure of the reference study; `None` if it is not there."""
    return reference_study().get((scenario.name, bet, band, f"{who}, {figure}"))


def _cells(entry: Entry | None, digits: int) -> tuple[Cell, Cell]:
    if entry is None:
        return None, None
    value, error = (None if isnan(number) else Rounded(Fraction(str(number)), digits) for number in entry.estimate)
    return value, error


def _estimates(scenario: Scenario, bet: str, band: str, who: str, figures: Iterable[Figure]) -> Iterator[Cell]:
    """Each figure and its standard error."""
    for figure in figures:
        yield from _cells(entry_of(scenario, bet, band, who, figure.name), 6)


def _with_error(figure: str) -> tuple[Column | str, Column]:
    """The columns of a figure and of its standard error."""
    return figure, Column(_("error"), key=f"{figure}, error")


def _dealt(scenario: Scenario) -> Text:
    parts = []
    for figure in SHOE_FIGURES:
        value, error = _cells(entry_of(scenario, MAIN_BETS[0], ALL, "shoe", figure.name), 4)
        assert isinstance(value, Rounded)
        assert isinstance(error, Rounded)
        parts.append(joined(" ", (f"{float(value.value):.4f} ± {float(error.value):.4f}", figure.name)))
    return _(
        "{scenario}: {shoes} shoes, {figures}",
        scenario=scenario.name,
        shoes=scenario.shoes,
        figures=joined(", ", parts),
    )


def _parameters() -> dict[str, object]:
    return {"decks": DECKS, "seed": SEED, "shoes": {scenario.name: scenario.shoes for scenario in SCENARIOS}}


def gains_table() -> Table:
    """The gains of perfect play and of the best count, for each way to deal and each bet."""
    names = list(dict.fromkeys(key[:2] for key in reference_study() if "," not in key[1]))
    by_name = {scenario.name: scenario for scenario in SCENARIOS}
    rows: list[tuple[Cell, ...]] = []
    for dealt, bet in names:
        for who, figures in ((PERFECT, PERFECT_FIGURES), (COUNT, COUNT_FIGURES)):
            rows.append((by_name[dealt].name, bet, who, *_estimates(by_name[dealt], bet, ALL, who, figures)))
    heads = [head for figure in PERFECT_FIGURES for head in _with_error(figure.name)]
    return Table(
        id="study-gains",
        caption=_(
            "Whole shoes of {decks} decks: the gain of perfect play and of the best count up to 4 at one unit, simulated",
            decks=DECKS,
        ),
        columns=columns_of(_("dealt"), _("bet"), _("by"), *heads),
        rows=rows,
        notes=(
            _METHOD,
            _(
                "Burned: the first card is shown, and as many as it counts are put away unseen, ten for a ten or a face (row P1007). "
                "The number after “cut” is the number of cards behind the cut card; when it shows, the coup is finished and one more "
                "is dealt."
            ),
            _(
                "{scenarios}. numpy's default generator, seed {seed}.",
                scenarios=joined(". ", map(_dealt, SCENARIOS)),
                seed=SEED,
            ),
        ),
        landscape=True,
        parameters=_parameters(),
    )


def penetration_table() -> Table:
    """The main bets, Dragon 7 and Panda 8 by the unseen cards before the coup."""
    scenario = SCENARIOS[0]
    rows: list[tuple[Cell, ...]] = []
    for bet in MAIN_BETS:
        for band in band_names():
            perfect = _estimates(scenario, bet, band, PERFECT, PERFECT_FIGURES[:3])
            counted = _estimates(scenario, bet, band, COUNT, COUNT_FIGURES[:3])
            rows.append((bet, band, *perfect, *counted))
    perfect_heads = (_("positive"), _("mean edge"), _("per 100"))
    count_heads = (_("count bets"), _("its edge"), _("its per 100"))
    heads = [head for figure in (*perfect_heads, *count_heads) for head in _with_error(figure)]
    return Table(
        id="study-penetration",
        caption=_(
            "Perfect play and the best count by cards unseen before the coup, with {decks} decks, {scenario}",
            decks=DECKS,
            scenario=scenario.name,
        ),
        columns=columns_of(_("bet"), _("cards unseen"), *heads),
        rows=rows,
        notes=(
            _METHOD,
            _(
                "Positive: the share of coups with a positive expectation. Mean edge: the mean expectation of those coups. Per 100: the "
                "gain of perfect play in 100 coups at one unit. If no coup of the sample was positive, there is no edge, and no error "
                "says how rare one is."
            ),
        ),
        landscape=True,
        parameters=_parameters(),
    )


def edges_table() -> Table:
    """The distribution of the expectation by the unseen cards before the coup."""
    rows: list[tuple[Cell, ...]] = []
    for (bet, band), counts in edge_counts().items():
        total = sum(counts)
        rows.append((bet, band, total, *(Rounded(Fraction(count, total), 5) for count in counts)))
    return Table(
        id="study-edges",
        caption=_(
            "Distribution of the expectation by cards unseen before the coup with {decks} decks, {scenario}",
            decks=DECKS,
            scenario=SCENARIOS[0].name,
        ),
        columns=columns_of(
            _("bet"), _("cards unseen"), _("coups"), *(joined(" ", (name, "%")) for name in edge_names())
        ),
        rows=rows,
        notes=(
            _(
                "The share of the sample's coups whose exact expectation, in percent of the stake, is above the first number and not "
                "above the second. The coups of a shoe depend on each other; the table study-gains gives the number of shoes."
            ),
        ),
        landscape=True,
        parameters=_parameters(),
    )


def edge_counts() -> dict[tuple[str, str], list[int]]:
    """The coups of the first scenario in each class of expectation, by bet and unseen cards."""
    counts = {}
    for bet in MAIN_BETS:
        for band in band_names():
            entries = [entry_of(SCENARIOS[0], bet, band, "coups", name) for name in edge_names()]
            counts[bet, band] = [round(entry.estimate.value) for entry in entries if entry is not None]
    return counts


def verdict(printed: str, entry: Entry) -> Text:
    """Whether the printed figure is within half a unit of its last digit plus `STANDARD_ERRORS` of the simulated one."""
    figure = PrintedFigure.parse(printed)
    unit = Fraction(1, 10**figure.places)
    value, error = (Fraction(str(number)) for number in entry.estimate)
    return AGREES if abs(figure.scaled * unit - value) <= unit / 2 + STANDARD_ERRORS * error else DIFFERS


def published_table() -> Table:
    """The published results of simulations against the study."""
    by_id = {figure.id: figure for figure in published_figures()}
    rows: list[tuple[Cell, ...]] = []
    for row, bet, who, figure, remark, same_play in COMPARISONS:
        entry = entry_of(SCENARIOS[0], bet, ALL, who, figure)
        assert entry is not None, (bet, who, figure)
        printed = by_id[row]
        head = (row, bet.partition(",")[0], joined(", ", (who, figure)), printed.value)
        judged = verdict(printed.value, entry) if same_play else OTHER
        said = (judged, remark or None, printed.source.key)
        rows.append((*head, *_cells(entry, 6), *said))
    return Table(
        id="published-simulations",
        caption=_(
            "Published results of counting, against the study of whole shoes, {scenario}", scenario=SCENARIOS[0].name
        ),
        columns=columns_of(
            _("row"),
            _("bet"),
            _("figure"),
            _("printed"),
            _("found"),
            _("standard error"),
            _("verdict"),
            Column(_("remark"), 3.5),
            _("source"),
        ),
        rows=rows,
        notes=(
            _(
                "A figure agrees if it is within half a unit of its last digit plus {standard_errors} standard errors "
                "of the one found; the sources state no errors, but samples of a hundred million shoes make them "
                "negligible. Tags and triggers are those of the table published-counts. The desirability index "
                "is 1000 times the gain of a coup over its deviation: the deviation of a bet on the full shoe times "
                "the root of the share of coups bet on.",
                standard_errors=STANDARD_ERRORS,
            ),
            _(
                "No source says whether cards are burned; these figures agree with burning, and with none burned (table study-gains) "
                "the gains are larger. With the tags of row P0542, the printed frequency and the printed edge do not fit together: a "
                "true count from 4 gives nearly that frequency and a larger edge. Not studied: rows P0564 to P0566, whose bet has no "
                "printed rule, and P1341 to P1343, whose counts bet by a second count as well."
            ),
        ),
        landscape=True,
        parameters=_parameters(),
    )
