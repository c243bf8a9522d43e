"""The bounds of what can be known of a coup, the words for it, and the help that lists the notation and the names."""

import pytest
from support import refusal

from exact.bets.knowledge import Condition, Knowledge, describe_knowledge, parse_knowledge
from exact.bets.vocabulary import EVERY_CARD, PATTERN_NAMES, RANK_MASKS, VALUE_MASKS, describe_names, known_names

RANGES = {
    "cards": (4, 6, "the coup uses {} cards"),
    "margin": (0, 9, "the final totals differ by {}"),
    "punto_two_card_total": (0, 9, "punto's first two cards total {}"),
    "banco_final_total": (0, 9, "banco's final total is {}"),
    "punto_cards": (2, 3, "punto receives {} cards"),
}


@pytest.mark.parametrize("name", RANGES)
def test_every_number_in_its_range_can_be_known_and_no_other(name: str) -> None:
    low, high, words = RANGES[name]
    condition = name.replace("_final", "")
    (piece,) = parse_knowledge(f"{name}={low}-{high}")
    assert piece.knowledge.conditions == {Condition(condition, frozenset(range(low, high + 1)))}
    assert piece.meaning == words.format(f"{low}-{high}")
    (piece,) = parse_knowledge(f"{name}={low}|{high}")
    assert piece.knowledge.conditions == {Condition(condition, frozenset((low, high)))}
    assert piece.meaning == words.format(f"{low} or {high}")
    for wrong in (str(high + 1), f"{low}-{high + 1}", "-1", "x", "0005", f"{low}-", f"{low},{high}"):
        refused = refusal(parse_knowledge, f"{name}={wrong}")
        assert refused.endswith(f"' must be a whole number from {low} to {high}, or a range of them")
    assert not low or f"from {low} to {high}" in refusal(parse_knowledge, f"{name}={low - 1}")
    assert f"contains an empty range: write {low}-{high}" in refusal(parse_knowledge, f"{name}={high}-{low}")


@pytest.mark.parametrize(
    ("name", "words"),
    [("tie", "the coup is a tie: {}"), ("punto_natural", "punto has a natural: {}"), ("banco_wins", "banco wins: {}")],
)
def test_yes_no_or_either(name: str, words: str) -> None:
    for answer, values, said in (("yes", {1}, "yes"), ("No", {0}, "No"), ("yes|no", {0, 1}, "yes or no")):
        (piece,) = parse_knowledge(f"{name}={answer}")
        assert piece.knowledge.conditions == {Condition(name, frozenset(values))}
        assert piece.meaning == words.format(said)
    for wrong in ("1", "|", "yes|maybe", "yes-no"):
        assert "must be answered with yes or no" in refusal(parse_knowledge, f"{name}={wrong}")


@pytest.mark.parametrize(
    ("card", "mask"),
    [
        ("0", VALUE_MASKS[0]),
        ("0-1", VALUE_MASKS[0] | VALUE_MASKS[1]),
        ("9-9", VALUE_MASKS[9]),
        ("9-10", RANK_MASKS[8] | RANK_MASKS[9]),
        ("A-K", EVERY_CARD),
        ("10-q", RANK_MASKS[9] | RANK_MASKS[10] | RANK_MASKS[11]),
        ("high", sum(RANK_MASKS[5:9])),
        ("LOW", sum(RANK_MASKS[:5])),
        ("court", sum(RANK_MASKS[10:])),
        ("zero", sum(RANK_MASKS[9:])),
        ("red|black", EVERY_CARD),
        ("spades", sum(1 << 4 * rank for rank in range(13))),
        ("Th", 1 << 37),
        ("A|Kc", RANK_MASKS[0] | 1 << 51),
        ("?", EVERY_CARD),
    ],
)
def test_the_card_types_that_a_card_stands_for(card: str, mask: int) -> None:
    assert parse_knowledge(f"card7={card}")[0].knowledge.shoe == ((7, mask),)
    assert parse_knowledge(f"card5={card}")[0].knowledge.shoe == ((5, mask),)
    for place, hand in ((1, 0), (2, 3), (3, 1), (4, 4)):
        known = parse_knowledge(f"card{place}={card}")[0].knowledge
        assert known.hands == tuple(mask if position == hand else EVERY_CARD for position in range(6))
        assert known.shoe == ()


