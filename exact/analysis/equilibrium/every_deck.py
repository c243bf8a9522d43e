"""Chemin de fer for every number of decks d: the equilibrium as rational functions of d, and that it is the only one.

With d full decks, each number of deals of a game is a sum of products of at most six factors a·d − b with whole a and
b: a polynomial in d of degree six at most, which its values at seven numbers of decks determine.

Punto mixes at one choice and banco at one information set; the solution for many decks shows at which. Banco is
indifferent at its set for one probability of punto only, a quotient of such polynomials, and punto for one of banco.
These are an equilibrium, and the only one, if some quotients of polynomials are positive (`StatementSubject`).

A quotient is positive for all d ≥ s if its numerator and its denominator in powers of d − s have no negative
coefficient and a positive constant; for large s, that is so for every quotient that is positive for large d. Games with
fewer decks than the largest such s are solved one by one; each era of decks with the same decisions has closed forms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import count, groupby
from math import factorial
from operator import mul
from typing import NamedTuple

from exact.analysis.closed_form import DECKS, ClosedForm, ascending, polynomial, reduced
from exact.analysis.equilibrium.game import Affine, Game, InformationSet, Model, Strategy, deal_game, payoff_against
from exact.analysis.equilibrium.solutions import Profile, equilibrium
from exact.errors import ExactError
from exact.game import CARDS, Side
from exact.game.shoe import Shoe
from exact.lazy import sympy
from exact.records import Record

_NODES = range(1, CARDS + 2)
_MANY_DECKS = 100  # no proof rests on the choice: a wrong one proves nothing


class StatementSubject(Enum):
    """A quantity that must be positive in the only equilibrium."""

    MARGIN = "margin"  #: What the better choice at a decision gains per coup over the other
    DRAWS = "draws"  #: The probability of drawing at a mixed decision
    STANDS = "stands"
    INTERACTION = "interaction"
    """By how much banco's gain per coup at its mixed set changes, without the sign, if punto draws at its mixed choice:
    if it is not 0, each of the two linear equations for probabilities has one solution.
    """
    LOSS = "loss"
    """What punto loses per coup: times the interaction, the size of the determinant of the 2 × 2 matrix at the mixes.
    """


class Statement(Record):
    """A quotient is positive for all real d ≥ ``start``."""

    subject: StatementSubject
    side: Side | None
    position: int | None
    form: ClosedForm
    start: int

    @property
    def certificate(self) -> ClosedForm:
        """Both parts in powers of d − ``start``: no coefficient is negative, and the constants are positive."""
        return _shifted(self.form, self.start)


class Era(Record):
    """Consecutive numbers of decks with the same decisions mixed, and all others made in the same way."""

    first: int
    last: int | None  #: `None` if it has no end
    example: Profile
    choice: int  #: The index in ``game.choices`` of the one at which punto mixes
    place: InformationSet  #: The one at which banco mixes, with the counts of the example
    punto: ClosedForm
    banco: ClosedForm  #: The probabilities of drawing there
    value: ClosedForm


class EveryDeck(NamedTuple):
    """The equilibria of a model for all numbers of decks."""

    model: Model
    eras: tuple[Era, ...]
    statements: tuple[Statement, ...]
    is_unique: bool


@cache
def every_deck(model: Model) -> EveryDeck:
    """The closed forms of a model without replacement, with their proof; raises `ExactError` for another model."""
    if model.replaced:
        raise ExactError("model", model.id, "has the same equilibrium for every number of decks")
    games = [deal_game(model, Shoe.of_decks(decks)) for decks in _NODES]
    gains = [_affine([place.gain for place in same]) for same in zip(*(game.sets for game in games), strict=True)]
    last = _Kernel(games, gains, equilibrium(model, Shoe.of_decks(_MANY_DECKS)))
    statements = tuple(last.statements())
    start = max(statement.start for statement in statements)
    fewer = [equilibrium(model, Shoe.of_decks(decks)) for decks in range(1, start)]
    eras = []

    def pure_decisions(member: tuple[int, Profile]) -> list[Fraction | None]:
        return [None if 0 < draws < 1 else draws for draws in (*member[1].punto, *member[1].banco)]

    for _same, members in groupby(enumerate(fewer, start=1), key=pure_decisions):
        numbers, profiles = zip(*members, strict=True)
        eras.append(_Kernel(games, gains, profiles[0]).era(numbers[0], numbers[-1]))
    eras.append(last.era(start, None))
    is_unique = all(one.is_strict and None not in (*one.punto_gains, *one.banco_gains) for one in fewer)
    return EveryDeck(model, tuple(eras), statements, is_unique)


class _Kernel:
    """Strategies that mix where ``solution`` does, as quotients of polynomials in d."""

    def __init__(self, games: Sequence[Game], gains: list[list[sympy.Poly]], solution: Profile) -> None:
        self.solution, self.gains = solution, gains
        [self.choice] = _mixed(solution.punto)
        [self.set] = _mixed(solution.banco)
        self.deals = _interpolated([game.deals for game in games])
        self.payoff = _affine([payoff_against(game, solution.banco) for game in games])
        pure = list(map(int, solution.punto))  # 0 for the probability that mixes
        self.slope = self.gains[self.set][1 + self.choice]
        self.punto = reduced(-_at(self.gains[self.set], [1, *pure]), self.slope)
        self.banco = reduced(self.payoff[1 + self.choice], self.slope)
        above, below = map(polynomial, self.punto)
        self.weights = [below, *(draws * below for draws in pure)]
        """Punto's strategy as polynomials, each to be divided by the first."""
        self.weights[1 + self.choice] = above

    def era(self, first: int, last: int | None) -> Era:
        """The closed forms. Where banco mixes, punto's payoff is the same as if it stood."""
        value = self._per_coup(_at(self.payoff, self.weights), self.weights[0])
        place = self.solution.game.sets[self.set]
        return Era(first, last, self.solution, self.choice, place, self.punto, self.banco, value)

    def statements(self) -> Iterator[Statement]:
        """What proves that the strategies are the only equilibrium."""
        above, scale = map(polynomial, self.banco)
        for index, draws in enumerate(self.solution.punto):
            if index != self.choice:
                gain = self.payoff[1 + index] * scale - self.gains[self.set][1 + index] * above
                margin = self._per_coup(gain if draws else -gain, scale)
                yield _statement(StatementSubject.MARGIN, Side.PUNTO, index, margin)
        scale = self.weights[0]
        for index, draws in enumerate(self.solution.banco):
            if index != self.set:
                gain = _at(self.gains[index], self.weights)
                margin = self._per_coup(gain if draws else -gain, scale)
                yield _statement(StatementSubject.MARGIN, Side.BANCO, index, margin)
        for side, index, form in ((Side.PUNTO, self.choice, self.punto), (Side.BANCO, self.set, self.banco)):
            above, below = map(polynomial, form)
            yield _statement(StatementSubject.DRAWS, side, index, form)
            yield _statement(StatementSubject.STANDS, side, index, reduced(below - above, below))
        sign = 1 if self.slope.LC() > 0 else -1
        yield _statement(StatementSubject.INTERACTION, None, None, self._per_coup(sign * self.slope, polynomial([1])))
        yield _statement(StatementSubject.LOSS, None, None, self._per_coup(-_at(self.payoff, self.weights), scale))

    def _per_coup(self, deals: sympy.Poly, scale: sympy.Poly) -> ClosedForm:
        return reduced(deals, scale * self.deals)


