import csv
import json
from pathlib import Path
from typing import Any

import pytest
from support import Command, Ran
from support.scripted_engines import TWO, Asking, Verified, nobody_is_left, script, vectors_of

from exact.conformance.verify import report, verification

assert report  # imported before a test changes the bound of the verification, which it shows


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Asking:
    """Have ``exact verify`` ask a few requests instead of the vectors of the package, and let so few be enough."""
    monkeypatch.setattr(verification, "FEWEST_QUESTIONS", 1)

    def ask(requests: list[dict[str, Any]]) -> None:
        monkeypatch.setattr("exact.cli.commands.verify.load_set", lambda smoke: vectors_of(requests, smoke))

    return ask


@pytest.fixture
def engine(asking: Asking, exact: Command, tmp_path: Path) -> Verified:
    """Verify an engine of a few lines, asked ``TWO`` or other requests; it leaves no process behind."""

    def run(body: str, *words: str, requests: list[dict[str, Any]] = TWO, **capabilities: Any) -> Ran:
        asking(requests)
        ran = exact("verify", "engine", script(tmp_path, body, **capabilities), *words)
        assert nobody_is_left(tmp_path)
        return ran

    return run


@pytest.fixture
def results(asking: Asking, exact: Command, tmp_path: Path) -> Verified:
    """Verify a file of answers to ``TWO`` or to other requests: a text, or a list to be written as JSON or as CSV."""

    def run(answers: Any, *words: str, requests: list[dict[str, Any]] = TWO, style: str = "json") -> Ran:
        asking(requests)
        path = tmp_path / "answers"
        if isinstance(answers, str):
            path.write_text(answers, encoding="utf-8")
        elif style == "json":
            path.write_text(json.dumps(answers), encoding="utf-8")
        else:
            with path.open("w", encoding="utf-8", newline="") as file:
                rows = [[entry.get("id", ""), json.dumps(entry)] for entry in answers]
                csv.writer(file).writerows([["id", "answer"], *rows])
        return exact("verify", "results", str(path), *words)

    return run
