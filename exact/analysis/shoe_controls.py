"""Control variates for the gain over a shoe: sums that follow the gain, and whose mean is exactly 0.

The cards that a player sees come in random order. Let U be the n cards unseen at some point, and let h of them be seen
next; D is the sum of their tags. Given U, and all that was seen before:

(1) the expectation of a coup from the cards then unseen has the mean E(U), because a coup after some random cards has
    the distribution of a coup from U;
(2) D has the mean h · mean(U), and (D − h · mean(U))² has the mean h (n − h)/(n − 1) · var(U), with the mean and the
    variance of the tags over U.

So each of these figures less its mean has the mean 0, whatever factor known before multiplies it. Added up between
fixed numbers of unseen cards and subtracted from the gain over the shoe, they leave its mean as it is: the estimate
stays unbiased, for every shoe, bet, count and way of dealing. The factors decide only how much smaller the variance
becomes.

They are the derivatives of the gain still to come if figures were normal. Let x be what the player watches, E itself or
the true count, and bet from x = T on; let s² be the variance of its change until a later coup. If E is about β (x − T)
there, the mean gain of that coup is E Φ(z) + β s φ(z) with z = (x − T)/s. How many coups will begin with so many cards
is computed as if each used an independent number, given where the shoe is now, as far as the player knows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import pi

from exact.analysis.count_play import lengths_of_coups
from exact.analysis.dealing import FIRST_CARD, FIRST_CARD_UNSEEN, Dealing
from exact.analysis.dependence import MOST
from exact.analysis.expectation_variance import VARIANCE, expectation_variances
from exact.analysis.removal import Effects
from exact.analysis.simulated_shoes import DealtCoups
from exact.bets.bet import Bet
from exact.engine.forms import DECK
from exact.game import Granularity
from exact.game.shoe import MIN_CARDS, Shoe
from exact.lazy import Doubles, Integers, Truths, np
from exact.records import Record
from exact.rules import Tableau

_RATIO = 1.05  # of a number of unseen cards to the next, where that is more than one card
_LEAST_VARIANCE = 1e-12  # where nothing changes, so that rounding errors stay as small as they are
_GROWTH = 1.35  # of the groups in which later coups are taken together

_Later = tuple[Integers, Doubles]
"""Coups after some point in groups, each with its number of cards; in a row, how many coups there are of each."""
Expectations = Callable[[Integers], Iterable[tuple[Truths, Doubles]]]
"""Whether each bet is favourable on some shoes, and its expectation."""


class Watched(Record):
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
        held, shows_first, self._dealing = np.flatnonzero(self._values), self._shows_first, dealing
        burned = np.array([dealing.burned(value) for value in range(Granularity.VALUES)]) - shows_first
        usual = round(float(burned @ self._values) / sum(values))
        self._out = np.where(shows_first, burned, usual) + (MOST - 1) * dealing.first_coup_unseen  # by the first card
        self._knows_place = dealing.burn != FIRST_CARD_UNSEEN and not dealing.first_coup_unseen
        most_out = int((burned - self._out)[held].max()) + MOST * dealing.first_coup_unseen
        least = max(dealing.cut - MOST * dealing.coups_after, most_out, MIN_CARDS)
        most = max(least, sum(values) - shows_first - int(self._out[held].max()))
        self._undealt = _numbers(least, most)
        lengths = lengths_of_coups(Shoe.of_values(values), tableau)
        self._later = [*self._coups_later({used: float(share) for used, share in lengths.items()})]

    def _coups_later(self, uses: Mapping[int, float]) -> Iterator[_Later]:
        """For each number of undealt cards but the largest, the coups that begin later.

        They depend on how many coups have begun behind the cut card, and on how many cards the last one has so far; the
        last two rows are the mean over the second, and no coups, after the last one.
        """
        size, after = self._undealt[-1] + 1, self._dealing.coups_after
        rows: list[list[Doubles]] = [[] for _ in range(after)]  # the coups from one that begins here, by those behind
        longer = [sum(share for used, share in uses.items() if used > dealt) for dealt in range(MOST)]
        for undealt in range(size):
            for behind, own in enumerate(rows):
                row = np.zeros(size)
                row[undealt] = 1
                now = behind + (undealt <= self._dealing.cut)
                if now < after and undealt >= MOST:
                    row += sum(share * rows[now][-used] for used, share in uses.items())
                own[:] = [*own[-MOST:], row]
            if undealt in self._undealt[1:]:
                states = [_from(own, uses, dealt) for own in rows for dealt in range(MOST)]
                mean = sum(share * state for share, state in zip(longer, states, strict=False)) / sum(longer)
                step = undealt - self._undealt[self._undealt.index(undealt) - 1]
                part = np.minimum((undealt - np.arange(undealt)) / step, 1)  # of the step until a coup within it
                yield _grouped(np.array([*states, mean, np.zeros(size)])[:, :undealt] * part)

    def sums(
        self,
        first: DealtCoups,
        begun: Truths,
        expectations: Expectations,
        players: Sequence[Sequence[Watched | None]],
    ) -> Doubles:
        """The controls of the players of each bet on each shoe: bets × players × shoes.

        Given are the first coups, and whether a coup has begun in each shoe with each number of unseen cards.
        """
        sums = np.zeros((len(players), len(players[0]), len(first.order)))
        order, out = self._as_seen(first), self._out[first.order[:, 0]]
        number, states = self._undealt[-1] + out, self._states(begun, out)
        earlier = np.arange(order.shape[1]) < (order.shape[1] - number)[:, None]
        unseen = self._values - _composition(np.where(earlier, order, Granularity.VALUES))
        before = [*expectations(unseen)]
        for step, (undealt, coups) in reversed([*enumerate(self._later)]):
            seen = self._undealt[step + 1] - self._undealt[step]
            later = undealt + out[:, None], coups[np.take_along_axis(states, number[:, None], axis=1)[:, 0]]
            places = order.shape[1] - number[:, None] + np.arange(seen)
            drawn = _composition(np.take_along_axis(order, places, axis=1))
            after = [*expectations(unseen - drawn)]
            for bet, watching in enumerate(players):
                for player, watched in enumerate(watching):
                    if watched is not None:
                        sums[bet, player] += _change(watched, later, before[bet][1], after[bet][1], unseen, drawn)
            unseen, number, before = unseen - drawn, number - seen, after
        return sums

    def _states(self, begun: Truths, out: Integers) -> Integers:
        """The row of `_coups_later` for each shoe and number of unseen cards, as far as the player knows."""
        unseen = np.arange(begun.shape[1])
        if not self._knows_place:
            return np.full(begun.shape, -2)
        last = np.where(begun, unseen, 2 * len(unseen))[:, ::-1]
        dealt = np.minimum.accumulate(last, axis=1)[:, ::-1] - unseen
        behind = (begun & (unseen <= (self._dealing.cut + out)[:, None]))[:, ::-1].cumsum(axis=1)[:, ::-1]
        is_over = (dealt >= MOST) | (behind == self._dealing.coups_after)
        return np.where(is_over, -1, MOST * behind + dealt)

    def _as_seen(self, first: DealtCoups) -> Integers:
        """The cards of each shoe in the order in which they are seen; those out and unseen are moved to the end."""
        cards = first.order.shape[1] - self._shows_first
        moved = (np.arange(cards) + first.place[:, None] - self._shows_first) % cards + self._shows_first
        order = np.take_along_axis(first.order, moved, axis=1)
        return np.concatenate([first.order[:, : self._shows_first], order], axis=1)


def _from(rows: Sequence[Doubles], uses: Mapping[int, float], dealt: int) -> Doubles:
    """The coups to come if the last one has so many cards so far, given those from a coup at the last places."""
    possible = {used: share for used, share in uses.items() if used > dealt}
    coups = sum((share * rows[dealt - used - 1] for used, share in possible.items()), np.zeros_like(rows[-1]))
    return coups / (sum(possible.values()) or 1)


def _grouped(coups: Doubles) -> _Later:
    """Rows of the coups that begin with 0, 1, … undealt cards, the last ones in the smallest groups."""
    starts = np.unique((_GROWTH ** np.arange(99)).astype(np.int64)) - 1
    starts = starts[starts < coups.shape[1]]
    middle = (starts + np.append(starts[1:], coups.shape[1]) - 1) // 2
    return coups.shape[1] - 1 - middle, np.add.reduceat(coups[:, ::-1], starts, axis=1)


def _composition(cards: Integers) -> Integers:
    """How many cards of each point value every row has."""
    composition: Integers = (cards[:, :, None] == np.arange(Granularity.VALUES)).sum(axis=1)
    return composition


def _change(
    watched: Watched, later: _Later, before: Doubles, after: Doubles, unseen: Integers, drawn: Integers
) -> Doubles:
    """What the cards ``drawn`` from the ``unseen`` ones change: the three figures, each with its factor."""
    (unseen_later, coups), number, seen = later, unseen.sum(axis=1), drawn.sum(axis=1)
    left = number - seen
    mean = unseen @ watched.tags / number
    variance = unseen @ watched.tags**2 / number - mean**2
    moved = watched.scale / left * (drawn @ watched.tags - seen * mean)
    square = moved**2 - (watched.scale / left) ** 2 * seen * left / (number - 1) * variance
    above = (before if watched.mean is None else watched.scale * (watched.mean - mean)) - watched.trigger
    variances = watched.variance[unseen_later] - watched.variance[number][:, None]
    deviation = np.sqrt(np.maximum(variances, _LEAST_VARIANCE))
    z = np.clip(above[:, None] / deviation, -9, 9)
    reached = ((1 + np.tanh((2 / pi) ** 0.5 * (z + 0.044715 * z**3))) / 2 * coups).sum(axis=1)  # Φ, to three digits
    density = (np.exp(-(z**2) / 2) / (2 * pi) ** 0.5 / deviation * coups).sum(axis=1)
    change: Doubles = reached * (after - before) + density * (
        (before - watched.slope * above) * moved + watched.slope / 2 * square
    )
    return change
