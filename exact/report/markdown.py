"""Tables as GitHub-flavoured Markdown, through tabulate."""

import re

from exact.answers.table import Table
from exact.answers.text import words_of
from exact.lazy import tabulate
from exact.report.render import is_numeric, merged_rows

_SPECIAL = re.compile(r"([\\|*_`<\[\]$])")


def escape(text: str) -> str:
    """``text`` on one line, with every character that Markdown would read as markup escaped, except in addresses."""
    return " ".join(word if word.startswith("http") else _SPECIAL.sub(r"\\\1", word) for word in words_of(text))


def render_markdown(table: Table, picture: str | None = None) -> str:
    """The caption, the ``picture`` of the table if there is a file of one, the table and its notes."""
    blocks = (f"```\n{note}\n```" if "\n" in note else escape(note) for note in table.notes)  # a script, an entry
    notes = "".join(f"\n{block}\n" for block in blocks)
    caption = f"**{escape(table.caption)}**\n" if table.caption else ""
    if not table.columns:
        return (caption + notes).lstrip("\n")
    grid = tabulate.tabulate(
        [[escape(text) for text in row] for row in merged_rows(table)],
        headers=[escape(column.heading) for column in table.columns],
        tablefmt="pipe",
        disable_numparse=True,  # tabulate would print 0.446246609343 as 0.446247
        colalign=["right" if is_numeric(table, index) else "left" for index in range(len(table.columns))],
    )
    image = f"![{escape(table.caption)}]({picture})\n\n" if picture else ""
    head = f"{caption}\n" if caption else ""
    return f"{head}{image}{grid}\n{notes}"
