"""The conformance vectors as they are shipped: found, checked against their digests and their format, and loaded."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, cast

from exact.errors import ExactError
from exact.files import read_text_file

FORMAT, VERSION = "exact-baccarat-vectors", "1"
DIGESTS_FILE, SMOKE_FILE = "SHA256SUMS", "smoke.json"
FLAGS = (
    "full-shoe",
    "depleted",
    "singleton-rank",
    "exhausted-value",
    "six-cards",
    "one-value",
    "over-2^53",
    "over-2^63",
    "published",
    "invalid",
)
"""Why a group exists; what each flag means stands in `tests/conformance/README.md`."""
_PACKAGED = Path(__file__).with_name("data")
_REPOSITORY = Path(__file__).parents[2] / "tests" / "conformance"
_HINT = "the vectors are written by scripts/build_vectors.py and are not to be edited"


class Vector(NamedTuple):
    """One question and its one right answer."""

    id: str
    group: str
    flags: tuple[str, ...]
    request: dict[str, object]
    """What is asked, without an id."""
    expected: dict[str, object]
    """The answer, without an id; ``{"error": True}`` where the request must be refused."""


def vectors_directory() -> Path:
    """Where the vectors of this installation are: beside this module, or in the repository's tests."""
    return _PACKAGED if _PACKAGED.is_dir() else _REPOSITORY


def load_vectors(directory: Path | None = None, smoke: bool = False) -> list[Vector]:
    """Every vector in the order of the files, or those of the smoke set.

    Raises `ExactError` naming the file, and what is wrong with it, where a file is missing, is left over, was edited
    (its digest is another), is of another version, or does not have the format.
    """
    folder = vectors_directory() if directory is None else directory
    digests = read_digests(read_text_file(folder / DIGESTS_FILE, "vectors", _HINT), str(folder / DIGESTS_FILE))
    names = sorted(name for name in digests if name.startswith("vectors-"))
    for path in sorted(folder.glob("vectors-*.json")):
        if path.name not in digests:
            raise ExactError(str(path), path.name, f"is not one of the files of {DIGESTS_FILE}")
    vectors = [vector for name in names for vector in _checked_file(folder / name, digests[name])]
    by_id = {vector.id: vector for vector in vectors}
    if len(by_id) < len(vectors):
        twice = next(vector.id for vector in vectors if by_id[vector.id] is not vector)
        raise ExactError(str(folder), twice, "is the id of two vectors")
    if not smoke:
        return vectors
    path = folder / SMOKE_FILE
    chosen = _parsed(path)
    _check_digest(path, digests.get(SMOKE_FILE, ""))
    ids = cast("list[str]", _list(chosen, "ids", str(path)))
    for vector_id in ids:
        if vector_id not in by_id:
            raise ExactError(f"{path}: ids", vector_id, "is the id of no vector")
    return [by_id[vector_id] for vector_id in ids]


def read_digests(text: str, place: str) -> dict[str, str]:
    """The digests of `DIGESTS_FILE` by the name of their file; raises `ExactError` for a line that is none."""
    digests = {}
    for line in text.splitlines():
        digest, _, name = line.partition("  ")
        if len(digest) != 64 or not name:
            raise ExactError(place, line, "must be a SHA-256 digest, two blanks and a file's name")
        digests[name] = digest
    return digests


def digests_text(files: Mapping[str, bytes]) -> str:
    """The contents of `DIGESTS_FILE` for these files."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))


def digest_of_set(directory: Path | None = None) -> str:
    """One SHA-256 digest for the whole set: that of `DIGESTS_FILE`, which holds those of all the files."""
    folder = vectors_directory() if directory is None else directory
    return hashlib.sha256(read_text_file(folder / DIGESTS_FILE, "vectors", _HINT).encode()).hexdigest()


def _checked_file(path: Path, digest: str) -> list[Vector]:
    document = _parsed(path)
    groups = _list(document, "groups", str(path))
    vectors = [vector for group in groups for vector in _vectors(group, str(path))]
    _check_digest(path, digest)
    return vectors


def _parsed(path: Path) -> dict[str, object]:
    """A file's JSON object, of the format and version that this program reads."""
    try:
        document = json.loads(read_text_file(path, "vectors", _HINT))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ExactError(str(path), path.name, f"is not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        shown = document.get("format") if isinstance(document, dict) else type(document).__name__
        raise ExactError(f"{path}: format", shown, f"must be {FORMAT!r}")
    if document.get("version") != VERSION:
        raise ExactError(
            f"{path}: version", document.get("version"), f"is another version: this program reads {VERSION}"
        )
    return document


def _check_digest(path: Path, digest: str) -> None:
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != digest:
        bound = f"is its digest and {DIGESTS_FILE} has {digest[:12] or 'none'}…: the file was edited; {_HINT}"
        raise ExactError(str(path), f"{found[:12]}…", bound)


def _vectors(group: object, place: str) -> list[Vector]:
    entry = _object(group, f"{place}: groups", {"name", "source", "reason", "flags", "vectors"})
    name = entry["name"]
    for key in ("name", "source", "reason"):
        if not isinstance(entry[key], str) or not entry[key]:
            raise ExactError(f"{place}: {key}", entry[key], "must be a text")
    where = f"{place}: {name}"
    flags = _list(entry, "flags", where)
    for flag in flags:
        if flag not in FLAGS:
            raise ExactError(f"{where}, flags", flag, f"must be one of {', '.join(FLAGS)}")
    vectors = []
    for vector in _list(entry, "vectors", where):
        read = _object(vector, where, {"id", "request", "expected"})
        vector_id, request, expected = read["id"], read["request"], read["expected"]
        if not isinstance(vector_id, str) or not vector_id:
            raise ExactError(f"{where}, id", vector_id, "must be a text")
        for key, part in (("request", request), ("expected", expected)):
            if not isinstance(part, dict):
                raise ExactError(f"{where}, {vector_id}, {key}", part, "must be an object")
        if ("error" in cast("dict[str, object]", expected)) != ("invalid" in flags):
            raise ExactError(f"{where}, {vector_id}", expected, "must be an error exactly where the flag is invalid")
        vectors.append(
            Vector(
                vector_id,
                str(name),
                tuple(map(str, flags)),
                cast("dict[str, object]", request),
                cast("dict[str, object]", expected),
            )
        )
    return vectors


def _object(value: object, place: str, keys: set[str]) -> dict[str, object]:
    if not isinstance(value, dict) or value.keys() != keys:
        shown = sorted(value) if isinstance(value, dict) else type(value).__name__
        raise ExactError(place, shown, f"must be an object with {', '.join(sorted(keys))}")
    return value


def _list(document: dict[str, object], key: str, place: str) -> list[object]:
    value = document.get(key)
    if not isinstance(value, list) or not value:
        if key == "flags" and value == []:
            return []
        raise ExactError(f"{place}: {key}", type(value).__name__, "must be a list that is not empty")
    return value
