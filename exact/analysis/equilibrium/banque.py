"""Baccara banque: a banker who plays against two players' hands, with the exact payoff of every choice.

Each player draws on 0 to 4, stands on 6 and 7, and chooses on 5; the second does not see the first one's third card.
The coup ends if the banker or both players have naturals. A single player with a natural wins, and the banker plays on
against the other. Otherwise the banker always chooses; it knows its hand, and of each player the third card, that there
is none, or the natural. The higher total wins that player's stake; a tie wins nothing (Ethier and Lee 2015).

Counts are of ordered nine-card deals with unused positions padded. A coup reaches at most one choice of each player, so
that they are bilinear in the players' probabilities of drawing; they are given for the pure strategies `JOINT`. In the
game that is `opened` the second player sees the first one's third card, and they are given for each of `OPEN`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import perm
from typing import NamedTuple

from exact.analysis.equilibrium.game import PAIRS, Hand, Model, seen_of
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.lazy import Integers, Objects, np
from exact.records import Record

Seen = int | str | None
"""What the banker sees of a player: the third card, a natural, or neither."""
Joint = tuple[int, ...]
"""A number for each of `JOINT`, in a game that is `opened` for each card of `OPEN` and each of `JOINT`."""
JOINT = ("SS", "SD", "DS", "DD")  #: What the first player does on 5, then the second: stand or draw
OPEN = (None, *range(10))  #: The first player's third card, or that there is none
BANQUE_MODELS = ("A1", "B1", "B2")
"""The models of chemin de fer in which players see totals; with replacement it does not matter what the banker sees."""
_MOST_CARDS = 1448  # six of them can be dealt in less than 2^63 ways


class BankerWins(NamedTuple):
    """The deals that the banker wins against a player, and those less the ones that it loses."""

    won: Joint
    net: Joint


class Place(Record):
    """What the banker knows when it chooses, and what follows from its two choices."""

    hand: Hand
    seen: tuple[Seen, Seen]
    deals: Joint
    stands: tuple[BankerWins, BankerWins]  #: What the banker wins against each player if it stands
    draws: tuple[BankerWins, BankerWins]

    @property
    def reachable(self) -> bool:
        """Whether the shoe can lead here, for some strategies of the players."""
        return any(self.deals)


class Banque(Record):
    """A model of the game on one shoe of point values, whatever the stakes."""

    model: Model
    shoe: Shoe
    deals: int
    settled: tuple[BankerWins, BankerWins]  #: What the banker wins where it does not choose
    places: tuple[Place, ...]

    @property
    def signals(self) -> int:
        """How many of `OPEN` the second player tells apart."""
        return len(self.settled[0].net) // len(JOINT)


def opened(game: Banque) -> Banque:
    """The same game, but the second player sees the first one's third card, which the banker sees where it chooses."""

    def spread(counts: Joint, seen: Seen) -> Joint:
        before = len(JOINT) * (1 + seen if isinstance(seen, int) else 0)
        return (*[0] * before, *counts, *[0] * (len(JOINT) * len(OPEN) - before - len(counts)))

    def won(wins: tuple[BankerWins, BankerWins], seen: Seen = None) -> tuple[BankerWins, BankerWins]:
        first, second = (BankerWins(spread(each.won, seen), spread(each.net, seen)) for each in wins)
        return first, second

    def at(place: Place) -> Place:
        card, _second = place.seen
        return Place(place.hand, place.seen, spread(place.deals, card), won(place.stands, card), won(place.draws, card))

    return Banque(game.model, game.shoe, game.deals, won(game.settled), tuple(map(at, game.places)))


class _View(NamedTuple):
    """What the banker sees of a player, and the two-card totals behind it if the player stands, or draws, on 5."""

    seen: Seen
    totals: tuple[slice, slice]

    @property
    def plays(self) -> bool:
        """Whether the player has no natural."""
        return not isinstance(self.seen, str)


@lru_cache(maxsize=16)
def deal_banque(model: Model, shoe: Shoe) -> Banque:
    """The game of ``model`` on ``shoe``; raises `ExactError` for other models than `BANQUE_MODELS`."""
    if model.id not in BANQUE_MODELS:
        raise ExactError("model", model.id, f"is not a model of baccara banque: known: {', '.join(BANQUE_MODELS)}")
    if shoe.cards > _MOST_CARDS:
        bound = f"is too much: at most {_MOST_CARDS}, 27 decks, are counted in 64 bits, in some 20 s in model B2"
        raise ExactError("cards", shoe.cards, bound)
    if not model.replaced and shoe.cards < 9:
        raise ExactError("cards", shoe.cards, "are too few for a coup of baccara banque, which needs 9")
    shoe = shoe.coarsened(Granularity.VALUES)
    dealer = _BanqueDealer(model, shoe)
    naturals = {"natural": slice(8, 10)} if model.replaced else {f"natural {n}": slice(n, n + 1) for n in (8, 9)}
    views = [
        _View(None, (slice(5, 8), slice(6, 8))),
        *(_View(third, (slice(5), slice(6))) for third in range(10)),
        *(_View(name, (totals, totals)) for name, totals in naturals.items()),
    ]
    pairs = (pair for pair in product(views, repeat=2) if pair[0].plays or pair[1].plays)
    places = sorted((place for pair in pairs for place in dealer.places(*pair)), key=lambda place: place.hand)
    deals = shoe.cards**9 if model.replaced else perm(shoe.cards, 9)
    first, second = dealer.settled()
    return Banque(model, shoe, deals, (first, second), tuple(places))


