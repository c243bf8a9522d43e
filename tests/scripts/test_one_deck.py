"""Whole shoes of one deck: the program for their distributions against all orders of small shoes, dealt by hand."""

from collections import Counter
from fractions import Fraction
from itertools import chain, product

import pytest
from one_deck import PASSES, bounds, distributions
from support.whole_shoes import coups_by_hand, numbers_by_hand
from sympy.utilities.iterables import multiset_permutations

from exact.analysis.dealing import FIRST_CARD, NONE, Dealing
from exact.game import Outcome

pytestmark = pytest.mark.scripts


@pytest.mark.parametrize(
    ("values", "dealing"),
    [
        ([20, 0, 0, 0, 2, 0, 0, 0, 0, 2], Dealing(burn=FIRST_CARD, cut=11)),
        ([0, 12, 3, 0, 3, 0, 0, 0, 0, 0], Dealing(burn=NONE, cut=11)),
        ([0, 14, 2, 2, 0, 0, 0, 0, 0, 0], Dealing(burn=FIRST_CARD, cut=12)),
    ],
)
def test_every_order_of_a_small_shoe(values: list[int], dealing: Dealing) -> None:
    found: Counter[tuple[str, int]] = Counter()
    orders = 0
    for order in multiset_permutations([value for value, held in enumerate(values) for _ in range(held)]):
        found.update(numbers_by_hand([dealt.coup.outcome for dealt in coups_by_hand(order, dealing)]))
        orders += 1
    computed: dict[tuple[str, int], float] = {}
    for numbers in PASSES:
        computed |= distributions(values, dealing, numbers)
    assert computed.keys() == found.keys()
    for figure, chance in computed.items():
        low, high = bounds(chance)
        assert low <= Fraction(found[figure], orders) <= high <= low + Fraction(3, 10**11)


def test_every_sequence_of_ten_coups() -> None:
    """A shoe of one deck deals ten coups at most; no small shoe has two runs of three, or seven alternations."""
    for outcomes in product(Outcome, repeat=10):
        counted = []
        for number in chain(*PASSES):
            state = number.first
            for outcome in outcomes:
                state = number.step(state, outcome)
            counted.append((number.name, number.value(state)))
        assert sorted(counted) == sorted(numbers_by_hand([*outcomes])), outcomes
