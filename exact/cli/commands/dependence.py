"""How far the successive coups of a shoe depend on each other: the exact joint law of the first 1 to 4 of them.

Shown are the joint law, streaks against independent coups, the correlation of two coups, and the chances of the next coup
given the outcomes before it. The shoe must hold six cards for every coup. Counts are ordered deals of six cards for
every coup, unused positions padded. Four coups of 6 or 8 full decks under the standard drawing rules are kept with the
program; of another shoe they take about a minute on two cores.

  exact dependence --decks 8
  exact dependence --decks 6 --coups 3 --remove "9 9 K"
  exact dependence --decks 8 --coups 4 --format csv
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.analysis.coup_sequences import MAX_COUPS, histories
from exact.analysis.dependence import JointLaw, correlations, law_of_shoe, orders
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import decimal_text, fraction_text, parse_whole
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.cli.terminal import progress_bar
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.dependence import (
    CORRELATION_HEADINGS,
    FOLLOWING_HEADINGS,
    JOINT_HEADINGS,
    STREAK_HEADINGS,
    correlation_rows,
    following_rows,
    joint_rows,
    streak_rows,
)
from exact.rules.tableau import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact dependence``."""
    help_text = f"how many coups, 1 to {MAX_COUPS}; default 2"
    parser.add_argument("--coups", action=shoe_options.Once, metavar="M", default="2", help=help_text)
    shoe_options.add_question(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the law; always 0."""
    digits, style = shoe_options.printing_of(arguments)
    coups = parse_whole(arguments.coups, "coups", 1, MAX_COUPS)
    rules = shoe_options.rules_of(arguments)
    shoe = shoe_options.shoe_of(arguments, rules)
    with progress_bar() as progress:
        law = law_of_shoe(shoe, rules.tableau, coups, progress)
    write_answer(
        style,
        lambda: _as_json(shoe, rules, law, digits),
        lambda: _flat_table(rules, law, digits),
        lambda: _tables(rules, law, digits),
    )
    return 0


def _as_json(shoe: Shoe, rules: Rules, law: JointLaw, digits: int) -> dict[str, object]:
    return {
        "rules": rules.id,
        "cards": law.cards,
        "values": list(shoe.values),
        "coups": law.coups,
        "deals": str(law.deals),
        "joint": [
            {
                "outcomes": [side.value for side in outcomes],
                "orders": orders(outcomes),
                "count": str(law.count(outcomes)),
                **_against_independent(law, outcomes, digits),
            }
            for outcomes in histories(law.coups)
        ],
        "streaks": [
            {"outcome": side.value, "in_a_row": length, **_against_independent(law, (side,) * length, digits)}
            for side in Outcome
            for length in range(2, law.coups + 1)
        ],
        "correlations": {
            name: None if value is None else _number(value, digits) for name, value in correlations(law, rules).items()
        },
        "next": [
            {
                "history": [side.value for side in history],
                "outcomes": _numbers(law.following(history), digits),
            }
            for length in range(law.coups)
            for history in histories(length)
        ],
        "assumed": list(rules.assumed),
    }


def _number(value: Fraction, digits: int) -> dict[str, str]:
    return {"fraction": fraction_text(value), "decimal": decimal_text(value, digits)}


def _numbers(chances: dict[Outcome, Fraction] | None, digits: int) -> dict[str, dict[str, str]] | None:
    return None if chances is None else {side.value: _number(chance, digits) for side, chance in chances.items()}


def _against_independent(law: JointLaw, outcomes: tuple[Outcome, ...], digits: int) -> dict[str, str]:
    probability, independent = law.probability(outcomes), law.independent(outcomes)
    return {
        **_number(probability, digits),
        "if_independent": decimal_text(independent, digits),
        "difference": decimal_text(probability - independent, digits),
    }


def _tables(rules: Rules, law: JointLaw, digits: int) -> list[Table]:
    assumed = tuple(f"Assumed, for the document does not say: {phrase}" for phrase in rules.assumed)
    joint = Table(
        id="dependence-joint",
        caption=f"The first coups of a shoe, rules {rules.id}, {law.cards} cards, coups: {law.coups}",
        columns=tuple(map(Column, JOINT_HEADINGS)),
        rows=joint_rows(law, digits),
        notes=(
            f"Ordered deals of {6 * law.coups} cards: {law.deals}",
            "Every order of the same outcomes is equally likely; figures are those of one order.",
            *assumed,
        ),
    )
    if law.coups == 1:
        return [joint]
    streaks = Table("dependence-streaks", "Streaks", tuple(map(Column, STREAK_HEADINGS)), streak_rows(law, digits))
    correlation = Table(
        "dependence-correlations",
        "Correlation of any two of the coups",
        tuple(map(Column, CORRELATION_HEADINGS)),
        correlation_rows(law, rules, digits),
    )
    following = Table(
        "dependence-next",
        "The next coup given the outcomes before it, in any order",
        tuple(map(Column, FOLLOWING_HEADINGS)),
        following_rows(law, digits),
    )
    return [joint, streaks, correlation, following]


def _flat_table(rules: Rules, law: JointLaw, digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    sequences = [("joint", outcomes) for outcomes in histories(law.coups)]
    sequences += [("streak", (side,) * length) for side in Outcome for length in range(2, law.coups + 1)]
    for kind, outcomes in sequences:
        probability, independent = law.probability(outcomes), law.independent(outcomes)
        figures = (probability, Rounded(probability, digits), Rounded(independent, digits))
        name = " ".join(side.value for side in outcomes)
        rows.append((kind, name, orders(outcomes), None, law.count(outcomes), *figures))
    for name, value in correlations(law, rules).items():
        rows.append(
            ("correlation", name, None, None, None, value, None if value is None else Rounded(value, digits), None)
        )
    for length in range(law.coups):
        for history in histories(length):
            name = " ".join(side.value for side in history)
            for side, chance in (law.following(history) or {}).items():
                rows.append(("next", name, None, side.value, None, chance, Rounded(chance, digits), None))
    rows += [("assumed", phrase, None, None, None, None, None, None) for phrase in rules.assumed]
    headings = ("kind", "name", "orders", "next", "count", "fraction", "decimal", "if_independent")
    columns = tuple(map(Column, ("rules", "cards", "coups", "deals", *headings)))
    start = (rules.id, law.cards, law.coups, law.deals)
    return Table("dependence", "", columns, [(*start, *row) for row in rows])
