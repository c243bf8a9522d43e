"""What a notebook shows of every value that a person may hold: the table that stands for it, in HTML, Markdown or mathematics."""

from __future__ import annotations

from functools import singledispatch

from exact.analysis import joint as joint_distribution
from exact.analysis import odds as outcome_odds
from exact.analysis.odds import Distribution
from exact.answers.answer import Answer
from exact.answers.table import Cell, Column, Table
from exact.arithmetic import number_text
from exact.bets.bet import INLINE, Bet
from exact.errors import ExactError
from exact.game.cards import RANKS, SUIT_NAMES, Granularity, class_names
from exact.game.shoe import Shoe
from exact.library.results import Joint, Odds, Price, table_of_distribution, table_of_joint, table_of_odds
from exact.report import notebook
from exact.rules.tableau import NO_THIRD, Rules

_OTHERWISE = "every other coup"


def representation(shown: object, style: str) -> str:
    """``shown`` as ``html``, ``markdown`` or ``latex``; an answer, or one of the kinds that `table_of` knows."""
    return notebook.representation(shown if isinstance(shown, Answer) else table_of(shown), style)


@singledispatch
def table_of(shown: object) -> Table:
    """The table that a notebook shows for a value; raises `ExactError` for what is not shown as one."""
    raise ExactError("shown", type(shown).__name__, "is not shown as a table")


@table_of.register
def _(shown: Table) -> Table:
    return shown


@table_of.register
def _(shown: Shoe) -> Table:
    caption = f"A shoe of {shown.cards} cards, described by {shown.granularity.text}"
    if shown.granularity != Granularity.CARDS:
        columns = tuple(map(Column, class_names(shown.granularity)))
        return Table("shoe", caption, columns, [shown.counts])
    rows: list[tuple[Cell, ...]] = [
        (name, *shown.counts[index :: len(SUIT_NAMES)]) for index, name in enumerate(SUIT_NAMES)
    ]
    return Table("shoe", caption, (Column("suit"), *map(Column, RANKS)), rows)


@table_of.register
def _(shown: Bet) -> Table:
    conditions = [condition.text for condition in shown.classification.conditions]
    conditions += [_OTHERWISE] * (len(shown.categories) - len(conditions))
    heads = ["pays" if name == INLINE else f"pays, {name}" for name in shown.pay_tables]
    rows: list[tuple[Cell, ...]] = [
        (category, conditions[index], *(number_text(payoffs[index]) for payoffs in shown.pay_tables.values()))
        for index, category in enumerate(shown.categories)
    ]
    notes = ("Payoffs are net wins per unit staked.", *([shown.note] if shown.note else []))
    columns = tuple(map(Column, ("category", "condition", *heads)))
    return Table(shown.name, shown.title or shown.name, columns, rows, notes)


table_of.register(outcome_odds.OutcomeOdds, table_of_odds)
table_of.register(Distribution, table_of_distribution)
table_of.register(joint_distribution.JointDistribution, table_of_joint)


@table_of.register
def _(shown: Rules) -> Table:
    columns = ("banco", *map(str, range(NO_THIRD)), "none")
    rows: list[tuple[Cell, ...]] = [(total, *row) for total, row in enumerate(shown.tableau.matrix)]
    draws = ", ".join(str(total) for total in range(8) if shown.tableau.punto_draws(total))
    payoffs = ", ".join(f"{bet} {number_text(payoff)} to 1" for bet, payoff in shown.payoffs.items())
    notes = (
        "D draws, S stands: banco's total down, punto's third card across.",
        f"Punto draws on {draws or 'no total'}.",
        f"Payoffs: {payoffs}; commission {number_text(shown.commission * 100)} % of banco's winnings; on a tie, punto and banco {shown.ties}.",
        *(f"Assumed (the document is silent): {assumption}" for assumption in shown.assumed),
    )
    return Table("rules", f"Rules {shown.id}", tuple(map(Column, columns)), rows, notes)


@table_of.register
def _(shown: Price | Odds | Joint) -> Table:
    return shown.to_table()
