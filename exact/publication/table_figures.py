"""The figures of the reference tables by their ids: ``figures.csv.gz``, a row for each cell that answers a question."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterable
from pathlib import Path

from exact.literature import figures as index
from exact.report.data import csv_text
from exact.views.asked import METHODS

FIGURES_FILE = "figures.csv.gz"
HEADINGS = {
    "table": "its id",
    "row": "from 1, without the headings",
    "column": "its heading in the CSV file of the table",
    "question": "the canonical text, which exact ask answers",
    "id": "the id of the figure, which exact cite takes",
    "value": "p/q, the root of p/q, or two bounds",
    "exactness": "exact, a root included, or proved bounds",
}
RESOURCE = {
    "profile": "tabular-data-resource",
    "name": "figures",
    "path": FIGURES_FILE,
    "title": "The cells that answer a question, with their questions and exact values",
    "description": "; ".join(METHODS),
    "mediatype": "text/csv",
    "encoding": "utf-8",
    "compression": "gz",
    "schema": {"fields": [{"name": name, "type": "string", "description": HEADINGS[name]} for name in HEADINGS]},
}
"""The file in a data package."""
_PLACES = (Path(__file__).with_name(FIGURES_FILE), Path(__file__).parents[2] / "tables" / FIGURES_FILE)
"""In an installed package, and in the project."""


def figures_file(rows: Iterable[tuple[str, ...]]) -> bytes:
    """The file with these rows, in which the rows of a table are counted from 1; its bytes have no date."""
    return gzip.compress(csv_text([*HEADINGS], map(list, rows)).encode(), mtime=0)


def question_of_id(name: str) -> str:
    """The question whose figure, in a table or in the index, has this id; raises `ExactError` if there is none."""
    for path in _PLACES:
        if path.is_file():
            with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    if row["id"] == name:
                        return row["question"]
    return index.question_of_id(name)
