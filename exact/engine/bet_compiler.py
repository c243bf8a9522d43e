"""From a classification of coups to integer coefficients over products of card counts.

Coups are enumerated by point value. Where the category depends on ranks, suits or colours, only the cards that it asks
about are refined: a question about the cards splits a coup into the answers, each with the sets of card types that its
cards come from; a «no» is counted as everything less the «yes». What comes out is a sum of products, one factor for
each card: the number of cards in a set, less those already taken from inside it. The sets of one product are nested or
disjoint, so the product is exact.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from exact.arrays import Integers
from exact.bets.classification import Classification
from exact.bets.coups import Coups, coups_of, first_four_cards
from exact.bets.expression import Expression, evaluate_arrays, evaluate_lazily
from exact.bets.knowledge import NOTHING, Case, Knowledge, cases
from exact.bets.vocabulary import (
    CONSTANTS,
    EVERY_CARD,
    FINE,
    PLAIN,
    POSITIONAL,
    VALUE_MASKS,
    Parts,
    Question,
    early_names,
)
from exact.engine.products import CARDS, Masks, ProductBuilder, Products
from exact.errors import ExactError
from exact.lazy import np
from exact.rules.tableau import Tableau

MAX_WAYS = 30_000
"""The most ways in which the cards may answer a classification's questions, over all kinds of coups."""
MAX_PRODUCTS = 50_000_000
"""The most products a classification may come to before they are merged; a bound on time, not on exactness."""
_UNREFINED = (EVERY_CARD,) * CARDS
_MOST_CODES = 2**40
_DENSE = 10**6
"""Up to so many codes an array with a place for each is quicker than sorting."""


Term = tuple[int, Masks]
"""A sign and masks: a coup is counted as a signed sum of such products."""


class _Unknown(Exception):
    def __init__(self, question: Question) -> None:
        self.question = question


def compile_products(
    classifications: Sequence[Classification], tableau: Tableau, place: str, known: Knowledge = NOTHING
) -> Products:
    """The products that count the joint categories of ``classifications`` under ``tableau``, of coups that are as ``known``.

    A joint category is a number: the categories as digits, the first classification's the most significant. Raises
    `ExactError`, saying how much, for a classification beyond `MAX_PRODUCTS` or `MAX_WAYS`.
    """
    names = frozenset[str]().union(*(classification.names() for classification in classifications))
    ordered = bool(names & POSITIONAL)
    if known != NOTHING:
        return _conditional_products(classifications, names, cases(known, tableau, ordered), place)
    coups = first_four_cards(ordered) if names <= early_names() else coups_of(tableau, ordered)
    if not names & FINE.keys():
        return _plain_products(classifications, coups)
    builder = ProductBuilder()
    frame = _plain_frame(_Id(coups))
    arrays = _arrays_of(_Id(coups))
    for (category, sign, masks), members in _terms(classifications, names, arrays, _UNREFINED, place).items():
        rows = np.concatenate(members)
        orders = coups.orders[rows]
        if masks == _UNREFINED:  # one coup stands for all that come to the same product
            orders = np.bincount(frame.row[rows], weights=orders, minlength=len(frame.factors)).astype(np.int64)
            rows, orders = frame.example[orders > 0], orders[orders > 0]
        builder.add(coups.values[rows], orders, category, sign, masks)
    return builder.merged()[0]


def _conditional_products(
    classifications: Sequence[Classification], names: frozenset[str], known_cases: Iterable[Case], place: str
) -> Products:
    builder = ProductBuilder()
    for case in known_cases:
        arrays = _Arrays(case.coups)
        if names & FINE.keys():
            for (category, sign, masks), rows in _terms(classifications, names, arrays, case.masks, place).items():
                members = np.concatenate(rows)
                builder.add(case.cards[members], case.coups.orders[members], category, sign, masks)
        else:
            categories = _joint_categories(classifications, arrays)
            for masks in _nested(case.masks):
                builder.add(case.cards, case.coups.orders, categories, 1, masks)
    return builder.merged()[0]


