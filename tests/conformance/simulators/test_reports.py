"""What is said of a simulator, with a register of few faults: rejected or not, the faults that fit, every category."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, inf, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import Command

from exact.answers.table import FRACTION, Count, Detailed, Rounded
from exact.bets.catalogue import catalogue
from exact.conformance.simulators import sequential, simulated, statistics
from exact.conformance.simulators.power import (
    POWER,
    coups_for_error,
    coups_of_a_watch,
    coups_to_tell,
    law_of_totals,
    mistakes,
    noncentrality,
    outcomes_of_totals,
    smallest_error,
)
from exact.conformance.simulators.report import report
from exact.conformance.simulators.sequential import fitting_faults
from exact.conformance.simulators.simulated import (
    Category,
    Compared,
    Report,
    check_simulated,
    outcome_probabilities,
)
from exact.conformance.simulators.statistics import Fit
from exact.conformance.simulators.tallies import parse_tallies
from exact.conformance.vectors.faults.dealing_faults import Dealt, dealing_faults
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.reference.card_by_card import deal
from exact.reference.decisions import DECISIONS
from exact.rules.named import all_rules, standard_tableau
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
    from scipy import stats

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


def test_no_fault_is_near_what_none_can_give() -> None:
    tallies = parse_tallies(json.dumps(tallied(RIGHT, 1000, "totals")), "t.json")
    report = check_simulated(tallies, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))
    assert report.nearest is not None
    never = [each._replace(log_likelihood=-inf) for each in report.compared]
    assert report._replace(compared=tuple(never)).nearest is None
    assert report._replace(compared=()).nearest is None
    assert report._replace(compared=(never[0], report.nearest, *never[1:])).nearest == report.nearest


def test_a_fault_fits_if_its_law_is_not_rejected_at_the_level() -> None:
    tallies = parse_tallies(json.dumps(tallied(law_with("banco-low"), 100_000, "totals")), "t.json")
    report = check_simulated(tallies, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))
    (fits,) = report.fitting
    at_the_level, above = fits._replace(p=0.25), fits._replace(p=0.26)
    assert report._replace(level=Fraction(1, 4), compared=(at_the_level, above)).fitting == (above,)


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
    from scipy import stats

    error = smallest_error(probability, coups, 1, 0.05)
    assert error is not None
    p = float(min(probability, 1 - probability))
    far = (p + error) * log(1 + error / p) + (1 - p - error) * log(1 - error / (1 - p))
    noncentral = (stats.norm.isf(0.025) + stats.norm.isf(1 - POWER)) ** 2
    assert 2 * coups * far == pytest.approx(noncentral, rel=1e-3)


def test_the_degrees_of_a_law_are_those_of_what_can_happen() -> None:
    """One less than the categories that can happen: with one degree, two standard normal quantiles again."""
    from scipy import stats

    half, more = Fraction(1, 2), Fraction(3, 5)
    far = 0.6 * log(1.2) + 0.4 * log(0.8)
    noncentral = (stats.norm.isf(0.0005) + stats.norm.isf(1 - POWER)) ** 2
    for impossible in ([], [Fraction(0)]):
        needed = coups_to_tell([more, 1 - more, *impossible], [half, half, *impossible], 0.001)
        assert needed == pytest.approx(noncentral / (2 * far), abs=1)


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


def law_of(punto: Fraction, banco: Fraction, tie: Fraction) -> tuple[Fraction, ...]:
    """A law of final totals with these outcomes: 1 to 0, 0 to 1 and 0 to 0."""
    rest = [Fraction(0)] * 100
    rest[10], rest[1], rest[0] = punto, banco, tie
    return tuple(rest)


NO_TIE = law_of(Fraction(2, 5), Fraction(3, 5), Fraction(0))
NEAR = law_of(Fraction(2, 5), Fraction(1, 2), Fraction(1, 10))
LESS_NEAR = law_of(Fraction(1, 2), Fraction(2, 5), Fraction(1, 10))
FAR = law_of(Fraction(1, 10), Fraction(1, 10), Fraction(4, 5))


def fitting_of(laws: Sequence[tuple[Fraction, ...]], *seen: int) -> tuple[list[object], object]:
    """The laws that fit these tallies of punto, banco and tie, and the nearest."""
    (one, *_) = mistakes(DECKS, STANDARD)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sequential, "mistakes", lambda *_: tuple(one._replace(totals=law) for law in laws))
        tallies = dict(zip(Outcome, seen, strict=True))
        fitting, nearest = fitting_faults(tallies, DECKS, STANDARD, Fraction(1, 4))
    return [each.totals for each in fitting], nearest and nearest.totals


def test_a_fault_that_cannot_give_what_was_seen_does_not_fit_a_stream() -> None:
    assert fitting_of([FAR, LESS_NEAR, NO_TIE, NEAR], 40, 50, 10) == ([NEAR, LESS_NEAR], NEAR)
    assert fitting_of([FAR, NO_TIE], 40, 50, 10) == ([], FAR)
    assert fitting_of([NO_TIE], 40, 50, 10) == ([], None)
    assert fitting_of([FAR, NO_TIE], 40, 60, 0) == ([NO_TIE], NO_TIE)


def test_a_fault_whose_e_value_is_that_of_the_level_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequential, "log_e_of_counts", lambda *_: log(4))
    assert fitting_of([NEAR], 4, 5, 1) == ([], NEAR)
    monkeypatch.setattr(sequential, "log_e_of_counts", lambda *_: log(3.999))
    assert fitting_of([NEAR], 4, 5, 1) == ([NEAR], NEAR)


def test_a_level_as_high_as_the_power_needs_no_error() -> None:
    """Below it, the noncentrality is where the power is 0.9."""
    from scipy import stats

    assert noncentrality(2, 0.9) == noncentrality(2, 0.95) == 0.0
    assert stats.ncx2.sf(stats.chi2.isf(0.89, 2), 2, noncentrality(2, 0.89)) == pytest.approx(POWER, abs=1e-9)


def test_a_number_of_coups_that_nobody_can_simulate_is_short(exact: Command, tmp_path: Path) -> None:
    """Beyond 10^12: readers see two digits of it, programs all."""
    content = {"decks": DECKS, "coups": 1000, "outcomes": {"punto": 446, "banco": 459, "tie": 95}}
    p = outcomes_of_totals(RIGHT)[2]
    needed = coups_for_error(p, Fraction(1, 10**9), 2, 0.01)
    assert needed is not None
    by_hand = noncentrality(2, 0.01) * float(p * (1 - p)) * 10**18  # λ p (1 − p) / δ²
    assert needed == pytest.approx(by_hand, rel=1e-6)
    assert f"{by_hand:.2g}" in asked(exact, tmp_path, content, "--error", "0.000000001").out
    answer = json.loads(asked(exact, tmp_path, content, "--error", "0.000000001", "--format", "json").out)
    assert answer["tests"][0]["categories"]["tie"]["coups_needed"] == str(needed)


def test_pairs_are_tested_by_their_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two coups that do not depend on each other, the law is a product; wrong pairs are no fault in single coups."""
    chances = dict(zip(Outcome, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), strict=True))

    class Law:
        def probability(self, pair: Sequence[Outcome]) -> Fraction:
            first, second = pair
            return chances[first] * chances[second]

    def law_of_decks(*given: object) -> Law:
        assert given == (DECKS, STANDARD, 2)
        return Law()

    monkeypatch.setattr(simulated, "law_of_decks", law_of_decks)
    names = [f"{first.value},{second.value}" for first in Outcome for second in Outcome]
    right, wrong = (9, 6, 3, 6, 4, 2, 3, 2, 1), (1, 2, 3, 2, 4, 6, 3, 6, 9)
    for tallied_pairs, is_wrong in ((right, False), (wrong, True)):
        content = {"coups": 7200, "pairs": {name: 100 * x for name, x in zip(names, tallied_pairs, strict=True)}}
        tallies = parse_tallies(json.dumps(content), "t.json")
        report = check_simulated(tallies, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))
        (pairs,) = report.tested
        assert (pairs.name, pairs.coups, bool(report.rejected), report.wrong) == ("pairs", 3600, is_wrong, False)
        assert [(each.name, each.tally) for each in pairs.categories] == [*content["pairs"].items()]  # type: ignore[attr-defined]
        assert [each.probability for each in pairs.categories] == [Fraction(x, 36) for x in right]
        assert report.fitting == ()


