"""An answer for programs: JSON and CSV. Counts are strings of digits, exact numbers are p/q, decimals are strings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from exact.answers.answer import Answer
from exact.answers.table import BOTH, DECIMAL, Cell, Count, Detailed, Rounded, Table, cell_text
from exact.arithmetic import decimal_text, fraction_text

Json = dict[str, Any]
Projection = Callable[[Json, Table, list[Json]], None]
_KIND, _NAME = "kind", "name"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a formula of a spreadsheet begins with."""
_NUMBER = re.compile(r"[-+]?[\d.,/ ]+(?:e[-+]?\d+)?%?", re.IGNORECASE)


def render_json(answer: Answer) -> str:
    """The answer as one line of JSON."""
    import json

    return json.dumps(json_of(answer), ensure_ascii=False) + "\n"


def json_of(answer: Answer) -> Json:
    """The answer as JSON values: the parameters, each table as a list of row objects, notes, assumptions, provenance.

    Some commands keep other shapes, those of `CONTRACTS`.
    """
    data: Json = {entry.key: _value(entry.value) for entry in answer.parameters}
    shapes = CONTRACTS.get(answer.name, {})
    for table in answer.tables:
        if not table.rearranged:
            rows = [*map(partial(_row, table), table.rows)]
            if table.id in shapes:
                shapes[table.id](data, table, rows)
            else:
                data.setdefault(table.id, []).extend(rows)
    if answer.assumptions is not None:
        data["assumed"] = [assumption.phrase for assumption in answer.assumptions]
    if answer.notes:
        data["notes"] = list(answer.notes)
    data["provenance"] = answer.provenance
    return data


