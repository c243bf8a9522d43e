"""Effects of removal: how a bet's expectation changes as cards leave the shoe, and the best linear count.

The effect of a card is the change in expected net win per unit staked when one such card leaves the shoe. Where point
values decide the bet, ranks of the same value share their effect.

  exact removal --bet banco --decks 8
  exact removal --bet lucky-6:12-18 --decks 6 --format json

A linear count adds a tag for every card seen. It predicts the expectation best when its tags are proportional to the
effects. Each count is shown with:

  correlation     of its tags with the effects, over the cards of the shoe
  after 4 cards   of the running count with the exact expectation after four cards (bets decided by point values)
  true count      the trigger: from here on the linear estimate favours the player; the true count is the running count,
                  less the mean of the tags for each seen card, per 52 unseen cards
  pivot           the running count at which the estimate turns, the same at every depth, if you add to every tag the
                  true count / 52 less the mean of the tags

Markdown, LaTeX, CSV and JSON also have the gradient and the second differences.
"""

from exact.cli import options
from exact.library.removal import removal

OPTIONS = (options.bet(), *options.QUESTION, options.PLOT)
answer = options.answer_by(removal)
