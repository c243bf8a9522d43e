"""How matplotlib draws each kind of picture, with panels below each other to fit the width of a telephone.

Everything reads the same to colour-blind people and in grey: colours (the palette of M. Okabe and K. Ito, cividis) come
with a marker, a direction, hatching, or a figure. Expectations, edges and gains are in units of the stake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log
from textwrap import fill
from typing import TYPE_CHECKING, Any

from exact.answers.table import INFINITE
from exact.report.svg import shade

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = ("#000000", "#E69F00", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_UP, _DOWN = "#E69F00", "#0072B2"
_PALE = "#FBEBCC"
_WIDTH = 5.2  # inches; on a telephone 375 points wide, the 9-point font then appears as 9 points
_LINE_OF_TITLE = 54  # characters of the title that fit on a line
_OWN_SCALE = "each panel has its own scale"
_BETWEEN_LABELS = 0.045  # the smallest distance between the labels of two lines, as a share of the panel's height
_TICKS = (1, 2, 4, 6, 8, 10, 12, 14, 16)

Words = tuple[str, ...]
Grid = tuple[tuple[float, ...], ...]
Line = tuple[str, tuple[tuple[int, float], ...]]
"""A label, and points: a number of unseen cards or of decks, or a stake, and a figure."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is not yet drawn: its kind, a key of `_DRAW`, and what the function of its kind takes."""

    kind: str
    title: str
    description: str  # the kind of picture and the names of its parts, for screen readers
    contents: tuple[Any, ...]


def draw_picture(figure: Figure, picture: Picture) -> None:
    """Draw ``picture`` into an empty figure, whose size it sets."""
    _DRAW[picture.kind](figure, picture.title, *picture.contents)
    figure.align_ylabels()


def _with_signs(text: str) -> str:
    """Ranges and negative numbers with typographic signs."""
    return re.sub(r"(?<=\d)-(?=\d)", "–", text).replace("-", "−")


def _panels(
    figure: Figure, titles: tuple[str, ...], names: Iterable[str], height: float, labels: tuple[str, str], **shared: Any
) -> list[Axes]:
    """Panels of these names below each other, ``height`` inches each, with the ``labels`` across and down."""
    listed = list(names)
    figure.set_size_inches(_WIDTH, height * len(listed) + 0.7)
    panels = list(figure.subplots(len(listed), 1, squeeze=False, **shared)[:, 0])
    figure.suptitle("\n".join(fill(title, _LINE_OF_TITLE) for title in titles))
    for axes, name in zip(panels, listed, strict=True):
        axes.set_title(name)
        axes.set_ylabel(labels[1])
    panels[-1].set_xlabel(labels[0])
    return panels


def _grid(axes: Axes) -> None:
    axes.grid(visible=True, which="major", color="#DDDDDD", linewidth=0.6)
    axes.set_axisbelow(True)


def _line_style(index: int) -> dict[str, Any]:
    """Colour and marker of a line, every other marker hollow."""
    colour, marker = _COLOURS[index % len(_COLOURS)], _MARKERS[index % len(_MARKERS)]
    return {"color": colour, "marker": marker, "markersize": 4.5, "markerfacecolor": "white" if index % 2 else colour}


def _draw_gains(figure: Figure, title: str, panels: dict[str, tuple[Line, ...]]) -> None:
    """The gain of perfect play by unseen cards: a panel for each shoe, a line for each bet."""
    axis_labels = ("cards unseen before the coup", "gain per 100 coups, units of the stake")
    all_axes = _panels(figure, (title,), panels, 4.2, axis_labels, sharex=True, sharey=True)
    labels = list(dict.fromkeys(label for lines in panels.values() for label, _points in lines))
    for axes, lines in zip(all_axes, panels.values(), strict=True):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        for label, points in lines:
            unseen, values = zip(*points, strict=True)
            axes.plot(unseen, [100 * gain for gain in values], linewidth=1.2, **_line_style(labels.index(label)))
        axes.margins(x=0.03)
        _grid(axes)
    for axes, lines in zip(all_axes, panels.values(), strict=True):
        _label_ends(axes, lines, labels)


