"""`exact verify --simulated`: the tallies of a simulator, and the options of the statistics for simulators."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from exact.answers.table import Cell, Column, Table
from exact.arithmetic import decimal_text, fraction_text, number_text, parse_whole
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.cli.terminal import waiting
from exact.conformance.simulators.simulated import Category, Report, Tested, check_simulated
from exact.conformance.simulators.tallies import MAX_COUPS, read_tallies
from exact.errors import ExactError
from exact.game.shoe import MAX_DECKS
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD, Rules

CONFORMS, REJECTED = 0, 1
WIDEST = 20
"""A classification with more categories shows, as text, the `FARTHEST` of them alone."""
FARTHEST = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the statistics for simulators."""
    once = shoe_options.Once
    parser.add_argument("--simulated", action=once, metavar="FILE", help="tallies of a simulator, in JSON")
    parser.add_argument(
        "--stream", action="store_true", help="outcomes from standard input, one coup a line, tested as they come"
    )
    parser.add_argument("--decks", action=once, metavar="N", help="the full shoe the simulator deals from")
    help_text = f"a rulebook, document:reading, or a .toml file of your own; default {STANDARD}"
    parser.add_argument("--rules", action=once, metavar="NAME|FILE", help=help_text)
    help_text = "the chance, at most, of rejecting a right simulator; default 0.01"
    parser.add_argument("--level", action=once, metavar="A", default="0.01", help=help_text)
    help_text = "an error in a probability, for which to say how many coups find it; default 0.0001"
    parser.add_argument("--error", action=once, metavar="E", default="0.0001", help=help_text)
    help_text = "with --stream: report every N coups; default 100000"
    parser.add_argument("--every", action=once, metavar="N", default="100000", help=help_text)


def run_simulated(arguments: argparse.Namespace) -> int:
    """Check the tallies; 0 if the simulator conforms, 1 if it is rejected."""
    style = shoe_options.style_of(arguments)
    level = chance(arguments.level, "level")
    error = chance(arguments.error, "error")
    tallies = read_tallies(Path(arguments.simulated))
    rules, decks = game(arguments, tallies.rules, tallies.decks)
    with waiting("testing the tallies"):
        report = check_simulated(tallies, decks, rules.tableau, level, error)
    write_answer(
        style,
        lambda: _as_json(report, rules, decks),
        lambda: _flat_table(report, rules, decks),
        lambda: _tables(report, rules, decks),
    )
    return REJECTED if report.rejected else CONFORMS


def chance(text: str, parameter: str) -> Fraction:
    """A number between 0 and 1 from ``0.01``, ``1/100`` and the like, neither bound included."""
    found = re.fullmatch(r"0?\.\d{1,12}|\d{1,12}/\d{1,12}", text.strip(), re.ASCII)
    value = Fraction(found[0]) if found and not re.search(r"/0+$", found[0]) else Fraction(0)
    if not 0 < value < 1:
        raise ExactError(parameter, text, "must be a number above 0 and below 1, like 0.01 or 1/100")
    return value


def game(arguments: argparse.Namespace, rules_in_file: str | None, decks_in_file: int | None) -> tuple[Rules, int]:
    """The rules and the decks, from the command line, from the file, or by default; raises `ExactError` if two differ."""
    if None not in (arguments.rules, rules_in_file) and arguments.rules != rules_in_file:
        raise ExactError("rules", arguments.rules, f"is given, and the file says {rules_in_file}")
    named = rules_in_file if arguments.rules is None else arguments.rules
    rules = rules_named(STANDARD if named is None else named)
    decks = None if arguments.decks is None else parse_whole(arguments.decks, "decks", 1, MAX_DECKS)
    if None not in (decks, decks_in_file) and decks != decks_in_file:
        raise ExactError("decks", decks, f"is given, and the file says {decks_in_file}")
    found = decks or decks_in_file or rules.decks
    if found is None:
        raise ExactError("decks", rules.id, "states no number of decks: give it with --decks or in the file")
    return rules, found


def _tables(report: Report, rules: Rules, decks: int) -> list[Table]:
    return [
        _summary(report, rules, decks),
        *(_category_table(tested, report) for tested in report.tested),
        _mistake_table(report),
    ]


def _summary(report: Report, rules: Rules, decks: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            tested.name,
            tested.coups,
            tested.fit.method,
            _short(tested.fit.statistic),
            _short(tested.fit.p),
            _short(tested.adjusted),
            _verdict(tested, report),
        )
        for tested in report.tested
    ]
    names = ", ".join(tested.name for tested in report.rejected)
    level = number_text(report.level)
    told = f"Rejected at level {level}: {names}." if names else f"Conforms: nothing is rejected at level {level}."
    return Table(
        id="verify-simulated",
        caption=f"A simulator against the exact law, rules {rules.id}, decks: {decks}",
        columns=tuple(map(Column, ("classification", "tallied", "test", "G", "p", "p by Holm", "verdict"))),
        rows=rows,
        notes=(
            told,
            *_impossible(report),
            "Coups of one shoe are not quite independent: correlations of about -0.00001 make the tests reject a little less.",
        ),
    )


