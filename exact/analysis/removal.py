"""Effects of removal: the exact change of a bet's expectation when a card leaves the shoe; and linear counts.

The effect of removing a card of class r is e_r = E(shoe − r) − E(shoe), where E is the expected net win per unit
staked. Over the cards of the shoe the effects have mean 0, because a coup after one random card has the distribution
of a coup from the whole shoe. The classes are the coarsest that the bet allows: point values, ranks or cards.

A linear count has tags that you add up card by card; their sum predicts a bet's exact expectation.

**Theorem.** Let R be k cards drawn at random from a shoe S of N cards, 1 ≤ k ≤ N − 6. Among all functions
a_0 + Σ a(card) of the cards in R, the nearest to E(S − R) in mean square is L = E(S) + (N − 1)/(N − k) · Σ e(card).
So at every depth the best tags are proportional to the effects.

*Proof.* If R's first card is r, a coup from S − R has the distribution of one from S − r: E[E(S − R) | first card r] =
E(S − r). By symmetry this holds for every place in R. The effects have mean 0 over the cards. So, given that one card
of R is r, each of the k − 1 others has the mean effect −e_r/(N − 1), and Σ e(card) has the mean e_r (N − k)/(N − 1);
hence E[L | a card is r] = E(S) + e_r = E(S − r) as well. The rest E(S − R) − L has mean 0 given any one card, so it is
uncorrelated with every sum of functions of one card. ∎

Consequences, with mean and variance of tags t taken over the cards of the shoe, and β = cov(t, e)/var(t):

- E(S − R) − L does not correlate with the tags' sum. So the correlation of the sum with the exact expectation is
  ρ(t, e) · ρ_k: the betting correlation of the tags, times the correlation of L with E(S − R).
- The best estimate from the sum alone is E(S) + (N − 1)/(N − k) · β · (sum − k · mean(t)). It is 0 if the sum less
  k · mean(t), per 52 of the N − k unseen cards, is the true count TC* = −52 E(S)/((N − 1) β), which does not depend on
  k.
- If TC*/52 − mean(t) is added to every tag, the same condition reads: the running count is at least TC* · N/52, the
  pivot, at every depth.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from operator import mul
from typing import NamedTuple

from exact.analysis.expectation_variance import VARIANCE, expectation_variances
from exact.analysis.pricing import correlation_squared, price_bet
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.forms import DECK, derivatives
from exact.engine.one_shoe import check_granularity
from exact.errors import ExactError
from exact.game import CARDS, POINT_VALUES, RANKS, Granularity, class_names, parse_card
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import parse_number
from exact.lazy import Integers, np
from exact.rules import Tableau

MAX_REMOVED = 4
MAX_TAG = 20  # the bound on integer tags; the usual counts stop at 4
_MAX_TYPED = 1000  # the bound on the tags of a count of your own, in size
BOUNDS = (1, 2, 3, 4)
DEPTH = 4  # the number of removed cards at which a count is compared with the exact expectation


class Effects(NamedTuple):
    """The effect on a bet's expectation of removing one card of each class that the shoe holds."""

    shoe: Shoe
    expectation: Fraction
    by_class: dict[int, Fraction]

    @property
    def of_every_class(self) -> list[Fraction]:
        """The effect for every class of the shoe's granularity; 0 for a class without cards."""
        return [self.by_class.get(index, Fraction(0)) for index in range(self.shoe.granularity)]


def effects_of_removal(bet: Bet, shoe: Shoe, tableau: Tableau) -> Effects:
    """The effects on a bet; raises `ExactError` for a shoe too coarse for it, and for one of six cards."""
    bet.payoffs()  # refuses one that depends on more than the shoe, before the work
    needed = compiled(bet, tableau).granularity
    check_granularity(needed, shoe, bet.name)
    if shoe.cards <= MIN_CARDS:
        raise ExactError("shoe", shoe.cards, f"cards cannot lose one: a coup needs {MIN_CARDS}")
    coarse = shoe.coarsened(needed)
    before = price_bet(bet, coarse, tableau).expectation
    held = [index for index, count in enumerate(coarse.counts) if count]
    changes = {index: price_bet(bet, coarse.without(index), tableau).expectation - before for index in held}
    return Effects(coarse, before, changes)


