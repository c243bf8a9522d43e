"""Simulators with known faults: the tallies are drawn from the wrong law with a fixed seed, and the verdict names the fault."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from support import Command

from exact.conformance.simulators.power import coups_to_tell, law_of_totals, mistakes
from exact.conformance.simulators.sequential import Watch, fitting_faults, log_e_of_counts
from exact.conformance.simulators.simulated import Report, check_simulated, outcome_probabilities
from exact.conformance.simulators.tallies import Tallies
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.named import standard_tableau

STANDARD = standard_tableau()
LEVEL = Fraction(1, 1000)
RIGHT = law_of_totals(Shoe.of_decks(8), STANDARD)
SEED = 20260611

DEALT = (
    *("looks-total", "looks-two", "looks-total-always", "banco-low", "banco-low-third", "banco-low-none", "punto-low"),
    *(
        "natural-own",
        "natural-punto",
        "natural-banco",
        "natural-banco-8",
        "natural-three",
        "third-ten",
        "raw",
        "raw-natural",
    ),
    *("uniform", "one-card", "replacement", "fifth", "sixth", "fifth-and-sixth", "fifth-kept", "labels", "less-one"),
    *("banco-row-6-stands", "banco-column-7-stands", "banco-5-4", "punto-5", "courts", "deck-less"),
)
TWINS = {"replacement": {"uniform"}, "uniform": {"replacement"}, "less-one": {"count-0-less"}}
"""Faults with one law in a simulator of full shoes."""


@cache
def laws() -> dict[str, tuple[Fraction, ...]]:
    """The law of the final totals of a simulator with each fault."""
    return {mistake.fault.id: mistake.totals for mistake in mistakes(8, STANDARD)}


def drawn(law: tuple[Fraction, ...], coups: int) -> Tallies:
    tallies = np.random.default_rng(SEED).multinomial(coups, [float(p) for p in law])
    outcomes = [0, 0, 0]
    for index, tally in enumerate(tallies):
        punto, banco = divmod(index, 10)
        outcomes[0 if punto > banco else 1 if banco > punto else 2] += int(tally)
    return Tallies(8, None, coups, tuple(outcomes), {}, tuple(map(int, tallies)), None)


def checked(law: tuple[Fraction, ...], coups: int) -> Report:
    return check_simulated(drawn(law, coups), 8, STANDARD, LEVEL, Fraction(1, 10_000))


@pytest.mark.slow
@pytest.mark.parametrize("fault", DEALT)
def test_a_simulator_with_a_fault_is_rejected_and_told_it(fault: str) -> None:
    needed = coups_to_tell(laws()[fault], RIGHT, float(LEVEL))
    assert needed is not None
    report = checked(laws()[fault], min(10**12, max(10**6, 20 * needed)))
    assert report.wrong
    fitting = [compared.fault for compared in report.fitting]
    assert fault in fitting
    likeliest = max(report.compared, key=lambda compared: compared.log_likelihood)
    assert likeliest.fault in {fault, *TWINS.get(fault, ())}


@pytest.mark.slow
def test_a_right_simulator_is_told_no_fault() -> None:
    report = checked(RIGHT, 10**8)
    assert not report.rejected
    assert report.fitting == ()


@pytest.mark.slow
def test_a_fault_that_is_not_known_is_not_named(exact: Command, tmp_path: Path) -> None:
    """Half of the coups by one fault, half by another."""
    law = tuple((one + other) / 2 for one, other in zip(laws()["looks-total"], laws()["banco-low"], strict=True))
    report = checked(law, 10**7)
    assert report.wrong
    assert report.fitting == ()
    tallies = drawn(law, 10**7)
    assert tallies.totals is not None
    rows = [tallies.totals[10 * punto : 10 * punto + 10] for punto in range(10)]
    file = tmp_path / "tallies.json"
    file.write_text(json.dumps({"decks": 8, "coups": tallies.coups, "totals": rows}), encoding="utf-8")
    ran = exact("verify", "simulated", str(file))
    assert ran.code == 1
    assert "None of the known faults explains this; nearest: " in ran.out
    assert json.loads(exact("verify", "simulated", str(file), "--format", "json").out)["faults"] == []


@pytest.mark.slow
def test_the_command_names_the_fault(exact: Command, tmp_path: Path) -> None:
    tallies = drawn(laws()["looks-total"], 10**6)
    assert tallies.outcomes is not None
    document = {
        "decks": 8,
        "coups": 10**6,
        "outcomes": dict(zip(("punto", "banco", "tie"), tallies.outcomes, strict=True)),
    }
    file = tmp_path / "tallies.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    ran = exact("verify", "simulated", str(file))
    assert ran.code == 1
    assert "fit a known fault: banco looks at punto's total instead of its third card (p = " in ran.out
    report = json.loads(exact("verify", "simulated", str(file), "--format", "json").out)
    assert report["faults"][0]["fault"] == "looks-total"


# --- streams ----------------------------------------------------------------------------------------------------------


def test_the_e_value_depends_on_the_counts_alone() -> None:
    law = outcome_probabilities(8, STANDARD)
    watch = Watch(law, Fraction(1, 100))
    rng = random.Random(SEED)
    for outcome in rng.choices(list(Outcome), [5, 4, 1], k=500):
        watch.see(outcome)
    assert log_e_of_counts(watch.seen, law) == pytest.approx(watch.log_e, abs=1e-6)


@pytest.mark.slow
def test_a_stream_with_a_fault_keeps_the_fault_among_those_that_fit() -> None:
    law = laws()["banco-low"]
    chances = [
        float(sum(p for index, p in enumerate(law) if index // 10 > index % 10)),
        float(sum(p for index, p in enumerate(law) if index // 10 < index % 10)),
        float(sum(p for index, p in enumerate(law) if index // 10 == index % 10)),
    ]
    watch = Watch(outcome_probabilities(8, STANDARD), Fraction(1, 100))
    rng = random.Random(SEED)
    while not watch.see(rng.choices(list(Outcome), chances)[0]):
        assert watch.coups < 10**5
    fitting, nearest = fitting_faults(watch.seen, 8, STANDARD, Fraction(1, 100))
    assert "banco-low" in [mistake.fault.id for mistake in fitting]
    assert nearest is not None
