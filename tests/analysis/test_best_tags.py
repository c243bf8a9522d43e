"""The best tags: the exhaustive search against exact gains of every count, and the search beyond it."""

from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import comb, prod

import numpy as np
import pytest
from support import STANDARD, compositions, refusal

from exact.analysis import best_tags as module
from exact.analysis.best_tags import _bounds_of_gains, _distinct, _TagSearch, best_tags
from exact.analysis.count_distribution import BettingCount, count_distributions
from exact.analysis.count_play import Play, play_at
from exact.analysis.pricing import price_bet
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.engine.evaluate import evaluate
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe

SMALL = Shoe.of_values([9, 0, 0, 0, 3, 0, 0, 4, 0, 2])
TOO_MANY = next(cards for cards in range(833, 5200) if comb(cards, 250) > 10**290)
"""From here on, sets of 250 cards are too many for a double."""


def exactly(bet: Bet, shoe: Shoe, unseen: int, tags: tuple[int, ...]) -> Play:
    count = BettingCount(tuple(map(Fraction, tags)), Granularity.VALUES)
    return play_at(None, count_distributions(bet, count, shoe, STANDARD, [unseen])[0])


@cache
def gains_of_all_counts(bet: Bet, shoe: Shoe, unseen: int, level: int) -> dict[tuple[int, ...], Fraction]:
    """For all tags of the values that the shoe holds, the gain with the best trigger, from every composition."""
    held = [value for value, count in enumerate(shoe.values) if count]
    listed = compositions(shoe.values, unseen)
    expectations = evaluate(np.array(listed), STANDARD, [bet]).expectations(bet.name)
    ways = [prod(map(comb, shoe.values, own)) for own in listed]
    won = [way * expectation for way, expectation in zip(ways, expectations, strict=True)]
    gains = {}
    for tags in product(range(-level, level + 1), repeat=len(held)):
        by_sum: dict[int, Fraction] = {}
        for own, gain in zip(listed, won, strict=True):
            total = sum(tag * own[value] for tag, value in zip(tags, held, strict=True))
            by_sum[total] = by_sum.get(total, Fraction(0)) + gain
        below = accumulate((by_sum[total] for total in sorted(by_sum)), initial=Fraction(0))
        gains[tags] = max(below) / sum(ways)  # seen cards count, so it bets where the unseen ones have a low sum
    return gains


