"""A small engine with switches: vectorised rules deal every sequence of six point values, and formulas count pairs.

It shares no code with the walk, the compiler of polynomials or the bets, and knows only readings with the standard
tableau. With the default switches it is right; the register of faults sets them wrong, one at a time.

The result of a coup depends only on the two-card totals and on the fifth and sixth cards. So the ways to deal a shoe
are counted once for each of these classes, and any number of wrong rules are then read off the same counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import perm, prod
from typing import Any, NamedTuple

from exact.arithmetic import number_text
from exact.game import POINT_VALUES, Granularity, class_of, parse_card
from exact.game.shoe import MIN_CARDS
from exact.lazy import Integers, Numbers, np
from exact.rules import NO_THIRD, Rules, Tableau, all_rules, standard_tableau

TOTALS = 10  # final totals run from 0 to 9
TEN = 10
"""The index of a ten, for an engine that takes it for another card than a jack, a queen or a king."""
DealtCoup = tuple[tuple[list[int], list[int]], tuple[int, int], list[tuple[int, str]]]
"""Punto's and banco's hands, as positions of cards, and final totals; the position and side of each step."""


class Pairing(NamedTuple):
    """How cards make totals."""

    two: Callable[[Numbers, Numbers], Numbers]
    """The total of two cards, as the rules see it."""
    final: Callable[[Numbers, Numbers], Numbers]
    """The final total of a side that has that total and draws a card."""
    totals: int = 10
    """One more than the largest two-card total."""
    cards: int = 10
    """The number of classes of cards: the point values and, where there are eleven, the ten."""


def _modulo(total: Numbers, card: Numbers) -> Numbers:
    return (total + card) % 10


PAIRINGS = {
    "modulo": Pairing(_modulo, _modulo),
    "raw": Pairing(lambda a, b: a + b, _modulo, totals=19),
    "one-card": Pairing(lambda a, _: a, _modulo),
    "third-ten": Pairing(
        lambda a, b: (a % 10 + b % 10) % 10, lambda t, c: (t + np.where(c == TEN, 1, c)) % 10, cards=11
    ),
}
"""``modulo`` is right. With ``one-card`` a side's second card is not dealt; which card that is changes no count."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The switches; the defaults are right."""

    tableau: Tableau = standard_tableau()  # noqa: RUF009  a constant
    pairing: str = "modulo"
    """How cards make totals, one of `PAIRINGS`."""
    punto_stops: tuple[int, ...] = (8, 9)
    """Punto's two-card totals that keep banco from drawing."""
    banco_stops: tuple[int, ...] = (8, 9)
    """Banco's two-card totals that keep punto from drawing."""
    last_is_sixth: bool = False
    """Whether banco's third card is the sixth of the shoe even if punto stands."""
    first_four: tuple[int, int, int, int] = (0, 2, 1, 3)
    """The positions of punto's first two cards and of banco's; no count depends on them."""

    def finals(self, punto: Numbers, banco: Numbers, fifth: Numbers, sixth: Numbers) -> tuple[Numbers, ...]:
        """Whether punto and banco draw, and their final totals, for arrays of two-card totals and of the last cards."""
        punto_row, banco_row = _drawing(self.tableau)
        final = PAIRINGS[self.pairing].final
        punto_draws = ~np.isin(banco, self.banco_stops) & (punto < 8) & punto_row[np.minimum(punto, 7)]
        punto_final = np.where(punto_draws, final(punto, fifth), punto % 10)
        third = np.where(punto_draws, np.where(fifth == TEN, 1, fifth), NO_THIRD)
        stopped = np.isin(punto, self.punto_stops) | (banco > 7)
        banco_draws = ~stopped & banco_row[punto_final, np.minimum(banco, 7), third]
        last = sixth if self.last_is_sixth else np.where(punto_draws, sixth, fifth)
        return punto_draws, banco_draws, punto_final, np.where(banco_draws, final(banco, last), banco % 10)

    @lru_cache(maxsize=2**13)  # noqa: B019  figures of several bets, and of several kinds, are of the same shoes
    def totals(self, values: tuple[int, ...], removal: str = "right") -> Numbers:
        """The deals by cards used (4, 5, 6) and final totals: exact integers, 3 × `TOTALS` × `TOTALS`."""
        by_code, codes, starts = _codes(self)
        exact = np.zeros(3 * TOTALS**2, dtype=object)
        exact[codes] = np.add.reduceat(_ways(values, self.pairing, removal)[by_code], starts)
        return exact.reshape(3, TOTALS, TOTALS)

    @lru_cache(maxsize=4096)  # noqa: B019  settlements with other stakes are of the same coups
    def coup(self, cards: tuple[int, ...]) -> DealtCoup:
        """The coup dealt from six cards, each a point value or `TEN`, in dealing order."""
        if self.pairing == "one-card":
            punto, banco, rest = [0], [1], (2, 3)
        else:
            punto, banco, rest = list(self.first_four[:2]), list(self.first_four[2:]), (4, 5)
        steps = sorted([*((at, "punto") for at in punto), *((at, "banco") for at in banco)])
        values, two = np.array(cards), PAIRINGS[self.pairing].two
        firsts = (two(values[hand[0]], values[hand[-1]]) for hand in (punto, banco))
        punto_draws, banco_draws, *totals = self.finals(*firsts, *(values[at] for at in rest))
        if punto_draws:
            punto.append(rest[0])
            steps.append((rest[0], "punto"))
        if banco_draws:
            banco.append(rest[1] if punto_draws or self.last_is_sixth else rest[0])
            steps.append((banco[-1], "banco"))
        return (punto, banco), (int(totals[0]), int(totals[1])), steps


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
}
"""Which dealt cards leave the shoe: in how many ways copies of a card come among the first four; and, as 1 or 0,
whether the first four are gone when the fifth is drawn, whether they are when the sixth is, and the fifth too."""


