"""Render an answer or a table in any format; a renderer is imported only when it is needed."""

from __future__ import annotations

from collections.abc import Callable

from exact.answers.answer import Answer
from exact.answers.table import Table, with_texts
from exact.report.answer_tables import tables_of
from exact.report.text import render_text

OWN_NAMES, ENGLISH_NAMES = NAMES = ("punto-banco", "player-banker")
"""The names of the two sides that readers see."""


def _markdown(table: Table) -> str:
    from exact.report.markdown import render_markdown

    return render_markdown(table)


def _latex(table: Table) -> str:
    from exact.report.latex import render_latex

    return render_latex(table)


def _csv(answer: Answer) -> str:
    from exact.report.data import render_csv

    return render_csv(answer)


def _json(answer: Answer) -> str:
    from exact.report.data import render_json

    return render_json(answer)


FOR_READERS: dict[str, tuple[Callable[[Table], str], str]] = {
    "text": (render_text, "\n{origin}"),
    "markdown": (_markdown, "\n<!-- {origin} -->"),
    "latex": (_latex, "% {origin}"),
}
"""The formats rendered table by table, and the form in which each states the origin of the answer."""
FOR_PROGRAMS: dict[str, Callable[[Answer], str]] = {"csv": _csv, "json": _json}
"""The formats of a whole answer, which have only one language and one set of names."""
FORMATS = (*FOR_READERS, *FOR_PROGRAMS)


def render_answer(answer: Answer, style: str, language: str = "en", names: str = OWN_NAMES) -> str:
    """``answer`` in one of the `FORMATS`."""
    if style in FOR_PROGRAMS:
        return FOR_PROGRAMS[style](answer)
    render, comment = FOR_READERS[style]
    tables = "\n".join(render(for_readers(table, language, names)) for table in tables_of(answer))
    version, rules, inputs = answer.provenance.values()
    origin = f"exact-baccarat {version}; {f'rules {rules}; ' if rules else ''}inputs sha256:{inputs}"
    return f"{tables}{comment.format(origin=origin.replace('--', '- -'))}\n"


def for_readers(table: Table, language: str, names: str = OWN_NAMES) -> Table:
    """``table`` in ``language``, or in English with Player, Banker and Tie. Without either, nothing is imported."""
    if language != "en":
        from exact.report.translation import translated

        return translated(table, language)
    if names == OWN_NAMES:
        return table
    from exact.names import renamed

    return table._replace(
        caption=renamed(table.caption),
        columns=tuple(column._replace(heading=renamed(column.heading)) for column in table.columns),
        rows=[tuple(with_texts(cell, renamed) for cell in row) for row in table.rows],
        notes=tuple(map(renamed, table.notes)),
        axes=table.axes and (renamed(table.axes[0]), renamed(table.axes[1])),
    )
