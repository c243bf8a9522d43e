"""Evaluating compiled classifications on a shoe, exactly: in 64-bit integers where they are wide enough, else in Python's."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.compilation import category_sizes, compile_products
from exact.bets.products import Products
from exact.bets.vocabulary import RANK_MASKS, VALUE_MASKS
from exact.cards import Granularity
from exact.errors import ExactError
from exact.rules.played import Tableau
from exact.shoe import Shoe

_INT64 = 2**63


def count_categories(bet: Bet, shoe: Shoe, tableau: Tableau) -> tuple[int, ...]:
    """The padded ordered six-card deals of each category of ``bet``, in order; they add up to N(N−1)…(N−5).

    Raises `ExactError` if the shoe is too coarse for the bet, naming the granularity it needs.
    """
    counts = evaluate(compiled(bet, tableau), shoe, bet.name)
    return tuple(counts.get(category, 0) for category in range(len(bet.categories)))


def count_joint(first: Bet, second: Bet, shoe: Shoe, tableau: Tableau) -> dict[tuple[int, int], int]:
    """The padded deals of every pair of categories of two bets on the same coup, by their indices."""
    name = f"{first.name} and {second.name}"
    products = compile_products([first.classification, second.classification], tableau, name)
    width = category_sizes(second.classification)
    return {divmod(joint, width): count for joint, count in evaluate(products, shoe, name).items()}


@lru_cache(maxsize=512)
def _compiled(tableau: Tableau, key: _Key) -> Products:
    return compile_products([key.bet.classification], tableau, key.bet.name)


class _Key:
    """A bet as a cache key: by its text, for an expression's tree has no equality of its own."""

    def __init__(self, bet: Bet) -> None:
        self.bet = bet
        definitions = tuple((name, e.text) for name, e in bet.classification.definitions.items())
        self.text = (tuple(e.text for e in bet.classification.conditions), definitions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def compiled(bet: Bet, tableau: Tableau) -> Products:
    """The products of a bet's classification; compiled once."""
    return _compiled(tableau, _Key(bet))


def granularity_of(products: Products) -> Granularity:
    """The coarsest granularity that tells every set of cards in ``products``."""
    return _granularity_of_masks(products.masks)


@lru_cache(maxsize=512)
def _granularity_of_masks(masks: tuple[int, ...]) -> Granularity:
    for granularity, classes in ((Granularity.VALUES, VALUE_MASKS), (Granularity.RANKS, RANK_MASKS)):
        if all(mask & group in (0, group) for mask in masks for group in classes):
            return granularity
    return Granularity.CARDS


def evaluate(products: Products, shoe: Shoe, name: str) -> dict[int, int]:
    """The counts of the categories of ``products`` on ``shoe``; a category without products is not in it.

    Sums are taken modulo 2**64, which is exact while N(N−1)…(N−5) is below 2**63 (27 decks); beyond, in Python's integers.
    """
    needed = granularity_of(products)
    if needed > shoe.granularity:
        bound = f"needs a shoe known by {needed.word}, and this one is known by {shoe.granularity.word}"
        raise ExactError("bet", name, bound)
    kind = np.int64 if ordered_deals(shoe.cards) < _INT64 else np.object_
    sizes = np.array([_size(mask, shoe) for mask in products.masks], dtype=kind)
    factors = sizes[products.factors] - products.taken.astype(kind)
    terms = products.coefficient.astype(kind)
    for column in range(factors.shape[1]):
        terms = terms * factors[:, column]
    starts = np.flatnonzero(np.diff(products.category, prepend=-1))
    if not len(starts):
        return {}
    sums = np.add.reduceat(terms, starts)
    return {int(category): int(count) for category, count in zip(products.category[starts], sums, strict=True)}


@lru_cache(maxsize=4096)
def _size(mask: int, shoe: Shoe) -> int:
    """How many cards of ``shoe`` are in a set of card types that it can tell."""
    width = {Granularity.CARDS: 1, Granularity.RANKS: 4}.get(shoe.granularity)
    if width is not None:
        return sum(count for index, count in enumerate(shoe.counts) if mask >> (width * index) & 1)
    return sum(count for count, value in zip(shoe.counts, VALUE_MASKS, strict=True) if mask & value)
