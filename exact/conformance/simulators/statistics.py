"""Test the tallies of a classification against its exact probabilities, with Holm's correction for several tests.

Probabilities are fractions; p-values are doubles. The test depends on the classification:

* an impossible category has a tally: p = 0, whatever the other tallies are;
* one possible category: nothing to test, p = 1;
* two: the exact binomial test, two-sided (`scipy.stats.binomtest`);
* more, and every expected tally at least `LARGE`: the G test (likelihood ratio) by its chi-squared distribution;
* more, and an expected tally below that: the exact multinomial test, by enumeration up to `MAX_TABLES` tables, and
  beyond by `REPLICAS` simulated tables with a fixed seed.

The exact multinomial p is the probability of all tables that are at most as probable as the observed one. scipy loses
digits: with 10¹² coups its G is wrong by 4·10⁻⁶ and its log probability of a table by 3·10⁻³, and tables are compared
to 10⁻⁹. So both are computed here.

The level. The tests treat coups as independent. The coups of one shoe are exchangeable, with correlations ρ of −2·10⁻⁵
for tie, −5·10⁻⁶ for punto and −2·10⁻⁶ for banco with 8 decks, and about ten times as much with one
(`exact.analysis.dependence`). A tally over shoes of m coups has 1 + (m − 1)·ρ times the variance of independent coups,
at most 0.2 % less, so the tests reject a right simulator a little less often than stated. The frequencies up to a cut
card differ from those of a whole shoe, with 8 decks by 2·10⁻⁶, which takes some 10¹² coups to detect.

The power. The likelihood ratio of n coups from q against the exact p is approximately noncentral chi-squared, with the
test's degrees of freedom and noncentrality 2n·D(q‖p), where D is the Kullback-Leibler divergence: an estimate where
expected tallies are small. A test finds an error if its power is `POWER`. An error of a category adds δ, towards one
half, where it is harder to see, and scales the other probabilities, so D(q‖p) is that of two binomial distributions.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, comb, exp, inf, lgamma, log, sqrt
from typing import Any, NamedTuple

from exact.conformance.vectors.dealer import Dealer, Dealt, dealing_faults
from exact.game.shoe import Shoe
from exact.lazy import Doubles, Integers, np, of_extra
from exact.rules import Tableau

LARGE = 5  # Cochran's rule: the smallest expected tally for which the chi-squared distribution is trusted
MAX_TABLES = 200_000
REPLICAS = 100_000
SEED = 20260607
_TOGETHER = 5_000
_TIED = 1e-9
"""Tables whose log probabilities differ by less count as equally probable; the arithmetic is exact to some 1e-12."""


class Fit(NamedTuple):
    """How well tallies agree with exact probabilities."""

    method: str
    statistic: float | None  # the likelihood ratio G, or `None` if an impossible category was seen
    p: float


def scipy_stats() -> Any:
    """The module `scipy.stats`, imported on first use; raises `ExactError` if it is not installed."""
    return of_extra("statistics", "scipy.stats", "statistics")


def goodness_of_fit(probabilities: Sequence[Fraction], tallies: Sequence[int]) -> Fit:
    """The test of ``tallies`` against ``probabilities``; raises `ExactError` if it needs scipy and that is missing."""
    if any(tally and not chance for chance, tally in zip(probabilities, tallies, strict=True)):
        return Fit("a category that cannot happen", None, 0.0)
    chances, seen = zip(*((p, x) for p, x in zip(probabilities, tallies, strict=True) if p), strict=True)
    coups = sum(seen)
    g = 2 * divergence(seen, [coups * p for p in chances])
    if len(chances) == 1:
        return Fit("certain", g, 1.0)
    if len(chances) == 2:
        return Fit("exact binomial", g, float(scipy_stats().binomtest(seen[0], coups, float(chances[0])).pvalue))
    if coups * min(chances) >= LARGE:
        return Fit("G test", g, float(scipy_stats().chi2.sf(g, len(chances) - 1)))
    if tables(coups, len(chances)) <= MAX_TABLES:
        return Fit("exact multinomial", g, _enumerated_p(chances, seen))
    return Fit("Monte Carlo multinomial", g, _simulated_p(chances, seen))


def tables(coups: int, categories: int) -> int:
    """The number of tables of tallies: the ways to write ``coups`` as an ordered sum of ``categories`` terms."""
    return comb(coups + categories - 1, categories - 1)


def excess(relative: "float | Doubles") -> Doubles:
    """(1 + t) log(1 + t) − t for t ≥ −1, by its series where the terms nearly cancel."""
    t = np.asarray(relative, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        plain = np.where(t > -1, (1 + t) * np.log1p(t) - t, 1.0)
    series = sum((-t) ** k / (k * (k - 1)) for k in range(2, 8))
    near: Doubles = np.where(np.abs(t) < 1e-3, series, plain)
    return near


def standardised_residual(tally: int, coups: int, probability: Fraction) -> float | None:
    """(x − np) / √(np(1 − p)), about standard normal if the simulator is right; `None` if the tally cannot vary."""
    variance = coups * probability * (1 - probability)
    return float(tally - coups * probability) / sqrt(variance) if variance else None


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values adjusted by Holm's step-down method, in their own order.

    Reject those that are at most a: whatever the dependence between the tests, the chance of any false rejection is
    then at most a (S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 6, 1979).
    """
    order = np.argsort(p_values)
    ascending = np.array(p_values)[order] * np.arange(len(p_values), 0, -1)
    adjusted: list[float] = np.minimum(np.maximum.accumulate(ascending), 1)[np.argsort(order)].tolist()
    return adjusted


