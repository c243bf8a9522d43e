"""Perfect play: the kernel against brute sums of fractions over the walk, and identities that it must obey."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle, pairwise, product
from math import comb, perm, prod
from operator import mul

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from stored_parts import BETS, PERFECT_DECKS
from support import STANDARD, compositions, refusal
from support.bets import walked
from support.strategies import COSTLY

from exact.analysis.compositions import compositions as every_composition
from exact.analysis.compositions import count_compositions, ways_to_draw
from exact.analysis.perfect_play import (
    PerfectPlay,
    PerfectQuestion,
    blocks,
    count_block,
    identity_of,
    perfect_play,
    plan_of,
    question_of,
)
from exact.analysis.pricing import price_bet
from exact.bets.bet import parse_bets
from exact.bets.catalogue import find_bet
from exact.engine.exact_sums import digit_bits, digits_of, split, weighted_sums
from exact.engine.many_shoes import HIGH, LOW, ManyShoes
from exact.engine.outcomes import outcome_coefficients
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.publication.stored_figures import PERFECT_PLAY, reference
from exact.rules import rules_named
from exact.workers.tasks import checkpoint_size

SINGLE = ("punto", "banco", "tie", "dragon-7", "panda-8")
THRESHOLDS = (Fraction(-1), Fraction(-1, 50), Fraction(0), Fraction(1, 10), Fraction(8), Fraction(39))


def played(bet: str, shoe: Shoe, cards: int, thresholds: Sequence[Fraction] = ()) -> PerfectPlay:
    return perfect_play([find_bet(name) for name in BETS.get(bet, (bet,))], shoe, STANDARD, cards, grid=thresholds)


def asked(bet: str, shoe: Shoe, cards: int) -> PerfectQuestion:
    return question_of([find_bet(name) for name in BETS.get(bet, (bet,))], shoe, STANDARD, cards)[0]


@pytest.mark.slow
@pytest.mark.parametrize("decks", PERFECT_DECKS)
@pytest.mark.parametrize("cards", [6, 7, 8, 9])
def test_the_first_entries_of_the_reference_are_found_again(decks: int, cards: int) -> None:
    for bet in BETS:
        assert reference(PERFECT_PLAY)[cards, decks, bet] == played(bet, Shoe.of_decks(decks), cards), bet


def test_more_unseen_cards_gain_less_and_the_best_of_three_at_least_as_much_as_each() -> None:
    """More cards unseen is less information about the next coup (a mean of means), and more bets are more choice."""
    for decks, bet in product(PERFECT_DECKS, BETS):
        gains = [play.gain for entry, play in reference(PERFECT_PLAY).items() if entry[1:] == (decks, bet)]
        assert gains == sorted(gains, reverse=True)
    for (cards, decks, bet), play in reference(PERFECT_PLAY).items():
        if bet in BETS["best"]:
            assert play.gain <= reference(PERFECT_PLAY)[cards, decks, "best"].gain


@pytest.mark.parametrize(("decks", "cards"), [(8, 20), (6, 30), (8, 36), (6, 42), (8, 52)])
def test_the_largest_entries_agree_with_sampled_compositions(decks: int, cards: int) -> None:
    """Too many to sum by brute force: the mean over drawn compositions, within five standard errors."""
    generator = np.random.default_rng(cards)
    unseen = generator.multivariate_hypergeometric(Shoe.of_decks(decks).values, cards, 40_000)
    punto, banco, tie = ManyShoes(outcome_coefficients(STANDARD)).counts(unseen) / perm(cards, 6)
    expectations = {"punto": punto - banco, "banco": 0.95 * banco - punto, "tie": 8 * tie - punto - banco}
    expectations["best"] = np.maximum.reduce([*expectations.values()])
    for bet, expectation in expectations.items():
        play = reference(PERFECT_PLAY)[cards, decks, bet]
        for drawn, exact in ((np.maximum(expectation, 0), play.gain), (expectation > 1e-12, play.positive)):
            assert abs(drawn.mean() - float(exact)) < 5 * drawn.std() / len(drawn) ** 0.5, bet


@COSTLY
@given(st.lists(st.sampled_from([0, 1, 3, 6, 8, 9]), min_size=6, max_size=10), st.integers(6, 9))
@example([0] * 6, 6)
@example([9] * 20, 9)
@example([5, 5, 5, 7, 8, 8, 9], 6)
@example([0, 0, 1, 2, 3, 4, 4, 4], 7)
def test_small_shoes_composition_by_composition_on_the_walk(held: list[int], most: int) -> None:
    """No count of multisets here: every composition is a shoe of its own, and every card sequence is dealt."""
    shoe, cards = Shoe.of_values([held.count(value) for value in range(10)]), min(most, len(held))
    gains, positives = dict.fromkeys(BETS, Fraction(0)), dict.fromkeys(BETS, Fraction(0))
    for counts in compositions(shoe.values, cards):
        weight = prod(map(comb, shoe.values, counts))
        expectations = walked(counts, SINGLE)
        for bet, names in BETS.items():
            best = max(expectations[name] for name in names)
            gains[bet] += max(best, Fraction(0)) * weight
            positives[bet] += weight * (best > 0)
    draws = comb(shoe.cards, cards)
    for bet in BETS:
        play = played(bet, shoe, cards)
        assert (play.gain * draws, play.positive * draws) == (gains[bet], positives[bet])


def test_a_shoe_of_one_value_ties() -> None:
    shoe = Shoe.of_values((0, 0, 0, 0, 30, 0, 0, 0, 0, 0))
    tie, punto = played("tie", shoe, 10, THRESHOLDS), played("punto", shoe, 10, THRESHOLDS)
    assert [tie.compositions, tie.gain, tie.positive, tie.edge, *tie.at_least] == [1, 8, 1, 8, 1, 1, 1, 1, 1, 0]
    assert [punto.gain, punto.positive, punto.edge, *punto.at_least] == [0, 0, None, 1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize("bet", SINGLE)
def test_gains_less_those_of_the_house_are_the_expectation_of_the_whole_shoe(bet: str) -> None:
    """max(0, e) − max(0, −e) = e, and the mean of the expectations over all compositions is that of the shoe."""
    shoe = Shoe.of_values((50, 20, 3, 17, 16, 0, 12, 31, 1, 16))
    own = find_bet(bet)
    house = replace(own, pay_tables={"main": tuple(-payoff for payoff in own.payoffs())})
    for cards in (6, 11, 13):
        gains = (perfect_play([side], shoe, STANDARD, cards).gain for side in (own, house))
        assert next(gains) - next(gains) == price_bet(own, shoe, STANDARD).expectation


def test_the_distribution_begins_at_one_and_falls() -> None:
    play = played("banco", Shoe.of_decks(8), 10, (Fraction(-(10**30)), Fraction(-1), Fraction(0), Fraction(10**30)))
    assert play.at_least[0] == play.at_least[1] == 1
    assert play.at_least[2] > play.positive > play.at_least[3] == 0


@COSTLY
@given(st.data())
def test_sums_just_below_the_bound_are_those_of_python_integers(data: st.DataObject) -> None:
    """325 cards are the most for a payoff of 8: a few halves, each pair priced by itself."""
    shoe = Shoe.of_decks(8)
    question = asked("tie", shoe, 325)
    assert len(question.coefficients.matrix) == 1
    low_cards = data.draw(st.integers(190, 214))
    halves = every_composition(shoe.values[:5], low_cards), every_composition(shoe.values[5:], 325 - low_cards)
    fewer, more = sorted((0, 1), key=lambda half: len(halves[half]))
    firsts = [data.draw(st.integers(0, len(halves[half]) - 21)) for half in (fewer, more)]
    ranges = range(firsts[0], firsts[0] + 3), range(firsts[1], firsts[1] + 4)
    won = weight = 0
    for row, column in product(*ranges):
        number = {fewer: row, more: column}
        counts = [count for half in (0, 1) for count in halves[half][number[half]].tolist()]
        ways = prod(map(comb, shoe.values, counts))
        expectation = price_bet(find_bet("tie"), Shoe.of_values(counts), STANDARD).expectation * perm(325, 6)
        won += ways * max(int(expectation), 0)
        weight += ways * (expectation > 0)
    assert count_block(question, low_cards, firsts[1], firsts[1] + 4, ranges[0]) == (won, weight)
    with pytest.raises(ExactError, match=r"unseen: 326 cards make sums of up to \d+, and the method ends at 2\*\*53"):
        asked("tie", shoe, 326)


@pytest.mark.parametrize(
    ("decks", "cards", "expected"),
    [(8, 20, 10015005), (8, 30, 211915132), (8, 52, 17279601405), (8, 104, 3932006983542), (1, 52, 1)],
)
def test_compositions_are_counted_and_the_blocks_hold_each_once(decks: int, cards: int, expected: int) -> None:
    question = asked("tie", Shoe.of_decks(decks), cards)
    assert question.compositions == expected
    ends: dict[int, int] = {}
    total = 0
    for low_cards, first, last in blocks(question):
        assert first == ends.get(low_cards, 0) < last
        ends[low_cards] = last
        sides = zip((LOW, HIGH), (low_cards, cards - low_cards), strict=True)
        total += min(count_compositions(question.held(side), held) for side, held in sides) * (last - first)
    assert total == expected


@COSTLY
@given(st.data())
def test_any_cut_into_blocks_gives_the_same_sums(data: st.DataObject) -> None:
    question = asked("best", Shoe.of_decks(6), 14)
    low_cards, first, last = data.draw(st.sampled_from(blocks(question)))
    cuts = sorted({first, last, *data.draw(st.sets(st.integers(first, last - 1), min_size=1, max_size=3))})
    parts = [count_block(question, low_cards, start, end) for start, end in pairwise(cuts)]
    assert tuple(map(sum, zip(*parts, strict=True))) == count_block(question, low_cards, first, last)


def test_the_identity_tells_every_parameter() -> None:
    shoe = Shoe.of_decks(8)
    questions = [
        asked("tie", shoe, 10),
        asked("tie-9", shoe, 10),
        asked("tie", shoe, 11),
        asked("tie", shoe.removed("5"), 10),
        asked("best", shoe, 10),
        question_of([find_bet("tie")], shoe, STANDARD, 10, (Fraction(0),))[0],
        question_of([find_bet("tie")], shoe, rules_named("castle-vaduz:literal").tableau, 10)[0],
    ]
    assert len({identity_of(question) for question in questions}) == len(questions)


@pytest.mark.slow
def test_a_plan_counts_and_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least disturbed run counts. For each task two sums and one for each threshold are saved, and 53 bits more."""
    question, _ = question_of([find_bet("tie")], Shoe.of_decks(8), STANDARD, 104, [Fraction(0), Fraction(1, 10)])
    plan = plan_of(question)
    assert (plan.compositions, plan.tasks) == (3932006983542, len(blocks(question)))
    assert 10 < plan.core_seconds / 60 < 100_000
    assert plan.checkpoint_bytes == checkpoint_size(plan.tasks, 4 * comb(416, 104).bit_length() + 53)
    clock, slow = [0.0], cycle([1.1, 1.0, 7.0])

    def count_block(_question: PerfectQuestion, _low_cards: int, first: int, last: int, rows: range) -> None:
        clock[0] += len(rows) * (last - first) * next(slow)

    monkeypatch.setattr("exact.analysis.perfect_play.count_block", count_block)
    monkeypatch.setattr("time.process_time", lambda: clock[0])
    assert plan_of(question).core_seconds == pytest.approx(question.compositions)


