"""The register of faults: engines with each of them, what the vectors and the smoke set catch, and the causes that are named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import COSTLY, shoes

from exact.arithmetic import ordered_deals
from exact.bets.bet import parse_bets
from exact.conformance.vectors.dealing import REMOVALS, Dealing
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.faults.dealing_faults import dealing_faults
from exact.conformance.vectors.faults.explain import Cause, explain
from exact.conformance.vectors.faults.fault import Fault
from exact.conformance.vectors.faults.other_faults import figure_faults
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.small_engine import SmallEngine
from exact.conformance.vectors.smoke import MAX_CARDS, REFUSED, Shown, forms_of, hitting_set, is_killed, smallest
from exact.conformance.vectors.vector_set import Vector, load_set
from exact.game.cards import Granularity
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules.named import standard_tableau

VECTORS = load_set().vectors
SMOKE = load_set(smoke=True).vectors
RIGHT = SmallEngine()
BY_ID = {fault.id: fault for fault in faults()}
ORDERS = ("order-sides", "order-banco-first", "order-sixth")
Json = dict[str, Any]

KINDS = (
    "outcomes",
    "bet",
    "coup",
    "settlement",
    "given",
    "expectation",
    "house_edge",
    "variance",
    "fair_odds",
    "removal",
)


def kind_of(vector: Vector) -> str:
    return REFUSED if "error" in vector.expected else str(vector.request["kind"])


@cache
def of_kind(kind: str) -> list[Vector]:
    return [vector for vector in VECTORS if kind_of(vector) == kind]


ASKED_FOR = {
    "looks-total": "banco looks at punto's total instead of its third card",
    "banco-low": "banco stands on 0, 1 and 2",
    "natural-punto": "punto's natural does not stop banco",
    "natural-banco": "banco's natural does not stop punto",
    "natural-banco-8": "banco's 8 does not stop punto",
    "natural-own": "a natural stops only the side that has it",
    "third-ten": "a third card 10 is read as 1",
    "raw": "totals are not taken modulo ten before the rules",
    "uniform": "a rank is drawn uniformly instead of a card",
    "one-card": "one card is dealt to each side at first",
    "replacement": "dealt cards do not leave the shoe",
    "fifth": "the fifth card is drawn with replacement",
    "sixth": "the sixth card is drawn with replacement",
    "fifth-and-sixth": "the fifth and the sixth card are drawn with replacement",
    "labels": "the labels of the sides are swapped",
    "less-one": "the shoe has 13 × 4 × decks cards less one: the last king is missing",
    "natural-three": "a total of 8 or 9 with three cards is treated as a natural: banco does not draw",
    "float32": "probabilities are kept in float32",
    "int32": "counts overflow int32",
    "int64": "counts overflow int64",
    "doubles": "counts are doubles, which are exact only to 2^53",
    "unpadded-five": "padding is forgotten on coups of five cards",
    "padded-five": "coups of five cards are padded with N − 4, not with N − 5",
    "padded-five-next": "coups of five cards are padded with N − 6, not with N − 5",
    "either-singletons": "either pair skips ranks with one card left",
    "decimals-cut-4": "figures are cut to 4 decimals",
    "digits-cut-9": "figures are cut to 9 significant digits",
    "counts-rounded-13": "counts are rounded to 13 digits",
    "counts-rounded-15": "counts are rounded to 15 digits",
    "cents-cut": "commission is cut to cents where no unit is given",
    "high-5": "«high» is read as 5 to 9",
    "third-unknown": "«?» as a third card is taken to mean that there is one",
    "either-independent": "either pair is priced with 2p − p²",
    "natural-tie": "a natural tie loses dragon bonus",
    "monkeys": "tens count as monkeys",
    "tie-loses-banco": "banco's stake is lost on a tie",
    "for-one": "bets are paid «for one» instead of «to one»",
    "pair-third-card": "a pair loses if its side draws a third card",
    "tiers-overlap": "a tier contains the tiers above it, such as perfect in both pairs",
    "removal-sign": "effects of removal have the sign of the house edge, not of the expectation",
    "removal-percent": "effects of removal are given in percent",
    "removal-rank": "four cards of the value are removed instead of one",
    "removal-tens": "a 10, a J, a Q and a K are removed together",
    "removal-deals": "the figures after the removal are divided by the deals before it",
    "banco-row-6-stands": "banco always stands on 6",
    "banco-column-7-stands": "banco stands against 7, whatever its total",
}


@pytest.mark.parametrize(("fault", "words"), ASKED_FOR.items())
def test_the_register_has_the_faults_that_people_make(fault: str, words: str) -> None:
    assert str(BY_ID[fault].words) == words


def test_every_cell_has_its_fault_and_every_fault_its_own_words() -> None:
    cells = [
        name
        for name in BY_ID
        if name.startswith("banco-") and name.split("-")[1].isdigit() and len(name.split("-")) == 3
    ]
    assert len(cells) == 8 * 11
    assert len(BY_ID) == len(faults())
    words = [str(fault.words) for fault in faults() if fault.exact]
    assert len(set(words)) == len(words)


def test_every_neighbour_is_read_instead_of_every_row_and_column() -> None:
    """In a tableau of which no two rows, and no two columns, are alike; so none of the faults is the same as another."""
    rows = [
        "DSSDDSDSSDD",
        "SDSDSSDDSDS",
        "DDSSDSSDDSS",
        "SSDDSDSDSSD",
        "DSDSSDDSDDS",
        "SDDSDDSSSDD",
        "DDDSSSDDSSD",
        "SSSDDDSSDDS",
    ]
    ids = {fault.id for fault in dealing_faults(standard_tableau()._replace(matrix=tuple(rows)))}
    assert {name for name in ids if re.fullmatch(r".*-\d-as-\d", name)} == {
        *(f"banco-{total}-as-{other}" for total in range(8) for other in (total - 1, total + 1) if 0 <= other <= 7),
        *(f"against-{third}-as-{other}" for third in range(10) for other in (third - 1, third + 1) if 0 <= other <= 9),
    }
    assert {name for name in ids if re.fullmatch("(rows|columns)-.*", name)} == {
        "rows-1",
        "rows--1",
        "columns-1",
        "columns--1",
    }


@pytest.mark.parametrize("values", [[4000] * 10, [500] * 9 + [40_000], [1600] + [0] * 9])
def test_the_small_engine_where_four_cards_have_more_orders_than_64_bits_hold(values: list[int]) -> None:
    counts = RIGHT.counts(Granularity.VALUES, values)
    assert counts == list(count_outcomes(Shoe.of_values(values), DECISIONS["standard"]).values())


def test_a_fault_of_counts_or_of_shares_alone_answers_with_them() -> None:
    request = {"kind": "outcomes", "rules": "standard", "shoe": {"values": [16, 4, 4, 4, 4, 4, 4, 4, 4, 4]}}
    for fault in figure_faults():
        given = fault.answer(request)
        assert given is not None
        assert (fault.exact, fault.floating) == ("counts" in given, "probabilities" in given), fault.id


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["outcomes", "bet", "coup", "settlement"])
def test_the_small_engine_is_right(kind: str) -> None:
    """Before anything is changed: so an engine with a fault errs by this fault, and by nothing else."""
    answered = 0
    for vector in of_kind(kind):
        given = RIGHT.answer(vector.request)
        assert given in (None, vector.expected), vector.id
        answered += given is not None
    assert answered >= 60


# --- dealing, by brute force ------------------------------------------------------------------------------------------


def by_brute_force(dealing: Dealing, removal: str, cards: Sequence[int]) -> dict[tuple[int, int], Fraction]:
    """The law of the final totals, dealt card by card; a replaced card is any card of the whole shoe."""
    law: dict[tuple[int, int], Fraction] = {}
    every = range(len(cards))

    def pool(position: int, dealt: tuple[int, ...]) -> list[int]:
        whole = {"fifth-replaced": (4,), "sixth-replaced": (5,), "fifth-and-sixth-replaced": (4, 5), "replaced": every}
        if position in whole.get(removal, ()):
            return list(every)
        gone = dealt[:4] if removal in ("fifth-kept", "fifth-replaced") and position == 5 else dealt
        return [card for card in every if card not in gone]

    def deal(dealt: tuple[int, ...], chance: Fraction) -> None:
        if len(dealt) == 6:
            values = tuple(cards[card] for card in dealt)
            punto, banco, _ = dealing.hands(values)
            totals = tuple(dealing.total([values[at] for at in hand]) for hand in (punto, banco))
            law[totals[0], totals[1]] = law.get((totals[0], totals[1]), Fraction(0)) + chance
            return
        left = pool(len(dealt), dealt)
        for card in left:
            deal((*dealt, card), chance / len(left))

    for first in [()] if removal == "replaced" else permutations(every, 4):
        ways = Fraction(1)
        for taken in range(len(first)):
            ways /= len(cards) - taken
        deal(first, ways)
    return law


GONE: dict[str, tuple[int, int]] = {
    # how many of the six cards are gone when the fifth and the sixth are drawn
    "right": (4, 5),
    "replaced": (0, 0),
    "fifth-and-sixth-replaced": (0, 0),
    "fifth-replaced": (0, 4),
    "sixth-replaced": (4, 0),
    "fifth-kept": (4, 4),
}


@pytest.mark.parametrize("removal", REMOVALS)
def test_which_cards_leave_a_small_shoe(removal: str) -> None:
    """Every sequence of six values, with the ways to deal it."""
    held = {0: 4, 3: 2, 5: 1}
    expected = Counter[str]()
    for values in product(held, repeat=6):
        gone = [0] * 4 if removal == "replaced" else [0, 1, 2, 3]
        ways = prod(held[v] - values[:n].count(v) for v, n in zip(values, (*gone, *GONE[removal]), strict=True))
        if ways > 0:
            punto, banco, _ = Dealing().hands(values)
            mine, other = (sum(values[at] for at in hand) % 10 for hand in (punto, banco))
            expected["tie" if mine == other else "punto" if mine > other else "banco"] += ways
    counts = SmallEngine(removal=removal).counts(Granularity.VALUES, [held.get(value, 0) for value in range(10)])
    assert dict(zip(("punto", "banco", "tie"), counts, strict=True)) == expected


SHOES = ((8, 9, 2, 5, 0, 6, 1), (5, 0, 0, 3, 8, 4, 6))


@pytest.mark.slow
@pytest.mark.parametrize("removal", [removal for removal in REMOVALS if removal != "replaced"])
def test_cards_that_do_not_leave_the_shoe_by_brute_force(removal: str) -> None:
    for cards in SHOES:
        check_law(Dealing(), removal, cards)


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        "looks-total",
        "looks-two-always",
        "natural-banco-8",
        "natural-three",
        "raw",
        "raw-tens-natural",
        "ten-as-10",
        "one-card",
        "third-zero",
        "order-sixth",
        "natural-7",
        "rows-1",
    ],
)
def test_faults_in_dealing_by_brute_force(fault: str) -> None:
    dealing = next(each.engine.dealing for each in dealing_faults(standard_tableau()) if each.id == fault)
    for cards in SHOES:
        check_law(dealing, "right", cards)


def check_law(dealing: Dealing, removal: str, cards: Sequence[int]) -> None:
    table = SmallEngine(dealing, removal=removal).finals(
        Granularity.VALUES, [cards.count(value) for value in range(10)]
    )
    law = by_brute_force(dealing, removal, cards)
    whole = int(table.sum())
    assert {(p, b): Fraction(int(table[p, b]), whole) for p in range(11) for b in range(11) if table[p, b]} == law


@pytest.mark.parametrize("fault", ["raw-tens-natural", "ten-as-10", "third-ten"])
@pytest.mark.parametrize("granularity", [Granularity.RANKS, Granularity.CARDS])
def test_a_ten_told_apart_is_no_card_more(fault: str, granularity: Granularity) -> None:
    engine = next(each.engine for each in dealing_faults(standard_tableau()) if each.id == fault)
    held = [1 + (5 * card) % 3 for card in range(granularity)]
    assert sum(engine.counts(granularity, held)) == ordered_deals(sum(held))


@pytest.mark.slow
@pytest.mark.parametrize("name", ORDERS)
def test_an_order_of_dealing_changes_no_count(name: str) -> None:
    """Exactly the same counts, not only the same shares, on every shoe of the set; only coups show it."""
    for kind in ("outcomes", "bet"):
        for vector in of_kind(kind):
            quick = BY_ID[name].quick
            assert quick is not None
            assert quick(vector.request) in (None, vector.expected)


# --- effects of removal ----------------------------------------------------------------------------------------------


def expectation_by_walk(values: Sequence[int]) -> Fraction:
    """That of punto."""
    counts = count_outcomes(Shoe.of_values(values), DECISIONS["standard"])
    return Fraction(counts[Outcome.PUNTO] - counts[Outcome.BANCO], sum(counts.values()))


VALUES = [16, 4, 4, 4, 4, 4, 4, 4, 5, 4]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "removed"), [("removal-added", -1), ("removal-rank", 4), ("removal-tens", 4), ("removal-all", 16)]
)
def test_wrong_removals_by_the_walk(fault: str, removed: int) -> None:
    """The effect of so many cards worth 0 on the bet on punto."""
    request = {"kind": "removal", "bet": "punto", "rules": "standard", "shoe": {"values": VALUES}}
    given = BY_ID[fault].answer(request | {"pays": {"win": "1", "push": "0", "lose": "-1"}})
    assert given is not None
    less = [VALUES[0] - removed, *VALUES[1:]]
    assert Fraction(given["removal"]["0"]) == expectation_by_walk(less) - expectation_by_walk(VALUES)


@pytest.mark.slow
def test_a_wrong_tableau_shows_in_effects_of_removal() -> None:
    request = {"kind": "removal", "bet": "punto", "rules": "standard", "shoe": {"values": VALUES}}
    request["pays"] = {"win": "1", "push": "0", "lose": "-1"}
    same = [
        name
        for name in BY_ID
        if name.startswith(("banco-", "punto-")) and BY_ID[name].answer(request) == answer(request)
    ]
    assert same == []


# --- the smoke set ----------------------------------------------------------------------------------------------------


def is_precise(name: str) -> bool:
    """Whether figures that are rounded so have the nine digits required: nothing is wrong with them."""
    word, _, digits = name.rpartition("-")
    least = {"digits": 9, "digits-cut": 10}
    return word in least and int(digits) >= least[word]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, REFUSED])
def test_the_smoke_set_is_minimal_and_shows_every_fault(kind: str) -> None:
    """In every kind, for shoes of every form: the integer program is solved anew, and its optimum is as large as the set."""
    usable = [vector for vector in of_kind(kind) if cards_of(vector) <= MAX_CARDS]
    smoke = [vector.id for vector in SMOKE if kind_of(vector) == kind]
    optimum, shown = smallest(usable)
    assert len(optimum) == len(smoke)
    ids = [vector.id for vector in usable]
    state = Shown(usable)
    assert state.missed([ids.index(name) for name in smoke]) == []
    assert shown or kind == REFUSED


@pytest.mark.slow
def test_every_fault_shows_in_the_smoke_set() -> None:
    hidden = [
        name for name in BY_ID if not is_precise(name) and not any(is_killed(BY_ID[name], vector) for vector in SMOKE)
    ]
    assert hidden == []


def cards_of(vector: Vector) -> int:
    shoe: Any = vector.request.get("shoe")
    counts: Any = next(iter(shoe.values()), []) if isinstance(shoe, dict) else []
    return sum(count for count in counts if type(count) is int) if isinstance(counts, list) else 0


@pytest.mark.slow
def test_the_smoke_set_is_small_and_fits_engines_of_every_form() -> None:
    """No huge shoe, so that no right engine fails it; every kind in every form that the whole set has."""
    assert len(SMOKE) < 250
    assert max(map(cards_of, SMOKE)) <= MAX_CARDS
    for kind in KINDS:
        forms = {form for vector in of_kind(kind) if cards_of(vector) <= MAX_CARDS for form in forms_of(vector)}
        assert forms == {form for vector in SMOKE if kind_of(vector) == kind for form in forms_of(vector)}, kind


@pytest.mark.slow
def test_the_smoke_set_shows_wrong_tableaux_in_what_is_known() -> None:
    """A kind that the small engine does not answer, and so no row of the integer program is about."""
    smoke = [vector for vector in of_kind("given") if vector in SMOKE and "values" in vector.request["shoe"]]  # type: ignore[operator]
    for name in ("banco-5-4", "banco-6-6", "punto-5", "banco-low", "banco-3-9", "banco-0-0", "banco-row-6-stands"):
        assert any(BY_ID[name].answer(vector.request) != vector.expected for vector in smoke), name


@pytest.mark.slow
def test_the_fewest_indices_that_hit_every_row() -> None:
    assert hitting_set([[0, 1], [1, 2], [3], [2, 4, 1]], 5) == [1, 3]
    assert hitting_set([[0, 3], [1, 3], [2, 3], [0, 1], [4, 5]], 6) in ([0, 3, 4], [1, 3, 4])


@pytest.mark.slow
@given(st.lists(st.lists(st.integers(0, 8), min_size=1, max_size=3, unique=True), min_size=1, max_size=8))
def test_the_hitting_set_is_minimal_by_trying_all(rows: list[list[int]]) -> None:
    size = len(hitting_set(rows, 9))
    assert any(all(set(row) & set(few) for row in rows) for few in combinations(range(9), size))
    assert not any(all(set(row) & set(few) for row in rows) for few in combinations(range(9), size - 1))


# --- causes -----------------------------------------------------------------------------------------------------------


def put_to(fault: Fault, vectors: Iterable[Vector]) -> tuple[list[tuple[Json, Json]], list[Json]]:
    """The wrong answers of an engine with the fault, with their requests, and the requests that it answers rightly."""
    wrong: list[tuple[Json, Json]] = []
    right: list[Json] = []
    for vector in vectors:
        given = fault.answer(vector.request)
        if given == vector.expected:
            right.append(vector.request)
        elif given is not None:
            given = {name: value for name, value in given.items() if name != "deals"}
            wrong.append((vector.request, given))
    return wrong, right


def named(causes: Iterable[Cause]) -> list[str]:
    return [cause.fault for cause in causes if cause.explains]


FEW = [vector for vector in SMOKE if "error" not in vector.expected]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["looks-total", "banco-5-4", "either-independent", "cents-cut", "high-5", "int64"])
def test_an_engine_with_a_fault_is_told_it(name: str) -> None:
    few = [vector for vector in FEW if kind_of(vector) in ("outcomes", "settlement", "given")]
    pairs = [vector for vector in of_kind("bet") if vector.request["bet"] in ("either-pair", "perfect-pair-both")]
    wrong, right = put_to(BY_ID[name], [*few, *pairs])
    assert wrong
    assert set(named(explain(wrong[:40], right))) == {name}


def unique_faults() -> list[str]:
    """Every fault whose answers no other fault of the register gives, too."""
    return [
        name for name in BY_ID if not name.startswith(("standard-for", "order-", "counts-", "digits-", "decimals-"))
    ]


@pytest.mark.slow
@given(st.sampled_from(unique_faults()))
def test_an_engine_with_any_fault_is_told_it(name: str) -> None:
    """By its wrong answers to the smoke set in the kinds that tell most; nothing is named that does not explain them all."""
    some = [vector for vector in FEW if kind_of(vector) in ("outcomes", "bet", "settlement", "given", "removal")]
    wrong, right = put_to(
        BY_ID[name], [vector for vector in some if is_killed(BY_ID[name], vector) or vector in some[:3]]
    )
    wrong = wrong[:6]
    assert wrong, name
    causes = explain(wrong, right[:6])
    assert name in named(causes), name


def test_a_cell_is_not_taken_for_its_row_or_column() -> None:
    """One coup shows the cell, the row and the column alike; the coups that were right tell them apart."""
    fault = BY_ID["banco-3-4"]
    wrong, right = put_to(fault, of_kind("coup"))
    assert {"banco-3-4", "banco-row-3-stands", "banco-column-4-stands"} <= set(named(explain(wrong)))
    assert named(explain(wrong, right)) == ["banco-3-4"]


@pytest.mark.slow
def test_a_floating_engine_is_explained_too() -> None:
    wrong = []
    for request, answered in put_to(BY_ID["banco-3-8"], of_kind("outcomes")[:30])[0]:
        counts = {name: int(count) for name, count in answered["counts"].items()}
        wrong.append(
            (request, {"id": "x", "probabilities": {name: c / sum(counts.values()) for name, c in counts.items()}})
        )
    assert named(explain(wrong)) == ["banco-3-8"]


def test_doubles_are_known_however_they_were_summed() -> None:
    """A count of about 2^70 that is a double, some units in its last place away from the right one."""
    request = {"kind": "outcomes", "rules": "standard", "shoe": {"values": [640] + [160] * 9}}
    counts = {name: int(count) for name, count in answer(request)["counts"].items()}
    came = {"counts": {name: str(int(float(count) * (1 + 2**-50))) for name, count in counts.items()}}
    assert named(explain([(request, came)])) == ["doubles"]


@pytest.mark.slow
def test_where_nothing_fits_it_says_so_with_what_is_nearest() -> None:
    """Two faults at once: each explains a part of the wrong coups, and neither all of them."""
    coups = of_kind("coup")
    first, second = BY_ID["banco-3-4"], BY_ID["punto-5"]
    wrong = put_to(first, coups)[0] + put_to(second, coups)[0][:2]
    (cause,) = explain(wrong)
    assert not cause.explains
    assert cause.text.startswith(
        "coups: none of the known faults explains this; nearest: punto stands on 5, which explains 2 of "
    )


@pytest.mark.slow
def test_two_bets_with_different_faults_are_told_apart() -> None:
    either = put_to(BY_ID["either-double"], [v for v in of_kind("bet") if v.request["bet"] == "either-pair"])[0]
    bonus = put_to(BY_ID["natural-tie"], [v for v in of_kind("bet") if v.request["bet"] == "dragon-bonus-punto"])[0]
    causes = explain(either[:3] + bonus[:2])
    assert {(cause.subject, cause.fault) for cause in causes if cause.explains} >= {
        ("bet either-pair", "either-double"),
        ("bet dragon-bonus-punto", "natural-tie"),
    }


def test_a_bet_of_the_engines_own_that_counts_pairs_twice_is_told_it() -> None:
    """The tier «both pairs» contains «perfect», as in a public engine, and «one» contains neither."""
    text = """
