"""The exact joint distribution of two facts about the next coup from a shoe.

Each fact is an expression of the language of bets, a number such as punto_total or a condition such as punto_natural, or a
bet, which stands for its categories. Counts are of ordered six-card deals, unused positions padded.

  exact joint punto_total banco_total --decks 8
  exact joint "punto_total - banco_total" "punto_cards + banco_cards" --decks 6
  exact joint dragon-7 "kings + queens" --decks 8 --remove "7 7" --format json

Expressions know numbers, comparisons, + - * // %, and, or, not, in (…), and the names that exact bet --help lists; a
condition has the values 0 and 1. A bet's name with a hyphen is the bet; cards - 4, with blanks, is an expression. Write 0 - x
for what would begin with a minus.
"""

from __future__ import annotations

import argparse
import re
from fractions import Fraction

from exact.analysis.joint import Joint, Variable, count_jointly, variable_of_bet, variable_of_expression
from exact.answers.table import Cell, Column, Rounded, Table
from exact.bets.catalogue import catalogue, find_bet
from exact.bets.vocabulary import known_names
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.rules.tableau import Rules

WIDEST = 10
"""The most columns of a grid; what needs more is printed as a list alone."""
_HYPHENATED = re.compile(r"[a-zA-Z0-9]+(-[a-zA-Z0-9]+)+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact joint``."""
    for name in ("first", "second"):
        parser.add_argument(name, metavar="EXPR", help="an expression, or a bet (exact bets lists them)")
    shoe_options.add_question(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the distribution; always 0."""
    digits, style = shoe_options.printing_of(arguments)
    rules = shoe_options.rules_of(arguments)
    shoe = shoe_options.shoe_of(arguments, rules)
    with waiting("counting"):
        first, second = (_variable(getattr(arguments, name), rules, name) for name in ("first", "second"))
        joint = _joint(first, second, shoe, rules)
    grid = [_grid(joint, rules, shoe)] if len(joint.labels()[1]) <= WIDEST else []
    write_answer(
        style,
        lambda: _as_json(joint, rules, shoe),
        lambda: _list(joint, rules, shoe, digits),
        lambda: [*grid, _list(joint, rules, shoe, digits)],
    )
    return 0


def _joint(first: Variable, second: Variable, shoe: Shoe, rules: Rules) -> Joint:
    try:
        return count_jointly(first, second, shoe, rules.tableau)
    except ExactError as error:
        raise ExactError("first and second", error.value, error.bound) from None


def _variable(text: str, rules: Rules, parameter: str) -> Variable:
    """The bet of this name, unless the language has a name like it; else the expression."""
    hyphenated = _HYPHENATED.fullmatch(text) and not set(text.split("-")) & known_names().keys()
    base = text.partition(":")[0]
    if ".toml" in text or hyphenated or (base in catalogue() and base not in known_names()):
        return variable_of_bet(find_bet(text)[0])
    return variable_of_expression(text, rules.tableau, parameter)


def _as_json(joint: Joint, rules: Rules, shoe: Shoe) -> dict[str, object]:
    return {
        "first": joint.first.text,
        "second": joint.second.text,
        "rules": rules.id,
        "cards": shoe.cards,
        "deals": str(joint.deals),
        "counts": [[row, column, str(count)] for (row, column), count in joint.counts.items()],
        "assumed": list(map(str, rules.assumed)),
    }


def _grid(joint: Joint, rules: Rules, shoe: Shoe) -> Table:
    row_labels, column_labels = joint.labels()
    rows: list[tuple[Cell, ...]] = [
        (str(row), *(Rounded(100 * joint.probability(row, column), 3) for column in column_labels))
        for row in row_labels
    ]
    return Table(
        id="joint-grid",
        caption=f"{joint.first.text} (down) and {joint.second.text} (across), rules {rules.id}, {shoe.cards} cards: per cent",
        columns=(Column(""), *(Column(str(label)) for label in column_labels)),
        rows=rows,
        axes=(joint.first.text, joint.second.text),
    )


def _list(joint: Joint, rules: Rules, shoe: Shoe, digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (row, column, count, Rounded(Fraction(count, joint.deals), digits))
        for (row, column), count in joint.counts.items()
    ]
    assumed = (f"Assumed, for the document does not say: {phrase}" for phrase in shoe_options.assumed_for_bets(rules))
    return Table(
        id="joint",
        caption=f"Counts and probabilities, rules {rules.id}, {shoe.cards} cards",
        columns=tuple(map(Column, (joint.first.text, joint.second.text, "count", "probability"))),
        rows=rows,
        notes=(f"Ordered six-card deals: {joint.deals}", *assumed),
    )
