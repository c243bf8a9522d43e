"""Where numpy is not installed: the polynomials of `exact.engine.compiler`, compiled coup by coup in plain Python.

The same questions about the cards lead to the same terms. It takes a second or two where numpy takes a tenth.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import prod

from exact.bets.classification import Classification
from exact.bets.coups import ABSENT
from exact.bets.expression import evaluate_lazily
from exact.bets.knowledge import NOTHING, THIRDS, Knowledge, by_rank
from exact.bets.vocabulary import (
    CLASS_MASKS,
    CONSTANTS,
    EVERY_CARD,
    FINE,
    PLAIN,
    POSITIONAL,
    VALUE_MASKS,
    Masks,
    early_names,
    granularity_of,
)
from exact.engine.compiler import check_size, joint_category, plain_trees
from exact.engine.multisets import multisets
from exact.engine.questions import resolved
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.rules.tableau import NO_THIRD, Tableau

Values = tuple[int, ...]
"""Point values at `exact.bets.coups.POSITIONS`, `ABSENT` for a card not dealt; or other numbers of a coup."""
_Kind = tuple[Masks, Values, Values]
"""The sets from which the cards come, the values of what point values decide, and the statuses of the fine names."""


class PlainBet:
    """The polynomials of a bet's categories as a `CompiledBet` has them, for one shoe at a time; immutable."""

    def __init__(self, terms: dict[int, Counter[Masks]], masks: set[int]) -> None:
        self.terms = {
            category: {sets: times for sets, times in own.items() if times} for category, own in terms.items()
        }
        """By category: the coefficient of each product of six sets of card types, the smaller sets first."""
        self.sets = tuple(sorted({mask for own in self.terms.values() for sets in own for mask in sets}))
        self.granularity = granularity_of(frozenset(masks))

    def counts(self, shoe: Shoe) -> dict[int, int]:
        """The counts of the categories that have terms on a sufficiently fine ``shoe``."""
        classes = list(zip(CLASS_MASKS[shoe.granularity], shoe.counts, strict=True))
        return self.counts_of(
            [sum(count for group, count in classes if group & mask) for mask in self.sets], shoe.cards
        )

    def counts_of(self, sizes: Sequence[int], _cards: int) -> dict[int, int]:
        """The same, given the number of the shoe's cards in each of `sets`."""
        size = dict(zip(self.sets, sizes, strict=True))
        return {
            category: sum(
                times * prod(size[mask] - taken for mask, taken in _factors(sets)) for sets, times in own.items()
            )
            for category, own in self.terms.items()
        }

    def by_multiset(self, category: int) -> list[int]:
        """As `exact.engine.coefficients.Coefficients`, for a bet that point values decide."""
        filled = Counter[Values]()
        for sets, times in self.terms.get(category, {}).items():
            filled[tuple(sorted(VALUE_MASKS.index(mask) for mask in sets if mask != EVERY_CARD))] += times
        for cards in range(4, CARDS):
            for multiset in [multiset for multiset in filled if len(multiset) == cards]:
                for value in range(len(VALUE_MASKS)):
                    filled[tuple(sorted((*multiset, value)))] += filled[multiset]
        return [filled[multiset] for multiset in multisets()]


@lru_cache(maxsize=1 << 16)
def _factors(sets: Masks) -> tuple[tuple[int, int], ...]:
    """Each set of a product, and how many cards of the sets before it, which are inside it or disjoint, come from inside it."""
    return tuple((mask, sum(before & ~mask == 0 for before in sets[:place])) for place, mask in enumerate(sets))


@lru_cache(maxsize=256)
def compiled_plainly(classifications: tuple[Classification, ...], tableau: Tableau, known: Knowledge) -> PlainBet:
    """The polynomials of the joint categories, numbered as in `exact.engine.compiler.compiled_jointly`."""
    trees = [tree for of_one in classifications for tree in plain_trees(of_one)]
    names = frozenset[str]().union(*(of_one.names() for of_one in classifications))
    fine = sorted(names & FINE.keys())
    terms: dict[int, Counter[Masks]] = defaultdict(Counter)
    asked = {EVERY_CARD}
    products = ways = 0
    kinds = _kinds(names, trees, fine, tableau, known)
    for done, ((start, values, statuses), dealt) in enumerate(kinds.items()):
        merged: dict[Values, Counter[tuple[tuple[int, int], ...]]] = {}
        decided, undecided = dict(zip(trees, values, strict=True)), dict(zip(fine, statuses, strict=True))
        classify = partial(joint_category, classifications, decided, undecided)
        for category, sign, masks in resolved(classify, start):
            asked.update(masks)
            different = sorted(set(masks))
            group_of = tuple(map(different.index, masks))
            if group_of not in merged:
                merged[group_of] = _merged(dealt, group_of)
            cut = [[*(mask & value for value in VALUE_MASKS), EVERY_CARD] for mask in different]
            own = terms[category]
            for cards, orders in merged[group_of].items():
                sets = sorted([cut[group][value] for group, value in cards])  # one inside another is the lesser number
                if sets[0]:
                    own[tuple(sets)] += sign * orders
            products, ways = products + len(merged[group_of]), ways + 1
            check_size(products, ways, f"with {done} of {len(kinds)} kinds of coup counted")
    return PlainBet(terms, asked)


