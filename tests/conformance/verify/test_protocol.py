"""What an engine may say of itself in its handshake, what is refused in it, and what it is asked."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from support import refusal
from support.scripted_engines import hello

from exact.conformance.comparison import KINDS
from exact.conformance.strict_json import decoded, encoded
from exact.conformance.vectors.engine import answer
from exact.conformance.verify import protocol
from exact.conformance.verify.protocol import Capabilities, as_taken, outside, parse_handshake

OWN = 'name = "mine"\n[[category]]\nname = "win"\nwhen = "punto_pair"\npays = 11\n'


@pytest.mark.parametrize(
    ("handshake", "message"),
    [
        (hello() | {"protocol": "other"}, 'must begin with "protocol": "exact-baccarat"'),
        (hello() | {"version": 2}, "handshake, version: 2 is not supported: the version is 1"),
        (hello() | {"version": True}, "handshake, version: true is not supported: the version is 1"),
        (hello() | {"engine": ""}, "handshake, engine: '' must be a name of 1 to 100 characters"),
        (hello() | {"engine": "x" * 101}, "must be a name of 1 to 100 characters"),
        (hello() | {"engine": "a\x1b[2J"}, "must be a name of 1 to 100 characters"),
        (hello() | {"capabilities": []}, "handshake, capabilities: [] must be a JSON object"),
        (hello() | {"more": 1}, "handshake: 'more' is not a field here"),
        (hello() | {"capabilities": {"kinds": []}}, "capabilities: ['kinds'] must have the field arithmetic"),
        (hello() | {"capabilities": {**hello()["capabilities"], "own_bets": [OWN]}}, "need one of the kinds bet, "),
        (hello(kinds=[]), "capabilities, kinds: [] must list at least one of outcomes, bet, coup"),
        (hello(kinds="outcomes"), "capabilities, kinds: 'outcomes' must be a list of words"),
        (hello(kinds=["outcome"]), "capabilities, kinds: 'outcome' is not known: did you mean outcomes?"),
        (hello(arithmetic="float"), "capabilities, arithmetic: 'float' is not known: did you mean floating?"),
        (hello(rules=["standart"]), "capabilities, rules: 'standart' is not known: did you mean standard"),
        (hello(rules=[None]), "capabilities, rules: null is not known: known: standard"),
        (hello(rounds_commission=1), "capabilities, rounds_commission: 1 must be true or false"),
        (hello(kinds=["coup", "variance"]), 'must be given by an engine that answers the kind "variance"'),
        (hello(own_bets=OWN), "must be a list of up to 20 texts"),
        (hello(own_bets=[OWN] * 21), "must be a list of up to 20 texts"),
        (hello(kinds=["bet"], own_bets=["not TOML"]), "is not TOML"),
        (hello(kinds=["bet"], own_bets=[OWN.replace("punto_pair", "__import__('os')")]), "own bet 1, line 4: when"),
        (hello(kinds=["bet"], own_bets=[OWN, OWN]), "own bet 2: 'mine' is the name of a bet of another own bet"),
        (
            hello(kinds=["bet"], own_bets=[OWN.replace("mine", "dragon-7")]),
            "'dragon-7' is the name of a bet of the catalogue",
        ),
        (hello(kinds=["bet"], bets=["dragon-8"]), "bets: 'dragon-8' is not known: did you mean dragon-7"),
        (hello(kinds=["bet"], bets=["?"]), "capabilities, bets: '?' is not known: known: "),
        (hello(colour="red"), "capabilities: 'colour' is not a field here; known: arithmetic"),
        (hello(decks=[8, 1]), "capabilities, decks: [8, 1] must be the fewest and the most decks"),
        (hello(shoes="whole"), "capabilities, shoes: 'whole' must be any, whole-decks or infinite"),
        (hello(granularity=[]), "capabilities, granularity: [] is not known"),
        (hello(granularity=["values", "suits"]), "is not known: known: values, ranks, cards"),
    ],
)
def test_a_handshake_that_is_none(handshake: dict[str, Any], message: str) -> None:
    told = refusal(parse_handshake, handshake)
    assert message in told
    assert len(told) < 400


def test_the_least_and_the_most_that_an_engine_may_say() -> None:
    least = parse_handshake(hello())
    assert (least.engine, least.kinds, least.bets, least.rules) == ("test", ("outcomes",), (), ("standard",))
    assert (least.rounds_commission, least.own_bets) == (True, {})
    everything = hello(kinds=[*KINDS, "bet"], bets="all", rules="all", rounds_commission=False, own_bets=[OWN])
    most = parse_handshake({**everything, "engine": "x" * 100})
    assert (most.kinds, most.bets, most.rules, most.rounds_commission) == (tuple(KINDS), None, None, False)
    assert list(most.own_bets) == ["mine"]
    assert parse_handshake(hello(kinds=["coup", "outcomes", "coup"])).kinds == ("coup", "outcomes")
    twenty = [OWN.replace("mine", f"mine-{number}") for number in range(20)]
    assert len(parse_handshake(hello(kinds=["bet"], own_bets=twenty)).own_bets) == 20


def capable(**changes: Any) -> Capabilities:
    return parse_handshake(hello(**{"kinds": ["coup", "bet", "settlement"], "bets": ["dragon-7"], **changes}))


VALUES = {"values": [4] * 10}


@pytest.mark.parametrize(
    ("changes", "request_", "reason"),
    [
        ({}, {"kind": "coup", "rules": "standard"}, None),
        ({}, {"kind": "outcomes"}, "kind outcomes"),
        ({}, {"kind": "nonsense"}, "kind nonsense"),
        ({"kinds": ["outcomes", "bet", "coup", "given", "settlement"]}, {"kind": "nonsense"}, None),
        ({}, {"kind": "bet", "bet": "dragon-7", "shoe": VALUES}, None),
        ({}, {"kind": "bet", "bet": "panda-8", "shoe": VALUES}, "bet panda-8"),
        ({"bets": "all"}, {"kind": "bet", "bet": "panda-8", "shoe": VALUES}, None),
        ({}, {"kind": "settlement", "stakes": {"banco": "1", "tie": "2"}}, None),
        ({}, {"kind": "settlement", "stakes": {"banco": "1", "lucky-6": "2"}}, "bet lucky-6"),
        ({}, {"kind": "coup", "rules": "classic-it"}, "rules classic-it"),
        ({"rules": "all"}, {"kind": "coup", "rules": "classic-it"}, None),
        ({"rules": ["classic-it"]}, {"kind": "coup"}, "rules None"),
        ({"rounds_commission": False}, {"kind": "settlement", "unit": "1"}, "commission rounded to a unit"),
        ({"rounds_commission": False}, {"kind": "settlement"}, None),
    ],
)
def test_what_lies_outside(changes: dict[str, Any], request_: dict[str, Any], reason: str | None) -> None:
    found = outside(capable(**changes), request_)
    assert (found and " ".join(found)) == reason


def test_the_bets_of_a_mapping_are_known_kind_by_kind() -> None:
    mapped = replace(capable(), bets_by_kind={"bet": None, "variance": ["panda-8"]})
    asked = (("x", "bet"), ("panda-8", "variance"), ("x", "variance"), ("x", "coup"))
    assert [mapped.knows(bet, kind) for bet, kind in asked] == [True, True, False, False]


def test_a_line_is_one_object_of_json() -> None:
    assert encoded({"id": "é"}) == b'{"id": "\\u00e9"}\n'
    assert decoded(encoded({"id": "é", "a": [1]})) == {"id": "é", "a": [1]}
    for line, message in ((b"[1]", "reply: [1] must be a JSON object"), (b'{"\xff": 1}', "is not UTF-8 at byte 2")):
        assert message in refusal(decoded, line)


def test_only_a_question_on_a_bet_is_put_into_the_description_that_the_bet_needs() -> None:
    """One on something else, and one whose bet is no name, stay as they are, or as fine as they are."""
    taken = parse_handshake(hello(granularity=["values", "cards"], kinds=["bet", "coup"], bets="all"))
    full = {"ranks": [32] * 13}
    coarse, fine = {"values": [128] + [32] * 9}, {"cards": [8] * 52}
    for request, shoe in (
        ({"kind": "bet", "bet": "tie"}, coarse),
        ({"kind": "bet", "bet": "punto-pair"}, fine),
        ({"kind": "bet", "bet": ["tie"]}, fine),
        ({"kind": "bet"}, fine),
        ({"kind": "given", "bet": "tie"}, fine),
        ({"kind": "outcomes", "bet": "punto-pair"}, coarse),
    ):
        assert as_taken(taken, {**request, "shoe": full}) == {**request, "shoe": shoe}, request


def test_an_own_bet_is_put_into_the_description_that_it_needs_too() -> None:
    """One on the tie can be asked by values, one on a pair by ranks."""
    own = [OWN, OWN.replace("mine", "my-tie").replace('"punto_pair"', '"tie"')]
    taken = parse_handshake(hello(granularity=["values", "ranks"], kinds=["bet"], own_bets=own))
    full = {"kind": "bet", "rules": "standard", "shoe": {"cards": [8] * 52}}
    assert as_taken(taken, {**full, "bet": "my-tie"})["shoe"] == {"values": [128] + [32] * 9}
    assert as_taken(taken, {**full, "bet": "mine"})["shoe"] == {"ranks": [32] * 13}


def test_the_example_of_the_protocol_is_true() -> None:
    example = re.search(r'\{"values": (\[.*?\])\}\}\n +\{"id": "1", "counts": (\{.*?\})\}', str(protocol.__doc__))
    assert example is not None
    request = {"kind": "outcomes", "rules": "standard", "shoe": {"values": json.loads(example[1])}}
    assert answer(request) == {"counts": json.loads(example[2])}
