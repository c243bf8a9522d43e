"""Answers, tables, shoes, bets and distributions as a notebook shows them: HTML, Markdown, and some as mathematics.

MathJax typesets what a notebook calls LaTeX. It has arrays and fractions, but no floats, rules or pages: only answers and
distributions are shown that way, as arrays, and no reference table.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial, singledispatch
from html import escape

from exact.analysis.joint import Joint
from exact.analysis.odds import Distribution, Odds
from exact.answers.answer import Answer
from exact.answers.table import Cell, Column, Rounded, Table, is_numeric, shares_of_largest, shown_rows
from exact.arithmetic import decimal_text, number_text, root_text
from exact.bets.bet import INLINE, Bet
from exact.errors import ExactError
from exact.game.cards import RANKS, SUIT_NAMES, Granularity, class_names
from exact.game.shoe import Shoe
from exact.report.answer_tables import tables_of
from exact.report.markdown import render_markdown
from exact.report.svg import shade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DIGITS = 9
_OTHERWISE = "every other coup"
_AS_MATHEMATICS = {Answer, Odds, Distribution}
_MATHEMATICS = re.compile(r"[\\{}$&#_%^~]")


def show_in(display: Any) -> None:
    """Tell IPython's ``display`` formatter how to show an answer, and each kind of object that `table_of` knows."""
    for kind in (table_of.registry.keys() | {Answer}) - {object}:
        styles = ("html", "markdown", "latex") if kind in _AS_MATHEMATICS else ("html", "markdown")
        for style in styles:
            display.formatters[f"text/{style}"].for_type(kind, partial(representation, style=style))


def representation(shown: object, style: str) -> str:
    """``shown`` as ``html``, ``markdown`` or ``latex``; an answer, or one of the kinds that `table_of` knows."""
    render = {"html": render_html, "markdown": render_markdown, "latex": render_mathematics}[style]
    if not isinstance(shown, Answer):
        return render(table_of(shown))
    tables = tables_of(shown)
    if style == "latex":  # an array has neither caption nor notes, and the notes say what an answer assumes
        texts = [
            [_lines((table.caption,)), render(table) if table.rows else "", _lines(table.notes)] for table in tables
        ]
        return "\n".join(text for of_table in texts for text in of_table if text)
    return "\n".join(map(render, tables))


@singledispatch
def table_of(shown: object) -> Table:
    """The table that a notebook shows for a table, a shoe, a bet, the odds, a distribution or a joint distribution."""
    raise ExactError("shown", type(shown).__name__, "is not shown as a table")


@table_of.register
def _(shown: Table) -> Table:
    return shown


@table_of.register
def _(shown: Shoe) -> Table:
    caption = f"A shoe of {shown.cards} cards, described by {shown.granularity.text}"
    if shown.granularity != Granularity.CARDS:
        columns = tuple(map(Column, class_names(shown.granularity)))
        return Table("shoe", caption, columns, [shown.counts])
    rows: list[tuple[Cell, ...]] = [
        (name, *shown.counts[index :: len(SUIT_NAMES)]) for index, name in enumerate(SUIT_NAMES)
    ]
    return Table("shoe", caption, (Column("suit"), *map(Column, RANKS)), rows)


@table_of.register
def _(shown: Bet) -> Table:
    conditions = [condition.text for condition in shown.classification.conditions]
    conditions += [_OTHERWISE] * (len(shown.categories) - len(conditions))
    heads = ["pays" if name == INLINE else f"pays, {name}" for name in shown.pay_tables]
    rows: list[tuple[Cell, ...]] = [
        (category, conditions[index], *(number_text(payoffs[index]) for payoffs in shown.pay_tables.values()))
        for index, category in enumerate(shown.categories)
    ]
    notes = ("Payoffs are net wins per unit staked.", *([shown.note] if shown.note else []))
    columns = tuple(map(Column, ("category", "condition", *heads)))
    return Table(shown.name, shown.title or shown.name, columns, rows, notes)


@table_of.register
def _(shown: Odds) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (outcome.value, count, shown.probability(outcome), Rounded(shown.probability(outcome), DIGITS))
        for outcome, count in shown.counts.items()
    ]
    columns = tuple(map(Column, ("outcome", "count", "fraction", "probability")))
    return Table("odds", "Outcomes of the next coup", columns, rows, (f"Counts are out of {shown.deals} deals.",))


