"""Engines in this process, asked as a program would be: stand-ins for public engines, right or with one fault."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from exact.conformance.strict_json import Object
from exact.conformance.vectors.engine import answer
from exact.conformance.verify.asking import Engine, TimeLimits
from exact.conformance.verify.protocol import parse_handshake
from support.scripted_engines import hello

Answers = Callable[[dict[str, Any]], dict[str, Any]]


class StandIn(Engine):
    """An engine that answers as ``answers`` does, with these capabilities; it remembers what it was asked."""

    def __init__(self, answers: Answers, limits: TimeLimits = TimeLimits(), **capabilities: Any) -> None:  # noqa: B008
        super().__init__(limits)
        self.capabilities = parse_handshake(hello(**capabilities))
        self.names, self.asked = list[str](), list[Object]()
        self._answers = answers

    def exchange(self, name: str, request: Object) -> Object:
        self.names.append(name)
        self.asked.append(request)
        return {"id": name, **self._answers(dict(request))}


@cache
def _answered(request: str) -> str:
    return json.dumps(answer(json.loads(request)))


def right_answer(request: Object) -> dict[str, Any]:
    """The answer of this package, computed once for each request."""
    found: dict[str, Any] = json.loads(_answered(json.dumps(request)))
    return found


def refusing(refuses: Callable[[list[int]], bool]) -> Answers:
    """A right engine, but for the shoes that it refuses by their counts."""

    def answers(request: dict[str, Any]) -> dict[str, Any]:
        right = right_answer(request)
        if "error" in right or not refuses(next(iter(request["shoe"].values()))):
            return right
        return {"error": "no such shoe"}

    return answers


def printing(shown: Callable[[Fraction], float]) -> Answers:
    """A right engine that gives every number as ``shown`` does."""

    def answers(request: dict[str, Any]) -> dict[str, Any]:
        right = right_answer(request)
        if "counts" in right:
            counts = {name: int(count) for name, count in right["counts"].items()}
            deals = sum(counts.values())
            return {"probabilities": {name: shown(Fraction(count, deals)) for name, count in counts.items()}}
        for key, value in right.items():
            if key in ("expectation", "house_edge", "variance", "fair_odds"):
                return {key: shown(Fraction(value))}
            if key == "removal":
                return {key: {name: shown(Fraction(effect)) for name, effect in value.items()}}
        return right

    return answers
