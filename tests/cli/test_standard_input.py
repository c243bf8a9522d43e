"""A dash in place of a file is standard input."""

import io
import json
import sys
from pathlib import Path

import pytest
from support import Command

ROW = "128,32,32,32,32,32,32,32,32,32"
JSON_ROW = json.dumps(dict(zip((f"c{value}" for value in range(10)), map(int, ROW.split(",")), strict=True)))
RULES = """id = "nine"
base = "standard"
document = "a leaflet"
title = "Tie at 9 to 1"
language = "en"
payoffs = { tie = "9", says = "A tie pays 9 to 1." }
"""
COMMANDS = {
    "audit {}": 'claim,printed\n"house edge of banco, 8 decks",1.06%\n',
    "shoes {} --out out.csv": f"c0,c1,c2,c3,c4,c5,c6,c7,c8,c9\n{ROW}\n",
    "shoes {} --out out.jsonl": f"{JSON_ROW}\n",
    "shoes --dealt {} --decks 8 --out out.csv": "9 8 4 K\n",
    "verify results {} --smoke": "[]",
    "verify simulated {}": '{"decks": 8, "coups": 100, "outcomes": {"punto": 44, "banco": 46, "tie": 10}}',
    "ask --file {}": "house edge of tie, 8 decks\n",
    "bet {} --decks 8": 'name = "tie-nine"\n[[category]]\nname = "win"\nwhen = "tie"\npays = 9\n',
    "bet tie --decks 8 --rules {}": RULES,
    "rules {}": RULES,
}

KINDS = {"{": ".jsonl", "name": ".toml", "id": ".toml"}


@pytest.mark.parametrize(("command", "text"), COMMANDS.items())
def test_a_dash_reads_what_the_file_has(
    command: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exact: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("in" + next((kind for start, kind in KINDS.items() if text.startswith(start)), ".csv"))
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(text.encode()))))
    of_file, of_input = (
        json.loads(exact(*command.format(name).split(), "--format", "json").out) for name in (file, "-")
    )
    assert of_input.keys() | {"questions"} == of_file.keys() | {"questions"}
    for key in of_file.keys() - {
        "file",
        "engine",
        "parts",
        "provenance",
        "questions",
    }:  # these have the name of the file
        assert of_input[key] == of_file[key]
