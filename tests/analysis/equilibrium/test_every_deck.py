"""Closed forms in the number of decks, against games solved one by one, and the signs that prove them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from exact.analysis.equilibrium.every_deck import EveryDeck, every_deck
from exact.analysis.equilibrium.game import MODELS, deal_game, hand_text
from exact.analysis.equilibrium.profile import equilibrium
from exact.errors import ExactError
from exact.game.shoe import Shoe


@cache
def solved_b1() -> EveryDeck:
    return every_deck(MODELS["B1"])


def check_against_solutions(every: EveryDeck, numbers: list[int]) -> None:
    for decks in numbers:
        era = next(era for era in every.eras if era.last is None or decks <= era.last)
        solved = equilibrium(every.model, Shoe.of_decks(decks))
        mixed = [draws for draws in (*solved.punto, *solved.banco) if 0 < draws < 1]
        assert mixed == [era.punto.at(decks), era.banco.at(decks)]
        assert solved.value == era.value.at(decks)
        assert solved.is_strict


@pytest.mark.slow
def test_b1_for_every_number_of_decks() -> None:
    every = solved_b1()
    assert every.is_unique
    assert [(era.first, era.last) for era in every.eras] == [(1, 3), (4, None)]
    assert (every.eras[-1].punto.limit, every.eras[-1].banco.limit) == (Fraction(9, 11), Fraction(859, 2288))
    assert every.eras[-1].value.limit == Fraction(-679568, 53094899)
    check_against_solutions(every, [1, 3, 4, 30])  # formulas rest on the counts of 1 to 7 decks


@pytest.mark.slow
@pytest.mark.parametrize(("model", "limit"), [("B2", Fraction(9, 11)), ("B3", Fraction(6, 11))])
def test_the_limits_of_the_literature(model: str, limit: Fraction) -> None:
    """The value tends to that with replacement; the numbers tried are the ends of eras, and some beyond 7 decks."""
    every = every_deck(MODELS[model])
    last = every.eras[-1]
    assert every.is_unique
    assert (last.punto.limit, last.value.limit) == (limit, Fraction(-679568, 53094899))
    assert {(hand_text(era.place.hand), era.place.third) for era in every.eras[1:]} == {("0,6", None)}
    check_against_solutions(every, [1, 2, 7, 8, 9, 10, 416])


@pytest.mark.slow
def test_the_conditions_have_no_later_root() -> None:
    """Sturm's theorem says of each polynomial what its coefficients in d − n say: no root from n on."""
    for condition in solved_b1().conditions:
        assert condition.polynomial.count_roots(inf=condition.proved_from) == 0
        assert condition.polynomial.eval(condition.proved_from) > 0


@pytest.mark.slow
def test_the_conditions_are_every_sign() -> None:
    every = solved_b1()
    game = deal_game(every.model, Shoe.of_decks(1))
    others = len(game.sets) + len(game.choices) - 2
    assert len(every.conditions) == others + 6  # and that p, q lie inside (0, 1), and that the kernel is regular


def test_with_replacement_there_is_nothing_to_prove() -> None:
    with pytest.raises(ExactError, match="model: 'A1' has the same equilibrium for every number of decks"):
        every_deck(MODELS["A1"])
