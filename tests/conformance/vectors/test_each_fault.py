"""Each fault is what its words say: engines with it, on questions whose wrong answers follow from the words."""

from __future__ import annotations

import ctypes
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from itertools import permutations, product
from math import perm
from typing import Any

import pytest

from exact.bets.catalogue import catalogue
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.faults.dealing_faults import Dealt, dealing_faults
from exact.conformance.vectors.faults.fault import Fault
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.small_engine import SmallEngine
from exact.game.cards import POINT_VALUES, Granularity
from exact.game.coup import Side
from exact.game.shoe import MAX_DECKS, Shoe
from exact.reference.card_by_card import count_card_by_card, count_given
from exact.reference.decisions import DECISIONS
from exact.reference.walk import walk
from exact.rules.named import all_rules, standard_tableau

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def made_anew() -> None:
    """Each test makes the register itself, so that it runs what it is about."""
    faults.cache_clear()
    dealing_faults.cache_clear()


def by_id() -> dict[str, Fault]:
    return {fault.id: fault for fault in faults()}


def dealt() -> dict[str, Dealt]:
    return {fault.id: fault for fault in dealing_faults(standard_tableau())}


def ask(fault: str, kind: str, **more: object) -> Any:
    return by_id()[fault].answer({"kind": kind, "rules": "standard", **more})


# --- who draws --------------------------------------------------------------------------------------------------------


def cells(rows: Sequence[str]) -> dict[tuple[int, str], str]:
    names = [*map(str, range(10)), "none"]
    return {(total, third): row[names.index(third)] for total, row in enumerate(rows) for third in names}


RIGHT = cells(standard_tableau().matrix)
WHOLE: dict[str, Callable[[int, str], bool]] = {
    "banco-low": lambda total, _: total < 3,
    "banco-low-third": lambda total, third: total < 3 and third != "none",
    "banco-low-none": lambda total, third: total < 3 and third == "none",
    "banco-3-to-6": lambda total, third: total > 2 and third != "none",
    "banco-idle": lambda _, third: third == "none",
}
"""Where banco stands, though it should not."""


def expected_cells(name: str) -> dict[tuple[int, str], str]:
    """Banco's table under a fault that is about it."""
    if name in WHOLE:
        return {cell: "S" if WHOLE[name](*cell) else move for cell, move in RIGHT.items()}
    if name == "banco-as-punto":
        return {(total, third): "D" if total < 6 else "S" for total, third in RIGHT}
    if name == "ten-no-card":
        return {(t, third): RIGHT[t, "none" if third == "0" else third] for t, third in RIGHT}
    if match := re.fullmatch(r"banco-(\d)-as-(\d)", name):
        return {(t, c): RIGHT[int(match[2]) if t == int(match[1]) else t, c] for t, c in RIGHT}
    if match := re.fullmatch(r"against-(\d)-as-(\d)", name):
        return {(t, c): RIGHT[t, match[2] if c == match[1] else c] for t, c in RIGHT}
    if match := re.fullmatch(r"rows-(-?1)", name):
        return {(t, c): RIGHT[min(max(t + int(match[1]), 0), 7), c] for t, c in RIGHT}
    if match := re.fullmatch(r"columns-(-?1)", name):
        return {(t, c): RIGHT[t, c if c == "none" else str(min(max(int(c) + int(match[1]), 0), 9))] for t, c in RIGHT}
    if match := re.fullmatch(r"banco-(row|thirds)-(\d)-(draws|stands)", name):
        thirds = [str(third) for third in range(10)] + (["none"] if match[1] == "row" else [])
        return RIGHT | {(int(match[2]), third): match[3][0].upper() for third in thirds}
    if match := re.fullmatch(r"banco-column-(\d|none)-(draws|stands)", name):
        return RIGHT | {(total, match[1]): match[2][0].upper() for total in range(8)}
    match = re.fullmatch(r"banco-(\d)-(\d|none)", name)
    assert match, name
    cell = (int(match[1]), match[2])
    return RIGHT | {cell: "S" if RIGHT[cell] == "D" else "D"}


def test_wrong_tables_are_wrong_where_their_names_say() -> None:
    """And each is another; a table that two names describe has the first one."""
    seen = set()
    for name, fault in dealt().items():
        wrong = fault.engine.dealing.tableau
        if wrong == standard_tableau():
            continue
        seen.add(wrong)
        if name.startswith("reading-"):
            assert wrong == all_rules()[name.removeprefix("reading-")].tableau
        elif name.startswith("punto"):
            changed = (0, 1, 2) if name == "punto-low" else (int(name[-1]),)
            assert wrong.matrix == standard_tableau().matrix
            assert [total for total in range(8) if wrong.punto[total] != "DDDDDDSS"[total]] == list(changed)
        else:
            assert (wrong.punto, cells(wrong.matrix)) == ("DDDDDDSS", expected_cells(name)), name
        if match := re.search(r"(?:banco|punto) (draws|stands) (?:on|against) \d", str(fault.words)):
            assert match[1][0].upper() in (*wrong.punto, *cells(wrong.matrix).values())
    assert len(seen) > 130
    assert {f"punto-{total}" for total in range(8)} <= dealt().keys()
    for step, side in ((1, "high"), (-1, "low")):
        assert str(dealt()[f"rows-{step}"].words) == f"banco's total is read one too {side} in its table"
        words = f"punto's third card is read one too {side} in banco's table"
        assert str(dealt()[f"columns-{step}"].words) == words


