"""The second methods against cards laid down in every order, their names against cards read by eye."""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb
from types import SimpleNamespace as Object
from typing import Any

import pytest

from exact.bets.vocabulary import GROUPS, PATTERN_NAMES, known_names
from exact.game import Outcome, Side
from exact.game.shoe import Shoe
from exact.reference.card_by_card import categories_of, count_by_walk, count_card_by_card
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes, coups, walk


def sign(punto: int, banco: int) -> int:
    return (punto > banco) - (banco > punto)


def everybody_draws(punto: int, banco: int, third: int | None) -> Side | None:
    """Whatever the totals: punto first, then banco, but for a third card of 3."""
    del punto, banco
    return Side.PUNTO if third is None else Side.BANCO if third != 3 else None


def nobody_draws(*_: object) -> None:
    return None


def only_banco_draws(punto: int, banco: int, third: int | None) -> Side | None:
    return Side.BANCO if banco < punto and third is None else None


@pytest.mark.parametrize("decide", [everybody_draws, nobody_draws, only_banco_draws, DECISIONS["standard"]])
def test_the_walk_deals_every_coup(decide: Any) -> None:
    cards = (0, 0, 3, 3, 6, 9, 4)
    shoe = Shoe.of_values([cards.count(value) for value in range(10)])
    expected = Counter[Any]()
    for order in permutations(cards, 6):
        punto, banco = [order[0], order[2]], [order[1], order[3]]
        rest = list(order[4:])
        receives = decide(sum(punto) % 10, sum(banco) % 10, None)
        if receives is Side.PUNTO:
            punto.append(rest.pop(0))
            receives = decide(sum(punto[:2]) % 10, sum(banco) % 10, punto[2])
        if receives is Side.BANCO:
            banco.append(rest.pop(0))
        expected[tuple(punto), tuple(banco)] += 1
    found = list(walk(shoe, decide))
    assert {(coup.punto.values, coup.banco.values): ways for coup, ways, _ in found} == expected
    assert sum(probability for _, _, probability in found) == 1
    assert all(probability == Fraction(ways, 5040) for _, ways, probability in found)
    outcomes = Counter[Outcome]()
    for (punto, banco), number in expected.items():
        outcomes[(Outcome.TIE, Outcome.PUNTO, Outcome.BANCO)[sign(sum(punto) % 10, sum(banco) % 10)]] += number
    assert count_outcomes(shoe, decide) == {outcome: outcomes[outcome] for outcome in Outcome}
    assert list(count_outcomes(shoe, decide)) == [Outcome.PUNTO, Outcome.BANCO, Outcome.TIE]


def test_every_sequence_of_values_comes_once_in_dealing_order() -> None:
    listed = list(coups(only_banco_draws))
    assert len(set(listed)) == len(listed)
    deals = [(c.punto.values[0], c.banco.values[0], c.punto.values[1], *c.banco.values[1:]) for c in listed]
    assert deals == sorted(deals)
    assert sum(10 ** (6 - len(deal)) for deal in deals) == 10**6


RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def cards(text: str) -> list[int]:
    """Cards by their index: four times the rank and the suit, of spades, hearts, diamonds and clubs."""
    return [4 * RANKS.index(name[:-1]) + "shdc".index(name[-1]) for name in text.split()]


def bet(name: str, *conditions: str, **definitions: str) -> Any:
    """A bet as this method sees one: its texts."""
    texts = [Object(text=text) for text in conditions]
    words = Object(conditions=tuple(texts), definitions={word: Object(text=text) for word, text in definitions.items()})

    class Bet(Object):
        __hash__ = object.__hash__  # type: ignore[assignment]

    return Bet(name=name, categories=[*map(str, range(len(conditions))), "rest"], classification=words)


