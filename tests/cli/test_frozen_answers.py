"""The JSON and the files of answers that 0.1.0 printed, which `frozen/answers-0.1.0.json` keeps: they parse to equal values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import Command

FROZEN: dict[str, Any] = json.loads(
    Path(__file__).with_name("frozen").joinpath("answers-0.1.0.json").read_text(encoding="utf-8")
)
MEASURED = ("core_seconds", "seconds")
"""Fields of a plan that a clock decides."""


@pytest.fixture(autouse=True)
def in_a_folder_with_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FROZEN["files"].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_times(entry) for key, entry in value.items() if key not in MEASURED}
    return [without_times(entry) for entry in value] if isinstance(value, list) else value


@pytest.mark.parametrize("entry", FROZEN["answers"], ids=lambda entry: " ".join(entry["words"][:-2]))
def test_json_parses_to_the_values_of_0_1_0(exact: Command, entry: dict[str, Any]) -> None:
    assert entry["words"][-2:] == ["--format", "json"]
    assert without_times(exact.json(*entry["words"][:-2])) == without_times(entry["json"])


@pytest.mark.parametrize("entry", FROZEN["shoes"], ids=lambda entry: " ".join(entry["words"]))
def test_files_of_answers_are_those_of_0_1_0(exact: Command, entry: dict[str, Any]) -> None:
    """By the old spelling and by the command that it became."""
    _, mode, *rest = entry["words"]
    for words in (entry["words"], [mode.removeprefix("--"), *rest]):
        assert exact(*words).code == entry["code"]
        out = rest[rest.index("--out") + 1]
        assert Path(out).read_text(encoding="utf-8") == entry["out"]
        for name, text in entry["rejects"].items():
            assert Path(name).read_text(encoding="utf-8") == text
