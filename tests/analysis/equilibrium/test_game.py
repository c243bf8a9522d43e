"""The payoffs of chemin de fer, against every order of a few cards, and against the walk."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from support import refusal

from exact.analysis.equilibrium.game import MODELS, at, deal_game, hand_text, model_named, weights_of
from exact.analysis.equilibrium.solutions import Profile
from exact.game import Outcome
from exact.game.shoe import Shoe

SMALL = (2, 3, 0, 1, 1, 2, 0, 1, 1, 0)


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
    assert "model: 'B4' is not a model" in refusal(model_named, "B4")
    assert model_named("b3").id == "B3"


@pytest.mark.parametrize("choices", [(), (5,), (0, 6)])
@pytest.mark.parametrize("model", ["A1", "A3", "B1", "B2", "B3"])
def test_every_order_of_seven_cards_dealt_by_hand(model: str, choices: tuple[int, ...]) -> None:
    """Punto draws or stands where it chooses, else draws up to 5; banco's replies have no pattern, and are once all
    turned.
    """
    cards = (0, 0, 1, 3, 5, 6, 8)
    game = deal_game(MODELS[model], Shoe.of_values([cards.count(value) for value in range(10)]), choices)
    rng = random.Random(model)
    replies = {(place.hand, place.third): rng.random() < 0.5 for place in game.sets}
    orders = Counter(product(cards, repeat=6) if game.model.replaced else permutations(cards, 6))
    for draws, turned in product((False, True), repeat=2):
        won, reached = dict.fromkeys(Outcome, 0), dict.fromkeys(replies, 0)
        for (a, b, c, d, *rest), times in orders.items():
            punto, banco = (a + b) % 10, (c + d) % 10
            third = None
            if max(punto, banco) < 8:
                if draws if punto in choices else punto <= 5:
                    third = rest.pop(0)
                    punto = (punto + third) % 10
                known = tuple(sorted((c, d))) if game.model.banco_sees else (banco,), third
                reached[known] += times
                if replies[known] != turned:
                    banco = (banco + rest[0]) % 10
            won[Outcome.TIE if punto == banco else Outcome.PUNTO if punto > banco else Outcome.BANCO] += times
        banco_plays = tuple(Fraction(reply != turned) for reply in replies.values())
        profile = Profile(game, (Fraction(draws),) * len(game.choices), banco_plays)
        assert profile.banco_wins * game.deals == won[Outcome.BANCO]
        assert profile.value * game.deals == won[Outcome.PUNTO] - won[Outcome.BANCO]
        assert [at(place.deals, weights_of(profile.punto)) for place in game.sets] == list(reached.values())
    assert sum(game.reached) == sum(
        times
        for (a, b, c, d, *_), times in orders.items()
        if (a + b) % 10 in choices and max((a + b) % 10, (c + d) % 10) < 8
    )
