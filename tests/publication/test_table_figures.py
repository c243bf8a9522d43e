"""The cells of the tables that are figures: each is what its question answers, and is found by its id."""

import csv
import re
from fractions import Fraction
from pathlib import Path

import pytest
from support import Command, committed_rows

from exact.publication import data_package
from exact.questions.figure import figure_of, parse_asked

with (Path(__file__).parents[2] / "tables" / "figures.csv").open(encoding="utf-8", newline="") as file:
    FIGURES = [row for row in csv.DictReader(file) if row["question"]]
HOURS = re.compile(r"perfect play.* (1[89]|[2-9]\d|\d{3}) unseen|behind the cut card|banque, model B2")
SLOW = re.compile(
    rf"{HOURS.pattern}|baccara banque|coups \w+ \w+ \w+,|after \w+ \w+[ ,]|value of a signal|(betting|per coup) of \S+, tags|frequency.* tags"
)
QUICK = [row for row in FIGURES if not SLOW.search(row["question"])]
SAMPLE = [row for place, row in enumerate(QUICK) if place % 149 == 0]


def test_the_sample_has_most_of_the_tables() -> None:
    assert len({row["table"] for row in FIGURES}) > 60
    assert len({row["table"] for row in SAMPLE}) > 35


@pytest.mark.parametrize("row", SAMPLE, ids=lambda row: row["id"])
def test_a_cell_is_what_its_question_answers(row: dict[str, str]) -> None:
    check(row)


@pytest.mark.slow
@pytest.mark.parametrize("table", dict.fromkeys(row["table"] for row in FIGURES))
def test_every_cell_is_what_its_question_answers(table: str) -> None:
    """But those that take minutes or hours; of those, `scripts/generate.py --check --full` computes the files again."""
    for row in FIGURES:
        if row["table"] == table and not HOURS.search(row["question"]):
            check(row)


def check(row: dict[str, str]) -> None:
    figure = figure_of(parse_asked(row["question"]))
    assert (figure.question, figure.id) == (row["question"], row["id"])
    if " to " in row["value"] and figure.value_text != row["value"]:  # a figure that a file has rounded
        low, high = map(Fraction, row["value"].split(" to "))
        assert row["exactness"] == "bounds"
        assert low <= Fraction(figure.value_text) <= high
    else:
        assert (figure.value_text, figure.exactness) == (row["value"], row["exactness"])
    cell = committed_rows(row["table"])[int(row["row"]) - 1][row["column"]]
    style, number = ("percent", cell.removesuffix(" %")) if cell.endswith("%") else ("decimal", cell)
    if "/" in cell or "." not in cell:  # a table has 0/1 where a figure has 0
        assert Fraction(cell) == Fraction(figure.printed("fraction"))
    else:
        assert cell == figure.printed(style, len(number.partition(".")[2]))


@pytest.mark.parametrize("words", [("ask", "--id"), ("cite",)])
def test_a_figure_is_found_by_its_id(words: tuple[str, ...], exact: Command) -> None:
    row = next(row for row in FIGURES if row["table"] == "joint-cards")
    ran = exact(*words, row["id"])
    assert ran.code == 0
    assert row["id"] in ran.out or int(row["value"].removesuffix("/1")) == int(ran.out.replace(",", ""))


def test_the_file_of_figures_is_read_once_for_all_ids() -> None:
    assert data_package._questions_of_tables() is data_package._questions_of_tables()
