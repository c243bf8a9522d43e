"""The polynomials of a compiled bet: their derivatives, and their form in the number of full decks."""

from __future__ import annotations

from exact.arrays import Numbers
from exact.bets.vocabulary import EVERY_CARD
from exact.engine.coefficients import INT64
from exact.engine.compiled_bet import CompiledBet
from exact.game.coup import CARDS
from exact.game.shoe import Shoe
from exact.lazy import np

DECK = EVERY_CARD.bit_count()


def derivatives(bet: CompiledBet, shoe: Shoe) -> list[list[int]]:
    """For each class of ``shoe``, the derivative of every category's count by the number of cards of that class.

    The derivative of a term is a sum over the factors whose set contains the class: each adds the product of the other
    five. The bound: a count is also a sum over sequences of six classes, each the product of their counts less up to
    five cards taken. Differentiating one of the six factors leaves five, and each of these, summed over all classes, is
    at most N + 5 · classes in size. So a derivative is at most 6 (N + 5 · classes)**5 in size. While that is below 2**63,
    sums modulo 2**64 are exact; beyond, Python integers are used.
    """
    kind = np.int64 if 6 * (shoe.cards + 5 * shoe.granularity) ** 5 < INT64 else np.object_
    member = bet.products.membership(shoe.granularity)
    sizes = member @ np.array(shoe.counts, dtype=kind)
    indices = bet.products.factors[bet.product]
    factors = sizes[indices] - bet.products.taken[bet.product].astype(kind)
    by_set = np.zeros((bet.categories, len(bet.products.sets)), dtype=kind)
    for position in range(CARDS):
        others = bet.coefficient.astype(kind)
        for column in range(CARDS):
            if column != position:
                others = others * factors[:, column]
        np.add.at(by_set, (bet.category, indices[:, position]), others)
    return [[int(entry) for entry in by_set[:, inside].sum(axis=1)] for inside in member.T.astype(bool)]


def in_decks(bet: CompiledBet) -> list[list[int]]:
    """For each category, its padded six-card deals from d full decks as a polynomial in d: coefficients of d**0 to d**6.

    A set of s card types has s·d cards. A factor s·d − t has s ≤ 52 and t ≤ 5, so no coefficient of a product exceeds 57**6
    times the term's own. Sums use 64-bit integers if that bound keeps them below 2**63, otherwise Python integers.
    """
    largest = (DECK + CARDS - 1) ** CARDS * sum(map(abs, bet.coefficient.tolist()))
    kind = np.int64 if largest < INT64 else np.object_
    products = bet.products
    sizes: Numbers = np.array([mask.bit_count() for mask in products.sets], dtype=kind)[products.factors]
    taken: Numbers = products.taken.astype(kind)
    powers: Numbers = np.zeros((CARDS + 1, len(products.factors)), dtype=kind)
    powers[0] = 1
    for column in range(CARDS):
        raised = sizes[:, column] * powers[: column + 1]
        powers[: column + 1] *= -taken[:, column]
        powers[1 : column + 2] += raised
    starts = np.flatnonzero(np.diff(bet.category, prepend=-1))
    sums: Numbers = np.zeros((CARDS + 1, bet.categories), dtype=kind)
    if len(starts):
        sums[:, bet.category[starts]] = np.add.reduceat(powers[:, bet.product] * bet.coefficient, starts, axis=1)
    by_category: list[list[int]] = sums.T.tolist()
    return by_category
