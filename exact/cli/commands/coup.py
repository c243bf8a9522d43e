"""Replay a dealt sequence of cards: each step, who draws or stands and by which clause, totals and outcome.

Give the cards in dealing order (punto, banco, punto, banco, then third cards), by rank or by rank and suit: K, 10 or T,
9h; the point values 0 and 1 work too. Cards that the coup does not need are listed at the end.

  exact coup "K 7 3 2 9"
  exact coup "9h 4s 5d 4c Kh" --rules come-si-gioca
  exact coup "K 2 3 4 7 9" --stake banco=25 --stake tie=5 --unit 1 --rules classic-it

Stakes are settled in exact money: punto, banco and tie by the rulebook, other bets of exact bets by their pay tables.
With --unit, the commission is rounded to it as the rulebook says, or in the player's favour if the rulebook is silent.
"""

from fractions import Fraction

from exact.analysis.commission import rulebook_commission
from exact.analysis.settlement import settle
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.cli import options
from exact.cli.options import Arguments, option
from exact.errors import ExactError
from exact.game import split_names
from exact.inputs import parse_amount
from exact.rules.documents import interpretation
from exact.rules.replay import assumptions_of, replay
from exact.views import bet_price

OPTIONS = (
    option("cards", "CARDS", 'the cards in dealing order: "K 7 3 2 9"', nargs="+"),
    options.RULES,
    option("--stake", "BET=AMOUNT", "settle a stake; repeatable", action="append"),
    option("--unit", "AMOUNT", "smallest unit of the commission"),
)


def answer(arguments: Arguments) -> Answer:
    """The replay and the settled stakes."""
    rulebook = interpretation(arguments.rules)
    rules = rulebook.rules()
    names = split_names(" ".join(arguments.cards))
    replayed = replay(names, rulebook)
    unit = None if arguments.unit is None else parse_amount(arguments.unit, "unit")
    settled = settle(replayed, _stakes(arguments.stake or []), rules, rulebook_commission(rules, unit))
    assumptions = [*assumptions_of(replayed, rulebook), *(one for entry in settled for one in entry.assumed)]
    order, order_assumed = rulebook.clause("dealing_order")
    order_label = _("Dealing order, assumed") if order_assumed else _("Dealing order")
    return Answer(
        "coup",
        (
            Parameter("rules", rules.id),
            Parameter("cards", names),
            Parameter("dealing_order", {"clause": order, "assumed": order_assumed}, order_label, (order,)),
            Parameter("outcome", replayed.coup.outcome.value),
            Parameter("not_needed", replayed.not_needed, _("Not needed") if replayed.not_needed else None),
            *([] if unit is None else [Parameter("unit", number_text(unit, 2))]),
        ),
        (bet_price.steps(replayed, rules), bet_price.hands(replayed), bet_price.settlement(settled)),
        assumptions=tuple(dict.fromkeys(assumptions)),
        sources=(rules.to_line(),),
    )


def _stakes(texts: list[str]) -> list[tuple[str, Fraction]]:
    stakes = []
    for text in texts:
        bet, equals, amount = text.rpartition("=")
        if not equals or not bet:
            raise ExactError("stake", text, "must be written as bet=amount")
        stakes.append((bet, parse_amount(amount, f"stake on {bet}")))
    return stakes
