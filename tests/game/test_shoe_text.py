"""A shoe from text, from numbers in their order, or from counts by name."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from exact.errors import ExactError
from exact.game.cards import RANKS, Granularity
from exact.game.shoe import Shoe, parse_ranks, parse_values, shoe_from

ONE_DECK = [16, *[4] * 9]


def test_ten_counts_as_text() -> None:
    assert parse_values("16,4,4,4,4,4,4,4,4,4") == Shoe.of_values(ONE_DECK)
    assert parse_values(" 0, 1,2,3,4,5,6,7,8,1000000000000 ") == Shoe.of_values([*range(9), 10**12])
    assert parse_values("0,0,0,0,0,0,0,0,0,6").granularity is Granularity.VALUES


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1,1,1,1,1,1,1,1,1", "has 9 counts, but must have ten, c0 to c9, separated by commas"),
        (",".join("1" * 11), "has 11 counts, but must have ten"),
        ("", "has 1 counts, but must have ten"),
        ("1,1,1,-1,1,1,1,1,1,1", "values, c3: -1 must be a whole number from 0 to 1000000000000"),
        ("1,1,1,1,1,1,1,1,1,x", "values, c9: 'x' must be a whole number from 0"),
        ("1000000000001,1,1,1,1,1,1,1,1,1", "values, c0: 1000000000001 must be a whole number from 0 to 1000000000000"),
        ("0,0,0,0,0,0,0,0,0,5", "cards: 5 are left in the shoe"),
    ],
)  # fmt: skip
def test_what_are_no_ten_counts(text: str, reason: str) -> None:
    with pytest.raises(ExactError) as caught:
        parse_values(text)
    assert reason in str(caught.value)


def test_thirteen_ranks_in_any_order() -> None:
    counts = {rank: number for number, rank in enumerate(RANKS, start=1)}
    for names in (RANKS, RANKS[::-1]):
        text = " , ".join(f"{name}={counts[name]}" for name in names)
        assert parse_ranks(text) == Shoe.of_ranks(list(range(1, 14)))
    text = ",".join(f"{name.lower() if name != '10' else 'T'}={counts[name]}" for name in RANKS)
    assert parse_ranks(text) == Shoe.of_ranks(list(range(1, 14)))
    zeros = ",".join(f"{name}={6 if name == 'K' else 0}" for name in RANKS)
    assert parse_ranks(zeros).counts == (*[0] * 12, 6)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("K=4", "K"), "ranks: 'K' must be written as K=count"),
        (("Q=4", "K=4"), "gives K twice"),
        ((",Q=4,K=4", ""), "must give all thirteen ranks; missing: Q K"),
        (("A=4,", ""), "must give all thirteen ranks; missing: A"),
        (("7=4", "7=-1"), "ranks, 7: -1 must be a whole number from 0 to 1000000000000"),
        (("7=4", "7=1000000000001"), "ranks, 7: 1000000000001 must be a whole number from 0 to 1000000000000"),
        (("7=4", "Z=4"), "'Z' is not a rank"),
    ],
)
def test_what_are_no_thirteen_ranks(change: tuple[str, str], reason: str) -> None:
    text = ",".join(f"{name}=4" for name in RANKS)
    with pytest.raises(ExactError) as caught:
        parse_ranks(text.replace(*change))
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("given", "shoe"),
    [
        (Shoe.of_decks(1), Shoe.of_decks(1)),
        ("16,4,4,4,4,4,4,4,4,4", Shoe.of_values(ONE_DECK)),
        (",".join(f"{name}=4" for name in RANKS), Shoe.of_ranks([4] * 13)),
        (ONE_DECK, Shoe.of_values(ONE_DECK)),
        (tuple([4] * 13), Shoe.of_ranks([4] * 13)),
        (np.ones(52, dtype=np.int32), Shoe.of_decks(1)),
        ({"9h": 2, "As": 4}, Shoe.of_cards([4, *[0] * 32, 2, *[0] * 18])),
        ({"K": 6, "A": 0}, Shoe.of_ranks([*[0] * 12, 6])),
        ({0: 5, 9: 1}, Shoe.of_values([5, *[0] * 8, 1])),
        ({9: np.int64(6)}, Shoe.of_values([*[0] * 9, 6])),
    ],
)  # fmt: skip
def test_a_shoe_however_it_is_given(given: object, shoe: Shoe) -> None:
    assert shoe_from(given) == shoe


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (8, "or text like 16,4,4,4,4,4,4,4,4,4 or A=4,…,K=4; for full decks, write decks=8"),
        (8.5, "8.5 is not a shoe: give a Shoe, 10, 13 or 52 counts, counts by name, or text like 16,4,4,4,4,4,4,4,4,4"),
        (None, "None is not a shoe"),
        (b"0123456789", "is not a shoe"),
        (set(range(10)), "is not a shoe"),
        (iter(ONE_DECK), "is not a shoe"),
        ([1] * 12, "has 12 counts: give a Shoe"),
        ([1] * 9 + [True], "True must be a whole number from 0 to 1000000000000"),
        ([1] * 9 + [Fraction(1)], "must be a whole number from 0 to 1000000000000"),
        ([1] * 9 + [1.0], "1.0 must be a whole number"),
        ({}, "must name only cards, only ranks, or only point values (as numbers)"),
        ({"9h": 2, "K": 4}, "must name only cards, only ranks, or only point values (as numbers)"),
        ({"9": 4, 9: 4}, "must name only cards, only ranks, or only point values (as numbers)"),
        ({"9h": 4, "x": 4}, "shoe: 'x' is not a rank"),
        ({"10": 2, "T": 4}, "names the same cards twice"),
        ({10: 6}, "10 is not a card, a rank or a point value"),
        ({-1: 6}, "-1 is not a card, a rank or a point value"),
        ({True: 6}, "True is not a card, a rank or a point value"),
        ({"K": 5}, "cards: 5 are left in the shoe"),
        ({"K": "6"}, "'6' must be a whole number from 0 to 1000000000000"),
    ],
)  # fmt: skip
def test_what_is_no_shoe(given: object, reason: str) -> None:
    with pytest.raises(ExactError) as caught:
        shoe_from(given)
    assert reason in str(caught.value)
    assert ("decks=8" in str(caught.value)) == isinstance(given, int)
