"""The index of figures: the answers to questions about the bets of the catalogue, by value; a look-up is a bisection.

``scripts/figure_index.py`` writes its files. ``figures.txt`` has the questions without decks, the usual ones first.
``figures.bin`` has each figure in three columns: the values in increasing order, as doubles; the number of its question, in
two bytes; its number of decks, in one byte, 0 for the infinite shoe. They are little-endian. ``full_shoe_counts.txt`` has
the counts of each bet on full shoes, so that a look-up need not compile it. The number of deals in a category is a
polynomial in the number of decks, of degree 6: a line has the bet's name and, for each category, the value with one deck
and the six differences of the values with one to seven decks.

Read a file of figures row by row: CSV with the columns ``claim`` and ``printed``, and perhaps ``source`` and others.

Nothing that is wrong with a row ends the reading, and memory does not grow with the file.
"""

from __future__ import annotations

import codecs
import csv
import io
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from math import comb
from pathlib import Path
from typing import IO, NamedTuple

from exact.errors import ExactError
from exact.game.coup import CARDS
from exact.inputs import near_misses, printable
from exact.questions.quantities import NUMBER, PROBABILITY, QUANTITIES
from exact.questions.question import EFFECT, Question, parse_question
from exact.questions.subjects import OUTCOMES
from exact.questions.values import Counts, Value
from exact.rules.tableau import STANDARD

QUESTIONS_FILE = Path(__file__).with_name("figures.txt")
VALUES_FILE = Path(__file__).with_name("figures.bin")
COUNTS_FILE = Path(__file__).with_name("full_shoe_counts.txt")
USUAL_DECKS = (8, 6)


@dataclass(frozen=True, slots=True)
class IndexFigure:
    """A figure of the index."""

    value: float
    """The double nearest to it."""
    rank: int
    """The place of its question among `Index.questions`."""
    decks: int | None


@dataclass(frozen=True, slots=True)
class Index:
    """Every figure in increasing order, in three columns, and the questions without their decks, by rank."""

    values: array[float]
    ranks: array[int]
    decks: array[int]
    questions: tuple[str, ...]

    def between(self, low: float, high: float) -> range:
        """The places of the figures from ``low`` to ``high``, both included."""
        return range(bisect_left(self.values, low), bisect_right(self.values, high))

    def figure(self, place: int) -> IndexFigure:
        """The figure at a place."""
        return IndexFigure(self.values[place], self.ranks[place], self.decks[place] or None)

    def question(self, rank: int, decks: int | None) -> Question:
        """A question with a number of decks; `None` is the infinite shoe."""
        return parse_question(self.questions[rank]).with_decks(decks)

    def exact(self, rank: int, decks: int | None) -> tuple[Question, Value]:
        """A question with a number of decks, and its exact value; most bets need not be compiled."""
        question = self.question(rank, decks)
        return question, question.value(decks, _counted(question, decks))

    def form(self, rank: int) -> str:
        """What kind of number the figure is: see `exact.questions.quantities`."""
        return _form(self.questions[rank])

    def is_share(self, rank: int) -> bool:
        """Whether people print the figure as a percentage: not a count, odds or a moment."""
        return self.questions[rank].startswith(_shares())

    def is_standard(self, rank: int) -> bool:
        """Whether the question is under the standard rules."""
        return ", rules " not in self.questions[rank]


def _counted(question: Question, decks: int | None) -> Counts | None:
    """The counts of the question's bet on the full shoe, if the file has them."""
    wager = question.subject.get("bet")
    if wager is None or question.rules != STANDARD or "given" in question.conditions:
        return None
    counts = full_shoe_counts(wager.bet, decks)
    return None if counts is None else {(category,): deals for category, deals in enumerate(counts)}


@cache
def _form(stem: str) -> str:
    return next((quantity.form for quantity in QUANTITIES if stem.startswith(f"{quantity.measure} ")), NUMBER)


@cache
def _shares() -> tuple[str, ...]:
    return EFFECT, *(quantity.measure for quantity in QUANTITIES if quantity.percent or quantity.form == PROBABILITY)


@cache
def index() -> Index:
    """The index that is in the package."""
    text = QUESTIONS_FILE.read_text(encoding="utf-8")
    data = VALUES_FILE.read_bytes()
    values, ranks, decks = array("d"), array("H"), array("B")
    columns = (values, ranks, decks)
    length, start = len(data) // sum(column.itemsize for column in columns), 0
    for column in columns:
        column.frombytes(data[start : start + length * column.itemsize])
        start += length * column.itemsize
        if sys.byteorder == "big":
            column.byteswap()
    return Index(values, ranks, decks, tuple(text.splitlines()))


@cache
def usual_figures() -> tuple[IndexFigure, ...]:
    """What people print most, with eight decks: the figures of the main bets, and the house edges of the others."""
    every = index().questions
    about_main_bets = takewhile(lambda rank: every[rank].endswith(OUTCOMES), range(len(every)))
    edges = (rank for rank, stem in enumerate(every) if stem.startswith("house edge of ") and index().is_standard(rank))
    usual = {*about_main_bets, *edges}
    columns = enumerate(zip(index().ranks, index().decks, strict=True))
    places = (place for place, (rank, decks) in columns if decks == USUAL_DECKS[0] and rank in usual)
    return tuple(sorted(map(index().figure, places), key=lambda figure: figure.rank))


def full_shoe_counts(bet: str, decks: int | None) -> list[int] | None:
    """The deals in each category of a bet by its name, under standard rules; `None` if the catalogue lacks it.

    ``decks`` is `None` for the infinite shoe: then the counts are in proportion, as 6! times the leading coefficients.
    """
    differences = _differences().get(bet)
    return None if differences is None else [_at(decks, of_category) for of_category in differences]


def _at(decks: int | None, differences: list[int]) -> int:
    """The polynomial by Newton's forward formula; the last difference is 6! times the leading coefficient."""
    if decks is None:
        return differences[-1]
    return sum(difference * comb(decks - 1, order) for order, difference in enumerate(differences))


@cache
def _differences() -> dict[str, list[list[int]]]:
    """The differences for each category of each bet."""
    lines = (line.split() for line in COUNTS_FILE.read_text(encoding="utf-8").splitlines())
    width = CARDS + 1
    return {
        bet: [[*map(int, numbers[start : start + width])] for start in range(0, len(numbers), width)]
        for bet, *numbers in lines
    }


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
            found = f"{len(cells)} cell{'s' if len(cells) > 1 else ''}"
            problem = f"has {found} where the file has {len(self.columns)} columns{more}"
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
