"""One equilibrium of the game with a commission, for any number of choices of punto and any shoe.

With a commission the payoffs no longer add up to 0. The method finds an equilibrium among a few pure strategies of each side by
Lemke and Howson's algorithm (1964), adds every best reply that is missing, and repeats until nothing is missing. All
arithmetic is in fractions; the lexicographic ratio test excludes cycles.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exact.analysis.equilibrium.game import Game
from exact.analysis.equilibrium.strategies import (
    Strategy,
    banco_gains,
    banco_wins,
    best_reply,
    missed,
    punto_gains,
    value_of,
)

Matrix = list[list[Fraction]]


def solve_with_commission(game: Game, commission: Fraction) -> tuple[Strategy, Strategy]:
    """An equilibrium if banco pays ``commission`` on its wins."""
    puntos: list[Strategy] = [tuple(Fraction(deals > 0) for deals in game.reached)]  # other hands always stand
    bancos: list[Strategy] = [best_reply(banco_gains(game, puntos[0], commission))]
    while True:
        first = [[value_of(game, punto, banco) for banco in bancos] for punto in puntos]
        second = [
            [-net - commission * banco_wins(game, punto, banco) for net, banco in zip(row, bancos, strict=True)]
            for row, punto in zip(first, puntos, strict=True)
        ]
        weights = lemke_howson(first, second)
        punto, banco = _mixture(puntos, weights[0]), _mixture(bancos, weights[1])
        gains = punto_gains(game, banco), banco_gains(game, punto, commission)
        if missed(punto, gains[0]) == missed(banco, gains[1]) == 0:
            return punto, banco
        for strategies, reply in ((puntos, best_reply(gains[0])), (bancos, best_reply(gains[1]))):
            if reply not in strategies:
                strategies.append(reply)


def _mixture(strategies: Sequence[Strategy], weights: Sequence[Fraction]) -> Strategy:
    """The probabilities of drawing of pure strategies played with these weights."""
    return tuple(
        sum((weight * draws for weight, draws in zip(weights, choice, strict=True)), Fraction(0))
        for choice in zip(*strategies, strict=True)
    )


def lemke_howson(first: Matrix, second: Matrix) -> tuple[list[Fraction], list[Fraction]]:
    """An equilibrium of the bimatrix game with these payoffs of the row and of the column player, as two mixed strategies."""
    rows, columns = range(len(first)), range(len(first), len(first) + len(first[0]))
    least = min(map(min, (*first, *second))) - 1  # the method wants payoffs above 0
    to_columns = [[entry - least for entry in column] for column in zip(*second, strict=True)]
    to_rows = [[entry - least for entry in row] for row in first]
    row_player, column_player = _Tableau(to_columns, columns, rows), _Tableau(to_rows, rows, columns)
    label, tableau, other = rows[0], row_player, column_player
    while (label := tableau.exchange(label)) != rows[0]:
        tableau, other = other, tableau
    return row_player.strategy(rows), column_player.strategy(columns)


class _Tableau:
    """The constraints payoffs · x + slacks = 1 on one player's weights x, at least 0 like the slacks.

    A label stands for a pure strategy of either player: its weight here if it is this player's, else its slack.
    """

    def __init__(self, payoffs: Matrix, slacks: Sequence[int], weights: Sequence[int]) -> None:
        size = len(payoffs)
        self.basis = list(slacks)
        self.columns = {label: 1 + index for index, label in enumerate((*slacks, *weights))}
        self.rows = [[Fraction(1), *(Fraction(i == j) for j in range(size)), *payoffs[i]] for i in range(size)]

    def exchange(self, entering: int) -> int:
        """Bring a label into the basis; the label that leaves it."""
        column = self.columns[entering]
        ratios = {
            index: [entry / row[column] for entry in row] for index, row in enumerate(self.rows) if row[column] > 0
        }
        place = min(ratios, key=lambda index: ratios[index][: 1 + len(self.rows)])
        leaving, self.basis[place], self.rows[place] = self.basis[place], entering, ratios[place]
        for index, row in enumerate(self.rows):
            if index != place and (factor := row[column]):
                self.rows[index] = [entry - factor * new for entry, new in zip(row, ratios[place], strict=True)]
        return leaving

    def strategy(self, labels: Sequence[int]) -> list[Fraction]:
        """The weights of these labels as probabilities."""
        levels = {label: row[0] for label, row in zip(self.basis, self.rows, strict=True)}
        weights = [levels.get(label, Fraction(0)) for label in labels]
        return [weight / sum(weights) for weight in weights]
