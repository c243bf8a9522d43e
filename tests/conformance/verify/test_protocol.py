"""The handshake of an engine: what it may say, and the one line on what it may not."""

from __future__ import annotations

from typing import Any

import pytest
from support.scripted_engines import hello

from exact.bets.catalogue import catalogue
from exact.conformance.verify.protocol import (
    as_taken,
    decoded,
    encoded,
    greeting,
    outside,
    own_bets_of,
    parse_handshake,
)
from exact.errors import ExactError

OWN = 'name = "my-tie"\ncategory = [{ name = "win", when = "tie", pays = 7 }]\n'


def without(name: str) -> dict[str, Any]:
    greeted = hello()
    del greeted["capabilities"][name]
    return greeted


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ({"protocol": "other"}, 'handshake: {"protocol": "other"} must begin with "protocol": "exact-baccarat"'),
        ({**hello(), "version": 2}, "handshake, version: 2 is not supported: the version is 1"),
        ({**hello(), "version": True}, "handshake, version: true is not supported: the version is 1"),
        ({**hello(), "version": 1.0}, "handshake, version: 1.0 is not supported: the version is 1"),
        ({"protocol": "exact-baccarat", "version": 1, "engine": "x"}, "must have capabilities"),
        ({**hello(), "more": 1}, "handshake: 'more' is not known: "),
        ({**hello(), "engine": ""}, "handshake, engine: '' must be a name of 1 to 100 characters"),
        ({**hello(), "engine": "x" * 101}, "must be a name of 1 to 100 characters"),
        ({**hello(), "engine": "x\x1b"}, "must be a name of 1 to 100 characters"),
        ({**hello(), "engine": 3}, "handshake, engine: 3 must be a name of 1 to 100 characters"),
        ({**hello(), "capabilities": []}, "handshake, capabilities: [] must be a JSON object"),
        (without("rules"), "capabilities: ["),
        (hello(more=1), "capabilities: 'more' is not known: "),
        (hello(kinds=[]), "capabilities, kinds: [] must list at least one of outcomes, "),
        (hello(kinds="coup"), "capabilities, kinds: 'coup' must be a list of words"),
        (hello(kinds=["coups"]), "capabilities, kinds: 'coups' is not known: did you mean coup"),
        (hello(kinds=[3]), "capabilities, kinds: 3 is not known: "),
        (hello(arithmetic="double"), "capabilities, arithmetic: 'double' is not known: "),
        (hello(rules=["standart"]), "capabilities, rules: 'standart' is not known: did you mean standard"),
        (hello(kinds=["bet"]), 'capabilities, bets: null must be given by an engine that answers the kind "bet"'),
        (hello(kinds=["bet"], bets=["no bet of them"]), "capabilities, bets: 'no bet of them' is not known: "),
        (hello(rounds_commission=1), "capabilities, rounds_commission: 1 must be true or false"),
        (hello(own_bets=OWN), "must be a list of up to 20 texts"),
        (hello(own_bets=[3]), "capabilities, own_bets: [3] must be a list of up to 20 texts"),
        (hello(kinds=["bet"], own_bets=[OWN] * 21), "must be a list of up to 20 texts"),
        (hello(own_bets=[OWN]), "need one of the kinds bet, "),
        (hello(kinds=["bet"], own_bets=[OWN, OWN]), "own bet 2: 'my-tie' is the name of a bet of another own bet: choose another"),
        (hello(kinds=["bet"], own_bets=[OWN.replace("my-", "")]), "own bet 1: 'tie' is the name of a bet of the catalogue: choose another"),
    ],
)  # fmt: skip
def test_handshakes_that_are_refused(reply: dict[str, Any], message: str) -> None:
    with pytest.raises(ExactError) as caught:
        parse_handshake(reply)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


