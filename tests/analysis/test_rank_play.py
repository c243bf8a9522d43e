"""Perfect play by sums of counts: against every composition of small shoes, and against partitions of full ones."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import comb, perm, prod

import numpy as np
import pytest
from stored_parts import QUICK_PAIRS, computed_pairs
from support import STANDARD, compositions
from support.bets import own_bet
from support.pair_partitions import deals_with_pairs, pair_play, partitions, ways

from exact.analysis import rank_sums
from exact.analysis.compositions import composition_counts
from exact.analysis.rank_play import plan_of_sums, rank_plays
from exact.analysis.rank_states import states_by_cards, states_of
from exact.analysis.rank_sums import features_of, questions_of
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.publication.stored_figures import PAIR_PLAY, reference
from exact.reference.card_by_card import categories_of
from exact.workers.tasks import checkpoint_size

Cards = tuple[int, ...]
"""Punto's two cards, then banco's, each as a rank 1 to 13 or as a card."""
FEW = {0: 3, 8: 2, 9: 2, 12: 3}
RING = {0: 1, 1: 1, 2: 1, 3: 2, 4: 2}
CARDS = {0: 3, 1: 2, 4: 1, 36: 4, 40: 2, 51: 2}
"""Cards by card type, 4 · rank + suit."""


def paid_by(bet: Bet, suits: int = 4) -> Callable[[Cards], Fraction]:
    """What a bet on the first four cards pays by the second method; a rank stands for the first of its ``suits``."""

    @cache
    def paid(four: Cards) -> Fraction:
        dealt = [suits * four[place] for place in (0, 2, 1, 3)]
        return bet.payoffs()[categories_of([bet], dealt, lambda *_: None)[0]]

    return paid


def brute(
    held: dict[int, int], cards: int, paid: Callable[[Cards], Fraction], threshold: Fraction
) -> tuple[Fraction, Fraction, Fraction]:
    """Gain, probability of a positive expectation and of at least ``threshold``, by dealing every composition."""
    gain = positive = reached = Fraction(0)
    draws = comb(sum(held.values()), cards)
    for counts in compositions(list(held.values()), cards):
        left = dict(zip(held, counts, strict=True))
        won = Fraction(0)
        for four in product(held, repeat=4):
            deals = prod(left[card] - four[:place].count(card) for place, card in enumerate(four))
            if min(left[card] - four.count(card) for card in four) >= 0:
                won += deals * paid(four)
        expectation = won / perm(cards, 4)
        probability = Fraction(prod(map(comb, held.values(), counts)), draws)
        gain += probability * max(expectation, Fraction(0))
        positive += probability * (expectation > 0)
        reached += probability * (expectation >= threshold)
    return gain, positive, reached


def shoe_of(ranks: dict[int, int]) -> Shoe:
    return Shoe.of_ranks([ranks.get(rank, 0) for rank in range(13)])


RANK_BETS = {
    "a pair at 3": own_bet(("punto_pair", 3)),
    "either pair": own_bet(("punto_pair or banco_pair", 2)),
    "two pairs or one": own_bet(("punto_pair and banco_pair", 20), ("punto_pair or banco_pair", 1)),
    "no pair at all": own_bet(("punto_pair or banco_pair", -1), ("cards >= 4", 1)),
    "a pair, a better one of kings": own_bet(("punto_pair and punto_rank_1 == 13", 9), ("punto_pair", 2)),
    "always": own_bet(("punto_rank_1 >= 1", 3)),
    "a king": own_bet(("punto_rank_1 == 13", 4)),
    "a king and an ace": own_bet(("punto_rank_1 == 13 and banco_rank_1 == 1", 12)),
    "either pair of tens": own_bet(
        ("(punto_pair and punto_rank_1 >= 10) or (banco_pair and banco_rank_1 >= 10)", 3),
    ),
    "two pairs, better if punto's is of tens": own_bet(
        ("punto_pair and banco_pair and punto_rank_1 >= 10", 19), ("punto_pair and banco_pair", 9)
    ),
    "four of a rank": own_bet(("punto_pair and banco_pair and punto_rank_1 == banco_rank_1", 90)),
}
NEIGHBOURS = own_bet(("punto_rank_1 - banco_rank_1 in {1, -1, 4, -4}", 2))


@pytest.mark.parametrize("name", RANK_BETS)
def test_every_composition_of_a_small_shoe(name: str) -> None:
    threshold = Fraction(1, 10)
    for play in rank_plays([RANK_BETS[name]], shoe_of(FEW), STANDARD, [6, 7, 8], grid=[threshold]):
        expected = brute(FEW, play.unseen, paid_by(RANK_BETS[name]), threshold)
        assert (play.gain, play.positive, *play.at_least) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "bet",
    [
        find_bet("punto-perfect-pair"),
        own_bet(("punto_perfect_pair or banco_perfect_pair", 3)),
        own_bet(("punto_first_two_suited", 1)),
        own_bet(("punto_colour_1 == red", 1)),
        own_bet(("punto_pair and not punto_perfect_pair", 8)),
    ],
)
def test_cards_of_a_small_shoe(bet: Bet) -> None:
    shoe = Shoe.of_cards([CARDS.get(card, 0) for card in range(52)])
    for play in rank_plays([bet], shoe, STANDARD, [6, 8], grid=[Fraction(0)]):
        expected = brute(CARDS, play.unseen, paid_by(bet, suits=1), Fraction(0))
        assert (play.gain, play.positive, *play.at_least) == expected


@pytest.mark.parametrize(
    ("bet", "decks", "cards", "pays", "which"),
    [
        ("punto-pair:12", 1, 20, 12, 0),
        ("either-pair", 8, 25, 5, 1),  # a state of Σc(c−1) does not decide it
        pytest.param("punto-pair", 8, 46, 11, 0, marks=pytest.mark.slow),
        pytest.param("banco-pair:12", 8, 46, 12, 0, marks=pytest.mark.slow),
        pytest.param("either-pair", 8, 46, 5, 1, marks=pytest.mark.slow),
    ],
)
def test_partitions_of_a_full_shoe_give_the_same(bet: str, decks: int, cards: int, pays: int, which: int) -> None:
    (play,) = rank_plays([find_bet(bet)], Shoe.of_decks(decks), STANDARD, [cards])
    assert (play.gain, play.positive) == pair_play(cards, 13, 4 * decks, Fraction(pays), which)


def test_there_are_as_many_partitions_as_compositions_allow() -> None:
    fewer_than_14_parts = 627 - 1 - 1 - 2 - 3 - 5 - 7 - 11  # p(20) less those of 14 to 20 parts
    assert sum(1 for _ in partitions(20, 13, 32)) == fewer_than_14_parts
    assert sum(ways(partition, 13, 4) for partition in partitions(9, 13, 4)) == comb(52, 9)
    assert deals_with_pairs((2, 2)) == (8, 8, 8)
    assert deals_with_pairs((3, 1)) == (12, 24, 0)


@pytest.mark.slow
def test_all_states_of_eight_decks() -> None:
    (question,) = questions_of([find_bet("punto-pair")], Shoe.of_decks(8), STANDARD, [416])
    states = states_by_cards(question.sums.held, question.sums.packing(416).table, range(417))
    assert sum(len(of_cards.keys) for of_cards in states.values()) == 404_378
    assert all(sum(of_cards.ways) == comb(416, cards) for cards, of_cards in states.items())


def test_the_features_are_those_of_the_literature() -> None:
    """A pair needs Σc², either pair Σc² and Σc³; F_j is the sum of c(c−1)…(c−j+1)."""
    pair, either = (features_of([find_bet(name)], Shoe.of_decks(8), STANDARD) for name in ("banco-pair", "either-pair"))
    assert pair.kinds == either.kinds == ((32, 0),) * 13
    (of_pair,), (of_either,) = (one.with_unseen(52)[0] for one in (pair, either))
    assert of_pair.keys() == {(), ((0, 2),)}
    assert of_either.keys() == {(), ((0, 2),), ((0, 2), (0, 2)), ((0, 3),)}


@pytest.mark.slow
def test_a_pair_with_a_bet_that_totals_decide_needs_every_composition() -> None:
    with pytest.raises(ExactError, match=r"punto-pair,tie' depends on .* 3,282,380,136,231 compositions would have"):
        rank_plays([find_bet("punto-pair"), find_bet("tie")], Shoe.of_decks(8), STANDARD, [52])


def test_too_many_compositions_are_counted_and_refused() -> None:
    with pytest.raises(ExactError, match=r"depends on .* 2000 cards in too many ways: \d[\d,]+ compositions would"):
        rank_plays([find_bet("punto-pair")], Shoe.of_decks(100), STANDARD, [2000])


@pytest.mark.slow
@pytest.mark.parametrize("bet", ["punto-pair", "either-pair"])
def test_the_file_of_reference_figures(bet: str) -> None:
    for decks in (6, 8):
        for *entry, gain, positive in computed_pairs(bet, decks, [*QUICK_PAIRS, 39, 52]):
            play = reference(PAIR_PLAY)[*entry]
            assert (play.gain, play.positive) == (gain, positive)


def test_ranks_in_a_ring_are_alike_and_cannot_change_places() -> None:
    """The bet wins if the first cards are neighbours in A 2 3 4 5 A: with 2 and 3 swapped, that is no ring."""
    (play,) = rank_plays([NEIGHBOURS], shoe_of(RING), STANDARD, [6])
    gain, positive, _ = brute(RING, 6, paid_by(NEIGHBOURS), Fraction(9))
    assert (play.gain, play.positive) == (gain, positive)


def test_as_many_compositions_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no few sums decide: the states, the evaluations of terms, the numbers that must fit into a word."""
    features = features_of([NEIGHBOURS], shoe_of(RING), STANDARD)
    monkeypatch.setattr(rank_sums, "features_of", lambda *_: features)
    ask = partial(questions_of, [NEIGHBOURS], shoe_of(RING), STANDARD, [6])
    (question,) = ask()
    assert question.members
    states = sum(composition_counts(question.sums.held, 6))
    terms = sum(len(polynomial) for _, polynomial in features.polynomials)
    for bound, limit, what in (
        ("MAX_STATES", states, "compositions"),
        ("_WORK", states * terms, "terms"),
        ("WORD", 3 * 3 * 3 * 5 * 5 + 1, "numbers"),  # every count up to one or two, and its negative
    ):
        with monkeypatch.context() as bounded:
            bounded.setattr(rank_sums, bound, limit)
            assert ask() == [question]
            bounded.setattr(rank_sums, bound, limit - 1)
            refused = rf"6 cards in too many ways: {limit:,} {what} would .*, and the bound is {limit - 1:,}$"
            with pytest.raises(ExactError, match=refused):
                ask()


