"""Short names for many cards."""

from __future__ import annotations

from collections.abc import Sequence

from exact.game.cards import RANKS, SUITS


def cards_text(names: Sequence[str]) -> str:
    """The names of cards or ranks on one line; the rank stands for its four suits if all are there.

    >>> cards_text(["8s", "8h", "8d", "8c", "9d"]), cards_text(["10", "J", "Q", "K"])
    ('8 9d', '10 J Q K')
    """
    present = set(names)
    whole = {rank for rank in RANKS if {rank + suit for suit in SUITS} <= present}
    short = (name[:-1] if name[:-1] in whole else name for name in names)
    return " ".join(dict.fromkeys(short))