COUPS = [
    # the cards, and what punto and banco hold in the end under the fault
    ("natural-8", "8 2 K 3 4 5", "8K 234"),
    ("natural-8", "2 8 3 K 4 5", "234 8K"),
    ("natural-8", "9 2 K 3 4 5", "9K 23"),
    ("natural-9", "9 2 K 3 4 5", "9K 234"),
    ("natural-9", "8 2 K 3 4 5", "8K 23"),
    ("natural-own", "9 2 K 3 4 5", "9K 234"),
    ("natural-own", "2 8 3 K 4 5", "234 8K"),
    ("natural-punto", "8 2 K 3 4 5", "8K 234"),
    ("natural-punto", "2 8 3 K 4 5", "23 8K"),
    ("natural-banco", "8 2 K 3 4 5", "8K 23"),
    ("natural-banco", "2 8 3 K 4 5", "234 8K"),
    ("natural-punto-8", "9 2 K 3 4 5", "9K 23"),
    ("natural-punto-8", "8 2 K 3 4 5", "8K 234"),
    ("natural-punto-9", "9 2 K 3 4 5", "9K 234"),
    ("natural-banco-8", "2 8 3 K 4 5", "234 8K"),
    ("natural-banco-8", "2 9 3 K 4 5", "23 9K"),
    ("natural-banco-9", "2 9 3 K 4 5", "234 9K"),
    ("natural-7", "7 2 K 3 4 5", "7K 23"),
    ("natural-7", "2 7 3 K 4 5", "23 7K"),
    ("natural-three", "2 2 3 2 3 5", "233 22"),
    ("natural-three", "2 2 3 2 2 5", "232 225"),
    ("looks-total", "5 K K 3 8 A", "5K8 K3A"),  # 3 stands against an 8, but punto's total is 3
    ("looks-total-always", "6 K K 6 8 A", "6K K68"),  # 6 against a total of 6
    ("looks-total", "6 K K 6 8 A", "6K K6"),
    ("looks-two", "2 K K 3 8 A", "2K8 K3A"),  # 3 against an 8 stands; against a 2 it draws
    ("looks-two-always", "6 K K 6 8 A", "6K K68"),
    ("looks-two", "6 K K 6 8 A", "6K K6"),
    ("raw-natural", "8 2 3 3 4 5", "83 23"),  # 11 is a natural
    ("raw-natural", "8 2 K 3 4 5", "8K 23"),  # and so is 8
    ("raw", "8 2 3 3 4 5", "83 234"),  # 11 stands
    ("raw-tens-natural", "K 2 3 3 4 5", "K3 23"),  # 13 is a natural
    ("raw-tens", "K 2 3 3 4 5", "K3 234"),
    ("raw-tens", "2 2 3 3 4 5", "234 235"),
    ("ten-as-10", "K 2 Q 3 4 5", "KQ 23"),  # 20 is lowered once, to 10, and stops banco
    ("ten-as-10", "K 2 3 3 4 5", "K34 235"),
    ("third-ten", "2 K 2 3 10 5", "2210 K35"),
    ("third-ten", "2 K 2 5 10 5", "2210 K5"),
    ("third-ten", "2 K 2 3 K 5", "22K K35"),
    ("third-ten", "2 K 2 4 10 5", "2210 K4"),
    ("third-zero", "2 K 2 3 10 5", "2210 K35"),
    ("raw", "10 2 3 3 4 5", "1034 235"),  # only a fault about tens takes a 10 for more than nothing
    ("punto-7", "8 2 K 3 4 5", "8K 23"),  # a side with 8 stands whatever its table says of 7
    ("punto-7", "7 2 K 3 4 5", "7K4 235"),
    ("banco-7-none", "6 8 K K 4 5", "6K 8K"),
    ("banco-7-none", "6 7 K K 4 5", "6K 7K4"),
    ("third-zero", "2 K 2 3 K 5", "22K K35"),
    ("one-card", "2 3 A 4", "2A 34"),
    ("order-sides", "2 3 K 4 A 7", "23A K4"),
    ("order-banco-first", "2 3 K 4 A 7", "34 2KA"),
    ("order-sixth", "6 K K 3 8 A", "6K K3A"),
]


@pytest.mark.parametrize(("fault", "cards", "hands"), COUPS)
def test_a_coup_that_a_fault_deals_otherwise(fault: str, cards: str, hands: str) -> None:
    given = ask(fault, "coup", cards=cards.split())
    assert ["".join(given[side]) for side in ("punto", "banco")] == hands.split()
    assert sorted(card for _, card in given["steps"]) == sorted([*given["punto"], *given["banco"]])


NATURALS = {
    # on which two-card totals of punto banco may not draw, and the same of banco
    "natural-8": ("9", "9"),
    "natural-9": ("8", "8"),
    "natural-own": ("", ""),
    "natural-punto": ("", "89"),
    "natural-banco": ("89", ""),
    "natural-punto-8": ("9", "89"),
    "natural-punto-9": ("8", "89"),
    "natural-banco-8": ("89", "9"),
    "natural-banco-9": ("89", "8"),
    "natural-7": ("789", "789"),
    "banco-0-0": ("89", "89"),
}


@pytest.mark.parametrize(("fault", "stops"), NATURALS.items())
def test_who_draws_where_a_natural_does_not_stop_or_another_total_does(fault: str, stops: tuple[str, str]) -> None:
    """Every two totals, with a 5 as the next card; a side with 8 or 9 itself stands."""
    for punto, banco in product(range(10), repeat=2):
        given = ask(fault, "coup", cards=[str(punto or "K"), str(banco or "K"), "K", "K", "5", "5"])
        punto_draws = punto <= 5 and str(banco) not in stops[1]
        row = RIGHT[min(banco, 7), "5" if punto_draws else "none"]
        banco_draws = banco < 8 and row == "D" and str(punto) not in stops[0]
        assert (len(given["punto"]) == 3, len(given["banco"]) == 3) == (punto_draws, banco_draws), (punto, banco)


def test_tens_are_the_same_cards_in_a_finer_description() -> None:
    """A fault that is about tens answers alike whether a shoe is known by rank or card by card."""
    by_ranks, by_cards = (
        ask("third-ten", "outcomes", shoe=shoe) for shoe in ({"ranks": RANKS_OF_CARDS}, {"cards": CARDS})
    )
    assert by_ranks == by_cards


FINAL = [
    ("right", "K 2 3 3 4 5", (7, 0)),
    ("ten-as-10", "K 2 Q 3 4 5", (10, 5)),
    ("raw-tens", "K 2 Q 3 4 5", (0, 9)),
    ("third-zero", "2 K 2 3 K 5", (5, 8)),
    ("third-ten", "2 K 2 3 10 5", (5, 8)),
    ("one-card", "2 3 A 4", (3, 7)),
    ("one-card", "5 3 8 4", (3, 3)),
    ("raw", "8 2 3 3 4 5", (1, 9)),
]


@pytest.mark.parametrize(("fault", "cards", "totals"), FINAL)
def test_final_totals_under_a_fault(fault: str, cards: str, totals: tuple[int, int]) -> None:
    request = {"kind": "coup", "rules": "standard", "cards": cards.split()}
    given: Any = SmallEngine().answer(request) if fault == "right" else by_id()[fault].answer(request)
    assert (given["punto_total"], given["banco_total"]) == totals
    outcome = "punto" if totals[0] > totals[1] else "banco" if totals[0] < totals[1] else "tie"
    assert given["outcome"] == outcome


def test_swapped_labels() -> None:
    right, given = (
        ask("banco-0-0", "coup", cards=["9", "K", "K", "7"]),
        ask("labels", "coup", cards=["9", "K", "K", "7"]),
    )
    assert (given["punto"], given["banco"], given["outcome"]) == (right["banco"], right["punto"], "banco")
    assert given["punto_total"] == right["banco_total"] == 7
    assert given["steps"][0] == ["banco", "9"]


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_a_coup_with_too_few_cards(cards: int) -> None:
    for kind in ("coup", "settlement"):
        assert ask("labels", kind, cards=["2"] * cards, stakes={"tie": "1"}) == {"error": "too few cards"}


