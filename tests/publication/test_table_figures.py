"""The cells of the tables that are figures: each is what its question answers, and is found by its id."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from support import Command, committed_rows

from exact.questions.figure import figure_of, parse_asked

with (Path(__file__).parents[2] / "tables" / "figures.csv").open(encoding="utf-8", newline="") as file:
    FIGURES = list(csv.DictReader(file))
SLOW = re.compile(r"perfect play.* (2[4-9]|[3-9].|1..) unseen|coups \w+ \w+ \w+,|after \w+ \w+,|value of a signal")
QUICK = [row for row in FIGURES if not SLOW.search(row["question"])]
SAMPLE = [row for place, row in enumerate(QUICK) if place % 101 == 0]


def test_the_sample_has_most_of_the_tables() -> None:
    assert len({row["table"] for row in FIGURES}) > 35
    assert len({row["table"] for row in SAMPLE}) > 25


@pytest.mark.parametrize("row", SAMPLE, ids=lambda row: row["id"])
def test_a_cell_is_what_its_question_answers(row: dict[str, str]) -> None:
    figure = figure_of(parse_asked(row["question"]))
    fields = {"question": figure.question, "id": figure.id, "value": figure.value_text, "exactness": figure.exactness}
    assert fields == {name: row[name] for name in fields}
    cell = committed_rows(row["table"])[int(row["row"]) - 1][row["column"]]
    exact = "/" in cell or "." not in cell
    assert cell == (figure.printed("fraction") if exact else figure.printed("decimal", len(cell.partition(".")[2])))


@pytest.mark.parametrize("words", [("ask", "--id"), ("cite",)])
def test_a_figure_is_found_by_its_id(words: tuple[str, ...], exact: Command) -> None:
    row = next(row for row in FIGURES if row["table"] == "joint-cards")
    ran = exact(*words, row["id"])
    assert ran.code == 0
    assert row["id"] in ran.out or int(row["value"].removesuffix("/1")) == int(ran.out.replace(",", ""))
