"""The exact variance, third moment and linear part of a bet's expectation with n cards of a shoe unseen.

The n unseen cards are a random set of the shoe's N cards, and the expectation E of the next coup depends on them. Its
mean is the expectation from the whole shoe, and its variance falls as n rises: Thorp and Walden, "The fundamental
theorem of card counting", Int. J. Game Theory 2, 1973; Ethier and Levin, Adv. Appl. Probab. 37, 2005.

Write (n)_k for n(n − 1)…(n − k + 1). If a bet looks at d cards at most, (n)_d E is a sum of products of d falling
factors of the numbers of unseen cards, and its power r is one of products of d to r d. The mean of a product of k
falling factors, over all sets of n cards, is (n)_k times a number that does not depend on n. So the mean of E**r times
((n)_d)**(r − 1) is a polynomial in n of degree (r − 1) d, which (r − 1) d + 1 of its values fix. They are computed
where few cards are unseen or few are seen: few compositions are possible there.

The variance alone needs no composition of the unseen cards. E is the mean net win of the sets of d of the n cards; so
the mean of E² is that of the product of the net wins of two such sets, over the number of cards that they share. The
means given that number follow from those of the square of the mean net win when k = 0, …, d cards of the set are known.

The linear part of E is its projection on the sums of one number for each unseen card (Hoeffding). Its variance is
proportional to (N − n)/n. With one card seen E is linear, so the variance at N − 1, that of the effects of removal,
gives it for every n.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, perm, prod
from typing import Any

from exact.analysis.compositions import compositions, count_compositions, ways_to_draw
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiled_bet import CompiledBet
from exact.engine.compiler import compiled
from exact.engine.forms import net_win
from exact.engine.many_shoes import ManyShoes
from exact.engine.multisets import DIGITS, INT64, Coefficients, places_of, unfilled
from exact.engine.one_shoe import check_granularity
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import Integers, Numbers, np
from exact.records import Record
from exact.rules import Tableau

VARIANCE, THIRD = 2, 3
MAX_WORK = 5 * 10**9  # the most terms for a bet that looks at ranks or suits; a minute or two
_TOGETHER = 1 << 13
_MOST_MULTISETS = 1 << 19  # of the cards that a bet looks at; a bound on memory


class ExpectationVariance(Record):
    """The moments of the expectation, per unit staked, with ``unseen`` cards unseen."""

    unseen: int
    mean: Fraction
    variance: Fraction
    third_moment: Fraction | None  #: The third central moment; `None` if it was not asked for
    linear_variance: Fraction

    @property
    def linear_share(self) -> Fraction | None:
        """How much of the variance is linear; `None` if E does not vary."""
        return self.linear_variance / self.variance if self.variance else None

    @property
    def skewness_squared(self) -> Fraction | None:
        """The signed square of the skewness; `None` if E does not vary, or without the third moment."""
        if self.third_moment is None or not self.variance:
            return None
        return self.third_moment * abs(self.third_moment) / self.variance**3


class _ClassedBet(Record):
    """A bet on a shoe; the cards that it does not distinguish are a class."""

    bet: Bet
    tableau: Tableau
    granularity: Granularity
    win: CompiledBet | None  # the net win as one polynomial; `None` if point values decide it
    held: tuple[int, ...]  # how many cards of each class the shoe holds, none of them 0
    indices: tuple[int, ...]  # one index of each class in a shoe as fine as the bet needs; all its cards are put there

    @property
    def looks_at(self) -> int:
        """The most cards of a coup that the net win depends on."""
        return self.win.looks_at if self.win else CARDS

    def nodes(self, order: int) -> list[int]:
        """The numbers of unseen cards with the fewest compositions, as many as fix the moment of this order."""
        cards, needed = sum(self.held), self.looks_at * (order - 1) + 1
        few = range(MIN_CARDS, min(MIN_CARDS + needed, cards + 1))
        many = range(max(MIN_CARDS, cards - needed), cards + 1)
        return sorted({*few, *many}, key=lambda number: (self.drawn(number), number))[:needed]

    def drawn(self, unseen: int) -> int:
        """The cards to draw for a composition: the unseen ones or, if they are fewer, the seen ones."""
        return min(unseen, sum(self.held) - unseen)

    def work(self, order: int) -> int:
        """How many terms to add up for a bet that looks at ranks or suits; 0 for others, which take a second."""
        if self.win is None:
            return 0
        drawn, classes = map(self.drawn, self.nodes(order)), len(self.held)
        return len(self.win.coefficient) * sum(comb(cards + classes - 1, cards) for cards in drawn)

    def by_multiset(self) -> Numbers:
        """The mean net win of each multiset of the cards looked at, times their orders and the payoffs' denominator."""
        paid, dealt = Payoffs.of(self.bet.payoffs()).numerators, self.looks_at
        copies = _multisets(len(self.held), dealt)
        alike = np.array([factorial(number) for number in range(dealt + 1)])[copies].prod(axis=1)
        if self.win is None:
            by_use = unfilled(compiled(self.bet, self.tableau).coefficients.matrix)
            places = places_of(copies @ np.array(DIGITS)[list(self.indices)])
            coefficients = np.array(paid, dtype=np.object_) @ by_use[:, places]
        else:
            coefficients = np.zeros(len(copies), dtype=np.object_)
            np.add.at(coefficients, *self._expanded(self.win))
            coefficients = coefficients + paid[-1] * (factorial(dealt) // alike)
        won: Numbers = coefficients * alike
        return won

    def _expanded(self, win: CompiledBet) -> tuple[Integers, Integers]:
        """The terms of the net win as multisets of classes, by their index, and their coefficients."""
        member = win.products.membership(self.granularity)[:, self.indices]
        factors, coefficients = win.products.factors[win.product], win.coefficient
        drawn = np.zeros((len(factors), 0), dtype=np.int64)
        for column in range(self.looks_at):  # the sets of all cards come last
            term, card = np.nonzero(member[factors[:, column]])
            factors, coefficients = factors[term], coefficients[term]
            drawn = np.column_stack([drawn[term], card])
        digits = len(self.held) ** np.arange(self.looks_at)[::-1]
        own = combinations_with_replacement(range(len(self.held)), self.looks_at)
        return np.searchsorted(np.array(list(own)) @ digits, np.sort(drawn, axis=1) @ digits), coefficients

    def net_wins(self, unseen: int) -> Iterator[tuple[Numbers, Numbers]]:
        """The ways to leave each composition, a block at a time, and its net win over all deals, in `Payoffs` units."""
        *paid, base = Payoffs.of(self.bet.payoffs()).numerators
        deals, drawn, more = ordered_deals(unseen), self.drawn(unseen), [pays - base for pays in paid]
        dtype: np.dtype[Any] = np.dtype(np.int64 if max(map(abs, more)) * deals < INT64 else np.object_)
        for taken in _compositions(self.held, drawn):
            shoes = np.zeros((len(taken), self.granularity), dtype=np.int64)
            shoes[:, self.indices] = taken if drawn == unseen else np.array(self.held) - taken
            if self.win is None:
                won = np.array(more, dtype=dtype) @ _ready(self.bet, self.tableau).counts(shoes).astype(dtype)
            else:
                sizes = self.win.products.membership(self.granularity) @ shoes.T
                won = self.win.sums(sizes.astype(dtype))[1].sum(axis=0)
            yield ways_to_draw(self.held, taken), won.astype(np.object_) + base * deals


@lru_cache(maxsize=1)
def _ready(bet: Bet, tableau: Tableau) -> ManyShoes:
    """The categories of a bet that point values decide, but the last, ready for counting."""
    polynomial = compiled(bet, tableau)
    return ManyShoes(Coefficients(polynomial.coefficients.matrix[:-1]), polynomial.by_use()[:-1])


def expectation_variances(
    bet: Bet, shoe: Shoe, tableau: Tableau, unseen: Sequence[int], order: int = THIRD
) -> list[ExpectationVariance]:
    """The moments up to this ``order`` with each number of ``unseen`` cards, from 6 to all; errors as `check_work`."""
    for number in unseen:
        check_whole(number, "unseen", MIN_CARDS, shoe.cards)
    check_work(bet, shoe, tableau, order)
    one_seen = max(MIN_CARDS, shoe.cards - 1)
    classed, numbers = _classed(bet, shoe, tableau), {*unseen, one_seen}
    if order == VARIANCE and comb(len(classed.held) + classed.looks_at - 1, classed.looks_at) <= _MOST_MULTISETS:
        means = _means_by_shared_cards(classed, numbers)
    else:
        means = _means_of_powers(classed, numbers, order)
    one_seen_variance = means[one_seen][1] - means[one_seen][0] ** 2
    moments = []
    for number in unseen:
        mean, square, *cube = means[number]
        third = cube[0] - 3 * mean * square + 2 * mean**3 if cube else None
        linear = one_seen_variance * Fraction((shoe.cards - 1) * (shoe.cards - number), number)
        moments.append(ExpectationVariance(number, mean, square - mean**2, third, linear))
    return moments


def work_of(bet: Bet, shoe: Shoe, tableau: Tableau, order: int) -> int:
    """How many terms the moments need for a bet that looks at ranks or suits; 0 for others, which take a second."""
    return _classed(bet, shoe, tableau).work(order)


def check_work(bet: Bet, shoe: Shoe, tableau: Tableau, order: int) -> None:
    """Raise `ExactError` for a bet whose `work_of` is beyond `MAX_WORK`, or a shoe too coarse for it."""
    classed = _classed(bet, shoe, tableau)
    if (work := classed.work(order)) > MAX_WORK:
        kinds = len(classed.held)
        bound = f"looks at {kinds} kinds of cards: its spread needs {work:.1e} terms, and the bound is {MAX_WORK:.0e}"
        raise ExactError("bet", bet.name, bound)


def _classed(bet: Bet, shoe: Shoe, tableau: Tableau) -> _ClassedBet:
    decided = compiled(bet, tableau)
    check_granularity(decided.granularity, shoe, bet.name)
    win = None if decided.granularity is Granularity.VALUES else net_win(bet, tableau)
    polynomial = win or decided
    counts = shoe.coarsened(polynomial.granularity).counts
    classes: dict[tuple[int, ...], list[int]] = {}
    for index, inside in enumerate(polynomial.products.membership(polynomial.granularity).T.tolist()):
        if counts[index]:
            classes.setdefault(tuple(inside), []).append(index)
    held = tuple(sum(counts[index] for index in alike) for alike in classes.values())
    return _ClassedBet(bet, tableau, polynomial.granularity, win, held, tuple(alike[0] for alike in classes.values()))


def _means_of_powers(classed: _ClassedBet, unseen: Iterable[int], order: int) -> dict[int, list[Fraction]]:
    """The means of E, E², … E**order by the number of unseen cards: computed at the nodes, elsewhere interpolated."""
    nodes = classed.nodes(order)
    others = [number for number in unseen if number not in nodes]
    if not others:
        return {number: _mean_powers(classed, number, order) for number in unseen}
    means = {node: _mean_powers(classed, node, order) for node in nodes}
    for number in others:
        means[number] = means[nodes[0]][:1]
    for power in range(2, order + 1):
        nodes = classed.nodes(power)
        factors = {number: perm(number, classed.looks_at) ** (power - 1) for number in (*nodes, *others)}
        weights = [
            means[node][power - 1] * factors[node] / prod(node - other for other in nodes if other != node)
            for node in nodes
        ]
        for number in others:  # Lagrange's form
            product = prod(number - node for node in nodes)
            value = sum(weight * (product // (number - node)) for node, weight in zip(nodes, weights, strict=True))
            means[number].append(value / factors[number])
    return means


def _means_by_shared_cards(classed: _ClassedBet, unseen: Iterable[int]) -> dict[int, list[Fraction]]:
    """The means of E and E² by the number of unseen cards."""
    cards, dealt, (mean, *squares) = sum(classed.held), classed.looks_at, _mean_net_wins(classed)
    products = [Fraction(0)] * (dealt + 1)  # the mean product of the net wins of two sets that share so many cards
    for known in reversed(range(dealt + 1)):
        free = dealt - known
        pairs = [comb(free, more) * comb(cards - dealt, free - more) for more in range(free + 1)]
        if pairs[0]:  # else two sets always share more
            others = sum(ways * product for ways, product in zip(pairs[1:], products[known + 1 :], strict=True))
            products[known] = (squares[known] * comb(cards - known, free) - others) / pairs[0]
    means = {}
    for number in unseen:
        pairs = [comb(dealt, shared) * comb(number - dealt, dealt - shared) for shared in range(dealt + 1)]
        total = sum(ways * product for ways, product in zip(pairs, products, strict=True))
        means[number] = [mean, Fraction(total, comb(number, dealt))]
    return means


def _mean_net_wins(classed: _ClassedBet) -> list[Fraction]:
    """The mean net win; then for k = 0, …, d the mean of the square of its mean given k of the d cards looked at."""
    held, dealt, squares = np.array(classed.held), classed.looks_at, []
    cards, won = sum(classed.held), classed.by_multiset()
    for known in reversed(range(dealt + 1)):
        taken = _multisets(len(held), known)
        if known < dealt:
            won = ((held - taken) * won[_one_more(len(held), known)]).sum(axis=1)
        unit = Payoffs.of(classed.bet.payoffs()).denominator * factorial(dealt) * perm(cards - known, dealt - known)
        total = int((ways_to_draw(classed.held, taken) * won * won).sum())
        squares.append(Fraction(total, comb(cards, known) * unit**2))
    return [Fraction(int(won[0]), unit), *reversed(squares)]


@lru_cache(maxsize=16)
def _multisets(classes: int, cards: int) -> Integers:
    """Of each multiset of so many cards, in lexicographic order, how many it has of each class."""
    return compositions((cards,) * classes, cards)[::-1]


@lru_cache(maxsize=16)
def _one_more(classes: int, cards: int) -> Integers:
    """For each of these multisets and each class, the index of that with one card more of the class."""
    larger = combinations_with_replacement(range(classes), cards + 1)
    index_of = {multiset: index for index, multiset in enumerate(larger)}
    own = combinations_with_replacement(range(classes), cards)
    return np.array([[index_of[tuple(sorted((*multiset, each)))] for each in range(classes)] for multiset in own])


def _mean_powers(classed: _ClassedBet, unseen: int, order: int) -> list[Fraction]:
    totals = [0] * order
    for weighted, won in classed.net_wins(unseen):
        for power in range(order):
            weighted = weighted * won
            totals[power] += int(weighted.sum())
    unit = Payoffs.of(classed.bet.payoffs()).denominator * ordered_deals(unseen)
    sets = comb(sum(classed.held), unseen)
    return [Fraction(total, sets * unit**power) for power, total in enumerate(totals, start=1)]


def _compositions(held: Sequence[int], cards: int) -> Iterator[Integers]:
    """All ways to take ``cards`` cards: how many of each class, a block of rows at a time."""
    if count_compositions(held, cards) <= _TOGETHER:
        yield compositions(held, cards)
        return
    first, *others = held
    for own in range(max(0, cards - sum(others)), min(first, cards) + 1):
        for block in _compositions(others, cards - own):
            yield np.insert(block, 0, own, axis=1)
