"""An answer for programs: JSON and CSV. Counts are strings of digits, exact numbers are p/q, decimals are strings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exact.answers.answer import Answer, ByColumn, Fields, Form, Keyed, Lists, Place, Rows, Section
from exact.answers.table import BOTH, DECIMAL, FRACTION, Cell, Count, Detailed, Rounded, Table, cell_text
from exact.arithmetic import decimal_text, fraction_text

Json = dict[str, Any]
_KIND, _NAME = "kind", "name"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a formula of a spreadsheet begins with."""
_NUMBER = re.compile(r"[-+]?[\d.,/ ]+(?:e[-+]?\d+)?%?", re.IGNORECASE)


def render_json(answer: Answer) -> str:
    """The answer as one line of JSON."""
    import json

    return json.dumps(json_of(answer), ensure_ascii=False) + "\n"


def json_of(answer: Answer) -> Json:
    """The answer as JSON values: the parameters, every section in its place, notes, assumptions, provenance."""
    data: Json = {entry.key: _value(entry.value) for entry in answer.parameters}
    for section in answer.sections:
        if section.form:
            _place(data, section.form, _without_derived(section))
    if answer.assumptions is not None:
        data["assumed"] = [assumption.phrase for assumption in answer.assumptions]
    if not answer.fixed_json:
        if answer.notes:
            data["notes"] = list(answer.notes)
        data["provenance"] = answer.provenance
    return data


def _place(data: Json, form: Form, section: Section) -> None:
    names = [column.name for column in section.columns]
    if isinstance(form, Fields):
        _part(data, form.place).update((_field_name(key), _value(value)) for key, value in section.rows)
        return
    parent, last = _part(data, form.place[:-1]), form.place[-1]
    if isinstance(form, Lists):
        parent[last] = [[_value(cell) for cell in row] for row in section.rows]
    elif isinstance(form, Rows):
        parent.setdefault(last, []).extend(_row(names, row, form.decimals) for row in section.rows)
    elif isinstance(form, Keyed):
        entries = parent.setdefault(last, {})
        for key, *cells in section.rows:
            entries[str(key)] = _value(cells[0]) if form.single else _row(names[1:], cells, "")
    elif isinstance(form, ByColumn):
        if form.key:
            targets = [(element, form.key) for element in parent[last]]
        else:
            parent[last] = {}
            targets = [(parent[last], name) for name in names[1:]]
        for index, (target, key) in enumerate(targets, start=1):
            pairs = [(row[0], _value(row[index])) for row in section.rows if row[index] is not None]
            target[key] = [list(pair) for pair in pairs] if form.pairs else {str(head): value for head, value in pairs}


def _field_name(key: Cell) -> str:
    """A field's name in JSON and CSV: as readers see it, with underscores for blanks; or the value of what is `Detailed`."""
    return str(key.value if isinstance(key, Detailed) else key).replace(" ", "_")


def _without_derived(section: Section) -> Section:
    indices = [index for index, column in enumerate(section.columns) if not column.derived]
    if len(indices) == len(section.columns):
        return section
    rows = [tuple(row[index] for index in indices) for row in section.rows]
    return section._replace(columns=tuple(section.columns[index] for index in indices), rows=rows)


def _row(names: list[str], row: Sequence[Cell], decimals: str) -> Json:
    entry = dict(zip(names, map(_value, row), strict=True))
    if decimals:
        entry[decimals] = {
            name: decimal_text(cell.value, cell.digits) if isinstance(cell, Rounded) else None
            for name, cell in zip(names, row, strict=True)
            if cell is None or isinstance(cell, Rounded)
        }
    return entry


def _part(data: Any, place: Place) -> Any:
    """The part of the JSON at ``place``; objects are made where they are missing."""
    for step in place:
        if isinstance(step, tuple):
            field, value = step
            data = next(element for element in data if element[field] == value)
        else:
            data = data.setdefault(step, {})
    return data


