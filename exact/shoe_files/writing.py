"""Write files of answers in blocks, under a temporary name: a file with its final name is complete."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Any, TypeAlias

from exact.errors import ExactError
from exact.escapes import csv_text, json_text
from exact.inputs import refused
from exact.lazy import Numbers
from exact.outputs import Output
from exact.shoe_files.reading import CSV, JSON_LINES, PARQUET, Rejected, arrow, format_of

Column: TypeAlias = "Numbers | list[str]"  # integers or texts


class Answers:
    """The file ``path`` and, next to it, the file of rejected rows; both appear at the end of a ``with`` block.

    A run that fails leaves neither. ``numbers`` are the columns that JSON has as numbers: doubles cannot hold all
    counts. Raises `ExactError` for files not writable.
    """

    def __init__(self, path: Path, numbers: Sequence[str] = ()) -> None:
        self.path = path
        self.rejects = path.with_name(f"{path.name}.rejects.csv")
        self.rejected = 0
        self._rejected: Output | None = None
        kind = format_of(path, "out")
        if kind == PARQUET:
            arrow()  # if it is missing, no file is begun
        self._files = ExitStack()
        answers = self._files.enter_context(Output(path, "out"))
        self._add: Callable[[dict[str, Column]], None]
        if kind == CSV:
            self._add = partial(_add_csv, answers)
        elif kind == JSON_LINES:
            self._add = partial(_add_json, answers, frozenset(numbers))
        else:
            self._add = self._files.enter_context(closing(_ParquetWriter(answers.file))).write

    def write(self, columns: dict[str, Column]) -> None:
        """Add rows; the columns must be the same every time."""
        with refused("out", self.path, "cannot be written"):
            self._add(columns)

    def reject(self, rows: Sequence[Rejected]) -> None:
        """Add rejected rows."""
        if rows and self._rejected is None:
            self._rejected = self._files.enter_context(Output(self.rejects, "out"))
            self._rejected.write(csv_text([Rejected._fields]).encode())
        if self._rejected is not None:
            self._rejected.write(csv_text(rows).encode())
            self.rejected += len(rows)

    def __enter__(self) -> "Answers":
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        with self._files:
            if error:
                raise error
            if self._rejected is not None or self.rejects.is_file():  # never answers next to the rejects of another run
                with refused("out", self.path, "cannot be written"):
                    for old in filter(Path.is_file, (self.path, self.rejects)):
                        old.resolve().unlink()


def _add_csv(output: Output, columns: dict[str, Column]) -> None:
    entries = (own if isinstance(own, list) else own.tolist() for own in columns.values())
    output.write(csv_text(chain([] if output.size else [columns], zip(*entries, strict=True))).encode())


def _add_json(output: Output, numbers: frozenset[str], columns: dict[str, Column]) -> None:
    entries = (own if isinstance(own, list) else own.tolist() for own in columns.values())
    shown = (own if name in numbers else map(str, own) for name, own in zip(columns, entries, strict=True))
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*shown, strict=True))
    output.write("".join(f"{json_text(row)}\n" for row in rows).encode())


class _ParquetWriter:
    """A Parquet file that grows by blocks; the first block determines the types of its columns."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._writer: Any = None
        self._arrow, self._parquet = arrow()

    def write(self, columns: dict[str, Any]) -> None:
        table = self._arrow.table({name: self._array(name, values) for name, values in columns.items()})
        if self._writer is None:
            self._writer = self._parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def _array(self, name: str, values: Any) -> Any:
        if isinstance(values, list):
            return self._arrow.array(values, self._arrow.string())
        try:
            return self._arrow.array(values, self._arrow.int64())
        except (OverflowError, self._arrow.ArrowInvalid):
            bound = "is beyond the 64-bit integers of Parquet (27 decks): write .csv or .jsonl"
            raise ExactError(name, max(values.tolist()), bound) from None
