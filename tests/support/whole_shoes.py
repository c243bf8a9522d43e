"""A shoe dealt by hand, with everything that a casino does to it written out, and all orders instead of shuffles."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from exact.analysis.dealing import Dealing
from exact.game import Coup, Hand, Outcome
from exact.publication.stored_figures import MOST_LONGEST, MOST_OF_ONE_DECK

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


def numbers_by_hand(
    outcomes: Sequence[Outcome], most: int = MOST_OF_ONE_DECK, most_longest: int = MOST_LONGEST
) -> list[tuple[str, int]]:
    """The numbers of `exact.publication.stored_figures.ONE_DECK` in one shoe, from its outcomes as a text."""
    text = "".join(outcome.value[0] for outcome in outcomes)
    decided = text.replace("t", "")
    longest = max(map(len, re.findall("b+", text)), default=0)
    return [
        ("coups", len(text)),
        *((side.value, min(text.count(side.value[0]), most)) for side in Outcome),
        ("runs of punto", len(re.findall("ppp+", text))),
        ("runs of banco", len(re.findall("bbb+", text))),
        ("alternations", min(len(re.findall("p(?=b)|b(?=p)", decided)), most)),
        ("longest run of banco", min(longest, most_longest)),
    ]


class EveryOrder:
    """In the place of a generator: all orders of the cards of a shoe instead of shuffles."""

    def __init__(self, orders: list[list[int]]) -> None:
        self.orders = np.array(orders, dtype=np.uint8)

    def permuted(self, _shoes: object, axis: int) -> object:
        assert axis == 1
        return self.orders.copy()
