"""Proofs about closed forms for every real number of decks d ≥ 1, by exact isolation of the real roots.

A polynomial keeps its sign between two of its roots, and changes it at a root of odd multiplicity. The roots are isolated
in exact rational arithmetic (sympy's continued fractions), so that what is said here is proved and not observed. The
denominator of a closed form is positive for d ≥ 1: its roots lie below one deck. So the sign of the house edge is that
of the negated numerator n, and the sign of its derivative, with denominator q, that of n·q′ − n′·q.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from exact.analysis.closed_form import ClosedForm, polynomial
from exact.answers.text import Text, _, joined, pgettext
from exact.arithmetic import number_text
from exact.lazy import sympy

_GRID = 1000
"""Isolating intervals are given in thousandths of a deck, where they hold no second root."""


class Interval(NamedTuple):
    """Rational bounds between which a polynomial has exactly one root; equal where the root itself is known."""

    low: Fraction
    high: Fraction

    @property
    def text(self) -> Text:
        """``in (7.31, 7.32)``, or ``= 8``."""
        if self.low == self.high:
            return joined(" ", ("=", number_text(self.low)))
        return _("in ({low}, {high})", low=number_text(self.low), high=number_text(self.high))


class Signs(NamedTuple):
    """The signs of a polynomial for d ≥ 1, between each two the root at which the sign changes, and its other roots."""

    signs: tuple[int, ...]
    """−1, 0 (only for the polynomial 0) or 1; one more than there are changes."""
    changes: tuple[Interval, ...]
    touches: tuple[Interval, ...] = ()
    """The roots at which it is 0 and keeps its sign, and the root 1 if it is one."""


def signs_from_one_deck(found: sympy.Poly) -> Signs:
    """The signs of a polynomial on the real numbers d ≥ 1, in order."""
    if found.is_zero:
        return Signs((0,), ())
    changes: list[Interval] = []
    touches: list[Interval] = []
    for (low, high), multiplicity in found.intervals(inf=1, eps=sympy.Rational(1, 10 * _GRID)):
        crosses = multiplicity % 2 and (low, high) != (1, 1)
        (changes if crosses else touches).append(_rounded(found, _fraction(low), _fraction(high)))
    last = 1 if found.LC() > 0 else -1
    signs = tuple(last * (-1) ** (len(changes) - place) for place in range(len(changes) + 1))
    return Signs(signs, tuple(changes), tuple(touches))


def edge_slope(form: ClosedForm) -> Signs:
    """The signs of the derivative of the house edge by the number of decks."""
    above, below = polynomial(form.numerator), polynomial(form.denominator)
    return signs_from_one_deck(above * below.diff() - above.diff() * below)


def edge_sign(form: ClosedForm) -> Signs:
    """The signs of the house edge."""
    return signs_from_one_deck(-polynomial(form.numerator))


def slope_text(slope: Signs) -> Text:
    """What the house edge does for d ≥ 1, in words. Where its derivative only touches 0, it is strictly monotone all the same.

    >>> slope_text(Signs((1,), ()))
    'strictly increasing for all d ≥ 1'
    >>> slope_text(Signs((-1, 1), (Interval(Fraction("7.1"), Fraction("7.2")),)))
    'turns at d in (7.1, 7.2): minimum'
    """
    if not slope.changes:
        return {
            0: _("constant"),
            1: _("strictly increasing for all d ≥ 1"),
            -1: _("strictly decreasing for all d ≥ 1"),
        }[slope.signs[0]]
    turns = [
        _("turns at d {at}: maximum", at=at.text) if before > 0 else _("turns at d {at}: minimum", at=at.text)
        for before, at in zip(slope.signs, slope.changes, strict=False)
    ]
    return joined("; ", turns)


def favour_text(edge: Signs) -> Text:
    """Whom the bet favours for d ≥ 1, in words.

    >>> favour_text(Signs((1, -1), (Interval(Fraction(8), Fraction(8)),)))
    'house up to d = 8, then player'
    >>> favour_text(Signs((1,), (), (Interval(Fraction(1), Fraction(1)),)))
    'house for all d ≥ 1, nobody at d = 1'
    """
    names = {1: pgettext("favoured", "house"), 0: pgettext("favoured", "nobody"), -1: pgettext("favoured", "player")}
    first, *others = (names[sign] for sign in edge.signs)
    text = first if others else _("{side} for all d ≥ 1", side=first)
    for at, side in zip(edge.changes, others, strict=True):
        text = _("{before} up to d {at}, then {side}", before=text, at=at.text, side=side)
    for at in edge.touches:
        text = _("{before}, nobody at d {at}", before=text, at=at.text)
    return text


def _rounded(found: sympy.Poly, low: Fraction, high: Fraction) -> Interval:
    """An isolating interval widened to the grid, unless it would then hold a second root."""
    if low == high:
        return Interval(low, high)
    wide = Interval(Fraction(floor(low * _GRID), _GRID), Fraction(ceil(high * _GRID), _GRID))
    alone = found.count_roots(*(sympy.Rational(bound.numerator, bound.denominator) for bound in wide)) == 1
    return wide if alone else Interval(low, high)


def _fraction(number: sympy.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))
