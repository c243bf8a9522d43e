"""What strangers write in the files that the program reads: it runs nothing, and reaches no output unescaped.

`SECURITY.md` lists the doors. Files without an end and of great depth are in `test_inputs`, engines and servers that
misbehave in `conformance/verify`, damaged checkpoints in `workers/test_checkpoint`.
"""

import csv
import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support import Command

PROGRAMS = (
    "__import__('os').system('touch ran')",
    "().__class__.__base__.__subclasses__()",
    "$(touch ran)",
    "; touch ran",
    "!!python/object/apply:os.system ['touch ran']",
    "{x.__init__.__globals__}",
    "../../../../etc/passwd",
)
MARKUP = r"=1+1 <script>alert(1)</script> \input{/etc/passwd} \write18{touch ran} <img src=x onerror=alert(1)> | $x$ %s"
BET = """name = "own"
title = 'TITLE'
note = 'NOTE'
[[category]]
name = "big"
when = "WHEN"
pays = "PAYS"
"""
RULEBOOK = """id = "own"
title = 'TITLE'
base = "BASE"
decks = { says = 'SAYS', decks = 6 }
commission = { says = "Five per cent.", rate = "RATE" }
"""
FIGURES = "printed,claim,source,verdict,HEAD\nPRINTED,QUANTITY,a page,NOTE,x\n"
GOOD = {
    "TITLE": "An own thing",
    "NOTE": "A note",
    "WHEN": "tie",
    "PAYS": "3",
    "BASE": "standard",
    "SAYS": "Six decks.",
    "RATE": "5%",
    "PRINTED": "1.0579 %",
    "HEAD": "page",
    "QUANTITY": '"house edge of banco, 8 decks"',
}
DOORS: dict[str, tuple[str, tuple[str, ...]]] = {
    "own-bet.toml": (BET, ("bet", "own-bet.toml", "--decks", "8")),
    "own-rules.toml": (RULEBOOK, ("rules", "own-rules.toml")),
    "figures.csv": (FIGURES, ("audit", "figures.csv")),
}
Filled = Callable[..., tuple[str, ...]]


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Filled:
    """Writes the file of a door, good but for what is given, and returns the command that reads it."""
    monkeypatch.chdir(tmp_path)

    def write(door: str, **spoiled: str) -> tuple[str, ...]:
        text, words = DOORS[door]
        for place, good in GOOD.items():
            text = text.replace(place, spoiled.get(place, good))
        Path(door).write_text(text, encoding="utf-8")
        return words

    return write


@pytest.mark.parametrize("door", DOORS)
def test_the_files_are_good_before_they_are_spoiled(filled: Filled, exact: Command, door: str) -> None:
    assert exact(*filled(door)).code == 0


READ = [("own-bet.toml", "WHEN"), ("own-bet.toml", "PAYS"), ("own-rules.toml", "BASE"), ("own-rules.toml", "RATE")]
READ += [("figures.csv", "PRINTED"), ("figures.csv", "QUANTITY")]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(("door", "place"), READ)
def test_a_program_where_a_word_is_read_is_refused_or_unreadable(
    filled: Filled, exact: Command, door: str, place: str, program: str
) -> None:
    ran = exact(*filled(door, **{place: program}))
    assert ran.code == 2 or "Verdicts: 1 unreadable" in ran.out
    assert os.listdir() == [door]


@pytest.mark.parametrize("program", PROGRAMS[:3])
@pytest.mark.parametrize(
    "words",
    [
        "odds --shoe", "odds --decks 8 --remove", "odds --rules", "bet", "joint --decks 8 --bets", "identify", "cite",
        "tables --only", "signal --positions 1 --partition", "count --bet dragon-7 --trigger 1 --tags",
        "verify --results",
    ],
)  # fmt: skip
def test_a_program_as_a_word_of_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exact: Command, words: str, program: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = exact(*words.split(), program)
    assert ran.code in (1, 2)  # 1: nothing was found under that name
    assert os.listdir() == []


SHOWN = [("own-bet.toml", "TITLE"), ("own-bet.toml", "NOTE"), ("own-rules.toml", "TITLE"), ("own-rules.toml", "SAYS")]
SHOWN += [("figures.csv", "QUANTITY"), ("figures.csv", "NOTE"), ("figures.csv", "HEAD")]


@pytest.mark.parametrize(("door", "place"), SHOWN)
def test_markup_reaches_no_output_unescaped(filled: Filled, exact: Command, door: str, place: str) -> None:
    words = filled(door, **{place: MARKUP})
    ran = {form: exact(*words, "--format", form) for form in ("markdown", "latex", "csv", "json")}
    assert all("alert(1)" in ran[form].out for form in ("markdown", "latex"))
    assert not re.search(r"(?<!\\)<(script|img)", ran["markdown"].out)
    assert not re.search(r"\\(input|write)\b", ran["latex"].out)
    assert not re.search(r"(?<!\\)(\$x|%s)", ran["latex"].out)
    for row in csv.reader(io.StringIO(ran["csv"].out)):
        assert not [cell for cell in row if cell.startswith(("=", "+", "@"))]
    json.loads(ran["json"].out)


@pytest.mark.parametrize(("door", "place"), SHOWN)
@pytest.mark.parametrize("character", ["\x1b", "\x07", "\x9b", "\u202e", "\u2066"])
def test_a_control_character_is_refused_or_escaped(
    filled: Filled, exact: Command, door: str, place: str, character: str
) -> None:
    words = filled(door, **{place: f"a{character}[2Jb"})
    for form in ("text", "markdown", "latex", "csv", "json"):
        ran = exact(*words, "--format", form)
        assert ran.code in (0, 1, 2)
        assert character not in ran.out + ran.err


@pytest.mark.parametrize("character", ["\x1b", "\x07", "\x9b", "\u202e"])
def test_no_file_of_rows_has_a_control_character_or_a_formula(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exact: Command, character: str
) -> None:
    monkeypatch.chdir(tmp_path)
    shoes = f"c0,c1,c2,c3,c4,c5,c6,c7,c8,c9\n=cmd|{character}[2J,1,1,1,1,1,1,1,1,1\n"
    Path("shoes.csv").write_text(shoes, encoding="utf-8")
    figures = f"claim,printed,=cmd|x,a{character}\nhouse edge of tie,14 %,=2,{character}\n"
    Path("figures.csv").write_text(figures, encoding="utf-8")
    Path("answers.csv").write_text(f"id,answer\n=cmd|{character}[2J,{{}}\n", encoding="utf-8")
    assert exact("shoes", "shoes.csv", "--out", "out.csv").code == 2
    assert exact("audit", "figures.csv", "--out", "audited.csv").code == 0
    assert exact("audit", "figures.csv", "--out", "audited.jsonl").code == 0
    Path("verified.csv").write_text(exact("verify", "results", "answers.csv", "--format", "csv").out, encoding="utf-8")
    for name in ("out.csv.rejects.csv", "audited.csv", "verified.csv", "audited.jsonl"):
        text = Path(name).read_text(encoding="utf-8")
        assert "cmd|" in text
        assert character not in text
        if name.endswith(".csv"):
            assert not [cell for row in csv.reader(io.StringIO(text)) for cell in row if cell.startswith("=")]