def compared_with(tallies: dict[str, object]) -> Any:
    content = {"coups": 1000, **tallies}
    read = parse_tallies(json.dumps(content), "t.json")
    report = check_simulated(read, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))
    return {each.fault: each for each in report.compared}


def likelihood(law: Sequence[Fraction], seen: Sequence[int]) -> float:
    return sum(x * log(p) for p, x in zip(law, seen, strict=True) if x)


def test_faults_are_compared_by_what_they_say_of_the_tallies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rare totals by their outcomes; a bet only by a fault that knows it, such as any bet under a wrong tableau."""
    from scipy import stats

    for name in ("REPLICAS", "_TOGETHER"):
        monkeypatch.setattr(statistics, name, 50)
    rows = [[0] * 10 for _ in range(10)]
    rows[9][0], rows[0][9], rows[9][9] = 446, 459, 95
    by_outcomes = {name: outcomes_of_totals(law_with(name)) for name in ("banco-low", "labels")}
    seen = [446, 459, 95]
    for name, found in compared_with({"totals": rows}).items():
        if name in by_outcomes:
            assert found.log_likelihood == pytest.approx(likelihood(by_outcomes[name], seen))
    found = compared_with({"bets": {"dragon-7": {"win": 23, "lose": 977}}})
    assert (found["labels"].p, found["labels"].log_likelihood) == (None, 0)
    stands = standard_tableau()._replace(matrix=("S" * 11,) * 3 + STANDARD.matrix[3:])
    counts = count_categories(catalogue()["dragon-7"], Shoe.of_decks(DECKS), stands)
    law = [Fraction(count, sum(counts)) for count in counts]
    assert found["banco-low"].log_likelihood == pytest.approx(likelihood(law, [23, 977]))
    assert found["banco-low"].p == pytest.approx(stats.binomtest(23, 1000, float(law[0])).pvalue)


def test_tallies_that_a_fault_cannot_give_exclude_it(monkeypatch: pytest.MonkeyPatch) -> None:
    near, *_ = mistakes(DECKS, STANDARD)
    alike = (near._replace(totals=NO_TIE), near._replace(totals=NEAR))
    monkeypatch.setattr(simulated, "mistakes", lambda *_: alike)
    content = {"coups": 1000, "outcomes": {"punto": 400, "banco": 500, "tie": 100}}
    tallies = parse_tallies(json.dumps(content), "t.json")
    report = check_simulated(tallies, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))
    excluded, fits = report.compared
    assert (excluded.p, excluded.log_likelihood) == (0.0, -inf)
    assert fits.p == pytest.approx(1)
    assert report.nearest == fits
    (tested,) = report.tested
    for level, is_rejected in ((tested.adjusted, True), (tested.adjusted * (1 - 1e-9), False)):
        assert report._replace(level=Fraction(level)).rejected == ((tested,) if is_rejected else ())
    assert fits.p is not None
    for level, is_fitting in ((fits.p, False), (fits.p * (1 - 1e-9), True)):
        assert report._replace(level=Fraction(level)).fitting == ((fits,) if is_fitting else ())
    assert [(each.by_outcomes, each.by_totals) for each in (excluded, fits)] == [
        (coups_to_tell(outcomes_of_totals(law), outcomes_of_totals(RIGHT), 0.01), coups_to_tell(law, RIGHT, 0.01))
        for law in (NO_TIE, NEAR)
    ]


def test_a_missing_library_is_named_before_anything_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setattr(simulated, "goodness_of_fit", None)
    tallies = parse_tallies('{"coups": 10, "outcomes": {"punto": 10}}', "t.json")
    with pytest.raises(ExactError, match="^package: 'scipy' is needed"):
        check_simulated(tallies, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))


def test_more_than_twenty_categories_are_shown_in_part() -> None:
    """Of twenty-one, in plain text, the eight with the largest residuals, which come first."""
    content = {"coups": 50_000, "outcomes": {"punto": 22_300, "banco": 22_950, "tie": 4750}}
    tallies = parse_tallies(json.dumps(content), "t.json")
    checked = check_simulated(tallies, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))
    (tested,) = checked.tested
    (rules,) = (own for own in all_rules().values() if own.id == "standard")
    for number, most in ((20, None), (21, 8)):
        categories = tuple(
            tested.categories[0]._replace(name=f"c{at}", residual=None if at == 2 else float(at * (-1) ** at))
            for at in range(number)
        )
        wide = checked._replace(tested=(tested._replace(categories=categories),))
        (section,) = (each for each in report(wide, rules, DECKS).sections if each.name == "category")
        assert section.most == most
        first = ["c0", "c1", "c2"] if most is None else ["c20", "c19", "c18"]
        assert [row[0] for row in section.rows[:3]] == first


def test_the_largest_errors_that_can_be() -> None:
    """The other side of a category has the probability 0 or 1, so D = log 2 and log 4; with 7 coups of a half none is found."""
    half, level = Fraction(1, 2), 0.05
    for p, error, far in ((half, half, log(2)), (Fraction(3, 4), Fraction(3, 4), log(4))):
        assert coups_for_error(p, error, 1, level) == ceil(noncentrality(1, level) / (2 * far))
    assert noncentrality(1, level) / (2 * log(2)) == pytest.approx(7.58, abs=0.01)
    assert smallest_error(half, 7, 1, level) is None
    assert smallest_error(half, 8, 1, level) == pytest.approx(0.5, abs=0.03)
    assert coups_of_a_watch([half, half], half, Fraction(9, 10)) == 1


def test_the_power_of_each_category_is_that_of_its_test() -> None:
    """At half the level for each of two tests, with one degree of freedom less than categories that can happen."""
    content = {"coups": 1000, "outcomes": {"punto": 446, "banco": 459, "tie": 95}}
    content |= {"bets": {"dragon-7": {"win": 23, "lose": 977}}}
    error = Fraction(1, 1000)
    checked = check_simulated(parse_tallies(json.dumps(content), "t.json"), DECKS, STANDARD, Fraction(1, 50), error)
    assert (checked.each_level, len(checked.tested)) == (0.01, 2)
    for tested, degrees in zip(checked.tested, (2, 1), strict=True):
        for each in tested.categories:
            assert each.coups_needed == coups_for_error(each.probability, error, degrees, 0.01)
            assert each.smallest_error == smallest_error(each.probability, 1000, degrees, 0.01)


def test_totals_are_compared_where_five_of_the_rarest_are_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 50 coups with a tenth; in 49 by their outcomes."""
    law = [Fraction(0)] * 100
    law[10], law[1], law[2], law[0] = (Fraction(tenths, 10) for tenths in (4, 3, 2, 1))
    near, *_ = mistakes(DECKS, STANDARD)
    monkeypatch.setattr(simulated, "mistakes", lambda *_: (near._replace(totals=tuple(law)),))
    for coups, expected in (
        (50, likelihood([Fraction(4, 10), Fraction(3, 10), Fraction(2, 10), Fraction(1, 10)], [19, 16, 10, 5])),
        (49, likelihood([Fraction(4, 10), Fraction(5, 10), Fraction(1, 10)], [18, 26, 5])),
    ):
        rows = [[5, 16, 10, *[0] * 7], [coups - 31, *[0] * 9], *[[0] * 10 for _ in range(8)]]
        read = parse_tallies(json.dumps({"coups": coups, "totals": rows}), "t.json")
        (found,) = simulated._compared(read, DECKS, STANDARD, 0.01)
        assert found.log_likelihood == pytest.approx(expected)


