"""Answers and tables as a notebook shows them: HTML, Markdown, and mathematics.

MathJax typesets what a notebook calls LaTeX. It has arrays and fractions, but no floats, rules or pages: only answers and
distributions are shown that way, as arrays, and no reference table. What else a notebook shows is made a table by
`exact.library.notebook`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape

from exact.answers.answer import Answer
from exact.answers.table import Cell, Rounded, Table, is_numeric, shares_of_largest, shown_rows
from exact.report.markdown import render_markdown
from exact.report.render import tables_of
from exact.report.svg import shade

_MATHEMATICS = re.compile(r"[\\{}$&#_%^~]")


def representation(shown: Answer | Table, style: str) -> str:
    """An answer or a table as ``html``, ``markdown`` or ``latex``."""
    render = {"html": render_html, "markdown": render_markdown, "latex": render_mathematics}[style]
    if isinstance(shown, Table):
        return render(shown)
    tables = tables_of(shown)
    if style == "latex":  # an array has neither caption nor notes, and the notes say what an answer assumes
        texts = [
            [_lines((table.caption,)), render(table) if table.rows else "", _lines(table.notes)] for table in tables
        ]
        return "\n".join(text for of_table in texts for text in of_table if text)
    return "\n".join(map(render, tables))


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
