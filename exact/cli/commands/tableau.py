"""The tableau, the rules by which both sides draw; with --flip, the price of each of its decisions.

With --flip you see what banco loses in expected net win per coup if one of its 88 cells is flipped from drawing to
standing or back, at even money; what punto loses on each of its totals; and how much a banco gains that may choose, and
sees totals or cards.

  exact tableau --rules castle-vaduz:literal
  exact tableau --flip --decks 8 --commission 5% --format json
  exact tableau --flip --decks 6 --remove "9 9 K"
"""

from exact.analysis.commission import parse_even_commission
from exact.analysis.odds import odds_of_shoe
from exact.analysis.tableau_cost import banco_choices, banco_choices_by_hand, punto_choices
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import waiting
from exact.game import Outcome
from exact.library.parameters import shoe_parameters
from exact.rules.documents import interpretation
from exact.views import rulebook_tables

OPTIONS = (
    flag("--flip", "price every decision by what flipping it costs"),
    option("--commission", "PERCENT", "the share of a banco win that the house keeps, like 5%%", "0"),
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The tableau, or the price of each of its decisions."""
    return _flips(arguments) if arguments.flip else _tableau(arguments)


def _tableau(arguments: Arguments) -> Answer:
    options.refuse(arguments, ("commission", *options.OF_SHOE, "digits"), "makes sense only with --flip")
    one = interpretation(arguments.rules)
    rules = one.rules()
    return Answer(
        "tableau",
        (Parameter("rules", one.id, _("Rules")),),
        tuple(rulebook_tables.drawing_tables(one)),
        assumptions=rules.assumptions_for(),
        sources=(rules.to_line(),),
    )


def _flips(arguments: Arguments) -> Answer:
    digits, rules, shoe = options.question_of(arguments)
    commission = parse_even_commission(arguments.commission)
    with waiting("counting"):
        choices = banco_choices(shoe, rules.tableau, commission)
        by_hand = banco_choices_by_hand(shoe, rules.tableau, commission)
        punto = punto_choices(shoe, rules.tableau)
        odds = odds_of_shoe(shoe, rules.tableau)
    expectation = (1 - commission) * odds.probability(Outcome.BANCO) - odds.probability(Outcome.PUNTO)
    what = _("rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)
    return Answer(
        "tableau-flip",
        (
            *shoe_parameters(shoe, rules),
            Parameter("commission", commission, _("Commission"), (f"{number_text(commission * 100)} %",)),
        ),
        (
            *rulebook_tables.costs_for_readers(choices, what),
            *rulebook_tables.costs(choices, punto, digits),
            *rulebook_tables.best_replies(expectation, choices, by_hand, digits),
        ),
        (
            _("Costs are expected net wins per coup of a side that stakes one unit; a negative cost is a gain."),
            _("A cell that the shoe cannot deal has probability 0 and cost 0."),
        ),
        rules.assumptions_for(),
        (rules.to_line(),),
    )