def _plain_products(classifications: Sequence[Classification], coups: Coups) -> Products:
    """The products where point values decide everything."""
    joint = _joint_categories(classifications, _arrays_of(_Id(coups)))
    frame = _plain_frame(_Id(coups))
    width = len(frame.factors)
    cells, inverse = _numbered(joint * width + frame.row)
    coefficient = np.bincount(inverse, weights=coups.orders, minlength=len(cells)).astype(np.int64)  # far below 2**53
    cells, coefficient = cells[coefficient > 0], coefficient[coefficient > 0]
    rows = cells % width
    return Products(frame.masks, frame.factors[rows], frame.taken[rows], cells // width, coefficient)


def _joint_categories(classifications: Sequence[Classification], arrays: _Arrays) -> Integers:
    """The joint category of each coup where point values decide it: one pass over the coups for each condition."""
    joint = np.zeros(len(arrays.coups.orders), dtype=np.int64)
    for classification in classifications:
        lookup = arrays.with_definitions(classification.definitions)
        category = np.full(len(joint), len(classification.conditions))
        for index in range(len(classification.conditions) - 1, -1, -1):
            holds = evaluate_arrays(classification.conditions[index].tree, lookup)
            category = np.where(holds, index, category)
        joint = joint * classification.categories + category
    return joint


def _numbered(codes: Integers) -> tuple[Integers, Integers]:
    """Codes to count by in ascending order, and for each entry its place among them: all codes where they are few."""
    highest = int(codes.max())
    if highest < _DENSE:
        return np.arange(highest + 1), codes
    found, inverse = np.unique(codes, return_inverse=True)
    return found, inverse


class _Frame(NamedTuple):
    masks: tuple[int, ...]
    factors: Integers
    taken: Integers
    row: Integers
    """For each coup the row of its product."""
    example: Integers
    """For each product one of its coups."""


class _Id:
    """Coups as a cache key: the arrays are made once for each tableau, so the same object is the same coups."""

    def __init__(self, coups: Coups) -> None:
        self.coups = coups

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Id) and self.coups.values is other.coups.values

    def __hash__(self) -> int:
        return id(self.coups.values)


@lru_cache(maxsize=16)
def _plain_frame(key: _Id) -> _Frame:
    """The different products of values that the coups come to, and which of them each coup is."""
    coups = key.coups
    builder = ProductBuilder()
    builder.add(coups.values, np.ones(len(coups.orders), dtype=np.int64), 0, 1, _UNREFINED)
    products, row = builder.merged()
    example = np.zeros(len(products.factors), dtype=np.int64)
    example[row] = np.arange(len(row))
    return _Frame(products.masks, products.factors, products.taken, row, example)


def _terms(
    classifications: Sequence[Classification], names: frozenset[str], arrays: _Arrays, start: Masks, place: str
) -> dict[tuple[int, int, Masks], list[Integers]]:
    """Every category, sign and masks that coups come to, and the coups, in groups alike in all the conditions ask.

    ``start`` are the sets that the cards come from before anything is asked.
    """
    coups = arrays.coups
    trees: list[ast.expr] = []
    for classification in classifications:
        for tree in (e.tree for e in (*classification.definitions.values(), *classification.conditions)):
            trees += _plain_parts(tree, classification.definitions)
    fine = sorted(name for name in names if name in FINE)
    columns = [evaluate_arrays(tree, arrays.lookup) + np.zeros(len(coups.orders), np.int64) for tree in trees]
    columns += [FINE[name].status(coups) for name in fine]
    found: dict[tuple[int, int, Masks], list[Integers]] = {}
    products = ways = 0
    groups = _groups(columns, len(coups.orders))
    for done, members in enumerate(groups):
        row = [int(column[members[0]]) for column in columns]
        known = dict(zip(trees, row[: len(trees)], strict=True))
        statuses = dict(zip(fine, row[len(trees) :], strict=True))
        for term in _resolved(partial(_joint_category, classifications, known, statuses), start):
            products, ways = products + len(members), ways + 1
            if products > MAX_PRODUCTS or ways > MAX_WAYS:
                bound = (
                    f"comes to over {products:,} products of card counts in {ways:,} ways, {done} of {len(groups)} kinds of "
                    f"coup into it; the bounds are {MAX_PRODUCTS:,} and {MAX_WAYS:,}: ask about fewer suits and ranks"
                )
                raise ExactError("bet", place, bound)
            found.setdefault(term, []).append(members)
    return found


def _plain_parts(tree: ast.expr, definitions: dict[str, Expression]) -> list[ast.expr]:
    """The largest subexpressions that point values decide."""
    is_list = isinstance(tree, ast.Tuple | ast.List | ast.Set)
    if _is_plain(tree, definitions) and not is_list:
        return [] if isinstance(tree, ast.Constant) else [tree]
    parts: list[ast.expr] = []
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.expr):
            parts += _plain_parts(child, definitions)
    return parts


def _is_plain(tree: ast.expr, definitions: dict[str, Expression]) -> bool:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return not names & (FINE.keys() | definitions.keys())


