"""The fast exact engine: a count of deals as an integer polynomial of degree six in the counts of point values.

The way from a matrix to a number:

1. `compile_polynomial` enumerates pairs of hands from the tableau, once. For every category of a classification
   it counts the orders in which each multiset of six point values can come so that the coup falls into it; the
   positions that the coup does not use are filled with any values. There are 5,005 multisets.
2. `Polynomial.counts` evaluates a shoe: an order of a multiset with m_v copies of each value v can be drawn in
   Π c_v (c_v − 1) … (c_v − m_v + 1) ways, and coefficient times ways, summed, is the count out of
   N(N−1)…(N−5) ordered six-card deals.

It shares no rule code with `exact.walk`, and the tests hold the two against each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations_with_replacement
from operator import mul
from typing import Generic, NamedTuple, TypeVar

from exact.coup import Hand
from exact.rules.played import NO_THIRD, Tableau

Category = TypeVar("Category", bound=Hashable)

CARDS = 6
MULTISETS = 5005


def multisets() -> list[tuple[int, ...]]:
    """The 5,005 multisets of six point values, each in ascending order, in lexicographic order."""
    return list(combinations_with_replacement(range(10), CARDS))


class Polynomial(Generic[Category]):
    """For each category, one integer coefficient for each of `multisets`.

    The coefficient is the number of orders of the multiset, 0 to 720, that fall into the category.
    """

    def __init__(self, coefficients: dict[Category, Sequence[int]]) -> None:
        self.coefficients = coefficients
        self._rows = {category: _split(row) for category, row in coefficients.items()}

    def counts(self, values: Sequence[int]) -> dict[Category, int]:
        """The padded ordered six-card deals of each category from a shoe with these ten counts of point values."""
        return self._evaluate(_monomials(values[:5], 1), _monomials(values[5:], 1))

    def counts_with_replacement(self, values: Sequence[int]) -> dict[Category, int]:
        """The same from an infinite shoe with point values in this proportion: out of (sum of ``values``)**6."""
        return self._evaluate(_monomials(values[:5], 0), _monomials(values[5:], 0))

    def _evaluate(self, low: list[list[int]], high: list[list[int]]) -> dict[Category, int]:
        counts = {}
        for category, rows in self._rows.items():
            count = 0
            for degree, ways in enumerate(low):
                rest = high[CARDS - degree]
                for way, row in zip(ways, rows[degree], strict=True):
                    if way:
                        count += way * sum(map(mul, row, rest))
            counts[category] = count
        return counts


def compile_polynomial(tableau: Tableau, classify: Callable[[Hand, Hand], Category]) -> Polynomial[Category]:
    """The polynomial of every category that ``classify(punto, banco)`` gives to a pair of final hands.

    A hand's first two values come in ascending order: which of the two was dealt first makes no difference to a
    classification of coups.
    """
    found: defaultdict[Category, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
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


def _monomials(counts: Sequence[int], step: int) -> list[list[int]]:
    """For each degree 0–6, the products of five values' counts: falling factorials (step 1) or powers (step 0).

    Within a degree they stand in lexicographic order of the multisets of these five values.
    """
    by_degree = [[1]]
    for degree in range(1, CARDS + 1):
        shorter = by_degree[-1]
        by_degree.append(
            [shorter[parent] * (counts[value] - step * copies) for parent, value, copies in _GROWTH[degree]]
        )
    return by_degree


def _growth() -> list[list[tuple[int, int, int]]]:
    """How each multiset of five values grows from one that is a card smaller: its place, the value, copies before."""
    growth: list[list[tuple[int, int, int]]] = [[]]
    for degree in range(1, CARDS + 1):
        place = {multiset: index for index, multiset in enumerate(combinations_with_replacement(range(5), degree - 1))}
        growth.append(
            [
                (place[multiset[:-1]], multiset[-1], multiset.count(multiset[-1]) - 1)
                for multiset in combinations_with_replacement(range(5), degree)
            ]
        )
    return growth


_GROWTH = _growth()


def _split(row: Sequence[int]) -> list[list[Sequence[int]]]:
    """The coefficients cut by the part of the multiset below 5: by its degree, then in lexicographic order.

    In the order of `multisets`, those that share that part stand side by side, in the order of their part from 5 up.
    """
    start = 0
    pieces: dict[tuple[int, ...], Sequence[int]] = {}

    def cut(low: tuple[int, ...]) -> None:
        nonlocal start
        if len(low) < CARDS:
            for value in range(low[-1] if low else 0, 5):
                cut((*low, value))
        length = len(_GROWTH[CARDS - len(low)]) or 1
        pieces[low] = row[start : start + length]
        start += length

    cut(())
    return [[pieces[low] for low in combinations_with_replacement(range(5), degree)] for degree in range(CARDS + 1)]
