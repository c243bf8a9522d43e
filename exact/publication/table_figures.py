"""The figures of the reference tables by their ids: ``figures.csv.gz``, a row for each cell that answers a question."""

from __future__ import annotations

import csv
import gzip
import zlib
from collections.abc import Iterable
from pathlib import Path

from exact.literature import figures as index
from exact.report.data import csv_text
from exact.views.asked import METHODS

FIGURES_FILE = "figures.csv.gz"
HEADINGS = ["table", "row", "column", "question", "id", "value", "exactness"]
RESOURCE = {
    "profile": "tabular-data-resource",
    "name": "figures",
    "path": FIGURES_FILE,
    "mediatype": "text/csv",
    "encoding": "utf-8",
    "compression": "gz",
    "title": "The cells that are figures, with questions and exact values",
    "description": "Rows of a table count from 1; exact ask takes a question, exact cite an id; a value is p/q, the "
    f"root of p/q, or two bounds. Methods: {'; '.join(METHODS)}.",
    "schema": {"fields": [{"name": name, "type": "string"} for name in HEADINGS]},
}  # of a data package
_PLACES = (Path(__file__).parent, Path(__file__).parents[2] / "tables")  # in an installed package, and in the project


def figures_file(rows: Iterable[tuple[str, ...]]) -> bytes:
    """The file with these rows; its bytes have no date."""
    return gzip.compress(csv_text(HEADINGS, map(list, rows)).encode(), mtime=0)


def same_figures(there: bytes, data: bytes) -> bool:
    """Whether two files differ only in how they are compressed, which depends on the version of zlib."""
    try:
        return gzip.decompress(there) == gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return False


def question_of_id(name: str) -> str:
    """The question whose figure, in a table or in the index, has this id; raises `ExactError` if there is none."""
    for path in (place / FIGURES_FILE for place in _PLACES):
        if path.is_file():
            with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
                question = next((row["question"] for row in csv.DictReader(file) if row["id"] == name), None)
            if question is not None:
                return question
    return index.question_of_id(name)
