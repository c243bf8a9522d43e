"""What only terminals have: tables and prose wrapped to the width, colour, progress bars, notes and signals."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import Any, TextIO

from exact.answers.table import Cell, Detailed, Table
from exact.answers.text import MINUS
from exact.escapes import printable
from exact.lazy import textwrap
from exact.report.render import is_numeric, shown_rows


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


_GAP = "  "
_NARROWEST = 12
"""The narrowest width for wrapped text; if a table needs less, columns move to another block."""
_BOLD, _DIM, _RED, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"


def render_terminal(table: Table, width: int, colour: bool) -> str:
    """The table for a terminal of ``width`` columns: caption, blocks of columns, notes.

    A block begins with the columns that identify the rows; text wider than its column continues on the next line.
    """
    shown = shown_rows(table)
    lines = [[column.heading for column in table.columns], *shown]
    red = [set(), *map(_alarming, table.rows, shown)] if colour else [set[int]()] * len(lines)
    right = [is_numeric(table, index) for index in range(len(table.columns))]
    natural = [max(len(line[index]) for line in lines) for index in range(len(table.columns))]
    printed = [_styled(_filled(table.caption, width), _BOLD, colour)] if table.caption else []
    for widths in _blocks(natural, right, _keys(shown, natural, width), width) if natural else ():
        rows = (_row(line, widths, right, in_red) for line, in_red in zip(lines, red, strict=True))
        printed.append("\n".join(rows))
    printed += ["\n".join(_styled(_filled(note, width), _DIM, colour) for note in table.notes)] if table.notes else []
    return "\n\n".join(printed) + "\n"


def _alarming(cells: Sequence[Cell], texts: list[str]) -> set[int]:
    """The places of what is shown in red: negative numbers, and what says that something is wrong."""
    return {
        index
        for index, (cell, text) in enumerate(zip(cells, texts, strict=True))
        if (isinstance(cell, Detailed) and cell.wrong) or text.startswith(MINUS)
    }


def _keys(rows: list[list[str]], natural: list[int], width: int) -> list[int]:
    """The first columns that identify the rows, if they leave half of the width; else just the first one."""
    for count in range(1, len(natural)):
        if len({tuple(row[:count]) for row in rows}) == len(rows):
            fits = sum(natural[:count]) + len(_GAP) * count <= width // 2
            return list(range(count)) if fits else [0]
    return [0]


def _blocks(natural: list[int], right: list[bool], keys: list[int], width: int) -> list[dict[int, int]]:
    """The columns of each block with their widths."""
    blocks, block = [], list(keys)
    for index in range(len(keys), len(natural)):
        if len(block) > len(keys) and not _fitted([*block, index], natural, right, width):
            blocks.append(block)
            block = list(keys)
        block.append(index)
    return [_fitted(each, natural, right, width) or _forced(each, natural, width) for each in (*blocks, block)]


def _fitted(block: list[int], natural: list[int], right: list[bool], width: int) -> dict[int, int] | None:
    """Widths at which the columns fit, the widest text narrowed first; `None` if numbers would have to be broken."""
    widths = {index: natural[index] for index in block}
    over = sum(widths.values()) + len(_GAP) * (len(block) - 1) - width
    while over > 0:
        widest = max(block, key=lambda index: 0 if right[index] else widths[index])
        if right[widest] or widths[widest] <= _NARROWEST:
            return None
        narrower = max(_NARROWEST, widths[widest] - over)
        over -= widths[widest] - narrower
        widths[widest] = narrower
    return widths


def _forced(block: list[int], natural: list[int], width: int) -> dict[int, int]:
    """Equal shares of the width for columns that do not fit otherwise: longer entries are broken."""
    share = max(1, (width - len(_GAP) * (len(block) - 1)) // len(block))
    return {index: min(natural[index], share) for index in block}


def _row(line: list[str], widths: dict[int, int], right: list[bool], red: set[int]) -> str:
    """One row of a block, as many lines as its longest cell needs."""
    cells = [_wrapped(line[index], width) for index, width in widths.items()]
    printed = []
    for texts in zip_longest(*cells, fillvalue=""):
        parts = []
        for (index, width), text in zip(widths.items(), texts, strict=True):
            padded = text.rjust(width) if right[index] else text.ljust(width)
            parts.append(_styled(padded, _RED, index in red))
        printed.append(_GAP.join(parts).rstrip())
    return "\n".join(printed)


def _filled(text: str, width: int) -> str:
    """``text`` wrapped; text of several lines, such as a script, stays unchanged."""
    if "\n" in text:
        return text
    return "\n".join(_wrapped(text, min(width, 100)))


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) <= width and text.isprintable():
        return [text]
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def _styled(text: str, style: str, colour: bool) -> str:
    return f"{style}{text}{_PLAIN}" if colour else text


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
