"""The statistics for simulators: the tests, their calibration, their power, and what reads the tallies."""

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, exp, factorial, inf, log, prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support import STANDARD, Command, Ran, python, refusal
from support.tallied_coups import GOOD, PAIRS

from exact.bets.catalogue import catalogue
from exact.conformance.simulators import statistics
from exact.conformance.simulators.sequential import CONCENTRATIONS, Watch, fitting_faults
from exact.conformance.simulators.simulated import check_simulated, outcome_probabilities
from exact.conformance.simulators.statistics import (
    POWER,
    Fit,
    coups_for_error,
    coups_to_tell,
    distribution_of_totals,
    divergence,
    goodness_of_fit,
    holm,
    mistakes,
    noncentrality,
    smallest_error,
    standardised_residual,
)
from exact.conformance.simulators.tallies import Tallies, parse_tallies
from exact.conformance.vectors.dealer import outcomes_of_totals
from exact.engine.one_shoe import count_categories
from exact.game import Outcome
from exact.game.shoe import Shoe

SHOE = Shoe.of_decks(8)
THIRDS = [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
OUTCOMES = outcome_probabilities(8, STANDARD)
P = list(OUTCOMES.values())
SEED = 20260611


def shares(counts: Sequence[int]) -> list[Fraction]:
    return [Fraction(count, sum(counts)) for count in counts]


def drawn(probabilities: Sequence[Fraction], coups: int, times: int, seed: int = SEED) -> list[list[int]]:
    """Tallies of a simulator with these probabilities."""
    chances = np.array([float(p) for p in probabilities])
    tallies: list[list[int]] = np.random.default_rng(seed).multinomial(coups, chances / chances.sum(), times).tolist()
    return tallies


def exact_p(probabilities: Sequence[Fraction], tallies: Sequence[int]) -> Fraction:
    """The exact multinomial p by the definition, in fractions."""
    coups = sum(tallies)

    def chance(table: Sequence[int]) -> Fraction:
        ways = factorial(coups) // prod(map(factorial, table))
        return ways * prod((p**x for p, x in zip(probabilities, table, strict=True)), start=Fraction(1))

    every = (table for table in product(range(coups + 1), repeat=len(tallies)) if sum(table) == coups)
    return sum((chance(table) for table in every if chance(table) <= chance(tallies)), Fraction(0))


# --- one test ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_textbook_examples() -> None:
    """The exact binomial and multinomial tests, and the G test as scipy has it.

    McDonald, Handbook of Biological Statistics, «Exact test of goodness-of-fit»: 2 of 12 against one half, P = 0.039.
    U. Menzel, R package EMT, example of multinomial.test: (5, 2, 1) against (¼, ½, ¼), p.value = 0.0767.
    Mendel 1866, 315 : 108 : 101 : 32 against 9 : 3 : 3 : 1.
    """
    from scipy import stats

    binomial, multinomial = goodness_of_fit([Fraction(1, 2)] * 2, [2, 10]), goodness_of_fit(THIRDS, [5, 2, 1])
    assert (binomial.method, round(binomial.p, 3)) == ("exact binomial", 0.039)
    assert binomial.p == pytest.approx(2 * (1 + 12 + 66) / 2**12, rel=1e-12)
    assert (multinomial.method, round(multinomial.p, 4)) == ("exact multinomial", 0.0767)
    peas, probabilities = [315, 108, 101, 32], [Fraction(n, 16) for n in (9, 3, 3, 1)]
    fit = goodness_of_fit(probabilities, peas)
    g, p = stats.power_divergence(peas, [556 * float(q) for q in probabilities], lambda_=0)
    assert (fit.method, round(fit.p, 2)) == ("G test", 0.92)
    assert (fit.statistic, fit.p) == pytest.approx((g, p))


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(0, 4)), min_size=3, max_size=4))
def test_the_enumeration_against_fractions(parts: list[tuple[int, int]]) -> None:
    weights, tallies = zip(*parts, strict=True)
    assume(0 < sum(tallies) < statistics.LARGE / min(shares(weights)))
    fit = goodness_of_fit(shares(weights), tallies)
    assert fit.method == "exact multinomial"
    assert fit.p == pytest.approx(float(exact_p(shares(weights), tallies)), rel=1e-9)


