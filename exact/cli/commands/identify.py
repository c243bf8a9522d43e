"""Find out which figure a published number is, to the digits printed.

It searches an index of what claims can say: probabilities, odds and counts, house edges, expectations, returns and moments of
every bet and pay table of the catalogue and of each of their categories, outcomes given two-card totals, effects of removal and
streaks, with 1 to 16 decks and the infinite shoe; main bets under every shipped reading, and effects of removal, with 6 and 8.
Published figures that print the number are listed too, with the verdict on them. "exact audit" reads every claim.
Exit code 1 if nothing agrees; then the nearest figures follow.

  exact identify 0.4462
  exact identify 1.06%
  exact identify 1/579
  exact identify 2292252566437888
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from exact.analysis.full_shoes import decks_text
from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import FRACTION, Cell, Column, Detailed, Rounded, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import decimal_text
from exact.cli.terminal import waiting
from exact.literature.figures import index
from exact.literature.identify import MOST, Identified, Match, Near, identify
from exact.literature.printed import Agreement, PrintedFigure
from exact.literature.values import Enclosure, Value
from exact.rules.named import all_rules, rules_named
from exact.rules.tableau import STANDARD

_WORDS = {
    Agreement.AGREES: _("agrees"),
    Agreement.ROUNDED: _("rounded"),
    Agreement.TRUNCATED: _("truncated"),
    Agreement.PADDED: _("padded"),
    Agreement.DISAGREES: _("disagrees"),
}
_MORE_DIGITS, _MOST_DIGITS = 4, 30
"""How many decimals more than the printed number readers see of an exact value, and the most."""
_CHANCE_DIGITS = 9
"""The decimals that readers see of a value printed as a chance or as odds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact identify``."""
    parser.add_argument("figure", metavar="FIGURE", help="the number as printed: 0.4462, 44.62%%, 9.5 to 1, a count")


def answer(arguments: argparse.Namespace) -> Answer:
    """What the number may be; the exit code is 1 if nothing agrees."""
    asked = arguments.figure
    with waiting("looking through the figures"):
        identified = identify(asked)
    columns = columns_of(
        _("printed"),
        _("agreement"),
        Column(_("claim"), wrap_cm=6),
        _("decks"),
        _("assumed"),
        Column(_("exact value"), key="exact"),
        _("source"),
    )
    rows = [_match_row(match) for match in identified.matches]
    sections = [
        Section("match", Rows(("matches",)), columns, rows, _("Figures that are printed as {figure}", figure=asked))
    ]
    if identified.near:
        near = columns_of(Column(_("claim"), wrap_cm=6), Column(_("exact value"), key="exact"), _("difference"))
        sections.append(
            Section("near", Rows(("near",)), near, [*map(_near_row, identified.near)], _("Nearest figures"))
        )
    parameters = (
        Parameter("figure", asked),
        Parameter("searched", len(index().values)),
        Parameter("found", identified.found),
        Parameter("by_chance", _chance(identified)),
    )
    code = 0 if any(match.agreement is not Agreement.DISAGREES for match in identified.matches) else 1
    return Answer("identify", parameters, tuple(sections), tuple(_notes(identified)), code=code)


def _match_row(match: Match) -> tuple[Cell, ...]:
    rules = rules_named(match.claim.rules)
    return (
        match.typed,
        _WORDS[match.agreement],
        match.claim.text,
        decks_text(match.decks),
        bool(rules.assumed),
        _exact(match.exact, match.printed),
        "; ".join(f"{row.id} ({row.source.key})" for row in match.rows) or None,
    )


def _near_row(near: Near) -> tuple[Cell, ...]:
    far = (
        _("a digit changed") if near.difference is None else _("off by less than {bound}", bound=bound(near.difference))
    )
    return near.claim.text, _exact(near.exact, near.printed), far


def _exact(value: Value, printed: PrintedFigure) -> Cell:
    """An exact value: a fraction for programs, a decimal for readers, as a percentage where the number is printed as one."""
    digits = _CHANCE_DIGITS if printed.notation else min(max(printed.places, 0) + _MORE_DIGITS, _MOST_DIGITS)
    if isinstance(value, Enclosure):
        return Detailed(value.text(), decimal_text(value.low, digits))
    return Rounded(value, digits if value.denominator > 1 else 0, FRACTION, printed.percent)


def bound(difference: Fraction) -> str:
    """A number above 0 rounded up to one digit, as ``3e-8``.

    >>> bound(Fraction(22, 10**9)), bound(Fraction(96, 100))
    ('3e-8', '1e0')
    """
    exponent = len(str(difference.numerator)) - len(str(difference.denominator)) - 1
    digit = ceil(difference / Fraction(10) ** exponent)
    while digit >= 10:
        exponent += 1
        digit = ceil(difference / Fraction(10) ** exponent)
    return f"{digit}e{exponent}"


def _chance(identified: Identified) -> float:
    return float(f"{identified.by_chance:.2g}")


def _notes(identified: Identified) -> Iterator[Text]:
    searched = _(
        "Figures searched: {searched}. Agreeing: {found}; by chance, at this precision, about {by_chance}.",
        found=identified.found,
        searched=len(index().values),
        by_chance=f"{_chance(identified):g}",
    )
    yield searched
    if identified.found > sum(len(match.decks) for match in identified.matches):
        yield _("Only the first {most} claims are listed: more digits tell them apart.", most=MOST)
    if any(len(match.decks) > 1 for match in identified.matches):
        yield _("An exact value is that of the claim in its row; the figure agrees with every number of decks listed.")
    standard = all_rules()[STANDARD]
    others = [name for name, rules in all_rules().items() if rules.tableau == standard.tableau and name != STANDARD]
    if any({"rules", "model"}.isdisjoint(match.claim.conditions) for match in identified.matches):
        yield _("These rules draw the same cards as standard, in part by assumption: {rules}.", rules=", ".join(others))
