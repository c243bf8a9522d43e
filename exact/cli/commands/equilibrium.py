"""Solve chemin de fer, the game behind punto banco in which both sides choose, or baccara banque, exactly.

Punto draws on 0 to 4, stands on 6 and 7, and chooses on 5. Unless there is a natural, banco chooses always; it knows
punto's third card, or that there is none. The winner gets 1 from the loser. You see both strategies, the value to
punto, and by how much the better choice beats the other at every decision that the shoe can reach.

The models: A draws cards with replacement, B without; 1: both sides see only totals, 2: banco sees its two cards,
3: both see their two cards.

  exact equilibrium --model B3 --decks 8 --remove "9 9 K"
  exact equilibrium --model B2 --decks 6 --player 5=1         banco's best reply to a punto who always draws on 5
  exact equilibrium --model B3 --decks 8 --banker standard    punto's best reply to the tableau of punto banco
  exact equilibrium --model B2 --decks 6 --commission 5%      the casino game: banco pays commission on its wins
  exact equilibrium --model B2 --decks 6 --commission 0%..10%
  exact equilibrium --model B3 --closed-form                  formulas in the number of decks d, and their proof
  exact equilibrium --model B2 --decks 6 --gambit b2.efg

In baccara banque a banker plays against two players with stakes a:b, who choose on 5. The banker always chooses; it
knows its hand, and of each player the third card, that there is none, or a natural; the second player does not see the
first one's third card, except with --players open. The models are A1, B1 and B2, without a shoe A1. The value is the
banker's, per unit of all stakes.

  exact equilibrium --game banque --stakes 1:1                players as one opponent with correlated choices
  exact equilibrium --game banque --stakes 2:1 --players independent --decks 6
  exact equilibrium --game banque --stakes 3:1 --players nash
  exact equilibrium --game banque --players open              as joint, but the second sees the first one's third card
  exact equilibrium --game banque --decks 6 --banker standard --player "first=1 second=9/11"

In --player, separate hands with blanks: "0,5=1 1,4=1/2 2,3=0 6,9=1 7,8=1".
"""

from exact.analysis.equilibrium.files import HELP
from exact.analysis.equilibrium.game import MODELS
from exact.answers.table import Answer
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.game.shoe import INFINITE
from exact.library.banque import PLAYERS
from exact.library.equilibrium import BANQUE, CHEMIN_DE_FER, equilibrium

OPTIONS = (
    option("--game", "GAME", f"{CHEMIN_DE_FER}, or {BANQUE}", values=(CHEMIN_DE_FER, BANQUE), default=CHEMIN_DE_FER),
    option("--model", "MODEL", f"one of {', '.join(MODELS)}", values=MODELS),
    option("--stakes", "STAKES", f"{BANQUE}: the stakes on the two hands, like 3:1; 1:1 by default"),
    option("--players", "WHICH", f"{BANQUE}: joint, by default, independent, nash or open", values=PLAYERS),
    flag("--replacement", f"{BANQUE}: cards are drawn with replacement, as without a shoe"),
    *options.SHOE,
    option("--player", "STRATEGY", f"punto's strategy: {HELP}; banco replies"),
    option("--banker", "STRATEGY", "banco's strategy: a rulebook or such a file; punto replies"),
    option("--commission", "PERCENT", "the commission on banco's wins: 5%%, or a range to see its effect, 0%%..10%%"),
    flag("--closed-form", "the equilibrium for every number of decks, with its proof (models B)"),
    option("--gambit", "FILE", "write the game for Gambit, as an .efg file"),
    options.DIGITS,
)


def answer(arguments: Arguments) -> Answer:
    """Baccara banque without a shoe is dealt with replacement, chemin de fer from the usual decks."""
    if arguments.game == BANQUE and {arguments.decks, arguments.values, arguments.ranks} == {None}:
        arguments.decks = INFINITE
    return options.answer_by(equilibrium)(arguments)