SKEWED = [Fraction(1, 25), Fraction(9, 25), Fraction(15, 25)]


@pytest.mark.parametrize("tallies", [[1, 2, 60], [0, 4, 64], [7, 1, 130], [3, 80, 2]])
def test_the_enumeration_of_large_tallies_to_twelve_digits(tallies: list[int]) -> None:
    """By whole numbers: the weights of all tables, each a multinomial coefficient times powers."""
    coups, weights = sum(tallies), [3, 2, 95] if tallies[2] > 9 else [3, 95, 2]

    def weight(table: Sequence[int]) -> int:
        return int(comb(coups, table[0]) * comb(coups - table[0], table[1]) * prod(map(pow, weights, table)))

    tables = ((a, b, coups - a - b) for a in range(coups + 1) for b in range(coups + 1 - a))
    expected = Fraction(sum(own for own in map(weight, tables) if own <= weight(tallies)), 100**coups)
    fit = goodness_of_fit([Fraction(own, 100) for own in weights], tallies)
    assert fit.method == "exact multinomial"
    assert fit.p == pytest.approx(float(expected), rel=2e-12)


@pytest.mark.slow
def test_which_test_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """An expected tally of 5 is enough for the distribution of chi-squared; 21 tables of five coups may be enumerated if 21 may."""
    tenth = [Fraction(1, 10), Fraction(4, 10), Fraction(5, 10)]
    assert goodness_of_fit(tenth, [5, 20, 25]).method == "G test"
    assert goodness_of_fit(tenth, [5, 20, 24]).method == "exact multinomial"
    assert statistics.tables(5, 3) == 21
    for most, method in ((21, "exact multinomial"), (20, "Monte Carlo multinomial")):
        monkeypatch.setattr(statistics, "MAX_TABLES", most)
        assert goodness_of_fit(tenth, [1, 2, 2]).method == method


@pytest.mark.parametrize("tallies", [[3, 20, 25], [1, 20, 40], [5, 15, 20], [0, 33, 27]])
def test_monte_carlo_against_the_enumeration(tallies: list[int]) -> None:
    right = statistics._enumerated_p(SKEWED, tallies)
    error = (right * (1 - right) / statistics.REPLICAS) ** 0.5
    assert statistics._simulated_p(SKEWED, tallies) == pytest.approx(right, abs=5 * error + 1e-5)


def test_one_category_is_certain() -> None:
    for probabilities, tallies in (([Fraction(1)], [9]), ([Fraction(0), Fraction(1)], [0, 9])):
        assert goodness_of_fit(probabilities, tallies) == Fit("certain", 0.0, 1.0)
    assert goodness_of_fit([Fraction(0), Fraction(1)], [1, 8]) == Fit("a category that cannot happen", None, 0.0)


