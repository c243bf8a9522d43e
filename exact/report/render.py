"""An answer, or a table, in the style that was asked for; each renderer is imported only when it is needed."""

from __future__ import annotations

from exact.answers.answer import Answer
from exact.answers.table import Table
from exact.report.answer_tables import tables_of
from exact.report.text import render_text

OWN_NAMES, ENGLISH_NAMES = NAMES = ("punto-banco", "player-banker")
"""What readers see the two sides called."""


def render_answer(answer: Answer, style: str, language: str = "en", names: str = OWN_NAMES) -> str:
    """``answer`` as ``markdown``, ``latex``, ``csv`` or ``json``; the last two, for programs, have one language and names."""
    if style == "json":
        from exact.report.data import render_json

        return render_json(answer)
    if style == "csv":
        from exact.report.data import render_csv

        return render_csv(answer)
    tables = "\n".join(render(for_readers(table, language, names), style) for table in tables_of(answer))
    version, rules, inputs = answer.provenance
    origin = f"exact-baccarat {version}; {f'rules {rules}; ' if rules else ''}inputs sha256:{inputs}"
    return f"{tables}\n<!-- {origin.replace('--', '- -')} -->\n" if style == "markdown" else f"{tables}% {origin}\n"


def for_readers(table: Table, language: str, names: str = OWN_NAMES) -> Table:
    """``table`` in ``language``, or in English with Player, Banker and Tie; nothing is imported for neither."""
    if language != "en":
        from exact.report.translation import translated

        return translated(table, language)
    if names == OWN_NAMES:
        return table
    from exact.names import renamed

    return table._replace(
        caption=renamed(table.caption),
        columns=tuple(column._replace(heading=renamed(column.heading)) for column in table.columns),
        rows=[tuple(renamed(cell) if isinstance(cell, str) else cell for cell in row) for row in table.rows],
        notes=tuple(map(renamed, table.notes)),
        axes=table.axes and (renamed(table.axes[0]), renamed(table.axes[1])),
    )


def render(table: Table, style: str) -> str:
    """``table`` as ``text``, ``markdown`` or ``latex``."""
    if style == "markdown":
        from exact.report.markdown import render_markdown

        return render_markdown(table)
    if style == "latex":
        from exact.report.latex import render_latex

        return render_latex(table)
    return render_text(table)