@lru_cache(maxsize=1024)
def _codes(dealing: Dealing) -> tuple[Integers, Integers, Integers]:
    """The classes of deals sorted by code, the index of their cards used and final totals in `Dealing.totals`.

    Then the codes that occur, ascending, and where each begins.
    """
    pairing = PAIRINGS[dealing.pairing]
    classes = np.indices((pairing.totals, pairing.totals, pairing.cards, pairing.cards)).reshape(4, -1)
    punto_draws, banco_draws, punto, banco = dealing.finals(*classes)
    codes = ((punto_draws.astype(int) + banco_draws) * TOTALS + punto) * TOTALS + banco
    by_code = np.argsort(codes, kind="stable")
    return by_code, *np.unique(codes[by_code], return_index=True)


@cache
def _first_four(pairing: str) -> tuple[Integers, Integers, Integers, Integers]:
    """How four cards make two totals: a cell for each pair of totals and each multiset of cards that makes it.

    The pairs of totals that can be, ascending, and the first cell of each; for each cell, the copies of each class in
    its multiset, and its sequences times the product of two numbers, each 1 or the copies of a class.
    """
    two, _, totals, kinds = PAIRINGS[pairing]
    cards = np.indices((kinds,) * 4).reshape(4, -1)
    copies, multisets = np.unique((cards[:, :, None] == np.arange(kinds)).sum(axis=0), axis=0, return_inverse=True)
    pairs = two(cards[0], cards[1]) * totals + two(cards[2], cards[3])
    cells, sequences = np.unique(pairs * len(copies) + multisets.reshape(-1), return_counts=True)
    pairs, multisets = np.divmod(cells, len(copies))
    present, starts = np.unique(pairs, return_index=True)
    numbers = np.insert(copies, 0, 1, axis=1)[multisets]
    moments = sequences[:, None, None] * numbers[:, :, None] * numbers[:, None, :]
    return present, starts, copies[multisets], moments