def test_large_tallies_keep_their_digits() -> None:
    """One standard error off in a million million coups: G is the square of the residual."""
    half = [Fraction(1, 2)] * 2
    coups = 10**12
    tallies = [coups // 2 + 500_000, coups // 2 - 500_000]
    fit = goodness_of_fit(half, tallies)
    assert fit.statistic == pytest.approx(1, rel=1e-6)
    assert standardised_residual(tallies[0], coups, half[0]) == 1.0
    assert fit.p == pytest.approx(0.31731, abs=1e-5)
    thirds = [coups // 4 + 10**6, coups // 2, coups // 4 - 10**6]
    assert goodness_of_fit(THIRDS, thirds).statistic == pytest.approx(8, rel=1e-6)  # 2 · 10¹² / (¼ · 10¹²)


# --- calibration ------------------------------------------------------------------------------------------------------


def p_values(probabilities: Sequence[Fraction], coups: int, times: int) -> list[float]:
    return [goodness_of_fit(probabilities, tallies).p for tallies in drawn(probabilities, coups, times)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("probabilities", "coups"),
    [
        (P, 10_000),
        (P, 10**9),
        (distribution_of_totals(SHOE, STANDARD), 20_000),
        (shares(count_categories(catalogue()["dragon-7"], SHOE, STANDARD)), 10**8),
        (shares(count_categories(catalogue()["lucky-nines"], SHOE, STANDARD)), 10**6),
    ],
)
def test_p_is_uniform_under_the_truth(probabilities: list[Fraction], coups: int) -> None:
    from scipy import stats

    assert stats.kstest(p_values(probabilities, coups, 300), "uniform").pvalue > 0.01


def test_holm_of_a_textbook() -> None:
    """Wikipedia, «Holm-Bonferroni method», example: of 0.01, 0.04, 0.03, 0.005 at 0.05 the first and the last are rejected."""
    assert [p <= 0.05 for p in holm([0.01, 0.04, 0.03, 0.005])] == [True, False, False, True]
    assert holm([0.4, 0.9]) == [0.8, 0.9]
    assert holm([0.0, 1.0, 0.5]) == [0.0, 1.0, 1.0]


# --- power ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("degrees", "expected"), [(1, 10.507), (2, 12.654), (3, 14.172), (4, 15.405)])
def test_noncentrality_of_the_tables(degrees: int, expected: float) -> None:
    """Haynam, Govindarajulu and Leone, Tables of the cumulative non-central chi-square (1962): power 0.9 at 0.05."""
    assert noncentrality(degrees, 0.05) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("p", [*P, Fraction(1, 10**7), 1 - Fraction(1, 1000)])
@pytest.mark.parametrize("coups", [1000, 10**6, 10**10])
def test_the_smallest_error_is_what_so_many_coups_find(p: Fraction, coups: int) -> None:
    error = smallest_error(p, coups, 2, 0.01)
    assert error is not None
    assert coups_for_error(p, Fraction(error), 2, 0.01) == pytest.approx(coups, rel=1e-5, abs=1)


def test_errors_that_cannot_be() -> None:
    assert coups_for_error(Fraction(0), Fraction(1, 10), 2, 0.01) is None
    assert coups_for_error(Fraction(1, 2), Fraction(3, 5), 2, 0.01) is None
    assert smallest_error(Fraction(1), 100, 2, 0.01) is None
    assert smallest_error(Fraction(1, 2), 2, 2, 0.01) is None
    assert divergence([Fraction(1, 2)] * 2, [Fraction(1), Fraction(0)]) == inf
    assert coups_to_tell([Fraction(1, 2)] * 2, [Fraction(1), Fraction(0)], 0.01) == 1
    assert coups_to_tell(P, P, 0.01) is None


@pytest.mark.slow
def test_an_error_is_found_as_often_as_promised() -> None:
    level, coups, times = 0.01, 100_000, 400
    tie = P[2]
    error = smallest_error(tie, coups, 2, level)
    assert error is not None
    wrong_tie = tie + Fraction(error)
    wrong = [p * (1 - wrong_tie) / (1 - tie) for p in P[:2]] + [wrong_tie]
    found = np.mean([goodness_of_fit(P, tallies).p <= level for tallies in drawn(wrong, coups, times)])
    assert found == pytest.approx(POWER, abs=4 * (0.09 / times) ** 0.5)


DEALT = (
    *("looks-total", "banco-low", "banco-idle", "punto-low"),
    *("banco-5-4", "natural-own", "natural-punto", "natural-banco", "natural-banco-8", "natural-three"),
    *("punto-5", "uniform", "replacement", "labels", "less-one", "courts"),
)
TWINS = {"replacement": {"uniform"}, "uniform": {"replacement"}}
"""Faults with one distribution in a simulator of full shoes."""


def totals_with(mistake: str) -> tuple[Fraction, ...]:
    """The distribution of final totals of 8 decks in a simulator that makes this mistake."""
    return {fault.id: totals for fault, totals in mistakes(8, STANDARD).items()}[mistake]


@pytest.mark.slow
@pytest.mark.parametrize("fault", DEALT)
def test_a_simulator_with_a_fault_is_rejected_and_told_it(fault: str) -> None:
    level, wrong = Fraction(1, 1000), totals_with(fault)
    needed = coups_to_tell(wrong, distribution_of_totals(SHOE, STANDARD), float(level))
    assert needed is not None
    coups = min(10**12, max(10**6, 20 * needed))
    (totals,) = drawn(wrong, coups, 1)
    outcomes = outcomes_of_totals(totals)
    tallies = Tallies(decks=8, coups=coups, outcomes=outcomes, totals=tuple(totals))
    report = check_simulated(tallies, 8, STANDARD, level, Fraction(1, 10_000))
    assert report.wrong
    assert fault in [compared.fault.id for compared in report.fitting]
    assert max(report.compared, key=lambda compared: compared.log_likelihood).fault.id in {fault, *TWINS.get(fault, ())}


# --- the sequential test ----------------------------------------------------------------------------------------------


def e_value(outcomes: Sequence[Outcome]) -> float:
    watch = Watch(OUTCOMES, Fraction(1, 100))
    for outcome in outcomes:
        watch.see(outcome)
    return watch.e_value


def test_the_mean_of_e_is_one_at_any_time() -> None:
    for coups in (1, 2, 5):
        mean = sum(
            float(prod(OUTCOMES[each] for each in outcomes)) * e_value(outcomes)
            for outcomes in product(Outcome, repeat=coups)
        )
        assert mean == pytest.approx(1, rel=1e-12)


@given(st.lists(st.sampled_from(list(Outcome)), min_size=1, max_size=200))
def test_e_is_the_dirichlet_mixture(outcomes: list[Outcome]) -> None:
    """Against B(α + x) / B(α) / Π p^x, which does not see the order of the coups."""
    from scipy.special import gammaln

    x = np.array([outcomes.count(side) for side in Outcome])
    p = np.array([float(chance) for chance in P])
    logs = [
        gammaln(c * p + x).sum() - gammaln(c + x.sum()) - gammaln(c * p).sum() + gammaln(c) - (x * np.log(p)).sum()
        for c in CONCENTRATIONS
    ]
    assert e_value(outcomes) == pytest.approx(float(np.exp(logs).mean()), rel=1e-6)


@pytest.mark.slow
def test_looking_after_every_coup_does_not_cheat() -> None:
    streams, coups, level = 300, 1500, Fraction(1, 10)
    rng = np.random.default_rng(SEED)
    sides, alarms = list(Outcome), 0
    for _ in range(streams):
        watch = Watch(OUTCOMES, level)
        alarms += any(watch.see(sides[index]) for index in rng.choice(3, coups, p=[float(p) for p in P]).tolist())
    assert alarms / streams <= level + 3 * (level * (1 - level) / streams) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "streams"), [("natural-own", 5), ("banco-low", 1)])
