"""What is to be won in whole shoes: dealt by a seeded generator, the exact expectation of every bet taken before each coup.

Only the cards are random. Before a coup a player who has seen every card that was shown knows the composition of the cards
unseen: those still to be dealt, those behind the cut card and those burned face down. Given what was shown, every order of
the unseen cards is equally likely, so the coup has the law of a coup from the unseen cards, wherever the burned ones lie:
its expectation is the count polynomial on them. A perfect player stakes one unit where it is positive; one who keeps a linear
count, `exact.analysis.linear_count`, where the true count reaches a trigger. Either is credited with the expectation, not
with what the coup then pays: the mean is the same, and the error much smaller.

Whether the expectation is positive, and whether the count reaches its trigger, is decided in exact integers. The expectation
itself is a quotient of two integers, each rounded to a double, so it is within 2**-51 of its size; sums are of doubles, in an
order that nothing but the question decides. Shoes are dealt in blocks, each from a generator seeded with the seed and its own
number: the answer is the same for any number of processes.

The coups of a shoe depend on each other, shoes do not: standard errors are of sums over shoes (`StudySums.estimate`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, nan
from typing import NamedTuple

from exact.analysis.coup_sequences import MOST
from exact.analysis.linear_count import DECK, integer_tags, linear_count
from exact.analysis.removal import effects_of_removal
from exact.analysis.simulated_shoes import Estimate, play
from exact.answers.text import _
from exact.arithmetic import ordered_deals
from exact.arrays import Doubles, Integers, Numbers
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.coefficients import INT64, Coefficients
from exact.engine.compiler import compiled
from exact.engine.many_shoes import ManyShoes
from exact.engine.one_shoe import check_value_level
from exact.errors import ExactError
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import futures, np
from exact.rules.tableau import Tableau
from exact.runs.tasks import Progress, run_tasks

BANDS = (6, 16, 26, 52, 104, 156, 208, 312)
"""The penetration at which a coup is dealt, by cards unseen: each band from one of these up to the next, the last open."""
EDGES = (-0.5, -0.25, -0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.25, 0.5)
"""The expectation before a coup, in classes: above each of these up to and with the next, the first and last open."""
SHOES_A_BLOCK = 1000
LARGEST_TAG = 4
"""The best count is in whole numbers up to this size, as counts that people keep are."""
MAX_SHOES, MAX_SEED, MAX_TRIGGER, MAX_CARDS = 10**9, 2**63 - 1, 10**6, 5200
LEAST_CUT = 2 * MOST - 1
"""A coup that begins before the cut card has shown has one card more, and leaves six for the last."""
BURNED_FOR_TEN = 10
_FEWEST_SHOES = 2
FIGURES = ("shoes", "coups", "cards", "positive", "gain", "bets", "counted gain")
"""What is summed over a shoe: 1, its coups, their cards, how many had a positive expectation and the sum of those, how many
the count would bet on and the sum of their expectations."""
_MOST_BURNED = 1 + BURNED_FOR_TEN


class Count(NamedTuple):
    """A linear count and the true count that it waits for."""

    tags: tuple[int, ...]
    """What a card of each point value adds to the running count when it is seen."""
    trigger: Fraction
    """The true count: the running count, the tags' mean over the shoe taken off for each card seen, per 52 cards unseen."""
    upwards: bool
    """Whether it bets from the trigger on, or up to it."""


class Wager(NamedTuple):
    """A bet that point values decide, with what it pays and the count that is kept for it; see `wager_of`."""

    name: str
    coefficients: Coefficients
    """Those of each category but the last."""
    weights: tuple[int, ...]
    """What each of them pays more than the last, times ``scale``."""
    rest: int
    """What the last pays, times ``scale``."""
    scale: int
    linear: Count | None


class Question(NamedTuple):
    """What is dealt: the shoe's point values, the tableau, the cards behind the cut card, whether cards are burned."""

    values: tuple[int, ...]
    tableau: Tableau
    cut: int
    burn: bool
    wagers: tuple[Wager, ...]
    seed: int


class Figure(NamedTuple):
    """A figure of a study: a multiple of a product of sums, each to a power."""

    name: str
    scale: float
    powers: Mapping[str, float]


