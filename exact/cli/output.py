"""Printing one answer in the format that was asked for; each format imports and builds only what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from exact.answers.table import Table, render_csv
from exact.cli.terminal import has_colour, terminal_width
from exact.errors import ExactError
from exact.report.render import render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def write_answer(
    style: str,
    plain: Callable[[], dict[str, object]],
    flat: Callable[[], Table],
    tables: Callable[[], Iterable[Table]],
    language: str = "en",
) -> None:
    """Print ``plain`` data as JSON, a ``flat`` table as CSV, or ``tables`` in ``language`` as text, Markdown or LaTeX."""
    if style == "json":
        import json

        sys.stdout.write(json.dumps(plain(), ensure_ascii=False) + "\n")
    elif style == "csv":
        sys.stdout.write(render_csv(flat()))
    else:
        sys.stdout.write("\n".join(_rendered(_in_language(table, language), style) for table in tables()))


def _rendered(table: Table, style: str) -> str:
    if style != "text" or not sys.stdout.isatty():
        return render(table, style)
    from exact.cli.terminal_table import render_terminal

    return render_terminal(table, terminal_width(), has_colour())


def _in_language(table: Table, language: str) -> Table:
    if language == "en":
        return table
    from exact.report.translation import translated

    return translated(table, language)


def directory_of(out: str | None, default: str, language: str) -> Path:
    """The directory that ``--out`` names; without it ``default``, in another language than English with a suffix for it."""
    from pathlib import Path

    if out == "":
        raise ExactError("out", out, "must name a directory")
    return Path(out or (default if language == "en" else f"{default}-{language}"))


def told_differences(differences: Sequence[str], none: str) -> int:
    """Print what a check found, or ``none``, and return the exit code: 1 where something differs."""
    for difference in differences:
        print(difference)
    print(f"{len(differences)} difference{'s' * (len(differences) > 1)}" if differences else none)
    return 1 if differences else 0