def test_a_wrong_simulator_is_stopped_and_its_fault_fits(fault: str, streams: int) -> None:
    """Naturals ignored: found by a fixed sample of some 6,000 coups, and by the stream within a few times that."""
    wrong = [float(p) for p in outcomes_of_totals(totals_with(fault))]
    rng = random.Random(SEED)
    for _ in range(streams):
        watch = Watch(OUTCOMES, Fraction(1, 100))
        while not watch.see(rng.choices(list(Outcome), wrong)[0]):
            assert watch.coups < (30_000 if fault == "natural-own" else 10**5)
        assert watch.rejected
        assert watch.anytime_p <= 0.01
        assert watch.anytime_p == pytest.approx(1 / watch.e_value)
        fitting, nearest = fitting_faults(watch.seen, 8, STANDARD, Fraction(1, 100))
        assert fault in [each.id for each in fitting]
        assert nearest is not None


def test_an_e_value_beyond_the_doubles_is_infinite() -> None:
    watch = Watch(OUTCOMES, Fraction(1, 100))
    while watch.log_e < 720:
        watch.see(Outcome.TIE)
        assert watch.e_value == (exp(watch.log_e) if watch.log_e <= log(sys.float_info.max) else inf)
    assert watch.e_value == inf
    assert watch.anytime_p == exp(-watch.log_e)
    lowest = watch.anytime_p
    watch.see(Outcome.PUNTO)
    assert watch.anytime_p == lowest, "it does not rise again"


