import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from support import refusal

from exact.game import POINT_VALUES, RANKS, Granularity, class_names
from exact.game.shoe import Shoe, parse_ranks, parse_values, shoe_from


def test_point_values() -> None:
    assert dict(zip(class_names(Granularity.RANKS), POINT_VALUES, strict=True)) == {
        "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 0, "J": 0, "Q": 0, "K": 0,
    }  # fmt: skip


def test_the_three_granularities_coarsen_into_each_other() -> None:
    cards = Shoe.of_decks(2)
    ranks = cards.coarsened(Granularity.RANKS)
    assert ranks == Shoe.of_ranks([8] * 13)
    assert ranks.coarsened(Granularity.VALUES) == cards.coarsened(Granularity.VALUES) == Shoe.of_values([32, *[8] * 9])


def test_a_shoe_is_never_refined() -> None:
    refused = refusal(Shoe.of_values([1] * 10).coarsened, Granularity.CARDS)
    assert refused == "granularity: 'cards' is finer than this shoe, which is described only by values"


def test_equal_shoes_are_equal_hash_equal_and_cannot_be_changed() -> None:
    shoe = Shoe.of_values([2] * 10)
    assert {shoe: 1}[Shoe.of_values((2,) * 10)] == 1
    assert shoe != Shoe.of_ranks([2] * 13)
    assert pickle.loads(pickle.dumps(shoe)) == shoe
    with pytest.raises(FrozenInstanceError):
        shoe.counts = ()  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del shoe.counts


@pytest.mark.parametrize(
    ("name", "value"), [("9h", 9), ("Th", 0), ("10d", 0), ("ac", 1), ("K", 0), ("t", 0), ("10", 0), ("7", 7), ("a", 1)]
)
def test_cards_are_removed_by_name(name: str, value: int) -> None:
    full = Shoe.of_decks(1)
    assert [a - b for a, b in zip(full.values, full.removed([name]).values, strict=True)] == [
        int(v == value) for v in range(10)
    ]


def test_a_rank_taken_from_a_shoe_of_cards_leaves_ranks_and_a_card_leaves_cards() -> None:
    kept = Shoe.of_decks(8).removed("9h, Ks")
    assert (kept.granularity, kept.cards) == (Granularity.CARDS, 414)
    left = Shoe.of_decks(8).removed("9 9h K")
    assert left.granularity is Granularity.RANKS
    assert dict(zip(class_names(Granularity.RANKS), left.counts, strict=True)) == {
        **dict.fromkeys(class_names(Granularity.RANKS), 32), "9": 30, "K": 31,
    }  # fmt: skip


def test_a_shoe_of_values_knows_point_values_and_what_is_finer() -> None:
    shoe = Shoe.of_values([4] * 10).removed("0 1 9 Kh Q 10")
    assert shoe.counts == (0, 3, 4, 4, 4, 4, 4, 4, 4, 3)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("Z", "remove: 'Z' is not a rank"),
        ("9x", "remove: '9x' has an unknown suit"),
        ("1h", "remove: '1' is not a rank"),
        ("0", "remove: '0' is a point value, but this shoe is described by cards"),
        ("9h " * 9, "remove: '9h' is removed more often than the 8 in the shoe"),
        ("9h " * 8 + "9 " * 25, "remove: '9' is removed more often than the 32 in the shoe"),
    ],
)
def test_what_cannot_be_removed(names: str, message: str) -> None:
    assert refusal(Shoe.of_decks(8).removed, names).startswith(message)


@pytest.mark.parametrize("card", ["9h", "As", "2s", "Kc"])
def test_a_suit_is_checked_before_the_ranks_are_merged(card: str) -> None:
    refused = refusal(Shoe.of_decks(1).removed, f"K {card} {card}")
    assert f"'{card}' is removed more often than the 1 in the shoe" in refused
    rest = [4 - (rank == 12) - (rank == "A23456789TJQK".index(card[0])) for rank in range(13)]
    assert Shoe.of_decks(1).removed(f"K {card}") == Shoe.of_ranks(rest)


