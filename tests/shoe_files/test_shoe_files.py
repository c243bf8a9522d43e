"""``exact shoes``, also with ``--dealt``: every format, faulty rows, and what a run that fails leaves behind."""

import csv
import importlib.util
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import STANDARD, Command, python, wait_until
from support.strategies import COSTLY, SMALL_COUNTS, shoes

from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue
from exact.engine.one_shoe import count_categories
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules import rules_named
from exact.shoe_files.reading import Rejected, open_shoes, shoe_columns
from exact.shoe_files.writing import Answers

VALUES = shoe_columns(Granularity.VALUES)
HEAD = ",".join(VALUES)
FROM_CSV = ("shoes", "in.csv", "--out", "out.csv")
FROM_JSON = ("shoes", "in.jsonl", "--out", "out.csv")
SHOES = [[23, 4, 0, 1, 7, 11, 2, 5, 1, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0, 6], [128, *[32] * 9]]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"}
needs_parquet = pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs the extra parquet")
FORMATS = ["csv", "jsonl", pytest.param("parquet", marks=needs_parquet)]


def write_shoes(name: str, shoes: list[list[int]], columns: list[str]) -> None:
    if name.endswith(".csv"):
        lines = [",".join(columns), *(",".join(map(str, shoe)) for shoe in shoes)]
        Path(name).write_text("\n".join(lines), encoding="utf-8")
    elif name.endswith(".parquet"):
        from pyarrow import parquet, table

        parquet.write_table(table(dict(zip(columns, np.array(shoes).T, strict=True))), name)
    else:
        lines = [json.dumps(dict(zip(columns, shoe, strict=True))) + "\n" for shoe in shoes]
        Path(name).write_text("".join(lines), encoding="utf-8")


def read_rows(name: str) -> list[dict[str, str]]:
    if name.endswith(".parquet"):
        from pyarrow import parquet

        rows: list[dict[str, Any]] = parquet.read_table(name).to_pylist()
    else:
        with open(name, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file) if name.endswith(".csv") else map(json.loads, file))
    return [{name: str(value) for name, value in row.items()} for row in rows]


def walked(shoe: Shoe) -> dict[str, str]:
    counts = count_outcomes(shoe, DECISIONS["standard"])
    return {"deals": str(ordered_deals(shoe.cards))} | {side.value: str(count) for side, count in counts.items()}


def expected_row(values: list[int]) -> dict[str, str]:
    return dict(zip(VALUES, map(str, values), strict=True)) | walked(Shoe.of_values(values))


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", FORMATS)
def test_every_format_against_the_walk(source: str, target: str, exact: Command) -> None:
    write_shoes(f"in.{source}", SHOES, VALUES)
    ran = exact("shoes", f"in.{source}", "--out", f"out.{target}")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    rows = read_rows(f"out.{target}")
    assert rows == [expected_row(shoe) for shoe in SHOES]
    assert list(rows[0]) == [*VALUES, "deals", "punto", "banco", "tie"]
    assert sorted(os.listdir()) == sorted({f"in.{source}", f"out.{target}"})


@pytest.mark.parametrize(
    ("granularity", "bet"), [(Granularity.RANKS, "punto-pair"), (Granularity.CARDS, "perfect-pair-both")]
)
@COSTLY
@given(data=st.data())
def test_ranks_and_cards(granularity: Granularity, bet: str, data: st.DataObject, exact: Command) -> None:
    held = data.draw(st.lists(shoes(granularity, SMALL_COUNTS), min_size=1, max_size=3))
    write_shoes("in.csv", [list(shoe.counts) for shoe in held], shoe_columns(granularity))
    assert exact(*FROM_CSV, "--bets", f"{bet},tie").code == 0
    for row, shoe in zip(read_rows("out.csv"), held, strict=True):
        assert row.items() >= walked(shoe).items()
        expected = count_categories(catalogue()[bet], shoe, STANDARD)
        assert [row[f"{bet}:{category}"] for category in catalogue()[bet].categories] == list(map(str, expected))