@table_of.register
def _(shown: Distribution) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            *(category, shown.counts[index], shown.probability(index), Rounded(shown.probability(index), DIGITS)),
            *(number_text(shown.payoffs[index]), Rounded(shown.contribution(index), DIGITS)),
        )
        for index, category in enumerate(shown.categories)
    ]
    columns = tuple(map(Column, ("category", "count", "fraction", "probability", "pays", "contribution")))
    deviation = root_text(shown.variance, DIGITS)
    notes = (
        f"Counts are out of {shown.deals} deals.",
        f"House edge {decimal_text(shown.house_edge, DIGITS)}, standard deviation {deviation}, per unit staked.",
    )
    return Table("distribution", "What the bet pays on the next coup", columns, rows, notes)


@table_of.register
def _(shown: Joint) -> Table:
    labels, across = shown.labels()
    rows: list[tuple[Cell, ...]] = [
        (str(row), *(Rounded(shown.probability(row, column), DIGITS) for column in across)) for row in labels
    ]
    caption = f"{shown.first.text} (down) and {shown.second.text} (across): probabilities"
    columns = (Column(""), *(Column(str(label)) for label in across))
    axes = (shown.first.text, shown.second.text)
    return Table("joint", caption, columns, rows, (f"Counts are out of {shown.deals} deals.",), axes=axes)


def render_html(table: Table) -> str:
    """The table as HTML, with its caption above and its notes below; a table with axes is shaded as in its picture."""
    right = [is_numeric(table, index) for index in range(len(table.columns))]
    sides = ["right" if number else "left" for number in right]
    heads = "".join(
        f'<th scope="col" style="text-align: {side}">{escape(column.heading)}</th>'
        for column, side in zip(table.columns, sides, strict=True)
    )
    shades = _shades(table)
    body = "".join(
        f"<tr>{''.join(_html_cell(*cell) for cell in zip(row, sides, colours, strict=True))}</tr>\n"
        for row, colours in zip(shown_rows(table), shades, strict=True)
    )
    notes = "".join(map(_html_note, table.notes))
    caption = f'<caption style="text-align: left; font-weight: bold">{escape(table.caption)}</caption>'
    grid = f"<table>\n{caption}\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
    return f'<div lang="{escape(table.language)}">\n{grid if table.columns else ""}{notes}</div>\n'


def _html_note(note: str) -> str:
    """A note; one of several lines, such as an entry of BibTeX, keeps them."""
    tag = "pre" if "\n" in note else "p"
    return f"<{tag}>{escape(note)}</{tag}>\n"


def _shades(table: Table) -> list[list[str]]:
    """The colours of each cell as CSS; empty for a table without axes."""
    if table.axes is None:
        return [[""] * len(table.columns) for _ in table.rows]
    shaded = [[shade(share) for share in shares] for shares in shares_of_largest(table)]
    return [
        ["", *(f"; background: #{colour}; color: {'white' if dark else 'black'}" for colour, dark in row)]
        for row in shaded
    ]


def _html_cell(text: str, side: str, colours: str) -> str:
    return f'<td style="text-align: {side}{colours}">{escape(text)}</td>'


def render_mathematics(table: Table) -> str:
    """The table as an array for MathJax: fractions as fractions, without caption, notes, rules or page breaks."""
    kinds = "".join("r" if is_numeric(table, index) else "l" for index in range(len(table.columns)))
    heads = " & ".join(_text(column.heading) for column in table.columns)
    texts = shown_rows(table)
    lines = [
        " & ".join(_mathematics(cell, text) for cell, text in zip(row, shown, strict=True))
        for row, shown in zip(table.rows, texts, strict=True)
    ]
    rows = "".join(f"{line} \\\\\n" for line in [heads, r"\hline " + lines[0], *lines[1:]])
    return f"$$\n\\begin{{array}}{{{kinds}}}\n{rows}\\end{{array}}\n$$"


def _mathematics(cell: Cell, text: str) -> str:
    if isinstance(cell, Fraction):
        return rf"\frac{{{cell.numerator}}}{{{cell.denominator}}}"
    is_number = isinstance(cell, int | float | Rounded) and not isinstance(cell, bool)
    return text.replace(" %", r"\,\%") if is_number else _text(text)


def _lines(texts: tuple[str, ...]) -> str:
    """Texts as mathematics, one below the other; nothing for none."""
    return "\n".join(f"$$\n{_text(text)}\n$$" for text in texts if text)


def _text(text: str) -> str:
    r"""``text`` inside ``\text``, with the characters of commands replaced by blanks."""
    return rf"\text{{{_MATHEMATICS.sub(' ', text)}}}"
