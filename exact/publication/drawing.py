"""What each kind of picture shows, and how matplotlib draws it, with panels below each other to fit the width of a telephone.

Each line has a marker as well as a colour (the palette of M. Okabe and K. Ito). Bars that favour the player point up as well
as having their own colour. Shares have colours of increasing lightness (cividis), and those that favour the player are
hatched. Cells are shaded in one hue and show their figures. So everything reads the same to colour-blind people and in
grey.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import log
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from exact.report.svg import shade

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = ("#000000", "#E69F00", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_UP, _DOWN = "#E69F00", "#0072B2"
_PALE = "#FBEBCC"
_WIDTH = 5.2
"""Inches; on a telephone 375 points wide, the 9-point font then appears as 9 points."""
_LINE_OF_TITLE = 54
"""Characters of the title that fit on a line."""
_BETWEEN_LABELS = 0.045
"""The smallest distance between the labels of two lines, as a share of the panel's height."""
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


class DecksPicture(NamedTuple):
    """House edges by number of decks: panels of lines that share a scale, and the limit of each line as decks grow."""

    title: str
    panels: tuple[tuple[Line, ...], ...]
    limits: dict[str, float]


class EffectsPicture(NamedTuple):
    """A panel for each bet, with a bar for each rank: the change in expectation, in units of the stake."""

    title: str
    ranks: tuple[str, ...]
    panels: dict[str, tuple[float, ...]]


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


Picture = Gains | Shares | DecksPicture | EffectsPicture | Decisions | Staircase


def draw_picture(figure: Figure, picture: Picture) -> None:
    """Draw ``picture`` into an empty figure, whose size it sets."""
    draw: dict[type, Callable[[Figure, Any], None]] = {
        Gains: _draw_gains,
        Shares: _draw_shares,
        DecksPicture: _draw_decks,
        EffectsPicture: _draw_effects,
        Decisions: _draw_decisions,
        Staircase: _draw_staircase,
    }
    draw[type(picture)](figure, picture)
    figure.align_ylabels()


def description(picture: Picture) -> str:
    """The kind of picture and the names of its parts, for screen readers."""
    names: dict[str, None] = {}
    if isinstance(picture, Gains):
        names = dict.fromkeys(line.label for lines in picture.panels.values() for line in lines)
        kind = f"Lines on a logarithmic scale, by cards unseen. Panels: {', '.join(picture.panels)}"
    elif isinstance(picture, DecksPicture):
        names = dict.fromkeys(line.label for lines in picture.panels for line in lines)
        kind = "Lines of the house edge by number of decks, each with its limit"
    elif isinstance(picture, Staircase):
        names = dict.fromkeys(line.label for line in picture.lines)
        kind = "Steps of the house edge by stake"
    elif isinstance(picture, Decisions):
        kind = (
            f"A grid of costs: {picture.axes[0]} down, {picture.axes[1]} across; a line divides drawing from standing"
        )
    else:
        names = dict.fromkeys(picture.panels)
        kind = "Bars by rank" if isinstance(picture, EffectsPicture) else "Bars of shares of all coups, by cards unseen"
    return f"{kind}. {', '.join(names)}." if names else f"{kind}."


def _with_signs(text: str) -> str:
    """Ranges and negative numbers with typographic signs."""
    return re.sub(r"(?<=\d)-(?=\d)", "–", text).replace("-", "−")


def _panels(figure: Figure, count: int, height: float, **shared: Any) -> list[Axes]:
    """Panels below each other, ``height`` inches each."""
    figure.set_size_inches(_WIDTH, height * count + 0.7)
    return list(figure.subplots(count, 1, squeeze=False, **shared)[:, 0])


def _title(figure: Figure, *texts: str) -> None:
    figure.suptitle("\n".join(fill(text, _LINE_OF_TITLE) for text in texts))


def _grid(axes: Axes) -> None:
    axes.grid(visible=True, which="major", color="#DDDDDD", linewidth=0.6)
    axes.set_axisbelow(True)


def _line_style(index: int) -> dict[str, Any]:
    """Colour and marker of a line, every other marker hollow."""
    colour = _COLOURS[index % len(_COLOURS)]
    fill = "white" if index % 2 else colour
    return {"color": colour, "marker": _MARKERS[index % len(_MARKERS)], "markersize": 4.5, "markerfacecolor": fill}


