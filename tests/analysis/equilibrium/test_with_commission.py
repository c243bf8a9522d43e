"""The casino game, in which banco pays a commission on its wins."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import CHEAP, COSTLY, shoes

from exact.analysis.equilibrium.by_commission import linear_text, pieces_between
from exact.analysis.equilibrium.game import MODELS, Game, InformationSet, Wins, deal_game, hand_text, missed
from exact.analysis.equilibrium.solutions import Profile, equilibria, equilibrium, lemke_howson
from exact.errors import ExactError
from exact.game.shoe import Shoe

FIVE_PERCENT, TENTH = Fraction(1, 20), Fraction(1, 10)


def is_equilibrium(profile: Profile) -> bool:
    return not missed(profile.punto, profile.punto_gains) + missed(profile.banco, profile.banco_gains)


def test_the_commission_lowers_only_what_banco_gets() -> None:
    """With replacement punto draws with probability (9 − a)/(11 − 6a), and banco mixes as without commission."""
    free, charged = (equilibrium(MODELS["A1"], Shoe.of_decks(8), rate) for rate in (Fraction(0), FIVE_PERCENT))
    assert charged.punto == ((9 - FIVE_PERCENT) / (11 - 6 * FIVE_PERCENT),)
    assert (charged.banco, charged.value) == (free.banco, free.value)
    assert free.banco_value == -free.value
    assert charged.banco_value < free.banco_value


SMALL = Shoe.of_values((2, 3, 0, 1, 0, 2, 0, 0, 1, 0))
RATES = st.sampled_from([FIVE_PERCENT, Fraction(2, 3)])


@pytest.mark.parametrize("model", ["B1", pytest.param("B2", marks=pytest.mark.slow)])
@COSTLY
@given(shoe=shoes(), rate=RATES)
@example(shoe=Shoe.of_decks(1), rate=FIVE_PERCENT)
@example(shoe=Shoe.of_decks(1), rate=Fraction(2, 3))
@example(shoe=SMALL, rate=FIVE_PERCENT)
@example(shoe=SMALL, rate=Fraction(2, 3))
def test_every_equilibrium_is_one(model: str, shoe: Shoe, rate: Fraction) -> None:
    found = equilibria(MODELS[model], shoe, rate)
    assert found
    assert all(map(is_equilibrium, found))


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
    "model", ["B1", pytest.param("B2", marks=pytest.mark.slow), pytest.param("B3", marks=pytest.mark.slow)]
)
def test_the_formulas_hold_between_their_breakpoints(model: str) -> None:
    """Each piece begins where another ends, and is an equilibrium wherever it is tried; its breakpoints are roots."""
    game = deal_game(MODELS[model], Shoe.of_decks(1))
    pieces = pieces_between(game, Fraction(0), TENTH)
    assert [piece.low for piece in pieces[1:]] == [piece.high for piece in pieces[:-1]]
    assert [pieces[0].low.text, pieces[-1].high.text] == ["0", "1/10"]
    for piece in pieces:
        assert piece.choice is not None
        for end in (piece.low, piece.high):
            if end.polynomial is not None:
                at_end = sum((part * end.value**power for power, part in enumerate(end.polynomial)), Fraction(0))
                assert abs(at_end) < Fraction(1, 10**50)
        for share in (Fraction(1, 100), Fraction(2, 3)):
            rate = piece.low.value + (piece.high.value - piece.low.value) * share
            above, below = (function[0] + function[1] * rate for function in (piece.above, piece.below))
            punto = list(piece.example.punto)
            punto[piece.choice] = above / below
            assert is_equilibrium(piece.example._replace(punto=tuple(punto), commission=rate))


def test_equilibria_that_differ_only_in_punto_are_all_listed() -> None:
    """On this shoe punto's payoff does not depend on its probability between two thresholds of banco."""
    game = deal_game(MODELS["B2"], Shoe.of_values((1, 1, 0, 0, 2, 0, 0, 1, 2, 0)))
    rate = Fraction(1, 30)
    listed = set()
    for piece in pieces_between(game, Fraction(1, 40), FIVE_PERCENT):
        if piece.low.value < rate < piece.high.value and piece.choice is not None:
            above, below = (function[0] + function[1] * rate for function in (piece.above, piece.below))
            listed.add(above / below)
    ends = {Fraction(*pair) for pair in ((1, 118), (103, 118))}
    assert listed == ends
    for draws in ends:
        found = [profile for profile in equilibria(game.model, game.shoe, rate) if profile.punto == (draws,)]
        assert found
        assert all(map(is_equilibrium, found))


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
    (profile,) = equilibria(game.model, game.shoe, FIVE_PERCENT)
    assert not any(draws for draws, gain in zip(profile.punto, profile.punto_gains, strict=True) if gain is None)
    pieces = pieces_between(game, Fraction(0), TENTH)
    assert [pieces[0].low.text, pieces[-1].high.text] == ["0", "1/10"]


@pytest.mark.parametrize("rate", [Fraction(-1, 100), Fraction(1)])
def test_a_commission_out_of_range_is_refused(rate: Fraction) -> None:
    with pytest.raises(ExactError, match="must be at least 0 % and less than 100 %"):
        equilibrium(MODELS["B2"], Shoe.of_decks(1), rate)


@pytest.mark.parametrize(
    ("net", "gain", "charged", "draws"), [((3, -3), (0, 2), (0, -1), 0), ((0, 3), (2, -2), (-1, 1), 1)]
)
def test_where_punto_never_mixes_its_strategy_is_constant(
    net: tuple[int, int], gain: tuple[int, int], charged: tuple[int, int], draws: int
) -> None:
    """It stands, or draws, in any case; so banco gains 0 by drawing, whatever the commission."""
    none, drawn = (0, 0), (net[0] - gain[0], net[1] - gain[1])
    place = InformationSet((0,), None, (1, 1), Wins(none, none, net), Wins(none, none, drawn), gain, charged)
    game = Game(MODELS["B1"], Shoe.of_decks(1), 1, ((5,),), (1,), none, (place,))
    pieces = pieces_between(game, Fraction(0), TENTH)
    assert pieces
    for piece in pieces:
        assert (piece.example.punto, piece.choice, piece.place) == ((Fraction(draws),), None, None)
        assert [end.text for end in (piece.low, piece.high)] == ["0", "1/10"]
