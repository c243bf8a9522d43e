"""Hands, outcomes and their names."""

import pytest
from support import refusal

from exact.game import Coup, Hand, Outcome


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        *((outcome.value, outcome) for outcome in Outcome),
        *(("player", Outcome.PUNTO), ("Banker", Outcome.BANCO), ("egalite", Outcome.TIE)),
    ],
)
def test_an_outcome_has_several_names(name: str, outcome: Outcome) -> None:
    assert Outcome(name) is outcome


@pytest.mark.parametrize("name", ["", "win", 3, None, "punto_wins"])
def test_what_is_no_outcome(name: object) -> None:
    assert refusal(Outcome, name) == f"outcome: {name!r} must be punto, banco or tie"


@pytest.mark.parametrize(
    ("values", "total", "natural"),
    [
        ((4, 4), 8, True),
        ((0, 9), 9, True),
        ((9, 9), 8, True),
        ((3, 4), 7, False),
        ((5, 5), 0, False),
        ((1, 0, 7), 8, False),
        ((9, 9, 9), 7, False),
    ],
)
def test_a_natural_is_two_cards_worth_8_or_9(values: tuple[int, ...], total: int, natural: bool) -> None:
    hand = Hand.of(*values)
    assert (hand.values, hand.total, hand.is_natural) == (values, total, natural)


@pytest.mark.parametrize(
    ("punto", "banco", "outcome"),
    [((1, 0), (0, 0), Outcome.PUNTO), ((9, 9, 2), (5, 4), Outcome.BANCO), ((9, 9, 1), (4, 4, 1), Outcome.TIE)],
)
def test_the_higher_total_wins(punto: tuple[int, ...], banco: tuple[int, ...], outcome: Outcome) -> None:
    assert Coup(Hand.of(*punto), Hand.of(*banco)).outcome is outcome
