"""Compare a simulator's tallies with the exact law of its game: every test, its power, and the faults that explain it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import inf, log
from typing import NamedTuple

from exact.analysis.dependence import law_of_decks
from exact.bets.catalogue import catalogue
from exact.conformance.simulators.contradictions import check_agreement
from exact.conformance.simulators.power import (
    Law,
    Mistake,
    coups_for_error,
    coups_to_tell,
    law_of_counts,
    law_of_totals,
    mistakes,
    outcomes_of_totals,
    smallest_error,
)
from exact.conformance.simulators.statistics import (
    LARGE,
    Fit,
    goodness_of_fit,
    holm,
    scipy_stats,
    standardised_residual,
)
from exact.conformance.simulators.tallies import OUTCOME_NAMES, PAIR_NAMES, Tallies
from exact.conformance.vectors.dealing import Dealing
from exact.conformance.vectors.small_engine import SmallEngine
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import Tableau

PAIRS = "pairs"
"""The name of the test of two coups of one shoe."""


class Category(NamedTuple):
    """One category of a tested classification."""

    name: str
    tally: int
    probability: Fraction
    residual: float | None
    """Standardised; `None` if the tally cannot vary."""
    smallest_error: float | None
    """The smallest error in its probability that these tallies find with power 0.9; `None` if they find none."""
    coups_needed: int | None
    """The number of coups that find the stated error; `None` if such an error is impossible."""


class Tested(NamedTuple):
    """The test of the tallies of one classification."""

    name: str
    coups: int
    """The sum of the tallies: coups, or pairs of them."""
    fit: Fit
    adjusted: float
    """The p-value after Holm's correction over all classifications."""
    categories: tuple[Category, ...]


class Compared(NamedTuple):
    """A known fault compared with these tallies."""

    fault: str
    """Its id."""
    name: str
    """The fault in words."""
    by_outcomes: int | None
    """The number of coups from which the test of outcomes finds it with power 0.9; `None` if it never does."""
    by_totals: int | None
    """The same by the joint final totals."""
    p: float | None
    """The smallest p-value of the tallies under the fault's law, by Holm's method; `None` if it has no law for any of them."""
    log_likelihood: float
    """The logarithm of the likelihood of the tallies under it, to a constant; −∞ if they cannot come from it."""


class Report(NamedTuple):
    """The result of checking tallies."""

    tested: tuple[Tested, ...]
    compared: tuple[Compared, ...]
    level: Fraction
    each_level: float
    """The level divided by the number of tests, at which Holm's method surely rejects; powers are computed for it."""
    error: Fraction

    @property
    def wrong(self) -> bool:
        """Whether single coups have another law than the right one; two coups of one shoe may depend otherwise, too."""
        return any(tested.name != PAIRS for tested in self.rejected)

    @property
    def fitting(self) -> tuple[Compared, ...]:
        """If the right law is rejected: the faults whose law is not rejected at the same level, the likeliest first."""
        fit = [each for each in self.compared if each.p is not None and each.p > self.level] if self.wrong else []
        return tuple(sorted(fit, key=lambda each: -each.log_likelihood))

    @property
    def nearest(self) -> Compared | None:
        """The fault under whose law the tallies are likeliest, if they can come from one."""
        best = max(self.compared, key=lambda compared: compared.log_likelihood, default=None)
        return None if best is None or best.log_likelihood == -inf else best

    @property
    def rejected(self) -> tuple[Tested, ...]:
        """The classifications that disagree with the exact law, at ``level`` for all of them together."""
        return tuple(tested for tested in self.tested if tested.adjusted <= self.level)


class _Claim(NamedTuple):
    """A classification to test: the names, exact probabilities and tallies of its categories."""

    name: str
    categories: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    tallies: tuple[int, ...]


def check_simulated(tallies: Tallies, decks: int, tableau: Tableau, level: Fraction, error: Fraction) -> Report:
    """Test all the tallies against the exact law of a coup from a full shoe of ``decks`` decks.

    ``level`` bounds the chance that any test rejects a right simulator; ``error`` is the error in a probability for which
    the needed number of coups is computed. Raises `ExactError` for a level or an error not between 0 and 1, for tallies
    that contradict each other, for pairs from a shoe too small to be sure to deal them, and if scipy is not installed.
    """
    for name, value in (("level", level), ("error", error)):
        if not 0 < value < 1:
            raise ExactError(name, str(value), "must be above 0 and below 1")
    check_agreement(tallies)
    scipy_stats()
    tableau.check_by_value()
    claims = list(_claims(tallies, decks, tableau))
    fits = [goodness_of_fit(claim.probabilities, claim.tallies) for claim in claims]
    each_level = float(level) / len(claims)
    tested = tuple(
        Tested(claim.name, sum(claim.tallies), fit, adjusted, tuple(_categories(claim, each_level, error)))
        for claim, fit, adjusted in zip(claims, fits, holm([fit.p for fit in fits]), strict=True)
    )
    return Report(tested, tuple(_compared(tallies, decks, tableau, each_level)), level, each_level, error)


