"""The value of a signal: what a player gains who sees to which class some cards of the next coup belong before betting.

The signal may be a marked edge, a seen corner, a known first card. --positions are places of the shoe: 1 and 3 are
punto's first two cards, 2 and 4 banco's; 5 and 6 are seen even if the coup does not use them. Given what the signal
shows, the player stakes one unit on the best of the bets, or nothing. The value is the mean gain per coup.

  exact signal --positions 1-4 --partition "A/2/3-5/6-9" --bets punto,banco,tie,dragon-7 --decks 8
  exact signal --positions 5 --partition each --bets punto,banco --decks 6 --remove "9 9 K"
  exact signal --positions 1-4 --search --decks 8

In a partition, / separates classes, a comma the parts of a class, and a hyphen makes a range. The cards are A, 2 to 9
and 10, which stands for 10, J, Q and K: "10,A-3". The cards not named are one more class. "each" shows the point value.
--search tries all 511 sorts into two classes and shows the best.
"""

from exact.analysis.signals import best_sorts, signal_value
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import decimal_text
from exact.bets.partition import EACH, parse_partition, parse_places
from exact.bets.payoffs import bets_named
from exact.cli import options
from exact.cli.options import Arguments, exclusive, flag, option
from exact.cli.terminal import waiting
from exact.game import CARDS, Outcome
from exact.views.perfect_gains import signals, sorts

OPTIONS = (
    option("--positions", "PLACES", f"the places of the shoe that are seen, 1 to {CARDS}: 1 or 1-4", required=True),
    exclusive(
        option("--partition", "CLASSES", "what is seen: 6-9, A/2/3-5/6-9 or each", values=(EACH,)),
        flag("--search", "find the best of all sorts into two classes"),
        required=True,
    ),
    option("--bets", "BETS", "the bets to choose from, separated by commas", ",".join(side.value for side in Outcome)),
    *options.QUESTION,
)


def answer(arguments: Arguments) -> Answer:
    """The value of the signal, or the best sort."""
    digits, rules, shoe = options.question_of(arguments)
    places = parse_places(arguments.positions)
    partition = None if arguments.search else parse_partition(arguments.partition)
    bets = bets_named(arguments.bets, rules, "bets")
    chosen = [*bets.values()]
    with waiting("counting"):
        every_sort = [] if partition else best_sorts(chosen, shoe, rules.tableau, places)
        seen = partition or every_sort[0].partition
        valued = signal_value(chosen, shoe, rules.tableau, places, seen)
    names = {bet: name for name, bet in bets.items()}
    percent = decimal_text(valued.value * 100, max(digits - 2, 0))
    return Answer(
        "signal-search" if every_sort else "signal",
        (
            Parameter("positions", list(places), _("Positions seen"), (", ".join(map(str, places)),)),
            Parameter("partition", arguments.partition or seen.text, _("Best sort") if every_sort else _("Partition")),
            Parameter("bets", list(bets), _("Bets"), (", ".join(bets),)),
            *options.shoe_parameters(shoe, rules),
            Parameter("value", valued.value, _("Value per coup"), (f"{percent} %",)),
        ),
        (signals(valued, seen, names, shoe, rules, digits), *((sorts(every_sort, digits),) if every_sort else ())),
        assumptions=rules.assumptions_for(*bets),
        sources=(rules.to_line(), *(bet.to_line() for bet in bets.values())),
    )
