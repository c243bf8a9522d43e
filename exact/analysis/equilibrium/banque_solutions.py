"""Strategies of baccara banque and its cooperative equilibria, in fractions.

Both players as one opponent with correlated choices: by Lemke and Howson's algorithm (1964) among the four pure
strategies of the players and a few of the banker, to which every missing best reply is added; also of the players if
the second one sees the first one's third card.

With independent choices an equilibrium is a correlated one whose players do not need to agree: against a given banker
the best of all independent choices is a pure one, so the banker must hold the players to the correlated value, and they
can reach it only by independent choices that are optimal among the correlated ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import gcd
from operator import mul

from exact.analysis.equilibrium.banque import JOINT, Banque, Joint
from exact.analysis.equilibrium.game import NO_COMMISSION, Gains, Strategy, best_reply, missed, weights_of
from exact.analysis.equilibrium.solutions import determinant, lemke_howson, mixture
from exact.arithmetic import weighted_sum
from exact.errors import ExactError
from exact.records import Record, replace

Stakes = tuple[int, int]
STAKES = "must be two whole numbers below 10^9, not both 0, like 1:1: the stakes on the two hands"


def stakes_of(text: str) -> Stakes:
    """The stakes on the two hands in lowest terms, from text like ``3:1``; raises `ExactError` for other text."""
    ratio = re.fullmatch(r"(\d{1,9}):(\d{1,9})", text.replace(" ", ""), re.ASCII)
    first, second = (int(ratio[1]), int(ratio[2])) if ratio else (0, 0)
    if not (first or second):
        raise ExactError("stakes", text, STAKES)
    return first // gcd(first, second), second // gcd(first, second)


def stakes_text(stakes: Stakes) -> str:
    """The text that `stakes_of` reads."""
    return f"{stakes[0]}:{stakes[1]}"


class BanqueProfile(Record):
    """Strategies at some stakes: what the players do, by `JOINT`, and how often the banker draws, by place.

    In a game that is `opened`, the players have the probabilities of `JOINT` for each card of `OPEN`.
    """

    game: Banque
    stakes: Stakes
    players: Strategy
    banker: Strategy
    commission: Fraction = NO_COMMISSION  #: The share of its wins that the banker pays to the house

    @cached_property
    def nets(self) -> tuple[Strategy, Strategy]:
        """What the banker wins from each player per unit of that stake for each of `JOINT`, before the commission."""
        return self._wins("net")

    @cached_property
    def losses(self) -> Strategy:
        """What the players lose together for each of `JOINT`, per unit of all stakes."""
        return _weighed(self.stakes, self.nets)

    @cached_property
    def payoffs(self) -> Strategy:
        """What the banker keeps of that after the commission."""
        if not self.commission:
            return self.losses
        won = _weighed(self.stakes, self._wins("won"))
        return tuple(loss - self.commission * each for loss, each in zip(self.losses, won, strict=True))

    @cached_property
    def value(self) -> Fraction:
        """The banker's expected payoff per unit of all stakes."""
        return weighted_sum(self.players, self.payoffs)

    @cached_property
    def banker_gains(self) -> Gains:
        """The banker's gain from drawing over standing by place, per unit of all stakes; `None` if out of reach."""
        weights, vectors = weights_of(self.players), self._vectors
        scale = weights[0] * self.game.deals * sum(self.stakes) * self.commission.denominator
        gains = (Fraction(sum(map(mul, vector, weights[1:])), scale) for vector in vectors)
        return tuple(gain if place.reachable else None for gain, place in zip(gains, self.game.places, strict=True))

    @property
    def players_miss(self) -> Fraction:
        """What both players together could gain by their best reply, per unit of all stakes."""
        return weighted_sum(self.players, self.losses) - weighted_sum(self.best_players, self.losses)

    @property
    def best_players(self) -> Strategy:
        """Their best reply, a pure strategy: whatever card is seen, the first player's choice is the same."""
        replies: list[Strategy] = []
        for stands, draws in ((0, 1), (2, 3)):
            best = (stands if losses[stands] <= losses[draws] else draws for losses in by_card(self.losses))
            replies.append(tuple(Fraction(joint == chosen) for chosen in best for joint in range(len(JOINT))))
        return min(replies, key=lambda reply: weighted_sum(reply, self.losses))

    @property
    def drawing(self) -> tuple[Fraction, Fraction]:
        """The probability with which each player draws on 5."""
        _neither, second, first, both = self.players
        return first + both, second + both

    @property
    def players_are_unique(self) -> bool:
        """Whether no other correlated strategy of the players is optimal, if there is no commission: what they do not
        play is strictly worse, and the places at which the banker mixes determine what they play.
        """
        played = self._played
        mixed = [vector for vector, draws in zip(self._vectors, self.banker, strict=True) if 0 < draws < 1]
        least = min(self.losses)
        worse = all(loss > least for loss, weight in zip(self.losses, self.players, strict=True) if not weight)
        return worse and any(_regular(chosen, played) for chosen in combinations(mixed, len(played) - 1))

    @property
    def is_strict(self) -> bool:
        """Whether it is the only correlated equilibrium, except at places to which the shoe cannot lead."""
        indifferent = sum(gain == 0 for gain in self.banker_gains)
        return self.game.signals == 1 and self.players_are_unique and indifferent == len(self._played) - 1

    @property
    def _played(self) -> list[int]:
        return [index for index, weight in enumerate(self.players) if weight]

    @property
    def _vectors(self) -> tuple[Joint, ...]:
        return _gains(self.game, self.stakes, self.commission)

    def _wins(self, kind: str) -> tuple[Strategy, Strategy]:
        scale, *drawn = weights_of(self.banker)
        sums: list[Strategy] = []
        for player, settled in enumerate(self.game.settled):
            total = [scale * count for count in getattr(settled, kind)]
            for place, draws in zip(self.game.places, drawn, strict=True):
                stands, drew = getattr(place.stands[player], kind), getattr(place.draws[player], kind)
                total = [t + (scale - draws) * s + draws * d for t, s, d in zip(total, stands, drew, strict=True)]
            sums.append(tuple(Fraction(each, scale * self.game.deals) for each in total))
        return sums[0], sums[1]


