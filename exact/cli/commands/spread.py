"""How much a bet's expectation varies with the cards that are unseen: its exact variance, third moment and linear part.

With n cards of the shoe unseen, every set of n cards is equally likely, and the expectation of the next coup depends on
the set. Its mean is the expectation from the whole shoe. The spread tells how much there is to gain by counting cards;
its linear part is as much of the variance as the best linear count sees, the count by the effects of removal. The third
moment is the mean of (expectation − mean) cubed.

  exact spread --bet dragon-7 --decks 8                                all numbers of unseen cards
  exact spread --bet punto,banco,tie --unseen 13,26,52,104 --decks 6 --remove "9 9 K"

Point values, ranks or suits may decide the bet; one that looks at too many kinds of cards is refused, with the work it
would take.
"""

from exact.cli import options
from exact.library.spread import spread

OPTIONS = (
    options.bet("a bet, or several separated by commas (exact bets lists them)"),
    options.unseen(),
    *options.QUESTION,
    options.PLOT,
)
answer = options.answer_by(spread)
