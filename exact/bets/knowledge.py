"""Knowledge about a coup before it is over: cards by position, cards of the shoe, totals and other conditions.

Knowledge about a card is the set of its possible card types. Each side draws or stands, so a coup uses the fifth and the
sixth card of the shoe in one of four ways. In each way, knowledge is one set for each of the six cards, used or unused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from exact.arrays import Integers
from exact.bets.coups import ABSENT, Coups, coups_of
from exact.bets.vocabulary import EVERY_CARD, PLAIN, RANK_MASKS, VALUE_MASKS, Masks
from exact.game.coup import CARDS
from exact.lazy import np
from exact.rules.tableau import Tableau

DEALT_TO = {1: 0, 3: 1, 2: 3, 4: 4}
"""The position in `exact.bets.coups.POSITIONS` that each of the first four cards of the shoe goes to."""
THIRDS = (2, 5)
"""The positions of the third cards."""
_ANY: Masks = (EVERY_CARD,) * CARDS


class Condition(NamedTuple):
    """A name of the language of bets that point values decide, and its possible values."""

    name: str
    values: frozenset[int]


class Knowledge(NamedTuple):
    """Knowledge as sets of card types, which are masks of 52 bits."""

    hands: Masks = _ANY
    """For each position of `exact.bets.coups.POSITIONS`, the possible types of its card, if it is dealt."""
    shoe: tuple[tuple[int, int], ...] = ()
    """The known cards of the shoe from the fifth on: the place of each, in ascending order, and its possible card
    types."""
    conditions: frozenset[Condition] = frozenset()

    def joined(self, other: Knowledge) -> Knowledge:
        """Both pieces of knowledge together."""
        hands = tuple(mine & theirs for mine, theirs in zip(self.hands, other.hands, strict=True))
        shoe = dict(self.shoe)
        for position, mask in other.shoe:
            shoe[position] = shoe.get(position, EVERY_CARD) & mask
        return Knowledge(hands, tuple(sorted(shoe.items())), self.conditions | other.conditions)

    @property
    def coup(self) -> Knowledge:
        """Only the knowledge about the coup's six cards."""
        return self._replace(shoe=tuple((position, mask) for position, mask in self.shoe if position <= 6))

    @property
    def later(self) -> Masks:
        """The knowledge about cards beyond the sixth, which no coup uses; wholly unknown cards are left out."""
        return tuple(mask for position, mask in self.shoe if position > 6 and mask != EVERY_CARD)

    @property
    def masks(self) -> frozenset[int]:
        """Every set of card types in it, except the set of all."""
        return frozenset((*self.hands, *(mask for _, mask in self.shoe))) - {EVERY_CARD}

    def tells_order(self) -> bool:
        """Whether it distinguishes a side's first card from its second."""
        return any(self.hands[first] != self.hands[first + 1] for first in (0, 3))


NOTHING = Knowledge()


class Case(NamedTuple):
    """Coups that use the shoe's cards in the same way and agree with the knowledge."""

    coups: Coups
    cards: Integers
    """Point values as in ``coups``, and those of unused cards about which something is known."""
    masks: Masks


def cases(knowledge: Knowledge, tableau: Tableau, ordered: bool) -> Iterator[Case]:
    """The coups whose point values agree with the knowledge, and the sets from which their cards must come.

    ``ordered`` keeps both orders of a side's first two cards even if the knowledge does not distinguish them.
    """
    for known, by_value in by_rank(knowledge, tableau):
        yield from _cases_by_value(known, by_value, ordered)


def by_rank(knowledge: Knowledge, tableau: Tableau) -> Iterator[tuple[Knowledge, Tableau]]:
    """The knowledge in parts in each of which point values decide who draws, by the tableau beside it."""
    if not tableau.ranks:
        yield knowledge, tableau
        return
    for number, (ranks, own) in enumerate(tableau.by_rank()):
        third = sum(RANK_MASKS[rank] for rank in ranks)
        received = frozenset([Condition("punto_cards", frozenset([3]))]) if number else frozenset[Condition]()
        of_ranks = Knowledge((EVERY_CARD, EVERY_CARD, third, *_ANY[3:]), conditions=received)
        yield knowledge.joined(of_ranks), own


def _cases_by_value(knowledge: Knowledge, tableau: Tableau, ordered: bool) -> Iterator[Case]:
    coups = coups_of(tableau, ordered or knowledge.tells_order())
    agrees = np.ones(len(coups.orders), dtype=bool)
    for column, mask in enumerate(knowledge.hands):
        agrees &= _allowed(mask)[coups.values[:, column]]
    for condition in knowledge.conditions:
        agrees &= np.isin(PLAIN[condition.name].compute(coups.columns), list(condition.values))
    known = dict(knowledge.shoe)
    for drawn in ((True, True), (True, False), (False, True), (False, False)):
        rows = np.flatnonzero(
            agrees & ((coups.values[:, 2] != ABSENT) == drawn[0]) & ((coups.values[:, 5] != ABSENT) == drawn[1])
        )
        fifth, sixth = reversed(THIRDS) if drawn == (False, True) else THIRDS
        masks = list(knowledge.hands)
        cards = coups.values[rows]
        for position, column in ((5, fifth), (6, sixth)):
            unused = not drawn[THIRDS.index(column)]
            mask = known.get(position, EVERY_CARD)
            masks[column] &= mask
            if unused and mask != EVERY_CARD:
                values = np.flatnonzero(_allowed(mask)[:10])
                rows = np.repeat(rows, len(values))
                cards = np.repeat(cards, len(values), axis=0)
                cards[:, column] = np.tile(values, len(cards) // max(len(values), 1))
            else:
                possible = _allowed(mask)[cards[:, column]]
                rows, cards = rows[possible], cards[possible]
        if len(rows):
            yield Case(Coups(coups.values[rows], coups.orders[rows]), cards, tuple(masks))


def _allowed(mask: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether a card of each point value can be in ``mask``; last, `True` for a card that is not dealt."""
    return np.array([bool(mask & value) for value in VALUE_MASKS] + [True])
