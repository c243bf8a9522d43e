"""The 5,005 multisets of six point values, and coefficients over them: the polynomial of a bet on point values.

The ways to draw a multiset from a shoe are the ways to draw its low cards, worth 0 to 4, times those to draw its high
cards, worth 5 to 9; and there are only 462 multisets of up to six cards of each side. So the multisets are grouped by
`SPLITS`: one side has at most three cards (the few), the other the rest of the six (the many). The coefficients of a
split are a matrix with a row for each multiset of the few and a column for each of the many. The matrices follow one
another, row by row.

A coup uses four to six cards, of which there are 7,722 multisets. Most categories have fewer coefficients over these.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from exact.arithmetic import ordered_deals
from exact.game import CARDS
from exact.lazy import Integers, Numbers, np
from exact.records import Record

LOW_VALUES = 5
SPLITS = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2))
"""Which side has the few cards (0 for low, 1 for high), and how many."""
MULTISETS, MULTISETS_USED = 5005, 7722
FEWEST = 4  # cards that a coup uses
INT64 = 2**63
DIGITS: list[int] = [7**value for value in range(10)]
"""A multiset of point values as a number: digit v in base 7 is the count of value v."""


@cache
def of_five_values(cards: int) -> tuple[tuple[int, ...], ...]:
    """The multisets of so many cards of five values, ordered by the highest value, then by the next, and so on."""
    multisets_of_cards = combinations_with_replacement(range(LOW_VALUES), cards)
    return tuple(sorted(multisets_of_cards, key=lambda multiset: multiset[::-1]))


@cache
def growth() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """By number of cards, for each multiset of five values: the index of one a card less, the value, its copies."""
    grown: list[tuple[tuple[int, int, int], ...]] = [()]
    for cards in range(1, CARDS + 1):
        index_of = {multiset: index for index, multiset in enumerate(of_five_values(cards - 1))}
        grown.append(tuple((index_of[m[:-1]], m[-1], m.count(m[-1]) - 1) for m in of_five_values(cards)))
    return tuple(grown)


def ways_to_draw(counts: Sequence[int]) -> list[list[int]]:
    """The ordered ways to draw each multiset of 0 to 6 cards: c(c − 1)…(c − m + 1) for m of the c cards of a value."""
    by_cards = [[1]]
    for grown in growth()[1:]:
        smaller = by_cards[-1]
        by_cards.append([smaller[index] * (counts[value] - copies) for index, value, copies in grown])
    return by_cards


@cache
def multisets() -> tuple[tuple[int, ...], ...]:
    """The 5,005 multisets of six point values, each as its values in ascending order."""
    ordered = []
    for side, few in SPLITS:
        for some in of_five_values(few):
            for rest in of_five_values(CARDS - few):
                low, high = (rest, some) if side else (some, rest)
                ordered.append((*low, *(value + LOW_VALUES for value in high)))
    return tuple(ordered)


class Coefficients:
    """For each category, a whole number for each of `exact.engine.multisets.multisets`; immutable, equal by value.

    It is the number of orders of the multiset that fall into the category as a padded deal, or a sum of such numbers
    times payoffs. Times the ways to draw the multiset from a shoe, added up, that is the count on the shoe.
    """

    def __init__(self, matrix: Integers) -> None:
        own = np.array(matrix, dtype=np.int64).reshape(-1, MULTISETS)
        own.flags.writeable = False
        self.matrix = own

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Coefficients) and np.array_equal(self.matrix, other.matrix)

    def __hash__(self) -> int:
        return hash(self.matrix.tobytes())

    def counts(self, values: tuple[int, ...]) -> list[int]:
        """The count of each category on one shoe with so many cards of each point value; the weights must be 1."""
        ways = _ways_from(values)
        counts: list[int] = (self.matrix.astype(ways.dtype, copy=False) @ ways).tolist()
        return counts


@lru_cache(maxsize=16)
def _ways_from(values: tuple[int, ...]) -> Numbers:
    """The ways to draw each of the 5,005 multisets, in Python's integers where 64 bits do not hold their sum."""
    kind = "int64" if ordered_deals(sum(values)) < INT64 else "object"
    sides = map(ways_to_draw, (values[:LOW_VALUES], values[LOW_VALUES:]))
    low, high = ([np.array(ways, dtype=kind) for ways in side] for side in sides)
    pairs = (((high, low) if side else (low, high), few) for side, few in SPLITS)
    return np.concatenate([np.outer(own[few], others[CARDS - few]).ravel() for (own, others), few in pairs])