# --- which cards a shoe has -------------------------------------------------------------------------------------------

RANKS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 0, 9]
CARDS = [4 * (rank % 3) + suit for rank in RANKS for suit in range(4)]
RANKS_OF_CARDS = [sum(CARDS[4 * rank : 4 * rank + 4]) for rank in range(13)]
SHOES = [
    (Granularity.VALUES, [17, 3, 1, 4, 1, 5, 9, 2, 6, 5]),
    (Granularity.RANKS, RANKS),
    (Granularity.CARDS, CARDS),
]


def by_value(granularity: Granularity, counts: Sequence[int], worth: Sequence[int] = POINT_VALUES) -> list[int]:
    if granularity is Granularity.VALUES:
        return list(counts)
    totals = Counter[int]()
    for rank, value in enumerate(worth):
        totals[value] += counts[rank] if granularity is Granularity.RANKS else sum(counts[4 * rank : 4 * rank + 4])
    return [totals[value] for value in range(10)]


@pytest.mark.parametrize("shoe", SHOES, ids=lambda shoe: shoe[0].word)
def test_wrong_shoes(shoe: tuple[Granularity, list[int]]) -> None:
    granularity, counts = shoe
    values = by_value(granularity, counts)

    def taken(fault: str, of: Sequence[int] = counts) -> tuple[Granularity, list[int]]:
        return dealt()[fault].engine.taken(granularity, list(of))

    for value in range(10):
        for word, step in (("more", 1), ("less", -1)):
            known, wrong = taken(f"count-{value}-{word}")
            changed = [after - before for after, before in zip(by_value(known, wrong), values, strict=True)]
            assert (known, changed) == (granularity, [step if at == value else 0 for at in range(10)])
            assert sum(map(abs, (a - b for a, b in zip(wrong, counts, strict=True)))) == 1
    last = 0 if granularity is Granularity.VALUES else -1
    less = list(counts)
    less[last] -= 1
    assert taken("less-one") == (granularity, less)
    empty = list(counts)
    empty[last] = 0
    assert taken("less-one", empty) == (granularity, empty)
    if granularity is Granularity.VALUES:
        assert taken("ten-as-ace") == taken("courts") == (granularity, counts)
        assert taken("uniform") == (granularity, [24] + [6] * 9)
    else:
        ace, low = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3]
        assert taken("ten-as-ace") == (Granularity.VALUES, by_value(granularity, counts, ace))
        assert taken("courts") == (Granularity.VALUES, by_value(granularity, counts, low))
        assert taken("uniform") == (granularity, [6 if count else 0 for count in counts])
    assert taken("uniform-value") == (Granularity.VALUES, [6 if count else 0 for count in values])
    only = [0] * (len(counts) - 1) + [7]
    expected = [6 if value in (9 if granularity is Granularity.VALUES else 0,) else 0 for value in range(10)]
    assert taken("uniform-value", only) == (Granularity.VALUES, expected)


@pytest.mark.parametrize(
    ("granularity", "deck"),
    [(Granularity.VALUES, [16] + [4] * 9), (Granularity.RANKS, [4] * 13), (Granularity.CARDS, [1] * 52)],
    ids=["values", "ranks", "cards"],
)
def test_a_deck_more_or_less(granularity: Granularity, deck: list[int]) -> None:
    for decks, fault, other in (
        (6, "deck-more", 7),
        (6, "deck-less", 5),
        (1, "deck-less", 1),
        (MAX_DECKS, "deck-more", MAX_DECKS),
    ):
        counts = [decks * count for count in deck]
        expected = (granularity, [other * count for count in deck])
        assert dealt()[fault].engine.taken(granularity, counts) == expected, (fault, decks)
    odd = [*deck[:-1], deck[-1] + 1]
    assert dealt()["deck-more"].engine.taken(granularity, odd) == (granularity, odd)


# --- stakes -----------------------------------------------------------------------------------------------------------

BANCO_WINS, TIE, PUNTO_WINS = "K 9 4 K", "9 9 K K", "9 4 K K"
STAKED = [
    # 5 % of 33.33 is 1.6665, and of 30 it is 1.50
    ("commission-house", BANCO_WINS, {"banco": "30"}, "1", {"banco": "28"}),
    ("commission-house", BANCO_WINS, {"banco": "20"}, "1", {"banco": "19"}),
    ("commission-nearest", BANCO_WINS, {"banco": "30"}, "1", {"banco": "29"}),
    ("commission-nearest", BANCO_WINS, {"banco": "33.33"}, "1", {"banco": "31.33"}),
    ("commission-exact", BANCO_WINS, {"banco": "30"}, "1", {"banco": "28.50"}),
    ("commission-both", PUNTO_WINS, {"punto": "30", "banco": "5"}, "1", {"punto": "29", "banco": "-5"}),
    ("commission-both", BANCO_WINS, {"punto": "30", "banco": "20", "tie": "1"}, "1", {"punto": "-30", "banco": "19", "tie": "-1"}),
    ("commission-both", TIE, {"punto": "30", "tie": "20"}, "1", {"punto": "0", "tie": "160"}),
    ("commission-punto", PUNTO_WINS, {"punto": "40"}, "1", {"punto": "38"}),
    ("commission-punto", BANCO_WINS, {"banco": "40"}, "1", {"banco": "40"}),
    ("commission-none", BANCO_WINS, {"banco": "40"}, "1", {"banco": "40"}),
    ("cents-cut", BANCO_WINS, {"banco": "0.33"}, None, {"banco": "0.32"}),
    ("cents-nearest", BANCO_WINS, {"banco": "0.33"}, None, {"banco": "0.31"}),
    ("cents-nearest", BANCO_WINS, {"banco": "0.10"}, None, {"banco": "0.10"}),
    ("cents-up", BANCO_WINS, {"banco": "0.10"}, None, {"banco": "0.09"}),
    ("tie-loses-banco", TIE, {"banco": "3", "punto": "4"}, None, {"banco": "-3", "punto": "0"}),
    ("tie-loses-punto", TIE, {"banco": "3", "punto": "4"}, None, {"banco": "0", "punto": "-4"}),
    ("tie-loses-both", TIE, {"banco": "3", "punto": "4"}, None, {"banco": "-3", "punto": "-4"}),
    ("for-one", TIE, {"tie": "2", "punto": "4"}, None, {"tie": "14", "punto": "0"}),
    ("for-one", PUNTO_WINS, {"tie": "2", "punto": "4"}, None, {"tie": "-2", "punto": "0"}),
    ("for-one-side", TIE, {"tie": "2", "dragon-bonus-punto": "1"}, None, {"tie": "14", "dragon-bonus-punto": "0"}),
    ("for-one-side", PUNTO_WINS, {"punto": "4", "dragon-bonus-punto": "1"}, None, {"punto": "4", "dragon-bonus-punto": "0"}),
    ("natural-tie", TIE, {"dragon-bonus-punto": "1"}, None, {"dragon-bonus-punto": "-1"}),
    ("natural-tie", PUNTO_WINS, {"dragon-bonus-punto": "1"}, None, {"dragon-bonus-punto": "1"}),
    ("bets-swapped", "9s 4s Ks 3d", {"dragon-bonus-punto": "1", "punto": "1"}, None, {"dragon-bonus-punto": "-1", "punto": "1"}),
    ("bets-swapped", "9s 4s Ks 4d", {"punto-pair": "1"}, None, {"punto-pair": "11"}),
    ("pair-third-card", "2s 9s 2d Ks", {"punto-pair": "1"}, None, {"punto-pair": "11"}),
    ("pair-third-card", "2s 6s 2d Ks 3s", {"punto-pair": "1"}, None, {"punto-pair": "-1"}),
    ("bets-two-cards", "2s 6s 2d Ks 3s", {"punto-total-4": "1"}, None, {"punto-total-4": "9.50"}),
    # a monkey is a J, a Q or a K; with the fault a 10, too
    ("monkeys", "2s 2h Ks Kh 5s 10h", {"monkey-6": "1"}, None, {"monkey-6": "12"}),
    ("monkeys", "2s 2h Ks Kh 5s 9h", {"monkey-6": "1"}, None, {"monkey-6": "-1"}),
    ("monkeys", "2s 2h Ks Kh 10s Jh", {"monkey-6": "1"}, None, {"monkey-6": "-1"}),
    ("monkeys", "2s 2h Ks Kh 9s Jh", {"monkey-6": "1"}, None, {"monkey-6": "12"}),
    ("monkeys", "Ks Kh Qs Qh Js 10h", {"grand-monkey": "1"}, None, {"grand-monkey": "5000"}),
    ("monkeys", "9s 9h 4s Kd", {"lucky-nines": "1"}, None, {"lucky-nines": "5"}),
    ("bets-three-natural", "2s 7s Ks Kd 6d", {"dragon-bonus-punto": "1"}, None, {"dragon-bonus-punto": "1"}),
    ("bets-three-natural", "2s 6s Ks Kd 5d", {"dragon-bonus-punto": "1"}, None, {"dragon-bonus-punto": "-1"}),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "cards", "stakes", "unit", "net"), STAKED)