def value_level(bets: Iterable[Bet], tableau: Tableau) -> list[Bet]:
    """Those of ``bets`` that point values decide."""
    return [bet for bet in bets if compiled(bet, tableau).granularity is Granularity.VALUES]


def effects_of_several(bet: Bet, effects: Effects, tableau: Tableau) -> dict[int, tuple[Fraction, ...]]:
    """For each class, E(shoe − k cards of it) − E(shoe) for k = 1, 2, … `MAX_REMOVED`, as far as the cards suffice."""
    shoe = effects.shoe
    changes = {}
    for index in effects.by_class:
        most = min(MAX_REMOVED, shoe.counts[index], shoe.cards - MIN_CARDS)
        shoes = (shoe.without(*[index] * removed) for removed in range(1, most + 1))
        changes[index] = tuple(price_bet(bet, fewer, tableau).expectation - effects.expectation for fewer in shoes)
    return changes


def second_differences(bet: Bet, effects: Effects, tableau: Tableau) -> dict[tuple[int, int], Fraction]:
    """E(shoe − r − s) − E(shoe − r) − E(shoe − s) + E(shoe) for all classes r ≤ s that the shoe can lose together."""
    shoe, alone = effects.shoe, effects.by_class
    if shoe.cards < MIN_CARDS + 2:
        return {}
    in_sets = compiled(bet, tableau).products.membership(shoe.granularity).T.tolist()
    alike = [in_sets.index(entry) for entry in in_sets]  # the first class that the bet does not distinguish from each
    together: dict[tuple[int, int], Fraction] = {}
    differences = {}
    for first, second in combinations_with_replacement(alone, 2):
        if first < second or shoe.counts[first] > 1:
            low, high = sorted((alike[first], alike[second]))
            if (low, high) not in together:
                after = price_bet(bet, shoe.without(first, second), tableau)
                together[low, high] = after.expectation - effects.expectation
            differences[first, second] = together[low, high] - alone[first] - alone[second]
    return differences


