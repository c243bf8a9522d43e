"""The tags that gain most with n cards unseen, each count with its best trigger.

Tags from −1 to 1: all 3**10 of them, with a proof. The cards are in three groups, and the gain is linear in W(g), what
the bet pays above its lowest payoff over all deals that draw g cards of the groups (see `count_distribution`).
In doubles, every number is a sum of products of numbers of at least 0, so each trigger's gain is off by less than
`_ERROR` times what it would be without signs. Counts that can be the best within these errors are computed again in
whole numbers. Of all counts that bet always, only the one with tags 0 is a candidate. If the bet wins on the whole
shoe, the loss that a count avoids where it does not bet is compared: it may be tiny beside the gain.

Larger tags: a search that changes one tag at a time by one. What it finds is the best it tried, not proved the best.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, perm
from typing import NamedTuple

from exact.analysis.compositions import compositions, ways_to_draw
from exact.analysis.count_distribution import BettingCount, count_distributions
from exact.analysis.count_play import Play, play_at
from exact.analysis.removal import effects_of_removal, integer_tags
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.multisets import multisets
from exact.engine.one_shoe import check_value_level
from exact.errors import ExactError
from exact.game import CARDS, Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import Doubles, Integers, np
from exact.rules import Tableau

MAX_LEVEL = 3
MAX_EXHAUSTIVE = 250  # the most cards unseen, or seen if these are fewer; some seconds
_GROUPS = 3
_ERROR = 1e-11
"""Sums are made in stages of at most 5,005, 28, 32,000 and 501 numbers, of products of at most 50 factors. A stage of k
numbers that are not negative has a relative error of at most k units of 2**-53: in all less than 5e-12, and twice that
with the lowest payoff added."""

_MOST_SETS = 10**290  # the probability of one set of cards must not be too small for a double


class BestTags(NamedTuple):
    """The tags found, by point value, and how many counts were tried."""

    tags: tuple[int, ...]
    play: Play
    tried: int
    is_proved: bool


def best_tags(bet: Bet, shoe: Shoe, tableau: Tableau, unseen: int, level: int) -> BestTags:
    """The whole tags of at most ``level`` in size that gain most with ``unseen`` cards, as far as found.

    Raises `ExactError` for a bet that point values do not decide, a level above `MAX_LEVEL`, and too long a search.
    """
    check_whole(level, "level", 1, MAX_LEVEL)
    check_whole(unseen, "unseen", MIN_CARDS, shoe.cards)
    check_value_level(bet, tableau, "a search for tags")
    question = _TagSearch(bet, shoe.coarsened(Granularity.VALUES), tableau, unseen)
    if min(unseen, shoe.cards - unseen) > MAX_EXHAUSTIVE or comb(shoe.cards, unseen) > _MOST_SETS:
        bound = f"are too many for a search for tags: at most about {MAX_EXHAUSTIVE} unseen or seen"
        raise ExactError("unseen", unseen, f"of {shoe.cards} cards {bound}")
    return _of_all(question) if level == 1 else _searched(question, level)


class _TagSearch(NamedTuple):
    bet: Bet
    shoe: Shoe
    tableau: Tableau
    unseen: int

    def play(self, tags: Sequence[int]) -> Play:
        count = BettingCount(tuple(map(Fraction, tags)), Granularity.VALUES)
        return play_at(None, count_distributions(self.bet, count, self.shoe, self.tableau, [self.unseen])[0])


@lru_cache(maxsize=8)
def _of_all(question: _TagSearch) -> BestTags:
    """The best tags from −1 to 1, of equal ones those with the fewest cards to count."""
    tags, least, most = _bounds_of_gains(question)
    values = question.shoe.values
    candidates = [tuple(own.tolist()) for own in tags[(most > 0) & (most >= least.max())]]
    candidates.append((0,) * len(values))
    candidates.sort(key=lambda own: (sum(map(int.__mul__, values, map(abs, own))), own))
    plays = {own: question.play(own) for own in _distinct(candidates, values)}
    best = max(plays, key=lambda own: plays[own].gain)  # the first of equal ones
    return BestTags(best, plays[best], len(tags), True)


def _distinct(candidates: Sequence[tuple[int, ...]], values: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The first of all tags that differ only by a constant or a positive factor, and so bet alike."""
    seen = set()
    for tags in candidates:
        held = [tag for tag, count in zip(tags, values, strict=True) if count]
        low, high = min(held), max(held)
        alike = tuple(Fraction(tag - low, high - low) if high > low else Fraction(0) for tag in held)
        if alike not in seen:
            seen.add(alike)
            yield tags


def _bounds_of_gains(question: _TagSearch) -> tuple[Integers, Doubles, Doubles]:
    """All tags from −1 to 1, and bounds of what each gains beyond tags 0 with its best trigger not always reached."""
    shoe = question.shoe
    paid = Payoffs.of(question.bet.payoffs())
    lowest = min(paid.numerators)
    tags = np.array(list(product((-1, 0, 1), repeat=len(shoe.values))), dtype=np.int64)
    weights = _weights_of_all(question.bet, shoe, question.tableau)
    sizes = np.stack([(tags == tag) @ np.array(shoe.values) for tag in (-1, 0, 1)], axis=1)
    distinct_sizes, sizes_of = np.unique(sizes, axis=0, return_inverse=True)
    least, most = np.zeros(len(tags)), np.zeros(len(tags))
    bets_always = question.play((0,) * len(shoe.values)).trigger is not None
    for index, cards in enumerate(distinct_sizes.tolist()):
        rows = np.flatnonzero(sizes_of.ravel() == index)
        distribution, share = _distribution_of(cards, question.unseen)
        if bets_always:  # add up from the lowest count what it would win there
            distribution, share = distribution[:, ::-1], share[::-1]
        every = int(np.flatnonzero(share)[-1])
        if every:
            above, below = np.cumsum(weights[rows] @ distribution[:, :every], axis=1), lowest * np.cumsum(share[:every])
            gains, error = above + below, _ERROR * (above + abs(below))
            if bets_always:
                gains = -gains
            least[rows], most[rows] = (gains - error).max(axis=1), (gains + error).max(axis=1)
    return tags, np.maximum(least, 0) / paid.denominator, np.maximum(most, 0) / paid.denominator


