"""The compiler: from a classification of coups and a tableau to the polynomials that count its categories.

Coups are enumerated by classes of cards: point values, ranks, or, of the first four cards, card types. A question that
the classes leave open, as about suits, splits a coup into its answers, each with the sets of card types from which its
cards come; a «no» is counted as everything less the «yes». The work of each is estimated, and the least is done.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from functools import lru_cache, partial, reduce
from itertools import chain, combinations_with_replacement, islice, pairwise
from math import comb, prod
from operator import itemgetter, or_
from typing import TypeAlias

from exact.bets import vocabulary
from exact.bets.bet import Bet, Classification
from exact.bets.coups import ABSENT, Coups, coups_of, first_four_by_card
from exact.bets.expression import Expression, comparisons, evaluate_expression, parts_without
from exact.bets.knowledge import NOTHING, Case, Knowledge, cases
from exact.bets.vocabulary import CARD_NAMES, CONSTANTS, VALUE_NAMES, Ask, Masks, Parts, Question
from exact.engine.compiled_bet import CompiledBet, Terms, answers, merged_terms, nested, products_of, resolved
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.lazy import Integers, np
from exact.rules import Tableau

MAX_WORK = 100_000  #: Steps, a bound on time: each an answer about the cards of a kind of coup, or `_ROWS` coups
_LITTLE = 3000  # steps after which no other way to count is looked for
_ROWS = 1000
_NODES = 100  # of expressions, which take about as long as the rest of a step
_SAMPLE, _SAMPLED, _GOLDEN = 24, 1000, 0.618034  # how many kinds of coup an estimate asks, in at most how many steps
_MOST_CODES = 2**40
_MOST_BY_CARD = 1000  # categories that are counted by card types; a bound on memory
_DENSE = 10**6  # up to so many codes, an array with an entry for each is quicker than sorting


def compiled(bet: Bet, tableau: Tableau, known: Knowledge = NOTHING) -> CompiledBet:
    """The polynomials of a bet's categories, for coups that agree with ``known``; errors as in `compiled_jointly`."""
    return compiled_jointly((bet.classification,), tableau, bet.name, known)


def compiled_jointly(
    classifications: tuple[Classification, ...], tableau: Tableau, name: str, known: Knowledge = NOTHING
) -> CompiledBet:
    """The polynomials of the joint categories of ``classifications``, for coups that agree with ``known``.

    A joint category is a number with the categories as digits, the first classification's the most significant. Raises
    `ExactError` about ``name`` beyond `MAX_WORK`, before the work, and those of `merged_terms`.
    """
    try:
        return _compiled(classifications, tableau, known)
    except ExactError as error:
        if error.value != "":
            raise
        raise ExactError(error.parameter, name, error.bound) from None


_Truths: TypeAlias = "Callable[[int], tuple[int, ...]] | None"
_Plan: TypeAlias = "tuple[int, Callable[[], CompiledBet]]"  # about how many steps a way to count takes, and the way


@lru_cache(maxsize=2048)
def _compiled(classifications: tuple[Classification, ...], tableau: Tableau, known: Knowledge) -> CompiledBet:
    plans: list[_Plan] = []
    for plan in ways_to_count(classifications, tableau, known):
        plans.append(plan)
        if plan[0] <= _LITTLE:
            break
    work, counted = min(plans, key=itemgetter(0))
    if work > MAX_WORK:
        raise too_much(f"about {work:,}")
    return counted()


def ways_to_count(
    classifications: tuple[Classification, ...], tableau: Tableau, known: Knowledge = NOTHING
) -> Iterator[_Plan]:
    """By point values, unless a pattern asks for ranks; by ranks; and by card types, if the first four cards decide."""
    names = frozenset[str]().union(*(classification.names() for classification in classifications))
    ordered, four = bool(names & vocabulary.POSITIONAL), names <= vocabulary.EARLY
    card_names = names & CARD_NAMES.keys()
    by_rank = any(CARD_NAMES[name].by_rank for name in card_names)
    for granularity in (Granularity.VALUES, Granularity.RANKS)[by_rank:]:
        if known != NOTHING or (tableau.ranks and not four):
            every = list(cases(known, tableau, ordered, granularity))
        else:
            coups = coups_of(None if four else tableau, ordered, granularity)
            every = [Case(coups, coups.classes, NOTHING.hands)]
        yield _plan(classifications, card_names, granularity, every)
    if four and known == NOTHING and _joint_categories(classifications) <= _MOST_BY_CARD:
        pairs = 52**2 if ordered else comb(53, 2)  # of each side's cards
        yield pairs**2 // _ROWS, partial(_by_cards, classifications, ordered)


