"""Prose on a terminal: wrapped to its width; left whole where the output goes to a file or a pipe."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_WIDEST = 100


def terminal_width() -> int:
    """The columns that ``COLUMNS`` or the terminal gives, 80 where there is neither."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) >= 20:
        return int(columns)
    try:
        return max(os.get_terminal_size(sys.stdout.fileno()).columns, 20)
    except (OSError, ValueError):
        return 80


def wrapped(line: str) -> str:
    """``line`` broken between words, what follows the first line indented two columns more than it."""
    if not sys.stdout.isatty() or not line.strip():
        return line
    import textwrap

    indent = " " * (len(line) - len(line.lstrip()) + 2)
    width = min(terminal_width(), _WIDEST)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False)


def progress_bar(done: int, total: int, doing: str = "") -> None:
    """A bar on standard error where that is a terminal, what is being done behind it; gone when all is done."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    width = 20
    bar = "#" * (width * done // total)
    line = f"[{bar:<{width}}] {done}/{total} {doing}"[: terminal_width() - 1]
    sys.stderr.write(f"\r\x1b[K{line if done < total else ''}")
    sys.stderr.flush()


def patient_progress_bar(seconds: float = 2.0) -> Callable[[int, int], None]:
    """A `progress_bar` that shows itself only to somebody who has waited for so many seconds."""
    import time

    start = time.monotonic()

    def progress(done: int, total: int) -> None:
        if done == total or time.monotonic() - start > seconds:
            progress_bar(done, total)

    return progress
