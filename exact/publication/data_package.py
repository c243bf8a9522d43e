"""The tables' CSV files as a data package: ``datapackage.json``, by Data Package and Table Schema 1.

One more file, ``figures.csv``, has a row for each cell that is a figure: its question and id, if it has them, its
value, and what stands behind it.
Sources: https://specs.frictionlessdata.io/data-package/ and https://specs.frictionlessdata.io/table-schema/, read on
2026-11-22.
"""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from exact.literature import figures as index
from exact.publication.citation import AUTHOR, PROGRAM
from exact.questions.figure import figure_id
from exact.version import __version__

DATA_PACKAGE_FILE = "datapackage.json"
_FRACTION = r"-?[0-9]+(/[0-9]+)?"
_KINDS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    (r"-?[0-9]+", {"type": "integer"}),
    (r"-?[0-9]+(\.[0-9]+)?", {"type": "number"}),
    (r"-?[0-9]+(\.[0-9]+)? %", {"type": "number", "bareNumber": False}),  # the sign stands after the number
    (_FRACTION, {"type": "string", "constraints": {"pattern": _FRACTION}}),
    (r"yes|no", {"type": "boolean", "trueValues": ["yes"], "falseValues": ["no"]}),
)
"""What all cells of a column match that are not empty, and its type; the first that fits. Anything else is a string."""


def schema_of(table: bytes) -> dict[str, object]:
    """The Table Schema of a CSV file with one line of headings; an empty cell is a missing value."""
    headings, *rows = csv.reader(table.decode().splitlines())
    columns = zip(headings, zip(*rows, strict=True), strict=True)
    return {"fields": [_field(heading, cells) for heading, cells in columns], "missingValues": [""]}


def _field(heading: str, cells: Sequence[str]) -> dict[str, Any]:
    filled = [cell for cell in cells if cell]
    fitting = (kind for pattern, kind in _KINDS if all(re.fullmatch(pattern, cell) for cell in filled))
    field = {"name": heading, **next(fitting, {"type": "string"})}
    if len(filled) == len(cells):
        field["constraints"] = {"required": True, **field.get("constraints", {})}
    return field


def data_package(entries: Mapping[str, Mapping[str, Any]], others: Sequence[Mapping[str, object]] = ()) -> bytes:
    """The descriptor of the tables with these entries in a manifest, and of other resources."""
    resources = [_resource(table_id, entry) for table_id, entry in entries.items() if "schema" in entry]
    package = {
        "profile": "tabular-data-package",
        "name": PROGRAM,
        "title": "Exact probabilities, prices and reference tables for punto banco",
        "version": __version__,
        "licenses": [{"name": "MIT", "path": "https://opensource.org/license/mit", "title": "MIT License"}],
        "contributors": [{"title": AUTHOR, "role": "author"}],
        "resources": [*resources, *others],
    }
    return json_file(package)


def json_file(contents: object) -> bytes:
    """A JSON file for people and programs."""
    return (json.dumps(contents, indent=2, ensure_ascii=False) + "\n").encode()


def _resource(table_id: str, entry: Mapping[str, Any]) -> dict[str, object]:
    path = next(name for name in entry["sha256"] if name.endswith(".csv"))
    return {
        "profile": "tabular-data-resource",
        "name": table_id,
        "path": path,
        "title": entry["caption"],
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "hash": f"sha256:{entry['sha256'][path]}",
        "schema": entry["schema"],
    }


FIGURES_FILE = "figures.csv"
HEADINGS = ["table", "row", "column", "question", "id", "value", "exactness", "standing"]
RESOURCE = {
    "profile": "tabular-data-resource",
    "name": "figures",
    "path": FIGURES_FILE,
    "mediatype": "text/csv",
    "encoding": "utf-8",
    "title": "The cells that are figures, with questions and exact values",
    "description": "Rows of a table count from 1; exact ask takes a question, exact cite an id; a value is p/q, the "
    "root of p/q, or two bounds. Standing is what stands behind it, such as a theorem of tests/proof or two methods. "
    "A figure that answers no question has its value as in the table, and no id.",
    "schema": {"fields": [{"name": name, "type": "string"} for name in HEADINGS]},
}  # of a data package
_QUESTIONS = Path(__file__).with_name("questions.txt")  # of an installed package; the project has the tables themselves
_TABLES = Path(__file__).parents[2] / "tables"


def question_of_id(name: str) -> str:
    """The question whose figure, in a table or in the index, has this id; raises `ExactError` if there is none."""
    return _questions_of_tables().get(name) or index.question_of_id(name)


@cache
def _questions_of_tables() -> Mapping[str, str]:
    """The questions of the tables by the ids of their figures."""
    if _QUESTIONS.is_file():
        return {figure_id(question): question for question in _QUESTIONS.read_text(encoding="utf-8").splitlines()}
    if not (_TABLES / FIGURES_FILE).is_file():
        return {}
    with (_TABLES / FIGURES_FILE).open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["question"] for row in csv.DictReader(file) if row["id"]}
