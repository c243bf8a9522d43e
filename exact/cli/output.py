"""Printing one answer in the format that was asked for; each format imports and builds only what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

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


def told_differences(differences: Sequence[str], none: str) -> int:
    """Print what a check found, or ``none``, and return the exit code: 1 where something differs."""
    for difference in differences:
        print(difference)
    print(f"{len(differences)} difference{'s' * (len(differences) > 1)}" if differences else none)
    return 1 if differences else 0