def outcome_probabilities(decks: int, tableau: Tableau) -> dict[Outcome, Fraction]:
    """The exact law of the outcome of a coup from a full shoe."""
    counts = count_outcomes(Shoe.of_decks(decks), tableau)
    return dict(zip(counts, law_of_counts(list(counts.values())), strict=True))


def _claims(tallies: Tallies, decks: int, tableau: Tableau) -> Iterator[_Claim]:
    shoe = Shoe.of_decks(decks)
    if tallies.outcomes is not None:
        chances = tuple(outcome_probabilities(decks, tableau).values())
        yield _Claim("outcomes", OUTCOME_NAMES, chances, tallies.outcomes)
    for name, counted in tallies.bets.items():
        bet = catalogue()[name]
        yield _Claim(name, bet.categories, law_of_counts(count_categories(bet, shoe, tableau)), counted)
    if tallies.totals is not None:
        names = tuple(f"{punto}:{banco}" for punto, banco in product(range(10), repeat=2))
        yield _Claim("totals", names, law_of_totals(shoe, tableau), tallies.totals)
    if tallies.pairs is not None:
        law = law_of_decks(decks, tableau, 2)
        chances = tuple(law.probability(pair) for pair in product(Outcome, repeat=2))
        yield _Claim(PAIRS, PAIR_NAMES, chances, tallies.pairs)


def _categories(claim: _Claim, level: float, error: Fraction) -> Iterator[Category]:
    coups = sum(claim.tallies)
    degrees = sum(1 for p in claim.probabilities if p) - 1
    for name, tally, p in zip(claim.categories, claim.tallies, claim.probabilities, strict=True):
        yield Category(
            name,
            tally,
            p,
            standardised_residual(tally, coups, p),
            smallest_error(p, coups, degrees, level),
            coups_for_error(p, error, degrees, level),
        )


def _compared(tallies: Tallies, decks: int, tableau: Tableau, level: float) -> Iterator[Compared]:
    right = law_of_totals(Shoe.of_decks(decks), tableau)
    outcomes = outcomes_of_totals(right)
    for mistake in mistakes(decks, tableau):
        by_outcomes = outcomes_of_totals(mistake.totals)
        claims = list(_claims_of(mistake, tallies, decks))
        fits = [goodness_of_fit(law, seen).p for law, seen in claims]
        yield Compared(
            mistake.fault.id,
            mistake.name,
            coups_to_tell(by_outcomes, outcomes, level),
            coups_to_tell(mistake.totals, right, level),
            min(holm(fits), default=None),
            sum(_log_likelihood(law, seen) for law, seen in claims),
        )


def _claims_of(mistake: Mistake, tallies: Tallies, decks: int) -> Iterator[tuple[Sequence[Fraction], Sequence[int]]]:
    """The laws of the fault, each with the tallies it is about: totals, else outcomes, and bets that the fault's engine counts.

    Outcomes follow from totals, so a second test of them would only weaken the first. Totals some of which are rare are
    tested by their outcomes, unless one of them cannot happen.
    """
    cannot = tallies.totals is not None and any(
        seen and not p for p, seen in zip(mistake.totals, tallies.totals, strict=True)
    )
    if tallies.totals is not None and (cannot or tallies.coups * min(p for p in mistake.totals if p) >= LARGE):
        yield mistake.totals, tallies.totals
    elif (seen := _outcomes_seen(tallies)) is not None:
        yield outcomes_of_totals(mistake.totals), seen
    for name, counted in tallies.bets.items():
        law = _law_of_bet(mistake, name, decks)
        if law is not None:
            yield law, counted


@lru_cache(maxsize=4096)
def _law_of_bet(mistake: Mistake, name: str, decks: int) -> Law | None:
    """The law of a bet's categories under the fault; `None` if it is not known."""
    engine, bet = mistake.fault.engine, catalogue()[name]
    counts = engine.bet_counts(name, *engine.taken(Granularity.CARDS, [decks] * 52))
    if counts is None and engine == SmallEngine(Dealing(tableau=engine.dealing.tableau)):
        counts = list(count_categories(bet, Shoe.of_decks(decks), engine.dealing.tableau))
    return None if counts is None else law_of_counts(counts)


def _log_likelihood(law: Sequence[Fraction], seen: Sequence[int]) -> float:
    """Σ x log p; −∞ if something was tallied that cannot happen."""
    if any(tally and not p for p, tally in zip(law, seen, strict=True)):
        return -inf
    return sum(tally * log(p) for p, tally in zip(law, seen, strict=True) if tally)


def _outcomes_seen(tallies: Tallies) -> tuple[int, ...] | None:
    """The tallies of outcomes, or those that follow from the totals."""
    if tallies.outcomes is not None or tallies.totals is None:
        return tallies.outcomes
    return tuple(map(int, outcomes_of_totals([Fraction(tally) for tally in tallies.totals])))