@pytest.mark.parametrize("bets", ["dragon-7,lucky-6:12-18", "fortune 7, lucky six:12-18"])
def test_bets_have_the_programs_own_names(bets: str, exact: Command) -> None:
    write_shoes("in.csv", SHOES, VALUES)
    assert exact(*FROM_CSV, "--bets", bets).err == ""
    row = read_rows("out.csv")[2]
    categories = catalogue()["lucky-6"].categories
    expected = count_categories(catalogue()["lucky-6"], Shoe.of_decks(8), STANDARD)
    assert list(row)[14:] == ["dragon-7:win", "dragon-7:lose", *(f"lucky-6:12-18:{name}" for name in categories)]
    assert [row[f"lucky-6:12-18:{name}"] for name in categories] == list(map(str, expected))


@pytest.mark.parametrize(("source", "target"), [("csv", "jsonl"), ("jsonl", "csv")])
def test_shoes_beyond_64_bits(source: str, target: str, exact: Command) -> None:
    """Fifty decks and 10**12 cards of each value beside a small shoe, to the last digit; Parquet does not hold them."""
    shoes = [[800, *[200] * 9], SHOES[0], [10**12] * 10]
    write_shoes(f"in.{source}", shoes, VALUES)
    assert exact("shoes", f"in.{source}", "--out", f"out.{target}").code == 0
    assert read_rows(f"out.{target}") == [expected_row(shoe) for shoe in shoes]


GOOD = "128,32,32,32,32,32,32,32,32,32"
BAD_ROWS = [
    ("1,2,3", "has 3 entries, but must have 10"),
    (GOOD + ",1", "has 11 entries, but must have 10"),
    ("-1,32,32,32,32,32,32,32,32,32", "c0: -1 must be a whole number from 0"),
    ("NaN,32,32,32,32,32,32,32,32,32", "c0: 'NaN' must be a whole number"),
    ("128,32,32,32,32,,32,32,32,32", "c5: '' must be a whole number"),
    ("128,32,32,3.5,32,32,32,32,32,32", "c3: '3.5' must be a whole number"),
    ("1,1,1,1,1,0,0,0,0,0", "shoe: 5 cards are left, and a coup needs at least 6"),
    (f"{10**12 + 1},1,1,1,1,1,1,1,1,1", "c0: 1000000000001 must be a whole number from 0 to 1000000000000"),
    ("9" * 30 + ",1,1,1,1,1,1,1,1,1", "must be a whole number from 0 to 1000000000000"),
    ('"1,1,1,1,1,1,1,1,1,1', "is not a row of CSV"),
    ("١,1,1,1,1,1,1,1,1,1", "c0: '١' must be a whole number"),
    (",,,,,,,,,", "c0: '' must be"),
]


@pytest.mark.parametrize(("row", "reason"), BAD_ROWS, ids=lambda part: part[:24])
def test_a_faulty_row_is_set_apart_and_the_rest_is_done(row: str, reason: str, exact: Command) -> None:
    Path("in.csv").write_text(f"{HEAD}\n{GOOD}\n{row}\n{GOOD}\n", encoding="utf-8")
    assert "has 1 row that cannot be used: see " in exact.refused(*FROM_CSV)
    assert read_rows("out.csv") == [expected_row(SHOES[2])] * 2
    (rejected,) = read_rows("out.csv.rejects.csv")
    assert (rejected["line"], rejected["row"]) == ("3", row)
    assert reason in rejected["reason"]


ROWS = st.lists(st.sampled_from([0, 7, 32, 128, 10**11]), min_size=10, max_size=10).filter(lambda row: sum(row) >= 6)
WRITTEN = {"plain": ",", "blanks": " , ", "quotes": '","'}


