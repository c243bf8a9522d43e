"""Test a simulator's tallies against the exact odds of its game, and name the known faults that explain a failure."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import inf

from exact.analysis.dependence import distribution_of_decks
from exact.answers.table import Answer, Cell, Column, Count, Detailed, Parameter, Table, Value, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import decimal_text, number_text
from exact.bets.catalogue import catalogue
from exact.conformance.simulators import statistics
from exact.conformance.simulators.sequential import explained
from exact.conformance.simulators.tallies import MAX_COUPS, OUTCOME_NAMES, PAIR_NAMES, Tallies, check_agreement
from exact.conformance.vectors.dealer import Dealer, Dealt, outcomes_of_totals
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.records import Record
from exact.rules import Rules, Tableau
from exact.views.layout import exactly

PAIRS = "pairs"


class TallyTest(Record):
    """The test of one classification of the coups, with the exact probability and the tally of each category."""

    name: str
    categories: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    tallies: tuple[int, ...]
    fit: statistics.Fit
    adjusted: float  #: The p-value after Holm's correction over all classifications


class Compared(Record, kw_only=True):
    """A known fault compared with these tallies."""

    fault: Dealt
    by_outcomes: int | None  # the coups from which the test of outcomes finds it with power 0.9, if it ever does
    by_totals: int | None
    p: float | None
    """The smallest p-value of the tallies under the fault, by Holm's method; `None` if it predicts none of them."""
    log_likelihood: float
    """The logarithm of the likelihood of the tallies under it, to a constant; −∞ if they cannot come from it."""


class SimulatorCheck(Record, kw_only=True):
    """The tests of a simulator's tallies, and every known fault compared with them."""

    tested: tuple[TallyTest, ...]
    compared: tuple[Compared, ...]
    level: Fraction
    each_level: float
    """The level divided by the number of tests, at which Holm's method surely rejects; powers are computed for it."""
    error: Fraction

    @property
    def rejected(self) -> tuple[TallyTest, ...]:
        """The classifications that disagree with the exact odds, at ``level`` for all of them together."""
        return tuple(tested for tested in self.tested if tested.adjusted <= self.level)

    @property
    def wrong(self) -> bool:
        """Whether single coups have other odds than the right ones; two coups of one shoe may depend otherwise, too."""
        return any(tested.name != PAIRS for tested in self.rejected)

    @property
    def fitting(self) -> tuple[Compared, ...]:
        """If single coups are rejected: the faults that are not rejected at the same level, the likeliest first."""
        fit = [each for each in self.compared if each.p is not None and each.p > self.level] if self.wrong else []
        return tuple(sorted(fit, key=lambda each: -each.log_likelihood))

    @property
    def nearest(self) -> Compared | None:
        """The fault under which the tallies are likeliest, if they can come from one."""
        possible = (each for each in self.compared if each.log_likelihood > -inf)
        return max(possible, key=lambda each: each.log_likelihood, default=None)


def check_simulated(tallies: Tallies, decks: int, tableau: Tableau, level: Fraction, error: Fraction) -> SimulatorCheck:
    """Test all the tallies against the exact odds of a coup from a full shoe of ``decks`` decks.

    ``level`` bounds the chance that any test rejects a right simulator; ``error`` is the error in a probability for
    which the needed number of coups is computed; both are between 0 and 1. Raises `ExactError` for tallies that
    contradict each other, for pairs from a shoe too small to be sure to deal them, and if scipy is not installed.
    """
    check_agreement(tallies)
    statistics.scipy_stats()
    tableau.check_by_value()
    tests = list(_classifications(tallies, decks, tableau))
    fits = [statistics.goodness_of_fit(exact, seen) for _, _, exact, seen in tests]
    adjusted = statistics.holm([fit.p for fit in fits])
    tested = tuple(TallyTest(*test, fit, p) for test, fit, p in zip(tests, fits, adjusted, strict=True))
    each_level = float(level) / len(tests)
    compared = tuple(_compared(tallies, decks, tableau, each_level))
    return SimulatorCheck(tested=tested, compared=compared, level=level, each_level=each_level, error=error)


def outcome_probabilities(decks: int, tableau: Tableau) -> dict[Outcome, Fraction]:
    """The exact probabilities of the outcomes of a coup from a full shoe."""
    counts = count_outcomes(Shoe.of_decks(decks), tableau)
    return dict(zip(counts, statistics.distribution_of_counts(counts.values()), strict=True))


