"""What is said of a simulator, with a register of few faults: rejected or not, the faults that fit, every category."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from support import Command

from exact.conformance.simulators.power import (
    POWER,
    coups_of_a_watch,
    coups_to_tell,
    law_of_totals,
    mistakes,
    outcomes_of_totals,
    smallest_error,
)
from exact.conformance.simulators.sequential import fitting_faults
from exact.conformance.simulators.simulated import outcome_probabilities
from exact.conformance.vectors.faults.dealing_faults import Dealt, dealing_faults
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.reference.card_by_card import deal
from exact.reference.decisions import DECISIONS
from exact.rules.named import standard_tableau
from exact.rules.tableau import Tableau

STANDARD = standard_tableau()
DECKS = 2
KNOWN = ("banco-low", "looks-total", "labels", "order-sides", "less-one", "count-0-less")
RIGHT = law_of_totals(Shoe.of_decks(DECKS), STANDARD)


@pytest.fixture(autouse=True)
def few_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    def few(tableau: Tableau) -> tuple[Dealt, ...]:
        return tuple(fault for fault in dealing_faults(tableau) if fault.id in KNOWN)

    monkeypatch.setattr("exact.conformance.simulators.power.dealing_faults", few)


def law_with(fault: str) -> tuple[Fraction, ...]:
    return next(mistake.totals for mistake in mistakes(DECKS, STANDARD) if mistake.fault.id == fault)


def tallied(law: tuple[Fraction, ...], coups: int, *what: str) -> dict[str, object]:
    """A simulator's tallies, as near to the law as whole numbers can be."""
    totals = np.random.default_rng(5).multinomial(coups, [float(p) for p in law])
    rows = totals.reshape(10, 10)
    outcomes = {"punto": int(np.tril(rows, -1).sum()), "banco": int(np.triu(rows, 1).sum()), "tie": int(np.trace(rows))}
    every: dict[str, object] = {"outcomes": outcomes, "totals": rows.tolist()}
    return {"decks": DECKS, "coups": coups, **{name: every[name] for name in what}}


def asked(exact: Command, tmp_path: Path, content: object, *options: str) -> Any:
    file = tmp_path / "tallies.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return exact("verify", "simulated", str(file), *options)


def test_only_faults_that_change_the_law_are_mistakes() -> None:
    """The order of dealing changes no law; swapped labels change that of punto and banco into each other."""
    assert {mistake.fault.id for mistake in mistakes(DECKS, STANDARD)} == {*KNOWN} - {"order-sides"}
    law, swapped = outcomes_of_totals(RIGHT), outcomes_of_totals(law_with("labels"))
    assert swapped == (law[1], law[0], law[2])
    assert law == tuple(outcome_probabilities(DECKS, STANDARD).values())


def test_a_wrong_simulator_is_told_its_fault(exact: Command, tmp_path: Path) -> None:
    content = tallied(law_with("banco-low"), 100_000, "outcomes", "totals")
    ran = asked(exact, tmp_path, content)
    assert ran.code == 1
    assert "Rejected at level 0.01: outcomes, totals." in ran.out
    assert "The tallies fit a known fault: banco stands on 0, 1 and 2 (p = " in ran.out
    assert "fault as well" not in ran.out
    answer = json.loads(asked(exact, tmp_path, content, "--format", "json").out)
    assert [fault["fault"] for fault in answer["faults"]] == ["banco-low"]
    assert (answer["conforms"], answer["level_each"]) == (False, 0.005)
    outcomes, totals = answer["tests"]
    assert (outcomes["classification"], totals["classification"]) == ("outcomes", "totals")
    seen = list(content["outcomes"].values())  # type: ignore[attr-defined]
    chances = [float(p) * 100_000 for p in outcomes_of_totals(RIGHT)]
    g, p = stats.power_divergence(seen, chances, lambda_=0)
    assert (outcomes["g"], outcomes["p"]) == pytest.approx((g, p))
    assert outcomes["p_holm"] == pytest.approx(max(2 * min(p, totals["p"]), p))
    tie = outcomes["categories"]["tie"]
    assert (int(tie["tally"]), Fraction(tie["probability"])) == (seen[2], outcomes_of_totals(RIGHT)[2])
    expected = 100_000 * float(outcomes_of_totals(RIGHT)[2])
    spread = (expected * (1 - expected / 100_000)) ** 0.5
    assert tie["residual"] == pytest.approx((seen[2] - expected) / spread)
    assert answer["mistakes"][0]["fault_id"] == "banco-low"
    assert {each["fault_id"] for each in answer["mistakes"]} == {*KNOWN} - {"order-sides"}


def test_a_right_simulator_conforms_and_is_told_no_fault(exact: Command, tmp_path: Path) -> None:
    ran = asked(exact, tmp_path, tallied(RIGHT, 50_000, "outcomes"))
    assert ran.code == 0
    assert "Conforms: nothing is rejected at level 0.01." in ran.out
    assert "known fault" not in ran.out.partition("Coups needed")[0]
    assert "cannot happen" not in ran.out
    assert "Found: with power 0.9, at level 0.01." in ran.out
    answer = json.loads(asked(exact, tmp_path, tallied(RIGHT, 50_000, "totals"), "--format", "json").out)
    assert (answer["conforms"], answer["faults"], answer["level_each"]) == (True, [], 0.01)
    needed = {each["fault_id"]: int(each["coups_by_totals"]) for each in answer["mistakes"]}
    assert needed == {name: coups_to_tell(law_with(name), RIGHT, 0.01) for name in needed}
    assert list(needed.values()) == sorted(needed.values())


