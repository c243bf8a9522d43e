"""The gain to be won in whole shoes: a seeded generator deals, and each coup is priced exactly before it is dealt.

Only the cards are random. A player who has seen every card that was shown knows the composition of the unseen cards: those
still to be dealt, those behind the cut card and those burned face down. Every order of the unseen cards is then equally
likely, so the next coup has the distribution of a coup from the unseen cards, wherever the burned ones lie: its expectation is the
count polynomial on them. A perfect player stakes one unit when it is positive. A player with a linear count,
`exact.analysis.linear_count`, stakes when the true count reaches a trigger. Each is credited with the expectation, not
with the payoff of the coup: the mean is the same, and the error much smaller.

Exact integers decide whether the expectation is positive and whether the count reaches its trigger. The expectation
itself is a quotient of two integers, each rounded to a double, so its relative error is at most 2**-51. Sums are of
doubles, in an order that depends only on the question. Shoes are dealt in blocks, each from a generator seeded with the
seed and its own number, so the answer is the same for any number of processes.

The coups of a shoe depend on each other, but shoes do not: standard errors are of sums over shoes (`StudySums.estimate`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, nan, prod
from pathlib import Path
from typing import NamedTuple

from exact.analysis.coup_sequences import MOST
from exact.analysis.linear_count import DECK, integer_tags, linear_count
from exact.analysis.removal import effects_of_removal
from exact.analysis.simulated_shoes import BURNED_FOR_TEN, Estimate, deal_shoes
from exact.answers.text import _
from exact.arithmetic import ordered_deals
from exact.arrays import Doubles, Integers, Numbers
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.many_shoes import ManyShoes
from exact.engine.multisets import INT64, Coefficients
from exact.engine.one_shoe import check_value_level
from exact.errors import ExactError
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import futures, np
from exact.rules.tableau import Tableau
from exact.workers.tasks import Progress, run_saved

BANDS = (6, 16, 26, 52, 104, 156, 208, 312)
"""The penetration of a coup, by unseen cards: a band goes from one of these to just below the next; the last is open."""
EDGES = (-0.5, -0.25, -0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.25, 0.5)
"""The classes of the expectation before a coup: above each of these, up to and including the next; both ends are open."""
SHOES_A_BLOCK = 1000
_MOST_TASKS = 10_000
"""The most tasks of a study: longer ones have several blocks in each, which bounds the memory and the checkpoint."""
LARGEST_TAG = 4
"""The best count has whole numbers up to this size, as the counts that people use."""
MAX_SHOES, MAX_SEED, MAX_TRIGGER, MAX_CARDS = 10**9, 2**63 - 1, 10**6, 5200
CUT = 16
"""The cards behind the cut card in the standard rules, which follow the published row P1006."""
LEAST_CUT = 2 * MOST - 1
"""A coup that begins before the cut card has shown has one more card, and leaves six for the last coup."""
_FEWEST_SHOES = 2
FIGURES = ("shoes", "coups", "cards", "positive", "gain", "bets", "counted gain")
"""The sums over a shoe: 1, its coups, their cards, the coups with a positive expectation and the sum of those expectations,
the coups on which the count bets and the sum of their expectations."""
_MOST_BURNED = 1 + BURNED_FOR_TEN


class StudiedCount(NamedTuple):
    """A linear count and its trigger."""

    tags: tuple[int, ...]
    """The amount that each seen card of a point value adds to the running count."""
    trigger: Fraction
    """The true count at which to bet. The true count is the running count, less the tags' mean over the shoe for each seen
    card, per 52 unseen cards."""
    upwards: bool
    """Whether it bets from the trigger upwards; otherwise it bets up to the trigger."""


class StudiedWager(NamedTuple):
    """A bet that point values decide, with its payoffs and its count; see `wager_of`."""

    name: str
    coefficients: Coefficients
    """The coefficients of each category but the last."""
    weights: tuple[int, ...]
    """The payoff of each of them, less that of the last, times ``scale``."""
    rest: int
    """The payoff of the last category, times ``scale``."""
    scale: int
    linear: StudiedCount | None


class StudyQuestion(NamedTuple):
    """The study: the shoe's point values, the tableau, the cards behind the cut card, whether cards are burned."""

    values: tuple[int, ...]
    tableau: Tableau
    cut: int
    burn: bool
    wagers: tuple[StudiedWager, ...]
    seed: int


class Figure(NamedTuple):
    """A figure of a study: a constant times a product of powers of sums."""

    name: str
    scale: float
    powers: Mapping[str, float]


