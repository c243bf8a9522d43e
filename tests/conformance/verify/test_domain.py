"""The domain that an engine declares, and its own bets."""

from typing import Any

import pytest
from support import refusal
from support.scripted_engines import TWO, coup, hello, shoe, vectors_of
from support.stand_ins import StandIn, right_answer

from exact.conformance.comparison import FAULT, WRONG
from exact.conformance.vectors.engine import answer
from exact.conformance.verify.domain import Domain, decks_of, parse_domain
from exact.conformance.verify.protocol import as_taken, outside, parse_handshake
from exact.conformance.verify.runner import chosen, verify_asking
from exact.conformance.verify.verification import Precision
from exact.errors import ExactError
from exact.game import Granularity

FULL = shoe(128, *[32] * 9)
PLAYED = shoe(127, *[32] * 9)


def test_a_list_of_granularities_means_these_alone_and_whole_decks_are_sent_in_one_of_them() -> None:
    cards = parse_handshake(hello(granularity=["cards"]))
    assert as_taken(cards, FULL)["shoe"] == {"cards": [8] * 52}
    assert answer(dict(as_taken(cards, FULL))) == answer(FULL)
    assert outside(cards, PLAYED) == ("shoe", "by values")
    values = parse_handshake(hello(granularity="values", kinds=["bet"], bets=["tie", "punto-pair"]))
    bet: dict[str, Any] = {"kind": "bet", "rules": "standard", "shoe": {"cards": [8] * 52}}
    assert as_taken(values, bet | {"bet": "tie"})["shoe"] == FULL["shoe"]
    assert outside(values, bet | {"bet": "punto-pair"}) == ("shoe", "by cards")
    assert as_taken(parse_handshake(hello()), PLAYED) == PLAYED
    known: dict[str, Any] = {"kind": "given", "given": "card1=red", "rules": "standard", "shoe": {"ranks": [8] * 13}}
    assert as_taken(cards, known)["shoe"] == {"cards": [2] * 52}
    assert as_taken(values, known) == known  # it may look at ranks


@pytest.mark.parametrize(
    ("granularity", "asked"),
    [
        (["cards"], "10s As 6h 6s 6d Ks"),
        (["ranks"], "10 A 6 6 6 K"),
        ("values", "0 1 6 6 6 0"),
        ("cards", "0 1 6h 6 6 K"),
    ],
)
def test_cards_of_a_coup_are_named_as_the_engine_takes_them(granularity: object, asked: str) -> None:
    """A card without a suit gets the one dealt least, and the answer has the names that were sent."""
    able = parse_handshake(hello(granularity=granularity, kinds=["coup", "settlement"]))
    vectors = vectors_of([coup("0 1 6h 6 6 K"), coup("Kx 7 3 2")], smoke=False).vectors
    (dealt, bad), _ = chosen(able, vectors)
    assert dealt.request["cards"] == asked.split()
    assert dealt.expected["punto"] == asked.split()[:3:2]
    assert bad.request == vectors[1].request


def test_cards_that_the_domain_cannot_have_are_not_asked() -> None:
    """A settlement of pairs needs ranks; one deck has no card twice."""
    kinds = {"kinds": ["coup", "settlement"], "bets": "all"}
    pair = {
        "kind": "settlement",
        "rules": "standard",
        "cards": ["K", "9", "K", "7", "2", "5"],
        "stakes": {"punto-pair": "1"},
    }
    twice, four = coup("6h 6h 9s 8s"), coup("6 6 6 6 6 6")
    vectors = vectors_of([pair, twice, four], smoke=False).vectors
    values, cards = (parse_handshake(hello(granularity=[word], decks=[1, 1], **kinds)) for word in ("values", "cards"))
    assert chosen(values, vectors)[1] == {("shoe", "by ranks"): 1, ("shoe", "beyond 1 deck"): 1}
    assert chosen(cards, vectors)[1] == {("shoe", "beyond 1 deck"): 2}


