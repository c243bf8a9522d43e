"""The pictures of the reference tables: their contents, made from the cells of their tables, and their files.

The manifest of the tables has two digests of each picture: of its contents and of its file. So a directory can be checked
without matplotlib (extra ``plot``): an SVG file depends on the version of matplotlib, but the digest of its contents does not.
`exact.publication.drawing` draws them.
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

from exact.analysis.shoe_study import EDGES, band_names, edge_names
from exact.answers.table import Cell, Rounded
from exact.errors import ExactError
from exact.publication.catalogue import PICTURES
from exact.publication.chapters.decisions import flip_choices
from exact.publication.chapters.study import MAIN_BETS, SCENARIOS, edge_counts
from exact.publication.drawing import (
    INFINITE,
    Decisions,
    DecksPicture,
    EffectsPicture,
    Gains,
    Line,
    Picture,
    Shares,
    Staircase,
    description,
    draw_picture,
)
from exact.publication.publish import (
    MANIFEST_FILE,
    make_directory,
    picture_entries,
    read_manifest,
    table_of,
    with_pictures,
    write_files,
)
from exact.publication.stored_figures import BEST
from exact.publication.stored_figures import MAIN_BETS as MAIN_THREE
from exact.rules.tableau import NO_THIRD, STANDARD

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


def decks_picture() -> DecksPicture:
    """The house edges of the standard rules by number of decks, as in the table house-edges."""
    rows = [row for row in table_of("house-edges").rows if row[0] == STANDARD]
    columns = {name: _floats(_column("house-edges", name, rows)) for panel in _DECKS_PANELS for name in panel}
    decks = [cell for cell in _column("house-edges", "decks", rows) if isinstance(cell, int)]
    assert [row[1] for row in rows] == [*decks, INFINITE]
    panels = tuple(
        tuple(Line(name, tuple(zip(decks, columns[name], strict=False))) for name in panel) for panel in _DECKS_PANELS
    )
    limits = {name: edges[-1] for name, edges in columns.items()}
    return DecksPicture("House edge by number of decks, standard rules", panels, limits)


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


def effects_picture() -> EffectsPicture:
    """The effects of removal on the main bets with 8 decks, as in the table removal-effects-8-decks."""
    table = table_of("removal-effects-8-decks")
    rows = {str(row[0]): tuple(effect / 10**6 for effect in _floats(row[1:])) for row in table.rows}
    ranks = tuple(column.heading for column in table.columns[1:])
    return EffectsPicture(
        "Change in expectation for one card less, 8 decks", ranks, {bet: rows[bet] for bet in MAIN_BETS}
    )


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


def check_matplotlib() -> None:
    """Raise `ExactError` without matplotlib."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        bound = "is not installed: pip install 'exact-baccarat[plot]'"
        raise ExactError("plots", "matplotlib", bound) from None


def draw(name: str, picture: Picture) -> bytes:
    """A picture as SVG; ``name`` seeds the ids of its parts, so that they never change.

    Raises `ExactError` without matplotlib.
    """
    settings = {"svg.hashsalt": name, "svg.fonttype": "path"}
    return _described(_drawn(picture, "svg", settings, {"Date": None}), picture)


def draw_pdf(picture: Picture) -> bytes:
    """A picture as PDF, with the same bytes whenever the same version of matplotlib draws it.

    Raises `ExactError` without matplotlib.
    """
    return _drawn(picture, "pdf", {"pdf.fonttype": 42}, {"CreationDate": None, "Producer": None})


def _drawn(picture: Picture, style_of_file: str, options: dict[str, Any], facts: dict[str, Any]) -> bytes:
    check_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {**options, "font.family": "DejaVu Sans", "font.size": 9}
    metadata: dict[str, Any] = {"Title": picture.title, "Creator": None, **facts}
    buffer = io.BytesIO()
    with style.context(["default", settings]):  # regardless of a user's own matplotlibrc
        figure = Figure(layout="constrained")
        draw_picture(figure, picture)
        figure.savefig(buffer, format=style_of_file, metadata=metadata)
    return buffer.getvalue()


def _described(svg: bytes, picture: Picture) -> bytes:
    """The SVG as one image with a description for screen readers; matplotlib adds only the title."""
    root, begin, rest = svg.partition(b">\n <title>")
    title, end, rest = rest.partition(b"</title>\n")
    assert end
    text = f" <desc>{escape(description(picture))}</desc>\n".encode()
    return b"".join((root, b' role="img"', begin, title, end, text, rest))


def write_pictures(directory: Path) -> list[str]:
    """Draw every picture into ``directory``, write its digests to the manifest there, and return the pictures' names.

    Raises `ExactError` as `write_files` does, and without matplotlib.
    """
    check_matplotlib()  # before computing the figures, which takes seconds
    make_directory(directory)
    shown = pictures()
    files = {f"{name}.svg": draw(name, picture) for name, picture in shown.items()}
    entries = {
        name: {"shows": digest(picture), "sha256": hashlib.sha256(files[f"{name}.svg"]).hexdigest()}
        for name, picture in shown.items()
    }
    manifest = with_pictures(read_manifest(directory), entries)
    write_files(directory, {**files, MANIFEST_FILE: manifest})
    return list(files)


def stale_pictures(directory: Path) -> list[str]:
    """How the pictures in ``directory`` differ from this program's figures: a phrase for each such picture."""
    stale = []
    entries = picture_entries(read_manifest(directory))
    for name, picture in pictures().items():
        path = directory / f"{name}.svg"
        entry = entries.get(name, {})
        if not path.is_file():
            stale.append(f"{path.name} is missing")
            continue
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ExactError("out", str(path), f"cannot be read: {error.strerror or error}") from None
        if entry.get("shows") != digest(picture):
            stale.append(f"{path.name} shows other figures, by {MANIFEST_FILE}")
        elif entry.get("sha256") != hashlib.sha256(data).hexdigest():
            stale.append(f"{path.name} is not as it was drawn")
    return stale
