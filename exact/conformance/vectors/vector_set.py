"""Load the conformance vectors of this package, and refuse a file that is not the released one.

Digests guard the files. Their form by ``schema.json`` and the sums of their counts are tested when they are made, so
loading need not test them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from exact.errors import ExactError
from exact.inputs import read_text_file
from exact.lazy import hashlib

FORMAT, VERSION = "exact-baccarat-vectors", "2"
DATA = Path(__file__).with_name("data")
DIGESTS_FILE, SMOKE_FILE, BETS_FILE = "SHA256SUMS", "smoke.json", "bets.json"
_HINT = "install the package again; in its sources, scripts/generate.py vectors writes the file"


class Vector(NamedTuple):
    """One question and its one right answer."""

    id: str
    group: str
    flags: tuple[str, ...]
    request: dict[str, object]
    """The request, without an id."""
    expected: dict[str, object]
    """The answer, without an id; ``{"error": True}`` if the request must be refused."""


class VectorSet(NamedTuple):
    """The vectors to check, and the set that they come from."""

    digest: str
    """One SHA-256 digest for the whole set: that of `DIGESTS_FILE`, which holds those of all the files."""
    vectors: list[Vector]
    others: frozenset[str]
    """The ids of the vectors that are not in the smoke set."""

    @property
    def size(self) -> int:
        """The number of vectors in the whole set."""
        return len(self.vectors) + len(self.others)


def load_set(smoke: bool = False, directory: Path = DATA) -> VectorSet:
    """The vectors in ``directory``, or those of its smoke set, with their digest.

    Raises `ExactError`, with the name of the file, if a file is missing or its digest is not the one in `DIGESTS_FILE`.
    """
    text = read_text_file(directory / DIGESTS_FILE, "vectors", _HINT)
    digest = hashlib.sha256(text.encode()).hexdigest()
    digests = {name: of_file for of_file, _, name in (line.partition("  ") for line in text.splitlines())}
    names = sorted(name for name in digests if name.startswith("vectors-"))
    vectors = [vector for name in names for vector in _vectors_of(_document(directory, name, digests))]
    if not smoke:
        return VectorSet(digest, vectors, frozenset())
    by_id = {vector.id: vector for vector in vectors}
    chosen = _document(directory, SMOKE_FILE, digests)["ids"]
    return VectorSet(digest, [by_id[vector_id] for vector_id in chosen], frozenset(by_id.keys() - set(chosen)))


@cache
def looked_at() -> dict[str, str]:
    """For each bet of the catalogue, the word for what it looks at: values, ranks or cards."""
    text = read_text_file(DATA / BETS_FILE, "vectors", _HINT)
    return {name: bet["looks_at"] for name, bet in json.loads(text)["bets"].items()}


def digests_text(files: Mapping[str, bytes]) -> str:
    """The contents of `DIGESTS_FILE` for these files."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))


def _document(directory: Path, name: str, digests: Mapping[str, str]) -> dict[str, Any]:
    """A file's JSON object, if the file has its digest."""
    path = directory / name
    text = read_text_file(path, "vectors", _HINT)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if digest != digests.get(name):
        bound = f"is its digest, but {DIGESTS_FILE} has another: the file was changed; {_HINT}"
        raise ExactError(str(path), f"{digest[:12]}…", bound)
    document: dict[str, Any] = json.loads(text)
    return document


def _vectors_of(document: dict[str, Any]) -> list[Vector]:
    return [
        Vector(vector["id"], group["name"], tuple(group["flags"]), vector["request"], vector["expected"])
        for group in document["groups"]
        for vector in group["vectors"]
    ]
