"""Each fault is what its words say: engines with it, on questions whose wrong answers follow from the words."""

import ctypes
import re
import struct
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import perm, prod
from typing import Any

import pytest

from exact.bets.catalogue import catalogue
from exact.conformance.vectors.dealer import Dealt, dealing_faults
from exact.conformance.vectors.engine import answer, counts_answer
from exact.conformance.vectors.faults import Fault, faults
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.reference.card_by_card import count_card_by_card
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes, walk
from exact.rules import standard_tableau

Json = dict[str, Any]
BY_ID: dict[str, Fault] = {fault.id: fault for fault in faults()}
DEALT: dict[str, Dealt] = {fault.id: fault for fault in dealing_faults(standard_tableau())}


def ask(fault: str, kind: str, **more: object) -> Any:
    return BY_ID[fault].answer({"kind": kind, "rules": "standard", **more})


def right(kind: str, **more: object) -> Any:
    return answer({"kind": kind, "rules": "standard", **more})


# --- who draws --------------------------------------------------------------------------------------------------------


def cells(rows: Sequence[str]) -> dict[tuple[int, str], str]:
    names = [*map(str, range(10)), "none"]
    return {(total, third): row[names.index(third)] for total, row in enumerate(rows) for third in names}


RIGHT = cells(standard_tableau().matrix)


def expected_cells(name: str) -> dict[tuple[int, str], str]:
    """Banco's table under a fault that is about it."""
    if name == "banco-low":
        return {cell: "S" if cell[0] < 3 else move for cell, move in RIGHT.items()}
    if name == "banco-as-punto":
        return {cell: "D" if cell[0] < 6 else "S" for cell in RIGHT}
    if name == "banco-idle":
        return {cell: "S" if cell[1] == "none" else move for cell, move in RIGHT.items()}
    match = re.fullmatch(r"banco-(\d)-(\d|none)", name)
    assert match, name
    cell = (int(match[1]), match[2])
    return RIGHT | {cell: "S" if RIGHT[cell] == "D" else "D"}


TABLES = [name for name, fault in DEALT.items() if fault.dealer.tableau != standard_tableau()]
BY_TOTALS = ("looks-total", "natural-three")


@pytest.mark.parametrize("name", [name for name in TABLES if name not in BY_TOTALS])
def test_a_wrong_table_is_wrong_where_its_name_says(name: str) -> None:
    wrong = DEALT[name].dealer.tableau
    if name.startswith("punto"):
        changed = (0, 1, 2) if name == "punto-low" else (int(name[-1]),)
        assert wrong.matrix == standard_tableau().matrix
        assert [total for total in range(8) if wrong.punto[total] != "DDDDDDSS"[total]] == list(changed)
    else:
        assert (wrong.punto, cells(wrong.matrix), wrong.against) == ("DDDDDDSS", expected_cells(name), ())
    if match := re.search(r"(?:banco|punto) (draws|stands) (?:on|against) \d", str(DEALT[name].words)):
        assert match[1][0].upper() in (*wrong.punto, *cells(wrong.matrix).values())


def test_every_cell_has_its_fault_and_no_table_two() -> None:
    assert {f"punto-{total}" for total in range(8)} <= DEALT.keys()
    assert {f"banco-{total}-{third}" for total, third in RIGHT} <= DEALT.keys()
    assert len({DEALT[name].dealer.tableau for name in TABLES}) == len(TABLES)
    assert len(BY_ID) == len(faults()) == len({str(fault.words) for fault in faults()})


# --- coups ------------------------------------------------------------------------------------------------------------