def categories(number: int) -> tuple[Category, ...]:
    """Categories with ever larger residuals of changing sign, but for the last, which has none."""
    return tuple(
        Category(f"c{place}", place, Fraction(1, 8 * number), None if place == number - 1 else (-1) ** place * place / 4, 1e-5, 10**12 + place)
        for place in range(number)
    )  # fmt: skip


def test_the_sections_of_a_report() -> None:
    """More than twenty categories go by the size of the residual, and eight are shown; so are eight faults."""
    few, many = (simulated.Tested(name, 1000, Fit("G test", 1.5, 0.25), 0.5, categories(number)) for name, number in (("few", 20), ("many", 21)))  # fmt: skip
    faults = [Compared(f"f{by}", f"fault {by}", None, by, 0.5, -1.0) for by in (70, None, 60)]
    checked = Report((few, many), tuple(faults), Fraction(1, 100), 0.005, Fraction(1, 1000))
    answer = report(checked, next(iter(all_rules().values())), DECKS)
    tests, shown_few, shown_many, shown_faults = answer.sections
    assert [section.most for section in answer.sections] == [None, None, 8, 8]
    assert [row[0] for row in shown_few.rows] == [f"c{place}" for place in range(20)]
    assert [row[0] for row in shown_many.rows] == [f"c{place}" for place in (*range(19, 0, -1), 0, 20)]
    assert shown_few.notes == ("Found: with power 0.9, at level 0.005 for each of 2 tests.",)
    assert [str(row[0]) for row in shown_faults.rows] == ["fault 60", "fault 70", "fault None"]
    name, tally, probability, expected, residual, error, needed = shown_few.rows[1]
    assert (name, str(tally), probability, expected) == ("c1", "1", Rounded(Fraction(1, 160), 12, FRACTION), "6.25")
    assert (residual, error) == (Detailed(-0.25, "-0.25"), Detailed(1e-5, "1e-05"))
    assert needed == Detailed("1000000000001", "1e+12")
    assert shown_few.rows[0][-1] == Count(10**12)
    assert shown_few.rows[19][4] is None
    assert [column.heading for column in shown_few.columns if column.derived] == ["expected"]
    assert (answer.code, [row[:2] for row in tests.rows]) == (0, [("few", 1000), ("many", 1000)])
    alone = report(checked._replace(tested=(few,)), next(iter(all_rules().values())), DECKS)
    assert alone.sections[1].notes == ("Found: with power 0.9, at level 0.005.",)
