"""Every shoe that joins some low cards with some high cards, for any number of both.

For one category, the count on such a shoe is Σ low[i] · matrix[i, j] · high[j] over the splits, where low and high are the
ways to draw the multisets of each side. The matrix is multiplied into the side that has the many cards. That leaves, of
each split, a number for each multiset of the few: 1 + 5 + 15 + 35 + 1 + 5 + 15 = 77 in all. So the counts of all A × B
joined shoes are one product of matrices, (A × 77) · (77 × B).

If no coefficient is larger in size than P times the orders of its multiset, no partial sum is larger than
P · 6!/j! · n(n−1)… (j factors) for some j ≤ 6, where n is the number of cards in the joined shoe. That is at most P times the
count of all deals, or P · 6! · 326 for smaller shoes; the caller chooses a number type that holds it.
"""

from __future__ import annotations

from exact.arrays import Numbers
from exact.engine.coefficients import Coefficients
from exact.engine.many_shoes.numpy_kernel import Ways
from exact.engine.multisets import SPLITS
from exact.game.coup import CARDS
from exact.lazy import np

LOW, HIGH = 0, 1
WIDTH = 77


def joined_counts(coefficients: Coefficients, low: Numbers, high: Numbers) -> Numbers:
    """The counts of every shoe that joins a row of ``low`` (A × 5) with one of ``high`` (B × 5): categories × A × B."""
    sides = vectors(coefficients, LOW, low), vectors(coefficients, HIGH, high)
    return np.stack([below.T @ above for below, above in zip(*sides, strict=True)])


def vectors(coefficients: Coefficients, side: int, cards: Numbers) -> list[Numbers]:
    """For each category, 77 × N numbers from N × 5 counts of the cards of one side, in the number type of ``cards``.

    The count of a joined shoe is the product of the vector of its low cards with that of its high cards.
    """
    ways = Ways(cards.dtype, len(cards)).of(np.ascontiguousarray(cards.T))
    products = np.empty((len(coefficients.matrix), WIDTH, len(cards)), dtype=cards.dtype)
    start = 0
    for (few_side, few), split in zip(SPLITS, coefficients.by_split(), strict=True):
        for vector, matrix in zip(products, split.astype(cards.dtype), strict=True):
            part = vector[start : start + len(matrix)]
            part[:] = ways[few] if side == few_side else matrix @ ways[CARDS - few]
        start += split.shape[1]
    return list(products)
