"""Braces in questions: what they expand to, what their axes are called, and what they may not hold."""

import pytest

from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.questions.axes import parse_grid
from exact.rules import all_rules
from exact.rules.documents import reading_ids


@pytest.mark.parametrize(
    ("text", "axes"),
    [
        ("house edge of tie, 8 decks", {}),
        ("{probability,house edge} of {punto,banco,tie}, {6,8} decks",
         {"quantity": ["probability", "house edge"], "bet": ["punto", "banco", "tie"], "decks": ["6", "8"]}),
        ("house edge of tie, {1..3,8,infinite} decks", {"decks": ["1", "2", "3", "8", "infinite"]}),
        ("effect of removal of {9..J} on tie, 8 decks", {"card": ["9", "10", "J"]}),
        ("house edge of tie, without {A..3}, 8 decks", {"without": ["A", "2", "3"]}),
        ("house edge of banco, commission {4%,5%}, 8 decks", {"commission": ["4%", "5%"]}),
        ("probability of (punto_total == {0..2}), 8 decks", {"event": ["0", "1", "2"]}),
        ("probability of ({punto,banco}_total in (1, 2)), 8 decks", {"event": ["punto", "banco"]}),
        ("probability of a streak of {2,3} {punto,banco}, 8 decks", {"length": ["2", "3"], "winner": ["punto", "banco"]}),
        ("contribution of dragon-bonus-punto {win-by-9,win-by-8}, 8 decks", {"category": ["win-by-9", "win-by-8"]}),
        ("house edge of lucky-6:{12-20,12-23}, 8 decks", {"pay table": ["12-20", "12-23"]}),
        ("covariance of {punto,banco} and {tie,dragon-7}, 8 decks", {"first": ["punto", "banco"], "second": ["tie", "dragon-7"]}),
        ("house edge of {tie} minus house edge of {punto}, 8 decks", {"bet": ["tie"], "bet 2": ["punto"]}),
        ("house edge of {bets of lucky-6}, 8 decks", {"bet": [f"lucky-6:{table}" for table in catalogue()["lucky-6"].pay_tables]}),
        ("probability of {categories of small-tiger}, 8 decks", {"bet": ["small-tiger win", "small-tiger lose"]}),
        ("variance of {all bets}, 8 decks", {"bet": list(catalogue())}),
        ("variance of tie, 8 decks, rules {all rules}", {"rules": list(all_rules())}),
        ("variance of tie, 8 decks, rules {All Readings}", {"rules": reading_ids()}),
    ],
)  # fmt: skip
def test_the_axes_of_a_question(text: str, axes: dict[str, list[str]]) -> None:
    assert {axis.name: list(axis.choices) for axis in parse_grid(text).axes} == axes


def test_the_last_axis_varies_fastest() -> None:
    grid = parse_grid("house  edge of {punto, tie}, {6,8}  decks")
    assert len(grid) == 4
    assert [question for _choices, question in grid.cells()] == [
        "house edge of punto, 6 decks",
        "house edge of punto, 8 decks",
        "house edge of tie, 6 decks",
        "house edge of tie, 8 decks",
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("house edge of {tie", "at column 15: '{' is not closed"),
        ("house edge of tie}", "at column 18: '}' does not match a brace"),
        ("house edge of {{tie}}", "at column 16: '{' does not match a brace"),
        ("house edge of {}", "at column 15: an axis has an empty choice"),
        ("house edge of tie, {6,,8} decks", "at column 20: an axis has an empty choice"),
        ("house edge of tie, {6,8,6} decks", "at column 20: '6' is twice on one axis"),
        ("house edge of tie, {8..6} decks", "at column 20: '8..6' must be a range upwards"),
        ("house edge of tie, {1..20000} decks", "at most 10000 numbers"),
        ("house edge of tie, without {K..A}", "'K..A' is a range of ranks that ends before it begins"),
        ("house edge of {bets of luky}", "'luky' begins the name of no bet: did you mean"),
        ("house edge of tie, {1..1000000} decks", "'1..1000000' must be a range upwards of at most 10000 numbers"),
        ("house edge of {categories of luky-6}", "'luky-6' is not a bet: did you mean lucky-6"),
        ("house edge of {tie,banco}, {6} decks, {7} decks", "at column 40: '7 decks' is a second condition of its kind"),
        ("house edge of {tie,banco}, {6} decks minus odds of tie minus it", "at column 56: a second 'minus'"),
        ("house edge of {tie,banco}, {6} decks minus odds of {ti}", "at column 53: 'ti' is neither a bet"),
        ("house edge of {\"o'x\",tie}", "at column 16: '\"o\\'x\"' is neither a bet"),
        ("hose edge of {tie}", "'hose edge of {tie}' at column 1: 'hose edge of tie' begins with no"),
        ("house edge of {bnaco,tie}, {6,8} decks", "'house edge of {bnaco,tie}, {6,8} decks' at column 16: 'bnaco' is"),
        ("house edge of {tie,banco}, {6,8} deks", "'house edge of {tie,banco}, {6,8} deks' at column 29: '6 deks' is no"),
        ("x" * 1001, "has 1001 characters; the bound is 1000"),
    ],
)  # fmt: skip
def test_what_braces_may_not_hold(text: str, error: str) -> None:
    with pytest.raises(ExactError) as raised:
        parse_grid(text)
    assert error in str(raised.value)
    assert raised.value.parameter == "question"
