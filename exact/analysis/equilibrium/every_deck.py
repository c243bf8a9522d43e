"""The equilibrium for every number of decks d: closed forms, and the proof that they hold and that it is the only one.

In a shoe of d decks each count of deals is a sum of products of six linear factors in d, so it is a polynomial of degree
six at most, and its values at seven numbers of decks determine it. Suppose that punto mixes at one choice u, banco at one
information set, and both play pure strategies elsewhere. There banco's gain from drawing is a + b·p, and punto's gain
from drawing at u is s − b·q. So p = −a/b, q = s/b, and every other gain is a quotient of polynomials over b.

The strategies are an equilibrium, and the only one, if b is not 0, p and q lie inside (0, 1), and every other gain has the
sign of the choice that is made: another optimal strategy of banco replies best to p, so it differs only where banco mixes,
and it makes punto indifferent at u, which only q does since b is not 0; the same holds for punto. These are finitely many
signs of polynomials f. If f(n + x) has no negative coefficient and f(n) > 0, then f has no root from n on. The numbers of
decks below are solved one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from math import factorial
from typing import NamedTuple

from exact.analysis.closed_form import ClosedForm, polynomial
from exact.analysis.equilibrium.game import InformationSet, Model, deal_game, hand_text
from exact.analysis.equilibrium.profile import Profile, equilibria_of
from exact.answers.text import Text, _
from exact.engine.derived import DECK
from exact.errors import ExactError
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.lazy import sympy

_MANY = 100
"""A number of decks that plays as all larger ones do; the proof shows that it does."""
_LATEST = 1000
"""The largest number of decks from which a polynomial is tried to have no root."""


class Condition(NamedTuple):
    """A polynomial in d that must be positive for the last era."""

    name: Text
    polynomial: sympy.Poly
    proved_from: int
    """A number n for which f(n + x) has no negative coefficient, and f(n) > 0."""
    fails: tuple[int, ...]
    """The numbers of decks below it for which it is not positive."""


class Era(NamedTuple):
    """Consecutive numbers of decks for which the same choices are mixed, and all others made in the same way."""

    first: int
    last: int | None
    """`None` if it has no end."""
    example: Profile
    """The equilibrium for one of these numbers of decks."""
    choice: int
    """The choice of punto that mixes."""
    place: InformationSet
    """The information set at which banco mixes, with the counts of the example."""
    punto: ClosedForm
    """Punto's probability of drawing there."""
    banco: ClosedForm
    """Banco's probability of drawing there."""
    value: ClosedForm
    """Punto's expected payoff per coup."""


class EveryDeck(NamedTuple):
    """The equilibria of a model for all numbers of decks."""

    model: Model
    eras: tuple[Era, ...]
    conditions: tuple[Condition, ...]
    """What proves the last era."""
    is_unique: bool
    """Whether the equilibrium is the only one for every number of decks."""


def every_deck(model: Model) -> EveryDeck:
    """The closed forms of a model without replacement, with the conditions that prove them.

    Raises `ExactError` for a model with replacement, whose equilibrium is the same for every number of decks.
    """
    if model.replaced:
        raise ExactError("model", model.id, "has the same equilibrium for every number of decks")
    payoffs = _Payoffs(model)
    last = _solved(model, _MANY)
    conditions = tuple(_condition(name, function) for name, function in _Active(payoffs, last).conditions())
    first = 1 + max((decks for condition in conditions for decks in condition.fails), default=0)
    solved = [(decks, _solved(model, decks)) for decks in range(1, first)]
    eras = []
    for _same, members in groupby(solved, key=lambda pair: _pattern_of(pair[1])):
        numbers, profiles = zip(*members, strict=True)
        eras.append(_Active(payoffs, profiles[0]).era(numbers[0], numbers[-1]))
    eras.append(_Active(payoffs, last).era(first, None))
    return EveryDeck(model, tuple(eras), conditions, all(profile.is_strict for _decks, profile in solved))


def _solved(model: Model, decks: int) -> Profile:
    return equilibria_of(deal_game(model, Shoe.of_decks(decks)))[0]


def _pattern_of(profile: Profile) -> tuple[bool | None, ...]:
    """For every choice of both sides whether it is to draw; `None` if it is mixed."""
    return tuple(None if 0 < draws < 1 else draws == 1 for draws in (*profile.punto, *profile.banco))


class _Payoffs:
    """The counts of deals of a model as polynomials in d, by ascending coefficients."""

    def __init__(self, model: Model) -> None:
        games = [deal_game(model, Shoe.of_decks(decks)) for decks in range(1, CARDS + 2)]
        self.naturals = _interpolated([game.naturals[0] - game.naturals[1] for game in games])
        places = list(zip(*(game.sets for game in games), strict=True))
        self.stands = [_columns([place.stands.net for place in same]) for same in places]
        self.gains = [_columns([place.gain for place in same]) for same in places]


