"""Files that cannot be read or written to their end, rows at the edge of the quick reading, columns of every kind."""

import importlib.util
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import pytest
from support import refusal

from exact.errors import ExactError
from exact.game import Granularity
from exact.rules.documents import interpretation
from exact.shoe_files import answers, reading
from exact.shoe_files.reading import dealt_shoes, open_shoes, shoe_columns
from exact.shoe_files.writing import Answers

HEAD = ",".join(shoe_columns(Granularity.VALUES))
needs_parquet = pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs the extra parquet")


def write(*rows: str, head: str = HEAD) -> Path:
    path = Path("in.csv")
    path.write_text("\n".join((head, *rows, "")), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["in.csv", "in.jsonl"])
def test_a_line_may_reach_its_bound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reading.LONGEST_LINE == 2**25
    monkeypatch.setattr(reading, "LONGEST_LINE", 200)
    monkeypatch.setattr(reading, "BYTES", 40)
    for blanks, fits in ((200, True), (216, False)):
        head = f"{HEAD}\n" if name.endswith(".csv") else "{" + HEAD.replace(",", '": 1, "').join('""') + ": 1}\n"
        Path(name).write_text(f"{head}{' ' * blanks}", encoding="utf-8")
        if fits:
            assert sum(len(block.rejected) for block in open_shoes(Path(name)).blocks()) == 0
        else:
            with pytest.raises(ExactError, match="begins a line of over 200 bytes") as raised:
                list(open_shoes(Path(name)).blocks())
            assert raised.value.value == b" " * 40


def test_a_first_line_that_is_no_csv() -> None:
    with pytest.raises(ExactError, match="in.csv, line 1: .* is not a row of CSV: field larger than field limit"):
        open_shoes(write("1,1,1,1,1,1,1,1,1,1", head="x" * 140_000))


def test_what_cannot_be_read() -> None:
    Path("folder.csv").mkdir()
    for path, message in (
        (Path("folder.csv"), "does not exist, or is not a file"),
        (Path("none.jsonl"), "does not exist, or is not a file"),
        (Path("x" * 300 + ".csv"), "cannot be read: File name too long"),
        (Path("none.txt"), "must end in .csv, .jsonl, .ndjson, .parquet"),
    ):
        assert message in refusal(open_shoes, path)
    with pytest.raises(ExactError, match=r"^shoes: 'folder\.csv' cannot be read: Is a directory$"):
        list(dealt_shoes(Path("folder.csv"), 8, interpretation("standard")))


def test_a_disk_that_fails_in_the_middle_is_told_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file, failing = open_shoes(write("9,9,9,9,9,9,9,9,9,9")), MagicMock()
    failing.__enter__.return_value.read.side_effect = [f"{HEAD}\n9".encode(), OSError(5, "Input/output error")]
    failing.__exit__.return_value = None
    monkeypatch.setattr(Path, "open", lambda *_: failing)
    assert refusal(list, file.blocks()) == "shoes: 'in.csv' cannot be read: Input/output error"


def answer_and_take_the_place() -> None:
    with Answers(Path("out.csv")) as out:
        out.write({"c0": np.array([1, 2])})
        Path("out.csv").mkdir()


def test_answers_whose_place_is_taken_while_they_are_written() -> None:
    assert refusal(answer_and_take_the_place) == "out: 'out.csv' cannot be written: Is a directory"
    assert sorted(map(str, Path().rglob("*"))) == ["out.csv"]


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", pytest.param("out.parquet", marks=needs_parquet)])
def test_columns_of_numbers_and_of_texts_in_every_format(name: str) -> None:
    with Answers(Path(name), ("c0",)) as out:
        out.write({"c0": np.array([3, 40]), "deals": np.array([720, 5]), "a,b": ["9 K", '8 "h"']})
    if name.endswith(".parquet"):
        from pyarrow import parquet

        assert parquet.read_table(name).to_pydict() == {"c0": [3, 40], "deals": [720, 5], "a,b": ["9 K", '8 "h"']}
    elif name.endswith(".csv"):
        assert Path(name).read_text(encoding="utf-8") == 'c0,deals,"a,b"\n3,720,9 K\n40,5,"8 ""h"""\n'
    else:
        first, second = Path(name).read_text(encoding="utf-8").splitlines()
        assert first == '{"c0": 3, "deals": "720", "a,b": "9 K"}'
        assert second == '{"c0": 40, "deals": "5", "a,b": "8 \\"h\\""}'


