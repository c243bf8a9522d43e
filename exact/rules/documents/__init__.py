"""The house documents and the standard rules: a rulebook, a TOML file in this folder, for each, and readers' own files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from exact.errors import ExactError
from exact.inputs import near_misses, read_text_file
from exact.rules.rulebook import Interpretation, Rulebook, parse_rulebook
from exact.rules.tableau import STANDARD


@cache
def rulebooks() -> dict[str, Rulebook]:
    """The rulebooks in this folder by their ids: `standard`, then the house documents in the order of their names."""
    books = [_read(path) for path in Path(__file__).parent.glob("*.toml")]
    books.sort(key=lambda book: (book.id != STANDARD, book.document))
    return {book.id: book for book in books}


def rulebook_file(name: str) -> Path:
    """The file of a shipped rulebook."""
    return Path(__file__).with_name(f"{name}.toml")


def load_rulebook(name: str) -> Rulebook:
    """A shipped rulebook by its id, or a reader's own from a ``.toml`` file. Raises `ExactError` for anything else."""
    shipped = rulebooks()
    if name in shipped:
        return shipped[name]
    rulebook = _read(Path(name))
    if rulebook.id in shipped:
        raise ExactError(f"{Path(name).name}.id", rulebook.id, "is the id of a shipped rulebook: give yours another")
    return rulebook


def interpretation(name: str) -> Interpretation:
    """The rulebook and reading called ``document``, ``document:reading``, ``FILE.toml`` or ``FILE.toml:reading``."""
    base, reading = split_name(name)
    rulebook = load_rulebook(base)
    standard = rulebook if base == STANDARD else load_rulebook(STANDARD)
    return Interpretation(rulebook, rulebook.reading(reading) if reading else None, standard)


def split_name(name: str) -> tuple[str, str]:
    """The document (an id or a file) and the reading in ``name``; raises `ExactError` for an unknown document."""
    if name.endswith(".toml"):
        return name, ""
    base, _, reading = name.rpartition(":")
    if base.endswith(".toml"):
        return base, reading
    base, colon, reading = name.partition(":")
    if colon and not reading:
        raise ExactError("rules", name, "names no reading after the colon")
    known = rulebooks()
    if base not in known:
        bound = f"is neither a rulebook nor a .toml file: {near_misses(base, known)}"
        raise ExactError("rules", name, bound)
    return base, reading


def reading_ids() -> list[str]:
    """Every shipped reading, ``document`` first and then each ``document:reading`` of it."""
    ids = []
    for name, rulebook in rulebooks().items():
        ids.append(name)
        ids.extend(f"{name}:{reading.name}" for reading in rulebook.readings)
    return ids


def _read(path: Path) -> Rulebook:
    return parse_rulebook(read_text_file(path, "rules", "name a rulebook or a .toml file"), path.name)
