"""Patterns of cards in the language of bets, against published counts, enumeration and the second method."""

from itertools import product

import pytest
from support import STANDARD, refusal
from support.bets import own_bet

from exact.bets.bet import parse_bets
from exact.bets.expression import parse_condition
from exact.bets.vocabulary import GROUPS, PATTERN_NAMES, known_names
from exact.engine import compiler
from exact.engine.one_shoe import count_categories
from exact.game import parse_card
from exact.game.shoe import Shoe
from exact.reference.card_by_card import count_card_by_card
from exact.reference.decisions import DECISIONS

ONE_DECK, EIGHT = Shoe.of_decks(1), Shoe.of_decks(8)


HANDS = {
    "straight_flush(first_four)": 44,
    "four_of_a_kind(first_four)": 13,
    "flush(first_four)": 2816,
    "straight(first_four)": 2772,
    "three_of_a_kind(first_four)": 2496,
    "two_pair(first_four)": 2808,
    "one_pair(first_four)": 82368,
    "high_card(first_four)": 177408,
}
"""The four-card poker hands of one deck, of 270,725: https://en.wikipedia.org/wiki/Poker_probability, four-card hands."""


def test_the_hands_of_four_card_poker() -> None:
    counts = count_categories(own_bet(*HANDS), ONE_DECK, STANDARD)
    assert counts == (*(hands * 24 * 48 * 47 for hands in HANDS.values()), 0)


@pytest.mark.parametrize(("aces", "runs"), [("", 11), (", aces_low", 10), (", aces_high", 10)])
def test_aces_are_low_or_high_or_both(aces: str, runs: int) -> None:
    """From 10 or 11 lowest ranks each rank of four suits; of which 4 are of one."""
    bet = own_bet(f"straight_flush(first_four{aces})", f"straight(first_four{aces})", "royal_flush(first_four)")
    royal = 4 * (not runs % 2 and "low" in aces)
    assert count_categories(bet, ONE_DECK, STANDARD)[:3] == tuple(
        hands * 24 * 48 * 47 for hands in (4 * runs, 252 * runs, royal)
    )


SMALL = {
    "straights and suits": "Ah 2h 3h 4h 5h Ks Qh Kh",
    "many of one rank": "7s 7h 7d 7c 8s 8h 8d 9s",
    "aces, kings and tens": "As Ah Kd Kc 10s Jh Qs 10h",
}


@pytest.mark.parametrize(
    ("small", "group"),
    [pytest.param(small, group, marks=pytest.mark.slow) for small, group in product(SMALL, GROUPS)],
)
def test_every_pattern_of_a_small_shoe_is_that_of_the_second_method(small: str, group: str) -> None:
    cards = [parse_card(name)[1] for name in SMALL[small].split()][:7]
    shoe = Shoe.of_cards([cards.count(card) for card in range(52)])
    calls = [call for call in PATTERN_NAMES if f"({group}" in call]
    held = [call if known_names()[call].condition else f"{call} == 1" for call in calls]
    bets = [own_bet(condition, name=f"n{number}") for number, condition in enumerate(held)]
    expected = count_card_by_card(bets, cards, DECISIONS["standard"])
    for bet in bets:
        assert list(count_categories(bet, shoe, STANDARD)) == expected[bet.name], bet.classification.conditions


HEARTS = " + ".join(f"({side}_suit_{card} == hearts)" for side in ("punto", "banco") for card in (1, 2, 3))
COMPARED = {
    "hearts": [f"{HEARTS} >= 4", f"{HEARTS} == 2 and punto_wins", f"{HEARTS} == 0"],
    "a suit and a colour of one card": [
        "punto_suit_1 in (hearts, clubs) and punto_colour_1 == red",
        "punto_suit_3 > 1",
    ],
    "ranks and suits": ["punto_rank_3 == 13 or banco_suit_3 != 2", "punto_rank_1 in (10, 12) and banco_suit_1 < 2"],
    "none": ["punto_suit_3 == none and banco_rank_2 >= 11", "banco_suit_3 != none", "punto_colour_2 == black"],
    "one answer": ["punto_suit_1 >= 0 and tie", "punto_suit_2 < 0", "banco_suit_2 == banco_suit_1"],
}


@pytest.mark.parametrize(
    "conditions",
    [
        pytest.param(each, marks=[] if name == "ranks and suits" else [pytest.mark.slow], id=name)
        for name, each in COMPARED.items()
    ],
)
def test_cards_that_every_comparison_takes_alike_are_counted_as_the_second_method_does(conditions: list[str]) -> None:
    bet, names = own_bet(*conditions), "Ah 2h 3h Ks Qh Kd 10c 6h"
    for left_out in range(2):
        cards = [parse_card(name)[1] for name in names.split()][left_out : left_out + 7]
        shoe = Shoe.of_cards([cards.count(card) for card in range(52)])
        expected = count_card_by_card([bet], cards, DECISIONS["standard"])[bet.name]
        assert list(count_categories(bet, shoe, STANDARD)) == expected


@pytest.mark.slow
def test_a_suit_counted_among_all_cards_is_no_question_of_four_suits() -> None:
    """It is refused if each card is asked for one of four suits."""
    bet = own_bet(f"{HEARTS} >= 5")
    assert min(work for work, _ in compiler.ways_to_count((bet.classification,), STANDARD)) < compiler.MAX_WORK / 3


