"""Equilibria as functions of the commission: piecewise rational, with exact breakpoints.

With commission α banco gains (a + bα) + (c + dα) p from drawing at an information set. Where it mixes there, punto's
probability p is a quotient of two linear functions of α; banco's, which makes punto indifferent, does not depend on α.
Such an equilibrium lasts until another gain changes its sign: at a root of a polynomial of degree 2 at most.

For one choice of punto, the thresholds p of two sets meet at roots of such polynomials too. Between neighbours among
all these roots nothing changes its order, so the equilibria at one commission between them stand for all.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, pairwise
from math import gcd, isqrt
from typing import NamedTuple

from exact.analysis.equilibrium.game import Game, InformationSet, at, weights_of
from exact.analysis.equilibrium.solutions import Profile, equilibria
from exact.errors import ExactError
from exact.records import Record

Linear = tuple[int, int]  # the coefficients of 1 and α
Quadratic = tuple[int, int, int]  # the coefficients of 1, α and α²


class Breakpoint(NamedTuple):
    """A rational number, or an irrational root of a polynomial of degree 2."""

    value: Fraction  #: If irrational, an approximation closer than any other breakpoint of the same game can be
    polynomial: Quadratic | None = None
    """The primitive polynomial of an irrational number, with a leading coefficient above 0."""
    sign: int = 0  #: Its smaller root (−1) or the larger one (1)

    @property
    def text(self) -> str:
        """The number exactly: ``1/20``, or ``(-3 + sqrt(17))/4``."""
        if self.polynomial is None:
            return str(self.value)
        c, b, a = self.polynomial
        return f"({-b} {'+' if self.sign > 0 else '-'} sqrt({b * b - 4 * a * c}))/{2 * a}"


class EquilibriumPiece(Record):
    """An equilibrium as a function of the commission."""

    low: Breakpoint
    high: Breakpoint
    example: Profile
    choice: int | None
    """The choice of punto that makes banco indifferent at ``place``; `None` if punto's strategy is constant."""
    place: InformationSet | None
    above: Linear
    below: Linear  #: Punto's probability of drawing is ``above`` over ``below``


def pieces_between(game: Game, low: Fraction, high: Fraction) -> list[EquilibriumPiece]:
    """Every equilibrium (one, if punto has several choices) by the commission; `ExactError` if a side mixes twice."""
    if len(game.choices) > 1:
        return list(_path(game, low, high))
    ends = sorted({low, high, *(meeting.value for meeting in _meetings(game, low, high))})
    pieces: dict[tuple[object, ...], EquilibriumPiece] = {}
    for start, end in pairwise(ends):
        for profile in equilibria(game, _between(start, end)):
            piece = _piece(profile, low, high)
            punto = profile.punto if piece.place is None else (piece.above, piece.below)
            pieces[piece.low, piece.high, punto, profile.banco] = piece
    return sorted(pieces.values(), key=lambda piece: (piece.low, piece.high))


def _path(game: Game, low: Fraction, high: Fraction) -> Iterator[EquilibriumPiece]:
    reached, beyond = low, high
    while reached < high:
        piece = _piece(equilibria(game, _between(reached, beyond))[0], low, high)
        if piece.low.value > reached:  # another piece lies between
            beyond = piece.low.value
            continue
        yield piece
        reached, beyond = piece.high.value, high


