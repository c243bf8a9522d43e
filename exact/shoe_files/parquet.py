"""Parquet (Arrow) files of shoes and of answers, with the extra ``parquet``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from exact.errors import ExactError
from exact.game.shoe import MAX_COUNT
from exact.inputs import check_whole
from exact.lazy import Numbers, np
from exact.shoe_files.rows import ShoeBlock, all_can_deal, granularity_of_columns, row_by_row, shoe_columns

try:
    import pyarrow
    from pyarrow import parquet
except ImportError:
    raise ExactError("parquet", "pyarrow", "is not installed: pip install 'exact-baccarat[parquet]'") from None


ROWS = 1 << 15  # read at once


class ParquetShoes:
    """A Parquet file of shoes; counts may be doubles, because a column with gaps has them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = parquet.ParquetFile(path, page_checksum_verification=True)
            schema = self._file.schema_arrow
        except (pyarrow.ArrowException, OSError) as error:
            raise ExactError("shoes", str(path), f"is not a Parquet file: {_first_line(error)}") from None
        self.names: list[str] = list(schema.names)
        self.granularity = granularity_of_columns(self.names, path.name)
        for field in schema:
            if not (pyarrow.types.is_integer(field.type) or pyarrow.types.is_float64(field.type)):
                raise ExactError(f"{path.name}, {field.name}", str(field.type), "must be a column of integers")
        self.size: int = self._file.metadata.num_rows

    def blocks(self) -> Iterator[ShoeBlock]:
        """The file from its beginning; raises `ExactError` if it is damaged."""
        done = 0
        columns = shoe_columns(self.granularity)

        def counts(row: tuple[object, ...]) -> list[int]:
            return [check_whole(value, name, 0, MAX_COUNT) for name, value in zip(columns, row, strict=True)]

        for batch in self._batches(columns):
            first, done = done + 1, done + len(batch)
            arrays = [batch.column(name) for name in columns]
            gaps = any(array.null_count for array in arrays)
            shoes = None if gaps else np.column_stack([array.to_numpy() for array in arrays])
            if shoes is not None and _are_counts(shoes) and all_can_deal(shoes):
                yield ShoeBlock(shoes.astype(np.int64), [], done)
            else:
                values = enumerate(zip(*(map(_as_whole, array.to_pylist()) for array in arrays), strict=True), first)
                texts = (
                    (line, ",".join("" if value is None else str(value) for value in row), row) for line, row in values
                )
                yield row_by_row(texts, counts, len(columns), done)
        if done != self.size:
            raise ExactError("shoes", str(self._path), f"is damaged: it has {done} rows, but announces {self.size}")

    def _batches(self, columns: list[str]) -> Iterator[Any]:
        try:
            yield from self._file.iter_batches(ROWS, columns=columns)
        except (pyarrow.ArrowException, OSError) as error:
            raise ExactError("shoes", str(self._path), f"is damaged: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _are_counts(shoes: Numbers) -> bool:
    inside = bool(((shoes >= 0) & (shoes <= MAX_COUNT)).all())
    return inside and (shoes.dtype.kind != "f" or bool((shoes == np.floor(shoes)).all()))


def _as_whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


class ParquetWriter:
    """A Parquet file that grows by blocks; the first block determines the types of its columns."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._writer: Any = None

    def write(self, columns: dict[str, Any]) -> None:
        """Add rows: the integers or texts of each column."""
        table = pyarrow.table({name: _array(name, values) for name, values in columns.items()})
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)

    def close(self) -> None:
        """Finish the file, which stays open."""
        if self._writer is not None:
            self._writer.close()


def _array(name: str, values: Any) -> Any:
    if isinstance(values, list):
        return pyarrow.array(values, pyarrow.string())
    try:
        return pyarrow.array(values, pyarrow.int64())
    except (OverflowError, pyarrow.ArrowInvalid):
        bound = "is beyond the 64-bit integers of Parquet (27 decks): write .csv or .jsonl"
        raise ExactError(name, max(values.tolist()), bound) from None