def _value(value: Any) -> Any:
    if isinstance(value, Detailed):
        return value.value
    if isinstance(value, Rounded):
        decimal = decimal_text(value.value, value.digits)
        if value.form == BOTH:
            return {"fraction": fraction_text(value.value), "decimal": decimal}
        return decimal if value.form == DECIMAL else fraction_text(value.value)
    if isinstance(value, Mapping):
        return {key: _value(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_value(entry) for entry in value]
    return str(value) if isinstance(value, Count) else fraction_text(value) if isinstance(value, Fraction) else value


def render_csv(answer: Answer) -> str:
    """The answer as one table: constant values in the first columns, then a ``kind`` and its columns.

    Parameters that are lists, notes, assumptions and the provenance are rows of their own kinds, with the text as ``name``.
    """
    constant = {entry.key: entry.value for entry in answer.parameters if not _is_list(entry.value)}
    records = [*_records(answer)]
    names = dict.fromkeys(name for record in records for name in record)
    heads = [*constant, *(name for name in names if name not in constant)]
    start = {key: _csv_text(value) for key, value in constant.items()}
    rows = ([no_formula({**start, **record}.get(head, "")) for head in heads] for record in records)
    return csv_text([*map(no_formula, heads)], rows)


def csv_text(headings: list[str], rows: Any) -> str:
    """Rows of texts under headings as CSV: RFC 4180 quoting, line feeds."""
    import csv
    import io

    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return buffer.getvalue()


def no_formula(text: str) -> str:
    """``text`` as a spreadsheet shows it and does not compute it: with an apostrophe before what begins like a formula.

    >>> no_formula("=1+1"), no_formula("-43/415"), no_formula("−1"), no_formula("+4 %")
    ("'=1+1", '-43/415', '−1', '+4 %')
    """
    return f"'{text}" if text[:1] in _FORMULA and not _NUMBER.fullmatch(text) else text


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple | Mapping) and not isinstance(value, Rounded)


def _records(answer: Answer) -> Iterator[dict[str, str]]:
    for section in answer.sections:
        for row in section.rows if section.form else ():
            yield {_KIND: section.name, **_fields(section, row)}
    for entry in answer.parameters:
        if _is_list(entry.value):
            yield {_KIND: entry.key, _NAME: _csv_text(entry.value)}
    texts = [("note", str(note)) for note in answer.notes]
    texts += [("assumed", assumption.phrase) for assumption in answer.assumptions or ()]
    for kind, text in texts:
        yield {_KIND: kind, _NAME: text}
    origin = "exact-baccarat {version}, inputs sha256:{inputs}".format_map(answer.provenance)
    yield {_KIND: "provenance", _NAME: origin}


def _fields(section: Section, row: tuple[Cell, ...]) -> dict[str, str]:
    """The cells of a row by the names of their columns; an exact number has a column more for its decimal."""
    form = section.form
    keyed = isinstance(form, Fields | Keyed | ByColumn)
    single = isinstance(form, Fields) or (isinstance(form, Keyed) and form.single)
    fields = dict(step for step in form.place if isinstance(step, tuple)) if form else {}
    if isinstance(form, Fields):
        row = (_field_name(row[0]), *row[1:])
    for index, (column, cell) in enumerate(zip(section.columns, row, strict=True)):
        name = _NAME if keyed and not index else column.name
        if not isinstance(cell, Rounded):
            fields["value" if single and index == len(row) - 1 else name] = cell_text(cell)
            continue
        exact, decimal = (FRACTION, DECIMAL) if single else (name, f"{name}_decimal" if cell.form != DECIMAL else name)
        if cell.form != DECIMAL or single:
            fields[exact] = fraction_text(cell.value)
        fields[decimal] = decimal_text(cell.value, cell.digits)
    return fields


def _csv_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_csv_text(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple) and not isinstance(value, Rounded):
        return " ".join(map(_csv_text, value))
    if isinstance(value, Rounded):
        return fraction_text(value.value) if value.form != DECIMAL else decimal_text(value.value, value.digits)
    return cell_text(value)


def table_csv(table: Table) -> str:
    """A reference table as CSV: headings, which differ from one another, and rows, without caption and notes."""
    headings = [column.key or column.heading for column in table.columns]
    return csv_text(headings, ([cell_text(cell) for cell in row] for row in table.rows))
