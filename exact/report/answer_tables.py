"""An answer as tables for people: one for each section, parameters under the first, assumptions under the last."""

from __future__ import annotations

from collections.abc import Iterator

from exact.answers.answer import Answer, Fields, Parameter, Section
from exact.answers.assumption import Assumption
from exact.answers.table import Cell, Column, Rounded, Table, cell_text
from exact.answers.text import Text, _

_LONGEST_FRACTION = 10**60
"""The largest denominator of a fraction that readers see beside its decimal."""
_NAMED_SECTIONS = 3
"""Of more sections that it leaves out, plain text gives only the number."""


def tables_of(answer: Answer, in_full: bool = True) -> list[Table]:
    """The sections that have rows; without ``in_full``, sections of detail and rows beyond the maximum are left out.

    Notes say what is left out. An answer without content has no table.
    """
    sections = [section for section in answer.sections if section.rows and (in_full or not section.detail)]
    left_out = [] if in_full else [section for section in answer.sections if section.rows and section.detail]
    tables = [_table(answer.name, section, in_full) for section in sections] or [Table(answer.name, "", (), [])]
    closing = [*answer.notes, *_left_out(left_out), *map(assumed, answer.assumptions or ())]
    first = tables[0]
    tables[0] = first._replace(notes=(*_parameter_lines(answer.parameters), *first.notes))
    tables[-1] = tables[-1]._replace(notes=(*tables[-1].notes, *closing))
    return [table for table in tables if table.columns or table.notes]


def assumed(assumption: Assumption) -> Text:
    """An assumption as readers see it."""
    return _("Assumed (the document is silent): {phrase}", phrase=assumption.phrase)


def _left_out(sections: list[Section]) -> Iterator[Text]:
    if len(sections) > _NAMED_SECTIONS:
        yield _("Not shown here: {number} more tables; use --format csv.", number=len(sections))
        return
    for section in sections:
        yield _("Not shown here: {what}; use --format csv.", what=section.caption)


def _parameter_lines(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    for label, values in ((entry.label, entry.shown or _texts(entry.value)) for entry in parameters):
        if label is not None:
            yield from (_("{label}: {value}", label=label, value=value) if label else value for value in values)


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple) and not isinstance(value, Rounded):
        return (" ".join(map(str, value)),)
    return (cell_text(value),)  # type: ignore[arg-type]


def _table(name: str, section: Section, in_full: bool) -> Table:
    columns, rows = section.columns, list(section.rows)
    if isinstance(section.form, Fields):
        columns = (Column(_("figure")), Column(_("fraction")), Column(_("decimal")))
        rows = [_field(*row) for row in section.rows]
        if not any(row[1] for row in rows):
            columns, rows = (columns[0], Column(_("value"))), [(row[0], row[2]) for row in rows]
    notes = tuple(section.notes)
    if not in_full and section.most is not None and len(rows) > section.most:
        more = _("… and {number} more; use --format csv.", number=len(rows) - section.most)
        rows, notes = rows[: section.most], (*notes, more)
    return Table(f"{name}-{section.name}", section.caption, columns, rows, notes, axes=section.axes)


def _field(key: Cell, value: Cell) -> tuple[Cell, Cell, Cell]:
    """A figure as readers see it: its name, its fraction if it is one, and its decimal or other value."""
    if not isinstance(value, Rounded) or value.value.denominator > _LONGEST_FRACTION:
        return key, None, value
    return key, value.value, value