def _plan(
    classifications: tuple[Classification, ...], card_names: Set[str], granularity: Granularity, every: list[Case]
) -> _Plan:
    """How to count these cases: by the classes of cards alone, or with answers to questions about the cards."""
    work = sum(len(case.cards) for case in every) // _ROWS
    if any(_decided(name, case.coups) is None for name in card_names for case in every):
        kinds = [_Kinds(classifications, card_names, case) for case in every]
        work += sum(own.work() for own in kinds)
        terms = chain.from_iterable(own.terms() for own in kinds)
    elif [case.masks for case in every] == [NOTHING.hands]:
        return work, partial(_by_classes, classifications, every[0].coups)
    else:
        terms = chain.from_iterable(_terms(classifications, case) for case in every)
    return work, partial(merged_terms, _joint_categories(classifications), granularity, terms)


def too_much(steps: str) -> ExactError:
    """The refusal of work that takes so many steps."""
    bound = f"takes {steps} steps to count, and the bound is {MAX_WORK:,}: ask about fewer suits and ranks"
    return ExactError("bet", "", bound)


def _joint_categories(classifications: Iterable[Classification]) -> int:
    return prod(each.categories for each in classifications)


def _terms(classifications: tuple[Classification, ...], case: Case) -> Iterator[Terms]:
    """The terms of coups whose categories the classes of cards decide, with some cards known."""
    categories = categories_by_value(classifications, case.coups)
    for masks in nested(case.masks):
        yield case.cards, case.coups.orders, categories, masks


def _by_classes(classifications: tuple[Classification, ...], coups: Coups) -> CompiledBet:
    products, product = products_of(coups)
    width = len(products.factors)
    codes = categories_by_value(classifications, coups) * width + product
    few = int(codes.max()) < _DENSE
    cells, inverse = (np.arange(codes.max() + 1), codes) if few else np.unique(codes, return_inverse=True)
    coefficient = np.bincount(inverse, weights=coups.orders, minlength=len(cells)).astype(np.int64)  # far below 2**53
    cells, coefficient = cells[coefficient > 0], coefficient[coefficient > 0]
    return CompiledBet(_joint_categories(classifications), products, cells % width, cells // width, coefficient)


def _by_cards(classifications: tuple[Classification, ...], ordered: bool) -> CompiledBet:
    """From the types of the first four cards, which are numbered by their multisets, in colexicographic order."""
    multisets = 51 - np.array(list(combinations_with_replacement(range(52), 4)))[::-1, ::-1]
    below = [np.array([comb(card + place, place + 1) for card in range(52)]) for place in range(4)]
    counts = np.zeros(_joint_categories(classifications) * len(multisets), dtype=np.int8)  # at most 4! orders
    for coups in first_four_by_card(ordered):
        cards: list[Integers] = list(coups.classes.T[[0, 1, 3, 4]])
        for low, high in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):  # sorted, all rows at once
            cards[low], cards[high] = np.minimum(cards[low], cards[high]), np.maximum(cards[low], cards[high])
        multiset = sum(own[card] for own, card in zip(below, cards, strict=True))
        cells = categories_by_value(classifications, coups) * len(multisets) + multiset
        np.add.at(counts, cells, coups.orders.astype(np.int8))
    found = np.flatnonzero(counts)
    rows = np.hstack([multisets[found % len(multisets)], np.full((len(found), 2), ABSENT)])
    term = rows, counts[found].astype(np.int64), found // len(multisets), NOTHING.hands
    return merged_terms(_joint_categories(classifications), Granularity.CARDS, [term])


def categories_by_value(classifications: Iterable[Classification], coups: Coups) -> Integers:
    """The joint category of each coup if the classes of cards decide it: one pass over the coups for each condition."""
    joint = np.zeros(len(coups.orders), dtype=np.int64)
    for classification in classifications:
        lookup = partial(_value, coups, classification.definitions)
        category = np.full(len(joint), len(classification.conditions))
        for index in range(len(classification.conditions) - 1, -1, -1):
            holds = evaluate_expression(classification.conditions[index].tree, lookup)
            category = np.where(holds, index, category)
        joint = joint * classification.categories + category
    return joint


def _value(coups: Coups, definitions: Mapping[str, Expression], name: str) -> Integers:
    """The value on every coup of a name that the classes of cards decide, or that the bet defines by such names."""
    if name in definitions:
        value: Integers = evaluate_expression(definitions[name].tree, partial(_value, coups, definitions))
        return value
    return np.int64(CONSTANTS[name][0]) if name in CONSTANTS else _decided(name, coups)  # type: ignore[return-value]


