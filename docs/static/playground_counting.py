"""Counts coups for the playground, whose Python has the standard library only: coup by coup, dealt by the reference walk.

`install` puts this beside the package, in place of the functions by which the commands of the page reach numpy. It is
slower: a bet takes a second or two where numpy takes a tenth.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import prod
from typing import Any

from exact.analysis import joint
from exact.arithmetic import Value, between
from exact.bets.coups import ABSENT
from exact.bets.expression import evaluate_expression, parts_without
from exact.bets.knowledge import NOTHING, THIRDS, Knowledge, by_rank
from exact.bets.vocabulary import (
    CARD_NAMES,
    CLASS_MASKS,
    CONSTANTS,
    EARLY,
    EVERY_CARD,
    NAMES,
    POSITIONAL,
    VALUE_MASKS,
    VALUE_NAMES,
    granularity_of,
)
from exact.engine import compiler, one_shoe, outcomes
from exact.engine.compiled_bet import resolved
from exact.engine.compiler import joint_category
from exact.engine.multisets import multisets
from exact.errors import ExactError
from exact.game import CARDS, Outcome, Side
from exact.game.shoe import Shoe
from exact.lazy import np
from exact.literature.figures import Index
from exact.questions.question import Question, parse_question
from exact.reference.walk import coups
from exact.rules import NO_THIRD, Tableau

_ROUNDED = (-Fraction(1, 1 << 52), Fraction(1, 1 << 52))
"""How far a figure is from its double at most, as a share of it."""
Values = tuple[int, ...]
"""Six point values, `ABSENT` for a card not dealt; or other numbers of a coup."""


def install() -> None:
    """Let the package count by this module, in the process in which it runs."""
    replacements: list[tuple[Any, str, Any]] = [
        (compiler, "compiled_jointly", walked_jointly),
        (one_shoe, "compiled_jointly", walked_jointly),
        (outcomes, "compiled_outcomes", walked_outcomes),
        (joint, "values_taken", values_taken),
        (Index, "exact", exact_or_stored),
    ]
    for module, name, function in replacements:
        assert hasattr(module, name), name
        setattr(module, name, function)


class WalkedBet:
    """What counts the categories of a bet on one shoe, as a `exact.engine.compiled_bet.CompiledBet` does."""

    def __init__(self, terms: dict[int, Counter[Values]], masks: set[int]) -> None:
        self.terms = terms
        """By category: the coefficient of each product of six sets of card types, the smaller sets first."""
        self.sets = tuple(sorted({mask for own in terms.values() for sets in own for mask in sets}))
        self.granularity = granularity_of(frozenset(masks))

    @property
    def products(self) -> Any:
        """The matrices of a compiled bet: whoever asks for them needs numpy, and is told so by its first use."""
        return np.matrix

    def counts(self, shoe: Shoe) -> dict[int, int]:
        """The counts of the categories on a sufficiently fine ``shoe``."""
        classes = list(zip(CLASS_MASKS[shoe.granularity], shoe.counts, strict=True))
        return self.counts_of([sum(count for group, count in classes if group & mask) for mask in self.sets])

    def counts_of(self, sizes: Sequence[int], _cards: int = 0) -> dict[int, int]:
        """The same, given the number of the shoe's cards in each of `sets`."""
        size = dict(zip(self.sets, sizes, strict=True))
        return {
            category: sum(n * prod(size[mask] - taken for mask, taken in _factors(sets)) for sets, n in own.items())
            for category, own in self.terms.items()
        }


@lru_cache(maxsize=1 << 16)
def _factors(sets: Values) -> tuple[tuple[int, int], ...]:
    """Each set of a product, and how many cards of the sets before it, which are inside it or disjoint, come from inside it."""
    return tuple((mask, sum(before & ~mask == 0 for before in sets[:place])) for place, mask in enumerate(sets))


def walked_jointly(classifications: Any, tableau: Tableau, name: str, known: Knowledge = NOTHING) -> WalkedBet:
    """What `exact.engine.compiler.compiled_jointly` compiles, for one shoe at a time."""
    try:
        return _walked(classifications, tableau, known)
    except ExactError as error:
        if error.value != "":
            raise
        raise ExactError(error.parameter, name, error.bound) from None


