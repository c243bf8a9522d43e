"""The pictures of the reference tables: their contents, made from the cells of their tables, and their files.

The manifest has a digest of each picture's contents, so that a directory can be checked without matplotlib, and of its
file, which depends on the version of matplotlib (extra ``plot``).
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from exact.analysis.shoe_simulation import BAND_NAMES, EDGE_NAMES, EDGES
from exact.answers.table import INFINITE, Cell, Rounded, Table
from exact.errors import ExactError
from exact.inputs import refused
from exact.publication import publish
from exact.publication.catalogue import PICTURES, table_of
from exact.publication.chapters.decisions import flip_choices
from exact.publication.chapters.study import MAIN_BETS, SCENARIOS, edge_counts
from exact.publication.drawing import Line, Picture, draw_picture
from exact.publication.stored_figures import BEST
from exact.publication.stored_figures import MAIN_BETS as MAIN_THREE
from exact.rules import NO_THIRD, STANDARD

_GAINS = f"What perfect play gains before a coup, by cards unseen ({BEST}: the best of {', '.join(MAIN_THREE)})"
_PAIR_GAINS = "What perfect play on pairs gains before a coup, by cards unseen"
_DECKS_PANELS = (("punto", "banco 5 %"), ("banco 4 %",), ("tie 8:1", "tie 9:1"))  # edges that can share a scale
_LAST_STAKES = {"0.50": 100, "1.00": 100, "5.00": 200}  # by unit, up to where the stakes are dense enough to show steps


def pictures() -> dict[str, Picture]:
    """Every picture by the id of its files."""
    return {
        "tableau-flips": decisions_picture(),
        "house-edges": decks_picture(),
        "commission-by-stake": staircase_picture(),
        "removal-effects": effects_picture(),
        "perfect-play": gains_picture(_gain_rows("perfect-play")),
        "perfect-pairs": gains_picture(_gain_rows("perfect-pairs"), _PAIR_GAINS),
        "study-edges": edges_picture(),
    }


def decisions_picture() -> Picture:
    """The price of every cell with 8 decks, as in the table tableau-flips-8-decks."""
    choices, totals, thirds = flip_choices(8), range(8), range(NO_THIRD + 1)
    names = ("banco's total", "punto's third card")
    contents = (
        tuple(map(str, totals)),
        tuple("none" if third == NO_THIRD else str(third) for third in thirds),
        tuple(tuple(float(choices[total, third].cost) for third in thirds) for total in totals),
        tuple(tuple(choices[total, third].draws for third in thirds) for total in totals),
        names,
    )
    title = "What banco loses per coup if it does the opposite in one cell, 8 decks, millionths of the stake"
    description = f"A grid of costs: {names[0]} down, {names[1]} across; a line divides drawing from standing."
    return Picture("Decisions", title, description, contents)


def decks_picture() -> Picture:
    """The house edges of the standard rules by number of decks, as in the table house-edges."""
    table = table_of("house-edges")
    rows = [row for row in table.rows if row[0] == STANDARD]
    *decks, infinite = _column(table, "decks", rows)
    assert infinite == INFINITE
    edges = {name: _floats(_column(table, name, rows)) for panel in _DECKS_PANELS for name in panel}
    panels = tuple(
        tuple((name, tuple(zip(decks, edges[name], strict=False))) for name in panel) for panel in _DECKS_PANELS
    )
    contents = (panels, {name: of_decks[-1] for name, of_decks in edges.items()})
    description = _description("Lines of the house edge by number of decks, each with its limit", edges)
    return Picture("DecksPicture", "House edge by number of decks, standard rules", description, contents)


def staircase_picture() -> Picture:
    """Banco's edge by stake with 8 decks, as in the table commission-by-stake."""
    table = table_of("commission-by-stake")
    stakes = _column(table, "stake", table.rows)
    lines = []
    for unit, last in _LAST_STAKES.items():
        edges = _floats(_column(table, f"unit {unit}, 8 decks", table.rows))
        points = tuple(
            (stake, edge) for stake, edge in zip(stakes, edges, strict=True) if isinstance(stake, int) and stake <= last
        )
        lines.append((f"5 % commission rounded down to a multiple of {unit}", points))
    description = _description("Steps of the house edge by stake", dict(lines))
    return Picture("Staircase", "House edge of banco by stake, 8 decks", description, (tuple(lines),))


def effects_picture() -> Picture:
    """The effects of removal on the main bets with 8 decks, as in the table removal-effects-8-decks."""
    table = table_of("removal-effects-8-decks")
    rows = {str(row[0]): tuple(effect / 10**6 for effect in _floats(row[1:])) for row in table.rows}
    panels = {bet: rows[bet] for bet in MAIN_BETS}
    contents = (tuple(column.heading for column in table.columns[1:]), panels)
    title = "Change in expectation for one card less, 8 decks"
    return Picture("EffectsPicture", title, _description("Bars by rank", panels), contents)


def edges_picture() -> Picture:
    """The distribution of the expectation by unseen cards, as in the table study-edges."""
    panels: dict[str, tuple[tuple[float, ...], ...]] = {}
    for bet in MAIN_BETS:
        counts = [edge_counts()[bet, band] for band in BAND_NAMES]
        panels[bet] = tuple(tuple(count / sum(row) for count in row) for row in counts)
    title = f"Expectation before a coup by cards unseen, 8 decks, {SCENARIOS[0].name}"
    description = _description("Bars of shares of all coups, by cards unseen", panels)
    return Picture("Shares", title, description, (panels, BAND_NAMES, EDGE_NAMES, EDGES.index(0) + 1))


