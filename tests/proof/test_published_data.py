"""The Coq data that the proof is about are the published figures; this needs no Coq."""

import csv
import hashlib
import re
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
import sympy
from proof_data import proof_files
from support import committed_rows

from exact.rules import all_rules
from exact.rules.documents import reading_ids

PROOF = Path(__file__).parent
TABLES = PROOF.parents[1] / "tables"


def text_of(name: str) -> str:
    return (PROOF / f"{name}.v").read_text(encoding="utf-8")


def test_the_coefficients_are_those_of_the_table() -> None:
    table = (TABLES / "coefficients.csv").read_bytes()
    assert f"sha256 {hashlib.sha256(table).hexdigest()}" in text_of("Coefficients")
    rows = re.findall(r"\(\[([\d; ]+)\]%nat, \((\d+), (\d+), (\d+)\)\)", text_of("Coefficients"))
    printed = [[multiset.replace("; ", ""), *ways] for multiset, *ways in rows]
    assert printed == list(csv.reader(table.decode().splitlines()))[1:]


def test_the_counts_in_the_statements_are_those_of_the_table() -> None:
    published = {row["decks"]: (row["punto"], row["banco"], row["tie"]) for row in committed_rows("outcome-counts")}
    stated = re.findall(r"counts standard \(decks (\d+)\) = \((\d+), (\d+), (\d+)\)", text_of("Baccarat"))
    assert [decks for decks, *_ in stated] == ["6", "8"]
    for decks, *counts in stated:
        assert tuple(counts) == published[decks]


def test_every_drawing_table_of_a_reading_is_proved() -> None:
    proved = re.findall(r'^\(\[([^]]*)\], "(\w+)", \[([^]]*)\]', text_of("Published"), re.MULTILINE)
    letters = {
        name: (punto, *re.findall(r"\w+", banco))
        for names, punto, banco in proved
        for name in names[1:-1].split('"; "')
    }
    assert set(letters) == set(reading_ids())
    for name, rules in all_rules().items():
        assert letters[name] == (rules.tableau.punto, *rules.tableau.matrix)


def equilibria(model: str) -> list[str]:
    """The lines of a model."""
    _, _, own = text_of("Equilibria").partition(f'("{model}", [\n')
    return own.partition("\n]")[0].split(";\n")


def stated(first: str, last: str, *forms: tuple[list[int], list[int]]) -> list[str]:
    """What a line says of the numbers of decks, of both probabilities and of the value."""
    punto, banco, value = (
        (str(numerator).replace(",", ";"), str(below).replace(",", ";")) for numerator, below in forms
    )
    until = f"Some {last}%N" if last else "None"
    return [
        f"({first}%N, {until}, ({punto[1]}, [(",
        f"]%nat, {punto[0]})",
        f"({banco[1]}, {banco[0]}, [(",
        f"({value[0]}, {value[1]}))",
    ]


def test_the_equilibria_are_those_of_the_table() -> None:
    for row in committed_rows("chemin-de-fer"):
        numbers = (Fraction(row[name]) for name in ("punto draws", "banco draws", "value to punto"))
        forms = [([number.numerator], [number.denominator]) for number in numbers]
        decks = ("1", "") if row["decks"] == "∞" else (row["decks"], row["decks"])
        parts = stated(*decks, *forms)
        (line,) = (line for line in equilibria(row["model"]) if all(part in line for part in parts))
        hands = [row[f"hand of {side}"].replace(",", "; ") for side in ("punto", "banco")]
        assert f"[{hands[0]}{parts[1]}" in line
        assert re.findall(r'\(\[([\d; ]+)\]%nat, "M', line) == hands[1:]


def test_the_formulas_of_equilibria_are_those_of_the_table() -> None:
    def coefficients(text: str) -> list[int]:
        terms = re.sub(r"(\d)d", r"\1*d", text.replace("−", "-").replace("^", "**"))
        return [int(number) for number in reversed(sympy.Poly(terms, sympy.Symbol("d")).all_coeffs())]

    eras = defaultdict[tuple[str, str, str], list[tuple[list[int], list[int]]]](list)
    for row in committed_rows("chemin-de-fer-formulas"):
        form = coefficients(row["numerator"]), coefficients(row["denominator"])
        eras[row["model"], row["from"], row["to"]].append(form)
    for (model, first, last), forms in eras.items():
        parts = stated(first, last, *forms)
        assert sum(all(part in line for part in parts) for line in equilibria(model)) == 1
    every = sum(len(equilibria(model)) for model in ("A1", "B1", "B2", "B3"))
    assert every == len(eras) + len(committed_rows("chemin-de-fer"))


def test_the_statements_are_short_enough_to_read() -> None:
    for name in ("Baccarat", "CheminDeFer"):
        assert len(text_of(name).splitlines()) <= 150, name


@pytest.mark.slow
def test_the_data_are_up_to_date() -> None:
    for path, data in proof_files().items():
        assert path.read_bytes() == data, path.name
