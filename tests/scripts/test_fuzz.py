"""The harness of nonsense finds a program that breaks a promise, and repeats an input by its number."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import fuzz
import pytest
from fuzz_inputs import EXAMPLES, FILES, MESSAGES, harmless, spoiled, spoiled_words


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", sys.stdin)
    return


def prints(text: str, code: int = 0) -> Callable[[list[str]], int]:
    return lambda _: print(text) or code


def leaves(name: str, code: int) -> Callable[[list[str]], int]:
    def write(_: list[str]) -> int:
        Path(name).touch()
        print("exact: no", file=sys.stderr)
        return code

    return write


@pytest.mark.parametrize(
    ("broken", "finding"),
    [
        (prints("\x1b[2J"), "prints"),
        (prints("Traceback (most recent call last)"), "prints"),
        (prints("", 2), "ends with 2"),
        (prints("", 3), "ends with 3"),
        (leaves("out.csv", 2), "leaves out.csv"),
        (leaves(".exact-1.partial", 0), "leaves .exact-1.partial"),
    ],
)
def test_a_broken_promise_is_found(broken: object, finding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "main", broken)
    with pytest.raises(AssertionError, match=finding):
        fuzz.run(["odds"])


def test_the_good_files_are_good() -> None:
    for name, (text, command) in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
        fuzz.run(command.split(), text.encode())


def test_an_input_is_its_number_and_stays_here() -> None:
    assert len(EXAMPLES) > 200
    for seed in range(500):
        first, again = (random.Random(seed) for _ in "12")
        words = spoiled_words(first, EXAMPLES[seed % len(EXAMPLES)])
        assert words == spoiled_words(again, EXAMPLES[seed % len(EXAMPLES)])
        assert harmless(words)
        assert spoiled(first, MESSAGES[0]) == spoiled(again, MESSAGES[0])
    assert not harmless(["odds", "--out=/etc/x"])
    assert not harmless(["tables", "--out", "x"])