def test_progress_is_told_as_the_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """In bytes; a last line without its end counts as one byte more."""
    told: list[tuple[int, int, str]] = []
    rulebook = interpretation("standard")

    def progress(done: int, size: int, name: str) -> None:
        told.append((done, size, name))

    source = write("9,9,9,9,9,9,9,9,9,9")
    answered = answers.answer_shoes(source, Path("out.csv"), rulebook.rules(), ["tie"], reading=progress)
    assert told == [(50, 50, "in.csv")]
    assert (answered.error, len(source.read_bytes())) == (None, 50)
    source.write_bytes(source.read_bytes()[:-1])
    answers.answer_shoes(source, Path("out.csv"), rulebook.rules(), [], reading=progress)
    assert told[1:] == [(50, 50, "in.csv")]
    monkeypatch.setattr(reading, "DEALT_BYTES", 16)
    dealt = Path("dealt.txt")
    dealt.write_text("8 9 A J 9 9 K K\n\n8 9 A J\n8 9 A J\n8 9 A J", encoding="utf-8")
    answers.answer_replay(dealt, Path("o.csv"), rulebook, 8, [], progress)
    assert told[2:] == [(done, max(done, 40), "dealt.txt") for done in (16, 25, 33, 41)]
    rows = Path("o.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split(",")[:2] for row in rows] == [["1", "1"], ["1", "2"], ["3", "1"], ["4", "1"], ["5", "1"]]
    dealt.write_text("8 9 A J 9 9 K K\n", encoding="utf-8")
    answers.answer_replay(dealt, Path("o.csv"), rulebook, 8, [], progress)
    assert told[6:] == [(16, 16, "dealt.txt")]


def test_what_would_overwrite_its_source() -> None:
    source = write("9,9,9,9,9,9,9,9,9,9")
    Path("other.csv.rejects.csv").hardlink_to(source)
    for out in (source, Path("other.csv")):
        with pytest.raises(ExactError, match="would overwrite the input file"):
            answers.answer_shoes(source, out, interpretation("standard").rules(), [])
        with pytest.raises(ExactError, match="would overwrite the input file"):
            answers.answer_replay(source, out, interpretation("standard"), 8, [], lambda *_: None)


@pytest.mark.parametrize("bytes_at_once", [1, 100, 250, 10**6])
def test_lines_of_json_are_numbered_on_from_piece_to_piece(bytes_at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a mark of bytes; blank lines count, and a mark at the beginning of another line is no JSON."""
    monkeypatch.setattr(reading, "BYTES", bytes_at_once)
    good = "{" + ", ".join(f'"{name}": 9' for name in HEAD.split(",")) + "}"
    lines = ["\ufeff" + good, "", good, "bad", good, "\ufeff" + good, "worse", good]
    data = "\n".join(lines).encode()
    Path("in.jsonl").write_bytes(data)
    blocks = list(open_shoes(Path("in.jsonl")).blocks())
    assert [bad.line for block in blocks for bad in block.rejected] == [4, 6, 7]
    assert sum(len(block.shoes) for block in blocks) == 4
    assert blocks[-1].done == len(data) + 1  # with the line end that the last line lacks
    assert [block.done for block in blocks] == sorted({block.done for block in blocks})


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_faultless_lines_are_read_at_once(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("in.csv").write_bytes(end.join((HEAD, "9,10,0,1,2,3,400,5,6,999999999999", ",".join("9" * 10), "")).encode())
    monkeypatch.setattr(reading, "row_by_row", None)
    (block,) = open_shoes(Path("in.csv")).blocks()
    assert block.shoes.tolist() == [[9, 10, 0, 1, 2, 3, 400, 5, 6, 10**12 - 1], [9] * 10]
