"""The power of a test: the smallest error it finds, the coups that an error takes, and the classic wrong tables.

The likelihood ratio of n coups from a law q against the exact law p is approximately noncentral chi-squared, with the
test's degrees of freedom and noncentrality 2n·D(q‖p), where D is the Kullback-Leibler divergence (to first order Pearson's
n·Σ (q − p)²/p). A test finds an error if its power is `POWER` at its level. The formula is right if expected tallies are
large; otherwise it is an estimate.

An error of a category adds δ to its probability and scales the other categories to compensate, so that D(q‖p) is that of
two binomial laws. δ points towards one half, where it is harder to see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, log
from typing import NamedTuple

from exact.answers.text import _
from exact.conformance.simulators.statistics import excess, scipy_stats
from exact.engine.coefficients import Coefficients
from exact.engine.compiler import compiled_conditions
from exact.engine.outcomes import INFINITE_SHOE
from exact.game.coup import Side
from exact.game.shoe import MAX_DECKS, Shoe
from exact.reference.walk import walk
from exact.rules.tableau import NO_THIRD, Tableau

POWER = 0.9
_RANKS_AS_POINTS = (4, 8, 8, 8, 4, 4, 4, 4, 4, 4)
"""A deck in which J, Q and K are worth 1, 2 and 3."""

Law = tuple[Fraction, ...]
"""The probability of each category; of final totals, index 10 · punto's + banco's."""


class Mistake(NamedTuple):
    """A classic mistake, and the law of the final totals of a simulator that makes it."""

    name: str
    totals: Law


def divergence(wrong: Sequence[Fraction], right: Sequence[Fraction]) -> float | None:
    """D(wrong‖right) in natural units; `None` if only ``wrong`` has some category, because one coup may show that.

    It is Σ p·((1 + t) log(1 + t) − t) with the exact difference t = q/p − 1, so terms that nearly cancel do so before
    rounding.
    """
    if any(q and not p for q, p in zip(wrong, right, strict=True)):
        return None
    pairs = ((q, p) for q, p in zip(wrong, right, strict=True) if p)
    return sum(float(p) * (excess(float(q / p - 1)) if q else 1.0) for q, p in pairs)


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
    if not 0 < probability < 1 or not 0 <= wrong <= 1:
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
        above = excess(error / p) if error else 0.0
        below = excess(-error / (1 - p)) if error < 1 - p else 1.0
        return p * above + (1 - p) * below - needed

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
    """The classic mistakes of a simulator of full shoes; a mistake that ``tableau`` itself makes has the exact law."""
    shoe = Shoe.of_decks(decks)
    of_tables = [Mistake(name, law_of_totals(shoe, change(tableau))) for name, change in _WRONG_TABLES.items()]
    of_shoes = [
        Mistake(
            _("J, Q, K worth 1, 2, 3"), law_of_totals(Shoe.of_values([decks * n for n in _RANKS_AS_POINTS]), tableau)
        ),
        Mistake(
            _("cards returned after each is dealt"),
            law_of_counts(_by_totals(tableau).counts(INFINITE_SHOE, replaced=True)),
        ),
    ]
    if decks < MAX_DECKS:
        of_shoes.append(Mistake(_("one deck too many"), law_of_totals(Shoe.of_decks(decks + 1), tableau)))
    if decks > 1:
        of_shoes.append(Mistake(_("one deck too few"), law_of_totals(Shoe.of_decks(decks - 1), tableau)))
    return (*of_tables, Mistake(_("naturals ignored: the others draw on"), _without_naturals(shoe, tableau)), *of_shoes)


def law_of_counts(counts: Sequence[int]) -> Law:
    """The probability of each category, from how many deals fall into it."""
    deals = sum(counts)
    return tuple(Fraction(count, deals) for count in counts)


@lru_cache(maxsize=64)
def _by_totals(tableau: Tableau) -> Coefficients:
    """The coefficients of every pair of final totals, in the order of `Law`."""
    conditions = (f"10 * punto_total + banco_total == {index}" for index in range(99))
    return compiled_conditions(tuple(conditions), tableau).coefficients


def _without_naturals(shoe: Shoe, tableau: Tableau) -> Law:
    """The law if 8 and 9 stand but do not stop the other side; by the walk, because the compiler has naturals built in."""

    def decide(punto: int, banco: int, third: int | None) -> Side | None:
        if third is None and punto < 8 and tableau.punto_draws(punto):
            return Side.PUNTO
        column, punto_total = (NO_THIRD, punto) if third is None else (third, (punto + third) % 10)
        return Side.BANCO if banco < 8 and tableau.banco_draws(banco, column, punto_total) else None

    counts = [0] * 100
    for walked in walk(shoe, decide):
        counts[10 * walked.coup.punto.total + walked.coup.banco.total] += walked.ways
    return law_of_counts(counts)


def _always_stands_on_6(right: Tableau) -> Tableau:
    for third in range(NO_THIRD + 1):
        right = right.with_banco(6, third, "S")
    return right


def _as_punto(right: Tableau) -> Tableau:
    return Tableau(right.punto, tuple(letter * 11 for letter in right.punto))


def _ten_as_none(right: Tableau) -> Tableau:
    for total, row in enumerate(right.matrix):
        right = right.with_banco(total, 0, row[NO_THIRD])
    return right


_WRONG_TABLES: dict[str, Callable[[Tableau], Tableau]] = {
    _("banco 3 draws against 8"): lambda right: right.with_banco(3, 8, "D"),
    _("banco 4 draws against 1"): lambda right: right.with_banco(4, 1, "D"),
    _("banco 5 stands against 4"): lambda right: right.with_banco(5, 4, "S"),
    _("banco 6 always stands"): _always_stands_on_6,
    _("banco 6 draws against 6 alone"): lambda right: right.with_banco(6, 7, "S"),
    _("banco 6 draws where punto stands"): lambda right: right.with_banco(6, NO_THIRD, "D"),
    _("banco draws as punto does, to 5"): _as_punto,
    _("punto stands on 5"): lambda right: right.with_punto(5, "S"),
    _("punto draws on 6"): lambda right: right.with_punto(6, "D"),
    _("a third card of ten points, table column 10, read as none"): _ten_as_none,
}
