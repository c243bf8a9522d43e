"""The spread of a bet's expectation with n cards of a shoe unseen: its exact variance, third moment and linear part.

The n unseen cards are a random set of the shoe's N cards, and the expectation E of the next coup depends on them. Its mean is
the expectation from the whole shoe, and its variance falls as n rises: Thorp and Walden, "The fundamental theorem of card
counting", Int. J. Game Theory 2, 1973; Ethier and Levin, Adv. Appl. Probab. 37, 2005.

Write (n)_k for n(n − 1)…(n − k + 1). If a bet looks at d cards at most, (n)_d E is a sum of products of d falling factors of the
numbers of unseen cards, and its power r is one of products of d to r d. The mean of a product of k falling factors, over all sets
of n cards, is (n)_k times a number that does not depend on n. So the mean of E**r times ((n)_d)**(r − 1) is a polynomial in n of
degree (r − 1) d, which (r − 1) d + 1 of its values fix. They are computed where few cards are unseen or few are seen, because few
compositions are possible there.

The linear part of E is its projection on the sums of one number for each unseen card, the first order of the orthogonal
decomposition (Hoeffding). Its variance is proportional to (N − n)/n. With one card seen E is linear, so the variance at N − 1,
that of the effects of removal, gives it for every n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, islice, pairwise
from math import comb, perm, prod
from typing import Any

from exact.arithmetic import ordered_deals
from exact.arrays import Integers, Numbers
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.evaluate import Evaluator
from exact.engine.forms import NetWin, net_win
from exact.engine.multisets import INT64
from exact.engine.one_shoe import check_granularity
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import CARDS
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import np
from exact.rules.tableau import Tableau

VARIANCE, THIRD = 2, 3
"""The orders of the moments."""
MAX_WORK = 5 * 10**9
"""The most terms to add up for a bet that looks at ranks or suits: compositions times terms; a minute or two."""
_TOGETHER = 1 << 13
"""How many compositions are in memory at once."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of the expectation, per unit staked, with ``unseen`` cards unseen."""

    unseen: int
    mean: Fraction
    variance: Fraction
    third_moment: Fraction | None
    """The third central moment: the mean of (E − mean)**3; `None` if it was not asked for."""
    linear_variance: Fraction
    """The variance of the linear part of E."""

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


@dataclass(frozen=True, slots=True)
class _ClassedBet:
    """A bet on a shoe; the cards that it does not tell apart are a class."""

    bet: Bet
    tableau: Tableau
    granularity: Granularity
    """How fine a shoe the bet needs."""
    win: NetWin | None
    """The net win as one polynomial; `None` if point values decide it, because then the engine's own few are as fast."""
    looks_at: int
    """The most cards of a coup that the net win depends on."""
    held: tuple[int, ...]
    """How many cards of each class the shoe holds, none of them 0."""
    places: tuple[int, ...]
    """For each class, one of its indices in a shoe as fine as the bet needs; there we put all cards of the class."""

    @property
    def cards(self) -> int:
        """The number of cards in the shoe."""
        return sum(self.held)

    def nodes(self, order: int) -> list[int]:
        """The numbers of unseen cards with the fewest compositions, as many as fix the moment of this order."""
        needed = self.looks_at * (order - 1) + 1
        few = range(MIN_CARDS, min(MIN_CARDS + needed, self.cards + 1))
        many = range(max(MIN_CARDS, self.cards - needed), self.cards + 1)
        return sorted({*few, *many}, key=lambda number: (self.drawn(number), number))[:needed]

    def drawn(self, unseen: int) -> int:
        """The cards to draw for a composition of the shoe: the unseen ones or, if they are fewer, the seen ones."""
        return min(unseen, self.cards - unseen)


def spreads(bet: Bet, shoe: Shoe, tableau: Tableau, unseen: Sequence[int], order: int = THIRD) -> list[Spread]:
    """The spread with each number of ``unseen`` cards, from 6 to all; its moments up to this ``order``.

    Raises `ExactError` for other numbers, for a shoe too coarse for the bet, and for more work than `MAX_WORK`.
    """
    for number in unseen:
        check_whole(number, "unseen", MIN_CARDS, shoe.cards)
    check_work(bet, shoe, tableau, order)
    question = _question(bet, shoe, tableau)
    mean, variance, third = _moments(question, order)
    of_one_seen = variance(shoe.cards - 1) if shoe.cards > MIN_CARDS else Fraction(0)
    return [
        Spread(
            number,
            mean,
            variance(number),
            third and third(number),
            of_one_seen * Fraction((shoe.cards - 1) * (shoe.cards - number), number),
        )
        for number in unseen
    ]


def work_of(bet: Bet, shoe: Shoe, tableau: Tableau, order: int) -> int:
    """How many terms `spreads` adds up for a bet that looks at ranks or suits; 0 for others, which take a second."""
    question = _question(bet, shoe, tableau)
    if question.win is None:
        return 0
    classes = len(question.held)
    drawn = map(question.drawn, question.nodes(order))
    return len(question.win.polynomial.coefficient) * sum(comb(cards + classes - 1, cards) for cards in drawn)


def check_work(bet: Bet, shoe: Shoe, tableau: Tableau, order: int) -> None:
    """Raise `ExactError` for a bet whose `work_of` is beyond `MAX_WORK`, or a shoe too coarse for it."""
    work = work_of(bet, shoe, tableau, order)
    if work > MAX_WORK:
        kinds = len(_question(bet, shoe, tableau).held)
        bound = f"looks at {kinds} kinds of cards: its spread needs {work:.1e} terms, and the bound is {MAX_WORK:.0e}"
        raise ExactError("bet", bet.name, bound)


