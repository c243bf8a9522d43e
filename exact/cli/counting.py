"""The options of the commands about counts over a shoe: the conventions of a true count, and how the shoe is dealt."""

from exact.analysis.count_distribution import ESTIMATES, ROUNDINGS, UNITS
from exact.analysis.dealing import BURNS, CUT, FIRST_CARD
from exact.cli.options import flag, option

_BURNS, _ESTIMATES = ", ".join(BURNS), ", ".join(ESTIMATES)
TRUE_COUNT = (
    option("--round", "HOW", f"how the true count is rounded: {', '.join(ROUNDINGS)}; default exact", values=ROUNDINGS),
    option("--per", "CARDS", f"the unseen cards of a true count: {' or '.join(map(str, UNITS))}; default {UNITS[0]}"),
    option(
        "--estimate", "HOW", f"to what the unseen cards are estimated: {_ESTIMATES}; default exact", values=ESTIMATES
    ),
)
"""The conventions of a true count."""
DEALING = (
    option("--burn", "RULE", f"the cards to burn before the first coup: {_BURNS}; default {FIRST_CARD}", values=BURNS),
    option("--cut", "N", f"the cards behind the cut card; default {CUT}, or the 17 that --coups-after 2 needs"),
    option("--coups-after", "N", "the coups dealt after the one in which the cut card shows: 1 or 2; default 1"),
    flag("--first-coup-unseen", "the player comes after the first coup: no bet on it, and its cards stay unseen"),
)
"""What a casino does to a shoe."""
