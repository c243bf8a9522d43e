"""Reference tables as declarations: caption, notes, headings and parameters, before what computes the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any

from exact.answers.table import Cell, Column, Table, columns_of
from exact.answers.text import Text, _
from exact.views.layout import Row, Rows

MAIN_DECKS = (6, 8)
_NONE: Mapping[str, object] = MappingProxyType({})
RowsOf = Callable[..., Iterable[Row | tuple[Cell, ...]]]
Note = str | Callable[..., tuple[str, ...]]  # a note, or a function of several that must be computed


def declared(
    caption: Text,
    *notes: Note,
    heads: Iterable[Column | str] = (),
    parameters: Mapping[str, object] = _NONE,
    **more: Any,
) -> Callable[[RowsOf], Callable[..., Table]]:
    """What makes a function of rows one that builds a table; without ``heads``, each row has its own, all the same.

    A number of decks that the function takes is in the caption and the first parameter. ``more`` is as in `Table`.
    """

    def builder(rows_of: RowsOf) -> Callable[..., Table]:
        @wraps(rows_of)
        def build(*decks: int) -> Table:
            rows = list(rows_of(*decks))
            of = {"decks": decks[0]} if decks else {}
            title = caption.filled(**caption.arguments, **of) if decks else caption
            said = tuple(text for note in notes for text in ((note,) if isinstance(note, str) else note(*decks)))
            cells = [tuple(row.values()) if isinstance(row, Mapping) else row for row in rows]
            columns = columns_of(*(heads or rows[0]))
            return Table("", title, columns, cells, said, parameters={**of, **parameters}, **more)

        return build

    return builder


def by_decks(
    caption: Text, *notes: Note, heads: Iterable[Column | str], **more: Any
) -> Callable[[Callable[[int], Rows]], Callable[..., Table]]:
    """The same for a table of `MAIN_DECKS`, in its first column; the function has the other cells for one of them."""
    parameters = {"decks": list(MAIN_DECKS), **more.pop("parameters")}
    declare = declared(caption, *notes, heads=(_("decks"), *heads), parameters=parameters, **more)

    def builder(rows_of: Callable[[int], Rows]) -> Callable[..., Table]:
        @wraps(rows_of)
        def rows() -> Rows:
            return ((decks, *row) for decks in MAIN_DECKS for row in rows_of(decks))

        return declare(rows)

    return builder
