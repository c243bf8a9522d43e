"""Read a strategy of chemin de fer: probabilities in plain text, the tableau of a rulebook, or a file that the command wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from exact.analysis.equilibrium.game import Game, hand_text
from exact.analysis.equilibrium.strategies import Strategy
from exact.arithmetic import MAX_DIGITS
from exact.conformance.strict_json import parsed
from exact.errors import ExactError
from exact.inputs import read_text_file
from exact.rules.named import rules_named
from exact.rules.tableau import NO_THIRD

PLAYER, BANKER = "player", "banker"
HELP = "5=9/11 (a hand and its probability of drawing), a rulebook, or a .json file of this command"
_NUMBER = re.compile(rf"(\d{{1,{MAX_DIGITS}}}(/\d{{1,{MAX_DIGITS}}}|\.\d{{1,{MAX_DIGITS}}})?)(%?)", re.ASCII)
_LARGEST_FILE = 10_000_000
_Key = TypeVar("_Key")


def punto_strategy(text: str, game: Game) -> Strategy:
    """Punto's strategy: ``5=9/11``, ``0,5=1 1,4=1/2 …``, a rulebook or a file; raises `ExactError` for any other text."""
    if "=" in text:
        return _in_order(map(hand_text, game.choices), _assignments(text), PLAYER, text)
    if text.endswith(".json"):
        return _in_order(map(hand_text, game.choices), _mapping(_entry(text, PLAYER), PLAYER), PLAYER, text)
    tableau = rules_named(text).tableau
    return tuple(Fraction(tableau.punto_draws(sum(hand) % 10)) for hand in game.choices)


def banco_strategy(text: str, game: Game) -> Strategy:
    """Banco's strategy: a rulebook or a file; raises `ExactError` for any other text."""
    if text.endswith(".json"):
        keys = ((hand_text(place.hand), place.third) for place in game.sets)
        return _in_order(keys, _rows(_entry(text, BANKER)), BANKER, text)
    if "=" in text:
        raise ExactError(BANKER, text, "gives probabilities: name a rulebook, or a .json file of this command")
    tableau = rules_named(text).tableau
    return tuple(
        Fraction(tableau.banco_draws(sum(place.hand) % 10, NO_THIRD if place.third is None else place.third))
        for place in game.sets
    )


def _in_order(keys: Iterable[_Key], draws: Mapping[_Key, Fraction], parameter: str, text: str) -> Strategy:
    """The probabilities in the order of the game's ``keys``, each of which must have one, and nothing else."""
    wanted = list(keys)
    for key in draws:
        if key not in wanted:
            raise ExactError(parameter, text, f"has a probability for {_name(key)}, which is no choice in this model")
    for key in wanted:
        if key not in draws:
            raise ExactError(parameter, text, f"has no probability for {_name(key)}")
    return tuple(draws[key] for key in wanted)


def _name(key: object) -> str:
    if isinstance(key, tuple):
        hand, third = key
        return f"{hand} against {'no third card' if third is None else third}"
    return str(key)


def _assignments(text: str) -> dict[str, Fraction]:
    draws: dict[str, Fraction] = {}
    for part in text.split():
        hand, _, probability = part.partition("=")
        if hand in draws:
            raise ExactError(PLAYER, text, f"gives {hand} twice")
        draws[hand] = _probability(probability, PLAYER)
    return draws


def _entry(file: str, side: str) -> object:
    read = parsed(read_text_file(Path(file), side, "give 5=9/11, a rulebook or a .json file", _LARGEST_FILE), side)
    if not isinstance(read, dict) or side not in read:
        raise ExactError(side, file, f'must hold an object with a "{side}"')
    return read[side]


def _mapping(entry: object, parameter: str) -> dict[str, Fraction]:
    if not isinstance(entry, dict):
        raise ExactError(parameter, entry, "must be an object with a probability for each hand")
    return {hand: _probability(draws, parameter) for hand, draws in entry.items()}


def _rows(entry: object) -> dict[tuple[str, int | None], Fraction]:
    if not isinstance(entry, list):
        raise ExactError(BANKER, entry, "must be a list of information sets")
    draws: dict[tuple[str, int | None], Fraction] = {}
    for row in entry:
        if not isinstance(row, dict) or not {"hand", "third", "draws"} <= row.keys():
            raise ExactError(BANKER, row, 'must be an object with "hand", "third" and "draws"')
        hand, third = row["hand"], row["third"]
        if not isinstance(hand, str) or isinstance(third, bool) or not isinstance(third, int | None):
            raise ExactError(BANKER, row, "must have a hand as text, and as third card 0 to 9 or null")
        if (hand, third) in draws:
            raise ExactError(BANKER, row, "is given twice")
        draws[hand, third] = _probability(row["draws"], BANKER)
    return draws


def _probability(text: object, parameter: str) -> Fraction:
    found = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    if found and not re.search("/0+$", found[1]):
        value = Fraction(found[1]) / (100 if found[3] else 1)
        if value <= 1:
            return value
    raise ExactError(parameter, text, "must be a probability from 0 to 1, like 9/11, 0.5 or 50%")
