"""Games of a few sets with tiny whole payoffs, most of them degenerate, against a search of every threshold."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import Any

import pytest
from hypothesis import example, given, reject
from hypothesis import strategies as st
from support.strategies import CHEAP

from exact.analysis.equilibrium.by_commission import EquilibriumPiece, pieces_between
from exact.analysis.equilibrium.game import MODELS, Game, InformationSet, Wins, missed
from exact.analysis.equilibrium.solutions import Profile, equilibria, one_choice_equilibria, solve_many_choices
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.records import replace

RATE = Fraction(1, 20)


def information_set(stands: tuple[int, ...], gain: tuple[int, ...], charged: tuple[int, ...]) -> InformationSet:
    """Punto's payoff if banco stands, and what banco gains and wins less if it draws: affine functions."""
    none = (0,) * len(gain)
    draws = tuple(stay - more for stay, more in zip(stands, gain, strict=True))
    return InformationSet(
        (0,), None, (1,) * len(gain), Wins(none, none, stands), Wins(none, none, draws), gain, charged
    )


def game_of(sets: list[InformationSet], choices: int = 1) -> Game:
    """A game whose deals are 1, so that payoffs per coup are payoffs in deals."""
    hands = tuple((choice,) for choice in range(choices))
    return Game(MODELS["B1"], Shoe.of_decks(1), 1, hands, (1,) * choices, (0, 0), tuple(sets))


def games(choices: int = 1, charged: int = 1, most: int = 4) -> st.SearchStrategy[Game]:
    """Games with up to so many information sets and so large a commission."""

    def affine(size: int) -> st.SearchStrategy[tuple[int, ...]]:
        return st.tuples(*[st.integers(-size, size)] * (choices + 1))

    sets = st.builds(information_set, affine(3), affine(2), affine(0) | affine(charged))
    return st.lists(sets, min_size=1, max_size=most).map(lambda drawn: game_of(drawn, choices))


def slopes(game: Game, at: Fraction, rate: Fraction) -> tuple[int, int]:
    """The least and the greatest slope of punto's payoff against a best reply of banco to the probability ``at``."""
    low = high = 0
    for place in game.sets:
        gain = sum((place.gain[i] + rate * place.charged[i]) * (at if i else 1) for i in (0, 1))
        stays, draws = place.stands.net[1], place.draws.net[1]
        replies = [stays, draws] if gain == 0 else [draws if gain > 0 else stays]
        low, high = low + min(replies), high + max(replies)
    return low, high


def searched(game: Game, rate: Fraction) -> set[Fraction]:
    """Punto's probabilities in equilibrium among 0, 1, every threshold and the middles between neighbours."""
    gains = [[place.gain[i] + rate * place.charged[i] for i in (0, 1)] for place in game.sets]
    inner = {Fraction(-constant, slope) for constant, slope in gains if slope}
    breaks = sorted({Fraction(0), Fraction(1), *(at for at in inner if 0 < at < 1)})
    found = set()
    for at in (*breaks, *((a + b) / 2 for a, b in pairwise(breaks))):
        low, high = slopes(game, at, rate)
        if (low <= 0 or at == 1) and (high >= 0 or at == 0):
            found.add(at)
    return found


def misses(profile: Profile) -> Fraction:
    assert all(0 <= draws <= 1 for draws in (*profile.punto, *profile.banco))
    return missed(profile.punto, profile.punto_gains) + missed(profile.banco, profile.banco_gains)


@CHEAP
@given(games())
@example(game_of([information_set((0, 1), (0, 1), (0, -20))]))  # at this rate banco is indifferent for every punto
def test_every_equilibrium_with_one_choice_is_found(game: Game) -> None:
    """Where the slope is 0 between two thresholds, their middle stands for all."""
    found = list(one_choice_equilibria(game, RATE))
    assert [profile.punto for profile in found] == sorted((at,) for at in searched(game, RATE))
    assert not any(map(misses, found))


@CHEAP
@given(games())
def test_without_commission_the_least_optimal_probability_is_found(game: Game) -> None:
    """The payoff against the best reply is concave: its optima are an interval that begins at 0 or at a threshold."""
    [profile] = equilibria(game)
    assert profile.punto == (min(searched(game, Fraction(0))),)
    assert not misses(profile)
    assert sum(0 < draws < 1 for draws in profile.banco) <= 1


@CHEAP
@given(st.integers(1, 3).flatmap(games))
def test_several_choices(game: Game) -> None:
    """No side gains by another strategy, with a commission or without; without, both sides agree on the value."""
    free, charged = solve_many_choices(game), solve_many_choices(game, RATE)
    assert not misses(free)
    assert not misses(charged)
    if len(game.choices) == 1:
        assert free.value == equilibria(game)[0].value


