"""Judge a finished file of answers, for an engine that cannot be run here."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from exact.conformance.strict_json import Object, Written, decoded, parsed
from exact.conformance.vectors.vector_set import VectorSet
from exact.conformance.verify.protocol import EVERYTHING, parse_handshake
from exact.conformance.verify.runner import explain_failures, planned
from exact.conformance.verify.verification import Precision, Verification
from exact.errors import ExactError
from exact.escapes import printable
from exact.inputs import read_text_file

_SHOWN = 5
_COLUMNS = ("id", "answer")


class FileEntry(NamedTuple):
    """One answer of a file; ``where`` also says why it has no id, ``fault`` why it has no reply."""

    id: str | None
    where: str
    reply: Object | None
    fault: str


def read_results(path: Path) -> list[FileEntry]:
    """The entries of a file of answers; in CSV, a malformed one does not affect the others.

    Raises `ExactError` for an unreadable file, another format and what is no JSON.
    """
    text = read_text_file(path, "results", "name a JSON or CSV file of answers")
    if text.lstrip().startswith("{"):
        raise ExactError("results", text[:60], "must be a list of replies, in square brackets")
    if text.lstrip().startswith("["):
        values = parsed(text.strip(), "results")
        assert isinstance(values, list)
        return [_entry(value, f"entry {number}") for number, value in enumerate(values, 1)]
    return list(_rows(text))


def verify_results(path: Path, vector_set: VectorSet, precision: Precision, bad_requests: bool = True) -> Verification:
    """Judge the answers in a file, to the vectors within the capabilities if its first entry is a handshake.

    The first answer to an id counts. Raises `ExactError` as `read_results` and `parse_handshake` do.
    """
    entries = read_results(path)
    first = entries[0].reply if entries and not entries[0].id else None
    capabilities = parse_handshake(first) if first is not None and "protocol" in first else None
    if capabilities:
        del entries[0]
    verified = planned(capabilities or EVERYTHING, vector_set, precision, bad_requests, sent=False)
    if not verified.asked:
        bound = f"states capabilities that include none of the {len(vector_set.vectors)} vectors"
        raise ExactError("results", str(path), bound)
    verified.capabilities = capabilities
    verified.engine = capabilities.engine if capabilities else path.name
    times = Counter(entry.id for entry in entries if entry.id is not None)
    known = {vector.id for vector in (*vector_set.vectors, *vector_set.others)}
    beyond = known.difference(vector.id for vector in verified.asked)
    if passed_over := [name for name in times if name in beyond]:
        verified.happened.append(f"answers beyond what is checked, not judged: {_listed(passed_over)}")
    faulty = {
        "missing ids": [vector.id for vector in verified.asked if vector.id not in times],
        "repeated ids": [name for name, count in times.items() if count > 1],
        "unknown ids": [name for name in times if name not in known],
        "entries without an id": [entry.where for entry in entries if entry.id is None],
    }
    verified.problems = {what: _listed(names) for what, names in faulty.items() if names}
    answers = {entry.id: entry for entry in reversed(entries)}
    for vector in verified.asked:
        entry = answers.get(vector.id)
        if entry and entry.reply is None:
            verified.add_broken(vector, entry.fault, replied=True)
        elif entry and entry.reply is not None:
            verified.add(vector, entry.reply)
    explain_failures(verified)
    return verified


def _listed(names: Sequence[str]) -> str:
    return f"{len(names)} ({', '.join(name[:60] for name in names[:_SHOWN])}{', …' if len(names) > _SHOWN else ''})"


def _rows(text: str) -> Iterator[FileEntry]:
    limit = csv.field_size_limit(len(text) + 1)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        header = next(rows, [])
        if not set(_COLUMNS) <= set(header):
            bound = "must be a JSON list, or CSV with the columns id and answer (exact audit checks a CSV of figures)"
            raise ExactError("results", text[:60], bound)
        columns = [header.index(column) for column in _COLUMNS]
        while True:
            where = f"line {rows.line_num + 1}"
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield FileEntry(None, where, None, f"is not CSV: {error}")
                continue
            if row:
                name, answer = (row[column] if column < len(row) else "" for column in columns)
                yield _entry_of_row(name, answer, where)
    except csv.Error as error:
        raise ExactError("results", text[:60], f"is not CSV: {error}") from None
    finally:
        csv.field_size_limit(limit)


def _entry_of_row(name: str, answer: str, where: str) -> FileEntry:
    try:
        reply = decoded(answer.strip(), "answer")
        if reply.get("id", name) != name:
            raise ExactError("answer", Written(reply["id"]), f"is its id, but the row has {name[:60]!r}")
    except ExactError as error:
        return FileEntry(name or None, where, None, str(error))
    return FileEntry(name or None, where, reply, "")


def _entry(value: object, where: str) -> FileEntry:
    if not isinstance(value, dict):
        return FileEntry(None, where, None, "must be a JSON object")
    name = value.get("id", "")
    if not isinstance(name, str):
        return FileEntry(None, f"{where}: its id {printable(repr(Written(name)), 30)} is not a text", value, "")
    return FileEntry(name or None, where, value, "")
