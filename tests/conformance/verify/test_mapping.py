"""A mapping: what it asks of an engine for a question of the protocol, and what it reads in the answer."""

import json
from typing import Any

import pytest
from support import refusal

from exact.conformance.verify.mapping import Inexpressible, Mapping, parse_mapping

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
    assert read(own, request, {"Standoff": {"win": 0.25}})["probabilities"] == {"win": 0.25}
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


PERCENT = 'percent = true\nanswer = { punto = "/a~1b", banco = "/c~0d", tie = "rest" }'
EDGE, OF_BET = 'answer = "/edge"', 'answer = "/{bet}"'
NO_NUMBERS = {"punto": True, "banco": None, "tie": [1]}


@pytest.mark.parametrize(
    ("kind", "answer", "arithmetic", "document", "told"),
    [
        ("outcomes", PERCENT, "floating", {"a/b": 25, "c~d": "50%"}, {"punto": 0.25, "banco": 0.5, "tie": 0.25}),
        ("outcomes", PERCENT, "floating", {"a/b": 25}, {"punto": 0.25}),
        ("outcomes", PERCENT, "floating", {"a/b": 25, "c~d": "x"}, {"punto": 0.25, "banco": "x"}),
        ("house_edge", EDGE, "floating", {"edge": "14.36%"}, 0.1436),
        ("house_edge", EDGE, "floating", {"other": 1}, None),
        ("removal", OF_BET, "floating", {"tie": [0.1, 0.2]}, {"0": 0.1, "1": 0.2}),
        ("bet", OF_BET, "floating", {"tie": {"win": 0.25, "lose": 0.75}}, {"win": 0.25, "lose": 0.75}),
        # whole numbers are texts, and other names are passed over
        ("outcomes", 'answer = ""', "exact", {"Player": 5, "tie": 1.5, "more": 3}, {"punto": "5", "tie": 1.5}),
        ("outcomes", 'answer = "/p"', "exact", {"p": 5}, {}),
        ("outcomes", 'answer = "/p"', "exact", {"p": NO_NUMBERS}, NO_NUMBERS),
    ],
)
def test_what_an_answer_means(kind: str, answer: str, arithmetic: str, document: object, told: object) -> None:
    bets = "" if kind == "outcomes" else 'bets = ["tie"]\n'
    own = mapping(f'kind = "{kind}"\n{bets}{answer}', HEAD.replace("floating", arithmetic))
    shown = {"floating": "probabilities", "exact": "counts"}[arithmetic] if kind in ("outcomes", "bet") else kind
    found = read(own, outcomes() | {"kind": kind, "bet": "tie"}, document)
    assert found == {"id": "q"} | ({} if told is None else {shown: told})


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
        told = refusal(mapping, f"{two}\n[[question]]\n{again}")
        assert told == "mapping, question 3: 'bet' is asked about the same a second time"


@pytest.mark.parametrize(
    ("kind", "more"),
    [("outcomes", ""), ("given", "given"), ("bet", "bet"), ("variance", "bet pays"), ("removal", "bet pays")],
)
def test_the_placeholders_of_a_kind(kind: str, more: str) -> None:
    """Those of what its requests hold: only figures that depend on them come with payoffs."""
    known = ["shoe", "rules", "values", "decks", *more.split()]
    bets = 'bets = ["tie"]\n' if "bet" in known else ""
    told = refusal(mapping, f'kind = "{kind}"\n{bets}path = "/{{what}}"\nanswer = "/p"')
    assert told == f"mapping, question 1: '{{what}}' stands for nothing here: known: {', '.join(known)}"
    path = "".join(f"/{{{name}}}" for name in known)
    assert mapping(f'kind = "{kind}"\n{bets}path = "{path}"\nanswer = "/p"').capabilities.kinds == (kind,)
