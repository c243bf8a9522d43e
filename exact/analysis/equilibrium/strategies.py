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

NO_COMMISSION = Fraction(0)
Strategy = tuple[Fraction, ...]
Gains = tuple[Fraction | None, ...]
"""For each choice of a side the gain from drawing over standing per coup; `None` where the shoe cannot lead."""


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


def banco_wins(game: Game, punto: Strategy, banco: Strategy) -> Fraction:
    """The probability that banco wins, and with a commission pays it."""
    weights = weights_of(punto)
    wins = Fraction(game.naturals[1] * weights[0])
    for place, draws in zip(game.sets, banco, strict=True):
        wins += at(place.stands.banco, weights) - draws * at(place.charged, weights)
    return wins / (weights[0] * game.deals)


def banco_gains(game: Game, punto: Strategy, commission: Fraction = NO_COMMISSION) -> Gains:
    """At each of its information sets, banco's gain from drawing over standing; `None` where the shoe cannot lead.

    ``commission`` is the share of its wins that banco pays to the house.
    """
    weights = weights_of(punto)
    scale = weights[0] * game.deals
    return tuple(
        (at(place.gain, weights) + commission * at(place.charged, weights)) / scale if place.reachable else None
        for place in game.sets
    )


def punto_gains(game: Game, banco: Strategy) -> Gains:
    """At each of its choices, punto's gain from drawing over standing; `None` for a hand that the shoe cannot deal."""
    gains = [Fraction(0)] * len(game.choices)
    for place, draws in zip(game.sets, banco, strict=True):
        for index, (stands, gain) in enumerate(zip(place.stands.net[1:], place.gain[1:], strict=True)):
            if stands or gain:
                gains[index] += stands - draws * gain
    return tuple(gain / game.deals if deals else None for gain, deals in zip(gains, game.reached, strict=True))


def best_reply(gains: Gains) -> Strategy:
    """The best reply with these gains from drawing: draw where that gains, else stand."""
    return tuple(Fraction(bool(gain and gain > 0)) for gain in gains)


def missed(strategy: Strategy, gains: Gains) -> Fraction:
    """What a side could gain per coup by its best reply instead of ``strategy``."""
    lost = Fraction(0)
    for draws, gain in zip(strategy, gains, strict=True):
        if gain:
            lost += gain * (1 - draws) if gain > 0 else -gain * draws
    return lost
