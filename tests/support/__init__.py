"""What several tests need: the command run in this process, and a full shoe dealt."""

import csv
import gc
import io
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from exact.analysis.sessions.distributions import Bounds
from exact.answers.table import Answer, Cell, Rounded
from exact.cli.main import _answer, _question, main
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import WalkedCoup, walk
from exact.rules import rules_named
from support.schemas import violations

STANDARD = rules_named("standard").tableau
"""The tableau of the standard rules."""


def compositions(held: Sequence[int], cards: int) -> list[tuple[int, ...]]:
    """All ways to take so many of the ``held`` cards: how many of each class, in lexicographic order."""
    listed: list[tuple[int, ...]] = [()]
    left = sum(held)
    for count in held:
        left -= count
        listed = [
            (*taken, more)
            for taken in listed
            for more in range(max(0, cards - sum(taken) - left), min(count, cards - sum(taken)) + 1)
        ]
    return listed


def refusal(asked: Callable[..., object], *given: object, **named: object) -> str:
    """The message of the `ExactError` that the function raises for these arguments."""
    with pytest.raises(ExactError) as raised:
        asked(*given, **named)
    return str(raised.value)


def holds(bounds: Bounds, value: Fraction, digits: int) -> bool:
    """Whether the bounds hold the value, and are closer than a unit of so many decimals."""
    return bounds[0] <= value <= bounds[1] and bounds[1] - bounds[0] < Fraction(1, 10**digits)


def answer_to(*words: str) -> Answer:
    """What the command of these words would print; raises `ExactError` as it does."""
    return _answer(*_question(list(words)))


def printed_numbers() -> list[list[str]]:
    """Numbers for programs and for people, by the rules of the SI Brochure (9th edition, 5.4.4) and of siunitx."""
    lines = Path(__file__).with_name("numbers.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def ungrouped(text: str) -> str:
    """Text for people with its numbers as programs write them: no groups, a hyphen for the minus sign."""
    return text.translate({0x202F: None, 0xA0: " ", 0x2212: "-"})


def skip_without(found: object, name: str) -> None:
    """Skip a test where what it needs is not installed; in continuous integration, which installs everything, fail."""
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{name} is not there")


@cache
def full_walk(decks: int) -> list[WalkedCoup]:
    """Every coup of a full shoe under standard rules, by the walk; several tests count in it."""
    coups = list(walk(Shoe.of_decks(decks), DECISIONS["standard"]))
    gc.freeze()  # 339,400 coups that the collector need not look at again
    return coups


def committed_rows(table_id: str) -> list[dict[str, str]]:
    """The rows of a committed table by the headings of its columns."""
    with (Path(__file__).parents[2] / "tables" / f"{table_id}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def value_of(cell: Cell) -> Fraction:
    """The exact value behind a rounded cell of a table."""
    assert isinstance(cell, Rounded)
    return cell.value


def python(*words: str, given: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a Python of its own prints that is started with these words and given a text to read; it must end well."""
    command, variables = [sys.executable, *words], {**os.environ, **environment}
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True, timeout=120, env=variables)


def has_ended(process: Any) -> bool:
    """Whether a `psutil.Process` is gone, or a zombie until the system or a new parent takes note of it."""
    import psutil

    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


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

    def refused(self) -> str:
        """The one line that refuses the words; nothing else was printed, and the exit code is 2."""
        assert (self.code, self.out, self.err.count("\n"), self.err[:7]) == (2, "", 1, "exact: "), vars(self)
        return self.err


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
        """The answer with every fact under its name; the command must end well."""
        ran = self(*words, "--format", "json")
        assert (ran.code, ran.err) == (0, ""), vars(ran)
        answer = json.loads(ran.out)
        assert violations(answer) == []
        return answer

    def csv(self, *words: str) -> list[dict[str, str]]:
        """The rows of the answer by the headings of their columns."""
        return list(csv.DictReader(io.StringIO(self(*words, "--format", "csv").out)))

    def refused(self, *words: str) -> str:
        """The one line that refuses these words."""
        return self(*words).refused()
