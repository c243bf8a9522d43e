"""Output only for terminals, not for files or pipes: prose wrapped to the width, colour, progress bars and notes."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from tqdm import tqdm


def terminal_width(stream: TextIO | None = None) -> int:
    """The width from ``COLUMNS`` or from the terminal behind ``stream`` (standard output); 80 without either."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 10 and int(columns) >= 20:
        return int(columns)
    try:
        return max(os.get_terminal_size((stream or sys.stdout).fileno()).columns, 20)
    except (OSError, ValueError):
        return 80


def notice(text: str) -> None:
    """Print a line about the command on standard error."""
    if sys.stderr is not None:
        print(f"exact: {text}", file=sys.stderr)


def has_colour() -> bool:
    """Whether standard output is a terminal that shows colour, and ``NO_COLOR`` is not set."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def _is_watched() -> bool:
    """Whether standard error is a terminal on which a line can be wiped."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def waiting(doing: str, seconds: float = 1.5) -> Iterator[None]:
    """For work without countable steps: after ``seconds``, show on standard error what is being done; remove it at the end."""
    if not _is_watched():
        yield
        return
    import threading
    import time

    start, done = time.monotonic(), threading.Event()

    def tell() -> None:
        if done.wait(seconds):
            return
        while True:
            _show(f"{doing} … {time.monotonic() - start:.0f} s")
            if done.wait(1):
                _show("")
                return

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _show(line: str) -> None:
    """Overwrite the current line on standard error with ``line``."""
    sys.stderr.write(f"\r\x1b[K{line[: terminal_width(sys.stderr) - 1]}")
    sys.stderr.flush()


@contextmanager
def progress_bar(doing: str = "", seconds: float = 0) -> Iterator[Callable[..., None]]:
    """A progress bar on standard error if that is a terminal; it appears after ``seconds`` and disappears at the end.

    Yields the function that moves it: ``progress(done, total)`` or ``progress(done, total, doing)``.
    """
    import time

    start = time.monotonic()
    bars: list[tqdm] = []

    def progress(done: int, total: int, doing: str = doing) -> None:
        if not _is_watched() or time.monotonic() - start < seconds:
            return
        if not bars:
            from tqdm import tqdm  # takes 0.1 s

            bars.append(tqdm(total=total, initial=done, desc=doing, leave=False, dynamic_ncols=True))
        bars[0].total, bars[0].n = total, done
        bars[0].set_description(doing)

    try:
        yield progress
    finally:
        for bar in bars:
            bar.close()
