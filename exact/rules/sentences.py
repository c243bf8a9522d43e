"""The record of a house document: what each of its sentences decides, and on what it is silent.

A record, ``exact/rules/documents/NAME.tsv``, has the whole text of the document, a line for each sentence or row of a table:
what it decides, the sentence, the readings that rest on it, a remark. Lines at the end name what the document never says.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

UNSAID, NO_EFFECT, OUTCOME = "unsaid", "none", "outcome"
"""What a line decides besides clauses: nothing, for it is no sentence; nothing that changes the odds; which hand wins."""


class Sentence(NamedTuple):
    """A sentence of a document, or a matter on which it is silent."""

    decides: tuple[str, ...]
    """Clauses of the rulebook, `OUTCOME`, `NO_EFFECT` or `UNSAID`."""
    words: str
    """The document's words; what is unsaid, in English."""
    readings: tuple[str, ...]
    """The readings that take it otherwise."""
    remark: str
    """How it is read; for an unsaid matter, what is assumed."""


def sentences_of(rulebook: str) -> list[Sentence]:
    """The record of a shipped rulebook, in the order of its document; empty for other rulebooks."""
    record = Path(__file__).parent / "documents" / f"{rulebook}.tsv"
    if not record.is_file():
        return []
    sentences = []
    for line in record.read_text(encoding="utf-8").splitlines():
        decides, words, readings, remark = (*line.split("\t"), "", "")[:4]
        sentences.append(Sentence(tuple(decides.split()), words, tuple(readings.split()), remark))
    return sentences
