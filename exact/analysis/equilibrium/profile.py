"""A strategy for each side of a game, what they are worth, and how far they are from an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.equilibrium.game import MODELS, Game, Hand, Model, deal_game
from exact.analysis.equilibrium.many_choices import solve_many_choices
from exact.analysis.equilibrium.one_choice import solve_one_choice
from exact.analysis.equilibrium.strategies import Strategy, banco_gains, punto_gains, value_of
from exact.game.shoe import Shoe

Gains = tuple[Fraction | None, ...]


class Profile(NamedTuple):
    """A strategy for each side, in the order of ``game.choices`` and of ``game.sets``."""

    game: Game
    punto: Strategy
    banco: Strategy

    @property
    def value(self) -> Fraction:
        """Punto's expected payoff per coup."""
        return value_of(self.game, self.punto, self.banco)

    @property
    def punto_gains(self) -> Gains:
        """Punto's gain per coup from drawing over standing at each choice; `None` where the shoe cannot lead."""
        return punto_gains(self.game, self.banco)

    @property
    def banco_gains(self) -> Gains:
        """Banco's gain per coup from drawing over standing at each set; `None` where the shoe cannot lead."""
        return banco_gains(self.game, self.punto)

    @property
    def is_strict(self) -> bool:
        """Whether every choice that does not mix is strictly better than the other, and the mixed ones have a regular kernel.

        It makes an equilibrium the only one, except at choices to which the shoe cannot lead.
        """
        mixed = [_mixed(self.punto, self.punto_gains), _mixed(self.banco, self.banco_gains)]
        if None in mixed:
            return False
        columns, rows = mixed
        kernel = [[Fraction(self.game.sets[row].gain[1 + column]) for column in columns or ()] for row in rows or ()]
        return len(columns or ()) == len(rows or ()) and _is_regular(kernel)


def missed(strategy: Strategy, gains: Gains) -> Fraction:
    """What a side could gain per coup by its best reply instead of ``strategy``."""
    lost = Fraction(0)
    for draws, gain in zip(strategy, gains, strict=True):
        if gain:
            lost += gain * (1 - draws) if gain > 0 else -gain * draws
    return lost


def equilibrium(model: Model, shoe: Shoe) -> Profile:
    """An equilibrium of the game on any shoe. A2 and A3 are not solved: their hands tell no more than totals do, as in A1."""
    game = deal_game(model, shoe)
    if model.replaced and model.banco_sees:
        return _by_totals(game, equilibrium(MODELS["A1"], shoe))
    solve = solve_one_choice if len(game.choices) == 1 else solve_many_choices
    return Profile(game, *solve(game))


def _by_totals(game: Game, totals: Profile) -> Profile:
    """The strategies of a game in which both sides see totals, in one in which they see cards."""
    punto = dict(zip(totals.game.choices, totals.punto, strict=True))
    banco = {(place.hand, place.third): draws for place, draws in zip(totals.game.sets, totals.banco, strict=True)}
    return Profile(
        game,
        tuple(punto[_total(hand)] * (deals > 0) for hand, deals in zip(game.choices, game.reached, strict=True)),
        tuple(banco[_total(place.hand), place.third] * place.reachable for place in game.sets),
    )


def _total(hand: Hand) -> Hand:
    return (sum(hand) % 10,)


def _mixed(strategy: Strategy, gains: Gains) -> list[int] | None:
    """The choices that mix; `None` if another choice is indifferent too, or a better one is not taken."""
    mixed = []
    for index, (draws, gain) in enumerate(zip(strategy, gains, strict=True)):
        if gain == 0 and 0 < draws < 1:
            mixed.append(index)
        elif gain is not None and (gain == 0 or draws != (gain > 0)):
            return None
    return mixed


def _is_regular(kernel: Sequence[Sequence[Fraction]]) -> bool:
    """Whether a square matrix is regular, by elimination."""
    rows = [list(row) for row in kernel]
    for step in range(len(rows)):
        pivot = next((index for index in range(step, len(rows)) if rows[index][step]), None)
        if pivot is None:
            return False
        rows[step], rows[pivot] = rows[pivot], rows[step]
        for below in rows[step + 1 :]:
            factor = below[step] / rows[step][step]
            below[:] = [entry - factor * top for entry, top in zip(below, rows[step], strict=True)]
    return True