def _weighed(stakes: Stakes, each: tuple[Strategy, Strategy]) -> Strategy:
    return tuple((stakes[0] * first + stakes[1] * second) / sum(stakes) for first, second in zip(*each, strict=True))


def by_card(numbers: Strategy) -> list[Strategy]:
    """Those of `JOINT` for each card of `OPEN`, if the second player sees it, or once."""
    return [numbers[at : at + len(JOINT)] for at in range(0, len(numbers), len(JOINT))]


@lru_cache(maxsize=4)
def _gains(game: Banque, stakes: Stakes, commission: Fraction) -> tuple[Joint, ...]:
    """The banker's gain from drawing at each place for each of `JOINT`, up to a factor that is the same everywhere."""
    part, whole = commission.as_integer_ratio()
    vectors = []
    for place in game.places:
        vector = [0] * len(place.deals)
        for stake, stands, draws in zip(stakes, place.stands, place.draws, strict=True):
            net = (new - old for old, new in zip(stands.net, draws.net, strict=True))
            won = (new - old for old, new in zip(stands.won, draws.won, strict=True))
            vector = [v + stake * (whole * n - part * w) for v, n, w in zip(vector, net, won, strict=True)]
        vectors.append(tuple(vector))
    return tuple(vectors)


def reached(game: Banque, players: Strategy) -> Strategy:
    """The probability that a coup leads to each place."""
    weights = weights_of(players)
    return tuple(Fraction(sum(map(mul, place.deals, weights[1:])), weights[0] * game.deals) for place in game.places)


def independently(first: Fraction, second: Fraction) -> Strategy:
    """What two players play together who draw on 5 with these probabilities, whatever the other does."""
    return (1 - first) * (1 - second), (1 - first) * second, first * (1 - second), first * second


def _regular(vectors: Sequence[Joint], played: Sequence[int]) -> bool:
    first, *others = played
    return bool(determinant([[vector[index] - vector[first] for index in others] for vector in vectors]))


def correlated(game: Banque, stakes: Stakes, commission: Fraction = NO_COMMISSION) -> BanqueProfile:
    """An equilibrium in which both players are one opponent."""
    even = independently(Fraction(1, 2), Fraction(1, 2)) * game.signals
    profile = BanqueProfile(game, stakes, even, (), commission)
    plans = [tuple(Fraction(joint == each) for each in JOINT) * game.signals for joint in JOINT]
    against: list[BanqueProfile] = []
    while True:
        against.append(replace(profile, banker=best_reply(profile.banker_gains)))
        first = [[-weighted_sum(plan, reply.losses) for reply in against] for plan in plans]
        second = [[weighted_sum(plan, reply.payoffs) for reply in against] for plan in plans]
        of_players, of_banker = lemke_howson(first, second)
        banker = mixture([reply.banker for reply in against], of_banker)
        profile = replace(profile, players=mixture(plans, of_players), banker=banker)
        if not missed(profile.banker, profile.banker_gains) and not profile.players_miss:
            return profile
        if (best := profile.best_players) not in plans:
            plans.append(best)


def independent(profile: BanqueProfile) -> BanqueProfile | None:
    """An equilibrium in which both players are one opponent who cannot correlate its choices; `None` if none is found.

    There is none at all if the players of the correlated ``profile`` are unique and there is no commission.
    """
    alone = replace(profile, players=independently(*profile.drawing))
    is_reply = not missed(alone.banker, alone.banker_gains) and not alone.players_miss
    return alone if is_reply else None
