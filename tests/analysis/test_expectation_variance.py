"""The spread of the expectation against sums over every composition of the unseen cards, priced by the reference."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb, perm, prod

import pytest
from support import STANDARD, compositions
from support.bets import own_bet, walked

from exact.analysis.expectation_variance import (
    VARIANCE,
    ExpectationVariance,
    check_work,
    expectation_variances,
    work_of,
)
from exact.bets.catalogue import catalogue, find_bet
from exact.engine.compiler import compiled
from exact.engine.forms import net_win
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.reference.card_by_card import count_card_by_card
from exact.reference.decisions import DECISIONS
from exact.rules import rules_named

Composition = tuple[int, ...]
Price = Callable[[Composition], Fraction]


def enumerated(held: Sequence[int], unseen: int, price: Price) -> ExpectationVariance:
    """The moments as plain sums, and the variance that the covariances with the counts explain.

    The counts c of the unseen cards have the covariances f (diag p − p pᵀ), f = n(N − n)/(N − 1). A linear function Σ
    t_v c_v with the covariances b of E has t_v = b_v / (f p_v), because Σ b_v = 0, and so the variance Σ b_v² / (f
    p_v).
    """
    cards = sum(held)
    distribution = [
        (Fraction(prod(map(comb, held, taken)), comb(cards, unseen)), taken, price(taken))
        for taken in compositions(held, unseen)
    ]
    mean = sum((weight * e for weight, _, e in distribution), Fraction(0))
    variance, third = (
        sum((weight * (e - mean) ** power for weight, _, e in distribution), Fraction(0)) for power in (2, 3)
    )
    linear = Fraction(0)
    if unseen < cards:
        scale = Fraction(unseen * (cards - unseen), cards - 1)
        for value, count in enumerate(held):
            if count:
                with_count = sum((weight * taken[value] * (e - mean) for weight, taken, e in distribution), Fraction(0))
                linear += with_count**2 * cards / (scale * count)
    return ExpectationVariance(unseen, mean, variance, third, linear)


SMALL = (2, 0, 0, 2, 0, 0, 2, 0, 0, 3)
FEW_VALUES = (8, 0, 0, 0, 0, 0, 7, 0, 0, 6)
"""More numbers of unseen cards than the third moment needs, so that some are between."""


@pytest.mark.parametrize(
    ("name", "rules", "held", "unseen"),
    [
        ("tie", "standard", SMALL, range(6, 10)),
        ("tie", "standard", FEW_VALUES, (10, 12)),
        ("punto", "otto-mazzi:draws-on-6", SMALL, (7,)),
        pytest.param("banco", "standard", SMALL, range(6, 10), marks=pytest.mark.slow),
        pytest.param("punto", "castle-vaduz:literal", SMALL, (7,), marks=pytest.mark.slow),
    ],
)
def test_a_small_shoe_agrees_with_every_composition(
    name: str, rules: str, held: Composition, unseen: Sequence[int]
) -> None:
    bet, shoe, tableau = find_bet(name), Shoe.of_values(held), rules_named(rules).tableau
    expected = [enumerated(held, number, lambda left: walked(left, (name,), rules)[name]) for number in unseen]
    assert expectation_variances(bet, shoe, tableau, unseen) == expected
    variances = [spread.variance for spread in expectation_variances(bet, shoe, tableau, unseen, VARIANCE)]
    assert variances == [spread.variance for spread in expected]


def paid_pairs(pays: int) -> Price:
    """A pair of two first cards of the same class; the counts alone decide it."""

    def price(held: Composition) -> Fraction:
        cards = sum(held)
        return (pays + 1) * Fraction(sum(count * (count - 1) for count in held), cards * (cards - 1)) - 1

    return price


@pytest.mark.parametrize(
    ("name", "pays", "classes", "held"),
    [
        ("punto-pair", 11, (0, 8, 10, 12), (3, 2, 0, 3)),
        ("banco-pair", 11, (0, 8, 10, 12), (0, 4, 1, 2)),
        ("punto-perfect-pair", 25, (0, 1, 38, 51), (2, 1, 3, 2)),
    ],
)
def test_a_pair_looks_at_ranks_or_cards_alone(name: str, pays: int, classes: Composition, held: Composition) -> None:
    granularity = Granularity.CARDS if pays == 25 else Granularity.RANKS
    counts = [0] * granularity
    for index, count in zip(classes, held, strict=True):
        counts[index] = count
    unseen = range(6, sum(held) + 1)
    expected = [enumerated(held, number, paid_pairs(pays)) for number in unseen]
    assert expectation_variances(find_bet(name), Shoe(counts, granularity), STANDARD, unseen) == expected


CARDS = [48, 49, 33, 33, 34, 31, 16, 37]
"""K K 9 9 9 8 5 10, two of them alike."""


@pytest.mark.slow
def test_bets_on_ranks_and_suits_agree_with_every_deal() -> None:
    """With seven of eight cards unseen."""
    finer = [bet for bet in catalogue().values() if Granularity.VALUES is not compiled(bet, STANDARD).granularity]
    counts = [0] * 52
    for card in CARDS:
        counts[card] += 1
    prices: dict[str, list[Fraction]] = {bet.name: [] for bet in finer}
    for left_out in range(len(CARDS)):
        counted = count_card_by_card(finer, [*CARDS[:left_out], *CARDS[left_out + 1 :]], DECISIONS["standard"])
        for bet in finer:
            won = sum((n * pays for n, pays in zip(counted[bet.name], bet.payoffs(), strict=True)), Fraction(0))
            prices[bet.name].append(won / perm(len(CARDS) - 1, 6))
    for bet in finer:
        mean = sum(prices[bet.name], Fraction(0)) / len(CARDS)
        moments = [sum(((e - mean) ** power for e in prices[bet.name]), Fraction(0)) / len(CARDS) for power in (2, 3)]
        (found,) = expectation_variances(bet, Shoe.of_cards(counts), STANDARD, [7])
        assert [found.mean, found.variance, found.third_moment, found.linear_variance] == [mean, *moments, moments[0]]


@pytest.mark.slow
def test_bets_that_never_vary() -> None:
    sure = own_bet("cards >= 4")
    expected = ExpectationVariance(26, Fraction(1), Fraction(0), Fraction(0), Fraction(0))
    assert expectation_variances(sure, Shoe.of_decks(1), STANDARD, [26]) == [expected]
    assert expected.linear_share is expected.skewness_squared is None
    tens = Shoe.of_values([100, *[0] * 9])
    never = ExpectationVariance(50, Fraction(-1), *[Fraction(0)] * 3)
    assert expectation_variances(find_bet("dragon-7"), tens, STANDARD, [50]) == [never]
    six = Shoe.of_values((2, 0, 0, 2, 0, 0, 0, 1, 0, 1))
    assert expectation_variances(find_bet("tie"), six, STANDARD, [6])[0].variance == 0


def test_shares_and_skewness_follow_from_the_moments() -> None:
    """And are none if nothing varies, or if the third moment was not asked for."""
    spread = ExpectationVariance(52, Fraction(1, 7), Fraction(4), Fraction(-6), Fraction(3))
    assert (spread.linear_share, spread.skewness_squared) == (Fraction(3, 4), Fraction(-36, 64))
    assert replace(spread, third_moment=None).skewness_squared is None
    constant = replace(spread, variance=Fraction(0), third_moment=Fraction(0), linear_variance=Fraction(0))
    assert (constant.linear_share, constant.skewness_squared) == (None, None)


def test_blocks_without_a_composition_that_the_shoe_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards are left over. First in order are three tens or kings, but there are only two."""
    monkeypatch.setattr("exact.analysis.expectation_variance._TOGETHER", 1)
    found = expectation_variances(find_bet("tie"), Shoe.of_values(SMALL), STANDARD, [6], VARIANCE)
    assert found == [replace(enumerated(SMALL, 6, lambda left: walked(left, ("tie",))["tie"]), third_moment=None)]


