"""Other forms of a compiled bet's polynomials, such as derivatives, powers of the number of decks, and a tensor."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import factorial

from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.bets.vocabulary import EVERY_CARD, VALUE_MASKS
from exact.engine.compiled_bet import CompiledBet, Products
from exact.engine.compiler import compiled
from exact.engine.multisets import INT64
from exact.engine.one_shoe import check_granularity
from exact.errors import ExactError
from exact.game import CARDS, Granularity, class_of
from exact.game.shoe import Shoe
from exact.lazy import Integers, Numbers, np
from exact.rules import Tableau

DECK = EVERY_CARD.bit_count()


def derivatives(bet: CompiledBet, shoe: Shoe) -> list[list[int]]:
    """For each class of ``shoe``, the derivative of every category's count by the number of cards of that class.

    The derivative of a term sums, over the factors whose set contains the class, the product of the other five. A count
    is also a sum over sequences of six classes, each the product of their counts less up to five cards taken. One of
    the six factors differentiated, each of the other five, summed over all classes, is at most N + 5 · classes in size.
    So a derivative is at most 6 (N + 5 · classes)**5. While that is below 2**63, sums modulo 2**64 are exact; beyond,
    Python integers are used.
    """
    number_type = np.int64 if 6 * (shoe.cards + 5 * shoe.granularity) ** 5 < INT64 else np.object_
    member = bet.products.membership(shoe.granularity)
    sizes = member @ np.array(shoe.counts, dtype=number_type)
    indices = bet.products.factors[bet.product]
    factors = sizes[indices] - bet.products.taken[bet.product].astype(number_type)
    by_set = np.zeros((bet.categories, len(bet.products.sets)), dtype=number_type)
    for position in range(CARDS):
        others = bet.coefficient.astype(number_type) * np.delete(factors, position, axis=1).prod(axis=1)
        np.add.at(by_set, (bet.category, indices[:, position]), others)
    return [[int(entry) for entry in by_set[:, inside].sum(axis=1)] for inside in member.T.astype(bool)]


def in_decks(bet: CompiledBet) -> list[list[int]]:
    """For each category, its padded deals from d full decks as a polynomial in d: coefficients of d**0 to d**6.

    A set of s card types has s·d cards, so each factor of a term is s·d − t, and the coefficients are whole. The counts
    for 0 to 6 decks determine them; six decks have fewer than 2**63 deals.
    """
    decks = np.arange(CARDS + 1)
    categories, counts = bet.sums(np.outer([mask.bit_count() for mask in bet.sets], decks))
    of_counts = np.rint(factorial(CARDS) * np.linalg.inv(np.vander(decks, increasing=True))).astype(np.int64)
    powers = np.zeros((bet.categories, CARDS + 1), dtype=np.object_)
    powers[categories] = counts.astype(np.object_) @ of_counts.T.astype(np.object_) // factorial(CARDS)
    return powers.tolist()


@lru_cache(maxsize=64)
def net_win(bet: Bet, tableau: Tableau) -> CompiledBet:
    """What ``bet`` wins beyond the payoff of its last category, in units of the payoffs' denominator, as one category.

    Point values decide who draws, so a compiled bet draws every card from a set within one value. The net win often
    looks at fewer cards: ten terms that differ only in the value of one card become one term in which it is any card.
    """
    polynomial = compiled(bet, tableau)
    paid = Payoffs.of(bet.payoffs()).numerators
    won = _paid_by_product(polynomial, [pays - paid[-1] for pays in paid])
    sets = polynomial.products.sets
    units = [1 << 8 * place for place in reversed(range(len(sets)))]
    products = np.array(units, dtype=np.object_)[polynomial.products.factors].sum(axis=1)
    terms = dict(zip(products.tolist(), won.tolist(), strict=True))
    every = sets.index(EVERY_CARD)
    _free_cards(terms, [units[sets.index(mask)] for mask in VALUE_MASKS], units[every])
    terms = {product: coefficient for product, coefficient in terms.items() if coefficient}
    copies = np.frombuffer(b"".join(product.to_bytes(len(sets)) for product in terms), dtype=np.uint8)
    factors = np.repeat(np.tile(np.arange(len(sets)), len(terms)), copies).reshape(-1, CARDS)
    used = sorted({*factors.ravel().tolist(), every})
    rows, numbers = np.searchsorted(used, factors), np.arange(len(terms))
    coefficients = np.array(list(terms.values()), dtype=np.int64)
    return CompiledBet(1, Products(tuple(sets[index] for index in used), rows), numbers, 0 * numbers, coefficients)


def _paid_by_product(polynomial: CompiledBet, payoffs: Sequence[int]) -> Numbers:
    """The coefficient of each product in the sum of ``payoffs``, one for each category."""
    weights = np.array(payoffs, dtype=np.object_)[polynomial.category] * polynomial.coefficient.astype(np.object_)
    by_product = np.zeros(len(polynomial.products.factors), dtype=np.object_)
    np.add.at(by_product, polynomial.product, weights)
    return by_product


def _free_cards(terms: dict[int, int], values: Sequence[int], every: int) -> None:
    """Replace ten terms that differ only in the point value of one card by one, as often as possible.

    A term is a product of six sets, given by a number whose bytes are the copies of each set, the first set's the
    highest; ``values`` and ``every`` are the numbers of the sets of a value and of all cards. Every other set lies
    within one value, so the cards of the values, each less those already taken from it, add up to all cards left.
    """
    changed = True
    while changed:
        changed = False
        bases = {term - values[0] for term, own in terms.items() if own and term & 7 * values[0]}
        for base in sorted(bases, reverse=True):  # in another order fewer terms vanish
            alike = [base + value for value in values]
            coefficients = [terms.get(term, 0) for term in alike]
            shared = max(min(coefficients), 0) or min(max(coefficients), 0)  # what all ten have, with its sign
            if shared:
                for term in alike:
                    terms[term] -= shared
                terms[base + every] = terms.get(base + every, 0) + shared
                changed = True


MAX_ENTRIES = 10**7  # of a tensor; a bound on memory


def class_tensor(
    polynomial: CompiledBet, payoffs: Sequence[int], granularity: Granularity, classes: Sequence[int]
) -> Integers | None:
    """The tensor k!·τ of a bet that pays ``payoffs``, one for each category, over some ``classes`` of ``granularity``.

    Written out over the classes in its sets, a bet that looks at k cards is a sum over ordered k-tuples of classes of a
    number τ times the ways to deal the tuple, times those to deal the other 6 − k cards. The ways do not depend on the
    order, so only the symmetric part of τ counts. It is unique: two bets win the same on every shoe exactly if their
    symmetric tensors are equal. Deals with cards of other classes are left out. `None` if there would be more than
    `MAX_ENTRIES`. Raises `ExactError` for payoffs so large that doubles do not hold the sums.
    """
    products = polynomial.products
    member = products.membership(granularity)[:, classes]
    every = products.sets.index(EVERY_CARD)
    cards = CARDS - int((products.factors == every).sum(axis=1).min(initial=CARDS - 1))
    if len(classes) ** cards > MAX_ENTRIES:
        return None
    paid = np.array(payoffs, dtype=np.int64)[polynomial.category] * polynomial.coefficient
    weights = np.bincount(polynomial.product, paid, len(products.factors))
    largest = float(np.abs(paid).sum()) * factorial(cards)
    if largest >= 2**53:
        raise ExactError("pays", max(map(abs, payoffs)), f"makes sums of up to {largest:.0f}; the bound is {2**53}")
    dealt = _written_out(products.factors[:, :cards], weights, member, len(classes))
    shape = (len(classes),) * cards
    code: Integers = np.ravel_multi_index(
        tuple(np.sort(np.indices(shape, dtype=np.int8).reshape(cards, -1), axis=0)), shape
    )
    orders = np.bincount(code, minlength=len(code))  # of each sorted tuple
    sums = np.bincount(code, dealt, len(code))
    whole = sums.astype(np.int64) * factorial(cards) // np.maximum(orders, 1)  # orders divide k!
    return whole[code].reshape(shape)


def _written_out(factors: Integers, weights: Integers, member: Integers, classes: int) -> Integers:
    """The sum of the weights of the products by tuple of classes; products with sets of the same sizes go together."""
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


_BASE = CARDS + 1
"""The number of cards drawn of each group, up to six, are the digits of a code in this base."""


def group_weights(
    bet: Bet, payoffs: Sequence[int], group_of: Sequence[int], granularity: Granularity, shoe: Shoe, tableau: Tableau
) -> dict[tuple[int, ...], int]:
    """The sum of ``payoffs`` over all deals by the cards that they draw of each group, ``group_of`` for each class."""
    polynomial = compiled(bet, tableau)
    check_granularity(polynomial.granularity, shoe, bet.name)
    products, groups = polynomial.products, range(max(group_of) + 1)
    finer = max(granularity, polynomial.granularity)
    owner = np.array([group_of[class_of(index, finer, granularity)] for index in range(finer)])
    held = products.membership(finer) * np.array(shoe.coarsened(finer).counts, dtype=np.object_)
    sizes = [[int(row[owner == group].sum()) for group in groups] for row in held]
    drawn = _drawing(products.sets, sizes)
    codes: dict[int, int] = defaultdict(int)
    for factors, paid in zip(products.factors.tolist(), _paid_by_product(polynomial, payoffs), strict=True):
        if paid:
            for code, ways in drawn(tuple(factors)).items():
                codes[code] += paid * ways
    return {tuple(code // _BASE**group % _BASE for group in groups): paid for code, paid in codes.items() if paid}


def _drawing(sets: Sequence[int], sizes: Sequence[Sequence[int]]) -> Callable[[tuple[int, ...]], Mapping[int, int]]:
    """A function from the sets from which cards are drawn, one each, to the ordered ways by code.

    As in `Products`, a card drawn before is missing from a later set just if that set contains its own.
    """

    @cache
    def drawn(positions: tuple[int, ...]) -> Mapping[int, int]:
        ways = {0: 1}
        for part in _separate(positions, sets):
            ways = _product(ways, from_one(part))
        return ways

    @cache
    def from_one(part: tuple[int, ...]) -> Mapping[int, int]:
        """All sets are inside the last."""
        ways: dict[int, int] = defaultdict(int)
        for code, before in drawn(part[:-1]).items():
            for group, size in enumerate(sizes[part[-1]]):
                left = size - code // _BASE**group % _BASE
                if left > 0:
                    ways[code + _BASE**group] += before * left
        return ways

    return drawn


def _separate(positions: Sequence[int], sets: Sequence[int]) -> list[tuple[int, ...]]:
    """The sets in parts that are disjoint; in each part the last contains the others."""
    parts: list[tuple[int, ...]] = []
    for position in positions:
        inside = [part for part in parts if not sets[part[-1]] & ~sets[position]]
        parts = [part for part in parts if part not in inside]
        parts.append((*(own for part in inside for own in part), position))
    return parts


def _product(first: Mapping[int, int], second: Mapping[int, int]) -> dict[int, int]:
    ways: dict[int, int] = defaultdict(int)
    for code, some in first.items():
        for other, more in second.items():
            ways[code + other] += some * more
    return ways
