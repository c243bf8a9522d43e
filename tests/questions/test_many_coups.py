"""Questions about successive coups and unseen cards: by closed formulas, by small shoes, and by the commands' views."""

from fractions import Fraction
from itertools import combinations
from math import comb, isclose, perm
from statistics import correlation

import exact
from exact.arithmetic import high_of, low_of
from exact.game import Granularity
from exact.game.shoe import Shoe

P, B, T = (Fraction(count, 4998398275503360) for count in (2230518282592256, 2292252566437888, 475627426473216))
"""The probabilities of punto, banco and a tie with eight decks, from the published counts."""
SMALL = Shoe((2, 0, 1, 0, 1, 0, 1, 0, 1, 2), Granularity.VALUES)


def value(question: str) -> Fraction:
    return Fraction(exact.ask(f"{question}, 8 decks").value)


def test_a_session_on_the_tie_is_binomial() -> None:
    chance = sum(comb(10, ties) * T**ties * (1 - T) ** (10 - ties) for ties in range(2, 11))  # two ties win 8
    assert value("probability of a session of 10 coups on tie, winning 8 or more") == chance
    assert value("probability of a session of 10 coups on tie, losing 1 or more") == sum(
        comb(10, ties) * T**ties * (1 - T) ** (10 - ties) for ties in range(2)
    )
    assert value("probability of a session of 10 coups on tie, losing 10 or less") == 1
    assert value("expectation of a session of 10 coups on tie") == 10 * (9 * T - 1)
    assert value("variance of a session of 10 coups on tie, pays 9") == 10 * (T * 100 - (10 * T) ** 2)
    deviation = exact.ask("standard deviation of a session of 10 coups on tie, 8 decks")
    assert isclose(float(deviation) ** 2, float(value("variance of a session of 10 coups on tie")))


def test_a_session_of_decided_coups_is_binomial() -> None:
    won = P / (1 - T)  # of two coups, at least one
    assert value("probability of a session of 2 coups on punto, ties skipped, winning 0 or more") == won * (2 - won)
    assert value("expectation of a session of 9 coups on punto, ties skipped") == 9 * (2 * won - 1)


def test_a_long_session_is_between_bounds() -> None:
    figure = exact.ask("probability of a session of 400 coups on punto, winning 0 or more, 8 decks")
    assert figure.exactness == "bounds"
    assert 0 < high_of(figure.value) - low_of(figure.value) < Fraction(1, 10**30)
    assert "successive coups taken as independent" in figure.assumed


def test_ruin_on_punto_is_the_ruin_of_a_gambler() -> None:
    win, ratio = P / (P + B), B / P  # ties push
    assert value("probability of ruin on punto from 3, target 5") == 1 - (1 - ratio**3) / (1 - ratio**5)
    assert value("probability of ruin on punto from 3") == 1
    coups = (3 / (1 - 2 * win) - 5 / (1 - 2 * win) * (1 - ratio**3) / (1 - ratio**5)) / (P + B)
    assert value("duration of ruin on punto from 3, target 5") == coups
    ever = exact.ask("probability of ruin on banco from 2, no commission, 8 decks").value
    assert low_of(ever) <= (P / B) ** 2 <= high_of(ever)


def test_the_outcomes_of_the_first_coups_of_a_shoe() -> None:
    orders = [f"{first} {second}" for first in ("punto", "banco", "tie") for second in ("punto", "banco", "tie")]
    assert sum(value(f"probability of the coups {order}") for order in orders) == 1
    assert value("probability of the coups punto banco") == value("probability of the coups banco punto")
    assert value("probability of the coups banker") == B
    both = value("probability of the coups banco tie")
    assert value("probability of tie after banco") == both / B
    assert sum(value(f"probability of {outcome} after tie tie") for outcome in ("punto", "banco", "tie")) == 1


def test_independent_coups_and_the_deals_of_coups() -> None:
    assert value("probability of independent coups banco tie banco") == B * T * B
    assert value("count of the coups tie") == T * perm(416, 6)
    assert value("count of the coups tie banco") == value("probability of the coups tie banco") * perm(416, 12)


def over_the_unseen(bet: str, unseen: int) -> list[Fraction]:
    """The expectation of a bet from each set of so many cards of the small shoe."""
    cards = [rank for rank, count in enumerate(SMALL.counts) for _card in range(count)]
    return [
        exact.ask(f"expectation of {bet}", shoe=Shoe(tuple(map(drawn.count, range(10))), Granularity.VALUES)).value
        for drawn in combinations(cards, unseen)
    ]


def test_perfect_play_and_the_variance_of_the_expectation_by_every_set_of_unseen_cards() -> None:
    def asked(question: str) -> Fraction:
        return Fraction(exact.ask(f"{question}, 6 unseen", shoe=SMALL).value)

    each, other = over_the_unseen("tie", 6), over_the_unseen("punto", 6)
    mean = sum(each) / len(each)
    variance = sum((expectation - mean) ** 2 for expectation in each) / len(each)
    assert asked("variance of the expectation of tie") == variance
    assert isclose(
        float(exact.ask("standard deviation of the expectation of tie, 6 unseen", shoe=SMALL)) ** 2, float(variance)
    )
    assert 0 <= asked("linear share of tie") <= 1
    cards = [rank for rank, count in enumerate(SMALL.counts) for _card in range(count)]
    counts = [sum(card == 9 for card in cards) - sum(card == 9 for card in drawn) for drawn in combinations(cards, 6)]
    figure = exact.ask("betting correlation of tie, tags 0 0 0 0 0 0 0 0 1 0, 6 unseen", shoe=SMALL)
    assert isclose(float(figure), correlation(counts, [*map(float, each)]))
    positive = [expectation for expectation in each if expectation > 0]
    assert asked("gain per coup of perfect play on tie") == sum(positive) / len(each)
    assert asked("betting frequency of perfect play on tie") == Fraction(len(positive), len(each))
    assert asked("edge when betting of perfect play on tie") == sum(positive) / len(positive)
    best = [max(pair) for pair in zip(each, other, strict=True)]
    assert asked("gain per coup of perfect play on (tie,punto)") == sum(max(b, Fraction(0)) for b in best) / len(best)


def test_a_free_bet_on_the_tie() -> None:
    assert value("worth of a free bet on tie") == 8 * T
    assert value("worth of a free bet on punto, ties skipped") == P / (P + B)
