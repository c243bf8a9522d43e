"""Sums of products of card counts: how compiled classifications are written down, collected and merged."""

from __future__ import annotations

from typing import NamedTuple

from exact.arrays import Integers
from exact.bets.coups import ABSENT
from exact.bets.vocabulary import EVERY_CARD, VALUE_MASKS
from exact.errors import ExactError
from exact.lazy import np

CARDS = 6
_SHIFT = 8
_FOLD = 1_000_000
"""How many products may wait before they are merged; a bound on memory."""


Masks = tuple[int, ...]
"""For each of the six positions the set that its card comes from, to be cut with its point value's."""


class Products(NamedTuple):
    """Category counts as sums of products.

    ``masks`` are sets of card types; ``factors[i]`` are six indices into them, with ``taken[i]`` the cards already taken
    from inside each; ``category[i]`` and ``coefficient[i]`` say where the product goes. Sorted by category.
    """

    masks: tuple[int, ...]
    factors: Integers
    taken: Integers
    category: Integers
    coefficient: Integers


class ProductBuilder:
    """Collects products as rows of numbers for sets, six a row, and merges the equal ones."""

    def __init__(self) -> None:
        self.masks: dict[int, int] = {EVERY_CARD: 0}
        self.rows: list[Integers] = [np.empty((0, CARDS), dtype=np.int64)]
        self.weights: list[Integers] = [np.empty(0, dtype=np.int64)]
        self.categories: list[Integers] = [np.empty(0, dtype=np.int64)]
        self.sets_by_value: dict[int, Integers] = {}
        self.waiting = 0
        for mask in VALUE_MASKS:
            self._number(mask)

    def _number(self, mask: int) -> int:
        return self.masks.setdefault(mask, len(self.masks))

    def _sets(self, mask: int) -> Integers:
        """For each point value the number of its cards in ``mask``; last, for a card not dealt, that of any card."""
        if mask not in self.sets_by_value:
            cut = (value & mask for value in VALUE_MASKS)
            self.sets_by_value[mask] = np.array([self._number(part) if part else ABSENT for part in cut] + [0])
        return self.sets_by_value[mask]

    def add(self, values: Integers, orders: Integers, category: int | Integers, sign: int, masks: Masks) -> None:
        """Count coups with these point values and orders, their cards from ``masks``, in one category or one for each."""
        rows = np.empty_like(values)
        for column, mask in enumerate(masks):
            rows[:, column] = self._sets(mask)[values[:, column]]  # the absent card's -1 picks the last entry
        kept = (rows != ABSENT).all(axis=1)
        self._append(rows[kept], sign * orders[kept], np.broadcast_to(np.int64(category), len(kept))[kept])
        if self.waiting > _FOLD:
            merged, weights, _ = self._merge(np.arange(len(self.masks)))
            self.rows, self.weights, self.categories, self.waiting = [], [], [], 0
            self._append(_factors(merged), weights, merged >> (_SHIFT * CARDS))
            self.waiting = 0

    def _append(self, rows: Integers, weights: Integers, categories: Integers) -> None:
        self.rows.append(rows)
        self.weights.append(weights)
        self.categories.append(categories)
        self.waiting += len(weights)

    def _merge(self, number_of: Integers) -> tuple[Integers, Integers, Integers]:
        """The different products as codes, their summed weights, and the product of each row."""
        rows = np.sort(number_of[np.concatenate(self.rows)], axis=1)
        code = np.concatenate(self.categories)
        if len(self.masks) >= 1 << _SHIFT or (len(code) and int(code.max()) >= 1 << 14):
            told = f"{len(self.masks)} sets of cards and {int(code.max()) + 1} categories"
            raise ExactError("bet", told, f"are too many to tell apart; the bounds are {1 << _SHIFT} and {1 << 14}")
        for column in range(CARDS):
            code = (code << _SHIFT) | rows[:, column]
        merged, inverse = np.unique(code, return_inverse=True)
        weights = np.bincount(inverse, weights=np.concatenate(self.weights), minlength=len(merged))
        return merged, weights.astype(np.int64), inverse  # sums of orders: far below 2**53

    def merged(self) -> tuple[Products, Integers]:
        """The merged products, and for each row that was added the product it went to (where none cancelled out).

        Within a product the smallest sets come first.
        """
        masks = sorted(self.masks, key=lambda mask: (mask.bit_count(), mask))
        merged, coefficient, inverse = self._merge(np.array([masks.index(mask) for mask in self.masks]))
        merged, coefficient = merged[coefficient != 0], coefficient[coefficient != 0]
        factors = _factors(merged)
        inside = np.array([[int(a & ~b == 0) for b in masks] for a in masks], dtype=np.int64)
        taken = np.zeros_like(factors)
        for later in range(CARDS):
            for earlier in range(later):
                taken[:, later] += inside[factors[:, earlier], factors[:, later]]
        return Products(tuple(masks), factors, taken, merged >> (_SHIFT * CARDS), coefficient), inverse


def _factors(codes: Integers) -> Integers:
    """The six sets of each product."""
    return np.stack([codes >> (_SHIFT * (CARDS - 1 - column)) & ((1 << _SHIFT) - 1) for column in range(CARDS)], 1)
