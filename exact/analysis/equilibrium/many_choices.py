"""The solution for several choices of punto, as in model B3: an exact linear program over banco's best replies.

Punto maximizes its payoff against the best reply over its probabilities p in [0, 1]ⁿ. Each pure strategy k of banco gives
punto an affine payoff c + s·p. The dual program looks for weights λ of banco's pure strategies:

    minimize Σ c λ + Σ μ    with    Σ λ = 1,    Σ s λ − μ + ν = 0 for each choice,    λ, μ, ν ≥ 0.

The revised simplex method solves it in fractions with a basis of n + 1 columns. The prices of a basis are a value and a p;
banco's best reply to p is the strategy whose column improves most, so that no other column is ever written down. The
lexicographic ratio test (Dantzig, Orden and Wolfe 1955) excludes cycles, so every shoe ends, however degenerate.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.equilibrium.game import Game
from exact.analysis.equilibrium.strategies import Strategy, banco_gains, best_reply


class _Column(NamedTuple):
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


def _start(game: Game) -> tuple[list[_Column], list[list[Fraction]]]:
    """A basis with one reply, and for each of its columns the row of the inverse, which begins with the column's level."""
    size = len(game.choices)
    first = _reply_column(game, (Fraction(0),) * size)
    basis, rows = [first], [[Fraction(1), *[Fraction(0)] * size]]
    for index, slope in enumerate(first.entries[1:]):
        sign = -1 if slope > 0 else 1
        basis.append(_bound_column(game, index, sign))
        rows.append([Fraction(-sign * slope), *_unit(size, index, sign)])
    return basis, rows


def _improving(game: Game, basis: Sequence[_Column], rows: Sequence[Sequence[Fraction]]) -> _Column | None:
    """A column that lowers the cost, or `None` at the optimum."""
    value, *prices = _prices(basis, rows)
    for index, price in enumerate(prices):
        if price > 0:  # a negative probability
            return _bound_column(game, index, 1)
        if -price > 1:
            return _bound_column(game, index, -1)
    column = _reply_column(game, tuple(-price for price in prices))
    worth = column.cost - sum((price * entry for price, entry in zip(prices, column.entries[1:], strict=True)), value)
    return column if worth < 0 else None


def _prices(basis: Sequence[_Column], rows: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """The price of each constraint; those of the choices are −p."""
    return [
        sum((column.cost * entry for column, entry in zip(basis, entries, strict=True)), Fraction(0))
        for entries in zip(*rows, strict=True)
    ]


def _pivot(basis: list[_Column], rows: list[list[Fraction]], entering: _Column) -> None:
    """Exchange ``entering`` for the column that reaches 0 first, ties broken lexicographically by the inverse."""
    rates = [
        sum((entry * part for entry, part in zip(row, entering.entries, strict=True)), Fraction(0)) for row in rows
    ]
    ratios = {index: [entry / rate for entry in rows[index]] for index, rate in enumerate(rates) if rate > 0}
    leaving = min(ratios, key=ratios.__getitem__)
    basis[leaving], rows[leaving] = entering, ratios[leaving]
    for index, rate in enumerate(rates):
        if index != leaving and rate:
            rows[index] = [entry - rate * new for entry, new in zip(rows[index], rows[leaving], strict=True)]


def _reply_column(game: Game, punto: Strategy) -> _Column:
    """Banco's best reply to ``punto``, with punto's payoff against it in deals without a natural."""
    reply = best_reply(banco_gains(game, punto))
    nets = [place.draws.net if draws else place.stands.net for place, draws in zip(game.sets, reply, strict=True)]
    constant, *slopes = map(sum, zip(*nets, strict=True))
    return _Column(Fraction(constant), (1, *slopes), reply)


def _bound_column(game: Game, index: int, sign: int) -> _Column:
    """The slack ν (1) or the multiplier μ (−1) of a choice; μ costs 1 because the probability is at most 1."""
    return _Column(Fraction(sign < 0), (0, *map(int, _unit(len(game.choices), index, sign))), None)


def _unit(size: int, index: int, sign: int) -> list[Fraction]:
    return [Fraction(sign * (place == index)) for place in range(size)]
