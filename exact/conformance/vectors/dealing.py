"""How a shoe is dealt, with switches: every deal of six point values at once, and one coup card by card.

It shares no code with the walk or with the compiler of polynomials. The default switches are right; the register of faults
(`exact.conformance.vectors.faults`) sets them wrong.

What a coup comes to depends only on the two-card totals and on the fifth and sixth cards. So the ways to deal a shoe are
counted once for each of these classes, and any number of wrong rules are then read off the same counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import perm, prod
from typing import Any, NamedTuple

from exact.arrays import Doubles, Integers, Numbers
from exact.lazy import np
from exact.rules.named import standard_tableau
from exact.rules.tableau import NO_THIRD, Tableau

TOTALS = 11
"""Final totals run from 0 to 9, and to 10 where tens count 10 and a total is lowered only once."""
TEN = 10
"""A ten, where it is told from a court card."""
_LIMB = 2**32
"""Counts are split into digits of this base: sums of 10**6 of them are exact in doubles."""


class Pairing(NamedTuple):
    """How cards make totals."""

    two: Callable[[Numbers, Numbers], Numbers]
    """The total of two cards, as the rules see it."""
    final: Callable[[Numbers, Numbers], Numbers]
    """The final total of a side that has that total and draws a card."""
    stands: Callable[[Numbers], Numbers]
    """The final total of a side that stands."""
    totals: int = 10
    """One more than the largest two-card total."""
    cards: int = 10
    """The kinds of cards: the point values and, where there are eleven, a ten, which is then no court card."""


def _ten(card: Numbers) -> Numbers:
    return np.where(card == 0, 10, card)


def _lowered(total: Numbers) -> Numbers:
    return np.where(total > 9, total - 10, total)


def _as_it_is(total: Numbers) -> Numbers:
    return total


def _modulo(total: Numbers, card: Numbers) -> Numbers:
    return (total + card) % 10


PAIRINGS = {
    "modulo": Pairing(_modulo, _modulo, _as_it_is),
    "raw": Pairing(lambda a, b: a + b, _modulo, lambda total: total % 10, 19),
    "raw-tens": Pairing(lambda a, b: _ten(a) + _ten(b), _modulo, lambda total: total % 10, 21),
    "lowered-once": Pairing(
        lambda a, b: _lowered(_ten(a) + _ten(b)), lambda t, c: _lowered(t + _ten(c)), _as_it_is, 11
    ),
    "one-card": Pairing(lambda a, _: a, _modulo, _as_it_is),
    "third-zero": Pairing(_modulo, lambda t, c: (t + np.where(c == 0, 1, c)) % 10, _as_it_is),
    "third-ten": Pairing(
        lambda a, b: (a % 10 + b % 10) % 10, lambda t, c: (t + np.where(c == TEN, 1, c)) % 10, _as_it_is, cards=11
    ),
}
"""``modulo`` is right. With ``one-card`` a side's second card is not dealt; which card that is changes no count."""