def _improbability(tallies: Integers, coups: int, chances: Sequence[Fraction]) -> Doubles:
    """For each row of tallies, `_stirling` of n, log(n! eⁿ/nⁿ), less its log probability.

    C. Loader's saddle-point form, Σ x log(x/e) − (x − e) + log(x! eˣ/xˣ), does not cancel for large tallies.
    """
    expected = np.array([float(coups * chance) for chance in chances])
    return np.sum(expected * excess(tallies / expected - 1) + _stirling(tallies), axis=1)  # type: ignore[no-any-return]


def _stirling(numbers: "Integers | int") -> Doubles:
    """log(x! eˣ / xˣ) of each number; from 64 on three terms of its series are exact to 1e-12."""
    small = np.array([0.0, *(lgamma(x + 1) - x * log(x) + x for x in range(1, 64))])
    x = np.maximum(numbers, 64).astype(np.float64)
    large = 0.5 * np.log(2 * np.pi * x) + 1 / (12 * x) - 1 / (360 * x**3)
    every: Doubles = np.where(numbers < 64, small[np.minimum(numbers, 63)], large)
    return every


def _enumerated_p(chances: Sequence[Fraction], seen: Sequence[int]) -> float:
    coups = sum(seen)
    observed = _improbability(np.array([seen]), coups, chances)[0]
    every = _improbability(_every_table(coups, len(seen)), coups, chances)
    at_most = every[every >= observed - _TIED]
    return min(1.0, float(np.exp(_stirling(coups) - at_most).sum()))


def _every_table(coups: int, categories: int) -> Integers:
    """All tables of tallies, a row each: ``categories`` − 1 bars among as many places as there are coups and bars."""
    places = coups + categories - 1
    bars = np.array(list(combinations(range(places), categories - 1)))
    every: Integers = np.diff(bars, axis=1, prepend=-1, append=places) - 1
    return every