def _decided(name: str, coups: Coups) -> Integers | None:
    """The value of a name on every coup; `None` if that depends on more than the classes of cards."""
    if name in VALUE_NAMES:
        if name not in coups.named:
            coups.named[name] = VALUE_NAMES[name].compute(coups.values.T)
    elif coups.granularity is Granularity.VALUES:
        return None
    elif name not in coups.named:
        status, value = _status(name, coups), np.zeros(len(coups.orders), dtype=np.int64)
        lowest = int(status.min())
        statuses = (np.flatnonzero(np.bincount(status - lowest)) + lowest).tolist()
        try:
            for one in statuses:
                rows = np.flatnonzero(status == one) if statuses[1:] else slice(None)
                ask = partial(answers, coups, rows)
                value[rows] = _resolve(name, coups.granularity)(one, ask)  # type: ignore[arg-type]
            coups.named[name] = value
        except KeyError:
            coups.named[name] = None
    return coups.named[name]


def _status(name: str, coups: Coups) -> Integers:
    by_rank = CARD_NAMES[name].by_rank
    ranked = by_rank and coups.granularity is not Granularity.VALUES
    status = by_rank[0](coups.ranks) if by_rank and ranked else CARD_NAMES[name].compute(coups.values.T)
    wide: Integers = status + np.zeros(len(coups.orders), np.int64)
    return wide


def _resolve(name: str, granularity: Granularity) -> Callable[[int, Ask], int]:
    by_rank = CARD_NAMES[name].by_rank
    return by_rank[1] if by_rank and granularity is not Granularity.VALUES else CARD_NAMES[name].resolve


