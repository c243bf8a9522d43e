"""The reference: every card sequence of a coup, one card at a time, in dealing order.

A decision function of `exact.reference.decisions` says who receives the next card. Ways are the ordered six-card deals
that begin with the coup's cards, N(N−1)…(N−5) over all coups of N cards. `walk` and `coups` take no shortcuts;
`count_outcomes` takes a side's first two cards once for both orders, and Banco's last card by the totals it leads to.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import NamedTuple

from exact.arithmetic import ordered_deals
from exact.game import CARDS, Coup, Decision, Hand, Outcome, Side
from exact.game.shoe import Shoe


class WalkedCoup(NamedTuple):
    """A coup, the padded ordered deals that begin with its cards, and its exact probability."""

    coup: Coup
    ways: int
    probability: Fraction


def walk(shoe: Shoe, decide: Decision) -> Iterator[WalkedCoup]:
    """Every coup that ``shoe`` can deal under ``decide``, each sequence of point values once, in dealing order."""
    for coup, ways in _finished(list(shoe.values), decide):
        used = len(coup.punto.values) + len(coup.banco.values)
        padded = ways * perm(shoe.cards - used, CARDS - used)
        yield WalkedCoup(coup, padded, Fraction(padded, ordered_deals(shoe.cards)))


def coups(decide: Decision) -> Iterator[Coup]:
    """Every sequence of point values that any shoe can deal under ``decide``, once, in dealing order."""
    return (coup for coup, _ in _finished([CARDS] * 10, decide))


def count_outcomes(shoe: Shoe, decide: Decision) -> dict[Outcome, int]:
    """The padded ordered deals with each outcome."""
    left, cards, wins = list(shoe.values), shoe.cards, [0, 0, 0]
    for (values, punto), (others, banco), ways, receives in _dealt(left, decide, both_orders=False):
        used = len(values) + len(others) + (receives is Side.BANCO)
        ways *= perm(cards - used, CARDS - used)
        if receives is not Side.BANCO:
            wins[0 if punto > banco else 1 if banco > punto else 2] += ways
            continue
        by_total = left[-banco:] + left[:-banco]  # the copies of Banco's last card that lead to each total
        lower, equal = sum(by_total[:punto]), by_total[punto]
        wins[0] += ways * lower
        wins[1] += ways * (sum(left) - lower - equal)
        wins[2] += ways * equal
    return dict(zip((Outcome.PUNTO, Outcome.BANCO, Outcome.TIE), wins, strict=True))


def _finished(left: list[int], decide: Decision) -> Iterator[tuple[Coup, int]]:
    for punto, banco, ways, receives in _dealt(left, decide):
        if receives is Side.BANCO:
            for value, copies in _each_card(left):
                yield Coup(punto, Hand.of(*banco.values, value)), ways * copies
        else:
            yield Coup(punto, banco), ways


def _dealt(
    left: list[int], decide: Decision, both_orders: bool = True
) -> Iterator[tuple[Hand, Hand, int, Side | None]]:
    """The hands before Banco's last card, the ways to deal them, and who receives it; ``left`` lacks their cards.

    Both orders of a side's first two cards lead to the same coups in equally many ways, so one can stand for both.
    """
    for punto1, ways1 in _each_card(left):
        for banco1, ways2 in _each_card(left):
            for punto2, ways3 in _each_card(left, 0 if both_orders else punto1):
                punto = Hand.of(punto1, punto2)
                for banco2, ways4 in _each_card(left, 0 if both_orders else banco1):
                    banco = Hand.of(banco1, banco2)
                    orders = 1 if both_orders else (1 + (punto1 < punto2)) * (1 + (banco1 < banco2))
                    ways = orders * ways1 * ways2 * ways3 * ways4
                    receives = decide(punto.total, banco.total, None)
                    if receives is not Side.PUNTO:
                        yield punto, banco, ways, receives
                        continue
                    for third, copies in _each_card(left):
                        receives = decide(punto.total, banco.total, third)
                        yield Hand.of(punto1, punto2, third), banco, ways * copies, receives


def _each_card(left: list[int], first: int = 0) -> Iterator[tuple[int, int]]:
    """Each value from ``first`` that is left, with its copies; while it is used, one copy is out of the shoe."""
    for value in range(first, len(left)):
        if copies := left[value]:
            left[value] -= 1
            yield value, copies
            left[value] += 1