def test_a_sides_cards_in_order() -> None:
    none, third, unknown, two = (
        parse_knowledge(f"banco={cards}")[0] for cards in ("9,?,none", "9,?,5", "9,?,?", "9,?")
    )
    nine, any_card = VALUE_MASKS[9], EVERY_CARD
    assert none.knowledge.hands == (*[any_card] * 3, nine, any_card, any_card)
    assert none.knowledge.conditions == {Condition("banco_cards", frozenset([2]))}
    assert third.knowledge.hands == (*[any_card] * 3, nine, any_card, VALUE_MASKS[5])
    assert third.knowledge.conditions == {Condition("banco_cards", frozenset([3]))}
    assert unknown.knowledge == two.knowledge
    assert [str(piece.meaning) for piece in (none, third, two)] == [
        "banco's cards: 9, unknown, no third",
        "banco's cards: 9, unknown, 5",
        "banco's cards: 9, unknown",
    ]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("x" * 1001, "has 1001 characters; the bound is 1000"),
        ("punto=1,2,3,4", "gives punto 4 cards; a side receives at most 3"),
        ("punto=none", "may use none only for a side's third card, and only by itself"),
        ("punto=1,,2", "leaves a card out: write ? for an unknown card"),
        ("card3=6|", "leaves a card out: write ? for an unknown card"),
        ("card3=9-6", "contains an empty range: write 6-9"),
        ("card3=K-10", "contains an empty range: write 10-K"),
        ("card3=hgih", "contains 'hgih', which is not a class of cards: did you mean high?"),
        ("card3=zz", "has an unknown suit"),
        ("card1000001=9", "must be a whole number from 1 to 1000000"),
        ("punto_total=3", "write punto_two_card_total=3 or punto_final_total=3"),
        ("margni=3", "begins with 'margni', which is unknown: did you mean margin?"),
        ("margin", "must be written as name=value"),
        ("margin=²", "contains a character that no piece of knowledge may have"),
    ],
)
def test_what_no_piece_of_knowledge_is(text: str, bound: str) -> None:
    assert bound in refusal(parse_knowledge, text)


def test_the_help_lists_every_fact_with_its_range() -> None:
    lines = describe_knowledge().splitlines()
    assert "  cards=4-6                 the coup uses 4-6 cards" in lines
    assert "  punto_natural=yes         punto has a natural: yes" in lines
    assert "  banco_cards=2-3           banco receives 2-3 cards" in lines
    assert "  zero                      10, J, Q or K" in lines


def test_every_name_of_the_language_is_described_once() -> None:
    described = dict(describe_names())
    assert set(described) == known_names().keys() - PATTERN_NAMES.keys()
    assert len(describe_names()) == len(described)
    assert described["punto_value_3"] == "point value of punto's card 3, none if it has none"
    assert described["punto_value_1"] == "point value of punto's card 1"
    assert described["aces"] == "how many aces were dealt"
    assert described["banco_rank_2"] == "rank, ace 1 to king 13 of banco's card 2"
    assert described["hearts"] == "what …_suit_… may be compared with"
    assert described["black"] == "what …_colour_… may be compared with"


def test_what_is_known_of_the_coup_and_of_later_cards() -> None:
    known = Knowledge(shoe=((5, 1), (6, 2), (7, EVERY_CARD), (8, 4), (9, 4)))
    assert known.coup.shoe == ((5, 1), (6, 2))
    assert known.later == (4, 4)
    assert known.masks == {1, 2, 4}
