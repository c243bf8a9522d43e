"""The game as Gambit reads and solves it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.analysis.equilibrium.gambit import game_efg
from exact.analysis.equilibrium.game import MODELS, deal_game
from exact.analysis.equilibrium.profile import equilibrium
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
