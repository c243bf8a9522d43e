"""The second method for the vectors: deal card by card as a decision function says, and let Python read the conditions.

This module uses neither the language of bets nor its vocabulary nor a compiler. A dealt coup becomes a dictionary of
names, and Python's own ``eval`` evaluates the conditions of the bets in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import perm, prod
from types import CodeType
from typing import Any, Protocol

from exact.arrays import Doubles, Integers, Objects
from exact.game.cards import POINT_VALUES
from exact.game.coup import CARDS, Coup, Decision, Side
from exact.game.shoe import Shoe
from exact.lazy import np
from exact.reference.walk import coups


class _Bet(Protocol):
    """The texts of a bet that are used here: this package needs no part of the engine."""

    @property
    def name(self) -> str: ...
    @property
    def categories(self) -> Sequence[str]: ...
    @property
    def classification(self) -> Any: ...


Card = int
"""The index of a card type: ``4 * rank + suit``."""
_VALUE_WORDS = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
_ZERO_WORDS = ("tens", "jacks", "queens", "kings")
_RED = (1, 2)
_OUTCOMES = ("punto", "banco", "tie")
_CONSTANTS: dict[str, object] = {
    "spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3, "red": 0, "black": 1, "none": -1,
}  # fmt: skip

_BASE = 2**32
"""Counts are split into digits of this base: sums of a million of them are exact in doubles."""


def deal(cards: Sequence[Card], decide: Decision) -> tuple[list[Card], list[Card]]:
    """The hands of the coup dealt from ``cards``."""
    punto, banco, rest = [cards[0], cards[2]], [cards[1], cards[3]], iter(cards[4:])
    punto_total, banco_total = (sum(POINT_VALUES[card // 4] for card in hand) % 10 for hand in (punto, banco))
    receives = decide(punto_total, banco_total, None)
    if receives is Side.PUNTO:
        punto.append(next(rest))
        receives = decide(punto_total, banco_total, POINT_VALUES[punto[2] // 4])
    if receives is Side.BANCO:
        banco.append(next(rest))
    return punto, banco


def categories_of(bets: Sequence[_Bet], cards: Sequence[Card], decide: Decision) -> tuple[int, ...]:
    """For each bet, the index of the category of the coup dealt from ``cards``."""
    categories: tuple[int, ...] = eval(
        _classifier(tuple(bets)), {"__builtins__": {}}, _names_of_cards(*deal(cards, decide))
    )
    return categories


def count_card_by_card(bets: Sequence[_Bet], cards: Sequence[Card], decide: Decision) -> dict[str, list[int]]:
    """The number of deals in each category of each bet, out of all ordered choices of six of ``cards``."""
    counts = {bet.name: [0] * len(bet.categories) for bet in bets}
    classify = _classifier(tuple(bets))
    for six_cards, times in Counter(permutations(cards, 6)).items():
        categories = eval(classify, {"__builtins__": {}}, _names_of_cards(*deal(six_cards, decide)))
        for of_bet, category in zip(counts.values(), categories, strict=True):
            of_bet[category] += times
    return counts


def count_by_walk(bets: Sequence[_Bet], shoes: Sequence[Shoe], decide: Decision) -> list[dict[str, list[int]]]:
    """The same on shoes of any size, for bets that look only at point values and not at the order of a side's cards.

    One walk finds every sequence of values; a sequence can be dealt from a shoe in as many ways as its values have cards.
    """
    walked = _sequences(decide)
    ways = [[_ways(left, values) for values in walked.multisets] for left in [shoe.values for shoe in shoes]]
    digits = _digits(np.array(ways, dtype=object).T)
    counts: list[dict[str, list[int]]] = [{} for _ in shoes]
    for bet in bets:
        cells = walked.categories(bet) * len(walked.multisets) + walked.multiset
        numbers = np.bincount(cells, walked.numbers, minlength=len(bet.categories) * len(walked.multisets))
        sums = sum(
            (numbers.reshape(len(bet.categories), -1) @ digit).astype(np.int64).astype(object) * _BASE**power
            for power, digit in enumerate(digits)
        )
        for of_shoe, of_bet in zip(counts, sums.T.tolist(), strict=True):
            of_shoe[bet.name] = of_bet
    return counts


def _digits(ways: Objects) -> list[Doubles]:
    """The digits of Python integers in base `_BASE`, the lowest first."""
    digits = [(ways % _BASE).astype(float)]
    while np.any(ways := ways // _BASE):
        digits.append((ways % _BASE).astype(float))
    return digits


class _Sequences:
    """The sequences of point values that a walk finds, those with the same unordered coup together.

    Bets ask about few names each, so a bet's conditions are read once for all the coups that agree in its names.
    """

    def __init__(self, decide: Decision) -> None:
        found = Counter(map(_unordered, coups(decide)))
        values = [tuple(sorted((*punto, *banco))) for punto, banco in found]
        index = {of_coup: number for number, of_coup in enumerate(dict.fromkeys(values))}
        self.multisets = list(index)
        """The distinct values that a coup uses, sorted."""
        self.multiset: Integers = np.array([index[of_coup] for of_coup in values])
        """The index of each coup's values."""
        self.numbers: Integers = np.array(list(found.values()))
        """How many sequences make each coup."""
        self._names = {name: column for column, name in enumerate(_names_of_values(*next(iter(found))))}
        every = (value for coup in found for value in _names_of_values(*coup).values())
        self._table = np.fromiter(every, dtype=np.int8).reshape(len(found), -1)
        self._kinds = cache(self._found_kinds)

    def categories(self, bet: _Bet) -> Integers:
        """The index of the bet's category for each coup."""
        code = _python(_index_of_category(bet))
        names = tuple(sorted(code.co_names))
        first, kind = self._kinds(names)
        rows = self._table[first][:, [self._names[name] for name in names]].tolist()
        found = [eval(code, {"__builtins__": {}}, dict(zip(names, row, strict=True))) for row in rows]
        return np.array(found)[kind]

    def _found_kinds(self, names: tuple[str, ...]) -> tuple[Integers, Integers]:
        """The first coup of each kind, and each coup's kind; coups are of one kind if they agree in all ``names``."""
        first, kind = np.zeros(1, dtype=np.int64), np.zeros(len(self._table), dtype=np.int64)
        for name in names:
            column = self._table[:, self._names[name]].astype(np.int64)
            _, first, kind = np.unique(256 * kind + column, return_index=True, return_inverse=True)
        return first, kind