def _draw_gains(figure: Figure, picture: Gains) -> None:
    panels = _panels(figure, len(picture.panels), 4.2, sharex=True, sharey=True)
    _title(figure, picture.title)
    indices = {label: n for n, label in enumerate(dict.fromkeys(x.label for ls in picture.panels.values() for x in ls))}
    for axes, (shoe, lines) in zip(panels, picture.panels.items(), strict=True):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        for line in lines:
            unseen, gains = zip(*line.points, strict=True)
            axes.plot(unseen, [100 * gain for gain in gains], linewidth=1.2, **_line_style(indices[line.label]))
        axes.set_title(shoe)
        axes.set_ylabel("gain per 100 coups, units of the stake")
        axes.margins(x=0.03)
        _grid(axes)
    panels[-1].set_xlabel("cards unseen before the coup")
    for axes, lines in zip(panels, picture.panels.values(), strict=True):
        _label_ends(axes, lines, indices)


def _label_ends(axes: Axes, lines: tuple[Line, ...], indices: dict[str, int]) -> None:
    """Name every line at its end, to the right of the panel, and separate names that would overlap."""
    low, high = axes.get_ylim()

    def height(line: Line) -> float:
        return log(100 * line.points[-1][1] / low) / log(high / low)

    under = -1.0
    for line in sorted(lines, key=height):
        under = max(height(line), under + _BETWEEN_LABELS)
        colour = _COLOURS[indices[line.label] % len(_COLOURS)]
        end = (line.points[-1][0], 100 * line.points[-1][1])
        axes.annotate(
            line.label,
            end,
            (1.04, under),
            textcoords="axes fraction",
            va="center",
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.6},
        )


def _draw_shares(figure: Figure, picture: Shares) -> None:
    import matplotlib as mpl

    panels = _panels(figure, len(picture.panels), 2.2, sharex=True)
    _title(figure, picture.title)
    scale = mpl.colormaps["cividis"]
    last = len(picture.classes) - 1
    bands = [_with_signs(band) for band in picture.bands]
    handles: list[Any] = []
    for axes, (bet, bars) in zip(panels, picture.panels.items(), strict=True):
        left: list[float] = [0.0] * len(bars)
        handles = []
        for index in range(len(picture.classes)):
            widths = [100 * bar[index] for bar in bars]
            hatch = "////" if index >= picture.favourable else None
            style: dict[str, Any] = {
                "color": scale(index / last),
                "hatch": hatch,
                "edgecolor": "#FFFFFF",
                "linewidth": 0.4,
            }
            handles.append(axes.barh(bands, widths, left=left, height=0.8, **style))
            left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.set_title(bet)
        axes.set_xlim(0, 100)
        axes.set_ylabel("cards unseen")
    panels[-1].set_xlabel("share of coups, %")
    figure.set_size_inches(_WIDTH, figure.get_figheight() + 1.2)
    figure.legend(
        handles,
        [_with_signs(name) for name in picture.classes],
        title="expectation, % of the stake (hatched: favours the player)",
        loc="outside lower center",
        ncols=3,
        frameon=False,
    )


def _draw_decks(figure: Figure, picture: DecksPicture) -> None:
    panels = _panels(figure, len(picture.panels), 2.4, sharex=True)
    _title(figure, picture.title, "each panel has its own scale")
    most = max(decks for lines in picture.panels for line in lines for decks, _ in line.points)
    beyond = most + 2
    index = 0
    for axes, lines in zip(panels, picture.panels, strict=True):
        for line in lines:
            line_style = _line_style(index)
            index += 1
            decks, edges = zip(*line.points, strict=True)
            percent = [100 * edge for edge in edges]
            limit = 100 * picture.limits[line.label]
            axes.plot(decks, percent, linewidth=1.2, **line_style)
            axes.plot((most, beyond), (percent[-1], limit), linestyle=":", linewidth=1.2, **line_style)
            axes.annotate(line.label, (9, percent[decks.index(9)]), (0, 7), textcoords="offset points", ha="center")
            axes.annotate(f"{limit:.3f}", (beyond, limit), (12, 0), textcoords="offset points", va="center")
        axes.set_ylabel("house edge,\n% of the stake")
        axes.margins(y=0.2)
        axes.set_xlim(0.3, beyond + 0.5)
        axes.set_xticks(
            [1, 2, 4, 6, 8, 10, 12, 14, 16, beyond], ["1", "2", "4", "6", "8", "10", "12", "14", "16", INFINITE]
        )
        _grid(axes)
    panels[-1].set_xlabel("decks")


