"""The proof, compiled: each theorem holds without an axiom, and no longer after a figure is changed.

`nox -s proof` runs this; it needs Coq 8.16 or newer, and fails without.
"""

import re
import shutil
from pathlib import Path

import pytest
from support.coq import LAST, SOURCES, compiled, needed

pytestmark = pytest.mark.proof

STATEMENTS = (
    "six_and_eight_decks",
    "every_reading",
    "polynomial",
    "closed_forms",
    "conservation",
    "known_cards",
    "removal",
    "engine",
    "chemin_de_fer",
    "prices",
    "bet_polynomials",
    "first_cards",
)


def test_every_file_belongs_to_the_proof() -> None:
    assert sorted(needed(LAST)) == sorted(path.stem for path in SOURCES.glob("*.v"))


def test_no_theorem_rests_on_an_axiom(proof: tuple[Path, str]) -> None:
    report = (f"{name}_holds : {name}\n     : {name}\nClosed under the global context\n" for name in STATEMENTS)
    assert proof[1] == "".join(report)


def test_every_statement_has_its_theorem() -> None:
    text = "".join((SOURCES / f"{name}.v").read_text(encoding="utf-8") for name in needed(LAST))
    assert sorted(re.findall(r"^Definition (\w+) : Prop :=", text, re.MULTILINE)) == sorted(STATEMENTS)


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
        ("Known", "left c v * known_ways known (without v c)", "left c v * known_ways known c", "Known"),
        ("Known", "places v 6", "places v 5", "Known"),
        ("Engine", "| 4 => court ::", "| 4 => tens ::", "Engine"),
        ("Equilibria", "([5]%nat, [9])", "([5]%nat, [8])", "BestReplies"),
        ("Equilibria", "([2288], [859],", "([2288], [860],", "BestReplies"),
        ("Equilibria", "DDDDDDDDDSD", "DDDDDDDDDDD", "BestReplies"),
        ("Equilibria", "-679568", "-679567", "BestReplies"),
        ("Equilibria", "[-23; 732; -9312; 36864]", "[-23; 732; -9312; 36865]", "BestReplies"),
        ("CheminDeFer", "Lt => -1", "Lt => -2", "BestReplies"),
        ("CheminDeFer", "(banco_sees_cards m) 0 7", "(banco_sees_cards m) 0 8", "BestReplies"),
        ("Catalogue", "166513433708160; 712355773187520", "166513433708161; 712355773187519", "BetsOnValues"),
        ("Catalogue", "edge_6 := (213, 4043)", "edge_6 := (214, 4043)", "BetsOnValues"),
        ("Catalogue", "banco_total == 7 and banco_cards == 3", "banco_total == 7 and banco_cards == 2", "BetsOnValues"),
        ("Catalogue", "punto_colour_2 == red", "punto_colour_2 == black", "BetsOnCards"),
        ("Catalogue", "punto_perfect_pair or banco_perfect", "not banco_perfect", "BetsOnFirstSuits"),
        ("Catalogue", "punto_suit_1 == spades) + (punto_v", "punto_suit_1 == clubs) + (punto_v", "BetsOnFirstSuits"),
        ("Catalogue", "(punto_total >= 6) and one_colour", "(punto_total >= 7) and one_colour", "BetsOnSuits"),
        ("Catalogue", "Name (flush(first_four))", "Name (straight_flush(first_four))", "BetsOnPatterns"),
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
        "known-card-left-in-the-shoe",
        "removal-at-five-places",
        "shoe-by-rank",
        "probability-of-punto",
        "probability-of-banco",
        "choice-of-banco",
        "value-of-an-equilibrium",
        "formula-of-an-equilibrium",
        "payoff-of-chemin-de-fer",
        "choice-to-which-no-coup-leads",
        "count-of-a-bet",
        "house-edge-of-a-bet",
        "condition-of-a-bet",
        "condition-on-a-suit",
        "perfect-pair-of-one-side",
        "suit-of-a-nine",
        "condition-on-a-colour",
        "pattern-of-a-bet",
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
    named = r'by model and first number of decks:\s+\[\("[AB]1"%string, 1%N\)'
    assert file != "Equilibria" or re.search(named, ran.stderr)
