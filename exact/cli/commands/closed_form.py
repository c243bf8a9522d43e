"""A bet's expectation as one rational function of the number of decks d, in lowest terms, with proofs.

  exact closed-form banco
  exact closed-form dragon-bonus-punto:30-10-4-4-2-2 --format json
  exact closed-form my-bet.toml --rules classic-it

The shoe is full: d decks of 52 cards. The limit is the infinite shoe; the expansion gives the coefficients of 1/d,
1/d^2 and 1/d^3. The proofs hold for every real d ≥ 1, by exact isolation of roots: an interval after "d in" is open and
holds exactly one root. In JSON and CSV the coefficients of numerator and denominator ascend from that of d^0.
"""

from __future__ import annotations

import argparse

from exact.analysis.closed_form import closed_form, edge_sign, edge_slope, factored_text, polynomial_text
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import fraction_text
from exact.bets.main_bets import bet_under
from exact.cli import options
from exact.cli.terminal import waiting
from exact.views.bet_price import expansion, proofs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact closed-form``."""
    options.add_bet(parser)
    options.add_rules(parser)
    options.add_digits(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The closed form and its proofs."""
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    bet = bet_under(arguments.bet, rules)
    with waiting("counting"):
        form = closed_form(bet, rules.tableau)
        slope, edge = edge_slope(form), edge_sign(form)
    caption = _(
        "{title}, pay table {pay_table}, rules {rules}: expectation with d full decks",
        title=bet.title, pay_table=bet.paying_table, rules=rules.id,
    )  # fmt: skip
    return Answer(
        "closed-form",
        (
            Parameter("bet", bet.name),
            Parameter("pay_table", bet.paying_table),
            Parameter("rules", rules.id),
            Parameter("numerator", list(map(str, form.numerator)), _("Numerator"), (polynomial_text(form.numerator),)),
            Parameter(
                "denominator", list(map(str, form.denominator)), _("Denominator"), (factored_text(form.denominator),)
            ),
            Parameter("expansion", list(form.expansion[1:]), None),
            Parameter("turns", [list(at) for at in slope.changes], None),
            Parameter("sign_changes", [list(at) for at in edge.changes], None),
            Parameter("poles", list(form.poles), _("Poles"), (", ".join(map(fraction_text, form.poles)) or "–",)),
        ),
        (expansion(form, caption, digits), proofs(slope, edge)),
        assumptions=rules.assumed,
        sources=(rules.to_line(), bet.to_line()),
    )
