"""Perfect play, exactly: the gain of a player who knows the unseen cards and bets when the expectation is positive.

The n unseen cards of a shoe are a composition c with probability Π C(held_v, c_v) / C(held, n). A bet's expectation on
it is e(c) / (D · n(n−1)…(n−5)), where e is an integer and D the common denominator of the payoffs. The gain per unit is
the mean of max(0, expectation).

Method. Of k low cards, worth 0 to 4, and n − k high cards, e is the product of a vector of 77 numbers for the low and
one for the high cards (`exact.engine.many_shoes`), so one matrix product gives e for every pair of low and
high cards. The weights factor likewise: Σ_ab W_a V_b max(0, e_ab) is a product with the digits of V, then with W
(`exact.engine.exact_sums`).

Proof of exactness. Let P be the largest payoff in size, times D. (1) The coefficient of a multiset with m_v copies of
each value is at most P · 6!/Πm_v! in size (checked). So every partial sum of e is at most P · n(n−1)…(n−5), and every
partial sum of a vector is at most P · 6!/j! · n(n−1)… (j factors) for some j ≤ 6. All are whole and below 2**53
(checked), so doubles hold them exactly: up to n = 249 for a payoff of 40 to 1, n = 325 for 8 to 1 and n = 198 for the
best of the main bets (D = 20). (2) max and the comparisons do not round. (3) The sums with V and W are exact by the
choice of the digits' width; everything after that uses Python integers.
"""

import hashlib
import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, comb, factorial, perm, prod
from timeit import repeat
from typing import NamedTuple, Self

from exact.analysis.compositions import compositions, count_compositions, ways_to_draw
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.payoffs import common_payoffs
from exact.engine.compiler import compiled
from exact.engine.exact_sums import EXACT_BITS, digit_bits, digits_of, joined, shift_of, split, weighted_sums
from exact.engine.many_shoes import HIGH, LOW, vectors
from exact.engine.multisets import LOW_VALUES, Coefficients, orders_of_multisets
from exact.engine.one_shoe import check_value_level
from exact.errors import ExactError
from exact.game import CARDS
from exact.game.shoe import MIN_CARDS, Shoe
from exact.inputs import check_whole
from exact.lazy import Doubles, Numbers, np
from exact.records import Record
from exact.rules import Tableau
from exact.workers.tasks import HERE, Run, checkpoint_size, run_tasks

Block = tuple[int, int, int]
"""The number of low cards, and the first and past-the-last composition number of the side with more compositions."""
CHUNK = 2048  # the most compositions of a side in memory at once
_PERCENTS = {"percent": range(-5, 11), "wide": (-90, -50, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 50, 100, 200)}
GRIDS = {name: tuple(Fraction(percent, 100) for percent in grid) for name, grid in _PERCENTS.items()}
"""Thresholds of the expectation by the name of the grid."""
_ROWS, _COLUMNS = 128, 512  # a tile that, with its pieces, stays in a core's cache
IN_PROCESS = 2**26  # compositions that take about a second, too little to be worth a pool
_BLOCK, _BLOCKS = 2**26, 2000  # the usual size of a block, half a second's work, and the most blocks
_EXACT = 2**EXACT_BITS
_Chunk = tuple[list[Doubles], Numbers]  # N compositions of a side: 77 × N numbers for each bet, and the weights


class PerfectQuestion(NamedTuple):
    """What determines the sums."""

    values: tuple[int, ...]
    unseen: int
    coefficients: Coefficients  # for each bet, its net win over the orders of each multiset, times a common denominator
    thresholds: tuple[int, ...]  # numerators of the expectation; compositions are counted from each of them upwards

    @property
    def compositions(self) -> int:
        """Of the unseen cards."""
        return count_compositions(self.values, self.unseen)

    def held(self, side: int) -> tuple[int, ...]:
        """The cards of each low or of each high value in the shoe."""
        return self.values[LOW_VALUES:] if side == HIGH else self.values[:LOW_VALUES]


class PerfectPlay(Record, kw_only=True):
    """The gain of perfect play on the coup dealt from the last ``unseen`` cards."""

    unseen: int
    compositions: int
    gain: Fraction  # the mean of max(0, expectation), per unit staked
    positive: Fraction
    at_least: tuple[Fraction, ...] = ()  # the probability that the expectation is at least each threshold of the grid

    @classmethod
    def of_totals(cls, totals: Iterable[int], unseen: int, compositions: int, unit: int, cards: int) -> Self:
        """From sums over all compositions: the positive wins, in units, and the ways at each threshold."""
        draws = comb(cards, unseen)
        won, *weights = totals
        positive, *at_least = (Fraction(weight, draws) for weight in weights)
        gain = Fraction(won, unit * ordered_deals(unseen) * draws)
        return cls(unseen=unseen, compositions=compositions, gain=gain, positive=positive, at_least=tuple(at_least))

    @property
    def edge(self) -> Fraction | None:
        """The mean expectation when it is positive; `None` if it never is."""
        return self.gain / self.positive if self.positive else None


