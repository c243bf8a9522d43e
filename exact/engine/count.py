"""Evaluating compiled classifications on a shoe, exactly: in 64-bit integers where they are wide enough, else in Python's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from exact.arithmetic import ordered_deals
from exact.arrays import Truths
from exact.bets.bet import Bet
from exact.bets.classification import Classification
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.vocabulary import CLASS_MASKS
from exact.engine.bet_compiler import compile_products
from exact.engine.products import Products
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.lazy import np
from exact.rules.tableau import Tableau

_INT64 = 2**63
_MAX_STATES = 10_000
"""How many shoes, told apart as finely as it matters, the cards known beyond the sixth may leave; a bound on time."""


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
    width = second.classification.categories
    return {divmod(joint, width): count for joint, count in _evaluate_known(products, shoe, name, known).items()}


def _evaluate_known(products: Products, shoe: Shoe, name: str, known: Knowledge) -> dict[int, int]:
    """`evaluate`, the cards known to lie beyond the sixth taken out of the shoe in every way they can be."""
    if not known.later:
        return evaluate(products, shoe, name)
    check_granularity(granularity_of_masks((*products.masks, *known.later)), shoe, name)
    if shoe.cards < MIN_CARDS + len(known.later):
        bound = f"are known beyond the sixth, and the shoe holds {shoe.cards}"
        raise ExactError("given", f"{len(known.later)} cards", bound)
    sets = (*products.masks, *known.later)
    kinds: dict[tuple[bool, ...], int] = {}
    for count, group in zip(shoe.counts, CLASS_MASKS[shoe.granularity], strict=True):
        kind = tuple(bool(mask & group) for mask in sets)
        kinds[kind] = kinds.get(kind, 0) + count
    inside = np.array(list(kinds), dtype=bool)
    counts: dict[int, int] = {}
    rest = shoe.cards - len(known.later)
    for left, ways in _left(tuple(kinds.values()), inside[:, len(products.masks) :]).items():
        sizes = [sum(count for count, member in zip(left, column, strict=True) if member) for column in inside.T]
        for category, count in _sums(products, sizes[: len(products.masks)], rest).items():
            counts[category] = counts.get(category, 0) + ways * count
    return counts


def _left(counts: tuple[int, ...], members: Truths) -> dict[tuple[int, ...], int]:
    """The cards of each kind that are left once a card of each set is out, and in how many ways each comes to be.

    ``members`` says which kinds (rows) belong to which sets (columns).
    """
    states = {counts: 1}
    for column in members.T:
        after: dict[tuple[int, ...], int] = {}
        for before, ways in states.items():
            for kind in np.flatnonzero(column).tolist():
                copies = before[kind]
                if copies:
                    left = (*before[:kind], copies - 1, *before[kind + 1 :])
                    after[left] = after.get(left, 0) + ways * copies
        if len(after) > _MAX_STATES:
            bound = f"can lie beyond the sixth in too many ways to count; the bound is {_MAX_STATES:,}"
            raise ExactError("given", f"{len(members.T)} cards", bound)
        states = after
    return states


@lru_cache(maxsize=2048)
def _compiled(tableau: Tableau, classification: Classification, name: str, known: Knowledge) -> Products:
    return compile_products([classification], tableau, name, known)


def compiled(bet: Bet, tableau: Tableau, known: Knowledge = NOTHING) -> Products:
    """The products of a bet's classification, of coups that are as ``known``; compiled once."""
    return _compiled(tableau, bet.classification, bet.name, known)


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


def check_granularity(needed: Granularity, shoe: Shoe, name: str, parameter: str = "bet") -> None:
    """Raise `ExactError` for the bet, or other ``parameter``, called ``name`` if ``shoe`` is known less finely than it needs."""
    if needed > shoe.granularity:
        bound = f"needs a shoe known by {needed.word}, and this one is known by {shoe.granularity.word}"
        raise ExactError(parameter, name, bound)


def evaluate(products: Products, shoe: Shoe, name: str) -> dict[int, int]:
    """The counts of the categories of ``products`` on ``shoe``; a category without products is not in it."""
    check_granularity(granularity_of(products), shoe, name)
    return _sums(products, [_size(mask, shoe) for mask in products.masks], shoe.cards)


def _sums(products: Products, sizes: Sequence[int], cards: int) -> dict[int, int]:
    """The sums of ``products`` by category, ``sizes`` being how many of the shoe's ``cards`` are in each set.

    They are taken modulo 2**64, which is exact while N(N−1)…(N−5) is below 2**63 (27 decks); beyond, in Python's integers.
    """
    kind = np.int64 if ordered_deals(cards) < _INT64 else np.object_
    factors = np.array(sizes, dtype=kind)[products.factors] - products.taken.astype(kind)
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
