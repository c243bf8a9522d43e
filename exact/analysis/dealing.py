"""What a casino does to a shoe: the cards it burns, where the cut card lies, and the coups that follow it.

The cards burned face down and those of a coup that nobody watched are unseen. Where they stop depends only on
themselves, so given the cards seen later, all orders of the unseen ones stay equally likely. Only the end of the shoe
says more: with the cut card before the last c of N cards, a coup begins if so many cards are left.
"""

from exact.analysis.dependence import FEWEST, MOST
from exact.answers.text import Text, _, joined
from exact.errors import ExactError
from exact.inputs import check_whole, one_of
from exact.records import Record

CUT = 16  # the cards behind the cut card in the standard rules, which follow the published row P1006
MAX_CARDS = 5200
MAX_COUPS_AFTER = 2
FIRST_CARD, FIRST_CARD_UNSEEN, ONE, NONE = "first-card", "first-card-unseen", "one", "none"
BURNS = {
    FIRST_CARD: _(
        "The first card is shown, and as many as it counts (ten for a ten or a face card) are burned unseen."
    ),
    FIRST_CARD_UNSEEN: _(
        "The first card and as many as it counts (ten for a ten or a face card) are burned; the player sees none."
    ),
    ONE: _("One card is burned unseen."),
    NONE: _("No card is burned."),
}
_BURNED_FOR_TEN = 10  # for a ten or a face card


class Dealing(Record, kw_only=True):
    """How a shoe is dealt; the defaults are those of the standard rules."""

    burn: str = FIRST_CARD  # one of `BURNS`
    cut: int = CUT
    """The cards behind the cut card. When it shows during a coup, that coup is finished."""
    coups_after: int = 1
    """How many coups begin once the cut card has shown, or is next."""
    first_coup_unseen: bool = False  # the player comes after it: no bet on it, and its cards stay unseen

    @property
    def by_value(self) -> bool:
        """Whether the first card says how many to burn."""
        return self.burn in (FIRST_CARD, FIRST_CARD_UNSEEN)

    def burned(self, first: int) -> int:
        """How many cards are burned if the first has this point value."""
        return 1 + (first or _BURNED_FOR_TEN) if self.by_value else int(self.burn == ONE)

    @property
    def least_cut(self) -> int:
        """A coup that begins before the cut card takes up to five cards behind it, and each later one up to six."""
        return MOST - 1 + MOST * self.coups_after

    @property
    def least(self) -> int:
        """The fewest cards of a shoe that can be dealt in this way, wherever the cut card lies."""
        return max(self.burned(0) + MOST * self.coups_after, self.least_cut + 1)

    def fits(self, cards: int) -> bool:
        """Whether a shoe of so many cards can be dealt in this way."""
        return max(self.least, self.cut + 1) <= cards <= MAX_CARDS

    def coups(self, cards: int, used: int) -> int:
        """The most coups that a player sees if each uses the `FEWEST` cards, and the fewest if each uses the `MOST`."""
        burned = self.burned(int(used == FEWEST))  # an ace burns one card, a ten ten
        return max(-((self.cut + burned - cards) // used), 0) + self.coups_after - self.first_coup_unseen

    def check(self, cards: int) -> None:
        """Raise `ExactError` if a shoe of so many cards cannot be dealt in this way."""
        one_of(self.burn, BURNS, "burn", "is not a rule")
        check_whole(self.coups_after, "coups_after", 1, MAX_COUPS_AFTER)
        self.check_cards(cards)
        check_whole(self.cut, "cut", self.least_cut, cards - 1)

    def check_cards(self, cards: int) -> None:
        """Raise `ExactError` for so many cards if no cut card can be put where they are dealt in this way."""
        if not self.least <= cards <= MAX_CARDS:
            bound = f"cards cannot be dealt in this way, which needs {self.least} to {MAX_CARDS}"
            raise ExactError("shoe", cards, bound)

    @property
    def text(self) -> Text:
        """What is done to the shoe, in words."""
        after = (
            _("When the cut card shows, before the last {cut} cards, the coup is finished and one more is dealt."),
            _("When the cut card shows, before the last {cut} cards, the coup is finished and two more are dealt."),
        )
        parts = [BURNS[self.burn], after[self.coups_after - 1].filled(cut=self.cut)]
        if self.first_coup_unseen:
            parts.append(_("The player comes after the first coup, whose cards stay unseen."))
        return joined(" ", parts)