class _BanqueDealer:
    """The deals by both players' third cards, their two-card totals and the banker's hand: the axes of each array."""

    def __init__(self, model: Model, shoe: Shoe) -> None:
        taken = 0 if model.replaced else 1
        of_pairs = [seen_of(pair, model.banco_sees) for pair in PAIRS]
        self.hands = sorted(set(of_pairs), key=of_pairs.index)
        self.own = np.array([sum(hand) % 10 for hand in self.hands])
        self.deals: Objects = np.zeros((10, 10, 10, 10, len(self.hands)), dtype=object)
        kinds = product((0, 1), (False, True), (0, 1))
        self.drawn = {kind: np.zeros_like(self.deals) for kind in kinds}
        """The deals won, and net, if the banker draws, against a player who stands or draws."""
        hands = np.array([[hand == seen for hand in self.hands] for seen in of_pairs], dtype=int)
        for thirds in combinations_with_replacement(range(10), 3):
            left, ways = np.array(shoe.counts), 1
            for third in thirds:
                ways *= int(left[third])
                left[third] -= taken
            if ways:
                dealt = (_dealt(tuple(left), taken) @ hands).astype(object) * ways
                for first, second, last in set(permutations(thirds)):
                    self.deals[first, second] += dealt
                    self._add(dealt, first, second, (self.own + last) % 10)

    def _add(self, dealt: Objects, first: int, second: int, final: Integers) -> None:
        for player, drew in product((0, 1), (False, True)):
            for kind, signs in enumerate(_signs(final, player, (first, second)[player] if drew else 0)):
                self.drawn[player, drew, kind][first, second] += dealt * signs

    def places(self, first: _View, second: _View) -> Iterator[Place]:
        """The banker's information sets behind what it sees, in the order of hands."""
        views = first, second
        deals = _seen_in(self.deals, views)
        tables = [deals]
        for player, view in enumerate(views):
            third = view.seen if isinstance(view.seen, int) else None
            stood = [deals * signs for signs in _signs(self.own, player, third or 0)]
            drawn = [_seen_in(self.drawn[player, third is not None, kind], views) for kind in (0, 1)]
            tables += [array * view.plays for array in (*stood, *drawn)]
        counts = [[array[_totals(views, joint)].sum((0, 1)) for joint in JOINT] for array in tables]
        for index, hand in enumerate(self.hands):
            if self.own[index] < 8:
                all_deals, *wins = (tuple(joint[index] for joint in table) for table in counts)
                stood_1, drawn_1, stood_2, drawn_2 = (BankerWins(*wins[start : start + 2]) for start in (0, 2, 4, 6))
                yield Place(hand, (first.seen, second.seen), all_deals, (stood_1, stood_2), (drawn_1, drawn_2))

    def settled(self) -> Iterator[BankerWins]:
        """What naturals decide, against each player."""
        deals = self.deals.sum((0, 1))
        naturals = np.arange(10)[:, None, None] >= 8, np.arange(10)[:, None] >= 8
        ended = (self.own >= 8) | (naturals[0] & naturals[1])
        for player, natural in enumerate(naturals):
            won, net = (int((deals * ended * signs).sum()) for signs in _signs(self.own, player, 0))
            yield BankerWins((won,) * len(JOINT), (net - int((deals * (~ended & natural)).sum()),) * len(JOINT))


@lru_cache(maxsize=1)  # with replacement it is always the same
def _dealt(cards: tuple[int, ...], taken: int) -> Integers:
    """The ordered ways to deal six of these cards, by the totals of both players and the pair of the banker."""
    low, high = np.array(PAIRS).T
    pairs = (np.arange(10) == low[:, None]).astype(int) + (np.arange(10) == high[:, None])
    totals = (np.arange(10)[:, None] == (low + high) % 10).astype(int)
    left = np.array(cards)

    def ways(left: Integers) -> Integers:
        ordered: Integers = left[..., low] * (left[..., high] - taken * (low == high)) * np.where(low == high, 1, 2)
        return ordered

    after_first = left - taken * pairs
    after_second = after_first[:, None] - taken * pairs
    ordered = ways(left)[:, None, None] * ways(after_first)[..., None] * ways(after_second)
    of_first = (totals @ ordered.reshape(len(low), -1)).reshape(10, len(low), len(low))
    dealt: Integers = totals @ of_first
    return dealt


def _signs(own: Integers, player: int, third: int) -> tuple[Integers, Integers]:
    """Whether the banker wins with these totals, and what, from a player with that third card, by players' totals."""
    shape = (1, 10, 1) if player else (10, 1, 1)
    net = np.sign(own - ((np.arange(10) + third) % 10).reshape(shape))
    return (net > 0).astype(int), net


def _seen_in(deals: Objects, views: tuple[_View, _View]) -> Objects:
    """The deals behind what the banker sees: of third cards that it does not see, all."""
    for view in views:
        deals = deals[view.seen] if isinstance(view.seen, int) else deals.sum(0)
    return deals


def _totals(views: tuple[_View, _View], joint: str) -> tuple[slice, slice]:
    first, second = (view.totals[does == "D"] for view, does in zip(views, joint, strict=True))
    return first, second
