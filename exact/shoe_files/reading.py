"""Read files of shoes in blocks, so that memory does not grow with the file, and files of dealt shoes line by line.

Rows that are not shoes are set apart. A faultless block of CSV is read at once, any other row by row.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from exact.errors import ExactError
from exact.game import POINT_VALUES, Granularity, class_names, class_of, parse_card, split_names
from exact.game.shoe import MAX_COUNT, MIN_CARDS
from exact.inputs import check_whole, one_of, parse_whole, refused
from exact.lazy import Integers, np, of_extra
from exact.rules.replay import Replay, check_copies, replay
from exact.rules.rulebook import Interpretation

Row = TypeVar("Row")
CSV, JSON_LINES, PARQUET = "csv", "jsonl", "parquet"
_SUFFIXES = {".csv": CSV, ".jsonl": JSON_LINES, ".ndjson": JSON_LINES, ".parquet": PARQUET}
BYTES = 1 << 21  # how much of a file is read at once, and the longest line: bounds on memory
DEALT_BYTES = 1 << 16  # of dealt shoes, whose coups take far more memory than their lines
LONGEST_LINE = 1 << 25
_DEALT_LINE = re.compile(r"\s*(?:\[([^\[\]]*)\])?([^\[\]]*)")
ROWS = 1 << 15  # of Parquet read at once


class Rejected(NamedTuple):
    """A row that could not be used: its line in the file, from 1, why, and its text."""

    line: int
    reason: str
    row: str


class ShoeBlock(NamedTuple):
    """Some rows of a file: the shoes, in the order of `shoe_columns`, those set apart, and how far reading has come."""

    shoes: Integers
    rejected: list[Rejected]
    done: int


def shoe_columns(granularity: Granularity) -> list[str]:
    """The names of the counts: ``c0`` … ``c9``, ``cA`` … ``cK`` or ``cAs`` … ``cKc``."""
    return [f"c{name}" for name in class_names(granularity)]


def format_of(path: Path, parameter: str) -> str:
    """The format of ``path`` by its suffix; raises `ExactError` for an unknown suffix."""
    name = _SUFFIXES.get(path.suffix.lower())
    if name is None:
        raise ExactError(parameter, str(path), f"must end in {', '.join(_SUFFIXES)}")
    return name


def granularity_of_columns(names: Sequence[str], parameter: str) -> Granularity:
    """The granularity of columns in any order; raises `ExactError` for missing, unknown or repeated names."""
    sets = {granularity: shoe_columns(granularity) for granularity in Granularity}
    granularity, known = max(sets.items(), key=lambda columns: (len({*columns[1]} & {*names}), -columns[0]))
    for name in names:
        one_of(name, known, parameter, "is not a column of shoes")
        if names.count(name) > 1:
            raise ExactError(parameter, name, "names two columns")
    missing = [name for name in known if name not in names]
    if missing:
        bound = f"lacks {', '.join(missing)}: shoes have columns c0 to c9, cA to cK or cAs to cKc"
        raise ExactError(parameter, ",".join(names), bound)
    return granularity


def row_by_row(
    rows: Iterable[tuple[int, str, Row]], shoe: Callable[[Row], list[int]], width: int, done: int
) -> ShoeBlock:
    """The block of ``rows``, each with its line number and text; ``shoe`` reads ``width`` counts, or raises."""
    shoes: list[list[int]] = []
    rejected: list[Rejected] = []
    for line, text, row in rows:
        try:
            counts = shoe(row)
            if sum(counts) < MIN_CARDS:
                raise ExactError("shoe", sum(counts), f"cards are left, and a coup needs at least {MIN_CARDS}")
            shoes.append(counts)
        except ExactError as error:
            rejected.append(Rejected(line, str(error), text))
    return ShoeBlock(np.array(shoes, dtype=np.int64).reshape(-1, width), rejected, done)


class _CsvFile:
    def __init__(self, path: Path) -> None:
        self.path, self.size = path, path.stat().st_size
        with path.open("rb") as file:
            self._head = file.readline(BYTES)
        text = self._head.decode("utf-8-sig", errors="replace")
        try:
            self.names = [name.strip() for name in next(csv.reader([text]), [])]
        except csv.Error as error:
            raise ExactError(f"{path.name}, line 1", text, f"is not a row of CSV: {error}") from None
        self.granularity = granularity_of_columns(self.names, f"{path.name}, line 1")
        self._order = [self.names.index(name) for name in shoe_columns(self.granularity)]

    def blocks(self) -> Iterator[ShoeBlock]:
        line, done = 2, len(self._head)
        for chunk in _whole_lines(self.path, done, BYTES):
            done += len(chunk)
            shoes = _clean(chunk, len(self.names))
            if shoes is not None and (shoes.sum(axis=1) >= MIN_CARDS).all():
                yield ShoeBlock(shoes[:, self._order], [], done)
            else:
                texts = enumerate(chunk.decode("utf-8", errors="replace").split("\n"), start=line)
                rows = ((number, text.removesuffix("\r")) for number, text in texts if text.strip())
                yield row_by_row(((number, row, row) for number, row in rows), self._shoe, len(self.names), done)
            line += chunk.count(b"\n")

    def _shoe(self, row: str) -> list[int]:
        try:
            entries = next(csv.reader([row], strict=True))
        except csv.Error as error:
            raise ExactError("row", row, f"is not a row of CSV: {error}") from None
        if len(entries) != len(self.names):
            raise ExactError("row", row, f"has {len(entries)} entries, but must have {len(self.names)}")
        counts = [parse_whole(entry, name, 0, MAX_COUNT) for name, entry in zip(self.names, entries, strict=True)]
        return [counts[index] for index in self._order]


def _whole_lines(path: Path, start: int, at_once: int) -> Iterator[bytes]:
    """The file from ``start`` in pieces of whole lines; the last one gets a line end if it has none."""
    rest = b""
    with refused("shoes", path, "cannot be read"), path.open("rb") as file:
        file.seek(start)
        while piece := file.read(at_once):
            if cut := piece.rfind(b"\n") + 1:
                yield rest + piece[:cut]
                rest = b""
            rest += piece[cut:]
            if len(rest) > LONGEST_LINE:
                raise ExactError(path.name, rest[:40], f"begins a line of over {LONGEST_LINE} bytes")
    if rest:
        yield rest + b"\n"


def _lines(path: Path, at_once: int) -> Iterator[tuple[list[tuple[int, str]], int]]:
    """The numbers and texts of the lines in each piece of a file, without blank ones, and the bytes read so far."""
    line = done = 0
    for chunk in _whole_lines(path, 0, at_once):
        done += len(chunk)
        texts = chunk.decode("utf-8-sig" if not line else "utf-8", errors="replace").split("\n")[:-1]
        yield [(number, text.strip()) for number, text in enumerate(texts, line + 1) if text.strip()], done
        line += len(texts)


def _clean(chunk: bytes, width: int) -> "Integers | None":
    """The counts in a faultless piece of CSV, rows × columns in the file's order; else `None`."""
    text = chunk.replace(b"\r\n", b"\n")
    if text.translate(None, b"0123456789,\n") or text.isspace():
        return None
    try:
        counts = np.loadtxt(BytesIO(text), dtype=np.int64, delimiter=",", ndmin=2)
    except ValueError:  # an empty entry, rows of different lengths, or more digits than fit
        return None
    return counts if counts.shape[1] == width and counts.max() <= MAX_COUNT else None


