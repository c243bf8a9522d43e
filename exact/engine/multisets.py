"""The 5,005 multisets of six point values, in the order of all coefficients.

Six cards consist of some low cards, worth 0 to 4, and some high cards, worth 5 to 9. The ways to draw a multiset from a
shoe are the ways to draw its low cards times the ways to draw its high cards; and there are only 462 multisets of up to
six low cards, and as many of high cards. So the multisets are grouped by `SPLITS`. In each split, one side has at most
three cards (the few) and the other has the rest of the six (the many). The coefficients of a split are a matrix with a
row for each multiset of the few and a column for each multiset of the many. The matrices follow one another, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from exact.game.coup import CARDS

LOW_VALUES = 5
"""The values below this one are low; the five from it upwards are high."""
SPLITS = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2))
"""Which side has the few cards (0 for low, 1 for high), and how many."""
MULTISETS = 5005


@cache
def of_five_values(cards: int) -> tuple[tuple[int, ...], ...]:
    """The multisets of so many cards of five values, each in ascending order.

    They are ordered by their highest value, then by the one below it, and so on.
    """
    multisets_of_cards = combinations_with_replacement(range(LOW_VALUES), cards)
    return tuple(sorted(multisets_of_cards, key=lambda multiset: multiset[::-1]))


@cache
def growth() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """By number of cards: how each multiset of five values grows from one that has a card less.

    An entry is the index of the smaller multiset, the value of the added card, and how many copies of that value the
    smaller one already has.
    """
    grown: list[tuple[tuple[int, int, int], ...]] = [()]
    for cards in range(1, CARDS + 1):
        index_of = {multiset: index for index, multiset in enumerate(of_five_values(cards - 1))}
        grown.append(tuple((index_of[m[:-1]], m[-1], m.count(m[-1]) - 1) for m in of_five_values(cards)))
    return tuple(grown)


def ways_to_draw(counts: Sequence[int], replaced: bool = False) -> list[list[int]]:
    """The ordered ways to draw each multiset of 0 to 6 cards of five values from ``counts`` cards of each value.

    A value with c cards and m copies in the multiset contributes the factor c(c − 1)…(c − m + 1), or c**m if each card
    is ``replaced`` before the next is drawn.
    """
    by_cards = [[1]]
    for grown in growth()[1:]:
        smaller = by_cards[-1]
        if replaced:
            by_cards.append([smaller[smaller_index] * counts[value] for smaller_index, value, _ in grown])
        else:
            by_cards.append(
                [smaller[smaller_index] * (counts[value] - copies) for smaller_index, value, copies in grown]
            )
    return by_cards


@cache
def multisets() -> tuple[tuple[int, ...], ...]:
    """The 5,005 multisets of six point values in order, each as its values in ascending order."""
    ordered = []
    for side, few in SPLITS:
        for some in of_five_values(few):
            for rest in of_five_values(CARDS - few):
                low, high = (rest, some) if side else (some, rest)
                ordered.append((*low, *(value + LOW_VALUES for value in high)))
    return tuple(ordered)