_sequences = cache(_Sequences)


def _ways(left: tuple[int, ...], values: tuple[int, ...]) -> int:
    """The ordered six-card deals from a shoe with these ten counts that begin with ``values``, in one order."""
    drawn = prod(perm(left[value], copies) for value, copies in _copies(values))
    return drawn * perm(sum(left) - len(values), CARDS - len(values)) if drawn else 0


@cache
def _copies(values: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(Counter(values).items())


def count_given(conditions: Sequence[str], cards: Sequence[Card], decide: Decision) -> list[dict[str, int]]:
    """For each condition, in Python, the number of deals of six of ``cards`` that satisfy it, by outcome.

    Besides the names of the language, a condition may use ``card_5`` and ``card_6``, the ranks of the last two cards.
    """
    counts = [dict.fromkeys(_OUTCOMES, 0) for _ in conditions]
    for six_cards, times in Counter(permutations(cards, 6)).items():
        names = _names_of_cards(*deal(six_cards, decide))
        names |= {"card_5": six_cards[4] // 4 + 1, "card_6": six_cards[5] // 4 + 1}
        for of_condition, condition in zip(counts, conditions, strict=True):
            if eval(_python(condition), {"__builtins__": {}}, names):
                of_condition[_outcome_of(names)] += times
    return counts


def count_given_by_walk(
    conditions: Sequence[str], shoes: Sequence[Shoe], decide: Decision
) -> list[list[dict[str, int]]]:
    """The same for conditions on point values, on shoes of any size: one list for each shoe.

    One walk finds every sequence of values, in its order, and tries the conditions on it.
    """
    agreeing = [Counter[tuple[str, tuple[int, ...]]]() for _ in conditions]
    all_conditions = _python("(" + "".join(f"({condition}), " for condition in conditions) + ")")
    for coup in coups(decide):
        names = _names_of_values(coup.punto.values, coup.banco.values)
        found = _outcome_of(names), tuple(sorted((*coup.punto.values, *coup.banco.values)))
        for numbers, agrees in zip(agreeing, eval(all_conditions, {"__builtins__": {}}, names), strict=True):
            if agrees:
                numbers[found] += 1
    counts = [[dict.fromkeys(_OUTCOMES, 0) for _ in conditions] for _ in shoes]
    multisets = {values for numbers in agreeing for _, values in numbers}
    for of_shoe, left in zip(counts, [shoe.values for shoe in shoes], strict=True):
        ways = {values: _ways(left, values) for values in multisets}
        for of_condition, numbers in zip(of_shoe, agreeing, strict=True):
            for (outcome, values), number in numbers.items():
                of_condition[outcome] += number * ways[values]
    return counts


def _outcome_of(names: dict[str, object]) -> str:
    return "tie" if names["tie"] else "punto" if names["punto_wins"] else "banco"


@cache
def _classifier(bets: tuple[_Bet, ...]) -> CodeType:
    """Python code that computes the index of each bet's category, as a tuple, from a coup's names."""
    return compile("(" + "".join(f"{_index_of_category(bet)}, " for bet in bets) + ")", "categories", "eval")


def _index_of_category(bet: _Bet) -> str:
    """The bet's conditions as one Python expression, with its own names replaced by their definitions."""
    conditions = [condition.text for condition in bet.classification.conditions]
    text = "".join(f"{index} if ({condition}) else " for index, condition in enumerate(conditions)) + str(
        len(conditions)
    )
    for own, definition in reversed(bet.classification.definitions.items()):
        text = re.sub(rf"\b{own}\b", f"({definition.text})", text)
    return text


@cache
def _python(text: str) -> CodeType:
    return compile(text, "condition", "eval")


def _unordered(coup: Coup) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two hands, each with its first two values in ascending order."""
    punto, banco = ((*sorted(hand.values[:2]), *hand.values[2:]) for hand in coup)
    return punto, banco


def _names_of_values(punto: Sequence[int], banco: Sequence[int]) -> dict[str, object]:
    """Every name of the language that point values decide."""
    totals = sum(punto) % 10, sum(banco) % 10
    every = (*punto, *banco)
    names = _CONSTANTS | _names_of_hand("punto", tuple(punto)) | _names_of_hand("banco", tuple(banco))
    names |= {
        "punto_wins": totals[0] > totals[1],
        "banco_wins": totals[1] > totals[0],
        "tie": totals[0] == totals[1],
        "margin": abs(totals[0] - totals[1]),
        "cards": len(every),
        "highest_value": max(every),
    }
    for value, word in enumerate(_VALUE_WORDS, start=1):
        names[word] = every.count(value)
    return names


@cache
def _names_of_hand(side: str, hand: tuple[int, ...]) -> dict[str, object]:
    """The names that the point values of one side decide."""
    two = (hand[0] + hand[1]) % 10
    values = {f"{side}_value_{number}": hand[number - 1] if number <= len(hand) else -1 for number in (1, 2, 3)}
    return {
        f"{side}_total": sum(hand) % 10,
        f"{side}_two_card_total": two,
        f"{side}_cards": len(hand),
        f"{side}_natural": two >= 8,
        **values,
    }


def _names_of_cards(punto: Sequence[Card], banco: Sequence[Card]) -> dict[str, object]:
    """Every name of the language."""
    names = _names_of_values(*([POINT_VALUES[card // 4] for card in hand] for hand in (punto, banco)))
    every = (*punto, *banco)
    ranks = [card // 4 + 1 for card in every]
    for rank, word in enumerate(_ZERO_WORDS, start=10):
        names[word] = ranks.count(rank)
    names["court_cards"] = sum(rank > 10 for rank in ranks)
    names["one_suit"] = len({card % 4 for card in every}) == 1
    names["one_colour"] = len({card % 4 in _RED for card in every}) == 1
    for side, hand in (("punto", punto), ("banco", banco)):
        first, second = hand[:2]
        names[f"{side}_pair"] = first // 4 == second // 4
        names[f"{side}_perfect_pair"] = first == second
        names[f"{side}_first_two_suited"] = first % 4 == second % 4
        names[f"{side}_suited"] = len({card % 4 for card in hand}) == 1
        names[f"{side}_one_colour"] = len({card % 4 in _RED for card in hand}) == 1
        for number in (1, 2, 3):
            card = hand[number - 1] if number <= len(hand) else None
            names[f"{side}_rank_{number}"] = -1 if card is None else card // 4 + 1
            names[f"{side}_suit_{number}"] = -1 if card is None else card % 4
            names[f"{side}_colour_{number}"] = -1 if card is None else int(card % 4 not in _RED)
    return names
