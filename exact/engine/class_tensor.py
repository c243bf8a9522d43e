"""What a bet wins over deals of a few cards, class of cards by class of cards: its polynomial as a symmetric tensor.

A term of a compiled bet draws each of its cards from a set of card types. Written out over the classes in the sets, a bet that
looks at k cards is a sum over ordered k-tuples of classes of a number τ times the ways to deal that tuple. Only the symmetric
part of τ counts, because the ways do not depend on the order. It is unique: two bets win the same on every shoe exactly if
their symmetric tensors are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from exact.arrays import Integers
from exact.bets.vocabulary import EVERY_CARD
from exact.engine.compiled_bet import CompiledBet
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import CARDS
from exact.lazy import np

MAX_ENTRIES = 10**7
"""The most entries of a tensor; a bound on memory."""
_EXACT = 2**53


def class_tensor(
    polynomial: CompiledBet, payoffs: Sequence[int], granularity: Granularity, classes: Sequence[int]
) -> Integers | None:
    """The tensor k!·τ of a bet that pays ``payoffs``, one for each category, over some ``classes`` of ``granularity``.

    It has an axis of all classes for each of the k cards that the bet looks at. What the bet wins over all ordered deals is
    Σ entry / k! · the ways to deal the tuple, times the ways to deal the other 6 − k cards.
    Deals with cards of other classes are left out. `None` if there would be more than `MAX_ENTRIES`. Raises `ExactError` for
    payoffs so large that doubles do not hold the sums.
    """
    products = polynomial.products
    member = products.membership(granularity)[:, classes]
    every = products.sets.index(EVERY_CARD)
    cards = CARDS - int((products.factors == every).sum(axis=1).min())
    if len(classes) ** cards > MAX_ENTRIES:
        return None
    paid = np.array(payoffs, dtype=np.int64)[polynomial.category] * polynomial.coefficient
    weights = np.bincount(polynomial.product, paid, len(products.factors))
    largest = float(np.abs(paid).sum()) * factorial(cards)
    if largest >= _EXACT:
        raise ExactError("pays", max(map(abs, payoffs)), f"makes sums of up to {largest:.0f}; the bound is {_EXACT}")
    dealt = _written_out(products.factors[:, :cards], weights, member, len(classes))
    sorted_tuples = np.sort(np.indices((len(classes),) * cards, dtype=np.int8).reshape(cards, -1), axis=0)
    code = np.zeros(sorted_tuples.shape[1], dtype=np.int64)
    for index in sorted_tuples:
        code = code * len(classes) + index
    orders = np.bincount(code, minlength=len(code))  # of each sorted tuple
    sums = np.bincount(code, dealt, len(code))
    whole = sums.astype(np.int64) * factorial(cards) // np.maximum(orders, 1)  # orders divide k!
    tensor: Integers = whole[code].reshape((len(classes),) * cards)
    return tensor


def _written_out(factors: Integers, weights: Integers, member: Integers, classes: int) -> Integers:
    """The sum of the weights of the products by tuple of classes; products whose sets have the same sizes go together."""
    inside = [np.flatnonzero(row) for row in member]
    sizes = np.array([len(row) for row in inside])[factors]
    dealt = np.zeros(classes ** factors.shape[1])
    for shape in {tuple(row) for row in sizes.tolist()} if len(sizes) else ():
        chosen = (sizes == shape).all(axis=1)
        codes = np.zeros((int(chosen.sum()), *(1,) * len(shape)), dtype=np.int64)
        for place in range(len(shape)):
            rows = np.array([inside[index] for index in factors[chosen, place].tolist()], dtype=np.int64)
            codes = codes * classes + rows.reshape(len(rows), *(1,) * place, -1, *(1,) * (len(shape) - place - 1))
        dealt += np.bincount(codes.ravel(), np.repeat(weights[chosen], codes[0].size), len(dealt))
    return dealt