class _Arrays:
    def __init__(self, coups: Coups) -> None:
        self.coups = coups
        self.found: dict[str, Integers] = {}

    def lookup(self, name: str) -> Integers:
        if name in CONSTANTS:
            return np.int64(CONSTANTS[name][0])  # type: ignore[return-value]
        if name not in self.found:
            self.found[name] = PLAIN[name].compute(self.coups)
        return self.found[name]

    def with_definitions(self, definitions: dict[str, Expression]) -> Callable[[str], Integers]:
        """Look names up in ``definitions`` first."""

        def lookup(name: str) -> Integers:
            if name in definitions:
                value: Integers = evaluate_arrays(definitions[name].tree, lookup)
                return value
            return self.lookup(name)

        return lookup


@lru_cache(maxsize=16)
def _arrays_of(key: _Id) -> _Arrays:
    return _Arrays(key.coups)


def _groups(columns: list[Integers], rows: int) -> list[Integers]:
    code, codes = np.zeros(rows, dtype=np.int64), 1
    for column in columns:
        low, high = int(column.min()), int(column.max())
        if codes * (high - low + 1) > _MOST_CODES:
            code = np.unique(code, return_inverse=True)[1].astype(np.int64)
            codes = int(code.max()) + 1
        code, codes = code * (high - low + 1) + (column - low), codes * (high - low + 1)
    order = np.argsort(code, kind="stable")
    cuts = np.flatnonzero(np.diff(code[order])) + 1
    return list(np.split(order, cuts))


def _joint_category(
    classifications: Sequence[Classification],
    known: dict[ast.expr, int],
    statuses: dict[str, int],
    ask: Callable[[Question], int],
) -> int:
    joint = 0
    for classification in classifications:
        definitions = classification.definitions

        def lookup(name: str, definitions: dict[str, Expression] = definitions) -> int:
            if name in definitions:
                return evaluate_lazily(definitions[name].tree, lookup, known)
            if name in CONSTANTS:
                return CONSTANTS[name][0]
            return FINE[name].resolve(statuses[name], ask)

        conditions = classification.conditions
        found = next((i for i, e in enumerate(conditions) if evaluate_lazily(e.tree, lookup, known)), len(conditions))
        joint = joint * classification.categories + found
    return joint


def _resolved(classify: Callable[[Callable[[Question], int]], int], start: Masks) -> Iterator[tuple[int, int, Masks]]:
    """Every category that cards from the sets ``start`` can lead to, with the signed masks under which they do."""
    todo: list[tuple[dict[Question, int], list[Term]]] = [({}, [(1, start)])]
    while todo:
        answers, terms = todo.pop()

        def ask(question: Question, answers: dict[Question, int] = answers) -> int:
            if question not in answers:
                raise _Unknown(question)
            return answers[question]

        try:
            category = classify(ask)
        except _Unknown as unknown:
            question = unknown.question
            for answer, answered in _answered(question, terms):
                if answered:
                    todo.append(({**answers, question: answer}, answered))
            continue
        for sign, masks in terms:
            for nested in _nested(masks):
                yield category, sign, nested


def _answered(question: Question, terms: list[Term]) -> Iterator[tuple[int, list[Term]]]:
    if isinstance(question, Parts):
        for answer, part in enumerate(question.sets):
            yield answer, [cut for term in terms if (cut := _cut(term, ((question.position, part),)))]
        return
    yes = [cut for term in terms for pattern in question.patterns if (cut := _cut(term, pattern))]
    yield 1, yes
    yield 0, terms + [(-sign, masks) for sign, masks in yes]


def _cut(term: Term, pattern: tuple[tuple[int, int], ...]) -> Term | None:
    sign, masks = term
    cut = list(masks)
    for position, mask in pattern:
        cut[position] &= mask
        if not cut[position]:
            return None
    return sign, tuple(cut)


def _nested(masks: Masks) -> Iterator[Masks]:
    """The masks split until those of any two cards of one value are nested or disjoint."""
    for i, first in enumerate(masks):
        for second in masks[i + 1 :]:
            if _cross(first, second):
                for part in (first & second, first & ~second):
                    yield from _nested((*masks[:i], part, *masks[i + 1 :]))
                return
    yield masks


@lru_cache(maxsize=4096)
def _cross(first: int, second: int) -> bool:
    """Whether the two sets overlap within a value without one holding the other."""
    cuts = ((first & value, second & value) for value in VALUE_MASKS)
    return any(a & b and a & ~b and b & ~a for a, b in cuts)