def _row(table: Table, row: Sequence[Cell]) -> Json:
    """A row as an object, without the columns that follow from the others."""
    cells = zip(table.columns, row, strict=True)
    return {column.name: _value(cell) for column, cell in cells if not column.derived}


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

    Lists among the parameters, notes, assumptions and the provenance are rows of their own kinds, with the text as
    ``name``.
    """
    constant = {entry.key: _csv_text(entry.value) for entry in answer.parameters if not _is_list(entry.value)}
    records = [constant | record for record in _records(answer)]
    heads = list(dict.fromkeys(name for record in (constant, *records) for name in record))
    rows = ([no_formula(record.get(head, "")) for head in heads] for record in records)
    return csv_text([*map(no_formula, heads)], rows)


def csv_text(headings: list[str], rows: Iterable[list[str]]) -> str:
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
    for table in answer.tables:
        for row in () if table.rearranged else table.rows:
            yield {_KIND: table.id, **_fields(table, row)}
    for entry in answer.parameters:
        if _is_list(entry.value):
            yield {_KIND: entry.key, _NAME: _csv_text(entry.value)}
    texts = [("note", str(note)) for note in answer.notes]
    texts += [("assumed", assumption.phrase) for assumption in answer.assumptions or ()]
    for kind, text in texts:
        yield {_KIND: kind, _NAME: text}
    origin = "exact-baccarat {version}, inputs sha256:{inputs}".format_map(answer.provenance)
    yield {_KIND: "provenance", _NAME: origin}


def _fields(table: Table, row: tuple[Cell, ...]) -> dict[str, str]:
    """The cells of a row by the names of their columns; an exact number has a column more for its decimal."""
    fields: dict[str, str] = {}
    for column, cell in zip(table.columns, row, strict=True):
        name = column.name
        if not isinstance(cell, Rounded):
            fields[name] = cell_text(cell)
            continue
        if cell.form != DECIMAL or column.exact:
            fields[name] = fraction_text(cell.value)
            name = f"{name}_decimal"
        fields[name] = decimal_text(cell.value, cell.digits)
    return fields


def _csv_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_csv_text(entry)}" for key, entry in value.items())
    if isinstance(value, Rounded):
        return fraction_text(value.value) if value.form != DECIMAL else decimal_text(value.value, value.digits)
    return " ".join(map(_csv_text, value)) if isinstance(value, list | tuple) else cell_text(value)


def table_csv(table: Table) -> str:
    """A reference table as CSV: headings, which differ from one another, and rows, without caption and notes."""
    headings = [column.csv_name for column in table.columns]
    return csv_text(headings, ([cell_text(cell) for cell in row] for row in table.rows))


def keyed(*place: str) -> Projection:
    """An object keyed by the first column, of objects of the other columns."""

    def project(data: Json, _table: Table, rows: list[Json]) -> None:
        for row in rows:
            (_, key), *others = row.items()
            _within(data, place)[str(key)] = dict(others)

    return project


def paired(*place: str) -> Projection:
    """An object of the second column keyed by the first."""

    def project(data: Json, table: Table, rows: list[Json]) -> None:
        _within(data, place).update(_pairs(table, rows))

    return project


def fields(*place: str) -> Projection:
    """The rows of a table of figures as fields of an object; their names have underscores for blanks."""

    def project(data: Json, table: Table, rows: list[Json]) -> None:
        _within(data, place).update((name.replace(" ", "_"), value) for name, value in _pairs(table, rows))

    return project


def _pairs(table: Table, rows: list[Json]) -> Iterator[tuple[str, Any]]:
    for (first, *_), row in zip(table.rows, rows, strict=True):
        _name, value = row.values()
        yield str(first.value if isinstance(first, Detailed) else first), value


def lists(*place: str) -> Projection:
    """A list with a list for each row."""

    def project(data: Json, _table: Table, rows: list[Json]) -> None:
        _within(data, place[:-1])[place[-1]] = [list(row.values()) for row in rows]

    return project


def with_decimals(data: Json, table: Table, rows: list[Json]) -> None:
    """The regular shape, with an object ``decimal`` of the decimals of the exact numbers in each row."""
    for row, cells in zip(rows, table.rows, strict=True):
        row["decimal"] = {
            column.name: None if cell is None else decimal_text(cell.value, cell.digits)
            for column, cell in zip(table.columns, cells, strict=True)
            if cell is None or isinstance(cell, Rounded)
        }
    data[table.id] = rows


def pairs_in_results(data: Json, table: Table, rows: list[Json]) -> None:
    """Each column but the first, as pairs with the first, in the elements of ``results`` in their order."""
    head, *names = (column.name for column in table.columns)
    for result, name in zip(data["results"], names, strict=True):
        result["at_least"] = [[row[head], row[name]] for row in rows if row[name] is not None]


def left_out(_data: Json, _table: Table, _rows: list[Json]) -> None:
    """No part of the JSON."""


CONTRACTS: dict[str, dict[str, Projection]] = {
    "odds": {"outcomes": keyed("outcomes"), "bets": keyed("bets")},
    "bet": {
        "categories": keyed("categories"),
        "figures": fields(),
        "fair_odds": left_out,
        "empty": paired("empty"),
        "joint": lists("joint", "counts"),
        "joint_figures": fields("joint"),
    },
    "session": {
        "figures": fields(),
        "ends": fields(),
        "quantiles": paired("quantiles"),
        "unit": fields("law"),
        "probability": paired("law", "probability"),
        "numerators": paired("law", "numerators"),
        "stops": fields("stops"),
        "ruin": fields("ruin"),
        "runs": fields("runs"),
        "one_shoe": fields("one_shoe"),
    },
    "promotion": {"figures": fields(), "categories": keyed("categories")},
    "perfect": {"results": with_decimals, "at_least": pairs_in_results},
}
"""What puts a table of an answer elsewhere in the JSON: it takes the JSON object, the table and its rows."""


def _within(data: Json, place: tuple[str, ...]) -> Json:
    """The object at ``place``; objects are made where they are missing."""
    for step in place:
        data = data.setdefault(step, {})
    return data