def test_an_unknown_fault_is_not_named(exact: Command, tmp_path: Path) -> None:
    """Half of the coups by one fault, half by another."""
    half = tuple((one + other) / 2 for one, other in zip(law_with("banco-low"), law_with("labels"), strict=True))
    ran = asked(exact, tmp_path, tallied(half, 1_000_000, "totals"))
    assert ran.code == 1
    assert "None of the known faults explains this; nearest: " in ran.out


def test_one_of_two_faults_with_one_law(exact: Command, tmp_path: Path) -> None:
    """A king and any other card worth 0 are missed alike."""
    ran = asked(exact, tmp_path, tallied(law_with("less-one"), 10**9, "totals"))
    assert "The tallies fit a known fault: the shoe has one card too few worth 0 (p = " in ran.out
    assert "They fit another known fault as well." not in ran.out
    assert "The tallies fit a known fault: the shoe has 13 × 4 × decks cards less one" in ran.out
    assert "More coups or finer tallies, such as totals, tell faults that fit from each other." in ran.out


@pytest.mark.parametrize(
    ("copies", "line"),
    [(3, None), (4, "They fit another known fault as well."), (5, "They fit 2 other known faults as well.")],
)
def test_faults_that_fit_alike_are_counted_beyond_three(
    copies: int, line: str | None, exact: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies of one fault, each under words of its own."""
    (one,) = (mistake for mistake in mistakes(DECKS, STANDARD) if mistake.fault.id == "banco-low")
    alike = tuple(one._replace(fault=one.fault._replace(words=f"fault {number}")) for number in range(copies))  # type: ignore[arg-type]
    monkeypatch.setattr("exact.conformance.simulators.simulated.mistakes", lambda *_: alike)
    ran = asked(exact, tmp_path, tallied(law_with("banco-low"), 100_000, "outcomes"))
    assert ran.out.count("The tallies fit a known fault: fault ") == 3
    said = [text for text in ran.out.splitlines() if text.startswith("They fit ")]
    assert said == ([] if line is None else [line])


def test_what_cannot_happen_is_said(exact: Command, tmp_path: Path) -> None:
    """One deck has four aces."""
    pair = {"decks": 1, "coups": 1000, "bets": {"punto-pair": {"win": 60, "lose": 940}}}
    assert asked(exact, tmp_path, pair).code == 0
    impossible = {"decks": 1, "coups": 40, "bets": {"perfect-pair-both": {"both": 1, "one": 1, "lose": 38}}}
    ran = asked(exact, tmp_path, impossible)
    assert "perfect-pair-both: both cannot happen and was tallied: 1." in ran.out
    assert ran.out.count("cannot happen and was tallied") == 2  # one of a kind on one side is no more possible
    assert "lose cannot happen" not in ran.out


# --- streams, and how much it takes -----------------------------------------------------------------------------------


def test_the_faults_that_fit_a_stream() -> None:
    law = outcomes_of_totals(law_with("labels"))
    seen = {side: round(20_000 * float(p)) for side, p in zip(Outcome, law, strict=True)}
    fitting, nearest = fitting_faults(seen, DECKS, STANDARD, Fraction(1, 100))
    assert fitting[0].fault.id == "labels"
    assert {mistake.fault.id for mistake in fitting} == {"labels", "less-one", "count-0-less"}
    assert nearest is not None
    assert nearest.fault.id == "labels"
    far = dict(zip(Outcome, (10_000, 0, 10_000), strict=True))
    fitting, nearest = fitting_faults(far, DECKS, STANDARD, Fraction(1, 100))
    assert fitting == []


def test_the_coups_of_a_watch() -> None:
    """Wald's bound, of which log(1/level) is one part, and the divergence of the error the other."""
    half = Fraction(1, 2)
    far = float(0.6 * log(1.2) + 0.4 * log(0.8))
    assert coups_of_a_watch([half, half], Fraction(1, 10), Fraction(1, 100)) == -int(-log(100) // far)
    assert coups_of_a_watch([Fraction(1), Fraction(0)], Fraction(1, 10), Fraction(1, 100)) is None


@pytest.mark.parametrize(
    ("probability", "coups"), [(Fraction(1, 2), 1000), (Fraction(1, 10), 100), (Fraction(3, 4), 50)]
)
def test_the_smallest_error_is_found_with_the_power(probability: Fraction, coups: int) -> None:
    """The noncentrality is that at which the power is 0.9: with one degree of freedom, two standard normal quantiles."""
    error = smallest_error(probability, coups, 1, 0.05)
    assert error is not None
    p = float(min(probability, 1 - probability))
    far = (p + error) * log(1 + error / p) + (1 - p - error) * log(1 - error / (1 - p))
    noncentral = (stats.norm.isf(0.025) + stats.norm.isf(1 - POWER)) ** 2
    assert 2 * coups * far == pytest.approx(noncentral, rel=1e-3)


def test_errors_that_nothing_finds() -> None:
    assert smallest_error(Fraction(0), 100, 1, 0.05) is None
    assert smallest_error(Fraction(1), 100, 1, 0.05) is None
    assert smallest_error(Fraction(1, 2), 2, 1, 0.05) is None


def test_the_law_of_totals_card_by_card() -> None:
    """From six cards, by dealing them in every order."""
    from itertools import permutations

    cards = [4 * rank for rank in (0, 1, 4, 5, 8, 12)]
    law = [0] * 100
    for six in permutations(cards):
        hands = deal(six, DECISIONS["standard"])
        punto, banco = (sum((1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)[card // 4] for card in hand) % 10 for hand in hands)
        law[10 * punto + banco] += 1
    shoe = Shoe.of_cards([cards.count(card) for card in range(52)])
    assert law_of_totals(shoe, STANDARD) == tuple(Fraction(ways, 720) for ways in law)