def test_one_count_decides_a_bet_on_one_rank_unless_its_polynomial_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first card is a king as often as there are kings: one sum, for a polynomial of few products."""
    bet, shoe = RANK_BETS["a king"], Shoe.of_decks(1)
    ((_, polynomial),) = features_of([bet], shoe, STANDARD).polynomials
    for most, one_sum in ((len(polynomial), True), (len(polynomial) - 1, False)):
        monkeypatch.setattr(rank_sums, "_SHORT", most)
        (question,) = questions_of([bet], shoe, STANDARD, [8])
        assert (len(question.sums.outer) == 1, question.members == ()) == (one_sum, one_sum)


@pytest.mark.parametrize(("name", "seconds"), [("punto-pair", 5), ("either-pair", 15)])
def test_a_plan_takes_three_times_as_long_with_an_inner_sum(
    name: str, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to twenty cards the distribution that is measured is the distribution of the question."""
    monkeypatch.setattr("exact.analysis.rank_play._measured", lambda _sums, _unseen: 5)
    (question,) = questions_of([find_bet(name)], Shoe.of_decks(1), STANDARD, [20])
    plan = plan_of_sums(question)
    assert (plan.compositions, plan.core_seconds) == (int((np.poly1d([1] * 5) ** 13)[20]), seconds)