SHOE_FIGURES = (
    Figure(_("coups per shoe"), 1, {"coups": 1, "shoes": -1}),
    Figure(_("cards per coup"), 1, {"cards": 1, "coups": -1}),
)
PERFECT_FIGURES = (
    Figure(_("frequency"), 1, {"positive": 1, "coups": -1}),
    Figure(_("mean edge"), 1, {"gain": 1, "positive": -1}),
    Figure(_("gain per 100 coups"), 100, {"gain": 1, "coups": -1}),
    Figure(_("gain per shoe"), 1, {"gain": 1, "shoes": -1}),
)
"""How often the expectation is positive, its mean where it is, and what one unit wins that is staked there alone."""
COUNT_FIGURES = (
    Figure(_("frequency"), 1, {"bets": 1, "coups": -1}),
    Figure(_("mean edge"), 1, {"counted gain": 1, "bets": -1}),
    Figure(_("gain per 100 coups"), 100, {"counted gain": 1, "coups": -1}),
    Figure(_("gain per shoe"), 1, {"counted gain": 1, "shoes": -1}),
)
"""The same where the count bets; the mean edge may be negative."""


class StudySums(NamedTuple):
    """The sums of a study: with B bands, and for W wagers."""

    products: Doubles
    """W × (B + 1) × 7 × 7: the sums over shoes of the products of every two of `FIGURES`; the last band is all of them."""
    edges: Integers
    """W × B × classes of `EDGES`: how many coups had such an expectation."""

    def estimate(self, wager: int, band: int | None, figure: Figure) -> Estimate | None:
        """A figure of a band, or of all if ``band`` is `None`, and its standard error; `None` where it divides by 0.

        The error is that of the linear part (delta method): relative to the figure, a shoe has the influence
        Σ power · (its share of the sum − 1/shoes), and shoes are independent. It is not a number where what is divided by
        comes from fewer than two shoes in effect, (Σ x)²/Σ x² of them. Where nothing was counted the figure is 0 and so is
        its error: there is nothing to tell one from.
        """
        products = self.products[wager, -1 if band is None else band]
        places = [FIGURES.index(name) for name in figure.powers]
        power = np.array(list(figure.powers.values()))
        sums = products[0, places]
        if (sums[power < 0] == 0).any():
            return None
        shoes, value = float(products[0, 0]), figure.scale * float(np.multiply.reduce(sums**power))
        below = power < 0
        if (sums[below] ** 2 < _FEWEST_SHOES * products[places, places][below]).any():
            return Estimate(value, nan)
        if value == 0:
            return Estimate(0.0, 0.0)
        weights = power / sums
        spread = float(weights @ products[np.ix_(places, places)] @ weights) - float(power.sum()) ** 2 / shoes
        error = (max(spread, 0.0) * shoes / (shoes - 1)) ** 0.5
        return Estimate(value, abs(value) * error)


def band_names() -> tuple[str, ...]:
    """The `BANDS` in words, by cards unseen.

    >>> band_names()[0], band_names()[-1]
    ('6-15', '312 and more')
    """
    return (*(f"{low}-{high - 1}" for low, high in pairwise(BANDS)), _("{n} and more", n=BANDS[-1]))


def edge_names() -> tuple[str, ...]:
    """The classes of `EDGES` in words, in per cent.

    >>> edge_names()[0], edge_names()[5], edge_names()[-1]
    ('to -50', '-5 to 0', 'over 50')
    """
    percent = [f"{100 * edge:g}" for edge in EDGES]
    between = (_("{low} to {high}", low=low, high=high) for low, high in pairwise(percent))
    return (_("to {high}", high=percent[0]), *between, _("over {low}", low=percent[-1]))


def wager_of(bet: Bet, tableau: Tableau, count: Count | None) -> Wager:
    """The bet, ready to be priced on any shoe.

    Raises `ExactError` for a bet that needs to know more of a card than its point value.
    """
    check_value_level(bet, tableau, "the study is of")
    (*whole, rest), scale = Payoffs.of(bet.payoffs())
    coefficients = Coefficients(compiled(bet, tableau).coefficients.matrix[:-1])
    name = bet.name if bet.pay_table is None else f"{bet.name}:{bet.pay_table}"
    return Wager(name, coefficients, tuple(weight - rest for weight in whole), rest, scale, count)