WAYS = {
    "ranks or suits": ["punto_rank_1 == punto_rank_2 == banco_rank_1", "punto_suit_1 == punto_suit_2 == banco_suit_2"],
    "both": ["punto_perfect_pair and punto_rank_1 + banco_rank_2 > 12", "banco_colour_1 == red and banco_suit_2 > 1"],
    "patterns": ["straight_flush(first_four)", "pairs(first_four) == 2", "punto_suit_1 == hearts", "banco_pair"],
    "high cards": ["high_card(first_four) and punto_two_card_total > 6", "not same_colour(punto_first_two)"],
}


@pytest.mark.parametrize("conditions", [pytest.param(own, marks=pytest.mark.slow) for own in WAYS.values()], ids=WAYS)
def test_every_way_to_count_finds_the_same(conditions: list[str]) -> None:
    """By point values, by ranks and by cards, whichever is quickest."""
    shoe = Shoe.of_cards([(5 * card) % 7 for card in range(52)])
    plans = list(compiler.ways_to_count((own_bet(*conditions).classification,), STANDARD))
    counts = [counted().counts(shoe) for _, counted in plans]
    assert len(counts) == 2 + ("(" not in conditions[0])
    assert all(found == counts[0] for found in counts)
    assert len(counts[0]) == len(conditions) + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("straight(punto_first_two)", "and punto_first_two has too few cards for it: it takes punto_hand, banco_hand,"),
        ("full_house(first_four)", "has full_house(first_four), and first_four has too few cards for it"),
        ("of_a_kind(punto_first_two) == 3", "asks of_a_kind(punto_first_two) for 3, but the group has too few cards"),
        ("pairs(punto_hand) > 1", "asks pairs(punto_hand) for 1, but the group has too few cards"),
        (
            "flush()",
            "'flush()' lacks a group of cards: flush takes punto_hand, banco_hand, first_four, punto_first_two,",
        ),
        ("flsh()", "uses a call of 'flsh', which is no pattern: did you mean flush?"),
        ("flush(everybody)", "has no group of cards 'everybody': flush takes punto_hand,"),
        ("strait(first_four)", "uses a call of 'strait', which is no pattern: did you mean straight"),
        ("straight(first_four, high)", "write straight(first_four) or one of its aces_low and aces_high"),
        ("flush(first_four, aces_low)", "write flush(first_four)"),
        ("flush", "has no name 'flush'"),
        ("pairs(first_four)", "is a number where a condition is needed"),
        ("flush(first_four) + 1 > len(all_dealt)", "uses a call of 'len', which is no pattern"),
    ],
)
def test_a_pattern_that_the_language_does_not_have(text: str, message: str) -> None:
    refused = refusal(parse_condition, text, known_names(), "own.toml")
    assert refused.startswith("own.toml: ")
    assert message in refused


def test_a_pattern_is_spelled_one_way_and_does_not_take_a_word_from_a_bet() -> None:
    text = "flush( player_hand ) and straight (First_four,aces_low) and pairs(all_dealt) in (1, 2)"
    condition = parse_condition(text, known_names(), "own.toml")
    assert condition.text == "flush(punto_hand) and straight(first_four, aces_low) and pairs(all_dealt) in (1, 2)"
    rows = '[define]\nflush = "tie"\nfirst_four = "punto_pair"\n'
    rows += '[[category]]\nname = "own"\nwhen = "flush and first_four and flush(first_four)"\npays = 1\n'
    (bet,) = parse_bets(f'name = "own"\n{rows}', "own.toml")
    cards = [parse_card(name)[1] for name in ["4s", "4s", "4s", "4s", "Kh", "6s"]]
    found = count_categories(bet, Shoe.of_cards([cards.count(card) for card in range(52)]), STANDARD)
    assert list(found) == count_card_by_card([bet], cards, DECISIONS["standard"])["own"]
    assert found[0] > 0


@pytest.mark.parametrize("kind", ["value", pytest.param("rank", marks=pytest.mark.slow)])
def test_products_and_sums_over_all_six_cards(kind: str) -> None:
    names = [f"{side}_{kind}_{place}" for side in ("punto", "banco") for place in (1, 2, 3)]
    bet = own_bet(f"{' * '.join(names)} == 24", f"{' * '.join(names)} in (48, 72)", f"{' + '.join(names)} == 14")
    cards = [parse_card(name)[1] for name in ["As", "As", "2s", "2s", "2s", "3s", "4s"]]
    found = count_categories(bet, Shoe.of_cards([cards.count(card) for card in range(52)]), STANDARD)
    assert list(found) == count_card_by_card([bet], cards, DECISIONS["standard"])["own"]
    assert all(found), found


REFUSED = "punto_suit_1 + punto_suit_2 + punto_suit_3 + banco_suit_1 + banco_suit_2 + banco_suit_3 == 7"


@pytest.mark.slow
def test_what_takes_too_long_is_refused_before_it_begins_with_an_estimate() -> None:
    refused = refusal(count_categories, own_bet(REFUSED), EIGHT, STANDARD)
    assert "bet: 'own' takes about " in refused
    assert " steps to count, and the bound is 100,000: ask about fewer suits and ranks" in refused
