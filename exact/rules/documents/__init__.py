"""The rulebooks of the standard rules and of the house documents, TOML files in this folder, and readers' own files.

Beside a document's rulebook lies its whole text, ``NAME.tsv``: a line for each sentence or row of a table with what it
decides, the sentence and a remark; at the end, the `MATTERS` that it never mentions.
"""

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

from exact.answers.text import _
from exact.errors import ExactError
from exact.inputs import near_misses, read_text_file
from exact.rules import STANDARD
from exact.rules.rulebook import Interpretation, Rulebook
from exact.rules.rulebook_file import check_chain, parse_rulebook

FOLDER = Path(__file__).parent
UNSAID, NO_EFFECT, OUTCOME = "unsaid", "none", "outcome"
"""What a line decides besides clauses: nothing, being no sentence; nothing that changes odds; which hand wins."""
MATTERS = {
    "winner": (_("which total wins"), _("the higher, as in the other documents")),
    "burned_cards": (_("burned cards"), _("none; cards that nobody sees change no probability")),
    "cut_card": (_("cut card"), _("anywhere; it changes no probability of the next coup")),
}
"""Matters of no clause on which documents are silent, and what is assumed."""


@cache
def rulebooks() -> dict[str, Rulebook]:
    """The rulebooks in this folder by id: `standard`, then the house documents in order."""
    books = [_read((path,)) for path in FOLDER.glob("*.toml")]
    books.sort(key=lambda book: (book.id != STANDARD, book.document))
    return {book.id: book for book in books}


def load_rulebook(name: str) -> Rulebook:
    """A shipped rulebook by its id, or a reader's own from a ``.toml`` file; raises `ExactError` for anything else."""
    shipped = rulebooks()
    if name in shipped:
        return shipped[name]
    rulebook = _read((Path(name),))
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
    if name == "-" or name.endswith(".toml"):
        return name, ""
    base, _, reading = name.rpartition(":")
    if base.endswith(".toml"):
        return base, reading
    base, colon, reading = name.partition(":")
    if colon and not reading:
        raise ExactError("rules", name, "names no reading after the colon")
    if base not in {path.stem for path in FOLDER.glob("*.toml")}:  # `rulebooks` reads files that may name a base
        raise ExactError("rules", name, f"is neither a rulebook nor a .toml file: {near_misses(base, rulebooks())}")
    return base, reading


def reading_ids() -> list[str]:
    """Every shipped reading, ``document`` first and then each ``document:reading`` of it."""
    books = rulebooks().items()
    return [each for name, book in books for each in (name, *(f"{name}:{one.name}" for one in book.readings))]


def _read(chain: tuple[Path, ...]) -> Rulebook:
    """The rulebook in the last file of ``chain``, each of the others being based on the next."""
    path = chain[-1]

    def base_named(name: str) -> Rulebook:
        try:
            book, reading = split_name(name)
        except ExactError as error:
            raise ExactError(f"{path.name}.base", name, error.bound) from None
        base = path.parent / book if book.endswith(".toml") else FOLDER / f"{book}.toml"
        check_chain([os.path.abspath(file) for file in (*chain, base)], f"{path.name}.base")
        rulebook = _read((*chain, base))
        return rulebook.read_as(rulebook.reading(reading)) if reading else rulebook

    return parse_rulebook(read_text_file(path, "rules", "name a rulebook or a .toml file"), path.name, base_named)


class Sentence(NamedTuple):
    """A sentence of a document, and the readings that take it otherwise."""

    decides: tuple[str, ...]  #: Clauses, `OUTCOME`, `NO_EFFECT`, or `UNSAID` if the words are a key of `MATTERS`
    words: str
    readings: tuple[str, ...]
    remark: str


def sentences_of(rulebook: str) -> list[Sentence]:
    """The record of a shipped rulebook, in the order of its document; empty for others."""
    record = FOLDER / f"{rulebook}.tsv"
    if not record.is_file():
        return []
    readings = load_rulebook(rulebook).readings
    sentences = []
    for line in record.read_text(encoding="utf-8").splitlines():
        decides, words, remark = (*line.split("\t"), "")[:3]
        resting = (reading.name for reading in readings if any(map(words.startswith, reading.rests_on)))
        sentences.append(Sentence(tuple(decides.split()), words, tuple(resting), remark))
    return sentences
