"""The results of testing a simulator's tallies, as an answer."""

from __future__ import annotations

from collections.abc import Iterator

from exact.answers.answer import Answer, Keyed, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Count, Detailed, Rounded, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import decimal_text, number_text
from exact.conformance.simulators.simulated import Report, Tested
from exact.conformance.simulators.tallies import MAX_COUPS
from exact.rules.tableau import Rules

_WIDEST = 20
"""For a classification with more categories, plain text shows only the `_FARTHEST` with the largest residuals."""
_FARTHEST = 8
_DIGITS = 12
_SHOWN_FAULTS = 3


def report(checked: Report, rules: Rules, decks: int) -> Answer:
    """Every test, every category and the known faults; the exit code is 1 if the simulator is rejected."""
    names = ", ".join(tested.name for tested in checked.rejected)
    level = number_text(checked.level)
    verdict = (
        _("Rejected at level {level}: {names}.", level=level, names=names)
        if names
        else _("Conforms: nothing is rejected at level {level}.", level=level)
    )
    dependence = _(
        "Coups of one shoe are not quite independent: correlations of about -0.00001 make the tests reject a little less."
    )
    return Answer(
        "verify-simulated",
        (
            Parameter("rules", rules.id),
            Parameter("decks", decks),
            Parameter("level", level),
            Parameter("level_each", checked.each_level),
            Parameter("error", number_text(checked.error)),
            Parameter("conforms", not checked.rejected),
            Parameter("faults", [{"fault": each.fault, "words": each.name, "p": each.p} for each in checked.fitting]),
        ),
        (
            _tests(checked, rules, decks)._replace(
                notes=(verdict, *_explained(checked), *_impossible(checked), dependence)
            ),
            *(_categories(tested, checked) for tested in checked.tested),
            _mistakes(checked),
        ),
        assumptions=rules.assumed,
        code=1 if checked.rejected else 0,
    )


def _tests(checked: Report, rules: Rules, decks: int) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            tested.name,
            Count(tested.coups),
            tested.fit.method,
            _short(tested.fit.statistic),
            _short(tested.fit.p),
            _short(tested.adjusted),
            Detailed("rejected", _("rejected"), wrong=True) if tested in checked.rejected else _("conforms"),
        )
        for tested in checked.tested
    ]
    columns = columns_of(
        _("classification"),
        _("tallied"),
        _("test"),
        Column("G", key="g"),
        "p",
        Column(_("p by Holm"), key="p_holm"),
        _("verdict"),
    )
    caption = _("A simulator against the exact law, rules {rules}, decks: {decks}", rules=rules.id, decks=decks)
    return Section("test", Rows(("tests",)), columns, rows, caption)


def _explained(checked: Report) -> Iterator[Text]:
    """The faults whose law fits rejected tallies, the likeliest first; or that none does."""
    fitting = checked.fitting
    for compared in fitting[:_SHOWN_FAULTS]:
        yield _("The tallies fit a known fault: {fault} (p = {p}).", fault=compared.name, p=f"{compared.p:.2g}")
    more = len(fitting) - _SHOWN_FAULTS
    if more == 1:
        yield _("They fit another known fault as well.")
    elif more > 1:
        yield _("They fit {number} other known faults as well.", number=more)
    if len(fitting) > 1:
        yield _("More coups or finer tallies, such as totals, tell faults that fit from each other.")
    if not checked.wrong or fitting:
        return
    near = checked.nearest
    if near is None or near.p is None:
        yield _("None of the known faults explains this.")
    else:
        yield _(
            "None of the known faults explains this; nearest: {fault} (p = {p}).", fault=near.name, p=f"{near.p:.2g}"
        )


def _impossible(checked: Report) -> Iterator[Text]:
    for tested in checked.tested:
        for category in tested.categories:
            if category.tally and not category.probability:
                yield _(
                    "{test}: {category} cannot happen and was tallied: {tally}.",
                    test=tested.name,
                    category=category.name,
                    tally=category.tally,
                )


def _categories(tested: Tested, checked: Report) -> Section:
    """The categories of a classification; a large one is sorted by residual, largest first."""
    categories = tested.categories
    wide = len(categories) > _WIDEST
    if wide:
        categories = tuple(sorted(categories, key=lambda category: -abs(category.residual or 0.0)))
    rows: list[tuple[Cell, ...]] = [
        (
            category.name,
            Count(category.tally),
            Rounded(category.probability, _DIGITS, FRACTION),
            decimal_text(category.probability * tested.coups, 2),
            None if category.residual is None else Detailed(category.residual, f"{category.residual:z.2f}"),
            _short(category.smallest_error),
            _coups(category.coups_needed),
        )
        for category in categories
    ]
    columns = columns_of(
        _("category"),
        _("tally"),
        _("probability"),
        Column(_("expected"), derived=True),
        _("residual"),
        Column(_("smallest error found"), key="smallest_error"),
        Column(_("coups to find an error of {error}", error=number_text(checked.error)), key="coups_needed"),
    )
    level = f"{checked.each_level:.3g}"
    each = _(
        "Found: with power 0.9, at level {level} for each of {tests} tests.", level=level, tests=len(checked.tested)
    )
    one = _("Found: with power 0.9, at level {level}.", level=level)
    form = Keyed(("tests", ("classification", tested.name), "categories"))
    notes = (each if len(checked.tested) > 1 else one,)
    return Section("category", form, columns, rows, tested.name, notes, most=_FARTHEST if wide else None)


def _mistakes(checked: Report) -> Section:
    """Every fault; those that fit rejected tallies come first, then the easiest to find."""
    fitting = checked.fitting
    others = sorted(
        (each for each in checked.compared if each not in fitting),
        key=lambda each: each.by_totals or MAX_COUPS,
    )
    rows: list[tuple[Cell, ...]] = [
        (
            compared.name,
            _coups(compared.by_outcomes),
            _coups(compared.by_totals),
            _short(compared.p),
            Detailed(compared.fault, compared.fault),
        )
        for compared in (*fitting, *others)
    ]
    columns = columns_of(
        Column(_("fault"), key="mistake"),
        _("coups by outcomes"),
        _("coups by totals"),
        Column(_("p of the tallies under it"), key="p"),
        Column("id", key="fault_id"),
    )
    note = _(
        "With power 0.9 at level {level}; no number where the rules make no difference.",
        level=f"{checked.each_level:.3g}",
    )
    caption = _("Coups needed to detect each known fault")
    return Section("mistake", Rows(("mistakes",)), columns, rows, caption, (note,), most=_FARTHEST)


def _short(value: float | None) -> Cell:
    return None if value is None else Detailed(value, f"{value:.4g}")


def _coups(count: int | None) -> Cell:
    """A number of coups; readers see only the first digits of a number that nobody can simulate."""
    if count is None or count <= MAX_COUPS:
        return None if count is None else Count(count)
    return Detailed(str(count), f"{float(count):.2g}")
