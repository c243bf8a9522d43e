"""How polynomials of degree six in ten counts are laid out for many shoes: monomials of two halves, matrices between.

The values 0–4 and the values 5–9 have the same 462 monomials of degree 0–6 each: falling factorials, a multiset of cards
apiece. Within a degree they are ordered by their highest value, then by its copies, so that those without the values
from v up stand together at the front, and a monomial is one of them times a falling factorial of v. A coefficient of the
polynomial stands in a matrix between a monomial of degree d ≤ 3 of one half and one of degree 6 − d of the other.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from exact.arrays import Integers
from exact.engine.polynomial import CARDS, HALF, multisets
from exact.lazy import np


class Step(NamedTuple):
    """Monomials ``first`` to ``end`` of a degree: those at the front of a lower degree times one falling factorial."""

    degree: int
    first: int
    end: int
    value: int
    copies: int

    @property
    def lower(self) -> int:
        """The degree of the monomials it is made of."""
        return self.degree - self.copies


class Level(NamedTuple):
    """The matrix of all forms between a ``small`` degree of the half ``near`` and the rest of six of the half ``far``."""

    near: int
    far: int
    small: int
    matrix: Integers
    """Forms × monomials of the small degree × monomials of the large one."""


@cache
def ordered(degree: int, values: int = HALF) -> tuple[tuple[int, ...], ...]:
    """The multisets of ``degree`` of the values below ``values``, in the order of the monomials."""
    if not degree:
        return ((),)
    return tuple(
        (*front, *[value] * copies)
        for value in range(values)
        for copies in range(1, degree + 1)
        for front in ordered(degree - copies, value)
    )


@cache
def steps() -> tuple[Step, ...]:
    """How all monomials of degree 1 to 6 are made, each degree after those it is made of."""
    made: list[Step] = []
    for degree in range(1, CARDS + 1):
        end = 0
        for value in range(HALF):
            for copies in range(1, degree + 1):
                front = comb(value - 1 + degree - copies, degree - copies) if value else int(copies == degree)
                if front:
                    made.append(Step(degree, end, end + front, value, copies))
                    end += front
    return tuple(made)


def levels(rows: Integers) -> list[Level]:
    """The coefficients of some forms, rows in the order of `exact.engine.polynomial.multisets`, as seven matrices each."""
    found = []
    for degree, places in enumerate(_places()):
        matrix = rows[:, places]
        if 2 * degree <= CARDS:
            found.append(Level(0, 1, degree, matrix))
        else:
            found.append(Level(1, 0, CARDS - degree, matrix.swapaxes(1, 2)))
    return found


@cache
def _places() -> list[Integers]:
    """For each degree of the lower half the places of lower × upper monomials in the order of all multisets."""
    place = {multiset: index for index, multiset in enumerate(multisets())}
    return [
        np.array(
            [
                [place[tuple(sorted((*low, *(value + HALF for value in high))))] for high in ordered(CARDS - degree)]
                for low in ordered(degree)
            ]
        )
        for degree in range(CARDS + 1)
    ]
