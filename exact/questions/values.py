"""The exact value of a question: a fraction, or two fractions that enclose an irrational number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from exact.arithmetic import decimal_text

ROOT_DIGITS = 60
"""The decimals to which a root is enclosed."""


@dataclass(frozen=True)
class Enclosure:
    """An irrational number: it is greater than ``low`` and less than ``high``."""

    low: Fraction
    high: Fraction

    def text(self) -> str:
        """Every decimal, up to fifty, that both bounds have."""
        digits = ROOT_DIGITS - 10
        while digits and decimal_text(self.low, digits) != decimal_text(self.high, digits):
            digits -= 1
        return decimal_text(self.low, digits)


Value = Fraction | Enclosure
Counts = dict[tuple[int, ...], int]
"""The number of deals in each category of a bet, or in each pair of categories of two bets."""


def root(square: Fraction) -> Value:
    """The square root of ``square`` with the sign of ``square``: a fraction if it is rational, else enclosed.

    >>> root(Fraction(1, 4)), root(Fraction(-2)).text()[:8]
    (Fraction(1, 2), '-1.41421')
    """
    top, bottom = isqrt(abs(square.numerator)), isqrt(square.denominator)
    sign = 1 if square >= 0 else -1
    if top**2 == abs(square.numerator) and bottom**2 == square.denominator:
        return Fraction(sign * top, bottom)
    scale = 10**ROOT_DIGITS
    below = isqrt(abs(square.numerator) * scale**2 // square.denominator)
    return _ordered(Fraction(sign * below, scale), Fraction(sign * (below + 1), scale))


def difference(first: Value, second: Value) -> Value:
    """``first`` less ``second``."""
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first - second
    return Enclosure(low_of(first) - _high(second), _high(first) - low_of(second))


def multiple(value: Value, factor: Fraction) -> Value:
    """``value`` times ``factor``."""
    if isinstance(value, Fraction) or not factor:
        return factor * low_of(value)
    return _ordered(value.low * factor, value.high * factor)


def _ordered(first: Fraction, second: Fraction) -> Enclosure:
    return Enclosure(min(first, second), max(first, second))


def low_of(value: Value) -> Fraction:
    """The value, or the lower bound of an enclosed one, which has its first fifty digits."""
    return value if isinstance(value, Fraction) else value.low


def _high(value: Value) -> Fraction:
    return value if isinstance(value, Fraction) else value.high
