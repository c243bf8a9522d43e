"""The reference tables as people read them: each stands alone, and fits a page of A4 and of letter."""

import csv
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from support import skip_without, ungrouped

from exact.answers.table import Rounded, Table, columns_of
from exact.bets.catalogue import catalogue
from exact.publication.catalogue import CATALOGUE
from exact.report.latex import REQUIRED_PACKAGES
from exact.report.markdown import render_markdown
from exact.report.render import rounding
from exact.version import __version__

TABLES = Path(__file__).parents[2] / "tables"


def page(table_id: str, suffix: str = "md") -> str:
    return (TABLES / f"{table_id}.{suffix}").read_text(encoding="utf-8")


def rows_of(table_id: str) -> list[list[str]]:
    """The cells of a page in Markdown, without its heading."""
    lines = [line for line in page(table_id).splitlines() if line.startswith("|")]
    return [[ungrouped(cell.strip()) for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def csv_rows(table_id: str) -> list[list[str]]:
    with (TABLES / f"{table_id}.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.reader(file)][1:]


@pytest.mark.parametrize("table_id", CATALOGUE)
def test_every_table_says_what_it_rests_on(table_id: str) -> None:
    foot = page(table_id).rstrip().splitlines()[-1]
    assert re.match(r"(Decks: [^.]+\. )?Rules: [^.]+\. ", foot), foot
    assert foot.endswith(f" Table {table_id} of exact-baccarat {__version__}.")
    assert table_id in ("tableau", "rulebooks", "published-others", "published-sources") or re.search(
        r"Unit: .*\. (Exact values|Approximation|Simulated|The figures are|Two decimals)", foot
    ), foot
    latex = page(table_id, "tex").replace("\n", " ")
    assert f"Table {table_id} of exact-baccarat" in latex


def test_edges_are_in_percent_for_people_and_as_they_were_for_programs() -> None:
    """Banco and tie with eight decks: 1.0579 % and 14.3596 % in the Wizard of Odds' table of the game."""
    shown = {row[1]: row for row in rows_of("house-edges")[:17]}["8"]
    assert (shown[4], shown[8]) == ("1.0579058", "14.3596288")
    programs = next(row for row in csv_rows("house-edges") if row[:2] == ["standard", "8"])
    assert (programs[4], programs[8]) == ("0.010579058", "0.143596288")
    assert "Unit: percent." in page("house-edges")
    heads = ungrouped(page("bet-prices").splitlines()[2])
    assert "house edge, %" in heads
    assert "hit frequency, %" not in heads


@pytest.mark.parametrize("table_id", ["bet-prices", "insurance-bets", "study-gains"])
def test_a_percentage_is_a_hundred_times_the_number_for_programs(table_id: str) -> None:
    heads = [head.strip() for head in ungrouped(page(table_id)).splitlines()[2].split("|")[1:-1]]
    edges = [index for index, head in enumerate(heads) if head.endswith(", %")]
    assert edges
    for shown, programs in zip(rows_of(table_id), csv_rows(table_id), strict=True):
        for index in edges:
            assert not programs[index] or Fraction(shown[index]) == 100 * Fraction(programs[index])


@pytest.mark.slow
def test_bets_have_their_titles_for_people_and_their_ids_for_programs() -> None:
    for table_id in ("bet-prices", "closed-forms", "removal-effects-8-decks"):
        for suffix in ("md", "tex"):
            shown = page(table_id, suffix)
            assert "Dragon 7" in shown
            assert not [name for name in catalogue() if "-" in name and re.search(rf"(^\|? *|& ){name} ", shown, re.M)]
    assert any(row[0] == "dragon-7" for row in csv_rows("bet-prices"))
    assert "Dragon Bonus" in page("layout-correlations").splitlines()[2]


def test_a_first_cell_is_not_repeated_for_people() -> None:
    firsts = [row[0] for row in rows_of("outcomes-6-and-8-decks")]
    assert firsts == ["6", "", "", "", "8", "", "", ""]
    assert [row[0] for row in csv_rows("outcomes-6-and-8-decks")] == ["6"] * 4 + ["8"] * 4
    empty = Table("t", "", columns_of("a", "b"), [(None, 1), (None, 2), (0, 3), (False, 4)])
    assert render_markdown(empty).count("–") == 2


def test_the_foot_says_how_numbers_are_rounded() -> None:
    whole, decimal = [(1, 2)], [(1, Rounded(Fraction(1, 3), 4))]
    assert rounding(Table("t", "", columns_of("a", "b"), whole)) == "Exact values, not rounded."
    assert "half to even" in rounding(Table("t", "", columns_of("a", "b"), decimal))
    assert rounding(Table("t", "", columns_of("a", "b"), decimal, neglects="ties")) == "Approximation: ties"


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4paper", "letterpaper"])
def test_no_table_is_wider_than_a_page(paper: str, tmp_path: Path) -> None:
    skip_without(shutil.which("pdflatex"), "pdflatex")
    packages = ",".join(("textcomp", "multicol", *REQUIRED_PACKAGES))
    head = rf"\documentclass[10pt,{paper}]{{article}}\usepackage[T1]{{fontenc}}\usepackage[margin=25mm]{{geometry}}"
    inputs = "".join(rf"\input{{{path}}}\clearpage" + "\n" for path in sorted(TABLES.glob("*.tex")))
    text = rf"{head}\usepackage{{{packages}}}\begin{{document}}{inputs}\end{{document}}"
    (tmp_path / "all.tex").write_text(text, encoding="utf-8")
    for _run in range(3):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
    log = (tmp_path / "all.log").read_text(encoding="latin-1")
    assert re.findall(r"Overfull \\hbox.*|Missing character.*", log) == []
