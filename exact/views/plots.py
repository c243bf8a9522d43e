"""The picture of an answer: ``--plot`` of the commands whose answers a picture tells better than a table."""

import re
from fractions import Fraction
from typing import NamedTuple

from exact.answers.plots import Plot, bars, distribution, grid, lines
from exact.answers.table import Answer, Between, Cell, Rounded, Table, cell_text, with_texts
from exact.answers.text import ENGLISH, _
from exact.errors import ExactError
from exact.report.render import for_readers
from exact.report.translation import translate, translated
from exact.views.asked_words import bet_titles, capital


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
_ID = re.compile(r"[a-z]\w*(?:-\w+)+:?")  # of a bet, and the mark before its pay table


def plot_of(answer: Answer, language: str, names: str) -> Plot:
    """The picture of an answer; raises `ExactError` for one that has nothing to draw, and without matplotlib."""
    tables = {table.id: table for table in answer.tables if table.rows}
    chosen = (_BARS | _LINES).get(answer.name)
    results = tables.get("numerators") or tables.get("probability")
    if answer.name == "session" and "quantiles" in tables and results:
        return _of_session(answer, results, tables["quantiles"], language, names)
    if answer.name == "joint" and "percent" in tables:
        shown = _with_names(tables["percent"], language, names)
        rows = {cell_text(label): [_number(cell) or 0.0 for cell in cells] for label, *cells in shown.rows}
        assert shown.axes
        down, across = map(capital, shown.axes)
        return grid(shown.caption, (down, across), [column.heading for column in shown.columns[1:]], rows)
    if chosen is None or chosen.table not in tables:
        raise _nothing(answer)
    return _of_table(answer, chosen, tables[chosen.table], language, names)


def _of_table(answer: Answer, chosen: Drawn, table: Table, language: str, names: str) -> Plot:
    shown = _with_names(table, language, names)
    places = {column.name: index for index, column in enumerate(table.columns)}
    across, up = places[chosen.across], places[chosen.up]
    series: dict[str, list[tuple[Cell, float]]] = {}
    for row, words in zip(table.rows, shown.rows, strict=True):
        height = _number(row[up])
        if height is not None and (not chosen.only or chosen.only in row):
            name = ", ".join(capital(cell_text(words[places[key]])) for key in _NAMES if key in places)
            series.setdefault(name, []).append((words[across], height))
    if not series:
        raise _nothing(answer)
    measured = chosen.only or shown.columns[up].heading
    axis = measured + ", %" * any(cell_text(row[up]).endswith("%") for row in table.rows)
    unnamed = [answer.value("bet")] if answer.name in _UNNAMED and len(series) == 1 else []
    title = _title(answer, language, names, *unnamed)
    if answer.name in _BARS:
        return bars(title, axis, ((cell_text(label), height) for label, height in series[""]))
    return lines(title, translate(_("cards unseen"), language), axis, series)


def _of_session(answer: Answer, results: Table, quantiles: Table, language: str, names: str) -> Plot:
    """The distribution of the net win, in the unit of the stakes."""
    unit = Fraction(cell_text(answer.value("unit")))
    masses = [(int(cell_text(result)) * unit, _mass(mass)) for result, mass in results.rows]
    shown = for_readers(quantiles, language, names)
    title = _title(answer, language, names, *answer.value("bets"))
    marked = {cell_text(share): cell_text(result) for share, result in shown.rows}
    probability, win = (column.heading for column in shown.columns)
    return distribution(title, win, f"{probability}, %", masses, marked)


def _title(answer: Answer, language: str, names: str, *bets: str) -> str:
    """The caption of the answer, and the bets that it leaves out."""
    said = (answer.tables[0].caption, *bets)
    caption, *left = (_with_names(Table("", text, (), []), language, names).caption for text in said)
    return ": ".join(filter(None, (caption, ", ".join(map(capital, left)))))


def _with_names(table: Table, language: str, names: str) -> Table:
    """The table for readers, with the names of bets in place of their ids."""
    titles = {f"{bet}{end}": title + " " * len(end) for bet, title in bet_titles(language).items() for end in ("", ":")}
    named = with_texts(translated(table, language), lambda text: _ID.sub(lambda id_: titles.get(id_[0], id_[0]), text))
    return for_readers(named, ENGLISH, names)


def _nothing(answer: Answer) -> ExactError:
    return ExactError("plot", f"exact {answer.name}", "has an answer with nothing to draw")


def _mass(cell: Cell) -> Fraction:
    """A number of ways, or the middle between two bounds of a probability."""
    return sum(map(Fraction, cell), Fraction(0)) / 2 if isinstance(cell, Between) else Fraction(cell_text(cell))


def _number(cell: Cell) -> float | None:
    """The number in a cell, in percent where readers see it so; `None` for an empty cell."""
    if isinstance(cell, Rounded):
        return float(cell.value) * (100 if cell.percent else 1)
    return None if cell is None else float(cell_text(cell).removesuffix("%"))
