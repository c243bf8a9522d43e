"""Linear counts: the collapsed distribution against brute force over every set of unseen cards, and each convention."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, perm, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import STANDARD, compositions, refusal
from support.strategies import COSTLY
from support.whole_shoes import coups_by_hand
from sympy.utilities.iterables import multiset_permutations

from exact.analysis import count_distribution, count_play
from exact.analysis.count_distribution import (
    BITS_A_SECOND,
    BettingCount,
    CountDistribution,
    cost_of,
    count_distributions,
)
from exact.analysis.count_play import (
    Approximation,
    DealtShoe,
    Play,
    ShoeGain,
    approximate_gain,
    coups_by_unseen,
    distributions_by_tasks,
    exact_gain,
    play_at,
)
from exact.analysis.dealing import BURNS, Dealing
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.engine.evaluate import evaluate
from exact.errors import ExactError
from exact.game import Granularity, Outcome
from exact.game.shoe import Shoe
from exact.reference.card_by_card import count_card_by_card
from exact.reference.decisions import DECISIONS
from exact.reference.walk import walk
from exact.rules import Tableau
from exact.workers.tasks import Run

DRAGON_7_TAGS = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
"""Ten-valued cards first, as the point values are ordered."""
BySum = dict[Fraction, tuple[int, Fraction]]
"""By the sum of the tags: the sets of unseen cards, and the sum of the bet's expectations on them."""


def running(tags: Sequence[Fraction | int], shoe: Shoe, granularity: Granularity = Granularity.VALUES) -> BettingCount:
    """The count that is the sum of the tags of the unseen cards, with the other sign."""
    initial = -total(tags, shoe.coarsened(granularity).counts)
    return BettingCount(tuple(map(Fraction, tags)), granularity, initial, running=True)


def by_sum(distribution: CountDistribution) -> BySum:
    return {
        -value: (ways, Fraction(won, distribution.unit))
        for value, ways, won in zip(distribution.ascending, distribution.ways, distribution.won, strict=True)
    }


def added_up(sets: list[tuple[Fraction, int, Fraction]]) -> BySum:
    sums: BySum = defaultdict(lambda: (0, Fraction(0)))
    for total, ways, expectation in sets:
        sums[total] = sums[total][0] + ways, sums[total][1] + ways * expectation
    return dict(sums)


def total(tags: Sequence[Fraction | int], counts: Sequence[int]) -> Fraction:
    return sum((Fraction(tag) * count for tag, count in zip(tags, counts, strict=True)), Fraction(0))


def enumerated(bet: Bet, tags: Sequence[Fraction | int], values: Sequence[int], unseen: int) -> BySum:
    listed = compositions(values, unseen)
    expectations = evaluate(np.array(listed), STANDARD, [bet]).expectations(bet.name)
    pairs = zip(listed, expectations, strict=True)
    return added_up([(total(tags, taken), prod(map(comb, values, taken)), e) for taken, e in pairs])


