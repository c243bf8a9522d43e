"""The distribution of what n independent coups win: quantiles, plans, stop points, ruin, runs.

Each coup comes from a fresh shoe. Up to 200 coups every probability is exact; beyond, you see a proven lower and upper
bound. Several bets, separated by commas, are placed on the same coup. A bankroll ends play when it no longer covers the
stake. With --one-shoe the coups come from one shoe: the distribution is exact up to 4 coups; beyond, you see that of
independent coups, the exact variance of one shoe, and simulated differences. Burned cards and a first coup that you do
not see change only how many coups a shoe has.

A plan lists multiples of the stakes, as steps, and where a win, a loss and a push lead: to the first or the next step,
up or down so many, or stay. Without such moves every coup leads to the next step. A step may be on one bet of several:
"1 banco, 2 punto". Names with a largest stake write such plans: martingale 64, paroli 4, dalembert 10, fibonacci 21.

  exact session --bet banco,tie --stake 20,5 --coups 1000 --at-least 100
  exact session --bet punto --coups 150 --stake 1 --stop-win 10 --stop-loss 20
  exact session --bet punto --coups 80 --stake 1 --bankroll 20 --target 40
  exact session --bet banco --coups 80 --stake 1 --runs "banco 3" --count-runs
  exact session --bet punto --coups 4 --one-shoe
  exact session --bet banco --decided 80 --between -10 10 --wins 40
  exact session --bet punto --coups 80 --plan "1, 2, 4, 8, 16; win first; loss next" --bankroll 100
  exact session --bet banco,tie --stake 500,20 --coups 640 --house 4 --per-hour 80 --drop 90000 --observed-win 41500,980
"""

from exact.analysis.sessions.distributions import MAX_COUPS
from exact.analysis.sessions.runs import EVENTS
from exact.cli import options
from exact.cli.counting import DEALING
from exact.cli.options import exclusive, flag, option
from exact.library.session import session

OPTIONS = (
    options.bet("a bet, or several separated by commas"),
    exclusive(
        option("--coups", "N", f"the number of coups, 1 to {MAX_COUPS}"),
        option("--decided", "N", "the number of coups, if ties are not counted as coups"),
        required=True,
    ),
    option("--stake", "STAKES", "the stake on each bet, or one for all", "1"),
    option("--at-least", "AMOUNT", "the probability of a net win of at least AMOUNT"),
    option("--at-most", "AMOUNT", "the probability of a net win of at most AMOUNT"),
    option("--between", "AMOUNT", "the probability of a net win from one AMOUNT to the other", nargs=2),
    option("--wins", "K", "the probability of exactly, at least and at most K coups with a net win"),
    option("--plan", "PLAN", "bets and stakes that change by wins and losses; see above"),
    option("--stop-win", "AMOUNT", "stop as soon as the net win is at least AMOUNT"),
    option("--stop-loss", "AMOUNT", "stop as soon as the net loss is at least AMOUNT"),
    option("--bankroll", "AMOUNT", "stop when what is left does not cover the stakes"),
    option("--target", "AMOUNT", "stop as soon as the bankroll has grown to AMOUNT"),
    option("--runs", "RUN", 'runs of punto, banco, tie, win or loss: "banco 3"', values=EVENTS),
    flag("--count-runs", "the distribution of the number of runs, of alternations and of each outcome"),
    option("--observed", "NUMBERS", "test how many shoes had each number of runs: 0=12,1=30"),
    option("--house", "N", "what a casino wins of these stakes at N tables"),
    option("--per-hour", "N", "the coups an hour at each table, for the theoretical win per hour"),
    option("--drop", "AMOUNT", "the money that the tables took in, for the hold: the win as its share"),
    option(
        "--observed-win", "AMOUNT", "the casino's win in all, or of each bet: its p-value, and if it is out of range"
    ),
    flag("--one-shoe", "the coups come from one shoe, not each from a fresh one"),
    *DEALING,
    option("--ties", "break|skip|count", "what a tie does to a run; default break"),
    *options.QUESTION,
    options.PLOT,
)
answer = options.answer_by(session, shows_progress=True)
