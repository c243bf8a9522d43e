"""List the bets of the catalogue with their pay tables.

  exact bets
  exact bets dragon                      (with this word in name or title)
  exact bets --decks 8 --sort edge       (the best for the player first)
  exact bets lucky --decks 8 --remove "6 6 9" --sort variance

With a shoe, --rules, --digits or --sort, every pay table is priced.
"""

from collections.abc import Callable
from typing import Any

from exact.analysis.odds import Distribution
from exact.analysis.pricing import price_bet
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.bets.catalogue import bets_about
from exact.bets.jackpot import seed_notes
from exact.bets.payoffs import main_bets
from exact.cli import options
from exact.cli.options import Arguments, option
from exact.cli.terminal import waiting
from exact.engine.compiler import compiled
from exact.inputs import one_of
from exact.library.parameters import asked_of, braces, shoe_parameters
from exact.questions.question import MAX_LENGTH
from exact.records import replace
from exact.views.bet_price import compared_bets, label, listed_bets

EDGE = "edge"
SORTS: dict[str, Callable[[str, Distribution], Any]] = {
    EDGE: lambda name, price: (price.house_edge, name),
    "hit-frequency": lambda name, price: (-price.hit_frequency, name),
    "variance": lambda name, price: (price.variance, name),
    "name": lambda name, _price: name,
}
OPTIONS = (
    option("word", "WORD", "list only bets whose name or title has this word, or a synonym", nargs="?"),
    option("--sort", "ORDER", f"{', '.join(SORTS)}; default {EDGE}, the lowest house edge first", values=SORTS),
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The list, or the prices on a shoe."""
    word = arguments.word
    bets = bets_about(word)
    caption = _("Bets with {word} in their name or title", word=word) if word else _("Bets of the catalogue")
    if arguments.given_options.isdisjoint((*options.OF_SHOE, "rules", "digits", "sort")):
        return Answer("bets", (Parameter("word", word),), (listed_bets(bets, caption),))
    sort = one_of(arguments.sort or EDGE, SORTS, "sort", "is not an order")
    digits, rules, shoe = options.question_of(arguments, endless=True)
    bets = [main_bets(rules).get(bet.name, bet) for bet in bets]
    drawn = [bet.name for bet in bets if bet.beside]
    bets = [bet for bet in bets if not bet.beside]
    too_fine = [bet.name for bet in bets if compiled(bet, rules.tableau).granularity > shoe.granularity]
    priced: dict[str, Distribution] = {}
    with waiting("counting"):
        for bet in bets:
            if bet.name not in too_fine:
                counts = price_bet(bet, shoe, rules.tableau)
                for table in bet.pay_tables:
                    priced[label(bet.name, table)] = replace(counts, payoffs=bet.payoffs(table))
    left_out = _("Left out, because the shoe is described only by {classes}: {bets}")
    notes = [left_out.filled(classes=shoe.granularity.text, bets=", ".join(too_fine))] * bool(too_fine)
    multiplied = _("Left out, because a draw multiplies what they pay (see exact bet): {bets}", bets=", ".join(drawn))
    notes += [multiplied] * bool(drawn)
    notes += dict.fromkeys(note for bet in bets if bet.jackpot for note in seed_notes(bet.jackpot.meters))
    what = _("{bets}: rules {rules}, {cards} cards", bets=caption, rules=rules.id, cards=shoe.cards)
    compared = compared_bets(sorted(priced.items(), key=lambda item: SORTS[sort](*item)), what, digits)
    parameters = Parameter("word", word), Parameter("sort", sort), *shoe_parameters(shoe, rules)
    assumed, sources = rules.assumptions_for(*(bet.name for bet in bets)), (bet.to_line() for bet in bets)
    of = braces(priced) if len(braces(priced)) < MAX_LENGTH - 200 else "{all pay tables}"  # a shoe takes up to 200
    asked = asked_of(shoe, rules, f"{{house edge,house edge per resolved stake,hit frequency,variance}} of {of}")
    about = assumed, (rules.to_line(), *sources)
    return Answer("bets-priced", parameters, (compared,), tuple(notes), *about, questions=asked)