def test_a_bad_request_stays_bad_in_another_description() -> None:
    """Point values that hide a pair are right as cards, so that an engine of cards is not asked this."""
    pair = {"kind": "bet", "bet": "punto-pair", "rules": "standard", "shoe": FULL["shoe"]}
    cards = parse_handshake(hello(granularity=["cards"], kinds=["bet"], bets=["punto-pair"]))
    assert chosen(cards, vectors_of([pair], smoke=False).vectors) == ([], {("shoe", "by values"): 1})


def test_the_infinite_shoe_is_asked_of_engines_that_know_it() -> None:
    infinite: dict[str, Any] = {"kind": "outcomes", "rules": "standard", "shoe": "infinite"}
    for shoes, within in ((None, [FULL]), ("infinite", [infinite]), (["whole-decks", "infinite"], [FULL, infinite])):
        able = parse_handshake(hello(**({} if shoes is None else {"shoes": shoes})))
        asked, left_out = chosen(able, vectors_of([FULL, infinite], smoke=False).vectors)
        assert [vector.request for vector in asked] == within
        assert [*left_out] == [("shoe", f"that are {word}") for word in ("infinite",) if infinite not in within] + [
            ("shoe", "that are finite") for _ in (FULL,) if FULL not in within
        ]
    for wrong in ([], ["any", "whole-decks"], ["infinite", "any"], "endless"):
        assert "capabilities, shoes" in refusal(parse_handshake, hello(shoes=wrong))


@pytest.mark.slow
@pytest.mark.parametrize("arithmetic", ["exact", "floating"])
@pytest.mark.parametrize(
    ("given", "more", "tallies"),
    [
        (["banco", "punto"], 0, (0, 0)),
        (["banco", "punto"], 1000, (2, 0)),
        (["banco"], 0, (0, 2)),
        (["banco", "punto", "tie"], 0, (0, 2)),
    ],
)
def test_an_engine_without_the_tie_is_judged_by_what_it_gives(
    given: list[str], more: int, tallies: tuple[int, int], arithmetic: str
) -> None:
    """Probabilities are of all deals; a wrong number is one, and an outcome that was not promised is a fault."""

    def answers(request: dict[str, Any]) -> dict[str, Any]:
        counts = {name: int(count) for name, count in right_answer(request)["counts"].items()}
        deals, counted = sum(counts.values()), {name: counts[name] + more for name in given}
        if arithmetic == "exact":
            return {"counts": {name: str(count) for name, count in counted.items()}}
        return {"probabilities": {name: count / deals for name, count in counted.items()}}

    engine = StandIn(answers, arithmetic=arithmetic, outcomes=["banco", "punto"])
    of = verify_asking(engine, vectors_of(TWO, smoke=False), Precision())
    assert (of.ways[WRONG], of.ways[FAULT]) == tallies


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
        assert "the fewest and the most decks" in refusal(domain, decks=decks)


def test_a_word_means_every_coarser_description_and_a_list_these_alone() -> None:
    values, ranks, cards = Granularity
    assert domain(granularity="ranks").granularities == (values, ranks)
    assert domain(granularity="cards").granularities == (values, ranks, cards)
    assert domain(granularity=["cards", "values"]).granularities == (values, cards)
    for wrong in ("suits", [["values"]], None):
        assert refusal(domain, granularity=wrong).endswith("is not known: known: values, ranks, cards")


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
    assert domain(shoes="whole-decks").excludes({"shoe": shoe}) == whole
    assert domain().excludes({"shoe": shoe}) == any_
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
        assert domain(**bounds).excludes({"shoe": shoe}) == told
    for decks, told in (([1, 9], ""), ([2, 8], "of 9 decks"), ([9, 9], ""), ([10, 12], "of 9 decks")):
        assert domain(decks=decks).excludes({"shoe": {"values": [144, *[36] * 9]}}) == told
