"""The second methods against cards laid down in every order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from exact.game.coup import Outcome, Side
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS, RANK_DECISIONS
from exact.reference.walk import count_outcomes, count_outcomes_by_rank, coups, walk


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
