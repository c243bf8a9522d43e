"""The fast exact engine, first half: from a tableau to the integer coefficients of any classification of coups.

The pairs of final hands are enumerated once. For every category the compilation counts the orders in which each
multiset of six point values can come so that the coup falls into it; the positions that the coup does not use are
filled with any values. It shares no rule code with `exact.reference.walk`, and the tests hold the two against each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from exact.engine.polynomial import CARDS, Polynomial, multisets
from exact.game.coup import Hand
from exact.rules.tableau import NO_THIRD, Tableau


def compile_polynomial(tableau: Tableau, classify: Callable[[Hand, Hand], Hashable]) -> Polynomial:
    """The polynomial of every category that ``classify(punto, banco)`` gives to a pair of final hands.

    A hand's first two values come in ascending order: which of the two was dealt first makes no difference to a
    classification of coups.
    """
    found: defaultdict[Hashable, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for punto, banco in _hand_pairs(tableau):
        found[classify(punto.hand, banco.hand)][punto.key + banco.key] += punto.orders * banco.orders
    keys = [_key(multiset) for multiset in multisets()]
    return Polynomial({category: _coefficients(orders, keys) for category, orders in found.items()})


class _Dealt(NamedTuple):
    """A final hand, its multiset of values as a number, and the orders in which its first two cards can come."""

    hand: Hand
    key: int
    orders: int


def _hand_pairs(tableau: Tableau) -> Iterator[tuple[_Dealt, _Dealt]]:
    """Every pair of final hands."""
    pairs = list(combinations_with_replacement(range(10), 2))
    two_cards = [_dealt(pair) for pair in pairs]
    three_cards = [[_dealt((*pair, value)) for value in range(10)] for pair in pairs]
    for punto, punto_drawn in zip(two_cards, three_cards, strict=True):
        for banco, banco_drawn in zip(two_cards, three_cards, strict=True):
            punto_total, banco_total = punto.hand.total, banco.hand.total
            if punto_total >= 8 or banco_total >= 8:
                yield punto, banco
                continue
            finals = enumerate(punto_drawn) if tableau.punto_draws(punto_total) else [(NO_THIRD, punto)]
            for third, final in finals:
                if tableau.banco_draws(banco_total, third):
                    for banco_final in banco_drawn:
                        yield final, banco_final
                else:
                    yield final, banco


def _dealt(values: tuple[int, ...]) -> _Dealt:
    return _Dealt(Hand.of(*values), _key(values), 1 if values[0] == values[1] else 2)


_DIGIT: list[int] = [7**value for value in range(10)]
_CARD: int = 7**10


def _key(values: Sequence[int]) -> int:
    """A multiset as a number, so that joining two is an addition: digit v in base 7 counts value v, digit 10 all."""
    return sum(_DIGIT[value] for value in values) + _CARD * len(values)


def _coefficients(orders: dict[int, int], keys: list[int]) -> list[int]:
    """The coefficient of each multiset in ``keys``, the coups of four and five cards filled up to six."""
    by_cards: list[dict[int, int]] = [{} for _ in range(CARDS + 1)]
    for key, count in orders.items():
        by_cards[key // _CARD][key] = count
    for cards in (4, 5):
        longer = by_cards[cards + 1]
        for digit in _DIGIT:
            for key, count in by_cards[cards].items():
                grown = key + digit + _CARD
                longer[grown] = longer.get(grown, 0) + count
    return [by_cards[CARDS].get(key, 0) for key in keys]
