"""The result of several coups of one shoe, for bets that the outcome decides: punto, banco or tie.

Up to `MAX_COUPS` coups the distribution is exact. For more, mean and variance still are, because coups of a shoe are
exchangeable (`exact.analysis.dependence`), if every shoe deals so many; the rest is estimated by dealing shoes. Cards
that are burned, and a coup that nobody watches, leave the others in random order, and so change nothing but the end.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from exact.analysis.dealing import Dealing
from exact.analysis.dependence import FEWEST, MAX_COUPS, MOST, OUTCOMES, SequenceDistribution, joint_distribution
from exact.analysis.sessions.distributions import ResultDistribution, distribution_of_coups
from exact.analysis.simulated_shoes import Estimate, deal_shoes, mean_of
from exact.bets.bet import Bet
from exact.bets.payoffs import outcome_classification
from exact.engine.one_shoe import count_jointly
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.lazy import np
from exact.rules import Tableau
from exact.workers.tasks import Run

SHOES, SEED = 20_000, 20_261_122
_MOST_DEALT = 2_000_000  # the most coups of all shoes together: a second or two


def wins_by_outcome(
    bets: Sequence[Bet], stakes: Sequence[Fraction], shoe: Shoe, tableau: Tableau
) -> dict[Outcome, Fraction]:
    """The net win with each outcome, 0 if it cannot happen; raises `ExactError` for a bet that more than it decides."""
    wins = dict.fromkeys(OUTCOMES, Fraction(0))
    outcomes = outcome_classification(OUTCOMES)
    for bet, stake in zip(bets, stakes, strict=True):
        decided: dict[Outcome, Fraction] = {}
        for category, deals in count_jointly((bet.classification, outcomes), shoe, tableau, bet.name).items():
            own, outcome = divmod(category, outcomes.categories)
            if deals and decided.setdefault(OUTCOMES[outcome], bet.payoffs()[own]) != bet.payoffs()[own]:
                bound = "is not decided by punto, banco or tie alone, as the distribution of coups of one shoe needs"
                raise ExactError("bet", bet.name, bound)
        for outcome_, payoff in decided.items():
            wins[outcome_] += stake * payoff
    return wins


def distribution_of_one_shoe(
    joint: SequenceDistribution, wins: dict[Outcome, Fraction], unit: Fraction
) -> ResultDistribution:
    """The exact distribution of the first coups of a shoe; every win is a multiple of ``unit``."""
    counts: dict[int, int] = {}
    for outcomes, deals in joint.counts().items():
        result = int(sum(wins[outcome] for outcome in outcomes) / unit)
        counts[result] = counts.get(result, 0) + deals
    return ResultDistribution(unit, {result: deals for result, deals in sorted(counts.items()) if deals}, joint.deals)


def variance_of_one_shoe(two: SequenceDistribution, wins: dict[Outcome, Fraction], coups: int) -> Fraction:
    """The variance of the result of exchangeable coups, from the joint distribution of ``two``."""
    variance, covariance = two.variance_and_covariance(wins)
    return coups * variance + coups * (coups - 1) * covariance


def simulated_shoes(coups: int) -> int:
    """How many shoes are dealt for so many coups of each."""
    return min(SHOES, _MOST_DEALT // coups)


def simulated_signs(
    shoe: Shoe, tableau: Tableau, dealing: Dealing, wins: dict[Outcome, Fraction], unit: Fraction, coups: int
) -> tuple[int, Estimate, Estimate]:
    """Deal ``coups`` coups of each of many shoes: how many deal them all, and how often their net is a loss and a win.

    Raises `ExactError` if fewer than two shoes deal them all.
    """
    shoes = simulated_shoes(coups)
    units = np.array([int(wins[outcome] / unit) for outcome in OUTCOMES])
    result, dealt = np.zeros(shoes, dtype=np.int64), np.zeros(shoes, dtype=np.int64)
    for coup in islice(deal_shoes(shoe.values, shoes, tableau, dealing, np.random.default_rng(SEED)), coups):
        result[coup.shoes] += units[coup.outcomes]
        dealt[coup.shoes] += 1
    result = result[dealt == coups]
    if len(result) < 2:
        raise ExactError("coups", coups, f"were dealt by fewer than two of {shoes} simulated shoes")
    loss, win = (mean_of((np.sign(result) == sign).astype(np.float64)) for sign in (-1, 1))
    return len(result), loss, win


class OneShoeSession(NamedTuple):
    """The distribution of the net win; beyond `MAX_COUPS` coups it is that of independent coups."""

    distribution: ResultDistribution
    variance: Fraction | None = None  #: The exact one beyond `MAX_COUPS` coups that every shoe deals
    simulated: tuple[int, Estimate, Estimate] | None = None  #: Of one shoe, as by `simulated_signs`


def one_shoe_session(
    bets: Sequence[Bet],
    stakes: Sequence[Fraction],
    coup: ResultDistribution,
    coups: int,
    shoe: Shoe,
    tableau: Tableau,
    dealing: Dealing | None,
    digits: int,
    progress: Callable[[int, int], object] | None,
) -> OneShoeSession:
    """The session of coups that a player sees of ``shoe``; without a ``dealing`` it is sure to deal them.

    Raises `ExactError` if the shoe deals fewer, or a bet is not on outcomes.
    """
    if dealing and coups > (most := dealing.coups(shoe.cards, FEWEST)):
        raise ExactError("coups", coups, f"are more than a shoe of {shoe.cards} cards can deal: at most {most}")
    wins = wins_by_outcome(bets, stakes, shoe, tableau)
    every_shoe_deals = not dealing or coups <= dealing.coups(shoe.cards, MOST)
    if not dealing or (coups <= MAX_COUPS and every_shoe_deals):
        joint = joint_distribution(shoe, tableau, coups, Run(progress=progress))
        return OneShoeSession(distribution_of_one_shoe(joint, wins, coup.unit))
    variance = variance_of_one_shoe(joint_distribution(shoe, tableau, 2), wins, coups) if every_shoe_deals else None
    simulated = simulated_signs(shoe, tableau, dealing, wins, coup.unit, coups)
    return OneShoeSession(distribution_of_coups(coup, coups, digits), variance, simulated)
