"""A table for other libraries: a frame of pandas or polars, or an Arrow table. None of them is needed for anything else.

The methods of `exact.answers.table.Table` are the way here: they give the table itself and what makes a cell a text.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

from exact.arithmetic import fraction_text
from exact.errors import ExactError

_WIDEST = 2**63


def to_pandas(table: Any, numeric: bool, text: Callable[[Any], str]) -> Any:
    """A frame of pandas: of Python's own exact numbers, or of machine numbers."""
    pandas = _needed("pandas")
    if numeric:
        columns = [pandas.Series(column, dtype=_pandas_type(column)) for column in _columns(table, True, text)]
        frame = pandas.concat(columns, axis=1) if columns else pandas.DataFrame()
        frame.columns = [column.heading for column in table.columns]
    else:
        rows = [[_plain(cell) for cell in row] for row in table.rows]
        frame = pandas.DataFrame(rows, columns=[column.heading for column in table.columns], dtype=object)
    frame.attrs.update(id=table.id, caption=table.caption, notes=list(table.notes))
    return frame


def to_polars(table: Any, numeric: bool, text: Callable[[Any], str]) -> Any:
    """A frame of polars, under the names of the CSV file."""
    polars = _needed("polars")
    named = zip(_names(table), _columns(table, numeric, text), strict=True)
    return polars.DataFrame([polars.Series(name, column, strict=True) for name, column in named])


def to_arrow(table: Any, numeric: bool, text: Callable[[Any], str]) -> Any:
    """A table of Arrow, under the names of the CSV file; its metadata have the id and the caption."""
    pyarrow = _needed("pyarrow")
    metadata = {"id": table.id, "caption": table.caption}
    arrays = [pyarrow.array(column) for column in _columns(table, numeric, text)]
    return pyarrow.Table.from_arrays(arrays, names=_names(table), metadata=metadata)


def _needed(package: str) -> Any:
    """The package; raises `ExactError` if it is not installed."""
    try:
        return import_module(package)
    except ImportError:
        raise ExactError(package, f"to_{package}", f"needs the package {package}: pip install {package}") from None


def _names(table: Any) -> list[str]:
    return [column.key or column.heading for column in table.columns]


def _plain(cell: Any) -> Any:
    """A cell without its form: a rounded number is the exact fraction."""
    return cell.value if hasattr(cell, "digits") else cell


def _columns(table: Any, numeric: bool, text: Callable[[Any], str]) -> list[list[Any]]:
    """The columns, each of one type: integers, doubles if ``numeric``, truth values, or text with every digit."""
    return [
        _of_one_type([_plain(row[place]) for row in table.rows], numeric, text) for place in range(len(table.columns))
    ]


def _of_one_type(cells: list[Any], numeric: bool, text: Callable[[Any], str]) -> list[Any]:
    present = [cell for cell in cells if cell is not None]
    kinds = {type(cell) for cell in present}
    if kinds == {bool}:
        return cells
    if all(isinstance(cell, int | float | Fraction) and not isinstance(cell, bool) for cell in present):
        if all(isinstance(cell, int) and abs(cell) < _WIDEST for cell in present):
            return [None if cell is None else int(cell) for cell in cells]
        if numeric or kinds == {float}:
            return [None if cell is None else float(cell) for cell in cells]
    return [
        None if cell is None else fraction_text(cell) if isinstance(cell, Fraction) else text(cell) for cell in cells
    ]


def _pandas_type(column: list[Any]) -> str:
    """Doubles and whole numbers have a type of their own, in which an empty cell is missing."""
    kinds = {type(cell) for cell in column if cell is not None}
    return {frozenset({int}): "Int64", frozenset({float}): "float64", frozenset({bool}): "boolean"}.get(
        frozenset(kinds), "object"
    )
