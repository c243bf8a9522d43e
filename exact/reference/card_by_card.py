"""The second method for bets, without their language and its compiler: deal card by card as a decision function says.

Python's own ``eval`` evaluates the conditions in a dictionary of the names of a dealt coup.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import permutations
from math import perm, prod
from types import CodeType
from typing import Any, Protocol, TypeVar

from exact.arithmetic import ordered_deals
from exact.game import CARDS, POINT_VALUES, Decision, Side
from exact.game.shoe import Shoe
from exact.lazy import Integers, np
from exact.reference.walk import coups


class _BetTexts(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def categories(self) -> Sequence[str]: ...
    @property
    def classification(self) -> Any: ...


Card = int  #: The index of a card type: ``4 * rank + suit``
C = TypeVar("C")
_VALUE_WORDS = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
_WORDS = (*_VALUE_WORDS, "tens", "jacks", "queens", "kings")
_RED = (1, 2)
_CALL = re.compile(r"(\w+) ?\((\w+(?:, \w+)*)\)")
_CONSTANTS: dict[str, object] = {
    "spades": 0, "hearts": 1, "diamonds": 2, "clubs": 3, "red": 0, "black": 1, "none": -1,
}  # fmt: skip


def point_value(card: Card) -> int:
    """The point value of a card type."""
    return POINT_VALUES[card // 4]


def deal(
    cards: Sequence[C],
    decide: Decision,
    value: Callable[[C], int] = point_value,  # type: ignore[assignment]
    third: Callable[[C], int] | None = None,
) -> tuple[list[C], list[C]]:
    """The hands of the coup that begins ``cards``. ``decide`` sees ``third`` of punto's third card, or ``value``."""
    punto, banco, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    totals = sum(map(value, punto)) % 10, sum(map(value, banco)) % 10
    receives = decide(*totals, None)
    if receives is Side.PUNTO:
        punto.append(rest.pop(0))
        receives = decide(*totals, (third or value)(punto[2]))
    if receives is Side.BANCO:
        banco.append(rest.pop(0))
    return punto, banco


def categories_of(bets: Sequence[_BetTexts], cards: Sequence[Card], decide: Decision) -> tuple[int, ...]:
    """For each bet, the index of the category of the coup dealt from ``cards``."""
    categories: tuple[int, ...] = _evaluated(_classifier(tuple(bets)), names_of_cards(*deal(cards, decide)))
    return categories


def count_card_by_card(bets: Sequence[_BetTexts], cards: Sequence[Card], decide: Decision) -> dict[str, list[int]]:
    """The number of deals in each category of each bet, out of all ordered choices of six of ``cards``."""
    hands: Counter[tuple[tuple[Card, ...], tuple[Card, ...]]] = Counter()
    for six_cards, times in Counter(permutations(cards, 6)).items():
        punto, banco = deal(six_cards, decide)
        hands[tuple(punto), tuple(banco)] += times
    counts = {bet.name: [0] * len(bet.categories) for bet in bets}
    classify = _classifier(tuple(bets))  # the index of each bet's category, by one `eval` a coup
    for dealt, times in hands.items():
        for of_bet, category in zip(counts.values(), _evaluated(classify, names_of_cards(*dealt)), strict=True):
            of_bet[category] += times
    return counts


def count_by_walk(bets: Sequence[_BetTexts], shoes: Sequence[Shoe], decide: Decision) -> list[dict[str, list[int]]]:
    """The same on shoes of any size, for bets on point values that ignore the order of a side's cards."""
    walked = _walked(decide)
    kind = np.int64 if all(ordered_deals(shoe.cards) < 2**63 for shoe in shoes) else np.object_
    ways = np.array([[_ways(shoe.values, values) for values in walked.multisets] for shoe in shoes], dtype=kind)
    counts: list[dict[str, list[int]]] = [{} for _ in shoes]
    for bet in bets:
        cells = walked.categories(bet) * len(walked.multisets) + walked.multiset
        numbers = np.bincount(cells, walked.numbers, minlength=len(bet.categories) * len(walked.multisets))
        sums = ways @ numbers.reshape(len(bet.categories), -1).T.astype(np.int64).astype(kind)
        for of_shoe, of_bet in zip(counts, sums.tolist(), strict=True):
            of_shoe[bet.name] = of_bet
    return counts


