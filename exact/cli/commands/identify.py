"""Find out which figure of the game a published number is, to the digits printed.

Counts, probabilities, house edges per stake and per resolved stake, returns and odds of punto, banco and tie, for
1 to 16 decks and the infinite shoe, 5 % or 4 % commission, tie at 8 or 9 to 1, under every shipped reading.
Exit code 1 if it is none of them.

  exact identify 0.4462
  exact identify 1.06%
  exact identify 2292252566437888
"""

from __future__ import annotations

import argparse

from exact.analysis.full_shoes import decks_text
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import BOTH, Cell, Column, Count, Rounded, columns_of
from exact.answers.text import Text, _
from exact.cli.terminal import waiting
from exact.literature.identify import Match, identify
from exact.literature.printed import Agreement, PrintedFigure
from exact.rules.named import all_rules
from exact.rules.tableau import STANDARD


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact identify``."""
    parser.add_argument("figure", metavar="FIGURE", help="the number as printed: 0.4462, 44.62%%, 9.5/1, a count")


def answer(arguments: argparse.Namespace) -> Answer:
    """The matches; the exit code is 1 if there is none."""
    asked = arguments.figure
    printed = PrintedFigure.parse(asked)
    figures = [(asked, printed)]
    if not printed.percent and 1 <= abs(printed.scaled) / 10**printed.places < 100:
        figures.append((f"{asked} %", printed.as_percentage()))  # people omit the sign
    with waiting("looking through the figures"):
        matched = [(text, figure, identify(figure)) for text, figure in figures]
    rows = [_row(text, match, figure) for text, figure, matches in matched for match in matches]
    columns = columns_of(
        _("printed"),
        _("agreement"),
        _("figure"),
        _("decks"),
        Column(_("rules"), wrap_cm=4),
        _("assumed"),
        _("exact value"),
    )
    caption = _("Figures of the game that are printed as {figure}", figure=asked)
    return Answer(
        "identify",
        (Parameter("figure", asked),),
        (Section("match", Rows(("matches",)), columns, rows, caption),),
        _notes(asked, [match for *_others, matches in matched for match in matches]),
        code=0 if rows else 1,
    )


def _row(printed: str, match: Match, figure: PrintedFigure) -> tuple[Cell, ...]:
    """A match; its value is that of the first deck count, with four digits more than the printed number."""
    value = match.nearest
    rules = (STANDARD,) if STANDARD in match.rules else match.rules
    return (
        printed,
        _("to the digits printed") if match.agreement is Agreement.AGREES else _("rounded or truncated"),
        match.quantity.name,
        decks_text(match.decks),
        ", ".join(rules),
        bool(all_rules()[rules[0]].assumed),
        Count(value) if value.denominator == 1 else Rounded(value, figure.places + 4, BOTH, figure.percent),
    )


def _notes(asked: str, matches: list[Match]) -> tuple[Text, ...]:
    if not matches:
        bounds = _(
            "{figure} is not a figure of the main bets under any shipped reading, with 1 to 16 decks or the infinite shoe.",
            figure=asked,
        )
        return (bounds,)
    notes = []
    if any(len(match.decks) > 1 for match in matches):
        notes.append(_("An exact value is that of the first number of decks in its row."))
    others = next((match.rules[1:] for match in matches if STANDARD in match.rules), ())
    if others:
        same = _(
            "These rules draw the same cards as standard, in part by assumption: {rules}.", rules=", ".join(others)
        )
        notes.append(same)
    return tuple(notes)