def gradient(bet: Bet, effects: Effects, tableau: Tableau) -> dict[int, Fraction]:
    """∂E/∂c_r, per card, for every class r: with E = W/D, W the payoffs by count, D all deals, (∂W/∂c_r − E · D′)/D."""
    shoe = effects.shoe
    deals = ordered_deals(shoe.cards)
    slope = sum(deals // (shoe.cards - drawn) for drawn in range(CARDS))
    paid = Payoffs.of(bet.payoffs())
    return {
        index: paid.expectation(column, deals) - effects.expectation * slope / deals
        for index, column in enumerate(derivatives(compiled(bet, tableau), shoe))
    }


def named_classes(effects: Effects, shoe: Shoe) -> dict[str, int]:
    """The printed name and the class of each effect: ranks, as far as the shoe may hold them, or cards like ``9d``."""
    held = effects.by_class
    if effects.shoe.granularity != Granularity.VALUES:
        return {name: index for index, name in enumerate(class_names(effects.shoe.granularity)) if index in held}
    by_rank = None if shoe.granularity == Granularity.VALUES else shoe.coarsened(Granularity.RANKS).counts
    ranks = [rank for rank, value in enumerate(POINT_VALUES) if value in held and (by_rank is None or by_rank[rank])]
    return {RANKS[rank]: POINT_VALUES[rank] for rank in ranks}


class LinearCount(NamedTuple):
    """A linear count and its value to a player."""

    tags: tuple[Fraction | int, ...]  # the amount that each seen card of a class adds to the running count
    correlation_squared: Fraction
    """The signed square of the betting correlation, of the tags with the effects over the cards of the shoe."""
    trigger: Fraction
    """The true count TC*, per 52 unseen cards, from which the linear estimate favours the player; up to it, if the tags
    correlate negatively. Subtract the tags' mean over the shoe from the running count for each seen card first."""
    pivot: Fraction
    """The running count of the tags t + TC*/52 − mean(t) from which it favours the player; the same at every depth."""


def integer_tags(effects: Effects, bound: int) -> tuple[int, ...] | None:
    """The integer tags of at most ``bound`` in size with the highest betting correlation.

    The best tags t are the values m + s·e_r, for some shift m and scale s > 0, rounded and clipped to ±``bound``.
    Proof: with μ = cov(t, e)/var(t), they also maximise cov(t, e) − μ var(t)/2, because no tags exceed ρ(t, e)²
    var(e)/(2μ) there. Now −var(t) is the largest of −mean((t − m)²) over m, so they maximise mean(t·e − μ (t − m)²/2)
    for their own m. Each tag does that separately: it is the integer within the bound nearest to m + e_r/μ. As m and s
    vary, the tags change only when a value passes a half, so it is enough to try the tags on either side of every point
    where two values do so at once.

    Of equal correlations, the smaller tags over the cards of the shoe win; a class without a card has tag 0. `None` if
    removing a card changes nothing.
    """
    denominator = lcm(*(effect.denominator for effect in effects.by_class.values()))
    sizes = {index: int(effect * denominator) for index, effect in effects.by_class.items()}
    distinct = sorted(set(sizes.values()))
    if len(distinct) == 1:
        return None
    counts = effects.shoe.counts
    weights = [sum(counts[index] for index, size in sizes.items() if size == each) for each in distinct]

    def rank(levels: tuple[int, ...]) -> tuple[Fraction, int, tuple[int, ...]]:
        weighted = [count * level for count, level in zip(weights, levels, strict=True)]
        covariance = sum(map(mul, weighted, distinct))  # the mean effect is 0
        variance = sum(weights) * sum(map(mul, weighted, levels)) - sum(weighted) ** 2
        tag_of = dict(zip(distinct, levels, strict=True))
        tags = tuple(tag_of[sizes[index]] if index in sizes else 0 for index in range(len(counts)))
        return Fraction(-covariance * abs(covariance), variance), sum(map(abs, weighted)), tags

    return min(map(rank, _nearly_best(distinct, np.array(weights), bound)))[2]


def _nearly_best(distinct: Sequence[int], weights: Integers, bound: int) -> list[tuple[int, ...]]:
    """All tags, one for each of the ``distinct`` effects, within rounding errors of the highest correlation."""
    tried = _roundings(distinct, bound)
    tried = tried[tried.min(axis=1) < tried.max(axis=1)]
    effects = np.array([float(Fraction(size, max(map(abs, distinct)))) for size in distinct])
    share = weights / weights.sum()
    centred = tried - (tried @ share)[:, None]
    correlation = centred @ (share * effects) / np.sqrt(centred**2 @ share)
    return sorted({tuple(row) for row in tried[correlation >= correlation.max() * (1 - 1e-9)].tolist()})


def _roundings(distinct: Sequence[int], bound: int) -> Integers:
    """All rounded values up to ``bound`` in size that m + s·e, s > 0, can have, for the ascending ``distinct`` e.

    If e₁ is mapped to k₁ + ½ and e₂ > e₁ to k₂ + ½, then e is mapped to k₁ + ½ + (k₂ − k₁)(e − e₁)/(e₂ − e₁), and every
    value that is a half there can be rounded up or down. Rows may repeat.
    """
    sizes = np.array(distinct, dtype=np.object_)
    first, second = np.triu_indices(len(sizes), 1)
    apart, pair = np.indices((2 * bound, len(first)))[:, 1:].reshape(2, -1)
    rises, width = apart[:, None] * (sizes - sizes[first[pair], None]), (sizes[second] - sizes[first])[pair, None]
    halves = rises % width == 0
    # beyond these bounds, every k₁ leads to the bound
    above = np.clip(rises // width + 1, -2 * bound, 2 * bound + 1).astype(np.int64)
    for column in range(len(sizes)):
        both = np.flatnonzero(halves[:, column])
        above, halves, apart = (np.concatenate([rows, rows[both]]) for rows in (above, halves, apart))
        above[len(above) - len(both) :, column] -= 1
    lowest = np.arange(-bound, bound)[:, None]
    every = np.clip(lowest[:, None] + above, -bound, bound)
    rounded_tags: Integers = every[lowest + apart < bound]
    return rounded_tags


def linear_count(tags: Sequence[Fraction | int] | None, effects: Effects) -> LinearCount | None:
    """The count that adds up ``tags``; `None` without any, if all are equal, and if the correlation is 0."""
    if tags is None:
        return None
    cards, counts, own = effects.shoe.cards, effects.shoe.counts, effects.of_every_class

    def mean(values: Iterable[Fraction | int]) -> Fraction:
        return sum((Fraction(c * value) for c, value in zip(counts, values, strict=True)), Fraction(0)) / cards

    covariance = mean(tag * effect for tag, effect in zip(tags, own, strict=True))  # the mean effect is 0
    variance = mean(tag * tag for tag in tags) - mean(tags) ** 2
    square = correlation_squared(covariance, variance, mean(effect * effect for effect in own))
    if not square:
        return None
    true_count = -DECK * effects.expectation * variance / ((cards - 1) * covariance)
    return LinearCount(tuple(tags), square, true_count, true_count * cards / DECK)


def depth_correlation_squared(bet: Bet, effects: Effects, tableau: Tableau, cards: int) -> Fraction | None:
    """The square of ρ_k, the correlation of the best linear estimate with the exact expectation after k cards.

    `None` if ranks or suits decide the bet, if fewer than six cards are left, and if the expectation does not vary.
    """
    shoe = effects.shoe
    if shoe.granularity != Granularity.VALUES or shoe.cards < MIN_CARDS + cards:
        return None
    (moments,) = expectation_variances(bet, shoe, tableau, [shoe.cards - cards], VARIANCE)
    return moments.linear_share


def counts_of_effects(effects: Effects) -> dict[str, LinearCount]:
    """By name the best count, its largest tag 1 in size, and the best whole ones up to each of `BOUNDS`, if any."""
    largest = max(map(abs, effects.by_class.values()))
    best = [effect / largest for effect in effects.of_every_class] if largest else None
    tags = {"best": best, **{f"up to {bound}": integer_tags(effects, bound) for bound in BOUNDS}}
    counts = {name: linear_count(own, effects) for name, own in tags.items()}
    return {name: count for name, count in counts.items() if count is not None}


def parse_tags(text: str) -> tuple[Granularity, tuple[Fraction, ...]]:
    """The tags by class, from ten, thirteen or 52 numbers or from names, ``9=1,Kd=-1/2``; `ExactError` for others."""
    if not text.strip():
        raise ExactError("tags", "nothing", "is no count")
    entries = text.split(",")
    if "=" in text:
        return _named_tags(entries)
    if len(entries) not in [*Granularity]:
        numbers = "ten, for ace to nine and ten, or thirteen, for ace to king, or 52"
        bound = f"has {len(entries)} tags, but must have {numbers}, or name the cards: 9=1,Kd=-1/2"
        raise ExactError("tags", text, bound)
    tags = [parse_number(entry, "tags", _MAX_TYPED) for entry in entries]
    if len(tags) == Granularity.VALUES:
        tags = [tags[-1], *tags[:-1]]  # the ten-valued cards are class 0
    return Granularity(len(entries)), tuple(tags)


def _named_tags(entries: Sequence[str]) -> tuple[Granularity, tuple[Fraction, ...]]:
    named: dict[tuple[Granularity, int], Fraction] = {}
    for entry in entries:
        name, equals, number = entry.partition("=")
        card = parse_card(name.strip(), "tags")
        if not equals or card[0] is Granularity.VALUES:
            raise ExactError("tags", entry, "must be a rank or a card and its tag, like 9=1 or Kd=-1/2")
        if card in named:
            raise ExactError("tags", entry, "gives a card a second tag")
        named[card] = parse_number(number, "tags", _MAX_TYPED)
    finest = max(granularity for granularity, _index in named)
    tags = [Fraction(0)] * finest
    for (granularity, index), tag in sorted(named.items()):  # ranks first, so that a card's own tag counts
        per_rank = finest // granularity
        tags[index * per_rank : (index + 1) * per_rank] = [tag] * per_rank
    return finest, tuple(tags)


def tags_text(granularity: Granularity, tags: Sequence[Fraction]) -> str:
    """The tags by name."""
    if granularity is Granularity.VALUES:
        names = ["A", *map(str, range(2, 10)), "10 J Q K"]
        return ", ".join(f"{name}: {tag}" for name, tag in zip(names, (*tags[1:], tags[0]), strict=True))
    named = zip(class_names(granularity), tags, strict=True)
    return ", ".join(f"{name}: {tag}" for name, tag in named if tag) or "0"
