"""The pictures of the reference tables, drawn by matplotlib from the cells of their tables, and their files.

Panels stand below each other to fit the width of a telephone. Everything reads the same to colour-blind people and in
grey: colours (the palette of M. Okabe and K. Ito, cividis) come with a marker, a direction, hatching, or a figure.

The manifest has a digest of what each picture shows, its title and its tables, so that a directory can be checked
without matplotlib, and of its file, which depends on the version of matplotlib (extra ``plot``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import count, groupby, pairwise
from math import log
from operator import itemgetter
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from exact.analysis.shoe_simulation import EDGE_NAMES, EDGES
from exact.answers.plots import LINE_OF_TITLE, WIDTH, check_matplotlib, grid_lines, image, line_style, one_style
from exact.answers.table import INFINITE, Table
from exact.answers.text import with_minus
from exact.inputs import refused
from exact.publication import publish
from exact.publication.catalogue import PICTURES, table_of
from exact.publication.chapters.study import MAIN_BETS, SCENARIOS
from exact.publication.data_package import json_file
from exact.publication.stored_figures import BEST
from exact.publication.stored_figures import MAIN_BETS as MAIN_THREE
from exact.records import Record, replace
from exact.report.data import table_csv
from exact.report.svg import shade
from exact.rules import NO_THIRD, STANDARD
from exact.version import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_UP, _DOWN = "#E69F00", "#0072B2"
_PALE = "#FBEBCC"
_OWN_SCALE = "each panel has its own scale"
_BETWEEN_LABELS = 0.045  # the smallest distance between the labels of two lines, as a share of the panel's height
_TICKS = (1, 2, 4, 6, 8, 10, 12, 14, 16)
_DECKS_PANELS = (("punto", "banco 5 %"), ("banco 4 %",), ("tie 8:1", "tie 9:1"))  # edges that can share a scale
_LAST_STAKES = {"0.50": 100, "1.00": 100, "5.00": 200}  # by unit, up to where the stakes are dense enough to show steps
_UNIT = "5 % commission rounded down to a multiple of {}"
_THIRDS = (*map(str, range(NO_THIRD)), "none")


class Picture(Record):
    """A picture of tables that is not yet drawn."""

    title: str
    description: str  #: The kind of picture and the names of its parts, for screen readers
    tables: tuple[Table, ...]
    paint: Callable[..., None]  #: It draws into an empty figure, whose size it sets, given the title and the tables


def pictures() -> dict[str, Picture]:
    """Every picture by the id of its files."""

    def lines_of_gains(name: str) -> str:
        bets = dict.fromkeys(str(row[0]) for table_id in PICTURES[name] for row in table_of(table_id).rows)
        return f"Lines on a logarithmic scale, by cards unseen. Panels: 6 decks, 8 decks. {', '.join(bets)}."

    edges = ", ".join(name for panel in _DECKS_PANELS for name in panel)
    made: dict[str, tuple[str, str, Callable[..., None]]] = {
        "tableau-flips": (
            "What banco loses per coup if it does the opposite in one cell, 8 decks, millionths of the stake",
            "A grid of costs: banco's total down, punto's third card across; a line divides drawing from standing.",
            _paint_decisions,
        ),
        "house-edges": (
            "House edge by number of decks, standard rules",
            f"Lines of the house edge by number of decks, each with its limit. {edges}.",
            _paint_decks,
        ),
        "commission-by-stake": (
            "House edge of banco by stake, 8 decks",
            f"Steps of the house edge by stake. {', '.join(map(_UNIT.format, _LAST_STAKES))}.",
            _paint_staircase,
        ),
        "removal-effects": (
            "Change in expectation for one card less, 8 decks",
            f"Bars by rank. {', '.join(MAIN_BETS)}.",
            _paint_effects,
        ),
        "perfect-play": (
            f"What perfect play gains before a coup, by cards unseen ({BEST}: the best of {', '.join(MAIN_THREE)})",
            lines_of_gains("perfect-play"),
            _paint_gains,
        ),
        "perfect-pairs": (
            "What perfect play on pairs gains before a coup, by cards unseen",
            lines_of_gains("perfect-pairs"),
            _paint_gains,
        ),
        "study-edges": (
            f"Expectation before a coup by cards unseen, 8 decks, {SCENARIOS[0].name}",
            f"Bars of shares of all coups, by cards unseen. {', '.join(MAIN_BETS)}.",
            _paint_shares,
        ),
    }
    return {
        name: Picture(title, description, tuple(map(table_of, PICTURES[name])), paint)
        for name, (title, description, paint) in made.items()
    }


def _column(table: Table, heading: str) -> list[Any]:
    """The cells under a heading."""
    index = [column.heading for column in table.columns].index(heading)
    return [row[index] for row in table.rows]


def _panels(
    figure: Figure, titles: tuple[str, ...], names: Iterable[str], height: float, labels: tuple[str, str], **shared: Any
) -> list[Axes]:
    """Panels of these names below each other, ``height`` inches each, with the ``labels`` across and down."""
    listed = list(names)
    figure.set_size_inches(WIDTH, height * len(listed) + 0.7)
    panels = list(figure.subplots(len(listed), 1, squeeze=False, **shared)[:, 0])
    figure.suptitle("\n".join(fill(title, LINE_OF_TITLE) for title in titles))
    for axes, name in zip(panels, listed, strict=True):
        axes.set_title(name)
        axes.set_ylabel(labels[1])
    panels[-1].set_xlabel(labels[0])
    return panels


def _paint_gains(figure: Figure, title: str, *tables: Table) -> None:
    """A panel for each shoe, a line for each bet; a gain of 0 has no place on a logarithmic scale."""
    panels: dict[str, dict[str, list[tuple[int, float]]]] = {}
    for table in tables:
        lines = panels[" ".join(table.id.split("-")[-2:])] = {}
        columns = (_column(table, heading) for heading in ("bet", "unseen", "gain per unit, %"))
        for bet, unseen, percent in zip(*columns, strict=True):
            if percent.value > 0:
                lines.setdefault(bet, []).append((unseen, float(percent)))
    axis_labels = ("cards unseen before the coup", "gain per 100 coups, units of the stake")
    all_axes = _panels(figure, (title,), panels, 4.2, axis_labels, sharex=True, sharey=True)
    labels = list(dict.fromkeys(bet for lines in panels.values() for bet in lines))
    for axes, lines in zip(all_axes, panels.values(), strict=True):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        for bet, points in lines.items():
            axes.plot(*zip(*points, strict=True), linewidth=1.2, **line_style(labels.index(bet)))
        axes.margins(x=0.03)
        grid_lines(axes)
    for axes, lines in zip(all_axes, panels.values(), strict=True):
        _label_ends(axes, {bet: points[-1] for bet, points in lines.items()}, labels)


def _label_ends(axes: Axes, ends: Mapping[str, tuple[int, float]], labels: list[str]) -> None:
    """Name every line at its end, to the right of the panel, and keep the names apart."""
    low, high = axes.get_ylim()
    heights = {label: log(gain / low) / log(high / low) for label, (_unseen, gain) in ends.items()}
    under = -1.0
    for label in sorted(ends, key=heights.__getitem__):
        under = max(heights[label], under + _BETWEEN_LABELS)
        arrow = {"arrowstyle": "-", "color": line_style(labels.index(label))["color"], "linewidth": 0.6}
        place = (1.04, under)
        axes.annotate(label, ends[label], place, textcoords="axes fraction", va="center", arrowprops=arrow)


def _paint_shares(figure: Figure, title: str, table: Table) -> None:
    """A panel for each bet, a bar for each band of unseen cards, divided by classes of expectation."""
    import matplotlib as mpl

    all_axes = _panels(figure, (title,), MAIN_BETS, 2.2, ("share of coups, %", "cards unseen"), sharex=True)
    colours = mpl.colormaps["cividis"]
    for axes, (_bet, rows) in zip(all_axes, groupby(table.rows, key=itemgetter(0)), strict=True):
        _bets, bands, _coups, *classes = zip(*rows, strict=True)
        places = [band.replace("-", "–") for band in bands]
        left = [0.0] * len(bands)
        handles: list[Any] = []
        for index, shares in enumerate(classes):
            widths = [100 * float(share) for share in shares]
            style: dict[str, Any] = {"color": colours(index / (len(classes) - 1)), "edgecolor": "#FFFFFF"}
            style |= {"hatch": "////" if index > EDGES.index(0) else None, "linewidth": 0.4}
            handles.append(axes.barh(places, widths, left=left, height=0.8, **style))
            left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.set_xlim(0, 100)
    figure.set_size_inches(WIDTH, figure.get_figheight() + 1.2)
    legend = "expectation, % of the stake (hatched: favours the player)"
    names = [*map(with_minus, EDGE_NAMES)]
    figure.legend(handles, names, title=legend, loc="outside lower center", ncols=3, frameon=False)


def _paint_decks(figure: Figure, title: str, table: Table) -> None:
    """House edges by number of decks: panels of lines that share a scale, and the limit of each line as decks grow."""
    table = replace(table, rows=[row for row in table.rows if row[0] == STANDARD])
    *decks, infinite = _column(table, "decks")
    assert infinite == INFINITE
    labels = ("decks", "house edge,\n% of the stake")
    all_axes = _panels(figure, (title, _OWN_SCALE), [""] * len(_DECKS_PANELS), 2.4, labels, sharex=True)
    beyond = decks[-1] + 2
    styles = map(line_style, count())
    for axes, names in zip(all_axes, _DECKS_PANELS, strict=True):
        for name in names:
            *percent, limit = (100 * float(edge) for edge in _column(table, name))
            style = next(styles)
            axes.plot(decks, percent, linewidth=1.2, **style)
            axes.plot((decks[-1], beyond), (percent[-1], limit), linewidth=1.2, **style | {"linestyle": ":"})
            axes.annotate(name, (9, percent[decks.index(9)]), (0, 7), textcoords="offset points", ha="center")
            axes.annotate(f"{limit:.3f}", (beyond, limit), (12, 0), textcoords="offset points", va="center")
        axes.margins(y=0.2)
        axes.set_xlim(0.3, beyond + 0.5)
        axes.set_xticks([*_TICKS, beyond], [*map(str, _TICKS), INFINITE])
        grid_lines(axes)


def _paint_effects(figure: Figure, title: str, table: Table) -> None:
    """A panel for each main bet, with a bar for each rank: the change in expectation."""
    labels = ("rank of the card that is gone (up: favours the player)", "millionths\nof the stake")
    all_axes = _panels(figure, (title, _OWN_SCALE), MAIN_BETS, 1.7, labels, sharex=True)
    changes: dict[Any, list[Any]] = {bet: effects for bet, *effects in table.rows}
    for axes, bet in zip(all_axes, MAIN_BETS, strict=True):
        heights = [float(effect) for effect in changes[bet]]
        colours = [_UP if height > 0 else _DOWN for height in heights]
        bars = axes.bar([column.heading for column in table.columns[1:]], heights, 0.8, color=colours)
        axes.bar_label(bars, [with_minus(f"{height:+.0f}") for height in heights], padding=2, fontsize=7.5)
        axes.axhline(0, color="#000000", linewidth=0.8)
        axes.margins(y=0.2)
        grid_lines(axes)


def _paint_decisions(figure: Figure, title: str, table: Table) -> None:
    """The cost of flipping each decision: a row for each total of banco, a column for each third card of punto."""
    from matplotlib.patches import Rectangle

    across = (
        "punto's third card\n(the line divides drawing, above, from standing, below;"
        "\norange: banco gains against a punto that always draws on 5)"
    )
    (axes,) = _panels(figure, (title,), [""], 4.1, (across, "banco's total"))
    rows: Sequence[tuple[Any, ...]] = table.rows
    decisions = {(total, _THIRDS.index(third)): (move, float(cost)) for total, third, move, _met, cost, *_ in rows}
    largest = max(cost for _move, cost in decisions.values())
    smallest = min(abs(cost) for _move, cost in decisions.values() if cost)
    for (row, column), (_move, cost) in sorted(decisions.items()):
        # The costs span four orders of magnitude, so their logarithms are shaded; a gain has a colour of its own.
        share = log(max(cost, smallest) / smallest) / log(largest / smallest)
        colour, dark = shade(Fraction(share))
        face = f"#{colour}" if cost >= 0 else _UP
        axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=face, edgecolor="#FFFFFF"))
        ink = "#FFFFFF" if dark and cost >= 0 else "#000000"
        millionths = with_minus(f"{10**6 * cost:.0f}")
        axes.text(column, row, millionths, ha="center", va="center", color=ink, fontsize=7)
    _paint_borders(axes, {cell: move for cell, (move, _cost) in decisions.items()})
    axes.set_xlim(-0.5, len(_THIRDS) - 0.5)
    axes.set_ylim(7.5, -0.5)
    axes.set_xticks(range(len(_THIRDS)), _THIRDS)
    axes.set_yticks(range(8), map(str, range(8)))
    axes.tick_params(length=0)


def _paint_borders(axes: Axes, moves: Mapping[tuple[int, int], str]) -> None:
    """A line between neighbouring cells of which one draws and the other stands, visible on every shade."""
    for colour, width in (("#FFFFFF", 4.0), ("#000000", 1.8)):
        style: dict[str, Any] = {"color": colour, "linewidth": width, "solid_capstyle": "round", "zorder": 3}
        for (row, column), move in sorted(moves.items()):
            if moves.get((row, column - 1), move) != move:
                axes.plot((column - 0.5,) * 2, (row - 0.5, row + 0.5), **style)
            if moves.get((row - 1, column), move) != move:
                axes.plot((column - 0.5, column + 0.5), (row - 0.5,) * 2, **style)


def _paint_staircase(figure: Figure, title: str, table: Table) -> None:
    """House edges by stake: a line and a panel for each unit of the commission."""
    labels = ("stake, in the currency of the unit", "house edge,\n% of the stake")
    all_axes = _panels(figure, (title,), map(_UNIT.format, _LAST_STAKES), 2.3, labels, sharey=True)
    for axes, (unit, last) in zip(all_axes, _LAST_STAKES.items(), strict=True):
        edges = zip(_column(table, "stake"), _column(table, f"unit {unit}, 8 decks"), strict=True)
        percent = [(stake, 100 * float(edge)) for stake, edge in edges if stake <= last]
        steps = [n + 1 for n, (before, after) in enumerate(pairwise(percent)) if after[1] > before[1]]
        for start, end in pairwise((0, *steps, len(percent))):
            axes.plot(*zip(*percent[start:end], strict=True), color=_DOWN, marker="o", markersize=2.5, linewidth=1)
        lowest = min(edge for _, edge in percent)
        axes.axhspan(1.2 * lowest, 0, color=_PALE, zorder=0)
        axes.axhline(0, color="#000000", linewidth=0.8)
        axes.set_ylim(1.2 * lowest, 1.4)
        axes.annotate("favours the player", (0.98, 0.06), xycoords="axes fraction", ha="right")
        axes.set_xlim(0, 1.02 * percent[-1][0])
        grid_lines(axes)


def digest(picture: Picture) -> str:
    """SHA-256 of what a picture shows: its title and its tables."""
    return hashlib.sha256("".join((picture.title, *map(table_csv, picture.tables))).encode()).hexdigest()


def draw(name: str, picture: Picture, suffix: str = "svg") -> bytes:
    """A picture as SVG or PDF, the same bytes whenever one version of matplotlib draws it; ``name`` seeds the ids in an
    SVG. Raises `ExactError` without matplotlib."""
    with one_style(name) as figure:
        picture.paint(figure, picture.title, *picture.tables)
        figure.align_ylabels()
        drawn = image(figure, suffix, picture.title)
    return _described(drawn, picture) if suffix == "svg" else drawn


def _described(svg: bytes, picture: Picture) -> bytes:
    """The SVG as one image with a description for screen readers; matplotlib adds only the title."""
    root, begin, rest = svg.partition(b">\n <title>")
    title, end, rest = rest.partition(b"</title>\n")
    assert end
    text = f" <desc>{escape(picture.description)}</desc>\n".encode()
    return b"".join((root, b' role="img"', begin, title, end, text, rest))


def write_pictures(directory: Path) -> list[str]:
    """Draw every picture, its digest into the manifest; `ExactError` as by `write_files`, or without matplotlib."""
    check_matplotlib("plots")  # before computing the figures, which takes seconds
    publish.make_directory(directory)
    files, entries = {}, {}
    for name, picture in pictures().items():
        files[f"{name}.svg"] = svg = draw(name, picture)
        entries[name] = {"shows": digest(picture), "sha256": hashlib.sha256(svg).hexdigest()}
    manifest = publish.read_manifest(directory) or {"version": __version__, "tables": {}}
    with_pictures = json_file({**manifest, "pictures": entries})
    publish.write_files(directory, {**files, publish.MANIFEST_FILE: with_pictures})
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
