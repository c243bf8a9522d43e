"""Certificates, and the script that checks them without the package."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import COSTLY, shoes

from exact.analysis.equilibrium.certificate import certificate_json
from exact.analysis.equilibrium.game import MODELS
from exact.analysis.equilibrium.profile import equilibrium
from exact.game.shoe import Shoe

SCRIPT = Path(__file__).parents[3] / "scripts" / "check_equilibrium.py"
SMALL = Shoe.of_values((2, 3, 0, 1, 0, 2, 0, 0, 1, 0))


def checked(certificate: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "certificate.json"
    file.write_text(certificate, encoding="utf-8")
    return subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, timeout=60)


def test_the_script_is_short_and_stands_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    imported = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert len(text.splitlines()) <= 60
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["A3", "B1"])
@COSTLY
@given(shoe=shoes())
@example(shoe=Shoe.of_decks(6))
def test_certificates_of_every_model(model: str, shoe: Shoe, tmp_path: Path) -> None:
    ran = checked(certificate_json(equilibrium(MODELS[model], shoe)), tmp_path)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


def test_a_certificate_holds(tmp_path: Path) -> None:
    ran = checked(certificate_json(equilibrium(MODELS["B3"], SMALL)), tmp_path)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


@pytest.mark.slow
def test_only_the_value_of_the_game_is_certified(tmp_path: Path) -> None:
    certificate = certificate_json(equilibrium(MODELS["B2"], SMALL))
    value = '"value": "-5/216"'
    assert value in certificate
    ran = checked(certificate.replace(value, '"value": "-5/217"'), tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "no equilibrium: the value is -5/216 to -5/216\n")


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B3"])
@COSTLY
@given(data=st.data())
def test_a_changed_digit_is_noticed(model: str, tmp_path: Path, data: st.DataObject) -> None:
    certificate = certificate_json(equilibrium(MODELS[model], SMALL))
    index = data.draw(st.sampled_from([index for index, letter in enumerate(certificate) if letter.isdigit()]))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != certificate[index]]))
    ran = checked(certificate[:index] + other + certificate[index + 1 :], tmp_path)
    assert (ran.returncode, ran.stderr, ran.stdout.count("\n")) == (1, "", 1), certificate[index - 40 : index + 1]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["{}", '{"values": [], "model": "B2"}'])
def test_what_is_no_certificate_is_refused(text: str, tmp_path: Path) -> None:
    ran = checked(text, tmp_path)
    assert (ran.returncode, ran.stderr, ran.stdout[:16]) == (1, "", "no equilibrium: ")


def test_the_shoe_of_a_certificate_has_ten_counts(tmp_path: Path) -> None:
    certificate = json.loads(certificate_json(equilibrium(MODELS["B1"], SMALL)))
    certificate["values"].append(0)
    ran = checked(json.dumps(certificate), tmp_path)
    expected = "no equilibrium: the shoe must have a whole number of cards of each point value 0 to 9\n"
    assert (ran.returncode, ran.stdout) == (1, expected)
