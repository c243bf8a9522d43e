"""The picture of an answer: ``--plot`` of the commands whose answers a picture tells better than a table."""

from fractions import Fraction
from typing import NamedTuple

from exact.answers.plots import Plot, bars, distribution, grid, lines
from exact.answers.table import Answer, Between, Cell, Rounded, Table, cell_text
from exact.answers.text import _
from exact.errors import ExactError
from exact.report.render import for_readers
from exact.report.translation import translate


class Drawn(NamedTuple):
    """What of a table is drawn, by the names of its columns."""

    table: str
    across: str
    up: str
    only: str = ""  #: The figure that is drawn, in a table with a row for each of several


_BARS = {"odds": Drawn("outcomes", "outcome", "decimal"), "removal": Drawn("effects", "card", "effect")}
_LINES = {
    "perfect": Drawn("results", "unseen", "gain"),
    "count": Drawn("results", "unseen", "gain"),
    "spread": Drawn("spread", "unseen", "standard_deviation"),
    "study": Drawn("bands", "unseen", "estimate", only="gain per 100 coups"),
}
_UNNAMED = ("count", "spread")  # whose captions name no bet
_NAMES = ("bet", "player")
"""The columns that name a line."""


def plot_of(answer: Answer, language: str, names: str) -> Plot:
    """The picture of an answer; raises `ExactError` for one that has nothing to draw, and without matplotlib."""
    tables = {table.id: table for table in answer.tables if table.rows}
    chosen = (_BARS | _LINES).get(answer.name)
    if answer.name == "session" and "quantiles" in tables:
        return _of_session(answer, tables, language, names)
    if answer.name == "joint" and "percent" in tables:
        shown = for_readers(tables["percent"], language, names)
        rows = {cell_text(label): [_number(cell) or 0.0 for cell in cells] for label, *cells in shown.rows}
        assert shown.axes
        down, across = map(_name, shown.axes)
        return grid(
            shown.caption.replace("_", " "), (down, across), [column.heading for column in shown.columns[1:]], rows
        )
    if chosen is None or chosen.table not in tables:
        raise _nothing(answer)
    return _of_table(answer, chosen, tables[chosen.table], language, names)


def _of_table(answer: Answer, chosen: Drawn, table: Table, language: str, names: str) -> Plot:
    shown = for_readers(table, language, names)
    title = for_readers(answer.tables[0], language, names).caption
    places = {column.name: index for index, column in enumerate(table.columns)}
    across, up = places[chosen.across], places[chosen.up]
    series: dict[str, list[tuple[Cell, float]]] = {}
    for row, words in zip(table.rows, shown.rows, strict=True):
        height = _number(row[up])
        if height is not None and (not chosen.only or chosen.only in row):
            name = ", ".join(_name(cell_text(words[places[key]])) for key in _NAMES if key in places)
            series.setdefault(name, []).append((words[across], height))
    if not series:
        raise _nothing(answer)
    measured = chosen.only or shown.columns[up].heading
    is_percent = any(_is_percent(row[up]) for row in table.rows)
    axis = f"{measured}, %" if is_percent else measured
    if answer.name in _BARS:
        return bars(title, axis, ((cell_text(label), height) for label, height in series[""]))
    if answer.name in _UNNAMED and len(series) == 1:
        title = f"{title}: {_name(answer.value('bet'))}"
    return lines(title, translate(_("cards unseen"), language), axis, series)


def _of_session(answer: Answer, tables: dict[str, Table], language: str, names: str) -> Plot:
    """The distribution of the net win, in the unit of the stakes."""
    results = next((tables[key] for key in ("numerators", "probability") if key in tables), None)
    if results is None:
        raise _nothing(answer)
    unit = Fraction(cell_text(answer.value("unit")))
    masses = [(int(cell_text(result)) * unit, _mass(mass)) for result, mass in results.rows]
    quantiles = for_readers(tables["quantiles"], language, names)
    title = f"{for_readers(answer.tables[0], language, names).caption}: {', '.join(map(_name, answer.value('bets')))}"
    marked = {cell_text(share): cell_text(result) for share, result in quantiles.rows}
    probability, win = (column.heading for column in quantiles.columns)
    return distribution(title, win, f"{probability}, %", masses, marked)


def _nothing(answer: Answer) -> ExactError:
    return ExactError("plot", f"exact {answer.name}", "has an answer with nothing to draw")


def _mass(cell: Cell) -> Fraction:
    """A number of ways, or the middle between two bounds of a probability."""
    return sum(map(Fraction, cell), Fraction(0)) / 2 if isinstance(cell, Between) else Fraction(cell_text(cell))


def _is_percent(cell: Cell) -> bool:
    return cell.percent if isinstance(cell, Rounded) else isinstance(cell, str) and cell.endswith("%")


def _number(cell: Cell) -> float | None:
    """The number in a cell, in percent where readers see it so; `None` for an empty cell."""
    if isinstance(cell, Rounded):
        return float(cell.value) * (100 if cell.percent else 1)
    return None if cell is None else float(cell_text(cell).removesuffix("%"))


def _name(name: str) -> str:
    """The id of a bet as a name: ``Dragon 7`` for ``dragon-7``."""
    return name[:1].upper() + name[1:].replace("-", " ").replace("_", " ")