def test_an_outcome_that_cannot_be_is_enough() -> None:
    watch = Watch(dict(zip(Outcome, (Fraction(1, 2), Fraction(1, 2), Fraction(0)), strict=True)), Fraction(1, 9))
    assert not watch.see(Outcome.PUNTO)
    assert watch.see(Outcome.TIE)
    assert watch.anytime_p == 0
    assert watch.see(Outcome.PUNTO), "it stays rejected"


# --- files of tallies -------------------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, object], str]] = [
    ({"outcomes": {"punto": -1, "banco": 1001}}, "outcomes, punto: -1 must be a whole number"),
    ({"outcomes": {"punto": "1000"}}, "outcomes, punto: '1000' must be a whole number"),
    ({"outcomes": {"punto": 999}}, "outcomes: 999 is the sum of the tallies, but there were 1000 coups"),
    ({"outcomes": {"bancco": 1000}}, "outcomes: 'bancco' is not known here: did you mean banco?"),
    ({"bets": {"dragon7": {}}}, "bet: 'dragon7' is neither a bet nor a .toml file: did you mean dragon-7?"),
    ({"bets": {"/etc/x.toml": {}}}, "bet: '/etc/x.toml' is not the name of a bet"),
    ({"bets": {"lucky-6:12-20": {}}}, "bet: 'lucky-6:12-20' is not the name of a bet"),
    ({"bets": {"dragon-7": {"won": 1000}}}, "bets, dragon-7: 'won' is not known here"),
    ({"bets": []}, "bets: [] must be a JSON object"),
    ({"outcome": {}}, "simulated: 'outcome' is not known here: did you mean outcomes?"),
    ({"coups": 0}, "coups: 0 must be a whole number from 1"),
    ({"coups": 10**13}, "coups: 10000000000000 must be a whole number from 1"),
    ({"decks": 0}, "decks: 0 must be a whole number"),
    ({"rules": 3}, "rules: 3 must be the name"),
    ({"totals": [[0] * 10] * 9}, "must be ten rows"),
    ({"totals": [[0] * 10] * 9 + [[0] * 9]}, "must be ten rows"),
    ({"totals": [[1] * 10] * 10}, "totals: 100 is the sum of the tallies"),
    ({"pairs": {"punto,punto": 501}}, "pairs: 501 is the sum of the tallies: it must be from 1 to 500"),
    ({"pairs": {}}, "pairs: 0 is the sum"),
    ({"outcomes": {"tie": 500, "egalite": 500}}, "outcomes: 'egalite' gives tie a second time"),
    (
        {"bets": {"dragon-7": {"lose": 1000}, "Dragon 7": {"lose": 1000}}},
        "bets: 'Dragon 7' gives dragon-7 a second time",
    ),
    (
        {"bets": {"pair": {}}},
        "bet: 'pair' can mean either-pair, punto-pair, banco-pair or tiger-pair: choose one",
    ),
]


def test_a_file_may_say_player_banker_and_egalite() -> None:
    english = GOOD | {
        "outcomes": {"Player": 446, "Banker": 459, "Tie": 95},
        "bets": {"fortune 7": {"win": 23, "lose": 977}},
        "pairs": {key.replace("punto", "player").replace("tie", "standoff"): count for key, count in PAIRS.items()},
    }
    assert parse_tallies(json.dumps(english), "counts.json") == parse_tallies(json.dumps(GOOD), "counts.json")