@cache
def orders_of_multisets() -> Integers:
    """The orders of each of the 5,005 multisets: 6!/Πm_v!, 1 to 720."""
    repeated = (prod(factorial(multiset.count(value)) for value in set(multiset)) for multiset in multisets())
    return np.array([factorial(CARDS) // times for times in repeated])


def _numbers(cards: int, *sides: slice) -> Iterator[tuple[int, int, Integers]]:
    """For each split of so many cards by ``sides``, slices: side and cards of the few; few × many, numbers."""
    digits = [np.array(DIGITS)[side] for side in sides]
    for side in (0, 1):
        for few in range((cards - side) // 2 + 1):
            below, above = (
                digits[own][np.array(of_five_values(number), dtype=np.int64)].sum(axis=1)
                for own, number in ((side, few), (1 - side, cards - few))
            )
            yield side, few, below[:, None] + above


@cache
def _low_and_high(cards: int) -> Integers:
    """The multisets of so many cards as numbers, those of six in the order of `multisets`."""
    return np.concatenate([numbers.ravel() for *_, numbers in _numbers(cards, slice(5), slice(5, 10))])


@cache
def _used() -> Integers:
    return np.sort(np.concatenate([_low_and_high(cards) for cards in range(FEWEST, CARDS + 1)]))


def places_of(numbers: Integers) -> Integers:
    """The indices, among the 7,722 multisets of four to six cards, of those with these ``numbers``."""
    return np.searchsorted(_used(), numbers)


@cache
def _one_more(cards: int) -> tuple[Integers, Integers]:
    """The places of the multisets of so many cards; and those with a card of each value added, values × multisets."""
    numbers = _low_and_high(cards)
    return places_of(numbers), places_of(numbers + np.array(DIGITS)[:, None])


def filled(by_use: Integers) -> Coefficients:
    """Coefficients over the multisets of the cards used, with any card in every unused position."""
    rows = by_use.copy()
    for cards in range(FEWEST, CARDS):
        smaller, larger = _one_more(cards)
        for places in larger:
            rows[:, places] += rows[:, smaller]
    return Coefficients(rows[:, places_of(_low_and_high(CARDS))])


def unfilled(matrix: Integers) -> Integers:
    """Coefficients over the multisets of six cards, as of coups that use all of them."""
    by_use = np.zeros((len(matrix), MULTISETS_USED), dtype=np.int64)
    by_use[:, places_of(_low_and_high(CARDS))] = matrix
    return by_use


class Block(Record, eq=False):
    """The coefficients of some categories for coups that use so many cards of even and so many of odd value.

    The number of odd cards decides whether the totals of punto and banco differ by an even number. So half of the
    blocks of a tie, or of a margin of victory, are empty where unused positions are not filled.
    """

    cards: int
    side: int
    """Which cards are the few: 0 for the even, 1 for the odd ones. Value v is number v // 2 of side v % 2."""
    few: int
    categories: list[int]
    """Those that have any."""
    matrix: Integers
    """Categories × multisets of the few × multisets of the many, both in the order of `of_five_values`."""


def blocks_of(by_use: Integers) -> list[Block]:
    """The blocks of coefficients over the multisets of the four to six cards used."""
    blocks = []
    for cards in range(FEWEST, CARDS + 1):
        for side, few, numbers in _numbers(cards, slice(0, 10, 2), slice(1, 10, 2)):
            matrix = by_use[:, places_of(numbers)]
            categories = np.flatnonzero(matrix.any(axis=(1, 2))).tolist()
            if categories:
                blocks.append(Block(cards, side, few, categories, matrix[categories]))
    return blocks