@given(st.lists(st.tuples(ROWS, st.sampled_from([*WRITTEN, "oops", ""])), max_size=40), st.integers(0, 40))
def test_the_quick_reading_is_the_slow_one(rows: list[tuple[list[int], str]], other_ends: int) -> None:
    """In small pieces, whose lines are numbered on, with line ends of two kinds, blanks, quotes and blank lines."""
    lines = [f"﻿{HEAD}"]
    for row, written in rows:
        line = WRITTEN[written].join(map(str, row)) if written in WRITTEN else written
        lines.append(f'"{line}"' if written == "quotes" else line)
    ended = [line + ("\r\n" if number <= other_ends else "\n") for number, line in enumerate(lines)]
    Path("in.csv").write_bytes("".join(ended).encode())
    with patch("exact.shoe_files.reading.BYTES", 100):
        blocks = list(open_shoes(Path("in.csv")).blocks())
    found = [shoe for block in blocks for shoe in block.shoes.tolist()]
    assert found == [row for row, written in rows if written in WRITTEN]
    rejected = [(bad.line, bad.row) for block in blocks for bad in block.rejected]
    assert rejected == [(line, "oops") for line, (_, written) in enumerate(rows, 2) if written == "oops"]


@pytest.mark.parametrize(("row", "reason"), [
    ("{", "is not JSON"), ("[1]", "is not a JSON object"), ("NaN", "is not a JSON object"),
    (json.dumps(dict.fromkeys(VALUES, 9.0)), "c0: 9.0 must be a whole number"),
    (json.dumps(dict.fromkeys(VALUES, True)), "c0: True must be a whole number"),
    (json.dumps(dict.fromkeys(VALUES, 10**12 + 1)), "c0: 1000000000001 must be a whole number from 0 to 1000000000000"),
    (json.dumps(dict.fromkeys(VALUES, "9")), "c0: '9' must be a whole number"),
    (json.dumps(dict.fromkeys(VALUES[1:], 9)), "lacks c0"),
    (json.dumps(dict.fromkeys([*VALUES, "x"], 9)), "'x' is not a column of shoes"),
    (json.dumps(dict.fromkeys(VALUES, 9))[:-1] + ', "c0": 1}', "'c0' names two columns"),
    (json.dumps(dict.fromkeys(shoe_columns(Granularity.RANKS), 9)), "has other columns than the first"),
])  # fmt: skip
def test_faulty_json(row: str, reason: str, exact: Command) -> None:
    good = json.dumps(dict(zip(VALUES, SHOES[0], strict=True)))
    Path("in.jsonl").write_text(f"{good}\n{row}\n\n{good}", encoding="utf-8")
    exact.refused(*FROM_JSON)
    assert read_rows("out.csv") == [expected_row(SHOES[0])] * 2
    (rejected,) = read_rows("out.csv.rejects.csv")
    assert rejected["line"] == "2"
    assert reason in rejected["reason"]


@pytest.mark.parametrize("bad", [
    "oops", "[1]", "{}", '{"c0": 9}', json.dumps(dict.fromkeys(VALUES, "9")), json.dumps(dict.fromkeys(VALUES, -1)),
    json.dumps(dict.fromkeys(shoe_columns(Granularity.RANKS), 9.5)),
])  # fmt: skip
def test_a_faulty_first_line_of_json_names_no_columns(bad: str, exact: Command) -> None:
    good = json.dumps(dict(zip(VALUES[::-1], SHOES[0][::-1], strict=True)))
    Path("in.jsonl").write_text(f"{bad}\n{good}\n{good}", encoding="utf-8")
    assert "has 1 row that cannot be used" in exact.refused(*FROM_JSON)
    assert read_rows("out.csv") == [expected_row(SHOES[0])] * 2
    assert list(read_rows("out.csv")[0])[:2] == ["c9", "c8"]
    assert [(row["line"], row["row"]) for row in read_rows("out.csv.rejects.csv")] == [("1", bad)]


