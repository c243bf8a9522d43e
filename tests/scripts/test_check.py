"""The check of the tables without the package: that it finds nothing wrong in them, and each error that is planted."""

import ast
import csv
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import check
import pytest

pytestmark = pytest.mark.scripts
SCRIPT = Path(check.__file__)
TABLES = SCRIPT.parents[1] / "tables"
PLANTED = 100


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-I", SCRIPT, folder], capture_output=True, text=True, check=False)


def counted(rules: str, text: str, _shoe: check.Shoe) -> Counter[Any]:
    """Some counts, if the script knows every name."""
    assert rules in check.readings()
    return Counter({check.NAMES[name]: 10**20 for name in compile(text, "text", "eval").co_names} | {0: 1})


def checked_places(tables: dict[str, list[dict[str, str]]]) -> list[tuple[str, int, str]]:
    """The table, row and column of every cell that the script can check; `check.counted` is the one above."""
    places = [("coefficients", row, outcome) for row in range(1, 5006) for outcome in ("punto", "banco", "tie")]
    for number, figure in enumerate(tables["figures"], start=1):
        if check.answer(figure["question"]) is not None:
            cell = figure["table"], int(figure["row"]), figure["column"]
            places += [("figures", number, "value"), cell]
    return [(table, row, column) for table, row, column in places if tables[table][row - 1][column].strip("-– ")]


def subject_of(figure: dict[str, str]) -> str:
    """What the question is about: the script does its work once for each."""
    return figure["question"].partition(" of ")[2].partition(",")[0]


def other_digit(cell: str, chance: random.Random) -> str:
    """The cell with one digit changed, which is not the first of a number with more of them."""
    place = chance.choice([index for index, character in enumerate(cell) if character.isdigit()])
    return cell[:place] + chance.choice([digit for digit in "123456789" if digit != cell[place]]) + cell[place + 1 :]


def read(name: str) -> list[dict[str, str]]:
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_hundred_planted_errors_are_found_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once, in an eighth of the subjects: each line names the table, the row and the column."""
    chance = random.Random(29)
    tables = {path.stem: read(path.stem) for path in TABLES.glob("*.csv")}
    subjects = sorted({subject_of(figure) for figure in tables["figures"]})
    some = chance.sample(subjects, len(subjects) // 8)
    tables["figures"] = [figure for figure in tables["figures"] if subject_of(figure) in some]
    by_table: dict[str, list[tuple[str, int, str]]] = {}
    monkeypatch.setattr(check, "counted", counted)
    for place in dict.fromkeys(checked_places(tables)):
        by_table.setdefault(place[0], []).append(place)
    planted: set[tuple[str, int, str]] = set()
    while len(planted) < PLANTED:
        planted.add(chance.choice(by_table[chance.choice(sorted(by_table))]))
    shutil.copytree(TABLES, tmp_path, dirs_exist_ok=True)
    for name in {"figures"} | {table for table, _, _ in planted}:
        for table, row, column in sorted(planted):
            if table == name:
                tables[name][row - 1][column] = other_digit(tables[name][row - 1][column], chance)
        with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(tables[name][0]))
            writer.writeheader()
            writer.writerows(tables[name])
    ran = run(tmp_path)
    found = {line.partition(": ")[0] for line in ran.stdout.splitlines() if ", row " in line.partition(": ")[0]}
    assert (ran.returncode, ran.stderr) == (1, "")
    assert found == {f"{table}, row {row}, column {column}" for table, row, column in planted}
    figures = tables["figures"]
    checked = sum(row["table"] == "coefficients" or check.answer(row["question"]) is not None for row in figures)
    assert f"{checked} of {len(figures)} figures checked; wrong: {PLANTED}\n" in ran.stdout


def test_a_folder_without_the_figures_is_refused(tmp_path: Path) -> None:
    ran = run(tmp_path / "absent")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"{tmp_path / 'absent'}: there is no figures.csv in this folder\n"


def test_it_is_short_and_imports_nothing_but_the_standard_library() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    tree = ast.parse(text)
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in modules} <= sys.stdlib_module_names
