"""The reference: every card sequence of a coup, one card at a time, in dealing order, with no shortcuts.

The walk knows no drawing rule. Once each side holds two cards, it asks a decision function of
`exact.reference.decisions` who receives the next one, and shares no rule code with `exact.engine`. Ways are integers:
the number of ordered six-card deals that begin with the coup's cards, so that all the coups of a shoe of N cards add up
to N(N−1)…(N−5).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import NamedTuple

from exact.arithmetic import ordered_deals
from exact.game.cards import POINT_VALUES, Granularity
from exact.game.coup import CARDS, Coup, Decision, Hand, Outcome, Side
from exact.game.shoe import Shoe


class WalkedCoup(NamedTuple):
    """A coup, the number of padded ordered deals that begin with its cards, and its exact probability."""

    coup: Coup
    ways: int
    probability: Fraction


def walk(shoe: Shoe, decide: Decision) -> Iterator[WalkedCoup]:
    """Every coup that ``shoe`` can deal under ``decide``, each sequence of point values once, in dealing order.

    The probabilities add up to exactly 1.
    """
    left = list(shoe.values)
    padding = _padding(shoe.cards)
    deals = ordered_deals(shoe.cards)
    for punto, banco, ways, banco_draws in _deal(left, decide):
        used = len(punto.values) + len(banco.values)
        if banco_draws:
            for value, copies in _each_card(left):
                padded = ways * copies * padding[used + 1]
                yield WalkedCoup(Coup(punto, Hand.of(*banco.values, value)), padded, Fraction(padded, deals))
        else:
            padded = ways * padding[used]
            yield WalkedCoup(Coup(punto, banco), padded, Fraction(padded, deals))


def coups(decide: Decision) -> Iterator[Coup]:
    """Every sequence of point values that any shoe can deal under ``decide``, once, in dealing order."""
    for punto, banco, _, banco_draws in _deal([CARDS] * 10, decide):
        if banco_draws:
            for value in range(10):
                yield Coup(punto, Hand.of(*banco.values, value))
        else:
            yield Coup(punto, banco)


def count_outcomes(shoe: Shoe, decide: Decision) -> dict[Outcome, int]:
    """The number of padded ordered deals with each outcome, by the same walk with integers alone."""
    left = list(shoe.values)
    padding = _padding(shoe.cards)
    punto_wins = banco_wins = ties = 0
    for punto, banco, ways, banco_draws in _deal(left, decide):
        used = len(punto.values) + len(banco.values)
        if banco_draws:
            # Banco's last card: the copies that lead to each final total 0–9.
            by_total = left[-banco.total :] + left[: -banco.total]
            ways *= padding[used + 1]
        else:
            by_total = [0] * 10
            by_total[banco.total] = 1
            ways *= padding[used]
        punto_wins += ways * sum(by_total[: punto.total])
        ties += ways * by_total[punto.total]
        banco_wins += ways * sum(by_total[punto.total + 1 :])
    return {Outcome.PUNTO: punto_wins, Outcome.BANCO: banco_wins, Outcome.TIE: ties}


def count_outcomes_by_rank(shoe: Shoe, decide: Decision) -> dict[Outcome, int]:
    """The same for a decision that sees the rank of Punto's third card, 1 (ace) to 13 (king), in place of its value.

    The shoe must be described by ranks or cards.
    """
    left = list(shoe.coarsened(Granularity.RANKS).counts)
    padding = _padding(shoe.cards)
    wins = dict.fromkeys(Outcome, 0)

    def finish(punto: int, banco: int, used: int, ways: int, receives: Side | None) -> None:
        if receives is not Side.BANCO:
            outcome = Outcome.PUNTO if punto > banco else Outcome.BANCO if banco > punto else Outcome.TIE
            wins[outcome] += ways * padding[used]
            return
        by_value = [sum(left[9:]), *left[:9]]  # ten, jack, queen and king are worth nothing
        by_total = by_value[-banco:] + by_value[:-banco]
        ways *= padding[used + 1]
        wins[Outcome.PUNTO] += ways * sum(by_total[:punto])
        wins[Outcome.TIE] += ways * by_total[punto]
        wins[Outcome.BANCO] += ways * sum(by_total[punto + 1 :])

    for punto1, ways1 in _each_card(left):
        for banco1, ways2 in _each_card(left):
            for punto2, ways3 in _each_card(left):
                punto = (POINT_VALUES[punto1] + POINT_VALUES[punto2]) % 10
                for banco2, ways4 in _each_card(left):
                    banco = (POINT_VALUES[banco1] + POINT_VALUES[banco2]) % 10
                    ways = ways1 * ways2 * ways3 * ways4
                    receives = decide(punto, banco, None)
                    if receives is not Side.PUNTO:
                        finish(punto, banco, 4, ways, receives)
                        continue
                    for rank, copies in _each_card(left):
                        total = (punto + POINT_VALUES[rank]) % 10
                        finish(total, banco, 5, ways * copies, decide(punto, banco, rank + 1))
    return wins


def _deal(left: list[int], decide: Decision) -> Iterator[tuple[Hand, Hand, int, bool]]:
    """Every deal up to the point where only Banco may still receive a card: hands, ways so far, whether Banco draws."""
    for punto1, ways1 in _each_card(left):
        for banco1, ways2 in _each_card(left):
            for punto2, ways3 in _each_card(left):
                punto = Hand.of(punto1, punto2)
                for banco2, ways4 in _each_card(left):
                    banco = Hand.of(banco1, banco2)
                    ways = ways1 * ways2 * ways3 * ways4
                    receives = decide(punto.total, banco.total, None)
                    if receives is Side.PUNTO:
                        for third, copies in _each_card(left):
                            receives = decide(punto.total, banco.total, third)
                            yield Hand.of(punto1, punto2, third), banco, ways * copies, receives is Side.BANCO
                    else:
                        yield punto, banco, ways, receives is Side.BANCO


def _each_card(left: list[int]) -> Iterator[tuple[int, int]]:
    """Each value that is left, with its copies; while the caller uses it, one copy is out of the shoe."""
    for value, copies in enumerate(left):
        if copies:
            left[value] -= 1
            yield value, copies
            left[value] += 1


def _padding(cards: int) -> dict[int, int]:
    """For each number of cards used, the ordered ways to fill the remaining positions of six from ``cards``."""
    return {used: perm(cards - used, 6 - used) for used in (4, 5, 6)}