class _Walked:
    """The coups of point values that a walk finds, without the order of a side's first two cards."""

    def __init__(self, decide: Decision) -> None:
        found = Counter((_unordered(coup.punto.values), _unordered(coup.banco.values)) for coup in coups(decide))
        values = [tuple(sorted((*punto, *banco))) for punto, banco in found]
        index = {of_coup: number for number, of_coup in enumerate(dict.fromkeys(values))}
        self.multisets = list(index)
        self.multiset: Integers = np.array([index[of_coup] for of_coup in values])
        self.numbers: Integers = np.array(list(found.values()))
        self._names = {name: column for column, name in enumerate(names_of_values(*next(iter(found))))}
        every = (value for coup in found for value in names_of_values(*coup).values())
        self._table = np.fromiter(every, dtype=np.int64).reshape(len(found), -1)
        self._kinds = cache(self._found_kinds)

    def categories(self, bet: _BetTexts) -> Integers:
        """The index of the bet's category for each coup."""
        code = python(category_text(bet))
        names = tuple(name for name in sorted(code.co_names) if name in self._names)
        first, kind = self._kinds(names)
        rows = self._table[first][:, [self._names[name] for name in names]].tolist()
        return np.array([_evaluated(code, dict(zip(names, row, strict=True))) for row in rows])[kind]

    def _found_kinds(self, names: tuple[str, ...]) -> tuple[Integers, Integers]:
        """The first coup of each kind, and each coup's kind; coups are of one kind if they agree in all ``names``."""
        first, kind = np.zeros(1, dtype=np.int64), np.zeros(len(self._table), dtype=np.int64)
        for name in names:
            codes = 256 * kind + self._table[:, self._names[name]]
            _, first, kind = np.unique(codes, return_index=True, return_inverse=True)
        return first, kind


_walked = cache(_Walked)


def _unordered(values: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(values[:2]), *values[2:])


def _ways(left: tuple[int, ...], values: tuple[int, ...]) -> int:
    """The ordered six-card deals from a shoe with these ten counts that begin with ``values``, in one order."""
    drawn = prod(perm(left[value], copies) for value, copies in Counter(values).items())
    return drawn * perm(sum(left) - len(values), CARDS - len(values)) if drawn else 0


@cache
def _classifier(bets: tuple[_BetTexts, ...]) -> CodeType:
    return python("(" + "".join(f"{category_text(bet)}, " for bet in bets) + ")")


def category_text(bet: _BetTexts) -> str:
    """The index of a coup's category as one Python expression, which binds the bet's own names first."""
    conditions = [_CALL.sub(_asked, condition.text) for condition in bet.classification.conditions]
    asked = "".join(f"{index} if ({condition}) else " for index, condition in enumerate(conditions))
    definitions = bet.classification.definitions.items()
    bound = "".join(f"{own} := ({_CALL.sub(_asked, each.text)}), " for own, each in definitions)
    return f"({bound}{asked}{len(conditions)},)[-1]"


def _asked(call: re.Match[str]) -> str:
    """A pattern of a group as a call of `pattern`, whatever names the bet defines; lists stay."""
    return call[0] if call[1] in ("in", "and", "or", "not") else f"pattern(*{(call[1], *call[2].split(', '))})"


@cache
def python(text: str) -> CodeType:
    """An expression, compiled by Python."""
    return compile(text, "condition", "eval")


def _evaluated(code: CodeType, names: dict[str, object]) -> Any:
    return eval(code, {"__builtins__": {}}, names)


def names_of_values(punto: Sequence[int], banco: Sequence[int]) -> dict[str, object]:
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
    return names | {word: every.count(value) for value, word in enumerate(_VALUE_WORDS, start=1)}


