"""A compiled classification of coups: for each category, a polynomial in the numbers of cards.

A term is a coefficient times six factors, one for each card of a padded deal: the number of the shoe's cards in a set
of card types, less the cards already taken from inside that set. The sets of a term are nested or disjoint, so that it
counts exactly; a card that may be of any type has the set of all types.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import Any

from exact.arithmetic import ordered_deals
from exact.bets.coups import ABSENT, Coups
from exact.bets.vocabulary import CLASS_MASKS, EVERY_CARD, VALUE_MASKS, Masks, Parts, Question, granularity_of
from exact.engine.multisets import DIGITS, INT64, MULTISETS_USED, Coefficients, filled, places_of
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.game.shoe import Shoe
from exact.lazy import Integers, Numbers, Truths, np
from exact.records import Record

MAX_SETS, MAX_CATEGORIES = 1 << 8, 1 << 14
_SET_BITS = 8
_MERGED_AT = 1_000_000  # terms; a bound on memory
_CELLS = 1 << 19  # terms times shoes computed at once; a bound on memory that keeps them in the cache
_MAX_ROWS = 64  # categories: with more, most coefficients are 0, and the terms are added up sooner


class Products:
    """Distinct products of six factors, which bets may share; in a product, smaller sets come first."""

    def __init__(self, sets: tuple[int, ...], factors: Integers) -> None:
        self.sets = sets
        self.factors = factors
        """Products × 6: the index in ``sets`` of each factor."""
        self.taken = np.zeros_like(factors)
        """Products × 6: the cards that the previous factors have taken from inside that set."""
        inside = np.array([[int(a & ~b == 0) for b in sets] for a in sets], dtype=np.int64)
        for later in range(CARDS):
            for earlier in range(later):
                self.taken[:, later] += inside[factors[:, earlier], factors[:, later]]
        self.granularity = granularity_of(frozenset(sets))
        self._memberships: dict[Granularity, Integers] = {}

    def membership(self, granularity: Granularity) -> Integers:
        """Which classes of a sufficiently fine ``granularity`` are in each set: sets × classes, 0 or 1."""
        if granularity not in self._memberships:
            classes = CLASS_MASKS[granularity]
            inside = [[bool(mask & group) for group in classes] for mask in self.sets]
            self._memberships[granularity] = np.array(inside, dtype=np.int64)
        return self._memberships[granularity]

    def values(self, sizes: Numbers) -> Numbers:
        """The products for each of S shoes, given the cards in each set: sets × S to products × S."""
        values: Numbers = np.ones((1, sizes.shape[1]), dtype=sizes.dtype)
        steps, last = self._shared_factors
        for shorter, set_index, taken in steps:
            values = values[shorter] * (sizes[set_index] - taken[:, None])
        return values[last]

    @cached_property
    def _shared_factors(self) -> tuple[list[tuple[Integers, Integers, Integers]], Integers]:
        """The steps that compute all products, and for each product its index in the result of the last step.

        Products that begin with the same sets share those factors, so each costs little more than one multiplication. A
        step has, for each distinct beginning, the index of the shorter one, the set, and the cards taken from inside.
        """
        steps = []
        code = before = np.zeros(len(self.factors), dtype=np.int64)
        for column in range(CARDS):
            code = code << _SET_BITS | self.factors[:, column]
            _, example, after = np.unique(code, return_index=True, return_inverse=True)
            steps.append((before[example], self.factors[example, column], self.taken[example, column]))
            before = after
        return steps, before


@lru_cache(maxsize=16)
def products_of(coups: Coups) -> tuple[Products, Integers]:
    """The distinct products of coups about whose cards nothing is asked, and the index of each coup's product."""
    classes = CLASS_MASKS[coups.granularity]
    sets = sorted({EVERY_CARD, *VALUE_MASKS, *classes}, key=lambda mask: (mask.bit_count(), mask))
    number = np.array([sets.index(mask) for mask in (*classes, EVERY_CARD)])  # the last is of a card not dealt
    factors = np.sort(number[coups.classes], axis=1)
    code = factors @ len(sets) ** np.arange(CARDS)[::-1]
    _, example, product = np.unique(code, return_index=True, return_inverse=True)
    return Products(tuple(sets), factors[example]), product


