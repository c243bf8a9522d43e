"""Equilibria: the figures of the literature, both methods against each other, and best replies on any shoe."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import example, given
from support.strategies import COSTLY, shoes

from exact.analysis.equilibrium.game import MODELS, at, deal_game, hand_text, missed, value_of, weights_of
from exact.analysis.equilibrium.solutions import Profile, equilibria_of, equilibrium, solve_many_choices
from exact.game.shoe import Shoe

HALF = Fraction(1, 2)


def solved(model: str, decks: int) -> Profile:
    return equilibrium(MODELS[model], Shoe.of_decks(decks))


def mixed(profile: Profile) -> dict[tuple[str, int | None], Fraction]:
    return {
        (hand_text(place.hand), place.third): draws
        for place, draws in zip(profile.game.sets, profile.banco, strict=True)
        if 0 < draws < 1
    }


@pytest.mark.parametrize(
    ("model", "decks", "punto", "banco", "value"),
    [
        ("A1", 1, ["9/11"], {("6", None): Fraction(859, 2288)}, "-679568/53094899"),  # Kemeny and Snell
        ("A1", 6, ["9/11"], {("6", None): Fraction(859, 2288)}, "-679568/53094899"),
        (
            "B2",
            6,
            ["477191/592524"],
            {("0,6", None): Fraction(77143741, 121269912)},
            "-974653793197999/75340147272374985",
        ),
        (
            "B3",
            6,
            ["1", "35003/74880", "0", "1", "1"],
            {("0,6", None): Fraction(18885571, 36781056)},
            "-73356216203119/5712649844821920",
        ),
    ],
)
def test_the_equilibria_of_the_literature(
    model: str, decks: int, punto: list[str], banco: dict[tuple[str, int | None], Fraction], value: str
) -> None:
    profile = solved(model, decks)
    assert (list(map(str, profile.punto)), mixed(profile), str(profile.value)) == (punto, banco, value)


def test_cards_tell_nothing_with_replacement() -> None:
    profile = solved("A3", 1)
    assert set(profile.punto) == {Fraction(9, 11)}
    assert mixed(profile) == dict.fromkeys(
        [(hand, None) for hand in ("0,6", "1,5", "2,4", "3,3", "7,9", "8,8")], Fraction(859, 2288)
    )
    assert profile.value == solved("A1", 1).value
    assert not profile.is_strict


def is_equilibrium(profile: Profile) -> bool:
    """Whether neither side can gain, and every probability is one."""
    misses = missed(profile.punto, profile.punto_gains) + missed(profile.banco, profile.banco_gains)
    return not misses and all(0 <= draws <= 1 for draws in (*profile.punto, *profile.banco))


def worst_case(profile: Profile) -> Fraction:
    """What punto gets by its strategy against the reply that is worst for it, set by set."""
    game, weights = profile.game, weights_of(profile.punto)
    wins, losses = game.naturals
    worst = sum(min(at(place.stands.net, weights), at(place.draws.net, weights)) for place in game.sets)
    return Fraction(worst + (wins - losses) * weights[0], weights[0] * game.deals)


DEGENERATE = [
    (6, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 6, 0, 0, 0, 0),
    (3, 0, 0, 0, 0, 3, 0, 0, 0, 0),
    (1, 1, 1, 1, 1, 1, 0, 0, 0, 0),
    (0, 2, 0, 0, 2, 0, 0, 2, 0, 0),
    (2, 3, 0, 1, 0, 2, 0, 0, 1, 0),
    (10**12, 0, 0, 1, 0, 1, 1, 1, 1, 1),
]


def at_degenerate(test: Callable[..., None]) -> Callable[..., None]:
    """The test at these shoes too."""
    for values in DEGENERATE:
        test = example(shoe=Shoe.of_values(values))(test)
    return test


OTHERS = [pytest.param(model, marks=pytest.mark.slow) for model in MODELS if model not in ("B1", "B3")]


@pytest.mark.parametrize("model", ["B1", "B3", *OTHERS])
@COSTLY
@given(shoe=shoes())
@at_degenerate
def test_every_shoe_has_an_equilibrium(model: str, shoe: Shoe) -> None:
    profile = equilibrium(MODELS[model], shoe)
    assert is_equilibrium(profile)
    assert profile.value == worst_case(profile)


@pytest.mark.parametrize("model", ["A1", "B1", pytest.param("B2", marks=pytest.mark.slow)])
@COSTLY
@given(shoe=shoes())
@at_degenerate
def test_thresholds_and_the_linear_program_agree(model: str, shoe: Shoe) -> None:
    game = deal_game(MODELS[model], shoe)
    first, second = equilibria_of(game)[0], Profile(game, *solve_many_choices(game))
    assert first.value == second.value
    assert first[1:] == second[1:] or not first.is_strict


def test_several_totals_may_be_left_to_punto() -> None:
    """With a choice on 5, 6 and 7 punto gets at least what it gets with one on 5,
    and the same where it stands on 6 and 7."""
    game = deal_game(MODELS["B1"], Shoe.of_decks(6), (5, 6, 7))
    assert game.choices == ((5,), (6,), (7,))
    free, bound = Profile(game, *solve_many_choices(game)), solved("B1", 6)
    assert is_equilibrium(free)
    assert free.value >= bound.value
    assert value_of(game, (*bound.punto, Fraction(0), Fraction(0)), bound.banco) == bound.value


def test_a_profile_that_is_none_says_what_each_side_misses() -> None:
    """Punto draws half the time, and so misses what its worst reply costs it less;
    the sums are the values of the replies."""
    game = deal_game(MODELS["B2"], Shoe.of_decks(2))
    profile = Profile(game, (HALF,), (HALF,) * len(game.sets))
    gained = missed(profile.banco, profile.banco_gains)
    assert gained > 0
    assert profile.value - gained == worst_case(profile)
    assert not profile.is_strict


def test_what_the_shoe_cannot_reach_does_not_count_for_uniqueness() -> None:
    """A deck without eights has one equilibrium, though no decision of banco about an eight ever comes."""
    profile = equilibrium(MODELS["B2"], Shoe.of_values((16, 4, 4, 4, 4, 4, 4, 4, 0, 4)))
    never = [place for place, gain in zip(profile.game.sets, profile.banco_gains, strict=True) if gain is None]
    assert all(8 in (*place.hand, place.third) for place in never)
    assert len(never) == sum(8 in (*place.hand, place.third) for place in profile.game.sets)
    assert profile.is_strict
