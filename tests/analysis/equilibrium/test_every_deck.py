"""The closed forms against solved games, the literature and the limit; the proof against plain integer algebra and a script."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest
import sympy
from support import Command

from exact.analysis.closed_form import ClosedForm, polynomial
from exact.analysis.equilibrium.every_deck import EveryDeck, Statement, Subject, solve_every_deck
from exact.analysis.equilibrium.game import MODELS, hand_text
from exact.analysis.equilibrium.profile import Profile, equilibrium
from exact.errors import ExactError
from exact.game.coup import Side
from exact.game.shoe import Shoe

SCRIPT = Path(__file__).parents[3] / "scripts" / "check_every_deck.py"
ONE_IS_QUICK = ["B1", pytest.param("B2", marks=pytest.mark.slow), pytest.param("B3", marks=pytest.mark.slow)]


@cache
def solved(model: str, decks: int) -> Profile:
    return equilibrium(MODELS[model], Shoe.of_decks(decks))


def every(model: str) -> EveryDeck:
    return solve_every_deck(MODELS[model])


def mixed(strategy: tuple[ClosedForm, ...]) -> ClosedForm:
    (form,) = (form for form in strategy if len(form.denominator) > 1)
    return form


def at(strategy: tuple[ClosedForm, ...], decks: int) -> list[Fraction]:
    return [form.at(decks) for form in strategy]


@cache
def sides(profile: Profile) -> dict[Side, tuple[tuple[Fraction, ...], tuple[Fraction | None, ...]]]:
    return {Side.PUNTO: (profile.punto, profile.punto_gains), Side.BANCO: (profile.banco, profile.banco_gains)}


def expected(profile: Profile, statement: Statement) -> Fraction:
    """What a statement says is positive, from a solution."""
    if statement.subject is Subject.LOSS:
        return -profile.value
    if statement.subject is Subject.INTERACTION:
        (choice,) = (index for index, draws in enumerate(profile.punto) if 0 < draws < 1)
        (place,) = (place for place, draws in zip(profile.game.sets, profile.banco, strict=True) if 0 < draws < 1)
        return Fraction(abs(place.gain[1 + choice]), profile.game.deals)
    assert statement.side
    assert statement.position is not None
    strategy, gains = sides(profile)[statement.side]
    draws, gain = strategy[statement.position], gains[statement.position]
    if statement.subject is Subject.MARGIN:
        assert gain is not None
        return gain if draws else -gain
    return draws if statement.subject is Subject.DRAWS else 1 - draws


@pytest.mark.parametrize("model", ONE_IS_QUICK)
def test_the_closed_forms_solve_games_that_did_not_make_them(model: str) -> None:
    """The polynomials come from 1 to 7 decks, and where the sides mix from 100."""
    forms = every(model)
    for decks in (13, 1000):
        profile = solved(model, decks)
        assert (at(forms.punto, decks), at(forms.banco, decks)) == (list(profile.punto), list(profile.banco))
        assert forms.value.at(decks) == profile.value
        for statement in forms.statements:
            assert statement.form.at(decks) == expected(profile, statement), statement


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_up_to_twenty_decks_each_game_has_one_equilibrium_and_the_closed_forms_are_it_from_the_start_on(
    model: str,
) -> None:
    forms = every(model)
    assert forms.is_unique
    for decks in range(1, 21):
        profile = solved(model, decks)
        assert profile.is_strict
        equal = (at(forms.punto, decks), at(forms.banco, decks)) == (list(profile.punto), list(profile.banco))
        assert equal == (decks >= forms.start)


@pytest.mark.parametrize("model", ONE_IS_QUICK)
def test_the_proof_by_plain_integers(model: str) -> None:
    """Binomial expansion of each power of d = start + (d − start); a part without a negative coefficient does not fall."""
    for statement in every(model).statements:
        for part, shifted in zip(statement.form, statement.certificate, strict=True):
            expanded = [0] * len(part)
            for power, coefficient in enumerate(part):
                for lower in range(power + 1):
                    expanded[lower] += coefficient * comb(power, lower) * statement.start ** (power - lower)
            assert tuple(expanded) == shifted
            assert expanded[0] > 0
            assert min(expanded) >= 0


@pytest.mark.parametrize("model", ONE_IS_QUICK)
def test_every_decision_is_in_the_proof(model: str) -> None:
    forms = every(model)
    for side, strategy in ((Side.PUNTO, forms.punto), (Side.BANCO, forms.banco)):
        subjects: dict[int | None, set[Subject]] = {}
        for statement in forms.statements:
            if statement.side is side:
                subjects.setdefault(statement.position, set()).add(statement.subject)
        inside = {Subject.DRAWS, Subject.STANDS}
        assert subjects == {
            position: {Subject.MARGIN} if len(form.denominator) == 1 else inside
            for position, form in enumerate(strategy)
        }
    assert {statement.subject for statement in forms.statements if not statement.side} == {
        Subject.INTERACTION,
        Subject.LOSS,
    }


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_no_quotient_has_a_root_or_a_pole_after_its_start(model: str) -> None:
    """By Sturm's theorem, and none could start a deck earlier by its sign unless the solution says otherwise."""
    for statement in every(model).statements:
        for part in statement.form:
            assert polynomial(part).count_roots(statement.start, sympy.oo) == 0, statement
        if statement.subject is Subject.MARGIN and statement.start == every(model).start:
            assert statement.form.at(statement.start - 1) < 0, statement


