"""The exact joint distribution of two facts about the next coup from a shoe.

Each fact is an expression of the language of bets (exact help language): a number such as punto_total, a condition such
as punto_natural, with the values 0 and 1, or a bet, which stands for its categories. Counts are of ordered six-card
deals with unused positions padded.

  exact joint punto_total banco_total --decks 8
  exact joint "punto_total - banco_total" "punto_cards + banco_cards" --decks 6
  exact joint dragon-7 "kings + queens" --decks 8 --remove "7 7" --format json

A name with a hyphen is a bet: write cards - 4 with blanks for a difference, and 0 - x for an expression that would
begin with a minus.
"""

from exact.analysis.joint import count_jointly, variable_named
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.cli import options
from exact.cli.options import Arguments, option
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.views import successive_coups

WIDEST = 10
"""The most columns of a grid; a wider distribution is only listed."""
OPTIONS = (
    *(option(name, "EXPR", "an expression, or a bet (exact bets lists them)") for name in ("first", "second")),
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The joint distribution."""
    digits, rules, shoe = options.question_of(arguments)
    with waiting("counting"):
        first, second = (variable_named(getattr(arguments, name), rules, name) for name in ("first", "second"))
        try:
            joint = count_jointly(first, second, shoe, rules.tableau)
        except ExactError as error:
            if error.parameter != "bet":
                raise
            raise ExactError("first and second", error.value, error.bound) from None
    grid = (successive_coups.percentages(joint, rules.id),) if len(joint.labels()[1]) <= WIDEST else ()
    return Answer(
        "joint",
        (
            Parameter("first", first.text, _("Down")),
            Parameter("second", second.text, _("Across")),
            *options.shoe_parameters(shoe, rules),
            *options.given_parameters((), joint.deals),
        ),
        (*grid, successive_coups.pairs(joint, rules.id, digits)),
        assumptions=rules.assumed,
        sources=(rules.to_line(),),
    )
