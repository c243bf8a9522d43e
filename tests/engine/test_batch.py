"""Many shoes at once against one shoe at a time, in every number type, and against the walk."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from support import MULTIPLIER

from exact.arithmetic import ordered_deals
from exact.engine.many_shoes.grid import BatchPolynomial, half_ways
from exact.engine.outcomes import outcome_polynomial
from exact.engine.polynomial import half_multisets
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes
from exact.rules.named import shipped_rules

STANDARD = shipped_rules()["standard"].tableau
BATCH = BatchPolynomial(outcome_polynomial(STANDARD))


def one_by_one(shoes: list[Shoe]) -> list[list[int]]:
    polynomial = outcome_polynomial(STANDARD)
    return [[polynomial.counts(shoe.values)[category] for category in BATCH.categories] for shoe in shoes]


def test_random_shoes_are_what_the_polynomial_counts(random_shoes: Callable[[int], Iterator[Shoe]]) -> None:
    """In one batch, in several, and where the largest shoe decides how the others are counted."""
    shoes = [*random_shoes(200), Shoe.of_values([6, *[0] * 9]), Shoe.of_values([0] * 9 + [6])]
    values = np.array([shoe.values for shoe in shoes])
    assert BATCH.counts(values).tolist() == one_by_one(shoes)
    many = np.repeat(values[-20:], 400, axis=0)
    assert BATCH.counts(many).tolist() == np.repeat(BATCH.counts(values[-20:]), 400, axis=0).tolist()


def test_a_batch_against_the_walk(rng: random.Random) -> None:
    shoes = [[rng.randrange(20) + 1 for _ in range(10)] for _ in range(3 * MULTIPLIER)]
    for shoe, counts in zip(shoes, BATCH.counts(np.array(shoes)).tolist(), strict=True):
        walked = count_outcomes(Shoe.of_values(shoe), DECISIONS["standard"])
        assert dict(zip(BATCH.categories, counts, strict=True)) == walked


@pytest.mark.parametrize(
    ("cards", "kind"), [(458, "int64"), (459, "int64"), (1450, "int64"), (1451, "object"), (10**11, "object")]
)
def test_at_the_edge_of_every_number_type(cards: int, kind: str, rng: random.Random) -> None:
    """The largest shoe that a double holds, one card more, the largest that 64 bits hold, and larger ones."""
    assert ordered_deals(458) < 2**53 <= ordered_deals(459)
    assert ordered_deals(1450) < 2**63 <= ordered_deals(1451)
    cuts = sorted(rng.randrange(cards) for _ in range(9))
    spread = [b - a for a, b in zip([0, *cuts], [*cuts, cards], strict=True)]
    shoes = [Shoe.of_values(spread), Shoe.of_values([cards // 10] * 9 + [cards - cards // 10 * 9]), Shoe.of_decks(1)]
    counts = BATCH.counts(np.array([shoe.values for shoe in shoes]))
    assert counts.dtype == kind
    assert counts.tolist() == one_by_one(shoes)
    assert [sum(row) for row in counts.tolist()] == [ordered_deals(shoe.cards) for shoe in shoes]


@pytest.mark.parametrize("scale", [1, 6, 10**6])
def test_a_grid_is_every_half_with_every_half(scale: int, rng: random.Random) -> None:
    low = [[scale * rng.randrange(12) for _ in range(5)] for _ in range(4)]
    high = [[scale * (rng.randrange(12) + 2) for _ in range(5)] for _ in range(3)]
    grid = BATCH.grid(np.array(low), np.array(high))
    found = [[grid[:, a, b].tolist() for b in range(3)] for a in range(4)]
    assert found == [one_by_one([Shoe.of_values(below + above) for above in high]) for below in low]


def test_the_ways_of_halves() -> None:
    """1 zero, 2 of value one, 3 of value two: by hand."""
    ways = half_ways(np.array([[1, 2, 3, 0, 0]]))
    by_multiset = dict(zip(half_multisets(3), ways[3][:, 0].tolist(), strict=True))
    assert by_multiset[0, 1, 2] == 1 * 2 * 3
    assert by_multiset[1, 1, 2] == 2 * 1 * 3
    assert by_multiset[2, 2, 2] == 3 * 2 * 1
    assert by_multiset[0, 0, 1] == by_multiset[1, 1, 1] == by_multiset[0, 0, 3] == 0
    assert [len(way) for way in ways] == [1, 5, 15, 35, 70, 126, 210]


def test_no_shoes_are_no_counts() -> None:
    assert BATCH.counts(np.zeros((0, 10), dtype=np.int64)).shape == (0, 3)


@pytest.mark.parametrize(
    ("shoes", "message"),
    [
        ([[1] * 9], "shoes: 'int64 (1, 9)' must be integers, ten counts of point values a row"),
        ([1] * 10, "shoes: 'int64 (10,)' must be integers"),
        ([[1.0] * 10], "shoes: 'float64 (1, 10)' must be integers"),
        ([[9] * 10, [9] * 9 + [-1]], "shoes: -1 is a count, and must be at least 0"),
        ([[9] * 10, [1] * 5 + [0] * 5], "shoes: 5 cards are left, and a coup needs at least 6"),
    ],
)
def test_what_is_no_batch_of_shoes(shoes: list[list[int]], message: str) -> None:
    with pytest.raises(ExactError) as caught:
        BATCH.counts(np.array(shoes))
    assert str(caught.value).startswith(message)
