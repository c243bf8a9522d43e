"""Baccara banque beside a program that deals the cards in another way, published values, and its own properties."""

from fractions import Fraction
from functools import cache
from itertools import product

import check_banque
import pytest

from exact import Shoe
from exact.analysis.equilibrium.banque import JOINT, BankerWins, Banque, Joint, deal_banque, opened
from exact.analysis.equilibrium.banque_nash import nash_equilibria
from exact.analysis.equilibrium.banque_solutions import BanqueProfile, correlated, independent, independently
from exact.analysis.equilibrium.game import MODELS, best_reply, hand_text
from exact.errors import ExactError
from exact.library.questions import game_of

KEMENY_AND_SNELL = Fraction(679568, 53094899), Fraction(9, 11)
SMALL = (2, 1, 0, 1, 2, 0, 0, 1, 1, 1), (3, 2, 0, 1, 2, 2, 0, 1, 1, 1), (0, 0, 0, 0, 0, 9, 0, 0, 3, 0)


@cache
def game(model: str, values: tuple[int, ...] | None = None) -> Banque:
    shoe = Shoe.of_decks(1) if values is None else game_of("standard", values, None, None)[1]
    return deal_banque(MODELS[model], shoe)


@pytest.mark.parametrize(
    ("model", "values"),
    [
        ("B1", SMALL[0]),
        ("B2", SMALL[2]),
        ("A1", SMALL[0]),
        *(pytest.param(m, SMALL[1], marks=pytest.mark.slow) for m in ("B1", "B2")),
    ],
)
def test_every_decision_wins_what_another_dealer_counts(model: str, values: tuple[int, ...]) -> None:
    dealt, counted = game(model, values), check_banque.Deals(model, list(values))
    assert dealt.deals == counted.number
    nothing = {joint: [0] * 4 for joint in JOINT}
    totals = [[dealt.settled[who].net[index] for who in (0, 1)] for index in range(4)]
    others = [list(counted.settled) for _ in JOINT]
    for place in dealt.places:
        at = counted.places.pop((hand_text(place.hand), *place.seen), nothing)
        for index, joint in enumerate(JOINT):
            stood, drew = ([each[who].net[index] for who in (0, 1)] for each in (place.stands, place.draws))
            # against a natural the banker has lost already, which the other dealer counts at the decision
            assert [d - s for s, d in zip(stood, drew, strict=True)] == [
                d - s for s, d in zip(at[joint][:2], at[joint][2:], strict=True)
            ]
            totals[index] = [total + each for total, each in zip(totals[index], stood, strict=True)]
            others[index] = [total + each for total, each in zip(others[index], at[joint][:2], strict=True)]
    assert not counted.places
    assert totals == others


@pytest.mark.parametrize("stakes", [(1, 0), (0, 1)])
def test_with_one_stake_it_is_chemin_de_fer_with_replacement(stakes: tuple[int, int]) -> None:
    """Kemeny and Snell (1957)."""
    found = correlated(game("A1"), stakes)
    assert (found.value, found.drawing[stakes[1]]) == KEMENY_AND_SNELL


def test_equal_stakes_with_replacement_need_players_who_agree() -> None:
    found = correlated(game("A1"), (1, 1))
    assert found.is_strict
    assert independent(found) is None


@pytest.mark.parametrize("stakes", [(1, 0), (0, 1), pytest.param((1, 1), marks=pytest.mark.slow)])
def test_players_who_see_a_third_card_lose_less_unless_only_one_has_a_stake(stakes: tuple[int, int]) -> None:
    """With replacement another hand's card tells nothing about one's own game: Kemeny and Snell (1957)."""
    value = correlated(opened(game("A1")), stakes).value
    assert (value == KEMENY_AND_SNELL[0]) is not all(stakes)
    assert value <= correlated(game("A1"), stakes).value


@pytest.mark.slow
def test_the_value_is_the_least_over_a_grid_of_what_players_may_agree_on() -> None:
    dealt = game("B1", SMALL[1])
    value = correlated(dealt, (2, 1)).value
    thirds = [Fraction(part, 3) for part in range(4)]
    for three in product(thirds, repeat=3):
        if sum(three) <= 1:
            players = (*three, 1 - sum(three, Fraction(0)))
            profile = BanqueProfile(dealt, (2, 1), players, ())
            assert BanqueProfile(dealt, (2, 1), players, best_reply(profile.banker_gains)).value >= value


@pytest.mark.slow
@pytest.mark.parametrize(("model", "values"), [("A1", None), *(("B1", values) for values in SMALL)])
@pytest.mark.parametrize("stakes", [(1, 1), (7, 2)])
def test_players_in_the_other_order_have_the_same_value(
    model: str, values: tuple[int, ...] | None, stakes: tuple[int, int]
) -> None:
    one, other = (correlated(game(model, values), at) for at in (stakes, stakes[::-1]))
    assert one.value == other.value


def test_with_the_players_in_the_other_order_the_deals_are_the_same() -> None:
    """So a share of the stakes on the first hand and the rest have the same solution."""
    dealt = game("A1")

    def exchanged(counts: Joint) -> Joint:
        return counts[0], counts[2], counts[1], counts[3]

    places = {(place.hand, place.seen): place for place in dealt.places}
    for place in dealt.places:
        other = places[place.hand, place.seen[::-1]]
        assert other.deals == exchanged(place.deals)
        for mine, its in ((place.stands, other.stands), (place.draws, other.draws)):
            assert its == tuple(BankerWins(*map(exchanged, wins)) for wins in reversed(mine))
    assert dealt.settled[0] == dealt.settled[1]


def test_nobody_gains_alone_in_a_nash_equilibrium() -> None:
    """On a grid of what one of the three may do instead."""
    dealt = game("B1", SMALL[1])
    (found, *_others) = nash_equilibria(dealt, (9, 1))
    first, second = (Fraction(draws) if isinstance(draws, Fraction) else draws.low for draws in found.drawing)
    banker = tuple(draws if isinstance(draws, Fraction) else draws.low for draws in found.banker)
    profile = BanqueProfile(dealt, (9, 1), independently(first, second), banker)
    near = Fraction(1, 10**40)

    def loses(who: int, first: Fraction, second: Fraction) -> Fraction:
        return sum(
            (weight * net for weight, net in zip(independently(first, second), profile.nets[who], strict=True)),
            Fraction(0),
        )

    for draws in (Fraction(0), Fraction(1, 3), Fraction(1)):
        assert loses(0, draws, second) >= loses(0, first, second) - near
        assert loses(1, first, draws) >= loses(1, first, second) - near
    best = BanqueProfile(dealt, (9, 1), profile.players, best_reply(profile.banker_gains)).value
    assert best - profile.value < near


def test_other_models_and_larger_shoes_are_refused() -> None:
    for model, shoe in (("B3", Shoe.of_decks(1)), ("B1", Shoe.of_decks(28))):
        with pytest.raises(ExactError):
            deal_banque(MODELS[model], shoe)