COUPS = [
    # the cards, what punto and banco hold in the end under the fault
    ("natural-own", "9 2 K 3 4 5", "9K 234"),
    ("natural-own", "2 8 3 K 4 5", "234 8K"),
    ("natural-punto", "8 2 K 3 4 5", "8K 234"),
    ("natural-punto", "2 8 3 K 4 5", "23 8K"),
    ("natural-banco", "8 2 K 3 4 5", "8K 23"),
    ("natural-banco", "2 8 3 K 4 5", "234 8K"),
    ("natural-banco-8", "2 8 3 K 4 5", "234 8K"),
    ("natural-banco-8", "2 9 3 K 4 5", "23 9K"),
    ("natural-punto-8", "9 2 K 3 4 5", "9K 23"),
    ("natural-punto-8", "8 2 K 3 4 5", "8K 234"),
    ("natural-7", "7 2 K 3 4 5", "7K 23"),
    ("natural-7", "2 7 3 K 4 5", "23 7K"),
    ("natural-three", "2 2 3 2 3 5", "233 22"),
    ("natural-three", "2 2 3 2 2 5", "232 225"),
    ("looks-total", "5 K K 3 8 A", "5K8 K3A"),  # 3 stands against an 8, but punto's total is 3
    ("looks-total", "6 K K 6 8 A", "6K K6"),
    ("punto-7", "8 2 K 3 4 5", "8K 23"),  # a side with 8 stands whatever its table says of 7
    ("punto-7", "7 2 K 3 4 5", "7K4 235"),
    ("banco-7-none", "6 8 K K 4 5", "6K 8K"),
    ("banco-7-none", "6 7 K K 4 5", "6K 7K4"),
    ("order-sides", "2 3 K 4 A 7", "23A K4"),
]


WORTH = {"A": 1, **{str(value): value for value in range(2, 10)}}


@pytest.mark.parametrize(("fault", "cards", "hands"), COUPS)
def test_a_coup_that_a_fault_deals_otherwise(fault: str, cards: str, hands: str) -> None:
    given = ask(fault, "coup", cards=cards.split())
    assert ["".join(given[side]) for side in ("punto", "banco")] == hands.split()
    if fault != "order-sides":
        assert sorted(card for _, card in given["steps"]) == sorted([*given["punto"], *given["banco"]])
    punto, banco = (sum(WORTH.get(c, 0) for c in given[side]) % 10 for side in ("punto", "banco"))
    assert (given["punto_total"], given["banco_total"]) == (punto, banco)
    assert given["outcome"] == ("punto" if punto > banco else "banco" if punto < banco else "tie")


def test_swapped_labels() -> None:
    cards = ["9", "K", "K", "7"]
    given, other = ask("labels", "coup", cards=cards), right("coup", cards=cards)
    assert (given["punto"], given["banco"], given["outcome"]) == (other["banco"], other["punto"], "banco")
    assert given["punto_total"] == other["banco_total"] == 7
    assert given["steps"][0] == ["banco", "9"]
    for kind in ("coup", "settlement"):
        assert ask("labels", kind, cards=["2"] * 4, stakes={"tie": "1"}) == {"error": "too few cards"}


# --- counts -----------------------------------------------------------------------------------------------------------

SEVEN = (8, 9, 2, 5, 0, 6, 1)
SHOE = {"values": [SEVEN.count(value) for value in range(10)]}


def counts_of(seen: Counter[str]) -> Json:
    return counts_answer(COUNTS, map(seen.__getitem__, COUNTS))


@pytest.mark.parametrize("fault", ["natural-banco-8", "natural-three", "looks-total", "labels", "banco-5-4"])
def test_a_fault_in_dealing_counts_the_coups_that_it_deals(fault: str) -> None:
    """Every order of seven cards, dealt one by one."""
    seen = Counter(ask(fault, "coup", cards=list(map(str, cards)))["outcome"] for cards in permutations(SEVEN, 6))
    assert ask(fault, "outcomes", shoe=SHOE) == counts_of(seen)


FEW = {0: 4, 3: 2, 5: 1}
DEALS_OF_THREE = {values: right("coup", cards=list(map(str, values)))["outcome"] for values in product(FEW, repeat=6)}
PUT_BACK: dict[str, Callable[[int, int], bool]] = {
    "replacement": lambda earlier, later: earlier < later,
    **{f"stays-{card}": lambda earlier, _later, card=card: earlier == card for card in range(1, 6)},  # type: ignore[misc]
    **{f"full-{card}": lambda _earlier, later, card=card: later == card for card in range(2, 7)},  # type: ignore[misc]
}


@pytest.mark.parametrize("fault", PUT_BACK)
def test_cards_that_do_not_leave_the_shoe(fault: str) -> None:
    """Every sequence of six values, with the ways to deal it card by card."""
    expected = Counter[str]()
    for values, outcome in DEALS_OF_THREE.items():
        expected[outcome] += prod(
            FEW[value] - sum(values[at] == value and not PUT_BACK[fault](at + 1, later) for at in range(later - 1))
            for later, value in enumerate(values, 1)
        )
    shoe = {"values": [FEW.get(value, 0) for value in range(10)]}
    assert ask(fault, "outcomes", shoe=shoe) == counts_of(expected)
    assert ask(fault, "bet", bet="punto-pair", shoe={"ranks": [2] * 13}) is None


