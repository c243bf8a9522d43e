"""A small engine with switches: vectorised rules deal every sequence of six point values, and formulas count pairs.

It shares no code with the walk, the compiler of polynomials or the bets, and knows only readings with the standard
tableau. With the default switches it is right; the register of faults sets them wrong, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import perm
from typing import Any, NamedTuple

from exact.arithmetic import number_text
from exact.arrays import Numbers
from exact.conformance.vectors.dealing import PAIRINGS, TEN, Dealing
from exact.game.cards import POINT_VALUES, Granularity, class_of, parse_card
from exact.game.shoe import MIN_CARDS
from exact.lazy import np
from exact.rules.named import all_rules, standard_tableau
from exact.rules.tableau import Rules

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
PAIR_BETS = frozenset(_PAIR_BETS)
PADDINGS: dict[str, Callable[[int], tuple[int, int]]] = {
    "six": lambda cards: ((cards - 4) * (cards - 5), cards - 5),
    "none": lambda _: (1, 1),
    "four-none": lambda cards: (1, cards - 5),
    "five-none": lambda cards: ((cards - 4) * (cards - 5), 1),
    "four-wrong": lambda cards: ((cards - 4) ** 2, cards - 5),
    "five-wrong": lambda cards: ((cards - 4) * (cards - 5), cards - 4),
    "five-next": lambda cards: ((cards - 4) * (cards - 5), cards - 6),
    "five-whole": lambda cards: ((cards - 4) * (cards - 5), cards),
}
"""How often a coup of four cards, and one of five, is counted in a shoe of so many cards; ``six`` is right."""


@cache
def _readings() -> dict[str, Rules]:
    """The readings with that tableau."""
    return {name: rules for name, rules in all_rules().items() if rules.tableau == standard_tableau()}


Known = tuple[Granularity, list[int]]
"""A shoe: how finely it is described, and its counts."""


class SmallEngine(NamedTuple):
    """The switches; the defaults are right."""

    dealing: Dealing = Dealing()
    removal: str = "right"
    """Which dealt cards leave the shoe, one of `exact.conformance.vectors.dealing.REMOVALS`."""
    padding: str = "six"
    """How coups of four and five cards are padded to six, one of `PADDINGS`."""
    shoe: Callable[[Granularity, list[int]], Known] | None = None
    """What the engine takes a shoe for."""
    swapped: bool = False
    """Whether punto's figures carry banco's name, and banco's punto's."""
    pairs: str = "exact"
    """How pairs are counted: ``exact``, ``no-singletons``, ``even-only``, ``with-replacement``, ``independent``, or ``added``,
    which counts deals with a pair on both sides twice."""
    suits: bool = True
    """Whether a perfect pair, and two suited cards, must have one suit."""
    faulty_pairs: frozenset[str] = PAIR_BETS
    """The bets to which those two switches apply."""
    one_edge: bool = False
    """Whether the bet on punto is priced with banco's counts."""
    lost_on_tie: frozenset[str] = frozenset()
    """The sides, ``punto`` and ``banco``, whose stakes a tie loses instead of returning them."""
    rounding: str = "stated"
    """How commission is rounded: as ``stated``, for the ``player`` or the ``house``, to the ``nearest`` unit, or ``exact``."""
    cents: str = "exact"
    """How commission is rounded where no unit is given: ``exact``, or to cents for the ``player``, the ``house``, or ``nearest``."""
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
        granularity, counts = self.taken(next(each for each in Granularity if each.word == word), counts)
        if sum(counts) < MIN_CARDS:
            return None
        if kind == "bet":
            categories = self._bet(request["bet"], granularity, counts)
            return None if categories is None else _named(categories)
        return _named(dict(zip(_OUTCOMES, self.counts(granularity, counts), strict=True)))

    def counts(self, granularity: Granularity, counts: list[int]) -> list[int]:
        """The number of padded deals with punto, banco and tie from a shoe as the engine takes it."""
        dealing, values = self._known(granularity, counts)
        punto, banco, tie = self._padded(dealing.outcomes(values, self.removal), sum(counts))
        return [int(banco), int(punto), int(tie)] if self.swapped else [int(punto), int(banco), int(tie)]

    def finals(self, granularity: Granularity, counts: list[int]) -> Numbers:
        """The number of padded deals by punto's and banco's final total, from a shoe as the engine takes it."""
        dealing, values = self._known(granularity, counts)
        finals = self._padded(dealing.totals(values, self.removal), sum(counts))
        return finals.T if self.swapped else finals

    def _known(self, granularity: Granularity, counts: list[int]) -> tuple[Dealing, tuple[int, ...]]:
        """How the engine deals this shoe, and the number of cards of each kind that it tells apart."""
        values = _values(granularity, counts)
        if PAIRINGS[self.dealing.pairing].cards == len(values):
            return self.dealing, values
        if granularity is Granularity.VALUES:  # it cannot mistake a ten where it knows none
            return self.dealing._replace(pairing="modulo"), values
        tens = counts[_TEN] if granularity is Granularity.RANKS else sum(counts[4 * _TEN : 4 * _TEN + 4])
        return self.dealing, (values[0] - tens, *values[1:], tens)

    def _padded(self, by_used: Numbers, cards: int) -> Numbers:
        """The sum of tables of coups of four, five and six cards, with each counted as often as the engine counts it."""
        if self.padding != "six":
            right, wrong = PADDINGS["six"](cards), PADDINGS[self.padding](cards)
            four, five = (by_used[used] // right[used] * wrong[used] for used in (0, 1))
            return np.asarray(four + five + by_used[2])
        return np.asarray(by_used.sum(axis=0))

    def taken(self, granularity: Granularity, counts: list[int]) -> Known:
        """What the engine takes a shoe for."""
        return self.shoe(granularity, counts) if self.shoe else (granularity, counts)

    def bet_counts(self, bet: str, granularity: Granularity, shoe: list[int]) -> list[int] | None:
        """The counts of the bet's categories from a shoe as the engine takes it; `None` if it does not know the bet."""
        categories = self._bet(bet, granularity, shoe)
        return None if categories is None else list(categories.values())

    def _bet(self, bet: str, granularity: Granularity, shoe: list[int]) -> dict[str, int] | None:
        if bet not in _OUTCOMES:
            return self._pair_bet(bet, granularity, shoe)
        punto, banco, tie = self.counts(granularity, shoe)
        if bet == "tie":
            return {"win": tie, "lose": punto + banco}
        won, lost = (banco, punto) if bet == "banco" or self.one_edge else (punto, banco)
        pushed = 0 if bet in self.lost_on_tie else tie
        return {"win": won, "push": pushed, "lose": lost + tie - pushed}

    def _pair_bet(self, bet: str, granularity: Granularity, shoe: list[int]) -> dict[str, int] | None:
        """Bets on pairs by formula: P(side has a pair) and P(both have one), from the number of cards of each class."""
        if bet not in _PAIR_BETS:
            return None
        if bet not in self.faulty_pairs:
            return SmallEngine()._pair_bet(bet, granularity, shoe)
        class_width, wanted = _PAIR_BETS[bet]
        if granularity is Granularity.VALUES or (granularity is Granularity.RANKS and class_width != "ranks"):
            return None
        classes = self._seen_classes(_classes(granularity, shoe, class_width if self.suits else "ranks"))
        cards = sum(classes)
        if cards < MIN_CARDS:
            return None
        single, both, deals = self._pair_counts(classes, cards)
        if self.pairs == "independent" and wanted != "one-side":
            both = single**2 // deals
        elif self.pairs == "added" and wanted == "either":
            both = 0
        neither = max(0, deals - 2 * single + both)
        if wanted == "one-side":
            return {"win": single, "lose": deals - single}
        if wanted == "either":
            return {"win": 2 * single - both, "lose": neither}
        return {"both": both, "one": 2 * (single - both), "lose": neither}

    def _seen_classes(self, classes: list[int]) -> list[int]:
        """The cards of each class as this engine, with its mistakes, sees them."""
        if self.pairs == "no-singletons":
            return [count for count in classes if count != 1]
        if self.pairs == "even-only":
            return [count - count % 2 for count in classes]
        return classes

    def _pair_counts(self, classes: list[int], cards: int) -> tuple[int, int, int]:
        """The number of ordered six-card deals in which a given side has a pair, in which both have one, and in all."""
        replaced = self.pairs == "with-replacement" or self.removal == "replaced"

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
        if PAIRINGS[self.dealing.pairing].cards > 10:
            values = [TEN if name.startswith(("10", "T")) else value for name, value in zip(names, values, strict=True)]
        punto, banco, steps = self.dealing.hands((*values, *[0] * 6)[:6])
        if max(*punto, *banco) >= len(names):
            return {"error": "too few cards"}
        totals = [self.dealing.total([values[position] for position in hand]) for hand in (punto, banco)]
        hands = [[names[position] for position in hand] for hand in (punto, banco)]
        outcome = "punto" if totals[0] > totals[1] else "banco" if totals[0] < totals[1] else "tie"
        if self.swapped:
            hands.reverse()
            totals.reverse()
            outcome = _SWAPPED[outcome]
        return {
            "punto": hands[0],
            "banco": hands[1],
            "punto_total": totals[0],
            "banco_total": totals[1],
            "outcome": outcome,
            "steps": [[_SWAPPED[side] if self.swapped else side, names[position]] for side, position in steps],
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
            won = -stake
            if bet == outcome:
                won = stake * rules.payoffs[bet]
            elif outcome == "tie" and bet not in self.lost_on_tie:
                won = Fraction(0)
            if (self.charges == "both" and bet != "tie") or self.charges == bet:
                won -= self._commission(max(won, Fraction(0)), rules.commission, rules.rounding, request.get("unit"))
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


_TEN = 9
"""The index of the rank ten."""
_SWAPPED = {"punto": "banco", "banco": "punto", "tie": "tie"}


def _named(counts: dict[str, int]) -> dict[str, object]:
    return {"counts": {name: str(count) for name, count in counts.items()}}


def _values(granularity: Granularity, counts: list[int]) -> tuple[int, ...]:
    if granularity is Granularity.VALUES:
        return tuple(counts)
    suits = granularity // len(POINT_VALUES)
    totals = [0] * 10
    for index, count in enumerate(counts):
        totals[POINT_VALUES[index // suits]] += count
    return tuple(totals)


def _classes(granularity: Granularity, counts: list[int], wanted: str) -> list[int]:
    if wanted == "suits":
        return [sum(counts[suit::4]) for suit in range(4)]
    if wanted == "ranks" and granularity is Granularity.CARDS:
        return [sum(counts[4 * rank : 4 * rank + 4]) for rank in range(13)]
    return list(counts)


def _point(name: str) -> int:
    granularity, index = parse_card(name)
    return class_of(index, granularity, Granularity.VALUES)
