"""The contents of the pictures of the reference tables, as data without matplotlib.

Each picture is made from the cells of its tables. Its digest is in the manifest, so a directory of pictures can be checked
without drawing anything: an SVG file depends on the version of matplotlib, but the digest of its content does not.
`exact.publication.pictures.drawing` draws them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from exact.analysis.shoe_study import EDGES, band_names, edge_names
from exact.answers.table import Cell, Rounded
from exact.lazy import hashlib
from exact.publication.catalogue import PICTURES
from exact.publication.chapters.study import edge_counts
from exact.publication.chapters.tableau_cost import flip_choices
from exact.publication.perfect_reference import BEST
from exact.publication.perfect_reference import MAIN_BETS as MAIN_THREE
from exact.publication.publish import table_of
from exact.publication.reference_study import MAIN_BETS, SCENARIOS
from exact.rules.tableau import NO_THIRD, STANDARD

INFINITE = "∞"


class Line(NamedTuple):
    """A labelled line of points: a number of unseen cards or of decks, or a stake, and a figure in units of the stake."""

    label: str
    points: tuple[tuple[int, float], ...]


class Gains(NamedTuple):
    """The gain of perfect play by unseen cards: a panel for each shoe, a line for each bet."""

    title: str
    panels: dict[str, tuple[Line, ...]]


class Shares(NamedTuple):
    """A panel for each bet, and in it a bar for each band of unseen cards, divided by the classes of expectation."""

    title: str
    panels: dict[str, tuple[tuple[float, ...], ...]]
    bands: tuple[str, ...]
    classes: tuple[str, ...]
    favourable: int
    """The first class that favours the player."""


class Decks(NamedTuple):
    """House edges by number of decks: panels of lines that share a scale, and the limit of each line as decks grow."""

    title: str
    panels: tuple[tuple[Line, ...], ...]
    limits: dict[str, float]


class Effects(NamedTuple):
    """A panel for each bet, with a bar for each rank: the change in expectation, in units of the stake."""

    title: str
    ranks: tuple[str, ...]
    panels: dict[str, tuple[float, ...]]


class Heat(NamedTuple):
    """Probabilities by final totals: a row for each total of punto, a column for each of banco."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]
    axes: tuple[str, str]


class Decisions(NamedTuple):
    """What flipping each decision of the tableau costs banco: a row for each of its totals, a column for each third card."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    costs: tuple[tuple[float, ...], ...]
    """In units of the stake per coup; negative if banco gains."""
    draws: tuple[tuple[bool, ...], ...]
    """The tableau's decisions."""
    axes: tuple[str, str]


class Staircase(NamedTuple):
    """House edges by stake: a line and a panel for each unit of the commission."""

    title: str
    lines: tuple[Line, ...]


Picture = Gains | Shares | Decks | Effects | Heat | Decisions | Staircase

_GAINS = f"What perfect play gains before a coup, by cards unseen ({BEST}: the best of {', '.join(MAIN_THREE)})"
_DECKS_PANELS = (("punto", "banco 5 %"), ("banco 4 %",), ("tie 8:1", "tie 9:1"))
"""The columns of the table house-edges by panel: edges close enough to share a scale."""
_LAST_STAKES = {"0.50": 100, "1.00": 100, "5.00": 200}
"""The last stake, by unit of the commission, up to which the table's stakes are dense enough to show every step."""


def pictures() -> dict[str, Picture]:
    """Every picture by the id of its files."""
    return {
        "tableau-flips": decisions_picture(),
        "house-edges": decks_picture(),
        "commission-by-stake": staircase_picture(),
        "joint-totals": totals_picture(),
        "removal-effects": effects_picture(),
        "perfect-play": gains_picture({_shoe_of(name): _gain_rows(name) for name in PICTURES["perfect-play"]}),
        "perfect-pairs": gains_picture(
            {_shoe_of(name): _gain_rows(name) for name in PICTURES["perfect-pairs"]},
            "What perfect play on pairs gains before a coup, by cards unseen",
        ),
        "study-edges": edges_picture(),
    }


def decisions_picture() -> Decisions:
    """The price of every cell with 8 decks, as in the table tableau-flips-8-decks."""
    choices = flip_choices(8)
    thirds = range(NO_THIRD + 1)
    return Decisions(
        "What banco loses per coup if it does the opposite in one cell, 8 decks, millionths of the stake",
        tuple(str(total) for total in range(8)),
        tuple("none" if third == NO_THIRD else str(third) for third in thirds),
        tuple(tuple(float(choices[total, third].cost) for third in thirds) for total in range(8)),
        tuple(tuple(choices[total, third].draws for third in thirds) for total in range(8)),
        ("banco's total", "punto's third card"),
    )


