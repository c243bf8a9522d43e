"""Effects of removal: the exact change of a bet's expectation when a card leaves the shoe.

The effect of removing a card of class r is e_r = E(shoe − r) − E(shoe), where E is the expected net win per unit
staked. A coup from a shoe that has lost one random card has the distribution of a coup from the whole shoe, so the
effects, weighted with the n_r cards of each class, add up to 0: Σ n_r · e_r = 0. The classes are the coarsest ones that
the bet allows: ten point values, thirteen ranks or 52 cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.evaluate import Evaluator
from exact.engine.forms import derivatives
from exact.engine.one_shoe import check_granularity, count_categories
from exact.errors import ExactError
from exact.game import CARDS, POINT_VALUES, RANKS, Granularity, class_names
from exact.game.shoe import MIN_CARDS, Shoe
from exact.rules import Tableau

MAX_REMOVED = 4
"""The most cards of one class to remove in a table."""


class Effects(NamedTuple):
    """The effect on a bet's expectation of removing one card of each class."""

    shoe: Shoe
    """The shoe, described as finely as the bet needs."""
    expectation: Fraction
    """The expected net win per unit staked on the whole shoe."""
    by_class: dict[int, Fraction]
    """The effect of removing a card of each class that the shoe holds."""

    @property
    def of_every_class(self) -> list[Fraction]:
        """The effect for every class of the shoe's granularity; 0 for a class without cards."""
        return [self.by_class.get(index, Fraction(0)) for index in range(self.shoe.granularity)]


def effects_of_removal(bet: Bet, shoe: Shoe, tableau: Tableau) -> Effects:
    """The effect on ``bet``'s expectation of removing one card of each class from ``shoe``.

    Raises `ExactError` for a shoe too coarse for the bet, and for a shoe of six cards, because a coup needs them all.
    """
    needed = compiled(bet, tableau).granularity
    check_granularity(needed, shoe, bet.name)
    coarse = shoe.coarsened(needed)
    shoes = _without_a_card(coarse)
    before = _expectation(bet, coarse, tableau)
    return Effects(
        coarse, before, {index: _expectation(bet, fewer, tableau) - before for index, fewer in shoes.items()}
    )


def value_level(bets: Iterable[Bet], tableau: Tableau) -> list[Bet]:
    """Those of ``bets`` that point values decide."""
    return [bet for bet in bets if compiled(bet, tableau).granularity is Granularity.VALUES]


def value_effects(bets: Sequence[Bet], shoe: Shoe, tableau: Tableau) -> dict[tuple[str, str], Effects]:
    """The effects on bets that point values decide, for each of their pay tables, by the names of bet and pay table.

    Raises `ExactError` for a shoe of six cards.
    """
    coarse = shoe.coarsened(Granularity.VALUES)
    shoes = _without_a_card(coarse)
    counted = Evaluator(tableau, bets).evaluate([own.values for own in (coarse, *shoes.values())]).bets
    deals, fewer = ordered_deals(coarse.cards), ordered_deals(coarse.cards - 1)
    effects = {}
    for bet in bets:
        whole, *after = zip(*(counts.tolist() for counts in counted[bet.name].values()), strict=True)
        for pay_table, payoffs in bet.pay_tables.items():
            paid = Payoffs.of(payoffs)
            before = paid.won(whole)
            changed = {
                # a single fraction for the difference: reducing thousands of fractions to lowest terms takes time
                index: Fraction(paid.won(counts) * deals - before * fewer, paid.denominator * deals * fewer)
                for index, counts in zip(shoes, after, strict=True)
            }
            effects[bet.name, pay_table] = Effects(coarse, Fraction(before, paid.denominator * deals), changed)
    return effects