def _classifications(
    tallies: Tallies, decks: int, tableau: Tableau
) -> Iterator[tuple[str, tuple[str, ...], statistics.ResultDistribution, tuple[int, ...]]]:
    shoe = Shoe.of_decks(decks)
    if tallies.outcomes is not None:
        yield "outcomes", OUTCOME_NAMES, tuple(outcome_probabilities(decks, tableau).values()), tallies.outcomes
    for name, counted in tallies.bets.items():
        bet = catalogue()[name]
        yield name, bet.categories, statistics.distribution_of_counts(count_categories(bet, shoe, tableau)), counted
    if tallies.totals is not None:
        names = tuple(f"{punto}:{banco}" for punto, banco in product(range(10), repeat=2))
        yield "totals", names, statistics.distribution_of_totals(shoe, tableau), tallies.totals
    if tallies.pairs is not None:
        distribution = distribution_of_decks(decks, tableau, 2)
        probabilities = tuple(distribution.probability(pair) for pair in product(Outcome, repeat=2))
        yield PAIRS, PAIR_NAMES, probabilities, tallies.pairs


def _compared(tallies: Tallies, decks: int, tableau: Tableau, level: float) -> Iterator[Compared]:
    right = statistics.distribution_of_totals(Shoe.of_decks(decks), tableau)
    outcomes = outcomes_of_totals(right)
    for fault, totals in statistics.mistakes(decks, tableau).items():
        claims = list(_claims_of(fault.dealer, totals, tallies, decks))
        fits = [statistics.goodness_of_fit(distribution, seen) for distribution, seen in claims]
        yield Compared(
            fault=fault,
            by_outcomes=statistics.coups_to_tell(outcomes_of_totals(totals), outcomes, level),
            by_totals=statistics.coups_to_tell(totals, right, level),
            p=min(statistics.holm([fit.p for fit in fits]), default=None),
            log_likelihood=sum(statistics.log_likelihood(distribution, seen) for distribution, seen in claims),
        )


def _claims_of(
    dealer: Dealer, distribution: statistics.ResultDistribution, tallies: Tallies, decks: int
) -> Iterator[tuple[Sequence[Fraction], Sequence[int]]]:
    """Probabilities under the fault and their tallies: totals, else outcomes, and bets that its engine counts.

    Outcomes follow from totals, so a second test of them would only weaken the first. Totals some of which are rare are
    tested by their outcomes, unless one of them cannot happen.
    """
    outcomes, totals = tallies.outcomes, tallies.totals
    if totals is not None and (
        any(tally and not p for p, tally in zip(distribution, totals, strict=True))
        or tallies.coups * min(p for p in distribution if p) >= statistics.LARGE
    ):
        yield distribution, totals
    elif outcomes is not None or totals is not None:
        yield outcomes_of_totals(distribution), outcomes or outcomes_of_totals(totals)
    for name, counted in tallies.bets.items():
        if (of_bet := _distribution_of_bet(dealer, distribution, name, decks)) is not None:
            yield of_bet, counted


@lru_cache(maxsize=4096)
def _distribution_of_bet(
    dealer: Dealer, totals: statistics.ResultDistribution, name: str, decks: int
) -> statistics.ResultDistribution | None:
    """The probabilities of a bet's categories under the fault; `None` if they are not known."""
    if name in OUTCOME_NAMES:
        outcomes = outcomes_of_totals(totals)
        won, tied = outcomes[OUTCOME_NAMES.index(name)], outcomes[2]
        return (won, 1 - won) if name == "tie" else (won, tied, 1 - won - tied)
    if dealer != Dealer(dealer.tableau):
        return None
    return statistics.distribution_of_counts(count_categories(catalogue()[name], Shoe.of_decks(decks), dealer.tableau))


_WIDEST, _FARTHEST = 20, 8
"""For a classification with more categories, plain text shows only the `_FARTHEST` with the largest residuals."""


def report(checked: SimulatorCheck, rules: Rules, decks: int) -> Answer:
    """Every test, every category and the known faults; the exit code is 1 if the simulator is rejected."""
    facts: dict[str, Value] = {"rules": rules.id, "decks": decks, "level": number_text(checked.level)}
    facts |= {"level_each": checked.each_level, "error": number_text(checked.error), "conforms": not checked.rejected}
    facts["faults"] = [{"fault": of.fault.id, "words": of.fault.words, "p": of.p} for of in checked.fitting]
    return Answer(
        "verify-simulated",
        tuple(Parameter(key, value) for key, value in facts.items()),
        (_tests(checked, rules, decks), *(_categories(test, checked) for test in checked.tested), _mistakes(checked)),
        assumptions=rules.assumed,
        code=int(bool(checked.rejected)),
    )


