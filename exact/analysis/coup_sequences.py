"""Successive coups from one shoe: every multiset of cards that they can use, with the orders that lead to each outcome.

For a fixed tableau let a_o(U) be the number of orders of the multiset U of point values (4 to 6 cards, unpadded) that
are a whole coup with outcome o. The ordered ways to draw a multiset W from a shoe with counts c are
ways(W) = Π c_v (c_v − 1) … (c_v − w_v + 1), and drawing U first and V after multiplies to the ways of U + V. So the coups
before the last use the cards W and have the outcomes o_1 … o_k in ways(W) · K(W) ordered ways, where
K_{o_1 … o_k}(W) = Σ_{U_1 + … + U_k = W} Π a_{o_i}(U_i): integers that do not depend on the shoe. The last coup is the
count polynomial on the shoe that is left, n_o(c − W). Padded to ordered deals of 6m cards,

  count(o_1 … o_m) = Σ_W ways(W) · K_{o_1 … o_{m−1}}(W) · n_{o_m}(c − W) · perm(N − |W| − 6, 6(m − 1) − |W|).

K is symmetric in its outcomes, for a convolution does not ask for the order of its factors: one array serves all
orders of a history. K(W) counts different orders of W, for an order of cards is cut into coups in one way only; with
W of at most 18 cards it is at most 18! < 2**53, and so is every partial sum of a convolution: doubles hold them exactly.

A multiset is two halves of five values each. The multisets of i cards below 5 and j cards from 5 up form a block, an
array over both halves, and a block is what a task computes.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, perm, prod
from typing import NamedTuple

from exact.arrays import Doubles, Integers, Objects
from exact.bets.coups import ABSENT, coups_of
from exact.engine.many_shoes.grid import BatchPolynomial
from exact.engine.outcomes import outcome_polynomial
from exact.engine.polynomial import HALF, Polynomial, half_multisets
from exact.engine.residues import weighted_sums
from exact.game.coup import Outcome
from exact.lazy import np
from exact.rules.tableau import Tableau

FEWEST, MOST = 4, 6
"""The cards that a coup may use."""
MAX_COUPS = 4
OUTCOMES = tuple(Outcome)
Blocks = dict[tuple[int, int], Doubles]
"""By the cards below 5 and from 5 up: histories × lower halves × upper halves."""
_BASE = MOST * (MAX_COUPS - 1) + 1


class Question(NamedTuple):
    """What is asked: counts of point values in the shoe, the tableau, and the number of coups."""

    values: tuple[int, ...]
    tableau: Tableau
    coups: int


def histories(length: int) -> list[tuple[Outcome, ...]]:
    """The outcomes of ``length`` coups regardless of order, as sorted tuples; those that end in punto first, and so on.

    Among equal last outcomes the one before decides: the histories that are continued by a last outcome are then
    always the first so many of the histories one shorter.
    """
    found = combinations_with_replacement(range(len(OUTCOMES)), length)
    return [tuple(OUTCOMES[o] for o in history) for history in sorted(found, key=lambda history: history[::-1])]


def blocks(coups: int) -> list[tuple[int, int]]:
    """The blocks of the multisets that ``coups`` coups can use."""
    return [(low, used - low) for used in range(FEWEST * coups, MOST * coups + 1) for low in range(used + 1)]


def count_block(question: Question, low: int, high: int) -> list[list[int]]:
    """Σ ways(W) · K(W) · n_o(c − W) over one block: for each of `histories` and each outcome of the last coup.

    Every sum is at most N(N−1)… of |W| + 6 factors.
    """
    lows, low_ways = _drawable(question.values[:HALF], low)
    highs, high_ways = _drawable(question.values[HALF:], high)
    left_low = np.array(question.values[:HALF]) - _counts(low)[lows]
    left_high = np.array(question.values[HALF:]) - _counts(high)[highs]
    before = question.coups - 1
    shared = before < MAX_COUPS - 1
    orders = sequences(question.tableau, before)[low, high] if shared else _block(question.tableau, before, low, high)
    last = outcome_batch(question.tableau).grid(left_low, left_high)
    return weighted_sums(
        orders[:, lows[:, None], highs], low_ways, high_ways, last, perm(sum(question.values), low + high + MOST)
    )


def _drawable(values: tuple[int, ...], degree: int) -> tuple[Integers, Objects]:
    """Which half multisets five values' cards can make up, and in how many ordered ways each."""
    falling = [[perm(count, taken) for taken in range(degree + 1)] for count in values]
    ways = [prod(map(list.__getitem__, falling, chosen)) for chosen in _counts(degree).tolist()]
    held = np.flatnonzero(ways)
    return held, np.array(ways, dtype=object)[held]


