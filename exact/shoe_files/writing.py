"""Write files of answers in blocks, under a temporary name: a file with its final name is complete."""

from __future__ import annotations

import csv
import json
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeAlias

from exact.errors import ExactError
from exact.inputs import refused
from exact.lazy import Numbers
from exact.shoe_files.reading import CSV, JSON_LINES, PARQUET, Rejected, arrow, format_of

Column: TypeAlias = "Numbers | list[str]"  # integers or texts
_SPECIAL = frozenset(',"\r\n')


class Answers:
    """The file ``path`` and, next to it, the file of rejected rows; both appear at the end of a ``with`` block.

    A run that fails leaves neither, a killed one at most files of its own that end in ``.partial``. ``numbers`` are the
    columns that JSON has as numbers: doubles cannot hold all counts. Raises `ExactError` for files not writable.
    """

    def __init__(self, path: Path, numbers: Sequence[str] = ()) -> None:
        self.path = path
        self.rejects = path.with_name(f"{path.name}.rejects.csv")
        self.rejected = 0
        run = secrets.token_hex(4)
        self._partial, self._partial_rejects = (p.with_name(f"{p.name}.{run}.partial") for p in (path, self.rejects))
        self._reject_file: IO[str] | None = None
        kind = format_of(path, "out")
        if path.is_dir() or not path.parent.is_dir():
            raise ExactError("out", str(path), "cannot be written: it is a folder, or its folder does not exist")
        if self.rejects.is_dir():
            raise ExactError("out", str(self.rejects), "is a folder, but must become the file of rejected rows")
        if kind == PARQUET:
            arrow()  # if it is missing, no file is begun
        self._files = ExitStack()
        with self._writing():
            file = self._files.enter_context(self._partial.open("xb"))
        self._add: Callable[[dict[str, Column]], None]
        if kind == CSV:
            self._add = partial(_add_csv, file)
        elif kind == JSON_LINES:
            self._add = partial(_add_json, file, frozenset(numbers))
        else:
            self._add = self._files.enter_context(closing(_ParquetWriter(file))).write

    def write(self, columns: dict[str, Column]) -> None:
        """Add rows; the columns must be the same every time."""
        with self._writing():
            self._add(columns)

    def reject(self, rows: Sequence[Rejected]) -> None:
        """Add rejected rows."""
        with self._writing():
            if rows and self._reject_file is None:
                opened = self._partial_rejects.open("x", encoding="utf-8", newline="")
                self._reject_file = self._files.enter_context(opened)
                csv.writer(self._reject_file, lineterminator="\n").writerow(Rejected._fields)
            if self._reject_file is not None:
                csv.writer(self._reject_file, lineterminator="\n").writerows(rows)
                self.rejected += len(rows)

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        try:
            with suppress(Exception) if error else self._writing():  # report the earlier error, not another
                self._files.close()
                if not error:
                    self._appear()
        finally:
            for unfinished in (self._partial, self._partial_rejects):
                unfinished.unlink(missing_ok=True)

    def _appear(self) -> None:
        """Give the files their final names, and never leave answers next to the rejected rows of another run."""
        if self._reject_file is not None or self.rejects.exists():
            self.path.unlink(missing_ok=True)
            self.rejects.unlink(missing_ok=True)
        if self._reject_file is not None:
            os.replace(self._partial_rejects, self.rejects)
        os.replace(self._partial, self.path)

    def _writing(self) -> AbstractContextManager[None]:
        return refused("out", self.path, "cannot be written")


def _add_csv(file: IO[bytes], columns: dict[str, Column]) -> None:
    if not file.tell():
        file.write(",".join(map(_quoted, columns)).encode() + b"\n")
    entries = (map(_quoted, own) if isinstance(own, list) else map(str, own.tolist()) for own in columns.values())
    file.write("".join(f"{row}\n" for row in map(",".join, zip(*entries, strict=True))).encode())


def _quoted(text: str) -> str:
    return text if _SPECIAL.isdisjoint(text) else '"' + text.replace('"', '""') + '"'


def _add_json(file: IO[bytes], numbers: frozenset[str], columns: dict[str, Column]) -> None:
    parts = []
    for name, column in columns.items():
        key = json.dumps(name, ensure_ascii=False)
        entries = column if isinstance(column, list) else column.tolist()
        shown = entries if name in numbers else [json.dumps(str(entry), ensure_ascii=False) for entry in entries]
        parts.append([f"{key}: {entry}" for entry in shown])
    file.writelines(f"{{{', '.join(row)}}}\n".encode() for row in zip(*parts, strict=True))


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
