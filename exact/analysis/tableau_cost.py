"""What each decision of the tableau is worth: the expected net win that a side loses if one of its cells is flipped.

A coup meets at most one of banco's 88 cells, and at most one of punto's eight totals. What the two choices win there
are payoffs of chemin de fer with a choice of punto on every total.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.equilibrium.game import MODELS, Hand, Wins, at, deal_game
from exact.game.shoe import Shoe
from exact.rules import NO_THIRD, Tableau

TOTALS = tuple(range(8))
BancoCell = tuple[int, int]  # banco's two-card total, 0 to 7, and the point value of punto's third card, or `NO_THIRD`
BANCO_CELLS: tuple[BancoCell, ...] = tuple((total, third) for total in TOTALS for third in range(NO_THIRD + 1))


class Choice(NamedTuple):
    """A side's choice in one cell, while every other decision is the tableau's."""

    probability: Fraction
    draw: Fraction  #: The side's expected net win per coup, from the coups that meet the cell, if it draws there
    stand: Fraction
    draws: bool  #: By the tableau

    @property
    def cost(self) -> Fraction:
        """The expected net win per coup that the side loses if the cell is flipped."""
        return self.draw - self.stand if self.draws else self.stand - self.draw

    @property
    def cost_there(self) -> Fraction | None:
        """The same per coup that meets the cell; `None` if none does."""
        return self.cost / self.probability if self.probability else None


def banco_choices(shoe: Shoe, tableau: Tableau, commission: Fraction = Fraction(0)) -> dict[BancoCell, Choice]:
    """Banco's choice in each of `BANCO_CELLS`; raises `ExactError` for a tableau that they do not describe."""
    by_total = banco_choices_by_hand(shoe, tableau, commission, "B1")
    return {(total, third): by_total[(total,), third] for total, third in BANCO_CELLS}


def banco_choices_by_hand(
    shoe: Shoe, tableau: Tableau, commission: Fraction = Fraction(0), model: str = "B2"
) -> dict[tuple[Hand, int], Choice]:
    """`banco_choices` for each of banco's hands in each cell, 484 in all."""
    game = deal_game(MODELS[model], shoe, TOTALS)
    punto = (1, *map(int, map(tableau.punto_draws, TOTALS)))
    choices = {}

    def net(wins: Wins) -> Fraction:
        return ((1 - commission) * at(wins.banco, punto) - at(wins.punto, punto)) / game.deals

    for known in game.sets:
        third = NO_THIRD if known.third is None else known.third
        probability = Fraction(at(known.deals, punto), game.deals)
        choice = Choice(probability, net(known.draws), net(known.stands), known.drawn_by(tableau))
        choices[known.hand, third] = choice
    return choices


def punto_choices(
    shoe: Shoe, tableau: Tableau, totals: tuple[int, ...] = TOTALS, model: str = "B1"
) -> dict[Hand, Choice]:
    """Punto's choice, at even money, with each hand that makes one of ``totals``; in model B1 a hand is its total."""
    game = deal_game(MODELS[model], shoe, totals)
    choices = {}
    for place, (hand, reached) in enumerate(zip(game.choices, game.reached, strict=True), start=1):
        draw = stand = 0
        for known in game.sets:
            net = (known.draws if known.drawn_by(tableau) else known.stands).net[place]
            if known.third is None:
                stand -= net  # the coefficient is below 0, for deals in which punto stands
            else:
                draw += net
        met, drawn, stood = (Fraction(deals, game.deals) for deals in (reached, draw, stand))
        choices[hand] = Choice(met, drawn, stood, tableau.punto_draws(sum(hand) % 10))
    return choices


def best_reply(choices: Mapping[BancoCell, Choice], tableau: Tableau) -> Tableau:
    """The best tableau for a banco that sees only totals: no cell changes what another is worth."""
    for (total, third), choice in choices.items():
        if choice.cost < 0:
            tableau = tableau.with_banco(total, third, "S" if choice.draws else "D")
    return tableau


def gain_of_best_reply(choices: Iterable[Choice]) -> Fraction:
    """What a side gains over the tableau, per coup, by the better choice each time."""
    return sum((max(-choice.cost, Fraction(0)) for choice in choices), Fraction(0))
