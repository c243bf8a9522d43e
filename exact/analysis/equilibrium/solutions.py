"""Equilibria of the game by three methods, all in fractions.

One choice of punto (models A1, B1 and B2), by Foster's argument (1964): for punto's probability p of drawing on 5,
banco's better choice at an information set changes at most once as p grows, at a threshold. So what punto gets against
the best reply is a concave, piecewise linear function of p with its breaks among the thresholds, and the value is its
maximum. At an inner maximum, banco mixes where it is indifferent, so that punto's slope is 0.

Several choices of punto, as in model B3, by an exact linear program over banco's best replies: punto maximizes its
payoff against the best reply over its probabilities p in [0, 1]ⁿ. Each pure strategy k of banco gives punto an affine
payoff c + s·p. The dual program looks for weights λ of banco's pure strategies:

    minimize Σ c λ + Σ μ    with    Σ λ = 1,    Σ s λ − μ + ν = 0 for each choice,    λ, μ, ν ≥ 0.

The revised simplex method solves it with a basis of n + 1 columns. The prices of a basis are a value and a p; banco's
best reply to p is the strategy whose column improves most, so that no other column is ever written down.

With a commission, payoffs no longer add up to 0. The third method finds an equilibrium among a few pure strategies of
each side by Lemke and Howson's algorithm (1964), adds every best reply that is missing, and repeats until none is.

In both programs the lexicographic ratio test (Dantzig, Orden and Wolfe 1955) excludes cycles, so every shoe ends,
however degenerate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from operator import mul
from typing import NamedTuple

from exact.analysis.equilibrium.game import (
    Game,
    Strategy,
    banco_gains,
    banco_wins,
    best_reply,
    missed,
    payoff_against,
    punto_gains,
    value_of,
)


def one_choice_equilibria(game: Game, commission: Fraction) -> Iterator[tuple[Strategy, Strategy]]:
    """Every equilibrium if banco pays ``commission`` on its wins, by punto's probability, the least first.

    With a commission, punto's slope need not fall any more, so that it may be 0 at several thresholds. Where several
    sets of banco are indifferent at once, or the slope is 0 between two thresholds, one equilibrium stands for all with
    that probability, or with one between the two.
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
        if slope and min(0, -slope) <= constant <= max(0, -slope):
            changing.setdefault(Fraction(-constant, slope), []).append(index)
        reply.append(Fraction(constant > 0 or (constant == 0 and slope < 0)))
    return changing, reply


def _slope(game: Game, banco: Sequence[Fraction]) -> Fraction:
    """What punto's payoff grows by with its probability of drawing, in deals."""
    return sum(
        (place.stands.net[1] - draws * place.gain[1] for place, draws in zip(game.sets, banco, strict=True)),
        Fraction(0),
    )


def _levelled(game: Game, after: Sequence[Fraction], before: Sequence[Fraction]) -> Strategy:
    """The reply just ``after`` the optimum, moved set by set to that just ``before`` it until punto's slope is 0."""
    levelled, slope = list(after), _slope(game, after)
    for index, place in enumerate(game.sets):
        change = (after[index] - before[index]) * place.gain[1]
        if change and slope:
            share = min(Fraction(1), -slope / change)
            levelled[index] += share * (before[index] - after[index])
            slope += share * change
    return tuple(levelled)


class _ProgramColumn(NamedTuple):
    cost: Fraction
    entries: tuple[int, ...]
    """For the sum of the weights, then for each choice of punto."""
    reply: Strategy | None
    """The pure strategy whose weight it is; `None` for a μ or a ν."""


def solve_many_choices(game: Game) -> tuple[Strategy, Strategy]:
    """An equilibrium, for any number of choices of punto and any shoe."""
    basis, rows = _start(game)
    while (entering := _improving(game, basis, rows)) is not None:
        _pivot(basis, rows, entering)
    punto = tuple(-price for price in _prices(basis, rows)[1:])
    banco = [Fraction(0)] * len(game.sets)
    for column, row in zip(basis, rows, strict=True):
        if column.reply is not None:
            banco = [sum_ + row[0] * draws for sum_, draws in zip(banco, column.reply, strict=True)]
    return punto, tuple(banco)


def _start(game: Game) -> tuple[list[_ProgramColumn], list[list[Fraction]]]:
    """A basis with one reply, and for each column its row of the inverse, which begins with the column's level."""
    size = len(game.choices)
    first = _reply_column(game, (Fraction(0),) * size)
    basis, rows = [first], [[Fraction(1), *[Fraction(0)] * size]]
    for index, slope in enumerate(first.entries[1:]):
        sign = -1 if slope > 0 else 1
        basis.append(_bound_column(game, index, sign))
        rows.append([Fraction(-sign * slope), *_unit(size, index, sign)])
    return basis, rows


def _improving(
    game: Game, basis: Sequence[_ProgramColumn], rows: Sequence[Sequence[Fraction]]
) -> _ProgramColumn | None:
    """A column that lowers the cost, or `None` at the optimum."""
    value, *prices = _prices(basis, rows)
    for index, price in enumerate(prices):
        if price > 0:  # a negative probability
            return _bound_column(game, index, 1)
        if -price > 1:
            return _bound_column(game, index, -1)
    column = _reply_column(game, tuple(-price for price in prices))
    worth = column.cost - sum(map(mul, prices, column.entries[1:]), value)
    return column if worth < 0 else None


