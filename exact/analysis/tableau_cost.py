"""What each decision of the tableau is worth: the expected net win that a side loses if one of its cells is flipped.

A coup meets at most one of banco's 88 cells: what its two choices win there are payoffs of the game with choices. It
meets at most one of punto's eight totals. So two tableaux are enough to price them: one in which punto always draws,
and one in which it never does. Under each, the outcome is counted jointly with the total, or the hand, that the coup
meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from exact.analysis.commission import check_even_commission
from exact.analysis.equilibrium.game import MODELS, Hand, Wins, at, deal_game
from exact.analysis.joint import Label, count_jointly, variable_of_expression
from exact.game.shoe import Shoe
from exact.rules import NO_THIRD, Tableau

BancoCell = tuple[int, int]
"""Banco's two-card total, 0 to 7, and the point value of punto's third card, or `NO_THIRD`."""
BANCO_CELLS: tuple[BancoCell, ...] = tuple((total, third) for total in range(8) for third in range(NO_THIRD + 1))
"""The 88 cells in the order of the tableau."""
BancoHand = tuple[tuple[int, int], int]
"""The point values of banco's two cards, the lower first, and punto's third card as in `BancoCell`."""
Cell = TypeVar("Cell", int, tuple[int, int])


class Choice(NamedTuple):
    """A side's choice in one cell, while every other decision is the tableau's."""

    probability: Fraction
    """The probability that a coup meets the cell; 0 if the shoe cannot deal it, and then both choices win 0."""
    draw: Fraction
    """The side's expected net win per coup, from the coups that meet the cell, if it draws there."""
    stand: Fraction
    """The same if it stands there."""
    draws: bool
    """The tableau's choice."""

    @property
    def cost(self) -> Fraction:
        """The expected net win per coup that the side loses if the cell is flipped; negative if it gains."""
        return self.draw - self.stand if self.draws else self.stand - self.draw

    @property
    def cost_there(self) -> Fraction | None:
        """The same per coup that meets the cell; `None` if none does."""
        return self.cost / self.probability if self.probability else None


def banco_choices(shoe: Shoe, tableau: Tableau, commission: Fraction = Fraction(0)) -> dict[BancoCell, Choice]:
    """Banco's choice in each of `BANCO_CELLS`, if a win pays 1 less ``commission``.

    Raises `ExactError` for a commission below 0, or of 1 and more, and for a tableau that these cells do not describe.
    """
    check_even_commission(commission)
    tableau.check_by_third_card()
    by_hand = dict(_choices_of_banco("B1", shoe, tableau, commission))
    return {(total, third): by_hand[(total,), third] for total, third in BANCO_CELLS}


def banco_choices_by_hand(shoe: Shoe, tableau: Tableau, commission: Fraction = Fraction(0)) -> dict[BancoHand, Choice]:
    """Banco's choice for each of its hands in each cell: the 484 information sets of a banco that sees its cards.

    Raises `ExactError` as `banco_choices` does.
    """
    chosen = _choices_of_banco("B2", shoe, tableau, commission)
    return {((hand[0], hand[1]), third): choice for (hand, third), choice in chosen}


def _choices_of_banco(
    model: str, shoe: Shoe, tableau: Tableau, commission: Fraction
) -> Iterator[tuple[tuple[Hand, int], Choice]]:
    """Banco's choice in each information set of a model, by its hand and punto's third card, or `NO_THIRD`."""
    check_even_commission(commission)
    game = deal_game(MODELS[model], shoe, range(8))
    punto = (1, *map(int, map(tableau.punto_draws, range(8))))

    def net(wins: Wins) -> Fraction:
        return ((1 - commission) * at(wins.banco, punto) - at(wins.punto, punto)) / game.deals

    for known in game.sets:
        third = NO_THIRD if known.third is None else known.third
        draws = tableau.banco_draws(sum(known.hand) % 10, third)
        probability = Fraction(at(known.deals, punto), game.deals)
        yield (known.hand, third), Choice(probability, net(known.draws), net(known.stands), draws)


def punto_choices(shoe: Shoe, tableau: Tableau) -> dict[int, Choice]:
    """Punto's choice on each two-card total, 0 to 7, at even money."""
    return _choices_of_punto("punto_two_card_total", {total: {total} for total in range(8)}, shoe, tableau)


def punto_choices_by_hand(shoe: Shoe, tableau: Tableau, total: int) -> dict[tuple[int, int], Choice]:
    """Punto's choice, at even money, with each pair of point values, the lower first, that makes ``total``, 0 to 7."""
    hands = [(first, (total - first) % 10) for first in range(10) if first <= (total - first) % 10]
    numbers = {(a, b): {10 * a + b, 10 * b + a} for a, b in hands}
    return _choices_of_punto("10 * punto_value_1 + punto_value_2", numbers, shoe, tableau)


def _choices_of_punto(
    expression: str, numbers: Mapping[Cell, Collection[int]], shoe: Shoe, tableau: Tableau
) -> dict[Cell, Choice]:
    """Punto's choice in each cell; ``numbers`` has the values of ``expression`` by which a coup meets it.

    The digits of a value add up to punto's total. A natural leaves nothing to decide: then the expression counts as −1.
    """
    every, *net = Counter[Label](), Counter[Label](), Counter[Label]()
    for won, letter in zip(net, "DS", strict=True):
        always = tableau._replace(punto=letter * len(tableau.punto))
        cell = f"(1 - punto_natural) * (1 - banco_natural) * (1 + {expression}) - 1"
        winner, met = (variable_of_expression(text, always) for text in ("punto_wins - banco_wins", cell))
        joint = count_jointly(winner, met, shoe, always)
        every.clear()
        for (side, number), deals in joint.counts.items():
            every[number] += deals
            won[number] += int(side) * deals

    def choice(values: Collection[int]) -> Choice:
        total = sum(divmod(min(values), 10)) % 10
        met, draw, stand = (Fraction(sum(counts[value] for value in values), joint.deals) for counts in (every, *net))
        return Choice(met, draw, stand, tableau.punto_draws(total))

    return {cell: choice(values) for cell, values in numbers.items()}


def best_reply(choices: Mapping[BancoCell, Choice], tableau: Tableau) -> Tableau:
    """The best that a banco can do which sees only totals: the tableau with every cell flipped that gains by it.

    No cell changes what another is worth, so what is best in each is best in all together.
    """
    for (total, third), choice in choices.items():
        if choice.cost < 0:
            tableau = tableau.with_banco(total, third, "S" if choice.draws else "D")
    return tableau


def gain_of_best_reply(choices: Iterable[Choice]) -> Fraction:
    """What a side gains over the tableau, per coup, if it makes the better choice each time."""
    return sum((max(-choice.cost, Fraction(0)) for choice in choices), Fraction(0))