def test_stakes_that_a_fault_settles_otherwise(
    fault: str, cards: str, stakes: dict[str, str], unit: str | None, net: dict[str, str]
) -> None:
    more = {} if unit is None else {"unit": unit}
    given = ask(fault, "settlement", cards=cards.split(), stakes=stakes, **more)
    assert {bet: Fraction(amount) for bet, amount in given["net"].items()} == {
        bet: Fraction(n) for bet, n in net.items()
    }


# --- what is known ----------------------------------------------------------------------------------------------------

READ = [
    ("high-5", "punto=high,?", "punto=5-9,?"),
    ("high-7", "punto=high,?", "punto=7-9,?"),
    ("high-tens", "punto=high,?", "punto=6|7|8|9|0,?"),
    ("low-4", "banco=?,low", "banco=?,1-4"),
    ("low-6", "banco=?,low", "banco=?,1-6"),
    ("third-unknown", "punto=4,0,?", "punto=4,0 punto_cards=3"),
    ("final-total", "banco_total=5", "banco_final_total=5"),
    ("final-total", "punto_two_card_total=5", "punto_final_total=5"),
    ("high-5", "punto=4,0", "punto=4,0"),
]


@pytest.mark.parametrize(("fault", "text", "read"), READ)
def test_knowledge_that_a_fault_misreads(fault: str, text: str, read: str) -> None:
    shoe = {"values": [4, 2, 0, 3, 1, 5, 2, 2, 3, 6]}
    right = answer({"kind": "given", "rules": "standard", "shoe": shoe, "given": read})
    assert "counts" in right
    assert ask(fault, "given", shoe=shoe, given=text) == right


# --- figures ----------------------------------------------------------------------------------------------------------

FULL = {"values": [128] + [32] * 9}
COUNTS = {"punto": 2230518282592256, "banco": 2292252566437888, "tie": 475627426473216}
DEALS = perm(416, 6)


def single(number: float) -> float:
    """The nearest float32."""
    (found,) = struct.unpack("f", struct.pack("f", number))
    return float(found)


def rounded(number: int, digits: int) -> int:
    leading = int(f"{number:.{digits - 1}e}".partition("e")[0].replace(".", ""))
    return leading * int(10 ** (len(str(number)) - digits))


def cut(number: int, digits: int) -> int:
    return int(str(number)[:digits]) * int(10 ** (len(str(number)) - digits))


SPOILT: dict[str, Callable[[int], int]] = {
    "int32": lambda count: ctypes.c_int32(count).value,
    "uint32": lambda count: ctypes.c_uint32(count).value,
    "most-int32": lambda count: min(count, 2147483647),
    "int64": lambda count: ctypes.c_int64(count).value,
    "uint64": lambda count: ctypes.c_uint64(count).value,
    "most-int64": lambda count: min(count, 9223372036854775807),
    "doubles": lambda count: int(count * 1.0),
    "float32-counts": lambda count: int(single(count)),
    "counts-rounded-5": lambda count: rounded(count, 5),
    "counts-cut-5": lambda count: cut(count, 5),
    "counts-rounded-2": lambda count: rounded(count, 2),
    "counts-cut-16": lambda count: count,
}


@pytest.mark.parametrize("fault", SPOILT)
def test_spoilt_counts(fault: str) -> None:
    assert ask(fault, "outcomes", shoe=FULL) == {
        "counts": {side: str(SPOILT[fault](count)) for side, count in COUNTS.items()}
    }
    if f"{fault}-divided" in by_id():
        shares = {side: float(Fraction(SPOILT[fault](count), SPOILT[fault](DEALS))) for side, count in COUNTS.items()}
        assert ask(f"{fault}-divided", "outcomes", shoe=FULL) == {"probabilities": shares}


def test_counts_beyond_the_largest_integers() -> None:
    """Of a shoe whose every deal is a tie: 10^72 and some."""
    huge = {"values": [10**12] + [0] * 9}
    deals = perm(10**12, 6)
    for fault in ("int64", "uint64", "most-int64"):
        assert ask(fault, "outcomes", shoe=huge)["counts"]["tie"] == str(SPOILT[fault](deals))
    assert ask("most-int32-divided", "outcomes", shoe=huge)["probabilities"] == {"punto": 0, "banco": 0, "tie": 1}
    assert int(ask("float32-counts", "outcomes", shoe=huge)["counts"]["tie"]) == 2**127