NO_TALLIES = [
    ("", "is not JSON"),
    ("[1]", "must be a JSON object"),
    ('{"coups": 1, "coups": 2}', "'coups' occurs twice"),
    ('{"coups": 5}', "contains no tallies"),
    ('{"coups": 5, "bets": {}}', "contains no tallies"),
    ('{"outcomes": {}}', 'lacks the number of "coups"'),
]


@pytest.mark.parametrize(
    ("text", "message"),
    [*((json.dumps(GOOD | change), message) for change, message in WRONG), *NO_TALLIES],
)
def test_files_that_are_refused(text: str, message: str) -> None:
    told = refusal(parse_tallies, text, "counts.json")
    assert (message in told, "\n" in told) == (True, False)


# --- the command ------------------------------------------------------------------------------------------------------


def written(tmp_path: Path, content: object) -> str:
    path = tmp_path / "counts.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("change", "words", "message"),
    [
        ({}, "--decks 6", "decks: 6 is given, but the file says 8"),
        ({}, "--rules classic-it", "rules: 'classic-it' is given, but the file says standard"),
        ({}, "--level 0", "level: '0' must be a number above 0 and below 1"),
        ({}, "--error 2/1", "error: '2/1' must be"),
        ({"rules": ""}, "", "''"),  # no rules are not the standard rules
        ({"rules": ""}, "--decks 8", "''"),
        ({"rules": None}, "--rules=", "''"),
    ],
)
def test_usage_that_is_refused(
    exact: Command, tmp_path: Path, change: dict[str, object], words: str, message: str
) -> None:
    content = {key: value for key, value in (GOOD | change).items() if value is not None}
    assert message in exact.refused("verify", "simulated", written(tmp_path, content), *words.split())


def test_files_that_cannot_be_read(exact: Command, tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    large.write_text(" " * 1_000_001)
    assert "is too large: at most 1000000 characters" in exact("verify", "simulated", str(large)).err
    assert "does not exist" in exact("verify", "simulated", str(tmp_path / "none.json")).err
    unknown = written(tmp_path, {"coups": 1, "outcomes": {"punto": 1}})
    assert "states no number of decks" in exact("verify", "simulated", unknown).err


def test_without_scipy_one_line_says_what_to_install(
    exact: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    refused = exact.refused("verify", "simulated", written(tmp_path, GOOD))
    assert refused.endswith("pip install 'exact-baccarat[statistics]'\n")


@pytest.mark.slow
def test_a_stream_needs_no_scipy() -> None:
    code = "import sys; from exact.cli import main; main(['verify', 'stream', '--decks', '8']); print('scipy' in sys.modules)"
    told, imported = python("-c", code, given="tie\n").stdout.splitlines()
    assert told.startswith("1 coup: ")
    assert imported == "False"


Stream = Callable[..., Ran]


@pytest.fixture
def stream(exact: Command, monkeypatch: pytest.MonkeyPatch) -> Stream:
    def run(text: bytes, *words: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        return exact("verify", "stream", "--decks", "8", *words)

    return run


def test_a_stream_that_conforms(stream: Stream) -> None:
    lines = random.Random(SEED).choices([b"punto", b"banco", b'{"outcome": "tie"}'], [float(p) for p in P], k=1000)
    ran = stream(b"\n".join(lines), "--every", "300", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["coups"] for line in told] == ["300", "600", "900", "1000"]
    assert [line["verdict"] for line in told] == ["watching"] * 3 + ["conforms"]


def test_the_end_of_a_stream_says_what_it_could_have_found(stream: Stream) -> None:
    """Wald's bound by hand, from the second order of the divergence: log(100) · 2p(1 − p)/δ², for a tie."""
    ran = stream(b"punto\nbanco\n")
    found = re.fullmatch(
        r"2 coups: e \S+, anytime p \S+, conforms \(no evidence against it; "
        r"to find an error of 0\.0001 takes ([\d\u202f]+) coups or more on average\)\n",
        ran.out,
    )
    assert found is not None
    p = float(min(P))
    by_hand = log(100) * 2 * p * (1 - p) / 0.0001**2
    needed = found[1].replace("\u202f", "")
    assert abs(int(needed) / by_hand - 1) < 0.01
    last = json.loads(stream(b"tie\n", "--format", "json").out)
    assert (last["verdict"], last["error"], last["coups_needed"]) == ("conforms", "0.0001", needed)


@pytest.mark.parametrize(
    ("typed", "own"),
    [
        (b"\xef\xbb\xbfpunto\r\nbanco\r\n", b"punto\nbanco\n"),
        (b'player\nBanker\n{"outcome": "Tie"}\nbanker\n', b"punto\nbanco\ntie\nbanco\n"),
    ],
)
def test_a_stream_may_have_a_byte_order_mark_and_other_names(stream: Stream, typed: bytes, own: bytes) -> None:
    ran = stream(typed)
    assert (ran.code, ran.err, ran.out) == (0, "", stream(own).out)


@pytest.mark.slow
def test_a_stream_stops_as_soon_as_it_rejects(stream: Stream) -> None:
    ran = stream(b"tie\n" * 10 + b"no line that is read\n" * 100)
    assert ran.code == 1
    assert ran.out.endswith("rejected\n")
    assert ran.out.startswith("The tallies fit a known fault")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "stream: 'standard input' contains no coup"),
        (b"punto\nbanko\n", "line 2: 'banko' is neither an outcome nor a JSON object with one: did you mean banco?"),
        (b"punto\n\ntie\n", "line 2: '' is neither an outcome"),
        (b'{"outcome": "punto", "outcome": "tie"}\n', "line 1: 'outcome' occurs twice in one object"),
        (b'{"outcome": "punto", "coup": 1}\n', "line 1: 'coup' is not known here"),
        (b'tie\n{"outcome": NaN}\n', "line 2: 'NaN' is not a number of JSON"),
        (b"tie\n\xef\xbb\xbftie\n", "line 2: "),
        (b"{}\n", "line 1: '{}' is neither an outcome"),
        (b"x" * 5000, "is too long: at most 1000 bytes"),
    ],
)
def test_lines_that_are_refused(stream: Stream, text: bytes, message: str) -> None:
    assert message in stream(text).refused()