@pytest.mark.parametrize(("name", "text", "message"), [
    ("in.jsonl", "", "in.jsonl: 'no line' is a shoe as a JSON object\n"),
    ("in.jsonl", '\noops\n{"c0": 1}\n', "'no line' is a shoe as a JSON object; line 2: row: 'oops' is not JSON"),
    ("in.csv", "", "in.csv, line 1: '' lacks c0, c1"),
    ("in.csv", HEAD.replace("c3,", ""), "lacks c3: shoes have columns"),
    ("in.csv", HEAD + ",c3", "in.csv, line 1: 'c3' names two columns"),
    ("in.csv", HEAD + ",name", "in.csv, line 1: 'name' is not a column of shoes"),
    ("in.csv", HEAD.replace("c3", "C3"), "'C3' is not a column of shoes: did you mean c3?"),
    ("in.csv", GOOD, "in.csv, line 1: '128' is not a column of shoes"),
])  # fmt: skip
def test_a_file_without_the_names_of_columns(name: str, text: str, message: str, exact: Command) -> None:
    Path(name).write_text(text if name == "in.jsonl" else f"{text}\n{GOOD}\n", encoding="utf-8")
    assert message in exact.refused("shoes", name, "--out", "out.csv")
    assert os.listdir() == [name]


@pytest.mark.parametrize("target", FORMATS)
def test_no_rows_are_a_file_without_rows(target: str, exact: Command) -> None:
    Path("in.csv").write_text(HEAD)
    assert exact("shoes", "in.csv", "--out", f"out.{target}").code == 0
    assert read_rows(f"out.{target}") == []


@pytest.mark.parametrize(("words", "message"), [
    ([], "shoes: 'in.csv' needs --out FILE"),
    (["--out", "in.csv"], "out: 'in.csv' would overwrite the input file"),
    (["--out", "out.txt"], "out: 'out.txt' must end in .csv, .jsonl, .ndjson, .parquet"),
    (["--out", "nowhere/out.csv"], "out: 'nowhere/out.csv' cannot be written"),
    (["--out", "out.csv", "--bets", "dragon-8"], "'dragon-8' is neither a bet nor a .toml file: did you mean dragon-7"),
    (["--out", "out.csv", "--bets", "tie,tie"], "bets: 'tie,tie' names tie twice"),
    (["--out", "out.csv", "--bets", "tie,egalite"], "bets: 'tie,egalite' names tie twice"),
    (["--out", "out.csv", "--bets", ","], "bets: ',' has an empty name"),
    (["--out", "out.csv", "--bets", ""], "bets: '' has an empty name"),
    (["--out", "out.csv", "--bets", "tie,"], "bets: 'tie,' has an empty name"),
    (["--out", "out.csv", "--bets", "punto-pair"], "bet: 'punto-pair' needs shoes described by ranks"),
])  # fmt: skip
def test_bad_input_is_one_line_and_exit_2(words: list[str], message: str, exact: Command) -> None:
    write_shoes("in.csv", SHOES, VALUES)
    before = Path("in.csv").read_bytes()
    assert message in exact.refused("shoes", "in.csv", *words)
    assert os.listdir() == ["in.csv"]
    assert Path("in.csv").read_bytes() == before


@pytest.mark.slow
def test_a_killed_run_leaves_nothing_that_looks_finished() -> None:
    out = Path("out.csv")
    Path("in.csv").write_text(HEAD + "\n" + f"{GOOD}\n{GOOD}\nbad\n" * 200_000, encoding="utf-8")
    out.write_text("of an earlier run", encoding="utf-8")
    with subprocess.Popen([sys.executable, "-m", "exact", *FROM_CSV], env=ENVIRONMENT) as running:
        wait_until(lambda: any(partial.stat().st_size for partial in Path().glob(".exact-*.partial")))
        running.send_signal(signal.SIGKILL)
    assert out.read_text(encoding="utf-8") == "of an earlier run"
    assert not Path("out.csv.rejects.csv").exists()


def test_two_runs_with_one_out_do_not_meet() -> None:
    out = Path("out.csv")
    rows: list[dict[str, Any]] = [{"tie": np.array([n])} for n in range(2)]
    with Answers(out) as first:
        first.write(rows[0])
        with Answers(out) as second:
            second.write(rows[1])
            second.reject([Rejected(1, "second", "")])
            first.reject([Rejected(1, "first", "")])
            first.write(rows[0])
        assert out.read_text(encoding="utf-8") == "tie\n1\n"
        assert [row["reason"] for row in read_rows(str(first.rejects))] == ["second"]
    assert out.read_text(encoding="utf-8") == "tie\n0\n0\n"
    assert [row["reason"] for row in read_rows(str(first.rejects))] == ["first"]
    assert sorted(os.listdir()) == ["out.csv", "out.csv.rejects.csv"]