def decks_picture() -> Decks:
    """The house edges of the standard rules by number of decks, as in the table house-edges."""
    rows = [row for row in table_of("house-edges").rows if row[0] == STANDARD]
    columns = {name: _floats(_column("house-edges", name, rows)) for panel in _DECKS_PANELS for name in panel}
    decks = [cell for cell in _column("house-edges", "decks", rows) if isinstance(cell, int)]
    assert [row[1] for row in rows] == [*decks, INFINITE]
    panels = tuple(
        tuple(Line(name, tuple(zip(decks, columns[name], strict=False))) for name in panel) for panel in _DECKS_PANELS
    )
    limits = {name: edges[-1] for name, edges in columns.items()}
    return Decks("House edge by number of decks, standard rules", panels, limits)


def staircase_picture() -> Staircase:
    """Banco's edge by stake with 8 decks, as in the table commission-by-stake."""
    rows = table_of("commission-by-stake").rows
    stakes = [cell for cell in _column("commission-by-stake", "stake", rows) if isinstance(cell, int)]
    lines = []
    for unit, last in _LAST_STAKES.items():
        edges = _floats(_column("commission-by-stake", f"unit {unit}, 8 decks", rows))
        points = tuple((stake, edge) for stake, edge in zip(stakes, edges, strict=True) if stake <= last)
        lines.append(Line(f"5 % commission rounded down to a multiple of {unit}", points))
    return Staircase("House edge of banco by stake, 8 decks", tuple(lines))


def totals_picture() -> Heat:
    """The probabilities of the final totals with 8 decks, as in the table joint-totals-8-decks."""
    table = table_of("joint-totals-8-decks")
    assert table.axes is not None
    return Heat(
        "Final totals with 8 decks: probability, %",
        tuple(str(row[0]) for row in table.rows),
        tuple(column.heading for column in table.columns[1:]),
        tuple(_floats(row[1:]) for row in table.rows),
        table.axes,
    )


def effects_picture() -> Effects:
    """The effects of removal on the main bets with 8 decks, as in the table removal-effects-8-decks."""
    table = table_of("removal-effects-8-decks")
    rows = {str(row[0]): tuple(effect / 10**6 for effect in _floats(row[1:])) for row in table.rows}
    ranks = tuple(column.heading for column in table.columns[1:])
    return Effects("Change in expectation for one card less, 8 decks", ranks, {bet: rows[bet] for bet in MAIN_BETS})


def edges_picture() -> Shares:
    """The distribution of the expectation by unseen cards, as in the table study-edges."""
    panels: dict[str, tuple[tuple[float, ...], ...]] = {}
    for bet in MAIN_BETS:
        counts = [edge_counts()[bet, band] for band in band_names()]
        panels[bet] = tuple(tuple(count / sum(row) for count in row) for row in counts)
    title = f"Expectation before a coup by cards unseen, 8 decks, {SCENARIOS[0].name}"
    return Shares(title, panels, band_names(), edge_names(), EDGES.index(0) + 1)


def gains_picture(rows: Mapping[str, Sequence[tuple[str, int, float]]], title: str = _GAINS) -> Gains:
    """The gain of perfect play, from (bet, unseen cards, gain in units of the stake) for each shoe.

    A logarithmic scale cannot show a gain of 0, so such points are left out, and so are bets that never gain.
    """
    panels = {}
    for shoe, gains in rows.items():
        bets = dict.fromkeys(bet for bet, _, _ in gains)
        lines = (Line(bet, tuple((n, gain) for b, n, gain in gains if b == bet and gain > 0)) for bet in bets)
        panels[shoe] = tuple(line for line in lines if line.points)
    return Gains(title, panels)


def digest(picture: Picture) -> str:
    """SHA-256 of a picture's content, with numbers to nine digits."""
    text = json.dumps([type(picture).__name__, *picture], default=str)
    shown = re.sub(r"\d+\.\d+(e-?\d+)?", lambda number: f"{float(number[0]):.9g}", text)
    return hashlib.sha256(shown.encode()).hexdigest()


def _column(table_id: str, heading: str, rows: Iterable[tuple[Cell, ...]]) -> list[Cell]:
    """The cells under a heading, in these rows of the table."""
    index = [column.heading for column in table_of(table_id).columns].index(heading)
    return [row[index] for row in rows]


def _floats(cells: Iterable[Cell]) -> tuple[float, ...]:
    """The values of rounded cells, each as the nearest double."""
    values = []
    for cell in cells:
        assert isinstance(cell, Rounded)
        values.append(float(cell.value))
    return tuple(values)


def _shoe_of(table_id: str) -> str:
    """``perfect-play-8-decks``: 8 decks."""
    return " ".join(table_id.split("-")[-2:])


def _gain_rows(table_id: str) -> list[tuple[str, int, float]]:
    """Bet, unseen cards and gain from a table of perfect play, whose fourth column is the gain in percent."""
    gains = []
    for bet, unseen, _, gain, *_ in table_of(table_id).rows:
        assert isinstance(bet, str)
        assert isinstance(unseen, int)
        assert isinstance(gain, Rounded)
        gains.append((bet, unseen, float(gain.value) / 100))
    return gains