@lru_cache(maxsize=256)
def _ways(values: tuple[int, ...], pairing: str, removal: str) -> Numbers:
    """The ways to deal each class from a shoe with these counts.

    The ways to draw a card of a class next are its cards in the shoe less its copies among those that are gone. So the
    ways to deal six cards follow from sums over the first four: of their ways, times the copies of up to two classes.
    """
    drawn, fifth_without_four, sixth_without_four, sixth_without_fifth = REMOVALS[removal]
    _, _, totals, kinds = PAIRINGS[pairing]
    (pairs, starts, copies, moments), cards = _first_four(pairing), sum(values)
    table: Numbers = np.array(
        [[drawn(count, taken) for taken in range(5)] for count in values],
        dtype=np.int64 if 16 * cards**4 < 2**63 else object,
    )
    orders = prod(table[kind][copies[:, kind]] for kind in range(kinds))
    sums: Numbers = np.add.reduceat(orders[:, None, None] * moments, starts).astype(
        np.int64 if cards**6 < 2**63 else object
    )
    whole = np.array(values, dtype=sums.dtype)
    by_fifth = whole[:, None] * sums[:, :1] - fifth_without_four * sums[:, 1:]
    to_draw = whole - sixth_without_fifth * np.eye(kinds, dtype=int)
    ways = np.zeros((totals**2, kinds, kinds), dtype=sums.dtype)
    ways[pairs] = by_fifth[:, :, :1] * to_draw - sixth_without_four * by_fifth[:, :, 1:]
    return ways.reshape(-1)


_OUTCOMES = ("punto", "banco", "tie")
_PAIR_BETS = {
    "punto-pair": ("ranks", "one-side"),
    "banco-pair": ("ranks", "one-side"),
    "either-pair": ("ranks", "either"),
    "punto-perfect-pair": ("cards", "one-side"),
    "banco-perfect-pair": ("cards", "one-side"),
    "perfect-pair-either": ("cards", "either"),
    "perfect-pair-both": ("cards", "both"),
    "punto-suited-pair": ("suits", "one-side"),
    "banco-suited-pair": ("suits", "one-side"),
}
"""For each bet on pairs, what two cards must share, and which sides must have such a pair."""
Padding = Callable[[int], tuple[int, int]]
"""How often a coup of four cards, and one of five, is counted in a shoe of so many cards."""
Known = tuple[Granularity, list[int]]
"""A shoe: how finely it is described, and its counts."""


def padded(cards: int) -> tuple[int, int]:
    """The right padding: once for each way to deal the cards that the coup does not need."""
    return (cards - 4) * (cards - 5), cards - 5


@cache
def _readings() -> dict[str, Rules]:
    return {name: rules for name, rules in all_rules().items() if rules.tableau == standard_tableau()}