SHARES: dict[str, Callable[[int], float]] = {
    "float32": lambda count: single(count / DEALS),
    "fewer-deals": lambda count: count / perm(415, 6),
}


@pytest.mark.parametrize("fault", SHARES)
def test_spoilt_probabilities(fault: str) -> None:
    given = ask(fault, "outcomes", shoe=FULL)["probabilities"]
    assert given == pytest.approx({side: SHARES[fault](count) for side, count in COUNTS.items()}, rel=1e-14)


PRINTED = [
    # of punto on eight decks, 2230518282592256 in 4998398275503360: 0.44624661…, and its house edge 0.0123508…
    ("decimals-4", "outcomes", 0.4462),
    ("decimals-5", "outcomes", 0.44625),
    ("decimals-cut-5", "outcomes", 0.44624),
    ("digits-4", "outcomes", 0.4462),
    ("digits-5", "outcomes", 0.44625),
    ("digits-cut-5", "outcomes", 0.44624),
    ("decimals-4", "expectation", -0.0124),
    ("decimals-cut-4", "expectation", -0.0123),
    ("digits-3", "expectation", -0.0124),
    ("digits-cut-3", "expectation", -0.0123),
]


@pytest.mark.parametrize(("fault", "kind", "figure"), PRINTED)
def test_short_figures(fault: str, kind: str, figure: float) -> None:
    if kind == "outcomes":
        assert ask(fault, kind, shoe=FULL)["probabilities"]["punto"] == figure
    else:
        pays = {"win": "1", "push": "0", "lose": "-1"}
        assert ask(fault, kind, shoe=FULL, bet="punto", pays=pays) == {kind: figure}


def test_halves_are_rounded_to_even() -> None:
    """Six cards, of which one decides: shares of 1/2, which two decimals of 1/16 and 3/16 cannot have."""
    pays = {"win": "0.125", "push": "0.125", "lose": "0.125"}
    asked = {"shoe": {"values": [6] + [0] * 9}, "bet": "punto"}
    assert ask("decimals-2", "expectation", pays=pays, **asked) == {"expectation": 0.12}
    pays = dict.fromkeys(pays, "0.375")
    assert ask("decimals-2", "expectation", pays=pays, **asked) == {"expectation": 0.38}
    pays = dict.fromkeys(pays, "-0.375")
    assert ask("decimals-2", "expectation", pays=pays, **asked) == {"expectation": -0.38}
    assert ask("decimals-cut-2", "expectation", pays=pays, **asked) == {"expectation": -0.37}
    for thousandths in (-16, -15, -6, -4, 0, 4, 5, 6, 14, 15):
        number = Decimal(thousandths) / 1000
        pays = dict.fromkeys(pays, str(number))
        for name, way in (("decimals-2", ROUND_HALF_EVEN), ("decimals-cut-2", ROUND_DOWN)):
            short = float(number.quantize(Decimal("0.01"), way))
            assert ask(name, "expectation", pays=pays, **asked) == {"expectation": short}


def test_a_sum_of_doubles_just_below_a_decimal_is_cut_to_the_one_below_it() -> None:
    """Chances of 1, 0 and 0, of which an engine has made 0.9999999999999996."""
    (alike,) = (fault.alike for fault in faults() if fault.id == "decimals-cut-4")
    assert alike
    right = {"counts": {"punto": "720", "banco": "0", "tie": "0"}}
    assert alike(right, {"probabilities": {"punto": 0.9999, "banco": 0.0, "tie": 0.0}})
    assert not alike(right, {"probabilities": {"punto": 0.9998, "banco": 0.0, "tie": 0.0}})
    assert not alike(right, {"probabilities": {"punto": 1.0001, "banco": 0.0, "tie": 0.0}})


# --- figures of a bet, and effects of removal -------------------------------------------------------------------------

TIE_PAYS = {"win": "8", "lose": "-1"}


def expectation(values: Sequence[int], pays: Json = TIE_PAYS) -> Fraction | None:
    given = answer(
        {"kind": "expectation", "bet": "tie", "rules": "standard", "shoe": {"values": list(values)}, "pays": pays}
    )
    return Fraction(given["expectation"]) if "expectation" in given else None


def less(values: Sequence[int], value: int, number: int = 1) -> list[int]:
    return [count - number * (at == value) for at, count in enumerate(values)]


def after(number: Callable[[int], int], pays: Json = TIE_PAYS) -> Callable[[list[int], int], Any]:
    """The change of the expectation when so many cards of the value leave."""
    return lambda values, value: expectation(less(values, value, number(value)), pays) - expectation(values, pays)  # type: ignore[operator]


def effect(values: list[int], value: int) -> Any:
    return after(lambda _: 1)(values, value)


def shrunk(values: list[int], value: int) -> Any:
    """The win and the loss after the removal, over the deals before it."""
    cards = sum(values)
    return expectation(less(values, value)) * Fraction(perm(cards - 1, 6), perm(cards, 6)) - expectation(values)  # type: ignore[operator]


REMOVED: dict[str, Callable[[list[int], int], Any]] = {
    "removal-sign": lambda values, value: -effect(values, value),
    "removal-percent": lambda values, value: 100 * effect(values, value),
    "removal-cards": lambda values, value: sum(values) * effect(values, value),
    "removal-relative": lambda values, value: effect(values, value) / expectation(values),
    "removal-after": lambda values, value: expectation(less(values, value)),
    "removal-chance": after(lambda _: 1, {"win": "1", "lose": "0"}),
    "removal-added": after(lambda _: -1),
    "removal-rank": after(lambda _: 4),
    "removal-tens": after(lambda value: 1 if value else 4),
    "removal-all": lambda values, value: expectation(less(values, value, values[value])) - expectation(values),  # type: ignore[operator]
    "removal-mean": lambda values, value: (expectation(less(values, value, values[value])) - expectation(values)) / values[value],  # type: ignore[operator]
    "removal-tens-added": lambda values, value: effect(values, value) * (1 if value else 4),
    "removal-tens-spread": lambda values, value: effect(values, value) / (1 if value else 4),
    "removal-deals": shrunk,
    "removal-decks": after(lambda _: 2),
    "removal-one-deck": lambda _, value: effect([16] + [4] * 9, value),
    "removal-scaled": lambda _, value: effect([16] + [4] * 9, value) * Fraction(51, 103),
    "removal-shifted": lambda values, value: effect(values, (value + 1) % 10),
}  # fmt: skip


@pytest.mark.parametrize("fault", REMOVED)
def test_wrong_effects_of_removal(fault: str) -> None:
    values = [32] + [8] * 9
    given = ask(fault, "removal", bet="tie", shoe={"values": values}, pays=TIE_PAYS)
    assert {int(value): Fraction(found) for value, found in given["removal"].items()} == {
        value: REMOVED[fault](values, value) for value in range(10)
    }


