"""What several tests need: the command run in this process, a full shoe dealt, the volume of random tests."""

from __future__ import annotations

import gc
import json
import os
from collections import Counter
from functools import cache
from typing import Any

import pytest

from exact.cli import main
from exact.game.coup import Outcome
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


FirstFour = tuple[tuple[int, ...], tuple[int, ...]]
"""The point values of the first two cards of punto and of banco."""


@cache
def by_first_four(decks: int) -> dict[FirstFour, Counter[Outcome]]:
    """The ways of each outcome after each first four cards from a full shoe under standard rules, by the walk."""
    found: dict[FirstFour, Counter[Outcome]] = {}
    for coup, ways, _ in full_walk(decks):
        first_four = coup.punto.values[:2], coup.banco.values[:2]
        found.setdefault(first_four, Counter())[coup.outcome] += ways
    return found


class Ran:
    """What one run of the command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


class Command:
    """``exact`` run in this process; the fixture ``exact`` is one."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: str) -> Ran:
        self.capsys.readouterr()
        try:
            code = main(list(words))
        except SystemExit as stopped:  # --help and --version
            code = int(stopped.code or 0)
        printed = self.capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    def json(self, *words: str) -> Any:
        """The answer with every fact under its name."""
        return json.loads(self(*words, "--format", "json").out)

    def refused(self, *words: str) -> str:
        """The one line that refuses these words; nothing else is printed, and the exit code is 2."""
        ran = self(*words)
        assert (ran.code, ran.out, ran.err.count("\n"), ran.err[:7]) == (2, "", 1, "exact: "), vars(ran)
        return ran.err
