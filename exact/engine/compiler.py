"""The compiler: from a classification of coups and a tableau to the polynomials that count its categories.

Coups are enumerated by point value. A question about ranks, suits or colours splits a coup into its answers, each with
the sets of card types from which its cards come; a «no» is counted as everything less the «yes».
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import lru_cache, partial
from itertools import pairwise
from math import prod

from exact.bets.bet import Bet, Classification, by_conditions
from exact.bets.coups import Coups, coups_of
from exact.bets.expression import Expression, evaluate_expression
from exact.bets.knowledge import NOTHING, Case, Knowledge, cases
from exact.bets.vocabulary import CARD_NAMES, CONSTANTS, EARLY, POSITIONAL, VALUE_NAMES, Ask, Masks, Question
from exact.engine.compiled_bet import CompiledBet, Products, TermBuilder, nested, resolved
from exact.errors import ExactError
from exact.game import CARDS
from exact.lazy import Integers, np
from exact.rules import Tableau

MAX_WAYS, MAX_TERMS = 100_000, 50_000_000  # terms before equal ones are merged; both are bounds on time
_DIGITS: list[int] = [11**position for position in range(CARDS)]
"""Six point values as a number: digit p in base 11 is one more than the value at position p, 0 for a card not dealt."""
_MOST_CODES = 2**40
_DENSE = 10**6  # up to so many codes, an array with an entry for each is quicker than sorting


def compiled(bet: Bet, tableau: Tableau, known: Knowledge = NOTHING) -> CompiledBet:
    """The polynomials of a bet's categories, for coups that agree with ``known``; errors as in `compiled_jointly`."""
    return compiled_jointly((bet.classification,), tableau, bet.name, known)


def compiled_conditions(conditions: tuple[str, ...], tableau: Tableau) -> CompiledBet:
    """The polynomials of categories given by conditions; a last category has all other coups."""
    return compiled_jointly((by_conditions(conditions),), tableau, " and ".join(conditions))


def compiled_jointly(
    classifications: tuple[Classification, ...], tableau: Tableau, name: str, known: Knowledge = NOTHING
) -> CompiledBet:
    """The polynomials of the joint categories of ``classifications``, for coups that agree with ``known``.

    A joint category is a number with the categories as digits, the first classification's the most significant. Raises
    `ExactError` about ``name`` beyond `MAX_TERMS`, `MAX_WAYS` and the bounds of `TermBuilder`.
    """
    try:
        return _compiled(classifications, tableau, known)
    except ExactError as error:
        if error.value != "":
            raise
        raise ExactError(error.parameter, name, error.bound) from None


@lru_cache(maxsize=2048)
def _compiled(classifications: tuple[Classification, ...], tableau: Tableau, known: Knowledge) -> CompiledBet:
    names = frozenset[str]().union(*(classification.names() for classification in classifications))
    ordered, by_value = bool(names & POSITIONAL), not names & CARD_NAMES.keys()
    if known != NOTHING or (tableau.ranks and not names <= EARLY):
        agreeing = cases(known, tableau, ordered)
    else:
        coups = coups_of(None if names <= EARLY else tableau, ordered)
        if by_value:
            return _by_point_values(classifications, coups)
        agreeing = iter((Case(coups, coups.values, NOTHING.hands),))
    builder = TermBuilder(prod(each.categories for each in classifications))
    for case in agreeing:
        if by_value:
            categories = categories_by_value(classifications, case.coups)
            for masks in nested(case.masks):
                builder.add(case.cards, case.coups.orders, categories, 1, masks)
        else:
            for term in _terms(classifications, names, case):
                builder.add(*term)
    return builder.built()


