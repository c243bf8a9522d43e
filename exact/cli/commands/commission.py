"""Banco's house edge by the size of the stake, where the commission is rounded to a unit.

A commission rounded in the player's favour is nothing on small stakes, which turns the edge around. Shown are the
edge of each stake, the best and the worst, every stake that favours the player, and the limit as stakes grow.
Rate and favour are the rulebook's unless given; where it is silent, rounding is in the player's favour. The shoe is the
rulebook's, or 8 decks where it states none.

  exact commission --unit 1 --rate 5% --stakes 1..200
  exact commission --unit 0.50 --stakes 1..100:0.5 --rules classic-it --favour house
  exact commission --unit 5 --stakes 25,50,100 --decks 6 --format csv
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.commission import (
    FAVOURS,
    BancoOdds,
    Commission,
    StakeStudy,
    banco_odds,
    favourable_stakes,
    make_commission,
    rulebook_commission,
    study_stakes,
)
from exact.analysis.odds import odds_of_shoe
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import decimal_text, fraction_text, number_text
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.errors import ExactError, near_misses
from exact.rules.rulebook_file import money
from exact.rules.tableau import Rules

MAX_STAKES = 100_000


class _Answer(NamedTuple):
    rules: Rules
    cards: int
    study: StakeStudy
    odds: BancoOdds
    commission: Commission
    assumed: list[str]
    digits: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact commission``."""
    once = shoe_options.Once
    parser.add_argument("--unit", action=once, metavar="AMOUNT", required=True, help="smallest unit it is paid in")
    parser.add_argument("--rate", action=once, metavar="PERCENT", help="rate, like 5%%; default the rulebook's")
    parser.add_argument(
        "--favour", action=once, metavar="WHOM", help="player, house or nearest; default the rulebook's"
    )
    parser.add_argument("--stakes", action=once, metavar="STAKES", required=True, help="1..200, 1..200:0.5 or 25,50")
    shoe_options.add_question(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the study; always 0."""
    digits, style = shoe_options.printing_of(arguments)
    rules = shoe_options.rules_of(arguments)
    commission = _commission(arguments, rules)
    stakes = _stakes(arguments.stakes)
    if not (arguments.decks or arguments.values or arguments.ranks or rules.decks):
        arguments.decks = "8"
    shoe = shoe_options.shoe_of(arguments, rules)
    odds = banco_odds(odds_of_shoe(shoe, rules.tableau), rules)
    study = study_stakes(stakes, odds, commission)
    answer = _Answer(rules, shoe.cards, study, odds, commission, _assumed(rules, arguments.favour), digits)
    write_answer(style, lambda: _as_json(answer), lambda: _with_terms(answer), lambda: [_table(answer)])
    return 0


def _commission(arguments: argparse.Namespace, rules: Rules) -> Commission:
    unit = shoe_options.amount_of(arguments.unit, "unit")
    if arguments.favour is not None and arguments.favour not in FAVOURS[:-1]:
        hint = near_misses(arguments.favour, list(FAVOURS[:-1]))
        end = f": {hint}" if hint.startswith("did") else ""
        raise ExactError("favour", arguments.favour, f"must be one of player, house, nearest{end}")
    commission = rulebook_commission(rules, unit, arguments.favour)
    if arguments.rate is None:
        return commission
    return make_commission(money(arguments.rate, "rate", 0, 1), unit, commission.favour)


def _stakes(text: str) -> list[Fraction]:
    if ".." not in text:
        return [shoe_options.amount_of(part, "stakes") for part in text.split(",")]
    ends, colon, step_text = text.partition(":")
    first, last = (shoe_options.amount_of(part, "stakes") for part in ends.split("..", 1))
    step = shoe_options.amount_of(step_text, "stakes") if colon else Fraction(1)
    if last < first:
        raise ExactError("stakes", text, "must run upwards, like 1..200")
    steps = (last - first) // step
    if steps >= MAX_STAKES:
        raise ExactError("stakes", text, f"are {steps + 1}; the bound is {MAX_STAKES}")
    return [first + step * number for number in range(int(steps) + 1)]


def _table(answer: _Answer) -> Table:
    rules, cards, study, odds, commission, assumed, digits = answer
    rows: list[tuple[Cell, ...]] = [
        (
            number_text(stake, 2),
            number_text(commission.on(stake * odds.payoff), 2),
            Rounded(edge, digits),
            "player" if edge < 0 else "house" if edge > 0 else "nobody",
        )
        for stake, edge in study.edges
    ]
    (best, best_edge), (worst, worst_edge) = study.best, study.worst
    notes = (
        f"Best stake {number_text(best, 2)}: {decimal_text(best_edge, digits)}; "
        f"worst stake {number_text(worst, 2)}: {decimal_text(worst_edge, digits)}.",
        f"Stakes that favour the player, to the cent: {favourable_stakes(odds, commission).text}.",
        f"Limit as stakes grow: {decimal_text(odds.limit(commission), digits)}.",
        *(f"Assumed, for the document does not say: {phrase}" for phrase in assumed),
    )
    unit = number_text(commission.unit or Fraction(0), 2)
    caption = (
        f"House edge of banco, rules {rules.id}, {cards} cards: commission {number_text(commission.rate * 100)} % "
        f"in units of {unit}, rounded in favour of: {commission.favour}"
    )
    return Table(
        "commission", caption, tuple(map(Column, ("stake", "commission", "house edge", "favours"))), rows, notes
    )


def _with_terms(answer: _Answer) -> Table:
    """The table for CSV, which has no notes: what the rows rest on as columns."""
    table, commission, assumed = _table(answer), answer.commission, answer.assumed
    terms = (answer.rules.id, number_text(commission.unit or Fraction(0), 2), commission.favour)
    columns = tuple(map(Column, ("rules", "unit", "favour", "assumed")))
    return table._replace(
        columns=table.columns + columns, rows=[(*row, *terms, "; ".join(assumed) or None) for row in table.rows]
    )


def _assumed(rules: Rules, favour: str | None) -> list[str]:
    """What the rulebook leaves unsaid; the command's own options settle the unit, and the favour where it is given."""
    phrases = [assumption.phrase for assumption in rules.assumed if assumption.clause != "commission_rounding"]
    silent = favour is None and rules.rounding == "nobody"
    return [*phrases, *(["commission rounded in favour of the player"] if silent else [])]


def _as_json(answer: _Answer) -> dict[str, object]:
    rules, cards, study, odds, commission, assumed, digits = answer

    def entry(stake: Fraction, edge: Fraction) -> dict[str, str]:
        return {
            "stake": number_text(stake, 2),
            "commission": number_text(commission.on(stake * odds.payoff), 2),
            "fraction": fraction_text(edge),
            "house_edge": decimal_text(edge, digits),
        }

    favourable = favourable_stakes(odds, commission)
    ranges = [
        [number_text(first, 2), None if last is None else number_text(last, 2)] for first, last in favourable.ranges
    ]
    return {
        "rules": rules.id,
        "cards": cards,
        "rate": fraction_text(commission.rate),
        "unit": number_text(commission.unit or Fraction(0), 2),
        "favour": commission.favour,
        "limit": fraction_text(odds.limit(commission)),
        "best": entry(*study.best),
        "worst": entry(*study.worst),
        "favourable": ranges,
        "favourable_complete": favourable.complete,
        "stakes": [entry(*pair) for pair in study.edges],
        "assumed": assumed,
    }
