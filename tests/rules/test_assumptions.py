"""An assumption says what it bears on: the dealing, and so every bet, or the price of some of the three main bets."""

from dataclasses import replace

import pytest

from exact.answers.table import DEALING, Assumption
from exact.answers.text import Text
from exact.rules import Rules, all_rules, rules_named
from exact.rules.documents import interpretation, load_rulebook
from exact.rules.rulebook import TERMS, Clause, Interpretation
from exact.rules.rulebook_file import parse_rulebook

MAIN_BETS = ("punto", "banco", "tie")

SILENT = """id = "silent"
document = "an example"
title = "A leaflet that says nothing"
language = "en"
punto = []
[[banco]]
says = "Banco stands on 7"
total = "7"
stands_on = "any"
no_third = "stands"
""" + "".join(f"[{clause}]\nunsaid = true\n" for clause in TERMS)


@pytest.fixture
def silent() -> Rules:
    book = parse_rulebook(SILENT, "silent.toml", load_rulebook)
    return Interpretation(book, None, load_rulebook("standard")).rules()


def test_what_each_clause_bears_on(silent: Rules) -> None:
    """How cards are dealt moves every bet; a payoff its own; ties the bets they return; the commission banco alone."""
    concerns = {(assumption.clause, assumption.bet): set(assumption.concerns) for assumption in silent.assumed}
    dealing = ("card_values", "punto", "banco", "dealing_order", "naturals")
    assert concerns == {
        **{(clause, ""): {DEALING} for clause in dealing},
        **{("payoffs", bet): {bet} for bet in MAIN_BETS},
        ("commission", ""): {"banco"},
        ("commission_rounding", ""): {"banco"},
        ("ties", ""): {"punto", "banco"},
    }


def test_a_clause_that_prices_nothing_concerns_nothing() -> None:
    assert Assumption("end_of_shoe", Text("end of shoe: at the cut card")).concerns == ()


@pytest.mark.parametrize(
    ("main_bets", "beyond_the_dealing"),
    [
        ((), []),
        (("punto",), ["payoffs: punto 1 to 1", "ties: stakes push"]),
        (("tie",), ["payoffs: tie 8 to 1"]),
        (("banco",), ["payoffs: banco 1 to 1", "commission: 5% of banco's winnings",
                      "commission rounding: charged exactly", "ties: stakes push"]),
    ],
)  # fmt: skip
def test_the_assumptions_on_which_a_price_rests(
    main_bets: tuple[str, ...], beyond_the_dealing: list[str], silent: Rules
) -> None:
    chosen = silent.assumptions_for(*main_bets)
    assert [str(one) for one in chosen if DEALING not in one.concerns] == beyond_the_dealing
    of_dealing = [one for one in silent.assumed if DEALING in one.concerns]
    assert [one for one in chosen if DEALING in one.concerns] == of_dealing


def test_the_table_of_readings_keeps_every_assumption() -> None:
    """The rules written for a quick start carry the same values as the rulebook read clause by clause."""
    for name, rules in all_rules().items():
        assert (rules.id, rules) == (name, interpretation(name).rules())
        assert Rules.from_line(rules.to_line()) == rules
        read_again = [assumption.phrase.template for assumption in rules.assumed]
        assert read_again == [assumption.phrase.template for assumption in interpretation(name).assumed()], name


def test_assumptions_are_of_clauses_that_the_document_leaves_unsaid() -> None:
    """But for the unit of the commission, which no document states, whatever it says of the rounding."""
    for name in all_rules():
        book = load_rulebook(name.partition(":")[0])
        for assumption in rules_named(name).assumed:
            if assumption.clause in book.clauses and assumption.clause != "commission_rounding":
                assert not book.clauses[assumption.clause].says, (name, assumption)


@pytest.mark.parametrize(
    ("clause", "term", "value", "phrase"),
    [
        ("ties", "stakes", "push", "ties: stakes push"),
        ("ties", "stakes", "lose", "ties: stakes lose"),
        ("commission_rounding", "in_favour_of", "nobody", "commission rounding: charged exactly"),
        ("commission_rounding", "in_favour_of", "nearest", "commission rounding: to the nearest unit"),
        ("commission_rounding", "in_favour_of", "house", "commission rounding: in favour of the house"),
        ("commission", "rate", "4%", "commission: 4% of banco's winnings"),
        ("payoffs", "tie", "9", "payoffs: tie 9 to 1"),
        ("payoffs", "banco", "1", "payoffs: banco 1 to 1"),
        ("naturals", "totals", "8, 9", "naturals: 8, 9"),
        ("dealing_order", "order", ["punto", "banco"], "dealing order: punto, banco"),
    ],
)
def test_what_the_rules_behind_a_silent_document_say_is_assumed_in_words(
    clause: str, term: str, value: object, phrase: str
) -> None:
    standard = load_rulebook("standard")
    own = Clause("", {**standard.clauses[clause].terms, term: value})
    behind = replace(standard, clauses={**standard.clauses, clause: own})
    assumed = Interpretation(parse_rulebook(SILENT, "silent.toml", load_rulebook), None, behind).assumed()
    assert phrase in [assumption.phrase for assumption in assumed if assumption.clause == clause]
    unit = "unit to which the commission is rounded: none, it is charged exactly"
    assert (unit in [assumption.phrase for assumption in assumed]) == (value in ("nearest", "house"))