def _by_point_values(classifications: tuple[Classification, ...], coups: Coups) -> CompiledBet:
    products, product = _products_of(coups)
    width = len(products.factors)
    cells, inverse = _numbered(categories_by_value(classifications, coups) * width + product)
    coefficient = np.bincount(inverse, weights=coups.orders, minlength=len(cells)).astype(np.int64)  # far below 2**53
    cells, coefficient = cells[coefficient > 0], coefficient[coefficient > 0]
    categories = prod(each.categories for each in classifications)
    return CompiledBet(categories, products, cells % width, cells // width, coefficient)


def categories_by_value(classifications: Iterable[Classification], coups: Coups) -> Integers:
    """The joint category of each coup if point values decide it: one pass over the coups for each condition."""
    joint = np.zeros(len(coups.orders), dtype=np.int64)
    for classification in classifications:
        lookup = _lookup(coups, classification.definitions)
        category = np.full(len(joint), len(classification.conditions))
        for index in range(len(classification.conditions) - 1, -1, -1):
            holds = evaluate_expression(classification.conditions[index].tree, lookup)
            category = np.where(holds, index, category)
        joint = joint * classification.categories + category
    return joint


def _lookup(coups: Coups, definitions: Mapping[str, Expression]) -> Callable[[str], Integers]:
    """The value on every coup of a name that point values decide, or that the bet defines by such names."""

    def lookup(name: str) -> Integers:
        if name in definitions:
            value: Integers = evaluate_expression(definitions[name].tree, lookup)
            return value
        if name in CONSTANTS:
            return np.int64(CONSTANTS[name][0])  # type: ignore[return-value]
        if name not in coups.named:
            coups.named[name] = VALUE_NAMES[name].compute(coups.values.T)
        return coups.named[name]

    return lookup


def _numbered(codes: Integers) -> tuple[Integers, Integers]:
    """Ascending codes to count by, and the index of each entry among them; all possible codes if they are few."""
    highest = int(codes.max())
    return (np.arange(highest + 1), codes) if highest < _DENSE else np.unique(codes, return_inverse=True)


@lru_cache(maxsize=16)
def _products_of(coups: Coups) -> tuple[Products, Integers]:
    """The distinct products of coups about whose cards nothing is asked, and the index of each coup's product."""
    sorted_values = np.sort(coups.values, axis=1)
    _, example, product = np.unique((sorted_values + 1) @ np.array(_DIGITS), return_index=True, return_inverse=True)
    builder = TermBuilder(len(example))
    builder.add(sorted_values[example], np.ones(len(example), np.int64), np.arange(len(example)), 1, NOTHING.hands)
    built = builder.built()  # each product is a category of its own, so that its number is found again
    return built.products, built.product[product]


def _terms(
    classifications: tuple[Classification, ...], names: frozenset[str], case: Case
) -> Iterator[tuple[Integers, Integers, int, int, Masks]]:
    """The arguments of `TermBuilder.add`: point values, their orders, their category, sign and masks.

    Coups that agree in everything the conditions ask are one kind; kinds with the same answers go together. A product
    ignores the order of the positions, so masks that differ only in order are added.
    """
    coups = case.coups
    trees = [tree for classification in classifications for tree in plain_trees(classification)]
    card_names = sorted(names & CARD_NAMES.keys())
    lookup = _lookup(coups, {})
    columns = [evaluate_expression(tree, lookup) + np.zeros(len(coups.orders), np.int64) for tree in trees]
    whole = [expression.tree for own in classifications for expression in own.expressions]
    columns += [_statuses(name, whole, CARD_NAMES[name].compute(coups.values.T)) for name in card_names]
    coded_terms: dict[tuple[int, int, Masks], list[tuple[Integers, Integers]]] = {}
    alike: dict[tuple[tuple[int, int, Masks], ...], list[Integers]] = {}
    terms = ways = 0
    kinds = _kinds(columns, len(coups.orders))
    for done, members in enumerate(kinds):
        row = [int(column[members[0]]) for column in columns]
        values = dict(zip(trees, row[: len(trees)], strict=True))
        statuses = dict(zip(card_names, row[len(trees) :], strict=True))
        answers = tuple(resolved(partial(joint_category, classifications, values, statuses), case.masks))
        alike.setdefault(answers, []).append(members)
        ways += len(answers)
        check_size(terms, ways, f"with {done} of {len(kinds)} kinds of coup counted")
    for done, (answers, groups) in enumerate(alike.items()):
        members = np.concatenate(groups)
        coded: dict[tuple[tuple[int, ...], tuple[bool, ...]], tuple[Integers, Integers]] = {}
        for category, sign, masks in answers:
            order = tuple(sorted(range(CARDS), key=masks.__getitem__))
            ordered = tuple(masks[position] for position in order)
            same = tuple(mask == before for before, mask in pairwise(ordered))
            if (order, same) not in coded:
                coded[order, same] = _coded(case.cards[members][:, order], coups.orders[members], same)
            coded_terms.setdefault((category, sign, ordered), []).append(coded[order, same])
            terms += len(coded[order, same][0])
            check_size(terms, ways, f"with {done} of {len(alike)} kinds of answers counted")
    for (category, sign, masks), parts in coded_terms.items():
        codes, rows = np.unique(np.concatenate([codes for codes, _ in parts]), return_inverse=True)
        orders = np.bincount(rows, weights=np.concatenate([orders for _, orders in parts]))
        values = codes[:, None] // np.array(_DIGITS) % 11 - 1
        yield values, orders.astype(np.int64), category, sign, masks


def _statuses(name: str, trees: Iterable[ast.expr], status: Integers) -> Integers:
    """The ``status`` of a name on each coup, one for all that answer every comparison alike, as ranks below 11 may."""
    comparisons = list(_comparisons(name, trees))
    if None in comparisons:
        return status
    constants = {word: value for word, (value, _) in CONSTANTS.items()}
    unanswered: dict[Question, int] = {}
    distinct, which = np.unique(status, return_inverse=True)
    first_with: dict[tuple[int, ...], int] = {}
    for index, one in enumerate(distinct.tolist()):
        try:
            values = constants | {name: CARD_NAMES[name].resolve(one, unanswered.__getitem__)}
        except KeyError:
            continue
        truths = tuple(evaluate_expression(tree, values.__getitem__) for tree in comparisons if tree)
        distinct[index] = first_with.setdefault(truths, one)
    return distinct[which]


def _comparisons(name: str, trees: Iterable[ast.expr]) -> Iterator[ast.expr | None]:
    """The comparisons of ``name`` with constants, and `None` for each place where it stands otherwise."""
    for tree in trees:
        names = _names_in(tree) - CONSTANTS.keys()
        if isinstance(tree, ast.Compare) and names == {name}:
            yield tree
        elif isinstance(tree, ast.Name) and name in names:
            yield None
        elif name in names:
            yield from _comparisons(name, _children(tree))


def check_size(terms: int, ways: int, progress: str) -> None:
    """Raise `ExactError` if there are so many terms or ways that compiling would take too long."""
    if ways > MAX_WAYS or terms > MAX_TERMS:
        many = f"has more than {MAX_TERMS:,} products of card counts"
        bound = f"splits the coups in more than {MAX_WAYS:,} ways" if ways > MAX_WAYS else many
        raise ExactError("bet", "", f"{bound}, which is the bound, {progress}: ask about fewer suits and ranks")


def _coded(values: Integers, orders: Integers, alike: tuple[bool, ...]) -> tuple[Integers, Integers]:
    """The distinct rows of point values as numbers, and the sum of their orders; columns ``alike`` have no order."""
    first = 0
    for column in range(1, CARDS + 1):
        if column == CARDS or not alike[column - 1]:
            values[:, first:column] = np.sort(values[:, first:column], axis=1)
            first = column
    codes, rows = np.unique((values + 1) @ np.array(_DIGITS), return_inverse=True)
    return codes, np.bincount(rows, weights=orders).astype(np.int64)  # far below 2**53


def plain_trees(classification: Classification) -> Iterator[ast.expr]:
    """The largest parts of its definitions and conditions that point values decide."""
    undecided = CARD_NAMES.keys() | classification.definitions.keys()
    for expression in classification.expressions:
        yield from _parts_without(expression.tree, undecided)


def _parts_without(tree: ast.expr, names: Set[str]) -> Iterator[ast.expr]:
    """The largest parts of ``tree`` in which none of these names stands."""
    if isinstance(tree, ast.Tuple | ast.List | ast.Set) or names & _names_in(tree):
        for child in _children(tree):
            yield from _parts_without(child, names)
    elif not isinstance(tree, ast.Constant):
        yield tree


def _names_in(tree: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _children(tree: ast.expr) -> list[ast.expr]:
    return [node for node in ast.iter_child_nodes(tree) if isinstance(node, ast.expr)]


def _kinds(columns: list[Integers], rows: int) -> list[Integers]:
    code, codes = np.zeros(rows, dtype=np.int64), 1
    for column in columns:
        low, high = int(column.min()), int(column.max())
        if codes * (high - low + 1) > _MOST_CODES:
            code = np.unique(code, return_inverse=True)[1].astype(np.int64)
            codes = int(code.max()) + 1
        code, codes = code * (high - low + 1) + (column - low), codes * (high - low + 1)
    order = np.argsort(code, kind="stable")
    return list(np.split(order, np.flatnonzero(np.diff(code[order])) + 1))


def joint_category(
    classifications: tuple[Classification, ...], decided: dict[ast.expr, int], statuses: dict[str, int], ask: Ask
) -> int:
    """The joint category of a kind of coup, with what point values have ``decided``; ``ask`` answers the rest."""
    joint = 0
    for classification in classifications:
        definitions = classification.definitions
        own: dict[str, int] = {}

        def lookup(name: str, definitions: dict[str, Expression] = definitions, own: dict[str, int] = own) -> int:
            if name in definitions:
                if name not in own:
                    own[name] = evaluate_expression(definitions[name].tree, lookup, decided)
                return own[name]
            return CARD_NAMES[name].resolve(statuses[name], ask)

        holds = (evaluate_expression(condition.tree, lookup, decided) for condition in classification.conditions)
        first = next((index for index, held in enumerate(holds) if held), len(classification.conditions))
        joint = joint * classification.categories + first
    return joint
