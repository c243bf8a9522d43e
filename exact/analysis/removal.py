"""Effects of removal: the exact change of a bet's expectation when a card leaves the shoe.

The effect of removing a card of class r is e_r = E(shoe − r) − E(shoe), where E is the expected net win per unit
staked. Over the cards of the shoe the effects have mean 0, because a coup after one random card has the distribution
of a coup from the whole shoe. The classes are the coarsest that the bet allows: point values, ranks or cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

from exact.analysis.pricing import price_bet
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.forms import derivatives
from exact.engine.one_shoe import check_granularity
from exact.errors import ExactError
from exact.game import CARDS, POINT_VALUES, RANKS, Granularity, class_names
from exact.game.shoe import MIN_CARDS, Shoe
from exact.rules import Tableau

MAX_REMOVED = 4


class Effects(NamedTuple):
    """The effect on a bet's expectation of removing one card of each class that the shoe holds."""

    shoe: Shoe
    expectation: Fraction
    by_class: dict[int, Fraction]

    @property
    def of_every_class(self) -> list[Fraction]:
        """The effect for every class of the shoe's granularity; 0 for a class without cards."""
        return [self.by_class.get(index, Fraction(0)) for index in range(self.shoe.granularity)]


def effects_of_removal(bet: Bet, shoe: Shoe, tableau: Tableau) -> Effects:
    """The effects on a bet; raises `ExactError` for a shoe too coarse for it, and for one of six cards."""
    needed = compiled(bet, tableau).granularity
    check_granularity(needed, shoe, bet.name)
    if shoe.cards <= MIN_CARDS:
        raise ExactError("shoe", shoe.cards, f"cards cannot lose one: a coup needs {MIN_CARDS}")
    coarse = shoe.coarsened(needed)
    before = price_bet(bet, coarse, tableau).expectation
    held = [index for index, count in enumerate(coarse.counts) if count]
    changes = {index: price_bet(bet, coarse.without(index), tableau).expectation - before for index in held}
    return Effects(coarse, before, changes)


def value_level(bets: Iterable[Bet], tableau: Tableau) -> list[Bet]:
    """Those of ``bets`` that point values decide."""
    return [bet for bet in bets if compiled(bet, tableau).granularity is Granularity.VALUES]


def effects_of_several(bet: Bet, effects: Effects, tableau: Tableau) -> dict[int, tuple[Fraction, ...]]:
    """For each class, E(shoe − k cards of it) − E(shoe) for k = 1, 2, … `MAX_REMOVED`, as far as the cards suffice."""
    shoe = effects.shoe
    changes = {}
    for index in effects.by_class:
        most = min(MAX_REMOVED, shoe.counts[index], shoe.cards - MIN_CARDS)
        shoes = (shoe.without(*[index] * removed) for removed in range(1, most + 1))
        changes[index] = tuple(price_bet(bet, fewer, tableau).expectation - effects.expectation for fewer in shoes)
    return changes


def second_differences(bet: Bet, effects: Effects, tableau: Tableau) -> dict[tuple[int, int], Fraction]:
    """E(shoe − r − s) − E(shoe − r) − E(shoe − s) + E(shoe) for all classes r ≤ s that the shoe can lose together."""
    shoe, alone = effects.shoe, effects.by_class
    if shoe.cards < MIN_CARDS + 2:
        return {}
    in_sets = compiled(bet, tableau).products.membership(shoe.granularity).T.tolist()
    alike = [in_sets.index(entry) for entry in in_sets]  # the first class that the bet does not distinguish from each
    together: dict[tuple[int, int], Fraction] = {}
    differences = {}
    for first, second in combinations_with_replacement(alone, 2):
        if first < second or shoe.counts[first] > 1:
            low, high = sorted((alike[first], alike[second]))
            if (low, high) not in together:
                after = price_bet(bet, shoe.without(first, second), tableau)
                together[low, high] = after.expectation - effects.expectation
            differences[first, second] = together[low, high] - alone[first] - alone[second]
    return differences


def gradient(bet: Bet, effects: Effects, tableau: Tableau) -> dict[int, Fraction]:
    """∂E/∂c_r, per card, for every class r: with E = W/D, W the payoffs by count, D all deals, (∂W/∂c_r − E · D′)/D."""
    shoe = effects.shoe
    deals = ordered_deals(shoe.cards)
    slope = sum(deals // (shoe.cards - drawn) for drawn in range(CARDS))
    paid = Payoffs.of(bet.payoffs())
    return {
        index: paid.expectation(column, deals) - effects.expectation * slope / deals
        for index, column in enumerate(derivatives(compiled(bet, tableau), shoe))
    }


def named_classes(effects: Effects, shoe: Shoe) -> dict[str, int]:
    """The printed name and the class of each effect: ranks, as far as the shoe may hold them, or cards like ``9d``."""
    held = effects.by_class
    if effects.shoe.granularity != Granularity.VALUES:
        return {name: index for index, name in enumerate(class_names(effects.shoe.granularity)) if index in held}
    by_rank = None if shoe.granularity == Granularity.VALUES else shoe.coarsened(Granularity.RANKS).counts
    ranks = [rank for rank, value in enumerate(POINT_VALUES) if value in held and (by_rank is None or by_rank[rank])]
    return {RANKS[rank]: POINT_VALUES[rank] for rank in ranks}