def test_effects_of_removal_that_a_fault_cannot_give() -> None:
    """Fewer cards than it removes, or no whole decks."""
    few = [3, 1, 0, 1, 0, 1, 1, 0, 0, 0]
    asked: Json = {"bet": "tie", "pays": TIE_PAYS}
    assert set(ask("removal-sign", "removal", shoe={"values": few}, **asked)["removal"]) == {"0", "1", "3", "5", "6"}
    for fault in ("removal-rank", "removal-all", "removal-one-deck", "removal-decks", "removal-scaled"):
        assert ask(fault, "removal", shoe={"values": few}, **asked) is None, fault
    six = [6] + [0] * 9
    assert ask("removal-added", "removal", shoe={"values": six}, **asked) is None  # right answers there are none
    seven = [6, 1] + [0] * 8
    zero = {"win": "0", "lose": "0"}
    assert ask("removal-all", "removal", shoe={"values": seven}, **asked) is None
    given = ask("removal-added", "removal", shoe={"values": seven}, **asked)
    assert Fraction(given["removal"]["1"]) == expectation([6, 2] + [0] * 8) - expectation(seven)  # type: ignore[operator]
    assert ask("removal-relative", "removal", shoe={"values": seven}, bet="tie", pays=zero) is None


def test_figures_follow_from_a_wrong_engines_counts() -> None:
    """An engine that swaps the sides gives banco's figures for punto; one edge is as good as another for a tie."""
    pays = {"win": "1", "push": "0", "lose": "-1"}
    law = {name: Fraction(int(count), DEALS) for name, count in COUNTS.items()}
    mean = law["banco"] - law["punto"]
    expected = {
        "expectation": mean,
        "house_edge": -mean,
        "variance": law["banco"] + law["punto"] - mean**2,
        "fair_odds": law["punto"] / law["banco"],
    }
    for kind, figure in expected.items():
        assert Fraction(ask("labels", kind, bet="punto", shoe=FULL, pays=pays)[kind]) == figure
    several = {"win": "1", "push": "1", "lose": "-1"}
    assert ask("labels", "fair_odds", bet="punto", shoe=FULL, pays=several) is None
    given = ask("labels", "removal", bet="punto", shoe=FULL, pays=pays)["removal"]
    right = answer({"kind": "removal", "rules": "standard", "bet": "banco", "shoe": FULL, "pays": pays})["removal"]
    assert {value: Fraction(found) for value, found in given.items()} == {
        value: Fraction(found) for value, found in right.items()
    }
    ranks = {"ranks": [32] * 13}
    of_ranks = ask("labels", "removal", bet="punto", shoe=ranks, pays=pays)["removal"]
    assert of_ranks == given


def counted(a: object, b: object = "10") -> Json:
    return {"counts": {"a": str(a), "b": str(b)}}


def shown(a: object, b: object) -> Json:
    return {"probabilities": {"a": a, "b": b}}


BIG = 10**18  # where doubles are 128 apart
MARKS = [
    ("doubles", counted(BIG), counted(BIG), True),
    ("doubles", counted(BIG), counted(BIG + 128), True),
    ("doubles", counted(BIG), counted(BIG + 1), False),
    ("doubles", counted(BIG), counted(BIG - 128 * 7812), True),
    ("doubles", counted(BIG), counted(BIG - 128 * 7813), False),
    ("doubles", counted(BIG), counted(BIG, 11), False),
    ("doubles", counted(BIG), {"counts": {"a": str(BIG)}}, False),
    ("doubles", counted(BIG), {"counts": {"a": "x", "b": "10"}}, False),
    ("doubles", counted(BIG), shown(1.0, 0.0), False),
    ("float32", counted(1, 3), shown(0.25, 0.75), True),
    ("float32", counted(1, 3), shown(single(0.25 + 2.4e-6), 0.75), True),
    ("float32", counted(1, 3), shown(single(0.25 + 2.6e-6), 0.75), False),
    ("float32", counted(1, 3), shown(0.25 + 1e-12, 0.75), False),
    ("float32", counted(1, 999), shown(single(0.001 + 0.9e-7), single(0.999)), True),
    ("float32", counted(1, 999), shown(single(0.001 + 1.2e-7), single(0.999)), False),
    ("float32", counted(1, 3), {"probabilities": {"a": 0.25}}, False),
    ("float32", counted(1, 3), counted(1, 3), False),
    ("decimals-4", counted(12345, 87655), shown(0.1234, 0.8766), True),
    ("decimals-4", counted(12345, 87655), shown(0.1235, 0.8765), True),
    ("decimals-4", counted(12345, 87655), shown(0.1236, 0.8765), False),
    ("decimals-4", counted(12345, 87655), shown(0.12345, 0.8765), False),
    ("decimals-cut-4", counted(12345, 87655), shown(0.1234, 0.8765), True),
    ("decimals-cut-4", counted(12345, 87655), shown(0.1235, 0.8765), False),
    ("decimals-cut-4", counted(12345, 87655), shown(0.1234, 0.8764), False),
    ("decimals-cut-4", {"expectation": "-1/3"}, {"expectation": -0.3333}, True),
    ("decimals-cut-4", {"expectation": "-1/3"}, {"expectation": -0.3334}, True),
    ("decimals-cut-4", {"expectation": "-1/3"}, {"expectation": -0.3335}, False),
    ("decimals-cut-4", {"expectation": "-1/3"}, {"expectation": -0.3332}, False),
    ("decimals-4", {"removal": {"0": "1/3", "1": "0"}}, {"removal": {"0": 0.3333, "1": 0.0}}, True),
    ("decimals-4", {"removal": {"0": "1/3", "1": "0"}}, {"removal": {"0": 0.3333, "1": 0.0002}}, False),
    ("decimals-4", {"outcome": "tie"}, {"outcome": "tie"}, False),
    # the bounds themselves, beyond which a number is too far off
    ("doubles", counted(128 * 10**16), counted(128 * 10**16 - 1280000), True),
    ("float32", counted(25000, 75001), shown(0.25, single(75001 / 100001)), True),  # 0.25 is 1.00001 times the share
    ("float32", counted(9764625, 10**10 - 9764625), shown(2**-10, single(1 - 2**-10)), True),  # 10^-7 more
    ("decimals-2", {"expectation": f"{Fraction(61, 200) + Fraction(1, 2**50)}"}, {"expectation": 0.3}, True),
    ("decimals-2", {"expectation": f"{Fraction(61, 200) + Fraction(1, 2**49)}"}, {"expectation": 0.3}, False),
    ("decimals-2", {"expectation": "1/4"}, {"expectation": 0.25 + 2**-50}, True),
    ("decimals-2", {"expectation": "1/4"}, {"expectation": 0.25 + 2**-49}, False),
    ("decimals-cut-2", {"expectation": "0.29999999999"}, {"expectation": 0.3}, True),
    ("decimals-cut-2", {"expectation": "0.299999999989"}, {"expectation": 0.3}, False),
    ("decimals-cut-2", {"expectation": "0.310000000009"}, {"expectation": 0.3}, True),
    ("decimals-cut-2", {"expectation": "0.31000000001"}, {"expectation": 0.3}, False),
    # with ten decimals, a thousandth of the last one is allowed
    ("decimals-cut-10", {"expectation": "0.2499999999999"}, {"expectation": 0.25}, True),
    ("decimals-cut-10", {"expectation": "0.24999999999989"}, {"expectation": 0.25}, False),
    ("decimals-13", counted(1, 3), shown(0.25, 0.75), True),
    ("decimals-14", counted(1, 3), shown(0.25, 0.75), False),
]


