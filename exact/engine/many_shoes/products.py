"""Sums of products of card counts for many shoes at once: what `exact.engine.count` evaluates for one.

Products that begin with the same sets share the beginning, so there is little more than one multiplication a product.
The sums are taken modulo 2**64, which is exact while N(N−1)…(N−5) is below 2**63 (27 decks), checked for each shoe;
beyond, in Python's integers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from exact.arrays import Integers, Numbers
from exact.bets.vocabulary import CLASS_MASKS
from exact.engine.count import granularity_of
from exact.engine.many_shoes import by_kind
from exact.engine.products import CARDS, Products
from exact.game.cards import Granularity
from exact.lazy import np

_CELLS = 1 << 19
"""Products times shoes that are worked out together; a bound on memory that keeps them in the cache."""
_BITS = 8
"""A product's sets are numbers of so many bits, as `exact.engine.products` merges them."""


class _Step(NamedTuple):
    """How each beginning of one more card is made: from which shorter one, times which set's cards, less how many."""

    parent: Integers
    factor: Integers
    taken: Integers


class ProductBatch:
    """The categories of one bet, ready for any number of shoes."""

    def __init__(self, products: Products, categories: int) -> None:
        self.granularity = granularity_of(products)
        self._masks = products.masks
        self._categories = categories
        self._steps, whole = _shared(products)
        self._starts = np.flatnonzero(np.diff(products.category, prepend=-1))
        self._filled = products.category[self._starts]
        self._products = whole
        self._coefficients = products.coefficient

    def counts(self, shoes: Integers, granularity: Granularity) -> Numbers:
        """The padded deals of each category from each of S shoes known by ``granularity``: categories × S."""
        if not len(self._starts):
            return np.zeros((self._categories, len(shoes)), dtype=np.int64)
        inside = np.array([[bool(mask & group) for group in CLASS_MASKS[granularity]] for mask in self._masks])
        return by_kind(shoes, lambda some, kind: self._counts(some, inside.astype(np.int64), kind))

    def _counts(self, shoes: Integers, inside: Integers, kind: np.dtype[Any]) -> Numbers:
        if kind == np.float64:
            kind = np.dtype(np.int64)
        found = np.zeros((self._categories, len(shoes)), dtype=kind)
        together = max(1, _CELLS // len(self._products))
        for start in range(0, len(shoes), together):
            sizes: Numbers = (inside @ shoes[start : start + together].T).astype(kind)
            ways: Numbers = np.ones((1, sizes.shape[1]), dtype=kind)
            for parent, factor, taken in self._steps:
                ways = ways[parent] * (sizes[factor] - taken[:, None])
            terms = ways[self._products] * self._coefficients[:, None]
            found[self._filled, start : start + together] = np.add.reduceat(terms, self._starts, axis=0)
        return found


def _shared(products: Products) -> tuple[list[_Step], Integers]:
    """The steps that make every different product, and which of the last step's results each product is."""
    steps = []
    code = before = np.zeros(len(products.factors), dtype=np.int64)
    for column in range(CARDS):
        code = (code << _BITS) | products.factors[:, column]
        _, example, after = np.unique(code, return_index=True, return_inverse=True)
        steps.append(_Step(before[example], products.factors[example, column], products.taken[example, column]))
        before = after
    return steps, before
