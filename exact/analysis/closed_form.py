"""The expectation of a bet on a full shoe as one rational function of the number of decks d.

In a shoe of d decks, a set of s card types has s·d cards, so every term of a compiled bet is a polynomial in d of
degree six, and the expectation a quotient of two polynomials.

Statements about every real d ≥ 1 are proved by exact isolation of the real roots (sympy's continued fractions): a
polynomial changes its sign only at a root of odd multiplicity. The denominator q is positive for d ≥ 1: its roots lie
below one deck. So with the numerator n, the sign of the house edge is that of −n, and of its derivative that of n·q′ −
n′·q.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor, prod
from typing import NamedTuple

from exact.answers.text import Text, _, joined, pgettext
from exact.arithmetic import number_text
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.forms import DECK, in_decks
from exact.game import CARDS
from exact.lazy import sympy
from exact.rules import Tableau

DECKS = "d"
ORDER = 3
_GRID = 1000  # isolating intervals end at thousandths of a deck, unless they would then contain a second root


class ClosedForm(NamedTuple):
    """Polynomials in d in lowest terms: whole coefficients ascend from d**0; a bet's poles are among 1/52 … 5/52."""

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    def at(self, decks: int) -> Fraction:
        """The value for a shoe of ``decks`` decks."""
        above, below = (sum(c * decks**power for power, c in enumerate(coefficients)) for coefficients in self)
        return Fraction(above, below)

    @property
    def expansion(self) -> tuple[Fraction, ...]:
        """The coefficients of 1, 1/d, 1/d² and 1/d³ about the infinite shoe; the first is the limit."""
        shifted = polynomial([*[0] * ORDER, *self.numerator])  # times d³: then the quotient is whole powers of d
        quotient = shifted.set_domain(sympy.QQ).div(polynomial(self.denominator).set_domain(sympy.QQ))[0]
        return tuple(_fraction(quotient.coeff_monomial((power,))) for power in reversed(range(ORDER + 1)))

    @property
    def limit(self) -> Fraction:
        """The value as the number of decks grows: cards drawn with replacement."""
        return self.expansion[0]

    @property
    def poles(self) -> tuple[Fraction, ...]:
        """The rational roots of the denominator, ascending; that of a bet has no others."""
        return tuple(sorted(_fraction(root) for root in polynomial(self.denominator).ground_roots()))


def polynomial(coefficients: Sequence[int]) -> sympy.Poly:
    """The polynomial in `DECKS` with these coefficients, ascending."""
    return sympy.Poly(list(reversed(coefficients)), sympy.Symbol(DECKS), domain=sympy.ZZ)


def closed_form(bet: Bet, tableau: Tableau) -> ClosedForm:
    """The expectation of ``bet`` for full shoes."""
    paid = Payoffs.of(bet.payoffs())
    won = [paid.won(counts) for counts in zip(*in_decks(compiled(bet, tableau)), strict=True)]
    deals = prod((polynomial((-taken, DECK)) for taken in range(CARDS)), start=polynomial((paid.denominator,)))
    return reduced(polynomial(won), deals)


def reduced(numerator: sympy.Poly, denominator: sympy.Poly) -> ClosedForm:
    """The quotient of two polynomials with whole coefficients, in lowest terms."""
    return ClosedForm(*map(ascending, numerator.cancel(denominator, include=True)))


def ascending(polynomial_in_d: sympy.Poly) -> tuple[int, ...]:
    """The coefficients of a polynomial, from d**0 on."""
    return tuple(map(int, reversed(polynomial_in_d.all_coeffs())))


def polynomial_text(coefficients: Sequence[int]) -> str:
    """In the usual notation: (0, −1, 0, 3) is ``3d^3 − d``."""
    text = str(polynomial(coefficients)).removeprefix("Poly(").partition(",")[0]
    return text.replace("**", "^").replace("*", "").replace("-", "−")