@pytest.mark.parametrize(
    ("sets", "punto", "banco", "strict"),
    [
        ([((0, 1), (-1, 2))], Fraction(1, 2), [Fraction(1, 2)], True),
        ([((0, 1), (1, 0))], Fraction(1), [Fraction(1)], True),
        ([((0, -1), (-1, 0))], Fraction(0), [Fraction(0)], True),
        ([((0, 1), (-1, 2)), ((0, 0), (-1, 2))], Fraction(1, 2), [Fraction(1, 2), Fraction(0)], False),
        ([((0, 0), (1, 0))], Fraction(1), [Fraction(1)], False),
        ([((0, 1), (1, 0))], Fraction(1), [Fraction(0)], False),
        ([((0, 1), (1, 0))], Fraction(0), [Fraction(1)], False),
        ([((0, 1), (0, 0))], Fraction(1), [Fraction(1, 2)], False),
    ],
    ids=["one-mixes", "draws", "stands", "two-mix", "punto-indifferent", "banco-errs", "punto-errs", "no-slope"],
)
def test_strict(sets: list[Any], punto: Fraction, banco: list[Fraction], strict: bool) -> None:
    """Every choice that does not mix is strictly better, and as many mix on one side as on the other, regularly."""
    game = game_of([information_set(stands, gain, (0, 0)) for stands, gain in sets])
    assert Profile(game, (punto,), tuple(banco)).is_strict is strict


@pytest.mark.parametrize(
    ("kernel", "strict"), [([(0, 1), (1, 0)], True), ([(1, 1), (2, 2)], False), ([(1, 2), (2, 1)], True)]
)
def test_a_kernel_of_two_by_two(kernel: list[tuple[int, int]], strict: bool) -> None:
    """Both sides mix halves at two choices each: regular if the determinant is not 0, whatever the first entry."""
    half = Fraction(1, 2)
    sets = [
        information_set(
            (0, *(sum(column) for column in columns)), (-sum(own), *(2 * entry for entry in own)), (0, 0, 0)
        )
        for own, columns in zip(kernel, [list(zip(*kernel, strict=True)), [(0,), (0,)]], strict=True)
    ]
    profile = Profile(game_of(sets, 2), (half, half), (half, half))
    assert profile.banco_gains == profile.punto_gains == (Fraction(0), Fraction(0))
    assert profile.is_strict is strict


HIGHEST = Fraction(1, 2)
"""The commission up to which small games are solved: it is high enough that most of them change on the way."""
BEYOND = Fraction(1, 10**6)


def at_rate(piece: EquilibriumPiece, rate: Fraction) -> Profile:
    punto = list(piece.example.punto)
    if piece.place is not None:
        assert piece.choice is not None
        above, below = (function[0] + function[1] * rate for function in (piece.above, piece.below))
        punto[piece.choice] = above / below
    return replace(piece.example, punto=tuple(punto), commission=rate)


def holds(piece: EquilibriumPiece, rate: Fraction) -> bool:
    profile = at_rate(piece, rate)
    return all(0 <= draws <= 1 for draws in profile.punto) and not misses(profile)


def check_pieces(game: Game, rates: Sequence[Fraction]) -> None:
    """At any commission they hold, and every threshold in equilibrium is on one; beyond its ends a piece does not hold."""
    pieces = pieces_between(game, Fraction(0), HIGHEST)
    for rate in rates:
        lasting = [piece for piece in pieces if piece.low.value < rate < piece.high.value]
        assert all(holds(piece, rate) for piece in lasting)
        gains = [tuple(map(lambda a, b: a + rate * b, place.gain, place.charged)) for place in game.sets]
        thresholds = {Fraction(-constant, slope) for constant, slope in gains if slope}
        found = {at_rate(piece, rate).punto[0] for piece in lasting}
        assert searched(game, rate) & (thresholds | {0, 1}) <= found
    for piece in pieces:
        assert gcd(*piece.above, *piece.below) == 1
        for end in (piece.low.value - BEYOND, piece.high.value + BEYOND):
            assert not (0 <= end <= HIGHEST and holds(piece, end))


@CHEAP
@given(games(charged=3, most=3), st.integers(1, 4999).map(lambda part: Fraction(part, 10007)))
def test_pieces_are_all_equilibria_by_commission_and_as_long_as_they_last(game: Game, rate: Fraction) -> None:
    check_pieces(game, [rate])


@pytest.mark.parametrize(
    "sets",
    [
        [((-3, 3), (-2, 1), (3, 2)), ((3, -2), (1, -1), (0, 3)), ((2, -1), (-2, 1), (0, 0))],
        [((-1, 0), (1, -2), (-3, -3)), ((0, 0), (0, 2), (-1, -3))],
        [((-1, 1), (-2, -2), (3, -2)), ((-3, -3), (0, 0), (-3, 3)), ((-2, -1), (-1, 1), (3, 2))],
        [((-2, 0), (-2, 0), (-3, 2)), ((-3, 3), (0, -2), (1, 3)), ((-2, -3), (0, -2), (0, -3))],
        [((-2, -3), (-1, 0), (-3, 1)), ((2, 2), (-1, -2), (3, -1))],
        [((0, -1), (-2, 2), (2, 0)), ((-3, 2), (2, -1), (2, 3))],
    ],
)
def test_pieces_change_where_a_threshold_reaches_0_or_1_or_another(sets: list[tuple[tuple[int, int], ...]]) -> None:
    check_pieces(game_of([information_set(*one) for one in sets]), [Fraction(2 * k + 1, 101) for k in range(1, 24)])


