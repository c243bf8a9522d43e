"""Tables for readers: the texts of their cells, and tables whose texts are changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from exact.answers.table import Cell, Detailed, Rounded, Table, cell_text, is_decimal, without_form
from exact.answers.text import Text


def with_texts(table: Table, change: Callable[[str], str]) -> Table:
    """The table with each of its texts changed; numbers stay."""
    return replace(
        table,
        caption=change(table.caption),
        columns=tuple(replace(column, heading=change(column.heading)) for column in table.columns),
        rows=[tuple(_with_texts(cell, change) for cell in row) for row in table.rows],
        notes=tuple(map(change, table.notes)),
        axes=table.axes and (change(table.axes[0]), change(table.axes[1])),
    )


def _with_texts(cell: Cell, change: Callable[[str], str]) -> Cell:
    if type(cell) is tuple:  # a list of texts; the cells of numbers are named tuples
        return tuple(map(change, cast("tuple[str, ...]", cell)))
    if isinstance(cell, Detailed) and isinstance(cell.text, Text):  # any other text of it is a number or a quotation
        return cell._replace(text=change(cell.text))
    return change(cell) if isinstance(cell, str) else cell


def shown_rows(table: Table) -> list[list[str]]:
    """The cells as text for readers: numbers with the decimal mark of their column, a dash for `None`."""
    return [
        [shown_text(cell, column.mark) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows
    ]


def shown_text(cell: Cell, mark: str) -> str:
    """A cell as text for readers; ``mark`` is the decimal mark."""
    text = cell_text(cell, "–")
    return text.replace(".", mark) if isinstance(cell, Rounded) or is_decimal(text) else text


def shares_of_largest(table: Table) -> list[list[Fraction]]:
    """Each cell after the first column as a share of the largest; empty cells and negative numbers count as 0."""
    zero = Fraction(0)

    def size(cell: Any) -> Fraction:
        return max(Fraction(without_form(cell) or 0), zero)

    values = [[*map(size, row[1:])] for row in table.rows]
    largest = max((value for row in values for value in row), default=zero)
    return [[value / largest if largest else zero for value in row] for row in values]


def is_numeric(table: Table, index: int) -> bool:
    """Whether column ``index`` holds only numbers, perhaps some of them as text; it is then aligned right."""

    def is_number(cell: Cell) -> bool:
        text = cell.text if isinstance(cell, Detailed) else cell
        return is_decimal(text) if isinstance(text, str) else type(text) not in (bool, tuple)

    cells = [row[index] for row in table.rows if row[index] is not None]
    return bool(cells) and all(map(is_number, cells))
