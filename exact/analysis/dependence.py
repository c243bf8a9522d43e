"""How much successive coups of a shoe depend on each other: joint distribution, correlations, chances given the past.

Theorem (exchangeability). While the shoe is sure to deal them, every order of the same outcomes of its coups has the
same probability. Proof: in the notation of `exact.analysis.coup_sequences`, the coups 1 … m have the outcomes o_1 … o_m
and use the cards W in ways(W) · K_{o_1 … o_m}(W) of the N(N−1)… (``|W|`` factors) orders of that many cards, and K is
symmetric in o_1 … o_m; sum over W. Corollary: every coup has the distribution of the first, and any two have the joint
distribution of the first two.

A cut card still shifts the average over the coups played, because a coup is in it only if the coups before it used few
cards. Let T be the number of coups dealt, and M the chance of an outcome in the coup that would follow: a martingale,
because future coups are exchangeable given past ones. So by summation by parts, with the outcome's marginal probability
p, E[coups dealt with the outcome] − p · E[T] = E[T · (M − p)] = Cov(T, M). A shoe that has dealt many coups has used
cards that end coups early, and the next coup lacks those cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import permutations, product
from math import perm, prod
from pathlib import Path
from typing import NamedTuple

from exact.analysis.compositions import composition_counts
from exact.analysis.coup_sequences import (
    FEWEST,
    MAX_COUPS,
    MOST,
    OUTCOMES,
    SuccessiveCoups,
    blocks,
    count_block,
    held_by,
    histories,
)
from exact.answers.text import _
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.inputs import check_whole
from exact.lazy import futures
from exact.rules import Rules, Tableau, standard_tableau
from exact.stored import WHOLE, Row, Stored, StoredColumn, several
from exact.workers.tasks import Progress, run_saved

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


class SequenceDistribution(NamedTuple):
    """The joint distribution of the outcomes of the first ``coups`` coups of a shoe of ``cards`` cards."""

    coups: int
    cards: int
    by_cards_used: dict[int, dict[Outcomes, dict[Outcome, int]]]
    """The padded ordered deals of 6 · ``coups`` cards by the cards that the coups before the last use, their outcomes
    (in the order of `Outcome`; other orders have the same counts), and the last outcome."""

    @property
    def deals(self) -> int:
        """The number of ordered deals of 6 · ``coups`` cards."""
        return perm(self.cards, MOST * self.coups)

    def count(self, outcomes: Outcomes) -> int:
        """The number of deals in which the first coups have these outcomes; later coups may have any."""
        if len(outcomes) < self.coups:
            return sum(self.count((*outcomes, following)) for following in OUTCOMES)
        history = tuple(sorted(outcomes[:-1], key=OUTCOMES.index))
        return sum(by_history[history][outcomes[-1]] for by_history in self.by_cards_used.values())

    def counts(self) -> dict[Outcomes, int]:
        """The number of deals of every sequence of ``coups`` outcomes."""
        return {outcomes: self.count(outcomes) for outcomes in product(OUTCOMES, repeat=self.coups)}

    def probability(self, outcomes: Outcomes) -> Fraction:
        """That the first coups have these outcomes."""
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
        for history, counts in self.by_cards_used[used].items():
            for outcome, count in counts.items():
                totals[outcome] += count * orders(history)
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
    progress: Progress | None = None,
    executor: futures.Executor | None = None,
    checkpoint: Path | None = None,
    stored: bool = True,
) -> SequenceDistribution:
    """The exact joint distribution of the first ``coups`` coups of ``shoe``: 1 to 4, of six cards at most.

    Three or four coups of 6 or 8 full decks and the standard tableau are ``stored`` in `STORED_COUPS`. ``executor`` defaults to
    this process, or to a pool of processes for four coups of a large shoe.
    """
    check_whole(coups, "coups", 1, MAX_COUPS)
    if stored and coups in LONG and tableau == standard_tableau():
        for decks in STORED_DECKS:
            if shoe.values == Shoe.of_decks(decks).values:
                return stored_coups()[coups, decks]
    if shoe.cards < MOST * coups:
        raise ExactError("cards", shoe.cards, f"are left in the shoe, and {coups} coups need at least {MOST * coups}")
    question, before, held = SuccessiveCoups(shoe.values, tableau, coups), coups - 1, held_by(shoe.values)
    tasks = sorted(blocks(before, held), key=lambda block: (-sum(block), abs(block[0] - block[1])))
    work, identity = partial(count_block, question), f"successive coups 1: {question}"
    multisets = sum(composition_counts([*held[0], *held[1]], MOST * before)[FEWEST * before :])
    takes_long = coups == MAX_COUPS and multisets > _FEW_MULTISETS
    answers = run_saved(
        work, tasks, identity, executor=executor, checkpoint=checkpoint, progress=progress, takes_long=takes_long
    )
    distribution = SequenceDistribution(coups, shoe.cards, {used: {} for used in sorted(map(sum, tasks))})
    for (low, high), answer in zip(tasks, answers, strict=True):
        used = low + high
        padding = perm(shoe.cards - used - MOST, MOST * before - used)
        by_history = distribution.by_cards_used[used]
        for (history, outcome), count in zip(product(histories(before), OUTCOMES), answer, strict=True):
            counts = by_history.setdefault(history, dict.fromkeys(OUTCOMES, 0))
            counts[outcome] += count * padding
    return distribution


@lru_cache(maxsize=16)
def distribution_of_decks(decks: int, tableau: Tableau, coups: int) -> SequenceDistribution:
    """`joint_distribution` of a full shoe."""
    return joint_distribution(Shoe.of_decks(decks), tableau, coups)


@lru_cache(maxsize=1)
def stored_coups() -> dict[tuple[int, int], SequenceDistribution]:
    """The distributions in `STORED_COUPS`, by the numbers of coups and of decks."""
    found = {(coups, decks): SequenceDistribution(coups, 52 * decks, {}) for coups in LONG for decks in STORED_DECKS}
    for decks, used, history, outcome, count in STORED_COUPS.rows():
        by_cards_used = found[len(history) + 1, decks].by_cards_used
        by_cards_used.setdefault(used, {}).setdefault(history, {})[outcome] = count
    return found


def rows_of_distribution(decks: int, distribution: SequenceDistribution) -> list[Row]:
    """The rows of `STORED_COUPS`."""
    return [
        (decks, used, history, outcome, count)
        for used, by_history in distribution.by_cards_used.items()
        for history, counts in by_history.items()
        for outcome, count in counts.items()
    ]


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
    named |= {_("payoff of {bet}", bet=side.value): rules.net_wins(side) for side in OUTCOMES}
    return {name: distribution.correlation(payoff) for name, payoff in named.items()}


def coups_before_cut(distributions: Sequence[SequenceDistribution], cut: int) -> dict[Outcome, Fraction]:
    """The expected coups, by outcome, that begin while fewer than ``cut`` cards have been used.

    The distributions of 1, 2, … n coups suffice for a cut of up to 4n: a coup uses at least four cards.
    """
    outcomes = dict.fromkeys(OUTCOMES, Fraction(0))
    for distribution in distributions:
        for used in distribution.by_cards_used:
            if used < cut:
                for outcome, count in distribution.last_after(used).items():
                    outcomes[outcome] += Fraction(count, distribution.deals)
    return outcomes