def _draw_effects(figure: Figure, picture: EffectsPicture) -> None:
    panels = _panels(figure, len(picture.panels), 1.7, sharex=True)
    _title(figure, picture.title, "each panel has its own scale")
    for axes, (bet, effects) in zip(panels, picture.panels.items(), strict=True):
        heights = [10**6 * effect for effect in effects]
        bars = axes.bar(picture.ranks, heights, 0.8, color=[_UP if height > 0 else _DOWN for height in heights])
        texts = [_with_signs(f"{height:+.0f}") for height in heights]
        axes.bar_label(bars, texts, padding=2, fontsize=7.5)
        axes.axhline(0, color="#000000", linewidth=0.8)
        axes.set_title(bet)
        axes.set_ylabel("millionths\nof the stake")
        axes.margins(y=0.2)
        _grid(axes)
    panels[-1].set_xlabel("rank of the card that is gone (up: favours the player)")


def _draw_decisions(figure: Figure, picture: Decisions) -> None:
    from matplotlib.patches import Rectangle

    axes = _panels(figure, 1, 4.1)[0]
    _title(figure, picture.title)
    largest = max(cost for row in picture.costs for cost in row)
    smallest = min(abs(cost) for row in picture.costs for cost in row if cost)
    for row, costs in enumerate(picture.costs):
        for column, cost in enumerate(costs):
            # The costs span four orders of magnitude, so their logarithms are shaded; a gain has a colour of its own.
            share = log(max(cost, smallest) / smallest) / log(largest / smallest)
            colour, dark = shade(Fraction(share))
            face = f"#{colour}" if cost >= 0 else _UP
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=face, edgecolor="#FFFFFF"))
            text = "#FFFFFF" if dark and cost >= 0 else "#000000"
            figure_text = _with_signs(f"{10**6 * cost:.0f}")
            axes.text(column, row, figure_text, ha="center", va="center", color=text, fontsize=7)
    _draw_borders(axes, picture.draws)
    axes.set_xlim(-0.5, len(picture.columns) - 0.5)
    axes.set_ylim(len(picture.rows) - 0.5, -0.5)
    axes.set_xticks(range(len(picture.columns)), picture.columns)
    axes.set_yticks(range(len(picture.rows)), picture.rows)
    axes.tick_params(length=0)
    axes.set_ylabel(picture.axes[0])
    axes.set_xlabel(
        f"{picture.axes[1]}\n(the line divides drawing, above, from standing, below;"
        "\norange: banco gains against a punto that always draws on 5)"
    )


def _draw_borders(axes: Axes, draws: tuple[tuple[bool, ...], ...]) -> None:
    """A line between neighbouring cells of which one draws and the other stands, visible on every shade."""
    for colour, width in (("#FFFFFF", 4.0), ("#000000", 1.8)):
        style: dict[str, Any] = {"color": colour, "linewidth": width, "solid_capstyle": "round", "zorder": 3}
        for row, moves in enumerate(draws):
            for column, move in enumerate(moves):
                if column and moves[column - 1] != move:
                    axes.plot((column - 0.5,) * 2, (row - 0.5, row + 0.5), **style)
                if row and draws[row - 1][column] != move:
                    axes.plot((column - 0.5, column + 0.5), (row - 0.5,) * 2, **style)


def _draw_staircase(figure: Figure, picture: Staircase) -> None:
    panels = _panels(figure, len(picture.lines), 2.3, sharey=True)
    _title(figure, picture.title)
    for axes, line in zip(panels, picture.lines, strict=True):
        percent = [(stake, 100 * edge) for stake, edge in line.points]
        steps = [n + 1 for n, (before, after) in enumerate(pairwise(percent)) if after[1] > before[1]]
        for start, end in pairwise((0, *steps, len(percent))):
            axes.plot(*zip(*percent[start:end], strict=True), color=_DOWN, marker="o", markersize=2.5, linewidth=1)
        lowest = min(edge for _, edge in percent)
        axes.axhspan(1.2 * lowest, 0, color=_PALE, zorder=0)
        axes.axhline(0, color="#000000", linewidth=0.8)
        axes.set_ylim(1.2 * lowest, 1.4)
        axes.annotate("favours the player", (0.98, 0.06), xycoords="axes fraction", ha="right")
        axes.set_title(line.label)
        axes.set_ylabel("house edge,\n% of the stake")
        axes.set_xlim(0, 1.02 * percent[-1][0])
        _grid(axes)
    panels[-1].set_xlabel("stake, in the currency of the unit")
