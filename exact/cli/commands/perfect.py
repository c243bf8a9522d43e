"""How much a perfect card counter gains, exactly: averaged over every composition of the unseen cards.

Before the coup dealt from the last n cards of the shoe, the player knows which cards they are, and bets one unit if the
expectation is positive. The gain is the mean over all compositions, with or without a bet; the edge is the mean
expectation when it is positive. With several bets, separated by commas, the player takes the best of them; "best" is
the best of punto, banco and tie. Point values must decide the bets, or a few sums over ranks or cards, as for pairs.
Burned cards and those behind the cut card are among the n unseen; exact study deals whole shoes.

  exact perfect --bet tie --unseen 6..30 --decks 8
  exact perfect --bet best --unseen 6,13,26 --decks 6 --remove "9 9 K"
  exact perfect --bet dragon-7 --unseen 20 --decks 8 --grid percent
  exact perfect --bet punto-pair --unseen all --decks 8                  every n of a shoe, in seconds
  exact perfect --bet tie --unseen 104 --decks 8 --plan

--grid adds the distribution of the expectation: the probability that it is at least each threshold. Grids are percent
(−5 % to +10 % by 1 %), wide, or your own thresholds such as -1%,0%,2.5%.
"""

from exact.analysis.perfect_play import GRIDS
from exact.cli import options
from exact.cli.options import flag, option
from exact.library.perfect import perfect
from exact.publication.stored_figures import BEST, MAIN_BETS

OPTIONS = (
    options.bet(f"a bet, or several separated by commas for the best of them; {BEST} is {','.join(MAIN_BETS)}"),
    options.unseen(default=None),
    option("--grid", "GRID", f"the distribution too: {', '.join(GRIDS)}, or thresholds: -1%%,0%%,2.5%%", values=GRIDS),
    flag("--kelly", "how fast a bankroll grows at least, if the best fraction of it is staked"),
    flag("--plan", "estimate the time, the memory and the checkpoint's size, and compute nothing"),
    *options.RUN,
    *options.QUESTION,
    options.PLOT,
)
answer = options.answer_by(perfect, shows_progress=True)
