"""Failing shoes are made smaller: what is tried, in which order, and what is found."""

from typing import Any

import pytest
from support.scripted_engines import coup, shoe

from exact.conformance.strict_json import Object
from exact.conformance.verify.runner import cards_of, fewest_decks, shrink


def test_a_shoe_of_six_cards_of_one_class_is_as_small_as_can_be() -> None:
    """Nothing else is asked."""
    six: Any = shoe(0, 0, 6, *[0] * 7)
    assert shrink(six, lambda _: pytest.fail("nothing smaller can fail")) == six


def test_all_cards_are_put_to_one_class_where_the_engine_still_fails() -> None:
    """To the first class for which it does, even one of which the shoe has none."""

    def fails(request: Any) -> bool:
        return bool(request["shoe"]["values"][7] == 6)

    for counts in ((1, 1, 1, 1, 1, 1), (5, 1)):
        six: Any = shoe(*counts, *[0] * (10 - len(counts)))
        assert shrink(six, fails) == shoe(*[0] * 7, 6, 0, 0)


def values(*counts: int) -> list[int]:
    return [*counts, *[0] * (10 - len(counts))]


TRIED = [
    # the larger class at 0, 1, 2, 4, half and one less, then the other
    *(values(lower, 7) for lower in (0, 1, 2, 4, 5, 9)),
    *(values(10, lower) for lower in (0, 1, 2, 3, 4, 6)),
    # all cards in any one class, then each class put to the other, the smaller first
    *([0] * at + [17] + [0] * (9 - at) for at in range(10)),
    values(17, 0),
    values(0, 17),
]
"""What is tried of ten cards of one class and seven of another, by the words of `shrink`."""


@pytest.mark.parametrize("requests", [0, 1, 7, len(TRIED), 300])
def test_what_is_tried_where_the_engine_fails_on_nothing_smaller(requests: int) -> None:
    asked: list[Object] = []

    def fails(request: Object) -> bool:
        asked.append(request)
        return False

    whole: Any = shoe(*values(10, 7))
    assert shrink(whole, fails, requests) == whole
    assert asked == [shoe(*counts) for counts in TRIED[:requests]]


def test_counts_are_lowered_in_rounds_until_a_round_changes_nothing() -> None:
    """An engine that fails on every two to one: the larger class falls when the other has, and six cards are left."""
    whole: Any = shoe(*values(40, 20))

    def fails(request: Any) -> bool:
        first, second, *others = request["shoe"]["values"]
        return first >= 2 * second > 0 and not any(others)

    assert shrink(whole, fails) == shoe(*values(5, 1))


def test_the_last_request_that_may_be_made_counts() -> None:
    """Of two, two and two cards, ten shoes of one class come first; the eleventh puts the first class to the second."""
    whole: Any = shoe(*values(2, 2, 2))
    for requests, found in ((10, whole), (11, shoe(*values(0, 4, 2)))):
        assert shrink(whole, lambda request: request == shoe(*values(0, 4, 2)), requests) == found


@pytest.mark.parametrize(
    ("request_", "cards"),
    [
        (shoe(*values(6)), 6),
        (coup("9 2 K 3"), 4),
        ({"cards": "9 2 K 3"}, 0),
        ({}, 0),
        ({"shoe": [1] * 10}, 0),
        ({"shoe": {"values": values(7, -1)}}, 0),
    ],
)
def test_the_size_of_a_request(request_: dict[str, Any], cards: int) -> None:
    assert cards_of(request_) == cards


@pytest.mark.parametrize(("cards", "most"), [(6, 1), (52, 1), (53, 2), (104, 2), (105, 3), (12 * 52, 12), (10**6, 12)])
def test_whole_decks_less_than_a_deck_above_the_cards(cards: int, most: int) -> None:
    """At most the twelve of an ordinary shoe, the fewest first; the first on which the engine fails is taken."""
    played: Any = shoe(*values(cards))
    asked: list[Object] = []

    def fails(request: Object) -> bool:
        asked.append(request)
        return len(asked) == found

    decks = [shoe(16 * number, *[4 * number] * 9) for number in range(1, most + 1)]
    found = 0
    assert (fewest_decks(played, fails), asked) == (None, decks)
    asked.clear()
    found = most
    assert (fewest_decks(played, fails), asked) == (decks[-1], decks)
