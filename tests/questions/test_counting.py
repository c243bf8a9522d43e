"""Claims about linear counts, against every composition of the seen cards."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest
from support import STANDARD

from exact.analysis.pricing import price_bet
from exact.bets.catalogue import find_bet
from exact.engine.evaluate import evaluate
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.questions.question import parse_question

TAGS = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0)
COUNT = f"dragon-7, tags {' '.join(map(str, TAGS))}"
SEEN = 6


@cache
def seen_compositions() -> list[tuple[Fraction, Fraction, Fraction]]:
    """For each composition of six cards seen of one deck: the probability, the true count, the expectation of the bet."""
    values = Shoe.of_decks(1).values
    drawn = ([own.count(v) for v in range(10)] for own in combinations_with_replacement(range(10), SEEN))
    seen = [counts for counts in drawn if all(map(int.__le__, counts, values))]
    left = np.array(values) - np.array(seen)
    expectations = evaluate(left, STANDARD, [find_bet("dragon-7")]).expectations("dragon-7")
    tags = (TAGS[-1], *TAGS[:-1])
    return [
        (
            Fraction(prod(map(comb, values, counts)), comb(52, SEEN)),
            Fraction(52 * sum(map(int.__mul__, tags, counts)), 52 - SEEN),
            expectation,
        )
        for counts, expectation in zip(seen, expectations, strict=True)
    ]


@pytest.mark.slow
def test_the_figures_of_a_count_by_enumeration() -> None:
    bets = [(probability, e) for probability, count, e in seen_compositions() if count >= 4]
    frequency = sum((probability for probability, _e in bets), Fraction(0))
    gain = sum((probability * e for probability, e in bets), Fraction(0))
    play = f"{COUNT}, betting from 4, {52 - SEEN} unseen, 1 deck"
    assert parse_question(f"betting frequency of {play}").exact() == frequency
    assert parse_question(f"gain per coup of {play}").exact() == gain
    assert parse_question(f"edge when betting of {play}").exact() == gain / frequency
    assert parse_question(f"gain per coup of {play}, times 100").exact() == 100 * gain


@pytest.mark.slow
def test_without_a_trigger_a_count_bets_from_the_best_one() -> None:
    tried = {count for _probability, count, _e in seen_compositions()}
    gains = [sum(p * e for p, count, e in seen_compositions() if count >= trigger) for trigger in tried]
    assert parse_question(f"gain per coup of {COUNT}, {52 - SEEN} unseen, 1 deck").exact() == max(gains)


def test_words_and_their_usual_form() -> None:
    usual = f"edge when betting of {COUNT}, betting from -2.5, 52 unseen, 8 decks"
    assert parse_question(f"average edge of {COUNT}, bets from −2.5, with 52 cards unseen, 8 decks").text == usual
    assert parse_question(usual).text == usual


def test_the_figures_of_a_count_after_one_card() -> None:
    """The true count is 52 / 51 of the card's tag, so from 1 the count bets after an eight or a nine."""
    left = [Shoe.of_decks(1).removed(card) for card in "89"]
    gain = sum((price_bet(find_bet("dragon-7"), shoe, STANDARD).expectation for shoe in left), Fraction(0)) / 13
    play = f"{COUNT}, betting from 1, 51 unseen, 1 deck"
    assert parse_question(f"betting frequency of {play}").exact() == Fraction(2, 13)
    assert parse_question(f"gain per coup of {play}").exact() == gain
    assert parse_question(f"edge when betting of {play}").exact() == gain * 13 / 2


def test_tags_that_are_all_the_same_say_nothing() -> None:
    for quantity in ("betting correlation", "true count trigger"):
        with pytest.raises(ExactError, match="claim: 'tie' does not depend on these tags"):
            parse_question(f"{quantity} of tie, tags {'1 ' * 10}, 8 decks").exact()
