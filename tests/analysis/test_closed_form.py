"""Closed forms against the engine's values, the general polynomial, Descartes' rule of signs, and algebra."""

import csv
import io
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise
from math import gcd, perm, prod
from pathlib import Path

import pytest
import sympy
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support import STANDARD, Command
from support.strategies import COSTLY, shoes

from exact.analysis.closed_form import (
    DECKS,
    ClosedForm,
    RootInterval,
    Signs,
    closed_form,
    edge_sign,
    edge_slope,
    factored_text,
    favour_text,
    polynomial,
    polynomial_text,
    signs_from_one_deck,
    slope_text,
)
from exact.analysis.odds import odds_of_decks
from exact.bets.bet import parse_bets
from exact.bets.catalogue import catalogue
from exact.engine.compiler import compiled
from exact.engine.forms import in_decks
from exact.engine.one_shoe import count_categories
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication.catalogue import table_of
from exact.publication.coefficient_file import certificate_csv, certificate_page
from exact.report.data import table_csv
from exact.report.latex import escape
from exact.rules import Tableau, all_rules, rules_named


@cache
def forms() -> dict[tuple[str, str], ClosedForm]:
    """Every bet of the catalogue with each of its pay tables."""
    return {
        (bet.name, pay_table): closed_form(bet.paid_by(pay_table), STANDARD)
        for bet in catalogue().values()
        for pay_table in bet.pay_tables
    }


@cache
def engine(name: str, decks: int) -> tuple[int, ...]:
    return count_categories(catalogue()[name], Shoe.of_decks(decks), STANDARD)


def expectation(name: str, pay_table: str, decks: int) -> Fraction:
    paid = zip(engine(name, decks), catalogue()[name].payoffs(pay_table), strict=True)
    return sum((count * payoff for count, payoff in paid), Fraction(0)) / perm(52 * decks, 6)


# The closed form


@pytest.mark.slow
@pytest.mark.parametrize("decks", range(1, 41))
def test_every_closed_form_is_the_engines_expectation(decks: int) -> None:
    for (name, pay_table), form in forms().items():
        assert form.at(decks) == expectation(name, pay_table, decks), (name, pay_table)


def deck_polynomials(name: str, tableau: Tableau) -> list[list[int]]:
    return in_decks(compiled(catalogue()[name], tableau))


@pytest.mark.slow
def test_every_closed_form_is_in_lowest_terms_and_finite_from_one_deck_on() -> None:
    for key, form in forms().items():
        above, below = polynomial(form.numerator), polynomial(form.denominator)
        assert sympy.gcd(above, below) == 1, key
        assert gcd(*form.numerator, *form.denominator) == 1, key
        assert form.numerator[-1]
        assert form.denominator[-1] > 0
        assert all(below.eval(sympy.Rational(pole.numerator, pole.denominator)) == 0 for pole in form.poles)
        assert len(form.poles) == below.degree() == len(form.denominator) - 1
        assert set(form.poles) <= {Fraction(taken, 52) for taken in range(1, 6)}, key
        assert below.count_roots(1, None) == 0


def test_coefficients_beyond_64_bits_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in Python's integers, for a bet whose sums fit both."""
    from exact.engine import forms as module

    for name in ("super-tie", "perfect-pair-both"):
        narrow = deck_polynomials(name, STANDARD)
        with monkeypatch.context() as patch:
            patch.setattr(module, "INT64", 0)
            assert deck_polynomials(name, STANDARD) == narrow


# The limit and the expansion


@pytest.mark.parametrize("rules", all_rules())
def test_the_limit_is_the_infinite_shoe(rules: str) -> None:
    played = rules_named(rules)
    odds = odds_of_decks(None, played.tableau)
    for side in Outcome:
        bet = catalogue()[side.value]
        probabilities = {outcome.value: odds.probability(outcome) for outcome in Outcome}
        won, tied = probabilities[side.value], 0 if side is Outcome.TIE else probabilities["tie"]
        expected = won * bet.payoffs()[0] - (1 - won - tied)
        assert closed_form(bet, played.tableau).limit == expected


@pytest.mark.slow
def test_the_expansion_is_that_of_sympy() -> None:
    x = sympy.Symbol("x", positive=True)
    for key in (("banco", "main"), ("grand-monkey", "7000"), ("punto-pair", "12"), ("big", "0.5")):
        above, below = (polynomial(part).as_expr().subs(DECKS, 1 / x) for part in forms()[key])
        series = sympy.series((above / below).cancel(), x, 0, 4).removeO()
        assert [Fraction(str(series.coeff(x, power))) for power in range(4)] == list(forms()[key].expansion), key


# Proofs


def runs_of_sign(coefficients: Sequence[int]) -> tuple[int, ...]:
    """The signs of the coefficients from the lowest up, zeros left out and repeats once."""
    signs = [1 if coefficient > 0 else -1 for coefficient in coefficients if coefficient]
    return tuple(sign for place, sign in enumerate(signs) if place == 0 or signs[place - 1] != sign)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["slope", "edge"])
