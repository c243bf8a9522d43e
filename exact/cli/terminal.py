"""What only terminals have: a width, colour, progress bars, notes and signals."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from exact.escapes import printable


def terminal_width(stream: TextIO | None = None) -> int:
    """The width from ``COLUMNS`` or from the terminal behind ``stream`` (standard output); 80 without either."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 10 and int(columns) >= 20:
        return int(columns)
    try:
        return max(os.get_terminal_size((stream or sys.stdout).fileno()).columns, 20)
    except (OSError, ValueError):
        return 80


def has_colour() -> bool:
    """Whether standard output is a terminal that shows colour, and ``NO_COLOR`` is not set."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def _is_watched() -> bool:  # on a terminal where a line can be wiped
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def waiting(doing: str, seconds: float = 1.5) -> Iterator[Callable[[], None]]:
    """For work without countable steps: after ``seconds``, show what is being done; remove it at the end.

    Yields the function that ends it earlier, as when there are steps to count.
    """
    if not _is_watched():
        yield lambda: None
        return
    start, done = time.monotonic(), threading.Event()

    def show_seconds() -> None:
        if not done.wait(seconds):
            _show(f"{doing} … {time.monotonic() - start:.0f} s")
            while not done.wait(1):
                _show(f"{doing} … {time.monotonic() - start:.0f} s")
            _show("")

    clock = threading.Thread(target=show_seconds, daemon=True)

    def stop() -> None:
        done.set()
        clock.join()

    clock.start()
    try:
        yield stop
    finally:
        stop()


def _show(line: str) -> None:
    """Overwrite the current line on standard error with ``line``."""
    sys.stderr.write(f"\r\x1b[K{printable(line)[: terminal_width(sys.stderr) - 1]}")
    sys.stderr.flush()


@contextmanager
def progress_bar(
    doing: str = "", seconds: float = 0, first: Callable[[], object] = lambda: None
) -> Iterator[Callable[..., None]]:
    """A progress bar on standard error if that is a terminal; it appears after ``seconds`` and disappears at the end.

    ``first`` is called before it appears. Yields the function that moves it, ``progress(done, total)`` or
    ``progress(done, total, doing)``.
    """
    start = time.monotonic()
    bars: list[Any] = []

    def progress(done: int, total: int, doing: str = doing) -> None:
        if not _is_watched() or time.monotonic() - start < seconds:
            return
        if not bars:
            first()
            from tqdm import tqdm  # takes 0.1 s

            bars.append(tqdm(total=total, initial=done, desc=printable(doing), leave=False, dynamic_ncols=True))
        bars[0].total, bars[0].n = total, done
        bars[0].set_description(printable(doing))

    try:
        yield progress
    finally:
        for bar in bars:
            bar.close()


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Make every signal that ends a process raise `KeyboardInterrupt` with its number, so that the clean-up is done.

    Another signal during the clean-up changes nothing, and an ignored signal stays ignored. In a thread other than the
    main one, signals end the process as usual.
    """
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    received: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        received.append(number)
        raise KeyboardInterrupt(number)

    try:
        with suppress(ValueError):
            for number in before:
                signal.signal(number, interrupt)
        yield
    except Exception:  # as numpy is imported, it turns an interrupt into an ImportError
        if received:
            raise KeyboardInterrupt(*received) from None
        raise
    finally:
        with suppress(ValueError):
            for number, handler in before.items():
                signal.signal(number, handler)
