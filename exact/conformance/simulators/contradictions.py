"""Find tallies that cannot belong to the same coups, however wrong a simulator's rules are: mistakes in counting.

A category of a bet is possible only with some of the three outcomes. So the tallies of a bet bound the number of coups with
each outcome: from below by the categories possible only with it, from above by all categories possible with it. Outcomes
and totals give that number directly. All of these bounds must agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from exact.bets.catalogue import catalogue
from exact.conformance.simulators.tallies import OUTCOME_NAMES, Tallies
from exact.engine.one_shoe import count_joint
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau

_MANY_DECKS = Shoe.of_decks(8)
_EVERY_PLAY = tuple(Tableau(punto * 8, (banco * 11,) * 8) for punto, banco in product("DS", repeat=2))
"""Tableaux that together deal every possible pair of hands, because a wrong drawing table is not a contradiction."""
_AS_OUTCOMES = "punto", (0, 2, 1)
"""The bet whose categories (win, push on a tie, lose) are the outcomes, and their indices in `OUTCOME_NAMES`."""
_EITHER, _SIDES = "either-pair", ("punto-pair", "banco-pair")


class _Said(NamedTuple):
    """The bounds that some tallies give for the number of coups with each outcome."""

    name: str
    least: tuple[int, ...]
    most: tuple[int, ...]


def check_agreement(tallies: Tallies) -> None:
    """Raise `ExactError`, which names both, if two tallies contradict each other."""
    said = list(_all_said(tallies))
    for one, other in combinations(said, 2):
        for (index, outcome), (low, high) in product(enumerate(OUTCOME_NAMES), ((one, other), (other, one))):
            if low.least[index] > high.most[index]:
                bound = f"coups or more are {outcome} by these tallies, but by {high.name} at most {high.most[index]}"
                raise ExactError(low.name, low.least[index], bound)
    _check_pair_bets(tallies)


def _all_said(tallies: Tallies) -> Iterator[_Said]:
    if tallies.outcomes is not None:
        yield _Said("outcomes", tallies.outcomes, tallies.outcomes)
    if tallies.totals is not None:
        sums = [0, 0, 0]
        for (punto, banco), tally in zip(product(range(10), repeat=2), tallies.totals, strict=True):
            sums[0 if punto > banco else 1 if banco > punto else 2] += tally
        yield _Said("totals", tuple(sums), tuple(sums))
    if tallies.pairs is not None:
        sums = [0, 0, 0]
        for pair, tally in zip(product(range(3), repeat=2), tallies.pairs, strict=True):
            for index in pair:
                sums[index] += tally
        rest = tallies.coups - sum(sums)
        yield _Said("pairs", tuple(sums), tuple(each + rest for each in sums))
    for name, counted in tallies.bets.items():
        least, most = [0, 0, 0], [0, 0, 0]
        for tally, outcomes in zip(counted, _outcomes_of(name), strict=True):
            for index in outcomes:
                most[index] += tally
                least[index] += tally if len(outcomes) == 1 else 0
        yield _Said(f"bets, {name}", tuple(least), tuple(most))


@lru_cache(maxsize=256)
def _outcomes_of(bet: str) -> tuple[frozenset[int], ...]:
    """For each category of a bet, the possible outcomes, whatever the drawing rules; all of them if it cannot happen."""
    name, places = _AS_OUTCOMES
    outcomes_of: list[set[int]] = [set() for _ in catalogue()[bet].categories]
    for tableau in _EVERY_PLAY:
        for (category, outcome), count in count_joint(
            catalogue()[bet], catalogue()[name], _MANY_DECKS, tableau
        ).items():
            if count:
                outcomes_of[category].add(places[outcome])
    return tuple(frozenset(each or range(3)) for each in outcomes_of)


def _check_pair_bets(tallies: Tallies) -> None:
    """The bet on either side's pair wins at least as often as each side's, and at most as often as both together."""
    if _EITHER not in tallies.bets:
        return
    either = tallies.bets[_EITHER][0]
    sides = {name: tallies.bets[name][0] for name in _SIDES if name in tallies.bets}
    for name, won in sides.items():
        if won > either:
            raise ExactError(
                f"bets, {name}", won, f"coups win, but bets, {_EITHER} has only {either}: it wins whenever this does"
            )
    if len(sides) == len(_SIDES) and either > sum(sides.values()):
        bound = f"coups win, but bets, {' and '.join(_SIDES)} have only {sum(sides.values())}: one of them wins whenever it does"
        raise ExactError(f"bets, {_EITHER}", either, bound)