def _merged(dealt: Sequence[tuple[Values, int]], group_of: Values) -> Counter[tuple[tuple[int, int], ...]]:
    """The coups without the order of the cards that come from the same set: a group and a point value for each card."""
    merged = Counter[tuple[tuple[int, int], ...]]()
    for cards, orders in dealt:
        merged[tuple(sorted(zip(group_of, cards, strict=True)))] += orders
    return merged


def _kinds(
    names: frozenset[str], trees: Sequence[ast.expr], fine: Sequence[str], tableau: Tableau, known: Knowledge
) -> dict[_Kind, list[tuple[Values, int]]]:
    """The coups that agree with the knowledge, with their orders; those of a kind agree in everything that can be asked."""
    plain = sorted(names & PLAIN.keys())
    compute = [*(PLAIN[name].compute for name in plain), *(FINE[name].status for name in fine)]
    by_facts: dict[tuple[Masks, Values], list[tuple[Values, int]]] = defaultdict(list)
    for coup, cards, orders, start in _agreeing(names, tableau, known):
        by_facts[start, tuple([of(coup) for of in compute])].append((cards, orders))
    kinds: dict[_Kind, list[tuple[Values, int]]] = defaultdict(list)
    for (start, facts), dealt in by_facts.items():
        values = _values_of(trees, dict(zip(plain, facts, strict=False)))
        kinds[start, values, facts[len(plain) :]] += dealt
    return kinds


def _values_of(trees: Sequence[ast.expr], facts: dict[str, int]) -> Values:
    """The values of expressions that point values decide, given those of the names in them."""
    known = facts | {name: value for name, (value, _) in CONSTANTS.items()}
    return tuple(evaluate_lazily(tree, known.__getitem__, {}) for tree in trees)


def values_taken(tree: ast.expr, names: frozenset[str], tableau: Tableau) -> set[int]:
    """Every value that an expression of ``names``, all plain, takes on the coups of a tableau."""
    return {value for _, (value,), _ in _kinds(names, [tree], (), tableau, NOTHING)}


def _agreeing(names: frozenset[str], tableau: Tableau, known: Knowledge) -> Iterator[tuple[Values, Values, int, Masks]]:
    """As `exact.bets.knowledge.cases`, coup by coup: a coup, its cards with unused ones that are known, its orders, their sets."""
    ordered = bool(names & POSITIONAL) or known.tells_order()
    early = names <= early_names()
    if known == NOTHING and (early or not tableau.ranks):
        yield from ((coup, coup, orders, known.hands) for coup, orders in _coups(None if early else tableau, ordered))
        return
    for own, by_value in by_rank(known, tableau):
        allowed = [_allowed(mask) for mask in own.hands]
        places = dict(own.shoe)
        for coup, orders in _coups(by_value, ordered):
            if not all(may[value] for may, value in zip(allowed, coup, strict=True)):
                continue
            if all(PLAIN[condition.name].compute(coup) in condition.values for condition in own.conditions):
                for cards, masks in _with_unused(coup, own.hands, places):
                    yield coup, cards, orders, masks


def _with_unused(coup: Values, hands: Masks, places: dict[int, int]) -> Iterator[tuple[Values, Masks]]:
    """The coup with each value that its unused cards may have if the shoe's fifth and sixth cards, at ``places``, are known."""
    first, second = THIRDS
    fifth, sixth = (second, first) if coup[first] == ABSENT != coup[second] else (first, second)
    masks, hands_of_cards = list(hands), [coup]
    for place, column in ((5, fifth), (6, sixth)):
        mask = places.get(place, EVERY_CARD)
        masks[column] &= mask
        may = _allowed(mask)
        if coup[column] == ABSENT and mask != EVERY_CARD:
            values = [value for value in range(len(VALUE_MASKS)) if may[value]]
            hands_of_cards = [
                (*cards[:column], value, *cards[column + 1 :]) for cards in hands_of_cards for value in values
            ]
        elif not may[coup[column]]:
            return
    yield from ((cards, tuple(masks)) for cards in hands_of_cards)


@lru_cache(maxsize=256)
def _allowed(mask: int) -> list[bool]:
    """Whether a card of each point value can be in ``mask``; last, `True` for a card that is not dealt."""
    return [*(bool(mask & value) for value in VALUE_MASKS), True]


def _coups(tableau: Tableau | None, ordered: bool) -> Iterator[tuple[Values, int]]:
    """Every coup with its number of dealing orders, as `exact.bets.coups.coups_of`; only the first four cards without a tableau."""
    pairs = [
        (first, second, 1 if ordered or first == second else 2)
        for first in range(10)
        for second in range(0 if ordered else first, 10)
    ]
    for *punto, ways in pairs:
        punto_total = sum(punto) % 10
        for *banco, other_ways in pairs:
            banco_total = sum(banco) % 10
            for third, last in _thirds(tableau, punto_total, banco_total):
                yield (*punto, third, *banco, last), ways * other_ways


@lru_cache(maxsize=1 << 10)
def _thirds(tableau: Tableau | None, punto: int, banco: int) -> list[tuple[int, int]]:
    """The third cards that punto and banco can get after these two-card totals."""
    nobody, anybody = [ABSENT], range(10)
    if tableau is None or max(punto, banco) > 7:
        return [(ABSENT, ABSENT)]
    return [
        (third, last)
        for third in (anybody if tableau.punto_draws(punto) else nobody)
        for column, final in [(NO_THIRD, punto) if third == ABSENT else (third, (punto + third) % 10)]
        for last in (anybody if tableau.banco_draws(banco, column, final) else nobody)
    ]