@lru_cache(maxsize=2)
def outcome_batch(tableau: Tableau) -> BatchPolynomial:
    """The three outcomes for many shoes at once, in the order of `Outcome`."""
    coefficients = outcome_polynomial(tableau).coefficients
    return BatchPolynomial(Polynomial({outcome: coefficients[outcome] for outcome in OUTCOMES}))


@lru_cache(maxsize=4)
def sequences(tableau: Tableau, coups: int) -> Blocks:
    """K for every multiset that ``coups`` coups can use, in blocks. Of three coups they would take a gibibyte."""
    if coups == 0:
        return {(0, 0): np.ones((1, 1, 1))}
    if coups == 1:
        return _coup_orders(tableau)
    return {(low, high): _block(tableau, coups, low, high) for low, high in blocks(coups)}


def _coup_orders(tableau: Tableau) -> Blocks:
    """a_o(U), for one coup."""
    coups = coups_of(tableau, ordered=False)
    totals = [np.where(side == ABSENT, 0, side).sum(axis=1) % 10 for side in (coups.values[:, :3], coups.values[:, 3:])]
    outcome = np.select([totals[0] > totals[1], totals[0] < totals[1]], [0, 1], 2)
    chosen = (coups.values[:, :, None] == np.arange(2 * HALF)).sum(axis=1)
    lows, highs = chosen[:, :HALF], chosen[:, HALF:]
    found = {}
    for low, high in blocks(1):
        block = np.zeros((len(OUTCOMES), len(_counts(low)), len(_counts(high))))
        here = (lows.sum(axis=1) == low) & (highs.sum(axis=1) == high)
        np.add.at(block, (outcome[here], _places(lows[here], low), _places(highs[here], high)), coups.orders[here])
        found[low, high] = block
    return found


def _block(tableau: Tableau, coups: int, low: int, high: int) -> Doubles:
    """One block of `sequences` for two coups and more, made from those one shorter."""
    earlier = sequences(tableau, coups - 1)
    found = np.zeros((len(histories(coups)), len(_counts(low)), len(_counts(high))))
    for (p, q), orders in sequences(tableau, 1).items():
        source = earlier.get((low - p, high - q))
        if source is None:
            continue
        if len(_counts(p)) * len(_counts(high)) <= len(_counts(q)) * len(_counts(low)):
            _convolve(found, coups, source, (low - p, high - q), orders, (p, q))
        else:
            turned = (array.transpose(0, 2, 1) for array in (found, source, orders))
            target, source, orders = turned
            _convolve(target, coups, source, (high - q, low - p), orders, (q, p))
    return found


def _convolve(
    target: Doubles, coups: int, source: Doubles, before: tuple[int, int], orders: Doubles, coup: tuple[int, int]
) -> None:
    """Add to ``target`` every multiset of ``source`` joined with every one of the last coup, ``orders``.

    For each first half of the coup's cards, the second halves are joined by a matrix product; the rows then go where
    the first half takes them, each to a place of its own. Either half may be the first.
    """
    rows, columns = _unions(coup[0], before[0]), _unions(before[1], coup[1])
    after = np.arange(len(columns))[:, None]
    start = 0
    for last, parts in enumerate(orders):
        continued = comb(last + coups - 1, coups - 1)
        flat = source[:continued].reshape(-1, source.shape[2])
        for part, places in zip(parts, rows, strict=True):
            if part.any():
                joined = np.zeros((source.shape[2], target.shape[2]))
                joined[after, columns] = part
                target[start : start + continued, places] += (flat @ joined).reshape(continued, *places.shape, -1)
        start += continued


@lru_cache(maxsize=32)
def _counts(degree: int) -> Integers:
    """The half multisets of a degree as counts of five values."""
    chosen = np.array(half_multisets(degree), dtype=np.int64)
    counts: Integers = (chosen[:, :, None] == np.arange(HALF)).sum(axis=1)
    return counts


def _keys(counts: Integers) -> Integers:
    """Half multisets as numbers: digit v counts value v, so that joining two is an addition."""
    return counts @ _BASE ** np.arange(HALF)


@lru_cache(maxsize=32)
def _sorted_keys(degree: int) -> tuple[Integers, Integers]:
    keys = _keys(_counts(degree))
    order = np.argsort(keys)
    return keys[order], order


def _places(counts: Integers, degree: int) -> Integers:
    """The place of each half multiset among those of its degree."""
    keys, order = _sorted_keys(degree)
    return order[np.searchsorted(keys, _keys(counts))]


@lru_cache(maxsize=512)
def _unions(first: int, second: int) -> Integers:
    """Where each half multiset of degree ``first`` joined with each of degree ``second`` stands: rows × columns."""
    joined = _counts(first)[:, None, :] + _counts(second)[None, :, :]
    return _places(joined, first + second)
