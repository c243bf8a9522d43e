"""Stored figures: every kind of cell reads back, and a changed file is refused."""

from fractions import Fraction
from pathlib import Path

import pytest
from support import refusal

from exact.stored import DOUBLE, FRACTION, TEXT, WHOLE, Stored, decimal, optional, several

COLUMNS = {
    "name": TEXT,
    "tags": several(WHOLE, ","),
    "trigger": optional(FRACTION),
    "gain": decimal(3),
    "estimate": DOUBLE,
}
ROWS = [
    ("tie; 8 decks", (1, -2), Fraction(-7, 2), Fraction(1, 8), 0.25),
    ("égalité", (0,), None, Fraction(-3), float("nan")),
]


def test_every_kind_of_cell_reads_back(tmp_path: Path) -> None:
    file = Stored(tmp_path / "figures.tsv", COLUMNS)
    text = file.text(ROWS)
    assert text.split("\n")[1:] == [
        "name\ttags\ttrigger\tgain\testimate",
        "tie; 8 decks\t1,-2\t-7/2\t0.125\t0.250000000000",
        "égalité\t0\t\t-3.000\tnan",
        "",
    ]
    file.path.write_text(text, encoding="utf-8")
    assert file.rows()[0] == ROWS[0]
    assert file.rows()[1][:4] == ROWS[1][:4]
    assert file.text(file.rows()) == text


@pytest.mark.parametrize(("old", "new"), [("0.125", "0.126"), ("-7/2\t", "-7/2"), ("sha256 ", "sha256 0")])
def test_a_changed_file_is_refused(tmp_path: Path, old: str, new: str) -> None:
    file = Stored(tmp_path / "figures.tsv", COLUMNS)
    file.path.write_text(file.text(ROWS).replace(old, new, 1), encoding="utf-8")
    assert refusal(file.rows) == "file: 'figures.tsv' is damaged: its digest is not that of its figures"
