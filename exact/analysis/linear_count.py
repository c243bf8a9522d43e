"""Linear counts: tags that you add up card by card, and how well their sum predicts a bet's exact expectation.

**Theorem.** Let R be k cards drawn at random from a shoe S of N cards, 1 ≤ k ≤ N − 6, let E(·) be the exact expectation
of a bet and e_r = E(S − r) − E(S) the effects of removal. Among all functions a_0 + Σ a(card) of the cards in R, the
nearest to E(S − R) in mean square is L = E(S) + (N − 1)/(N − k) · Σ e(card). So at every depth the best tags are
proportional to the effects.

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

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import NamedTuple

from exact.analysis.expectation_variance import VARIANCE, expectation_variances
from exact.analysis.pricing import correlation_squared
from exact.analysis.removal import Effects
from exact.bets.bet import Bet
from exact.errors import ExactError
from exact.game import Granularity, class_names, parse_card
from exact.game.shoe import MIN_CARDS
from exact.inputs import parse_number
from exact.lazy import Integers, np
from exact.rules import Tableau

DECK = 52
MAX_TAG = 20  # the bound on integer tags; the usual counts stop at 4
_MAX_TYPED = 1000  # the bound on the tags of a count of your own, in size
BOUNDS = (1, 2, 3, 4)
DEPTH = 4  # the number of removed cards at which a count is compared with the exact expectation


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


def exact_tags(effects: Effects) -> tuple[Fraction, ...] | None:
    """The best tags, scaled so that the largest in size is 1; `None` if no card matters."""
    largest = max(map(abs, effects.by_class.values()))
    return tuple(effect / largest for effect in effects.of_every_class) if largest else None


def integer_tags(effects: Effects, bound: int) -> tuple[int, ...] | None:
    """The integer tags of at most ``bound`` (1 to `MAX_TAG`) in size with the highest betting correlation.

    The best tags t are the values m + s·e_r, for some shift m and scale s > 0, rounded and clipped to ±``bound``.
    Proof: with μ = cov(t, e)/var(t), they also maximise cov(t, e) − μ var(t)/2, because no tags exceed ρ(t, e)²
    var(e)/(2μ) there. Now −var(t) is the largest of −mean((t − m)²) over m, so they maximise mean(t·e − μ (t − m)²/2)
    for their own m. Each tag does that separately: it is the integer within the bound nearest to m + e_r/μ. As m and s
    vary, the tags change only when a value passes a half, so it is enough to try the tags on either side of every point
    where two values do so at once.

    Of equal correlations, the smaller tags over the cards of the shoe win; a class without a card has tag 0. `None` if
    removing a card changes nothing.
    """
    if not 1 <= bound <= MAX_TAG:
        raise ExactError("bound", bound, f"must be a whole number from 1 to {MAX_TAG}")
    denominator = lcm(*(effect.denominator for effect in effects.by_class.values()))
    sizes = {index: int(effect * denominator) for index, effect in effects.by_class.items()}
    distinct = sorted(set(sizes.values()))
    if len(distinct) == 1:
        return None
    counts = effects.shoe.counts
    weights = np.array([sum(counts[index] for index, size in sizes.items() if size == each) for each in distinct])
    candidates = []
    for levels in _nearly_best(distinct, weights, bound):
        tag_of = dict(zip(distinct, levels, strict=True))
        tags = tuple(tag_of[sizes[index]] if index in sizes else 0 for index in range(len(counts)))
        linear = linear_count(tags, effects)
        assert linear is not None, "neither the tags nor the effects are all the same"
        size = sum(count * abs(tag) for count, tag in zip(counts, tags, strict=True))
        candidates.append((-linear.correlation_squared, size, tags))
    return min(candidates)[2]


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
    above: list[tuple[int, ...]] = []
    apart: list[int] = []
    for (first, second), steps in product(combinations(distinct, 2), range(1, 2 * bound)):
        levels = []
        for size in distinct:
            down, rest = divmod(steps * (size - first), second - first)
            down = max(-2 * bound - 1, min(2 * bound, down))  # beyond these, every k₁ leads to the bound
            levels.append((down, down + 1) if rest == 0 else (down + 1,))
        rounded = list(product(*levels))
        above += rounded
        apart += [steps] * len(rounded)
    lowest = np.arange(-bound, bound)[:, None]
    fits = lowest + np.array(apart) < bound
    every = np.clip(lowest[:, None] + np.array(above), -bound, bound)
    rounded_tags: Integers = every[fits]
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
    """By name: the best count, and the best in whole numbers up to each of `BOUNDS`; none if no card matters."""
    tags = {"best": exact_tags(effects), **{f"up to {bound}": integer_tags(effects, bound) for bound in BOUNDS}}
    counts = {name: linear_count(own, effects) for name, own in tags.items()}
    return {name: count for name, count in counts.items() if count is not None}


def parse_tags(text: str) -> tuple[Granularity, tuple[Fraction, ...]]:
    """The tags by class, from ten, thirteen or 52 numbers or from names, ``9=1,Kd=-1/2``; `ExactError` for others."""
    if not text.strip():
        raise ExactError("tags", "nothing", "is no count")
    entries = text.split(",")
    if "=" in text:
        return _named_tags(entries)
    widths = {int(granularity): granularity for granularity in Granularity}
    if len(entries) not in widths:
        numbers = "ten, for ace to nine and ten, or thirteen, for ace to king, or 52"
        bound = f"has {len(entries)} tags, but must have {numbers}, or name the cards: 9=1,Kd=-1/2"
        raise ExactError("tags", text, bound)
    tags = [parse_number(entry, "tags", _MAX_TYPED) for entry in entries]
    if len(tags) == Granularity.VALUES:
        tags = [tags[-1], *tags[:-1]]  # the ten-valued cards are class 0
    return widths[len(entries)], tuple(tags)


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
