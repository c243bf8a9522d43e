"""What it is worth to see cards of the next coup before betting."""

from collections.abc import Sequence

from exact.analysis.signals import best_sorts, signal_value
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import decimal_text
from exact.bets.partition import Partition, parse_partition, parse_places
from exact.game import Outcome
from exact.library import questions
from exact.library.parameters import answer_about, shoe_parameters
from exact.rules import STANDARD
from exact.views.perfect_gains import signals, sorts

SIDES = tuple(side.value for side in Outcome)


def signal(
    positions: int | Sequence[int] | str,
    partition: Partition | str | None = None,
    *,
    bets: questions.BetsLike = SIDES,
    shoe: questions.ShoeLike | None = None,
    rules: questions.RulesLike = STANDARD,
    decks: int | None = None,
    remove: str | Sequence[str] | None = None,
    digits: int = 12,
) -> Answer:
    """What a player gains who sees to which class the cards at some positions belong, and then takes the best bet.

    Positions are those of the shoe, 1 to 6, like ``1`` or ``"1-4"``. The partition has classes of cards, like
    ``"A/2/3-5/6-9"`` or ``"each"``; without one, it is the best of all 511 sorts into two classes. The parameter
    ``value`` is the mean gain per coup in units staked; the tables are ``signals`` and, of a search, ``sorts``. Shoe
    and rules are as in `exact.odds`. Raises `ExactError` for anything else.

    >>> float(signal("1-4", "6-9", decks=8).value("value"))
    0.20928069938935284
    """
    digits, (played, held) = questions.digits_of(digits), questions.game_of(rules, shoe, decks, remove)
    places = parse_places(questions.texts_of(positions, "positions", "must be places of the shoe, like 1 or 1-4"))
    written = partition.text if isinstance(partition, Partition) else partition
    classes = "must be classes of cards, like A/2/3-5/6-9 or each"
    seen = None if written is None else parse_partition(questions.text_of(written, "partition", classes))
    wagers = questions.bets_named(bets, played, "bets")
    every_sort = best_sorts([*wagers.values()], held, played.tableau, places) if seen is None else []
    seen = seen or every_sort[0][0]
    valued = signal_value([*wagers.values()], held, played.tableau, places, seen)
    names = {bet: name for name, bet in wagers.items()}
    percent = decimal_text(valued.value * 100, max(digits - 2, 0))
    parameters = (
        Parameter("positions", list(places), _("Positions seen"), (", ".join(map(str, places)),)),
        Parameter("partition", written or seen.text, _("Best sort") if every_sort else _("Partition")),
        Parameter("bets", list(wagers), _("Bets"), (", ".join(wagers),)),
        *shoe_parameters(held, played),
        Parameter("value", valued.value, _("Value per coup"), (f"{percent} %",)),
    )
    tables = [signals(valued, seen, names, held, played, digits), *([sorts(every_sort, digits)] if every_sort else [])]
    asked = f"value of a signal (cards {','.join(map(str, places))} by {seen.text} for {','.join(wagers)})"
    about = "signal-search" if every_sort else "signal", held, played, [*wagers.values()]
    assumed = played.assumptions_for(*wagers)
    return answer_about(*about, parameters, tables, questions=[asked], assumptions=assumed)
