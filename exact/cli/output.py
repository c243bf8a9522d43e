"""Printing an answer in the format that was asked for; each format imports and builds only what it needs."""

from __future__ import annotations

import sys
from pathlib import Path

from exact.answers.answer import Answer
from exact.cli.terminal import has_colour, terminal_width
from exact.errors import ExactError
from exact.report.answer_tables import tables_of
from exact.report.render import in_language, render, render_answer


def write_answer(answer: Answer, style: str, language: str = "en") -> None:
    """Print ``answer``: as text in ``language`` for a terminal or a file, or in another of the formats."""
    if style != "text":
        sys.stdout.write(render_answer(answer, style, language))
        return
    if answer.silent:
        return
    tables = [in_language(table, language) for table in tables_of(answer, in_full=False)]
    if sys.stdout.isatty():
        from exact.cli.terminal_table import render_terminal

        sys.stdout.write("\n".join(render_terminal(table, terminal_width(), has_colour()) for table in tables))
    else:
        sys.stdout.write("\n".join(render(table, "text") for table in tables))


def directory_of(out: str | None, default: str, language: str) -> Path:
    """The directory that ``--out`` names; without it ``default``, in another language than English with a suffix for it."""
    if out == "":
        raise ExactError("out", out, "must name a directory")
    return Path(out or (default if language == "en" else f"{default}-{language}"))