class Dealing(NamedTuple):
    """The switches; the defaults are right."""

    tableau: Tableau = standard_tableau()
    pairing: str = "modulo"
    punto_stops: tuple[int, ...] = (8, 9)
    """Punto's two-card totals that keep banco from drawing."""
    banco_stops: tuple[int, ...] = (8, 9)
    """Banco's two-card totals that keep punto from drawing."""
    three_cards_stop: bool = False
    """Whether punto's 8 or 9 of three cards keeps banco from drawing."""
    banco_sees: str = "card"
    """The column of banco's table: punto's third ``card`` or, if totals are taken modulo ten, its final ``total`` or its
    total of ``two`` cards."""
    always_sees: bool = False
    """Whether banco looks at that total where punto stands, too."""
    last_is_sixth: bool = False
    """Whether banco's third card is the sixth of the shoe even if punto stands."""
    first_four: tuple[int, int, int, int] = (0, 2, 1, 3)
    """The positions of punto's first two cards and of banco's; no count depends on them."""

    def draws(self, punto: Numbers, banco: Numbers, fifth: Numbers) -> tuple[Numbers, Numbers]:
        """Whether punto and banco draw, for arrays of their two-card totals and of the fifth card."""
        punto_row, banco_row = _drawing(self.tableau)
        punto_draws = ~np.isin(banco, self.banco_stops) & (punto < 8) & punto_row[np.minimum(punto, 7)]
        final = PAIRINGS[self.pairing].final(punto, fifth)
        seen = {"card": np.where(fifth == TEN, 1, fifth), "total": final, "two": punto}[self.banco_sees]
        column = np.where(punto_draws, seen, punto if self.always_sees else NO_THIRD)
        stopped = np.isin(punto, self.punto_stops)
        if self.three_cards_stop:
            stopped |= punto_draws & (final >= 8)
        against = np.where(punto_draws, final, punto) % 10
        return punto_draws, ~stopped & (banco < 8) & banco_row[against, np.minimum(banco, 7), column]

    def finals(self, punto: Numbers, banco: Numbers, fifth: Numbers, sixth: Numbers) -> tuple[Numbers, ...]:
        """Whether punto and banco draw, and their final totals; ``sixth`` is the last card of the shoe's six."""
        punto_draws, banco_draws = self.draws(punto, banco, fifth)
        _, final, stands, *_ = PAIRINGS[self.pairing]
        last = sixth if self.last_is_sixth else np.where(punto_draws, sixth, fifth)
        punto_final = np.where(punto_draws, final(punto, fifth), stands(punto))
        return punto_draws, banco_draws, punto_final, np.where(banco_draws, final(banco, last), stands(banco))

    def totals(self, values: tuple[int, ...], removal: str = "right") -> Numbers:
        """The deals by cards used (4, 5, 6), punto's and banco's final total: exact integers, 3 × `TOTALS` × `TOTALS`."""
        return self._sums(_codes(self), 3 * TOTALS**2, values, removal).reshape(3, TOTALS, TOTALS)

    @lru_cache(maxsize=2**15)  # noqa: B019  figures of several bets, and of several kinds, are of the same shoes
    def outcomes(self, values: tuple[int, ...], removal: str = "right") -> Numbers:
        """The deals by cards used (4, 5, 6), and by punto, banco and tie: exact integers, 3 × 3."""
        return self._sums(_outcome_codes(self), 9, values, removal).reshape(3, 3)

    def _sums(self, codes: Integers, bins: int, values: tuple[int, ...], removal: str) -> Numbers:
        exact = np.zeros(bins, dtype=object)
        for power, limb in enumerate(_ways(values, self.pairing, removal)):
            sums = np.bincount(codes, weights=limb, minlength=bins)
            exact += np.array([int(part) << 32 * power for part in sums], dtype=object)
        return exact

    @lru_cache(maxsize=4096)  # noqa: B019  settlements with other stakes are of the same coups
    def hands(self, cards: tuple[int, ...]) -> tuple[list[int], list[int], list[tuple[str, int]]]:
        """The positions of punto's and banco's cards and of every step, for six point values in dealing order."""
        order = self.first_four
        if self.pairing == "one-card":
            punto, banco, rest = [0], [1], [2, 3]
            values = [cards[0], cards[0], cards[1], cards[1]]
        else:
            punto, banco, rest = list(order[:2]), list(order[2:]), [4, 5]
            values = [cards[position] for position in order]
        steps = sorted([*((p, "punto") for p in punto), *((p, "banco") for p in banco)])
        two = PAIRINGS[self.pairing].two
        punto_total, banco_total = (two(np.array([values[at]]), np.array([values[at + 1]])) for at in (0, 2))
        punto_draws, banco_draws = self.draws(punto_total, banco_total, np.array([cards[rest[0]]]))
        taken = [(side, position) for position, side in steps]
        if punto_draws[0]:
            punto.append(rest[0])
            taken.append(("punto", rest[0]))
        if banco_draws[0]:
            position = rest[1] if punto_draws[0] or self.last_is_sixth else rest[0]
            banco.append(position)
            taken.append(("banco", position))
        return punto, banco, taken

    def total(self, cards: Sequence[int]) -> int:
        """The final total of a hand's point values."""
        pairing = PAIRINGS[self.pairing]
        if self.pairing == "one-card":
            return sum(cards) % 10
        total = pairing.two(np.array(cards[0]), np.array(cards[1]))
        return int(pairing.stands(total) if len(cards) == 2 else pairing.final(total, np.array(cards[2])))


@lru_cache(maxsize=1024)
def _drawing(tableau: Tableau) -> tuple[Numbers, Numbers]:
    """Whether punto draws, by its total, and banco, by punto's final total, its own total and punto's third card."""
    matrices = [tableau.matrix_against(total) for total in range(10)]
    punto = np.array([letter == "D" for letter in tableau.punto])
    return punto, np.array([[[letter == "D" for letter in row] for row in matrix] for matrix in matrices])


REMOVALS: dict[str, tuple[Callable[[int, int], int], int, int, int]] = {
    "right": (perm, 1, 1, 1),
    "replaced": (pow, 0, 0, 0),
    "fifth-and-sixth-replaced": (perm, 0, 0, 0),
    "fifth-replaced": (perm, 0, 1, 0),
    "sixth-replaced": (perm, 1, 0, 0),
    "fifth-kept": (perm, 1, 1, 0),
}
"""Which dealt cards leave the shoe: in how many ways copies of a card come among the first four; and, as 1 or 0, whether the
first four are gone when the fifth is drawn, whether they are when the sixth is drawn, and whether the fifth is then."""