@lru_cache(maxsize=256)
def _walked(classifications: Any, tableau: Tableau, known: Knowledge) -> WalkedBet:
    expressions = [(each.tree, own.definitions) for own in classifications for each in own.expressions]
    trees = [part for tree, own in expressions for part in parts_without(tree, own.keys() | CARD_NAMES.keys())]
    names = frozenset[str]().union(*(of_one.names() for of_one in classifications))
    fine = sorted(names & CARD_NAMES.keys())
    terms: dict[int, Counter[Values]] = defaultdict(Counter)
    asked = {EVERY_CARD}
    ways = 0
    kinds = _kinds(names, trees, fine, tableau, known)
    for (start, values, statuses), dealt in kinds.items():
        decided = dict(zip(trees, values, strict=True))
        undecided = {name: partial(CARD_NAMES[name].resolve, one) for name, one in zip(fine, statuses, strict=True)}
        merged: dict[Values, Counter[Values]] = {}
        for category, sign, masks in resolved(partial(joint_category, classifications, decided, undecided), start):
            asked.update(masks)
            different = sorted(set(masks))
            group_of = tuple(map(different.index, masks))
            if group_of not in merged:
                merged[group_of] = _merged(dealt, group_of)
            cut = [part for mask in different for part in (*(mask & value for value in VALUE_MASKS), EVERY_CARD)]
            for cards, orders in merged[group_of].items():
                sets = sorted([cut[card] for card in cards])  # one inside another is the lesser number
                if sets[0]:
                    terms[category][tuple(sets)] += sign * orders
            ways += 1
            if ways > compiler.MAX_WORK:
                raise compiler.too_much(f"more than {compiler.MAX_WORK:,}")
    return WalkedBet(terms, asked)


def _merged(dealt: Sequence[tuple[Values, int]], group_of: Values) -> Counter[Values]:
    """The coups without the order of the cards that come from the same set: a number for each card's set and point value."""
    merged = Counter[Values]()
    for cards, orders in dealt:
        merged[tuple(sorted([11 * group + card % 11 for group, card in zip(group_of, cards, strict=True)]))] += orders
    return merged


def _kinds(
    names: frozenset[str], trees: Any, fine: Sequence[str], tableau: Tableau, known: Knowledge
) -> dict[Any, Any]:
    """The coups that agree with the knowledge, with their orders; those of a kind agree in everything that can be asked."""
    plain = sorted(names & VALUE_NAMES.keys())
    compute = [NAMES[name].compute for name in (*plain, *fine)]
    by_facts: dict[tuple[Values, Values], list[tuple[Values, int]]] = defaultdict(list)
    for coup, cards, orders, start in _agreeing(names, tableau, known):
        by_facts[start, tuple([of(coup) for of in compute])].append((cards, orders))
    kinds: dict[Any, list[tuple[Values, int]]] = defaultdict(list)
    constants = {name: value for name, (value, _) in CONSTANTS.items()}
    for (start, facts), dealt in by_facts.items():
        decided = constants | dict(zip(plain, facts, strict=False))
        values = tuple(evaluate_expression(tree, decided.__getitem__) for tree in trees)
        kinds[start, values, facts[len(plain) :]] += dealt
    return kinds


def _agreeing(
    names: frozenset[str], tableau: Tableau, known: Knowledge
) -> Iterator[tuple[Values, Values, int, Values]]:
    """The coups that agree with the knowledge, each with its cards, of which unused ones may be known, its orders, their sets."""
    distinguished = any(known.hands[first] != known.hands[first + 1] for first in (0, 3))
    ordered = bool(names & POSITIONAL) or distinguished
    if known == NOTHING and names <= EARLY:
        yield from ((coup, coup, orders, known.hands) for coup, orders in _dealt(None, ordered).items())
        return
    for own, by_value in by_rank(known, tableau):
        allowed = [_allowed(mask) for mask in own.hands]
        for coup, orders in _dealt(by_value, ordered).items():
            if not all(may[value] for may, value in zip(allowed, coup, strict=True)):
                continue
            if all(VALUE_NAMES[condition.name].compute(coup) in condition.values for condition in own.conditions):
                for cards, masks in _with_unused(coup, own):
                    yield coup, cards, orders, masks


