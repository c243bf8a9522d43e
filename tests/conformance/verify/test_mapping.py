"""A mapping: what it asks of an engine for a question of the protocol, and what it reads in the answer."""

import json
from typing import Any

import pytest
from support import refusal

from exact.conformance.verify.mapping import Inexpressible, Mapping, parse_mapping
from exact.errors import ExactError

HEAD = """
engine = "an engine"
[capabilities]
arithmetic = "floating"
granularity = ["values"]
decks = [1, 8]
shoes = "whole-decks"
rules = ["standard"]
"""
FULL = {"values": [128] + [32] * 9}


def mapping(question: str, head: str = HEAD) -> Mapping:
    return parse_mapping(f"{head}\n[[question]]\n{question}", "mapping.toml")


def outcomes(shoe: object = FULL, **more: object) -> dict[str, object]:
    return {"kind": "outcomes", "rules": "standard", "shoe": shoe, **more}


def read(own: Mapping, request: dict[str, object], document: object, status: int = 200) -> Any:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return own.read("q", request, status, data)


def test_a_question_in_the_path_the_query_and_the_body() -> None:
    own = mapping(
        """
kind = "outcomes"
method = "POST"
path = "/{rules}/{decks}"
query = { shoe = "{values}", first = "n={values.0}" }
body = { shoe = "{values}", text = "of {decks} decks", list = ["{rules}", 5], flag = true }
answer = "/p"
"""
    )
    method, path, body = own.written(outcomes())
    assert (method, path) == ("POST", "/standard/8?shoe=128%2C32%2C32%2C32%2C32%2C32%2C32%2C32%2C32%2C32&first=n%3D128")
    assert json.loads(body or b"") == {
        "shoe": FULL["values"],
        "text": "of 8 decks",
        "list": ["standard", 5],
        "flag": True,
    }
    for request in (outcomes({"values": [1] * 10}), outcomes({"ranks": [32] * 13})):
        with pytest.raises(Inexpressible):
            own.written(request)


def test_a_question_without_a_body_and_a_path_that_is_quoted() -> None:
    own = mapping('kind = "outcomes"\npath = "/x/{shoe}"\nanswer = ""')
    method, path, body = own.written(outcomes({"values": [1] * 10}))
    assert (method, body) == ("GET", None)
    assert path == "/x/%7B%22values%22%3A%20%5B1%2C%201%2C%201%2C%201%2C%201%2C%201%2C%201%2C%201%2C%201%2C%201%5D%7D"


def test_bets_have_the_engines_names_and_other_bets_are_not_asked() -> None:
    """Where all bets are asked, they have the names of the protocol."""
    every = mapping('kind = "bet"\nbets = "all"\npath = "/{bet}"\nanswer = "/{bet}"')
    assert every.written(outcomes() | {"kind": "bet", "bet": "dragon-7"})[1] == "/dragon-7"
    own = mapping('kind = "bet"\nbets = ["Standoff"]\npath = "/{bet}"\nanswer = "/{bet}"')
    request = outcomes() | {"kind": "bet", "bet": "tie"}
    assert own.written(request)[1] == "/Standoff"
    assert read(own, request, {"Standoff": {"win": 0.25, "lose": 0.75}}) == {
        "id": "q",
        "probabilities": {"win": 0.25, "lose": 0.75},
    }
    with pytest.raises(Inexpressible, match="the mapping has no such question"):
        own.written(request | {"bet": "punto"})


FIGURES = [
    (0.25, 0.25),
    ("0.25", 0.25),
    ("1/4", 0.25),
    (" 25 % ", 0.25),
    ("−0.25", -0.25),
    ("2.5e-1", 0.25),
    (1, 1.0),
    (True, True),
    (None, None),
    ("a quarter", "a quarter"),
    ("1e999", "1e999"),
    ([1], [1]),
]


@pytest.mark.parametrize(("value", "figure"), FIGURES)
def test_figures_as_engines_write_them(value: object, figure: object) -> None:
    own = mapping('kind = "outcomes"\npath = "/"\nanswer = { punto = "/0", Banker = "/1/x", tie = "/2" }')
    found = read(own, outcomes(), [value, {"x": 0.5}])["probabilities"]
    assert found == {"punto": figure, "banco": 0.5}
    assert type(found["punto"]) is type(figure)


def test_percent_and_the_rest() -> None:
    own = mapping(
        'kind = "outcomes"\npath = "/"\npercent = true\nanswer = { punto = "/a~1b", banco = "/c~0d", tie = "rest" }'
    )
    assert read(own, outcomes(), {"a/b": 25, "c~d": "50%"})["probabilities"] == {
        "punto": 0.25,
        "banco": 0.5,
        "tie": 0.25,
    }
    assert read(own, outcomes(), {"a/b": 25})["probabilities"] == {"punto": 0.25}
    assert read(own, outcomes(), {"a/b": 25, "c~d": "x"})["probabilities"] == {"punto": 0.25, "banco": "x"}


