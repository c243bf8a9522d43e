"""Games of a few information sets with tiny whole payoffs, most of them degenerate, against a search of every threshold."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import Any

import pytest

from exact.analysis.equilibrium.bimatrix import solve_with_commission
from exact.analysis.equilibrium.by_commission import Piece, pieces_between
from exact.analysis.equilibrium.game import MODELS, Game, InformationSet, Wins
from exact.analysis.equilibrium.many_choices import solve_many_choices
from exact.analysis.equilibrium.one_choice import one_choice_equilibria, solve_one_choice, threshold
from exact.analysis.equilibrium.profile import Profile
from exact.analysis.equilibrium.strategies import missed
from exact.errors import ExactError
from exact.game.shoe import Shoe

RATE = Fraction(1, 20)


def information_set(stands: tuple[int, ...], gain: tuple[int, ...], charged: tuple[int, ...]) -> InformationSet:
    """A set with punto's payoff if banco stands, and what banco gains and wins less if it draws, as affine functions."""
    none = (0,) * len(gain)
    draws = tuple(stay - more for stay, more in zip(stands, gain, strict=True))
    return InformationSet(
        (0,), None, (1,) * len(gain), Wins(none, none, stands), Wins(none, none, draws), gain, charged
    )


def game_of(sets: list[InformationSet], choices: int = 1) -> Game:
    """A game whose deals are 1, so that payoffs per coup are payoffs in deals."""
    hands = tuple((choice,) for choice in range(choices))
    return Game(MODELS["B1"], Shoe.of_decks(1), 1, hands, (1,) * choices, (0, 0), tuple(sets))


def random_game(rng: random.Random, choices: int = 1) -> Game:
    def affine(size: int) -> tuple[int, ...]:
        return tuple(rng.randint(-size, size) for _ in range(choices + 1))

    sets = [information_set(affine(3), affine(2), affine(rng.choice((0, 1)))) for _ in range(rng.randint(1, 4))]
    return game_of(sets, choices)


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


def test_every_equilibrium_with_one_choice_is_found(rng: random.Random) -> None:
    """Where the slope is 0 between two thresholds, their middle stands for all."""
    for _ in range(200):
        game = random_game(rng)
        found = list(one_choice_equilibria(game, RATE))
        assert [punto for punto, _ in found] == sorted((at,) for at in searched(game, RATE))
        for punto, banco in found:
            assert not misses(Profile(game, punto, banco, RATE))


def test_without_commission_the_least_optimal_probability_is_found(rng: random.Random) -> None:
    """The payoff against the best reply is concave, so its optima are an interval that begins at 0 or at a threshold."""
    for _ in range(200):
        game = random_game(rng)
        profile = Profile(game, *solve_one_choice(game))
        assert profile.punto == (min(searched(game, Fraction(0))),)
        assert not misses(profile)
        assert sum(0 < draws < 1 for draws in profile.banco) <= 1


def test_several_choices(rng: random.Random) -> None:
    """No side gains by another strategy, with a commission or without; without, both sides agree on the value."""
    for _ in range(40):
        game = random_game(rng, rng.randint(1, 3))
        free, charged = (
            Profile(game, *solve_many_choices(game)),
            Profile(game, *solve_with_commission(game, RATE), RATE),
        )
        assert not misses(free)
        assert not misses(charged)
        if len(game.choices) == 1:
            assert free.value == Profile(game, *solve_one_choice(game)).value


@pytest.mark.parametrize(
    ("gain", "expected"),
    [((-1, 2), Fraction(1, 2)), ((0, 1), None), ((1, 0), None), ((-1, 1), None), ((1, 1), None), ((0, 0), None)],
)
def test_a_threshold_is_inside(gain: tuple[int, int], expected: Any) -> None:
    assert threshold(information_set((0, 0), gain, (0, 0))) == expected


def test_a_hand_that_is_never_dealt_stands() -> None:
    """So banco's replies are those to a punto that stands, and there is one equilibrium."""
    game = game_of([information_set((0, 0), (-1, 3), (0, 0)), information_set((0, 0), (1, -3), (0, 0))])
    assert list(one_choice_equilibria(game._replace(reached=(0,)), RATE)) == [
        ((Fraction(0),), (Fraction(0), Fraction(1)))
    ]


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
    ids=[
        "one of each mixes",
        "draws",
        "stands",
        "two mix",
        "punto indifferent",
        "banco errs",
        "punto errs",
        "no slope",
    ],
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


def charged_game(rng: random.Random, choices: int = 1) -> Game:
    def affine(size: int) -> tuple[int, ...]:
        return tuple(rng.randint(-size, size) for _ in range(choices + 1))

    return game_of([information_set(affine(3), affine(2), affine(3)) for _ in range(rng.randint(1, 3))], choices)


def at_rate(piece: Piece, rate: Fraction) -> Profile:
    punto = list(piece.example.punto)
    if piece.place is not None:
        assert piece.choice is not None
        above, below = (function[0] + function[1] * rate for function in (piece.above, piece.below))
        punto[piece.choice] = above / below
    return piece.example._replace(punto=tuple(punto), commission=rate)


def holds(piece: Piece, rate: Fraction) -> bool:
    profile = at_rate(piece, rate)
    return all(0 <= draws <= 1 for draws in profile.punto) and not misses(profile)


def test_pieces_are_all_equilibria_by_commission_and_as_long_as_they_last(rng: random.Random) -> None:
    """At any commission they hold, and every threshold in equilibrium is on one; just beyond its ends a piece does not hold."""
    beyond = Fraction(1, 10**6)
    for _ in range(80):
        game = charged_game(rng)
        pieces = pieces_between(game, Fraction(0), HIGHEST)
        for rate in (Fraction(rng.randint(1, 4999), 10007) for _ in range(3)):
            lasting = [piece for piece in pieces if piece.low.value < rate < piece.high.value]
            assert all(holds(piece, rate) for piece in lasting)
            gains = [tuple(map(lambda a, b: a + rate * b, place.gain, place.charged)) for place in game.sets]
            thresholds = {Fraction(-constant, slope) for constant, slope in gains if slope}
            found = {at_rate(piece, rate).punto[0] for piece in lasting}
            assert searched(game, rate) & (thresholds | {0, 1}) <= found
        for piece in pieces:
            assert gcd(*piece.above, *piece.below) == 1
            for rate in (piece.low.value - beyond, piece.high.value + beyond):
                assert not (0 <= rate <= HIGHEST and holds(piece, rate))


def test_a_path_of_equilibria_leads_from_the_lowest_to_the_highest_commission(rng: random.Random) -> None:
    """With two choices of punto, each piece begins where one before it ends, or earlier, and holds."""
    paths = 0
    for _ in range(30):
        with suppress(ExactError):  # a side indifferent at several decisions
            pieces = pieces_between(charged_game(rng, 2), Fraction(0), HIGHEST)
            assert (pieces[0].low.value, pieces[-1].high.value) == (Fraction(0), HIGHEST)
            assert all(after.low.value <= before.high.value < after.high.value for before, after in pairwise(pieces))
            for piece in pieces:
                for share in (Fraction(1, 3), Fraction(2, 3)):
                    assert holds(piece, piece.low.value + share * (piece.high.value - piece.low.value))
            paths += 1
    assert paths > 10
