"""The value of a signal: what a player gains who sees to which class some cards of the next coup belong before betting.

The signal may be a marked edge, a seen corner, a known first card. --positions are places of the shoe: 1 and 3 are
punto's first two cards, 2 and 4 banco's; 5 and 6 are seen even if the coup does not use them. Given what the signal
shows, the player stakes one unit on the best of the bets, or nothing. The value is the mean gain per coup.

  exact signal --positions 1-4 --partition "A/2/3-5/6-9" --bets punto,banco,tie,dragon-7 --decks 8
  exact signal --positions 5 --partition each --bets punto,banco --decks 6 --remove "9 9 K"
  exact signal --positions 1-4 --search --decks 8

In a partition, / separates classes, a comma the parts of a class, and a hyphen makes a range. The cards are A, 2 to 9
and 10, which stands for 10, J, Q and K: "10,A-3". The cards not named are one more class. "each" shows the point value.
--search tries all 511 sorts into two classes and shows the best.
"""

from exact.bets.partition import EACH
from exact.cli import options
from exact.cli.options import exclusive, flag, option
from exact.game import CARDS
from exact.library.signal import SIDES, signal

OPTIONS = (
    option("--positions", "PLACES", f"the places of the shoe that are seen, 1 to {CARDS}: 1 or 1-4", required=True),
    exclusive(
        option("--partition", "CLASSES", "what is seen: 6-9, A/2/3-5/6-9 or each", values=(EACH,)),
        flag("--search", "find the best of all sorts into two classes"),
        required=True,
    ),
    option("--bets", "BETS", "the bets to choose from, separated by commas", ",".join(SIDES)),
    *options.QUESTION,
)
answer = options.answer_by(signal)
