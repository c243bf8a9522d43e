"""What a linear count gains, exactly: how often it bets, the mean edge when it bets, the gain per coup.

A count adds a tag for every card seen. With n cards unseen, every set of n cards is equally likely. --tags has ten
numbers, for ace to nine and the ten-valued cards; thirteen for ace to king; 52 for As, Ah, Ad, Ac to Kc; or names, 0
for all others: "9=1,Kd=-1/2".

  exact count --bet dragon-7 --tags "0,0,0,-1,-1,-1,-1,2,2,0" --trigger 4 --unseen 52 --decks 8
  exact count --bet dragon-7 --tags "0,0,0,-1,-1,-1,-1,2,2,0" --trigger 4 --decks 8       all n, and a whole shoe
  exact count --bet tie --tags "1,0,0,0,0,0,0,0,0,0" --running --initial -20 --trigger 3 --unseen 26,52 --decks 8
  exact count --bet dragon-7,panda-8 --tags "0,0,0,-1,-1,-1,-1,2,2,0;1,1,-2,-2,-2,-1,-1,-2,4,1" --trigger 4,8 --unseen 9
  exact count --bet dragon-7 --level 2 --unseen 52 --decks 8                              the tags that gain most

The running count is the initial count plus the tags of the cards seen; the true count is the running count, less the
mean of the tags for each seen card, times 52 (or --per 26) over n, rounded if you say so; the count bets one unit when
it is at least the trigger. Without --trigger each n has the trigger that gains most there. The cards taken out with
--remove count as gone before the count began. The gain over a whole shoe is for the way it is dealt: --burn, --cut,
--coups-after and --first-coup-unseen, as in exact study.
"""

from exact.analysis.best_tags import MAX_LEVEL
from exact.cli import options
from exact.cli.counting import DEALING, TRUE_COUNT
from exact.cli.options import exclusive, flag, option
from exact.library.count import BEST, count

OPTIONS = (
    options.bet("a bet, or several separated by commas, each with a count of its own or all with the same"),
    exclusive(
        option("--tags", "TAGS", "ten, thirteen or 52 numbers, or CARD=tag; several counts separated by semicolons"),
        option("--level", "N", f"the tags that gain most, up to this size: 1 to {MAX_LEVEL}; beyond 1 by a search"),
        required=True,
    ),
    option("--trigger", "T", f"bet when the count is at least T, one or one for each bet; {BEST} depends on n", BEST),
    options.unseen(),
    flag("--running", "compare the running count, not the true count"),
    option("--initial", "C", "the running count of the whole shoe", "0"),
    *TRUE_COUNT,
    *DEALING,
    flag("--kelly", "how fast a bankroll grows at least, if the best fraction of it is staked"),
    flag("--plan", "estimate the time, and compute nothing"),
    *options.RUN,
    *options.QUESTION,
    options.PLOT,
)
answer = options.answer_by(count, shows_progress=True)
