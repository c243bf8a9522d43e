"""Every payoff of chemin de fer, against coups dealt one card at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from exact.analysis.equilibrium.game import MODELS, Game, InformationSet, deal_game, hand_text, model_named
from exact.analysis.equilibrium.strategies import Strategy, at, value_of, weights_of
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.reference.chemin_de_fer import deal_choice
from exact.reference.decisions import DECISIONS
from exact.reference.walk import count_outcomes

SMALL = (2, 3, 0, 1, 1, 2, 0, 1, 1, 0)
FULL = tuple(Shoe.of_decks(6).values)


def drawing(game: Game, punto: Strategy, pair: tuple[int, int]) -> Fraction:
    """The probability that punto draws to two cards: by the rules, or on 5 by its strategy."""
    total = sum(pair) % 10
    if total != 5:
        return Fraction(total < 5)
    return punto[game.choices.index(pair if len(game.choices) == 5 else (5,))]


def check_set(game: Game, place: InformationSet, punto: Strategy) -> None:
    """The deals that lead to ``place``, and punto's net wins after each reply, as they are dealt."""
    sees = game.model.banco_sees
    weights = weights_of(punto)
    for draws, wins in ((False, place.stands), (True, place.draws)):
        dealt = deal_choice(
            game.shoe,
            game.model.replaced,
            lambda low, high: (tuple(sorted((low, high))) if sees else ((low + high) % 10,)) == place.hand,
            place.third,
            draws,
        )
        shares = {pair: drawing(game, punto, pair) for pair in dealt}
        if place.third is None:
            shares = {pair: 1 - share for pair, share in shares.items()}
        assert at(place.deals, weights) == weights[0] * sum(shares[pair] * dealt[pair].deals for pair in dealt)
        assert at(wins.net, weights) == weights[0] * sum(shares[pair] * dealt[pair].net for pair in dealt)


def random_strategy(game: Game, rng: random.Random) -> Strategy:
    return tuple(Fraction(rng.randrange(8), 7) for _ in game.choices)


@pytest.mark.parametrize("model", MODELS)
def test_some_choices_on_a_small_shoe(model: str, rng: random.Random) -> None:
    game = deal_game(MODELS[model], Shoe.of_values(SMALL))
    for place in rng.sample(game.sets, 6):
        check_set(game, place, random_strategy(game, rng))


@pytest.mark.slow
@pytest.mark.parametrize("model", ["A1", "B1", "B2", "B3"])
def test_every_choice_on_a_small_shoe(model: str, rng: random.Random) -> None:
    game = deal_game(MODELS[model], Shoe.of_values((2, 1, 0, 1, 0, 2, 1, 0, 1, 1)))
    for place in game.sets:
        check_set(game, place, random_strategy(game, rng))


@pytest.mark.slow
@pytest.mark.parametrize("model", ["A3", "B1", "B2", "B3"])
def test_some_choices_on_six_decks(model: str, rng: random.Random) -> None:
    game = deal_game(MODELS[model], Shoe.of_values(FULL))
    for place in rng.sample(game.sets, 3):
        check_set(game, place, random_strategy(game, rng))


@pytest.mark.parametrize("model", ["B1", pytest.param("B3", marks=pytest.mark.slow)])
def test_the_tableau_gives_the_odds_of_punto_banco(model: str, random_shoes: Callable[[int], Iterator[Shoe]]) -> None:
    """Who plays by the tableau of punto banco gets its odds, which the walk counts."""
    for shoe in (Shoe.of_decks(8), *random_shoes(1)):
        game = deal_game(MODELS[model], shoe)
        plays = [
            DECISIONS["standard"](0 if place.third is not None else 6, sum(place.hand) % 10, place.third) is not None
            for place in game.sets
        ]
        counts = count_outcomes(shoe, DECISIONS["standard"])
        net = Fraction(counts[Outcome.PUNTO] - counts[Outcome.BANCO], game.deals)
        assert value_of(game, (Fraction(1),) * len(game.choices), tuple(map(Fraction, plays))) == net


@pytest.mark.parametrize("model", MODELS)
def test_banco_chooses_equally_often_whatever_punto_does(model: str, rng: random.Random) -> None:
    """In every coup without a natural banco has one choice."""
    game = deal_game(MODELS[model], Shoe.of_values(SMALL))
    reached = set()
    for punto in (random_strategy(game, rng), random_strategy(game, rng)):
        weights = weights_of(punto)
        reached.add(Fraction(sum(at(place.deals, weights) for place in game.sets), weights[0]))
    assert len(reached) == 1


def test_the_choices_are_those_of_the_literature() -> None:
    """2 × 2^88 for totals, 2 × 2^484 where banco sees its cards, 2^5 × 2^484 where both do."""
    shoe = Shoe.of_values(SMALL)
    games = {name: deal_game(model, shoe) for name, model in MODELS.items()}
    sizes = {name: (len(game.choices), len(game.sets)) for name, game in games.items()}
    by_number = {"1": (1, 88), "2": (1, 484), "3": (5, 484)}
    assert sizes == {name: by_number[name[1]] for name in MODELS}
    assert [hand_text(hand) for hand in games["B3"].choices] == ["0,5", "1,4", "2,3", "6,9", "7,8"]


def test_a_choice_that_the_shoe_cannot_reach() -> None:
    game = deal_game(MODELS["B2"], Shoe.of_values((6, 0, 0, 0, 0, 1, 0, 0, 0, 0)))
    reached = [(hand_text(place.hand), place.third) for place in game.sets if place.reachable]
    # punto's two tens draw a third card; with a ten and the five it chooses; banco then has tens only
    assert reached == [("0,0", None), ("0,0", 0), ("0,0", 5), ("0,5", 0)]


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(ExactError, match="model: 'B4' is not a model"):
        model_named("B4")
    assert model_named("b3").id == "B3"