def test_descartes_rule_of_signs_proves_the_same(what: str) -> None:
    """With d = 1 + t, the coefficients of every bet change sign at most once: that gives the number of roots t > 0."""
    for key, form in forms().items():
        signs = edge_slope(form) if what == "slope" else edge_sign(form)
        above, below = map(polynomial, form)
        edge = above * below.diff() - above.diff() * below if what == "slope" else -above
        runs = runs_of_sign(edge.shift(1).all_coeffs()[::-1])
        assert len(runs) <= 2, key
        assert signs.signs == runs, key


NUMBERS = st.builds(Fraction, st.integers(-5, 39), st.sampled_from([1, 2, 3, 7, 1000]))


@given(
    st.lists(NUMBERS, max_size=3).flatmap(lambda pool: st.lists(st.sampled_from([Fraction(1), *pool]), max_size=5)),
    st.sampled_from([-3, -1, 1, 2]),
)
@example([Fraction(2)] * 2 + [Fraction(8), Fraction(1)] + [Fraction(3, 1000)], -3)
@example([Fraction(2_000_001, 10**6), Fraction(2_000_003, 10**6)], 1)
def test_signs_of_polynomials_whose_roots_are_known(roots: list[Fraction], leading: int) -> None:
    factors = [polynomial([-root.numerator, root.denominator]) for root in roots]
    signs = signs_from_one_deck(prod(factors, start=polynomial([leading, 0, leading])))
    odd = sorted({root for root in roots if root > 1 and roots.count(root) % 2})
    assert len(signs.changes) == len(odd)
    assert len(signs.touches) == len({root for root in roots if root >= 1} - set(odd))
    for place, (root, at) in enumerate(zip(odd, signs.changes, strict=True)):
        assert at.low < root < at.high or at.low == root == at.high
        assert at.low >= 1
        assert at.high - at.low <= Fraction(1, 500)
        assert place == 0 or signs.changes[place - 1].high <= at.low
    assert signs.signs[-1] == (1 if leading > 0 else -1)
    assert all(a == -b for a, b in pairwise(signs.signs))


def test_words_for_every_kind_of_proof() -> None:
    touching = signs_from_one_deck(polynomial([-3, 1]) ** 2)
    assert touching == Signs((1,), (), (RootInterval(Fraction(3), Fraction(3)),))
    assert slope_text(touching) == "strictly increasing for all d ≥ 1"
    assert favour_text(touching) == "house for all d ≥ 1, nobody at d = 3"
    at_one = signs_from_one_deck(polynomial([1, -1]))
    assert at_one == Signs((-1,), (), (RootInterval(Fraction(1), Fraction(1)),))
    assert favour_text(at_one) == "player for all d ≥ 1, nobody at d = 1"
    flat = closed_form(parse_bets(FLAT, "flat.toml")[0], STANDARD)
    assert flat == ClosedForm((-1,), (2,))
    assert (slope_text(edge_slope(flat)), favour_text(edge_sign(flat))) == ("constant", "house for all d ≥ 1")
    nothing = closed_form(parse_bets(FLAT.replace("-0.5", "0"), "flat.toml")[0], STANDARD)
    assert nothing == ClosedForm((0,), (1,))
    assert nothing.expansion == (Fraction(0),) * 4
    assert (slope_text(edge_slope(nothing)), favour_text(edge_sign(nothing))) == ("constant", "nobody for all d ≥ 1")
    assert factored_text(nothing.denominator) == "1"
    twice = signs_from_one_deck(polynomial([-2, 1]) * polynomial([-8, 1]))
    assert slope_text(twice) == "turns at d = 2: maximum; turns at d = 8: minimum"
    assert favour_text(twice) == "house up to d = 2, then player up to d = 8, then house"


FLAT = """
name = "flat"
[[category]]
name = "all"
pays = -0.5
"""


# The coefficient file in other languages


def blocks(language: str) -> str:
    (block,) = re.findall(rf"```{language}\n(.*?)```", certificate_page(), re.DOTALL)
    return str(block)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["python", "awk"])
@COSTLY
@given(shoe=shoes(counts=st.integers(0, 45)))
@example(shoe=Shoe.of_decks(1))
@example(shoe=Shoe.of_decks(8))
@example(shoe=Shoe.of_decks(40))
def test_the_ten_lines_count_what_the_command_counts(language: str, shoe: Shoe, tmp_path: Path, exact: Command) -> None:
    """Up to 2**53 deals in awk."""
    assume(language == "python" or perm(shoe.cards, 6) < 2**53)
    program = tmp_path / "evaluate"
    program.write_text(blocks(language), encoding="utf-8")
    assert blocks(language).count("\n") <= 12
    counts = list(map(str, shoe.values))
    if language == "python":
        command = [sys.executable, "-I", "-W", "error", str(program), *counts]
    elif (awk := shutil.which("awk")) is None:
        pytest.skip("there is no awk")
    else:
        command = [awk, "-v", f"shoe={' '.join(counts)}", "-f", str(program)]
    ran = subprocess.run(command, input=certificate_csv(), capture_output=True, text=True, check=True, timeout=60)
    answer = exact.json("odds", "--values", ",".join(counts))
    expected = [f"{side} {answer['outcomes'][side]['count']} {answer['deals']}" for side in ("punto", "banco", "tie")]
    assert ran.stdout.splitlines() == expected