class _JsonFile:
    def __init__(self, path: Path) -> None:
        self.path, self.size = path, path.stat().st_size
        self.names = self._first_names()
        self.granularity = granularity_of_columns(self.names, path.name)
        self._columns = shoe_columns(self.granularity)

    def _first_names(self) -> list[str]:
        first = ""
        for line, row in (pair for rows, _ in _lines(self.path, BYTES) for pair in rows):
            try:
                return list(_json_counts(row))
            except ExactError as error:
                first = first or f"; line {line}: {error}"
        raise ExactError(self.path.name, "no line", f"is a shoe as a JSON object{first}")

    def blocks(self) -> Iterator[ShoeBlock]:
        for rows, done in _lines(self.path, BYTES):
            yield row_by_row(((line, row, row) for line, row in rows), self._shoe, self.granularity, done)

    def _shoe(self, row: str) -> list[int]:
        counts = _json_counts(row)
        if counts.keys() != set(self._columns):
            bound = f"has other columns than the first shoe: it must have {self._columns[0]} and so on"
            raise ExactError("row", row, bound)
        return [counts[name] for name in self._columns]


def _json_counts(row: str) -> dict[str, int]:
    """The counts of a shoe, whatever its columns; raises `ExactError` for anything else."""
    try:
        pairs: object = json.loads(row, object_pairs_hook=tuple)
    except (ValueError, RecursionError) as error:
        raise ExactError("row", row, f"is not JSON: {error}") from None
    if not isinstance(pairs, tuple):
        raise ExactError("row", row, "is not a JSON object")
    granularity_of_columns([name for name, _ in pairs], "row")
    return {name: check_whole(value, name, 0, MAX_COUNT) for name, value in pairs}


def arrow() -> tuple[Any, Any]:
    """The modules pyarrow and pyarrow.parquet; raises `ExactError` without the extra ``parquet``."""
    return of_extra("parquet", "pyarrow", "parquet"), of_extra("parquet", "pyarrow.parquet", "parquet")


