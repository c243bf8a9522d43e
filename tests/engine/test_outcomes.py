"""The walk and the engine, which share no rule code, on every kind of shoe."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import refusal
from support.bets import own_bet
from support.dealer import deal, outcome_of
from support.strategies import COSTLY, shoes

from exact.arithmetic import ordered_deals
from exact.engine import outcomes
from exact.engine.multisets import MULTISETS, multisets
from exact.engine.one_shoe import count_categories
from exact.engine.outcomes import count_outcomes, count_outcomes_infinite, outcome_coefficients
from exact.game import Outcome
from exact.game.shoe import MAX_DECKS, Shoe
from exact.reference import walk
from exact.reference.decisions import DECISIONS
from exact.rules import all_rules, rules_named

READINGS = all_rules()
STANDARD = READINGS["standard"].tableau
KNOWN = {
    6: (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
    8: (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
}
"""Punto, banco, tie: casinoexploit.com and Wizard of Odds, rows P0001 to P0016 of the literature file."""


def assert_equal(shoe: Shoe, name: str = "standard") -> None:
    fast = count_outcomes(shoe, READINGS[name].tableau)
    assert fast == walk.count_outcomes(shoe, DECISIONS[name]), (name, shoe)
    assert sum(fast.values()) == ordered_deals(shoe.cards)


def shoes_of(cards: int) -> Iterator[Shoe]:
    for chosen in combinations_with_replacement(range(10), cards):
        yield Shoe.of_values([chosen.count(value) for value in range(10)])


@pytest.mark.parametrize("decks", KNOWN)
def test_six_and_eight_decks_are_the_published_counts(decks: int) -> None:
    shoe = Shoe.of_decks(decks)
    expected = dict(zip(Outcome, KNOWN[decks], strict=True))
    assert count_outcomes(shoe, STANDARD) == expected
    assert walk.count_outcomes(shoe, DECISIONS["standard"]) == expected


DRAWING = list({decide: name for name, decide in reversed(DECISIONS.items())}.values())
"""One reading for each way to draw: others change a payoff alone, and share its decision function."""


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "name"), [(7, "standard"), *((6, name) for name in DRAWING)])
def test_all_compositions_of_a_few_cards(cards: int, name: str) -> None:
    for shoe in shoes_of(cards):
        assert_equal(shoe, name)


@pytest.mark.parametrize("name", READINGS)
@COSTLY
@given(shoe=shoes())
@example(shoe=Shoe.of_values([10**12] * 10))
@example(shoe=Shoe.of_values([6, *[0] * 9]))
def test_shoes_with_corners_under_every_reading(name: str, shoe: Shoe) -> None:
    assert_equal(shoe, name)


@pytest.mark.parametrize("decks", [100, 16_000, 10**6, 10**9, MAX_DECKS])
def test_very_large_shoes(decks: int) -> None:
    """Up to the largest that the program accepts, in wider and wider slots."""
    assert_equal(Shoe.of_decks(decks))


@pytest.mark.parametrize("cards", [294_000, 299_000, 10**9, 10**12])
@COSTLY
@given(held=st.sets(st.integers(0, 9), min_size=1), others=st.lists(st.integers(0, 2), min_size=10, max_size=10))
@example(held=set(range(5)), others=[0, 1, 2, 0, 1, 2, 0, 1, 2, 0])
@example(held=set(range(5, 10)), others=[1, 2, 0, 1, 2, 0, 1, 2, 0, 1])
@example(held={0}, others=[2] * 10)
@example(held={9}, others=[0] * 10)
def test_lopsided_large_shoes(cards: int, held: set[int], others: list[int]) -> None:
    """Around where the slots of a long integer must become wider: all the cards low, all high, or of a single value."""
    assert_equal(Shoe.of_values([cards if value in held else others[value] for value in range(10)]))


@pytest.mark.parametrize("name", ["castle-vaduz:literal", "standard", "otto-mazzi:draws-on-6-and-7"])
def test_the_infinite_shoe(name: str) -> None:
    """Every deal with replacement out of 13**6; the first two cards of a side count by their total alone."""
    weights, tally = (4, *[1] * 9), dict.fromkeys(Outcome, 0)
    pairs = [sum(weights[one] * weights[(total - one) % 10] for one in range(10)) for total in range(10)]
    for punto, banco, fifth, sixth in product(range(10), repeat=4):
        outcome_dealt = outcome_of(*deal([0, 0, punto, banco, fifth, sixth], name))
        tally[outcome_dealt] += pairs[punto] * pairs[banco] * weights[fifth] * weights[sixth]
    assert count_outcomes_infinite(READINGS[name].tableau) == (tally, 13**6)


def test_coefficients_count_the_orders_of_each_multiset() -> None:
    assert len(set(multisets())) == len(multisets()) == MULTISETS == comb(15, 6)
    assert all(list(multiset) == sorted(multiset) for multiset in multisets())
    for orders, multiset in zip(outcome_coefficients(STANDARD).matrix.sum(axis=0).tolist(), multisets(), strict=True):
        assert orders == factorial(6) // prod(factorial(multiset.count(value)) for value in range(10))


def test_a_rank_that_decides_must_be_known() -> None:
    refused = refusal(count_outcomes, Shoe.of_values([4] * 10), rules_named("classic-it:ten-stands").tableau)
    assert "banco's move by the rank of punto's third card" in refused


def test_wide_numbers_do_not_push_a_condition_out_of_64_bits() -> None:
    """Coups are told apart by every part that point values decide: here one bit, then four numbers of 19 bits each."""
    wide = (f"punto_rank_1 + (margin > {k}) * 524287 < 0" for k in range(4))
    bet = own_bet("punto_rank_1 > 0 and punto_wins", *wide)
    shoe = Shoe.of_ranks([1, 0, 2, 0, 1, 0, 1, 1, 1, 0, 1, 0, 2])
    won, *never, _ = count_categories(bet, shoe, STANDARD)
    assert won == count_outcomes(shoe, STANDARD)[Outcome.PUNTO]
    assert not any(never)


def test_the_file_of_coefficients_is_written_as_it_is_read() -> None:
    assert outcomes.coefficients_file(STANDARD) == Path(outcomes.COEFFICIENTS_FILE).read_bytes()
