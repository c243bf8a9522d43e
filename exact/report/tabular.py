"""A table for a paper: a booktabs `tabular` that fits a column of text or a float, with groups of columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from exact.answers.table import Column, Table
from exact.report.latex import escape, render_latex
from exact.report.shown import is_numeric, shown_rows

_COLUMN_WIDTH = 58
"""About how many characters in footnote size stand beside each other in one column of a page with two."""


def render_for_paper(table: Table) -> str:
    """The table as a `tabular` with its notes below, in a float, over both columns if it is wide; or a `longtable`."""
    made = table.tabular
    if made is None or made.long or not table.columns:
        return render_latex(table)
    numeric = [is_numeric(table, index) for index in range(len(table.columns))]
    grid = [
        rf"\begin{{tabular}}{{@{{}}{''.join(_kinds(table, numeric, made.siunitx))}@{{}}}}",
        r"\toprule",
        *_heads(table.columns, numeric, made.siunitx),
        r"\midrule",
        *(" & ".join(_cells(row, numeric, made.siunitx)) + r" \\" for row in shown_rows(table)),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    notes = r"\par ".join(escape(note) for note in table.notes)
    below = [rf"\par\smallskip\parbox{{\linewidth}}{{\raggedright {notes}}}"] if notes else []
    lines = [r"\footnotesize\setlength{\tabcolsep}{4pt}", *grid, *below]
    if made.floating:
        cells = zip(map(_own_heading, table.columns), *shown_rows(table), strict=True)
        width = sum(max(map(len, column)) + 2 for column in cells) - 2  # two for the space between columns
        environment = "table*" if width > _COLUMN_WIDTH else "table"
        label = rf"\label{{{made.label}}}" if made.label else ""
        head = [rf"\begin{{{environment}}}[tbp]", r"\centering", rf"\caption{{{escape(table.caption)}}}{label}"]
        lines = [*head, *lines, rf"\end{{{environment}}}"]
    packages = "booktabs, siunitx" if made.siunitx else "booktabs"
    return "\n".join((f"% needs the packages {packages}", *(lines if made.floating else ["{", *lines, "}"]))) + "\n"


def _own_heading(column: Column) -> str:
    return column.heading.removeprefix("".join(f"{heading}, " for heading in column.above))


def _kinds(table: Table, numeric: list[bool], siunitx: bool) -> Iterator[str]:
    for index, column in enumerate(zip(*shown_rows(table), strict=True)):
        if not numeric[index]:
            yield "l"
        elif siunitx:
            parts = [text.replace(" %", "").partition(".") for text in column if text != "–"]
            whole, decimals = (max(len(part[side].lstrip("-")) for part in parts) for side in (0, 2))
            sign = "-" if any(part[0].startswith("-") for part in parts) else ""
            yield f"S[table-format={sign}{whole}.{decimals}]"
        else:
            yield "r"


def _heads(columns: tuple[Column, ...], numeric: list[bool], siunitx: bool) -> Iterator[str]:
    """The headings of groups, the widest first, each over a rule; then those of the columns."""
    for level in range(max((len(column.above) for column in columns), default=0)):
        cells, rules, place = [], [], 1
        for above, group in groupby(columns, key=lambda column: column.above[: level + 1]):
            size = len(list(group))
            cells.append(rf"\multicolumn{{{size}}}{{c}}{{{escape(above[level])}}}" if above else " & " * (size - 1))
            rules += [rf"\cmidrule(lr){{{place}-{place + size - 1}}}"] if above else []
            place += size
        yield " & ".join(cells) + r" \\ " + "".join(rules)
    own = [escape(_own_heading(column)) for column in columns]
    # siunitx would take the letters of a heading for a number
    yield (
        " & ".join(f"{{{text}}}" if number and siunitx else text for text, number in zip(own, numeric, strict=True))
        + r" \\"
    )


def _cells(row: list[str], numeric: list[bool], siunitx: bool) -> Iterator[str]:
    for text, number in zip(row, numeric, strict=True):
        if number and siunitx:
            yield text.replace(" %", "") if text != "–" else "{–}"
        else:
            yield f"$-${escape(text[1:])}" if number and text.startswith("-") else escape(text)
