"""What is said of a simulator, with a register of few faults: rejected or not, the faults that fit, every category."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import inf, log
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support import Command

from exact.answers.table import FRACTION, Detailed, Rounded
from exact.answers.text import Text
from exact.bets.catalogue import catalogue
from exact.conformance.simulators import sequential, simulated, statistics
from exact.conformance.simulators.sequential import fitting_faults
from exact.conformance.simulators.simulated import (
    Compared,
    SimulatorCheck,
    TallyTest,
    check_simulated,
    outcome_probabilities,
    report,
)
from exact.conformance.simulators.statistics import (
    POWER,
    Fit,
    coups_for_error,
    coups_of_a_watch,
    coups_to_tell,
    distribution_of_totals,
    mistakes,
    noncentrality,
    smallest_error,
)
from exact.conformance.simulators.tallies import parse_tallies
from exact.conformance.vectors.dealer import Dealer, Dealt, dealing_faults, outcomes_of_totals
from exact.engine.one_shoe import count_categories
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.reference.card_by_card import deal
from exact.reference.decisions import DECISIONS
from exact.rules import Tableau, rules_named, standard_tableau

STANDARD = standard_tableau()
DECKS = 2
KNOWN = ("banco-low", "looks-total", "labels", "order-sides", "less-one", "replacement", "uniform")
RIGHT = distribution_of_totals(Shoe.of_decks(DECKS), STANDARD)


@pytest.fixture(autouse=True)
def few_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    def few(tableau: Tableau) -> tuple[Dealt, ...]:
        return tuple(fault for fault in dealing_faults(tableau) if fault.id in KNOWN)

    monkeypatch.setattr("exact.conformance.simulators.statistics.dealing_faults", few)


def law_with(fault: str) -> tuple[Fraction, ...]:
    return next(totals for dealt, totals in mistakes(DECKS, STANDARD).items() if dealt.id == fault)


def tallied(distribution: tuple[Fraction, ...], coups: int, *what: str) -> dict[str, object]:
    """A simulator's tallies, as near to the distribution as whole numbers can be."""
    rows = np.random.default_rng(5).multinomial(coups, [float(p) for p in distribution]).reshape(10, 10)
    outcomes = {"punto": int(np.tril(rows, -1).sum()), "banco": int(np.triu(rows, 1).sum()), "tie": int(np.trace(rows))}
    every: dict[str, object] = {"outcomes": outcomes, "totals": rows.tolist()}
    return {"decks": DECKS, "coups": coups, **{name: every[name] for name in what}}


def checked(**tallies: object) -> SimulatorCheck:
    read = parse_tallies(json.dumps({"coups": 1000, **tallies}), "t.json")
    return check_simulated(read, DECKS, STANDARD, Fraction(1, 100), Fraction(1, 100))


def asked(exact: Command, tmp_path: Path, content: object, *options: str) -> Any:
    file = tmp_path / "tallies.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return exact("verify", "simulated", str(file), *options)


def test_only_faults_that_change_the_distribution_are_mistakes() -> None:
    """The order of dealing changes no distribution; swapped labels change that of punto and banco into each other."""
    assert {fault.id for fault in mistakes(DECKS, STANDARD)} == {*KNOWN} - {"order-sides"}
    distribution, swapped = outcomes_of_totals(RIGHT), outcomes_of_totals(law_with("labels"))
    assert swapped == (distribution[1], distribution[0], distribution[2])
    assert distribution == tuple(outcome_probabilities(DECKS, STANDARD).values())


def test_a_right_simulator_conforms_and_is_told_no_fault(exact: Command, tmp_path: Path) -> None:
    ran = asked(exact, tmp_path, tallied(RIGHT, 50_000, "outcomes"))
    assert ran.code == 0
    assert "Conforms: nothing is rejected at level 0.01." in ran.out
    assert "known fault" not in ran.out.partition("Coups needed")[0]
    assert "cannot happen" not in ran.out
    assert "Found: with power 0.9, at level 0.01." in ran.out