class CompiledBet(Record, eq=False):
    """The polynomials of a bet's categories, or of the joint categories of several classifications."""

    categories: int
    products: Products
    product: Integers
    category: Integers
    """The category of each term, ascending; a category may have no terms."""
    coefficient: Integers

    @property
    def granularity(self) -> Granularity:
        """The coarsest description of a shoe on which the categories can be counted."""
        return self.products.granularity

    @property
    def sets(self) -> tuple[int, ...]:
        """The sets of card types that occur, as masks of 52 bits."""
        return self.products.sets

    @property
    def looks_at(self) -> int:
        """The most cards that a term does not leave free."""
        fixed = self.products.factors != self.sets.index(EVERY_CARD)
        return int(fixed.sum(axis=1).max(initial=0))

    def counts(self, shoe: Shoe) -> dict[int, int]:
        """The counts on a sufficiently fine ``shoe``; a category without terms may be left out."""
        if self.granularity is Granularity.VALUES and self.categories <= _MAX_ROWS:
            return dict(enumerate(self.coefficients.counts(shoe.values)))
        cards = np.array(shoe.counts, dtype=_number_type(shoe.cards))
        return self.counts_of(self.products.membership(shoe.granularity) @ cards, shoe.cards)

    def counts_of(self, sizes: Sequence[int] | Numbers, cards: int) -> dict[int, int]:
        """The same, given the number of the shoe's ``cards`` in each of `sets`."""
        categories, sums = self.sums(np.array(sizes, dtype=_number_type(cards))[:, None])
        return dict(zip(categories.tolist(), sums[:, 0].tolist(), strict=True))

    @cached_property
    def coefficients(self) -> Coefficients:
        """For a bet that point values decide: over the 5,005 multisets, with any card in an unused position."""
        return filled(self.by_use())

    def by_use(self) -> Integers:
        """The same over the 7,722 multisets of the four to six cards that coups use."""
        digit_of_set = np.array([DIGITS[VALUE_MASKS.index(m)] if m in VALUE_MASKS else 0 for m in self.sets])
        places = places_of(digit_of_set[self.products.factors].sum(axis=1))[self.product]
        size = self.categories * MULTISETS_USED
        sums = np.bincount(self.category * MULTISETS_USED + places, self.coefficient, size)
        return sums.astype(np.int64).reshape(-1, MULTISETS_USED)  # sums of orders: far below 2**53

    def sums(self, sizes: Numbers) -> tuple[Integers, Numbers]:
        """The categories that have terms, and for each of them the sum of its terms on each of S shoes.

        ``sizes`` has the cards in each set: sets × S, in the number type of the sums. 64-bit sums are taken modulo
        2**64, which is exact if the true sum is below 2**63 in size.
        """
        starts = np.flatnonzero(np.diff(self.category, prepend=-1))
        sums = np.zeros((len(starts), sizes.shape[1]), dtype=sizes.dtype)
        together = max(1, _CELLS // max(1, len(self.product)))
        for start in range(0, sizes.shape[1] if len(starts) else 0, together):
            values = self.products.values(sizes[:, start : start + together])
            terms = values[self.product] * self.coefficient[:, None]
            np.add.reduceat(terms, starts, axis=0, out=sums[:, start : start + together])
        return self.category[starts], sums


def _number_type(cards: int) -> "np.dtype[Any]":
    return np.dtype(np.int64 if ordered_deals(cards) < INT64 else np.object_)


Terms = tuple[Integers, Integers, Integers, Masks]
"""Coups: the classes of their cards, their orders and their categories; and the sets from which the cards come."""


def merged_terms(categories: int, granularity: Granularity, terms: Iterable[Terms]) -> CompiledBet:
    """The polynomials with these terms; raises `ExactError` beyond `MAX_SETS` and `MAX_CATEGORIES`."""
    if categories > MAX_CATEGORIES:
        raise ExactError("bet", "", f"has {categories:,} categories; the bound is {MAX_CATEGORIES:,}")
    sets = {mask: number for number, mask in enumerate((EVERY_CARD, *VALUE_MASKS))}
    numbers_of = cache(partial(_numbers, sets, CLASS_MASKS[granularity]))
    empty = np.empty(0, dtype=np.int64)
    parts = [(empty.reshape(0, CARDS), empty, empty)]  # numbers of sets, coefficients and categories
    waiting = 0
    for cards, orders, category, masks in terms:
        rows = np.empty_like(cards)
        for column, mask in enumerate(masks):
            rows[:, column] = numbers_of(mask)[cards[:, column]]  # the absent card's -1 picks the last entry
        possible = (rows != ABSENT).all(axis=1)
        parts.append((rows[possible], orders[possible], category[possible]))
        waiting += len(rows)
        if waiting > _MERGED_AT:
            codes, coefficients = _merged(parts, np.arange(len(sets)))
            parts = [(_factors_of(codes), coefficients, codes >> (_SET_BITS * CARDS))]
            waiting = 0
    ascending = sorted(sets, key=lambda mask: (mask.bit_count(), mask))
    codes, coefficients = _merged(parts, np.array([ascending.index(mask) for mask in sets]))
    codes, coefficients = codes[coefficients != 0], coefficients[coefficients != 0]
    different, product = np.unique(codes & (1 << _SET_BITS * CARDS) - 1, return_inverse=True)
    products = Products(tuple(ascending), _factors_of(different))
    return CompiledBet(categories, products, product, codes >> (_SET_BITS * CARDS), coefficients)


def _numbers(sets: dict[int, int], classes: Sequence[int], mask: int) -> Integers:
    """The number in ``sets`` of each class's cards in ``mask``; last, for a card not dealt, that of all cards."""
    cut = [group & mask for group in classes]
    numbers = [sets.setdefault(part, len(sets)) if part else ABSENT for part in cut]
    if len(sets) > MAX_SETS:
        bound = f"looks at more than {MAX_SETS} different sets of cards, which is the bound"
        raise ExactError("bet", "", f"{bound}: ask about fewer suits and ranks")
    return np.array([*numbers, 0])


def _merged(parts: Iterable[tuple[Integers, Integers, Integers]], number_of: Integers) -> tuple[Integers, Integers]:
    rows, coefficients, code = map(np.concatenate, zip(*parts, strict=True))
    rows = np.sort(number_of[rows], axis=1)
    for column in range(CARDS):
        code = (code << _SET_BITS) | rows[:, column]
    codes, term_of_row = np.unique(code, return_inverse=True)
    sums = np.bincount(term_of_row, weights=coefficients, minlength=len(codes))
    return codes, sums.astype(np.int64)  # sums of orders: far below 2**53


def _factors_of(codes: Integers) -> Integers:
    return np.stack([codes >> (_SET_BITS * (CARDS - 1 - column)) & (MAX_SETS - 1) for column in range(CARDS)], 1)


SignedMasks = tuple[int, Masks]
"""A sign, and the sets from which cards come: a coup is counted as a signed sum of these."""


def resolved(classify: Callable[[Callable[[Question], int]], int], start: Masks) -> Iterator[tuple[int, int, Masks]]:
    """Every category to which cards from the sets ``start`` can lead, and the signed masks that lead there."""
    todo: list[tuple[dict[Question, int], list[SignedMasks]]] = [({}, [(1, start)])]
    while todo:
        answers, terms = todo.pop()
        try:
            category = classify(answers.__getitem__)
        except KeyError as unanswered:
            (question,) = unanswered.args  # it splits the cards into its answers
            for answer, answered in _answered(question, terms):
                if answered:
                    todo.append(({**answers, question: answer}, answered))
            continue
        for sign, masks in terms:
            for parts in nested(masks):
                yield category, sign, parts


def _answered(question: Question, terms: list[SignedMasks]) -> Iterator[tuple[int, list[SignedMasks]]]:
    """Each answer, and the ``terms`` restricted to the cards that give it."""
    if isinstance(question, Parts):
        for answer, part in enumerate(question.sets):
            yield answer, _cut(terms, ((question.position, part),))
        return
    yes = [cut for pattern in question.patterns for cut in _cut(terms, pattern)]
    yield 1, yes
    yield 0, terms + [(-sign, masks) for sign, masks in yes]


def answers(coups: Coups, rows: Integers | slice, question: Question) -> Integers:
    """The answer on these coups; raises `KeyError` if the classes of cards leave it open."""
    if isinstance(question, Parts):
        return _part_of(question.sets, coups.granularity)[coups.classes[rows, question.position]]
    fits = np.zeros(1, dtype=bool)
    for pattern in question.patterns:
        own = [_within(mask, coups.granularity)[coups.classes[rows, place]] for place, mask in pattern]
        fits = fits | np.all(own, axis=0)
    return 1 * fits


@lru_cache(maxsize=256)
def _part_of(sets: tuple[int, ...], granularity: Granularity) -> Integers:
    """For each class, the index of the set that contains it; errors as in `_within`."""
    parts: Integers = np.arange(len(sets)) @ np.array([_within(part, granularity) for part in sets])
    return parts


@lru_cache(maxsize=256)
def _within(mask: int, granularity: Granularity) -> Truths:
    """Whether each class is in the set; last, `False` for a card not dealt. `KeyError` if one is in it in part."""
    classes = CLASS_MASKS[granularity]
    if any(mask & group not in (0, group) for group in classes):
        raise KeyError(mask)
    return np.array([bool(mask & group) for group in classes] + [False])


def _cut(terms: list[SignedMasks], pattern: tuple[tuple[int, int], ...]) -> list[SignedMasks]:
    """The terms with the cards of some positions restricted to a set, without those that then have no card left."""
    cut = []
    for sign, masks in terms:
        some = list(masks)
        for position, mask in pattern:
            some[position] &= mask
        if all(some[position] for position, _ in pattern):
            cut.append((sign, tuple(some)))
    return cut


def nested(masks: Masks) -> Iterator[Masks]:
    """Split the masks until those of any two cards of the same value are nested or disjoint."""
    for i, first in enumerate(masks):
        for second in masks[i + 1 :]:
            if _cross(first, second):
                for part in (first & second, first & ~second):
                    yield from nested((*masks[:i], part, *masks[i + 1 :]))
                return
    yield masks


@lru_cache(maxsize=4096)
def _cross(first: int, second: int) -> bool:
    """Whether the two sets overlap within a value and neither contains the other there."""
    cuts = ((first & value, second & value) for value in VALUE_MASKS)
    return any(a & b and a & ~b and b & ~a for a, b in cuts)
