"""What each decision of the tableau is worth: the expected net win that a side loses if one of its cells is flipped.

A coup meets at most one of banco's 88 cells, and one of punto's eight totals. So two tableaux are enough to price every cell of
a side: one in which it always draws, and one in which it never does. Under each, the outcome is counted jointly with the cell
that the coup meets. For a banco that sees its cards, the payoffs are those of the game with choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from exact.analysis.equilibrium.game import MODELS, Wins, deal_game
from exact.analysis.equilibrium.strategies import at
from exact.analysis.joint import count_jointly, variable_of_expression
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import NO_THIRD, Tableau

BancoCell = tuple[int, int]
"""Banco's two-card total, 0 to 7, and the point value of punto's third card, or `NO_THIRD`."""
BANCO_CELLS: tuple[BancoCell, ...] = tuple((total, third) for total in range(8) for third in range(NO_THIRD + 1))
"""The 88 cells in the order of the tableau."""
BancoHand = tuple[tuple[int, int], int]
"""The point values of banco's two cards, the lower first, and punto's third card as in `BancoCell`."""
Cell = TypeVar("Cell", int, tuple[int, int])
_NO_NATURAL = "(1 - punto_natural) * (1 - banco_natural)"
"""A natural leaves nothing to decide, so then the number of the cell is 0, which no cell has."""
_BANCO_CELL = f"{_NO_NATURAL} * (12 * banco_two_card_total + punto_value_3 + 2)"
"""`punto_value_3` is −1 if punto stands."""
_PUNTO_TOTAL = f"{_NO_NATURAL} * (1 + punto_two_card_total)"
_PUNTO_HAND = f"{_NO_NATURAL} * (1 + 10 * punto_value_1 + punto_value_2)"


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
    check_commission(commission)
    tableau.check_by_third_card()
    always, never = (tableau._replace(matrix=tuple(letter * len(row) for row in tableau.matrix)) for letter in "DS")
    pays = {Outcome.PUNTO: Fraction(-1), Outcome.TIE: Fraction(0), Outcome.BANCO: 1 - commission}
    numbers = {(t, third): (12 * t + (1 if third == NO_THIRD else third + 2),) for t, third in BANCO_CELLS}
    prices = _prices(_BANCO_CELL, numbers, shoe, (always, never), pays)
    return {cell: Choice(*price, tableau.banco_draws(*cell)) for cell, price in prices.items()}


def banco_choices_by_hand(shoe: Shoe, tableau: Tableau, commission: Fraction = Fraction(0)) -> dict[BancoHand, Choice]:
    """Banco's choice for each of its hands in each cell: the 484 information sets of a banco that sees its cards.

    Raises `ExactError` as `banco_choices` does.
    """
    check_commission(commission)
    game = deal_game(MODELS["B2"], shoe, range(8))
    punto = (1, *map(int, map(tableau.punto_draws, range(8))))

    def net(wins: Wins) -> Fraction:
        return ((1 - commission) * at(wins.banco, punto) - at(wins.punto, punto)) / game.deals

    choices = {}
    for known in game.sets:
        first, second = known.hand
        third = NO_THIRD if known.third is None else known.third
        draws = tableau.banco_draws((first + second) % 10, third)
        probability = Fraction(at(known.deals, punto), game.deals)
        choices[(first, second), third] = Choice(probability, net(known.draws), net(known.stands), draws)
    return choices


def punto_choices(shoe: Shoe, tableau: Tableau) -> dict[int, Choice]:
    """Punto's choice on each two-card total, 0 to 7, at even money."""
    numbers = {total: (1 + total,) for total in range(8)}
    prices = _punto_prices(_PUNTO_TOTAL, numbers, shoe, tableau)
    return {total: Choice(*price, tableau.punto_draws(total)) for total, price in prices.items()}


def punto_choices_by_hand(shoe: Shoe, tableau: Tableau, total: int) -> dict[tuple[int, int], Choice]:
    """Punto's choice, at even money, with each pair of point values, the lower first, that makes ``total``, 0 to 7."""
    hands = [(first, (total - first) % 10) for first in range(10) if first <= (total - first) % 10]
    numbers = {(a, b): tuple({1 + 10 * a + b, 1 + 10 * b + a}) for a, b in hands}
    prices = _punto_prices(_PUNTO_HAND, numbers, shoe, tableau)
    return {hand: Choice(*price, tableau.punto_draws(total)) for hand, price in prices.items()}


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


def check_commission(commission: Fraction) -> Fraction:
    """``commission`` itself; raises `ExactError` for one below 0, or of 1 and more."""
    if not 0 <= commission < 1:
        raise ExactError("commission", str(commission), "must be at least 0 and less than 1, like 5% or 0.05")
    return commission


def _punto_prices(
    expression: str, numbers: Mapping[Cell, tuple[int, ...]], shoe: Shoe, tableau: Tableau
) -> dict[Cell, tuple[Fraction, Fraction, Fraction]]:
    always, never = (tableau._replace(punto=letter * len(tableau.punto)) for letter in "DS")
    pays = {Outcome.PUNTO: Fraction(1), Outcome.TIE: Fraction(0), Outcome.BANCO: Fraction(-1)}
    return _prices(expression, numbers, shoe, (always, never), pays)


def _prices(
    expression: str,
    numbers: Mapping[Cell, tuple[int, ...]],
    shoe: Shoe,
    tableaux: tuple[Tableau, Tableau],
    pays: Mapping[Outcome, Fraction],
) -> dict[Cell, tuple[Fraction, Fraction, Fraction]]:
    """For each cell: its probability, and what ``pays`` brings there per coup under each of the two tableaux.

    ``numbers`` has the values of ``expression`` by which a coup meets the cell; both tableaux must lead there equally often.
    """
    chances: dict[int, Fraction] = {}
    expectations = []
    for tableau in tableaux:
        joint = count_jointly(
            variable_of_expression("punto_wins - banco_wins", tableau),
            variable_of_expression(expression, tableau),
            shoe,
            tableau,
        )
        expectation = {}
        for number in joint.labels()[1]:
            by_winner = {
                Outcome.PUNTO: joint.probability(1, number),
                Outcome.TIE: joint.probability(0, number),
                Outcome.BANCO: joint.probability(-1, number),
            }
            chances[int(number)] = sum(by_winner.values(), Fraction(0))
            expectation[int(number)] = sum((pays[o] * chance for o, chance in by_winner.items()), Fraction(0))
        expectations.append(expectation)
    always, never = expectations

    def total(values: Mapping[int, Fraction], cell: Cell) -> Fraction:
        return sum((values.get(number, Fraction(0)) for number in numbers[cell]), Fraction(0))

    return {cell: (total(chances, cell), total(always, cell), total(never, cell)) for cell in numbers}
