"""Gains over whole shoes: a seeded generator deals them, and each coup is priced exactly before it is dealt.

Every order of the unseen cards (to be dealt, behind the cut card or burned face down) is equally likely, so the next
coup's expectation is the count polynomial on them. A perfect player stakes one unit when it is positive, a player with
a linear count (`exact.analysis.removal`) when the true count reaches a trigger. Each is credited with the
expectation, not with the payoff of the coup: the mean is the same, and the error much smaller.

Exact integers decide whether to stake. The expectation itself is a quotient of two integers, each rounded to a double,
so its relative error is at most 2**-51. Blocks of shoes are dealt, each from a generator seeded with the seed and its
own number, and sums of doubles have an order that depends only on the question: the answer is the same for any number
of processes. Standard errors are of sums over shoes, because the coups of a shoe depend on each other.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial, reduce
from itertools import pairwise
from math import ceil, nan
from typing import NamedTuple, Self

from exact.analysis.count_play import TriggeredCount
from exact.analysis.dealing import Dealing
from exact.analysis.removal import effects_of_removal, integer_tags, linear_count
from exact.analysis.shoe_controls import Controls, Watched, counting_player, perfect_player
from exact.analysis.simulated_shoes import DealtCoups, Estimate, deal_shoes
from exact.answers.text import _
from exact.arithmetic import number_text, ordered_deals
from exact.bets.bet import Bet
from exact.bets.payoffs import Payoffs
from exact.engine.compiler import compiled
from exact.engine.forms import DECK
from exact.engine.many_shoes import ManyShoes
from exact.engine.multisets import INT64, Coefficients
from exact.engine.one_shoe import check_value_level
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.inputs import check_whole, spelled
from exact.lazy import Doubles, Integers, Numbers, Truths, np
from exact.records import Record, replace
from exact.rules import Tableau
from exact.workers.tasks import HERE, Run, run_tasks

BANDS = (6, 16, 26, 52, 104, 156, 208, 312)  # the fewest unseen cards of each class of coups
BAND_NAMES = (*(f"{low}-{high - 1}" for low, high in pairwise(BANDS)), _("{n} and more", n=BANDS[-1]))
# Classes of the expectation before a coup: above each of these, up to and including the next; both ends are open.
EDGES = (-0.5, -0.25, -0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.25, 0.5)
_PERCENT = [f"{100 * edge:g}" for edge in EDGES]
EDGE_NAMES = (
    _("to {high}", high=_PERCENT[0]),
    *(_("{low} to {high}", low=low, high=high) for low, high in pairwise(_PERCENT)),
    _("over {low}", low=_PERCENT[-1]),
)
SHOES_A_BLOCK = 1000
_MOST_TASKS = 10_000  # longer simulations have several blocks in a task, which bounds memory and checkpoint
_PILOT, _MARGIN = 4 * SHOES_A_BLOCK, 1.2  # the shoes that say how many an error takes, and how many more are dealt
LARGEST_TAG = 4  # the best count has whole numbers up to this size, as the counts that people use
MAX_SHOES, MAX_SEED, MAX_TRIGGER, MAX_ERROR = 10**9, 2**63 - 1, 10**6, 10**3
MAX_UNSAVED = 10**7  # the most shoes without a checkpoint: some hours for one bet
CONTROLS = {"gain": "control", "counted gain": "counted control"}
FIGURES = ("shoes", "coups", "cards", "positive", "gain", "bets", "counted gain", *CONTROLS.values())
"""The sums over a shoe: 1, its coups, their cards; the coups with a positive expectation, and the sum of these; the
coups on which the count bets, and the sum of their expectations; and the controls of the two gains, over all coups."""
GAINS = [{gain, over} for gain in CONTROLS for over in ("coups", "shoes")]
"""What a figure is made of that has a control."""


class SimulatedWager(NamedTuple):
    """A bet that point values decide, and the linear count that bets on it, if any."""

    bet: Bet
    linear: TriggeredCount | None


class ShoeSimulation(Record, kw_only=True):
    """Which shoes are dealt, how, and the wagers that are priced before every coup."""

    values: tuple[int, ...]
    tableau: Tableau
    dealing: Dealing
    wagers: tuple[SimulatedWager, ...]
    seed: int
    controlled: bool = False  # whether the controls of `exact.analysis.shoe_controls` are computed too


class Measure(NamedTuple):
    """A figure of a simulation: a constant times a product of powers of sums."""

    name: str
    scale: float
    powers: Mapping[str, float]


SHOE_FIGURES = (
    Measure(_("coups per shoe"), 1, {"coups": 1, "shoes": -1}),
    Measure(_("cards per coup"), 1, {"cards": 1, "coups": -1}),
)


def _figures_of(coups: str, gain: str) -> tuple[Measure, ...]:
    """How often there is a stake, the mean expectation then, and the gain of one unit staked on just those coups."""
    return (
        Measure(_("frequency"), 1, {coups: 1, "coups": -1}),
        Measure(_("mean edge"), 1, {gain: 1, coups: -1}),
        Measure(_("gain per 100 coups"), 100, {gain: 1, "coups": -1}),
        Measure(_("gain per shoe"), 1, {gain: 1, "shoes": -1}),
    )


PERFECT_FIGURES, COUNT_FIGURES = _figures_of("positive", "gain"), _figures_of("bets", "counted gain")
"""Of coups with a positive expectation, and of those on which the count bets; there the mean edge may be negative."""


class SimulationSums(NamedTuple):
    """The sums of a simulation with B bands and W wagers."""

    products: Doubles
    """W × (B + 1) × 9 × 9: sums over shoes of the products of every two of `FIGURES`; the last band has all coups."""
    edges: Integers  # W × B × classes of `EDGES`: the number of coups with an expectation in the class

    def controlled(self) -> Self:
        """The sums with each gain less its control, which has the same mean: their errors are smaller."""
        change = np.eye(len(FIGURES))
        for gain, control in CONTROLS.items():
            change[FIGURES.index(gain), FIGURES.index(control)] = -1
        return self._replace(products=change @ self.products @ change.T)

    @property
    def shoes(self) -> int:
        """How many were dealt."""
        return int(self.products[0, -1, 0, 0])

    def largest_error(self) -> float:
        """Of the gains per shoe, with their controls."""
        per_shoe, own = (PERFECT_FIGURES[-1], COUNT_FIGURES[-1]), self.controlled()
        gains = (own.estimate(wager, None, gain) for wager in range(len(self.products)) for gain in per_shoe)
        return max(gain.error for gain in gains if gain is not None)

    def estimate(self, wager: int, band: int | None, figure: Measure) -> Estimate | None:
        """A figure of a band, or of all coups if ``band`` is `None`, and its standard error; `None` if it divides by 0.

        The error is that of the linear part (delta method): relative to the figure, a shoe has the influence Σ power ·
        (its share of the sum − 1/shoes). It is not a number if the divisor comes from effectively fewer than two shoes,
        (Σ x)²/Σ x² of them. If nothing was counted, the figure and its error are 0.
        """
        products = self.products[wager, -1 if band is None else band]
        indices = [FIGURES.index(name) for name in figure.powers]
        power = np.array(list(figure.powers.values()))
        sums, below = products[0, indices], power < 0
        if (sums[below] == 0).any():
            return None
        shoes, value = float(products[0, 0]), figure.scale * float(np.multiply.reduce(sums**power))
        if (sums[below] ** 2 < 2 * products[indices, indices][below]).any():
            return Estimate(value, nan)
        if value == 0:
            return Estimate(0.0, 0.0)
        weights = power / sums
        spread = float(weights @ products[np.ix_(indices, indices)] @ weights) - float(power.sum()) ** 2 / shoes
        error = (max(spread, 0.0) * shoes / (shoes - 1)) ** 0.5
        return Estimate(value, abs(value) * error)


def count_for(
    bet: Bet,
    shoe: Shoe,
    tableau: Tableau,
    tags: Sequence[int] | None = None,
    trigger: Fraction | None = None,
    rounding: str = "exact",
    unit: int = DECK,
    estimate: str = "exact",
) -> TriggeredCount | None:
    """The count that adds up ``tags``, one for each point value, and waits for ``trigger``.

    By default the tags are the best in whole numbers up to `LARGEST_TAG`, `None` if no card matters, and the trigger is
    the linear break-even. With tags that correlate negatively with the expectation it bets up to the trigger. Raises
    `ExactError` for a bet that looks beyond point values, and for tags without a correlation and a trigger.
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
        trigger = linear.trigger * unit / DECK
    return TriggeredCount(chosen, trigger, linear is None or linear.correlation_squared > 0, rounding, unit, estimate)