def test_one_number_and_effects_of_removal() -> None:
    own = mapping('kind = "house_edge"\nbets = ["tie"]\npath = "/"\nanswer = "/edge"')
    request = outcomes() | {"kind": "house_edge", "bet": "tie"}
    assert read(own, request, {"edge": "14.36%"}) == {"id": "q", "house_edge": 0.1436}
    assert read(own, request, {"other": 1}) == {"id": "q"}
    own = mapping('kind = "removal"\nbets = ["tie"]\npath = "/"\nanswer = "/{bet}"')
    request |= {"kind": "removal"}
    assert read(own, request, {"tie": [0.1, 0.2]}) == {"id": "q", "removal": {"0": 0.1, "1": 0.2}}


def test_whole_numbers_are_texts_and_other_names_are_passed_over() -> None:
    own = mapping('kind = "outcomes"\npath = "/"\nanswer = "/p"', HEAD.replace('"floating"', '"exact"'))
    assert read(own, outcomes(), {"p": {"Player": 5, "banco": "7", "tie": 1.5, "more": 3}}) == {
        "id": "q",
        "counts": {"punto": "5", "banco": "7", "tie": 1.5},
    }
    assert read(own, outcomes(), {"p": 5}) == {"id": "q", "counts": {}}
    no_numbers = {"punto": True, "banco": None, "tie": [1]}
    assert read(own, outcomes(), {"p": no_numbers}) == {"id": "q", "counts": no_numbers}


def test_an_answer_that_is_an_error_or_no_json() -> None:
    own = mapping('kind = "outcomes"\npath = "/"\nanswer = "/p"')
    assert read(own, outcomes(), b" out of order ", 400) == {"id": "q", "error": "status 400: out of order"}
    assert len(read(own, outcomes(), b"x" * 500, 503)["error"]) == len("status 503: ") + 100
    assert "reply" in refusal(read, own, outcomes(), b"{")


def test_the_bets_of_a_kind_are_those_of_all_its_questions() -> None:
    ask = 'kind = "bet"\nbets = ["{}"]\nanswer = "/p"'
    every = 'kind = "variance"\nbets = "all"\nanswer = "/p"'
    two = "\n[[question]]\n".join([ask.format("tie"), ask.format("Player")])
    named = mapping(two).capabilities
    assert (named.bets, named.bets_by_kind) == (("punto", "tie"), {"bet": {"tie", "punto"}})
    capabilities = mapping(f"{two}\n[[question]]\n{every}").capabilities
    assert (capabilities.kinds, capabilities.bets) == (("bet", "variance"), None)
    assert capabilities.bets_by_kind == {"bet": {"tie", "punto"}, "variance": None}
    for again in (ask.format("tie"), ask.format("banco").replace('["banco"]', '"all"')):
        with pytest.raises(ExactError, match="^mapping, question 3: 'bet' is asked about the same a second time$"):
            mapping(f"{two}\n[[question]]\n{again}")


@pytest.mark.parametrize(
    ("question", "arithmetic", "told"),
    [
        ('kind = "outcomes"\nanswer = { punto = "/p", banco = "rest", tie = "rest" }', "floating", "banco, tie"),
        ('kind = "outcomes"\nanswer = { punto = "/p", banco = "/b", tie = "rest" }', "exact", "tie"),
        ('kind = "removal"\nbets = ["tie"]\nanswer = { "0" = "rest" }', "floating", "0"),
    ],
)
def test_one_probability_in_floating_point_can_be_the_rest(question: str, arithmetic: str, told: str) -> None:
    with pytest.raises(ExactError) as refused:
        mapping(question, HEAD.replace("floating", arithmetic))
    assert f"'{told}' cannot be the rest: one probability in floating point can" in str(refused.value)


@pytest.mark.parametrize(
    ("kind", "more"),
    [("outcomes", ""), ("given", "given"), ("bet", "bet"), ("variance", "bet pays"), ("removal", "bet pays")],
)
def test_the_placeholders_of_a_kind(kind: str, more: str) -> None:
    """Those of what its requests hold: only figures that depend on them come with payoffs."""
    known = ["shoe", "rules", "values", "decks", *more.split()]
    bets = 'bets = ["tie"]\n' if "bet" in known else ""
    with pytest.raises(ExactError) as refused:
        mapping(f'kind = "{kind}"\n{bets}path = "/{{what}}"\nanswer = "/p"')
    assert str(refused.value) == (f"mapping, question 1: '{{what}}' stands for nothing here: known: {', '.join(known)}")
    path = "".join(f"/{{{name}}}" for name in known)
    assert mapping(f'kind = "{kind}"\n{bets}path = "{path}"\nanswer = "/p"').capabilities.kinds == (kind,)