def _simulated_p(chances: Sequence[Fraction], seen: Sequence[int]) -> float:
    """(1 + simulated tables at most as probable) / (1 + `REPLICAS`); without any, a sharper bound if there is one.

    The bound is the number of tables times the probability of the observed one: at least the exact p, a sum of no
    larger probabilities over some tables. Either way P(p ≤ a) ≤ a, over tallies and seeds together. From
    a = 1/(1 + `REPLICAS`) on, p ≤ a means the same of the simulated p, of which the bound replaces only the smallest
    possible value. For smaller a, it means that the bound, and so the exact p, is at most a.
    """
    rng, coups = np.random.default_rng(SEED), sum(seen)
    observed = _improbability(np.array([seen]), coups, chances)[0]
    floats = np.array([float(chance) for chance in chances])
    below = 0
    for _ in range(REPLICAS // _TOGETHER):
        drawn = rng.multinomial(coups, floats, size=_TOGETHER)
        below += int((_improbability(drawn, coups, chances) >= observed - _TIED).sum())
    simulated = (1 + below) / (1 + REPLICAS)
    bound = exp(min(0.0, log(tables(coups, len(seen))) + _stirling(coups) - observed))
    return simulated if below else min(simulated, bound)


def log_likelihood(distribution: Sequence[Fraction], tallies: Sequence[int]) -> float:
    """Σ x log p; −∞ if something was tallied that cannot happen."""
    if any(tally and not p for p, tally in zip(distribution, tallies, strict=True)):
        return -inf
    return sum(tally * log(p) for p, tally in zip(distribution, tallies, strict=True) if tally)


POWER = 0.9
ResultDistribution = tuple[Fraction, ...]
"""The probability of each category; of final totals, index 10 · punto's + banco's."""


def divergence(wrong: Sequence[Fraction | int], right: Sequence[Fraction]) -> float:
    """D(wrong‖right) in natural units, for probabilities or for tallies; ∞ if only ``wrong`` has some category."""
    if any(q and not p for q, p in zip(wrong, right, strict=True)):
        return inf
    # Σ p·((1 + t) log(1 + t) − t) with the exact t = q/p − 1, so terms that nearly cancel do so before rounding
    pairs = ((q, p) for q, p in zip(wrong, right, strict=True) if p)
    return sum(float(p) * float(excess(float(q / p - 1))) for q, p in pairs)


@lru_cache(maxsize=1024)
def noncentrality(degrees: int, level: float) -> float:
    """The noncentrality at which a chi-squared test with ``degrees`` of freedom at ``level`` has power `POWER`."""
    critical = scipy_stats().chi2.isf(level, degrees)
    from scipy.special import chndtrinc

    return float(chndtrinc(critical, degrees, 1 - POWER)) if level < POWER else 0.0


def coups_to_tell(wrong: Sequence[Fraction], right: Sequence[Fraction], level: float) -> int | None:
    """The coups from which a test of ``right`` rejects ``wrong`` with power `POWER`; `None` for never."""
    far = divergence(wrong, right)
    return 1 if far == inf else _coups_needed(far, sum(1 for p in right if p) - 1, level)


def coups_for_error(probability: Fraction, error: Fraction, degrees: int, level: float) -> int | None:
    """The coups that find an ``error`` in a category of this probability; `None` where it cannot be so large."""
    return _coups_needed(_divergence_of_error(probability, error), degrees, level)


def _coups_needed(far: float, degrees: int, level: float) -> int | None:
    return ceil(noncentrality(degrees, level) / (2 * far)) if far else None


def _divergence_of_error(probability: Fraction, error: Fraction) -> float:
    wrong = probability + error if 2 * probability <= 1 else probability - error
    if not (0 <= wrong <= 1 and 0 < probability < 1):
        return 0.0
    return divergence((wrong, 1 - wrong), (probability, 1 - probability))


def smallest_error(probability: Fraction, coups: int, degrees: int, level: float) -> float | None:
    """The smallest error in a category's probability that so many coups find; `None` if they find none."""
    if not 0 < probability < 1:
        return None
    p = float(min(probability, 1 - probability))
    needed = noncentrality(degrees, level) / (2 * coups)
    from scipy.optimize import brentq

    def missing(error: float) -> float:
        return float(p * excess(error / p) + (1 - p) * excess(-error / (1 - p))) - needed

    if missing(1 - p) < 0:
        return None
    return float(brentq(missing, 0.0, 1 - p, xtol=1e-15, rtol=1e-12))


def coups_of_a_watch(probabilities: Iterable[Fraction], error: Fraction, level: Fraction) -> int | None:
    """A lower bound on the average coups that a test which may stop at any time needs to find an ``error`` for sure.

    The error is in the category where it is easiest to see; `None` if none can have it. A test of this ``level`` that
    ends almost surely under q needs log(1/level) / D(q‖p) coups or more on average: A. Wald, Sequential Analysis, 1947.
    """
    far = max((_divergence_of_error(p, error) for p in probabilities), default=0.0)
    return max(1, ceil(-log(level) / far)) if far else None


@lru_cache(maxsize=64)
def distribution_of_totals(shoe: Shoe, tableau: Tableau) -> ResultDistribution:
    """The exact distribution of the final totals of a coup from ``shoe``."""
    return distribution_of_counts(Dealer(tableau).finals(shoe).flat)


@lru_cache(maxsize=16)
def mistakes(decks: int, tableau: Tableau) -> dict[Dealt, ResultDistribution]:
    """The distribution of the final totals with each fault in dealing full shoes that has another than ``tableau``."""
    shoe = Shoe.of_decks(decks)
    right = distribution_of_totals(shoe, tableau)
    dealt = (fault for fault in dealing_faults(tableau) if fault.dealer.padded)  # a simulator has nothing to pad
    made = {fault: distribution_of_counts(fault.dealer.finals(shoe).flat) for fault in dealt}
    return {fault: totals for fault, totals in made.items() if totals != right}


def distribution_of_counts(counts: Iterable[int]) -> ResultDistribution:
    """The probability of each category, from how many deals fall into it."""
    counts = tuple(counts)
    deals = sum(counts)
    return tuple(Fraction(count, deals) for count in counts)
