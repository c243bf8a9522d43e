"""How much successive coups of a shoe depend on each other: joint distribution, correlations, chances given the past.

For a fixed tableau, let a_o(U) be the number of orders of the multiset U of point values (4 to 6 cards, unpadded) that
form a whole coup with outcome o. The number of ordered ways to draw a multiset W from a shoe with counts c is ways(W) =
Π c_v (c_v − 1) … (c_v − w_v + 1), and the ways of U, times the ways of V afterwards, are the ways of U + V. So the
coups before the last use the cards W and have the outcomes o_1 … o_k in ways(W) · K(W) ordered ways, where K_{o_1 …
o_k}(W) = Σ_{U_1 + … + U_k = W} Π a_{o_i}(U_i): integers that do not depend on the shoe. The last coup is the count
polynomial on the remaining shoe, n_o(c − W). With #W cards in W, padded to ordered deals of 6m,

  count(o_1 … o_m) = Σ_W ways(W) · K_{o_1 … o_{m−1}}(W) · n_{o_m}(c − W) · perm(N − #W − 6, 6(m − 1) − #W).

A convolution does not depend on the order of its factors, so one array K serves all orders of a history. K(W) counts
distinct orders of W, because an order of cards splits into coups in only one way. If W has at most 18 cards, K(W) is at
most 18! < 2**53, and so is every partial sum of a convolution: doubles hold them exactly.

The multisets with i low cards, worth 0 to 4, and j high ones form a block: an array over the multisets of either side
that the shoe holds. One task computes one block.

Theorem (exchangeability). While the shoe is sure to deal them, every order of the same outcomes of its coups has the
same probability. Proof: coups with the outcomes o_1 … o_m use the cards W in ways(W) · K_{o_1 … o_m}(W) of the
N(N−1)… (#W factors) orders of that many cards, and K is symmetric; sum over W. Corollary: every coup has the
distribution of the first, and any two have the joint distribution of the first two.

A cut card still shifts the average over the coups played, because a coup is in it only if the coups before it used few
cards. Let T be the number of coups dealt, and M the chance of an outcome in the coup that would follow: a martingale,
because future coups are exchangeable given past ones. So by summation by parts, with the outcome's marginal probability
p, E[coups dealt with the outcome] − p · E[T] = E[T · (M − p)] = Cov(T, M). A shoe that has dealt many coups has used
cards that end coups early, and the next coup lacks those cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import combinations_with_replacement, permutations, product
from math import comb, perm, prod
from pathlib import Path

from exact.analysis.compositions import composition_counts, compositions, ways_to_draw
from exact.answers.text import _
from exact.bets.coups import coups_of
from exact.bets.payoffs import outcome_classification
from exact.engine.compiler import categories_by_value
from exact.engine.exact_sums import weighted_sums
from exact.engine.many_shoes import joined_counts, number_type
from exact.engine.multisets import LOW_VALUES
from exact.engine.outcomes import outcome_coefficients
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.inputs import check_whole
from exact.lazy import Doubles, Integers, np
from exact.records import Record
from exact.rules import Rules, Tableau, standard_tableau
from exact.stored import WHOLE, Stored, StoredColumn, several
from exact.workers.tasks import HERE, Run, run_tasks

FEWEST, MOST = 4, 6
MAX_COUPS = 4
OUTCOMES = tuple(Outcome)
Blocks = dict[tuple[int, int], Doubles]
"""Keyed by the numbers of low and high cards: histories × multisets of the low cards × multisets of the high cards."""
_MOST_BEFORE = MOST * (MAX_COUPS - 1)
_BASE = _MOST_BEFORE + 1
Held = tuple[tuple[int, ...], tuple[int, ...]]
"""The most cards of each low value and of each high value that can be used."""
Outcomes = tuple[Outcome, ...]
_OUTCOME = StoredColumn(Outcome, lambda outcome: str(outcome.value))
STORED_COUPS = Stored(
    Path(__file__).with_name("successive_coups.tsv"),
    {"decks": WHOLE, "used": WHOLE, "history": several(_OUTCOME, " "), "next": _OUTCOME, "count": WHOLE},
)
STORED_DECKS = (6, 8)
LONG = (3, MAX_COUPS)  # the numbers of coups that are stored: they take seconds and hours
_FEW_MULTISETS = 20_000
"""Up to this many multisets before the last coup, four coups take about a second, as three coups always do."""


class SequenceDistribution(Record):
    """The joint distribution of the outcomes of the first ``coups`` coups of a shoe of ``cards`` cards."""

    coups: int
    cards: int
    by_use: dict[tuple[int, Outcomes, Outcome], int]
    """The padded ordered deals of 6 · ``coups`` cards by the cards that the coups before the last use, their outcomes
    (in the order of `Outcome`; other orders have the same counts), and the last outcome."""

    @cached_property
    def _by_outcomes(self) -> Counter[tuple[Outcomes, Outcome]]:
        """The same whatever the number of cards."""
        deals = Counter[tuple[Outcomes, Outcome]]()
        for (_used, history, outcome), count in self.by_use.items():
            deals[history, outcome] += count
        return deals

    @property
    def deals(self) -> int:
        """The number of such deals."""
        return perm(self.cards, MOST * self.coups)

    def count(self, outcomes: Outcomes) -> int:
        """The deals in which the first coups have these outcomes."""
        if len(outcomes) < self.coups:
            return sum(self.count((*outcomes, following)) for following in OUTCOMES)
        return self._by_outcomes[tuple(sorted(outcomes[:-1], key=OUTCOMES.index)), outcomes[-1]]

    def counts(self) -> dict[Outcomes, int]:
        """The number of deals of every sequence of ``coups`` outcomes."""
        return {outcomes: self.count(outcomes) for outcomes in product(OUTCOMES, repeat=self.coups)}

    def probability(self, outcomes: Outcomes) -> Fraction:
        """The probability that the first coups have these outcomes."""
        return Fraction(self.count(outcomes), self.deals)

    def independent(self, outcomes: Outcomes) -> Fraction:
        """The `probability` if every coup were dealt from the whole shoe."""
        return prod((self.probability((outcome,)) for outcome in outcomes), start=Fraction(1))

    def following(self, history: Outcomes) -> dict[Outcome, Fraction] | None:
        """P(next outcome | the first of fewer than ``coups`` coups had these outcomes); `None` if they cannot."""
        happened = self.count(history)
        if not happened:
            return None
        return {outcome: Fraction(self.count((*history, outcome)), happened) for outcome in OUTCOMES}

    def last_after(self, used: int) -> dict[Outcome, int]:
        """The deals of each outcome of the last coup if the coups before it used ``used`` cards in all."""
        totals = dict.fromkeys(OUTCOMES, 0)
        for (own, history, outcome), count in self.by_use.items():
            totals[outcome] += count * orders(history) * (own == used)
        return totals

    def variance_and_covariance(self, payoff: Mapping[Outcome, Fraction]) -> tuple[Fraction, Fraction]:
        """The variance of a payoff on a coup, and its covariance with the same payoff on any other of two or more."""
        mean = square = both = Fraction(0)
        for a in OUTCOMES:
            mean += self.probability((a,)) * payoff[a]
            square += self.probability((a,)) * payoff[a] ** 2
            both += sum(self.probability((a, b)) * payoff[a] * payoff[b] for b in OUTCOMES)
        return square - mean**2, both - mean**2

    def correlation(self, payoff: Mapping[Outcome, Fraction]) -> Fraction | None:
        """The correlation of a payoff on any two of the coups; `None` if the payoff does not vary."""
        variance, covariance = self.variance_and_covariance(payoff)
        return covariance / variance if variance else None


def joint_distribution(
    shoe: Shoe,
    tableau: Tableau,
    coups: int,
    run: Run = HERE,
    stored: bool = True,
) -> SequenceDistribution:
    """The exact joint distribution of the first ``coups`` coups of ``shoe``: 1 to 4, of six cards at most.

    Three or four coups of 6 or 8 full decks and the standard tableau are ``stored`` in `STORED_COUPS`. Without an
    executor, this process does the work, or a pool of processes for four coups of a large shoe.
    """
    check_whole(coups, "coups", 1, MAX_COUPS)
    if stored and coups in LONG and tableau == standard_tableau():
        for decks in STORED_DECKS:
            if shoe.values == Shoe.of_decks(decks).values:
                return stored_coups()[coups, decks]
    if shoe.cards < MOST * coups:
        raise ExactError("cards", shoe.cards, f"are left in the shoe, and {coups} coups need at least {MOST * coups}")
    before, held = coups - 1, held_by(shoe.values)
    tasks = sorted(blocks(before, held), key=lambda block: (-sum(block), abs(block[0] - block[1])))
    work, identity = partial(count_block, shoe.values, tableau, coups), f"coups 2: {coups} {shoe.values} {tableau}"
    multisets = sum(composition_counts([*held[0], *held[1]], MOST * before)[FEWEST * before :])
    takes_long = coups == MAX_COUPS and multisets > _FEW_MULTISETS
    answers = run_tasks(work, tasks, identity, *run, takes_long)
    by_use = Counter[tuple[int, Outcomes, Outcome]]()
    for (low, high), answer in zip(tasks, answers, strict=True):
        used = low + high
        padding = perm(shoe.cards - used - MOST, MOST * before - used)
        for own, count in zip(product(histories(before), OUTCOMES), answer, strict=True):
            by_use[used, *own] += count * padding
    return SequenceDistribution(coups, shoe.cards, dict(sorted(by_use.items(), key=lambda item: item[0][0])))


@lru_cache(maxsize=16)
def distribution_of_decks(decks: int, tableau: Tableau, coups: int) -> SequenceDistribution:
    """`joint_distribution` of a full shoe."""
    return joint_distribution(Shoe.of_decks(decks), tableau, coups)


@lru_cache(maxsize=1)
def stored_coups() -> dict[tuple[int, int], SequenceDistribution]:
    """The distributions in `STORED_COUPS`, by the numbers of coups and of decks."""
    found = {(coups, decks): SequenceDistribution(coups, 52 * decks, {}) for coups in LONG for decks in STORED_DECKS}
    for decks, used, history, outcome, count in STORED_COUPS.rows():
        found[len(history) + 1, decks].by_use[used, history, outcome] = count
    return found


def orders(outcomes: Outcomes) -> int:
    """The number of distinct orders of these outcomes."""
    return len(set(permutations(outcomes)))


def correlations(distribution: SequenceDistribution, rules: Rules) -> dict[str, Fraction | None]:
    """The correlation of each outcome and of the payoff of each main bet on two coups; empty for one coup."""
    if distribution.coups < 2:
        return {}
    named: dict[str, Mapping[Outcome, Fraction]] = {}
    for side in OUTCOMES:
        named[_("is {outcome}", outcome=side.text)] = {other: Fraction(other is side) for other in OUTCOMES}
    named |= {_("payoff of {bet}", bet=side.value): rules.net_wins[side] for side in OUTCOMES}
    return {name: distribution.correlation(payoff) for name, payoff in named.items()}


def coups_before_cut(distributions: Sequence[SequenceDistribution], cut: int) -> dict[Outcome, Fraction]:
    """The expected coups, by outcome, begun before ``cut`` cards are used: up to 4n from those of 1, 2, … n coups."""
    outcomes = dict.fromkeys(OUTCOMES, Fraction(0))
    for distribution in distributions:
        for (used, history, outcome), count in distribution.by_use.items():
            if used < cut:
                outcomes[outcome] += Fraction(count * orders(history), distribution.deals)
    return outcomes


def histories(length: int) -> list[tuple[Outcome, ...]]:
    """The sorted outcomes of ``length`` coups, ordered by the last, then by those before.

    So the histories that a given last outcome continues are always an initial part of the histories one shorter.
    """
    multisets = combinations_with_replacement(range(len(OUTCOMES)), length)
    return [tuple(OUTCOMES[o] for o in history) for history in sorted(multisets, key=lambda history: history[::-1])]


def held_by(values: tuple[int, ...]) -> Held:
    """What a shoe holds, up to the most that the coups before the last can use: large shoes share arrays."""
    capped = tuple(min(count, _MOST_BEFORE) for count in values)
    return capped[:LOW_VALUES], capped[LOW_VALUES:]


def blocks(coups: int, held: Held) -> list[tuple[int, int]]:
    """The blocks that ``coups`` coups can use from a shoe."""
    lows, highs = map(sum, held)
    numbers = range(FEWEST * coups, MOST * coups + 1)
    return [(low, used - low) for used in numbers for low in range(max(0, used - highs), min(used, lows) + 1)]


def count_block(values: tuple[int, ...], tableau: Tableau, coups: int, low: int, high: int) -> tuple[int, ...]:
    """Σ ways(W) · K(W) · n_o(c − W) over one block: for each of `histories`, each outcome of the last coup."""
    held, before = held_by(values), coups - 1
    if before < MAX_COUPS - 1:  # these arrays are small enough to cache for other blocks
        orders = sequences(tableau, held, before)[low, high]
    else:
        orders = _sequence_block(tableau, held, before, (low, high))
    kind = number_type(sum(values) - low - high)
    chosen = _counts(held[0], low), _counts(held[1], high)
    shoe = values[:LOW_VALUES], values[LOW_VALUES:]
    low_left, high_left = ((np.array(counts) - used).astype(kind) for counts, used in zip(shoe, chosen, strict=True))
    last = joined_counts(outcome_coefficients(tableau), low_left, high_left)
    low_ways, high_ways = (ways_to_draw(counts, used, perm) for counts, used in zip(shoe, chosen, strict=True))
    whole = last if kind.hasobject else last.astype(np.int64)
    weights = whole.astype(object) * np.multiply.outer(low_ways, high_ways)
    sums = [weighted_sums(orders.reshape(len(orders), -1).T, own.ravel()) for own in weights]
    return tuple(count for of_history in zip(*sums, strict=True) for count in of_history)


@lru_cache(maxsize=4)
def sequences(tableau: Tableau, held: Held, coups: int) -> Blocks:
    """K for every multiset that ``coups`` coups can use. Three coups of a large shoe would take a gibibyte."""
    if coups == 0:
        return {(0, 0): np.ones((1, 1, 1))}
    if coups == 1:
        return _coup_orders(tableau, held)
    return {block: _sequence_block(tableau, held, coups, block) for block in blocks(coups, held)}


def _coup_orders(tableau: Tableau, held: Held) -> Blocks:
    """a_o(U), for one coup."""
    coups = coups_of(tableau, ordered=False)
    outcome = categories_by_value((outcome_classification((Outcome.PUNTO, Outcome.BANCO)),), coups)
    chosen = (coups.values[:, :, None] == np.arange(2 * LOW_VALUES)).sum(axis=1)
    possible = (chosen <= np.concatenate(held)).all(axis=1)
    chosen, outcome, number = chosen[possible], outcome[possible], coups.orders[possible]
    lows, highs = chosen[:, :LOW_VALUES], chosen[:, LOW_VALUES:]
    low_cards, high_cards = lows.sum(axis=1), highs.sum(axis=1)
    by_cards = {}
    for low, high in blocks(1, held):
        block = np.zeros((len(OUTCOMES), len(_counts(held[0], low)), len(_counts(held[1], high))))
        here = (low_cards == low) & (high_cards == high)
        indices = _indices(lows[here], held[0], low), _indices(highs[here], held[1], high)
        np.add.at(block, (outcome[here], *indices), number[here])
        by_cards[low, high] = block
    return by_cards


def _sequence_block(tableau: Tableau, held: Held, coups: int, cards: tuple[int, int]) -> Doubles:
    rows, columns = (len(_counts(side, number)) for side, number in zip(held, cards, strict=True))
    block = np.zeros((len(histories(coups)), rows + 1, columns + 1))  # the last row and column: what is beyond the shoe
    before = sequences(tableau, held, coups - 1)
    for last_cards, last in sequences(tableau, held, 1).items():
        cards_before = cards[0] - last_cards[0], cards[1] - last_cards[1]
        if cards_before in before:
            _add_joined(block, coups, held, (before[cards_before], cards_before), (last, last_cards))
    return block[:, :-1, :-1]


_Part = tuple[Doubles, tuple[int, int]]  # a block, and its numbers of low and high cards


def _add_joined(block: Doubles, coups: int, held: Held, earlier: _Part, final: _Part) -> None:
    """Add to ``block`` every multiset of the ``earlier`` coups, joined with every multiset of the ``final`` one.

    For each multiset of one side of the last coup, a matrix product joins the cards of the other side; its rows are
    added at the indices that the first side determines.
    """
    (before, cards_before), (last, last_cards) = earlier, final
    lows, highs = (len(_counts(side, cards)) for side, cards in zip(held, last_cards, strict=True))
    if lows * block.shape[2] > highs * block.shape[1]:
        # The other order takes fewer multiplications: exchange low and high in every array.
        block, before, last = (array.transpose(0, 2, 1) for array in (block, before, last))
        held, cards_before, last_cards = held[::-1], cards_before[::-1], last_cards[::-1]
    row_indices = _unions(held[0], last_cards[0], cards_before[0])
    column_indices = _unions(held[1], cards_before[1], last_cards[1])
    every_column = np.arange(before.shape[2])[:, None]
    for row, indices in enumerate(row_indices):
        possible = indices < block.shape[1] - 1
        rows = indices[possible]
        drawn = before if len(rows) == len(indices) else before[:, possible]
        first = 0
        for outcome, orders in enumerate(last[:, row]):
            continued = comb(outcome + coups - 1, coups - 1)  # the histories before this outcome are the first ones
            if len(rows) and orders.any():
                joining = np.zeros((before.shape[2], block.shape[2]))
                joining[every_column, column_indices] = orders
                flat = drawn[:continued].reshape(-1, before.shape[2])
                block[first : first + continued, rows] += (flat @ joining).reshape(continued, len(rows), -1)
            first += continued


_counts = lru_cache(maxsize=128)(compositions)
"""The multisets of so many cards of one side that are held, as counts of five values, in lexicographic order."""


def _indices(counts: Integers, held: tuple[int, ...], cards: int) -> Integers:
    """The index of each multiset of one side among those of ``cards`` cards: numbers in a large base, which ascend."""
    places = _BASE ** np.arange(LOW_VALUES)[::-1]
    return np.searchsorted(_counts(held, cards) @ places, counts @ places)


@lru_cache(maxsize=512)
def _unions(held: tuple[int, ...], first: int, second: int) -> Integers:
    """The index of each multiset of ``first`` cards joined with each of ``second``; past the end beyond the shoe."""
    joined = _counts(held, first)[:, None, :] + _counts(held, second)[None, :, :]
    possible = (joined <= held).all(axis=2)
    indices = np.full(possible.shape, len(_counts(held, first + second)))
    indices[possible] = _indices(joined[possible], held, first + second)
    return indices
