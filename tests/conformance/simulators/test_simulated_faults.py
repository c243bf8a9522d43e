"""Simulators with known faults: the tallies are drawn from the wrong distribution with a fixed seed, and the verdict names the fault."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from exact.conformance.simulators.sequential import Watch, fitting_faults
from exact.conformance.simulators.simulated import SimulatorCheck, check_simulated, outcome_probabilities
from exact.conformance.simulators.statistics import coups_to_tell, distribution_of_totals, mistakes
from exact.conformance.simulators.tallies import Tallies
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.named import standard_tableau

STANDARD = standard_tableau()
LEVEL = Fraction(1, 1000)
RIGHT = distribution_of_totals(Shoe.of_decks(8), STANDARD)
SEED = 20260611

DEALT = (
    *(
        "looks-total",
        "banco-low",
        "banco-idle",
        "punto-low",
        "banco-row-6-stands",
        "banco-column-7-stands",
        "banco-5-4",
    ),
    *(
        "natural-own",
        "natural-punto",
        "natural-banco",
        "natural-banco-8",
        "natural-three",
        "third-ten",
        "raw",
        "punto-5",
    ),
    *("uniform", "one-card", "replacement", "fifth", "sixth", "fifth-and-sixth", "labels", "less-one", "courts"),
)
TWINS = {"replacement": {"uniform"}, "uniform": {"replacement"}}
"""Faults with one distribution in a simulator of full shoes."""


@cache
def distributions() -> dict[str, tuple[Fraction, ...]]:
    """The distribution of the final totals of a simulator with each fault."""
    return {mistake.fault.id: mistake.totals for mistake in mistakes(8, STANDARD)}


def drawn(distribution: tuple[Fraction, ...], coups: int) -> Tallies:
    tallies = np.random.default_rng(SEED).multinomial(coups, [float(p) for p in distribution])
    outcomes = [0, 0, 0]
    for index, tally in enumerate(tallies):
        punto, banco = divmod(index, 10)
        outcomes[0 if punto > banco else 1 if banco > punto else 2] += int(tally)
    return Tallies(decks=8, coups=coups, outcomes=tuple(outcomes), totals=tuple(map(int, tallies)))


def checked(distribution: tuple[Fraction, ...], coups: int) -> SimulatorCheck:
    return check_simulated(drawn(distribution, coups), 8, STANDARD, LEVEL, Fraction(1, 10_000))


@pytest.mark.slow
@pytest.mark.parametrize("fault", DEALT)
def test_a_simulator_with_a_fault_is_rejected_and_told_it(fault: str) -> None:
    needed = coups_to_tell(distributions()[fault], RIGHT, float(LEVEL))
    assert needed is not None
    report = checked(distributions()[fault], min(10**12, max(10**6, 20 * needed)))
    assert report.wrong
    fitting = [compared.fault for compared in report.fitting]
    assert fault in fitting
    likeliest = max(report.compared, key=lambda compared: compared.log_likelihood)
    assert likeliest.fault in {fault, *TWINS.get(fault, ())}


# --- streams ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_stream_with_a_fault_keeps_the_fault_among_those_that_fit() -> None:
    distribution = distributions()["banco-low"]
    chances = [
        float(sum(p for index, p in enumerate(distribution) if index // 10 > index % 10)),
        float(sum(p for index, p in enumerate(distribution) if index // 10 < index % 10)),
        float(sum(p for index, p in enumerate(distribution) if index // 10 == index % 10)),
    ]
    watch = Watch(outcome_probabilities(8, STANDARD), Fraction(1, 100))
    rng = random.Random(SEED)
    while not watch.see(rng.choices(list(Outcome), chances)[0]):
        assert watch.coups < 10**5
    fitting, nearest = fitting_faults(watch.seen, 8, STANDARD, Fraction(1, 100))
    assert "banco-low" in [mistake.fault.id for mistake in fitting]
    assert nearest is not None
