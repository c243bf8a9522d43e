"""The proof, compiled: each theorem holds without an axiom, and no longer after a figure is changed.

`nox -s proof` runs this; it needs Coq 8.16 or newer, and fails without.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.proof

SOURCES = Path(__file__).parent
STATEMENTS = ("six_and_eight_decks", "every_reading", "polynomial", "closed_forms", "conservation")
LAST = "Theorems"


@cache
def needed(name: str) -> tuple[str, ...]:
    """The files that one file needs, in an order in which they compile, and the file itself."""
    text = (SOURCES / f"{name}.v").read_text(encoding="utf-8")
    direct = [other for line in re.findall(r"^Require Import (.*)\.$", text, re.MULTILINE) for other in line.split()]
    return tuple(dict.fromkeys([file for other in direct for file in needed(other)] + [name]))


def compiled(name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["coqc", "-q", "-noglob", f"{name}.v"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the compiled proof, and what the last file prints."""
    folder = tmp_path_factory.mktemp("proof")
    for source in SOURCES.glob("*.v"):
        shutil.copy(source, folder)
    for name in needed(LAST):
        ran = compiled(name, folder)
        assert ran.returncode == 0, ran.stderr
    return folder, ran.stdout


def test_every_file_belongs_to_the_proof() -> None:
    assert sorted(needed(LAST)) == sorted(path.stem for path in SOURCES.glob("*.v"))


def test_no_theorem_rests_on_an_axiom(proof: tuple[Path, str]) -> None:
    report = (f"{name}_holds : {name}\n     : {name}\nClosed under the global context\n" for name in STATEMENTS)
    assert proof[1] == "".join(report)


def test_every_statement_has_its_theorem() -> None:
    text = (SOURCES / "Baccarat.v").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^Definition (\w+) : Prop :=", text, re.MULTILINE)) == STATEMENTS


@pytest.mark.parametrize(
    ("file", "old", "new", "fails"),
    [
        ("Coefficients", "5; 9]%nat, (332, 320, 68)", "5; 9]%nat, (332, 319, 69)", "Polynomial"),
        ("Baccarat", "4, Some x => (2 <=? x)", "4, Some x => (1 <=? x)", "Evaluation"),
        ("Published", '"DDDDDDDDSDSD"', '"DDDDDDDDSDDD"', "Evaluation"),
        ("Published", '"DDDSSSSSSDD"', '"DDDSSSSDSDD"', "Evaluation"),
        ("Baccarat", "475627426473216", "475627426473217", "Evaluation"),
        ("Published", "83713235743296", "83713235743297", "Evaluation"),
        ("Published", "268635648", "268635649", "Decks"),
        ("Published", "-32868608", "-32868607", "Decks"),
        ("Baccarat", "ends o final b * unused 1 c", "ends o final b * unused 2 c", "Padding"),
    ],
    ids=[
        "coefficient",
        "standard-cell",
        "cell-of-a-rank",
        "cell-against-a-final-total",
        "count",
        "reading-count",
        "closed-form",
        "expectation",
        "padding",
    ],
)
def test_a_changed_figure_fails(
    proof: tuple[Path, str], tmp_path: Path, file: str, old: str, new: str, fails: str
) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(proof[0], folder)
    text = (folder / f"{file}.v").read_text(encoding="utf-8")
    assert old in text
    (folder / f"{file}.v").write_text(text.replace(old, new, 1), encoding="utf-8")
    *before, last = (name for name in needed(fails) if file in needed(name))
    for name in before:
        assert compiled(name, folder).returncode == 0, name
    ran = compiled(last, folder)
    assert ran.returncode == 1
    assert ran.stderr.startswith(f'File "./{fails}.v"')
