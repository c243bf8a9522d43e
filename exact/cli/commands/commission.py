"""Banco's house edge by the size of the stake, if the commission is rounded to a unit.

A commission rounded in the player's favour is zero on small stakes, so the player has the edge. You see the edge of each
stake, the best and the worst stake, every stake that favours the player, and the limit as stakes grow. The rate and the
rounding are the rulebook's unless you give them; if the rulebook is silent, rounding favours the player.

  exact commission --unit 1 --commission 5% --stake 1..200
  exact commission --unit 0.50 --stake 1..100:0.5 --rules classic-it --favour house
  exact commission --unit 5 --stake 25,50,100 --decks 6 --format csv
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import groupby

from exact.analysis.commission import (
    FAVOURS,
    ROUNDING,
    BancoOdds,
    Commission,
    StakeStudy,
    banco_odds,
    favourable_stakes,
    rulebook_commission,
    study_stakes,
)
from exact.analysis.odds import odds_of_shoe
from exact.answers.answer import Answer, Keyed, Parameter, Rows, Section
from exact.answers.assumption import Assumption
from exact.answers.table import Cell, Column, Count, Rounded, columns_of
from exact.answers.text import _, pgettext
from exact.arithmetic import number_text
from exact.cli import options
from exact.errors import ExactError
from exact.inputs import near_misses
from exact.rules.rulebook_file import money
from exact.rules.tableau import Rules

MAX_STAKES = 100_000

_FAVOURED = {"player": _("player"), "house": _("house"), "nearest": _("nearest")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact commission``."""
    once = options.Once
    parser.add_argument(
        "--unit", action=once, metavar="AMOUNT", required=True, help="the smallest unit of the commission"
    )
    parser.add_argument(
        "--commission", "--rate", action=once, metavar="PERCENT", help="rate, like 5%%; default the rulebook's"
    )
    parser.add_argument(
        "--favour", action=once, metavar="WHOM", help="player, house or nearest; default the rulebook's"
    )
    parser.add_argument(
        "--stake", "--stakes", action=once, metavar="STAKES", required=True, help="1..200, 1..200:0.5 or 25,50"
    )
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The edge of every stake."""
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    commission = _commission(arguments, rules)
    stakes = _stakes(arguments.stake)
    shoe = options.shoe_of(arguments, rules)
    odds = banco_odds(odds_of_shoe(shoe, rules.tableau), rules)
    favourable = favourable_stakes(odds, commission)
    ranges = [
        [number_text(first, 2), None if last is None else number_text(last, 2)] for first, last in favourable.ranges
    ]
    return Answer(
        "commission",
        (
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
            Parameter("rate", commission.rate, _("Commission"), (f"{number_text(commission.rate * 100)} %",)),
            Parameter("unit", number_text(commission.unit or Fraction(0), 2), _("In units of")),
            Parameter("favour", commission.favour, _("Rounded in favour of"), (_FAVOURED[commission.favour],)),
            Parameter("favourable", ranges, _("Stakes that favour the player, in whole cents"), (favourable.text,)),
            Parameter("favourable_complete", favourable.complete),
        ),
        _sections(study_stakes(stakes, odds, commission), odds, commission, digits, rules, shoe.cards),
        assumptions=_assumptions(rules, commission),
        sources=(rules.to_line(),),
    )


def _commission(arguments: argparse.Namespace, rules: Rules) -> Commission:
    unit = options.amount_of(arguments.unit, "unit")
    if arguments.favour is not None and arguments.favour not in FAVOURS[:-1]:
        hint = near_misses(arguments.favour, FAVOURS[:-1])
        end = f": {hint}" if hint.close else ""
        raise ExactError("favour", arguments.favour, f"must be one of player, house, nearest{end}")
    commission = rulebook_commission(rules, unit, arguments.favour)
    if arguments.commission is None:
        return commission
    return commission._replace(rate=money(arguments.commission, "commission", 0, 1))


def _stakes(text: str) -> list[Fraction]:
    if ".." not in text:
        return [options.amount_of(part, "stake") for part in text.split(",")]
    ends, colon, step_text = text.partition(":")
    first, last = (options.amount_of(part, "stake") for part in ends.split("..", 1))
    step = options.amount_of(step_text, "stake") if colon else Fraction(1)
    if last < first:
        raise ExactError("stake", text, "must be an ascending range, like 1..200")
    steps = (last - first) // step
    if steps >= MAX_STAKES:
        raise ExactError("stake", text, f"has {steps + 1} stakes; the bound is {MAX_STAKES}")
    return [first + step * number for number in range(int(steps) + 1)]


def _sections(
    study: StakeStudy, odds: BancoOdds, commission: Commission, digits: int, rules: Rules, cards: int
) -> tuple[Section, ...]:
    def row(stake: Fraction, edge: Fraction) -> tuple[Cell, ...]:
        favours = pgettext("favoured", "nobody")
        if edge:
            favours = pgettext("favoured", "player") if edge < 0 else pgettext("favoured", "house")
        charged = number_text(commission.on(stake * odds.payoff), 2)
        return number_text(stake, 2), charged, edge, Rounded(edge, digits, percent=True), favours

    columns = columns_of(_("stake"), _("commission"), _("fraction"), _("house edge"), _("favours"))
    limit = odds.limit(commission)
    summary: list[tuple[Cell, ...]] = [
        (pgettext("stake", "best"), *row(*study.best)),
        (pgettext("stake", "worst"), *row(*study.worst)),
        (_("limit"), None, None, limit, Rounded(limit, digits, percent=True), None),
    ]
    caption = _("House edge of banco by stake, rules {rules}, {cards} cards", rules=rules.id, cards=cards)
    rows = [row(*pair) for pair in study.edges]
    every = Section("stake", Rows(("stakes",)), columns, rows, caption)
    merged = _merged(rows)
    return (
        *([every] if len(merged) == len(rows) else _with_merged(every, merged)),
        Section(
            "summary",
            Keyed(("summary",)),
            columns_of(_("case"), *columns),
            summary,
            _("Best stake, worst stake, and the limit as stakes grow"),
        ),
    )


def _with_merged(every: Section, merged: list[tuple[Cell, ...]]) -> tuple[Section, Section]:
    """Two sections: for readers one row for all stakes that pay alike, for programs every stake."""
    columns = (every.columns[0], Column(_("stakes")), *every.columns[1:])
    listed = every._replace(caption=_("Every stake"), detail=True)
    return Section("range", None, columns, merged, every.caption), listed


def _merged(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """The rows with equal commission and edge, where they follow each other, as one row with their number."""
    merged: list[tuple[Cell, ...]] = []
    for values, equal in groupby(rows, key=lambda row: row[1:]):
        stakes = [str(row[0]) for row in equal]
        merged.append(("–".join(dict.fromkeys((stakes[0], stakes[-1]))), Count(len(stakes)), *values))
    return merged


def _assumptions(rules: Rules, commission: Commission) -> tuple[Assumption, ...]:
    """The points on which the rulebook is silent; the options settle the unit and, if given, the favour."""
    others = tuple(assumption for assumption in rules.assumed if assumption.clause != ROUNDING)
    return (*others, *(assumption for assumption in commission.assumed if assumption.clause == ROUNDING))
