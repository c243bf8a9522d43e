"""Pictures drawn by matplotlib, all in one face and one set of sizes: bars, lines, distributions and grids.

A notebook shows them inline. Colours are the palette of M. Okabe and K. Ito; every line has a marker of its own too.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import accumulate
from textwrap import fill
from typing import TYPE_CHECKING, Any

from exact.errors import ExactError
from exact.lazy import of_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#000000", "#E69F00", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
WIDTH = 5.2  # inches; on a telephone 375 points wide, the 9-point font then appears as 9 points
LINE_OF_TITLE = 54  # characters of the title that fit on a line
_LINES_OF_TITLE = 4
_HEIGHT = 3.4
_MOST = 40
_LABELLED = 16  # the most bars, or columns of a grid, that have room for their figures
_SHOWN = Fraction(1, 2000)  # a distribution is shown from this quantile to that as far from the other end
_QUANTILES = frozenset(("5 %", "25 %", "50 %", "75 %", "95 %"))  # of an answer's quantiles, those with room for a label
_FACE = {"font.family": "DejaVu Sans", "font.size": 9, "svg.fonttype": "path", "pdf.fonttype": 42}
_UNDATED: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
    "png": {"Software": None},
}


def check_matplotlib(parameter: str) -> None:
    """Raise `ExactError` without matplotlib."""
    of_extra("plot", "matplotlib", parameter)


@contextmanager
def one_style(seed: str = "exact") -> "Iterator[Figure]":
    """An empty figure in the style of all, regardless of a user's own matplotlibrc; ``seed`` makes the ids in an SVG.

    Raises `ExactError` without matplotlib.
    """
    check_matplotlib("plot")
    from matplotlib import style
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {**_FACE, "svg.hashsalt": seed}
    with style.context(["default", settings]):
        yield Figure(figsize=(WIDTH, _HEIGHT), layout="constrained")


def image(figure: "Figure", suffix: str, title: str) -> bytes:
    """A figure as SVG, PDF or PNG, within `one_style`: the same bytes whenever one version of matplotlib draws it."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format=suffix, metadata={"Title": title, **_UNDATED[suffix]}, dpi=200)
    return buffer.getvalue()


class Plot:
    """A figure of matplotlib, to change or to save by `figure`."""

    def __init__(self, title: str, across: str, up: str, paint: "Callable[[Figure, Axes], None]") -> None:
        with one_style() as self.figure:
            self.title = title
            shown = fill(title, LINE_OF_TITLE, max_lines=_LINES_OF_TITLE, placeholder=" …")
            self.figure.suptitle(shown, parse_math=False)  # a price in dollars is no mathematics
            axes = self.figure.add_subplot()
            axes.spines[["top", "right"]].set_visible(False)
            axes.set_xlabel(across)
            axes.set_ylabel(up)
            paint(self.figure, axes)

    def image(self, suffix: str) -> bytes:
        """The contents of a file ``svg``, ``png`` or ``pdf``, the same whenever one version of matplotlib draws it."""
        with one_style():
            return image(self.figure, suffix, self.title)

    def _repr_svg_(self) -> str:
        return self.image("svg").decode()

    def __repr__(self) -> str:
        return f"<Plot: {self.title}>"


