"""The script that checks an equilibrium without the package, and the game as Gambit reads and solves it."""

import ast
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import COSTLY, shoes

import exact
from exact.analysis.equilibrium.files import game_efg
from exact.analysis.equilibrium.game import MODELS, deal_game
from exact.analysis.equilibrium.solutions import Profile, equilibrium
from exact.game.shoe import Shoe
from exact.report.data import json_of

SCRIPT = Path(__file__).parents[3] / "scripts" / "check_equilibrium.py"
SMALL = Shoe.of_values((2, 3, 0, 1, 0, 2, 0, 0, 1, 0))


def certificate_json(model: str, shoe: Shoe) -> str:
    """What the script reads of the answer in JSON."""
    answer = json_of(exact.equilibrium(model, shoe=shoe))
    return json.dumps({key: answer[key] for key in ("model", "values", "value", "player", "player_margins", "banker")})


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
    assert len(text.splitlines()) <= 70
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["A3", "B1"])
@COSTLY
@given(shoe=shoes())
@example(shoe=Shoe.of_decks(6))
def test_certificates_of_every_model(model: str, shoe: Shoe, tmp_path: Path) -> None:
    ran = checked(certificate_json(model, shoe), tmp_path)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


@pytest.mark.slow
def test_a_certificate_holds(tmp_path: Path) -> None:
    ran = checked(certificate_json("B3", SMALL), tmp_path)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


@pytest.mark.slow
def test_only_the_value_of_the_game_is_certified(tmp_path: Path) -> None:
    certificate = certificate_json("B2", SMALL)
    value = '"value": "-5/216"'
    assert value in certificate
    ran = checked(certificate.replace(value, '"value": "-5/217"'), tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "no equilibrium: the value is -5/216 to -5/216\n")


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B3"])
@COSTLY
@given(data=st.data())
def test_a_changed_digit_is_noticed(model: str, tmp_path: Path, data: st.DataObject) -> None:
    certificate = certificate_json(model, SMALL)
    index = data.draw(st.sampled_from([index for index, letter in enumerate(certificate) if letter.isdigit()]))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != certificate[index]]))
    ran = checked(certificate[:index] + other + certificate[index + 1 :], tmp_path)
    assert (ran.returncode, ran.stderr, ran.stdout.count("\n")) == (1, "", 1), certificate[index - 40 : index + 1]


def test_what_is_no_certificate_is_refused(tmp_path: Path) -> None:
    eleven = json.dumps(json.loads(certificate_json("B1", SMALL)) | {"values": [1] * 11})
    shoe = "the shoe must have a whole number of cards of each point value 0 to 9"
    for text, error in ((eleven, shoe), ("{}", "KeyError: 'values'")):
        ran = checked(text, tmp_path)
        assert (ran.returncode, ran.stderr, ran.stdout) == (1, "", f"no equilibrium: {error}\n")


SMALL_SHOES = [(4, 0, 0, 2, 3, 1, 0, 0, 0, 0), (2, 2, 0, 0, 0, 2, 0, 0, 0, 0)]


def read(text: str, folder: Path) -> Any:
    gambit = pytest.importorskip("pygambit")
    file = folder / "game.efg"
    file.write_text(text, encoding="utf-8")
    return gambit.read_efg(str(file))


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B2", "B3"])
def test_gambit_finds_the_same_value(model: str, tmp_path: Path) -> None:
    gambit = pytest.importorskip("pygambit")
    for values in SMALL_SHOES:
        profile = equilibrium(MODELS[model], Shoe.of_values(values))
        found = gambit.nash.lp_solve(read(game_efg(profile.game), tmp_path), rational=True).equilibrium
        assert Fraction(str(dict(found.payoffs)["Punto"])) == profile.value


@pytest.mark.slow
def test_gambit_reads_a_full_game(tmp_path: Path) -> None:
    """It refuses chances that do not add up to 1."""
    game = read(game_efg(deal_game(MODELS["B3"], Shoe.of_decks(1))), tmp_path)
    assert game.is_const_sum


def expected_payoff(nodes: list[str], draws: dict[int, dict[str, Fraction]]) -> Fraction:
    """Punto's payoff in a tree in prefix order; ``draws`` has the probability of drawing by side and information set."""
    kind, rest = nodes.pop(0).split(" ", 1)
    braces = rest.partition("{ ")[2].partition(" }")[0]
    if kind == "t":
        won, lost = map(Fraction, braces.split(", "))
        assert won == -lost
        return won
    if kind == "c":
        return sum(
            (Fraction(chance) * expected_payoff(nodes, draws) for chance in braces.split('"')[2::2]), Fraction(0)
        )
    _, side, number, *_ = rest.split()
    stands, draw = (expected_payoff(nodes, draws) for _ in "12")
    return stands + draws[int(side)][number] * (draw - stands)


@pytest.mark.parametrize("values", SMALL_SHOES)
def test_the_tree_pays_what_the_game_does(values: tuple[int, ...]) -> None:
    """For strategies of no pattern."""
    game = deal_game(MODELS["B2"], Shoe.of_values(values))
    title = f"Chemin de fer, model B2, point values {' '.join(map(str, values))}"
    assert game_efg(game).startswith(f'EFG 2 R "{title}" {{ "Punto" "Banco" }}\n')
    for shift in range(4):
        banco = tuple(Fraction((7 * place + shift) % 5, 4) for place in range(len(game.sets)))
        punto = tuple(Fraction((3 * place + shift) % 4, 3) for place in range(len(game.choices)))
        assert_pays(Profile(game, punto, banco))


def assert_pays(profile: Profile) -> None:
    strategies = ((1, profile.punto), (2, profile.banco))
    draws = {side: {str(number): chance for number, chance in enumerate(own, 1)} for side, own in strategies}
    _, *nodes = game_efg(profile.game).splitlines()
    assert expected_payoff(nodes, draws) == profile.value
    assert not nodes


def test_a_tree_of_several_choices_tells_its_nodes_apart() -> None:
    """Each hand of punto is one set of its own, with five branches in all; chance never moves twice by one number."""
    game = deal_game(MODELS["B3"], Shoe.of_values((1, 1, 1, 1, 1, 1, 1, 1, 1, 1)))
    _, *nodes = game_efg(game).splitlines()
    chances = [node.split()[2] for node in nodes if node.startswith("c")]
    assert chances == [str(number) for number in range(1, 2 + sum(node.startswith('p "" 1') for node in nodes))]
    hands = {(node.split()[3], node.split('"')[3]) for node in nodes if node.startswith('p "" 1')}
    assert hands == {("1", "0,5"), ("2", "1,4"), ("3", "2,3"), ("4", "6,9"), ("5", "7,8")}
    banco = {(node.split()[3], node.split('"')[3]) for node in nodes if node.startswith('p "" 2')}
    assert {number for number, _ in banco} == {
        str(number) for number, place in enumerate(game.sets, start=1) if place.reachable
    }
    assert len(banco) == len({name for _, name in banco})
    punto = tuple(Fraction(share, 4) for share in (1, 4, 0, 3, 2))
    replies = tuple(Fraction(place % 3, 2) for place in range(len(game.sets)))
    assert_pays(Profile(game, punto, replies))
