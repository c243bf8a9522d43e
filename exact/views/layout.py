"""Tables from fields, each a column and the cell of an item in it, or from rows; reference tables; exact cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from exact.answers.table import FRACTION, Cell, Column, Detailed, Rounded, Table, cell_text, columns_of

Item = TypeVar("Item")
Field = tuple[Column | str, Callable[[Item], Cell]]
Row = Mapping[Column | str, Cell]
MOST_ROWS = 40
"""The rows of a long table that plain text has."""


def laid_out(
    name: str,
    caption: str,
    fields: Iterable[Field[Item] | None],
    items: Iterable[Item],
    notes: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """The table with a row for each item and a column for each field that is not `None`; ``more`` as in `Table`."""
    chosen = [field for field in fields if field is not None]
    rows = [tuple(cell(item) for _column, cell in chosen) for item in items]
    return Table(name, caption, columns_of(*(column for column, _cell in chosen)), rows, notes, **more)


def from_rows(name: str, caption: str, rows: Iterable[Row], notes: tuple[str, ...] = (), **more: Any) -> Table:
    """The table of at least one row, all with the same headings; ``more`` is as in `Table`."""
    listed = list(rows)
    return Table(name, caption, columns_of(*listed[0]), [tuple(row.values()) for row in listed], notes, **more)


def without(table: Table, *names: str) -> Table:
    """``table`` without the columns of these names."""
    indices = [index for index, column in enumerate(table.columns) if column.name not in names]
    return replace(
        table,
        columns=tuple(table.columns[index] for index in indices),
        rows=[tuple(row[index] for index in indices) for row in table.rows],
    )


def exactly(value: Fraction | None, digits: int) -> Cell:
    """A number that programs get as a fraction and readers in ``digits`` decimals."""
    return None if value is None else Rounded(value, digits, FRACTION)


def percentage(value: Fraction | None, digits: int) -> Cell:
    """As `exactly`; readers see a percentage, with two decimals fewer."""
    return None if value is None else Rounded(value, digits, FRACTION, percent=True)


def decimal(value: Fraction | None, digits: int) -> Cell:
    """A number that programs and readers get in ``digits`` decimals."""
    return None if value is None else Rounded(value, digits)


def as_reference(table: Table, headings: Mapping[str, str], **more: Any) -> Table:
    """``table`` as a reference table: columns have only headings, other ones where ``headings`` has them by name.

    Percentages lose their sign, which the new heading has. ``more`` is as in `Table`.
    """
    columns = tuple(Column(headings.get(column.name, column.heading), column.wrap_cm) for column in table.columns)
    rows = [tuple(map(without_sign, row)) for row in table.rows]
    return replace(table, columns=columns, rows=rows, most=None, rearranged=False, **more)


def is_percentage(cell: Cell) -> bool:
    """Whether readers see the cell with a percent sign."""
    return cell_text(cell).endswith(" %")


def without_sign(cell: Cell) -> Cell:
    """The cell without its percent sign, which a heading or a caption has."""
    if isinstance(cell, Rounded) and cell.percent:
        return Rounded(cell.value * 100, max(cell.digits - 2, 0))
    if isinstance(cell, Detailed):
        return cell._replace(text=cell.text.removesuffix(" %"))
    return cell.removesuffix(" %") if isinstance(cell, str) else cell


Rows = Iterable[tuple[Cell, ...]]


def reference_table(caption: str, heads: Iterable[Column | str], rows: Rows, *notes: str, **more: Any) -> Table:
    """The table with these columns, rows and notes; ``more`` is as in `Table`."""
    return Table("", caption, columns_of(*heads), list(rows), notes, **more)


def reference_rows(caption: str, rows: Iterable[Row], *notes: str, **more: Any) -> Table:
    """The table of at least one row, all with the same headings; ``more`` is as in `Table`."""
    listed = list(rows)
    return reference_table(caption, listed[0], [tuple(row.values()) for row in listed], *notes, **more)