@pytest.mark.slow
def test_a_stream_that_nobody_reads_has_no_verdict() -> None:
    command = f"yes punto | head -500000 | {sys.executable} -m exact verify stream --decks 8 --every 1 --level 0.000000000001 | true; echo ${{PIPESTATUS[2]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout == "2\n"
    assert ran.stderr == "exact: stream: 'standard output' was closed before there was a verdict\n"


@pytest.mark.parametrize(
    "content",
    [
        {"coups": 1, "outcomes": {"tie": 1}},
        {"decks": 1, "coups": 2, "pairs": {"tie,tie": 1}},
        {"coups": 3, "pairs": {"punto,tie": 1}},
        {"coups": 10**12, "outcomes": {"punto": 10**12}},
    ],
)
def test_the_fewest_and_the_most_that_may_be_tallied(content: dict[str, object]) -> None:
    assert parse_tallies(json.dumps(content), "t.json").coups == content["coups"]


def test_simulated_p_of_the_likeliest_table_and_of_one_never_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The likeliest table has p = 1; the bound of one that is never drawn is its chance times the number of tables."""
    monkeypatch.setattr(statistics, "REPLICAS", 10_000)
    assert statistics._simulated_p(THIRDS, [1, 2, 1]) == 1
    rare = [Fraction(1, 1000), Fraction(499, 1000), Fraction(500, 1000)]
    for tallies in ([6, 1, 1], [20, 30, 40]):
        coups = sum(tallies)
        ways = factorial(coups) // prod(map(factorial, tallies))
        chance = ways * prod((p**x for p, x in zip(rare, tallies, strict=True)), start=Fraction(1))
        tables = (coups + 1) * (coups + 2) // 2
        assert statistics._simulated_p(rare, tallies) == pytest.approx(float(tables * chance), rel=1e-9)
