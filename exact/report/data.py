"""An answer for programs: JSON and CSV. Counts are strings of digits, exact numbers are p/q, decimals are strings."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from exact.answers.table import BOTH, DECIMAL, Answer, Cell, Count, Detailed, Exactness, Rounded, Table, cell_text
from exact.arithmetic import decimal_text, fraction_text
from exact.escapes import csv_text, json_text
from exact.records import replace

Json = dict[str, Any]
Projection = Callable[[Json, Table, list[Json]], None]
SCHEMAS = {"odds", "bet", "count", "spread", "signal", "session", "promotion", "equilibrium", "perfect", "study"}
SCHEMAS |= {"audit", "ask"}
"""The answers with a schema of their own in docs/reference/schemas; others have the regular shape, ``answer``."""


def render_json(answer: Answer) -> str:
    """The answer as one line of JSON."""
    return json_text(json_of(answer)) + "\n"


def json_of(answer: Answer) -> Json:
    """The answer as JSON values; a table is a list of row objects, or has its shape of `CONTRACTS`."""
    data: Json = {entry.key: _value(entry.value) for entry in answer.parameters}
    shapes = CONTRACTS.get(answer.name, {})
    states: dict[str, list[Exactness]] = {}
    for table in answer.tables:
        if not table.rearranged:
            rows = [_json_fields(table, row) for row in table.rows]
            states.setdefault(table.id, []).append(table.exactness)
            if table.id in shapes:
                path, project = shapes[table.id]
                project(reduce(lambda target, step: target.setdefault(step, {}), path.split(), data), table, rows)
            else:
                data.setdefault(table.id, []).extend(rows)
    data["assumed"] = [assumption.phrase for assumption in answer.assumptions or ()]
    if answer.questions:
        data["questions"] = list(answer.questions)
    if answer.notes:
        data["notes"] = list(answer.notes)
    data["exactness"] = answer.exactness
    data["exactness_of"] = {name: Exactness.weakest(of_tables) for name, of_tables in states.items()}
    if neglected := {table.id: table.neglects for table in answer.tables if table.neglects and table.rows}:
        data["neglected"] = neglected
    data["provenance"] = answer.provenance
    data["schema"] = f"urn:exact-baccarat:{answer.name if answer.name in SCHEMAS else 'answer'}:1"
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
    """The first of its tables that is not only for readers as CSV; without one, its parameters by name."""
    return next(iter(csv_files(answer).values()))


def csv_files(answer: Answer) -> dict[str, str]:
    """Each of its tables as CSV, by its name, and the parameters; a column says how exact the table is."""
    files: dict[str, list[dict[str, str]]] = {}
    for table in answer.tables:
        if table.rows and not table.rearranged:
            for row in table.rows:
                fields, stated = _fields(table, row), {"exactness": str(replace(table, rows=[row]).exactness)}
                files.setdefault(table.id, []).append({**fields, **stated, **fields})
    files["parameters"] = [{"name": entry.key, "value": _csv_text(entry.value)} for entry in answer.parameters]
    return {name: _csv_of(records) for name, records in files.items()}


def _csv_of(records: list[dict[str, str]]) -> str:
    heads = list(dict.fromkeys(name for record in records for name in record))
    return csv_text([heads, *([record.get(head, "") for head in heads] for record in records)])


def _json_fields(table: Table, row: tuple[Cell, ...]) -> Json:
    """The cells of a row by the names of their columns; a decimal has its fraction beside it."""
    fields: Json = {}
    for column, cell in zip(table.columns, row, strict=True):
        if column.derived:
            continue
        fields[column.name] = _value(cell)
        # a column that is named decimal stands beside that of its fractions
        if isinstance(cell, Rounded) and cell.form == DECIMAL and not column.name.endswith(DECIMAL):
            fields[f"{column.name}_fraction"] = fraction_text(cell.value)
    return fields


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
    return " ".join(map(_csv_text, value)) if isinstance(value, list | tuple) else cell_text(value)


def table_csv(table: Table) -> str:
    """A reference table as CSV: headings, which differ from one another, and rows, without caption and notes."""
    return csv_text([[column.csv_name for column in table.columns], *(map(cell_text, row) for row in table.rows)])


def keyed(target: Json, table: Table, rows: list[Json]) -> None:
    """The other columns as an object, or the only other column, keyed by the first."""
    for row in rows:
        (_, key), *others = row.items()
        target[str(key)] = dict(others) if table.columns[2:] else others[0][1]


def fields(target: Json, _table: Table, rows: list[Json]) -> None:
    """The second column keyed by the first, with underscores for the blanks of names; its other form likewise."""
    for row in rows:
        (_, name), (own, _), *_ = row.items()
        key = str(name).replace(" ", "_")
        target.update((f"{key}{form.removeprefix(own)}", value) for form, value in [*row.items()][1:])


def listed(target: Json, table: Table, rows: list[Json]) -> None:
    """The regular shape, inside another object."""
    target[table.id] = rows


def counts(target: Json, _table: Table, rows: list[Json]) -> None:
    """Under ``counts``, a list with a list for each row."""
    target["counts"] = [list(row.values()) for row in rows]


def with_decimals(data: Json, table: Table, rows: list[Json]) -> None:
    """The regular shape, with an object ``decimal`` of the decimals of the exact numbers in each row."""
    for row, cells in zip(rows, table.rows, strict=True):
        row["decimal"] = {
            column.name: None if cell is None else decimal_text(cell.value, cell.digits)
            for column, cell in zip(table.columns, cells, strict=True)
            if cell is None or isinstance(cell, Rounded)
        }
    data[table.id] = rows


def with_controls(data: Json, table: Table, rows: list[Json]) -> None:
    """The regular shape; a row without a control lacks the columns of it."""
    for row in rows:
        if row["raw"] is None:
            del row["raw"], row["variance_ratio"]
    data.setdefault(table.id, []).extend(rows)


def pairs_in_results(data: Json, table: Table, rows: list[Json]) -> None:
    """Each column but the first, as pairs with the first, in the elements of ``results``; the rows without these."""
    if "results" not in data:
        data[table.id] = rows
        return
    head, *names = (column.name for column in table.columns)
    for result, name in zip(data["results"], names, strict=True):
        result["at_least"] = [[row[head], row[name]] for row in rows if row[name] is not None]


CONTRACTS: dict[str, dict[str, tuple[str, Projection]]] = {
    "odds": {"outcomes": ("outcomes", keyed), "bets": ("bets", keyed)},
    "bet": {
        "categories": ("categories", keyed),
        "figures": ("", fields),
        "empty": ("empty", keyed),
        "jackpot": ("jackpot", fields),
        "meters": ("jackpot", keyed),
        "solve": ("solve", fields),
        "draw": ("draw", fields),
        "nearest": ("solve", listed),
        "joint": ("joint", counts),
        "joint_figures": ("joint", fields),
    },
    "session": {
        "figures": ("", fields),
        "ends": ("", fields),
        "turnover": ("", fields),
        "quantiles": ("quantiles", keyed),
        "unit": ("law", fields),
        "probability": ("law probability", keyed),
        "numerators": ("law numerators", keyed),
        "number_of_runs": ("runs number", keyed),
        **{name: (name, fields) for name in ("stops", "ruin", "wins", "runs", "one_shoe")},
    },
    "kelly": {"figures": ("", fields)},
    "promotion": {
        "figures": ("", fields),
        "categories": ("categories", keyed),
        "equivalents": ("equivalents", fields),
    },
    "study": {"in_all": ("", with_controls)},
    "perfect": {"results": ("", with_decimals), "at_least": ("", pairs_in_results)},
}
"""For tables of other shapes, the object of the JSON where they go, by its path, and what puts them there."""


def ids_by_name(answer: Answer) -> dict[str, list[str]]:
    """The ids of the tables, and the keys of the parameters that stand alone, by their own names and the JSON's."""
    ids = [entry.key for entry in answer.parameters if entry.label == ""]
    ids += [table.id for table in answer.tables if table.rows]
    named = {each: [each] for each in ids}
    for each in named.copy():
        path, _project = CONTRACTS.get(answer.name, {}).get(each, ("", None))
        if path and (key := path.split()[0]) not in ids:
            named.setdefault(key, []).append(each)
    return named
