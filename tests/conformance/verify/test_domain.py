"""The domain that an engine declares, its own bets, and the certificate: what is read, refused and written."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import Command
from support.scripted_engines import TWO, Verified, coup, hello, shoe

from exact.conformance.strict_json import Object
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import KINDS, own_bet_vectors
from exact.conformance.verify.domain import Domain, decks_of, parse_domain
from exact.conformance.verify.protocol import as_taken, outside, parse_handshake
from exact.conformance.verify.shrinking import can_shrink, cards_of, fewest_decks, shrink
from exact.errors import ExactError
from exact.game.cards import Granularity


def reason(request: dict[str, Any], **capabilities: Any) -> str:
    found = outside(parse_handshake(hello(**capabilities)), request)
    return "" if found is None else str(found)


FULL, NINE = shoe(128, *[32] * 9), shoe(144, *[36] * 9)
PLAYED = shoe(127, *[32] * 9)
ONE_TOO_MANY = shoe(100, 33, *[20] * 8)


@pytest.mark.parametrize(
    ("domain", "taken", "not_taken"),
    [
        ({"decks": [1, 8]}, [FULL, PLAYED], {"shoe of 9 decks": NINE, "shoe beyond 8 decks": ONE_TOO_MANY}),
        ({"decks": [6, 8]}, [FULL, PLAYED], {"shoe of 1 deck": shoe(16, *[4] * 9)}),
        ({"shoes": "whole-decks"}, [FULL, NINE], {"shoe not of whole decks": PLAYED}),
        ({"decks": [8, 8], "shoes": "whole-decks"}, [FULL], {"shoe of 9 decks": NINE}),
        ({"max_cards": 416}, [FULL, PLAYED], {"shoe of more than 416 cards": NINE}),
        ({"max_of_a_class": 128}, [FULL, PLAYED], {"shoe with more than 128 alike": NINE}),
        ({"shoes": "any"}, [FULL, NINE, PLAYED], {}),
    ],
)
def test_which_shoes_lie_in_a_domain(
    domain: dict[str, Any], taken: list[dict[str, Any]], not_taken: dict[str, dict[str, Any]]
) -> None:
    assert [reason(request, **domain) for request in taken] == [""] * len(taken)
    assert {reason(request, **domain): request for request in not_taken.values()} == not_taken


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


OWN = 'name = "mine"\n[[category]]\nname = "win"\nwhen = "{when}"\npays = 3\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (OWN.format(when="__import__('os')"), "own bet 1, line 4: when"),
        (
            OWN.format(when="punto_total == 1").replace("mine", "tie"),
            "own bet 1: 'tie' is the name of a bet of the catalogue",
        ),
        ("not TOML", "is not TOML"),
    ],
)
def test_an_own_bet_outside_the_language_is_refused(text: str, told: str, engine: Verified) -> None:
    refused = engine("greet()", kinds=["bet"], bets=[], own_bets=[text]).refused()
    assert told in refused


def test_own_bets_are_asked_in_every_category_and_on_one_to_eight_decks() -> None:
    (bet,) = parse_handshake(hello(kinds=["bet"], own_bets=[OWN.format(when="punto_suited and tie")])).own_bets.values()
    vectors = own_bet_vectors(bet, "standard")
    counted = [vector.expected["counts"] for vector in vectors if vector.request["kind"] == "bet"]
    assert any(counts["win"] != "0" for counts in counted[:-8])  # type: ignore[index]
    sizes = [sum(dict(vector.request["shoe"])["cards"]) for vector in vectors[:: len(KINDS)]]  # type: ignore[call-overload]
    assert sizes[-8:] == [52 * decks for decks in range(1, 9)]
    assert max(sizes[:-8]) <= 7


@pytest.mark.slow
def test_own_bets_are_asked_of_engines_that_take_only_finer_shoes() -> None:
    able = parse_handshake(hello(kinds=["bet"], own_bets=[OWN.format(when="punto_total == 1")], granularity=["cards"]))
    (bet,) = able.own_bets.values()
    by_value, by_card = own_bet_vectors(bet, "standard"), own_bet_vectors(bet, "standard", able.domain.granularities)
    assert {outside(able, vector.request) for vector in by_card if vector.request["kind"] == "bet"} == {None}
    assert [vector.expected for vector in by_value] == [vector.expected for vector in by_card]
    looks_at_ranks = parse_handshake(hello(kinds=["bet"], own_bets=[OWN.format(when="punto_pair")])).own_bets["mine"]
    assert own_bet_vectors(looks_at_ranks, "standard", [Granularity.VALUES]) == []


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


# --- the certificate -------------------------------------------------------------------------------------------------

ANSWERING = "greet()\nfor r in requests(): reply(r)"


@pytest.mark.parametrize("suffix", [".md", pytest.param(".tex", marks=pytest.mark.slow)])
def test_a_certificate_is_one_page_with_the_date_that_was_given(suffix: str, engine: Verified, tmp_path: Path) -> None:
    file = tmp_path / f"engine{suffix}"
    ran = engine(ANSWERING, "--certificate", str(file), "--date", "2026-11-22")
    assert (ran.code, ran.err) == (0, "")
    text = file.read_text(encoding="utf-8")
    for fact in ("2026-11-22", "test", "any shoe, by values", "0" * 64, "conforms on 2 of 2 questions"):
        assert fact in text
    again = engine(ANSWERING, "--certificate", str(file), "--date", "2026-11-22")
    assert (again.code, file.read_text(encoding="utf-8")) == (0, text)
    if suffix == ".tex" and shutil.which("pdflatex"):
        words = ["pdflatex", "-interaction=batchmode", "-halt-on-error", file.name]
        subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, timeout=120)
        assert b"(1 page" in (tmp_path / "engine.log").read_bytes()


def test_a_certificate_in_italian(engine: Verified, tmp_path: Path) -> None:
    file = tmp_path / "engine.md"
    assert engine(ANSWERING, "--certificate", str(file), "--date", "2026-11-22", "--lang", "it").code == 0
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Conformità di test\n")
    assert "conforme; risposte giuste: 2 su 2 domande" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--certificate", "engine.md", "--date", "2026-11-22", "--smoke"], "needs the whole set"),
        (["--date", "2026-11-22"], "name its file with --certificate"),
        (["--digits", "3", "--decimals", "4"], "cannot be given together with --digits"),
        (["--decimals", "16"], "decimals: 16 must be a whole number from 1 to 15"),
    ],
)
def test_a_certificate_or_a_precision_that_is_none(
    words: list[str], told: str, exact: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in exact.refused("verify", "engine", "no-such-engine", *words)
    assert list(tmp_path.iterdir()) == []


# --- shoes and bounds at the edges -----------------------------------------------------------------------------------


def domain(**capabilities: Any) -> Domain:
    return parse_domain({"granularity": "values", **capabilities})


def test_the_largest_bounds_of_a_domain() -> None:
    """A one and fifteen noughts."""
    for name in ("max_cards", "max_of_a_class"):
        for bound in (1, 10**15):
            assert domain(**{name: bound}).words[name] == bound
        for wrong in (0, 10**15 + 1, None, True):
            with pytest.raises(ExactError, match=f"{name}: .* must be a whole number from 1 to 1000000000000000$"):
                domain(**{name: wrong})
    assert domain(decks=[1, 10**15]).decks == (1, 10**15)
    for decks in ([1, 10**15 + 1], [1], [1, 2, 3]):
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
    ):
        assert domain(**bounds).excludes(shoe) == told


def test_a_shoe_of_six_cards_of_one_class_is_as_small_as_can_be() -> None:
    """Nothing else is asked."""
    asked: list[Object] = []

    def fails(request: Object) -> bool:
        asked.append(request)
        return True

    six: Any = shoe(0, 0, 6, *[0] * 7)
    assert (shrink(six, fails), asked) == (six, [])


def test_all_cards_are_put_to_one_class_where_the_engine_still_fails() -> None:
    """To the first class for which it does, even one of which the shoe has none."""

    def fails(request: Any) -> bool:
        return bool(request["shoe"]["values"][7] == 6)

    for counts in ((1, 1, 1, 1, 1, 1), (5, 1)):
        six: Any = shoe(*counts, *[0] * (10 - len(counts)))
        assert shrink(six, fails) == shoe(*[0] * 7, 6, 0, 0)


def values(*counts: int) -> list[int]:
    return [*counts, *[0] * (10 - len(counts))]


TRIED = [
    # the larger class at 0, 1, 2, 4, half and one less, then the other
    *(values(lower, 7) for lower in (0, 1, 2, 4, 5, 9)),
    *(values(10, lower) for lower in (0, 1, 2, 3, 4, 6)),
    # all cards in any one class, then each class put to the other, the smaller first
    *([0] * at + [17] + [0] * (9 - at) for at in range(10)),
    values(17, 0),
    values(0, 17),
]
"""What is tried of ten cards of one class and seven of another, by the words of `shrink`."""


@pytest.mark.parametrize("requests", [0, 1, 7, len(TRIED), 300])
def test_what_is_tried_where_the_engine_fails_on_nothing_smaller(requests: int) -> None:
    asked: list[Object] = []

    def fails(request: Object) -> bool:
        asked.append(request)
        return False

    whole: Any = shoe(*values(10, 7))
    assert shrink(whole, fails, requests) == whole
    assert asked == [shoe(*counts) for counts in TRIED[:requests]]


def test_counts_are_lowered_in_rounds_until_a_round_changes_nothing() -> None:
    """An engine that fails on every two to one: the larger class falls when the other has, and six cards are left."""
    whole: Any = shoe(*values(40, 20))

    def fails(request: Any) -> bool:
        first, second, *others = request["shoe"]["values"]
        return first >= 2 * second > 0 and not any(others)

    assert shrink(whole, fails) == shoe(*values(5, 1))


def test_the_last_request_that_may_be_made_counts() -> None:
    """Of two, two and two cards, ten shoes of one class come first; the first class put to the second is the eleventh."""
    whole: Any = shoe(*values(2, 2, 2))
    for requests, found in ((10, whole), (11, shoe(*values(0, 4, 2)))):
        assert shrink(whole, lambda request: request == shoe(*values(0, 4, 2)), requests) == found


@pytest.mark.parametrize(
    ("request_", "cards", "can"),
    [
        (shoe(*values(6)), 6, True),
        (shoe(*values(5)), 5, False),
        (coup("9 2 K 3"), 4, False),
        ({"cards": "9 2 K 3"}, 0, False),
        ({}, 0, False),
        ({"shoe": [1] * 10}, 0, False),
        ({"shoe": {"values": "1" * 10}}, 0, False),
        ({"shoe": {"values": values(7, -1)}}, 0, False),
        ({"shoe": {"values": [True] * 10}}, 0, False),
        ({"shoe": {"values": values(7), "ranks": values(7)}}, 0, False),
        ({"shoe": {"values": values(0, 0, 0)}}, 0, False),
    ],
)
def test_the_size_of_a_request_and_whether_it_has_a_shoe_to_make_smaller(
    request_: dict[str, Any], cards: int, can: bool
) -> None:
    assert (cards_of(request_), can_shrink(request_)) == (cards, can)


@pytest.mark.parametrize(("cards", "most"), [(6, 1), (52, 1), (53, 2), (104, 2), (105, 3), (12 * 52, 12), (10**6, 12)])
def test_whole_decks_less_than_a_deck_above_the_cards(cards: int, most: int) -> None:
    """At most the twelve of an ordinary shoe, the fewest first; the first on which the engine fails is taken."""
    played: Any = shoe(*values(cards))
    asked: list[Object] = []

    def fails(request: Object) -> bool:
        asked.append(request)
        return len(asked) == found

    decks = [shoe(16 * number, *[4 * number] * 9) for number in range(1, most + 1)]
    found = 0
    assert (fewest_decks(played, fails), asked) == (None, decks)
    asked.clear()
    found = most
    assert (fewest_decks(played, fails), asked) == (decks[-1], decks)
