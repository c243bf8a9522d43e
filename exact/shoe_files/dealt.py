"""Read dealt shoes, one in each line: every coup, and the point values that were left before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from exact.errors import ExactError
from exact.game.cards import POINT_VALUES, Granularity, class_of, parse_card, split_names
from exact.game.shoe import MIN_CARDS
from exact.rules.replay import Replay, check_copies, replay
from exact.rules.rulebook import Interpretation
from exact.shoe_files.reading import LONGEST_LINE
from exact.shoe_files.rows import Rejected

_LINE = re.compile(r"\s*(?:\[([^\[\]]*)\])?([^\[\]]*)")


class DealtRow(NamedTuple):
    """A coup of a dealt shoe."""

    line: int
    number: int
    """The coup's number in its shoe, from 1."""
    left: tuple[int, ...]
    """The point values that were left before it, without the burnt cards."""
    replay: Replay


class DealtShoe(NamedTuple):
    """A line of a file: its coups, its error if it has one, and the bytes of the file read so far."""

    coups: list[DealtRow]
    rejected: list[Rejected]
    done: int


def dealt_shoes(
    path: Path, decks: int, rulebook: Interpretation, longest_line: int = LONGEST_LINE
) -> Iterator[DealtShoe]:
    """Every non-blank line of ``path``: a shoe of ``decks`` decks, with its cards in dealing order, coup after coup.

    Cards burnt face up are in brackets at the start. A line with an unknown card, or with more copies of a card than
    the decks hold, gives no coups; a line whose last cards are not a coup gives those before them. A line of over
    ``longest_line`` bytes is not a shoe. Raises `ExactError` for a file that cannot be read.
    """
    try:
        with path.open("rb") as file:
            line = done = 0
            while raw := file.readline(longest_line + 1):
                line, done = line + 1, done + len(raw)
                if len(raw) > longest_line:
                    begins = raw[:40].decode("utf-8", errors="replace")
                    done += _skip_line(file, raw, longest_line)
                    error = ExactError("cards", begins, f"begins a line of over {longest_line} bytes")
                    yield DealtShoe([], [Rejected(line, str(error), begins)], done)
                    continue
                text = raw.decode("utf-8-sig" if line == 1 else "utf-8", errors="replace").strip()
                if text:
                    yield _shoe(text, line, done, decks, rulebook)
    except OSError as error:
        raise ExactError("replay", str(path), f"cannot be read: {error.strerror or error}") from None


def _skip_line(file: IO[bytes], raw: bytes, longest_line: int) -> int:
    """Read on from ``raw`` to the end of its line; returns the number of bytes read."""
    skipped = 0
    while raw and not raw.endswith(b"\n"):
        raw = file.readline(longest_line)
        skipped += len(raw)
    return skipped


def _shoe(text: str, line: int, done: int, decks: int, rulebook: Interpretation) -> DealtShoe:
    coups: list[DealtRow] = []
    try:
        match = _LINE.fullmatch(text)
        if match is None:
            raise ExactError("cards", text, "must be cards, with burnt cards first and in one pair of brackets")
        burnt, names = split_names(match[1] or ""), split_names(match[2])
        classes = [parse_card(name, "cards") for name in (*burnt, *names)]
        check_copies([*burnt, *names], classes, decks)
        values = [class_of(index, known, Granularity.VALUES) for known, index in classes]
        left = [4 * decks * POINT_VALUES.count(value) for value in range(10)]
        for value in values[: len(burnt)]:
            left[value] -= 1
        at = 0
        while at < len(names):
            if sum(left) < MIN_CARDS:
                bound = f"come when only {sum(left)} cards are left: odds need {MIN_CARDS}"
                raise ExactError("cards", " ".join(names[at:]), bound)
            replayed = replay(names[at : at + MIN_CARDS], rulebook)
            coups.append(DealtRow(line, len(coups) + 1, tuple(left), replayed))
            used = len(replayed.dealt)
            for value in values[len(burnt) + at :][:used]:
                left[value] -= 1
            at += used
    except ExactError as error:
        return DealtShoe(coups, [Rejected(line, str(error), text)], done)
    return DealtShoe(coups, [], done)