@COSTLY
@given(
    st.sampled_from(["dragon-7", "banco", "lucky-6:12-18"]),
    st.lists(st.integers(0, 2), min_size=7, max_size=7),
    st.lists(st.builds(Fraction, st.integers(-6, 6), st.integers(1, 3)), min_size=10, max_size=10),
)
@example("dragon-7", [0] * 7, [Fraction(value) for value in range(10)])
@example("banco", [0, 1, 1, 0, 0, 2, 1], [Fraction(value - 6, 3) for value in range(10)])
@example("lucky-6:12-18", [1, 0, 0, 1, 0, 1, 1], [Fraction(6 - value, 2) for value in range(10)])
def test_small_shoes_against_every_composition(name: str, few: list[int], tags: list[Fraction]) -> None:
    values, bet = [*few, 7, 2, 2], find_bet(name)
    shoe = Shoe.of_values(values)
    for distribution in count_distributions(bet, running(tags, shoe), shoe, STANDARD, [8, 6, 11]):
        assert by_sum(distribution) == enumerated(bet, tags, values, distribution.unseen)
        assert distribution.sets == comb(sum(values), distribution.unseen) == sum(distribution.ways)
        assert all(below < above for below, above in pairwise(distribution.ascending))


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("perfect-pair-either", (0, 0, 33, 33, 34, 17, 50)),
        ("either-pair", (0, 1, 33, 34, 35, 17, 50)),
        ("dragon-7", (0, 24, 25, 26, 12, 41, 51)),
    ],
)
def test_bets_and_tags_by_rank_or_card_against_every_deal(name: str, cards: tuple[int, ...]) -> None:
    bet, tags = find_bet(name), [Fraction(card % 5 - 2, 1 + card // 26) for card in range(52)]
    counts = [0] * 52
    for card in cards:
        counts[card] += 1
    sets = []
    for taken in combinations(cards, 6):
        counted = count_card_by_card([bet], taken, DECISIONS["standard"])[bet.name]
        expectation = total(bet.payoffs(), counted) / perm(6, 6)
        sets.append((sum((tags[card] for card in taken), Fraction(0)), 1, expectation))
    shoe = Shoe.of_cards(counts)
    (distribution,) = count_distributions(bet, running(tags, shoe, Granularity.CARDS), shoe, STANDARD, [6])
    assert by_sum(distribution) == added_up(sets)


def test_tags_by_rank_that_agree_with_values_change_nothing() -> None:
    shoe, bet = Shoe.of_decks(1), find_bet("panda-8")
    by_rank = running([*DRAGON_7_TAGS[1:], *[DRAGON_7_TAGS[0]] * 4], shoe, Granularity.RANKS)
    by_value = running(DRAGON_7_TAGS, shoe)
    assert len({str(count_distributions(bet, count, shoe, STANDARD, [20])) for count in (by_rank, by_value)}) == 1


def values_of_count(count: BettingCount, unseen: int) -> CountDistribution:
    return count_distributions(find_bet("dragon-7"), count, Shoe.of_decks(8), STANDARD, [unseen])[0]


def conventional(**changes: Any) -> BettingCount:
    return replace(BettingCount(tuple(map(Fraction, DRAGON_7_TAGS)), Granularity.VALUES), **changes)


def test_the_mean_gain_of_every_bet_is_the_expectation_of_the_shoe() -> None:
    values = values_of_count(conventional(), 100)
    always = play_at(values.ascending[0], values)
    assert always.frequency == 1 == sum(map(values.probability, range(len(values.ways))))
    assert always.gain == sum(values.probability(each) * values.expectation(each) for each in range(len(values.ways)))
    assert always.gain == values_of_count(conventional(), 416).expectation(0)
    beyond = values.ascending[-1] + 1
    assert play_at(beyond, values) == Play(100, beyond, Fraction(0), Fraction(0))


def test_the_true_count_is_of_seen_cards_per_52_unseen() -> None:
    """One unseen card of tag 2 too many means two less seen."""
    true, running = values_of_count(conventional(), 13), values_of_count(conventional(running=True), 13)
    assert running.ascending[0] == -2 * 13
    assert running.ascending[-1] == 13
    assert true.ascending == tuple(value * 4 for value in running.ascending)
    assert values_of_count(conventional(unit=26), 13).ascending == tuple(value * 2 for value in running.ascending)
    assert true.won == running.won


def test_tags_that_differ_by_a_constant_have_the_same_true_count() -> None:
    """And an unbalanced count has the true count of a balanced one: no trigger of -118."""
    moved = replace(conventional(), tags=tuple(tag - Fraction(7, 3) for tag in conventional().tags))
    assert values_of_count(moved, 26) == values_of_count(conventional(), 26)
    shoe = Shoe.of_decks(8)
    (naturals,) = count_distributions(
        find_bet("punto-natural"),
        BettingCount((*map(Fraction, [0] * 8), Fraction(-1), Fraction(-1)), Granularity.VALUES),
        shoe,
        STANDARD,
        [26],
    )
    assert play_at(None, naturals).trigger == Fraction(-118) + Fraction(2, 13) * (416 - 26) * 2


@pytest.mark.parametrize(
    ("estimate", "values"),
    [("decks", [52, 52, 104, 104, 156]), ("half-decks", [26, 52, 78, 78, 130]), ("exact", [20, 40, 78, 90, 130])],
)
def test_unseen_cards_are_estimated_to_decks(estimate: str, values: list[int]) -> None:
    """Twenty cards are no deck, but a player counts one; 78 lie halfway between one deck and two."""
    count = conventional(estimate=estimate)
    assert [count.estimated(unseen) for unseen in (20, 40, 78, 90, 130)] == values
    assert count.value(Fraction(3), 90) == Fraction(3 * 52, values[3])


@pytest.mark.parametrize(("rounding", "rounded"), [("floor", [-3, -2, -1, -1]), ("toward-zero", [-2, -1, 0, 0])])
def test_rounding(rounding: str, rounded: list[int]) -> None:
    count = conventional(rounding=rounding)
    assert [count.value(Fraction(running, 10), 52) for running in (-21, -19, -9, -1)] == rounded
    assert [count.value(Fraction(running, 10), 52) for running in (0, 9, 10, 29)] == [0, 0, 1, 2]
    coarse, fine = values_of_count(count, 60), values_of_count(conventional(), 60)
    assert sum(coarse.ways) == sum(fine.ways) == comb(416, 60)
    assert sum(coarse.won) == sum(fine.won)
    for trigger in (-2, 0, 3):
        reached = [i for i, value in enumerate(fine.ascending) if count.value(value * 60 / 52, 60) >= trigger]
        won = sum(fine.won[i] for i in reached)
        assert play_at(Fraction(trigger), coarse).gain == Fraction(won, fine.sets * fine.unit)


def test_an_unbalanced_count_starts_where_you_say() -> None:
    tags = tuple(tag + Fraction(1, 10) for tag in DRAGON_7_TAGS)
    unbalanced = conventional(tags=tags, initial=Fraction(-5), running=True)
    balanced, moved = values_of_count(conventional(running=True), 52), values_of_count(unbalanced, 52)
    assert moved.ascending == tuple(value - 5 + Fraction(364, 10) for value in balanced.ascending)
    assert moved.ways == balanced.ways


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("burn", BURNS)
def test_a_small_shoe_against_every_order(burn: str, late: bool) -> None:
    """18 cards; a count whose tags do not balance, with two coups after the cut card if fewer cards are burned."""
    values, trigger = (2, 13, 0, 0, 0, 0, 0, 3, 0, 0), Fraction(1, 2)
    by_value = burn.startswith("first-card")
    dealing = Dealing(burn=burn, cut=11 if by_value else 17, coups_after=1 if by_value else 2, first_coup_unseen=late)
    bet, shoe, tags = find_bet("tie"), Shoe.of_values(values), (2, 0, 0, 0, 0, 0, 0, 1, 0, 0)
    mean, total = Fraction(sum(map(int.__mul__, tags, values)), sum(values)), sum(values)
    coups, bets, gain, orders = Fraction(0), Fraction(0), Fraction(0), 0
    for order in multiset_permutations([value for value, held in enumerate(values) for _ in range(held)]):
        orders += 1
        for dealt in coups_by_hand(order, dealing):
            coups += 1
            unseen = sum(dealt.unseen)
            running = sum(map(int.__mul__, tags, map(int.__sub__, values, dealt.unseen))) - mean * (total - unseen)
            if running * 52 / unseen >= trigger:
                bets += 1
                gain += 8 if dealt.coup.outcome is Outcome.TIE else -1
    count = BettingCount(tuple(map(Fraction, tags)), Granularity.VALUES)
    distributions = {each.unseen: each for each in count_distributions(bet, count, shoe, STANDARD, range(6, total + 1))}
    plays = {unseen: play_at(trigger, values) for unseen, values in distributions.items()}
    exact = exact_gain(bet, count, plays, DealtShoe(shoe, STANDARD, dealing))
    assert exact is not None
    assert [figure.value for figure in exact] == [coups / orders, bets / orders, gain / orders]
    assert all(figure.known == figure for figure in exact)
    approximate = approximate_gain(count, plays, distributions, DealtShoe(shoe, STANDARD, dealing))
    assert abs(approximate.coups.value / exact.coups.value - 1) < Fraction(1, 10)


def test_refusals() -> None:
    bet, shoe = find_bet("dragon-7"), Shoe.of_decks(8)
    by_card = BettingCount(tuple(map(Fraction, range(52))), Granularity.CARDS)
    with pytest.raises(ExactError, match="unseen: 417 must be a whole number from 6 to 416"):
        count_distributions(bet, conventional(), shoe, STANDARD, [417])
    with pytest.raises(ExactError, match="tags: 'a count of 52 tags' needs a shoe described by cards"):
        count_distributions(bet, by_card, shoe.coarsened(Granularity.VALUES), STANDARD, [52])
    with pytest.raises(ExactError, match="tags: 52 different tags"):
        count_distributions(bet, replace(by_card, tags=tuple(Fraction(2**n) for n in range(52))), shoe, STANDARD, [52])


def test_the_best_trigger_gains_and_is_the_highest_that_does() -> None:
    """By what each of two values wins; what only breaks even is not bet."""
    low, high = Fraction(1), Fraction(2)
    never, at_low, at_high = (None, Fraction(0)), (low, Fraction(1)), (high, Fraction(1, 4))
    best = {(-3, 0): never, (-3, -1): never, (-3, 1): at_high, (0, 1): at_high, (2, 1): at_low, (5, -1): at_low}
    for won, (trigger, frequency) in best.items():
        gain = Fraction({None: 0, low: sum(won), high: won[1]}[trigger], 40)
        values = CountDistribution(52, (low, high), (3, 1), won, 4, 10)
        assert play_at(None, values) == Play(52, trigger, frequency, gain)


@pytest.mark.slow
def test_the_exact_gain_of_a_shoe_needs_few_compositions_and_point_values() -> None:
    """3,000 compositions and 1,000 cards at most. Coups begin with 1000, 994 … 976 unseen."""

    def gain(
        name: str = "tie",
        tens: int = 1000,
        granularity: Granularity = Granularity.VALUES,
        rules: Tableau = STANDARD,
        **more: int,
    ) -> ShoeGain | None:
        linear = BettingCount((Fraction(1),) * granularity, granularity)
        never = {unseen: Play(unseen, None, Fraction(0), Fraction(0)) for unseen in range(6, 1001)}
        values = tens, more.get("aces", 0), *[0] * 8
        dealt = DealtShoe(Shoe.of_values(values), rules, Dealing(burn="none", cut=max(17, sum(values) - 19)))
        return exact_gain(find_bet(name), linear, never, dealt)

    assert gain() == ShoeGain(*map(Approximation, map(Fraction, (5, 0, 0))))
    assert gain(tens=1001) is gain(tens=54, aces=54) is None
    assert gain(tens=59, aces=49)
    assert gain(granularity=Granularity.RANKS) is gain("punto-pair", granularity=Granularity.RANKS) is None
    assert gain(rules=STANDARD._replace(ranks=((9, "D" * 8),))) is None


def test_the_means_of_a_shoe_are_those_of_its_coups_by_where_they_begin() -> None:
    """Forty tens always tie: five coups win 8 each, or four if the player leaves one out."""
    shoe, count = Shoe.of_values([40, *[0] * 9]), running([0] * 10, Shoe.of_values([40, *[0] * 9]))
    dealt = DealtShoe(shoe, STANDARD, Dealing(burn="none", cut=17))
    values = {each.unseen: each for each in count_distributions(find_bet("tie"), count, shoe, STANDARD, range(6, 41))}
    plays = {unseen: play_at(Fraction(0), each) for unseen, each in values.items()}
    assert [figure.value for figure in approximate_gain(count, plays, values, dealt)] == [5, 5, 40]
    plays[22] = Play(22, None, Fraction(0), Fraction(0))
    assert [figure.value for figure in approximate_gain(count, plays, values, dealt)] == [5, 4, 32]


@pytest.mark.slow
def test_the_error_of_a_gain_over_a_shoe_is_first_order_in_the_length_of_coups() -> None:
    """The mean length after each removed card by the walk, and its regression on the tags, written out."""
    values, tags = (6, 5, 0, 4, 5, 0, 0, 4, 0, 6), (1, -1, 0, 2, 0, 0, 0, -1, 0, 1)
    shoe, count = Shoe.of_values(values), BettingCount(tuple(map(Fraction, tags)), Granularity.VALUES)

    def length(held: Sequence[int]) -> Fraction:
        coups = walk(Shoe.of_values(held), DECISIONS["standard"])
        return sum(
            (len(each.coup.punto.values + each.coup.banco.values) * each.probability for each in coups), Fraction(0)
        )

    cards = [value for value, number in enumerate(values) for _ in range(number)]
    mean, whole = Fraction(sum(tags[card] for card in cards), len(cards)), length(values)
    effect = {card: length([held - (card == value) for value, held in enumerate(values)]) - whole for card in {*cards}}
    products = sum(((tags[card] - mean) * effect[card] for card in cards), Fraction(0))
    slope = products / sum(((tags[card] - mean) ** 2 for card in cards), Fraction(0))
    unseen = 15
    (distribution,) = count_distributions(find_bet("tie"), count, shoe, STANDARD, [unseen])
    play = play_at(Fraction(1), distribution)
    more = Fraction(0)
    for value, ways in zip(distribution.ascending, distribution.ways, strict=True):
        seen_above_mean = value * unseen / 52
        longer = (len(cards) - 1) * slope * -seen_above_mean / (len(cards) - unseen)
        more += Fraction(ways, distribution.sets) * (value >= 1) * -longer / whole
    dealt = DealtShoe(shoe, STANDARD, Dealing(burn="none", cut=11))
    begins = coups_by_unseen(dealt)
    never = {each: Play(each, None, Fraction(0), Fraction(0)) for each in begins}
    found = approximate_gain(count, never | {unseen: play}, dict.fromkeys(begins, distribution), dealt).bets
    assert float(found.value) == pytest.approx(float(begins[unseen] * (play.frequency + more)))
    assert float(found.error) == pytest.approx(float(found.value) * (6 / len(cards)) ** 2)
    assert found.error > begins[unseen] * abs(more)


@pytest.mark.parametrize(
    ("burn", "bets", "gain"), [("none", 0.234235752781, 0.047282563673), ("first-card", 0.256931626452, 0.038479248453)]
)
def test_the_error_of_a_shoe_of_two_coups_covers_the_correction_that_is_left_out(
    burn: str, bets: float, gain: float
) -> None:
    """Two cards of each value; the means are from plain Python that goes through the cards of every first coup."""
    shoe, count, bet = Shoe.of_values([2] * 10), conventional(), find_bet("dragon-7")
    dealt = DealtShoe(shoe, STANDARD, Dealing(burn=burn))
    values = {each.unseen: each for each in count_distributions(bet, count, shoe, STANDARD, range(6, 21))}
    plays = {unseen: play_at(Fraction(4), each) for unseen, each in values.items()}
    found = approximate_gain(count, plays, values, dealt)
    for figure, exact in ((found.bets, bets), (found.gain, gain)):
        assert 0 < abs(float(figure.value) - exact) < figure.error < 0.1 * exact


def test_an_approximation_has_no_digit_beyond_its_error() -> None:
    figures = {
        (598211, 1405): (598, 2),
        (598811, 999): (5988, 10),
        (4170000, 60001): (417, 7),
        (598211, 0): (598211, 0),
    }
    for (value, error), (known, of_error) in figures.items():
        unit = Fraction(1, 10**6)
        rounded = Approximation(value * unit, error * unit).known
        assert rounded.value in (known * Fraction(1, 10**power) for power in (2, 3, 4, 6))
        assert rounded.error in (of_error * Fraction(1, 10**power) for power in (2, 3, 4, 6))


def test_coups_begin_after_coups_of_four_to_six_cards() -> None:
    """Of tens only each coup has six cards, of nines four; one more follows the coup in which the cut card shows."""

    def begins_of(values: Sequence[int], **dealing: Any) -> list[int]:
        return [*coups_by_unseen(DealtShoe(Shoe.of_values(values), STANDARD, Dealing(**dealing)))]

    tens = [40, *[0] * 9]
    begins = {cut: begins_of(tens, burn="none", cut=cut) for cut in (11, 15, 16, 17, 39)}
    assert begins == {
        11: [40, 34, 28, 22, 16, 10],
        15: [40, 34, 28, 22, 16, 10],
        16: [40, 34, 28, 22, 16],
        17: [40, 34, 28, 22, 16],
        39: [40, 34],
    }
    nines = {cut: begins_of([*[0] * 9, 24], burn="none", cut=cut) for cut in (11, 12, 13)}
    assert nines == {11: [24, 20, 16, 12, 8], 12: [24, 20, 16, 12], 13: [24, 20, 16, 12]}
    # Of 40 tens eleven are burned, of which one may be seen: 29, 23 and 17 are left before coups.
    assert begins_of(tens, cut=18) == [39, 33, 27]
    assert begins_of(tens, burn="first-card-unseen", cut=18) == [40, 34, 28]
    assert begins_of(tens, cut=18, coups_after=2) == [39, 33, 27, 21]
    assert begins_of(tens, burn="one", cut=18, coups_after=2) == [40, 34, 28, 22, 16, 10]
    assert begins_of(tens, burn="one", cut=18, first_coup_unseen=True) == [40, 34, 28, 22]
    for cut in (10, 40):
        assert f"cut: {cut} must be a whole number from 11 to 39" in refusal(begins_of, tens, burn="none", cut=cut)


@pytest.mark.parametrize("cards", [24, 40, 102, 206])
def test_a_slot_holds_all_deals_of_the_highest_payoff(cards: int) -> None:
    """Tens always tie, and one tag puts all sets of cards into one slot: the most that a slot can get."""
    unseen, shoe = cards - (cards - 6) // 2, Shoe.of_values([cards, *[0] * 9])
    (distribution,) = count_distributions(find_bet("tie"), running([0] * 10, shoe), shoe, STANDARD, [unseen])
    assert by_sum(distribution) == {Fraction(0): (comb(cards, unseen), Fraction(8 * comb(cards, unseen)))}


def bits_to_add(cards: int, slots: int, most: int, tags: int, runs: Sequence[int]) -> int:
    """Written out: rows of ``slots`` numbers for at most ``most`` cards, and how many of them are added.

    The product takes four additions a row and tag; each way to draw six cards by tags takes three for each number of a
    run and each card to put back, half the groups before the sum and half after it.
    """
    largest = 2**10 * perm(cards, 6) * comb(cards - 6, min(most, (cards - 6) // 2))
    ways = comb(6 + tags - 1, 6)
    added = 4 * tags * most + sum(3 * ways * (length + 3 * tags) for length in runs)
    return 8 * slots * (largest.bit_length() // 8 + 1) * added


TWO_TAGS = BettingCount(tuple(map(Fraction, [0, 1, *[0] * 8])), Granularity.VALUES)
THIRTY = Shoe.of_values([20, 10, *[0] * 8])


def test_the_cost_of_a_distribution_is_in_bits_to_add() -> None:
    """The median tag is 0, so k cards have k + 1 sums up to the ten aces. Many unseen cards cost as few seen ones do."""
    few = bits_to_add(30, 10, 9, 2, [2, 1])
    for unseen, bits in (
        ([6, 7, 9], few),
        ([9, 7, 6, 7], few),
        ([15], bits_to_add(30, 11, 15, 2, [1])),
        ([28, 29], bits_to_add(30, 3, 2, 2, [2])),
        ([6, 7, 9, 28, 29], few + bits_to_add(30, 3, 2, 2, [2])),
    ):
        assert cost_of(TWO_TAGS, THIRTY, unseen) == (2, bits / BITS_A_SECOND)


def test_what_takes_more_than_the_most_seconds_or_bytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows for nine cards in 10 slots: nine of the product, and 7 for each card of half the groups."""
    slot = (2**10 * perm(30, 6) * comb(24, 9)).bit_length() // 8 + 1
    memory = 10 * slot * (7 * (1 + 6 * 1) + 9)
    seconds = bits_to_add(30, 10, 9, 2, [1]) / BITS_A_SECOND

    def distributions() -> list[CountDistribution]:
        return count_distributions(find_bet("tie"), TWO_TAGS, THIRTY, STANDARD, [9])

    monkeypatch.setattr(count_distribution, "MAX_BYTES", memory)
    monkeypatch.setattr(count_distribution, "MAX_SECONDS", seconds)
    assert distributions()[0].unseen == 9
    monkeypatch.setattr(count_distribution, "MAX_SECONDS", seconds / 2)
    assert refusal(distributions).startswith("tags: 2 different tags, up to 1 steps apart, take about 0 seconds: at ")
    monkeypatch.setattr(count_distribution, "MAX_BYTES", memory - 1)
    assert refusal(distributions).startswith("tags: 2 different tags, up to 1 steps apart, need 4.6e+03 bytes")


def test_numbers_of_unseen_cards_are_handled_together_as_far_as_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows for nine cards have ten slots. A run of n numbers keeps 7 (n + 12) rows, to put six cards of two tags back.

    Each further run puts them back once more: for each of the seven ways to draw six cards, three additions for each of
    six rows.
    """
    row = 10 * ((2**10 * perm(30, 6) * comb(24, 9)).bit_length() // 8 + 1)
    further_run = 8 * row * 3 * 7 * 6

    def bits(memory: int) -> float:
        monkeypatch.setattr(count_distribution, "_MEMORY", memory)
        return cost_of(TWO_TAGS, THIRTY, [6, 7, 8, 9])[1] * BITS_A_SECOND

    at_once = bits(7 * (4 + 12) * row)
    for memory, runs in ((7 * 16 * row - 1, 2), (7 * 14 * row, 2), (7 * 14 * row - 1, 4), (7 * 13 * row, 4), (1, 4)):
        assert bits(memory) - at_once == pytest.approx((runs - 1) * further_run), memory


SHOE = Shoe.of_values([2, 9, 0, 1, 3, 2, 1, 0, 1, 2])
UNSEEN = range(6, 22)
HALVES = BettingCount(tuple(Fraction(tag, 2) for tag in (0, 1, -1, 0, 2, 0, 0, 0, -2, 0)), Granularity.VALUES)
COUNTED = [
    (find_bet("tie"), HALVES),
    (find_bet("lucky-6:12-18"), replace(HALVES, rounding="floor", initial=Fraction(-1, 3))),
]


@pytest.mark.slow
def test_the_same_values_from_any_workers_and_from_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [count_distributions(bet, count, SHOE, STANDARD, UNSEEN) for bet, count in COUNTED]
    assert distributions_by_tasks(COUNTED, SHOE, STANDARD, UNSEEN) == expected
    monkeypatch.setattr(count_play, "NUMBERS_A_TASK", 5)
    steps: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads:
        run = Run(threads, tmp_path, lambda *step: steps.append(step))
        answers = distributions_by_tasks(COUNTED, SHOE, STANDARD, UNSEEN, run)
    assert answers == expected
    assert steps[-1] == (8, 8)
    monkeypatch.setattr(count_play, "count_distributions", None)
    assert distributions_by_tasks(COUNTED, SHOE, STANDARD, UNSEEN, Run(checkpoint=tmp_path)) == expected
    others = [
        [(find_bet("tie"), replace(HALVES, running=True)), COUNTED[1]],
        [COUNTED[0], (find_bet("lucky-6:12-23"), COUNTED[1][1])],
        COUNTED[::-1],
    ]
    for other in others:
        with pytest.raises(TypeError):
            distributions_by_tasks(other, SHOE, STANDARD, UNSEEN, Run(checkpoint=tmp_path))


@pytest.mark.parametrize(
    ("parallel", "saved", "tasks"), [(False, False, 2), (True, False, 8), (False, True, 8), (True, True, 8)]
)
def test_counts_are_divided_if_there_are_workers_or_a_checkpoint(
    parallel: bool, saved: bool, tasks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two counts at 16 numbers of unseen cards, five of them a task: four tasks for each count."""
    monkeypatch.setattr(count_play, "NUMBERS_A_TASK", 5)
    monkeypatch.setattr(count_play, "count_distributions", lambda *_: [])
    steps: list[tuple[int, int]] = []
    with ThreadPoolExecutor(1) as threads:
        executor, checkpoint = threads if parallel else None, tmp_path if saved else None
        run = Run(executor, checkpoint, lambda *step: steps.append(step))
        distributions_by_tasks(COUNTED, SHOE, STANDARD, UNSEEN, run)
    assert steps[-1] == (tasks, tasks)