def _statement(subject: StatementSubject, side: Side | None, position: int | None, form: ClosedForm) -> Statement:
    """That ``form`` is positive, from the least whole s ≥ 1 where its coefficients in powers of d − s prove it."""
    if form.numerator[-1] <= 0:
        raise ArithmeticError(f"the quotient {form} is not positive for large {DECKS}")
    start = next(s for s in count(1) if all(part[0] > 0 and min(part) >= 0 for part in _shifted(form, s)))
    return Statement(subject, side, position, form, start)


def _shifted(form: ClosedForm, start: int) -> ClosedForm:
    return ClosedForm(*(ascending(polynomial(part).shift(start)) for part in form))


def _mixed(strategy: Strategy) -> list[int]:
    return [index for index, draws in enumerate(strategy) if 0 < draws < 1]


def _at(function: Sequence[sympy.Poly], weights: Sequence[sympy.Poly | int]) -> sympy.Poly:
    return sum((part * weight for part, weight in zip(function, weights, strict=True)), polynomial([0]))


def _affine(functions: Sequence[Affine]) -> list[sympy.Poly]:
    """An affine function whose parts are polynomials, from those for the numbers of decks in `_NODES`."""
    return [_interpolated(values) for values in zip(*functions, strict=True)]


def _interpolated(values: Sequence[int]) -> sympy.Poly:
    """The polynomial with these values at `_NODES`, times 6!, which cancels in every quotient."""
    return polynomial([sum(map(mul, values, weights)) for weights in _coefficient_weights()])


@cache
def _coefficient_weights() -> list[list[int]]:
    """For each coefficient of such a polynomial, the weights of its values: Vandermonde's inverse."""
    powers = sympy.Matrix([[node**power for power in range(len(_NODES))] for node in _NODES])
    return [[int(weight) for weight in row] for row in (factorial(CARDS) * powers.inv()).tolist()]
