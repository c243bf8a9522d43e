"""The language of conditions: its bounds, how large and how costly an expression is, and what it means in Python."""

import ast

import pytest
from support import refusal

from exact.bets.expression import evaluate_expression, parse_definition
from exact.bets.vocabulary import known_names
from exact.errors import ExactError

NESTED = {
    "not": ("not ", "tie", ""),
    "minus": ("-", "1", ""),
    "the left of a sum": ("", "1", " + 1"),
    "the right of a sum": ("1 + (", "1", ")"),
    "and": ("tie and (", "tie", ")"),
    "the left of a comparison": ("(", "1", ") < 2"),
    "the right of a comparison": ("1 < (", "1", ")"),
    "a list": ("1 in (", "1", ",)"),
}


@pytest.mark.parametrize(("before", "inmost", "after"), NESTED.values(), ids=NESTED)
def test_an_expression_may_be_nested_forty_levels_deep(before: str, inmost: str, after: str) -> None:
    """On whichever side of an operator."""
    names, location = known_names(), "own.toml"
    assert parse_definition(before * 40 + inmost + after * 40, names, location)
    refused = refusal(parse_definition, before * 41 + inmost + after * 41, names, location)
    assert "is nested more than 40 levels deep" in refused


@pytest.mark.parametrize(
    "text", ["not (1 + 2)", "(1 + 2) and tie", "tie or cards", "-tie and -1", "not margin % 2", "tie or cards // 2"]
)
def test_a_number_is_no_condition(text: str) -> None:
    assert "has a number where a condition is needed" in refusal(parse_definition, text, known_names(), "own.toml")


@pytest.mark.parametrize(
    ("text", "largest", "cost"),
    [
        ("7", 7, 1),
        ("-7", 7, 2),
        ("cards", 64, 1),
        ("cards + 7", 71, 3),
        ("cards - 7", 71, 3),
        ("cards * 7", 448, 3),
        ("cards // 7", 64, 3),
        ("3 % 7", 7, 3),
        ("tie", 64, 1),
        ("True", 1, 1),
        ("not tie", 1, 2),
        ("tie and banco_wins and True", 1, 4),
        ("1 < cards <= 5", 1, 4),
        ("cards in (4, 5) and -1 not in [cards]", 1, 9),
    ],
)
def test_how_large_and_how_costly_an_expression_is(text: str, largest: int, cost: int) -> None:
    """The cost is the number of nodes; a list or an operator of a comparison is none."""
    _, kind = parse_definition(text, known_names(), "own.toml")
    assert (kind.largest, kind.cost) == (largest, cost)


@pytest.mark.parametrize(("times", "fits"), [(5, True), (6, False)])
def test_numbers_stay_below_two_to_the_forty(times: int, fits: bool) -> None:
    """A name is 64 at most, so six of them reach 2**36; 16 times as much is the bound."""
    text = " * ".join(["cards"] * 6 + ["2"] * (times - 1))
    if fits:
        assert parse_definition(text, known_names(), "own.toml")[1].largest == 2**40
    else:
        assert "can grow beyond all cards" in refusal(parse_definition, text, known_names(), "own.toml")


def test_an_operation_may_be_taken_two_thousand_times() -> None:
    names = {**known_names(), "dear": known_names()["cards"]._replace(cost=1998)}
    assert parse_definition("dear + 1", names, "own.toml")[1].cost == 2000
    assert "takes more than 2000 operations" in refusal(parse_definition, "-(dear + 1)", names, "own.toml")


HELD = {"cards": 5, "margin": 3, "tie": 0, "punto_wins": 1, "punto_rank_1": 13, "banco_value_3": -1}


@pytest.mark.parametrize(
    "text",
    [
        "-cards", "-cards + 7", "cards - margin", "cards * margin", "cards // 2", "cards % 2",
        "-cards // 2", "-cards % 3",
        "not tie", "not punto_wins", "tie and punto_wins", "tie or punto_wins", "-punto_rank_1 < -12",
        "3 < cards < 6", "3 < cards < 5", "cards == 5 != margin", "cards <= 5 >= margin", "5 < cards",
        "5 > cards", "5 >= cards > 4",
        "cards in (4, 5)", "cards not in [4, 5]", "margin in {4, 5}", "margin not in (4, 5) and tie == 0",
        "1 < margin in (2, 3)",
        "banco_value_3 == -1", "True and not False", "tie == punto_wins == 0", "(cards + margin) % 4 == 0 or tie",
    ],
)  # fmt: skip
def test_an_expression_means_what_it_means_in_python(text: str) -> None:
    expected = eval(text, {"__builtins__": {}}, dict(HELD))
    expression, _ = parse_definition(text, known_names(), "own.toml")
    assert evaluate_expression(expression.tree, HELD.__getitem__, {}) == expected
    assert int(evaluate_expression(expression.tree, HELD.__getitem__)) == expected
    assert expression.names == {name for name in HELD if name in text}


def test_a_part_that_decides_is_asked_first() -> None:
    """What is known already stands before what must be looked up, and nothing is looked up in vain."""
    expression, _ = parse_definition("punto_pair or tie", known_names(), "own.toml")
    assert isinstance(expression.tree, ast.BoolOp)
    tie = expression.tree.values[1]

    def refused(name: str) -> int:
        raise AssertionError(name)

    assert evaluate_expression(expression.tree, refused, {tie: 1}) == 1
    assert evaluate_expression(expression.tree, {"punto_pair": 0}.__getitem__, {tie: 0}) == 0


@pytest.mark.parametrize("error", [RecursionError, MemoryError])
def test_what_python_itself_cannot_read_is_nested_too_deeply(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """How deep that is depends on what called."""

    def too_deep(*_words: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr("ast.parse", too_deep)
    with pytest.raises(ExactError, match=r"own.toml: 'not tie' cannot be read: it is nested too deeply$"):
        parse_definition("not tie", known_names(), "own.toml")
