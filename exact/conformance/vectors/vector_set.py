"""The conformance vectors as they are shipped: found, checked against their digests and their format, and loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from exact.bets.catalogue import catalogue
from exact.conformance.vectors.schema import FORMAT, VERSION, schema
from exact.conformance.vectors.sums import check_sum
from exact.conformance.verify.strict_json import parsed
from exact.conformance.verify.validation import check_document
from exact.errors import ExactError
from exact.inputs import near_misses, read_text_file
from exact.lazy import hashlib
from exact.rules.named import shipped_rules

DIGESTS_FILE, SMOKE_FILE = "SHA256SUMS", "smoke.json"
_PACKAGED = Path(__file__).with_name("data")
_REPOSITORY = Path(__file__).with_name("data")
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


class VectorSet(NamedTuple):
    """The vectors to be checked, and which set they come from."""

    version: str
    digest: str
    """That of the whole set, as `digest_of_set`."""
    vectors: list[Vector]
    released: bool
    """Whether the digest is that of the set that this program was released with under this version."""
    others: frozenset[str]
    """The ids of the vectors that the smoke set leaves out."""


def vectors_directory() -> Path:
    """Where the vectors of this installation are: beside this module, or in the repository's tests."""
    return _PACKAGED if _PACKAGED.is_dir() else _REPOSITORY


def load_vectors(directory: Path | None = None, smoke: bool = False) -> list[Vector]:
    """Every vector in the order of the files, or those of the smoke set; raises `ExactError` as `load_set` does."""
    return load_set(directory, smoke).vectors


def load_set(directory: Path | None = None, smoke: bool = False) -> VectorSet:
    """The vectors with their version and digest.

    The package's own set is held against the schema by its tests, one in another ``directory`` here.
    Raises `ExactError` naming the file, and what is wrong with it, where a file is missing, is left over, was edited
    (its digest is another), is of another version, or does not have the format.
    """
    folder = vectors_directory() if directory is None else directory
    if not folder.is_dir():
        raise ExactError("vectors", str(folder), "is not a folder of vectors")
    digests = read_digests(read_text_file(folder / DIGESTS_FILE, "vectors", _HINT), str(folder / DIGESTS_FILE))
    names = sorted(name for name in digests if name.startswith("vectors-"))
    for path in sorted(folder.glob("vectors-*.json")):
        if path.name not in digests:
            raise ExactError(str(path), path.name, f"is not one of the files of {DIGESTS_FILE}")
    vectors = [vector for name in names for vector in _checked_file(folder / name, digests[name], directory is None)]
    by_id = {vector.id: vector for vector in vectors}
    if len(by_id) < len(vectors):
        twice = next(vector.id for vector in vectors if by_id[vector.id] is not vector)
        raise ExactError(str(folder), twice, "is the id of two vectors")
    smoke_ids = _smoke_ids(folder, digests, by_id)
    chosen = smoke_ids if smoke else list(by_id)
    others = frozenset(by_id.keys() - set(chosen))
    digest = digest_of_set(folder)
    asked = [by_id[vector_id] for vector_id in chosen]
    return VectorSet(VERSION, digest, asked, digest == digest_of_set(), others)


def _smoke_ids(folder: Path, digests: Mapping[str, str], known: Mapping[str, Vector]) -> list[str]:
    path = folder / SMOKE_FILE
    document = _parsed(path)
    check_document(document, schema(), str(path))
    _check_digest(path, digests.get(SMOKE_FILE, ""))
    ids = cast("list[str]", _entries(document, "ids", path))
    for vector_id in ids:
        if vector_id not in known:
            raise ExactError(f"{path}: ids", vector_id, "is the id of no vector")
    return ids


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


def _checked_file(path: Path, digest: str, own: bool) -> list[Vector]:
    document = _parsed(path)
    if not own:
        check_document(document, schema(), str(path))
    _check_digest(path, digest)
    groups = _entries(document, "groups", path)
    vectors = [
        Vector(
            str(vector["id"]),
            str(group["name"]),
            tuple(cast("list[str]", group["flags"])),
            cast("dict[str, object]", vector["request"]),
            cast("dict[str, object]", vector["expected"]),
        )
        for group in cast("list[dict[str, object]]", groups)
        for vector in cast("list[dict[str, object]]", group["vectors"])
    ]
    if not own:
        _check_names(vectors, str(path))
        for vector in vectors:
            check_sum(vector.request, vector.expected, f"{path}: {vector.group}, {vector.id}")
    return vectors


def _parsed(path: Path) -> dict[str, object]:
    """A file's JSON object, of the format and version that this program reads."""
    document = parsed(read_text_file(path, "vectors", _HINT), str(path))
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        shown = document.get("format") if isinstance(document, dict) else type(document).__name__
        raise ExactError(f"{path}: format", shown, f"must be {FORMAT!r}")
    if document.get("version") != VERSION:
        raise ExactError(
            f"{path}: version", document.get("version"), f"is another version: this program reads {VERSION}"
        )
    return document


def _entries(document: dict[str, object], key: str, path: Path) -> list[object]:
    entries = document.get(key)
    if not isinstance(entries, list):
        raise ExactError(str(path), sorted(document), f"must have {key}")
    return entries


def _check_digest(path: Path, digest: str) -> None:
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != digest:
        bound = f"is its digest and {DIGESTS_FILE} has {digest[:12] or 'none'}…: the file was edited; {_HINT}"
        raise ExactError(str(path), f"{found[:12]}…", bound)


def _check_names(vectors: Iterable[Vector], file: str) -> None:
    """Raise `ExactError` for rules, a bet or categories that there are not, for which no engine is to blame."""
    known = {"rules": list(shipped_rules()), "bet": list(catalogue())}
    for vector in vectors:
        if "error" in vector.expected:
            continue
        place = f"{file}: {vector.group}, {vector.id}"
        for key, names in known.items():
            name = vector.request.get(key)
            if name is not None and name not in names:
                raise ExactError(f"{place}, {key}", name, f"is not known: {str(near_misses(str(name), names))[:200]}")
        if "bet" in vector.request:
            categories = catalogue()[str(vector.request["bet"])].categories
            counts = cast("dict[str, object]", vector.expected["counts"])
            if set(counts) != set(categories):
                raise ExactError(f"{place}, counts", sorted(counts), f"must be those of {', '.join(categories)}")