def test_a_plan_from_a_distribution_of_fewer_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """20 cards are measured, at 7 s; the time grows as the states, and as the counts of each kind."""
    (question,) = questions_of([find_bet("punto-pair")], Shoe.of_decks(8), STANDARD, [25])
    clock = [100.0]
    monkeypatch.setattr("exact.analysis.rank_play.time.process_time", lambda: clock[0])
    monkeypatch.setattr(
        "exact.analysis.rank_play._states_of", lambda _sums, unseen: clock.append(clock.pop() + unseen[0] - 13)
    )
    plan = plan_of_sums(question)
    monkeypatch.undo()
    states = states_of(question.sums, 25)
    assert plan.core_seconds == pytest.approx(7 * states[25] * 26 / (states[20] * 21), rel=1e-12)
    bits = 2 * comb(416, 25).bit_length() + 53
    assert plan[1:] == (1, plan.core_seconds, checkpoint_size(1, bits))


def test_the_best_of_a_pair_and_of_a_bet_that_always_wins() -> None:
    """The pair is worth a stake only beyond 1: max(1, E) = 1 + max(0, E − 1)."""
    pair = own_bet(("punto_pair", 9))
    pays = paid_by(pair)
    (play,) = rank_plays([own_bet(("punto_rank_1 >= 1", 1)), pair], shoe_of(FEW), STANDARD, [6])
    more, better, _ = brute(FEW, 6, lambda four: pays(four) - 1, Fraction(9))
    assert (play.gain, play.positive) == (1 + more, Fraction(1))
    assert 0 < better < 1