def _piece(profile: Profile, low: Fraction, high: Fraction) -> EquilibriumPiece:
    choices = [index for index, draws in enumerate(profile.punto) if 0 < draws < 1]
    choice = choices[0] if len(choices) == 1 else None
    place = _indifferent(profile, choice)
    above, below = (0, 0), (1, 0)
    conditions: list[Quadratic] = []
    if place is None:  # then punto's strategy is tried as a constant
        choice = None
    else:
        (zero, rising), below = _gain(place, profile, choice)
        above = -zero, -rising
        conditions = [(*above, 0), (below[0] - above[0], below[1] - above[1], 0)]  # where punto's probability is 0 or 1
    for other in profile.game.sets:
        if other is not place:
            constant, slope = _gain(other, profile, choice)
            conditions.append(_difference(constant, below, slope, (-above[0], -above[1])))
    digits = _digits(profile.game)
    roots = [root for polynomial in conditions for root in roots_of(polynomial, digits)]
    start = max([Breakpoint(low), *(root for root in roots if low < root.value <= profile.commission)])
    end = min([Breakpoint(high), *(root for root in roots if profile.commission <= root.value < high)])
    if start == end:
        bound = "has an equilibrium in which a side is indifferent at several decisions, for which there is no formula"
        raise ExactError("commission", str(profile.commission), bound)
    common = gcd(*above, *below)
    above, below = ((part[0] // common, part[1] // common) for part in (above, below))
    return EquilibriumPiece(start, end, profile, choice, place, above, below)


def _indifferent(profile: Profile, choice: int | None) -> InformationSet | None:
    """A set at which punto's ``choice`` makes banco indifferent, if possible one where banco mixes."""
    if choice is None:
        return None
    indifferent = [
        (place, draws)
        for place, draws, gain in zip(profile.game.sets, profile.banco, profile.banco_gains, strict=True)
        if gain == 0 and (place.gain[1 + choice] or place.charged[1 + choice])
    ]
    return max(indifferent, key=lambda member: 0 < member[1] < 1, default=(None, None))[0]


def _gain(place: InformationSet, profile: Profile, choice: int | None) -> tuple[Linear, Linear]:
    """Banco's gain from drawing, up to a factor: the constant, and the slope in punto's probability at ``choice``."""
    others = (draws if index != choice else Fraction(0) for index, draws in enumerate(profile.punto))
    weights = weights_of(tuple(others))
    fixed = at(place.gain, weights), at(place.charged, weights)
    if choice is None:
        return fixed, (0, 0)
    return fixed, (weights[0] * place.gain[1 + choice], weights[0] * place.charged[1 + choice])


def _meetings(game: Game, low: Fraction, high: Fraction) -> set[Breakpoint]:
    """Every commission between the two at which a threshold of banco meets another one, 0 or 1."""
    bends: list[tuple[Linear, Linear]] = []
    polynomials: set[Quadratic] = set()
    for place in game.sets:
        (constant, slope), (charged, charged_slope) = place.gain, place.charged
        corners = [constant + slope * p + a * (charged + charged_slope * p) for a in (low, high) for p in (0, 1)]
        if min(corners) > 0 or max(corners) < 0:  # a function bilinear in p and α has its extremes at the corners
            continue
        at_0, per_p = (constant, charged), (slope, charged_slope)
        polynomials |= {(*at_0, 0), (*per_p, 0), (constant + slope, charged + charged_slope, 0)}
        polynomials |= {_difference(other_at_0, per_p, other_per_p, at_0) for other_at_0, other_per_p in bends}
        bends.append((at_0, per_p))
    digits = _digits(game)
    roots = {root for polynomial in polynomials for root in roots_of(polynomial, digits)}
    return {root for root in roots if low < root.value < high}


def _between(low: Fraction, high: Fraction) -> Fraction:
    rounded = (round((low + high) / 2, digits) for digits in count(1))
    return next(middle for middle in rounded if low < middle < high)


def _difference(a: Linear, b: Linear, c: Linear, d: Linear) -> Quadratic:
    linear = a[0] * b[1] + a[1] * b[0] - c[0] * d[1] - c[1] * d[0]
    return a[0] * b[0] - c[0] * d[0], linear, a[1] * b[1] - c[1] * d[1]


def _digits(game: Game) -> int:
    """Decimals that tell apart any two roots: with n digits of the number of deals, the polynomials have coefficients
    below 10^(2n + 2), so two roots of a product of two differ by more than 10^−(12n + 30) (Mahler 1964).
    """
    return 12 * len(str(game.deals)) + 40


def roots_of(polynomial: Quadratic, digits: int) -> list[Breakpoint]:
    """The real roots; an irrational one is less than 10^−``digits`` from its approximation."""
    if not any(polynomial):
        return []
    leading = next(filter(None, reversed(polynomial)))
    common = gcd(*polynomial) * leading // abs(leading)
    c, b, a = (coefficient // common for coefficient in polynomial)
    if not a:
        return [Breakpoint(Fraction(-c, b))] if b else []
    square = b * b - 4 * a * c
    if square < 0:
        return []
    root = isqrt(square)
    if root * root == square:
        return [Breakpoint(Fraction(-b + root * side, 2 * a)) for side in (-1, 1)]
    scale = 10**digits
    near = isqrt(square * scale * scale)
    return [Breakpoint(Fraction(-b * scale + near * side, 2 * a * scale), (c, b, a), side) for side in (-1, 1)]


def linear_text(function: Linear) -> str:
    """A linear function of the commission ``a``: ``9 - a``."""
    constant, slope = function
    term = f"{abs(slope) if abs(slope) != 1 else ''}a"
    if not slope:
        return str(constant)
    if not constant:
        return term if slope > 0 else f"-{term}"
    return f"{constant} {'-' if slope < 0 else '+'} {term}"
