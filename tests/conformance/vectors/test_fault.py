"""What wrong engines are made of, one part at a time; `test_each_fault` asks the engines of the register."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exact.bets.catalogue import catalogue
from exact.conformance.vectors.dealing import Dealing
from exact.conformance.vectors.faults.fault import overlapping, remember, right_answer
from exact.conformance.vectors.faults.priced import priced
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.small_engine import SmallEngine
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes


def test_a_remembered_answer_is_not_computed_again() -> None:
    """A request that nothing could answer otherwise."""
    request, told = {"kind": "outcomes", "told": "before"}, {"counts": {"punto": "1"}}
    remember([(request, told)])
    assert right_answer(request) == told
    assert right_answer({**request, "told": "never"}) == {
        "error": "shoe: None must be an object with one of values, ranks, cards"
    }


def test_amounts_have_two_decimals_under_a_fault_too() -> None:
    """A natural tie, 9 to 9, and stakes on which each fault errs; as in a right answer."""
    request = {"kind": "settlement", "rules": "standard", "cards": ["9", "9", "K", "K"]}
    by_id = {fault.id: fault for fault in faults()}
    for fault, bet, net in (
        ("natural-tie", "dragon-bonus-punto", "-1.00"),
        ("for-one", "tie", "7.00"),
        ("tie-loses-banco", "banco", "-1.00"),
    ):
        assert by_id[fault].answer({**request, "stakes": {bet: "1"}}) == {"net": {bet: net}}


def test_an_engine_that_counts_twice_is_silent_where_nothing_is_to_count() -> None:
    """A bet on five cards, which are no coup; and where its own engine is silent."""
    request: dict[str, Any] = {
        "kind": "bet", "bet": "tie", "rules": "standard", "shoe": {"values": [5, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
    }  # fmt: skip
    assert "error" in right_answer(request)
    assert overlapping(catalogue(), right_answer)(request) is None
    enough = {**request, "shoe": {"values": [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}
    assert overlapping(catalogue(), lambda _: None)(enough) is None
    given = overlapping(catalogue(), right_answer)(enough)
    assert given is not None
    assert given["counts"]["win"] == "720"  # six tens: every deal is a tie, 6!


def test_the_quick_engine_of_a_fault_answers_outcomes_as_the_other_does() -> None:
    """No outcome needs a bet compiled anew, so the two differ in none; where a fault has one engine, it is both."""
    request: dict[str, Any] = {"kind": "outcomes", "rules": "standard", "shoe": {"values": [1] * 10}}
    answered = [fault.answer(request) for fault in faults()]
    assert [fault.quick and fault.quick(request) for fault in faults()] == answered
    assert sum(given is not None for given in answered) > len(answered) / 4


@pytest.mark.parametrize(
    ("counted", "figures"),
    [
        ({"counts": {"win": "1", "lose": "3"}}, ("5/4", "-5/4", "243/16", "3")),
        ({"probabilities": {"win": 0.25, "lose": 0.5}}, ("3/2", "-3/2", "57/4", "2")),
        ({"counts": {"win": "1", "lose": "3"}, "deals": "8"}, ("5/8", "-5/8", "511/64", "3")),
        ({"counts": {"win": "0", "lose": "3"}}, ("-1", "1", "0", None)),
        ({"counts": {"lose": "3"}}, ("-1", "1", "0", None)),
        ({"counts": {"win": "0", "lose": "0"}}, ("0", "0", "0", None)),
        ({"net": {}}, (None,) * 4),
        ({}, (None,) * 4),
        (None, (None,) * 4),
    ],
)
def test_figures_of_what_a_wrong_engine_counts(counted: Any, figures: tuple[str | None, ...]) -> None:
    """By hand, at 8 to 1. What it does not count never happens; it may divide by another number than the sum."""
    pays = {"win": "8", "half": "-1/2", "lose": "-1"}
    for kind, figure in zip(("expectation", "house_edge", "variance", "fair_odds"), figures, strict=True):
        given = priced(lambda asked: counted if asked["kind"] == "bet" else None, {"kind": kind, "pays": pays})
        assert given == (None if figure is None else {kind: figure}), kind
        assert priced(lambda _: counted, {"kind": kind}) is None


@pytest.mark.parametrize("pays", [{"win": "1", "half": "1/2", "lose": "-1"}, {"lose": "-1"}, {"win": "0"}])
def test_no_fair_odds_for_more_or_less_than_one_win(pays: dict[str, str]) -> None:
    counted = {"counts": {"win": "1", "half": "1", "lose": "2"}}
    assert priced(lambda _: counted, {"kind": "fair_odds", "pays": pays}) is None


def test_a_small_engine_that_errs_on_one_pair_is_right_on_the_others() -> None:
    """Also where the fault would show: in six cards with three of one rank, no two pairs are independent."""
    wrong, right = SmallEngine(pairs="independent", faulty_pairs=frozenset({"either-pair"})), SmallEngine()
    request: dict[str, Any] = {"kind": "bet", "rules": "standard", "shoe": {"ranks": [3, 1, 1, 1, *[0] * 9]}}
    for bet, same in (("punto-pair", True), ("banco-pair", True), ("either-pair", False)):
        given = wrong.answer({**request, "bet": bet})
        assert given is not None
        assert (given == right.answer({**request, "bet": bet})) is same
    assert wrong.answer({**request, "bet": "dragon-7"}) is None
    # 3 · 2 ordered pairs of 6 · 5 are one in five: 144 of 720 deals for a side, and never both
    assert right.answer({**request, "bet": "punto-pair"}) == {"counts": {"win": "144", "lose": "576"}}
    assert right.answer({**request, "bet": "either-pair"}) == {"counts": {"win": "288", "lose": "432"}}


def test_a_small_engine_in_which_a_side_loses_on_a_tie() -> None:
    """The ties are among the losses, and no coup is a push; the other side and the tie are as they are, by the walk."""
    values = [3, 1, 0, 2, 1, 0, 1, 1, 2, 1]
    walked = count_outcomes(Shoe.of_values(values), DECISIONS["standard"])
    punto, banco, tie = (walked[outcome] for outcome in (Outcome.PUNTO, Outcome.BANCO, Outcome.TIE))
    engine = SmallEngine(lost_on_tie=frozenset({"banco"}))
    for bet, counts in (
        ("banco", {"win": banco, "push": 0, "lose": punto + tie}),
        ("punto", {"win": punto, "push": tie, "lose": banco}),
        ("tie", {"win": tie, "lose": punto + banco}),
    ):
        given = engine.answer({"kind": "bet", "rules": "standard", "bet": bet, "shoe": {"values": values}})
        assert given == {"counts": {name: str(count) for name, count in counts.items()}}, bet


def test_an_engine_that_misreads_tens_is_right_where_it_knows_none() -> None:
    """A shoe described by value has tens for all it knows; one by rank may have kings instead."""
    wrong, right = SmallEngine(Dealing(pairing="third-ten")), SmallEngine()
    kings, tens = [2] * 9 + [0, 0, 0, 3], [2] * 9 + [3, 0, 0, 0]
    for shoe, same in (({"values": [3] + [2] * 9}, True), ({"ranks": kings}, True), ({"ranks": tens}, False)):
        request = {"kind": "outcomes", "rules": "standard", "shoe": shoe}
        given = right.answer(request)
        assert given == right.answer({**request, "shoe": {"values": [3] + [2] * 9}})
        assert (wrong.answer(request) == given) is same, shoe


def test_effects_of_removal_from_seven_cards() -> None:
    """Six are left, which is enough for a coup; the chances of a tie by the walk."""
    request: dict[str, Any] = {
        "kind": "removal", "rules": "standard", "bet": "tie", "pays": {"win": "8", "lose": "-1"}
    }  # fmt: skip
    values = [6, 1, 0, 0, 0, 0, 0, 0, 0, 0]

    def chance(shoe: list[int]) -> Fraction:
        counts = count_outcomes(Shoe.of_values(shoe), DECISIONS["standard"])
        return Fraction(counts[Outcome.TIE], sum(counts.values()))

    (fault,) = [fault for fault in faults() if fault.id == "removal-chance"]
    given = fault.answer({**request, "shoe": {"values": values}})
    assert given is not None
    less = ([5, *values[1:]], [6, 0, *values[2:]])
    assert {value: Fraction(effect) for value, effect in given["removal"].items()} == {
        str(value): chance(shoe) - chance(values) for value, shoe in enumerate(less)
    }