class _ParquetFile:
    """A Parquet file of shoes; counts may be doubles, because a column with gaps has them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._arrow, parquet = arrow()
        try:
            self._file = parquet.ParquetFile(path, page_checksum_verification=True)
            schema = self._file.schema_arrow
        except (self._arrow.ArrowException, OSError) as error:
            raise ExactError("shoes", str(path), f"is not a Parquet file: {_first_line(error)}") from None
        self.names: list[str] = list(schema.names)
        self.granularity = granularity_of_columns(self.names, path.name)
        for field in schema:
            if not (self._arrow.types.is_integer(field.type) or self._arrow.types.is_float64(field.type)):
                raise ExactError(f"{path.name}, {field.name}", str(field.type), "must be a column of integers")
        self.size: int = self._file.metadata.num_rows

    def blocks(self) -> Iterator[ShoeBlock]:
        done = 0
        columns = shoe_columns(self.granularity)

        def counts(row: tuple[object, ...]) -> list[int]:
            return [check_whole(value, name, 0, MAX_COUNT) for name, value in zip(columns, row, strict=True)]

        for batch in self._batches(columns):
            first, done = done + 1, done + len(batch)
            arrays = [batch.column(name) for name in columns]
            shoes = np.column_stack([array.to_numpy(zero_copy_only=False) for array in arrays])  # a gap is NaN
            counted = (shoes >= 0) & (shoes <= MAX_COUNT) & (shoes == np.floor(shoes))
            if counted.all() and (shoes.sum(axis=1) >= MIN_CARDS).all():
                yield ShoeBlock(shoes.astype(np.int64), [], done)
            else:
                rows = enumerate(zip(*(map(_as_whole, array.to_pylist()) for array in arrays), strict=True), first)
                texts = ((n, ",".join("" if each is None else str(each) for each in row), row) for n, row in rows)
                yield row_by_row(texts, counts, len(columns), done)
        if done != self.size:
            raise ExactError("shoes", str(self._path), f"is damaged: it has {done} rows, but announces {self.size}")

    def _batches(self, columns: list[str]) -> Iterator[Any]:
        try:
            yield from self._file.iter_batches(ROWS, columns=columns)
        except (self._arrow.ArrowException, OSError) as error:
            raise ExactError("shoes", str(self._path), f"is damaged: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


ShoeFile = _CsvFile | _JsonFile | _ParquetFile
"""A file of shoes: ``names`` are its columns in their order, ``size`` is the last ``done`` of its ``blocks``."""
_READERS: dict[str, type[ShoeFile]] = {CSV: _CsvFile, JSON_LINES: _JsonFile, PARQUET: _ParquetFile}


def open_shoes(path: Path) -> ShoeFile:
    """The file; raises `ExactError` if it cannot be read, for columns not of shoes, and without pyarrow."""
    reader = _READERS[format_of(path, "shoes")]
    with refused("shoes", path, "cannot be read"):
        if not path.is_file():
            raise ExactError("shoes", str(path), "does not exist, or is not a file")
        return reader(path)


def _as_whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


class DealtRow(NamedTuple):
    """A coup of a dealt shoe: its line, its number in the shoe, the point values left before it, and how it went."""

    line: int
    number: int
    left: tuple[int, ...]
    replay: Replay


class DealtBlock(NamedTuple):
    """Some lines of a file: their coups, those with an error, and the bytes of the file read so far."""

    coups: list[DealtRow]
    rejected: list[Rejected]
    done: int


def dealt_shoes(path: Path, decks: int, rulebook: Interpretation) -> Iterator[DealtBlock]:
    """Every line of ``path``: the cards of a shoe in dealing order, those burnt face up first, in brackets.

    A line with an unknown card or too many copies of one gives no coups; one whose last cards are not a coup gives
    those before them. Raises `ExactError` for an unreadable file, and for a line of over `LONGEST_LINE` bytes.
    """
    for rows, done in _lines(path, DEALT_BYTES):
        block = DealtBlock([], [], done)
        for line, text in rows:
            try:
                for coup in _dealt_coups(text, line, decks, rulebook):
                    block.coups.append(coup)
            except ExactError as error:
                block.rejected.append(Rejected(line, str(error), text))
        yield block


def _dealt_coups(text: str, line: int, decks: int, rulebook: Interpretation) -> Iterator[DealtRow]:
    match = _DEALT_LINE.fullmatch(text)
    if match is None:
        raise ExactError("cards", text, "must be cards, with burnt cards first and in one pair of brackets")
    burnt, cards = split_names(match[1] or ""), split_names(match[2])
    names = burnt + cards
    classes = [parse_card(name, "cards") for name in names]
    check_copies(names, classes, decks)
    values = [class_of(index, known, Granularity.VALUES) for known, index in classes]
    left = [4 * decks * POINT_VALUES.count(value) for value in range(10)]
    at, dealt, number = 0, len(burnt), 1
    while at + dealt < len(names):
        for value in values[at : at + dealt]:
            left[value] -= 1
        at += dealt
        if sum(left) < MIN_CARDS:
            bound = f"come when only {sum(left)} cards are left: odds need {MIN_CARDS}"
            raise ExactError("cards", " ".join(names[at:]), bound)
        replayed = replay(names[at : at + MIN_CARDS], rulebook)
        yield DealtRow(line, number, tuple(left), replayed)
        dealt, number = len(replayed.dealt), number + 1
