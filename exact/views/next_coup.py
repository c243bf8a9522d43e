"""Tables of the next coup: its outcomes with their counts and probabilities, and the price of the three main bets."""

from exact.analysis.odds import OutcomeOdds
from exact.answers.table import Cell, Column, Count, Rounded, Table, columns_of
from exact.answers.text import Text, _, joined
from exact.game import Outcome
from exact.rules import Rules
from exact.views.layout import decimal

COUNTS_NOTE = _("Counts are of ordered six-card deals with unused positions padded.")


def outcomes(odds: OutcomeOdds, caption: str, digits: int) -> Table:
    """The outcomes of the next coup, each with its count, and its probability as a fraction and as a decimal."""
    rows: list[tuple[Cell, ...]] = []
    for outcome in Outcome:
        probability = odds.probability(outcome)
        rows.append((outcome.text, Count(odds.counts[outcome]), probability, Rounded(probability, digits)))
    columns = columns_of(_("outcome"), _("count"), _("fraction"), Column(_("probability"), key="decimal"))
    return Table("outcomes", caption, columns, rows)


def main_bets(odds: OutcomeOdds, rules: Rules, digits: int) -> Table:
    """The expectation and the house edge of punto, banco and tie under the terms of ``rules``."""
    rows: list[tuple[Cell, ...]] = []
    for bet in Outcome:
        price = odds.price(bet, rules)
        edges = (decimal(edge, digits, percent=True) for edge in (price.house_edge, price.house_edge_resolved))
        rows.append((bet.value, price.expectation, *edges))
    heads = _("bet"), _("expectation"), _("house edge"), Column(_("per resolved stake"), key="house_edge_resolved")
    return Table("bets", _("Bets, per unit staked"), columns_of(*heads), rows)


def rules_text(rules: str, *payoffs: Text | str) -> Text:
    """The line below a table that names its rules, and what they pay."""
    return joined(" ", (_("Rules: {rules}.", rules=rules), *payoffs))


def payoffs_text(rules: Rules) -> Text:
    """The rulebook's payoffs on punto, banco and tie."""
    return _(
        "Payoffs: punto {punto} to 1, banco {banco} to 1, tie {tie} to 1; commission {percent} % of banco's winnings.",
        **rules.payoffs,
        percent=rules.commission * 100,
    )
