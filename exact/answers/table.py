"""A table of typed cells, and its plain renderers: aligned text, CSV and JSON-ready strings.

Markdown and LaTeX have modules of their own, so that a command that needs neither imports neither.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from exact.arithmetic import decimal_text, fraction_text
from exact.errors import ExactError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# A plain namedtuple: importing typing would add a tenth to the time in which every command starts.
class Rounded(namedtuple("Rounded", ("value", "digits"))):
    """A fraction to be printed as a decimal, rounded half-even once, when it is rendered."""

    __slots__ = ()

    value: Fraction
    digits: int


Cell = str | int | Fraction | Rounded | None
"""An `int` prints all its digits, a `Fraction` prints as p/q, `None` is a cell with nothing to say."""


class Column(namedtuple("Column", ("heading", "wrap_cm", "mark"), defaults=(None, "."))):
    """A column: its heading, for running text the width in cm at which LaTeX wraps it, and its decimal mark for readers."""

    __slots__ = ()

    heading: str
    wrap_cm: float | None
    mark: str


class Table(
    namedtuple(
        "Table",
        ("id", "caption", "columns", "rows", "notes", "landscape", "rulebook", "parameters", "axes", "language"),
        defaults=((), False, "standard", MappingProxyType({}), None, "en"),
    )
):
    """A reference table, before it is rendered."""

    __slots__ = ()

    id: str
    """Permanent: the name of its files and of its LaTeX label."""
    caption: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]
    notes: tuple[str, ...]
    landscape: bool
    rulebook: str
    """The rulebook or rulebooks it is computed under, for the manifest."""
    parameters: Mapping[str, object]
    """What else determines it, for the manifest."""
    axes: tuple[str, str] | None
    """For a table to be shaded as a heat map, what its rows and what its columns are: the first column names the rows, and
    every other cell is shaded in proportion to the largest."""
    language: str
    """Of its caption, headings and notes: a key of `exact.report.translation.LANGUAGES`."""

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` under the same headings, of objects: no digit is lost.

        An `int` stays one, a `Fraction` too, and a `Rounded` becomes its value, the exact `Fraction` before rounding; text is
        `str`, and a cell with nothing to say `None`. For plots: ``frame["house edge"].astype(float)``. The id, the caption
        and the notes are in ``frame.attrs``. Raises `ExactError` where pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise ExactError("pandas", "to_pandas", "needs the package pandas: pip install pandas") from None
        rows = [[cell.value if isinstance(cell, Rounded) else cell for cell in row] for row in self.rows]
        frame = pandas.DataFrame(rows, columns=[column.heading for column in self.columns], dtype=object)
        frame.attrs.update(id=self.id, caption=self.caption, notes=list(self.notes))
        return frame


def cell_text(cell: Cell, absent: str = "") -> str:
    """A cell as plain text, no digit lost; ``absent`` stands for `None`."""
    if cell is None:
        return absent
    if isinstance(cell, Rounded):
        return decimal_text(cell.value, cell.digits)
    return fraction_text(cell) if isinstance(cell, Fraction) else str(cell)


def shown_rows(table: Table) -> list[list[str]]:
    """The cells as text for readers: numbers with the decimal mark of their column, a dash for `None`."""
    return [
        [shown_text(cell, column.mark) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows
    ]


def shown_text(cell: Cell, mark: str) -> str:
    """A cell as text for readers; ``mark`` stands before the decimals of a number."""
    text = cell_text(cell, "–")
    return text.replace(".", mark) if isinstance(cell, Rounded) or is_decimal(text) else text


def shares_of_largest(table: Table) -> list[list[Fraction]]:
    """For each cell of a shaded table beyond the first column its share of the largest, 0 to 1; an empty cell counts as 0."""
    values = [[_value(cell) for cell in row[1:]] for row in table.rows]
    largest = max((value for row in values for value in row), default=Fraction(0))
    return [[value / largest if largest else Fraction(0) for value in row] for row in values]


def _value(cell: Cell) -> Fraction:
    value = cell.value if isinstance(cell, Rounded) else cell
    return Fraction(0) if value is None or isinstance(value, str) else Fraction(value)


def is_numeric(table: Table, index: int) -> bool:
    """Whether column ``index`` holds numbers, some of them perhaps as text, and nothing else: it is then aligned right."""
    cells = [row[index] for row in table.rows if row[index] is not None]
    return bool(cells) and not any(isinstance(cell, str) and not is_decimal(cell) for cell in cells)


def is_decimal(text: str) -> bool:
    """Whether ``text`` is a decimal, perhaps with a percent sign."""
    whole, point, places = text.removeprefix("-").removesuffix("%").rstrip().partition(".")
    return whole.isdecimal() and (places.isdecimal() or not point)


def render_text(table: Table) -> str:
    """The table in aligned columns for a terminal, its caption above, its notes below."""
    lines = [[column.heading for column in table.columns], *shown_rows(table)]
    widths = [max(len(line[index]) for line in lines) for index in range(len(table.columns))]
    right = [is_numeric(table, index) for index in range(len(table.columns))]

    def aligned(line: list[str]) -> str:
        cells = [
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(line, widths, right, strict=True)
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([table.caption, "", *map(aligned, lines), *([""] if table.notes else []), *table.notes]) + "\n"


def render_csv(table: Table) -> str:
    """The table as CSV (RFC 4180 quoting, line feeds): headings and rows, without caption and notes."""
    import csv
    import io

    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([column.heading for column in table.columns])
    writer.writerows([[cell_text(cell) for cell in row] for row in table.rows])
    return buffer.getvalue()