@cache
def _names_of_hand(side: str, hand: tuple[int, ...]) -> dict[str, object]:
    two = (hand[0] + hand[1]) % 10
    values = {f"value_{number}": hand[number - 1] if number <= len(hand) else -1 for number in (1, 2, 3)}
    names = {"total": sum(hand) % 10, "two_card_total": two, "cards": len(hand), "natural": two >= 8, **values}
    return {f"{side}_{name}": value for name, value in names.items()}


def pattern(punto: Sequence[Card], banco: Sequence[Card], name: str, group: str, aces: str = "") -> int | bool:
    """The value of a pattern of a group of the dealt cards, by the descriptions of both in words."""
    groups = {
        "punto_hand": punto,
        "banco_hand": banco,
        "all_dealt": (*punto, *banco),
        "first_four": (*punto[:2], *banco[:2]),
    }
    hand = groups.get(group) or (punto if group == "punto_first_two" else banco)[:2]
    return _patterns_of(tuple(sorted(hand)))[f"{name} {aces}".strip()]


@lru_cache(maxsize=4096)
def _patterns_of(hand: tuple[Card, ...]) -> dict[str, int | bool]:
    ranks = [card // 4 for card in hand]
    copies = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card % 4 for card in hand}) == 1
    low, high = (
        len(hand) > 2 and sorted(own) == list(range(min(own), min(own) + len(hand)))
        for own in (ranks, [rank or 13 for rank in ranks])  # the ace below the deuce, and above the king
    )
    return {
        "of_a_kind": copies[0],
        "pairs": copies.count(2),
        "distinct_ranks": len(copies),
        "one_pair": copies[:2] in ([2], [2, 1]),
        "two_pair": copies[:2] == [2, 2],
        "three_of_a_kind": copies[:2] in ([3], [3, 1]),
        "full_house": copies[:2] in ([3, 2], [3, 3]),
        "four_of_a_kind": copies[0] == 4,
        "flush": flush,
        "same_colour": len({card % 4 in _RED for card in hand}) == 1,
        "straight": low or high,
        "straight aces_low": low,
        "straight aces_high": high,
        "straight_flush": flush and (low or high),
        "straight_flush aces_low": flush and low,
        "straight_flush aces_high": flush and high,
        "royal_flush": flush and high and 0 in ranks,
        "high_card": not (copies[0] > 1 or low or high or flush),
    }


def names_of_cards(punto: Sequence[Card], banco: Sequence[Card]) -> dict[str, object]:
    """Every name of the language, with its value for the coup with these hands."""
    names = names_of_values(*([point_value(card) for card in hand] for hand in (punto, banco)))
    names["pattern"] = partial(pattern, tuple(punto), tuple(banco))
    every = (*punto, *banco)
    ranks = [card // 4 for card in every]
    names |= {word: ranks.count(rank) for rank, word in enumerate(_WORDS)}
    names["court_cards"] = sum(rank > 9 for rank in ranks)
    names["one_suit"] = len({card % 4 for card in every}) == 1
    names["one_colour"] = len({card % 4 in _RED for card in every}) == 1
    for side, hand in (("punto", punto), ("banco", banco)):
        first, second = hand[:2]
        names[f"{side}_suited"] = len({card % 4 for card in hand}) == 1
        names[f"{side}_one_colour"] = len({card % 4 in _RED for card in hand}) == 1
        names[f"{side}_pair"] = first // 4 == second // 4
        names[f"{side}_perfect_pair"] = first == second
        names[f"{side}_first_two_suited"] = first % 4 == second % 4
        for number in (1, 2, 3):
            card = hand[number - 1] if number <= len(hand) else None
            names[f"{side}_rank_{number}"] = -1 if card is None else card // 4 + 1
            names[f"{side}_suit_{number}"] = -1 if card is None else card % 4
            names[f"{side}_colour_{number}"] = -1 if card is None else int(card % 4 not in _RED)
    return names