TRUE = {
    # punto 2♥ J♦ 9♣, banco 3♠ 10♥ and, drawn last, a king of clubs
    "2h 3s Jd 10h 9c Kc": [
        "(punto_total, banco_total, punto_two_card_total, banco_two_card_total) == (1, 3, 2, 3)",
        "(punto_cards, banco_cards, cards) == (3, 3, 6)",
        "banco_wins and not punto_wins and not tie and margin == 2 and highest_value == 9",
        "(aces, twos, threes, fours, nines) == (0, 1, 1, 0, 1)",
        "(tens, jacks, queens, kings, court_cards) == (1, 1, 0, 1, 2)",
        "(punto_value_1, punto_value_2, punto_value_3, banco_value_3) == (2, 0, 9, 0)",
        "(banco_value_1, banco_value_2, banco_rank_1) == (3, 0, 3) and not banco_one_colour",
        "(banco_suit_2, banco_suit_3, banco_colour_2, banco_colour_3) == (hearts, clubs, red, black)",
        "(punto_rank_1, punto_rank_2, punto_rank_3, banco_rank_2, banco_rank_3) == (2, 11, 9, 10, 13)",
        "distinct_ranks(all_dealt) == 6 and pairs(all_dealt) == 0 and high_card(all_dealt) and high_card(punto_hand)",
        "same_colour(punto_first_two) and not same_colour(first_four) and not flush(punto_first_two)",
        "(punto_suit_1, punto_suit_2, punto_suit_3, banco_suit_1) == (hearts, diamonds, clubs, spades)",
        "(punto_colour_1, punto_colour_2, punto_colour_3, banco_colour_1) == (red, red, black, black)",
        "not (one_suit or one_colour or punto_suited or punto_one_colour or punto_first_two_suited)",
        "not (punto_pair or banco_pair or punto_perfect_pair or punto_natural or banco_natural)",
    ],
    # punto a perfect pair of fours, a natural; banco two hearts
    "4d 5h 4d 2h": [
        "punto_pair and punto_perfect_pair and punto_natural and not banco_natural and punto_wins and not banco_wins",
        "one_colour and not one_suit and punto_suited and banco_suited and banco_first_two_suited and punto_one_colour",
        "(punto_value_3, punto_rank_3, punto_suit_3, punto_colour_3) == (none, none, none, none)",
        "(cards, punto_cards, margin, highest_value, fours, twos, fives) == (4, 2, 1, 5, 2, 1, 1)",
    ],
    # punto 2♥ 3♥ 4♣, banco 2♦ 3♦ 5♣
    "2h 2d 3h 3d 4c 5c": [
        "two_pair(all_dealt) and of_a_kind(all_dealt) == 2 and pairs(all_dealt) == 2 and distinct_ranks(all_dealt) == 4",
        "two_pair(first_four) and not one_pair(first_four) and same_colour(first_four) and not flush(first_four)",
        "straight(punto_hand) and not straight_flush(punto_hand) and not straight(banco_hand) and flush(punto_first_two)",
    ],
    # five deuces and a king; four kings and two aces; three aces and three kings
    "2c 2h 2d Kd 2s 2h": ["of_a_kind(all_dealt) == 5 and not four_of_a_kind(all_dealt)", "three_of_a_kind(first_four)"],
    "Kc Ah Kd Kh Ac Ks": ["four_of_a_kind(all_dealt) and not full_house(all_dealt)", "of_a_kind(first_four) == 3"],
    "Ac Kh Ad Kd As Kh": ["full_house(all_dealt) and not three_of_a_kind(all_dealt)", "pairs(all_dealt) == 0"],
    # punto a straight flush up to the ace, then one down to it; around the ace there is no straight
    "Qc Kh Kc Ah Ac As": [
        "straight(punto_hand) and straight(punto_hand, aces_high) and not straight(punto_hand, aces_low)",
        "straight_flush(punto_hand) and royal_flush(punto_hand) and straight_flush(punto_hand, aces_high)",
        "flush(punto_hand) and not high_card(punto_hand) and one_pair(banco_hand) and same_colour(punto_hand)",
    ],
    "Ac Ah 3c 2h 2c 9h": [
        "straight(punto_hand) and not straight(punto_hand, aces_high) and straight(punto_hand, aces_low)",
        "straight_flush(punto_hand, aces_low) and not royal_flush(punto_hand) and same_colour(banco_hand)",
        "not straight(banco_hand) and not high_card(banco_hand) and flush(banco_first_two)",
    ],
    "Kc 7h Ac Kd 2c": ["not straight(punto_hand) and flush(punto_hand) and not straight_flush(punto_hand)"],
    # a tie of naturals in one suit
    "8c 9c Kc 9c": ["banco_natural and punto_natural and one_suit and one_colour and banco_perfect_pair", "nines == 2"],
    "6s 7h As 10h": [
        "tie and not punto_wins and not banco_wins and margin == 0 and not one_colour and punto_suited",
        "(sixes, sevens, eights) == (1, 1, 0)",
    ],
}


