"""The stored equilibria of baccara banque, checked by the program that deals the cards without the package."""

import json
from fractions import Fraction
from typing import Any

import check_banque
import pytest

from exact.library.equilibrium import equilibrium
from exact.publication.stored_figures import BANQUE, BANQUE_DECKS, BANQUE_STAKES
from exact.report.render import render_answer

pytestmark = pytest.mark.scripts
NEAR = Fraction(1, 10**8)


def answer(decks: int, stakes: str, players: str) -> dict[str, Any]:
    found = equilibrium(game="banque", stakes=stakes, players=players, decks=decks or None)
    answer: dict[str, Any] = json.loads(render_answer(found, "json"))
    assert check_banque.wrong(answer) == []
    return answer


def test_every_row_is_stored() -> None:
    assert [row[:2] for row in BANQUE.rows()] == [(decks, stakes) for decks in BANQUE_DECKS for stakes in BANQUE_STAKES]


@pytest.mark.parametrize("stakes", BANQUE_STAKES)
@pytest.mark.parametrize("decks", [0, *(pytest.param(decks, marks=pytest.mark.slow) for decks in (1, 6))])
def test_the_stored_equilibria_are_what_another_dealer_finds(decks: int, stakes: str) -> None:
    ((*_what, joint, unique, value, _apart, nash),) = (row for row in BANQUE.rows() if row[:2] == (decks, stakes))
    together = answer(decks, stakes, "joint")
    assert Fraction(together["value"]) == value
    if unique:
        played = map(Fraction, together["players"]["joint"].values())
        assert all(abs(weight - stored) < NEAR for weight, stored in zip(played, joint, strict=True))
    alone = answer(decks, stakes, "nash")
    found = [*(choice["draw_on_5"] for choice in alone["players"].values()), alone["value"]]
    assert all(abs(check_banque.middle(each) - stored) < NEAR for each, stored in zip(found, nash, strict=True))
