"""Successive coups from one shoe: every multiset of cards that they can use, and the orders that lead to each outcome.

For a fixed tableau, let a_o(U) be the number of orders of the multiset U of point values (4 to 6 cards, unpadded) that
form a whole coup with outcome o. The number of ordered ways to draw a multiset W from a shoe with counts c is
ways(W) = Π c_v (c_v − 1) … (c_v − w_v + 1), and the ways of U, times the ways of V afterwards, are the ways of U + V. So
the coups before the last use the cards W and have the outcomes o_1 … o_k in ways(W) · K(W) ordered ways, where
K_{o_1 … o_k}(W) = Σ_{U_1 + … + U_k = W} Π a_{o_i}(U_i): integers that do not depend on the shoe. The last coup is the
count polynomial on the remaining shoe, n_o(c − W). Padded to ordered deals of 6m cards,

  count(o_1 … o_m) = Σ_W ways(W) · K_{o_1 … o_{m−1}}(W) · n_{o_m}(c − W) · perm(N − |W| − 6, 6(m − 1) − |W|).

K is symmetric in its outcomes, because a convolution does not depend on the order of its factors, so one array serves all
orders of a history. K(W) counts distinct orders of W, because an order of cards splits into coups in only one way. If W
has at most 18 cards, K(W) is at most 18! < 2**53, and so is every partial sum of a convolution: doubles hold them exactly.

A multiset has low cards, worth 0 to 4, and high cards, worth 5 to 9. The multisets of i low and j high cards form a block:
an array over the multisets of either side. One task computes one block.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, perm, prod
from typing import NamedTuple

from exact.arrays import Doubles, Integers, Objects
from exact.bets.coups import ABSENT, coups_of
from exact.engine.exact_sums import triple_weighted_sums
from exact.engine.many_shoes import number_type
from exact.engine.many_shoes.joined import joined_counts
from exact.engine.multisets import LOW_VALUES, of_five_values
from exact.engine.outcomes import outcome_coefficients
from exact.game.coup import Outcome
from exact.lazy import np
from exact.rules.tableau import Tableau

FEWEST, MOST = 4, 6
"""The fewest and the most cards of a coup."""
MAX_COUPS = 4
OUTCOMES = tuple(Outcome)
Blocks = dict[tuple[int, int], Doubles]
"""Keyed by the numbers of low and high cards: histories × multisets of the low cards × multisets of the high cards."""
_BASE = MOST * (MAX_COUPS - 1) + 1


class Question(NamedTuple):
    """The question: counts of point values in the shoe, the tableau, and the number of coups."""

    values: tuple[int, ...]
    tableau: Tableau
    coups: int


def histories(length: int) -> list[tuple[Outcome, ...]]:
    """The outcomes of ``length`` coups regardless of order, as sorted tuples: first those that end in punto, and so on.

    Among equal last outcomes, the previous one decides. So the histories that a given last outcome continues are always
    an initial part of the histories one shorter.
    """
    multisets = combinations_with_replacement(range(len(OUTCOMES)), length)
    return [tuple(OUTCOMES[o] for o in history) for history in sorted(multisets, key=lambda history: history[::-1])]


def blocks(coups: int) -> list[tuple[int, int]]:
    """The blocks of multisets that ``coups`` coups can use."""
    return [(low, used - low) for used in range(FEWEST * coups, MOST * coups + 1) for low in range(used + 1)]


def count_block(question: Question, low: int, high: int) -> list[list[int]]:
    """Σ ways(W) · K(W) · n_o(c − W) over one block: for each of `histories` and each outcome of the last coup.

    Every sum is at most N(N−1)… with |W| + 6 factors.
    """
    low_held, high_held = question.values[:LOW_VALUES], question.values[LOW_VALUES:]
    lows, low_ways = _drawable(low_held, low)
    highs, high_ways = _drawable(high_held, high)
    before = question.coups - 1
    if before < MAX_COUPS - 1:  # these arrays are small enough to cache for other blocks
        orders = sequences(question.tableau, before)[low, high]
    else:
        orders = _sequence_block(question.tableau, before, low, high)
    cards = sum(question.values)
    kind = number_type(cards - low - high)
    left_low = (np.array(low_held) - _counts(low)[lows]).astype(kind)
    left_high = (np.array(high_held) - _counts(high)[highs]).astype(kind)
    last = joined_counts(outcome_coefficients(question.tableau), left_low, left_high)
    return triple_weighted_sums(
        orders[:, lows[:, None], highs], low_ways, high_ways, last, perm(cards, low + high + MOST)
    )


def _drawable(values: tuple[int, ...], cards: int) -> tuple[Integers, Objects]:
    """Which multisets can be drawn from ``values``, and the number of ordered ways to draw each."""
    falling = [[perm(count, taken) for taken in range(cards + 1)] for count in values]
    ways = [prod(map(list.__getitem__, falling, chosen)) for chosen in _counts(cards).tolist()]
    held = np.flatnonzero(ways)
    return held, np.array(ways, dtype=object)[held]


@lru_cache(maxsize=4)
def sequences(tableau: Tableau, coups: int) -> Blocks:
    """K for every multiset that ``coups`` coups can use, in blocks. Three coups would take a gibibyte."""
    if coups == 0:
        return {(0, 0): np.ones((1, 1, 1))}
    if coups == 1:
        return _coup_orders(tableau)
    return {(low, high): _sequence_block(tableau, coups, low, high) for low, high in blocks(coups)}


def _coup_orders(tableau: Tableau) -> Blocks:
    """a_o(U), for one coup."""
    coups = coups_of(tableau, ordered=False)
    totals = [np.where(side == ABSENT, 0, side).sum(axis=1) % 10 for side in (coups.values[:, :3], coups.values[:, 3:])]
    outcome = np.select([totals[0] > totals[1], totals[0] < totals[1]], [0, 1], 2)
    chosen = (coups.values[:, :, None] == np.arange(2 * LOW_VALUES)).sum(axis=1)
    lows, highs = chosen[:, :LOW_VALUES], chosen[:, LOW_VALUES:]
    found = {}
    for low, high in blocks(1):
        block = np.zeros((len(OUTCOMES), len(_counts(low)), len(_counts(high))))
        here = (lows.sum(axis=1) == low) & (highs.sum(axis=1) == high)
        np.add.at(block, (outcome[here], _places(lows[here], low), _places(highs[here], high)), coups.orders[here])
        found[low, high] = block
    return found


def _sequence_block(tableau: Tableau, coups: int, low: int, high: int) -> Doubles:
    """One block of `sequences` for two or more coups: the cards of the earlier coups joined with those of the last."""
    block = np.zeros((len(histories(coups)), len(_counts(low)), len(_counts(high))))
    before = sequences(tableau, coups - 1)
    for (last_low, last_high), last in sequences(tableau, 1).items():
        cards_before = low - last_low, high - last_high
        if cards_before in before:
            _add_joined(block, coups, before[cards_before], cards_before, last, (last_low, last_high))
    return block


def _add_joined(
    block: Doubles,
    coups: int,
    before: Doubles,
    cards_before: tuple[int, int],
    last: Doubles,
    last_cards: tuple[int, int],
) -> None:
    """Add to ``block`` every multiset of the coups ``before``, joined with every multiset of the ``last`` coup.

    For each multiset of the last coup's cards of one side, a matrix product joins the cards of the other side. Each row of
    the product is then added at the index that the first side's cards determine.
    """
    if _products(last_cards, cards_before) > _products(last_cards[::-1], cards_before[::-1]):
        # The other order takes fewer multiplications: exchange low and high in every array.
        block, before, last = (array.transpose(0, 2, 1) for array in (block, before, last))
        cards_before, last_cards = cards_before[::-1], last_cards[::-1]
    row_places = _unions(last_cards[0], cards_before[0])
    column_places = _unions(cards_before[1], last_cards[1])
    first = 0
    for outcome, orders in enumerate(last):
        continued = comb(outcome + coups - 1, coups - 1)  # the histories before this outcome are the first ones
        flat = before[:continued].reshape(-1, before.shape[2])
        for orders_of_row, rows in zip(orders, row_places, strict=True):
            if orders_of_row.any():
                joining = np.zeros((before.shape[2], block.shape[2]))
                np.put_along_axis(joining, column_places, orders_of_row[None, :], axis=1)
                block[first : first + continued, rows] += (flat @ joining).reshape(continued, len(rows), -1)
        first += continued


def _products(last_cards: tuple[int, int], cards_before: tuple[int, int]) -> int:
    """The number of multiplications in `_add_joined` for each row of ``before``, if the low cards come first."""
    return len(_counts(last_cards[0])) * len(_counts(cards_before[1] + last_cards[1]))


@lru_cache(maxsize=32)
def _counts(cards: int) -> Integers:
    """The multisets of ``cards`` cards of one side, as counts of five values."""
    chosen = np.array(of_five_values(cards), dtype=np.int64)
    counts: Integers = (chosen[:, :, None] == np.arange(LOW_VALUES)).sum(axis=1)
    return counts


def _keys(counts: Integers) -> Integers:
    """Multisets of one side as numbers: digit v counts value v, so joining two multisets is an addition."""
    return counts @ _BASE ** np.arange(LOW_VALUES)


@lru_cache(maxsize=32)
def _sorted_keys(cards: int) -> tuple[Integers, Integers]:
    keys = _keys(_counts(cards))
    order = np.argsort(keys)
    return keys[order], order


def _places(counts: Integers, cards: int) -> Integers:
    """The index of each multiset of one side among the multisets of ``cards`` cards."""
    keys, order = _sorted_keys(cards)
    return order[np.searchsorted(keys, _keys(counts))]


@lru_cache(maxsize=512)
def _unions(first: int, second: int) -> Integers:
    """The index of each multiset of ``first`` cards of one side joined with each of ``second``: rows × columns."""
    joined = _counts(first)[:, None, :] + _counts(second)[None, :, :]
    return _places(joined, first + second)