def _prices(basis: Sequence[_ProgramColumn], rows: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """The price of each constraint; those of the choices are −p."""
    costs = [column.cost for column in basis]
    return [sum(map(mul, costs, entries), Fraction(0)) for entries in zip(*rows, strict=True)]


def _pivot(basis: list[_ProgramColumn], rows: list[list[Fraction]], entering: _ProgramColumn) -> None:
    """Exchange ``entering`` for the column that reaches 0 first."""
    rates = [sum(map(mul, row, entering.entries), Fraction(0)) for row in rows]
    basis[_eliminate(rows, rates)] = entering


def _eliminate(rows: list[list[Fraction]], rates: Sequence[Fraction]) -> int:
    """Solve for the variable that takes ``rates`` from the rows, in the row that reaches 0 first; return its index.

    A row begins with its level and the inverse of the basis: by them ties are broken lexicographically.
    """
    ratios = {index: [entry / rate for entry in rows[index]] for index, rate in enumerate(rates) if rate > 0}
    leaving = min(ratios, key=lambda index: ratios[index][: 1 + len(rows)])
    rows[leaving] = ratios[leaving]
    for index, rate in enumerate(rates):
        if index != leaving and rate:
            rows[index] = [entry - rate * new for entry, new in zip(rows[index], rows[leaving], strict=True)]
    return leaving


def _reply_column(game: Game, punto: Strategy) -> _ProgramColumn:
    """Banco's best reply to ``punto``, with punto's payoff against it in deals."""
    reply = best_reply(banco_gains(game, punto))
    constant, *slopes = payoff_against(game, reply)
    return _ProgramColumn(Fraction(constant), (1, *slopes), reply)


def _bound_column(game: Game, index: int, sign: int) -> _ProgramColumn:
    """The slack ν (1) or the multiplier μ (−1) of a choice; μ costs 1 because the probability is at most 1."""
    return _ProgramColumn(Fraction(sign < 0), (0, *map(int, _unit(len(game.choices), index, sign))), None)


def _unit(size: int, index: int, sign: int) -> list[Fraction]:
    return [Fraction(sign * (place == index)) for place in range(size)]


Matrix = list[list[Fraction]]


def solve_with_commission(game: Game, commission: Fraction) -> tuple[Strategy, Strategy]:
    """An equilibrium if banco pays ``commission`` on its wins."""
    puntos: list[Strategy] = [tuple(Fraction(deals > 0) for deals in game.reached)]  # other hands always stand
    bancos: list[Strategy] = [best_reply(banco_gains(game, puntos[0], commission))]

    @cache
    def payoffs(punto: Strategy, banco: Strategy) -> tuple[Fraction, Fraction]:
        net = value_of(game, punto, banco)
        return net, -net - commission * banco_wins(game, punto, banco)

    while True:
        first, second = ([[payoffs(p, b)[side] for b in bancos] for p in puntos] for side in (0, 1))
        weights = lemke_howson(first, second)
        punto, banco = _mixture(puntos, weights[0]), _mixture(bancos, weights[1])
        gains = punto_gains(game, banco), banco_gains(game, punto, commission)
        if missed(punto, gains[0]) == missed(banco, gains[1]) == 0:
            return punto, banco
        for strategies, reply in ((puntos, best_reply(gains[0])), (bancos, best_reply(gains[1]))):
            if reply not in strategies:
                strategies.append(reply)


def _mixture(strategies: Sequence[Strategy], weights: Sequence[Fraction]) -> Strategy:
    """The probabilities of drawing of pure strategies played with these weights."""
    return tuple(sum(map(mul, weights, choice), Fraction(0)) for choice in zip(*strategies, strict=True))


def lemke_howson(first: Matrix, second: Matrix) -> tuple[list[Fraction], list[Fraction]]:
    """An equilibrium, as two mixed strategies, of the game with these payoffs of the row and of the column player."""
    rows, columns = range(len(first)), range(len(first), len(first) + len(first[0]))
    least = min(map(min, (*first, *second))) - 1  # the method wants payoffs above 0
    to_columns = [[entry - least for entry in column] for column in zip(*second, strict=True)]
    to_rows = [[entry - least for entry in row] for row in first]
    row_player, column_player = _Constraints(to_columns, columns, rows), _Constraints(to_rows, rows, columns)
    label, tableau, other = rows[0], row_player, column_player
    while (label := tableau.exchange(label)) != rows[0]:
        tableau, other = other, tableau
    return row_player.strategy(rows), column_player.strategy(columns)


class _Constraints:
    """The constraints payoffs · x + slacks = 1 on one player's weights x, at least 0 like the slacks.

    A label stands for a pure strategy of either player: its weight here if it is this player's, else its slack.
    """

    def __init__(self, payoffs: Matrix, slacks: Sequence[int], weights: Sequence[int]) -> None:
        size = len(payoffs)
        self.basis = list(slacks)
        self.columns = {label: 1 + index for index, label in enumerate((*slacks, *weights))}
        self.rows = [[Fraction(1), *(Fraction(i == j) for j in range(size)), *payoffs[i]] for i in range(size)]

    def exchange(self, entering: int) -> int:
        """Bring a label into the basis; the label that leaves it."""
        column = self.columns[entering]
        index = _eliminate(self.rows, [row[column] for row in self.rows])
        leaving, self.basis[index] = self.basis[index], entering
        return leaving

    def strategy(self, labels: Sequence[int]) -> list[Fraction]:
        """The weights of these labels as probabilities."""
        levels = {label: row[0] for label, row in zip(self.basis, self.rows, strict=True)}
        weights = [levels.get(label, Fraction(0)) for label in labels]
        return [weight / sum(weights) for weight in weights]
