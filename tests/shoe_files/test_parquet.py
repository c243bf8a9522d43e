"""Parquet files of shoes: types, gaps, damage, and what 64 bits do not hold."""

import os
import random
import re
import sys
from pathlib import Path

import pytest
from support import Command, refusal

from exact.game import Granularity
from exact.shoe_files.reading import open_shoes, shoe_columns
from exact.shoe_files.writing import Answers

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
VALUES = shoe_columns(Granularity.VALUES)
FROM_PARQUET = ("shoes", "in.parquet", "--out", "out.csv")
MOST = "must be a whole number from 0 to 1000000000000"


def write(entries: list[object], kind: str | None = "int64", **others: object) -> Path:
    columns = {name: others.get(name, pyarrow.array(entries, kind)) for name in VALUES}
    parquet.write_table(pyarrow.table(columns), "in.parquet")
    return Path("in.parquet")


def test_more_than_64_bits_hold_is_refused(exact: Command) -> None:
    Path("in.csv").write_text(f"{','.join(VALUES)}\n800,{','.join(['200'] * 9)}\n", encoding="utf-8")
    assert "write .csv or .jsonl" in exact.refused("shoes", "in.csv", "--out", "out.parquet")
    assert os.listdir() == ["in.csv"]


def test_without_pyarrow_the_message_names_the_command(monkeypatch: pytest.MonkeyPatch, exact: Command) -> None:
    write([9])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    expected = "exact: parquet: 'pyarrow' is not installed: pip install 'exact-baccarat[parquet]'\n"
    assert exact.refused(*FROM_PARQUET) == expected
    assert os.listdir() == ["in.parquet"]


@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        ("int64", [9, None, -1, 0, 10**12 + 1, 8]),
        ("float64", [9, None, float("nan"), 9.5, -1, float("inf"), 1e300, 8]),
    ],
)
def test_faulty_rows(kind: str, counts: list[object]) -> None:
    """A column with gaps may become one of doubles; gaps, fractions and what is no number are set apart."""
    (block,) = open_shoes(write(counts, kind)).blocks()
    assert block.shoes.tolist() == [[9] * 10, [8] * 10]
    assert [row.line for row in block.rejected] == list(range(2, len(counts)))
    assert block.rejected[0] == (2, f"c0: None {MOST}", "," * 9)
    assert all(row.reason.startswith(("c0: ", "shoe: 0 cards are left")) for row in block.rejected)


def test_columns_are_of_numbers(exact: Command) -> None:
    write(["9"], None)
    assert "in.parquet, c0: 'string' must be a column of integers" in exact.refused(*FROM_PARQUET)
    Path("in.parquet").write_text("c0,c1")
    assert "is not a Parquet file" in exact.refused(*FROM_PARQUET)
    (block,) = open_shoes(write([9, 8], c3=pyarrow.array([9, 8], "float64"))).blocks()
    assert block.shoes.tolist() == [[9] * 10, [8] * 10]


@pytest.mark.parametrize("kind", ["int64", "float64", "uint16"])
def test_clean_columns_are_read_at_once(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 10**12 if kind != "uint16" else 2**16 - 1
    monkeypatch.setattr("exact.shoe_files.reading.row_by_row", None)
    (block,) = open_shoes(write([most, 6], kind)).blocks()
    assert block.shoes.tolist() == [[most] * 10, [6] * 10]


def test_lines_go_on_from_one_batch_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exact.shoe_files.reading.ROWS", 2)
    blocks = list(open_shoes(write([9, 0, 9, 0, 9])).blocks())
    assert [block.done for block in blocks] == [2, 4, 5]
    assert [[rejected.line for rejected in block.rejected] for block in blocks] == [[2], [4], []]
    assert [block.shoes.tolist() for block in blocks] == [[[9] * 10]] * 3


def test_a_file_without_a_row_or_with_fewer_than_it_announces(monkeypatch: pytest.MonkeyPatch) -> None:
    with Answers(Path("empty.parquet")):
        pass
    assert Path("empty.parquet").read_bytes() == b""
    file = open_shoes(write([9, 9]))
    monkeypatch.setattr(file, "size", 3)
    assert "'in.parquet' is damaged: it has 2 rows, but announces 3" in refusal(list, file.blocks())


def test_damage_is_named(exact: Command) -> None:
    generator = random.Random(1)
    columns = {name: pyarrow.array(generator.choices(range(10**6), k=5000)) for name in VALUES}
    whole = write([], **columns).read_bytes()
    middle = len(whole) // 2
    Path("in.parquet").write_bytes(whole[: middle - 20_000] + bytes(40_000) + whole[middle + 20_000 :])
    refused = exact.refused(*FROM_PARQUET)
    assert refused.startswith("exact: shoes: ")
    assert "in.parquet' is damaged: " in refused
    assert "announces" not in refused
    assert os.listdir() == ["in.parquet"]


def test_a_changed_byte_in_a_page_with_a_checksum_is_noticed(exact: Command) -> None:
    numbers = [9_876_543_210 + row for row in range(50)]
    options = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    parquet.write_table(pyarrow.table(dict.fromkeys(VALUES, numbers)), "in.parquet", **options)
    whole = bytearray(Path("in.parquet").read_bytes())
    whole[whole.index(numbers[25].to_bytes(8, "little"))] ^= 1
    Path("in.parquet").write_bytes(whole)
    assert re.search("in.parquet' is damaged: .*CRC checksum", exact.refused(*FROM_PARQUET))
