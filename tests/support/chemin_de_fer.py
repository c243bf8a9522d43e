"""Chemin de fer dealt card by card: every coup in which banco faces one choice; a second way to each payoff."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from exact.game.shoe import Shoe


class Dealt(NamedTuple):
    """Ordered six-card deals, and punto's wins among them less banco's."""

    deals: int
    net: int


def deal_choice(
    shoe: Shoe, replaced: bool, is_hand: Callable[[int, int], bool], third: int | None, banco_draws: bool
) -> dict[tuple[int, int], Dealt]:
    """What follows if banco draws, or stands, with cards for which ``is_hand`` holds, against punto's ``third`` card.

    The coups are listed by punto's first two cards in ascending order, whether or not punto draws to them. `None` is no
    third card. With ``replaced`` each card goes back before the next one is dealt.
    """
    dealt: dict[tuple[int, int], Dealt] = {}
    left = list(shoe.values)
    for punto1, ways1 in _each_card(left, replaced):
        for banco1, ways2 in _each_card(left, replaced):
            for punto2, ways3 in _each_card(left, replaced):
                for banco2, ways4 in _each_card(left, replaced):
                    punto, banco = (punto1 + punto2) % 10, (banco1 + banco2) % 10
                    if punto >= 8 or banco >= 8 or not is_hand(banco1, banco2):
                        continue
                    pair = min(punto1, punto2), max(punto1, punto2)
                    for deals, net in _endings(left, replaced, (punto, banco), third, banco_draws):
                        ways = ways1 * ways2 * ways3 * ways4
                        before = dealt.get(pair, Dealt(0, 0))
                        dealt[pair] = Dealt(before.deals + ways * deals, before.net + ways * net)
    return dealt


def _endings(
    left: list[int], replaced: bool, totals: tuple[int, int], third: int | None, banco_draws: bool
) -> Iterator[Dealt]:
    """The fifth and sixth cards, used or not."""
    for fifth, ways5 in _each_card(left, replaced):
        if third is not None and fifth != third:
            continue
        for sixth, ways6 in _each_card(left, replaced):
            punto, banco = totals
            if third is not None:
                punto = (punto + fifth) % 10
            if banco_draws:
                banco = (banco + (fifth if third is None else sixth)) % 10
            won = 1 if punto > banco else -1 if banco > punto else 0
            yield Dealt(ways5 * ways6, ways5 * ways6 * won)


def _each_card(left: list[int], replaced: bool) -> Iterator[tuple[int, int]]:
    """Each value that is left, with its copies; without replacement one copy is gone while the caller uses it."""
    for value, copies in enumerate(left):
        if copies:
            left[value] -= not replaced
            yield value, copies
            left[value] += not replaced
