"""What several tests need: the command run in this process, a full shoe dealt, the volume of random tests."""

from __future__ import annotations

import gc
import os
from functools import cache

from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import WalkedCoup, walk

MULTIPLIER = int(os.environ.get("EXACT_TEST_MULTIPLIER", "1"))


@cache
def full_walk(decks: int) -> list[WalkedCoup]:
    """Every coup of a full shoe under standard rules, by the walk; several tests count in it."""
    coups = list(walk(Shoe.of_decks(decks), DECISIONS["standard"]))
    gc.freeze()  # 339,400 coups that the collector need not look at again
    return coups


class Ran:
    """What one run of the command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err
