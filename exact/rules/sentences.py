"""The record of a house document: what each of its sentences decides, and on what it is silent.

A record, ``exact/rules/documents/NAME.tsv``, has the whole text of the document, a line for each sentence or row of a table:
what it decides, the sentence, the readings that rest on it, a remark. Lines at the end name the `MATTERS` it never mentions.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from exact.answers.text import _

UNSAID, NO_EFFECT, OUTCOME = "unsaid", "none", "outcome"
"""What a line decides besides clauses: nothing, for it is no sentence; nothing that changes the odds; which hand wins."""


MATTERS = {
    "winner": (_("which total wins"), _("the higher, as in the other documents")),
    "burned_cards": (_("burned cards"), _("none; cards that nobody sees change no probability")),
    "cut_card": (_("cut card"), _("anywhere; it changes no probability of the next coup")),
}
"""Matters of no clause on which documents are silent, and what is assumed."""


class Sentence(NamedTuple):
    """A sentence of a document, or a matter on which it is silent."""

    decides: tuple[str, ...]
    """Clauses of the rulebook, `OUTCOME`, `NO_EFFECT` or `UNSAID`."""
    words: str
    """The document's words; for an unsaid matter, its key in `MATTERS`."""
    readings: tuple[str, ...]
    """The readings that take it otherwise."""
    remark: str
    """How it is read."""


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
