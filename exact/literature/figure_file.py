"""Read a file of figures row by row: CSV with the columns ``claim`` and ``printed``, and perhaps ``source`` and others.

Nothing that is wrong with a row ends the reading, and memory does not grow with the file.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from exact.errors import ExactError
from exact.inputs import near_misses, printable

CLAIM, PRINTED, SOURCE = "claim", "printed", "source"
LONGEST_LINE = 1 << 16
"""The most characters of a line; a longer one is a row that cannot be read."""
MOST_LINES = 20
"""The most lines of a row: a cell in quotes may contain line ends."""
MOST_COLUMNS = 200
_MARKS = ",;\t"


class FileRow(NamedTuple):
    """A row of the file."""

    number: int
    """As spreadsheets count: the row of the columns' names is 1."""
    cells: dict[str, str]
    """The cells by the names of the columns; those of a row with other cells are empty."""
    problem: str = ""
    """Why its cells cannot be told apart; empty if they can."""


class FigureFile:
    """A file of figures; ``columns`` are its names in their order.

    Commas, semicolons or tabs separate the cells. The text is UTF-8 or, with its mark, UTF-16; other lines are read as
    Windows-1252 and counted in ``recoded``. Raises `ExactError` for a file that cannot be read or lacks a column.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.recoded = 0
        self.done = 0
        """How many bytes have been read, of ``size``."""
        if path.exists() and not path.is_file() and not path.is_dir():
            raise ExactError("file", str(path), "is a device or a pipe: save the figures in a file")
        try:
            self.size = path.stat().st_size
            head = next(self._lines(), "")
        except OSError as error:
            raise ExactError("file", str(path), f"cannot be read: {error.strerror or error}") from None
        if len(head) > LONGEST_LINE:
            raise ExactError(f"{path.name}, row 1", printable(head, 20), f"is longer than {LONGEST_LINE} characters")
        self.recoded = 0
        self._mark = max(_MARKS, key=head.count)
        self.columns = tuple(name.strip() for name in self._cells(head) or ())
        self._check_columns()

    def _check_columns(self) -> None:
        lower = [name.lower() for name in self.columns]
        where = f"{self.path.name}, row 1"
        if len(lower) > MOST_COLUMNS:
            raise ExactError(where, f"{len(lower)} columns", f"are too many: the bound is {MOST_COLUMNS}")
        for needed in (CLAIM, PRINTED):
            if needed not in lower:
                near = near_misses(needed, lower).close
                hint = f"; {near[0]!r} is near it" if near else ""
                raise ExactError(where, self._mark.join(self.columns), f"lacks the column {needed}{hint}")
        for name in lower:
            if lower.count(name) > 1:
                raise ExactError(where, name, "names two columns")
        known = (CLAIM, PRINTED, SOURCE)
        self.columns = tuple(low if low in known else name for low, name in zip(lower, self.columns, strict=True))

    def rows(self) -> Iterator[FileRow]:
        """Every row below the names, from the beginning; blank lines count, and are left out."""
        lines = self._lines()
        next(lines, None)
        waiting: deque[str] = deque()
        number = 1
        while True:
            text, whole = self._record(waiting, lines)
            if not text:
                return
            number += 1
            if whole and text.strip():
                yield self._row(number, text)
            elif text.strip():
                yield self._unusable(number, f"is longer than {LONGEST_LINE} characters", text)

    def _record(self, waiting: deque[str], lines: Iterator[str]) -> tuple[str, bool]:
        """The text of the next row, and whether it is all there: several lines if a cell in quotes has line ends.

        If that makes no row, a quotation mark stands wrong, and the first line is a row of its own.
        """
        first = waiting.popleft() if waiting else next(lines, "")
        taken = [first]
        while "".join(taken).count('"') % 2 and len(taken) < MOST_LINES:
            line = waiting.popleft() if waiting else next(lines, "")
            if not line:
                break
            taken.append(line)
        together = "".join(taken)
        if len(self._cells(together) or ()) != len(self.columns):
            waiting.extendleft(reversed(taken[1:]))
            together = first
        return together, len(first) <= LONGEST_LINE

    def _row(self, number: int, text: str) -> FileRow:
        cells = self._cells(text)
        if cells is None:
            return self._unusable(number, "has a quotation mark that is not closed, or one too many", text)
        if len(cells) != len(self.columns):
            more = "; put quotation marks around a claim with commas" if len(cells) > len(self.columns) else ""
            problem = f"has {len(cells)} cell{'s' if len(cells) > 1 else ''} where the file has {len(self.columns)} columns{more}"
            return self._unusable(number, problem, text)
        return FileRow(number, dict(zip(self.columns, cells, strict=True)))

    def _unusable(self, number: int, problem: str, text: str) -> FileRow:
        shown = printable(text.rstrip("\r\n"), 80)
        return FileRow(number, dict.fromkeys(self.columns, ""), f"the row {problem}: {shown}")

    def _cells(self, text: str) -> list[str] | None:
        """The cells of a row; `None` if quotation marks stand wrong."""
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=self._mark, strict=True))
        except csv.Error:
            return None
        return rows[0] if len(rows) == 1 else None

    def _lines(self) -> Iterator[str]:
        """The lines of the file with their ends; of one that is too long, the beginning."""
        with self.path.open("rb") as file:
            read = self._reader(file)
            while line := read():
                yield line
                rest = line
                while len(rest) > LONGEST_LINE and not rest.endswith("\n"):
                    rest = read()
                self.done = file.tell()

    def _reader(self, file: IO[bytes]) -> Callable[[], str]:
        start = file.read(3)
        if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            file.seek(0)
            text = io.TextIOWrapper(file, encoding="utf-16", errors="replace", newline="")
            return lambda: text.readline(LONGEST_LINE + 1)
        file.seek(3 if start == codecs.BOM_UTF8 else 0)
        return lambda: self._decoded(file.readline(4 * LONGEST_LINE + 1))  # a character of UTF-8 has at most four bytes

    def _decoded(self, line: bytes) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError:
            self.recoded += 1
            return line.decode("cp1252", errors="replace")