@cache
def factored_text(coefficients: tuple[int, ...]) -> str:
    """As a product of irreducible polynomials: (0, 0, −5, 52) is ``d^2 (52d−5)``."""

    def degree_and_root(factor: tuple[tuple[int, ...], int]) -> tuple[int, Fraction, tuple[int, ...]]:
        part, _times = factor
        return len(part), Fraction(-part[0], part[1]) if len(part) == 2 else Fraction(0), part

    constant, factors = polynomial(coefficients).factor_list()
    texts = []
    for part, times in sorted(((ascending(factor), times) for factor, times in factors), key=degree_and_root):
        text = polynomial_text(part)
        text = text.replace(" ", "") if len(part) == 2 else text
        texts.append((text if part == (0, 1) else f"({text})") + (f"^{times}" if times > 1 else ""))
    if abs(constant) != 1 or not texts:
        texts.insert(0, polynomial_text((abs(int(constant)),)))
    return ("−" if constant < 0 else "") + " ".join(texts)


class RootInterval(NamedTuple):
    """Rational bounds around exactly one root of a polynomial, equal if the root is known exactly."""

    low: Fraction
    high: Fraction

    @property
    def text(self) -> Text:
        """``in (7.31, 7.32)``, or ``= 8``."""
        if self.low == self.high:
            return joined(" ", ("=", number_text(self.low)))
        return _("in ({low}, {high})", low=number_text(self.low), high=number_text(self.high))


class Signs(NamedTuple):
    """The signs of a polynomial for d ≥ 1, the roots at which the sign changes, and its other roots."""

    signs: tuple[int, ...]  #: −1, 0 (only for the polynomial 0) or 1; one more sign than there are changes
    changes: tuple[RootInterval, ...]
    touches: tuple[RootInterval, ...] = ()  #: The roots at which the polynomial keeps its sign, and 1 if it is a root


def signs_from_one_deck(polynomial_in_d: sympy.Poly) -> Signs:
    """The signs of a polynomial for real d ≥ 1."""
    if polynomial_in_d.is_zero:
        return Signs((0,), ())
    changes: list[RootInterval] = []
    touches: list[RootInterval] = []
    for (low, high), multiplicity in polynomial_in_d.intervals(inf=1, eps=sympy.Rational(1, 10 * _GRID)):
        interval = RootInterval(_fraction(low), _fraction(high))
        wide = floor(low * _GRID), ceil(high * _GRID)
        if low != high and polynomial_in_d.count_roots(*(sympy.Rational(bound, _GRID) for bound in wide)) == 1:
            interval = RootInterval(*(Fraction(bound, _GRID) for bound in wide))
        (changes if multiplicity % 2 and (low, high) != (1, 1) else touches).append(interval)
    last = 1 if polynomial_in_d.LC() > 0 else -1
    signs = tuple(last * (-1) ** (len(changes) - index) for index in range(len(changes) + 1))
    return Signs(signs, tuple(changes), tuple(touches))


def edge_slope(form: ClosedForm) -> Signs:
    """The signs of the derivative of the house edge by the number of decks."""
    above, below = polynomial(form.numerator), polynomial(form.denominator)
    return signs_from_one_deck(above * below.diff() - above.diff() * below)


def edge_sign(form: ClosedForm) -> Signs:
    """The signs of the house edge."""
    return signs_from_one_deck(-polynomial(form.numerator))


def slope_text(slope: Signs) -> Text:
    """How the house edge behaves for d ≥ 1; it is strictly monotone where its derivative only touches 0."""
    if not any(slope.signs):
        return _("constant")
    if not slope.changes:
        rises = slope.signs == (1,)
        return _("strictly increasing for all d ≥ 1") if rises else _("strictly decreasing for all d ≥ 1")
    maximum, minimum = _("turns at d {at}: maximum"), _("turns at d {at}: minimum")
    turns = zip(slope.signs, slope.changes, strict=False)
    return joined("; ", [(maximum if before > 0 else minimum).filled(at=at.text) for before, at in turns])


def favour_text(edge: Signs) -> Text:
    """The side that the bet favours for d ≥ 1."""
    names = {1: pgettext("favoured", "house"), 0: pgettext("favoured", "nobody"), -1: pgettext("favoured", "player")}
    first, *others = (names[sign] for sign in edge.signs)
    text = first if others else _("{side} for all d ≥ 1", side=first)
    for at, side in zip(edge.changes, others, strict=True):
        text = _("{before} up to d {at}, then {side}", before=text, at=at.text, side=side)
    for at in edge.touches:
        text = _("{before}, nobody at d {at}", before=text, at=at.text)
    return text


def _fraction(number: sympy.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))