def test_an_unknown_fault_is_not_named(exact: Command, tmp_path: Path) -> None:
    """Half of the coups by one fault, half by another."""
    half = tuple((one + other) / 2 for one, other in zip(law_with("banco-low"), law_with("labels"), strict=True))
    ran = asked(exact, tmp_path, tallied(half, 1_000_000, "totals"))
    assert ran.code == 1
    assert "None of the known faults explains this; nearest: " in ran.out


@pytest.mark.parametrize(
    ("copies", "line"),
    [(3, None), (4, "They fit another known fault as well."), (5, "They fit 2 other known faults as well.")],
)
def test_faults_that_fit_alike_are_counted_beyond_three(
    copies: int, line: str | None, exact: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copies of one fault, each under words of its own."""
    ((one, totals),) = (entry for entry in mistakes(DECKS, STANDARD).items() if entry[0].id == "banco-low")
    alike = {one._replace(words=Text(f"fault {number}")): totals for number in range(copies)}
    monkeypatch.setattr("exact.conformance.simulators.statistics.mistakes", lambda *_: alike)
    ran = asked(exact, tmp_path, tallied(law_with("banco-low"), 100_000, "outcomes"))
    assert ran.out.count("The tallies fit a known fault: fault ") == 3
    assert [text for text in ran.out.splitlines() if text.startswith("They fit ")] == ([] if line is None else [line])


@pytest.mark.slow
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


def test_the_coups_of_a_watch() -> None:
    """Wald's bound, of which log(1/level) is one part, and the divergence of the error the other."""
    half = Fraction(1, 2)
    far = float(0.6 * log(1.2) + 0.4 * log(0.8))
    assert coups_of_a_watch([half, half], Fraction(1, 10), Fraction(1, 100)) == -int(-log(100) // far)
    assert coups_of_a_watch([Fraction(1), Fraction(0)], Fraction(1, 10), Fraction(1, 100)) is None


def test_the_degrees_of_a_distribution_are_those_of_what_can_happen() -> None:
    """One less than the categories that can happen: with one degree, two standard normal quantiles again."""
    from scipy import stats

    half, more = Fraction(1, 2), Fraction(3, 5)
    far = 0.6 * log(1.2) + 0.4 * log(0.8)
    noncentral = (stats.norm.isf(0.0005) + stats.norm.isf(1 - POWER)) ** 2
    for impossible in ([], [Fraction(0)]):
        needed = coups_to_tell([more, 1 - more, *impossible], [half, half, *impossible], 0.001)
        assert needed == pytest.approx(noncentral / (2 * far), abs=1)


def test_the_distribution_of_totals_card_by_card() -> None:
    """From six cards, by dealing them in every order."""
    cards, dealt = (1, 2, 5, 6, 9, 0), Counter[int]()
    for six in permutations(cards):
        punto, banco = (sum(hand) % 10 for hand in deal(six, DECISIONS["standard"], value=int))
        dealt[10 * punto + banco] += 1
    shoe = Shoe.of_values([cards.count(value) for value in range(10)])
    assert distribution_of_totals(shoe, STANDARD) == tuple(Fraction(dealt[cell], 720) for cell in range(100))


def distribution_of(punto: Fraction, banco: Fraction, tie: Fraction) -> tuple[Fraction, ...]:
    """A distribution of final totals with these outcomes: 1 to 0, 0 to 1 and 0 to 0."""
    rest = [Fraction(0)] * 100
    rest[10], rest[1], rest[0] = punto, banco, tie
    return tuple(rest)


NO_TIE = distribution_of(Fraction(2, 5), Fraction(3, 5), Fraction(0))
NEAR = distribution_of(Fraction(2, 5), Fraction(1, 2), Fraction(1, 10))
LESS_NEAR = distribution_of(Fraction(1, 2), Fraction(2, 5), Fraction(1, 10))
FAR = distribution_of(Fraction(1, 10), Fraction(1, 10), Fraction(4, 5))


def fitting_of(distributions: Sequence[tuple[Fraction, ...]], *seen: int) -> tuple[list[object], object]:
    """The distributions that fit these tallies of punto, banco and tie, and the nearest."""
    (one, *_) = mistakes(DECKS, STANDARD)
    registered = {one._replace(id=str(at)): distribution for at, distribution in enumerate(distributions)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sequential, "mistakes", lambda *_: registered)
        fitting, nearest = fitting_faults(dict(zip(Outcome, seen, strict=True)), DECKS, STANDARD, Fraction(1, 4))
    return [registered[each] for each in fitting], nearest and registered[nearest]


def test_a_fault_that_cannot_give_what_was_seen_does_not_fit_a_stream() -> None:
    assert fitting_of([FAR, LESS_NEAR, NO_TIE, NEAR], 40, 50, 10) == ([NEAR, LESS_NEAR], NEAR)
    assert fitting_of([FAR, NO_TIE], 40, 50, 10) == ([], FAR)
    assert fitting_of([NO_TIE], 40, 50, 10) == ([], None)
    assert fitting_of([FAR, NO_TIE], 40, 60, 0) == ([NO_TIE], NO_TIE)


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
    assert answer["outcomes"][2]["coups_needed"] == str(needed)


def test_pairs_are_tested_by_their_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two coups that do not depend on each other, the distribution is a product; wrong pairs are no fault in single coups."""
    chances = dict(zip(Outcome, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), strict=True))

    def distribution_of_decks(*given: object) -> Any:
        assert given == (DECKS, STANDARD, 2)
        return SimpleNamespace(probability=lambda pair: chances[pair[0]] * chances[pair[1]])

    monkeypatch.setattr(simulated, "distribution_of_decks", distribution_of_decks)
    names = [f"{first.value},{second.value}" for first in Outcome for second in Outcome]
    right, wrong = (9, 6, 3, 6, 4, 2, 3, 2, 1), (1, 2, 3, 2, 4, 6, 3, 6, 9)
    for tallied_pairs, is_wrong in ((right, False), (wrong, True)):
        tallies = {name: 100 * x for name, x in zip(names, tallied_pairs, strict=True)}
        report = checked(coups=7200, pairs=tallies)
        (pairs,) = report.tested
        assert (pairs.name, sum(pairs.tallies), bool(report.rejected), report.wrong) == ("pairs", 3600, is_wrong, False)
        assert dict(zip(pairs.categories, pairs.tallies, strict=True)) == tallies
        assert pairs.probabilities == tuple(Fraction(x, 36) for x in right)
        assert report.fitting == ()


def likelihood(distribution: Sequence[Fraction], seen: Sequence[int]) -> float:
    return sum(x * log(p) for p, x in zip(distribution, seen, strict=True) if x)


def test_faults_are_compared_by_what_they_say_of_the_tallies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rare totals by their outcomes; a bet only by a fault that knows it, such as any bet under a wrong tableau."""
    from scipy import stats

    for name in ("REPLICAS", "_TOGETHER"):
        monkeypatch.setattr(statistics, name, 50)
    rows = [[0] * 10 for _ in range(10)]
    rows[9][0], rows[0][9], rows[9][9] = 446, 459, 95
    by_outcomes = {name: outcomes_of_totals(law_with(name)) for name in ("banco-low", "labels")}
    seen = [446, 459, 95]
    of_totals = {each.fault.id: each for each in checked(totals=rows).compared}
    for name, distribution in by_outcomes.items():
        assert of_totals[name].log_likelihood == pytest.approx(likelihood(distribution, seen))
    found = {each.fault.id: each for each in checked(bets={"dragon-7": {"win": 23, "lose": 977}}).compared}
    assert (found["labels"].p, found["labels"].log_likelihood) == (None, 0)
    stands = standard_tableau()._replace(matrix=("S" * 11,) * 3 + STANDARD.matrix[3:])
    counts = count_categories(catalogue()["dragon-7"], Shoe.of_decks(DECKS), stands)
    of_bet = [Fraction(count, sum(counts)) for count in counts]
    assert found["banco-low"].log_likelihood == pytest.approx(likelihood(of_bet, [23, 977]))
    assert found["banco-low"].p == pytest.approx(stats.binomtest(23, 1000, float(of_bet[0])).pvalue)


def test_tallies_that_a_fault_cannot_give_exclude_it(monkeypatch: pytest.MonkeyPatch) -> None:
    near, *_ = mistakes(DECKS, STANDARD)
    monkeypatch.setattr(statistics, "mistakes", lambda *_: {near: NO_TIE, near._replace(id="near"): NEAR})
    report = checked(outcomes={"punto": 400, "banco": 500, "tie": 100})
    excluded, fits = report.compared
    assert (excluded.p, excluded.log_likelihood) == (0.0, -inf)
    assert fits.p == pytest.approx(1)
    assert report.nearest == fits
    (tested,) = report.tested
    for level, is_rejected in ((tested.adjusted, True), (tested.adjusted * (1 - 1e-9), False)):
        assert replace(report, level=Fraction(level)).rejected == ((tested,) if is_rejected else ())
    assert fits.p is not None
    for level, is_fitting in ((fits.p, False), (fits.p * (1 - 1e-9), True)):
        assert replace(report, level=Fraction(level)).fitting == ((fits,) if is_fitting else ())
    for each, distribution in ((excluded, NO_TIE), (fits, NEAR)):
        assert each.by_outcomes == coups_to_tell(outcomes_of_totals(distribution), outcomes_of_totals(RIGHT), 0.01)
        assert each.by_totals == coups_to_tell(distribution, RIGHT, 0.01)


@pytest.mark.slow
def test_totals_are_compared_where_five_of_the_rarest_are_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 50 coups with a tenth; in 49 by their outcomes."""
    distribution = [Fraction(0)] * 100
    for place, tenths in ((10, 4), (1, 3), (2, 2), (0, 1)):
        distribution[place] = Fraction(tenths, 10)
    near, *_ = mistakes(DECKS, STANDARD)
    monkeypatch.setattr(statistics, "mistakes", lambda *_: {near: tuple(distribution)})
    for coups, expected in (
        (50, likelihood([Fraction(4, 10), Fraction(3, 10), Fraction(2, 10), Fraction(1, 10)], [19, 16, 10, 5])),
        (49, likelihood([Fraction(4, 10), Fraction(5, 10), Fraction(1, 10)], [18, 26, 5])),
    ):
        rows = [[5, 16, 10, *[0] * 7], [coups - 31, *[0] * 9], *[[0] * 10 for _ in range(8)]]
        (found,) = checked(coups=coups, totals=rows).compared
        assert found.log_likelihood == pytest.approx(expected)


def classified(name: str, tallies: Sequence[int] = (10,), p: float = 0.5) -> TallyTest:
    """Equally likely categories, with this p-value by Holm's method."""
    number = len(tallies)
    return TallyTest(
        name=name,
        categories=tuple(f"c{place}" for place in range(number)),
        probabilities=(Fraction(1, number),) * number,
        tallies=tuple(tallies),
        fit=Fit("G test", 1.5, 0.25),
        adjusted=p,
    )


def compared(name: str, p: float = 0.5, likelihood: float = -1.0, by_totals: int | None = None) -> Compared:
    fault = Dealt(name, Text(f"fault {name}"), Dealer())
    return Compared(fault=fault, by_outcomes=None, by_totals=by_totals, p=p, log_likelihood=likelihood)


def checked_of(tested: Sequence[TallyTest], compared: Sequence[Compared] = ()) -> SimulatorCheck:
    level, error = Fraction(1, 100), Fraction(1, 1000)
    return SimulatorCheck(tested=(*tested,), compared=(*compared,), level=level, each_level=0.005, error=error)


def test_the_sections_of_a_report() -> None:
    """More than twenty categories go by the size of the residual, and eight are shown; so are eight faults."""
    # ever larger residuals of changing sign, but for one or two that are as expected
    tallies, error = [100 + (-1) ** place * place for place in range(21)], Fraction(1, 10**8)
    few, many = classified("few", tallies[:20]), classified("many", tallies)
    faults = [compared(str(by), by_totals=by) for by in (70, None, 60)]
    checked = replace(checked_of((few, many), faults), error=error)
    answer = report(checked, rules_named("standard"), DECKS)
    tests, shown_few, shown_many, shown_faults = answer.tables
    assert [section.most for section in answer.tables] == [None, None, 8, 8]
    assert [row[0] for row in shown_few.rows] == [f"c{place}" for place in range(20)]
    assert [row[0] for row in shown_many.rows[:3]] == ["c20", "c19", "c18"] or shown_many.rows[0][0] == "c19"
    assert shown_few.notes == ("Found: with power 0.9, at level 0.005 for each of 2 tests.",)
    assert [str(row[0]) for row in shown_faults.rows] == ["fault 60", "fault 70", "fault None"]
    name, tally, probability, expected, residual, smallest, needed = shown_few.rows[1]
    coups, p = sum(few.tallies), Fraction(1, 20)
    assert (name, str(tally), probability, expected) == ("c1", "99", Rounded(p, 12, FRACTION), f"{coups / 20:.2f}")
    by_hand = (99 - coups / 20) / (coups * 0.05 * 0.95) ** 0.5
    assert isinstance(residual, Detailed)
    assert (residual.value, residual.text) == (pytest.approx(by_hand), f"{by_hand:.2f}")
    found = smallest_error(p, coups, 19, 0.005)
    assert smallest == Detailed(found, f"{found:.4g}")
    exactly = coups_for_error(p, error, 19, 0.005)
    assert exactly is not None
    assert needed == Detailed(str(exactly), f"{exactly:.2g}")
    assert [column.heading for column in shown_few.columns if column.derived] == ["expected"]
    assert (answer.code, [row[:2] for row in tests.rows]) == (0, [("few", coups), ("many", sum(many.tallies))])
    alone = report(replace(checked, tested=(few,)), rules_named("standard"), DECKS)
    assert alone.tables[1].notes == ("Found: with power 0.9, at level 0.005.",)


def test_each_classification_has_its_own_verdict() -> None:
    """Only the one that is rejected is shown in red, and it alone is named."""
    checked = checked_of((classified("outcomes"), classified("totals", p=0.001)))
    answer = report(checked, rules_named("standard"), 8)
    (tests, *_) = answer.tables
    verdicts = {row[0]: row[-1] for row in tests.rows}
    assert verdicts == {"outcomes": "conforms", "totals": Detailed("rejected", "rejected", wrong=True)}
    assert (str(tests.notes[0]), answer.code) == ("Rejected at level 0.01: totals.", 1)
    facts = {parameter[0]: parameter[1] for parameter in answer.parameters}
    assert (facts["conforms"], facts["decks"], facts["level"], facts["error"]) == (False, 8, "0.01", "0.001")


def test_the_likeliest_fault_that_fits_is_named_first() -> None:
    """One whose distribution is rejected at the level is not, and none is where nothing is wrong."""
    rows = (("a", 0.5, -30.0), ("b", 0.5, -10.0), ("c", 0.005, -1.0), ("d", 0.02, -20.0))
    faults = [compared(*row) for row in rows]
    checked = checked_of((classified("outcomes", p=0.001),), faults)
    answer = report(checked, rules_named("standard"), 8)
    facts = {parameter[0]: parameter[1] for parameter in answer.parameters}
    best = (("b", 0.5), ("d", 0.02), ("a", 0.5))
    assert facts["faults"] == [{"fault": name, "words": f"fault {name}", "p": p} for name, p in best]
    notes = [str(note) for note in answer.tables[0].notes[1:4]]
    assert notes == [f"The tallies fit a known fault: fault {name} (p = {p})." for name, p in best]
    assert checked_of((classified("outcomes"),), faults).fitting == ()
    assert checked.nearest == faults[2]
    never = [replace(each, log_likelihood=-inf) for each in faults]
    assert checked_of((), (never[0], faults[1], never[2])).nearest == faults[1]
    assert checked_of((), never).nearest is checked_of(()).nearest is None