@pytest.mark.parametrize(("before", "now"), [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize("step", range(4))
def test_answers_never_stand_beside_the_rejects_of_another_run(
    step: int, before: bool, now: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between any two steps of the end, as far as the names go: a step that fails stands for the kill."""
    out = Path("out.csv")
    rejects = Path("out.csv.rejects.csv")
    out.write_text("old", encoding="utf-8")
    if before:
        rejects.write_text("old", encoding="utf-8")
    steps = iter(range(step))

    def counted(real: Callable[..., None]) -> Callable[..., None]:
        def call(*words: Any, **options: Any) -> None:
            if next(steps, None) is None:
                raise KeyboardInterrupt
            real(*words, **options)

        return call

    answers = Answers(out)
    answers.write({"tie": np.array([1])})
    if now:
        answers.reject([Rejected(1, "new", "")])
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", counted(os.replace))
        patched.setattr(Path, "unlink", counted(Path.unlink))
        with suppress(KeyboardInterrupt):
            answers.__exit__(None, None, None)
    told = out.read_text(encoding="utf-8") if out.exists() else None
    beside = rejects.read_text(encoding="utf-8") if rejects.exists() else ""
    if told == "old":
        assert beside == ("old" if before else "")
    elif told is not None:
        assert told == "tie\n1\n"
        assert ("new" in beside, "old" in beside) == (now, False)


@pytest.mark.slow
@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("row", ["bad", ""])
def test_a_full_disk_is_told_of_the_file(target: str, row: str) -> None:
    """The limit on the size of files stands for the disk; with ``bad`` rows it is the rejects that are too many."""
    generator = random.Random(2)
    rows = [row or ",".join(str(generator.randrange(1, 100)) for _ in VALUES) for _ in range(20_000)]
    Path("in.csv").write_text("\n".join([HEAD, *rows]), encoding="utf-8")
    shell = f"ulimit -f 64; exec {sys.executable} -m exact shoes in.csv --out lim.{target}"
    ran = subprocess.run(["sh", "-c", shell], env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert re.fullmatch(
        rf"exact: out: 'lim.{target}(.rejects.csv)?' cannot be written: .*File too large.*\n", ran.stderr
    )
    assert os.listdir() == ["in.csv"]


def test_a_folder_in_the_place_of_the_rejects(exact: Command) -> None:
    Path("out.csv.rejects.csv").mkdir()
    write_shoes("in.csv", SHOES, VALUES)
    assert re.search("out: '.*csv.rejects.csv' cannot be written: it is a folder", exact.refused(*FROM_CSV))
    assert sorted(os.listdir()) == ["in.csv", "out.csv.rejects.csv"]


def test_dealt_shoes_give_every_coup(exact: Command) -> None:
    """Two coups after a burnt king and five: a natural of four cards, then one of six; odds before each by the walk."""
    Path("dealt.txt").write_text("[K 5h] 9 2 Q 4 2 K 3 4 7 9\n\n8 9 A J\n", encoding="utf-8")
    assert exact("shoes", "--dealt", "dealt.txt", "--out", "out.csv", "--rules", "classic-it").err == ""
    assert read_rows("out.csv")[2]["cards"] == "312"
    assert "using 8 full decks" in exact("shoes", "--dealt", "dealt.txt", "--out", "out.csv").out
    rows = read_rows("out.csv")
    facts = ("shoe", "coup", "cards", "punto_cards", "banco_cards", "outcome")
    assert [tuple(row[fact] for fact in facts) for row in rows] == [
        ("1", "1", "414", "9 Q", "2 4", "punto"),
        ("1", "2", "410", "2 3 7", "K 4 9", "banco"),
        ("3", "1", "416", "8 A", "9 J", "tie"),
    ]
    for row, gone in zip(rows, ("K 5", "K 5 9 2 Q 4", ""), strict=True):
        assert row.items() >= walked(Shoe.of_decks(8).removed(gone)).items()


@pytest.mark.parametrize(("line", "coups", "reason"), [
    ("9 2 Q 4 2 K 3", 1, "has 3 cards, and every coup needs at least four"),
    ("2 K 3 4", 0, "this coup needs one more: punto draws"),
    ("9 2 Q 4 9z", 0, "'9z' has an unknown suit"),
    ("9h 9h 9h 9s", 0, "occurs too often: 2 decks hold 2 of 9h"),
    ("[9 9 9 9 9 9 9 9] 9 2 Q 4", 0, "occurs too often: 2 decks hold 8 of 9"),
    ("[9 9", 0, "with burnt cards first and in one pair of brackets"),
    ("9 2 [Q] 4", 0, "with burnt cards first and in one pair of brackets"),
    ("8 9 A J [9h]", 0, "with burnt cards first and in one pair of brackets"),
    ("[9h] [9h] 8 9 A J", 0, "with burnt cards first and in one pair of brackets"),
    ("[9h] 9h 9h 8 9", 0, "occurs too often: 2 decks hold 2 of 9h"),
    ("0 " * 32 + "0", 0, "occurs too often: 2 decks hold 32 of 0"),
    ("[Z] 8 9 A J", 0, "'Z' is not a rank"),
])  # fmt: skip
def test_faulty_dealt_shoes(line: str, coups: int, reason: str, exact: Command) -> None:
    Path("dealt.txt").write_text(f"8 9 A J\n{line}\n", encoding="utf-8")
    exact.refused("shoes", "--dealt", "dealt.txt", "--decks", "2", "--out", "out.jsonl", "--bets", "dragon-7")
    assert [row["shoe"] for row in read_rows("out.jsonl")] == ["1", *["2"] * coups]
    (rejected,) = read_rows("out.jsonl.rejects.csv")
    assert (rejected["line"], rejected["row"]) == ("2", line)
    assert reason in rejected["reason"]


def test_a_summary_in_the_formats_that_are_asked_for(exact: Command) -> None:
    """Text has only the assumptions; other formats say how many rows went where, also where some are set apart."""
    Path("in.csv").write_text(f"{HEAD}\n{GOOD}\n{GOOD}\nbad\n", encoding="utf-8")
    words = ("shoes", "in.csv", "--out", "out.csv", "--rules", "castle-vaduz")
    assert {line.partition(":")[0] for line in exact(*words).out.splitlines()} == {"Assumed (the document is silent)"}
    ran = exact(*words, "--format", "json")
    bound = "has 1 row that cannot be used: see out.csv.rejects.csv; all others are answered"
    assert (ran.code, ran.err) == (2, f"exact: shoes: 'in.csv' {bound}\n")
    answer = json.loads(ran.out)
    assert (answer["out"], answer["rows"], answer["rows_set_apart"]) == ("out.csv", 2, 1)
    assert answer["parts"] == [{"part": "in.csv", "rows": 2, "rows_set_apart": 1}]
    assert answer["assumed"] == [str(one.phrase) for one in rules_named("castle-vaduz").assumptions_for()]
    for style in ("csv", "markdown", "latex"):
        printed = exact(*words, "--format", style)
        assert (printed.code, "set" in printed.out, "castle" in printed.out + printed.err) == (2, True, style != "csv")
    Path("in.csv").write_text(f"{HEAD}\n{GOOD}\n", encoding="utf-8")
    again = exact.json(*words)
    assert (again["rows"], again["rows_set_apart"]) == (1, 0)
    assert again["provenance"]["inputs"] != answer["provenance"]["inputs"]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file() -> None:
    Path("in.csv").write_text(HEAD + "\n" + f"{GOOD}\n" * 1_000_000, encoding="utf-8")
    # The peak of this process's own memory: ru_maxrss would begin with that of the process which starts it.
    code = "import sys; from exact.cli import main; main(sys.argv[1:]); print(open('/proc/self/status').read())"
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+) kB", python("-c", code, *FROM_CSV, **ENVIRONMENT).stdout)
    assert int(kilobytes) < 300 * 1024
