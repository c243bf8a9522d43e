"""A reference table as people read it, so that it stands alone: titles for ids, edges in percent, a foot line."""

import re
from collections.abc import Callable
from functools import cache

from exact.answers.table import Cell, Rounded, Table, is_decimal, with_texts
from exact.answers.text import ENGLISH, Text, _, joined, with_minus
from exact.bets.catalogue import catalogue
from exact.publication.catalogue import table_of
from exact.publication.citation import PROGRAM
from exact.questions.subjects import OUTCOMES
from exact.records import replace
from exact.report.document import fitted
from exact.report.render import for_readers, is_numeric, rounding
from exact.rules import rules_named
from exact.rules.documents import rulebooks
from exact.version import __version__
from exact.views.asked_words import bet_titles, capital
from exact.views.layout import without_sign
from exact.views.next_coup import payoffs_text, rules_text

_BET_COLUMNS = {"bet", "best of layout"}  # the columns with ids of bets, by their names in CSV
_EDGE = re.compile(r"\bedge\b(?!.*%)")  # a column of edges, by its name in CSV
_HOUSE_EDGE = re.compile("house edge(?!.* over )")  # a question that asks for an edge, not for a quotient
_PORTRAIT, _LANDSCAPE = 455, 650  # points between margins of 25 mm: of A4 upright, of letter turned


def shown_table(table_id: str, language: str = ENGLISH, part: Callable[[Table], Table] | None = None) -> Table:
    """A table of the catalogue, or a part, in a language of readers, no wider in LaTeX than a page of A4 or letter."""
    table = part(table_of(table_id)) if part else table_of(table_id)
    titled = _with_titles(_in_percent(table), language)
    shown = for_readers(replace(titled, notes=(*table.notes, foot(table))), language)
    with_signs = with_texts(shown, lambda text: text if is_decimal(text) else with_minus(text))
    return fitted(with_signs, _LANDSCAPE if table.landscape else _PORTRAIT)


def foot(table: Table) -> Text:
    """The last note of every table: decks, rules, payoffs, unit, rounding, id and version, in this order."""
    decks, rules = table.parameters.get("decks"), table.rulebook
    listed = ", ".join(map(str, decks)) if isinstance(decks, list) else str(decks).replace("-", "–")
    numeric = (is_numeric(table, index) for index in range(len(table.columns)))
    payoffs = [payoffs_text(rules_named(rules))] if rules in ("standard", *rulebooks()) else []
    parts = [
        *([_("Decks: {decks}.", decks=listed)] if decks else []),
        rules_text(rules, *payoffs),
        *([_("Side bets: payoffs as in the table bet-categories-8-decks.")] if has_bets(table) else []),
        *([_unit(table), rounding(table)] if any(numeric) else []),
        _("Table {id} of {program} {version}.", id=table.id, program=PROGRAM, version=__version__),
    ]
    return joined(" ", parts)


def _unit(table: Table) -> Text:
    if _is_of_edges(table):
        return _("Unit: percent.")
    if any(_edges(table)):
        return _("Unit: percent in columns headed %, elsewhere 1.")
    return _("Unit: 1, unless the caption, a heading or a note has another.")


def _is_of_edges(table: Table) -> bool:
    """Whether it has no decimals but edges, so that no heading needs a percent sign."""
    cells = zip(*table.rows, strict=True)
    decimals = [any(isinstance(cell, Rounded) for cell in column) for column in cells]
    return any(decimals) and decimals == _edges(table)


def _edges(table: Table) -> list[bool]:
    """Whether each column holds edges, by its name or by the questions of all its figures."""
    asked: dict[str, list[str]] = {}
    for _row, name, question, *_others in table.figures:
        asked.setdefault(name, []).append(question)
    names = [column.csv_name for column in table.columns]
    edges = [bool(_EDGE.search(name)) or all(map(_HOUSE_EDGE.match, asked.get(name, [""]))) for name in names]
    cells = zip(*table.rows, strict=True)
    return [edge and any(isinstance(cell, Rounded) for cell in of) for edge, of in zip(edges, cells, strict=True)]


def _in_percent(table: Table) -> Table:
    """The table with its edges in percent, which the headings say."""
    edges = _edges(table)

    def shown(cell: Cell, edge: bool) -> Cell:
        return without_sign(cell._replace(percent=True)) if edge and isinstance(cell, Rounded) else cell

    rows = [tuple(map(shown, row, edges)) for row in table.rows]
    headed = [False] * len(edges) if _is_of_edges(table) else edges
    columns = tuple(
        replace(column, heading=_("{heading}, %", heading=column.heading)) if percent else column
        for column, percent in zip(table.columns, headed, strict=True)
    )
    return replace(table, columns=columns, rows=rows)


def has_bets(table: Table) -> bool:
    """Whether a column has ids of bets."""
    return any(column.csv_name in _BET_COLUMNS for column in table.columns)


@cache
def titles(language: str) -> dict[str, str]:
    """What people call each bet, and each with a pay table, by the ids that tables have."""
    named = {name: capital(title) for name, title in bet_titles(language).items() if name in catalogue()}
    return named | {
        f"{name}:{pays}": f"{title} ({pays})" for name, title in named.items() for pays in catalogue()[name].pay_tables
    }


def _with_titles(table: Table, language: str) -> Table:
    """The table with the titles of bets in place of their ids, in cells and in headings."""
    named = titles(language)
    bets = [column.csv_name in _BET_COLUMNS for column in table.columns]

    def titled(cell: Cell, is_bet: bool) -> Cell:
        return named.get(cell, cell) if is_bet and isinstance(cell, str) else cell

    rows = [tuple(map(titled, row, bets)) for row in table.rows]
    headed = {name: title for name, title in named.items() if name not in OUTCOMES}
    columns = tuple(replace(column, heading=headed.get(column.heading, column.heading)) for column in table.columns)
    return replace(table, rows=rows, columns=columns)