@pytest.mark.parametrize("model", ONE_IS_QUICK)
def test_the_limit_is_the_game_with_replacement(model: str) -> None:
    forms, a1 = every(model), equilibrium(MODELS["A1"], Shoe.of_decks(1))
    assert forms.value.limit == a1.value == Fraction(-679568, 53094899)
    assert mixed(forms.punto).limit == (Fraction(6, 11) if model == "B3" else Fraction(9, 11))
    if model == "B1":
        assert [form.limit for form in forms.banco] == list(a1.banco)


@pytest.mark.slow
def test_banco_draws_on_6_as_often_in_the_limit_of_b2_as_in_a1() -> None:
    """The hands of 6 weighed by how often they are dealt with replacement, in sixteenths of all of them."""
    forms = every("B2")
    share: dict[tuple[int, ...], Fraction] = {
        (0, 6): Fraction(8),
        (1, 5): Fraction(2),
        (2, 4): Fraction(2),
        (7, 9): Fraction(2),
    }
    share |= {(3, 3): Fraction(1), (8, 8): Fraction(1)}
    sixes = [
        (share[place.hand], form.limit)
        for place, form in zip(forms.game.sets, forms.banco, strict=True)
        if place.third is None and sum(place.hand) % 10 == 6
    ]
    assert sum(weight * draws for weight, draws in sixes) / 16 == Fraction(859, 2288)


@pytest.mark.slow
def test_punto_draws_by_one_formula_for_every_number_of_decks_in_b2() -> None:
    forms = every("B2")
    form = mixed(forms.punto)
    assert form.at(6) == Fraction(477191, 592524)
    assert forms.holds_from(form, [profile.punto[0] for profile in forms.fewer]) == 1
    assert forms.holds_from(forms.value, [profile.value for profile in forms.fewer]) == forms.start


@pytest.mark.parametrize("model", ["A1", "A2", "A3"])
def test_the_number_of_decks_does_not_matter_with_replacement(model: str) -> None:
    with pytest.raises(ExactError, match=rf"^model: '{model}' draws with replacement, .*: choose B{model[1]}$"):
        solve_every_deck(MODELS[model])


def answered(exact: Command, model: str) -> Any:
    return exact.json("equilibrium", "--model", model, "--every-deck")


def checked(answer: object, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "answer.json"
    file.write_text(json.dumps(answer), encoding="utf-8")
    return subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, timeout=60)


def test_the_script_stands_alone() -> None:
    imported = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(SCRIPT.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_the_script_proves_the_answer_by_dealing_in_polynomials(model: str, exact: Command, tmp_path: Path) -> None:
    answer = answered(exact, model)
    ran = checked(answer, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    assert f"for all d >= {answer['start']}," in ran.stdout


@pytest.mark.slow
def test_the_script_notices_any_change(exact: Command, tmp_path: Path, rng: random.Random) -> None:
    answer = answered(exact, "B1")
    for _ in range(4):
        changed = json.loads(json.dumps(answer))
        row = rng.choice(changed["statements"])
        part = row[rng.choice(("numerator", "denominator", "shifted_numerator", "shifted_denominator"))]
        index = rng.randrange(len(part))
        part[index] = str(int(part[index]) + 1)
        ran = checked(changed, tmp_path)
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1), row
    for rows in ("statements", "forms"):
        changed = json.loads(json.dumps(answer))
        changed[rows][0]["numerator"] = ["1"]
        assert checked(changed, tmp_path).returncode == 1
    del answer["statements"][7]
    assert checked(answer, tmp_path).returncode == 1


def test_the_answer_of_the_command(exact: Command) -> None:
    answer = answered(exact, "B1")
    assert (answer["model"], answer["start"], answer["unique"]) == ("B1", every("B1").start, True)
    value, punto, banco = answer["forms"]
    assert value["limit"] == "-679568/53094899"
    assert (punto["hand"], punto["limit"], punto["from"]) == ("5", "9/11", 1)
    assert (banco["hand"], banco["third"], banco["limit"]) == ("6", None, "859/2288")
    assert [row["decks"] for row in answer["fewer"]] == list(range(1, answer["start"]))
    for row in answer["fewer"]:
        profile = solved("B1", row["decks"])
        assert (row["player_hand"], Fraction(row["player_draws"])) == ("5", profile.punto[0])
        assert (row["banker_hand"], row["banker_third"]) == ("6", None)
        assert Fraction(row["banker_draws"]) in profile.banco
        assert Fraction(row["value"]) == profile.value
    assert len(answer["statements"]) == 87 + 2 + 2 + 2


@pytest.mark.slow
def test_decisions_that_change_are_those_of_the_solutions(exact: Command) -> None:
    for model in ("B1", "B2", "B3"):
        answer = answered(exact, model)
        changes = {(row["hand"], row["third"]): row for row in answer["changes"]}
        draws = {(row["hand"], row["third"]): row["draws"] for row in answer["statements"] if row["side"] == "banco"}
        for decks in range(1, answer["start"]):
            profile = solved(model, decks)
            for place, drawn in zip(profile.game.sets, profile.banco, strict=True):
                key = hand_text(place.hand), place.third
                if key in changes:
                    few = str(decks) in changes[key]["except_with_decks"]
                    assert (drawn == Fraction(changes[key]["draws"])) != few
                elif draws[key]:
                    assert drawn == Fraction(draws[key])


@pytest.mark.parametrize(
    "words", ["--decks 6", "--remove 9", "--player 5=1", "--certificate file.json", "--commission 5%"]
)
def test_options_for_one_shoe_are_refused(words: str, exact: Command) -> None:
    refused = exact.refused("equilibrium", "--model", "B2", "--every-deck", *words.split())
    assert refused == f"exact: every-deck: '{words}' is about one shoe: leave it out\n"