@given(games(2, charged=3, most=3))
def test_a_path_of_equilibria_leads_from_the_lowest_to_the_highest_commission(game: Game) -> None:
    """With two choices of punto, each piece begins where one before it ends, or earlier, and holds."""
    try:
        pieces = pieces_between(game, Fraction(0), HIGHEST)
    except ExactError:
        reject()  # a side is indifferent at several decisions
    assert (pieces[0].low.value, pieces[-1].high.value) == (Fraction(0), HIGHEST)
    assert all(after.low.value <= before.high.value < after.high.value for before, after in pairwise(pieces))
    for piece in pieces:
        for share in (Fraction(1, 3), Fraction(2, 3)):
            assert holds(piece, piece.low.value + share * (piece.high.value - piece.low.value))


@pytest.mark.parametrize(
    ("second", "ends"),
    [
        (((-1, 2), (-3, 1)), ["0", "(-5 + sqrt(89))/16", "1/2"]),
        (((-63, 65), (0, 48)), ["0", "1/4", "1/3", "1/2"]),
        (((-161, 163), (0, 128)), ["0", "(16 - sqrt(128))/64", "(16 + sqrt(128))/64", "1/2"]),
    ],
)
def test_two_thresholds_meet_once_or_twice(second: tuple[tuple[int, int], tuple[int, int]], ends: list[str]) -> None:
    """(2 + a)/(2 + 3a) meets (1 + 3a)/(2 + a) where 8a² + 5a − 2 = 0, and the others where 12a² − 7a + 1 = 0 and where
    32a² − 16a + 1 = 0: 63/(65 + 48a), 161/(163 + 128a).
    """
    game = game_of([information_set((2, 0), (-2, 2), (-1, 3)), information_set((3, 3), *second)])
    pieces = pieces_between(game, Fraction(0), HIGHEST)
    assert [piece.low.text for piece in pieces] == ends[:-1]
    assert [piece.high.text for piece in pieces] == ends[1:]
    for low in (piece.low for piece in pieces if "sqrt" in piece.low.text):
        terms = (part * low.value**power for power, part in enumerate(low.polynomial or (1,)))
        assert abs(sum(terms, Fraction(0))) < Fraction(1, 10**12)


def two_games(charged: int) -> Game:
    """Each choice of punto makes banco indifferent at a set of its own, so that both sides mix twice."""
    sets = [((0, 1, 0), (-1, 2, 0)), ((0, 0, 1), (-1, 0, 2))]
    return game_of([information_set(stands, gain, (charged, 0, 0)) for stands, gain in sets], 2)


def test_a_side_that_mixes_twice_has_a_formula_where_the_commission_does_not_matter() -> None:
    (piece,) = pieces_between(two_games(0), Fraction(0), HIGHEST)
    assert (piece.low.value, piece.high.value) == (Fraction(0), HIGHEST)
    assert piece.place is None
    assert piece.choice is None
    assert piece.example.punto == (Fraction(1, 2), Fraction(1, 2))


def test_a_side_that_mixes_twice_has_no_formula_where_the_commission_matters() -> None:
    game = two_games(1)
    assert solve_many_choices(game, RATE).punto == ((1 - RATE) / 2,) * 2
    with pytest.raises(
        ExactError, match="commission: '1/5' has an equilibrium in which a side is indifferent at several"
    ):
        pieces_between(game, Fraction(0), HIGHEST)


@pytest.mark.parametrize(("sign", "banco"), [(1, (Fraction(0), Fraction(3, 4))), (-1, (Fraction(1), Fraction(1, 4)))])
def test_of_two_sets_with_the_same_threshold_the_one_that_mixes_names_the_piece(
    sign: int, banco: tuple[Fraction, Fraction]
) -> None:
    """Both thresholds are (1 ∓ a)/2, and punto's slope ±(3 − 2 x − 4 y) is 0 where banco draws at x never or always."""
    sets = [((0, times * sign), (-times * sign, 2 * times * sign), (times, 0)) for times in (1, 2)]
    (piece,) = pieces_between(game_of([information_set(*one) for one in sets]), Fraction(0), HIGHEST)
    assert piece.example.banco == banco
    assert piece.place is piece.example.game.sets[1]
    assert at_rate(piece, RATE).punto == ((1 - sign * RATE) / 2,)