@lru_cache(maxsize=1)
def _weights_of_all(bet: Bet, shoe: Shoe, tableau: Tableau) -> Doubles:
    """W(g) for all tags, in the order of `_bounds_of_gains`, over the ordered deals with g: tags × `_draws`.

    From the 5,005 multisets, one point value after the other is given to a group: a monomial in the values left and the
    groups becomes one with a value less. Kept, because it is the same for all numbers of unseen cards.
    """
    values = shoe.values
    matrix = compiled(bet, tableau).coefficients.matrix
    paid = Payoffs.of(bet.payoffs()).numerators
    ways = [[perm(count, copies) for copies in range(CARDS + 1)] for count in values]
    weights = (np.array([pays - min(paid) for pays in paid]) @ matrix).astype(np.float64)[None, :]
    copies = np.array([[own.count(value) for value in range(len(values))] for own in multisets()])
    weights = weights * np.prod(np.array(ways, dtype=np.float64)[np.arange(len(values)), copies], axis=1)
    monomials = np.pad(copies, ((0, 0), (0, _GROUPS)))
    for _value in values:
        joined = [monomials[:, 1:].copy() for _ in range(_GROUPS)]
        for group, own in enumerate(joined):
            own[:, group - _GROUPS] += monomials[:, 0]
        monomials, indices = np.unique(np.concatenate(joined), axis=0, return_inverse=True)
        parts = [_added(weights, own, len(monomials)) for own in np.split(indices.ravel(), _GROUPS)]
        weights = np.stack(parts, axis=1).reshape(-1, len(monomials))
    return weights[:, [monomials.tolist().index(list(drawn)) for drawn in _draws()]]


def _added(weights: Doubles, indices: Integers, size: int) -> Doubles:
    """The columns of ``weights`` added up at their new indices."""
    order = np.argsort(indices, kind="stable")
    present, starts = np.unique(indices[order], return_index=True)
    summed = np.zeros((len(weights), size))
    summed[:, present] = np.add.reduceat(weights[:, order], starts, axis=1)
    return summed


def _draws() -> list[tuple[int, ...]]:
    """How many cards of each of the three groups a deal of six draws."""
    return [*map(tuple, compositions((CARDS,) * _GROUPS, CARDS).tolist())]


def _distribution_of(cards: Sequence[int], unseen: int) -> tuple[Doubles, Doubles]:
    """For groups of ``cards`` cards with tags −1, 0 and 1, by the sum of the tags of the unseen cards, ascending:

    the mean, counted as 0 elsewhere, of the ways to draw g from the unseen over those from the shoe, `_draws` × sums,
    over all deals; and the probability.
    """
    sets, deals = comb(sum(cards), unseen), perm(unseen, CARDS)
    numbers = compositions(cards, unseen)
    share = (ways_to_draw(cards, numbers) / sets).astype(np.float64)
    falling = np.array([[float(perm(count, copies)) for copies in range(CARDS + 1)] for count in range(unseen + 1)])
    sums = numbers[:, 2] - numbers[:, 0] + unseen
    distribution = np.zeros((len(_draws()), 2 * unseen + 1))
    for row, drawn in enumerate(_draws()):
        if all(map(int.__ge__, cards, drawn)):
            ways = np.prod([falling[numbers[:, group], copies] for group, copies in enumerate(drawn)], axis=0)
            whole = np.prod([float(perm(count, copies)) for count, copies in zip(cards, drawn, strict=True)])
            distribution[row] = np.bincount(sums, share * ways, 2 * unseen + 1) / (whole * deals)
    probability: Doubles = np.bincount(sums, share, 2 * unseen + 1).astype(np.float64)
    return distribution, probability


def _searched(question: _TagSearch, level: int) -> BestTags:
    """The search begins at the best-correlated tags of this and every lower level, and at the best of level 1."""
    effects = effects_of_removal(question.bet, question.shoe, question.tableau)
    plays: dict[tuple[int, ...], Play] = {}

    def gain(tags: tuple[int, ...]) -> Fraction:
        if tags not in plays:
            plays[tags] = question.play(tags)
        return plays[tags].gain

    rounded = (integer_tags(effects, bound) for bound in range(1, level + 1))
    for start in (*filter(None, rounded), _of_all(question).tags):
        tags = start
        while gain(better := max(_neighbours(tags, level), key=gain)) > gain(tags):
            tags = better
    best = max(plays, key=lambda own: plays[own].gain)
    return BestTags(best, plays[best], len(plays), False)


def _neighbours(tags: tuple[int, ...], level: int) -> list[tuple[int, ...]]:
    changed = ((index, tag + change) for index, tag in enumerate(tags) for change in (-1, 1))
    return [(*tags[:index], tag, *tags[index + 1 :]) for index, tag in changed if abs(tag) <= level]
