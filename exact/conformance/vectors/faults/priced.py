"""Figures of a bet that follow from what an engine counts: its expectation, house edge, variance, fair odds and removal.

An engine here is a function from a request to the answer that an engine with a fault would give, or to `None` if the fault
does not say what it would answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.game.cards import Granularity, class_of

Json = dict[str, Any]
Engine = Callable[[Json], Json | None]
DEALS = "deals"
"""The key, in the answer of a wrong engine, of the number by which it divides its counts, where that is not their sum."""
COUNTED = ("counts", "probabilities")


def with_prices(engine: Engine) -> Engine:
    """The engine, which also answers the kinds that are computed from a bet's counts and payoffs, if it does not say how."""

    def answers(request: Json) -> Json | None:
        given = engine(request)
        return priced(engine, request) if given is None and request.get("kind") in PRICED else given

    return answers


def priced(engine: Engine, request: Json) -> Json | None:
    """The figure asked for, from what the engine gives for the bet."""
    counted = _counted_by(engine, request)
    if counted is None or not isinstance(request.get("pays"), dict):
        return None
    if request["kind"] == "removal":
        return _removal(engine, request, _mean(counted, request["pays"]))
    return _OF_COUNTS[request["kind"]](counted, request["pays"])


def _removal(engine: Engine, request: Json, before: Fraction) -> Json | None:
    """The changes of the expectation when the first card of each point value that the shoe holds leaves it."""
    ((word, counts),) = request["shoe"].items()
    effects: dict[str, str] = {}
    for index, count in enumerate(counts):
        value = str(class_of(index, Granularity(len(counts)), Granularity.VALUES))
        if count and value not in effects:
            less = [*counts[:index], count - 1, *counts[index + 1 :]]
            after = _counted_by(engine, {**request, "shoe": {word: less}})
            if after is None:
                return None
            effects[value] = str(_mean(after, request["pays"]) - before)
    return {"removal": effects}


def _counted_by(engine: Engine, request: Json) -> Json | None:
    """The counts or probabilities that the engine gives for the bet of a request."""
    given = engine({**request, "kind": "bet"})
    return given if given and any(key in given for key in COUNTED) else None


def probabilities_of(counted: Mapping[str, Any]) -> dict[str, Fraction]:
    """The share of each category in an answer with counts or probabilities."""
    weights, whole = _weights(counted)
    return {name: Fraction(weight, whole) for name, weight in weights.items()}


def _weights(counted: Mapping[str, Any]) -> tuple[dict[str, int] | dict[str, Fraction], int]:
    """The counts in an answer and the number by which they are divided, or its probabilities and 1."""
    if "counts" in counted:
        counts = {name: int(count) for name, count in counted["counts"].items()}
        return counts, int(counted.get(DEALS, sum(counts.values()))) or 1
    return {name: Fraction(value) for name, value in counted["probabilities"].items()}, 1


def _expectation(counted: Json, pays: Json) -> Json:
    return {"expectation": str(_mean(counted, pays))}


def _house_edge(counted: Json, pays: Json) -> Json:
    return {"house_edge": str(-_mean(counted, pays))}


def _variance(counted: Json, pays: Json) -> Json:
    squares = {name: Fraction(payoff) ** 2 for name, payoff in pays.items()}
    return {"variance": str(_mean(counted, squares) - _mean(counted, pays) ** 2)}


def _fair_odds(counted: Json, pays: Json) -> Json | None:
    """The payoff at which the one category that wins makes up for what the others lose."""
    chances = probabilities_of(counted)
    winning = [name for name, payoff in pays.items() if Fraction(payoff) > 0]
    if len(winning) != 1 or not chances.get(winning[0]):
        return None
    rest = {name: payoff for name, payoff in pays.items() if name != winning[0]}
    return {"fair_odds": str(-_mean(counted, rest) / chances[winning[0]])}


def _mean(counted: Json, pays: Mapping[str, Any]) -> Fraction:
    weights, whole = _weights(counted)
    return Fraction(sum(_payoff(payoff) * weights.get(name, 0) for name, payoff in pays.items()), whole)


_payoff = lru_cache(maxsize=1024)(Fraction)
"""The number that a text says; requests repeat the same few payoffs."""


_OF_COUNTS: dict[str, Callable[[Json, Json], Json | None]] = {
    "expectation": _expectation,
    "house_edge": _house_edge,
    "variance": _variance,
    "fair_odds": _fair_odds,
}
"""The kinds computed from a bet's counts and the payoffs of the request."""
PRICED = frozenset({*_OF_COUNTS, "removal"})
"""The same, with that computed from the counts of several shoes."""