SHOE_FIGURES = (
    Figure(_("coups per shoe"), 1, {"coups": 1, "shoes": -1}),
    Figure(_("cards per coup"), 1, {"cards": 1, "coups": -1}),
)


def _figures_of(coups: str, gain: str) -> tuple[Figure, ...]:
    """How often there is a stake, the mean expectation on those coups, and the gain of one unit staked on just those."""
    return (
        Figure(_("frequency"), 1, {coups: 1, "coups": -1}),
        Figure(_("mean edge"), 1, {gain: 1, coups: -1}),
        Figure(_("gain per 100 coups"), 100, {gain: 1, "coups": -1}),
        Figure(_("gain per shoe"), 1, {gain: 1, "shoes": -1}),
    )


PERFECT_FIGURES, COUNT_FIGURES = _figures_of("positive", "gain"), _figures_of("bets", "counted gain")
"""Of coups with a positive expectation, and of those on which the count bets; there the mean edge may be negative."""


class StudySums(NamedTuple):
    """The sums of a study with B bands and W wagers."""

    products: Doubles
    """W × (B + 1) × 7 × 7: the sums over shoes of the products of every two of `FIGURES`; the last band has all coups."""
    edges: Integers
    """W × B × classes of `EDGES`: the number of coups with an expectation in the class."""

    def estimate(self, wager: int, band: int | None, figure: Figure) -> Estimate | None:
        """A figure of a band, or of all coups if ``band`` is `None`, and its standard error; `None` if it divides by 0.

        The error is that of the linear part (delta method): relative to the figure, a shoe has the influence
        Σ power · (its share of the sum − 1/shoes), and shoes are independent. It is not a number if the divisor comes from
        effectively fewer than two shoes, (Σ x)²/Σ x² of them. If nothing was counted, the figure is 0 and so is its error,
        because there is nothing to estimate one from.
        """
        products = self.products[wager, -1 if band is None else band]
        places = [FIGURES.index(name) for name in figure.powers]
        power = np.array(list(figure.powers.values()))
        sums, below = products[0, places], power < 0
        if (sums[below] == 0).any():
            return None
        shoes, value = float(products[0, 0]), figure.scale * float(np.multiply.reduce(sums**power))
        if (sums[below] ** 2 < _FEWEST_SHOES * products[places, places][below]).any():
            return Estimate(value, nan)
        if value == 0:
            return Estimate(0.0, 0.0)
        weights = power / sums
        spread = float(weights @ products[np.ix_(places, places)] @ weights) - float(power.sum()) ** 2 / shoes
        error = (max(spread, 0.0) * shoes / (shoes - 1)) ** 0.5
        return Estimate(value, abs(value) * error)


def band_names() -> tuple[str, ...]:
    """The `BANDS` in words, by unseen cards.

    >>> band_names()[0], band_names()[-1]
    ('6-15', '312 and more')
    """
    return (*(f"{low}-{high - 1}" for low, high in pairwise(BANDS)), _("{n} and more", n=BANDS[-1]))


def edge_names() -> tuple[str, ...]:
    """The classes of `EDGES` in words, in percent.

    >>> edge_names()[0], edge_names()[5], edge_names()[-1]
    ('to -50', '-5 to 0', 'over 50')
    """
    percent = [f"{100 * edge:g}" for edge in EDGES]
    between = (_("{low} to {high}", low=low, high=high) for low, high in pairwise(percent))
    return (_("to {high}", high=percent[0]), *between, _("over {low}", low=percent[-1]))


def wager_of(bet: Bet, tableau: Tableau, count: StudiedCount | None) -> StudiedWager:
    """The bet, ready for pricing on any shoe.

    Raises `ExactError` for a bet that looks beyond point values.
    """
    check_value_level(bet, tableau, "a study")
    (*whole, rest), scale = Payoffs.of(bet.payoffs())
    coefficients = Coefficients(compiled(bet, tableau).coefficients.matrix[:-1])
    name = bet.name if bet.pay_table is None else f"{bet.name}:{bet.pay_table}"
    return StudiedWager(name, coefficients, tuple(weight - rest for weight in whole), rest, scale, count)