@pytest.mark.parametrize(("fault", "right", "came", "has_it"), MARKS)
def test_the_marks_of_faults_that_do_not_fix_an_answer(fault: str, right: Json, came: Json, has_it: bool) -> None:
    """Doubles and float32 near the right numbers, and decimals rounded or cut in any way; not the last decimals of a double."""
    alike = by_id()[fault].alike
    assert alike is not None
    assert alike(right, came) is has_it


@pytest.mark.parametrize(
    ("fault", "bet", "paid"), [("for-one", "tie", "7"), ("for-one", "punto", "0"), ("for-one-side", "tie", "7"), ("for-one-side", "punto", None)]
)  # fmt: skip
def test_figures_of_bets_that_are_paid_for_one(fault: str, bet: str, paid: str | None) -> None:
    """The stake is in the payoff, so that a win brings one less; a push and a loss stay what they are."""
    pays = {"win": "8", "lose": "-1"} if bet == "tie" else {"win": "1", "push": "0", "lose": "-1"}
    for kind in ("expectation", "variance", "fair_odds"):
        given = ask(fault, kind, bet=bet, shoe=FULL, pays=pays)
        expected = None
        if paid is not None and not (kind == "fair_odds" and paid == "0"):
            request = {"kind": kind, "rules": "standard", "bet": bet, "shoe": FULL, "pays": {**pays, "win": paid}}
            expected = Fraction(answer(request)[kind])
        assert (given and Fraction(given[kind])) == expected, kind
    assert ask(fault, "expectation", bet="no-bet", shoe=FULL, pays=pays) is None


# --- pairs ------------------------------------------------------------------------------------------------------------

HELD = "As Ah Ad 2s 3s 3h 4s 4s"


def pairs_by_hand(cards: Sequence[object], replaced: bool = False) -> tuple[int, int, int]:
    """Six-card deals in which a given side has a pair, in which both sides have one, and all of them."""
    four = product(cards, repeat=4) if replaced else permutations(cards, 4)
    of_one, of_both = 0, 0
    for first, second, third, fourth in four:
        of_one += first == third
        of_both += first == third and second == fourth
    rest = len(cards) ** 2 if replaced else perm(len(cards) - 4, 2)
    return of_one * rest, of_both * rest, len(cards) ** 6 if replaced else perm(len(cards), 6)


PAIRS = {
    "pairs-even": ["A", "A", "3", "3", "4", "4"],
    "pairs-singletons": ["A", "A", "A", "3", "3", "4", "4"],
    "pairs-replacement": ["A", "A", "A", "2", "3", "3", "4", "4"],
    "pairs-independent": ["A", "A", "A", "2", "3", "3", "4", "4"],
    "either-double": ["A", "A", "A", "2", "3", "3", "4", "4"],
}
"""The ranks that each fault sees in the shoe."""


@pytest.mark.parametrize("fault", PAIRS)
def test_pairs_that_a_fault_counts_otherwise(fault: str) -> None:
    shoe = {"cards": [HELD.split().count(rank + suit) for rank in (*"A23456789", "10", *"JQK") for suit in "shdc"]}
    one, both, deals = pairs_by_hand(PAIRS[fault], fault == "pairs-replacement")
    if fault == "either-double":
        both = 0
    elif fault == "pairs-independent":
        both = one**2 // deals
    won = [str(2 * one - both), str(max(0, deals - 2 * one + both))]
    assert list(ask(fault, "bet", bet="either-pair", shoe=shoe)["counts"].values()) == won
    alone = one if fault not in ("pairs-independent", "either-double") else pairs_by_hand(PAIRS[fault])[0]
    assert ask(fault, "bet", bet="punto-pair", shoe=shoe)["counts"]["win"] == str(alone)


def test_no_fewer_coups_than_none_lose() -> None:
    """Of a shoe of one rank: both sides have a pair, and so twice as many coups as there are seem to win."""
    given = ask("either-double", "bet", bet="either-pair", shoe={"ranks": [6] + [0] * 12})
    assert given["counts"] == {"win": str(2 * perm(6, 6)), "lose": "0"}


def test_pairs_of_suits_and_of_cards() -> None:
    cards = HELD.split()
    shoe = {"cards": [cards.count(rank + suit) for rank in (*"A23456789", "10", *"JQK") for suit in "shdc"]}
    perfect, both, deals = pairs_by_hand(cards)
    suited, *_ = pairs_by_hand([card[-1] for card in cards])
    of_rank, of_ranks, _ = pairs_by_hand([card[0] for card in cards])

    def counts(bet: str, engine: SmallEngine) -> list[int] | None:
        return engine.bet_counts(bet, Granularity.CARDS, shoe["cards"])

    right, blind = SmallEngine(), SmallEngine(suits=False)
    assert counts("perfect-pair-both", right) == [both, 2 * (perfect - both), deals - 2 * perfect + both]
    assert counts("banco-suited-pair", right) == [suited, deals - suited]
    assert counts("perfect-pair-both", blind) == [of_ranks, 2 * (of_rank - of_ranks), deals - 2 * of_rank + of_ranks]
    assert right.bet_counts("punto-pair", Granularity.VALUES, [16] + [4] * 9) is None
    assert right.bet_counts("punto-perfect-pair", Granularity.RANKS, [4] * 13) is None
    assert right.bet_counts("dragon-7", Granularity.RANKS, [4] * 13) is None


def test_one_edge_for_both_sides() -> None:
    given = ask("one-edge", "bet", bet="punto", shoe=FULL)["counts"]
    assert given == {"win": str(COUNTS["banco"]), "push": str(COUNTS["tie"]), "lose": str(COUNTS["punto"])}


# --- padding ----------------------------------------------------------------------------------------------------------