class _Kinds:
    """The kinds of coup of a case, alike in all that the classes of cards decide and the conditions ask."""

    def __init__(self, classifications: tuple[Classification, ...], card_names: Set[str], case: Case) -> None:
        coups = case.coups
        self.case = case
        self._classifications = classifications
        self._names = sorted(name for name in card_names if _decided(name, coups) is None)
        expressions = [(each.tree, own.definitions) for own in classifications for each in own.expressions]
        self._trees = [part for tree, own in expressions for part in parts_without(tree, own.keys() | self._names)]
        lookup, zero = partial(_value, coups, {}), np.zeros(len(coups.orders), np.int64)
        self._columns = [zero + evaluate_expression(tree, lookup) for tree in self._trees]
        truths = {name: _truths(name, [tree for tree, _ in expressions]) for name in self._names}
        self._resolve = {name: _together(name, truths[name], coups.granularity) for name in self._names}
        self._columns += [_statuses(name, truths[name], coups) for name in self._names]
        self._rows = _kinds(self._columns, len(zero))
        self._answers: dict[int, tuple[tuple[int, int, Masks], ...]] = {}

    def _answers_of(self, index: int, most: int) -> tuple[tuple[int, int, Masks], ...]:
        """The categories to which the coups of a kind lead, with signs and masks; one more than ``most`` at most."""
        if index not in self._answers:
            row = [int(column[self._rows[index][0]]) for column in self._columns]
            values = dict(zip(self._trees, row[: len(self._trees)], strict=True))
            statuses = zip(self._names, row[len(self._trees) :], strict=True)
            held = {name: partial(self._resolve[name], status) for name, status in statuses}
            ways = resolved(partial(joint_category, self._classifications, values, held), self.case.masks)
            found = tuple(islice(ways, most + 1))
            if len(found) > most:
                return found
            self._answers[index] = found
        return self._answers[index]

    def work(self) -> int:
        """About how many steps it takes to count them all, from a sample of the kinds: more for those of many coups."""
        nodes = sum(1 for own in self._classifications for each in own.expressions for _ in ast.walk(each.tree))
        weights = [1 + len(rows) // _ROWS for rows in self._rows]
        steps = sampled = asked = 0
        for index in sorted(range(len(weights)), key=lambda index: index * _GOLDEN % 1)[:_SAMPLE]:
            found = len(self._answers_of(index, _SAMPLED))
            steps, sampled, asked = steps + found * weights[index], sampled + weights[index], asked + found
            if asked * (1 + nodes // _NODES) > _SAMPLED:
                break
        return steps * (1 + nodes // _NODES) * sum(weights) // max(sampled, 1)

    def terms(self) -> Iterator[Terms]:
        """The terms of all kinds. Kinds with the same answers go together.

        A product ignores the order of the positions, so masks that differ only in order are added.
        """
        case, base = self.case, self.case.coups.granularity + 1
        coded_terms: dict[Masks, list[tuple[Integers, Integers]]] = {}
        alike: dict[tuple[tuple[int, int, Masks], ...], list[Integers]] = {}
        ways = 0
        for index, members in enumerate(self._rows):
            found = self._answers_of(index, MAX_WORK - ways)
            ways += len(found)
            if ways > MAX_WORK:
                raise too_much(f"more than {MAX_WORK:,}")
            alike.setdefault(found, []).append(members)
        for found, groups in alike.items():
            members = np.concatenate(groups)
            coded: dict[tuple[tuple[int, ...], tuple[bool, ...]], tuple[Integers, Integers]] = {}
            for category, sign, masks in found:
                order = tuple(sorted(range(CARDS), key=masks.__getitem__))
                ordered = tuple(masks[position] for position in order)
                same = tuple(mask == before for before, mask in pairwise(ordered))
                if (order, same) not in coded:
                    coded[order, same] = _coded(case.cards[members][:, order], case.coups.orders[members], same, base)
                codes, orders = coded[order, same]
                coded_terms.setdefault(ordered, []).append((codes + category * base**CARDS, sign * orders))
        for masks, parts in coded_terms.items():
            codes, rows = np.unique(np.concatenate([codes for codes, _ in parts]), return_inverse=True)
            orders = np.bincount(rows, weights=np.concatenate([orders for _, orders in parts])).astype(np.int64)
            cards = codes[:, None] // base ** np.arange(CARDS) % base - 1
            yield cards, orders, codes // base**CARDS, masks


def _truths(name: str, trees: Iterable[ast.expr]) -> _Truths:
    """What the comparisons of a name with constants say of a value; `None` if the name stands elsewhere too."""
    compared = [one for tree in trees for one in comparisons(name, tree, CONSTANTS)]

    def truths(value: int) -> tuple[int, ...]:
        values = {word: constant for word, (constant, _) in CONSTANTS.items()} | {name: value}
        return tuple(evaluate_expression(tree, values.__getitem__) for tree in compared if tree)

    return None if None in compared else truths


def _together(name: str, truths: _Truths, granularity: Granularity) -> Callable[[int, Ask], int]:
    """How a name is resolved; about a card, it asks once for the answers that every comparison takes alike."""
    resolve = _resolve(name, granularity)
    if truths is None or not name[-1].isdigit():
        return resolve
    try:
        resolve(0, {}.__getitem__)  # type: ignore[arg-type]
    except KeyError as unanswered:
        (question,) = unanswered.args
    groups: dict[tuple[int, ...], list[int]] = {}
    for answer in range(len(question.sets)):
        groups.setdefault(truths(resolve(0, {question: answer}.__getitem__)), []).append(answer)
    joined = (reduce(or_, map(question.sets.__getitem__, group)) for group in groups.values())
    first, parts = [group[0] for group in groups.values()], Parts(question.position, tuple(joined))
    return lambda status, ask: resolve(status, lambda _question: first[ask(parts)])


def _statuses(name: str, truths: _Truths, coups: Coups) -> Integers:
    """The status of a name on each coup, one for all that answer every comparison alike, as ranks below 11 may."""
    status, resolve = _status(name, coups), _resolve(name, coups.granularity)
    if truths is None:
        return status
    unanswered: dict[Question, int] = {}
    distinct, which = np.unique(status, return_inverse=True)
    first_with: dict[tuple[int, ...], int] = {}
    for index, one in enumerate(distinct.tolist()):
        with suppress(KeyError):
            distinct[index] = first_with.setdefault(truths(resolve(one, unanswered.__getitem__)), one)
    return distinct[which]


def _coded(cards: Integers, orders: Integers, alike: tuple[bool, ...], base: int) -> tuple[Integers, Integers]:
    """The distinct rows of classes as numbers, and the sum of their orders; columns ``alike`` have no order.

    Digit p in this base is one more than the class at position p, 0 for a card not dealt.
    """
    first = 0
    for column in range(1, CARDS + 1):
        if column == CARDS or not alike[column - 1]:
            cards[:, first:column] = np.sort(cards[:, first:column], axis=1)
            first = column
    codes, rows = np.unique((cards + 1) @ base ** np.arange(CARDS), return_inverse=True)
    return codes, np.bincount(rows, weights=orders).astype(np.int64)  # far below 2**53


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
    classifications: tuple[Classification, ...],
    decided: dict[ast.expr, int],
    undecided: Mapping[str, Callable[[Ask], int]],
    ask: Ask,
) -> int:
    """The joint category of a kind of coup, with what classes have ``decided``; ``ask`` answers the rest."""
    joint = 0
    for classification in classifications:
        definitions = classification.definitions
        own: dict[str, int] = {}

        def lookup(name: str, definitions: dict[str, Expression] = definitions, own: dict[str, int] = own) -> int:
            if name in definitions:
                if name not in own:
                    own[name] = evaluate_expression(definitions[name].tree, lookup, decided)
                return own[name]
            return undecided[name](ask)

        holds = (evaluate_expression(condition.tree, lookup, decided) for condition in classification.conditions)
        first = next((index for index, held in enumerate(holds) if held), len(classification.conditions))
        joint = joint * classification.categories + first
    return joint
