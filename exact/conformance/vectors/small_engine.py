"""A small engine with switches: one vectorised set of rules deals all 10**6 sequences of six point values.

It shares no code with the walk, the compiler of polynomials or the bets, and knows only readings with the standard
tableau. With the default switches it is right; `exact.conformance.vectors.mutants` sets them wrong, one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import perm, prod
from typing import Any, NamedTuple, cast

from exact.arithmetic import number_text
from exact.arrays import Numbers
from exact.game.cards import POINT_VALUES, Granularity, class_of, parse_card
from exact.lazy import np
from exact.rules.named import all_rules, standard_tableau
from exact.rules.tableau import Rules, Tableau

PUNTO, BANCO, TIE = range(3)
_OUTCOMES = ("punto", "banco", "tie")
_MULTISETS = 5005
_LIMIT = 2**63


@cache
def _readings() -> dict[str, Rules]:
    """The readings with that tableau."""
    return {name: rules for name, rules in all_rules().items() if rules.tableau == standard_tableau()}


class Dealt(NamedTuple):
    """Coups as arrays, one entry for each sequence of cards."""

    punto_draws: Numbers
    banco_draws: Numbers
    punto_total: Numbers
    banco_total: Numbers

    @property
    def outcome(self) -> Numbers:
        """`PUNTO`, `BANCO` or `TIE`."""
        return np.where(
            self.punto_total > self.banco_total, PUNTO, np.where(self.punto_total < self.banco_total, BANCO, TIE)
        )


class SmallEngine(NamedTuple):
    """The switches; the defaults are right."""

    tableau: Tableau = standard_tableau()
    natural: str = "either"
    """What ends a coup at once: ``either`` side's 8 or 9, ``not-8``, ``not-9``, or ``own``: only for the side that has it."""
    first_four: tuple[int, int, int, int] = (0, 2, 1, 3)
    """Which cards of the shoe are punto's first two and banco's first two."""
    last_is_sixth: bool = False
    """Whether banco's third card is the sixth of the shoe even if punto stands."""
    ten: int = 0
    """The points of a ten or a court card; a total over 9 is lowered by ten, once."""
    ten_is_no_card: bool = False
    """Whether a third card worth 0 is looked up in the column «no third card»."""
    off: tuple[int, int] = (0, 0)
    """A point value, and the number added to its count if the count is above 0."""
    removed: bool = True
    """Whether a dealt card leaves the shoe."""
    padded: bool = True
    """Whether coups of four and five cards are padded to six."""
    pairs: str = "exact"
    """How pairs are counted: ``exact``, ``no-singletons``, ``even-only``, ``with-replacement``, ``independent``."""
    suits: bool = True
    """Whether a perfect pair, and two suited cards, must have one suit."""
    one_edge: bool = False
    """Whether the bet on punto is priced with banco's counts."""
    rounding: str = "stated"
    """How commission is rounded: as ``stated``, for the ``player`` or the ``house``, to the ``nearest`` unit, or ``exact``."""
    charges: str = "win"
    """The wins on which commission is charged: ``win`` for banco's alone, ``both`` for both sides'."""

    def answer(self, request: dict[str, Any]) -> dict[str, object] | None:
        """The answer to a request, or `None` if this engine cannot answer it."""
        if request.get("rules") not in _readings():
            return None
        kind = request.get("kind")
        if kind == "outcomes":
            return _named(dict(zip(_OUTCOMES, self.counts(_values(request["shoe"])), strict=True)))
        if kind == "bet":
            return self._bet(request["bet"], request["shoe"])
        if kind == "coup":
            return self._coup(request["cards"])
        return self._settlement(request) if kind == "settlement" else None

    def deal(self, cards: Sequence[Numbers]) -> Dealt:
        """The coups dealt from six arrays of point values."""
        points = [np.where(card == 0, self.ten, card) for card in cards]
        first, second, third, fourth = self.first_four
        punto, banco = _lowered(points[first] + points[second]), _lowered(points[third] + points[fourth])
        stopped = {
            "either": (punto >= 8) | (banco >= 8),
            "not-8": (punto >= 9) | (banco >= 9),
            "not-9": (punto == 8) | (banco == 8),
            "own": np.zeros(len(punto), dtype=bool),
        }[self.natural]
        punto_table = np.array([letter == "D" for letter in self.tableau.punto])
        matrices = [self.tableau.matrix_against(total) for total in range(10)]
        banco_table = np.array([[[letter == "D" for letter in row] for row in matrix] for matrix in matrices])
        punto_draws = ~stopped & (punto < 8) & punto_table[np.minimum(punto, 7)]
        column = np.where(punto_draws, cards[4], 10)
        if self.ten_is_no_card:
            column = np.where(column == 0, 10, column)
        punto_total = np.where(punto_draws, _lowered(punto + points[4]), punto)
        banco_draws = ~stopped & (banco < 8) & banco_table[punto_total % 10, np.minimum(banco, 7), column]
        last = points[5] if self.last_is_sixth else np.where(punto_draws, points[5], points[4])
        return Dealt(
            punto_draws,
            banco_draws,
            punto_total,
            np.where(banco_draws, _lowered(banco + last), banco),
        )

    def counts(self, values: tuple[int, ...]) -> list[int]:
        """The number of padded deals with punto, banco and tie from a shoe with these ten counts."""
        value, step = self.off
        values = tuple(count + step if count and index == value else count for index, count in enumerate(values))
        cards = sum(values)
        dealing = SmallEngine(
            self.tableau, self.natural, self.first_four, self.last_is_sixth, self.ten, self.ten_is_no_card
        )
        table = _coefficients(dealing)
        by_cards = table @ _ways(values, self.removed)
        counts = [0, 0, 0]
        for used, row in zip((4, 5, 6), by_cards, strict=True):
            filled = 1 if self.padded else perm(cards - used, 6 - used)
            for outcome in range(3):
                counts[outcome] += int(row[outcome]) // filled
        return counts

    def _bet(self, bet: str, shoe: dict[str, list[int]]) -> dict[str, object] | None:
        if bet in _OUTCOMES:
            punto, banco, tie = self.counts(_values(shoe))
            if bet == "tie":
                return _named({"win": tie, "lose": punto + banco})
            if bet == "banco" or self.one_edge:
                return _named({"win": banco, "push": tie, "lose": punto})
            return _named({"win": punto, "push": tie, "lose": banco})
        return self._pair_bet(bet, shoe)

    def _pair_bet(self, bet: str, shoe: dict[str, list[int]]) -> dict[str, object] | None:
        """Bets on pairs by formula: P(side has a pair) and P(both have one), from the number of cards of each class."""
        if bet not in _PAIR_BETS:
            return None
        class_width, wanted = _PAIR_BETS[bet]
        classes = self._seen_classes(_classes(shoe, class_width if self.suits else "ranks"))
        cards = sum(classes)
        if cards < 6:
            return None
        single, both, deals = self._pair_counts(classes, cards)
        if self.pairs == "independent" and wanted != "one-side":
            both = single**2 // deals
        neither = deals - 2 * single + both
        if wanted == "one-side":
            return _named({"win": single, "lose": deals - single})
        if wanted == "either":
            return _named({"win": 2 * single - both, "lose": neither})
        return _named({"both": both, "one": 2 * (single - both), "lose": neither})

    def _seen_classes(self, classes: list[int]) -> list[int]:
        """The cards of each class as this engine, with its mistakes, sees them."""
        if self.pairs == "no-singletons":
            return [count for count in classes if count != 1]
        if self.pairs == "even-only":
            return [count - count % 2 for count in classes]
        return classes

    def _pair_counts(self, classes: list[int], cards: int) -> tuple[int, int, int]:
        """The number of ordered six-card deals in which a given side has a pair, in which both have one, and in all."""
        replaced = self.pairs == "with-replacement"

        def ways(count: int, drawn: int) -> int:
            return count**drawn if replaced else perm(count, drawn)

        def rest(drawn: int) -> int:
            """The ways to deal the cards after the first ``drawn``."""
            return ways(cards if replaced else cards - drawn, 6 - drawn)

        pairs = [ways(count, 2) for count in classes]
        four_alike = sum(ways(count, 4) for count in classes)
        two_pairs = sum(pairs) ** 2 - sum(pair**2 for pair in pairs)  # of different classes
        return sum(pairs) * rest(2), (four_alike + two_pairs) * rest(4), ways(cards, 6)

    def _coup(self, names: list[str]) -> dict[str, object]:
        values = [_point(name) for name in names]
        dealt = self.deal([np.array([value]) for value in (values + [0] * 6)[:6]])
        first, second, third, fourth = self.first_four
        hands = {"punto": [names[first], names[second]], "banco": [names[third], names[fourth]]}
        to = {first: "punto", second: "punto", third: "banco", fourth: "banco"}
        steps = [[to[position], names[position]] for position in range(4)]
        rest = 4
        for side, draws in (("punto", dealt.punto_draws[0]), ("banco", dealt.banco_draws[0])):
            if draws:
                rest = 5 if side == "banco" and self.last_is_sixth else rest
                if rest >= len(names):
                    return {"error": "too few cards"}
                hands[side].append(names[rest])
                steps.append([side, names[rest]])
                rest += 1
        return {
            **hands,
            "punto_total": int(dealt.punto_total[0]),
            "banco_total": int(dealt.banco_total[0]),
            "outcome": _OUTCOMES[int(dealt.outcome[0])],
            "steps": steps,
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
            stake = Fraction(amount)
            won = stake * rules.payoffs[bet] if bet == outcome else Fraction(0) if outcome == "tie" else -stake
            if bet == "banco" or (self.charges == "both" and bet == "punto"):
                won -= self._commission(max(won, Fraction(0)), rules.commission, rules.rounding, request.get("unit"))
            net[bet] = number_text(won, 2)
        return {"net": net}

    def _commission(self, win: Fraction, rate: Fraction, stated: str, unit: str | None) -> Fraction:
        favour = ("player" if stated == "nobody" else stated) if self.rounding == "stated" else self.rounding
        if unit is None or favour == "exact":
            return rate * win
        units = rate * win / Fraction(unit)
        whole = {"player": units.__floor__(), "house": units.__ceil__(), "nearest": (units - Fraction(1, 2)).__ceil__()}
        return whole[favour] * Fraction(unit)


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


def _named(counts: dict[str, int]) -> dict[str, object]:
    return {"counts": {name: str(count) for name, count in counts.items()}}


def _lowered(total: Numbers) -> Numbers:
    return np.where(total > 9, total - 10, total)


def _values(shoe: dict[str, list[int]]) -> tuple[int, ...]:
    ((known, counts),) = shoe.items()
    if known == "values":
        return tuple(counts)
    per_rank = counts if known == "ranks" else [sum(counts[4 * rank : 4 * rank + 4]) for rank in range(13)]
    return tuple(sum(c for c, value in zip(per_rank, POINT_VALUES, strict=True) if value == v) for v in range(10))


def _classes(shoe: dict[str, list[int]], wanted: str) -> list[int]:
    ((known, counts),) = shoe.items()
    if wanted == "suits":
        return [sum(counts[suit::4]) for suit in range(4)]
    if wanted == "ranks" and known == "cards":
        return [sum(counts[4 * rank : 4 * rank + 4]) for rank in range(13)]
    return list(counts)


def _point(name: str) -> int:
    granularity, index = parse_card(name)
    return class_of(index, granularity, Granularity.VALUES)


@lru_cache(maxsize=512)
def _coefficients(engine: SmallEngine) -> Numbers:
    """The orders of each multiset of six values by cards used (4, 5, 6) and outcome: 3 × 3 × 5,005."""
    cards, places = _sequences()
    dealt = engine.deal(cards)
    used = dealt.punto_draws.astype(np.int32) + dealt.banco_draws
    codes = (3 * used + dealt.outcome) * _MULTISETS + places
    return np.bincount(codes, minlength=9 * _MULTISETS).reshape(3, 3, _MULTISETS)


@cache
def _sequences() -> tuple[list[Numbers], Numbers]:
    """Every sequence of six point values, card by card, and the index of its multiset."""
    numbers = np.arange(10**6)
    cards = [(numbers // 10**power % 10).astype(np.int8) for power in range(6)]
    keys = sum((7 ** card.astype(np.int64) for card in cards), np.zeros(10**6, dtype=np.int64))
    _, places = np.unique(keys, return_inverse=True)
    return cards, places.reshape(-1).astype(np.int32)


@cache
def _copies() -> Numbers:
    """The copies of each value in each multiset, in the order of the keys in `_sequences`: 5,005 × 10."""
    copies_by_multiset = [
        [multiset.count(value) for value in range(10)] for multiset in combinations_with_replacement(range(10), 6)
    ]
    return np.array(
        sorted(copies_by_multiset, key=lambda copies: sum(count * 7**value for value, count in enumerate(copies)))
    )


@lru_cache(maxsize=1024)
def _ways(values: tuple[int, ...], removed: bool) -> Numbers:
    """The number of ways to draw one order of each multiset."""
    kind = np.int64 if sum(values) ** 6 < _LIMIT else np.object_
    drawn = perm if removed else pow
    table = np.array([[drawn(count, taken) for taken in range(7)] for count in values], dtype=kind)
    copies = _copies()
    return cast("Numbers", prod(table[value][copies[:, value]] for value in range(10)))