@lru_cache(maxsize=1024)
def _codes(dealing: Dealing) -> Integers:
    """For each class of deals, the index of its cards used and final totals in `Dealing.totals`."""
    totals, kinds = PAIRINGS[dealing.pairing].totals, PAIRINGS[dealing.pairing].cards
    punto, banco, fifth, sixth = np.indices((totals, totals, kinds, kinds)).reshape(4, -1)
    punto_draws, banco_draws, punto_final, banco_final = dealing.finals(punto, banco, fifth, sixth)
    codes: Integers = ((punto_draws.astype(int) + banco_draws) * TOTALS + punto_final) * TOTALS + banco_final
    return codes


@lru_cache(maxsize=1024)
def _outcome_codes(dealing: Dealing) -> Integers:
    """The same for `Dealing.outcomes`."""
    used, punto, banco = np.unravel_index(_codes(dealing), (3, TOTALS, TOTALS))
    codes: Integers = 3 * used + np.where(punto > banco, 0, np.where(punto < banco, 1, 2))
    return codes


class _FirstFour(NamedTuple):
    """How four cards make two totals: a cell for each pair of totals and each multiset of cards that makes it."""

    totals: Integers
    """The pairs of totals that can be, in ascending order."""
    starts: Integers
    """The first cell of each of these pairs."""
    multisets: Integers
    """The multiset of each cell, as an index into ``copies``."""
    copies: Integers
    """The copies of each kind of card in each multiset."""
    moments: Integers
    """For each cell, its sequences times the product of two numbers, each 1 or the copies of a kind."""


@cache
def _first_four(pairing: str) -> _FirstFour:
    two, _, _, totals, kinds = PAIRINGS[pairing]
    cards = np.indices((kinds,) * 4).reshape(4, -1)
    copies, multisets = np.unique((cards[:, :, None] == np.arange(kinds)).sum(axis=0), axis=0, return_inverse=True)
    pairs = two(cards[0], cards[1]) * totals + two(cards[2], cards[3])
    cells, sequences = np.unique(pairs * len(copies) + multisets.reshape(-1), return_counts=True)
    pairs, multisets = np.divmod(cells, len(copies))
    present, starts = np.unique(pairs, return_index=True)
    numbers = np.insert(copies, 0, 1, axis=1)[multisets]
    moments = sequences[:, None, None] * numbers[:, :, None] * numbers[:, None, :]
    return _FirstFour(present, starts, multisets, copies, moments)


@lru_cache(maxsize=256)
def _ways(values: tuple[int, ...], pairing: str, removal: str) -> tuple[Doubles, ...]:
    """The ways to deal each class from a shoe with these counts, in digits of base `_LIMB`, the lowest first.

    The ways to draw a kind of card next are its cards in the shoe less its copies among those that are gone. So the ways to
    deal six cards follow from sums over the first four: of their ways, and of these times the copies of one or two kinds.
    """
    drawn, fifth_without_four, sixth_without_four, sixth_without_fifth = REMOVALS[removal]
    _, _, _, totals, kinds = PAIRINGS[pairing]
    four, cards = _first_four(pairing), sum(values)
    table: Numbers = np.array(
        [[drawn(count, taken) for taken in range(5)] for count in values], dtype=_integers(16 * cards**4)
    )
    orders = prod(table[kind][four.copies[:, kind]] for kind in range(kinds))[four.multisets]
    sums: Numbers = np.add.reduceat(orders[:, None, None] * four.moments, four.starts).astype(_integers(cards**6))
    whole = np.array(values, dtype=sums.dtype)
    by_fifth = whole[:, None] * sums[:, :1] - fifth_without_four * sums[:, 1:]
    to_draw = whole - sixth_without_fifth * np.eye(kinds, dtype=int)
    ways = np.zeros((totals**2, kinds, kinds), dtype=sums.dtype)
    ways[four.totals] = by_fifth[:, :, :1] * to_draw - sixth_without_four * by_fifth[:, :, 1:]
    return _limbs(ways.reshape(-1))


def _integers(most: int) -> Any:
    """The type of integers for numbers to ``most``."""
    return np.int64 if most < 2**63 else object


def _limbs(exact: Numbers) -> tuple[Doubles, ...]:
    parts: list[Doubles] = []
    while not parts or np.any(exact):
        parts.append((exact % _LIMB).astype(float))
        exact = exact // _LIMB
    return tuple(parts)
