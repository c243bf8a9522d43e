"""The table of a law: of the outcomes, of a bet's payoff, or of two facts together."""

from __future__ import annotations

from exact.analysis import joint as joint_law
from exact.analysis import odds as outcome_law
from exact.analysis.odds import Distribution
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import decimal_text, number_text, root_text

DIGITS = 9


def table_of_odds(shown: outcome_law.Odds) -> Table:
    """The outcomes with their counts and probabilities."""
    rows: list[tuple[Cell, ...]] = [
        (outcome.value, count, shown.probability(outcome), Rounded(shown.probability(outcome), DIGITS))
        for outcome, count in shown.counts.items()
    ]
    columns = tuple(map(Column, ("outcome", "count", "fraction", "probability")))
    return Table("odds", "Outcomes of the next coup", columns, rows, (f"Counts are out of {shown.deals} deals.",))


def table_of_distribution(shown: Distribution) -> Table:
    """The categories with their counts, probabilities, payoffs and contributions."""
    rows: list[tuple[Cell, ...]] = [
        (
            *(category, shown.counts[index], shown.probability(index), Rounded(shown.probability(index), DIGITS)),
            *(number_text(shown.payoffs[index]), Rounded(shown.contribution(index), DIGITS)),
        )
        for index, category in enumerate(shown.categories)
    ]
    columns = tuple(map(Column, ("category", "count", "fraction", "probability", "pays", "contribution")))
    deviation = root_text(shown.variance, DIGITS)
    notes = (
        f"Counts are out of {shown.deals} deals.",
        f"House edge {decimal_text(shown.house_edge, DIGITS)}, standard deviation {deviation}, per unit staked.",
    )
    return Table("distribution", "What the bet pays on the next coup", columns, rows, notes)


def table_of_joint(shown: joint_law.Joint) -> Table:
    """The probability of each pair of labels, to be shaded."""
    labels, across = shown.labels()
    rows: list[tuple[Cell, ...]] = [
        (str(row), *(Rounded(shown.probability(row, column), DIGITS) for column in across)) for row in labels
    ]
    caption = f"{shown.first.text} (down) and {shown.second.text} (across): probabilities"
    columns = (Column(""), *(Column(str(label)) for label in across))
    axes = (shown.first.text, shown.second.text)
    return Table("joint", caption, columns, rows, (f"Counts are out of {shown.deals} deals.",), axes=axes)
