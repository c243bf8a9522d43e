"""Control variates for the gain over a shoe: sums that follow the gain, and whose mean is exactly 0.

The cards that a player sees come in random order. Let U be the n cards unseen at some point, and let h of them be seen
next; D is the sum of their tags. Given U, and all that was seen before:

(1) the expectation of a coup from the cards then unseen has the mean E(U), because a coup after some random cards has
    the distribution of a coup from U;
(2) D has the mean h · mean(U), and (D − h · mean(U))² has the mean h (n − h)/(n − 1) · var(U), with the mean and the
    variance of the tags over U.

So each of these figures less its mean has the mean 0, whatever factor known before multiplies it. Added up between fixed
numbers of unseen cards and subtracted from the gain over the shoe, they leave its mean as it is: the estimate stays
unbiased, for every shoe, bet, count and way of dealing. The factors decide only how much smaller the variance becomes.

They are the derivatives of the gain still to come if figures were normal. Let x be what the player watches, E itself or
the true count, and bet from x = T on; let s² be the variance of its change until a later coup. If E is about β (x − T)
there, the mean gain of that coup is E Φ(z) + β s φ(z) with z = (x − T)/s. The number of coups that begin with so many
cards undealt comes from shoes of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import pi
from typing import NamedTuple

from exact.analysis.dealing import FIRST_CARD, Dealing
from exact.analysis.dependence import MOST
from exact.analysis.expectation_variance import VARIANCE, expectation_variances
from exact.analysis.removal import Effects
from exact.analysis.simulated_shoes import DealtCoups, deal_shoes
from exact.bets.bet import Bet
from exact.engine.forms import DECK
from exact.game import Granularity
from exact.game.shoe import MIN_CARDS
from exact.lazy import Doubles, Integers, np
from exact.rules import Tableau

_PILOT_SHOES, _PILOT_SEED = 500, 2**63  # a seed that no study has
_RATIO = 1.05  # of a number of unseen cards to the next, where that is more than one card
_LEAST_VARIANCE = 1e-12  # where nothing changes, so that rounding errors stay as small as they are
_GROWTH = 1.35  # of the groups in which later coups are taken together

_Later = tuple[Integers, Doubles]
"""Coups after some point, in groups: their undealt cards, and how many a shoe has."""
Expectations = Callable[[Integers, Integers], Iterable[Doubles]]
"""The expectation of each bet on some shoes, given with their numbers of cards."""


class Watched(NamedTuple):
    """What a player watches, and from where on the player bets."""

    tags: Doubles  # by point value
    mean: float | None  # of the tags over the shoe; `None` for a player who watches the expectation itself
    scale: float  # with n cards unseen, x changes by about scale/n for each tag that a card is above the mean
    trigger: float
    slope: float  # β
    variance: Doubles  # of x, by the number of unseen cards


def perfect_player(bet: Bet, effects: Effects, tableau: Tableau) -> Watched:
    """The player who watches the exact expectation; the tags are the effects of removal."""
    cards = effects.shoe.cards
    numbers = _numbers(MIN_CARDS, cards)
    known = [float(each.variance) for each in expectation_variances(bet, effects.shoe, tableau, numbers, VARIANCE)]
    variance = np.interp(-1 / np.arange(1, cards + 1), [-1 / number for number in numbers], known)
    return Watched(_doubles(effects.of_every_class), None, cards - 1, 0.0, 1.0, np.append(known[0], variance))


def counting_player(tags: Sequence[int], trigger: Fraction, effects: Effects) -> Watched:
    """The player who watches a true count, and bets from the trigger upwards."""
    cards, share, own = effects.shoe.cards, _doubles(effects.shoe.counts) / effects.shoe.cards, _doubles(tags)
    mean = float(share @ own)
    spread = float(share @ (own - mean) ** 2)
    covariance = float((share * (own - mean)) @ _doubles(effects.of_every_class))
    slope = (cards - 1) / DECK * covariance / spread if spread else 0.0
    variance = DECK**2 * spread * (cards / np.maximum(np.arange(cards + 1), 1) - 1) / (cards - 1)
    return Watched(own, mean, DECK, float(trigger), slope, variance)


def _doubles(numbers: Iterable[Fraction | int]) -> Doubles:
    return np.array([float(number) for number in numbers])


def _numbers(least: int, most: int) -> list[int]:
    """Some whole numbers from ``least`` to ``most``, each above the one before by `_RATIO`, or by one."""
    numbers = [least]
    while numbers[-1] < most:
        numbers.append(min(most, max(numbers[-1] + 1, int(numbers[-1] * _RATIO))))
    return numbers


class Controls:
    """The controls of many shoes; holds what all blocks share.

    Fixed are the numbers of undealt cards. Cards that are out but unseen come on top; a player who does not know how
    many these are takes the usual number, because factors may depend only on what was seen.
    """

    def __init__(self, values: Sequence[int], tableau: Tableau, dealing: Dealing) -> None:
        self._values, self._shows_first = np.array(values), int(dealing.burn == FIRST_CARD)
        held, shows_first = np.flatnonzero(self._values), self._shows_first
        burned = np.array([dealing.burned(value) for value in range(Granularity.VALUES)]) - shows_first
        usual = round(float(burned @ self._values) / sum(values))
        self._out = np.where(shows_first, burned, usual) + (MOST - 1) * dealing.first_coup_unseen  # by the first card
        begins = self._pilot(tableau, dealing)
        most_out = int((burned - self._out)[held].max()) + MOST * dealing.first_coup_unseen
        least = max(int(np.flatnonzero(begins)[0]), most_out)
        most = max(least, sum(values) - shows_first - int(self._out[held].max()))
        self._undealt = np.array(_numbers(least, most))
        nearest = np.abs(np.arange(len(begins))[:, None] - self._undealt).argmin(axis=1)
        coups = np.bincount(nearest, weights=begins, minlength=len(self._undealt)).astype(np.float64)
        self._later = [_grouped(self._undealt[:step], coups[:step]) for step in range(1, len(coups))]

    def _pilot(self, tableau: Tableau, dealing: Dealing) -> Doubles:
        """The coups per shoe that begin with each number of undealt cards."""
        begins = np.zeros(sum(self._values.tolist()) + 1)
        rng = np.random.default_rng(_PILOT_SEED)
        for coups in deal_shoes(self._values.tolist(), _PILOT_SHOES, tableau, dealing, rng):
            undealt = coups.unseen.sum(axis=1) - self._out[coups.order[coups.shoes, 0]]
            begins += np.bincount(np.maximum(undealt, 0), minlength=len(begins))
        return begins / _PILOT_SHOES

    def sums(
        self, first: DealtCoups, expectations: Expectations, players: Sequence[Sequence[Watched | None]]
    ) -> Doubles:
        """The controls of the players of each bet on each shoe, given their first coups: bets × players × shoes."""
        sums = np.zeros((len(players), len(players[0]), len(first.order)))
        order, out = self._as_seen(first), self._out[first.order[:, 0]]
        place = order.shape[1] - self._undealt[-1] - out
        earlier = np.arange(order.shape[1]) < place[:, None]
        unseen = self._values - _composition(np.where(earlier, order, Granularity.VALUES))
        before = [*expectations(unseen, unseen.sum(axis=1))]
        for step, later in reversed([*enumerate(self._later)]):
            seen = int(self._undealt[step + 1] - self._undealt[step])
            drawn = _composition(np.take_along_axis(order, place[:, None] + np.arange(seen), axis=1))
            after = [*expectations(unseen - drawn, (unseen - drawn).sum(axis=1))]
            for bet, watching in enumerate(players):
                for player, watched in enumerate(watching):
                    if watched is not None:
                        sums[bet, player] += _change(watched, later, out, before[bet], after[bet], unseen, drawn)
            unseen, place, before = unseen - drawn, place + seen, after
        return sums

    def _as_seen(self, first: DealtCoups) -> Integers:
        """The cards of each shoe in the order in which they are seen; those out and unseen are moved to the end."""
        cards = first.order.shape[1] - self._shows_first
        moved = (np.arange(cards) + first.place[:, None] - self._shows_first) % cards + self._shows_first
        order = np.take_along_axis(first.order, moved, axis=1)
        return np.concatenate([first.order[:, : self._shows_first], order], axis=1)


def _grouped(undealt: Integers, coups: Doubles) -> _Later:
    """The coups that begin with these ascending numbers of undealt cards, the next ones in the smallest groups."""
    starts = np.unique((_GROWTH ** np.arange(99)).astype(np.int64)) - 1
    starts = starts[starts < len(coups)]
    number = np.add.reduceat(coups[::-1], starts)
    mean = np.add.reduceat((coups * undealt)[::-1], starts) / np.where(number, number, 1)
    return mean[number > 0].round().astype(np.int64), number[number > 0]


def _composition(cards: Integers) -> Integers:
    """How many cards of each point value every row has."""
    composition: Integers = (cards[:, :, None] == np.arange(Granularity.VALUES)).sum(axis=1)
    return composition


def _change(
    watched: Watched, later: _Later, out: Integers, before: Doubles, after: Doubles, unseen: Integers, drawn: Integers
) -> Doubles:
    """What the cards ``drawn`` from the ``unseen`` ones change: the three figures, each with its factor."""
    (undealt, coups), number, seen = later, unseen.sum(axis=1), drawn.sum(axis=1)
    left = number - seen
    mean = unseen @ watched.tags / number
    variance = unseen @ watched.tags**2 / number - mean**2
    moved = watched.scale / left * (drawn @ watched.tags - seen * mean)
    square = moved**2 - (watched.scale / left) ** 2 * seen * left / (number - 1) * variance
    above = (before if watched.mean is None else watched.scale * (watched.mean - mean)) - watched.trigger
    variances = watched.variance[undealt + out[:, None]] - watched.variance[number][:, None]
    deviation = np.sqrt(np.maximum(variances, _LEAST_VARIANCE))
    z = np.clip(above[:, None] / deviation, -9, 9)
    reached = (1 + np.tanh((2 / pi) ** 0.5 * (z + 0.044715 * z**3))) / 2 @ coups  # Φ, to three digits
    density = np.exp(-(z**2) / 2) / (2 * pi) ** 0.5 / deviation @ coups
    change: Doubles = reached * (after - before) + density * (
        (before - watched.slope * above) * moved + watched.slope / 2 * square
    )
    return change