def _label_ends(axes: Axes, lines: tuple[Line, ...], labels: list[str]) -> None:
    """Name every line at its end, to the right of the panel, and keep the names apart."""
    low, high = axes.get_ylim()
    ends = {label: (points[-1][0], 100 * points[-1][1]) for label, points in lines}
    heights = {label: log(gain / low) / log(high / low) for label, (_unseen, gain) in ends.items()}
    under = -1.0
    for label in sorted(ends, key=heights.__getitem__):
        under = max(heights[label], under + _BETWEEN_LABELS)
        arrow = {"arrowstyle": "-", "color": _line_style(labels.index(label))["color"], "linewidth": 0.6}
        place = (1.04, under)
        axes.annotate(label, ends[label], place, textcoords="axes fraction", va="center", arrowprops=arrow)


def _draw_shares(
    figure: Figure, title: str, panels: dict[str, Grid], bands: Words, classes: Words, favourable: int
) -> None:
    """A panel for each bet, a bar for each band of unseen cards, divided by the classes of expectation, of which the
    class ``favourable`` and those after it favour the player."""
    import matplotlib as mpl

    all_axes = _panels(figure, (title,), panels, 2.2, ("share of coups, %", "cards unseen"), sharex=True)
    colours = mpl.colormaps["cividis"]
    names = [_with_signs(band) for band in bands]
    for axes, bars in zip(all_axes, panels.values(), strict=True):
        left = [0.0] * len(bars)
        handles: list[Any] = []
        for index in range(len(classes)):
            widths = [100 * bar[index] for bar in bars]
            style: dict[str, Any] = {"color": colours(index / (len(classes) - 1)), "edgecolor": "#FFFFFF"}
            style |= {"hatch": "////" if index >= favourable else None, "linewidth": 0.4}
            handles.append(axes.barh(names, widths, left=left, height=0.8, **style))
            left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.set_xlim(0, 100)
    figure.set_size_inches(_WIDTH, figure.get_figheight() + 1.2)
    legend = "expectation, % of the stake (hatched: favours the player)"
    names = [_with_signs(name) for name in classes]
    figure.legend(handles, names, title=legend, loc="outside lower center", ncols=3, frameon=False)


def _draw_decks(figure: Figure, title: str, panels: tuple[tuple[Line, ...], ...], limits: dict[str, float]) -> None:
    """House edges by number of decks: panels of lines that share a scale, and the limit of each line as decks grow."""
    labels = ("decks", "house edge,\n% of the stake")
    all_axes = _panels(figure, (title, _OWN_SCALE), [""] * len(panels), 2.4, labels, sharex=True)
    most = max(decks for lines in panels for _label, points in lines for decks, _edge in points)
    beyond = most + 2
    index = 0
    for axes, lines in zip(all_axes, panels, strict=True):
        for label, points in lines:
            line_style = _line_style(index)
            index += 1
            decks, edges = zip(*points, strict=True)
            percent = [100 * edge for edge in edges]
            limit = 100 * limits[label]
            axes.plot(decks, percent, linewidth=1.2, **line_style)
            axes.plot((most, beyond), (percent[-1], limit), linestyle=":", linewidth=1.2, **line_style)
            axes.annotate(label, (9, percent[decks.index(9)]), (0, 7), textcoords="offset points", ha="center")
            axes.annotate(f"{limit:.3f}", (beyond, limit), (12, 0), textcoords="offset points", va="center")
        axes.margins(y=0.2)
        axes.set_xlim(0.3, beyond + 0.5)
        axes.set_xticks([*_TICKS, beyond], [*map(str, _TICKS), INFINITE])
        _grid(axes)


def _draw_effects(figure: Figure, title: str, ranks: Words, panels: dict[str, tuple[float, ...]]) -> None:
    """A panel for each bet, with a bar for each rank: the change in expectation."""
    labels = ("rank of the card that is gone (up: favours the player)", "millionths\nof the stake")
    all_axes = _panels(figure, (title, _OWN_SCALE), panels, 1.7, labels, sharex=True)
    for axes, changes in zip(all_axes, panels.values(), strict=True):
        heights = [10**6 * change for change in changes]
        bars = axes.bar(ranks, heights, 0.8, color=[_UP if height > 0 else _DOWN for height in heights])
        axes.bar_label(bars, [_with_signs(f"{height:+.0f}") for height in heights], padding=2, fontsize=7.5)
        axes.axhline(0, color="#000000", linewidth=0.8)
        axes.margins(y=0.2)
        _grid(axes)


