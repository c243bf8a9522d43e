"""The parts of the text of a question: what commas and the first words of conditions separate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exact.questions.grammar import function_named

_BREAK = re.compile(
    r"[();]|,(?!(?:\d{3},)*\d{3} (?:coups|hands)\b)|\s+(?="
    r"(?:given|pays|paying|without|under|with|at(?!\s+most)|in(?!\s+a\s+row)|ignoring|skipping|excluding)\s"
    r"|(?:for|on|from)\s+(?:an?\s+)?\S+(?:\s+|-)decks?\b)",
    re.IGNORECASE,
)
"""What may end a part of a question: a comma that groups no digits, a blank before a word that begins a condition."""
_NUMBERS = re.compile(r"\d+(?:\s*,\s*\d+)*")


def parts_of(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a question with their places: what commas and the first words of conditions separate.

    Commas in parentheses, and those between cards after ``given`` and ``without``, separate nothing.
    """
    pieces: list[tuple[int, str]] = []
    depth = start = 0
    for mark in (*_BREAK.finditer(text), None):
        if mark and mark[0] in "()":
            depth += 1 if mark[0] == "(" else -1
        elif mark is None or depth == 0:
            end = mark.start() if mark else len(text)
            if pieces and _continues(pieces[-1][1], text[start:end], text[start - 1]):
                start, _before = pieces.pop()
            pieces.append((start, text[start:end]))
            start = mark.end() if mark else end
    for place, piece in pieces:
        if piece.strip():
            yield place + len(piece) - len(piece.lstrip()), " ".join(piece.split())


def _continues(before: str, piece: str, mark: str) -> bool:
    """Whether a piece is a further card of what is known or removed, or a number of decks in a list of them."""
    if mark != ",":
        return False
    words = before.split()
    if words and words[0].lower() in ("given", "without", "remove", "removed", "less"):
        return bool(function_named("exact.questions.cards:are_cards")(piece.strip()))
    return bool(_NUMBERS.fullmatch(before.strip()))