def simulate_shoes(question: ShoeSimulation, shoes: int, run: Run = HERE) -> SimulationSums:
    """Deal ``shoes`` shoes, as `deal_shoes` does, and add up the stakes and gains of every wager.

    Raises `ExactError` for a shoe or a cut that may leave a coup without cards, and many shoes without a checkpoint.
    """
    question.dealing.check(sum(question.values))
    check_whole(question.seed, "seed", 0, MAX_SEED)
    check_whole(shoes, "shoes", 1, MAX_SHOES)
    if shoes > MAX_UNSAVED and run.checkpoint is None:
        bound = f"take hours: beyond {MAX_UNSAVED}, give {spelled('checkpoint')}, which keeps them"
        raise ExactError("shoes", shoes, bound)
    return _dealt(question, range(shoes), run)


def simulate_to_error(question: ShoeSimulation, error: Fraction, run: Run = HERE) -> SimulationSums:
    """As `simulate_shoes`, with enough shoes for a standard error of at most ``error`` of every gain per shoe.

    Other shoes of the same seed say how many that are, so that the number depends on no shoe that counts; more are
    dealt only if it turns out too small. Raises `ExactError` for an error of 0 or less, or that takes too many shoes.
    """
    if error <= 0:
        raise ExactError("error", number_text(error), "must be above 0")
    most, unsaved = (MAX_SHOES, "") if run.checkpoint else (MAX_UNSAVED, f" without {spelled('checkpoint')}")
    sums, dealt = _dealt(question, range(MAX_SHOES, MAX_SHOES + _PILOT), run), 0
    while not dealt or sums.largest_error() > error:
        needed = _MARGIN * sums.shoes * (sums.largest_error() / float(error)) ** 2
        shoes = SHOES_A_BLOCK * max(1, ceil(needed / SHOES_A_BLOCK))
        if shoes > most:
            raise ExactError("error", number_text(error), f"takes about {shoes} shoes: at most {most}{unsaved}")
        more = _dealt(question, range(dealt, shoes), run)
        sums, dealt = _added(sums, more) if dealt else more, shoes
    return sums


