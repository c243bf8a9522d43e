"""How many coups, outcomes, alternations and runs whole shoes have, simulated beside independent coups.

Shoes are dealt as by the standard rules of `Dealing`. The expectation that independent coups would have, as many as the
shoe dealt, is exact; the mean of a shoe's figure less that expectation is the excess, with an error of its own.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from exact.analysis.dealing import Dealing
from exact.analysis.odds import OutcomeOdds, odds_of_decks
from exact.analysis.sessions import runs
from exact.analysis.simulated_shoes import EXCESS, MOST_RUNS, NUMBER_DECKS, RUN, WHOLE_SHOE, deal_shoes, mean_of
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.lazy import Doubles, Integers
from exact.rules import Tableau, standard_tableau
from exact.stored import Row

SHOES, SEED = 1_000_000, 20_261_128
DIGITS = 12
_TOGETHER = 20_000
_PUNTO, _BANCO, _TIE = range(len(Outcome))


class ShoeNumbers(NamedTuple):
    """Simulated shoes, one entry or row each."""

    coups: Integers
    outcomes: Integers  #: In the order of `Outcome`
    alternations: Integers  #: Decided coups that differ from the decided coup before; ties are passed over
    runs: Integers  #: Runs of `RUN` bancos or more; a tie ends a run
    longest: Integers  #: The longest run of banco


def simulate_numbers(decks: int, shoes: int, tableau: Tableau, rng: np.random.Generator) -> ShoeNumbers:
    """Deal ``shoes`` full shoes and count."""
    coups, alternations, found, longest, lasting = np.zeros((5, shoes), dtype=np.int64)
    outcomes, decided_last = np.zeros((shoes, len(Outcome)), dtype=np.int64), np.full(shoes, -1)
    for dealt in deal_shoes(Shoe.of_decks(decks).values, shoes, tableau, Dealing(), rng):
        which, outcome = dealt.shoes, dealt.outcomes
        coups[which] += 1
        outcomes[which, outcome] += 1
        lasting[which] = np.where(outcome == _BANCO, lasting[which] + 1, 0)
        found[which] += lasting[which] == RUN
        longest[which] = np.maximum(longest[which], lasting[which])
        decided, side = which[outcome != _TIE], outcome[outcome != _TIE]
        alternations[decided] += decided_last[decided] == 1 - side  # punto is 0, banco 1
        decided_last[decided] = side
    return ShoeNumbers(coups, outcomes, alternations, found, longest)


def independent(coups: int, odds: OutcomeOdds) -> list[float]:
    """The expectations for so many independent coups, in the order of `figures` without the coups."""
    punto, banco, tie = (odds.counts[side] for side in Outcome)
    changes = runs.moves_of_alternations(punto, banco, tie)
    trial = runs.trial_of(banco, tie, odds.deals, runs.BREAK)
    expected = [coups * odds.probability(side) for side in Outcome]
    expected.append(runs.distribution_of_number(changes, coups, coups - 1, DIGITS).mean)
    expected.append(runs.expected_runs(trial, RUN, coups))
    expected.append(sum((low for low, _high in runs.longest_run(trial, coups, DIGITS, runs.MAX_STEPS)), Fraction(0)))
    number = runs.number_of_runs(trial, RUN, coups, DIGITS)
    expected += (number.bounds(number.counts.get(count, 0))[0] for count in range(MOST_RUNS + 1))
    return [float(value) for value in expected]


def figures(shoes: ShoeNumbers) -> dict[str, Doubles]:
    """The figures of each shoe by name: the number of coups, and what `independent` expects, in its order."""
    named = {"coups": shoes.coups}
    named |= {side.value: shoes.outcomes[:, index] for index, side in enumerate(Outcome)}
    named |= {"alternations": shoes.alternations, "runs": shoes.runs, "longest run": shoes.longest}
    named |= {f"{count} runs": shoes.runs == count for count in range(MOST_RUNS + 1)}
    return {name: figure.astype(np.float64) for name, figure in named.items()}


def number_entries(shoes: int = SHOES) -> Iterator[Row]:
    """The rows of `exact.analysis.simulated_shoes.SIMULATIONS`."""
    tableau = standard_tableau()
    for decks in NUMBER_DECKS:
        rng = np.random.default_rng(SEED)
        sizes = (min(_TOGETHER, shoes - start) for start in range(0, shoes, _TOGETHER))
        parts = [simulate_numbers(decks, size, tableau, rng) for size in sizes]
        dealt = ShoeNumbers(*map(np.concatenate, zip(*parts, strict=True)))
        named, odds = figures(dealt), odds_of_decks(decks, tableau)
        by_coups = {coups: independent(coups, odds) for coups in np.unique(dealt.coups).tolist()}
        expected = np.array([by_coups[coups] for coups in dealt.coups.tolist()])
        (_coups, coups), *others = named.items()
        yield decks, f"{WHOLE_SHOE}coups", shoes, SEED, *mean_of(coups)
        for index, (name, figure) in enumerate(others):
            if figure.any():
                yield decks, f"{WHOLE_SHOE}{name}", shoes, SEED, *mean_of(figure)
                yield decks, f"{WHOLE_SHOE}{name}{EXCESS}", shoes, SEED, *mean_of(figure - expected[:, index])
