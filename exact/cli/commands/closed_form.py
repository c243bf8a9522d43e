"""The expectation of a bet as one rational function of the number of decks d, in lowest terms, and what is proved of it.

  exact closed-form banco
  exact closed-form dragon-bonus-punto:30-10-4-4-2-2 --format json
  exact closed-form my-bet.toml --rules classic-it

The shoe is full: d decks of 52 cards. The limit is the infinite shoe; the expansion gives the coefficients of 1/d, 1/d^2
and 1/d^3. The proofs hold for every real d ≥ 1, by exact isolation of roots: an interval after «d in» is open and holds
exactly one. In JSON and CSV the coefficients of numerator and denominator ascend from that of d^0.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from exact.analysis.closed_form import (
    ClosedForm,
    Signs,
    closed_form,
    denominator_text,
    edge_sign,
    edge_slope,
    favour_text,
    polynomial_text,
    slope_text,
)
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import fraction_text
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.cli.terminal import waiting
from exact.rules.tableau import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact closed-form``."""
    parser.add_argument(
        "bet", metavar="NAME|FILE", help="a bet (exact bets lists them), bet:pay-table, or a .toml file"
    )
    shoe_options.add_rules(parser)
    shoe_options.add_printing(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the closed form; always 0."""
    digits, style = shoe_options.printing_of(arguments)
    bet, pay_table = find_bet(arguments.bet)
    rules = shoe_options.rules_of(arguments)
    with waiting("counting"):
        form = closed_form(bet, rules.tableau, pay_table)
        proofs = edge_slope(form), edge_sign(form)
    paid = pay_table or next(iter(bet.pay_tables))
    write_answer(
        style,
        lambda: _as_json(bet, paid, rules, form, proofs),
        lambda: _flat_table(bet, paid, rules, form, proofs, digits),
        lambda: [_form_table(bet, paid, rules, form, digits), _proof_table(rules, form, proofs)],
    )
    return 0


def _as_json(bet: Bet, paid: str, rules: Rules, form: ClosedForm, proofs: tuple[Signs, Signs]) -> dict[str, object]:
    slope, edge = proofs
    return {
        "bet": bet.name,
        "pay_table": paid,
        "rules": rules.id,
        "numerator": list(map(str, form.numerator)),
        "denominator": list(map(str, form.denominator)),
        "limit": fraction_text(form.limit),
        "expansion": list(map(fraction_text, form.expansion[1:])),
        "behaviour": f"house edge {slope_text(slope)}",
        "turns": [list(map(fraction_text, at)) for at in slope.changes],
        "favours": favour_text(edge),
        "sign_changes": [list(map(fraction_text, at)) for at in edge.changes],
        "poles": list(map(fraction_text, form.poles)),
        "assumed": list(rules.assumed),
    }


def _form_table(bet: Bet, paid: str, rules: Rules, form: ClosedForm, digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        ("numerator", polynomial_text(form.numerator), None),
        ("denominator", denominator_text(form), None),
        *_expansion_rows(form, digits),
    ]
    return Table(
        id=f"closed-form-{bet.name}",
        caption=f"{bet.title}, pay table {paid}, rules {rules.id}: expectation with d full decks",
        columns=(Column("figure"), Column("exact", 9.0), Column("decimal")),
        rows=rows,
    )


def _expansion_rows(form: ClosedForm, digits: int) -> Iterator[tuple[Cell, ...]]:
    names = ("limit", "1/d", "1/d^2", "1/d^3")
    for name, value in zip(names, form.expansion, strict=True):
        yield name, value, Rounded(value, digits)


def _proof_table(rules: Rules, form: ClosedForm, proofs: tuple[Signs, Signs]) -> Table:
    rows: list[tuple[Cell, ...]] = [(name, words) for name, words in _proved(form, proofs)]
    columns = (Column("of"), Column("proved", 9.0))
    notes = tuple(
        f"Assumed, for the document does not say: {phrase}" for phrase in shoe_options.assumed_for_bets(rules)
    )
    return Table("closed-form-proofs", "Proved for every real d ≥ 1", columns, rows, notes)


def _proved(form: ClosedForm, proofs: tuple[Signs, Signs]) -> Iterator[tuple[str, str]]:
    slope, edge = proofs
    yield "house edge", slope_text(slope)
    yield "favours", favour_text(edge)
    yield "poles", ", ".join(map(fraction_text, form.poles)) or "none"


def _flat_table(bet: Bet, paid: str, rules: Rules, form: ClosedForm, proofs: tuple[Signs, Signs], digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (part, f"d^{power}", coefficient, None)
        for part, coefficients in form._asdict().items()
        for power, coefficient in enumerate(coefficients)
    ]
    rows += [("expansion", *row) for row in _expansion_rows(form, digits)]
    rows += [("proved", name, words, None) for name, words in _proved(form, proofs)]
    rows += [("assumed", phrase, None, None) for phrase in shoe_options.assumed_for_bets(rules)]
    columns = tuple(map(Column, ("bet", "pay_table", "rules", "kind", "name", "value", "decimal")))
    return Table("closed-form", "", columns, [(bet.name, paid, rules.id, *row) for row in rows])
