"""An answer, or a table, in the style that was asked for; each renderer is imported only when it is needed."""

from __future__ import annotations

from exact.answers.answer import Answer
from exact.answers.table import Table
from exact.report.answer_tables import tables_of
from exact.report.text import render_text

PROGRAMS = ("json", "csv")
"""The styles for programs, the same in every language."""


def render_answer(answer: Answer, style: str, language: str = "en") -> str:
    """``answer`` as ``markdown``, ``latex``, ``csv`` or ``json``; as plain text see `render`."""
    if style == "json":
        from exact.report.data import render_json

        return render_json(answer)
    if style == "csv":
        from exact.report.data import render_csv

        return render_csv(answer)
    tables = "\n".join(render(in_language(table, language), style) for table in tables_of(answer))
    version, rules, inputs = answer.provenance
    origin = f"exact-baccarat {version}; {f'rules {rules}; ' if rules else ''}inputs sha256:{inputs}"
    return f"{tables}\n<!-- {origin.replace('--', '- -')} -->\n" if style == "markdown" else f"{tables}% {origin}\n"


def in_language(table: Table, language: str) -> Table:
    """``table`` in ``language``; nothing is imported for English."""
    if language == "en":
        return table
    from exact.report.translation import translated

    return translated(table, language)


def render(table: Table, style: str) -> str:
    """``table`` as ``text``, ``markdown`` or ``latex``."""
    if style == "markdown":
        from exact.report.markdown import render_markdown

        return render_markdown(table)
    if style == "latex":
        from exact.report.latex import render_latex

        return render_latex(table)
    return render_text(table)
