"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from exact.cli.terminal import terminal_width

_BAR = 20


@contextmanager
def progress_bar(steps: int) -> Iterator[Callable[[str], None]]:
    """Call what this yields with the name of each of ``steps`` steps as it begins; the bar is wiped at the end."""
    done = -1
    shown = sys.stderr is not None and sys.stderr.isatty()

    def step(name: str) -> None:
        nonlocal done
        done += 1
        if shown:
            filled = _BAR * done // steps
            line = f"[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{steps} {name}"
            sys.stderr.write(f"\r\x1b[K{line[: terminal_width() - 1]}")
            sys.stderr.flush()

    try:
        yield step
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