@pytest.mark.parametrize("counts", [[0] * 10, [5, *[0] * 9], [1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [3, *[0] * 8, 2]])
def test_fewer_than_six_cards_is_an_error_that_says_how_many(counts: list[int]) -> None:
    """Also where every coup would end after four cards, as from 9 9 0 0 0."""
    assert refusal(Shoe.of_values, counts) == f"cards: {sum(counts)} are left in the shoe, and a coup needs at least 6"


def test_counts_and_decks_are_whole_numbers() -> None:
    for count in (-1, 1.5, "4", None, True, 10**13):
        counts = [9, 9, 9, count, 9, 9, 9, 9, 9, 9]
        assert refusal(Shoe.of_values, counts).startswith(f"count of 3: {count!r} must be a whole number from 0 to")
    for decks in (0, 1.5, "4", None, True, 62_500_000_001, np.arange(2)):
        assert refusal(Shoe.of_decks, decks) == f"decks: {decks!r} must be a whole number from 1 to 62500000000"
    for length in (0, 9, 11, 13, 52):
        assert f"has {length} entries, but must have 10" in refusal(Shoe.of_values, [8] * length)


def test_cards_taken_by_their_index() -> None:
    shoe = Shoe.of_values([2] * 10)
    assert shoe.without(0, 9, 9).counts == (1, *[2] * 8, 0)
    assert refusal(shoe.without, 10) == "index: 10 must be a whole number from 0 to 9"
    assert refusal(shoe.without, "9").startswith("index")
    assert refusal(shoe.without, 3, 3, 3).startswith("count of 3: -1")


def test_a_shoe_is_no_other_thing_and_says_what_it_holds() -> None:
    shoe = Shoe.of_ranks(range(13))
    assert shoe != (shoe.counts, shoe.granularity)
    assert repr(shoe) == "Shoe.of_ranks([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])"
    for counts, granularity in (([1] * 10, 10), (shoe.counts, "ranks")):
        refused = refusal(Shoe, counts, granularity)
        assert refused == f"granularity: {granularity!r} must be a Granularity: VALUES, RANKS or CARDS"
    assert refusal(Shoe.of_ranks, 5) == "ranks: 5 must be 13 counts"
    assert refusal(shoe.removed, 5).startswith("remove: 5 must be names of cards")
    assert refusal(shoe.removed, {"9"}).startswith("remove: {'9'} must be names of cards")
    assert refusal(shoe.removed, [9]).startswith("remove: 9 must be the name of a card")


ONE_DECK = [16, *[4] * 9]
EVERY_RANK = ",".join(f"{name}=4" for name in RANKS)


def test_ten_counts_as_text() -> None:
    assert parse_values("16,4,4,4,4,4,4,4,4,4") == Shoe.of_values(ONE_DECK)
    assert parse_values(" 0, 1,2,3,4,5,6,7,8,1000000000000 ") == Shoe.of_values([*range(9), 10**12])
    assert parse_values("0,0,0,0,0,0,0,0,0,6").granularity is Granularity.VALUES


@pytest.mark.parametrize(
    ("parse", "text", "reason"),
    [
        (parse_values, ",".join("1" * 11), "has 11 counts, but must have ten"),
        (
            parse_values,
            f"{10**12 + 1}{',1' * 9}",
            "values, c0: 1000000000001 must be a whole number from 0 to 1000000000000",
        ),
        (parse_values, "0,0,0,0,0,0,0,0,0,5", "cards: 5 are left in the shoe"),
        (parse_ranks, EVERY_RANK.replace(",Q=4,K=4", ""), "must give all thirteen ranks; missing: Q K"),
        (parse_ranks, EVERY_RANK.replace("7=4", f"7={10**12 + 1}"), "ranks, 7: 1000000000001 must be a whole number"),
    ],
)
def test_what_are_no_counts(parse: Callable[[str], Shoe], text: str, reason: str) -> None:
    assert reason in refusal(parse, text)


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
    ("given", "shoe"),
    [
        (Shoe.of_decks(1), Shoe.of_decks(1)),
        ("16,4,4,4,4,4,4,4,4,4", Shoe.of_values(ONE_DECK)),
        (EVERY_RANK, Shoe.of_ranks([4] * 13)),
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
        (iter(ONE_DECK), "is not a shoe"),
        ([1] * 12, "has 12 counts: give a Shoe"),
        ([1] * 9 + [True], "True must be a whole number from 0 to 1000000000000"),
        ([1] * 9 + [1.0], "1.0 must be a whole number"),
        ({}, "must name only cards, only ranks, or only point values (as numbers)"),
        ({"9": 4, 9: 4}, "must name only cards, only ranks, or only point values (as numbers)"),
        ({"9h": 4, "x": 4}, "shoe: 'x' is not a rank"),
        ({"10": 2, "T": 4}, "names the same cards twice"),
        ({10: 6}, "10 is not a card, a rank or a point value"),
        ({True: 6}, "True is not a card, a rank or a point value"),
        ({"K": 5}, "shoe: 5 are left in the shoe"),
        ({"K": "6"}, "'6' must be a whole number from 0 to 1000000000000"),
    ],
)  # fmt: skip
def test_what_is_no_shoe(given: object, reason: str) -> None:
    refused = refusal(shoe_from, given)
    assert reason in refused
    assert ("decks=8" in refused) == isinstance(given, int)
