"""Exact integers, fractions and roots, and the one place where a fraction becomes digits."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import isqrt, perm
from operator import mul
from typing import NamedTuple

MAX_DIGITS = 1000
ROOT_DIGITS = 60


def ordered_deals(cards: int) -> int:
    """The number of ordered six-card deals N(N−1)…(N−5) from ``cards`` = N cards."""
    return perm(cards, 6)


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """The ``numbers`` in ascending order, each run of consecutive ones by itself."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def bisected(is_low: Callable[[int], bool], low: int, high: int) -> tuple[int, int]:
    """The last number that is low and the next one, if ``low`` is such a number and ``high`` is not."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return low, high


def round_half_even(value: Fraction, digits: int) -> int:
    """``value`` · 10**``digits`` as the nearest integer, ties to even; ``digits`` may be negative."""
    return round(value * Fraction(10) ** digits)


def scaled_text(scaled: int, digits: int) -> str:
    """The integer ``scaled`` written as a decimal with ``digits`` places: −12351 with 6 is ``-0.012351``."""
    sign = "-" if scaled < 0 else ""
    text = integer_text(abs(scaled)).zfill(digits + 1)
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def decimal_text(value: Fraction, digits: int) -> str:
    """``value`` rounded half-even to ``digits`` decimals (0 to 1000)."""
    return scaled_text(round_half_even(value, digits), digits)


def decimals_of(value: Fraction, most: int) -> int:
    """How many decimals the number has, or ``most`` if it has more."""
    return next((digits for digits in range(most) if (value * 10**digits).denominator == 1), most)


def fraction_text(value: Fraction) -> str:
    """``value`` in lowest terms as ``p/q``, with the sign in front, even if q is 1."""
    return f"{integer_text(value.numerator)}/{integer_text(value.denominator)}"


def integer_text(number: int) -> str:
    """``number`` in decimal; Python's own `str` refuses more than 4300 digits, or fewer if it is set so."""
    try:
        return str(number)
    except ValueError:
        import decimal

        return f"{decimal.Decimal(number):f}"


def number_text(value: Fraction, digits: int = 0) -> str:
    """``value`` exactly: as a decimal with at least ``digits`` places, or as p/q if no decimal is exact."""
    places = max(digits, decimals_of(value, digits + 12))
    return fraction_text(value) if places == digits + 12 else decimal_text(value, places)


def root_text(square: Fraction, digits: int) -> str:
    """The square root of ``square``, with its sign, rounded from the exact value to ``digits`` decimals."""
    scaled = abs(square) * 10 ** (2 * digits) * 4
    root = (isqrt(scaled.numerator // scaled.denominator) + 1) // 2
    return scaled_text(root if square >= 0 else -root, digits)


class Enclosure(NamedTuple):
    """An irrational number: it is greater than ``low`` and less than ``high``."""

    low: Fraction
    high: Fraction
    square: Fraction | None = None  #: The number's square, with the sign of the number, if that is rational

    def text(self) -> str:
        """Every decimal, up to fifty, that both bounds have."""
        digits = ROOT_DIGITS - 10
        while digits and decimal_text(self.low, digits) != decimal_text(self.high, digits):
            digits -= 1
        return decimal_text(self.low, digits)


Value = Fraction | Enclosure


def root(square: Fraction) -> Value:
    """The square root of ``square`` with the sign of ``square``: a fraction if it is rational, else enclosed."""
    top, bottom = isqrt(abs(square.numerator)), isqrt(square.denominator)
    sign = 1 if square >= 0 else -1
    if top**2 == abs(square.numerator) and bottom**2 == square.denominator:
        return Fraction(sign * top, bottom)
    scale = 10**ROOT_DIGITS
    below = isqrt(abs(square.numerator) * scale**2 // square.denominator)
    return between(Fraction(sign * below, scale), Fraction(sign * (below + 1), scale), square)


def difference(first: Value, second: Value) -> Value:
    """``first`` less ``second``."""
    return between(low_of(first) - high_of(second), high_of(first) - low_of(second))


def weighted_sum(weights: Iterable[Fraction], values: Iterable[Fraction]) -> Fraction:
    """The sum of values, each times its weight."""
    return sum(map(mul, weights, values), Fraction(0))


def quotient(value: Value, divisor: Value) -> Value:
    """``value`` divided by ``divisor``; raises `ZeroDivisionError` if that is 0 or cannot be told from 0."""
    if isinstance(divisor, Fraction):
        return multiple(value, 1 / divisor)
    if divisor.low <= 0 <= divisor.high:
        raise ZeroDivisionError
    ends = [end / other for end in (low_of(value), high_of(value)) for other in (divisor.low, divisor.high)]
    return Enclosure(min(ends), max(ends))


def multiple(value: Value, factor: Fraction) -> Value:
    """``value`` times ``factor``."""
    square = None if isinstance(value, Fraction) or value.square is None else value.square * factor * abs(factor)
    return between(low_of(value) * factor, high_of(value) * factor, square)


def low_of(value: Value) -> Fraction:
    """The value, or the lower bound of an enclosed one, which has its first fifty digits."""
    return value if isinstance(value, Fraction) else value.low


def high_of(value: Value) -> Fraction:
    """The value, or the upper bound of an enclosed one."""
    return value if isinstance(value, Fraction) else value.high


def between(first: Fraction, second: Fraction, square: Fraction | None = None) -> Value:
    """The value between two bounds, a fraction if they are the same; its ``square`` if that is known."""
    return first if first == second else Enclosure(min(first, second), max(first, second), square)