def line_style(index: int) -> dict[str, Any]:
    """Colour, marker and dashes of a line, every other marker hollow."""
    colour, marker = COLOURS[index % len(COLOURS)], MARKERS[index % len(MARKERS)]
    face = "white" if index % 2 else colour
    dashes = ("-", "--", ":", "-.")[index // len(COLOURS) % 4]
    return {"color": colour, "marker": marker, "markersize": 4.5, "markerfacecolor": face, "linestyle": dashes}


def grid_lines(axes: "Axes", axis: Any = "both") -> None:
    """Thin lines at the labels of both axes, or of ``axis``, behind what is drawn."""
    axes.grid(visible=True, axis=axis, color="#DDDDDD", linewidth=0.6)
    axes.set_axisbelow(True)


def bars(title: str, axis: str, heights: Iterable[tuple[str, Fraction | float]]) -> Plot:
    """A bar for each label; raises `ExactError` for no bar or more than 40, and without matplotlib."""
    labels, values = [], []
    for label, height in heights:
        labels.append(label)
        values.append(float(height))
    if not 0 < len(labels) <= _MOST:
        raise ExactError("plot", f"{len(labels)} bars", f"cannot be drawn: from 1 to {_MOST}")

    def paint(_figure: "Figure", axes: "Axes") -> None:
        places = range(len(labels))
        drawn = axes.bar(places, values, width=min(0.8, 0.2 * len(labels)), color=COLOURS[2])
        if len(labels) <= _LABELLED:
            shown = [f"{value:.3g}".replace("-", "−") for value in values]
            axes.bar_label(drawn, shown, padding=2, fontsize=9 if len(labels) < 8 else 6.5)
        lies = sum(map(len, labels)) < 2 * LINE_OF_TITLE and len(labels) <= _LABELLED
        axes.set_xticks(places, labels, rotation=0 if lies else 90)
        axes.set_xlim(-0.6, len(labels) - 0.4)
        axes.axhline(0, color="#000000", linewidth=0.8)
        axes.margins(y=0.12)
        axes.ticklabel_format(axis="y", scilimits=(-3, 5), useMathText=True)
        grid_lines(axes, "y")

    return Plot(title, "", axis, paint)


def lines(title: str, across: str, axis: str, series: Mapping[str, Sequence[tuple[Any, float]]]) -> Plot:
    """A line for each name, on a logarithmic scale if all figures that are not 0 are positive and far apart.

    A figure of 0 has no place on a logarithmic scale. Raises `ExactError` without matplotlib.
    """
    heights = [height for points in series.values() for _place, height in points if height]
    logarithmic = bool(heights) and min(heights) > 0 and max(heights) > 20 * min(heights)

    def paint(figure: "Figure", axes: "Axes") -> None:
        axes.set_yscale("log" if logarithmic else "linear")
        if not logarithmic:
            axes.ticklabel_format(axis="y", scilimits=(-3, 5), useMathText=True, useOffset=False)
        for index, (name, points) in enumerate(series.items()):
            drawn = [point for point in points if point[1] or not logarithmic]
            few = max(1, len(drawn) // 20)  # a marker on each of many points would hide the line
            axes.plot(*zip(*drawn, strict=True) if drawn else ((), ()), label=name, markevery=few, **line_style(index))
        if all(isinstance(place, int) for points in series.values() for place, _height in points):
            axes.locator_params(axis="x", integer=True)
        grid_lines(axes)
        if len(series) > 1:
            columns = 3 if max(map(len, series)) < 20 else 2
            figure.set_figheight(_HEIGHT + 0.19 * (len(series) / columns + 1))  # room for the lines of the legend
            figure.legend(loc="outside lower center", ncols=columns, frameon=False)

    return Plot(title, across, axis, paint)


def distribution(
    title: str, across: str, axis: str, masses: Sequence[tuple[Fraction, Fraction]], quantiles: Mapping[str, str]
) -> Plot:
    """The share of results up to each, in percent, with some quantiles; raises `ExactError` without matplotlib."""
    total = sum(mass for _result, mass in masses)
    below = [part / total for part in accumulate(mass for _result, mass in masses)]
    from_there = [Fraction(0), *below]
    inside = [i for i, share in enumerate(below) if share >= _SHOWN and from_there[i] <= 1 - _SHOWN]
    results = [float(masses[index][0]) for index in inside]
    shares = [100 * float(below[index]) for index in inside]

    def paint(_figure: "Figure", axes: "Axes") -> None:
        margin = (results[-1] - results[0]) / 20 or 1
        ends = (results[0] - margin, *results, results[-1] + margin)
        axes.step(ends, (100 * float(from_there[inside[0]]), *shares, shares[-1]), where="post", color=COLOURS[2])
        for name, result in quantiles.items():
            if name in _QUANTILES:
                point = float(Fraction(result.replace("−", "-"))), float(name.removesuffix(" %"))
                axes.plot(*point, marker="o", color=COLOURS[0], markersize=4)
                label = f"{name}: {result}".replace("-", "−")
                axes.annotate(label, point, (6, -1), textcoords="offset points", va="top", fontsize=8)
        axes.set_xlim(ends[0], ends[-1] + 2 * margin)
        axes.set_ylim(-4, 104)
        grid_lines(axes)

    return Plot(title, across, axis, paint)


def grid(title: str, axes_names: tuple[str, str], heads: Sequence[str], rows: Mapping[str, Sequence[float]]) -> Plot:
    """A shaded cell for each number, with its figure where there is room; `ExactError` without matplotlib."""

    def paint(figure: "Figure", axes: "Axes") -> None:
        cells, labels = [*rows.values()], [*rows]
        figure.set_figheight(1.6 + min(6, 0.32 * len(cells)))
        mesh = axes.pcolormesh(cells, cmap="Blues", edgecolors="white", linewidth=0.5)
        largest = max(map(max, cells))
        if len(heads) <= _LABELLED and len(cells) <= 2 * _LABELLED:
            for row, column in ((i, j) for i in range(len(cells)) for j in range(len(heads))):
                ink = "white" if cells[row][column] > 0.6 * largest else "black"
                text, size = f"{cells[row][column]:.3g}", 9 if len(heads) < 8 else 6.5
                axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=ink, fontsize=size)
        else:
            figure.colorbar(mesh)
        across, down = len(heads) // 20 + 1, len(labels) // 20 + 1  # every label, or one of some
        turned = 90 if sum(map(len, heads)) > LINE_OF_TITLE else 0
        axes.set_xticks([i + 0.5 for i in range(0, len(heads), across)], heads[::across], rotation=turned)
        axes.set_yticks([i + 0.5 for i in range(0, len(labels), down)], labels[::down])
        axes.tick_params(length=0)
        axes.invert_yaxis()

    return Plot(title, axes_names[1], axes_names[0], paint)