class _Active:
    """The polynomials of a profile in which one choice of punto and one set of banco mix."""

    def __init__(self, payoffs: _Payoffs, profile: Profile) -> None:
        self.payoffs, self.profile = payoffs, profile
        (self.choice,) = (index for index, draws in enumerate(profile.punto) if 0 < draws < 1)
        (self.mixed,) = (index for index, draws in enumerate(profile.banco) if 0 < draws < 1)
        self.a, self.b = self._gain(self.mixed)
        self.net, self.slopes = self._pure_net()

    def _fixed(self, constant: sympy.Poly, slopes: Sequence[sympy.Poly]) -> sympy.Poly:
        """An affine function of punto's strategy, if punto stands where it mixes."""
        drawn = (slope for slope, draws in zip(slopes, self.profile.punto, strict=True) if draws == 1)
        return sum(drawn, constant)

    def _gain(self, index: int) -> tuple[sympy.Poly, sympy.Poly]:
        """Banco's gain from drawing at a set, if punto stands where it mixes; and the coefficient of punto's probability."""
        constant, *slopes = map(polynomial, self.payoffs.gains[index])
        return self._fixed(constant, slopes), slopes[self.choice]

    def _pure_net(self) -> tuple[sympy.Poly, list[sympy.Poly]]:
        """Punto's net wins if both stand where they mix, and its gains from drawing if banco stands where it mixes."""
        size = CARDS + 1
        total = [[0] * size for _ in range(1 + len(self.profile.punto))]
        for index, draws in enumerate(self.profile.banco):
            for row, stands, gain in zip(total, self.payoffs.stands[index], self.payoffs.gains[index], strict=True):
                for power in range(size):
                    row[power] += stands[power] - (gain[power] if draws == 1 else 0)
        constant, *slopes = map(polynomial, total)
        return self._fixed(constant + polynomial(self.payoffs.naturals), slopes), slopes

    def era(self, first: int, last: int | None) -> Era:
        """The closed forms for these numbers of decks."""
        deals = polynomial((1,))
        for taken in range(CARDS):
            deals *= polynomial((-taken, DECK))
        s = self.slopes[self.choice]
        return Era(
            first,
            last,
            self.profile,
            self.choice,
            self.profile.game.sets[self.mixed],
            _reduced(-self.a, self.b),
            _reduced(s, self.b),
            _reduced(self.net * self.b - s * self.a, self.b * deals),
        )

    def conditions(self) -> Iterator[tuple[Text, sympy.Poly]]:
        """Every polynomial that must be positive, with a name."""
        game, sign = self.profile.game, 1 if self.b.LC() > 0 else -1
        a, b, s = sign * self.a, sign * self.b, sign * self.slopes[self.choice]
        yield _("the kernel is regular"), b
        yield (
            _("the value is below 0"),
            s * a - self.net * b,
        )  # so the kernel is regular as a 2 x 2 matrix of payoffs, too
        yield _("punto draws sometimes"), -a
        yield _("punto stands sometimes"), a + b
        yield _("banco draws sometimes"), s
        yield _("banco stands sometimes"), b - s
        for index, (place, draws) in enumerate(zip(game.sets, self.profile.banco, strict=True)):
            if index != self.mixed:
                fixed, slope = self._gain(index)
                gain = fixed * b - slope * a
                against = _("no third card") if place.third is None else place.third
                name = _("banco with {hand} against {third}", hand=hand_text(place.hand), third=against)
                yield name, gain if draws else -gain
        slopes = [polynomial(row) for row in self.payoffs.gains[self.mixed][1:]]
        for index, (hand, draws) in enumerate(zip(game.choices, self.profile.punto, strict=True)):
            if index != self.choice:
                gain = self.slopes[index] * b - slopes[index] * s
                yield _("punto with {hand}", hand=hand_text(hand)), gain if draws else -gain


def _condition(name: Text, function: sympy.Poly) -> Condition:
    for start in range(1, _LATEST):
        coefficients = function.shift(start).all_coeffs()
        if min(coefficients) >= 0 and coefficients[-1] > 0:
            fails = tuple(decks for decks in range(1, start) if function.eval(decks) <= 0)
            return Condition(name, function, start, fails)
    raise ExactError("decks", _LATEST, f"are too few for a proof of the condition {name}")


def _columns(rows: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    return [_interpolated(column) for column in zip(*rows, strict=True)]


def _interpolated(values: Sequence[int]) -> tuple[int, ...]:
    """The coefficients of the polynomial of degree six at most with these values at 1, 2, … 7 decks, by Newton's differences."""
    scaled, differences = [0] * len(values), list(values)
    for basis in _newton_basis():
        scaled = [total + differences[0] * part for total, part in zip(scaled, basis, strict=True)]
        differences = [after - before for before, after in pairwise(differences)]
    return tuple(total // factorial(CARDS) for total in scaled)


@cache
def _newton_basis() -> list[list[int]]:
    """The coefficients of (d − 1)(d − 2)…(d − k) · 6!/k!, for k from 0 to 6."""
    basis, product = [], [1] + [0] * CARDS
    for order in range(CARDS + 1):
        basis.append([part * factorial(CARDS) // factorial(order) for part in product])
        product = [low - (order + 1) * part for low, part in zip([0, *product[:-1]], product, strict=True)]
    return basis


def _reduced(above: sympy.Poly, below: sympy.Poly) -> ClosedForm:
    """The quotient in lowest terms."""
    return ClosedForm(*(tuple(map(int, reversed(part.all_coeffs()))) for part in above.cancel(below, include=True)))
