"""How a shoe is dealt, as arguments of a function and as parameters of its answer."""

from exact.analysis.dealing import BURNS, CUT, FIRST_CARD, MAX_COUPS_AFTER, Dealing
from exact.answers.table import Parameter
from exact.answers.text import _
from exact.game.shoe import Shoe
from exact.inputs import one_of
from exact.library.questions import check_flags, whole
from exact.records import replace


def dealing_of(
    shoe: Shoe, burn: str | None, cut: int | str | None, coups_after: int | str | None, first_coup_unseen: bool
) -> Dealing:
    """How ``shoe`` is dealt, by default as in `Dealing`; raises `ExactError` for what it has too few cards for."""
    check_flags(first_coup_unseen=first_coup_unseen)
    rule = one_of(FIRST_CARD if burn is None else burn, BURNS, "burn", "is not a rule")
    after = 1 if coups_after is None else whole(coups_after, "coups_after", 1, MAX_COUPS_AFTER)
    dealing = Dealing(burn=rule, coups_after=after, first_coup_unseen=first_coup_unseen)
    dealing = replace(dealing, cut=max(CUT, dealing.least_cut))
    dealing.check_cards(shoe.cards)
    dealing = dealing if cut is None else replace(dealing, cut=whole(cut, "cut", dealing.least_cut, shoe.cards - 1))
    dealing.check(shoe.cards)
    return dealing


def dealing_parameters(dealing: Dealing) -> tuple[Parameter, ...]:
    """The conventions one by one; `Dealing.text` says them in a sentence."""
    return (
        Parameter("cut", dealing.cut, _("Cards behind the cut card")),
        Parameter("burn", dealing.burn),
        Parameter("coups_after", dealing.coups_after),
        Parameter("first_coup_unseen", dealing.first_coup_unseen),
    )