def test_coups_that_are_not_padded() -> None:
    """Rightly a coup of four cards counts 6 times in a shoe of seven, and one of five twice."""
    counts, times = Counter[str](), {4: Fraction(1, 6), 5: Fraction(1, 2), 6: Fraction(1)}
    for coup, ways, _ in walk(Shoe.of_values(SHOE["values"]), DECISIONS["standard"]):
        counts[coup.outcome.value] += ways * times[len(coup.punto.values) + len(coup.banco.values)]  # type: ignore[assignment]
    assert counts == {side: int(count) for side, count in ask("unpadded", "outcomes", shoe=SHOE)["counts"].items()}


RANKS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 0, 9]
OTHER_SHOES = [
    ("less-one", {"values": [17, 3, 1, 4, 1, 5, 9, 2, 6, 5]}, {"values": [16, 3, 1, 4, 1, 5, 9, 2, 6, 5]}),
    ("less-one", {"ranks": RANKS}, {"ranks": [*RANKS[:-1], 8]}),
    ("less-one", {"cards": [1] * 51 + [0]}, {"cards": [1] * 51 + [0]}),
    ("courts", {"ranks": RANKS}, {"values": [3, 3 + 5, 1 + 0, 4 + 9, 1, 5, 9, 2, 6, 5]}),
    ("courts", {"cards": [1] * 52}, {"values": [4, 8, 8, 8, 4, 4, 4, 4, 4, 4]}),
    ("courts", {"values": [2] * 10}, {"values": [2] * 10}),
]


@pytest.mark.parametrize(("fault", "shoe", "taken"), OTHER_SHOES)
def test_a_shoe_that_a_fault_takes_for_another(fault: str, shoe: Json, taken: Json) -> None:
    assert ask(fault, "outcomes", shoe=shoe) == right("outcomes", shoe=taken)


def test_ranks_that_are_drawn_uniformly() -> None:
    """As dealt with replacement from one card of each rank, or from four worth 0 and one of each other value."""

    def ratios(fault: str, **shoe: list[int]) -> list[Fraction]:
        counts = [int(count) for count in ask(fault, "outcomes", shoe=shoe)["counts"].values()]
        return [Fraction(count, sum(counts)) for count in counts]

    one_of_each = ratios("replacement", ranks=[1] * 13)
    assert ratios("uniform", ranks=[*RANKS[:-2], 2, 9]) == ratios("uniform", values=[*range(1, 11)]) == one_of_each


# --- bets -------------------------------------------------------------------------------------------------------------

HELD = "As Ah Ad 2s 3s 3h 4s 4s"


def pairs_by_hand(cards: Sequence[object]) -> tuple[int, int, int]:
    """Six-card deals in which a given side has a pair, in which both sides have one, and all of them."""
    dealt = list(permutations(cards, 4))
    of_one = sum(first == third for first, _, third, _ in dealt)
    of_both = sum(first == third and second == fourth for first, second, third, fourth in dealt)
    rest = perm(len(cards) - 4, 2)
    return of_one * rest, of_both * rest, perm(len(cards), 6)


def test_pairs_that_a_fault_counts_otherwise() -> None:
    shoe = {"cards": [HELD.split().count(rank + suit) for rank in (*"A23456789", "10", *"JQK") for suit in "shdc"]}
    one, both, deals = pairs_by_hand([card[0] for card in HELD.split()])
    chance = Fraction(one, deals)
    given = ask("either-independent", "bet", bet="either-pair", shoe=shoe)["counts"]
    independent = int((2 * chance - chance**2) * deals + Fraction(1, 2))
    assert abs(int(given["win"]) - independent) <= 1
    one_side = {"bet": "punto-pair", "shoe": shoe}
    assert ask("either-independent", "bet", **one_side) == right("bet", **one_side)
    by_rank = counts_answer(("both", "one", "lose"), (both, 2 * (one - both), deals - 2 * one + both))
    assert ask("suits-ignored", "bet", bet="perfect-pair-both", shoe=shoe) == by_rank