class Plan(NamedTuple):
    """The resources that `perfect_play` needs."""

    compositions: int
    tasks: int
    core_seconds: float  # the processor time of one core of this machine, estimated from about a second
    checkpoint_bytes: int


def perfect_play(
    bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, unseen: int, *, grid: Sequence[Fraction] = (), run: Run = HERE
) -> PerfectPlay:
    """The gain of betting on the best of ``bets``, or not at all, when ``unseen`` cards of ``shoe`` are left.

    Without an executor, a pool does what takes more than a second. Raises `ExactError` for fewer than six cards or more
    than the shoe holds, a bet that point values do not decide, sums too large for doubles, and as
    `exact.workers.tasks.run_tasks` does.
    """
    question, unit = question_of(bets, shoe, tableau, unseen, grid)
    tasks, identity, takes_long = blocks(question), identity_of(question), question.compositions > IN_PROCESS
    answers = run_tasks(partial(count_block, question), tasks, identity, *run, takes_long)
    totals = map(sum, zip(*answers, strict=True))
    return PerfectPlay.of_totals(totals, unseen, question.compositions, unit, shoe.cards)


def question_of(
    bets: Sequence[Bet], shoe: Shoe, tableau: Tableau, unseen: int, grid: Sequence[Fraction] = ()
) -> tuple[PerfectQuestion, int]:
    """The question, and the common denominator of the payoffs; errors as for `perfect_play`."""
    check_whole(unseen, "unseen", MIN_CARDS, shoe.cards)
    for bet in bets:
        check_value_level(bet, tableau, "perfect play")
    payoffs = common_payoffs([bet.payoffs() for bet in bets])
    unit = payoffs[0].denominator
    largest = _bound(max(abs(numerator) for paid in payoffs for numerator in paid.numerators), unseen)
    if largest >= _EXACT:
        bound = f"cards make sums of up to {largest}, and the method ends at 2**53 = {_EXACT}"
        raise ExactError("unseen", unseen, bound)
    matrices = (compiled(bet, tableau).coefficients.matrix for bet in bets)
    won = [np.array([paid.numerators]) @ matrix for matrix, paid in zip(matrices, payoffs, strict=True)]
    numerators = (ceil(threshold * unit * ordered_deals(unseen)) for threshold in grid)
    thresholds = tuple(max(-_EXACT, min(_EXACT, numerator)) for numerator in numerators)
    return PerfectQuestion(shoe.values, unseen, Coefficients(np.concatenate(won)), thresholds), unit


def identity_of(question: PerfectQuestion) -> str:
    """For a checkpoint, what determines the answers of `count_block`."""
    digest = hashlib.sha256(question.coefficients.matrix.astype("<i8").tobytes()).hexdigest()
    return f"perfect play 2: {question.values} {question.unseen} {question.thresholds} {digest}"


