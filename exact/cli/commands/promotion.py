"""What a promotion is worth to the player, exactly, and the terms at which it breaks even.

KIND is one of these:

  match-play      a coupon beside a stake of its face: worth per unit of face
  free-bet        a coupon staked alone
  coupon          the next bet's wins pay --pays to 1
  non-negotiable  chips played until lost, whose wins are paid in money
  rebate          --rate of the net loss of --coups coups, or of another --basis; with the best time to stop
  rolling         --rate of the turnover or of the losses (--basis)
  commission      the commission on banco with the same house edge as the bet
  fair-odds       for each category of the bet: 1 in N, fair odds, break-even payoff

A match play, a coupon and non-negotiable chips may have a rebate of --rate too, on the money staked or on what of it is
lost. Each worth comes with its equivalents: the rebate on turnover, the rebate on losses and the commission on banco
that are worth as much on every coup.

The shoe is the rulebook's, or 8 decks if it states none.

  exact promotion match-play --bet punto --ties keep
  exact promotion coupon --bet banco --pays 3/2 --ties lose
  exact promotion match-play --bet banco --rate 0.8% --basis losses
  exact promotion rebate --bet punto --rate 20% --coups 100 --stop-win 10 --stop-loss 15
  exact promotion rolling --bet banco --rate 0.8% --basis turnover
"""

from exact.analysis.promotions import KINDS, REBATE_BASES
from exact.analysis.sessions.distributions import EXACT_COUPS
from exact.cli import options
from exact.cli.options import option
from exact.library.promotion import promotion

OPTIONS = (
    option("kind", "KIND", "the kind of promotion, see above", values=KINDS),
    options.bet("the bet on which it is played"),
    option("--ties", "keep|lose", "what becomes of a coupon when the bet pushes; default keep"),
    option("--pays", "AMOUNT", "what a win pays with the coupon, to 1: 2 or 3/2"),
    option("--rate", "PERCENT", "the rate of a rebate or of a rolling commission: 20%%"),
    option(
        "--basis",
        "BASIS",
        "turnover (default except of a rebate), losses, or, for a rebate, net-loss (its default)",
        values=REBATE_BASES,
    ),
    option("--coups", "N", f"the most coups of the session, 1 to {EXACT_COUPS}"),
    option("--stop-win", "STAKES", "stop as soon as so many stakes are won"),
    option("--stop-loss", "STAKES", "stop as soon as so many stakes are lost"),
    *options.QUESTION,
)
answer = options.answer_by(promotion)
