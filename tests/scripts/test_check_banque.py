"""The stored equilibria of baccara banque, checked by the program that deals the cards without the package."""

import json
import random
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import banque_stakes
import check_banque
import pytest

from exact.analysis.equilibrium.banque import deal_banque
from exact.analysis.equilibrium.game import MODELS
from exact.game.shoe import Shoe
from exact.library.equilibrium import equilibrium
from exact.publication.stored_figures import BANQUE, BANQUE_GAMES, BANQUE_SHARES
from exact.report.render import render_answer
from exact.stored import Row

pytestmark = pytest.mark.scripts
SHARES = BANQUE_SHARES.rows()
NEAR = Fraction(1, 10**8)


def answer(model: str, decks: int | None, stakes: str, players: str) -> dict[str, Any]:
    found = equilibrium(model, game="banque", stakes=stakes, players=players, decks=decks)
    answer: dict[str, Any] = json.loads(render_answer(found, "json"))
    assert check_banque.wrong(answer) == []
    return answer


def test_every_row_is_stored() -> None:
    games = [(model, *each) for model, every in BANQUE_GAMES.items() for each in product(*every)]
    assert [row[:3] for row in BANQUE.rows()] == games


DEALT_AGAIN = [row for row in BANQUE.rows() if row[1] in (None, 1) or row[:3] == ("B1", 6, "1:1")]


@pytest.mark.parametrize("row", DEALT_AGAIN)
def test_the_stored_equilibria_are_what_another_dealer_finds(row: Row) -> None:
    model, decks, stakes, joint, unique, value, _apart, nash = row
    together = answer(model, decks, stakes, "joint")
    assert Fraction(together["value"]) == value
    if unique:
        played = map(Fraction, together["players"]["joint"].values())
        assert all(abs(weight - stored) < NEAR for weight, stored in zip(played, joint, strict=True))
    if not nash:
        return
    alone = answer(model, decks, stakes, "nash")
    found = [*(choice["draw_on_5"] for choice in alone["players"].values()), alone["value"]]
    assert all(abs(check_banque.middle(each) - stored) < NEAR for each, stored in zip(found, nash, strict=True))


def value_of(polynomial: tuple[int, ...], share: Fraction) -> Fraction:
    return sum((each * share**power for power, each in enumerate(polynomial)), Fraction(0))


def test_the_intervals_of_shares_have_no_gap() -> None:
    assert (SHARES[0][1], SHARES[-1][2]) == (Fraction(1, 2), 1)
    for row, following in pairwise(SHARES):
        assert row[2] == following[1]
        assert row[7] == following[6]
    for begins, start, *_rest in SHARES:
        assert value_of(begins, start - NEAR) * value_of(begins, start + NEAR) < 0
    assert abs(SHARES[-1][7] - Fraction(679568, 53094899)) < Fraction(1, 10**9)  # Kemeny and Snell (1957)


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=[pytest.mark.slow] * bool(at % 9)) for at, row in enumerate(SHARES)]
)
def test_stakes_inside_an_interval_have_its_support(row: Row) -> None:
    """At a random share, and just inside the ends, where the value is compared."""
    _begins, low, high, weights, mixed, agree, *values, _parts = row
    inside = (high - low) * Fraction(random.Random(str(low)).random())
    shares = [(low + inside).limit_denominator(10**8), *(end.limit_denominator(10**8) for end in (low, high))]
    for share, value in zip(shares, (None, *values), strict=True):
        found = answer("A1", None, f"{share.numerator}:{(1 - share).numerator}", "joint")
        if value is not None:
            assert abs(Fraction(found["value"]) - value) < 3 * NEAR
            continue
        expected = [value_of(each, share) for each in weights]
        played = list(map(Fraction, found["players"]["joint"].values()))
        assert played == [each / sum(expected) for each in expected]
        assert (played[0] * played[3] == played[1] * played[2]) is (agree == "all")
        at = {
            (each["hand"], f"{each['first']}, {each['second']}")
            for each in found["banker"]
            if 0 < Fraction(each["draws"]) < 1
        }
        named = [each.split(": ") for each in mixed]
        assert at == {(hand, seen.replace("none", "None")) for hands, seen in named for hand in hands.split(" or ")}


def test_an_interval_is_proved_anew() -> None:
    share = Fraction(2, 3)
    piece = banque_stakes.Pieces(deal_banque(MODELS["A1"], Shoe.of_decks(1))).at(share)
    (row,) = (row for row in SHARES if row[1] < share < row[2])
    assert row[1] <= piece.low.bounds[0] < share < piece.high.bounds[1] <= row[2]
    assert tuple(tuple(reversed(each.all_coeffs())) for each in piece.players) == row[3]
    assert (piece.mixed, piece.independent) == row[4:6]
    assert banque_stakes.value_at(piece.players, share) == Fraction(answer("A1", None, "2:1", "joint")["value"])
