"""Four coups by a second method, two joined with two: a fingerprint of every count of a distribution, modulo a prime.

The first two coups use i and the other two j of the c cards of a value in perm(c, i + j) ordered ways. Let both be
drawn from the whole shoe instead; inclusion and exclusion over the k cards that both have drawn give

  perm(c, i + j) = Σ_k (−1)^k · C(c, k) · i! C(c − k, i − k) · j! C(c − k, j − k).

So the sum over all pairs of multisets is one over the multisets k of at most twelve cards, and there are not a million.
The orders of a coup come from the reference walk. Weights of the outcomes and of the numbers of cards make one number
of a distribution: no count can change alone without changing it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, perm, prod

import numpy as np
import pytest
from numpy.typing import NDArray

from exact.analysis.dependence import STORED_DECKS, SequenceDistribution, joint_distribution, orders, stored_coups
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import coups
from exact.rules import standard_tableau

Numbers = NDArray[np.int64]
PRIME = 2**31 - 1
EARLIER = {Outcome.PUNTO: 101, Outcome.BANCO: 211, Outcome.TIE: 499}
FOURTH = {Outcome.PUNTO: 90_001, Outcome.BANCO: 80_021, Outcome.TIE: 70_001}
MORE_CARDS = 11
"""The weight of each card beyond the four that a coup uses at least."""
FEWEST, MOST = 4, 6
PAIRS = range(2 * FEWEST, 2 * MOST + 1)
VALUES = 10
BASE = 2 * MOST + 1


def key(values: Sequence[int]) -> int:
    """A multiset as a number: joining two is an addition, and one of more cards comes later."""
    return int(len(values) * BASE**VALUES + sum(BASE**value for value in values))


@cache
def multisets() -> tuple[Numbers, Numbers]:
    """Every multiset of up to twelve cards in the order of its `key`: the keys, and the counts of the values."""
    keys = [key(cards) for size in range(BASE) for cards in combinations_with_replacement(range(VALUES), size)]
    ordered = np.sort(np.array(keys, dtype=np.int64))
    return ordered, ordered[:, None] // BASE ** np.arange(VALUES) % BASE


@cache
def pairs() -> tuple[Numbers, Numbers]:
    """For each of `multisets`, the weighted orders in which the first two coups use it, and the last two."""
    earlier: dict[int, int] = {}
    fourth: dict[int, int] = {}
    for coup in coups(DECISIONS["standard"]):
        values = coup.punto.values + coup.banco.values
        at = key(values)
        weight = EARLIER[coup.outcome] * MORE_CARDS ** (len(values) - FEWEST)
        earlier[at] = earlier.get(at, 0) + weight
        fourth[at] = fourth.get(at, 0) + FOURTH[coup.outcome]
    of_coup = np.array(sorted(earlier), dtype=np.int64)
    before, last = (np.array([found[at] for at in sorted(earlier)], dtype=np.int64) for found in (earlier, fourth))
    assert (
        factorial(2 * MOST) * max(max(EARLIER.values()) * MORE_CARDS ** (MOST - FEWEST), max(FOURTH.values())) ** 2
        < 2**63
    )
    keys, _ = multisets()
    first_two, last_two = np.zeros_like(keys), np.zeros_like(keys)
    for at, weight in zip(of_coup, before, strict=True):
        places = np.searchsorted(keys, of_coup + at)
        first_two[places] += weight * before
        last_two[places] += weight * last
    return first_two % PRIME, last_two % PRIME


def reached(shoe: Shoe, numbers: Numbers) -> Numbers:
    """Σ_w numbers[w] · Π_v w_v! C(c_v − k_v, w_v − k_v) for each multiset k, apart for each size of w in `PAIRS`."""
    keys, counts = multisets()
    sizes = counts.sum(axis=1)
    factorials = np.array([factorial(count) for count in range(BASE)])[counts]
    for column in factorials.T:
        numbers = numbers * column % PRIME
    found = np.stack([np.where(sizes == size, numbers, 0) for size in PAIRS])
    for value, held in enumerate(shoe.values):
        summed = found.copy()
        for more in range(1, BASE):
            ways = np.array([comb(max(held - both, 0), more) % PRIME for both in range(BASE)])
            fitting = np.searchsorted(sizes, BASE - more)  # those with room for so many more cards
            places = np.searchsorted(keys, keys[:fitting] + more * key([value]))
            summed[:, :fitting] += found[:, places] * ways[counts[:fitting, value]] % PRIME
        found = summed % PRIME
    return found


def fingerprint(shoe: Shoe) -> int:
    """That of the distribution of four coups, from two coups joined with two."""
    first, last = (reached(shoe, numbers) for numbers in pairs())
    _, counts = multisets()
    for value, held in enumerate(shoe.values):
        signed = np.array([(-1) ** both * comb(held, both) % PRIME for both in range(BASE)])
        first = first * signed[counts[:, value]] % PRIME
    total = 0
    for size, with_first in zip(PAIRS, first, strict=True):
        for more, with_last in zip(PAIRS, last, strict=True):
            padding = perm(shoe.cards - size - more, 4 * MOST - size - more)
            total += int((with_first * with_last % PRIME).sum()) * padding
    return total % PRIME


def fingerprint_of(distribution: SequenceDistribution) -> int:
    total = 0
    for (used, history, last), count in distribution.by_use.items():
        weight = orders(history) * prod(map(EARLIER.__getitem__, history)) * MORE_CARDS ** (used - 3 * FEWEST)
        total += weight * FOURTH[last] * count
    return total % PRIME


@pytest.mark.slow
@pytest.mark.parametrize("decks", STORED_DECKS)
def test_every_count_of_the_committed_file(decks: int) -> None:
    assert fingerprint_of(stored_coups()[4, decks]) == fingerprint(Shoe.of_decks(decks))


@pytest.mark.slow
def test_four_coups_of_a_shoe_in_a_pool() -> None:
    shoe = Shoe.of_values((18, 0, 0, 7, 0, 0, 12, 0, 20, 9))
    assert fingerprint_of(joint_distribution(shoe, standard_tableau(), 4)) == fingerprint(shoe)