name = "my-pairs"
category = [
    { name = "perfect", when = "punto_perfect_pair and banco_perfect_pair", pays = 200 },
    { name = "both", when = "punto_pair and banco_pair", pays = 20 },
    { name = "one", when = "punto_pair or banco_pair", pays = 4 },
]
"""
    own = {bet.name: bet for bet in parse_bets(text, "my-pairs.toml")}
    request = {"kind": "bet", "bet": "my-pairs", "rules": "standard", "shoe": {"cards": [8] * 52}}
    right = {name: int(count) for name, count in answer(request, own)["counts"].items()}
    came = {"counts": {name: str(count + (right["perfect"] if name == "both" else 0)) for name, count in right.items()}}
    assert named(explain([(request, came)], own_bets=own)) == ["tiers-overlap"]
    came["counts"]["one"] = str(right["one"] + right["both"] + right["perfect"])
    assert named(explain([(request, came)], own_bets=own)) == ["tiers-overlap"]
    came["counts"]["both"] = "1"
    assert named(explain([(request, came)], own_bets=own)) == []


@pytest.mark.slow
def test_a_fault_that_leaves_the_answer_right_explains_no_digit_that_is_wrong() -> None:
    """A misprint in the fifth decimal, and figures of which the tenth decimal is cut: the right answers are as near."""
    seven = {"kind": "outcomes", "rules": "standard", "shoe": {"values": [112] + [28] * 9}}
    misprint = {"probabilities": {"punto": 0.446260, "banco": 0.458612, "tie": 0.095118}}
    (cause,) = explain([(seven, misprint)], tolerance=Fraction(1, 10**5))
    assert cause.text == "outcomes: none of the known faults explains this"
    pairs = [(asked, cut_to_nine(asked)) for asked in (vector.request for vector in of_kind("outcomes")[:20])]
    assert named(explain(pairs)) == ["decimals-cut-9"]


def cut_to_nine(request: Json) -> Json:
    counts = {name: int(count) for name, count in answer(request)["counts"].items()}
    return {"probabilities": {name: count * 10**9 // sum(counts.values()) / 10**9 for name, count in counts.items()}}


def test_nothing_is_explained_by_guessing() -> None:
    request = {"kind": "outcomes", "rules": "standard", "shoe": {"values": [2] * 10}}
    assert explain([]) == []
    (cause,) = explain([(request, {"counts": {"punto": "1", "banco": "2", "tie": "3"}})])
    assert not cause.explains
    assert cause.text == "outcomes: none of the known faults explains this"
    assert explain([(request, {"error": "no"}), ({}, {"error": "no"})]) == []


@COSTLY
@given(shoes(Granularity.CARDS, st.integers(0, 6)))
def test_the_small_engine_on_any_shoe(shoe: Shoe) -> None:
    cards = list(shoe.counts)
    request: Json = {"kind": "outcomes", "rules": "standard", "shoe": {"cards": cards}}
    assert RIGHT.answer(request) == answer(request)
    for bet in ("punto", "banco", "tie", "either-pair", "perfect-pair-both", "banco-suited-pair", "punto-pair"):
        request = {"kind": "bet", "bet": bet, "rules": "standard", "shoe": {"cards": cards}}
        assert RIGHT.answer(request) == answer(request), bet
