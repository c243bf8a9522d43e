"""The power of a test: the smallest error it finds, the coups that an error takes, and the laws of faults.

The likelihood ratio of n coups from a law q against the exact law p is approximately noncentral chi-squared, with the
test's degrees of freedom and noncentrality 2n·D(q‖p), where D is the Kullback-Leibler divergence (to first order Pearson's
n·Σ (q − p)²/p). A test finds an error if its power is `POWER` at its level. The formula is right if expected tallies are
large; otherwise it is an estimate.

An error of a category adds δ to its probability and scales the other categories to compensate, so that D(q‖p) is that of
two binomial laws. δ points towards one half, where it is harder to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, log
from typing import NamedTuple

from exact.answers.text import Text
from exact.conformance.simulators.statistics import excess, scipy_stats
from exact.conformance.vectors.dealing import TOTALS
from exact.conformance.vectors.faults.dealing_faults import Dealt, dealing_faults
from exact.conformance.vectors.small_engine import SmallEngine
from exact.engine.coefficients import Coefficients
from exact.engine.compiler import compiled_conditions
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau

POWER = 0.9

Law = tuple[Fraction, ...]
"""The probability of each category; of final totals, index 10 · punto's + banco's."""


class Mistake(NamedTuple):
    """A fault in dealing, and the law of the final totals of a simulator that has it."""

    fault: Dealt
    totals: Law

    @property
    def name(self) -> Text:
        """The fault in words."""
        return self.fault.words


def divergence(wrong: Sequence[Fraction], right: Sequence[Fraction]) -> float | None:
    """D(wrong‖right) in natural units; `None` if only ``wrong`` has some category, because one coup may show that.

    It is Σ p·((1 + t) log(1 + t) − t) with the exact difference t = q/p − 1, so terms that nearly cancel do so before
    rounding.
    """
    if any(q and not p for q, p in zip(wrong, right, strict=True)):
        return None
    pairs = ((q, p) for q, p in zip(wrong, right, strict=True) if p)
    return sum(float(p) * float(excess(float(q / p - 1))) for q, p in pairs)


_LEAST = 1e-6
"""The smallest noncentrality that can be distinguished from zero."""


@lru_cache(maxsize=1024)
def noncentrality(degrees: int, level: float) -> float:
    """The noncentrality at which a chi-squared test with ``degrees`` of freedom at ``level`` has power `POWER`."""
    stats = scipy_stats()
    from scipy.optimize import brentq

    critical = stats.chi2.isf(level, degrees)

    def power_missing(noncentral: float) -> float:
        return float(stats.ncx2.sf(critical, degrees, noncentral)) - POWER

    if power_missing(_LEAST) >= 0:  # at a level as high as the power, no error is needed
        return 0.0
    highest = 10.0
    while power_missing(highest) < 0:
        highest *= 2
    return float(brentq(power_missing, _LEAST, highest, xtol=1e-9))


def coups_to_tell(wrong: Sequence[Fraction], right: Sequence[Fraction], level: float) -> int | None:
    """The coups from which a test of ``right`` finds a simulator of law ``wrong`` with power `POWER`; `None` for never."""
    far = divergence(wrong, right)
    if far is None:
        return 1
    degrees = sum(1 for p in right if p) - 1
    return ceil(noncentrality(degrees, level) / (2 * far)) if far else None


def coups_for_error(probability: Fraction, error: Fraction, degrees: int, level: float) -> int | None:
    """The coups from which an ``error`` in a category of this probability is found; `None` where it cannot be so large."""
    far = _divergence_of_error(probability, error)
    return ceil(noncentrality(degrees, level) / (2 * far)) if far else None


def _divergence_of_error(probability: Fraction, error: Fraction) -> float | None:
    """D(wrong‖right) of a category with this ``error`` and the others together; `None` where it cannot be so large."""
    wrong = probability + error if 2 * probability <= 1 else probability - error
    if not 0 <= wrong <= 1:
        return None
    return divergence((wrong, 1 - wrong), (probability, 1 - probability))


def smallest_error(probability: Fraction, coups: int, degrees: int, level: float) -> float | None:
    """The smallest error in a category's probability that ``coups`` coups find; `None` if not even the largest is found."""
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

    The error is in the category where it is easiest to see; `None` if no category can have it. No test of this ``level`` that
    ends almost surely under the wrong law q needs fewer than log(1/level) / D(q‖p) on average: A. Wald, Sequential
    Analysis, 1947.
    """
    far = max((_divergence_of_error(p, error) or 0.0 for p in probabilities), default=0.0)
    return max(1, ceil(-log(level) / far)) if far else None


def outcomes_of_totals(totals: Sequence[Fraction]) -> Law:
    """The law of punto, banco and tie that follows from a law of final totals."""
    sums = [Fraction(0)] * 3
    for index, p in enumerate(totals):
        punto, banco = divmod(index, 10)
        sums[0 if punto > banco else 1 if banco > punto else 2] += p
    return tuple(sums)


@lru_cache(maxsize=64)
def law_of_totals(shoe: Shoe, tableau: Tableau) -> Law:
    """The exact law of the final totals of a coup from ``shoe``."""
    return law_of_counts(_by_totals(tableau).counts(shoe.values))


@lru_cache(maxsize=16)
def mistakes(decks: int, tableau: Tableau) -> tuple[Mistake, ...]:
    """The faults in dealing with which a simulator of full shoes has another law than that of ``tableau``."""
    right = law_of_totals(Shoe.of_decks(decks), tableau)
    made = (Mistake(fault, _law(fault.engine, decks)) for fault in dealing_faults(tableau) if fault.simulated)
    return tuple(mistake for mistake in made if mistake.totals != right)


def _law(engine: SmallEngine, decks: int) -> Law:
    """The law of the final totals of a simulator that deals as ``engine`` does; a total of ten is tallied as 0."""
    finals = engine.finals(*engine.taken(Granularity.CARDS, [decks] * 52))
    counts = [0] * 100
    for punto in range(TOTALS):
        for banco in range(TOTALS):
            counts[10 * (punto % 10) + banco % 10] += int(finals[punto, banco])
    return law_of_counts(counts)


def law_of_counts(counts: Sequence[int]) -> Law:
    """The probability of each category, from how many deals fall into it."""
    deals = sum(counts)
    return tuple(Fraction(count, deals) for count in counts)


@lru_cache(maxsize=64)
def _by_totals(tableau: Tableau) -> Coefficients:
    """The coefficients of every pair of final totals, in the order of `Law`."""
    conditions = (f"10 * punto_total + banco_total == {index}" for index in range(99))
    return compiled_conditions(tuple(conditions), tableau).coefficients
