"""Strategies of both sides, read from text or a file, what they are worth, and how far they are from an equilibrium."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from exact.analysis.equilibrium.game import (
    MODELS,
    NO_COMMISSION,
    Gains,
    Game,
    Hand,
    Model,
    Strategy,
    banco_gains,
    banco_wins,
    best_reply,
    deal_game,
    hand_text,
    punto_gains,
    value_of,
)
from exact.analysis.equilibrium.solutions import one_choice_equilibria, solve_many_choices, solve_with_commission
from exact.arithmetic import MAX_DIGITS
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.inputs import read_text_file
from exact.rules import NO_THIRD, rules_named


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
        """Whether every choice that does not mix is strictly the better one, and the mixed ones have a regular kernel.

        It makes an equilibrium the only one, except at choices to which the shoe cannot lead.
        """
        columns, rows = _mixed(self.punto, self.punto_gains), _mixed(self.banco, self.banco_gains)
        if columns is None or rows is None or len(columns) != len(rows):
            return False
        return _determinant([[self.game.sets[row].gain[1 + column] for column in columns] for row in rows]) != 0


def equilibrium(model: Model, shoe: Shoe, commission: Fraction = NO_COMMISSION) -> Profile:
    """An equilibrium of the game on any shoe.

    ``commission``, from 0 to less than 1, is the share of its wins that banco pays to the house. A2 and A3 are not
    solved: hands tell no more than totals do, as in A1. Raises `ExactError` for another commission.
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
    solutions: Iterable[tuple[Strategy, Strategy]]
    if len(game.choices) == 1:
        solutions = islice(one_choice_equilibria(game, commission), None if commission else 1)
    elif commission:
        solutions = [solve_with_commission(game, commission)]
    else:
        solutions = [solve_many_choices(game)]
    return [Profile(game, *strategies, commission) for strategies in solutions]


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


def _determinant(matrix: Sequence[Sequence[int]]) -> int:
    """The determinant of a square matrix of a few rows, expanded along the first."""
    if not matrix:
        return 1
    first, *others = matrix
    return sum(
        (-1) ** column * entry * _determinant([[*row[:column], *row[column + 1 :]] for row in others])
        for column, entry in enumerate(first)
        if entry
    )


PLAYER, BANKER = "player", "banker"
HELP = "5=9/11 (a hand and its probability of drawing), a rulebook, or a .json file of this command"
_NUMBER = re.compile(rf"(\d{{1,{MAX_DIGITS}}}(/\d{{1,{MAX_DIGITS}}}|\.\d{{1,{MAX_DIGITS}}})?)(%?)", re.ASCII)
_LARGEST_FILE = 10_000_000
JsonReader = Callable[[str, str], object]
"""Reads the JSON of a text; the second argument names it in errors."""


def punto_strategy(text: str, game: Game, read: JsonReader) -> Strategy:
    """Punto's strategy: ``5=9/11``, ``0,5=1 1,4=1/2 …``, a rulebook or a file; raises `ExactError` for other text."""
    hands = [hand_text(hand) for hand in game.choices]
    if "=" in text:
        return _in_order(hands, _assignments(text), PLAYER, text)
    if text.endswith(".json"):
        entry = _entry(text, PLAYER, read)
        if not isinstance(entry, dict):
            raise ExactError(PLAYER, entry, "must be an object with a probability for each hand")
        return _in_order(hands, {hand: _probability(draws, PLAYER) for hand, draws in entry.items()}, PLAYER, text)
    tableau = rules_named(text).tableau
    return tuple(Fraction(tableau.punto_draws(sum(hand) % 10)) for hand in game.choices)


def banco_strategy(text: str, game: Game, read: JsonReader) -> Strategy:
    """Banco's strategy: a rulebook or a file; raises `ExactError` for any other text."""
    if text.endswith(".json"):
        names = [_set_name(hand_text(place.hand), place.third) for place in game.sets]
        return _in_order(names, _rows(_entry(text, BANKER, read)), BANKER, text)
    if "=" in text:
        raise ExactError(BANKER, text, "gives probabilities: name a rulebook, or a .json file of this command")
    tableau = rules_named(text).tableau
    return tuple(
        Fraction(tableau.banco_draws(sum(place.hand) % 10, NO_THIRD if place.third is None else place.third))
        for place in game.sets
    )


def replies(game: Game, player: str | None, banker: str | None, commission: Fraction, read: JsonReader) -> Profile:
    """Both strategies as texts, of which one may be `None`: it is then the best reply to the other."""
    punto = None if player is None else punto_strategy(player, game, read)
    banco = None if banker is None else banco_strategy(banker, game, read)
    if banco is None:
        assert punto is not None
        banco = best_reply(banco_gains(game, punto, commission))
    return Profile(game, punto or best_reply(punto_gains(game, banco)), banco, commission)


def _in_order(names: Sequence[str], draws: Mapping[str, Fraction], parameter: str, text: str) -> Strategy:
    """The probabilities in the order of the game's choices, each of which must have one, and nothing else."""
    for name in draws:
        if name not in names:
            raise ExactError(parameter, text, f"has a probability for {name}, which is no choice in this model")
    for name in names:
        if name not in draws:
            raise ExactError(parameter, text, f"has no probability for {name}")
    return tuple(draws[name] for name in names)


def _set_name(hand: str, third: int | None) -> str:
    return f"{hand} against {'no third card' if third is None else third}"


def _assignments(text: str) -> dict[str, Fraction]:
    draws: dict[str, Fraction] = {}
    for part in text.split():
        hand, _, probability = part.partition("=")
        if hand in draws:
            raise ExactError(PLAYER, text, f"gives {hand} twice")
        draws[hand] = _probability(probability, PLAYER)
    return draws


def _entry(file: str, side: str, read: JsonReader) -> object:
    saved = read(read_text_file(Path(file), side, "give 5=9/11, a rulebook or a .json file", _LARGEST_FILE), side)
    if not isinstance(saved, dict) or side not in saved:
        raise ExactError(side, file, f'must hold an object with a "{side}"')
    return saved[side]


def _rows(entry: object) -> dict[str, Fraction]:
    if not isinstance(entry, list):
        raise ExactError(BANKER, entry, "must be a list of information sets")
    draws: dict[str, Fraction] = {}
    for row in entry:
        if not isinstance(row, dict) or not {"hand", "third", "draws"} <= row.keys():
            raise ExactError(BANKER, row, 'must be an object with "hand", "third" and "draws"')
        hand, third = row["hand"], row["third"]
        if not isinstance(hand, str) or isinstance(third, bool) or not isinstance(third, int | None):
            raise ExactError(BANKER, row, "must have a hand as text, and as third card 0 to 9 or null")
        name = _set_name(hand, third)
        if name in draws:
            raise ExactError(BANKER, row, "is given twice")
        draws[name] = _probability(row["draws"], BANKER)
    return draws


def _probability(text: object, parameter: str) -> Fraction:
    number = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    if number and not re.search("/0+$", number[1]):
        value = Fraction(number[1]) / (100 if number[3] else 1)
        if value <= 1:
            return value
    raise ExactError(parameter, text, "must be a probability from 0 to 1, like 9/11, 0.5 or 50%")
