"""Hands, outcomes and their names."""

from __future__ import annotations

import pytest

from exact.errors import ExactError
from exact.game.coup import Coup, Hand, Outcome, Side
from exact.game.shoe import shoe_from


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
    with pytest.raises(ExactError, match="^outcome: .* must be punto, banco or tie$"):
        Outcome(name)


def test_sides_and_outcomes_have_names_for_people() -> None:
    assert [outcome.text for outcome in Outcome] == ["punto", "banco", "tie"]
    assert [side.text for side in Side] == ["punto", "banco"]


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
    [
        ((1, 0), (0, 0), Outcome.PUNTO),
        ((9, 9, 2), (5, 4), Outcome.BANCO),
        ((9, 9, 1), (4, 4, 1), Outcome.TIE),
    ],
)
def test_the_higher_total_wins(punto: tuple[int, ...], banco: tuple[int, ...], outcome: Outcome) -> None:
    assert Coup(Hand.of(*punto), Hand.of(*banco)).outcome is outcome


def test_what_names_no_shoe() -> None:
    for given, message in (
        ({"9h": 4, "x": 4}, "shoe: 'x' is not a rank"),
        ({10: 4}, "shoe: 10 is not a card, a rank or a point value"),
        ({-1: 4}, "shoe: -1 is not a card, a rank or a point value"),
        ({True: 4}, "shoe: True is not a card, a rank or a point value"),
        ({"9": 4, 9: 4}, "must name only cards, only ranks, or only point values"),
        ({"T": 4, "10": 4}, "shoe: '10' names the same cards twice"),
        ({0: True}, "shoe: True must be a whole number from 0 to 1000000000000"),
        ({0: 1.0}, "shoe: 1.0 must be a whole number from 0 to 1000000000000"),
        ({}, "must name only cards, only ranks, or only point values"),
        ([1] * 11, "has 11 counts: give a Shoe, 10, 13 or 52 counts"),
        (8, "is not a shoe: .*; for full decks, write decks=8$"),
        (b"16", "is not a shoe: .*A=4,…,K=4$"),
        ({1, 2}, "is not a shoe"),
        ((n for n in range(10)), "is not a shoe"),
    ):
        with pytest.raises(ExactError, match=message):
            shoe_from(given)
    assert shoe_from({0: 3, 9: 4}).counts == (3, *[0] * 8, 4)
    assert shoe_from({"K": 3, "A": 4}).counts == (4, *[0] * 11, 3)
    assert shoe_from({"Kc": 3, "As": 4}).counts == (4, *[0] * 50, 3)
