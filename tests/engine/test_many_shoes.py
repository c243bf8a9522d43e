"""Many shoes at once against one shoe at a time, in every number type, and against the walk."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import STANDARD
from support.strategies import COSTLY, shoes

from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue
from exact.engine.compiler import compiled
from exact.engine.many_shoes import ManyShoes
from exact.engine.many_shoes.numpy_kernel import HIGH, LOW, blocks_of, joined_counts
from exact.engine.multisets import Coefficients
from exact.engine.outcomes import count_outcomes, outcome_coefficients
from exact.game.shoe import Shoe

OUTCOMES = outcome_coefficients(STANDARD)
MANY = ManyShoes(OUTCOMES)


@COSTLY
@given(st.lists(shoes(counts=st.integers(0, 145)), min_size=1, max_size=5))
def test_a_batch_of_many_blocks_is_each_shoe_alone(held: list[Shoe]) -> None:
    values, times = np.array([shoe.values for shoe in held]), 1500 // len(held)
    expected = np.repeat(MANY.counts(values), times, axis=1)
    assert MANY.counts(np.repeat(values, times, axis=0)).tolist() == expected.tolist()


def halves(least: int) -> st.SearchStrategy[list[list[int]]]:
    """Counts of five values."""
    return st.lists(st.lists(st.integers(least, 13), min_size=5, max_size=5), min_size=1, max_size=3)


@pytest.mark.parametrize(("scale", "kind"), [(1, "float64"), (1, "int64"), (6, "int64"), (10**6, "object")])
@COSTLY
@given(low=halves(0), high=halves(2))
def test_low_cards_joined_with_high_cards(scale: int, kind: str, low: list[list[int]], high: list[list[int]]) -> None:
    counts = joined_counts(OUTCOMES, scale * np.array(low).astype(kind), scale * np.array(high).astype(kind))
    for a, below in enumerate(low):
        for b, above in enumerate(high):
            shoe = Shoe.of_values([scale * count for count in below + above])
            assert counts[:, a, b].tolist() == list(count_outcomes(shoe, STANDARD).values())
    assert (LOW, HIGH) == (0, 1)


def test_a_tie_needs_an_even_sum() -> None:
    """Both totals are equal, so that the cards used add up to an even number: those of odd value are 0, 2, 4 or 6."""
    tie = compiled(catalogue()["tie"], STANDARD).by_cards()
    found = blocks_of({cards: matrix[:1] for cards, matrix in tie.items()})
    odd_cards = {block.few if block.side else block.many for block in found}
    assert odd_cards == {0, 2, 4, 6}
    assert {block.few + block.many for block in found} == {4, 5, 6}
    assert catalogue()["tie"].categories[0] == "win"


def test_coefficients_are_equal_by_value_and_cannot_be_changed() -> None:
    other = outcome_coefficients(STANDARD)
    assert other is not OUTCOMES
    assert (other, hash(other)) == (OUTCOMES, hash(OUTCOMES)) == (pickle.loads(pickle.dumps(other)), hash(other))
    assert other != Coefficients(OUTCOMES.matrix[:2])
    with pytest.raises(ValueError, match="read-only"):
        other.matrix[0, 0] = 1
    source = np.ones((1, 5005), dtype=np.int64)
    own = Coefficients(source)
    source[:] = 0
    assert own.matrix.all()
    assert OUTCOMES.weighted([1, 1, 1]).counts(Shoe.of_decks(8).values) == [ordered_deals(416)]