def _with_unused(coup: Values, known: Knowledge) -> Iterator[tuple[Values, Values]]:
    """The coup with each value that its unused cards may have if the shoe's fifth and sixth cards are known."""
    first, second = THIRDS
    fifth, sixth = (second, first) if coup[first] == ABSENT != coup[second] else (first, second)
    places, masks, hands = dict(known.shoe), list(known.hands), [coup]
    for place, column in ((5, fifth), (6, sixth)):
        mask = places.get(place, EVERY_CARD)
        masks[column] &= mask
        may = _allowed(mask)
        if coup[column] == ABSENT and mask != EVERY_CARD:
            values = [value for value in range(10) if may[value]]
            hands = [(*cards[:column], value, *cards[column + 1 :]) for cards in hands for value in values]
        elif not may[coup[column]]:
            return
    yield from ((cards, tuple(masks)) for cards in hands)


@lru_cache(maxsize=256)
def _allowed(mask: int) -> list[bool]:
    """Whether a card of each point value can be in ``mask``; last, `True` for a card that is not dealt."""
    return [*(bool(mask & value) for value in VALUE_MASKS), True]


@lru_cache(maxsize=4)
def _dealt(tableau: Tableau | None, ordered: bool) -> Counter[Values]:
    """Every coup that the walk deals under a tableau, or only the first four cards, with its number of orders."""
    decide = (lambda *_: None) if tableau is None else _decision(tableau)
    return Counter(_hand(coup.punto.values, ordered) + _hand(coup.banco.values, ordered) for coup in coups(decide))


@cache
def _hand(values: Values, ordered: bool) -> Values:
    first_two = values[:2] if ordered else tuple(sorted(values[:2]))
    return (*first_two, *values[2:], *[ABSENT] * (3 - len(values)))


def _decision(tableau: Tableau) -> Callable[[int, int, int | None], Side | None]:
    """Who receives the next card by the letters of a tableau."""

    def decide(punto: int, banco: int, third: int | None) -> Side | None:
        if punto > 7 or banco > 7:
            return None
        if third is None and tableau.punto_draws(punto):
            return Side.PUNTO
        column, final = (NO_THIRD, punto) if third is None else (third, (punto + third) % 10)
        return Side.BANCO if tableau.banco_draws(banco, column, final) else None

    return decide


def walked_outcomes(tableau: Tableau) -> tuple[bytes, bytes]:
    """The coefficients of punto and of banco as in `exact.engine.outcomes.coefficients_file`."""
    tableau.check_by_value()
    orders: dict[Outcome, Counter[Values]] = {outcome: Counter() for outcome in Outcome}
    for coup in coups(_decision(tableau)):
        orders[coup.outcome][tuple(sorted((*coup.punto.values, *coup.banco.values)))] += 1
    rows = []
    for filled in (orders[Outcome.PUNTO], orders[Outcome.BANCO]):
        for cards in range(4, CARDS):
            for multiset in [multiset for multiset in filled if len(multiset) == cards]:
                for value in range(10):
                    filled[tuple(sorted((*multiset, value)))] += filled[multiset]
        rows.append(b"".join(filled[multiset].to_bytes(2, "little") for multiset in multisets()))
    return rows[0], rows[1]


def values_taken(tree: Any, names: frozenset[str], tableau: Tableau) -> set[int]:
    """Every value that an expression of ``names`` which point values decide takes on the coups of a tableau."""
    return {value for _, (value,), _ in _kinds(names, [tree], (), tableau, NOTHING)}


def exact_or_stored(index: Index, rank: int, decks: int | None, exact: Any = Index.exact) -> tuple[Question, Value]:
    """A question of the index with its exact value; one that takes more than this page has, with the stored digits."""
    try:
        found: tuple[Question, Value] = exact(index, rank, decks)
    except ExactError:
        places = enumerate(zip(index.ranks, index.decks, strict=True))
        stored = Fraction(index.values[next(place for place, key in places if key == (rank, decks or 0))])
        found = parse_question(index.questions[rank]).with_decks(decks), between(*(stored * (1 + e) for e in _ROUNDED))
    return found
