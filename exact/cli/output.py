"""Printing one answer in the format that was asked for; each format imports and builds only what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from exact.report.render import render
from exact.report.table import Table, render_csv


def write_answer(
    style: str, plain: Callable[[], dict[str, object]], flat: Callable[[], Table], tables: Callable[[], Iterable[Table]]
) -> None:
    """Print ``plain`` data as JSON, a ``flat`` table as CSV, or ``tables`` as text, Markdown or LaTeX."""
    if style == "json":
        import json

        sys.stdout.write(json.dumps(plain(), ensure_ascii=False) + "\n")
    elif style == "csv":
        sys.stdout.write(render_csv(flat()))
    else:
        sys.stdout.write("\n".join(render(table, style) for table in tables()))