def blocks(question: PerfectQuestion) -> list[Block]:
    """The work for `count_block`, in blocks of about the same number of compositions."""
    largest = max(_BLOCK, question.compositions // _BLOCKS)
    work = []
    for low_cards in range(question.unseen + 1):
        (fewer, *_), (more, *_) = _sides(question, low_cards)
        parts = -(-fewer * more // largest)
        work += [(low_cards, more * part // parts, more * (part + 1) // parts) for part in range(parts)]
    return work


def count_block(
    question: PerfectQuestion, low_cards: int, first: int, last: int, rows: range | None = None
) -> tuple[int, ...]:
    """The weighted sum of max(0, e) over the compositions of a block, and the weight of those with e at each threshold.

    The first threshold is 1: a positive expectation. ``rows`` are numbers of the side with fewer compositions, by
    default all.
    """
    (fewer, row_side, row_cards), (_, column_side, column_cards) = _sides(question, low_cards)
    rows = range(fewer) if rows is None else rows
    totals = [0] * (2 + len(question.thresholds))
    for left in range(first, last, CHUNK):
        across = _chunk(question, column_side, column_cards, left, min(left + CHUNK, last))
        for top in rows[::CHUNK]:
            down = _cached_chunk(question, row_side, row_cards, top, min(top + CHUNK, rows.stop))
            totals = [total + part for total, part in zip(totals, _chunk_sums(question, down, across), strict=True)]
    return tuple(totals)


def _sides(question: PerfectQuestion, low_cards: int) -> list[tuple[int, int, int]]:
    """The low and the high cards, those with fewer compositions first: compositions, side and number of cards."""
    sides = (LOW, low_cards), (HIGH, question.unseen - low_cards)
    return sorted((count_compositions(question.held(side), cards), side, cards) for side, cards in sides)


def _chunk_sums(question: PerfectQuestion, rows: _Chunk, columns: _Chunk) -> list[int]:
    (row_vectors, row_weights), (column_vectors, column_weights) = rows, columns
    bits = _bits(question)
    width = digit_bits(bits, len(column_weights))
    digits = digits_of(column_weights, width)
    thresholds = (1, *question.thresholds)
    sums = np.zeros((2 + len(thresholds), len(row_weights), digits.shape[1]))
    space = np.empty((2 + len(sums), _ROWS * _COLUMNS))
    for left in range(0, len(column_weights), _COLUMNS):
        right = [own[:, left : left + _COLUMNS] for own in column_vectors]
        cut = digits[left : left + _COLUMNS]
        for top in range(0, len(row_weights), _ROWS):
            shape = min(_ROWS, len(row_weights) - top), len(cut)
            best, other, upper, lower, *reached = (part[: prod(shape)].reshape(shape) for part in space)
            np.matmul(row_vectors[0][:, top : top + _ROWS].T, right[0], out=best)
            for below, above in zip(row_vectors[1:], right[1:], strict=True):
                np.matmul(below[:, top : top + _ROWS].T, above, out=other)
                np.maximum(best, other, out=best)
            for threshold, mask in zip(thresholds, reached, strict=True):
                np.greater_equal(best, threshold, out=mask)
            np.maximum(best, 0.0, out=best)
            split(best, bits, upper, lower)
            for piece, total in zip((upper, lower, *reached), sums, strict=True):
                total[top : top + _ROWS] += piece @ cut
    shift = shift_of(bits)
    sums[0] *= 0.5**shift  # the upper halves are multiples of 2**shift
    by_digit = weighted_sums(sums.transpose(1, 0, 2).reshape(len(row_weights), -1), row_weights)
    starts = range(0, len(by_digit), digits.shape[1])
    upper_sum, lower_sum, *weights = (joined(by_digit[at : at + digits.shape[1]], width) for at in starts)
    return [(upper_sum << shift) + lower_sum, *weights]


def _chunk(question: PerfectQuestion, side: int, cards: int, first: int, last: int) -> _Chunk:
    """The compositions of ``cards`` cards of one side, numbered from ``first`` to below ``last``."""
    held = question.held(side)
    taken = _compositions(held, cards)[first:last]
    return vectors(question.coefficients, side, taken.astype(np.float64)), ways_to_draw(held, taken)


_cached_chunk = lru_cache(maxsize=16)(_chunk)  # of the side with fewer compositions, for blocks with as many low cards
_compositions = lru_cache(maxsize=4)(compositions)


def _bound(payoff: int, unseen: int) -> int:
    return payoff * max(factorial(CARDS) // factorial(j) * perm(unseen, j) for j in range(CARDS + 1))


@lru_cache(maxsize=4)
def _bits(question: PerfectQuestion) -> int:
    """An exponent of 2 that bounds e and its partial sums in size."""
    most = int((-(-np.abs(question.coefficients.matrix) // orders_of_multisets())).max())
    bound = _bound(most, question.unseen)
    assert bound < _EXACT, bound
    return bound.bit_length()


def plan_of(question: PerfectQuestion) -> Plan:
    """The plan of a question, from the processor time for a chunk of the largest block."""
    tasks = blocks(question)
    draws = comb(sum(question.values), question.unseen).bit_length()
    bits = (2 + len(question.thresholds)) * draws + 53
    low_cards, first, last = max(tasks, key=lambda block: _sides(question, block[0])[0][0] * (block[2] - block[1]))
    rows, last = range(_sides(question, low_cards)[0][0])[:CHUNK], min(last, first + CHUNK)
    measure = partial(count_block, question, low_cards, first, last, rows)
    # the first of the four also fills tables that all blocks share
    measured = repeat(measure, timer=time.process_time, repeat=4, number=1)
    seconds = min(measured) / (len(rows) * (last - first))
    return Plan(question.compositions, len(tasks), seconds * question.compositions, checkpoint_size(len(tasks), bits))