def _tests(checked: SimulatorCheck, rules: Rules, decks: int) -> Table:
    names, level = ", ".join(tested.name for tested in checked.rejected), number_text(checked.level)
    verdict = (
        _("Rejected at level {level}: {names}.") if names else _("Conforms: nothing is rejected at level {level}.")
    )
    dependence = _(
        "Coups of one shoe are not quite independent: correlations of about -0.00001 make the tests reject a little "
        "less."
    )
    rows: list[tuple[Cell, ...]] = []
    for tested in checked.tested:
        shown = map(_short, (tested.fit.statistic, tested.fit.p, tested.adjusted))
        own = Detailed("rejected", _("rejected"), wrong=True) if tested in checked.rejected else _("conforms")
        rows.append((tested.name, Count(sum(tested.tallies)), tested.fit.method, *shown, own))
    figures = Column("G", key="g"), "p", Column(_("p by Holm"), key="p_holm")
    columns = columns_of(_("classification"), _("tallied"), _("test"), *figures, _("verdict"))
    caption = _("A simulator against the exact distribution, rules {rules}, decks: {decks}")
    impossible = [
        _("{test}: {category} cannot happen and was tallied: {tally}.", test=tested.name, category=name, tally=tally)
        for tested in checked.tested
        for name, p, tally in zip(tested.categories, tested.probabilities, tested.tallies, strict=True)
        if tally and not p
    ]
    fitting = [words for words in map(_with_p, checked.fitting) if words]
    causes = explained(fitting, _with_p(checked.nearest)) if checked.wrong else ()
    notes = (verdict.filled(level=level, names=names), *causes, *impossible, dependence)
    return Table("tests", caption.filled(rules=rules.id, decks=decks), columns, rows, notes)


def _with_p(compared: Compared | None) -> Text | None:
    if compared is None or compared.p is None:
        return None
    return _("{fault} (p = {p})", fault=compared.fault.words, p=f"{compared.p:.2g}")


def _categories(tested: TallyTest, checked: SimulatorCheck) -> Table:
    """The categories of a classification; a large one is sorted by residual, largest first."""
    level, degrees = checked.each_level, sum(1 for p in tested.probabilities if p) - 1
    coups = sum(tested.tallies)
    rows: list[tuple[float, tuple[Cell, ...]]] = []
    for name, p, tally in zip(tested.categories, tested.probabilities, tested.tallies, strict=True):
        residual = statistics.standardised_residual(tally, coups, p)
        shown = None if residual is None else Detailed(residual, f"{residual:z.2f}")
        error = _short(statistics.smallest_error(p, coups, degrees, level))
        needed = _coups(statistics.coups_for_error(p, checked.error, degrees, level))
        cells = name, Count(tally), exactly(p, 12), decimal_text(p * coups, 2), shown, error, needed
        rows.append((abs(residual or 0.0), cells))
    columns = columns_of(
        *(_("category"), _("tally"), _("probability"), Column(_("expected"), derived=True), _("residual")),
        Column(_("smallest error found"), key="smallest_error"),
        Column(_("coups to find an error of {error}", error=number_text(checked.error)), key="coups_needed"),
    )
    most = None
    if len(rows) > _WIDEST:
        most = _FARTHEST
        rows.sort(key=lambda entry: -entry[0])
    tests = len(checked.tested)
    each = _("Found: with power 0.9, at level {level} for each of {tests} tests.", level=f"{level:.3g}", tests=tests)
    note = each if tests > 1 else _("Found: with power 0.9, at level {level}.", level=f"{level:.3g}")
    return Table(tested.name, tested.name, columns, [row for _residual, row in rows], (note,), most=most)


def _mistakes(checked: SimulatorCheck) -> Table:
    fitting = checked.fitting
    others = [each for each in checked.compared if each not in fitting]
    rows: list[tuple[Cell, ...]] = [
        (of.fault.words, _coups(of.by_outcomes), _coups(of.by_totals), _short(of.p), Detailed(of.fault.id, of.fault.id))
        for of in (*fitting, *sorted(others, key=lambda each: each.by_totals or MAX_COUPS))
    ]
    heads = Column(_("fault"), key="mistake"), _("coups by outcomes"), _("coups by totals")
    columns = columns_of(*heads, Column(_("p of the tallies under it"), key="p"), Column("id", key="fault_id"))
    level = f"{checked.each_level:.3g}"
    note = _("With power 0.9 at level {level}; no number where the rules make no difference.", level=level)
    return Table("mistakes", _("Coups needed to detect each known fault"), columns, rows, (note,), most=_FARTHEST)


def _short(value: float | None) -> Cell:
    return None if value is None else Detailed(value, f"{value:.4g}")


def _coups(count: int | None) -> Cell:
    """A number of coups; readers see only the first digits of a number that nobody can simulate."""
    if count is None or count <= MAX_COUPS:
        return None if count is None else Count(count)
    return Detailed(str(count), f"{float(count):.2g}")
