"""Evaluating compiled classifications on a shoe, exactly: in 64-bit integers where they are wide enough, else in Python's."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.compilation import category_sizes, compile_products
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.products import Masks, Products
from exact.bets.vocabulary import CLASS_MASKS
from exact.cards import Granularity
from exact.errors import ExactError
from exact.rules.played import Tableau
from exact.shoe import MIN_CARDS, Shoe

_INT64 = 2**63
_MAX_SHOES = 2000
"""How many shoes the cards known beyond the sixth may leave; a bound on time."""


def count_categories(bet: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING) -> tuple[int, ...]:
    """The padded ordered six-card deals of each category of ``bet``, in order; they add up to N(N−1)…(N−5).

    With knowledge, those deals that agree with it. Raises `ExactError` if the shoe is too coarse for the bet, naming the
    granularity it needs.
    """
    counts = _evaluate_known(compiled(bet, tableau, known.coup), shoe, bet.name, known)
    return tuple(counts.get(category, 0) for category in range(len(bet.categories)))


def count_joint(
    first: Bet, second: Bet, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING
) -> dict[tuple[int, int], int]:
    """The padded deals of every pair of categories of two bets on the same coup, by their indices."""
    name = f"{first.name} and {second.name}"
    products = compile_products([first.classification, second.classification], tableau, name, known.coup)
    width = category_sizes(second.classification)
    return {divmod(joint, width): count for joint, count in _evaluate_known(products, shoe, name, known).items()}


def _evaluate_known(products: Products, shoe: Shoe, name: str, known: Knowledge) -> dict[int, int]:
    """`evaluate`, the cards known to lie beyond the sixth taken out of the shoe in every way they can be."""
    if not known.later:
        return evaluate(products, shoe, name)
    counts: dict[int, int] = {}
    for rest, ways in _without(shoe, known.later).items():
        for category, count in evaluate(products, rest, name).items():
            counts[category] = counts.get(category, 0) + ways * count
    return counts


def _without(shoe: Shoe, masks: Masks) -> dict[Shoe, int]:
    """The shoes left once a card of each of ``masks`` is out, and in how many ways each of them comes to be."""
    if shoe.cards < MIN_CARDS + len(masks):
        bound = f"are known beyond the sixth, and the shoe holds {shoe.cards}"
        raise ExactError("given", f"{len(masks)} cards", bound)
    shoes = {shoe: 1}
    for mask in masks:
        left: dict[Shoe, int] = {}
        for before, ways in shoes.items():
            for index, (copies, group) in enumerate(zip(before.counts, CLASS_MASKS[shoe.granularity], strict=True)):
                if copies and mask & group:
                    after = before.without(index)
                    left[after] = left.get(after, 0) + ways * copies
        if len(left) > _MAX_SHOES:
            bound = f"ways for the cards beyond the sixth to lie are too many to count; the bound is {_MAX_SHOES}"
            raise ExactError("given", len(left), bound)
        shoes = left
    return shoes


@lru_cache(maxsize=2048)
def _compiled(tableau: Tableau, key: BetKey, known: Knowledge) -> Products:
    return compile_products([key.bet.classification], tableau, key.bet.name, known)


class BetKey:
    """A bet as a cache key: by its text, for an expression's tree has no equality of its own."""

    def __init__(self, bet: Bet) -> None:
        self.bet = bet
        definitions = tuple((name, e.text) for name, e in bet.classification.definitions.items())
        self.text = (tuple(e.text for e in bet.classification.conditions), definitions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BetKey) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def compiled(bet: Bet, tableau: Tableau, known: Knowledge = NOTHING) -> Products:
    """The products of a bet's classification, of coups that are as ``known``; compiled once."""
    return _compiled(tableau, BetKey(bet), known)


def granularity_of(products: Products) -> Granularity:
    """The coarsest granularity that tells every set of cards in ``products``."""
    return granularity_of_masks(products.masks)


@lru_cache(maxsize=512)
def granularity_of_masks(masks: tuple[int, ...]) -> Granularity:
    """The coarsest granularity that tells all these sets of card types."""
    return next(
        granularity
        for granularity, classes in CLASS_MASKS.items()
        if all(mask & group in (0, group) for mask in masks for group in classes)
    )


def check_granularity(needed: Granularity, shoe: Shoe, name: str) -> None:
    """Raise `ExactError` for the bet called ``name`` if ``shoe`` is known less finely than it needs."""
    if needed > shoe.granularity:
        bound = f"needs a shoe known by {needed.word}, and this one is known by {shoe.granularity.word}"
        raise ExactError("bet", name, bound)


def evaluate(products: Products, shoe: Shoe, name: str) -> dict[int, int]:
    """The counts of the categories of ``products`` on ``shoe``; a category without products is not in it.

    Sums are taken modulo 2**64, which is exact while N(N−1)…(N−5) is below 2**63 (27 decks); beyond, in Python's integers.
    """
    check_granularity(granularity_of(products), shoe, name)
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
    classes = CLASS_MASKS[shoe.granularity]
    return sum(count for count, group in zip(shoe.counts, classes, strict=True) if mask & group)
