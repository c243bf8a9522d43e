"""Files of figures that take minutes to compute: tab-separated text below the SHA-256 digest of the rest."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from exact.arithmetic import decimal_text, fraction_text
from exact.errors import ExactError
from exact.records import Record

Row = tuple[Any, ...]


class StoredColumn(NamedTuple):
    """How the values of a column are read and written."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


TEXT, WHOLE, FRACTION = StoredColumn(str), StoredColumn(int), StoredColumn(Fraction, fraction_text)
DOUBLE = StoredColumn(float, lambda value: f"{value:.12f}")


def decimal(digits: int) -> StoredColumn:
    """Fractions rounded to ``digits`` decimals."""
    return StoredColumn(Fraction, lambda value: decimal_text(value, digits))


def optional(column: StoredColumn) -> StoredColumn:
    """The same with empty cells, which are `None`."""
    read, write = column
    return StoredColumn(lambda cell: read(cell) if cell else None, lambda value: "" if value is None else write(value))


def several(column: StoredColumn, separator: str) -> StoredColumn:
    """Tuples of values."""
    read, write = column
    return StoredColumn(
        lambda cell: tuple(map(read, cell.split(separator))) if cell else (),
        lambda row: separator.join(map(write, row)),
    )


class Stored(Record, eq=False):
    """A file, and its columns by their headings."""

    path: Path
    columns: Mapping[str, StoredColumn]

    def rows(self) -> list[Row]:
        """The rows of the file; raises `ExactError` if the file does not have its digest."""
        first, text = self.path.read_text(encoding="utf-8").split("\n", 1)
        if first != _digest(text):
            raise ExactError("file", self.path.name, "is damaged: its digest is not that of its figures")
        readers = [column.read for column in self.columns.values()]
        lines = (zip(readers, line.split("\t"), strict=True) for line in text.splitlines()[1:])
        return [tuple(read(cell) for read, cell in cells) for cells in lines]

    def text(self, rows: Iterable[Row]) -> str:
        """The text of the file with these rows."""
        text = "".join(f"{line}\n" for line in ("\t".join(self.columns), *map(self.line, rows)))
        return f"{_digest(text)}\n{text}"

    def line(self, row: Row) -> str:
        """A row as it is written; two rows are the same figures just if their lines are equal."""
        return "\t".join(column.write(value) for column, value in zip(self.columns.values(), row, strict=True))


def _digest(text: str) -> str:
    return f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"