def _draw_decisions(
    figure: Figure, title: str, totals: Words, thirds: Words, costs: Grid, draws: Grid, names: tuple[str, str]
) -> None:
    """The cost to banco of flipping each decision, negative for a gain: a row for each of its totals, a column for each
    third card. ``draws`` are the tableau's decisions, ``names`` those of the two axes."""
    from matplotlib.patches import Rectangle

    across = (
        f"{names[1]}\n(the line divides drawing, above, from standing, below;"
        "\norange: banco gains against a punto that always draws on 5)"
    )
    (axes,) = _panels(figure, (title,), [""], 4.1, (across, names[0]))
    largest = max(cost for row in costs for cost in row)
    smallest = min(abs(cost) for row in costs for cost in row if cost)
    for row, row_costs in enumerate(costs):
        for column, cost in enumerate(row_costs):
            # The costs span four orders of magnitude, so their logarithms are shaded; a gain has a colour of its own.
            share = log(max(cost, smallest) / smallest) / log(largest / smallest)
            colour, dark = shade(Fraction(share))
            face = f"#{colour}" if cost >= 0 else _UP
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=face, edgecolor="#FFFFFF"))
            ink = "#FFFFFF" if dark and cost >= 0 else "#000000"
            millionths = _with_signs(f"{10**6 * cost:.0f}")
            axes.text(column, row, millionths, ha="center", va="center", color=ink, fontsize=7)
    _draw_borders(axes, draws)
    axes.set_xlim(-0.5, len(thirds) - 0.5)
    axes.set_ylim(len(totals) - 0.5, -0.5)
    axes.set_xticks(range(len(thirds)), thirds)
    axes.set_yticks(range(len(totals)), totals)
    axes.tick_params(length=0)


def _draw_borders(axes: Axes, draws: Grid) -> None:
    """A line between neighbouring cells of which one draws and the other stands, visible on every shade."""
    for colour, width in (("#FFFFFF", 4.0), ("#000000", 1.8)):
        style: dict[str, Any] = {"color": colour, "linewidth": width, "solid_capstyle": "round", "zorder": 3}
        for row, moves in enumerate(draws):
            for column, move in enumerate(moves):
                if column and moves[column - 1] != move:
                    axes.plot((column - 0.5,) * 2, (row - 0.5, row + 0.5), **style)
                if row and draws[row - 1][column] != move:
                    axes.plot((column - 0.5, column + 0.5), (row - 0.5,) * 2, **style)


def _draw_staircase(figure: Figure, title: str, lines: tuple[Line, ...]) -> None:
    """House edges by stake: a line and a panel for each unit of the commission."""
    labels = ("stake, in the currency of the unit", "house edge,\n% of the stake")
    all_axes = _panels(figure, (title,), (label for label, _points in lines), 2.3, labels, sharey=True)
    for axes, (_label, points) in zip(all_axes, lines, strict=True):
        percent = [(stake, 100 * edge) for stake, edge in points]
        steps = [n + 1 for n, (before, after) in enumerate(pairwise(percent)) if after[1] > before[1]]
        for start, end in pairwise((0, *steps, len(percent))):
            axes.plot(*zip(*percent[start:end], strict=True), color=_DOWN, marker="o", markersize=2.5, linewidth=1)
        lowest = min(edge for _, edge in percent)
        axes.axhspan(1.2 * lowest, 0, color=_PALE, zorder=0)
        axes.axhline(0, color="#000000", linewidth=0.8)
        axes.set_ylim(1.2 * lowest, 1.4)
        axes.annotate("favours the player", (0.98, 0.06), xycoords="axes fraction", ha="right")
        axes.set_xlim(0, 1.02 * percent[-1][0])
        _grid(axes)


_DRAW: dict[str, Callable[..., None]] = {
    "Gains": _draw_gains,
    "Shares": _draw_shares,
    "DecksPicture": _draw_decks,
    "EffectsPicture": _draw_effects,
    "Decisions": _draw_decisions,
    "Staircase": _draw_staircase,
}
"""The kinds of pictures, whose names the digests of the manifest cover."""
