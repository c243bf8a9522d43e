"""Replay a dealt sequence of cards: each step, who draws or stands and by which clause, totals and outcome.

Give the cards in dealing order (punto, banco, punto, banco, then third cards), by rank or by rank and suit: K, 10 or T,
9h; the point values 0 and 1 work too. Cards that the coup does not need are listed at the end.

  exact coup "K 7 3 2 9"
  exact coup "9h 4s 5d 4c Kh" --rules come-si-gioca
  exact coup "K 2 3 4 7 9" --stake banco=25 --stake tie=5 --unit 1 --rules classic-it

Stakes are settled in exact money: punto, banco and tie by the rulebook, other bets of exact bets by their pay tables.
With --unit, the commission is rounded to it as the rulebook says, or in the player's favour if the rulebook is silent.
"""

from exact.cli import options
from exact.cli.options import option
from exact.library.coup import coup

OPTIONS = (
    option("cards", "CARDS", 'the cards in dealing order: "K 7 3 2 9"', nargs="+"),
    options.RULES,
    option("--stake", "BET=AMOUNT", "settle a stake; repeatable", action="append"),
    option("--unit", "AMOUNT", "smallest unit of the commission"),
)
answer = options.answer_by(coup)