def test_as_much_work_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair looks at two cards: 52, 51 and 50 cards of 13 ranks fix the variance, and two more the third moment."""
    bet, shoe = find_bet("punto-pair"), Shoe.of_decks(1)
    terms = len(net_win(bet, STANDARD).coefficient)
    assert work_of(bet, shoe, STANDARD, VARIANCE) == terms * (1 + 13 + 91)
    work = work_of(bet, shoe, STANDARD, 3)
    assert work == terms * (1 + 13 + 91 + 455 + 1820)
    assert work_of(find_bet("tie"), shoe, STANDARD, 3) == 0
    monkeypatch.setattr("exact.analysis.expectation_variance.MAX_WORK", work)
    check_work(bet, shoe, STANDARD, 3)
    monkeypatch.setattr("exact.analysis.expectation_variance.MAX_WORK", work - 1)
    with pytest.raises(ExactError, match="bet: 'punto-pair' looks at 13 kinds of cards: its spread needs"):
        check_work(bet, shoe, STANDARD, 3)


@pytest.mark.parametrize("unseen", [5, 16])
def test_more_or_fewer_unseen_cards_than_there_can_be(unseen: int) -> None:
    with pytest.raises(ExactError, match=f"unseen: {unseen} must be a whole number from 6 to 9"):
        expectation_variances(find_bet("tie"), Shoe.of_values(SMALL), STANDARD, [unseen])
