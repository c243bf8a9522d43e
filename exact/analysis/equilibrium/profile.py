"""A strategy for each side of a game, what they are worth, and how far they are from an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.equilibrium.bimatrix import solve_with_commission
from exact.analysis.equilibrium.game import MODELS, Game, Hand, Model, deal_game
from exact.analysis.equilibrium.many_choices import solve_many_choices
from exact.analysis.equilibrium.one_choice import one_choice_equilibria, solve_one_choice
from exact.analysis.equilibrium.strategies import (
    NO_COMMISSION,
    Gains,
    Strategy,
    banco_gains,
    banco_wins,
    punto_gains,
    value_of,
)
from exact.errors import ExactError
from exact.game.shoe import Shoe


class Profile(NamedTuple):
    """A strategy for each side, in the order of ``game.choices`` and of ``game.sets``."""

    game: Game
    punto: Strategy
    banco: Strategy
    commission: Fraction = NO_COMMISSION
    """The share of its wins that banco pays to the house."""

    @property
    def value(self) -> Fraction:
        """Punto's expected payoff per coup."""
        return value_of(self.game, self.punto, self.banco)

    @property
    def banco_value(self) -> Fraction:
        """Banco's expected payoff per coup, after the commission."""
        return -self.value - self.commission * banco_wins(self.game, self.punto, self.banco)

    @property
    def punto_gains(self) -> Gains:
        """Punto's gain per coup from drawing over standing at each choice; `None` where the shoe cannot lead."""
        return punto_gains(self.game, self.banco)

    @property
    def banco_gains(self) -> Gains:
        """Banco's gain per coup from drawing over standing at each set; `None` where the shoe cannot lead."""
        return banco_gains(self.game, self.punto, self.commission)

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


def equilibrium(model: Model, shoe: Shoe, commission: Fraction = NO_COMMISSION) -> Profile:
    """An equilibrium of the game on any shoe.

    ``commission``, from 0 to less than 1, is the share of its wins that banco pays to the house. A2 and A3 are not solved:
    hands tell no more than totals do, as in A1. Raises `ExactError` for another commission.
    """
    return equilibria(model, shoe, commission)[0]


def equilibria(model: Model, shoe: Shoe, commission: Fraction = NO_COMMISSION) -> list[Profile]:
    """As `equilibrium`, and if there is a commission and punto has one choice, every equilibrium."""
    if not 0 <= commission < 1:
        raise ExactError("commission", str(commission), "must be at least 0 % and less than 100 %")
    game = deal_game(model, shoe)
    if model.replaced and model.banco_sees:
        return [_by_totals(game, profile) for profile in equilibria(MODELS["A1"], shoe, commission)]
    return equilibria_of(game, commission)


def equilibria_of(game: Game, commission: Fraction = NO_COMMISSION) -> list[Profile]:
    """An equilibrium of a game; if there is a commission and punto has one choice, every equilibrium."""
    if not commission:
        solve = solve_one_choice if len(game.choices) == 1 else solve_many_choices
        return [Profile(game, *solve(game))]
    if len(game.choices) == 1:
        return [Profile(game, *found, commission) for found in one_choice_equilibria(game, commission)]
    return [Profile(game, *solve_with_commission(game, commission), commission)]


def _by_totals(game: Game, totals: Profile) -> Profile:
    """The strategies of a game in which both sides see totals, in one in which they see cards."""
    punto = dict(zip(totals.game.choices, totals.punto, strict=True))
    banco = {(place.hand, place.third): draws for place, draws in zip(totals.game.sets, totals.banco, strict=True)}
    return Profile(
        game,
        tuple(punto[_total(hand)] * bool(deals) for hand, deals in zip(game.choices, game.reached, strict=True)),
        tuple(banco[_total(place.hand), place.third] * place.reachable for place in game.sets),
        totals.commission,
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