def gains_picture(rows: Mapping[str, Sequence[tuple[str, int, float]]], title: str = _GAINS) -> Picture:
    """The gain of perfect play, from (bet, unseen cards, gain in units of the stake) for each shoe.

    A gain of 0 has no place on a logarithmic scale.
    """
    panels: dict[str, tuple[Line, ...]] = {}
    for shoe, gains in rows.items():
        lines: dict[str, list[tuple[int, float]]] = {}
        for bet, unseen, gain in gains:
            if gain > 0:
                lines.setdefault(bet, []).append((unseen, gain))
        panels[shoe] = tuple((bet, tuple(points)) for bet, points in lines.items())
    names = dict.fromkeys(bet for lines_of_shoe in panels.values() for bet, _points in lines_of_shoe)
    kind = f"Lines on a logarithmic scale, by cards unseen. Panels: {', '.join(panels)}"
    return Picture("Gains", title, _description(kind, names), (panels,))


def _description(kind: str, names: Iterable[str]) -> str:
    return f"{kind}. {', '.join(names)}."


def digest(picture: Picture) -> str:
    """SHA-256 of a picture's content, with numbers to nine digits."""
    text = json.dumps([picture.kind, picture.title, *picture.contents], default=str)
    rounded = re.sub(r"\d+\.\d+(e-?\d+)?", lambda number: f"{float(number[0]):.9g}", text)
    return hashlib.sha256(rounded.encode()).hexdigest()


def _column(table: Table, heading: str, rows: Iterable[tuple[Cell, ...]]) -> list[Any]:
    """The cells under a heading, in these rows of the table."""
    index = [column.heading for column in table.columns].index(heading)
    return [row[index] for row in rows]


def _floats(cells: Iterable[Cell]) -> tuple[float, ...]:
    """The values of rounded cells, each as the nearest double."""
    return tuple(float(cell.value) for cell in cells if isinstance(cell, Rounded))


def _gain_rows(name: str) -> dict[str, list[tuple[str, int, float]]]:
    """Bet, unseen cards and gain by shoe, from tables of perfect play, whose fourth column is the gain in percent."""
    by_shoe = {}
    for table_id in PICTURES[name]:
        rows = table_of(table_id).rows
        gains = zip(rows, _floats(row[3] for row in rows), strict=True)
        by_shoe[" ".join(table_id.split("-")[-2:])] = [
            (str(row[0]), int(str(row[1])), gain / 100) for row, gain in gains
        ]
    return by_shoe


def check_matplotlib() -> None:
    """Raise `ExactError` without matplotlib."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        bound = "is not installed: pip install 'exact-baccarat[plot]'"
        raise ExactError("plots", "matplotlib", bound) from None


def draw(name: str, picture: Picture, suffix: str = "svg") -> bytes:
    """A picture as SVG or PDF, the same bytes whenever one version of matplotlib draws it; ``name`` seeds the ids in an
    SVG. Raises `ExactError` without matplotlib."""
    check_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {"svg.hashsalt": name, "svg.fonttype": "path", "pdf.fonttype": 42}
    settings |= {"font.family": "DejaVu Sans", "font.size": 9}
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None, "Producer": None}}
    metadata: dict[str, Any] = {"Title": picture.title, "Creator": None, **undated[suffix]}
    buffer = io.BytesIO()
    with style.context(["default", settings]):  # regardless of a user's own matplotlibrc
        figure = Figure(layout="constrained")
        draw_picture(figure, picture)
        figure.savefig(buffer, format=suffix, metadata=metadata)
    return _described(buffer.getvalue(), picture) if suffix == "svg" else buffer.getvalue()


def _described(svg: bytes, picture: Picture) -> bytes:
    """The SVG as one image with a description for screen readers; matplotlib adds only the title."""
    root, begin, rest = svg.partition(b">\n <title>")
    title, end, rest = rest.partition(b"</title>\n")
    assert end
    text = f" <desc>{escape(picture.description)}</desc>\n".encode()
    return b"".join((root, b' role="img"', begin, title, end, text, rest))


def write_pictures(directory: Path) -> list[str]:
    """Draw every picture into ``directory``, write the digests to the manifest there, and return the files' names.

    Raises `ExactError` as `write_files` does, and without matplotlib.
    """
    check_matplotlib()  # before computing the figures, which takes seconds
    publish.make_directory(directory)
    files, entries = {}, {}
    for name, picture in pictures().items():
        files[f"{name}.svg"] = svg = draw(name, picture)
        entries[name] = {"shows": digest(picture), "sha256": hashlib.sha256(svg).hexdigest()}
    manifest = publish.with_pictures(publish.read_manifest(directory), entries)
    publish.write_files(directory, {**files, publish.MANIFEST_FILE: manifest})
    return list(files)


def stale_pictures(directory: Path) -> list[str]:
    """How the pictures in ``directory`` differ from this program's figures: a phrase for each such picture."""
    stale = []
    entries = publish.picture_entries(publish.read_manifest(directory))
    for name, picture in pictures().items():
        path, entry = directory / f"{name}.svg", entries.get(name, {})
        if not path.is_file():
            stale.append(f"{path.name} is missing")
            continue
        with refused("out", path, "cannot be read"):
            drawn = hashlib.sha256(path.read_bytes()).hexdigest()
        if entry.get("shows") != digest(picture):
            stale.append(f"{path.name} shows other figures, by {publish.MANIFEST_FILE}")
        elif entry.get("sha256") != drawn:
            stale.append(f"{path.name} is not as it was drawn")
    return stale
