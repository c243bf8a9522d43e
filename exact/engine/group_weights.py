"""What a bet pays over all deals from a shoe, by how many cards of each group of cards they draw: its polynomial, collapsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import perm

from exact.bets.bet import Bet
from exact.engine.compiled_bet import CompiledBet
from exact.engine.compiler import compiled
from exact.engine.multisets import multisets
from exact.engine.one_shoe import check_granularity
from exact.game.cards import Granularity, class_of
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.lazy import np
from exact.rules.tableau import Tableau

_BASE = CARDS + 1
"""The number of cards drawn of each group, up to six, are the digits of a code in this base."""


def group_weights(
    bet: Bet, payoffs: Sequence[int], group_of: Sequence[int], granularity: Granularity, shoe: Shoe, tableau: Tableau
) -> dict[tuple[int, ...], int]:
    """The sum of ``payoffs``, one for each category, over all ordered six-card deals, by how many cards of each group they draw.

    ``group_of`` has the group of each class of ``granularity``. Raises `ExactError` for a shoe too coarse for the bet.
    """
    polynomial = compiled(bet, tableau)
    check_granularity(polynomial.granularity, shoe, bet.name)
    groups = max(group_of) + 1
    if granularity is polynomial.granularity is Granularity.VALUES:
        codes = _by_multiset(polynomial, payoffs, group_of, shoe.values)
    else:
        finer = max(granularity, polynomial.granularity)
        owner = np.empty(finer, dtype=np.int64)
        for index in range(finer):
            owner[index] = group_of[class_of(index, finer, granularity)]
        member = polynomial.products.membership(finer)
        held = np.array(shoe.coarsened(finer).counts, dtype=np.object_)
        sizes = [[int((row * held)[owner == group].sum()) for group in range(groups)] for row in member]
        codes = _by_product(polynomial, payoffs, sizes)
    return {
        tuple(code // _BASE**group % _BASE for group in range(groups)): paid for code, paid in codes.items() if paid
    }


def _by_multiset(
    polynomial: CompiledBet, payoffs: Sequence[int], group_of: Sequence[int], values: Sequence[int]
) -> dict[int, int]:
    """The sums by code, for a bet and groups that point values decide."""
    paid = (np.array(payoffs, dtype=np.object_) @ polynomial.coefficients.matrix.astype(np.object_)).tolist()
    ways = [[perm(count, copies) for copies in range(CARDS + 1)] for count in values]
    codes: dict[int, int] = {}
    for multiset, pays in zip(multisets(), paid, strict=True):
        code = 0
        for value in set(multiset):
            copies = multiset.count(value)
            pays *= ways[value][copies]
            code += copies * _BASE ** group_of[value]
        codes[code] = codes.get(code, 0) + pays
    return codes


def _by_product(polynomial: CompiledBet, payoffs: Sequence[int], sizes: Sequence[Sequence[int]]) -> dict[int, int]:
    """The sums by code; ``sizes`` has the number of cards of each group in each set of the polynomial."""
    products = polynomial.products
    per_product = np.zeros(len(products.factors), dtype=np.object_)
    weights = np.array(payoffs, dtype=np.object_)[polynomial.category] * polynomial.coefficient.astype(np.object_)
    np.add.at(per_product, polynomial.product, weights)
    drawn = _drawing(products.sets, sizes)
    codes: dict[int, int] = {}
    for factors, paid in zip(products.factors.tolist(), per_product.tolist(), strict=True):
        if paid:
            for code, ways in drawn(tuple(factors)).items():
                codes[code] = codes.get(code, 0) + paid * ways
    return codes


def _drawing(sets: Sequence[int], sizes: Sequence[Sequence[int]]) -> Callable[[tuple[int, ...]], Mapping[int, int]]:
    """A function from the sets from which cards are drawn, one each, to the ordered ways by code.

    The sets are nested or disjoint and the smaller ones come first, so a card drawn before is missing from a later set just
    if that set contains its own. Disjoint sets do not concern each other.
    """

    @cache
    def drawn(positions: tuple[int, ...]) -> Mapping[int, int]:
        ways = {0: 1}
        for part in _separate(positions, sets):
            ways = _product(ways, from_one(part))
        return ways

    @cache
    def from_one(part: tuple[int, ...]) -> Mapping[int, int]:
        """All sets are inside the last."""
        ways: dict[int, int] = {}
        for code, before in drawn(part[:-1]).items():
            for group, size in enumerate(sizes[part[-1]]):
                left = size - code // _BASE**group % _BASE
                if left > 0:
                    after = code + _BASE**group
                    ways[after] = ways.get(after, 0) + before * left
        return ways

    return drawn


def _separate(positions: Sequence[int], sets: Sequence[int]) -> list[tuple[int, ...]]:
    """The sets in parts that are disjoint; in each part the last contains the others."""
    parts: list[tuple[int, ...]] = []
    for position in positions:
        inside = [part for part in parts if not sets[part[-1]] & ~sets[position]]
        parts = [part for part in parts if part not in inside]
        parts.append((*(own for part in inside for own in part), position))
    return parts


def _product(first: Mapping[int, int], second: Mapping[int, int]) -> dict[int, int]:
    ways: dict[int, int] = {}
    for code, some in first.items():
        for other, more in second.items():
            ways[code + other] = ways.get(code + other, 0) + some * more
    return ways
