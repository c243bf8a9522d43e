"""The subjects of claims about chemin de fer, at an equilibrium of the game, and their exact values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.analysis.equilibrium.game import MODELS, Hand, Model, choices_of_punto, places_of_banco
from exact.analysis.equilibrium.profile import Profile, equilibrium
from exact.errors import ExactError
from exact.game.coup import Side
from exact.game.shoe import Shoe
from exact.inputs import near_misses
from exact.names import canonical
from exact.rules.tableau import STANDARD

_GAME = re.compile(r"chemin[- ]de[- ]fer", re.IGNORECASE)
_DRAWING = re.compile(
    r"drawing on (?P<hand>\d(?:-\d)?) by (?P<side>\w+)(?: after (?P<third>\d|no card))?", re.IGNORECASE
)
_CHOICES = re.compile(r"choices of (?P<side>\w+)", re.IGNORECASE)
_SIDES = tuple(side.value for side in Side)


@dataclass(frozen=True)
class CheminDeFer:
    """The game itself."""

    text = "chemin de fer"

    @classmethod
    def read(cls, text: str) -> CheminDeFer | None:
        """``chemin de fer``, or `None`."""
        return cls() if _GAME.fullmatch(text) else None


@dataclass(frozen=True)
class Drawing:
    """That a side draws at one of its choices."""

    side: str
    hand: Hand
    """What the side sees of its hand: the total, or two point values."""
    third: int | None
    """For banco, punto's third card, or `None` if punto stands."""

    @property
    def text(self) -> str:
        """``drawing on 5 by punto`` or ``drawing on 0-6 by banco after no card``."""
        what = f"drawing on {'-'.join(map(str, self.hand))} by {self.side}"
        return (
            what if self.side == Side.PUNTO.value else f"{what} after {'no card' if self.third is None else self.third}"
        )

    @classmethod
    def read(cls, text: str) -> Drawing | None:
        """The choice written in ``text``, or `None`; raises `ExactError` for one that says too little or too much."""
        match = _DRAWING.fullmatch(text)
        if not match:
            return None
        side = _side(match["side"])
        if (side == Side.BANCO.value) != (match["third"] is not None):
            raise ExactError(
                "claim", text, "must say after which card banco draws, or after no card; punto draws after none"
            )
        third = int(match["third"]) if match["third"] and match["third"].isdigit() else None
        return cls(side, tuple(sorted(map(int, match["hand"].split("-")))), third)


@dataclass(frozen=True)
class Choices:
    """The decisions that a side has to take: its information sets."""

    side: str

    @property
    def text(self) -> str:
        """``choices of banco``."""
        return f"choices of {self.side}"

    @classmethod
    def read(cls, text: str) -> Choices | None:
        """The side written in ``text``, or `None`."""
        match = _CHOICES.fullmatch(text)
        return cls(_side(match["side"])) if match else None


def _side(typed: str) -> str:
    side = canonical(typed, _SIDES)
    if side not in _SIDES:
        raise ExactError("claim", typed, f"is no side: {near_misses(typed, _SIDES)}")
    return side


def game_value(question: Any) -> Fraction:
    """What a coup is worth to punto. As the other functions here, it takes a `exact.literature.quantities.Question`."""
    return _profile(question).value


def drawing_probability(question: Any) -> Fraction:
    """The probability with which the side draws at the choice."""
    drawing, profile = question.subject, _profile(question)
    if drawing.side == Side.PUNTO.value:
        choices: list[tuple[Hand, int | None]] = [(hand, None) for hand in profile.game.choices]
        draws = profile.punto
    else:
        choices = [(place.hand, place.third) for place in profile.game.sets]
        draws = profile.banco
    if (drawing.hand, drawing.third) not in choices:
        raise ExactError("claim", drawing.text, f"is no choice of model {question.conditions['model']}")
    return draws[choices.index((drawing.hand, drawing.third))]


def number_of_choices(question: Any) -> Fraction:
    """How many choices the side has, whatever the shoe."""
    model, _shoe = _game(question)
    return Fraction(
        len(choices_of_punto(model) if question.subject.side == Side.PUNTO.value else places_of_banco(model))
    )


def _profile(question: Any) -> Profile:
    return _solved(*_game(question))


def _game(question: Any) -> tuple[Model, Shoe]:
    """The model and the shoe of the question."""
    name = question.conditions.get("model")
    if name is None:
        raise ExactError("claim", question.subject.text, "needs a model of chemin de fer: model B2")
    if question.conditions["rules"] != STANDARD:
        raise ExactError(
            "claim", question.conditions["rules"], "are rules of punto banco: chemin de fer has a model instead"
        )
    if question.shoe is None and not MODELS[name].replaced:
        raise ExactError("claim", "infinite shoe", f"is none that model {name} can exhaust: give a number of decks")
    return MODELS[name], question.shoe or Shoe.of_decks(1)


@lru_cache(maxsize=64)
def _solved(model: Model, shoe: Shoe) -> Profile:
    return equilibrium(model, shoe)
