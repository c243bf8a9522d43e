"""Read files of shoes in blocks, so that memory does not grow with the file, and files of dealt shoes line by line.

Rows that are not shoes are set apart. A faultless block of CSV is read at once, any other row by row.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from exact.errors import ExactError
from exact.game import POINT_VALUES, Granularity, class_of, parse_card, split_names
from exact.game.shoe import MAX_COUNT, MIN_CARDS
from exact.inputs import check_whole, parse_whole
from exact.lazy import Integers, np
from exact.rules.replay import Replay, check_copies, replay
from exact.rules.rulebook import Interpretation
from exact.shoe_files.rows import (
    CSV,
    JSON_LINES,
    Rejected,
    ShoeBlock,
    ShoeFile,
    all_can_deal,
    format_of,
    granularity_of_columns,
    row_by_row,
    shoe_columns,
)

BYTES = 1 << 21  # how much of a file is read at once, and the longest line: bounds on memory
LONGEST_LINE = 1 << 25
_DEALT_LINE = re.compile(r"\s*(?:\[([^\[\]]*)\])?([^\[\]]*)")


def open_shoes(path: Path) -> ShoeFile:
    """The file; raises `ExactError` if it cannot be read, for columns not of shoes, and without pyarrow."""
    kind = format_of(path, "shoes")
    try:
        if not path.is_file():
            raise ExactError("shoes", str(path), "does not exist, or is not a file")
        if kind == CSV:
            return _CsvFile(path)
        if kind == JSON_LINES:
            return _JsonFile(path)
        from exact.shoe_files.parquet import ParquetShoes

        return ParquetShoes(path)
    except OSError as error:
        raise ExactError("shoes", str(path), f"cannot be read: {error.strerror or error}") from None


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
        for chunk in _whole_lines(self.path, done):
            done += len(chunk)
            shoes = _clean(chunk, len(self.names))
            if shoes is not None and all_can_deal(shoes):
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


def _whole_lines(path: Path, start: int) -> Iterator[bytes]:
    """The file from ``start`` in pieces of whole lines; the last one gets a line end if it has none."""
    rest = b""
    try:
        with path.open("rb") as file:
            file.seek(start)
            while piece := file.read(BYTES):
                if cut := piece.rfind(b"\n") + 1:
                    yield rest + piece[:cut]
                    rest = b""
                rest += piece[cut:]
                if len(rest) > LONGEST_LINE:
                    raise ExactError(path.name, rest[:40], f"begins a line of over {LONGEST_LINE} bytes")
    except OSError as error:
        raise ExactError("shoes", str(path), f"cannot be read: {error.strerror or error}") from None
    if rest:
        yield rest + b"\n"


def _clean(chunk: bytes, width: int) -> Integers | None:
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
        for line, row in (pair for rows, _ in self._pieces() for pair in rows):
            try:
                return list(_json_counts(row))
            except ExactError as error:
                first = first or f"; line {line}: {error}"
        raise ExactError(self.path.name, "no line", f"is a shoe as a JSON object{first}")

    def _pieces(self) -> Iterator[tuple[list[tuple[int, str]], int]]:
        """The numbers and texts of the lines in each piece, without blank ones, and the bytes read so far."""
        line = done = 0
        for chunk in _whole_lines(self.path, 0):
            done += len(chunk)
            texts = chunk.decode("utf-8-sig" if not line else "utf-8", errors="replace").split("\n")[:-1]
            yield [(number, text.strip()) for number, text in enumerate(texts, line + 1) if text.strip()], done
            line += len(texts)

    def blocks(self) -> Iterator[ShoeBlock]:
        for rows, done in self._pieces():
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


class DealtRow(NamedTuple):
    """A coup of a dealt shoe: its line, its number in the shoe, the point values left before it, and how it went."""

    line: int
    number: int
    left: tuple[int, ...]
    replay: Replay


class DealtShoe(NamedTuple):
    """A line of a file: its coups, its error if it has one, and the bytes of the file read so far."""

    coups: list[DealtRow]
    rejected: list[Rejected]
    done: int


def dealt_shoes(path: Path, decks: int, rulebook: Interpretation) -> Iterator[DealtShoe]:
    """Every non-blank line of ``path``: the cards of a shoe in dealing order, those burnt face up first, in brackets.

    A line with an unknown card, too many copies of one or over `LONGEST_LINE` bytes gives no coups; one whose last
    cards are not a coup gives those before them. Raises `ExactError` for an unreadable file.
    """
    try:
        with path.open("rb") as file:
            line = done = 0
            while raw := file.readline(LONGEST_LINE + 1):
                line, done = line + 1, done + len(raw)
                if len(raw) > LONGEST_LINE:
                    begins = raw[:40].decode("utf-8", errors="replace")
                    while raw and not raw.endswith(b"\n"):
                        raw = file.readline(LONGEST_LINE)
                        done += len(raw)
                    error = ExactError("cards", begins, f"begins a line of over {LONGEST_LINE} bytes")
                    yield DealtShoe([], [Rejected(line, str(error), begins)], done)
                    continue
                text = raw.decode("utf-8-sig" if line == 1 else "utf-8", errors="replace").strip()
                if text:
                    yield _dealt_shoe(text, line, done, decks, rulebook)
    except OSError as error:
        raise ExactError("shoes", str(path), f"cannot be read: {error.strerror or error}") from None


def _dealt_shoe(text: str, line: int, done: int, decks: int, rulebook: Interpretation) -> DealtShoe:
    coups: list[DealtRow] = []
    try:
        match = _DEALT_LINE.fullmatch(text)
        if match is None:
            raise ExactError("cards", text, "must be cards, with burnt cards first and in one pair of brackets")
        burnt, names = split_names(match[1] or ""), split_names(match[2])
        classes = [parse_card(name, "cards") for name in (*burnt, *names)]
        check_copies([*burnt, *names], classes, decks)
        values = [class_of(index, known, Granularity.VALUES) for known, index in classes]
        left = [4 * decks * POINT_VALUES.count(value) for value in range(10)]
        for value in values[: len(burnt)]:
            left[value] -= 1
        at = 0
        while at < len(names):
            if sum(left) < MIN_CARDS:
                bound = f"come when only {sum(left)} cards are left: odds need {MIN_CARDS}"
                raise ExactError("cards", " ".join(names[at:]), bound)
            replayed = replay(names[at : at + MIN_CARDS], rulebook)
            coups.append(DealtRow(line, len(coups) + 1, tuple(left), replayed))
            used = len(replayed.dealt)
            for value in values[len(burnt) + at :][:used]:
                left[value] -= 1
            at += used
    except ExactError as error:
        return DealtShoe(coups, [Rejected(line, str(error), text)], done)
    return DealtShoe(coups, [], done)