def test_what_is_refused() -> None:
    shoe = Shoe.of_decks(8)
    for cards, bound in ((5, "5 must be"), (417, "417 must be")):
        assert f"unseen: {bound} a whole number from 6 to 416" in refusal(asked, "tie", shoe, cards)
    with pytest.raises(ExactError, match="bet: 'punto-pair' looks at ranks, but perfect play allows only bets that"):
        asked("punto-pair", shoe, 6)
    huge = parse_bets('name = "huge"\n[[category]]\nname = "win"\nwhen = "tie"\npays = "999999/999983"\n', "huge.toml")
    assert "the method ends at" in refusal(question_of, huge, shoe, STANDARD, 52)


@pytest.mark.parametrize("held", [(3, 1, 0, 2, 4), (0, 0, 0, 0, 7), (9, 9, 9), (1, 1, 1, 1, 1), (4,)])
def test_the_compositions_are_in_lexicographic_order(held: tuple[int, ...]) -> None:
    for cards in range(10):
        every = compositions(held, cards)
        found = every_composition(held, cards)
        assert [tuple(row) for row in found.tolist()] == every
        assert count_compositions(held, cards) == len(every)
        assert ways_to_draw(held, found).tolist() == [prod(map(comb, held, counts)) for counts in every]


@pytest.mark.parametrize("bits", [4, 13, 36, 40, 41, 52, 53])
def test_the_halves_and_digits_of_the_largest_numbers_sum_exactly(bits: int) -> None:
    """Sums at the very bound, of halves and digits as large as they can be, and odd, so that none is round by luck."""
    rng = random.Random(bits)
    terms, half = 2048, (bits + 1) // 2
    largest = 2**bits - 1
    near = [largest - rng.randrange(max(largest >> 8, 1)) for _ in range(terms)]  # a large upper half
    even = [((number >> half) << half) + 2 ** (half - 1) - 1 for number in near]  # and a large lower one
    corners = [rng.choice((largest, -largest, 2 ** (bits - 1), 0, 1, largest - 1)) for _ in range(terms)]
    rows = [near, even, [-number for number in near], corners]
    numbers = np.array(rows, dtype=np.float64)
    upper, lower = np.empty_like(numbers), np.empty_like(numbers)
    split(numbers, bits, upper, lower)
    width = digit_bits(bits, terms)
    top = range(2**width - 8, 2**width)
    weights = [sum(rng.choice(top) << width * place for place in range(5)) for _ in range(terms)]
    digits = digits_of(np.array(weights, dtype=object), width)
    assert digits.shape == (terms, 5)
    assert [sum(int(digit) << width * place for place, digit in enumerate(row)) for row in digits] == weights
    for row, high, low in zip(rows, upper, lower, strict=True):
        assert [int(h) + int(rest) for h, rest in zip(high, low, strict=True)] == row
        for digit, half_number in product(digits.T, (high, low)):
            assert int(half_number @ digit) == sum(map(mul, map(int, half_number), map(int, digit)))
    assert weighted_sums(numbers.T, np.array(weights, dtype=object)) == [
        sum(number * weight for number, weight in zip(row, weights, strict=True)) for row in rows
    ]
