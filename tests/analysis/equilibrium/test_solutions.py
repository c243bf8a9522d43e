"""Equilibria: the figures of the literature, both methods against each other, and the casino's commission on banco."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import CHEAP, COSTLY, shoes

from exact.analysis.equilibrium.by_commission import linear_text, pieces_between
from exact.analysis.equilibrium.game import MODELS, at, deal_game, hand_text, missed, weights_of
from exact.analysis.equilibrium.solutions import (
    Profile,
    equilibria,
    equilibrium,
    lemke_howson,
    solve_many_choices,
)
from exact.game.shoe import Shoe

HALF, FIVE_PERCENT, TENTH = Fraction(1, 2), Fraction(1, 20), Fraction(1, 10)


def solved(model: str, decks: int) -> Profile:
    return equilibrium(MODELS[model], Shoe.of_decks(decks))


def mixed(profile: Profile) -> dict[tuple[str, int | None], Fraction]:
    return {
        (hand_text(place.hand), place.third): draws
        for place, draws in zip(profile.game.sets, profile.banco, strict=True)
        if 0 < draws < 1
    }


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
    """The test at these shoes too, without commission and with one."""
    for values, rate in product(DEGENERATE, (Fraction(0), FIVE_PERCENT)):
        test = example(shoe=Shoe.of_values(values), rate=rate)(test)
    return test


OTHERS = [pytest.param(model, marks=pytest.mark.slow) for model in MODELS if model not in ("B1", "B3")]


@pytest.mark.parametrize("model", ["B1", "B3", *OTHERS])
@COSTLY
@given(shoe=shoes(), rate=st.sampled_from([Fraction(0), FIVE_PERCENT, Fraction(2, 3)]))
@at_degenerate
def test_every_shoe_has_an_equilibrium(model: str, shoe: Shoe, rate: Fraction) -> None:
    found = equilibria(deal_game(MODELS[model], shoe), rate)
    assert found
    assert all(map(is_equilibrium, found))
    assert rate or found[0].value == worst_case(found[0])


@pytest.mark.parametrize("model", ["A1", "B1", pytest.param("B2", marks=pytest.mark.slow)])
@COSTLY
@given(shoe=shoes(), rate=st.sampled_from([Fraction(0), FIVE_PERCENT]))
@at_degenerate
def test_both_methods_agree(model: str, shoe: Shoe, rate: Fraction) -> None:
    """Without commission on the value, and with one where there is only one equilibrium."""
    game = deal_game(MODELS[model], shoe)
    found, other = equilibria(game, rate), solve_many_choices(game, rate)
    assert is_equilibrium(other)
    assert rate or other.value == found[0].value
    assert other == found[0] or len(found) > 1 or not found[0].is_strict


def test_several_totals_may_be_left_to_punto() -> None:
    """With a choice on 5, 6 and 7 punto gets at least what it gets with one on 5."""
    game = deal_game(MODELS["B1"], Shoe.of_decks(6), (5, 6, 7))
    assert game.choices == ((5,), (6,), (7,))
    free, bound = solve_many_choices(game), solved("B1", 6)
    assert is_equilibrium(free)
    assert free.value >= bound.value
    assert Profile(game, (*bound.punto, Fraction(0), Fraction(0)), bound.banco).value == bound.value


def test_a_profile_that_is_none_says_what_each_side_misses() -> None:
    """Punto draws half the time, and so misses what its worst reply costs it less."""
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


def test_the_commission_lowers_only_what_banco_gets() -> None:
    """With replacement punto draws with probability (9 − a)/(11 − 6a), and banco mixes as without commission."""
    free, charged = (
        equilibria(deal_game(MODELS["A1"], Shoe.of_decks(8)), rate)[0] for rate in (Fraction(0), FIVE_PERCENT)
    )
    assert charged.punto == ((9 - FIVE_PERCENT) / (11 - 6 * FIVE_PERCENT),)
    assert (charged.banco, charged.value) == (free.banco, free.value)
    assert free.banco_value == -free.value
    assert charged.banco_value < free.banco_value


def matrices(rows: int, columns: int) -> st.SearchStrategy[list[list[Fraction]]]:
    payoffs = st.integers(-2, 2).map(Fraction)
    return st.lists(st.lists(payoffs, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@CHEAP
@given(st.data(), st.integers(1, 4), st.integers(1, 4))
def test_lemke_and_howson_on_any_small_game(data: st.DataObject, rows: int, columns: int) -> None:
    """No pure strategy gains against the other side's mixture; small payoffs make many games degenerate."""
    first, second = data.draw(matrices(rows, columns)), data.draw(matrices(rows, columns))
    x, y = lemke_howson(first, second)
    by_row = [sum(share * entry for share, entry in zip(y, row, strict=True)) for row in first]
    by_column = [sum(share * row[j] for share, row in zip(x, second, strict=True)) for j in range(columns)]
    assert sum(x) == sum(y) == 1
    assert all(share >= 0 for share in (*x, *y))
    assert all(gets == max(by_row) for share, gets in zip(x, by_row, strict=True) if share)
    assert all(gets == max(by_column) for share, gets in zip(y, by_column, strict=True) if share)


def test_with_replacement_one_formula_holds_up_to_ten_percent() -> None:
    (piece,) = pieces_between(deal_game(MODELS["A1"], Shoe.of_decks(1)), Fraction(0), TENTH)
    assert (linear_text(piece.above), linear_text(piece.below)) == ("9 - a", "11 - 6a")
    assert piece.place is not None
    assert (hand_text(piece.place.hand), piece.place.third) == ("6", None)
    assert [end.text for end in (piece.low, piece.high)] == ["0", "1/10"]


@pytest.mark.parametrize(
    ("model", "values"),
    [
        ("B1", (0, 0, 0, 4, 0, 1, 3, 0, 0, 0)),
        pytest.param("B3", (2, 0, 0, 1, 0, 0, 2, 0, 0, 3), marks=pytest.mark.slow),
    ],
)
def test_a_hand_that_the_shoe_cannot_deal_stands_and_is_no_choice(model: str, values: tuple[int, ...]) -> None:
    """So it makes no further equilibria, and an equilibrium in which only another hand mixes has its formula."""
    game = deal_game(MODELS[model], Shoe.of_values(values))
    (profile,) = equilibria(game, FIVE_PERCENT)
    assert not any(draws for draws, gain in zip(profile.punto, profile.punto_gains, strict=True) if gain is None)
    pieces = pieces_between(game, Fraction(0), TENTH)
    assert [pieces[0].low.text, pieces[-1].high.text] == ["0", "1/10"]
