"""What a notebook shows of every value: the table that stands for it, in HTML, Markdown or mathematics.

MathJax typesets what a notebook calls LaTeX: answers, prices and distributions, as arrays without floats and pages.
"""

import re
from fractions import Fraction
from functools import singledispatch
from html import escape

from exact.answers.table import Answer, Cell, Table, columns_of
from exact.arithmetic import number_text
from exact.bets.bet import INLINE, Bet
from exact.errors import ExactError
from exact.game import RANKS, SUIT_NAMES, Granularity, class_names
from exact.game.shoe import Shoe
from exact.library.results import Joint, Odds, Price
from exact.questions.figure import Figure
from exact.report.latex import in_mathematics
from exact.report.markdown import render_markdown
from exact.report.render import IN_NUMBERS, is_numeric, merged_rows, shares_of_largest, shown_rows, tables_of
from exact.report.svg import shade
from exact.rules import NO_THIRD, Rules
from exact.views.asked import Figures

_MATHEMATICS = re.compile(r"[\\{}$&#_%^~]")


def representation(shown: object, style: str) -> str:
    """``shown`` as ``html``, ``markdown`` or ``latex``; an answer, or one of the kinds that `table_of` knows."""
    shown = shown.to_answer() if isinstance(shown, Price | Odds | Joint) else shown
    render = {"html": render_html, "markdown": render_markdown, "latex": render_mathematics}[style]
    if not isinstance(shown, Answer):
        return render(table_of(shown))
    if style != "latex":
        return "\n".join(map(render, tables_of(shown)))
    texts: list[str] = []  # an array has neither caption nor notes, and the notes say what an answer assumes
    for table in tables_of(shown):
        texts += [_lines(table.caption), render(table) if table.rows else "", _lines(*table.notes)]
    return "\n".join(text for text in texts if text)


@singledispatch
def table_of(shown: object) -> Table:
    """The table that a notebook shows for a value; raises `ExactError` for what is not shown as one."""
    raise ExactError("shown", type(shown).__name__, "is not shown as a table")


@table_of.register
def _(shown: Table) -> Table:
    return shown


@table_of.register
def _(shown: Figures) -> Table:
    return shown.to_table()


@table_of.register
def _(shown: Figure) -> Table:
    notes = tuple(f"Assumed: {text}" for text in shown.assumed)
    return Table("figure", shown.question, columns_of("figure", "exact value"), [(shown.text, shown.value_text)], notes)


@table_of.register
def _(shown: Shoe) -> Table:
    caption = f"A shoe of {shown.cards} cards, described by {shown.granularity.text}"
    if shown.granularity != Granularity.CARDS:
        return Table("shoe", caption, columns_of(*class_names(shown.granularity)), [shown.counts])
    suits = enumerate(SUIT_NAMES)
    rows: list[tuple[Cell, ...]] = [(name, *shown.counts[index :: len(SUIT_NAMES)]) for index, name in suits]
    return Table("shoe", caption, columns_of("suit", *RANKS), rows)


@table_of.register
def _(shown: Bet) -> Table:
    conditions = [condition.text for condition in shown.classification.conditions]
    conditions += ["every other coup"] * (len(shown.categories) - len(conditions))
    heads = ["pays" if name == INLINE else f"pays, {name}" for name in shown.pay_tables]
    payoffs = zip(*([number_text(pays) for pays in table] for table in shown.pay_tables.values()), strict=True)
    rows = [(*names, *paid) for *names, paid in zip(shown.categories, conditions, payoffs, strict=True)]
    notes = ("Payoffs are net wins per unit staked.", *([shown.note] if shown.note else []))
    return Table(shown.name, shown.title or shown.name, columns_of("category", "condition", *heads), rows, notes)