def _impossible(report: Report) -> Iterator[str]:
    for tested in report.tested:
        for category in tested.categories:
            if category.tally and not category.probability:
                yield f"{tested.name}: {category.name} cannot happen and was tallied: {category.tally}."


def _category_table(tested: Tested, report: Report) -> Table:
    shown = tested.categories
    each = f" for each of {len(report.tested)} tests" if len(report.tested) > 1 else ""
    notes = [f"Found: with power 0.9, at level {report.each_level:.3g}{each}."]
    if len(shown) > WIDEST:
        shown = tuple(sorted(shown, key=lambda category: -abs(category.residual or 0.0))[:FARTHEST])
        notes.append(f"Shown are the {FARTHEST} of {len(tested.categories)} categories with the largest residuals.")
    error = number_text(report.error)
    headings = (
        "category",
        "tally",
        "expected",
        "residual",
        "smallest error found",
        f"coups to find an error of {error}",
    )
    rows: list[tuple[Cell, ...]] = [
        (
            category.name,
            category.tally,
            decimal_text(category.probability * tested.coups, 2),
            None if category.residual is None else f"{category.residual:z.2f}",
            _short(category.smallest_error),
            _coups(category.coups_needed),
        )
        for category in shown
    ]
    return Table(f"verify-{tested.name}", tested.name, tuple(map(Column, headings)), rows, tuple(notes))


def _mistake_table(report: Report) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (compared.name, _coups(compared.by_outcomes), _coups(compared.by_totals), _short(compared.p))
        for compared in report.compared
    ]
    headings = ("mistake", "coups by outcomes", "coups by totals", "p of the tallies under it")
    return Table(
        id="verify-mistakes",
        caption="The coups that tell a classic mistake from the exact law",
        columns=tuple(map(Column, headings)),
        rows=rows,
        notes=(f"With power 0.9 at level {report.each_level:.3g}; no number where the rules make no difference.",),
    )


def _verdict(tested: Tested, report: Report) -> str:
    return "rejected" if tested in report.rejected else "conforms"


def _short(value: float | None) -> str | None:
    return None if value is None else f"{value:.4g}"


def _coups(count: int | None) -> int | str | None:
    """A number of coups; beyond what anybody simulates its first digits will do."""
    return count if count is None or count <= MAX_COUPS else f"{float(count):.2g}"


def _as_json(report: Report, rules: Rules, decks: int) -> dict[str, object]:
    return {
        "rules": rules.id,
        "decks": decks,
        "level": number_text(report.level),
        "level_each": report.each_level,
        "error": number_text(report.error),
        "conforms": not report.rejected,
        "tests": [
            {
                "classification": tested.name,
                "tallied": str(tested.coups),
                "test": tested.fit.method,
                "g": tested.fit.statistic,
                "p": tested.fit.p,
                "p_holm": tested.adjusted,
                "verdict": _verdict(tested, report),
                "categories": {category.name: _category_json(category) for category in tested.categories},
            }
            for tested in report.tested
        ],
        "mistakes": [
            {
                "mistake": compared.name,
                "coups_by_outcomes": _text(compared.by_outcomes),
                "coups_by_totals": _text(compared.by_totals),
                "p": compared.p,
            }
            for compared in report.compared
        ],
        "assumed": list(map(str, rules.assumed)),
    }


def _category_json(category: Category) -> dict[str, object]:
    return {
        "tally": str(category.tally),
        "probability": fraction_text(category.probability),
        "residual": category.residual,
        "smallest_error": category.smallest_error,
        "coups_needed": _text(category.coups_needed),
    }


def _text(count: int | None) -> str | None:
    return None if count is None else str(count)


def _flat_table(report: Report, rules: Rules, decks: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for tested in report.tested:
        fit = tested.fit
        figures = (_short(fit.statistic), _short(fit.p), _short(tested.adjusted), _verdict(tested, report))
        rows.append(("test", tested.name, fit.method, tested.coups, None, *figures, None, None, None, None))
        for category in tested.categories:
            found = (_short(category.residual), _short(category.smallest_error), category.coups_needed)
            empty = (None,) * 4
            rows.append(
                ("category", tested.name, category.name, category.tally, category.probability, *empty, *found, None)
            )
    for compared in report.compared:
        needed = (compared.by_outcomes, compared.by_totals)
        rows.append(("mistake", compared.name, None, None, None, None, _short(compared.p), *(None,) * 4, *needed))
    headings = ("kind", "name", "of", "tally", "probability", "g", "p", "p_holm", "verdict")
    powers = ("residual", "smallest_error", "coups_needed", "coups_needed_by_totals")
    columns = tuple(map(Column, ("rules", "decks", "level", "error", *headings, *powers)))
    stated = (rules.id, decks, number_text(report.level), number_text(report.error))
    return Table("verify", "", columns, [(*stated, *row) for row in rows])
