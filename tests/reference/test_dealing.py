"""The second methods against cards laid down in every order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from types import SimpleNamespace as Object
from typing import Any

import pytest

from exact.game.coup import Outcome, Side
from exact.game.shoe import Shoe
from exact.reference.card_by_card import categories_of
from exact.reference.chemin_de_fer import Dealt, deal_choice
from exact.reference.decisions import DECISIONS, RANK_DECISIONS
from exact.reference.pair_partitions import deals_with_pairs, pair_play, partitions, ways
from exact.reference.walk import count_outcomes, count_outcomes_by_rank, coups, walk

WORDS = (
    *("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"),
    *("tens", "jacks", "queens", "kings"),
)


def sign(punto: int, banco: int) -> int:
    return (punto > banco) - (banco > punto)


@pytest.mark.parametrize("third", [None, 6, 0, 9])
@pytest.mark.parametrize("draws", [True, False])
@pytest.mark.parametrize("replaced", [True, False])
def test_what_follows_a_choice_of_banco(third: int | None, draws: bool, replaced: bool) -> None:
    held = (2, 3, 8, 0, 6, 5) if not replaced else (3, 8, 0, 6)
    shoe = Shoe.of_values([6 * held.count(value) if replaced else held.count(value) for value in range(10)])
    expected: dict[tuple[int, int], list[int]] = {}
    for p1, b1, p2, b2, fifth, sixth in product(held, repeat=6) if replaced else permutations(held):
        punto, banco = (p1 + p2) % 10, (b1 + b2) % 10
        if punto > 7 or banco > 7 or (b1 + b2) % 2 or (third is not None and fifth != third):
            continue
        punto = punto if third is None else (punto + third) % 10
        banco = (banco + (fifth if third is None else sixth)) % 10 if draws else banco
        deals = expected.setdefault((min(p1, p2), max(p1, p2)), [0, 0])
        deals[0] += 6**6 if replaced else 1
        deals[1] += sign(punto, banco) * (6**6 if replaced else 1)
    is_hand: Callable[[int, int], bool] = lambda first, second: (first + second) % 2 == 0  # noqa: E731
    found = deal_choice(shoe, replaced, is_hand, third, draws)
    assert found == {pair: Dealt(*deals) for pair, deals in expected.items()}


def bets_of_one_name(*names: str) -> list[Any]:
    """A bet for each name: whether it holds."""

    class Bet(Object):
        __hash__ = object.__hash__  # type: ignore[assignment]

    return [
        Bet(
            name=name,
            categories=["yes", "no"],
            classification=Object(conditions=(Object(text=name),), definitions={}),
        )
        for name in names
    ]


def test_what_two_cards_have_in_common() -> None:
    """Every two cards of punto's beside a natural of banco's, and the other way round."""
    for side, places in (("punto", (0, 2)), ("banco", (1, 3))):
        words = ("pair", "perfect_pair", "first_two_suited", "suited", "one_colour")
        numbers = ("rank_1", "suit_2", "colour_1", "colour_2")
        bets = bets_of_one_name(*(f"{side}_{word}" for word in words))
        for first, second in product(range(52), repeat=2):
            rank, suit = divmod(first, 4)
            values = (rank + 1, second % 4, int(suit in (0, 3)), int(second % 4 in (0, 3)))
            texts = (f"{side}_{name} == {value}" for name, value in zip(numbers, values, strict=True))
            dealt = [0, 0, 35, 35, 0, 0]  # a nine and a nine make eight
            dealt[places[0]], dealt[places[1]] = first, second
            if places == (1, 3):
                dealt[0], dealt[2] = 35, 35
            else:
                dealt[1], dealt[3] = 35, 35
            expected = (
                rank == second // 4, first == second, suit == second % 4, suit == second % 4,
                (suit in (1, 2)) == (second % 4 in (1, 2)),
            )  # fmt: skip
            found = categories_of(bets, dealt, DECISIONS["standard"])
            assert found == tuple(int(not held) for held in expected), (first, second)
            if first % 7 == second % 7 == 0:
                assert categories_of(bets_of_one_name(" and ".join(texts)), dealt, DECISIONS["standard"]) == (0,)


def test_how_many_cards_of_each_rank_were_dealt() -> None:
    """Two of each rank for punto, beside a natural of two nines for banco, and the highest value of them."""
    for rank, word in enumerate(WORDS):
        dealt = [4 * rank, 33, 4 * rank + 1, 34, 0, 0]
        counts = Counter(card // 4 for card in dealt[:4])
        expected = (*(counts[place] for place in range(13)), counts[10] + counts[11] + counts[12])
        condition = f"({', '.join(WORDS)}, court_cards) == {expected} and highest_value == 9 and {word} >= 2"
        assert categories_of(bets_of_one_name(condition), dealt, DECISIONS["standard"]) == (0,), word
    low = bets_of_one_name("highest_value == 7 and (margin, cards) == (8, 4)")
    assert categories_of(low, [0, 36, 27, 40, 0, 0], DECISIONS["standard"]) == (0,)


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


def test_the_walk_by_ranks() -> None:
    decide = RANK_DECISIONS["classic-it:ten-stands"]
    ranks = (1, 2, 10, 11, 13, 9, 3)
    shoe = Shoe.of_ranks([ranks.count(rank + 1) for rank in range(13)])
    outcomes = Counter[Outcome]()
    for order in permutations(ranks, 6):
        values = [rank % 10 if rank < 10 else 0 for rank in order]
        punto, banco = values[0] + values[2], values[1] + values[3]
        place, receives = 4, decide(punto % 10, banco % 10, None)
        if receives is Side.PUNTO:
            receives, punto, place = decide(punto % 10, banco % 10, order[4]), punto + values[4], 5
        if receives is Side.BANCO:
            banco += values[place]
        outcomes[(Outcome.TIE, Outcome.PUNTO, Outcome.BANCO)[sign(punto % 10, banco % 10)]] += 1
    assert count_outcomes_by_rank(shoe, decide) == {outcome: outcomes[outcome] for outcome in Outcome}


def test_every_sequence_of_values_comes_once_in_dealing_order() -> None:
    listed = list(coups(only_banco_draws))
    assert len(set(listed)) == len(listed)
    deals = [(c.punto.values[0], c.banco.values[0], c.punto.values[1], *c.banco.values[1:]) for c in listed]
    assert deals == sorted(deals)
    assert sum(10 ** (6 - len(deal)) for deal in deals) == 10**6


def test_partitions_are_how_many_cards_of_each_rank_there_are() -> None:
    for cards, ranks, copies in ((0, 3, 2), (4, 2, 4), (5, 3, 2), (6, 3, 4), (7, 3, 2)):
        deck = [rank for rank in range(ranks) for _ in range(copies)]
        drawn = Counter(
            tuple(sorted((n for n in Counter(deck[i] for i in chosen).values()), reverse=True))
            for chosen in combinations(range(len(deck)), cards)
        )
        found = list(partitions(cards, ranks, copies))
        assert found == sorted(found, reverse=True)
        assert {partition: ways(partition, ranks, copies) for partition in found} == drawn
    assert list(partitions(7, 3, 2)) == []


@pytest.mark.parametrize("which", [0, 1, 2])
def test_perfect_play_on_pairs_of_a_small_deck(which: int) -> None:
    """Six of eight cards of three ranks are unseen; the bet is made where it gains."""
    deck, won, favourable = [0, 0, 0, 1, 1, 1, 2, 2, 2], Fraction(0), 0
    pays = Fraction(3, 2) if which else Fraction(3)
    for chosen in combinations(deck, 6):
        pairs = [0, 0, 0]
        for first in permutations(range(6), 4):
            one, other = (chosen[first[i]] == chosen[first[i + 1]] for i in (0, 2))
            pairs = [n + held for n, held in zip(pairs, (one, one or other, one and other), strict=True)]
        assert deals_with_pairs(tuple(sorted(Counter(chosen).values(), reverse=True))) == tuple(pairs)
        expectation = Fraction(pairs[which], 360) * (pays + 1) - 1
        if expectation > 0:
            won, favourable = won + expectation, favourable + 1
    assert pair_play(6, 3, 3, pays, which) == (won / comb(9, 6), Fraction(favourable, comb(9, 6)))
