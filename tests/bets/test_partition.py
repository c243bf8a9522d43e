"""The notation of partitions of the ten point values."""

import pytest
from support import refusal

from exact.bets.partition import class_text, of_places, parse_partition, sorts
from exact.bets.vocabulary import EVERY_CARD, RANK_MASKS


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("6-9", ((6, 7, 8, 9), (1, 2, 3, 4, 5, 0))),
        ("A/2/3-5/6-9", ((1,), (2,), (3, 4, 5), (6, 7, 8, 9), (0,))),
        ("10,A-3", ((1, 2, 3, 0), (4, 5, 6, 7, 8, 9))),
        (" 8-10 / a ", ((8, 9, 0), (1,), (2, 3, 4, 5, 6, 7))),
        ("A-10", ((1, 2, 3, 4, 5, 6, 7, 8, 9, 0),)),
        ("A-5,10/6-9", ((1, 2, 3, 4, 5, 0), (6, 7, 8, 9))),
        ("each", tuple((value % 10,) for value in range(1, 11))),
    ],
)
def test_the_notation_gives_the_classes_in_the_order_typed_and_one_for_the_rest(
    text: str, classes: tuple[tuple[int, ...], ...]
) -> None:
    assert parse_partition(text).classes == classes


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("6-9/9", "names 9 twice"),
        ("A-10/K", "names K, which is worth 0"),
        ("9-6", "empty range: write 6-9"),
        ("6-", "names no card"),
        ("", "names no card"),
        ("6-9-10", "no card of a partition"),
        ("0-5", "names '0'"),
        ("9h", "names '9h'"),
        ("each/6", "names 'each'"),
    ],
)
def test_what_is_no_partition_is_refused(text: str, bound: str) -> None:
    assert bound in refusal(parse_partition, text)


def test_equal_partitions_have_equal_texts_that_read_back() -> None:
    assert {parse_partition(text).text for text in ("6-9", "A-5,10", "6-9/A-5,10", "9,8,6-7")} == {"6-9"}
    for text in ("6-9", "A/2/3-5/6-9", "4-9", "each", "A-10", "A,3,5,7,9"):
        assert parse_partition(text).text == text
        assert class_text(parse_partition(text).classes[0]) == ("A" if text == "each" else text.split("/")[0])


def test_the_sorts_are_the_511_partitions_into_two_classes() -> None:
    found = list(sorts())
    assert len({frozenset(map(frozenset, sort.classes)) for sort in found}) == len(found) == 2**9 - 1
    assert all(0 in sort.classes[1] and len(sort.classes) == 2 for sort in found)


def test_masks_are_the_card_types_of_the_classes() -> None:
    aces, rest = of_places([(0,), range(1, 10)]).masks
    assert aces == RANK_MASKS[0]
    assert rest == EVERY_CARD & ~aces
