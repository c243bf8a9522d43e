"""The game as Gambit reads and solves it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.analysis.equilibrium.gambit import game_efg
from exact.analysis.equilibrium.game import MODELS, deal_game
from exact.analysis.equilibrium.profile import Profile, equilibrium
from exact.game.shoe import Shoe

SMALL = [(4, 0, 0, 2, 3, 1, 0, 0, 0, 0), (2, 2, 0, 0, 0, 2, 0, 0, 0, 0)]


def read(text: str, folder: Path) -> Any:
    gambit = pytest.importorskip("pygambit")
    file = folder / "game.efg"
    file.write_text(text, encoding="utf-8")
    return gambit.read_efg(str(file))


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B2", "B3"])
def test_gambit_finds_the_same_value(model: str, tmp_path: Path) -> None:
    gambit = pytest.importorskip("pygambit")
    for values in SMALL:
        profile = equilibrium(MODELS[model], Shoe.of_values(values))
        found = gambit.nash.lp_solve(read(game_efg(profile.game), tmp_path), rational=True).equilibrium
        assert Fraction(str(dict(found.payoffs)["Punto"])) == profile.value


@pytest.mark.slow
def test_gambit_reads_a_full_game(tmp_path: Path) -> None:
    """It refuses chances that do not add up to 1."""
    game = read(game_efg(deal_game(MODELS["B3"], Shoe.of_decks(1))), tmp_path)
    assert game.is_const_sum


def test_the_text_of_a_small_game() -> None:
    """Every node by itself: who moves, the chances, and payoffs of which one side wins what the other loses."""
    profile = equilibrium(MODELS["B2"], Shoe.of_values(SMALL[0]))
    first, *nodes = game_efg(profile.game).splitlines()
    assert first == 'EFG 2 R "Chemin de fer, model B2, point values 4 0 0 2 3 1 0 0 0 0" { "Punto" "Banco" }'
    kinds = Counter(node.split()[0] + (node.split()[2] if node.startswith("p") else "") for node in nodes)
    assert kinds.keys() == {"c", "p1", "p2", "t"}
    assert kinds["t"] == 2 * kinds["p2"] + ('"natural"' in nodes[0])
    assert nodes[0].startswith('c "" 1 "" ')
    for node in nodes:
        braces = node.partition("{ ")[2].partition(" }")[0]
        if node.startswith("c"):
            assert sum(map(Fraction, braces.split('"')[2::2])) == 1
        elif node.startswith("t"):
            won, lost = map(Fraction, braces.split(", "))
            assert won == -lost
            assert abs(won) <= 1
    ends = [int(node.split()[2]) for node in nodes if node.startswith("t")]
    assert ends == list(range(1, len(ends) + 1))
    sets = {int(node.split()[3]) for node in nodes if node.startswith('p "" 2')}
    assert sets <= set(range(1, len(profile.game.sets) + 1))
    assert {node.split()[3] for node in nodes if node.startswith('p "" 1')} <= {
        str(number) for number in range(1, len(profile.game.choices) + 1)
    }


def expected_payoff(nodes: list[str], draws: dict[int, dict[str, Fraction]]) -> Fraction:
    """Punto's payoff in a tree in prefix order; ``draws`` has each side's probability of drawing by its information set."""
    kind, rest = nodes.pop(0).split(" ", 1)
    braces = rest.partition("{ ")[2].partition(" }")[0]
    if kind == "t":
        return Fraction(braces.split(", ")[0])
    if kind == "c":
        return sum(
            (Fraction(chance) * expected_payoff(nodes, draws) for chance in braces.split('"')[2::2]), Fraction(0)
        )
    _, side, number, *_ = rest.split()
    stands, draw = (expected_payoff(nodes, draws) for _ in "12")
    return stands + draws[int(side)][number] * (draw - stands)


@pytest.mark.parametrize("values", SMALL)
def test_the_tree_pays_what_the_game_does(values: tuple[int, ...]) -> None:
    """For any strategies: the equilibrium, and others."""
    game = equilibrium(MODELS["B2"], Shoe.of_values(values)).game
    for shift in range(4):
        banco = tuple(Fraction((7 * place + shift) % 5, 4) for place in range(len(game.sets)))
        punto = tuple(Fraction((3 * place + shift) % 4, 3) for place in range(len(game.choices)))
        draws = {
            side: {str(number): chance for number, chance in enumerate(own, 1)}
            for side, own in ((1, punto), (2, banco))
        }
        _, *nodes = game_efg(game).splitlines()
        assert expected_payoff(nodes, draws) == Profile(game, punto, banco).value
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
    draws = {
        side: {str(number): chance for number, chance in enumerate(own, 1)} for side, own in ((1, punto), (2, replies))
    }
    assert expected_payoff(nodes, draws) == Profile(game, punto, replies).value