def test_what_an_engine_says_it_can() -> None:
    said = parse_handshake({**hello(kinds=["coup", "outcomes", "coup"]), "engine": "x" * 100})
    assert (said.engine, said.arithmetic, said.kinds) == ("x" * 100, "exact", ("coup", "outcomes"))
    assert (said.bets, said.rules, said.rounds_commission, said.own_bets) == ((), ("standard",), True, {})
    said = parse_handshake(hello(kinds=["bet", "house_edge"], bets="all", rules="all", rounds_commission=False))
    assert (said.bets, said.rules, said.rounds_commission) == (None, None, False)
    assert parse_handshake({**hello(), "engine": "x"}).engine == "x"
    twenty = [OWN.replace("my", f"my-{number}") for number in range(20)]
    assert len(parse_handshake(hello(kinds=["bet"], own_bets=twenty)).own_bets) == 20
    assert list(own_bets_of((OWN,))) == ["my-tie"]


SHOE = {"values": [4] * 10}


@pytest.mark.parametrize(
    ("changes", "request_", "reason"),
    [
        ({}, {"kind": "outcomes", "rules": "standard", "shoe": SHOE}, None),
        ({}, {"kind": "outcomes", "shoe": SHOE}, None),
        ({}, {"kind": "outcomes", "rules": "classic-it", "shoe": SHOE}, ("rules", "classic-it")),
        ({"rules": ["classic-it"]}, {"kind": "outcomes", "shoe": SHOE}, ("rules", "None")),
        ({"rules": "all"}, {"kind": "outcomes", "rules": "classic-it", "shoe": SHOE}, None),
        ({}, {"kind": "coup", "cards": ["A"]}, ("kind", "coup")),
        ({"kinds": ["bet"], "bets": ["tie"]}, {"kind": "bet", "bet": "tie", "shoe": SHOE}, None),
        ({"kinds": ["bet"], "bets": ["tie"]}, {"kind": "bet", "bet": "punto", "shoe": SHOE}, ("bet", "punto")),
        ({"kinds": ["bet"], "bets": "all"}, {"kind": "bet", "bet": "punto", "shoe": SHOE}, None),
        ({"kinds": ["settlement"], "bets": []}, {"kind": "settlement", "stakes": {"tie": "1", "punto": "2"}}, None),
        ({"kinds": ["settlement"], "bets": []}, {"kind": "settlement", "stakes": {"dragon-7": "1"}}, ("bet", "dragon-7")),
        ({"kinds": ["settlement"], "bets": [], "rounds_commission": False}, {"kind": "settlement", "stakes": {"banco": "1"}, "unit": "1"}, ("commission", "rounded to a unit")),
        ({"kinds": ["settlement"], "bets": []}, {"kind": "settlement", "stakes": {"banco": "1"}, "unit": "1"}, None),
    ],
)  # fmt: skip
def test_what_lies_outside_the_capabilities(
    changes: dict[str, Any], request_: dict[str, Any], reason: tuple[str, str] | None
) -> None:
    found = outside(parse_handshake(hello(**changes)), request_)
    assert (found and tuple(found)[:2]) == reason
    assert "punto" in catalogue() or reason


def test_lines_of_the_protocol() -> None:
    assert decoded(encoded(greeting()).rstrip(b"\n")) == greeting()
    assert encoded({"a": 1}).endswith(b"\n")
    for line, message in ((b"\xff", "is not UTF-8 at byte 0"), (b"[1]", "JSON object"), (b"{", "JSON")):
        with pytest.raises(ExactError, match=message):
            decoded(line)


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
    own = [OWN, OWN.replace("my-tie", "my-pair").replace('"tie"', '"punto_pair"')]
    taken = parse_handshake(hello(granularity=["values", "ranks"], kinds=["bet"], own_bets=own))
    full = {"kind": "bet", "rules": "standard", "shoe": {"cards": [8] * 52}}
    assert as_taken(taken, {**full, "bet": "my-tie"})["shoe"] == {"values": [128] + [32] * 9}
    assert as_taken(taken, {**full, "bet": "my-pair"})["shoe"] == {"ranks": [32] * 13}
