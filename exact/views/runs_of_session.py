"""Tables of runs among coups: how likely, how many, how long, and how well observed numbers fit."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

from exact.analysis.odds import OutcomeOdds
from exact.analysis.sessions import runs
from exact.analysis.sessions.distributions import EXACT_COUPS, ResultDistribution
from exact.analysis.sessions.runs import MAX_STEPS, RunQuestion
from exact.answers.table import Cell, Column, Table, columns_of, figures
from exact.answers.text import Text, _
from exact.game import Outcome
from exact.views.layout import Row, exactly, from_rows
from exact.views.session_result import between

_LISTED = 20
_CONVENTIONS = {
    runs.BREAK: _("Runs of {what}, {length} or more, in {coups} coups; a tie ends a run"),
    runs.SKIP: _("Runs of {what}, {length} or more, in {coups} decided coups; the net win is of {coups} dealt coups"),
    runs.COUNT: _("Runs of {what}, {length} or more, in {coups} coups; ties count as {what}, even ties alone"),
}
_DECIDED = _("Runs of {what}, {length} or more, in {coups} decided coups")


def runs_of(
    question: RunQuestion,
    coup: ResultDistribution,
    odds: OutcomeOdds,
    coups: int,
    digits: int,
    *,
    decided: bool = False,
) -> Iterator[Table]:
    """The probability of runs, their expected number, and the length of the longest."""
    length, (event, tie, deals) = question.length, question.weights(coup, odds)
    trial = runs.trial_of(event, tie, deals, question.convention)
    rows: list[tuple[Cell, ...]] = [
        (_("at least one"), between(runs.at_least_one(trial, length, coups, digits), digits)),
        (_("at least one longer"), between(runs.at_least_one(trial, length + 1, coups, digits), digits)),
        (_("expected"), exactly(runs.expected_runs(trial, length, coups), digits)),
    ]
    if question.convention == runs.SKIP and not decided and coups <= EXACT_COUPS:
        among = runs.at_least_one(runs.Trial(event, deals, tie), length, coups, digits)[0]
        rows.append((_("at least one, ties among the coups"), exactly(among, digits)))
    caption = _DECIDED if decided else _CONVENTIONS[question.convention]
    caption = caption.filled(what=question.event, length=length, coups=coups)
    yield figures("runs", caption, rows)
    at_least = runs.longest_run(trial, coups, digits, MAX_STEPS // 3)
    if not at_least:
        return
    differences = ((max(low - more, Fraction(0)), high - less) for (low, high), (less, more) in pairwise(at_least))
    lengths = zip(at_least, [*(between(difference, digits) for difference in differences), None], strict=True)
    longest: Iterable[Row] = (
        {_("length"): number, _("at least"): between(least, digits), _("exactly"): exactly_so}
        for number, (least, exactly_so) in enumerate(lengths, start=1)
    )
    caption = _("The length of the longest run of {what}", what=question.event)
    yield from_rows("longest_run", caption, longest, most=_LISTED)


def numbers_of(
    question: RunQuestion, coup: ResultDistribution, odds: OutcomeOdds, coups: int, digits: int
) -> Iterator[Table]:
    """The distribution of the number of runs, and those of alternations and of each outcome."""
    weights, counts = question.weights(coup, odds), odds.counts
    tie = 0 if question.convention == runs.SKIP else counts[Outcome.TIE]
    sides = counts[Outcome.PUNTO], counts[Outcome.BANCO], tie
    changes = runs.moves_of_alternations(*sides)  # the most steps, so it is the first to be refused
    numbers = {_("alternations"): runs.distribution_of_number(changes, coups, coups - 1, digits)}
    trial = runs.trial_of(*weights, question.convention)
    number = runs.number_of_runs(trial, question.length, coups, digits)
    cells: Iterator[tuple[Cell, ...]] = (
        (str(count), between(number.bounds(deals), digits)) for count, deals in number.counts.items()
    )
    caption = _("The number of runs of {what}, {length} or more: one that goes on counts once")
    caption = caption.filled(what=question.event, length=question.length)
    columns = columns_of(_("number"), _("probability"))
    yield Table("number_of_runs", caption, columns, [*cells], most=_LISTED)
    for side, weight in zip(Outcome, sides, strict=True):
        moves = [runs.Move(0, 0, weight, 1), runs.Move(0, 0, sum(sides) - weight)]
        numbers[side.text] = runs.distribution_of_number(moves, coups, coups, digits)
    rows: list[tuple[Cell, ...]] = [
        (count, *(between(each.bounds(each.counts.get(count, 0)), digits) for each in numbers.values()))
        for count in range(coups + 1)
    ]
    caption = _("The numbers of alternations and of each outcome; a tie is passed over between punto and banco")
    yield Table("numbers", caption, columns_of(_("number"), *numbers), rows, most=0)


RunFit = tuple[str, Fraction, Fraction, Text | str, float | None, float | None]
"""The convention, the probability that a coup lengthens a run, the expected runs, the test, its statistic, p-value."""


def fits(rows: Iterable[RunFit], shoes: int, digits: int) -> Table:
    """The test of observed numbers of runs under each convention for a tie."""
    cells: list[tuple[Cell, ...]] = []
    for ties, chance, mean, method, statistic, p in rows:
        result = None if statistic is None else f"{statistic:.6f}", None if p is None else f"{p:.6g}"
        cells.append((ties, exactly(chance, digits), exactly(mean, digits), method, *result))
    of_test = _("test"), _("statistic"), Column(_("p-value"), key="p_value")
    columns = columns_of(_("ties"), _("probability"), _("expected runs"), *of_test)
    caption = _("How well the numbers of runs of {shoes} shoes fit, by what a tie does", shoes=shoes)
    neglected = _(
        "the coups of a shoe are taken as independent; numbers expected fewer than five times are joined; "
        "a G test has the p-value that it tends to with many shoes."
    )
    return Table("fit", caption, columns, cells, neglects=neglected)
