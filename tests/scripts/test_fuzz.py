"""The harness of nonsense finds a program that breaks a promise, and an input is its number."""

import random
import sys
from pathlib import Path

import fuzz
import pytest


@pytest.mark.parametrize(
    ("printed", "left", "code", "finding"),
    [
        ("\x1b[2J", "", 0, "prints"),
        ("Traceback", "", 0, "prints"),
        ("", "", 2, "ends with 2"),
        ("", "", 3, "ends with 3"),
        ("exact: no", "out.csv", 2, "leaves out.csv"),
        ("", ".exact-1.partial", 0, "leaves .exact-1.partial"),
    ],
)
def test_a_broken_promise_is_found(
    printed: str, left: str, code: int, finding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: list[str]) -> int:
        print(printed, file=sys.stderr)
        if left:
            Path(left).touch()
        return code

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(fuzz, "main", broken)
    with pytest.raises(AssertionError, match=finding):
        fuzz.run(["odds"])


def test_an_input_is_its_number_and_stays_here() -> None:
    assert len(fuzz.EXAMPLES) > 200
    for given in fuzz.EXAMPLES:
        first, again = (fuzz.spoiled_words(random.Random(5), given) for _ in "12")
        assert first == again
        assert fuzz.harmless(first)
