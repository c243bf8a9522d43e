"""Tables from rows that name their columns, and exact cells."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from exact.answers.table import FRACTION, Cell, Column, Detailed, Rounded, Table, columns_of
from exact.arithmetic import decimals_of
from exact.records import replace

Row = Mapping[Column | str, Cell]
Rows = Iterable[tuple[Cell, ...]]
MOST_ROWS = 40


def from_rows(name: str, caption: str, rows: Iterable[Row], notes: tuple[str, ...] = (), **more: Any) -> Table:
    """The table of rows with the same headings; one without rows has no columns. ``more`` is as in `Table`."""
    listed = list(rows)
    columns = columns_of(*listed[0]) if listed else ()
    return Table(name, caption, columns, [tuple(row.values()) for row in listed], notes, **more)


def without(table: Table, *names: str) -> Table:
    """``table`` without the columns of these names."""
    indices = [index for index, column in enumerate(table.columns) if column.name not in names]
    columns = tuple(table.columns[index] for index in indices)
    return replace(table, columns=columns, rows=[tuple(row[index] for index in indices) for row in table.rows])


def exactly(value: Fraction | None, digits: int) -> Cell:
    """A number that programs get as a fraction and readers in ``digits`` decimals."""
    return None if value is None else Rounded(value, digits, FRACTION)


def in_full(value: Fraction, most: int) -> Cell:
    """As `exactly`, with the decimals that the number has, but at most so many."""
    return Rounded(value, decimals_of(value, most), FRACTION)


def percentage(value: Fraction | None, digits: int) -> Cell:
    """As `exactly`; readers see a percentage, with two decimals fewer."""
    return None if value is None else Rounded(value, digits, FRACTION, percent=True)


def decimal(value: Fraction | None, digits: int, percent: bool = False) -> Cell:
    """A number that programs and readers get in ``digits`` decimals, readers perhaps as a percentage."""
    return None if value is None else Rounded(value, digits, percent=percent)


def without_sign(cell: Cell) -> Cell:
    """The cell without its percent sign, which a heading or a caption has."""
    if isinstance(cell, Rounded) and cell.percent:
        return Rounded(cell.value * 100, max(cell.digits - 2, 0))
    if isinstance(cell, Detailed):
        return cell._replace(text=cell.text.removesuffix(" %"))
    return cell.removesuffix(" %") if isinstance(cell, str) else cell