def count_for(
    bet: Bet, shoe: Shoe, tableau: Tableau, tags: Sequence[int] | None = None, trigger: Fraction | None = None
) -> StudiedCount | None:
    """The count that adds up ``tags``, one for each point value, and waits for ``trigger``.

    By default the tags are the best in whole numbers up to `LARGEST_TAG`, and the trigger is the linear break-even; `None`
    where no card matters, so that no tags are best. With tags that correlate negatively with the expectation it bets up to
    the trigger. Raises `ExactError` for tags that tell nothing of the expectation, if they have no trigger.
    """
    check_value_level(bet, tableau, "a study")
    effects = effects_of_removal(bet, shoe, tableau)
    chosen = integer_tags(effects, LARGEST_TAG) if tags is None else tuple(tags)
    if chosen is None:
        return None
    linear = linear_count(chosen, effects)
    if trigger is None:
        if linear is None:
            raise ExactError("count", list(chosen), f"tells nothing of {bet.name}: there is no true count to wait for")
        trigger = linear.trigger
    return StudiedCount(chosen, trigger, linear is None or linear.correlation_squared > 0)


def study(
    question: StudyQuestion,
    shoes: int,
    executor: futures.Executor | None = None,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> StudySums:
    """Deal ``shoes`` shoes and add up, for every wager, the stakes and gains of perfect play and of the count.

    Shoes are dealt as in `exact.analysis.simulated_shoes.deal_shoes`. Finished blocks are saved in the directory ``checkpoint``. Raises `ExactError` for a shoe or a
    cut that may leave a coup without cards.
    """
    check_shoe(question.values, question.burn)
    check_whole(question.cut, "cut", LEAST_CUT, sum(question.values) - 1)
    check_whole(question.seed, "seed", 0, MAX_SEED)
    check_whole(shoes, "shoes", 1, MAX_SHOES)
    blocks = -(-shoes // SHOES_A_BLOCK)
    at_once = SHOES_A_BLOCK * -(-blocks // _MOST_TASKS)
    tasks = [(first, min(at_once, shoes - first)) for first in range(0, shoes, at_once)]
    work, identity = partial(_study_part, question), identity_of(question)
    answers = run_saved(work, tasks, identity, executor=executor, checkpoint=checkpoint, progress=progress)
    return _added(_as_sums(question, answer) for answer in answers)


def identity_of(question: StudyQuestion) -> str:
    """A text with everything that determines the sums, for a checkpoint; another numpy may deal other shoes from the seed."""
    digests = [hashlib.sha256(w.coefficients.matrix.astype("<i8").tobytes()).hexdigest() for w in question.wagers]
    wagers = [(*wager[2:], digest) for wager, digest in zip(question.wagers, digests, strict=True)]
    return f"study 1, numpy {np.__version__}: {question._replace(wagers=())} {wagers}"


def _study_part(question: StudyQuestion, first: int, shoes: int) -> tuple[int, int]:
    """The sums over the blocks from the shoe ``first`` on, as two whole numbers: the bits of their arrays."""
    last = first + shoes
    starts = range(first, last, SHOES_A_BLOCK)
    sums = _added(study_block(question, at // SHOES_A_BLOCK, min(SHOES_A_BLOCK, last - at)) for at in starts)
    products, edges = sums.products.astype("<f8").tobytes(), sums.edges.astype("<i8").tobytes()
    return int.from_bytes(products, "little"), int.from_bytes(edges, "little")


def _as_sums(question: StudyQuestion, answer: tuple[int, ...]) -> StudySums:
    """What `_study_part` has put into whole numbers."""
    shapes = (len(BANDS) + 1, len(FIGURES), len(FIGURES)), (len(BANDS), len(EDGES) + 1)
    products, edges = (
        np.frombuffer(number.to_bytes(8 * len(question.wagers) * prod(shape), "little"), kind).reshape(-1, *shape)
        for number, shape, kind in zip(answer, shapes, ("<f8", "<i8"), strict=True)
    )
    return StudySums(products, edges)


def _added(parts: Iterator[StudySums]) -> StudySums:
    total = next(parts)
    for sums in parts:
        total = StudySums(total.products + sums.products, total.edges + sums.edges)
    return total


def check_shoe(values: Sequence[int], burn: bool) -> None:
    """Raise `ExactError` for a shoe that is too small for coups with a cut card, or too large to shuffle."""
    cards, least = sum(values), _MOST_BURNED + MIN_CARDS if burn else 2 * MOST
    if not least <= cards <= MAX_CARDS:
        raise ExactError("shoe", cards, f"cards cannot be studied: a study needs {least} to {MAX_CARDS}")


def study_block(question: StudyQuestion, block: int, shoes: int) -> StudySums:
    """The sums over one block of shoes."""
    rng = np.random.default_rng([question.seed, block])
    prices = Prices.of(question._replace(seed=0))
    sums = np.zeros((len(question.wagers), len(FIGURES), shoes, len(BANDS)))
    edges = np.zeros((len(question.wagers), len(BANDS) * (len(EDGES) + 1)), dtype=np.int64)
    for coups in deal_shoes(question.values, shoes, question.tableau, question.cut, question.burn, rng):
        unseen = coups.unseen
        total = unseen.sum(axis=1)
        band = np.searchsorted(BANDS, total, side="right") - 1
        for wager, (numerators, denominators) in enumerate(prices.expectations(unseen, total)):
            expectation = numerators.astype(np.float64) / denominators
            positive, bets = numerators > 0, prices.bets(wager, unseen, total)
            summed = (1, coups.used, positive, np.where(positive, expectation, 0), bets, np.where(bets, expectation, 0))
            for figure, value in enumerate(summed, start=1):
                sums[wager, figure, coups.shoes, band] += value
            places = band * (len(EDGES) + 1) + np.searchsorted(EDGES, expectation)
            edges[wager] += np.bincount(places, minlength=edges.shape[1])
    every = np.concatenate([sums, sums.sum(axis=3, keepdims=True)], axis=3)
    every[:, 0] = 1
    by_band = every.transpose(0, 3, 1, 2)
    return StudySums(by_band @ by_band.transpose(0, 1, 3, 2), edges.reshape(len(edges), len(BANDS), -1))


class Prices:
    """Prices every wager on many shoes; holds what all blocks share."""

    def __init__(self, question: StudyQuestion) -> None:
        self._cards = sum(question.values)
        self._wagers = question.wagers
        rows, places = np.unique(
            np.concatenate([wager.coefficients.matrix for wager in question.wagers]), axis=0, return_inverse=True
        )
        self._places = np.split(places.ravel(), np.cumsum([len(wager.weights) for wager in question.wagers])[:-1])
        """For each wager, the indices of its categories among the distinct rows."""
        self._many = ManyShoes(Coefficients(rows))
        deals = [ordered_deals(cards) for cards in range(self._cards + 1)]
        largest = max(max(sum(map(abs, w.weights)) + abs(w.rest), w.scale) for w in question.wagers)
        self._kind = np.dtype(np.int64) if largest * deals[-1] < INT64 else np.dtype(object)
        self._deals = np.array(deals, dtype=self._kind)
        self._reached = [None if wager.linear is None else self._thresholds(wager.linear) for wager in question.wagers]
        self._values = np.array(question.values)

    @staticmethod
    @lru_cache(maxsize=1)
    def of(question: StudyQuestion) -> Prices:
        """The prices for a question, made once in every process."""
        return Prices(question)

    def expectations(self, unseen: Integers, total: Integers) -> Iterator[tuple[Numbers, Doubles]]:
        """The exact numerator and the denominator of each wager's expectation.

        Payoffs times counts add up to at most Σ|payoffs| · N(N−1)…(N−5): they are 64-bit integers while that is below
        2**63, else Python integers.
        """
        counts = self._many.counts(unseen).astype(self._kind)
        deals = self._deals[total]
        for wager, places in zip(self._wagers, self._places, strict=True):
            numerators = wager.rest * deals
            for index, weight in zip(places, wager.weights, strict=True):
                numerators = numerators + weight * counts[index]
            yield numerators, (deals * wager.scale).astype(np.float64)

    def bets(self, wager: int, unseen: Integers, total: Integers) -> Numbers:
        """Whether the wager's count bets.

        Let t be the tags, S their sum over the N cards of the shoe, and n the number of unseen cards. The running count less
        the tags' mean for each seen card is (n S − N Σ t(unseen))/N; it is compared with the trigger times n/52.
        """
        linear, reached = self._wagers[wager].linear, self._reached[wager]
        if linear is None or reached is None:
            return np.zeros(len(unseen), dtype=bool)
        tags = np.array(linear.tags)
        scaled = total * (self._values @ tags) - self._cards * (unseen @ tags)
        bets_placed: Numbers = (scaled if linear.upwards else -scaled) >= reached[total]
        return bets_placed

    def _thresholds(self, count: StudiedCount) -> Numbers:
        """For each number of unseen cards, the smallest running count, times N and with its sign upwards, that bets."""
        trigger = count.trigger if count.upwards else -count.trigger
        return np.array([ceil(trigger * self._cards * unseen / DECK) for unseen in range(self._cards + 1)])