def count_for(
    bet: Bet, shoe: Shoe, tableau: Tableau, tags: Sequence[int] | None = None, trigger: Fraction | None = None
) -> Count | None:
    """The count that adds up ``tags``, one for each point value, and waits for ``trigger``.

    By default the tags are the best in whole numbers up to `LARGEST_TAG`, and the trigger is the linear break-even; `None`
    where no card matters, so that no tags are best. With tags that correlate negatively with the expectation it bets up to
    the trigger. Raises `ExactError` for tags that tell nothing of the expectation, if they have no trigger.
    """
    check_value_level(bet, tableau, "the study is of")
    effects = effects_of_removal(bet, shoe, tableau)
    chosen = integer_tags(effects, LARGEST_TAG) if tags is None else tuple(tags)
    if chosen is None:
        return None
    linear = linear_count(chosen, effects)
    if trigger is None:
        if linear is None:
            raise ExactError("count", list(chosen), f"tells nothing of {bet.name}: there is no true count to wait for")
        trigger = linear.trigger
    return Count(chosen, trigger, linear is None or linear.correlation_squared > 0)


def study(
    question: Question, shoes: int, executor: futures.Executor | None = None, progress: Progress | None = None
) -> StudySums:
    """Deal ``shoes`` shoes and add up, for every wager, what perfect play and the count would have staked and won.

    Dealt as `exact.analysis.simulated_shoes.simulate_cut_card`: the coup in which the cut card shows is finished and one
    more is dealt. To burn is to show the first card and to put away, unseen, as many as it counts, ten for a ten or a face.
    Raises `ExactError` for a shoe or a cut that leaves a coup without cards.
    """
    check_question(question)
    check_whole(shoes, "shoes", 1, MAX_SHOES)
    blocks = -(-shoes // SHOES_A_BLOCK)
    tasks = [(number, min(SHOES_A_BLOCK, shoes - SHOES_A_BLOCK * number)) for number in range(blocks)]
    answers = run_tasks(partial(study_block, question), tasks, executor=executor, progress=progress)
    total = next(answers)
    for sums in answers:
        total = StudySums(total.products + sums.products, total.edges + sums.edges)
    return total


def check_shoe(values: Sequence[int], burn: bool) -> None:
    """Raise `ExactError` for a shoe that cannot deal coups with a cut card, or that is too large to shuffle."""
    cards, least = sum(values), max(2 * MOST, MIN_CARDS + (_MOST_BURNED if burn else 0))
    if not least <= cards <= MAX_CARDS:
        raise ExactError("shoe", cards, f"cards cannot be studied: {least} to {MAX_CARDS} can")


def check_question(question: Question) -> None:
    """Raise `ExactError` for what cannot be studied; see `study`."""
    check_shoe(question.values, question.burn)
    check_whole(question.cut, "cut", LEAST_CUT, sum(question.values) - 1)
    check_whole(question.seed, "seed", 0, MAX_SEED)


def study_block(question: Question, block: int, shoes: int) -> StudySums:
    """The sums over one block of shoes."""
    rng = np.random.default_rng([question.seed, block])
    cards = np.repeat(np.arange(10, dtype=np.uint8), question.values)
    shuffled = rng.permuted(np.tile(cards, (shoes, 1)), axis=1)
    prices = Prices.of(question._replace(seed=0))
    sums = np.zeros((len(question.wagers), len(FIGURES), shoes, len(BANDS)))
    edges = np.zeros((len(question.wagers), len(BANDS) * (len(EDGES) + 1)), dtype=np.int64)
    for going, unseen, used in _coups(shuffled, question):
        total = unseen.sum(axis=1)
        band = np.searchsorted(BANDS, total, side="right") - 1
        for wager, (numerators, denominators) in enumerate(prices.expectations(unseen, total)):
            expectation = numerators.astype(np.float64) / denominators
            positive, bets = numerators > 0, prices.bets(wager, unseen, total)
            summed = (1, used, positive, np.where(positive, expectation, 0), bets, np.where(bets, expectation, 0))
            for figure, value in enumerate(summed, start=1):
                sums[wager, figure, going, band] += value
            places = band * (len(EDGES) + 1) + np.searchsorted(EDGES, expectation)
            edges[wager] += np.bincount(places, minlength=edges.shape[1])
    every = np.concatenate([sums, sums.sum(axis=3, keepdims=True)], axis=3)
    every[:, 0] = 1
    by_band = every.transpose(0, 3, 1, 2)
    return StudySums(by_band @ by_band.transpose(0, 1, 3, 2), edges.reshape(len(edges), len(BANDS), -1))


def _coups(shuffled: Numbers, question: Question) -> Iterator[tuple[Integers, Integers, Integers]]:
    """The next coup of every shoe that is still dealt: which, its unseen cards before by point value, the cards it uses."""
    shoes, cards = shuffled.shape
    unseen = np.tile(np.array(question.values), (shoes, 1))
    used = np.zeros(shoes, dtype=np.int64)
    if question.burn:
        first = shuffled[:, 0].astype(np.int64)
        used += 1 + np.where(first == 0, BURNED_FOR_TEN, first)
        unseen[np.arange(shoes), first] -= 1
    going, last = np.arange(shoes), np.zeros(shoes, dtype=bool)
    while going.size:
        last[going] = used[going] >= cards - question.cut
        dealt = shuffled[going[:, None], used[going][:, None] + np.arange(MOST)]
        count = play(dealt, question.tableau)[1]
        yield going, unseen[going], count
        used[going] += count
        for place in range(MOST):
            shown = count > place
            unseen[going[shown], dealt[shown, place]] -= 1
        going = going[~last[going]]


class Prices:
    """The expectation of every wager on many shoes; what of it is the same for all blocks."""

    def __init__(self, question: Question) -> None:
        self._cards = sum(question.values)
        self._wagers = question.wagers
        rows, places = np.unique(
            np.concatenate([wager.coefficients.matrix for wager in question.wagers]), axis=0, return_inverse=True
        )
        self._places = np.split(places.ravel(), np.cumsum([len(wager.weights) for wager in question.wagers])[:-1])
        """For each wager which of the different rows its categories are."""
        self._many = ManyShoes(Coefficients(rows))
        deals = [ordered_deals(cards) for cards in range(self._cards + 1)]
        largest = max(max(sum(map(abs, w.weights)) + abs(w.rest), w.scale) for w in question.wagers)
        self._kind = np.dtype(np.int64) if largest * deals[-1] < INT64 else np.dtype(object)
        self._deals = np.array(deals, dtype=self._kind)
        self._reached = [None if wager.linear is None else self._thresholds(wager.linear) for wager in question.wagers]
        self._values = np.array(question.values)

    @staticmethod
    @lru_cache(maxsize=1)
    def of(question: Question) -> Prices:
        """Made once in every process."""
        return Prices(question)

    def expectations(self, unseen: Integers, total: Integers) -> Iterator[tuple[Numbers, Doubles]]:
        """Numerator, exact, and denominator of each wager's expectation.

        Payoffs times counts add up to at most Σ|payoffs| · N(N−1)…(N−5): 64-bit integers while that is below 2**63,
        else Python's.
        """
        counts = self._many.counts(unseen).astype(self._kind)
        deals = self._deals[total]
        for wager, places in zip(self._wagers, self._places, strict=True):
            numerators = wager.rest * deals
            for place, weight in zip(places, wager.weights, strict=True):
                numerators = numerators + weight * counts[place]
            yield numerators, (deals * wager.scale).astype(np.float64)

    def bets(self, wager: int, unseen: Integers, total: Integers) -> Numbers:
        """Whether the wager's count bets.

        With t the tags, S their sum over the N cards of the shoe and n cards unseen, the running count less the tags' mean for
        each card seen is (n S − N Σ t(unseen))/N, which is held against the trigger times n/52.
        """
        linear, reached = self._wagers[wager].linear, self._reached[wager]
        if linear is None or reached is None:
            return np.zeros(len(unseen), dtype=bool)
        tags = np.array(linear.tags)
        scaled = total * (self._values @ tags) - self._cards * (unseen @ tags)
        found: Numbers = (scaled if linear.upwards else -scaled) >= reached[total]
        return found

    def _thresholds(self, count: Count) -> Integers:
        """For each number of cards unseen the least that the running count, times N and upwards, must be."""
        trigger = count.trigger if count.upwards else -count.trigger
        most = INT64 - 1
        least = (ceil(trigger * self._cards * unseen / DECK) for unseen in range(self._cards + 1))
        return np.array([max(-most, min(most, bound)) for bound in least])
