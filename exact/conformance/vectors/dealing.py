"""How a shoe is dealt, with switches: every deal of six point values at once, and one coup card by card.

It shares no code with the walk or with the compiler of polynomials. The default switches are right; the register of faults
(`exact.conformance.vectors.faults`) sets them wrong.

What a coup comes to depends only on the two-card totals and on the fifth and sixth cards. So the ways to deal a shoe are
counted once for each of these classes, and any number of wrong rules are then read off the same counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import perm, prod
from typing import NamedTuple

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
    totals: int
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
    "modulo": Pairing(_modulo, _modulo, _as_it_is, 10),
    "raw": Pairing(lambda a, b: a + b, _modulo, lambda total: total % 10, 19),
    "raw-tens": Pairing(lambda a, b: _ten(a) + _ten(b), _modulo, lambda total: total % 10, 21),
    "lowered-once": Pairing(
        lambda a, b: _lowered(_ten(a) + _ten(b)), lambda t, c: _lowered(t + _ten(c)), _as_it_is, 11
    ),
    "one-card": Pairing(lambda a, _: a, _modulo, _as_it_is, 10),
    "third-zero": Pairing(_modulo, lambda t, c: (t + np.where(c == 0, 1, c)) % 10, _as_it_is, 10),
    "third-ten": Pairing(
        lambda a, b: (a % 10 + b % 10) % 10, lambda t, c: (t + np.where(c == TEN, 1, c)) % 10, _as_it_is, 10, 11
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
    """The column of banco's table: punto's third ``card``, its final ``total``, or its total of ``two`` cards."""
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
        seen = {"card": np.where(fifth == TEN, 1, fifth), "total": final % 10, "two": punto % 10}[self.banco_sees]
        column = np.where(punto_draws, seen, punto % 10 if self.always_sees else NO_THIRD)
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


REMOVALS = ("right", "replaced", "fifth-and-sixth-replaced", "fifth-replaced", "sixth-replaced", "fifth-kept")
"""Which dealt cards leave the shoe. A replaced fifth or sixth card comes from the whole shoe; a kept fifth can come again."""


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


@cache
def _cells(pairing: str) -> tuple[Integers, Integers, Integers]:
    """The distinct pairs of a class of deals and a multiset of six cards: both indices, and the number of sequences."""
    two, totals, kinds = PAIRINGS[pairing].two, PAIRINGS[pairing].totals, PAIRINGS[pairing].cards
    cards, multisets = _sequences(kinds)
    classes = ((two(cards[0], cards[1]) * totals + two(cards[2], cards[3])) * kinds + cards[4]) * kinds + cards[5]
    width = len(_copies(kinds))
    cells, counts = np.unique(classes * width + multisets, return_counts=True)
    return cells // width, cells % width, counts


@cache
def _sequences(kinds: int) -> tuple[list[Integers], Integers]:
    """Every sequence of six cards, card by card, and the index of its multiset."""
    numbers = np.arange(kinds**6)
    cards = [numbers // kinds**power % kinds for power in range(6)]
    _, multisets = np.unique(sum(7**card for card in cards), return_inverse=True)
    return cards, multisets.reshape(-1)


@cache
def _copies(kinds: int) -> Integers:
    """The copies of each kind of card in each multiset of six, in the order of `_cells`."""
    multisets = [
        [multiset.count(kind) for kind in range(kinds)] for multiset in combinations_with_replacement(range(kinds), 6)
    ]
    return np.array(sorted(multisets, key=lambda copies: sum(count * 7**kind for kind, count in enumerate(copies))))


@lru_cache(maxsize=256)
def _ways(values: tuple[int, ...], pairing: str, removal: str) -> tuple[Doubles, ...]:
    """The ways to deal each class from a shoe with these counts, in digits of base `_LIMB`, the lowest first."""
    if removal not in ("right", "replaced"):
        return _limbs(_partly_replaced(values, pairing, removal))
    drawn = perm if removal == "right" else pow
    fits = sum(values) ** 6 < 2**63  # and then every product does, because there are no more deals than that
    table = np.array(
        [[drawn(count, taken) for taken in range(7)] for count in values], dtype=np.int64 if fits else object
    )
    totals, kinds = PAIRINGS[pairing].totals, PAIRINGS[pairing].cards
    orders = prod(table[kind][_copies(kinds)[:, kind]] for kind in range(kinds))
    classes, multisets, counts = _cells(pairing)
    return tuple(
        np.bincount(classes, weights=counts * limb[multisets], minlength=totals**2 * kinds**2).astype(np.float64)
        for limb in _limbs(orders)
    )


def _limbs(exact: Numbers) -> tuple[Doubles, ...]:
    parts: list[Doubles] = []
    while not parts or np.any(exact):
        parts.append((exact % _LIMB).astype(float))
        exact = exact // _LIMB
    return tuple(parts)


def _partly_replaced(values: tuple[int, ...], pairing: str, removal: str) -> Numbers:
    """The ways where the fifth or the sixth card, or both, do not see what was dealt before."""
    totals, cards = PAIRINGS[pairing].totals, sum(values)
    limbs = _ways(values, pairing, "right")
    right = sum((limb.astype(np.int64).astype(object) << 32 * power for power, limb in enumerate(limbs)), 0)
    right = np.asarray(right).reshape(totals, totals, 10, 10)
    five = right.sum(axis=3) // (cards - 5)  # by the two totals and one more card
    whole = np.array(values, dtype=object)
    if removal == "fifth-and-sixth-replaced":
        four = five.sum(axis=2) // (cards - 4)
        ways = four[:, :, None, None] * whole[:, None] * whole
    elif removal == "fifth-replaced":
        ways = five[:, :, None, :] * whole[:, None]
    elif removal == "sixth-replaced":
        ways = five[:, :, :, None] * whole
    else:  # the sixth comes from the shoe that the fifth came from, so the fifth may come twice
        ways = right + five[:, :, :, None] * np.eye(10, dtype=int).astype(object)
    return np.asarray(ways).reshape(-1)
