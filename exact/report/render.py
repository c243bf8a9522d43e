"""A table in the style a command was asked for."""

from __future__ import annotations

from exact.answers.table import Table, render_text


def render(table: Table, style: str) -> str:
    """``table`` as ``text``, ``markdown`` or ``latex``; the renderers are imported only when they are needed."""
    if style == "markdown":
        from exact.report.markdown import render_markdown

        return render_markdown(table)
    if style == "latex":
        from exact.report.latex import render_latex

        return render_latex(table)
    return render_text(table)
