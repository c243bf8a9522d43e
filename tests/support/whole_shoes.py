"""A shoe dealt by hand, with everything that a casino does to it written out, and all orders instead of shuffles."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from exact.analysis.dealing import Dealing
from exact.game import Coup, Hand

from .dealer import deal


def without(unseen: tuple[int, ...], *cards: int) -> tuple[int, ...]:
    return tuple(held - cards.count(value) for value, held in enumerate(unseen))


class DealtByHand(NamedTuple):
    unseen: tuple[int, ...]
    """What the player has not seen."""
    undealt: tuple[int, ...]
    """The same without the cards that are out and said where the next coup begins."""
    coup: Coup


def coups_by_hand(row: Sequence[int], dealing: Dealing) -> Iterator[DealtByHand]:
    """The coups of a shoe that the player sees, with the rules of dealing written out."""
    whole = tuple(row.count(value) for value in range(10))
    seen, hidden, place, left = list[int](), list[int](), 0, dealing.coups_after
    if dealing.burn == "one":
        place = 1
    elif dealing.burn != "none":
        place = 11 if row[0] == 0 else 1 + row[0]
        (seen if dealing.burn == "first-card" else hidden).append(row[0])
    watches = not dealing.first_coup_unseen
    while left:
        if len(row) - place <= dealing.cut:
            left -= 1
        punto, banco = deal(row[place : place + 6])
        if watches:
            yield DealtByHand(
                without(whole, *seen), without(whole, *seen, *hidden), Coup(Hand.of(*punto), Hand.of(*banco))
            )
        (seen if watches else hidden).extend(punto + banco)
        watches, place = True, place + len(punto + banco)


class EveryOrder:
    """In the place of a generator: all orders of the cards of a shoe instead of shuffles."""

    def __init__(self, orders: list[list[int]]) -> None:
        self.orders = np.array(orders, dtype=np.uint8)

    def permuted(self, _shoes: object, axis: int) -> object:
        assert axis == 1
        return self.orders.copy()