SEVEN = (8, 9, 2, 5, 0, 6, 1)
PADDED = {
    # how often a coup of four cards, and one of five, counts in a shoe of seven
    "unpadded": (1, 1),
    "unpadded-four": (1, 2),
    "unpadded-five": (6, 1),
    "padded-four": (9, 2),
    "padded-five": (6, 3),
    "padded-five-next": (6, 1),
    "padded-five-whole": (6, 7),
}


@pytest.mark.parametrize("fault", PADDED)
def test_coups_that_a_fault_counts_too_often_or_too_rarely(fault: str) -> None:
    counts = defaultdict[str, Fraction](Fraction)
    four, five = PADDED[fault]
    times = {4: Fraction(four, 6), 5: Fraction(five, 2), 6: Fraction(1)}
    for coup, ways, _ in walk(Shoe.of_values([SEVEN.count(value) for value in range(10)]), DECISIONS["standard"]):
        counts[coup.outcome.value] += ways * times[len(coup.punto.values) + len(coup.banco.values)]
    shoe = {"values": [SEVEN.count(value) for value in range(10)]}
    found = {side: int(count) for side, count in ask(fault, "outcomes", shoe=shoe)["counts"].items()}
    assert counts == found


def test_a_wrong_table_in_bets_and_in_what_is_known() -> None:
    """Every bet and all knowledge, by dealing seven cards under the same table; no other fault knows them."""
    cards = [4 * rank for rank in (1, 3, 0, 12, 6, 8, 4)]
    shoe = {"cards": [cards.count(card) for card in range(52)]}

    def decide(punto: int, banco: int, third: int | None) -> Side | None:
        """As standard, but banco never draws on 3."""
        receives = DECISIONS["standard"](punto, banco, third)
        return None if receives is Side.BANCO and banco == 3 else receives

    bet = catalogue()["dragon-7"]
    counts = count_card_by_card([bet], cards, decide)["dragon-7"]
    given = ask("banco-row-3-stands", "bet", bet="dragon-7", shoe=shoe)
    assert given == {"counts": dict(zip(bet.categories, map(str, counts), strict=True))}
    (known,) = count_given(["punto_total == 1"], cards, decide)
    found = ask("banco-row-3-stands", "given", given="punto_final_total=1", shoe=shoe)
    assert found == {"counts": {side: str(count) for side, count in known.items()}}
    assert (
        by_id()["banco-row-3-stands"].answer(
            {"kind": "bet", "bet": "dragon-7", "rules": "otto-mazzi:draws-on-6", "shoe": shoe}
        )
        is None
    )
    assert ask("labels", "bet", bet="dragon-7", shoe=shoe) is None
    assert ask("commission-none", "bet", bet="dragon-7", shoe=shoe) == answer(
        {"kind": "bet", "bet": "dragon-7", "rules": "standard", "shoe": shoe}
    )
    assert ask("commission-none", "bet", bet="no-such-bet", shoe=shoe) is None


def test_tiers_that_contain_the_tiers_above() -> None:
    """Both pairs are among the coups with one, and the deals stay what they were."""
    shoe = {"cards": [2] * 52}
    right = {
        name: int(count)
        for name, count in answer({"kind": "bet", "bet": "perfect-pair-both", "rules": "standard", "shoe": shoe})[
            "counts"
        ].items()
    }
    given = ask("tiers-overlap", "bet", bet="perfect-pair-both", shoe=shoe)
    deals = perm(104, 6)
    assert (int(given["deals"]), int(given["counts"]["both"])) == (deals, right["both"])
    assert int(given["counts"]["one"]) == right["one"] + right["both"]
    pays = {"both": "200", "one": "25", "lose": "-1"}
    priced = ask("tiers-overlap", "expectation", bet="perfect-pair-both", shoe=shoe, pays=pays)
    won = 200 * right["both"] + 25 * (right["one"] + right["both"]) - right["lose"]
    assert Fraction(priced["expectation"]) == Fraction(won, deals)
    assert ask("tiers-overlap", "bet", bet="no-such-bet", shoe=shoe) is None


def test_a_rulebook_played_as_another() -> None:
    coup = {"kind": "coup", "rules": "castle-vaduz:literal", "cards": ["2", "K", "2", "3", "8", "5"]}
    fault = by_id()["standard-for-castle-vaduz:literal"]
    for name in ("castle-vaduz:literal", "standard", "classic-it"):
        played = coup | {"rules": "standard" if name == "castle-vaduz:literal" else name}
        assert fault.answer(coup | {"rules": name}) == answer(played)
    assert fault.answer(coup | {"cards": ["2"]}) is None


def test_a_bet_under_other_words() -> None:
    """By dealing six cards in every order; a bet without the word stays what it is."""
    cards = [4 * (rank - 1) for rank in (2, 2, 13, 13, 5, 10)]
    shoe = {"cards": [cards.count(card) for card in range(52)]}
    words = "cards == 6 and punto_rank_3 < 10 and banco_rank_3 >= 10"
    (known,) = count_given([words], cards, DECISIONS["standard"])
    won = sum(known.values())
    assert 0 < won < perm(6, 6)
    given = ask("monkeys", "bet", bet="monkey-6", shoe=shoe)
    assert given == {"counts": {"win": str(won), "lose": str(perm(6, 6) - won)}}
    tie = {"bet": "tie", "rules": "standard"}
    assert ask("monkeys", "bet", bet="tie", shoe=shoe) == answer({"kind": "bet", **tie, "shoe": shoe})
    assert ask("monkeys", "bet", bet="tie", shoe={"values": [5] + [0] * 9}) is None
    assert ask("monkeys", "bet", bet="no-such-bet", shoe=shoe) is None
    assert ask("monkeys", "outcomes", shoe=shoe) is None


def test_what_a_fault_says_nothing_of() -> None:
    """Bets that are none, shoes of too few cards, and knowledge that cannot be read."""
    six = {"values": [6] + [0] * 9}
    assert ask("banco-row-3-stands", "bet", bet="no-such-bet", shoe=six) is None
    assert ask("banco-row-3-stands", "given", given="no=such", shoe=six) is None
    assert ask("tiers-overlap", "bet", bet="perfect-pair-both", shoe={"cards": [1] * 5 + [0] * 47}) is None
    assert ask("labels", "expectation", bet="tie", shoe=six, pays=TIE_PAYS) == {"expectation": "8"}
    assert ask("labels", "removal", bet="tie", shoe=six, pays=TIE_PAYS) is None
    assert ask("count-0-less", "outcomes", shoe=six) is None
    assert ask("count-0-less", "outcomes", shoe={"values": [7] + [0] * 9})["counts"]["tie"] == str(perm(6, 6))
    right = SmallEngine()
    assert right.bet_counts("punto-pair", Granularity.RANKS, [5] + [0] * 12) is None
    assert right.bet_counts("punto-pair", Granularity.RANKS, [6] + [0] * 12) == [perm(6, 6), 0]
