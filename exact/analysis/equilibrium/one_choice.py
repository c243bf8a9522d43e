"""The solution for one choice of punto, by Foster's argument (1964): models A1, B1 and B2.

For punto's probability p of drawing on 5, banco's better choice at an information set changes at most once as p grows, at
a threshold. So what punto gets against the best reply is a concave, piecewise linear function of p with its breaks among the
thresholds, and the value is its maximum. At an inner maximum, banco mixes where it is indifferent, so that punto's slope is 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from exact.analysis.equilibrium.game import Game, InformationSet
from exact.analysis.equilibrium.strategies import Strategy, banco_gains, best_reply


def threshold(place: InformationSet) -> Fraction | None:
    """The probability in (0, 1) at which banco's better choice changes, if there is one."""
    constant, slope = place.gain
    if slope and 0 < (crossing := Fraction(-constant, slope)) < 1:
        return crossing
    return None


def solve_one_choice(game: Game) -> tuple[Strategy, Strategy]:
    """An equilibrium: punto's least optimal probability, and a strategy of banco that mixes at one set at most."""
    breaks = {crossing for place in game.sets if (crossing := threshold(place)) is not None}
    candidates = [Fraction(0), *sorted(breaks), Fraction(1)]
    past = bisect_left(
        candidates, True, hi=len(candidates) - 1, key=lambda at: _slope(game, _reply(game, at, True)) <= 0
    )
    optimum = candidates[past]
    if optimum == 1:
        return (optimum,), _reply(game, optimum, False)
    after = _reply(game, optimum, True)
    if optimum == 0:
        return (optimum,), after
    return (optimum,), _levelled(game, after, _reply(game, optimum, False))


def _reply(game: Game, at: Fraction, after: bool) -> Strategy:
    """Banco's best reply to the probability ``at``; where it is indifferent, what is best just ``after`` it or else before."""
    replies = []
    for place in game.sets:
        constant, slope = place.gain
        gain = constant + slope * at
        replies.append(Fraction(gain > 0 or (gain == 0 and (slope > 0 if after else slope < 0))))
    return tuple(replies)


def _slope(game: Game, banco: Sequence[Fraction]) -> Fraction:
    """What punto's payoff grows by with its probability of drawing, in deals."""
    return sum(
        (place.stands.net[1] - draws * place.gain[1] for place, draws in zip(game.sets, banco, strict=True)),
        Fraction(0),
    )


def _levelled(game: Game, after: Sequence[Fraction], before: Sequence[Fraction]) -> Strategy:
    """Banco's reply just ``after`` the optimum, moved set by set to that just ``before`` it until punto's slope is 0."""
    levelled, slope = list(after), _slope(game, after)
    for index, place in enumerate(game.sets):
        change = (after[index] - before[index]) * place.gain[1]
        if change and slope:
            share = min(Fraction(1), -slope / change)
            levelled[index] += share * (before[index] - after[index])
            slope += share * change
    return tuple(levelled)


def one_choice_equilibria(game: Game, commission: Fraction) -> Iterator[tuple[Strategy, Strategy]]:
    """Every equilibrium if banco pays ``commission`` on its wins, by punto's probability.

    Punto's slope need not fall any more, so that it may be 0 at several thresholds. Where several sets of banco are
    indifferent at once, or the slope is 0 between two thresholds, one equilibrium stands for all with that probability, or
    with one between the two.
    """
    if game.reached == (0,):  # the shoe cannot deal the hand, so that every probability would do
        yield (Fraction(0),), best_reply(banco_gains(game, (Fraction(0),), commission))
        return
    changing, reply = _changes(game, commission)
    slope = _slope(game, reply)
    for at, following in zip_longest(sorted(changing), sorted(changing)[1:]):
        jumps = {index: (2 * reply[index] - 1) * game.sets[index].gain[1] for index in changing[at]}
        lowest, highest = list(reply), list(reply)
        for index, jump in jumps.items():
            (lowest if jump < 0 else highest)[index] = 1 - reply[index]
            reply[index] = 1 - reply[index]
        low = slope + sum(min(jump, Fraction(0)) for jump in jumps.values())
        high = slope + sum(max(jump, Fraction(0)) for jump in jumps.values())
        if (low <= 0 or at == 1) and (high >= 0 or at == 0):
            yield (at,), tuple(lowest) if at == 0 else tuple(highest) if at == 1 else _levelled(game, lowest, highest)
        slope += sum(jumps.values())
        if slope == 0 and following is not None:
            yield ((at + following) / 2,), tuple(reply)


def _changes(game: Game, commission: Fraction) -> tuple[dict[Fraction, list[int]], list[Fraction]]:
    """The sets of banco whose better choice changes at 0, at 1 or at a threshold between; and the reply before 0."""
    whole, part = commission.denominator, commission.numerator
    changing: dict[Fraction, list[int]] = {Fraction(0): [], Fraction(1): []}
    reply = []
    for index, place in enumerate(game.sets):
        constant, slope = (gain * whole + less * part for gain, less in zip(place.gain, place.charged, strict=True))
        if slope and 0 <= Fraction(-constant, slope) <= 1:
            changing.setdefault(Fraction(-constant, slope), []).append(index)
        reply.append(Fraction(constant > 0 or (constant == 0 and slope < 0)))
    return changing, reply
