"""The exact joint distribution of the first 1 to 4 coups of a shoe: how much successive coups depend on each other.

You see streaks compared with independent coups, the correlation of two coups, and the chances of the next coup given
the outcomes before it. Counts are ordered deals of six cards for every coup, with unused positions padded. Four coups
from 6 or 8 full decks under the standard drawing rules come with the program; from another large shoe they take about a
minute on two cores.

  exact dependence --decks 8
  exact dependence --decks 6 --coups 3 --remove "9 9 K"
"""

from exact.analysis.dependence import MAX_COUPS, joint_distribution
from exact.answers.table import Answer, Count, Parameter
from exact.answers.text import _
from exact.cli import options
from exact.cli.options import Arguments, option
from exact.inputs import parse_whole
from exact.library.parameters import asked_of, shoe_parameters
from exact.views.successive_coups import tables_of_sequence

OPTIONS = (option("--coups", "M", f"the number of coups, 1 to {MAX_COUPS}", "2"), *options.RUN, *options.QUESTION)

_EACH = "{punto,banco,tie}"


def answer(arguments: Arguments) -> Answer:
    """The joint distribution of successive coups."""
    digits, rules, shoe = options.question_of(arguments)
    coups = parse_whole(arguments.coups, "coups", 1, MAX_COUPS)
    with options.run_of(arguments, takes_long=False) as run:
        distribution = joint_distribution(shoe, rules.tableau, coups, run)
    deals = Parameter("deals", Count(distribution.deals), _("Ordered deals of {cards} cards", cards=6 * coups))
    parameters = *shoe_parameters(shoe, rules), Parameter("coups", coups), deals
    tables = tuple(tables_of_sequence(distribution, rules, digits))
    note = _("Every order of the same outcomes is equally likely; figures are those of one order.")
    each = [" ".join([_EACH] * number) for number in range(coups + 1)]
    asked = [f"probability of the coups {each[coups]}", f"probability of {_EACH}"]
    asked += [f"probability of independent coups {each[number]}" for number in range(2, coups + 1)]
    asked += [f"probability of {_EACH} after {each[before]}" for before in range(1, coups)]
    about = rules.assumed, (rules.to_line(),)
    return Answer("dependence", parameters, tables, (note,), *about, questions=asked_of(shoe, rules, *asked))
