"""Judging a finished file of answers, for an engine that cannot be asked."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from exact.conformance.comparison import arithmetic_of
from exact.conformance.protocol import Object, parsed
from exact.conformance.runner import Tally, Verification, explained
from exact.conformance.vectors import Vector
from exact.errors import ExactError
from exact.files import read_text_file

_SHOWN = 5


def read_results(path: Path) -> list[tuple[object, object]]:
    """The entries of a file of answers in order: an id and an answer each, or `None` for what is not there.

    JSON is a list of replies as in `exact.conformance.protocol`; CSV has the columns ``id`` and ``answer``, the latter a
    reply as JSON. Raises `ExactError` for a file that cannot be read or is neither.
    """
    text = read_text_file(path, "results", "name a JSON or CSV file of answers")
    if text.lstrip().startswith(("[", "{")):
        entries = parsed(text, path.name)
        if not isinstance(entries, list):
            raise ExactError(path.name, text[:60], "must be a list of replies")
        return [(entry.get("id"), entry) if isinstance(entry, dict) else (None, entry) for entry in entries]
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        if not {"id", "answer"} <= set(rows.fieldnames or ()):
            raise ExactError(path.name, text[:60], "must be a JSON list, or CSV with the columns id and answer")
        return [(row["id"], row["answer"]) for row in rows]
    except csv.Error as error:
        raise ExactError(path.name, text[:60], f"is not CSV: {error}") from None


def verify_results(path: Path, vectors: Sequence[Vector], digits: int) -> Verification:
    """Judge the answers in a file; ids that are missing, given twice or unknown are told in ``happened``.

    Of an id given twice the first answer counts. Raises `ExactError` as `read_results` does.
    """
    entries = read_results(path)
    answers: dict[str, object] = {}
    for name, entry in entries:
        if isinstance(name, str):
            answers.setdefault(name, entry)
    tally = Tally(digits)
    for vector in vectors:
        if vector.id not in answers:
            continue
        try:
            reply = _reply(answers[vector.id])
        except ExactError as error:
            tally.add_broken(vector, error)
            continue
        tally.add(vector, reply, arithmetic_of(reply))
    exact = [failure for failure in tally.failures if failure.answer and "counts" in failure.answer]
    return Verification(
        engine=path.name,
        capabilities=None,
        right=tally.right,
        failures=tally.failures,
        left_out=Counter(),
        not_asked=len(vectors) - tally.right - len(tally.failures),
        happened=_id_problems(entries, vectors),
        digits=tally.digits,
        shrunk={},
        causes=explained(exact, {}),
    )


def _reply(entry: object) -> Object:
    value = parsed(entry, "answer") if isinstance(entry, str) else entry
    if not isinstance(value, dict):
        raise ExactError("answer", value, "must be a JSON object")
    return value


def _id_problems(entries: Sequence[tuple[object, object]], vectors: Sequence[Vector]) -> list[str]:
    times = Counter(name for name, _ in entries if isinstance(name, str))
    nameless = sum(not isinstance(name, str) for name, _ in entries)
    known = {vector.id for vector in vectors}
    found = {
        "missing": [vector.id for vector in vectors if vector.id not in times],
        "given twice": [name for name, count in times.items() if count > 1],
        "unknown": [name for name in times if name not in known],
    }
    told = [
        f"ids {what}: {len(names)} ({', '.join(name[:60] for name in names[:_SHOWN])}{', …' if len(names) > _SHOWN else ''})"
        for what, names in found.items()
        if names
    ]
    return [*told, *([f"entries without an id: {nameless}"] if nameless else [])]