def effects_of_several(bet: Bet, effects: Effects, tableau: Tableau) -> dict[int, tuple[Fraction, ...]]:
    """For each class, E(shoe − k cards of it) − E(shoe) for k = 1, 2, … `MAX_REMOVED`, as far as the cards suffice."""
    shoe = effects.shoe
    changes = {}
    for index in effects.by_class:
        most = min(MAX_REMOVED, shoe.counts[index], shoe.cards - MIN_CARDS)
        shoes = (shoe.without(*[index] * removed) for removed in range(1, most + 1))
        changes[index] = tuple(_expectation(bet, fewer, tableau) - effects.expectation for fewer in shoes)
    return changes


def second_differences(bet: Bet, effects: Effects, tableau: Tableau) -> dict[tuple[int, int], Fraction]:
    """E(shoe − r − s) − E(shoe − r) − E(shoe − s) + E(shoe) for all classes r ≤ s that the shoe can lose together.

    It is the joint effect of two cards beyond their single effects; there is none if a coup needs all cards but one.
    """
    shoe, alone = effects.shoe, effects.by_class
    if shoe.cards < MIN_CARDS + 2:
        return {}
    in_sets = compiled(bet, tableau).products.membership(shoe.granularity).T.tolist()
    alike = [in_sets.index(entry) for entry in in_sets]  # the first class that the bet does not distinguish from each
    together: dict[tuple[int, int], Fraction] = {}
    differences = {}
    for first in alone:
        for second in alone:
            if first < second or (first == second and shoe.counts[first] > 1):
                low, high = sorted((alike[first], alike[second]))
                if (low, high) not in together:
                    together[low, high] = _expectation(bet, shoe.without(first, second), tableau) - effects.expectation
                differences[first, second] = together[low, high] - alone[first] - alone[second]
    return differences


def gradient(bet: Bet, effects: Effects, tableau: Tableau) -> dict[int, Fraction]:
    """∂E/∂c_r at the shoe, where E is the expectation as a rational function of the numbers c of cards of each class.

    With W the payoffs weighted with the category counts and D = N(N−1)…(N−5), E = W/D and
    ∂E/∂c_r = (∂W/∂c_r − E · D′)/D. It is in units per card; classes without cards have a derivative too.
    """
    shoe = effects.shoe
    deals = ordered_deals(shoe.cards)
    slope = sum(deals // (shoe.cards - drawn) for drawn in range(CARDS))
    paid = Payoffs.of(bet.payoffs())
    return {
        index: paid.expectation(column, deals) - effects.expectation * slope / deals
        for index, column in enumerate(derivatives(compiled(bet, tableau), shoe))
    }


def named_classes(effects: Effects, shoe: Shoe) -> dict[str, int]:
    """The printed name and the class of each effect: ranks ``A`` to ``K``, or cards like ``9d``.

    If point values decide the bet, ranks of the same value share their effect. Ranks that the shoe does not hold are
    left out; a shoe described by point values has them all, because it does not distinguish a ten from a king.
    """
    held = effects.by_class
    if effects.shoe.granularity != Granularity.VALUES:
        return {name: index for index, name in enumerate(class_names(effects.shoe.granularity)) if index in held}
    by_rank = None if shoe.granularity == Granularity.VALUES else shoe.coarsened(Granularity.RANKS).counts
    return {
        name: POINT_VALUES[rank]
        for rank, name in enumerate(RANKS)
        if POINT_VALUES[rank] in held and (by_rank is None or by_rank[rank])
    }


def _expectation(bet: Bet, shoe: Shoe, tableau: Tableau) -> Fraction:
    counts = count_categories(bet, shoe, tableau)
    return Payoffs.of(bet.payoffs()).expectation(counts, ordered_deals(shoe.cards))


def _without_a_card(shoe: Shoe) -> dict[int, Shoe]:
    """The shoe without a card of each class that it holds; raises `ExactError` if a coup needs all its cards."""
    if shoe.cards <= MIN_CARDS:
        raise ExactError("shoe", shoe.cards, f"cards cannot lose one: a coup needs {MIN_CARDS}")
    return {index: shoe.without(index) for index, count in enumerate(shoe.counts) if count}
