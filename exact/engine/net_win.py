"""A bet's net win as one polynomial in as few terms as we find, over the fewest sets of cards: the features that decide it.

A compiled bet tells the point values of all cards apart, because they decide who draws. Often the net win does not depend on
them: a pair of punto's looks at two cards. So the categories are added up, each times its payoff above the last category's; and
ten terms that differ only in the point value of one card become one term in which it is any card.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.bets.vocabulary import EVERY_CARD, VALUE_MASKS
from exact.engine.compiled_bet import CompiledBet, Products
from exact.engine.compiler import compiled
from exact.game.coup import CARDS
from exact.lazy import np
from exact.rules.tableau import Tableau

_Terms = dict[tuple[int, ...], int]
"""The coefficient of each product of six sets, given by ascending indices."""


class NetWin(NamedTuple):
    """A bet's net win over all deals of a shoe, in units of 1/``denominator``: ``base`` for each deal, and the polynomial."""

    polynomial: CompiledBet
    """Its one category."""
    base: int
    denominator: int
    largest: int
    """The most that a deal adds to the polynomial, in size."""

    @property
    def looks_at(self) -> int:
        """The most cards that a term does not leave free."""
        products = self.polynomial.products
        fixed = products.factors != products.sets.index(EVERY_CARD)
        return int(fixed.sum(axis=1).max(initial=0))


@lru_cache(maxsize=64)
def net_win(bet: Bet, tableau: Tableau) -> NetWin:
    """The net win of ``bet`` with its pay table."""
    polynomial = compiled(bet, tableau)
    paid, denominator = Payoffs.of(bet.payoffs())
    sets = polynomial.products.sets
    products = [tuple(factors) for factors in polynomial.products.factors.tolist()]
    terms: _Terms = defaultdict(int)
    for product, category, coefficient in zip(
        polynomial.product.tolist(), polynomial.category.tolist(), polynomial.coefficient.tolist(), strict=True
    ):
        terms[products[product]] += coefficient * (paid[category] - paid[-1])
    _free_cards(terms, sets)
    kept = {factors: coefficient for factors, coefficient in terms.items() if coefficient}
    used = sorted({index for factors in kept for index in factors} | {sets.index(EVERY_CARD)})
    rows = np.array([[used.index(index) for index in factors] for factors in kept], dtype=np.int64).reshape(-1, CARDS)
    fewer = Products.of(tuple(sets[index] for index in used), rows)
    category = np.zeros(len(kept), dtype=np.int64)
    few = CompiledBet(1, fewer, np.arange(len(kept)), category, np.array(list(kept.values()), dtype=np.int64))
    return NetWin(few, paid[-1], denominator, max(abs(pays - paid[-1]) for pays in paid))


def _free_cards(terms: _Terms, sets: tuple[int, ...]) -> None:
    """Replace ten terms that differ only in the point value of one card by one, as often as that is possible.

    That is right because every set but that of all cards lies within one point value: of the factors that count the cards
    of the values, each less those already taken from it, the sum is the number of all cards left.
    """
    values = [sets.index(mask) for mask in VALUE_MASKS]
    every = sets.index(EVERY_CARD)
    changed = True
    while changed:
        changed = False
        bases = {_without(factors, values[0]) for factors, own in terms.items() if own and values[0] in factors}
        for base in sorted(bases):  # in another order fewer terms vanish
            alike = [tuple(sorted((*base, value))) for value in values]
            coefficients = [terms.get(factors, 0) for factors in alike]
            shared = max(min(coefficients), 0) or min(max(coefficients), 0)  # what all ten have, with its sign
            if shared:
                for factors in alike:
                    terms[factors] -= shared
                freed = tuple(sorted((*base, every)))
                terms[freed] = terms.get(freed, 0) + shared
                changed = True


def _without(factors: tuple[int, ...], one: int) -> tuple[int, ...]:
    place = factors.index(one)
    return factors[:place] + factors[place + 1 :]
