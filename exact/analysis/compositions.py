"""Compositions: how many cards of each kind some cards have that are drawn from a shoe."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import comb, prod

from exact.lazy import Integers, Numbers, np


def count_compositions(held: Sequence[int], cards: int) -> int:
    """The number of compositions of ``cards`` cards from a shoe that has ``held`` cards of each kind."""
    return composition_counts(held, cards)[cards]


def composition_counts(held: Sequence[int], cards: int) -> list[int]:
    """The numbers of compositions of 0 to ``cards`` cards: the truncated product of 1 + x + … + x**h."""
    counts = [1] + [0] * cards
    for most in held:
        running = [0, *accumulate(counts)]
        counts = [running[size + 1] - running[max(0, size - most)] for size in range(cards + 1)]
    return counts


def compositions(held: Sequence[int], cards: int) -> Integers:
    """Every composition of ``cards`` cards, one a row, in lexicographic order."""
    columns: list[Integers] = []
    left: Integers = np.array([cards])
    for kind, most in enumerate(held):
        least = np.maximum(0, left - sum(held[kind + 1 :]))
        choices = np.maximum(0, np.minimum(most, left) - least + 1)
        before = np.cumsum(choices) - choices
        own = np.arange(choices.sum()) - np.repeat(before - least, choices)
        columns = [*(np.repeat(column, choices) for column in columns), own]
        left = np.repeat(left, choices) - own
    return np.stack(columns, axis=1)


def ways_to_draw(held: Sequence[int], taken: Integers, number: Callable[[int, int], int] = comb) -> Numbers:
    """The sets of cards with each composition, a row of ``taken``, or with `perm` their orders: Python integers."""
    numbers = range(int(taken.max(initial=0)) + 1)
    ways: Numbers = prod(
        np.array([number(most, own) for own in numbers], dtype=np.object_)[column]
        for most, column in zip(held, taken.T, strict=True)
    )
    return ways
