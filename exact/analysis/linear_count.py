"""Linear counts: tags that you add up card by card, and how well their sum predicts a bet's exact expectation.

**Theorem.** Let R be k cards drawn at random from a shoe S of N cards, 1 ≤ k ≤ N − 6, let E(·) be the exact expectation
of a bet and e_r = E(S − r) − E(S) the effects of removal. Among all functions a_0 + Σ a(card) of the cards in R, summed
card by card, the nearest to E(S − R) in mean square is

    L = E(S) + (N − 1)/(N − k) · Σ e(card).

So at every depth the best tags are proportional to the effects.

*Proof.* A coup from S − R, given that R's first card is r, has the distribution of a coup from S − r: E[E(S − R) |
first card r] = E(S − r). By symmetry this holds for every place in R. The effects have mean 0 over the cards. So, given
that one card of R is r, each of the k − 1 others has the mean effect −e_r/(N − 1), and Σ e(card) has the mean e_r (N −
k)/(N − 1); hence E[L | a card is r] = E(S) + e_r = E(S − r) as well. The rest E(S − R) − L has mean 0 given any one
card, so it is uncorrelated with every function of one card, and with every sum of such functions. ∎

Consequences used below, with mean and variance of tags t taken over the cards of the shoe, and β = cov(t, e)/var(t):

- Σ e(card) has variance k (N − k)/(N − 1) · var(e), so L has variance k (N − 1)/(N − k) · var(e).
- Whatever the tags are, E(S − R) − L does not correlate with their sum. So the correlation of the sum with the exact
  expectation is ρ(t, e) · ρ_k: the betting correlation of the tags over the cards of the shoe, times the correlation of
  L with E(S − R).
- The best estimate from the sum alone is E(S) + (N − 1)/(N − k) · β · (sum − k · mean(t)). It is 0 if the sum less
  k · mean(t), per 52 of the N − k unseen cards, is TC* = −52 E(S)/((N − 1) β). This is the trigger in true counts,
  which does not depend on k.
- If TC*/52 − mean(t) is added to every tag, the same condition reads: the running count is at least TC* · N/52, the
  pivot, at every depth.
"""

from __future__ import annotations

from collections.abc import Sequence
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
MAX_TAG = 20
"""The bound on integer tags; the usual counts stop at 4."""
_MAX_TYPED = 1000
"""The bound on the tags of a count of your own, in size."""
BOUNDS = (1, 2, 3, 4)
DEPTH = 4
"""The number of removed cards at which a count is compared with the exact expectation."""


class LinearCount(NamedTuple):
    """A linear count and its value to a player."""

    tags: tuple[Fraction | int, ...]
    """The amount that each seen card of a class adds to the running count."""
    correlation_squared: Fraction
    """The signed square of the betting correlation, of the tags with the effects over the cards of the shoe."""
    trigger: Fraction
    """The true count TC*, per 52 unseen cards, from which the linear estimate favours the player.

    If the tags have a mean over the shoe, subtract it from the running count for each seen card first. With tags that
    correlate negatively, the estimate favours the player up to TC*.
    """
    pivot: Fraction
    """The running count of the tags t + TC*/52 − mean(t) from which it favours the player; the same at every depth."""


def exact_tags(effects: Effects) -> tuple[Fraction, ...] | None:
    """The best tags, one for each class, scaled so that the largest in size is 1; 0 for a class without cards.

    `None` if removing a card changes nothing.
    """
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

    Among equal correlations, the tags that are smaller over the cards of the shoe win; a class without a card has tag
    0. `None` if removing a card changes nothing.
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
    """The count that adds up ``tags``, one for each class of cards.

    `None` if they say nothing about the expectation: no tags, equal tags, or a correlation of 0.
    """
    if tags is None:
        return None
    covariance, variance, of_effects = _covariance_and_variances(tags, effects)
    square = correlation_squared(covariance, variance, of_effects)
    if not square:
        return None
    cards = effects.shoe.cards
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


def _covariance_and_variances(tags: Sequence[Fraction | int], effects: Effects) -> tuple[Fraction, Fraction, Fraction]:
    """Over the cards of the shoe: the covariance of tags and effects, and the variance of each; effects have mean 0."""
    cards, counts = effects.shoe.cards, effects.shoe.counts
    row = effects.of_every_class
    total = sum(count * tag for count, tag in zip(counts, tags, strict=True))
    square = sum(count * tag * tag for count, tag in zip(counts, tags, strict=True))
    covariance = sum((c * t * e for c, t, e in zip(counts, tags, row, strict=True)), Fraction(0)) / cards
    of_effects = sum((count * effect * effect for count, effect in zip(counts, row, strict=True)), Fraction(0)) / cards
    return covariance, Fraction(square) / cards - Fraction(total) ** 2 / cards**2, of_effects


def parse_tags(text: str) -> tuple[Granularity, tuple[Fraction, ...]]:
    """The tags by class of cards, from ten, thirteen or 52 numbers in order or from names: ``9=1,Kd=-1/2``.

    Raises `ExactError` for anything else.
    """
    if not text.strip():
        raise ExactError("tags", "nothing", "is no count")
    entries = text.split(",")
    if "=" in text:
        return _named_tags(entries)
    widths = {int(granularity): granularity for granularity in Granularity}
    if len(entries) not in widths:
        bound = (
            f"has {len(entries)} tags, but must have ten, for ace to nine and ten, or thirteen, for ace to king, "
            "or 52, or name the cards: 9=1,Kd=-1/2"
        )
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