# Tables


def cells(table_id: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table_csv(table_of(table_id)))))


@pytest.mark.slow
def test_the_table_of_closed_forms_evaluates_to_the_price() -> None:
    rows = cells("closed-forms")
    assert len(rows) == len(forms())
    for row, (name, pay_table) in zip(rows, forms(), strict=True):
        assert row["bet"] in (name, f"{name}:{pay_table}")
        above = reduce(lambda found, head: found * 8 + int(row[head]), ("d^5", "d^4", "d^3", "d^2", "d", "1"), 0)
        constant = re.match(r"\d+", row["denominator"])
        below = int(constant[0]) if constant else 1
        for a, b in re.findall(r"\((\d+)d−(\d)\)", row["denominator"]):
            below *= int(a) * 8 - int(b)
        assert Fraction(above, below) == expectation(name, pay_table, 8)
        assert abs(Fraction(row["limit"]) - expectation(name, pay_table, 10**7)) < Fraction(1, 10**5)


def test_powers_are_set_as_powers() -> None:
    assert escape("−7d^3 ^ 2") == r"$-$7d$^{3}$ \textasciicircum{} 2"


# The command


def test_the_command_answers_in_json(exact: Command) -> None:
    answer = exact.json("bet", "--closed-form", "grand-monkey:7000")
    form = forms()["grand-monkey", "7000"]
    assert [answer[key] for key in ("bet", "pay_table", "rules")] == ["grand-monkey", "7000", "standard"]
    above, below = ([int(c) for c in answer[part]] for part in ("numerator", "denominator"))
    assert (tuple(above), tuple(below)) == form
    value = Fraction(sum(c * 8**k for k, c in enumerate(above)), sum(c * 8**k for k, c in enumerate(below)))
    assert value == expectation("grand-monkey", "7000", 8)
    assert [Fraction(row["value"]) for row in answer["terms"]] == list(form.expansion)
    assert [Fraction(value) for value in answer["expansion"]] == list(form.expansion[1:])
    proved = {row["figure"]: row["value"] for row in answer["proved"]}
    assert proved["behaviour"] == "house edge strictly decreasing for all d ≥ 1"
    assert answer["turns"] == []
    assert proved["favours"] == "house up to d in (17.424, 17.425), then player"
    assert answer["sign_changes"] == [["2178/125", "697/40"]]
    assert answer["poles"] == ["1/52", "1/26", "3/52", "1/13", "5/52"]


@pytest.mark.parametrize(
    ("coefficients", "text"),
    [
        ((-1, 0), "−1"),
        ((1, -1), "−d + 1"),
        ((-12, 3, 0, -2), "−2d^3 + 3d − 12"),
        ((1, -1, 1, -7), "−7d^3 + d^2 − d + 1"),
    ],
)
def test_a_polynomial_is_written_from_its_highest_power(coefficients: tuple[int, ...], text: str) -> None:
    assert polynomial_text(coefficients) == text


@pytest.mark.parametrize(
    ("coefficients", "text"),
    [
        ((-1,), "−1"),
        ((0, 0, -1), "−d^2"),
        ((4, -4, 1), "(d−2)^2"),
        ((-6, 11, -4), "−(4d−3) (d−2)"),  # the lesser root first
        ((-2, 1, -2, 1), "(d−2) (d^2 + 1)"),
        ((2, 0, 3, 0, 1), "(d^2 + 1) (d^2 + 2)"),
        ((0, -10, 20), "10 d (2d−1)"),
    ],
)
def test_a_polynomial_is_written_as_a_product(coefficients: tuple[int, ...], text: str) -> None:
    assert factored_text(coefficients) == text


def test_a_quotient_is_expanded_in_powers_of_one_over_d() -> None:
    """d/(2d − 1) = 1/2 · 1/(1 − 1/(2d)), a geometric series; 3/(d + 1) = 3/d − 3/d² + 3/d³ …"""
    form = ClosedForm((0, 1), (-1, 2))
    assert form.expansion == tuple(Fraction(1, 2 ** (power + 1)) for power in range(4))
    assert (form.limit, form.poles) == (Fraction(1, 2), (Fraction(1, 2),))
    assert ClosedForm((3,), (1, 1)).expansion == tuple(map(Fraction, (0, 3, -3, 3)))
    assert ClosedForm((-3, 1), (6, -5, 1)).poles == (Fraction(2), Fraction(3))


def test_a_quotient_has_values_from_one_deck_on() -> None:
    form = ClosedForm((-1, 0, 2), (0, 3))
    assert [form.at(decks) for decks in (1, 4)] == [Fraction(1, 3), Fraction(31, 12)]
