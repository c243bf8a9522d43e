"""Strategies of the game, what they are worth, and the best replies to them.

A strategy is a probability of drawing for each choice of the side: punto's in the order of ``game.choices``, banco's in the
order of ``game.sets``. Gains are per coup: the probability of getting there is a factor of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import mul

from exact.analysis.equilibrium.game import Affine, Game

Strategy = tuple[Fraction, ...]


def at(function: Affine, weights: Sequence[int]) -> int:
    """The value of an affine function times ``weights[0]``, for the strategy with `weights`."""
    return sum(map(mul, function, weights))


def weights_of(punto: Sequence[Fraction]) -> tuple[int, ...]:
    """A strategy of punto as whole numbers, each to be divided by the first."""
    common = lcm(*(probability.denominator for probability in punto))
    return common, *(int(probability * common) for probability in punto)


def value_of(game: Game, punto: Strategy, banco: Strategy) -> Fraction:
    """Punto's expected payoff per coup."""
    weights = weights_of(punto)
    wins, losses = game.naturals
    net = Fraction((wins - losses) * weights[0])
    for place, draws in zip(game.sets, banco, strict=True):
        net += at(place.stands.net, weights) - draws * at(place.gain, weights)
    return net / (weights[0] * game.deals)


def banco_gains(game: Game, punto: Strategy) -> tuple[Fraction | None, ...]:
    """At each of its information sets, banco's gain from drawing over standing; `None` where the shoe cannot lead."""
    weights = weights_of(punto)
    scale = weights[0] * game.deals
    return tuple(Fraction(at(place.gain, weights), scale) if place.reachable else None for place in game.sets)


def punto_gains(game: Game, banco: Strategy) -> tuple[Fraction | None, ...]:
    """At each of its choices, punto's gain from drawing over standing; `None` for a hand that the shoe cannot deal."""
    gains = [Fraction(0)] * len(game.choices)
    for place, draws in zip(game.sets, banco, strict=True):
        for index, (stands, gain) in enumerate(zip(place.stands.net[1:], place.gain[1:], strict=True)):
            if stands or gain:
                gains[index] += stands - draws * gain
    return tuple(gain / game.deals if deals else None for gain, deals in zip(gains, game.reached, strict=True))


def best_reply(gains: Sequence[Fraction | None]) -> Strategy:
    """The best reply with these gains from drawing: draw where that gains, else stand."""
    return tuple(Fraction(bool(gain and gain > 0)) for gain in gains)