def _dealt(question: ShoeSimulation, numbers: range, run: Run) -> SimulationSums:
    """The sums over the shoes of these numbers, the first one that of a block."""
    blocks = -(-len(numbers) // SHOES_A_BLOCK)
    at_once = SHOES_A_BLOCK * -(-blocks // _MOST_TASKS)
    tasks = [(first, min(at_once, numbers.stop - first)) for first in numbers[::at_once]]
    work, identity = partial(_simulate_part, question), _identity_of(question)
    answers = run_tasks(work, tasks, identity, *run)
    return reduce(_added, (_as_sums(answer, len(question.wagers)) for answer in answers))


def _identity_of(question: ShoeSimulation) -> str:
    """Everything that determines the sums; another numpy may deal other shoes from the same seed."""
    digest = hashlib.sha256()
    for wager in question.wagers:
        digest.update(compiled(wager.bet, question.tableau).coefficients.matrix.astype("<i8").tobytes())
        digest.update(repr((wager.bet.payoffs(), wager.linear)).encode())
    shoes = (question.values, question.tableau, question.dealing, question.seed, question.controlled)
    return f"study 4, numpy {np.__version__}: {shoes} {digest.hexdigest()}"


def _simulate_part(question: ShoeSimulation, first: int, shoes: int) -> tuple[int, ...]:
    """The sums over the blocks from the shoe ``first`` on as whole numbers: the bits of the doubles, and the edges."""
    last = first + shoes
    starts = range(first, last, SHOES_A_BLOCK)
    blocks = (simulate_block(question, at // SHOES_A_BLOCK, min(SHOES_A_BLOCK, last - at)) for at in starts)
    sums = reduce(_added, blocks)
    return (*sums.products.view(np.int64).ravel().tolist(), *sums.edges.ravel().tolist())


def _as_sums(answer: tuple[int, ...], wagers: int) -> SimulationSums:
    numbers = np.array(answer, dtype=np.int64)
    edges = wagers * len(BANDS) * len(EDGE_NAMES)
    products = numbers[:-edges].view(np.float64).reshape(wagers, -1, len(FIGURES), len(FIGURES))
    return SimulationSums(products, numbers[-edges:].reshape(wagers, len(BANDS), -1))


def _added(one: SimulationSums, other: SimulationSums) -> SimulationSums:
    return SimulationSums(one.products + other.products, one.edges + other.edges)


def simulate_block(question: ShoeSimulation, block: int, shoes: int) -> SimulationSums:
    """The sums over one block of shoes."""
    rng = np.random.default_rng([question.seed, block])
    prices = _prices_of(replace(question, seed=0))
    first, begun = None, np.zeros((shoes, sum(question.values) + 1), dtype=bool)
    sums = np.zeros((len(question.wagers), len(FIGURES), shoes, len(BANDS)))
    edges = np.zeros((len(question.wagers), len(BANDS) * len(EDGE_NAMES)), dtype=np.int64)
    for coups in deal_shoes(question.values, shoes, question.tableau, question.dealing, rng):
        first, unseen = first or coups, coups.unseen
        total = unseen.sum(axis=1)
        begun[coups.shoes, total] = True
        band = np.searchsorted(BANDS, total, side="right") - 1
        for wager, (positive, expectation) in enumerate(_expectations(prices, coups)):
            bets = prices.bets(wager, unseen, total)
            summed = (1, coups.used, positive, np.where(positive, expectation, 0), bets, np.where(bets, expectation, 0))
            for figure, value in enumerate(summed, start=1):
                sums[wager, figure, coups.shoes, band] += value
            classes = band * len(EDGE_NAMES) + np.searchsorted(EDGES, expectation)
            edges[wager] += np.bincount(classes, minlength=edges.shape[1])
    every = np.concatenate([sums, sums.sum(axis=3, keepdims=True)], axis=3)
    every[:, 0] = 1
    if question.controlled and first is not None:
        every[:, -len(CONTROLS) :, :, -1] = prices.controls(first, begun)
    by_band = every.transpose(0, 3, 1, 2)
    return SimulationSums(by_band @ by_band.transpose(0, 1, 3, 2), edges.reshape(len(edges), len(BANDS), -1))


class Prices:
    """Prices every wager on many shoes; holds what all blocks share.

    A bet's last category is not counted: its payoff is that of every deal, and the others add what they pay beyond it.
    A row of coefficients that several bets have is counted once.
    """

    def __init__(self, question: ShoeSimulation) -> None:
        self._question, self._cards = question, sum(question.values)
        self._values = np.array(question.values)
        self._counts = [None if wager.linear is None else self._upwards(wager.linear) for wager in question.wagers]
        self._payoffs = [Payoffs.of(wager.bet.payoffs()) for wager in question.wagers]
        matrices = [compiled(wager.bet, question.tableau).coefficients.matrix[:-1] for wager in question.wagers]
        rows, indices = np.unique(np.concatenate(matrices), axis=0, return_inverse=True)
        self._rows = np.split(indices.ravel(), np.cumsum([len(matrix) for matrix in matrices])[:-1])
        self._many = ManyShoes(Coefficients(rows))
        sizes = (abs(paid[-1]) + sum(abs(pays - paid[-1]) for pays in paid) for paid, _unit in self._payoffs)
        largest = max(*sizes, *(unit for _paid, unit in self._payoffs))
        deals = [ordered_deals(cards) for cards in range(self._cards + 1)]
        self._deals = np.array(deals, dtype=np.int64 if largest * deals[-1] < INT64 else np.object_)

    def expectations(self, unseen: Integers) -> Iterator[tuple[Truths, Doubles]]:
        """Whether each wager is favourable on each shoe, exactly, and its expectation.

        Payoffs times counts add up to at most Σ|payoffs| · N(N−1)…(N−5): they are 64-bit integers while that is below
        2**63, else Python integers.
        """
        deals = self._deals[unseen.sum(axis=1)]
        counts = self._many.counts(unseen).astype(deals.dtype)
        for (paid, unit), rows in zip(self._payoffs, self._rows, strict=True):
            numerators: Numbers = paid[-1] * deals
            for row, pays in zip(rows, paid, strict=False):
                numerators = numerators + (pays - paid[-1]) * counts[row]
            yield numerators > 0, numerators.astype(np.float64) / (deals * unit).astype(np.float64)

    def bets(self, wager: int, unseen: Integers, total: Integers) -> Numbers:
        """Whether the wager's count bets on each shoe.

        Let t be the tags, S their sum over the N cards of the shoe, and n the number of unseen cards. The running count
        less the tags' mean for each seen card is (n S − N Σ t(unseen))/N.
        """
        count = self._counts[wager]
        if count is None:
            return np.zeros(len(unseen), dtype=bool)
        tags, reached = count
        return total * (self._values @ tags) - self._cards * (unseen @ tags) >= reached[total]

    def controls(self, first: DealtCoups, begun: Truths) -> Doubles:
        """Of perfect play and of the count on each wager, for each shoe; see `Controls.sums`."""
        of_shoes, players = self._controls
        return of_shoes.sums(first, begun, self.expectations, players)

    @cached_property
    def _controls(self) -> tuple[Controls, list[list[Watched | None]]]:
        values, tableau = self._question.values, self._question.tableau
        players = []
        for bet, linear in self._question.wagers:
            effects = effects_of_removal(bet, Shoe.of_values(values), tableau)
            counting = None
            if linear:
                sign = 1 if linear.upwards else -1
                counting = counting_player([sign * tag for tag in linear.tags], sign * linear.trigger, effects)
            players.append([perfect_player(bet, effects, tableau), counting])
        return Controls(values, tableau, self._question.dealing), players

    def _upwards(self, count: TriggeredCount) -> tuple[Integers, Numbers]:
        """The tags, and for each n the least running count, times N, that bets; both negated if it bets downwards."""
        reached = [count.least(self._cards, unseen) for unseen in range(self._cards + 1)]
        return (1 if count.upwards else -1) * np.array(count.tags), np.array(reached)


def _expectations(prices: Prices, coups: DealtCoups) -> Iterator[tuple[Truths, Doubles]]:
    """Whether each wager is favourable as far as the player knows, and its expectation, by the hidden cards too."""
    known = prices.expectations(coups.unseen)
    if not coups.hidden.any():
        return known
    priced = prices.expectations(coups.unseen - coups.hidden)
    return ((positive, expectation) for (positive, _), (_, expectation) in zip(known, priced, strict=True))


_prices_of = lru_cache(maxsize=1)(Prices)  # made once in every process
