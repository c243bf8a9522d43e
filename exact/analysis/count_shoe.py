"""What a linear count gains over a shoe dealt to a cut card: approximately on any shoe, exactly on small ones.

Approximation: the gains with n cards unseen, each weighted with the probability that a coup begins there. That supposes that
coups use independent numbers of cards, by the law of the first coup, and that where a coup begins says nothing about the
cards left. Neither is quite true: coups of few cards have high cards. The exact way visits every composition that the shoe
can have before a coup, with its probability.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import perm, prod
from typing import NamedTuple

from exact.analysis.count_play import Count, Play
from exact.analysis.coup_sequences import FEWEST, MOST
from exact.analysis.pricing import price_bet
from exact.analysis.shoe_study import LEAST_CUT
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.coups import ABSENT, coups_of
from exact.engine.compiler import compiled, compiled_conditions
from exact.engine.one_shoe import check_value_level, count
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.inputs import check_whole
from exact.rules.tableau import Tableau

MAX_STATES = 3000
"""The most compositions of a shoe whose gain is computed exactly; a second or two."""


class ShoeGain(NamedTuple):
    """Means over a shoe."""

    coups: Fraction
    bets: Fraction
    gain: Fraction


def coups_by_unseen(shoe: Shoe, tableau: Tableau, cut: int) -> dict[int, Fraction]:
    """The probability that a coup begins with n cards unseen, by n, if coups use independent numbers of cards.

    The coup in which the first of the last ``cut`` cards shows is finished, and one more is dealt; if it shows as the first
    card of a coup, that coup is the last.
    """
    check_whole(cut, "cut", LEAST_CUT, shoe.cards - 1)
    counts = count(compiled_conditions(("cards == 4", "cards == 5"), tableau), shoe, "cards")
    uses = {FEWEST + index: Fraction(deals, ordered_deals(shoe.cards)) for index, deals in counts.items()}
    begins = {shoe.cards: Fraction(1)}
    for unseen in range(shoe.cards - FEWEST, cut - MOST, -1):
        before = (unseen + cards for cards in uses if unseen + cards > cut)
        begins[unseen] = sum((begins.get(n, Fraction(0)) * uses[n - unseen] for n in before), Fraction(0))
    return {unseen: probability for unseen, probability in begins.items() if probability}


def approximate_gain(plays: Mapping[int, Play], begins: Mapping[int, Fraction]) -> ShoeGain:
    """The gain of these plays, by the number of unseen cards, over a shoe whose coups begin by the law ``begins``."""
    return ShoeGain(
        sum(begins.values(), Fraction(0)),
        sum((weight * plays[unseen].frequency for unseen, weight in begins.items()), Fraction(0)),
        sum((weight * plays[unseen].gain for unseen, weight in begins.items()), Fraction(0)),
    )


def has_exact_gain(bet: Bet, linear: Count, shoe: Shoe, tableau: Tableau) -> bool:
    """Whether `exact_gain` is possible and quick."""
    if tableau.ranks:
        return False
    by_values = linear.granularity is compiled(bet, tableau).granularity is Granularity.VALUES
    return by_values and prod(held + 1 for held in shoe.values) <= MAX_STATES


def exact_gain(
    bet: Bet, linear: Count, triggers: Mapping[int, Fraction | None], shoe: Shoe, tableau: Tableau, cut: int
) -> ShoeGain:
    """The exact means over all orders of a small shoe, dealt as in `coups_by_unseen`.

    ``triggers`` are by the number of unseen cards; `None` is for no bet. Point values must decide the bet and have the tags.
    """
    check_whole(cut, "cut", LEAST_CUT, shoe.cards - 1)
    check_value_level(bet, tableau, "a whole shoe")
    whole = shoe.values
    orders = _orders_of_coups(tableau)
    waiting: dict[tuple[int, ...], Fraction] = defaultdict(Fraction, {whole: Fraction(1)})
    coups = bets = gain = Fraction(0)
    while waiting:
        left = max(waiting, key=sum)  # all ways to it are from compositions of more cards
        probability = waiting.pop(left)
        coups += probability
        unseen, trigger = sum(left), triggers[sum(left)]
        seen = sum((t * (a - b) for t, a, b in zip(linear.tags, whole, left, strict=True)), Fraction(0))
        if trigger is not None and linear.value(linear.initial + seen, unseen) >= trigger:
            bets += probability
            gain += probability * price_bet(bet, Shoe.of_values(left), tableau).expectation
        if unseen <= cut:
            continue
        for used, number in orders.items():
            ways = prod(map(perm, left, used)) if all(a >= b for a, b in zip(left, used, strict=True)) else 0
            if ways:
                after = tuple(a - b for a, b in zip(left, used, strict=True))
                waiting[after] += probability * Fraction(number * ways, perm(unseen, sum(used)))
    return ShoeGain(coups, bets, gain)


@cache
def _orders_of_coups(tableau: Tableau) -> dict[tuple[int, ...], int]:
    """By how many cards of each point value a coup uses, the number of orders of these kinds of cards that make one."""
    listed = coups_of(tableau, ordered=False)
    orders: dict[tuple[int, ...], int] = defaultdict(int)
    for values, number in zip(listed.values.tolist(), listed.orders.tolist(), strict=True):
        dealt = [value for value in values if value != ABSENT]
        orders[tuple(dealt.count(value) for value in range(Granularity.VALUES))] += number
    return dict(orders)
