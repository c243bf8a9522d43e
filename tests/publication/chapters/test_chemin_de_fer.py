"""The table of chemin de fer: its values by decks, and every row against a script that shares no code."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from support import committed_rows

import exact
from exact.report.data import json_of

SCRIPT = Path(__file__).parents[3] / "scripts" / "check_equilibrium.py"
EQUILIBRIA = committed_rows("chemin-de-fer")


def row_of(model: str, decks: str) -> dict[str, str]:
    (row,) = (row for row in EQUILIBRIA if (row["model"], row["decks"]) == (model, decks))
    return row


def test_each_value_is_about_that_with_replacement() -> None:
    """It lies below, and nearer with every deck."""
    limit = Fraction(row_of("A1", "∞")["value to punto"])
    for model in ("B1", "B2", "B3"):
        values = [Fraction(row_of(model, str(decks))["value to punto"]) for decks in range(1, 9)]
        assert values == sorted(values)
        assert values[-1] < limit


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B2", "B3"])
def test_the_script_finds_every_equilibrium_of_the_table(model: str, tmp_path: Path) -> None:
    for decks in range(1, 9):
        file = tmp_path / f"{decks}.json"
        answer = exact.equilibrium(model, decks=decks)
        file.write_text(json.dumps(json_of(answer)), encoding="utf-8")
        ran = subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, timeout=60)
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
        assert Fraction(row_of(model, str(decks))["value to punto"]) == answer.value("value")