def test_tiers_that_contain_the_tiers_above() -> None:
    """Both pairs are among the coups with one, and the deals stay what they were."""
    shoe, deals = {"cards": [2] * 52}, perm(104, 6)
    counted = {name: int(n) for name, n in right("bet", bet="perfect-pair-both", shoe=shoe)["counts"].items()}
    given = ask("tiers-overlap", "bet", bet="perfect-pair-both", shoe=shoe)
    assert (int(given["deals"]), int(given["counts"]["both"])) == (deals, counted["both"])
    assert int(given["counts"]["one"]) == counted["one"] + counted["both"]
    pays = {"both": "200", "one": "25", "lose": "-1"}
    price = ask("tiers-overlap", "expectation", bet="perfect-pair-both", shoe=shoe, pays=pays)
    won = 200 * counted["both"] + 25 * (counted["one"] + counted["both"]) - counted["lose"]
    assert Fraction(price["expectation"]) == Fraction(won, deals)


def test_a_bet_under_other_words() -> None:
    """By dealing six cards in every order; a bet without the word stays what it is."""
    cards = [4 * (rank - 1) for rank in (2, 2, 13, 13, 5, 10)]
    shoe = {"cards": [cards.count(card) for card in range(52)]}
    won = 0
    for six in permutations([card // 4 + 1 for card in cards]):
        totals = [sum(min(rank, 10) for rank in six[side:4:2]) % 10 for side in (0, 1)]
        won += max(totals) < 6 and totals[0] < 6 and totals[1] < 3 and six[4] < 10 <= six[5]
    counted = count_card_by_card([catalogue()["monkey-6"]], cards, DECISIONS["standard"])["monkey-6"]
    given = ask("monkeys", "bet", bet="monkey-6", shoe=shoe)["counts"]
    assert int(given["win"]) > counted[0]
    assert int(given["win"]) >= won > 0
    assert ask("monkeys", "bet", bet="tie", shoe=shoe) == right("bet", bet="tie", shoe=shoe)
    assert ask("monkeys", "outcomes", shoe=shoe) is None


def test_what_a_fault_says_nothing_of() -> None:
    """Bets that are none, shoes of too few cards, and other rules than standard."""
    six: Json = {"values": [6] + [0] * 9}
    for fault in ("banco-5-4", "labels", "tiers-overlap", "monkeys", "commission-none", "int64", "for-one"):
        assert ask(fault, "bet", bet="no-such-bet", shoe=six) is None, fault
        assert ask(fault, "bet", bet="tie", shoe={"values": [5] + [0] * 9}) is None, fault
    asked = {"kind": "outcomes", "rules": "otto-mazzi:draws-on-6", "shoe": {"values": [2] * 10}}
    assert BY_ID["banco-5-4"].answer(asked) is None
    pays = {"win": "8", "lose": "-1"}
    assert ask("labels", "expectation", bet="tie", shoe=six, pays=pays) == {"expectation": "8/1"}
    assert ask("labels", "removal", bet="tie", shoe=six, pays=pays) is None


# --- stakes -----------------------------------------------------------------------------------------------------------

BANCO_WINS, TIE, PUNTO_WINS = "K 9 4 K", "9 9 K K", "9 4 K K"
STAKED = [
    ("natural-punto", "8 2 K 3 4 5", {"banco": "10", "tie": "1"}, None, {"banco": "9.50", "tie": "-1"}),  # 8 to 9
    # 5 % of 33.33 is 1.6665, and of 30 it is 1.50
    ("commission-house", BANCO_WINS, {"banco": "30"}, "1", {"banco": "28"}),
    ("commission-house", BANCO_WINS, {"banco": "20"}, "1", {"banco": "19"}),
    ("commission-nearest", BANCO_WINS, {"banco": "30"}, "1", {"banco": "29"}),
    ("commission-nearest", BANCO_WINS, {"banco": "33.33"}, "1", {"banco": "31.33"}),
    ("commission-exact", BANCO_WINS, {"banco": "30"}, "1", {"banco": "28.50"}),
    ("commission-none", BANCO_WINS, {"banco": "40"}, "1", {"banco": "40"}),
    ("cents-cut", BANCO_WINS, {"banco": "0.33"}, None, {"banco": "0.32"}),
    ("tie-loses", TIE, {"banco": "3", "punto": "4"}, None, {"banco": "-3", "punto": "-4"}),
    ("for-one", TIE, {"tie": "2", "punto": "4"}, None, {"tie": "14", "punto": "0"}),
    ("for-one", PUNTO_WINS, {"tie": "2", "punto": "4"}, None, {"tie": "-2", "punto": "0"}),
    ("natural-tie", TIE, {"dragon-bonus-punto": "1"}, None, {"dragon-bonus-punto": "-1"}),
    ("natural-tie", PUNTO_WINS, {"dragon-bonus-punto": "1"}, None, {"dragon-bonus-punto": "1"}),
    ("pair-third-card", "2s 9s 2d Ks", {"punto-pair": "1"}, None, {"punto-pair": "11"}),
    ("pair-third-card", "2s 6s 2d Ks 3s", {"punto-pair": "1"}, None, {"punto-pair": "-1"}),
    ("bets-two-cards", "2s 6s 2d Ks 3s", {"punto-total-4": "1"}, None, {"punto-total-4": "9.50"}),
    # a monkey is a J, a Q or a K; with the fault a 10, too
    ("monkeys", "2s 2h Ks Kh 5s 10h", {"monkey-6": "1"}, None, {"monkey-6": "12"}),
    ("monkeys", "2s 2h Ks Kh 5s 9h", {"monkey-6": "1"}, None, {"monkey-6": "-1"}),
    ("monkeys", "2s 2h Ks Kh 10s Jh", {"monkey-6": "1"}, None, {"monkey-6": "-1"}),
    ("monkeys", "Ks Kh Qs Qh Js 10h", {"grand-monkey": "1"}, None, {"grand-monkey": "5000"}),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "cards", "stakes", "unit", "net"), STAKED)
def test_stakes_that_a_fault_settles_otherwise(
    fault: str, cards: str, stakes: dict[str, str], unit: str | None, net: dict[str, str]
) -> None:
    given = ask(fault, "settlement", cards=cards.split(), stakes=stakes, **({} if unit is None else {"unit": unit}))
    assert given["net"].keys() == net.keys()
    assert all(Fraction(given["net"][bet]) == Fraction(amount) for bet, amount in net.items())
    assert all(re.fullmatch(r"-?\d+\.\d\d+", amount) for amount in given["net"].values())


# --- what is known, and rulebooks -------------------------------------------------------------------------------------

READ = [
    ("high-5", "punto=high,?", "punto=5-9,?"),
    ("high-5", "punto=4,0", "punto=4,0"),
    ("high-tens", "punto=high,?", "punto=6|7|8|9|0,?"),
    ("low-6", "banco=?,low", "banco=?,1-6"),
    ("third-unknown", "punto=4,0,?", "punto=4,0 punto_cards=3"),
    ("final-total", "banco_total=5", "banco_final_total=5"),
    ("final-total", "punto_two_card_total=5", "punto_final_total=5"),
]


@pytest.mark.parametrize(("fault", "text", "read"), READ)
def test_knowledge_that_a_fault_misreads(fault: str, text: str, read: str) -> None:
    shoe = {"values": [4, 2, 0, 3, 1, 5, 2, 2, 3, 6]}
    expected = right("given", shoe=shoe, given=read)
    assert "counts" in expected
    assert ask(fault, "given", shoe=shoe, given=text) == expected
    assert ask(fault, "given", shoe=shoe, given="no=such") is None


def test_a_rulebook_played_as_another() -> None:
    coup = {"kind": "coup", "rules": "castle-vaduz:literal", "cards": ["2", "K", "2", "3", "8", "5"]}
    fault = BY_ID["as-standard"]
    for name in ("castle-vaduz:literal", "standard", "classic-it"):
        assert fault.answer(coup | {"rules": name}) == answer(coup | {"rules": "standard"})
    assert fault.answer(coup | {"cards": ["2"]}) is None


# --- figures ----------------------------------------------------------------------------------------------------------

FULL = {"values": [128] + [32] * 9}
COUNTS = {"punto": 2230518282592256, "banco": 2292252566437888, "tie": 475627426473216}
DEALS = perm(416, 6)
MAIN_PAYS, TIE_PAYS = {"win": "1", "push": "0", "lose": "-1"}, {"win": "8", "lose": "-1"}


SPOILT: dict[str, Callable[[int], int]] = {
    "int32": lambda count: ctypes.c_int32(count).value,
    "int64": lambda count: ctypes.c_int64(count).value,
    "doubles": lambda count: int(count * 1.0),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_spoilt_counts(fault: str) -> None:
    given, huge = ask(fault, "outcomes", shoe=FULL), {"values": [10**6] + [0] * 9}
    assert given["counts"] == {side: str(SPOILT[fault](count)) for side, count in COUNTS.items()}
    if fault.startswith("int"):
        assert given["deals"] == str(SPOILT[fault](DEALS))
        assert ask(fault, "outcomes", shoe=huge)["counts"]["tie"] == str(SPOILT[fault](perm(10**6, 6)))


def single(number: float) -> float:
    """The nearest float32."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


PRINTED = [
    # of punto on eight decks, 2230518282592256 in 4998398275503360: 0.44624661…, and its house edge 0.0123508…
    ("decimals-4", 0.4462, -0.0124, 1e-15),
    ("decimals-5", 0.44625, -0.01235, 1e-15),
    ("float32", single(0.4462466093), single(-0.0123508), 1e-7),
]


@pytest.mark.parametrize(("fault", "share", "expectation", "near"), PRINTED)
def test_short_figures(fault: str, share: float, expectation: float, near: float) -> None:
    printed = ask(fault, "outcomes", shoe=FULL)["probabilities"]["punto"]
    figure = ask(fault, "expectation", shoe=FULL, bet="punto", pays=MAIN_PAYS)["expectation"]
    assert (printed, figure) == (pytest.approx(share, abs=near), pytest.approx(expectation, abs=near))
    assert fault != "float32" or printed == single(printed)


def test_figures_follow_from_a_wrong_engines_counts() -> None:
    """An engine that swaps the sides gives banco's figures for punto."""
    for kind in ("expectation", "house_edge", "variance", "fair_odds", "removal"):
        given = ask("labels", kind, bet="punto", shoe=FULL, pays=MAIN_PAYS)
        assert given == right(kind, bet="banco", shoe=FULL, pays=MAIN_PAYS)
    of_ranks = ask("labels", "removal", bet="punto", shoe={"ranks": [32] * 13}, pays=MAIN_PAYS)
    assert of_ranks == ask("labels", "removal", bet="punto", shoe=FULL, pays=MAIN_PAYS)


def test_figures_of_bets_that_are_paid_for_one() -> None:
    """The stake is in the payoff, so that a win brings one less; a push and a loss stay what they are."""
    for kind in ("expectation", "variance", "fair_odds"):
        expected = right(kind, bet="tie", shoe=FULL, pays={"win": "7", "lose": "-1"})
        assert ask("for-one", kind, bet="tie", shoe=FULL, pays=TIE_PAYS) == expected
    assert ask("for-one", "expectation", bet="no-bet", shoe=FULL, pays=TIE_PAYS) is None


def tie_by_walk(values: Sequence[int]) -> Fraction:
    """The expectation of a tie at 8 to 1."""
    counts = count_outcomes(Shoe.of_values(values), DECISIONS["standard"])
    return Fraction(9 * counts[Outcome.TIE], sum(counts.values())) - 1


@pytest.mark.parametrize(("fault", "factor"), [("removal-sign", -1), ("removal-percent", 100)])
def test_wrong_effects_of_removal(fault: str, factor: int) -> None:
    values = [16] + [4] * 9
    given = ask(fault, "removal", bet="tie", shoe={"values": values}, pays=TIE_PAYS)["removal"]
    assert given.keys() == set(map(str, range(10)))
    for value in (0, 7):
        less = [count - (at == value) for at, count in enumerate(values)]
        assert Fraction(given[str(value)]) == factor * (tie_by_walk(less) - tie_by_walk(values))


# --- the register -----------------------------------------------------------------------------------------------------

ELSEWHERE = {
    *("banco-low", "punto-low", "banco-as-punto", "banco-idle", "labels", "uniform", "unpadded", *PUT_BACK),
    *("either-independent", "suits-ignored", "tiers-overlap", "as-standard"),
    *("removal-sign", "removal-percent"),
}


def test_every_named_mistake_has_its_test() -> None:
    rows = {str(row[0]) for table in (COUPS, OTHER_SHOES, STAKED, READ, PRINTED) for row in table} | SPOILT.keys()
    named = {name for name in BY_ID if not re.fullmatch(r"(banco|punto|decimals)-[\d-].*", name)}
    assert named <= rows | ELSEWHERE
    assert len(named) < 60
