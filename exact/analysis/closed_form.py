"""The expectation of a bet on a full shoe as one rational function of the number of decks d.

In a shoe of d decks a set of s card types has s·d cards. So every product of card counts that a compiled bet sums (see
`exact.engine.products`) is a polynomial in d of degree six, and so is the count of every category; the expectation is a
quotient of two polynomials, brought to lowest terms by their greatest common divisor.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from exact.arrays import Numbers
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.bets.vocabulary import EVERY_CARD
from exact.engine.count import compiled
from exact.engine.products import CARDS
from exact.errors import ExactError
from exact.lazy import np, sympy
from exact.rules.tableau import Tableau

DECKS = "d"
"""The name of the sympy symbol for the number of decks."""
DECK = EVERY_CARD.bit_count()
ORDER = 3
"""The highest power of 1/d to which an expansion goes."""


_INT64 = 2**63


class ClosedForm(NamedTuple):
    """A quotient of polynomials in the number of decks, in lowest terms over the integers.

    Coefficients ascend from that of d**0; the last of the denominator is positive, and its roots are among 1/52 … 5/52,
    so that the quotient is finite and smooth for every real d ≥ 1.
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    @property
    def expression(self) -> sympy.Expr:
        """The quotient as a sympy expression in `DECKS`."""
        return polynomial(self.numerator).as_expr() / polynomial(self.denominator).as_expr()

    def at(self, decks: int) -> Fraction:
        """The value for a shoe of ``decks`` decks; raises `ExactError` for fewer than one."""
        if decks < 1:
            raise ExactError("decks", decks, "must be at least 1")
        above, below = (
            sum(coefficient * decks**power for power, coefficient in enumerate(coefficients)) for coefficients in self
        )
        return Fraction(above, below)

    @property
    def expansion(self) -> tuple[Fraction, ...]:
        """The coefficients of 1, 1/d, 1/d² and 1/d³ of the expansion about the infinite shoe; the first is the limit."""
        degree = len(self.denominator) - 1
        above = [Fraction(coefficient) for coefficient in reversed(_padded(self.numerator, degree + 1))]
        below = _padded(self.denominator[::-1], ORDER + 1)
        above += [Fraction(0)] * ORDER
        found: list[Fraction] = []
        for order in range(ORDER + 1):
            known = sum((below[back] * found[order - back] for back in range(1, order + 1)), Fraction(0))
            found.append((above[order] - known) / below[0])
        return tuple(found)

    @property
    def limit(self) -> Fraction:
        """The value as the number of decks grows: cards drawn with replacement."""
        return self.expansion[0]

    @property
    def factors(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The denominator as a constant and its linear factors (a, b), each standing for a·d − b, by their roots."""
        constant, found = polynomial(self.denominator).factor_list()
        pairs = [tuple(map(int, factor.all_coeffs())) for factor, times in found for _ in range(times)]
        return int(constant), tuple(sorted(((a, -b) for a, b in pairs), key=lambda pair: Fraction(pair[1], pair[0])))

    @property
    def poles(self) -> tuple[Fraction, ...]:
        """The roots of the denominator, all below one deck."""
        return tuple(Fraction(b, a) for a, b in self.factors[1])


def polynomial(coefficients: Sequence[int]) -> sympy.Poly:
    """The polynomial in `DECKS` with these coefficients, ascending."""
    return sympy.Poly(list(reversed(coefficients)), sympy.Symbol(DECKS), domain=sympy.ZZ)


def closed_form(bet: Bet, tableau: Tableau) -> ClosedForm:
    """The expectation of ``bet`` for full shoes."""
    paid = Payoffs.of(bet.payoffs())
    won = [paid.won(counts) for counts in zip(*deck_polynomials(bet, tableau), strict=True)]
    deals = prod((polynomial((-taken, DECK)) for taken in range(CARDS)), start=polynomial((paid.denominator,)))
    return ClosedForm(*(_coefficients(part) for part in polynomial(won).cancel(deals, include=True)))


def polynomial_text(coefficients: Sequence[int]) -> str:
    """A polynomial in d as people write it, from its ascending coefficients.

    >>> polynomial_text((0, -1, 0, 3)), polynomial_text((-5, 52)), polynomial_text((0,))
    ('3d^3 − d', '52d − 5', '0')
    """
    terms = []
    for power, coefficient in reversed(list(enumerate(coefficients))):
        if coefficient:
            symbol = ("", "d")[power] if power < 2 else f"d^{power}"
            size = "" if abs(coefficient) == 1 and power else str(abs(coefficient))
            terms.append(f"{'−' if coefficient < 0 else '+'} {size}{symbol}")
    text = " ".join(terms) or "+ 0"
    return text.removeprefix("+ ") if text.startswith("+") else f"−{text[2:]}"


def denominator_text(form: ClosedForm) -> str:
    """The denominator of a closed form, factored, blanks only between its factors."""
    constant, factors = form.factors
    texts = [f"({polynomial_text((-b, a)).replace(' ', '')})" for a, b in factors]
    return " ".join([*([str(constant)] if constant != 1 or not texts else []), *texts])


def deck_polynomials(bet: Bet, tableau: Tableau) -> tuple[tuple[int, ...], ...]:
    """For each category of ``bet``, in order, its padded six-card deals from d decks: coefficients of d**0 to d**6.

    A factor s·d − t has s ≤ 52 and t ≤ 5, so no coefficient of a product exceeds 57**6 times the product's own; the sums
    are taken in 64-bit integers where that keeps them below 2**63, else in Python's.
    """
    products = compiled(bet, tableau)
    largest = (DECK + CARDS - 1) ** CARDS * sum(map(abs, products.coefficient.tolist()))
    kind = np.int64 if largest < _INT64 else np.object_
    sizes: Numbers = np.array([mask.bit_count() for mask in products.masks], dtype=kind)[products.factors]
    taken: Numbers = products.taken.astype(kind)
    powers: list[Numbers] = [products.coefficient.astype(kind)]
    for column in range(CARDS):
        zero = np.zeros_like(powers[0])
        raised = [zero, *(sizes[:, column] * terms for terms in powers)]
        kept = [*(taken[:, column] * terms for terms in powers), zero]
        powers = [up - down for up, down in zip(raised, kept, strict=True)]
    starts = np.flatnonzero(np.diff(products.category, prepend=-1))
    sums = zip(*(np.add.reduceat(terms, starts).tolist() for terms in powers), strict=True) if len(starts) else ()
    found = dict(zip(products.category[starts].tolist(), sums, strict=True))
    return tuple(found.get(category, (0,) * (CARDS + 1)) for category in range(len(bet.categories)))


def _coefficients(found: sympy.Poly) -> tuple[int, ...]:
    return tuple(map(int, reversed(found.all_coeffs())))


def _padded(coefficients: Sequence[int], length: int) -> list[int]:
    return [*coefficients, *[0] * (length - len(coefficients))]