@dataclass(frozen=True, slots=True)
class SmallEngine:
    """The switches; the defaults are right."""

    dealing: Dealing = Dealing()
    removal: str = "right"
    """Which dealt cards leave the shoe, one of `exact.conformance.vectors.small_engine.REMOVALS`."""
    padding: Padding = padded
    shoe: Callable[[Granularity, list[int]], Known] = lambda granularity, counts: (granularity, counts)
    """What the engine takes a shoe for."""
    swapped: bool = False
    """Whether punto's figures carry banco's name, and banco's punto's."""
    either: str = "exact"
    """How a pair of either side is counted: ``exact``, without ``singletons``, or as if sides were ``independent``."""
    suits: bool = True
    """Whether a perfect pair, and two suited cards, must have one suit."""
    lost_on_tie: frozenset[str] = frozenset()
    """The sides, ``punto`` and ``banco``, whose stakes a tie loses instead of returning them."""
    rounding: str = "stated"
    """How commission is rounded: as ``stated``, for the ``player`` or the ``house``, ``nearest``, or ``exact``."""
    cents: str = "exact"
    """How commission is rounded where no unit is given: ``exact``, or to cents as above."""
    charges: str = "banco"
    """The wins on which commission is charged: those of ``banco``, of ``both`` sides, or ``none``."""

    def answer(self, request: dict[str, Any]) -> dict[str, object] | None:
        """The answer to a request, or `None` if this engine cannot answer it."""
        if request.get("rules") not in _readings():
            return None
        kind = request.get("kind")
        if kind == "coup":
            return self._coup(request["cards"])
        if kind == "settlement":
            return self._settlement(request)
        if kind not in ("outcomes", "bet"):
            return None
        ((word, counts),) = request["shoe"].items()
        granularity, counts = self.shoe(next(each for each in Granularity if each.word == word), counts)
        if sum(counts) < MIN_CARDS:
            return None
        if kind == "bet":
            named = self.bet(request["bet"], granularity, counts)
        else:
            named = dict(zip(_OUTCOMES, self.counts(granularity, counts), strict=True))
        return None if named is None else {"counts": {name: str(count) for name, count in named.items()}}

    def counts(self, granularity: Granularity, counts: list[int]) -> list[int]:
        """The number of padded deals with punto, banco and tie from a shoe as the engine takes it."""
        finals = self.finals(granularity, counts)
        return [int(np.tril(finals, -1).sum()), int(np.triu(finals, 1).sum()), int(np.trace(finals))]

    def finals(self, granularity: Granularity, counts: list[int]) -> Numbers:
        """The number of padded deals by punto's and banco's final total, from a shoe as the engine takes it."""
        dealing, values = self._known(granularity, counts)
        four, five, six = dealing.totals(values, self.removal)
        if self.padding is not padded:
            right, wrong = padded(sum(counts)), self.padding(sum(counts))
            four, five = four // right[0] * wrong[0], five // right[1] * wrong[1]
        finals: Numbers = four + five + six
        return finals.T if self.swapped else finals

    def _known(self, granularity: Granularity, counts: list[int]) -> tuple[Dealing, tuple[int, ...]]:
        """How the engine deals this shoe, and the number of cards of each class that it distinguishes."""
        values = [0] * 10
        for index, count in enumerate(counts):
            values[class_of(index, granularity, Granularity.VALUES)] += count
        if PAIRINGS[self.dealing.pairing].cards == len(values):
            return self.dealing, tuple(values)
        if granularity is Granularity.VALUES:  # an engine that does not know which cards are tens cannot mistake them
            return replace(self.dealing, pairing="modulo"), tuple(values)
        suits = granularity // len(POINT_VALUES)
        tens = sum(counts[9 * suits : 10 * suits])
        return self.dealing, (values[0] - tens, *values[1:], tens)

    def bet(self, bet: str, granularity: Granularity, shoe: list[int]) -> dict[str, int] | None:
        """The counts of the bet's categories from a shoe as the engine takes it; `None` if it does not know the bet."""
        if bet not in _OUTCOMES:
            return self._pair_bet(bet, granularity, shoe)
        punto, banco, tie = self.counts(granularity, shoe)
        if bet == "tie":
            return {"win": tie, "lose": punto + banco}
        won, lost = (banco, punto) if bet == "banco" else (punto, banco)
        pushed = 0 if bet in self.lost_on_tie else tie
        return {"win": won, "push": pushed, "lose": lost + tie - pushed}

    def _pair_bet(self, bet: str, granularity: Granularity, shoe: list[int]) -> dict[str, int] | None:
        """Bets on pairs by formula: P(side has a pair) and P(both have one), from the number of cards of each class."""
        shared, wanted = _PAIR_BETS.get(bet, ("", ""))
        needed = Granularity.RANKS if shared == "ranks" else Granularity.CARDS
        if not shared or granularity < needed or self.removal != "right":  # nothing is known of pairs with replacement
            return None
        classes = _classes(granularity, shoe, shared if self.suits else "ranks")
        if wanted == "either" and self.either == "singletons":
            classes = [count for count in classes if count != 1]
        if sum(classes) < MIN_CARDS:
            return None
        single, both, deals = _pair_counts(classes)
        if wanted == "one-side":
            return {"win": single, "lose": deals - single}
        if wanted == "either":
            both = single**2 // deals if self.either == "independent" else both
            return {"win": 2 * single - both, "lose": deals - 2 * single + both}
        return {"both": both, "one": 2 * (single - both), "lose": deals - 2 * single + both}

    def _coup(self, names: list[str]) -> dict[str, object]:
        values = [class_of(index, granularity, Granularity.VALUES) for granularity, index in map(parse_card, names)]
        if PAIRINGS[self.dealing.pairing].cards > 10:
            values = [TEN if name.startswith(("10", "T")) else value for name, value in zip(names, values, strict=True)]
        hands, finals, steps = self.dealing.coup((*values, *[0] * 6)[:6])
        if max(position for position, _ in steps) >= len(names):
            return {"error": "too few cards"}
        sides = ("banco", "punto") if self.swapped else ("punto", "banco")
        totals = dict(zip(sides, finals, strict=True))
        winner = max(totals, key=lambda side: totals[side])
        return {
            **{side: [names[at] for at in hand] for side, hand in zip(sides, hands, strict=True)},
            **{f"{side}_total": total for side, total in totals.items()},
            "outcome": "tie" if len(set(finals)) == 1 else winner,
            "steps": [[sides[side != "punto"], names[position]] for position, side in steps],
        }

    def _settlement(self, request: dict[str, Any]) -> dict[str, object] | None:
        rules = _readings()[request["rules"]]
        if not request["stakes"].keys() <= set(_OUTCOMES):
            return None
        outcome = self._coup(request["cards"]).get("outcome")
        if outcome is None:
            return {"error": "too few cards"}
        net = {}
        for bet, amount in request["stakes"].items():
            won = -Fraction(amount)
            if bet == outcome:
                won = Fraction(amount) * rules.payoffs[bet]
                if bet == self.charges or (bet != "tie" and self.charges == "both"):
                    won -= self._commission(won, rules.commission, rules.rounding, request.get("unit"))
            elif outcome == "tie" and bet not in self.lost_on_tie:
                won = Fraction(0)
            net[bet] = number_text(won, 2)
        return {"net": net}

    def _commission(self, win: Fraction, rate: Fraction, stated: str, unit: str | None) -> Fraction:
        stated_favour = "player" if stated == "nobody" else stated
        favour = self.cents if unit is None else stated_favour if self.rounding == "stated" else self.rounding
        if favour == "exact":
            return rate * win
        smallest = Fraction(unit or "0.01")
        units = rate * win / smallest
        whole = {"player": units.__floor__(), "house": units.__ceil__(), "nearest": (units - Fraction(1, 2)).__ceil__()}
        return whole[favour] * smallest


def _classes(granularity: Granularity, counts: list[int], shared: str) -> list[int]:
    if shared == "suits":
        return [sum(counts[suit::4]) for suit in range(4)]
    if shared == "ranks" and granularity is Granularity.CARDS:
        return [sum(counts[4 * rank : 4 * rank + 4]) for rank in range(13)]
    return list(counts)


def _pair_counts(classes: list[int]) -> tuple[int, int, int]:
    """The number of ordered six-card deals in which a given side has a pair, in which both have one, and in all."""
    cards = sum(classes)
    pairs = [perm(count, 2) for count in classes]
    four_alike = sum(perm(count, 4) for count in classes)
    two_pairs = sum(pairs) ** 2 - sum(pair**2 for pair in pairs)  # of different classes
    return sum(pairs) * perm(cards - 2, 4), (four_alike + two_pairs) * perm(cards - 4, 2), perm(cards, 6)
