"""The best integer tags against every choice of tags, on effects drawn at random."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from exact.analysis.linear_count import betting_correlation_squared, exact_tags, integer_tags
from exact.analysis.removal import Effects
from exact.errors import ExactError
from exact.game.shoe import Shoe


def drawn_effects(rng: random.Random, values: int) -> Effects:
    """Of cards of so many point values; weighted with the cards they add up to 0."""
    counts = [rng.choice((2, 3, 5, 30)) for _ in range(values)]
    effects = [Fraction(rng.randint(-9, 9)) for _ in range(values - 1)]
    rest = sum((count * effect for count, effect in zip(counts, effects, strict=False)), Fraction(0))
    shoe = Shoe.of_values([*counts, *[0] * (10 - values)])
    return Effects(shoe, Fraction(1, 7), dict(enumerate([*effects, -rest / counts[-1]])))


def best_of_all(effects: Effects, bound: int) -> tuple[int, ...]:
    """The highest correlation; of equal ones the smaller tags over the cards, and of those the first in order."""
    counts = effects.shoe.values
    tried = []
    for chosen in product(range(-bound, bound + 1), repeat=len(effects.by_class)):
        tags = chosen + (0,) * (10 - len(chosen))
        square = betting_correlation_squared(tags, effects)
        if square is not None:
            tried.append((-square, sum(count * abs(tag) for count, tag in zip(counts, tags, strict=True)), tags))
    return min(tried)[2]


@pytest.mark.parametrize(("bound", "values", "shoes"), [(1, 4, 15), (2, 3, 12), (3, 3, 4), (1, 5, 3)])
def test_no_other_tags_correlate_better(bound: int, values: int, shoes: int) -> None:
    rng = random.Random(3)
    for _ in range(shoes):
        effects = drawn_effects(rng, values)
        assert integer_tags(effects, bound) == best_of_all(effects, bound)


def test_tags_up_to_twenty() -> None:
    """Effects that are whole numbers up to that are the best tags, if no smaller ones tell as much: 10 · 13 − 5 · 20 − 15 · 2 = 0."""
    shoe = Shoe.of_values([10, 5, 15, *[0] * 7])
    effects = Effects(shoe, Fraction(0), {0: Fraction(13), 1: Fraction(-20), 2: Fraction(-2)})
    assert exact_tags(effects) == (Fraction(13, 20), -1, Fraction(-1, 10), *[0] * 7)
    best = integer_tags(effects, 20)
    assert best is not None
    assert betting_correlation_squared(best, effects) == 1
    for bound in (0, 21):
        with pytest.raises(ExactError, match=f"bound: {bound} must be a whole number from 1 to 20"):
            integer_tags(effects, bound)
