"""The closed forms against solved games, the literature and the limit; the proof against integers."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest
from support import Command

from exact.analysis.equilibrium.every_deck import Era, EveryDeck, Statement, StatementSubject, every_deck
from exact.analysis.equilibrium.game import MODELS, Game, InformationSet, Model, Wins, hand_text
from exact.analysis.equilibrium.solutions import Profile, equilibrium, solve_many_choices
from exact.errors import ExactError
from exact.game import Side
from exact.game.shoe import Shoe

ONE_IS_QUICK = ["B1", pytest.param("B2", marks=pytest.mark.slow), pytest.param("B3", marks=pytest.mark.slow)]


@cache
def solved(model: str, decks: int) -> Profile:
    return equilibrium(MODELS[model], Shoe.of_decks(decks))


def every(model: str) -> EveryDeck:
    return every_deck(MODELS[model])


def era_of(model: str, decks: int) -> Era:
    return next(era for era in every(model).eras if era.last is None or decks <= era.last)


def figures(profile: Profile) -> list[Fraction]:
    """What each side mixes, and the value."""
    return [draws for draws in (*profile.punto, *profile.banco) if 0 < draws < 1] + [profile.value]


def formulas(era: Era, decks: int) -> list[Fraction]:
    return [form.at(decks) for form in (era.punto, era.banco, era.value)]


@cache
def sides(profile: Profile) -> dict[Side, tuple[tuple[Fraction, ...], tuple[Fraction | None, ...]]]:
    return {Side.PUNTO: (profile.punto, profile.punto_gains), Side.BANCO: (profile.banco, profile.banco_gains)}


def expected(profile: Profile, statement: Statement) -> Fraction:
    """What a statement says is positive, from a solution."""
    if statement.subject is StatementSubject.LOSS:
        return -profile.value
    if statement.subject is StatementSubject.INTERACTION:
        (choice,) = (index for index, draws in enumerate(profile.punto) if 0 < draws < 1)
        (place,) = (place for place, draws in zip(profile.game.sets, profile.banco, strict=True) if 0 < draws < 1)
        return Fraction(abs(place.gain[1 + choice]), profile.game.deals)
    assert statement.side
    assert statement.position is not None
    strategy, gains = sides(profile)[statement.side]
    draws, gain = strategy[statement.position], gains[statement.position]
    if statement.subject is StatementSubject.MARGIN:
        assert gain is not None
        return gain if draws else -gain
    return draws if statement.subject is StatementSubject.DRAWS else 1 - draws


@pytest.mark.slow
@pytest.mark.parametrize("model", ONE_IS_QUICK)
def test_the_closed_forms_solve_games_that_did_not_make_them(model: str) -> None:
    """The polynomials come from 1 to 7 decks, and where the sides mix from 100."""
    for decks in (13, 1000):
        profile = solved(model, decks)
        assert formulas(every(model).eras[-1], decks) == figures(profile)
        for statement in every(model).statements:
            assert statement.form.at(decks) == expected(profile, statement), statement


@pytest.mark.slow
@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_up_to_twenty_decks_each_game_has_one_equilibrium_and_the_formulas_of_its_era_are_it(model: str) -> None:
    assert every(model).is_unique
    last = every(model).eras[-1]
    for decks in range(1, 21):
        profile = solved(model, decks)
        assert profile.is_strict
        assert formulas(era_of(model, decks), decks) == figures(profile)
        assert (formulas(last, decks) == figures(profile)) == (decks >= last.first)
        if decks >= last.first:
            assert all(one.form.at(decks) == expected(profile, one) for one in every(model).statements), decks


@pytest.mark.parametrize("model", ONE_IS_QUICK)
def test_the_proof_by_plain_integers(model: str) -> None:
    """Binomial expansion of each power of d = start + (d − start): no coefficient is negative, so a part does not fall."""
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
def test_the_limit_is_the_game_with_replacement(model: str) -> None:
    last, a1 = every(model).eras[-1], solved("A1", 1)
    assert last.value.limit == a1.value == Fraction(-679568, 53094899)
    assert last.punto.limit == (Fraction(6, 11) if model == "B3" else Fraction(9, 11))
    if model == "B1":
        assert last.banco.limit == Fraction(859, 2288)


@pytest.mark.parametrize("model", ["A1", "A2", "A3"])
def test_the_number_of_decks_does_not_matter_with_replacement(model: str) -> None:
    with pytest.raises(ExactError, match=f"^model: '{model}' has the same equilibrium for every number of decks$"):
        every_deck(MODELS[model])


def answered(exact: Command, model: str) -> Any:
    return exact.json("equilibrium", "--model", model, "--closed-form")


def test_the_answer_of_the_command(exact: Command) -> None:
    answer = answered(exact, "B1")
    *earlier, punto, banco, value = answer["eras"]
    assert (answer["model"], answer["start"], answer["unique"]) == ("B1", punto["from"], True)
    assert punto["to"] is None
    assert value["limit"] == "-679568/53094899"
    assert (punto["hand"], punto["limit"]) == ("5", "9/11")
    assert (banco["hand"], banco["third"], banco["limit"]) == ("6", None, "859/2288")
    figures_of_two = figures(solved("B1", 2))
    for row, figure in zip(earlier, figures_of_two, strict=True):
        assert row["from"] <= 2 <= row["to"] == answer["start"] - 1
        above, below = (
            sum(int(coefficient) * 2**power for power, coefficient in enumerate(row[part]))
            for part in ("numerator", "denominator")
        )
        assert Fraction(above, below) == figure
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
                    pure = changes[key]["draws"]
                    assert (0 < drawn < 1 if pure is None else drawn == Fraction(pure)) != few
                elif draws[key]:
                    assert drawn == Fraction(draws[key])


def toy_game(model: Model, shoe: Shoe) -> Game:
    """Two choices whose payoffs are linear in the number of decks, solved in `test_a_game_solved_by_hand`."""
    decks = shoe.cards // 52
    none = (0, 0, 0)
    mixing = (-4 * decks, decks, decks - 2), (-decks, 2 * decks, 1)
    sets = []
    for stands, gain in (mixing, (none, (decks, 0, 0))):
        draws = tuple(stay - more for stay, more in zip(stands, gain, strict=True))
        sets.append(
            InformationSet((0,), None, (1, 1, 1), Wins(none, none, stands), Wins(none, none, draws), gain, none)
        )
    return Game(model, shoe, 10 * decks, ((0,), (1,)), (1, 1), (0, 0), tuple(sets))


def solved_toy(model: Model, decks: int) -> Profile:
    return solve_many_choices(toy_game(model, Shoe.of_decks(decks)))


def toy(
    name: str, many_decks: int, monkeypatch: pytest.MonkeyPatch, game: Callable[[Model, Shoe], Game] = toy_game
) -> EveryDeck:
    def solved_game(model: Model, shoe: Shoe) -> Profile:
        return solve_many_choices(game(model, shoe))

    for old, new in (("deal_game", game), ("equilibrium", solved_game), ("_MANY_DECKS", many_decks)):
        monkeypatch.setattr(f"exact.analysis.equilibrium.every_deck.{old}", new)
    return every_deck(Model(name, False, True, True))


def test_a_game_solved_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Banco draws half the time, so from 3 decks on punto gains d − 5/2 of 10 d deals by drawing with its second hand."""
    found = toy("toy", 100, monkeypatch)
    few, many = found.eras
    assert found.is_unique
    assert (few.first, few.last, many.first, many.last) == (1, 2, 3, None)
    assert formulas(few, 2) == [Fraction(1, 2), Fraction(1, 2), Fraction(-9, 20)]
    for decks in (3, 10):
        value = Fraction(-7 * decks - 5, 20 * decks)
        assert formulas(many, decks) == [Fraction(decks - 1, 2 * decks), Fraction(1, 2), value]
        others = [one for one in found.statements if one.position != 0]
        assert {(one.subject, one.side, one.position): one.form.at(decks) for one in others} == {
            (StatementSubject.MARGIN, Side.PUNTO, 1): Fraction(2 * decks - 5, 20 * decks),
            (StatementSubject.MARGIN, Side.BANCO, 1): Fraction(1, 10),
            (StatementSubject.INTERACTION, None, None): Fraction(2, 10),
            (StatementSubject.LOSS, None, None): -value,
        }
        for statement in found.statements:
            assert statement.form.at(decks) == expected(solved_toy(found.model, decks), statement)


def test_a_solution_that_does_not_last_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two decks punto stands with its second hand, where it loses by that with many."""
    with pytest.raises(ArithmeticError, match="is not positive for large d$"):
        toy("toy of two decks", 2, monkeypatch)


def test_a_decision_that_never_comes_leaves_room_for_other_equilibria(monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal leads to banco's second set, where it stands."""

    def game(model: Model, shoe: Shoe) -> Game:
        dealt = toy_game(model, shoe)
        first, second = dealt.sets
        loses = tuple(-gain for gain in second.gain)
        never = replace(second, deals=(0, 0, 0), gain=loses, draws=second.draws._replace(net=second.gain))
        return replace(dealt, sets=(first, never))

    found = toy("toy of one decision", 100, monkeypatch, game)
    assert [era.example.is_strict for era in found.eras] == [True, True]
    assert not found.is_unique
