"""Bars of exact numbers, drawn by matplotlib: a notebook shows them inline."""

from __future__ import annotations

import io
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.errors import ExactError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH, _HEIGHT = 6.4, 3.6
_MOST = 40


class Plot:
    """A figure of matplotlib, to change or to save by `figure`."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure

    def _repr_svg_(self) -> str:
        file = io.StringIO()
        self.figure.savefig(file, format="svg", bbox_inches="tight")
        return file.getvalue()

    def __repr__(self) -> str:
        return f"<Plot: {self.figure.axes[0].get_title()}>"


def bars(title: str, axis: str, heights: Iterable[tuple[str, Fraction | float]]) -> Plot:
    """A bar for each label; raises `ExactError` for no bar or more than 40, and without matplotlib."""
    labelled = list(heights)
    if not 0 < len(labelled) <= _MOST:
        raise ExactError("plot", f"{len(labelled)} bars", f"cannot be drawn: from 1 to {_MOST}")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ExactError("matplotlib", "plot", "needs matplotlib: pip install exact-baccarat[plot]") from None
    figure = Figure(figsize=(_WIDTH, _HEIGHT))
    axes = figure.add_subplot()
    places = range(len(labelled))
    axes.bar(places, [float(height) for _, height in labelled], color="#35618f")
    axes.set_xticks(places, [label for label, _ in labelled], rotation=0 if len(labelled) < 9 else 90)
    axes.set(title=title, ylabel=axis)
    axes.spines[["top", "right"]].set_visible(False)
    return Plot(figure)