@pytest.mark.parametrize("dealt", TRUE)
def test_the_names_of_the_language(dealt: str) -> None:
    bets = [bet(str(number), condition) for number, condition in enumerate(TRUE[dealt])]
    assert categories_of(bets, cards(dealt), DECISIONS["standard"]) == (0,) * len(bets)


def test_every_name_of_the_language_is_among_them() -> None:
    """A new name needs cards here by which a reader can check it."""
    read = {word for conditions in TRUE.values() for text in conditions for word in re.findall(r"[a-z_0-9]+", text)}
    assert known_names().keys() - PATTERN_NAMES.keys() <= read
    assert {re.findall(r"\w+", call)[0] for call in PATTERN_NAMES} <= read
    assert GROUPS.keys() <= read


def test_the_first_condition_that_holds_decides_and_a_bet_may_have_words_of_its_own() -> None:
    own = bet("own", "high and both", "both", "high", few="3", high="punto_total >= 8", both="banco_total >= few")
    decided = [
        categories_of([own], cards(dealt), DECISIONS["standard"])
        for dealt in ("4d 5h 4d 2h", "4d 2h 4d Kh", "Ks 3h 6s 3h")
    ]
    assert decided == [(0,), (2,), (1,)]


def seldom(punto: int, banco: int, third: int | None) -> Side | None:
    """Rules under which few coups have a third card, so that all coups are soon walked."""
    if (punto, third) == (3, None):
        return Side.PUNTO
    return Side.BANCO if banco == 3 and third in (None, 2) else None


SEVEN = "2h 3s Jd 10h 3c Kc 2d"
VALUES = Shoe.of_values([3, 0, 2, 2] + [0] * 6)


def test_the_walk_counts_as_dealing_card_by_card_does() -> None:
    bets = [bet("a", "punto_total == 3", "banco_cards == 3 and twos > 1"), bet("b", "tie", "margin > 1 and cards == 5")]
    other = Shoe.of_values([2, 0, 3, 2] + [0] * 6)
    dealt = [count_card_by_card(bets, cards(text), seldom) for text in (SEVEN, "2h 3s Jd 10h 3c 2c 2d")]
    assert count_by_walk(bets, [VALUES, other], seldom) == dealt
    assert all(all(counts) for counts in dealt[0].values())
    assert all(sum(counts) == 5040 for counts in dealt[0].values())


def test_a_shoe_of_many_decks_is_counted_in_digits() -> None:
    """Its ways are beyond a double, but the counts are polynomials of degree six in the number of shoes."""
    own = bet("own", "punto_total == 3", "tie and margin == 0 and cards == 5")
    sizes = [*range(2, 9), 10**6]
    *small, large = count_by_walk([own], [Shoe.of_values([3 * n, 0, 2 * n, 2 * n] + [0] * 6) for n in sizes], seldom)
    for category, count in enumerate(large["own"]):
        row = [counts["own"][category] for counts in small]
        value = 0
        for order in range(7):
            value += row[0] * comb(10**6 - 2, order)
            row = [after - before for before, after in pairwise(row)]
        assert count == value > 0
