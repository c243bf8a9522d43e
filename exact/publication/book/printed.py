"""The tables as the book prints them: bets by their titles, each with its entry in the index of bets."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

from exact.answers.table import Cell, Table
from exact.answers.text import Text
from exact.bets.catalogue import catalogue
from exact.publication.publish import shown_table, table_of
from exact.report.languages import ENGLISH
from exact.report.latex import escape, render_latex
from exact.report.translation import translate

_BET_COLUMNS = {"bet", "best_of_layout"}
"""The names of the columns with ids of bets."""
_WIDTH, _WIDEST = 5.3, 36
"""The width in cm at which a title wraps, and the most characters that need no wrapping."""


def printed_table(table_id: str, language: str) -> str:
    """The LaTeX of a table of the catalogue for the book."""
    shown, columns = shown_table(table_id, language), table_of(table_id).columns
    bets = {index for index, column in enumerate(columns) if column.name in _BET_COLUMNS}
    return render_latex(_with_titles(shown, bets), _index_entries(language) if bets else {})


@cache
def bet_titles(language: str = ENGLISH) -> dict[str, str]:
    """The title of each bet by its id: what stands before the colon, or all of it if several bets share that."""
    whole = {name: translate(Text(bet.title), language) for name, bet in catalogue().items()}
    short = {name: re.sub(r" \([^)]*\)$", "", title.partition(":")[0]) for name, title in whole.items()}
    shared = Counter(short.values())
    titles = {name: title if shared[title] == 1 else whole[name] for name, title in short.items()}
    return {name: title[0].upper() + title[1:] for name, title in titles.items()}


def _label(bet: str, pay_table: str, language: str) -> str:
    """A bet's title, and in parentheses the name of its pay table where it has several."""
    title = bet_titles(language)[bet]
    return f"{title} ({pay_table})" if pay_table else title


def _with_titles(table: Table, bets: set[int]) -> Table:
    def titled(cell: Cell) -> Cell:
        bet, _colon, pay_table = cell.partition(":") if isinstance(cell, str) else ("", "", "")
        return _label(bet, pay_table, table.language) if bet in catalogue() else cell

    rows = [tuple(titled(cell) if index in bets else cell for index, cell in enumerate(row)) for row in table.rows]
    columns = list(table.columns)
    for index in bets:
        if max(len(str(row[index] or "")) for row in rows) > _WIDEST:
            columns[index] = columns[index]._replace(wrap_cm=_WIDTH)
    return table._replace(rows=rows, columns=tuple(columns))


def _index_entries(language: str) -> dict[str, str]:
    """What LaTeX has behind each label of a bet: its entry in the index, which also has the id that commands take."""
    entries: dict[str, str] = {}
    for name, bet in catalogue().items():
        title = bet_titles(language)[name]
        key = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
        entry = rf"\index{{{_quoted(key)}@{_quoted(escape(title))} (\texttt{{{escape(name)}}})}}"
        entries |= {_label(name, pay_table, language): entry for pay_table in ("", *bet.pay_tables)}
    return entries


def _quoted(text: str) -> str:
    """The text with the characters quoted that mean something to makeindex."""
    return re.sub('([!@|"])', r'"\1', text)