@pytest.mark.slow
def test_the_best_tags_of_a_small_shoe_by_every_composition() -> None:
    """Banco loses without a count, the tie wins. Of equal counts the one with the fewest cards is best."""
    assert [price_bet(find_bet(name), SMALL, STANDARD).expectation > 0 for name in ("banco", "tie")] == [False, True]

    def on_held(tags: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(dict(zip((0, 4, 7, 9), tags, strict=True)).get(value, 0) for value in range(10))

    def cards_to_count(tags: tuple[int, ...]) -> int:
        return sum(cards * abs(tag) for cards, tag in zip(SMALL.values, tags, strict=True))

    for name, unseen in (("banco", 9), ("tie", 15)):
        bet = find_bet(name)
        found = best_tags(bet, SMALL, STANDARD, unseen, 1)
        assert (found.is_proved, found.tried) == (True, 3**10)
        assert found.play == exactly(bet, SMALL, unseen, found.tags)
        every = gains_of_all_counts(bet, SMALL, unseen, 1)
        assert found.play.gain == max(every.values())
        equal = [tags for tags, gain in every.items() if gain == found.play.gain]
        assert cards_to_count(found.tags) == min(map(cards_to_count, map(on_held, equal)))
    beyond = best_tags(bet, SMALL, STANDARD, unseen, 2)
    every = gains_of_all_counts(bet, SMALL, unseen, 2)
    held = tuple(beyond.tags[value] for value in (0, 4, 7, 9))
    assert not beyond.is_proved
    assert found.play.gain <= beyond.play.gain == every[held]
    for value, change in product(range(4), (-1, 1)):
        other = (*held[:value], held[value] + change, *held[value + 1 :])
        assert every.get(other, Fraction(0)) <= beyond.play.gain


@pytest.mark.parametrize(("name", "unseen"), [("banco", 9), ("tie", 15)])
def test_the_bounds_of_all_tags_are_close_and_right(name: str, unseen: int) -> None:
    """Of what each count gains beyond betting always or never, by every composition; some gain nothing."""
    tags, least, most = _bounds_of_gains(_TagSearch(find_bet(name), SMALL, STANDARD, unseen))
    every = gains_of_all_counts(find_bet(name), SMALL, unseen, 1)
    beyond = np.array([float(gain - every[0, 0, 0, 0]) for gain in every.values()])
    own = beyond[(tags[:, [0, 4, 7, 9]] + 1) @ [27, 9, 3, 1]]
    rounding = 1e-15
    assert len(np.unique(tags, axis=0)) == 3**10
    assert ((least <= own + rounding) & (own <= most + rounding)).all()
    assert (most - least).max() < 1e-9 < own.max()


@pytest.mark.slow
def test_a_loss_that_is_tiny_beside_the_gain_is_bounded_too() -> None:
    """Almost all compositions win, so that what a count avoids is beyond the digits of a double of what it gains.

    It is the loss with few sevens unseen, weighed by their distribution.
    """
    bet, unseen, tens, sevens = find_bet("dragon-7"), 60, 60, 10
    shoe = Shoe.of_values([tens, *[0] * 6, sevens, 0, 0])
    avoided = sum(
        Fraction(comb(sevens, few) * comb(tens, unseen - few), comb(tens + sevens, unseen))
        * -min(Fraction(0), price_bet(bet, Shoe.of_values([unseen - few, *[0] * 6, few, 0, 0]), STANDARD).expectation)
        for few in range(3)
    )
    assert 0 < avoided < Fraction(1, 10**8)
    _tags, least, most = _bounds_of_gains(_TagSearch(bet, shoe, STANDARD, unseen))
    assert least.max() < avoided < most.max() < least.max() * (1 + 1e-9)
    found = best_tags(bet, shoe, STANDARD, unseen, 1)
    assert found.play.gain == price_bet(bet, shoe, STANDARD).expectation + avoided


@pytest.mark.slow
def test_where_no_count_gains_none_is_tried() -> None:
    """Before the first card is seen, all counts of all ten values say the same: to compute each would take minutes."""
    shoe = Shoe.of_decks(1)
    found = best_tags(find_bet("banco"), shoe, STANDARD, 52, 1)
    assert (found.tags, found.play) == ((0,) * 10, Play(52, None, Fraction(0), Fraction(0)))


@pytest.mark.slow
@pytest.mark.parametrize("unseen", [18, 17])
def test_a_bet_that_wins_without_a_count_is_not_counted_if_no_count_avoids_a_loss(unseen: int) -> None:
    bet = find_bet("tie")
    found = best_tags(bet, SMALL, STANDARD, unseen, 1)
    assert found.play.gain == exactly(bet, SMALL, unseen, (0,) * 10).gain > 0
    assert (found.tags, found.is_proved) == ((0,) * 10, True)


@pytest.mark.slow
def test_a_gain_too_small_for_a_difference_of_doubles_is_found() -> None:
    """With 400 cards unseen, only shoes in which the few seen cards are all of the right kind favour the player."""
    found = best_tags(find_bet("dragon-7"), Shoe.of_decks(8), STANDARD, 400, 1)
    assert 0 < found.play.gain < Fraction(1, 10**13)


def test_refusals() -> None:
    shoe = Shoe.of_decks(8)
    assert "level: 4 must be a whole number from 1 to 3" in refusal(best_tags, find_bet("tie"), shoe, STANDARD, 52, 4)
    for unseen in (-1, 5, 417):
        with pytest.raises(ExactError, match=f"unseen: {unseen} must be a whole number from 6 to 416"):
            best_tags(find_bet("tie"), shoe, STANDARD, unseen, 1)
    with pytest.raises(ExactError, match="looks at ranks, but a search for tags allows only"):
        best_tags(find_bet("either-pair"), shoe, STANDARD, 52, 1)


def test_the_search_ends_where_it_takes_too_long_or_sets_are_too_many_for_a_double(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_of_all", lambda _question: "searched")

    def search(cards: int, unseen: int) -> str:
        return str(best_tags(find_bet("tie"), Shoe.of_values([cards - 9, *[1] * 9]), STANDARD, unseen, 1))

    for cards, unseen in ((832, 250), (832, 582), (TOO_MANY - 1, 250)):
        assert search(cards, unseen) == "searched"
    for cards, unseen in ((832, 251), (832, 581), (TOO_MANY, 250)):
        with pytest.raises(ExactError, match=f"^unseen: {unseen} of {cards} cards are too many .* about 250 unseen"):
            search(cards, unseen)


def test_counts_that_bet_alike_are_tried_once() -> None:
    """Tags of cards that the shoe lacks do not matter, nor does a constant or a positive factor."""
    values = (4, 0, 3, 2)
    alike = [(0, 1, -1, 0), (1, 0, 0, 1), (1, -1, -1, 1), (0, 0, -2, 0)]
    opposite, equal = [(0, 0, 1, 0), (-1, 1, 0, -1)], [(0, 0, 0, 0), (1, 0, 1, 1), (-1, 1, -1, -1)]
    assert list(_distinct([*alike, *opposite, *equal, (0, 0, 1, 1)], values)) == [
        alike[0], opposite[0], equal[0], (0, 0, 1, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(("height", "best"), [(12, (-2, 0, 0)), (8, (2, 0, 0))])
def test_a_search_climbs_from_every_start(height: int, best: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hills that single steps lead up, each from a start of its own: rounded tags, and the best of level 1."""

    class Hills:
        bet = shoe = tableau = None

        def play(self, tags: tuple[int, ...]) -> Play:
            top, peak = (10, 2) if tags[0] > 0 else (height, -2)
            gain = top - abs(tags[0] - peak) - abs(tags[1]) - abs(tags[2]) if tags[0] else 0
            return Play(52, Fraction(1), Fraction(1), Fraction(gain))

    rounded = {1: (1, 1, 0), 2: None}
    first = module.BestTags((-1, 0, -1), Hills().play((-1, 0, -1)), 27, True)
    monkeypatch.setattr(module, "effects_of_removal", lambda *_: None)
    monkeypatch.setattr(module, "integer_tags", lambda _, level: rounded[level])
    monkeypatch.setattr(module, "_of_all", lambda _: first)
    found = module._searched(Hills(), 2)  # type: ignore[arg-type]
    assert (found.tags, found.play.gain, found.is_proved) == (best, Fraction(max(10, height)), False)
