"""The domain that an engine declares, its own bets, and the three tallies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.scripted_engines import TWO, Verified, coup, hello, shoe

from exact.conformance.vectors.engine import answer
from exact.conformance.verify.protocol import Domain, as_taken, decks_of, outside, parse_domain, parse_handshake
from exact.errors import ExactError
from exact.game import Granularity

FULL = shoe(128, *[32] * 9)
PLAYED = shoe(127, *[32] * 9)


def test_a_list_of_granularities_means_these_alone_and_whole_decks_are_sent_in_one_of_them() -> None:
    cards = parse_handshake(hello(granularity=["cards"]))
    assert as_taken(cards, FULL)["shoe"] == {"cards": [8] * 52}
    assert answer(dict(as_taken(cards, FULL))) == answer(FULL)
    assert str(outside(cards, PLAYED)) == "shoe by values"
    values = parse_handshake(hello(granularity="values", kinds=["bet"], bets=["tie", "punto-pair"]))
    bet: dict[str, Any] = {"kind": "bet", "rules": "standard", "shoe": {"cards": [8] * 52}}
    assert as_taken(values, bet | {"bet": "tie"})["shoe"] == FULL["shoe"]
    assert str(outside(values, bet | {"bet": "punto-pair"})) == "shoe by cards"
    assert as_taken(parse_handshake(hello()), PLAYED) == PLAYED
    known: dict[str, Any] = {"kind": "given", "given": "card1=red", "rules": "standard", "shoe": {"ranks": [8] * 13}}
    assert as_taken(cards, known)["shoe"] == {"cards": [2] * 52}
    assert as_taken(values, known) == known  # it may look at ranks


# --- the three tallies -----------------------------------------------------------------------------------------------


def test_the_tallies_are_told_apart_in_json(engine: Verified) -> None:
    """A right answer, a refusal, another number, and an answer to a bad request."""
    body = """
greet()
others = [{'error': 'no'}, COUP, {'counts': {}}]
for number, r in enumerate(requests()):
    other = others[min(number, 3) - 1] if number else RIGHT['v-0']
    say(json.dumps({**other, 'id': r['id']}) + chr(10))
"""
    natural = coup("9 8 0 1")
    body = body.replace("COUP", repr(answer(natural) | {"outcome": "punto"}))
    requests = [TWO[0], TWO[1], natural, shoe(5, *[0] * 9)]
    ran = engine(body, "--format", "json", requests=requests, kinds=["outcomes", "coup"])
    data = json.loads(ran.out)
    told = {name: data[name] for name in ("right", "wrong", "refused_inside", "refused_outside", "faults", "not_asked")}
    assert told == {"right": 1, "wrong": 1, "refused_inside": 1, "refused_outside": 0, "faults": 1, "not_asked": 0}
    assert (ran.code, data["conforms"], data["verdict"]) == (1, False, "does not conform")


# --- shoes and bounds at the edges -----------------------------------------------------------------------------------


def domain(**capabilities: Any) -> Domain:
    return parse_domain({"granularity": "values", **capabilities})


def test_the_largest_bounds_of_a_domain() -> None:
    """A one and fifteen noughts."""
    for name in ("max_cards", "max_of_a_class"):
        for bound in (1, 10**15):
            assert domain(**{name: bound}).words[name] == bound
        for wrong in (0, 10**15 + 1, None, True, 1.5, "many"):
            with pytest.raises(ExactError, match=f"{name}: .* must be a whole number from 1 to 1000000000000000$"):
                domain(**{name: wrong})
    assert domain(decks=[1, 10**15]).decks == (1, 10**15)
    for decks in ([1, 10**15 + 1], [1], [1, 2, 3], [0, 8], [1, True], 8):
        with pytest.raises(ExactError, match="the fewest and the most decks"):
            domain(decks=decks)


def test_a_word_means_every_coarser_description_and_a_list_these_alone() -> None:
    values, ranks, cards = Granularity
    assert domain(granularity="ranks").granularities == (values, ranks)
    assert domain(granularity="cards").granularities == (values, ranks, cards)
    assert domain(granularity=["cards", "values"]).granularities == (values, cards)
    for wrong in ("suits", [["values"]], None):
        with pytest.raises(ExactError, match="is not known: known: values, ranks, cards$"):
            domain(granularity=wrong)


DECK = [16, *[4] * 9]


@pytest.mark.parametrize(
    ("shoe", "whole", "any_"),
    [
        (None, "", ""),
        (["values"], "not of whole decks", ""),
        ({"values": DECK}, "", ""),
        ({"values": [17, *DECK[1:]]}, "not of whole decks", ""),
        ({"values": DECK[1:]}, "not of whole decks", ""),
        ({"values": [True, *DECK[1:]]}, "not of whole decks", ""),
        ({"values": [-1, *DECK[1:]]}, "not of whole decks", ""),
        ({"values": [0] * 10}, "not of whole decks", ""),
        ({"points": DECK}, "not of whole decks", ""),
        ({"values": DECK, "points": DECK}, "not of whole decks", ""),
        ({"ranks": [4] * 13}, "by ranks", "by ranks"),
        ({"values": DECK, "ranks": [4] * 13}, "by ranks", "by ranks"),
    ],
)
def test_what_puts_a_shoe_outside(shoe: object, whole: str, any_: str) -> None:
    assert domain(shoes="whole-decks").excludes(shoe) == whole
    assert domain().excludes(shoe) == any_
    assert decks_of(shoe) == (1 if shoe in ({"values": DECK}, {"ranks": [4] * 13}) else 0)


def test_bounds_that_a_shoe_just_keeps() -> None:
    shoe = {"values": [20, 8, 4, 4, 4, 0, 4, 4, 4, 4]}  # 56 cards, which two decks can be
    for bounds, told in (
        ({"max_cards": 56}, ""),
        ({"max_cards": 55}, "of more than 55 cards"),
        ({"max_of_a_class": 20}, ""),
        ({"max_of_a_class": 19}, "with more than 19 alike"),
        ({"decks": [2, 2]}, ""),
        ({"decks": [1, 1]}, "beyond 1 deck"),
        ({"decks": [3, 8]}, ""),
    ):
        assert domain(**bounds).excludes(shoe) == told
    for decks, told in (([1, 9], ""), ([2, 8], "of 9 decks"), ([9, 9], ""), ([10, 12], "of 9 decks")):
        assert domain(decks=decks).excludes({"values": [144, *[36] * 9]}) == told
