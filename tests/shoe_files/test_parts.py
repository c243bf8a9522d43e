"""A data set in parts: each is answered as a file by itself, once; what cannot be a part is refused before work."""

import json
import os
from pathlib import Path

import pytest
from support import Command

from exact.game import Granularity
from exact.shoe_files import answers as parts
from exact.shoe_files.reading import shoe_columns
from exact.workers.tasks import run_tasks

HEAD = ",".join(shoe_columns(Granularity.VALUES))
ROWS = ("128,32,32,32,32,32,32,32,32,32", "0,0,0,0,0,0,0,0,0,6", "23,4,0,1,7,11,2,5,1,3", "1,1,1,1,1,0,0,0,0,0")
WORDS = ("shoes", "set", "--out", "out", "--bets", "tie")
HERE = ("--workers", "1")


@pytest.fixture(autouse=True)
def data_set(in_an_empty_folder: None) -> None:  # noqa: ARG001
    """Two parts of CSV and one of JSON lines; two rows of one are no shoes."""
    Path("set").mkdir()
    Path("set", "b.csv").write_text(f"{HEAD}\n{ROWS[3]}\n{ROWS[0]}\n{ROWS[3]}\n", encoding="utf-8")
    Path("set", "a.csv").write_text(f"{HEAD}\n{ROWS[1]}\n{ROWS[2]}\n", encoding="utf-8")
    shoe = dict(zip(HEAD.split(","), map(int, ROWS[2].split(",")), strict=True))
    Path("set", "c.jsonl").write_text(json.dumps(shoe) + "\n", encoding="utf-8")
    for name in ("_SUCCESS", ".a.csv.crc"):
        Path("set", name).write_text("left by the program that wrote the parts", encoding="utf-8")


def alone(name: str, exact: Command) -> bytes:
    exact("shoes", f"set/{name}", "--out", f"alone-{name}", "--bets", "tie")
    return Path(f"alone-{name}").read_bytes()


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:

    def run(*words: object, executor: object = None, **more: object) -> object:  # noqa: ARG001
        return run_tasks(*words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(parts, "run_tasks", run)


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
def test_every_part_is_answered_as_by_itself(exact: Command) -> None:
    ran = exact(*WORDS, *HERE, "--format", "json")
    assert ran.code == 2
    bound = "has 2 rows that cannot be used: see the files .rejects.csv in out; all others are answered"
    assert ran.err == f"exact: shoes: 'set' {bound}\n"
    assert sorted(os.listdir("out")) == ["a.csv", "b.csv", "b.csv.rejects.csv", "c.jsonl"]
    for name in ("a.csv", "b.csv", "c.jsonl"):
        assert Path("out", name).read_bytes() == alone(name, exact)
    answer = json.loads(ran.out)
    assert (answer["rows"], answer["rows_set_apart"]) == (4, 2)
    assert [(part["part"], part["rows"], part["rows_set_apart"]) for part in answer["parts"]] == [
        ("a.csv", 2, 0),
        ("b.csv", 1, 2),
        ("c.jsonl", 1, 0),
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
def test_a_part_is_answered_once_and_the_answers_must_be_there(exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (*WORDS, *HERE, "--checkpoint", "saved")
    first = exact(*words, "--format", "csv").out
    with monkeypatch.context() as idle:
        idle.setattr(parts, "Evaluator", lambda *_: None)
        assert exact(*words, "--format", "csv").out == first != ""
        Path("out", "a.csv").unlink()
        assert exact.refused(*words) == (
            "exact: out: 'out/a.csv' was written, says the checkpoint in saved, but is gone or has changed: "
            "remove the checkpoint\n"
        )
    Path("set", "a.csv").write_text(f"{HEAD}\n{ROWS[0]}\n", encoding="utf-8")  # another question
    exact(*words)
    assert Path("out", "a.csv").read_bytes() == alone("a.csv", exact)


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
def test_one_file_is_a_data_set_of_one_part(exact: Command) -> None:
    words = ("shoes", "set/a.csv", "--out", "out.csv", "--bets", "tie", "--checkpoint", "saved")
    for _ in range(2):
        assert exact(*words).code == 0
        assert Path("out.csv").read_bytes() == alone("a.csv", exact)


@pytest.mark.slow
def test_workers_give_the_same_bytes(exact: Command) -> None:
    assert exact(*WORDS, "--workers", "2").code == 2
    for name in ("a.csv", "b.csv", "c.jsonl"):
        assert Path("out", name).read_bytes() == alone(name, exact)


@pytest.mark.parametrize(
    ("spoil", "words", "message"),
    [
        ("set/d.text", WORDS, "shoes: 'set/d.text' must end in .csv"),
        ("set/below/", WORDS, "shoes: 'set/below' must end in .csv"),
        ("set/d.csv/", WORDS, "shoes: 'set/d.csv' does not exist, or is not a file"),
        ("set/d.csv", WORDS, "shoes: 'set/d.csv' has other columns than a.csv: c0, c1"),
        ("none/", ("shoes", "none", "--out", "out"), "shoes: 'none' is a directory without parts"),
        ("", ("shoes", "set", "--out", "set"), "out: 'set' must be outside the data set"),
        ("", ("shoes", "set", "--out", "set/out"), "out: 'set/out' must be outside the data set"),
        ("out", WORDS, "out: 'out' cannot become a directory of answers: File exists"),
        ("", ("shoes", "set", "--out", "no/out"), "out: 'no/out' cannot become a directory of answers: No such file"),
        ("", (*WORDS[:4], "--bets", "perfect-pair-both"), "needs shoes described by cards"),
        ("", (*WORDS[:4], "--bets", "ti"), "bets: 'ti' is neither a bet nor"),
        ("", (*WORDS, "--workers", "0"), "workers: 0 must be a whole number from 1"),
        ("", (*WORDS, "--checkpoint", ""), "checkpoint: '' is not a directory"),
        ("", ("shoes", "nowhere", *WORDS[2:], "--workers", "1"), "out: 'out' must end in .csv"),
    ],
)
def test_what_is_no_data_set(spoil: str, words: tuple[str, ...], message: str, exact: Command) -> None:
    if spoil.endswith("/"):
        Path(spoil).mkdir()
    elif spoil:
        Path(spoil).write_text(f"{','.join(shoe_columns(Granularity.RANKS))}\n")
    before = sorted(map(str, Path().rglob("*")))
    assert message in exact.refused(*words)
    assert sorted(map(str, Path().rglob("*"))) == before


def test_a_directory_that_cannot_be_read(exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", denied)
    assert "shoes: 'set' cannot be read: Permission denied" in exact.refused(*WORDS)
