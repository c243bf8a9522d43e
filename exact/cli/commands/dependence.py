"""The exact joint law of the first 1 to 4 coups of a shoe: how much successive coups depend on each other.

You see the joint law, streaks compared with independent coups, the correlation of two coups, and the chances of the next
coup given the outcomes before it. The shoe must hold six cards for every coup. Counts are ordered deals of six cards for
every coup, with unused positions padded. The law of four coups from 6 or 8 full decks under the standard drawing rules comes
with the program; another large shoe takes about a minute on two cores.

  exact dependence --decks 8
  exact dependence --decks 6 --coups 3 --remove "9 9 K"
  exact dependence --decks 8 --coups 4 --format csv
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from exact.analysis.coup_sequences import MAX_COUPS, histories
from exact.analysis.dependence import JointLaw, correlations, law_of_shoe, orders
from exact.answers.answer import Answer, Keyed, Parameter, Rows, Section
from exact.answers.table import BOTH, Cell, Column, Count, Rounded, columns_of
from exact.answers.text import _
from exact.cli import options, run_options
from exact.cli.terminal import progress_bar
from exact.game.coup import Outcome
from exact.inputs import parse_whole
from exact.rules.tableau import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact dependence``."""
    help_text = f"the number of coups, 1 to {MAX_COUPS}; default 2"
    parser.add_argument("--coups", action=options.Once, metavar="M", default="2", help=help_text)
    run_options.add_run_options(parser)
    options.add_question(parser)


def answer(arguments: argparse.Namespace) -> Answer:
    """The joint law of successive coups."""
    digits = options.digits_of(arguments)
    coups = parse_whole(arguments.coups, "coups", 1, MAX_COUPS)
    rules = options.rules_of(arguments)
    shoe = options.shoe_of(arguments, rules)
    checkpoint = run_options.checkpoint_of(arguments)
    with run_options.executor_for(arguments, takes_long=False) as executor, progress_bar() as progress:
        law = law_of_shoe(shoe, rules.tableau, coups, progress, executor, checkpoint)
    return Answer(
        "dependence",
        (
            *options.shoe_parameters(shoe, rules),
            Parameter("coups", law.coups),
            Parameter("deals", Count(law.deals), _("Ordered deals of {cards} cards", cards=6 * law.coups)),
        ),
        tuple(_sections(law, rules, digits)),
        (_("Every order of the same outcomes is equally likely; figures are those of one order."),),
        rules.assumed,
        (rules.to_line(),),
    )


def _sections(law: JointLaw, rules: Rules, digits: int) -> Iterator[Section]:
    caption = _(
        "The first {coups} coups of a shoe, rules {rules}, {cards} cards",
        coups=law.coups,
        rules=rules.id,
        cards=law.cards,
    )
    columns = columns_of(_("outcomes"), _("orders"), _("count"), *_AGAINST)
    joint: list[tuple[Cell, ...]] = [
        (_names(outcomes), orders(outcomes), Count(law.count(outcomes)), *_against_independent(law, outcomes, digits))
        for outcomes in histories(law.coups)
    ]
    yield Section("joint", Rows(("joint",)), columns, joint, caption)
    streaks: list[tuple[Cell, ...]] = [
        (side.text, length, *_against_independent(law, (side,) * length, digits))
        for side in Outcome
        for length in range(2, law.coups + 1)
    ]
    columns = columns_of(_("outcome"), _("in a row"), *_AGAINST)
    yield Section("streak", Rows(("streaks",)), columns, streaks, _("Streaks"))
    pairs: list[tuple[Cell, ...]] = [
        (name, None if value is None else Rounded(value, digits, BOTH))
        for name, value in correlations(law, rules).items()
    ]
    columns = columns_of(Column(_("quantity"), key="of"), _("correlation"))
    yield Section(
        "correlation", Keyed(("correlations",), single=True), columns, pairs, _("Correlation of any two of the coups")
    )
    following: list[tuple[Cell, ...]] = [
        (_names(history), *(Rounded(chance, digits, BOTH) for chance in (law.following(history) or {}).values()))
        for length in range(law.coups)
        for history in histories(length)
        if law.following(history)
    ]
    columns = columns_of(Column(_("after"), key="history"), *(side.text for side in Outcome))
    yield Section(
        "next", Rows(("next",)), columns, following, _("The next coup given the outcomes before it, in any order")
    )


_AGAINST = columns_of(_("fraction"), Column(_("probability"), key="decimal"), _("if independent"), _("difference"))


def _against_independent(law: JointLaw, outcomes: tuple[Outcome, ...], digits: int) -> tuple[Cell, ...]:
    """The probability of the outcomes in one order, that of independent coups, and the difference."""
    probability, independent = law.probability(outcomes), law.independent(outcomes)
    difference = Rounded(probability - independent, digits)
    return probability, Rounded(probability, digits), Rounded(independent, digits), difference


def _names(outcomes: tuple[Outcome, ...]) -> tuple[str, ...]:
    return tuple(side.text for side in outcomes)
