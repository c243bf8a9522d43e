"""The value of signals against every deal of a few cards, knowledge pattern by pattern, and printed figures."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from support import STANDARD, refusal
from support.dealer import Card, deal, every_deal, outcome_of, point, rank, shoe_of

from exact.analysis.signals import best_sorts, signal_value
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.bets.partition import parse_partition
from exact.errors import ExactError
from exact.game import Outcome
from exact.game.shoe import Shoe

PUNTO, BANCO, TIE = (catalogue()[name] for name in ("punto", "banco", "tie"))
FEW_CARDS = ([0, 0, 2, 4, 6, 7, 7], [1, 3, 3, 5, 6, 8, 0])
"""Point values; every order of six of them is dealt."""
Hands = tuple[Any, Any]
"""Of punto and banco: lists of cards or of point values."""
Pays = Callable[[Hands], Fraction]


def wins(outcome: Outcome, payoff: Fraction, of_tie: int) -> Pays:
    """What a bet on an outcome pays by the hands."""

    def pays(hands: Hands) -> Fraction:
        happened = outcome_of(*hands)
        return payoff if happened is outcome else Fraction(of_tie if happened is Outcome.TIE else -1)

    return pays


BY_HANDS: dict[str, Pays] = {
    "punto": wins(Outcome.PUNTO, Fraction(1), 0),
    "banco": wins(Outcome.BANCO, Fraction(19, 20), 0),
    "tie": wins(Outcome.TIE, Fraction(8), 8),
    "punto-pair": lambda hands: Fraction(11 if rank(hands[0][0]) == rank(hands[0][1]) else -1),
}


def value_by_deals(
    cards: Sequence[Any], names: Sequence[str], places: Sequence[int], text: str, rules: str = "standard"
) -> tuple[Fraction, set[tuple[Fraction, Fraction]]]:
    """The value, and the probability and best expectation of each pattern, from every deal."""
    classes = parse_partition(text).classes
    won: dict[tuple[int, ...], dict[str, Fraction]] = defaultdict(lambda: dict.fromkeys(names, Fraction(0)))
    deals: dict[tuple[int, ...], int] = defaultdict(int)
    for order, times in every_deal(cards):
        hands = deal(order, rules)
        shows = tuple(
            next(index for index, group in enumerate(classes) if point(order[place - 1]) in group) for place in places
        )
        deals[shows] += times
        for name in names:
            won[shows][name] += times * BY_HANDS[name](hands)
    every = sum(deals.values())
    best = {shows: max(Fraction(0), *won[shows].values()) for shows in deals}
    patterns = {(Fraction(deals[shows], every), best[shows] / deals[shows]) for shows in deals}
    return sum(best.values(), Fraction(0)) / every, patterns


@pytest.mark.parametrize(
    ("places", "text"),
    [
        ((1,), "6-9"),
        ((6,), "each"),
        ((3, 4, 6), "A/2-5/6-9"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (((2,), "each"), ((5,), "A-4"), ((1, 2, 3, 4), "6-9"), ((2, 5), "A-10"))
        ),
    ],
)
@pytest.mark.parametrize("cards", [FEW_CARDS[0], pytest.param(FEW_CARDS[1], marks=pytest.mark.slow)])
def test_every_deal_of_a_few_cards_gives_the_same(cards: list[int], places: tuple[int, ...], text: str) -> None:
    names = ("punto", "banco", "tie")
    shoe = Shoe.of_values([cards.count(value) for value in range(10)])
    found = signal_value([PUNTO, BANCO, TIE], shoe, STANDARD, places, parse_partition(text))
    value, patterns = value_by_deals(cards, names, places, text)
    assert found.value == value
    assert {(signal.probability, signal.expectation) for signal in found.signals} == patterns
    assert sum(signal.probability for signal in found.signals) == 1


@pytest.mark.parametrize(
    "places", [(1, 3), pytest.param((3, 4), marks=pytest.mark.slow), pytest.param((5,), marks=pytest.mark.slow)]
)
def test_a_bet_on_ranks_agrees_with_every_deal(places: tuple[int, ...]) -> None:
    cards: list[Card] = [(10, 0), (10, 1), (13, 0), (6, 2), (6, 3), (9, 0), (3, 1)]
    shoe = shoe_of(cards)
    for names in (("punto-pair",), ("punto", "punto-pair")):
        bets = [catalogue()[name] for name in names]
        found = signal_value(bets, shoe, STANDARD, places, parse_partition("6-9"))
        value, patterns = value_by_deals(cards, names, places, "6-9")
        assert found.value == value
        assert {(signal.probability, signal.expectation) for signal in found.signals} == patterns


@pytest.mark.parametrize(
    ("bets", "shoe", "places"),
    [
        ([PUNTO, BANCO, TIE], Shoe.of_decks(1).removed("A A A A 7"), (1,)),
        pytest.param(
            [TIE, find_bet("punto-pair")], Shoe.of_decks(1).removed("A A A A 7"), (1,), marks=pytest.mark.slow
        ),
        pytest.param([BANCO, TIE], Shoe.of_decks(10**7), (2, 6), id="beyond 64 bits", marks=pytest.mark.slow),
    ],
)
def test_each_sort_of_the_search_has_its_value(bets: list[Bet], shoe: Shoe, places: tuple[int, ...]) -> None:
    sorts = best_sorts(bets, shoe, STANDARD, places)
    assert len(sorts) == len({sort.text for sort, _ in sorts}) == 511
    assert [value for _, value in sorts] == sorted((value for _, value in sorts), reverse=True)
    for sort, value in sorts[::73]:
        assert signal_value(bets, shoe, STANDARD, places, sort).value == value


def test_the_rows_of_the_table_of_four_cards_that_jacobson_prints() -> None:
    """The side with one high card against none, and how often a tie is the best bet."""
    found = signal_value([PUNTO, BANCO, TIE], Shoe.of_decks(8), STANDARD, (1, 2, 3, 4), parse_partition("6-9"))
    (one_high,) = [signal for signal in found.signals if signal.shows == (0, 1, 1, 1)]
    assert one_high.best is PUNTO
    assert round(2 * one_high.probability * 100, 3) == Fraction("20.502")
    assert round(one_high.expectation * 100, 3) == Fraction("36.332")
    of_ties = sum(signal.probability for signal in found.signals if signal.best is TIE)
    assert round(of_ties * 100, 3) == Fraction("19.075")


def test_a_bet_that_gains_nothing_is_no_bet() -> None:
    """Tens alone tie: punto's stake comes back, and of two bets on the tie that pay alike the first is taken."""
    tens, each = Shoe.of_values([20, *[0] * 9]), parse_partition("6-9")
    none = signal_value([PUNTO, BANCO], tens, STANDARD, (1,), each)
    assert none.value == 0
    assert [signal[1:] for signal in none.signals] == [(Fraction(1), None, Fraction(0))]
    again = replace(TIE, name="again")
    sure = signal_value([PUNTO, TIE, again], tens, STANDARD, (1,), each)
    assert sure.value == 8
    assert [signal[1:] for signal in sure.signals] == [(Fraction(1), TIE, Fraction(8))]


def test_as_many_patterns_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two classes at two places, for a bet that point values decide and for one that they do not."""
    tens, sixes, pair = Shoe.of_ranks([*[0] * 9, 4, 4, 0, 0]), parse_partition("6-9"), find_bet("punto-pair")
    monkeypatch.setattr("exact.analysis.signals.MAX_PATTERNS", 4)
    monkeypatch.setattr("exact.analysis.signals.MAX_COUNTED_PATTERNS", 4)
    assert signal_value([TIE, pair], tens, STANDARD, (1, 2), sixes).value == 8
    monkeypatch.setattr("exact.analysis.signals.MAX_COUNTED_PATTERNS", 3)
    with pytest.raises(ExactError, match="looks at ranks, so each pattern .* there are 4, and the bound is 3"):
        signal_value([TIE, pair], tens, STANDARD, (1, 2), sixes)
    monkeypatch.setattr("exact.analysis.signals.MAX_PATTERNS", 3)
    with pytest.raises(ExactError, match="may show 4 patterns at 2 positions; the bound is 3"):
        signal_value([TIE], tens, STANDARD, (1, 2), sixes)
    assert "described by ranks" in refusal(signal_value, [pair], Shoe.of_values([32] * 10), STANDARD, (1,), sixes)