def _question(bet: Bet, shoe: Shoe, tableau: Tableau) -> _ClassedBet:
    decided = compiled(bet, tableau)
    check_granularity(decided.granularity, shoe, bet.name)
    win = None if decided.granularity is Granularity.VALUES else net_win(bet, tableau)
    polynomial = win.polynomial if win else decided
    granularity = polynomial.granularity
    counts = shoe.coarsened(granularity).counts
    classes: dict[tuple[int, ...], list[int]] = {}
    for index, inside in enumerate(polynomial.products.membership(granularity).T.tolist()):
        if counts[index]:
            classes.setdefault(tuple(inside), []).append(index)
    held = tuple(sum(counts[index] for index in alike) for alike in classes.values())
    places = tuple(alike[0] for alike in classes.values())
    return _ClassedBet(bet, tableau, granularity, win, win.looks_at if win else CARDS, held, places)


def variance_at(bet: Bet, shoe: Shoe, tableau: Tableau, unseen: int) -> Fraction:
    """The variance of the expectation from the compositions of the unseen or of the seen cards, which must be few.

    Raises `ExactError` for a shoe too coarse for the bet.
    """
    mean, square = _mean_powers(_question(bet, shoe, tableau), unseen, VARIANCE)
    return square - mean**2


def _moments(
    question: _ClassedBet, order: int
) -> tuple[Fraction, Callable[[int], Fraction], Callable[[int], Fraction] | None]:
    """The mean of the expectation, and its variance and its third central moment by the number of unseen cards."""
    powers = {unseen: _mean_powers(question, unseen, order) for unseen in question.nodes(order)}
    mean = next(iter(powers.values()))[0]
    square = _interpolated(question, VARIANCE, {unseen: own[1] for unseen, own in powers.items()})
    if order == VARIANCE:
        return mean, lambda unseen: square(unseen) - mean**2, None
    cube = _interpolated(question, THIRD, {unseen: own[2] for unseen, own in powers.items()})
    return (
        mean,
        lambda unseen: square(unseen) - mean**2,
        lambda unseen: cube(unseen) - 3 * mean * square(unseen) + 2 * mean**3,
    )


def _interpolated(question: _ClassedBet, order: int, means: dict[int, Fraction]) -> Callable[[int], Fraction]:
    """The mean of E**order by the number of unseen cards, from its values at enough of them (Newton's form)."""
    nodes, d = question.nodes(order), question.looks_at
    heights = [means[node] * perm(node, d) ** (order - 1) for node in nodes]
    differences = [heights[0]]
    for step in range(1, len(nodes)):
        heights = [
            (right - left) / (nodes[index + step] - nodes[index])
            for index, (left, right) in enumerate(pairwise(heights))
        ]
        differences.append(heights[0])

    def moment(unseen: int) -> Fraction:
        height = Fraction(0)
        for node, difference in zip(reversed(nodes), reversed(differences), strict=True):
            height = height * (unseen - node) + difference
        return height / Fraction(perm(unseen, d) ** (order - 1))

    return moment


def _mean_powers(question: _ClassedBet, unseen: int, order: int) -> list[Fraction]:
    """The means of E, E², … E**order over all sets of n unseen cards, from their compositions."""
    drawn = question.drawn(unseen)
    ways_of = [np.array([comb(held, taken) for taken in range(drawn + 1)], dtype=np.object_) for held in question.held]
    totals = [0] * order
    for taken in _compositions(question.held, drawn):
        held = taken if drawn == unseen else np.array(question.held) - taken
        weighted = prod(row[column] for row, column in zip(ways_of, taken.T, strict=True))
        won = _won(question, held, unseen)
        for power in range(order):
            weighted = weighted * won
            totals[power] += int(weighted.sum())
    unit = Payoffs.of(question.bet.payoffs()).denominator * ordered_deals(unseen)
    sets = comb(question.cards, drawn)
    return [Fraction(total, sets * unit**power) for power, total in enumerate(totals, start=1)]


def _won(question: _ClassedBet, held: Integers, unseen: int) -> Numbers:
    """The net win over all deals from each of S shoes, S × classes, in units of the payoffs' denominator."""
    shoes = np.zeros((len(held), question.granularity), dtype=np.int64)
    shoes[:, question.places] = held
    if question.win is None:
        won, _ = Evaluator(question.tableau, [question.bet]).evaluate(shoes).numerators(question.bet.name)
        return won
    win, deals = question.win, ordered_deals(unseen)
    kind: np.dtype[Any] = np.dtype(np.int64 if win.largest * deals < INT64 else np.object_)
    member = win.polynomial.products.membership(question.granularity)
    _, sums = win.polynomial.sums((member @ shoes.T).astype(kind))
    above: Numbers = sums.sum(axis=0).astype(np.object_)
    return above + win.base * deals


def _compositions(held: Sequence[int], cards: int) -> Iterator[Integers]:
    """All ways to take ``cards`` cards: how many of each class, a block of rows at a time."""
    drawn = combinations_with_replacement(range(len(held)), cards)
    while block := list(islice(drawn, _TOGETHER)):
        taken = np.zeros((len(block), len(held)), dtype=np.int64)
        rows = np.arange(len(block))
        for column in np.array(block, dtype=np.int64).reshape(len(block), cards).T:
            taken[rows, column] += 1
        possible = taken[(taken <= held).all(axis=1)]
        if len(possible):
            yield possible