@table_of.register
def _(shown: Rules) -> Table:
    columns = columns_of("banco", *map(str, range(NO_THIRD)), "none")
    rows: list[tuple[Cell, ...]] = [(total, *row) for total, row in enumerate(shown.tableau.matrix)]
    draws = ", ".join(str(total) for total in range(8) if shown.tableau.punto_draws(total))
    payoffs = ", ".join(f"{bet} {number_text(payoff)} to 1" for bet, payoff in shown.payoffs.items())
    commission = f"commission {number_text(shown.commission * 100)} % of banco's winnings"
    notes = (
        "D draws, S stands: banco's total down, punto's third card across.",
        f"Punto draws on {draws or 'no total'}.",
        f"Payoffs: {payoffs}; {commission}; on a tie, punto and banco {shown.ties}.",
        *(f"Assumed (the document is silent): {assumption}" for assumption in shown.assumed),
    )
    return Table("rules", f"Rules {shown.id}", columns, rows, notes)


def render_html(table: Table) -> str:
    """The table as HTML, with its caption above and its notes below; a table with axes is shaded as in its picture."""
    sides = ["right" if is_numeric(table, index) else "left" for index in range(len(table.columns))]
    heads = "".join(
        f'<th scope="col" style="text-align: {side}">{escape(column.heading)}</th>'
        for column, side in zip(table.columns, sides, strict=True)
    )
    shares: list[list[Fraction | None]] = [[None] * len(sides) for _row in table.rows]
    if table.axes:
        shares = [[None, *of_row] for of_row in shares_of_largest(table)]
    body = "".join(
        f"<tr>{''.join(map(_html_cell, row, sides, of_row))}</tr>\n"
        for row, of_row in zip(merged_rows(table), shares, strict=True)
    )
    tags = ("pre" if "\n" in note else "p" for note in table.notes)  # an entry of BibTeX keeps its lines
    notes = "".join(f"<{tag}>{escape(note)}</{tag}>\n" for tag, note in zip(tags, table.notes, strict=True))
    caption = f'<caption style="text-align: left; font-weight: bold">{escape(table.caption)}</caption>'
    grid = f"<table>\n{caption}\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
    return f'<div lang="{escape(table.language)}">\n{grid if table.columns else ""}{notes}</div>\n'


def _html_cell(text: str, side: str, share: Fraction | None) -> str:
    style = f"text-align: {side}"
    if share is not None:
        colour, dark = shade(share)
        style += f"; background: #{colour}; color: {'white' if dark else 'black'}"
    return f'<td style="{style}">{escape(text)}</td>'


def render_mathematics(table: Table) -> str:
    """The table as an array for MathJax: fractions as fractions, without caption, notes, rules or page breaks."""
    kinds = "".join("r" if is_numeric(table, index) else "l" for index in range(len(table.columns)))
    heads = " & ".join(_text(column.heading) for column in table.columns)
    first, *others = (
        " & ".join(map(_mathematics, row, texts)) for row, texts in zip(table.rows, shown_rows(table), strict=True)
    )
    lines = "".join(f"{line} \\\\\n" for line in (heads, rf"\hline {first}", *others))
    return f"$$\n\\begin{{array}}{{{kinds}}}\n{lines}\\end{{array}}\n$$"


def _mathematics(cell: Cell, text: str) -> str:
    if isinstance(cell, Fraction):
        return r"\frac{{{}}}{{{}}}".format(*in_mathematics(text).split("/"))
    return in_mathematics(text) if IN_NUMBERS.fullmatch(text) else _text(text)


def _lines(*texts: str) -> str:
    return "\n".join(f"$$\n{_text(text)}\n$$" for text in texts if text)


def _text(text: str) -> str:
    r"""``text`` inside ``\text``, with the characters of commands replaced by blanks, percent signs between."""
    parts = r"\%".join(rf"\text{{{_MATHEMATICS.sub(' ', part)}}}" for part in text.split("%"))
    return parts.replace(r" }\%", r"}\,\%").removesuffix(r"\text{}")
