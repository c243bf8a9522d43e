"""exact verify on stand-ins for public engines: each gets the verdict that its author would sign."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from support.stand_ins import StandIn, printing, refusing, right_answer

from exact.arithmetic import decimal_text
from exact.bets.bet import parse_bets
from exact.conformance.comparison import FAULT, KINDS, REFUSED, WRONG
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import VectorSet, load_set
from exact.conformance.verify.report import headline_of, report
from exact.conformance.verify.runner import explain_failures, verify_asking
from exact.conformance.verify.verification import EngineVerdict, Precision, Verification
from exact.report.data import json_of
from exact.report.render import render_text, tables_of

MAIN: dict[str, Any] = {"kinds": ["outcomes", "bet"], "bets": ["punto", "banco", "tie"], "granularity": "values"}
PRINTED: dict[str, Any] = {**MAIN, "kinds": ["outcomes", "bet", "expectation", "house_edge", "variance"]}


@cache
def vectors() -> VectorSet:
    return load_set()


NINE_DIGITS = Precision()


def verified(engine: StandIn, precision: Precision = NINE_DIGITS, bad_requests: bool = True) -> Verification:
    return verify_asking(engine, vectors(), precision, bad_requests)


def tallies(of: Verification) -> tuple[int, int, int]:
    return of.ways[WRONG], of.ways[REFUSED], of.ways[FAULT]


# --- the domain ------------------------------------------------------------------------------------------------------


def by_decks(request: dict[str, Any]) -> dict[str, Any]:
    """An engine whose only parameter is the number of decks, 1 to 8: it can express no other shoe."""
    ((granularity, counts),) = request["shoe"].items()
    decks = counts[1] // {"values": 4, "ranks": 4, "cards": 1}[granularity]
    assert 1 <= decks <= 8
    assert (
        counts
        == {"values": [16 * decks] + [4 * decks] * 9, "ranks": [4 * decks] * 13, "cards": [decks] * 52}[granularity]
    )
    return right_answer(request)


@pytest.mark.slow
@pytest.mark.parametrize("granularity", [["values"], ["ranks"], ["cards"], "cards"], ids=str)
def test_an_engine_of_whole_decks_is_asked_all_of_one_to_eight_in_its_granularity(granularity: Any) -> None:
    engine = StandIn(by_decks, **MAIN | {"granularity": granularity}, decks=[1, 8], shoes="whole-decks")
    of = verified(engine)
    assert (of.verdict, tallies(of)) == (EngineVerdict.CONFORMS, (0, 0, 0))
    cards = {sum(next(iter(dict(request["shoe"]).values()))) for request in engine.asked}  # type: ignore[call-overload]
    assert cards == {52 * decks for decks in range(1, 9)}
    if isinstance(granularity, list):
        assert {next(iter(dict[str, Any](request)["shoe"])) for request in engine.asked} == set(granularity)
    of_domain = json_of(report("verify-engine", of, vectors()))["domain"]
    assert (of_domain["decks"], of_domain["shoes"]) == ([1, 8], "whole-decks")
    share = 100 * len(engine.asked) / len(vectors().vectors)
    asked = len(engine.asked)
    by = f", by {granularity[0]}" if isinstance(granularity, list) else ""
    assert headline_of(of) == (
        f"conforms on {asked} of {asked} questions in its domain "
        f"(1–8 decks, whole decks{by}, {round(share, share < 0.95):g} % of the set); "
        f"{of.refused_outside} refused outside it; 0 wrong numbers"
    )


SHOES: dict[str, tuple[Callable[[list[int]], bool], dict[str, Any]]] = {
    "nine decks": (lambda counts: sum(counts) > 416 or max(counts) > 128, {"decks": [1, 8]}),
    "a billion cards": (lambda counts: sum(counts) > 10**9, {"max_cards": 10**9}),
    "a class of a million": (lambda counts: max(counts) > 10**6, {"max_of_a_class": 10**6}),
    "a depleted shoe": (lambda counts: counts != [4 * counts[1]] + [counts[1]] * 9, {"shoes": "whole-decks"}),
}
"""Shoes that right engines refuse, and the domain that says so."""


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=[] if what == "nine decks" else [pytest.mark.slow]) for what in SHOES]
)
def test_a_refusal_is_no_wrong_number_and_outside_the_domain_no_failure(what: str) -> None:
    refuses, domain = SHOES[what]
    silent = verified(StandIn(refusing(refuses), **MAIN))
    assert silent.verdict is EngineVerdict.FAILS
    wrong, refused, faults = tallies(silent)
    assert (wrong, refused > 0, faults) == (0, True, 0)
    lines = [line for entry in report("verify-engine", silent, vectors()).parameters for line in entry.shown]
    assert any(line.startswith("it only refuses: ") for line in lines)
    declared = verified(StandIn(refusing(refuses), **MAIN, **domain))
    assert (declared.verdict, tallies(declared)) == (EngineVerdict.CONFORMS, (0, 0, 0))
    assert declared.refused_outside > silent.refused_outside


@pytest.mark.slow
def test_what_was_refused_is_shown_on_an_ordinary_shoe_or_on_none() -> None:
    """Nine decks are ordinary, a billion cards are not."""
    nine = verified(StandIn(refusing(lambda counts: sum(counts) > 416), **MAIN))
    assert nine.shrunk["outcomes"].vector.request["shoe"] == {"values": [144] + [36] * 9}
    assert verified(StandIn(refusing(lambda counts: sum(counts) > 10**9), **MAIN)).shrunk == {}


@pytest.mark.slow
def test_fewer_than_twenty_questions_never_conform() -> None:
    of = verified(StandIn(by_decks, kinds=["outcomes"], granularity=["values"], decks=[1, 8], shoes="whole-decks"))
    assert (of.verdict, of.questions, tallies(of)) == (EngineVerdict.TOO_FEW, 8 + 2, (0, 0, 0))
    told = report("verify-engine", of, vectors())
    assert told.error is not None
    assert headline_of(of).startswith("no verdict, because it needs 20 questions: right on 10 of 10 ")
    (advice,) = (line for entry in told.parameters if entry.key == "advice" for line in entry.shown)
    assert "bet (24), coup (200), " in advice
    wider = StandIn(by_decks, **MAIN | {"granularity": ["values"]}, decks=[1, 8], shoes="whole-decks")
    assert verified(wider, bad_requests=False).questions == of.questions + 24


# --- what engines print ----------------------------------------------------------------------------------------------


def percent(value: Fraction) -> float:
    """As «45.860 %» is read from a page."""
    return float(decimal_text(100 * value, 3)) / 100


@pytest.mark.slow
def test_an_engine_that_prints_percentages_of_three_decimals() -> None:
    engine = {**PRINTED, "arithmetic": "floating"}
    nine_digits = verified(StandIn(printing(percent), **engine))
    assert nine_digits.verdict is EngineVerdict.FAILS
    assert Precision(None, 5) in nine_digits.looser
    explain_failures(nine_digits)
    assert all(cause.explains for cause in nine_digits.causes)
    assert {str(cause.words) for cause in nine_digits.causes} == {"figures are rounded to 5 decimals"}
    lines = {line for entry in report("verify-engine", nine_digits, vectors()).parameters for line in entry.shown}
    assert "every wrong answer is right to 5 decimals: it conforms with --decimals 5" in lines
    assert verified(StandIn(printing(percent), **engine), Precision(None, 5)).verdict is EngineVerdict.CONFORMS
    assert verified(StandIn(printing(percent), **engine), Precision(None, 6)).verdict is EngineVerdict.FAILS


def test_doubles_conform_and_their_correct_digits_are_told_by_kind() -> None:
    kinds = [*PRINTED["kinds"], "fair_odds", "removal"]
    of = verified(StandIn(printing(float), **PRINTED | {"arithmetic": "floating", "kinds": kinds}))
    assert of.verdict is EngineVerdict.CONFORMS
    parameters = {entry.key: entry.value for entry in report("verify-engine", of, vectors()).parameters}
    by_kind: dict[str, Any] = dict(parameters["digits_by_kind"])  # type: ignore[arg-type]
    assert by_kind.keys() == {"bet", "outcomes", "expectation", "house_edge", "variance", "fair_odds", "removal"}
    assert all(15 <= digits["fewest"] <= digits["median"] <= 17 for digits in by_kind.values())


@pytest.mark.slow
def test_a_house_edge_of_the_wrong_sign_or_payoff_is_found() -> None:
    """Of an engine whose tie pays 8 whatever is asked, and of one that prints the expectation as the edge."""

    def eight(request: dict[str, Any]) -> dict[str, Any]:
        pays = request["pays"]
        return right_answer(request | {"pays": pays | {"win": "8"}} if request["bet"] == "tie-9" else request)

    edge = {**MAIN, "kinds": ["house_edge"], "bets": ["tie", "tie-9"]}
    assert verified(StandIn(eight, **edge), bad_requests=False).ways[WRONG] == 8 + 3
    signed = verified(
        StandIn(lambda request: {"house_edge": right_answer(request | {"kind": "expectation"})["expectation"]}, **edge),
        bad_requests=False,
    )
    assert signed.ways[WRONG] == signed.questions


# --- bets of the engine's own ----------------------------------------------------------------------------------------

PAIRS = """
name = "pairs-in-tiers"
[[category]]
name = "perfect"
when = "punto_perfect_pair or banco_perfect_pair"
pays = 25
[[category]]
name = "both"
when = "punto_pair and banco_pair"
pays = 10
[[category]]
name = "one"
when = "punto_pair or banco_pair"
pays = 5
"""
"""Three tiers: two perfect pairs, or a perfect one and another, belong to the first alone."""


@pytest.mark.parametrize("twice", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_pair_counted_in_two_tiers_is_found_through_an_own_bet(twice: bool) -> None:
    """In «both» are the coups of «perfect», too, as in a public engine: as if «both» were the first tier."""
    tiers = PAIRS.split("[[category]]")
    both_first = parse_bets("[[category]]".join([tiers[0], tiers[2], tiers[1], tiers[3]]), "both first")[0]
    own = {bet.name: bet for bet in parse_bets(PAIRS, "pairs")}

    def answers(request: dict[str, Any]) -> dict[str, Any]:
        counted = {"kind": "bet", **{name: request[name] for name in ("bet", "rules", "shoe")}}
        counts = answer(counted, own)["counts"]
        if twice:
            counts["both"] = answer(counted, {both_first.name: both_first})["counts"]["both"]
        if request["kind"] == "bet":
            return {"counts": counts}
        paid = sum(Fraction(request["pays"][name]) * int(count) for name, count in counts.items())
        return {"expectation": str(paid / sum(map(int, counts.values())))}

    engine = StandIn(answers, kinds=["bet", "expectation"], bets=[], granularity="cards", own_bets=[PAIRS])
    of = verified(engine, bad_requests=False)
    if twice:
        assert of.verdict is EngineVerdict.FAILS
        assert {failure.vector.request["bet"] for failure in of.failures} == {"pairs-in-tiers"}
        assert sum(dict(of.shrunk["bet pairs-in-tiers"].vector.request["shoe"])["cards"]) == 6  # type: ignore[call-overload]
    else:
        assert (of.verdict, of.questions >= 20) == (EngineVerdict.CONFORMS, True)


@pytest.mark.slow
def test_the_report_on_an_engine_that_fails_everywhere_is_at_most_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """And everything is in its JSON."""
    monkeypatch.setattr("exact.conformance.verify.runner.SHRINKING_SECONDS", 0)

    def nothing(_: object) -> dict[str, Any]:
        return {"error": "not today"}

    every: dict[str, Any] = {"kinds": list(KINDS), "bets": "all", "rules": "all", "granularity": "cards"}
    of = verified(StandIn(nothing, **every), bad_requests=False)
    answered = report("verify-engine", of, vectors())
    text = "\n".join(map(render_text, tables_of(answered, in_full=False)))
    assert text.startswith(f"does not conform: right on 0 of {of.questions} questions in its domain (any shoe, ")
    assert len(text.splitlines()) <= 40
    assert len(json_of(answered)["failures"]) == of.ways[REFUSED] == of.questions
