"""The simulations against exact distributions where those reach, and the committed figures."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import prod, sqrt
from statistics import mean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shoe_numbers import figures, independent, simulate_numbers
from simulations import (
    CutShoes,
    controlled,
    cut_card_estimates,
    deal_until,
    simulate_cut_card,
    simulate_streaks,
    six_cards,
    streak_estimates,
)
from support import STANDARD, value_of
from support.dealer import deal, outcome_of
from support.whole_shoes import coups_by_hand, numbers_by_hand

from exact.analysis.dealing import Dealing
from exact.analysis.dependence import OUTCOMES, distribution_of_decks, joint_distribution
from exact.analysis.odds import odds_of_shoe
from exact.analysis.simulated_shoes import (
    BANKER_STREAK_PAYS,
    KNOWN,
    LONGEST,
    MOST_RUNS,
    NUMBER_DECKS,
    Estimate,
    mean_of,
    play,
    simulations,
)
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.dependence import one_deck_shoe_table, shoe_numbers_table
from exact.publication.stored_figures import MOST_LONGEST, MOST_OF_ONE_DECK, ONE_DECK
from exact.rules import all_rules

BANCO = Outcome.BANCO


def assert_near(estimate: Estimate, exact: float) -> None:
    assert abs(estimate.value - exact) <= 5 * estimate.error, (estimate, exact)


@pytest.mark.parametrize("name", all_rules())
def test_coups_are_played_as_the_document_says(name: str) -> None:
    rng = random.Random(name)
    dealt = [[rng.choice((0, rng.randrange(10))) for _ in range(6)] for _ in range(2000)]
    outcomes, used = play(np.array(dealt), all_rules()[name].tableau)
    for cards, outcome, count in zip(dealt, outcomes.tolist(), used.tolist(), strict=True):
        punto, banco = deal(cards, name)
        assert (OUTCOMES[outcome], count) == (outcome_of(punto, banco), len(punto + banco))


@given(st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6), min_size=1, max_size=9))
def test_six_cards_come_from_the_shoe(held: list[list[int]]) -> None:
    left = np.array([[shoe.count(value) for value in range(10)] for shoe in held])
    cards = six_cards(left, np.random.default_rng(1))
    assert np.sort(cards, axis=1).tolist() == [sorted(shoe) for shoe in held]
    assert not left.any()


@pytest.mark.parametrize(("value", "used"), [(4, 4), (0, 6), (3, 4), (1, 6)])
def test_a_coup_takes_the_cards_it_uses(value: int, used: int) -> None:
    """Naturals of eight and standing sixes use four cards; of zeros and of aces both sides draw."""
    left = np.zeros((3, 10), dtype=np.int64)
    left[:, value] = 20
    deal_until(left, Outcome.TIE, STANDARD, np.random.default_rng(1))
    assert left[:, value].tolist() == [20 - used] * 3


def test_six_cards_may_be_all_that_is_left_for_the_last_coup() -> None:
    shoes = simulate_cut_card(1, 11, STANDARD, 3000, seed=3)
    assert np.allclose(shoes.next_chance.sum(axis=1), 1)


def test_the_figures_of_a_cut_card_and_their_standard_errors_by_hand() -> None:
    """Of four shoes; the error of a quotient of sums is that of what each shoe has beyond the quotient of its coups."""
    coups, banco, chance = [81, 84, 79, 82], [37, 40, 33, 38], [0.44, 0.47, 0.45, 0.48]
    outcomes = np.array([[30, wins, played - 30 - wins] for wins, played in zip(banco, coups, strict=True)])
    chances = np.array([[0.4, next_banco, 0.6 - next_banco] for next_banco in chance])
    marginal = dict.fromkeys(OUTCOMES, 0.3) | {BANCO: 0.46}
    found = cut_card_estimates(CutShoes(np.array(coups), outcomes, chances), marginal)
    share, average = sum(banco) / sum(coups), sum(coups) / 4
    rests = [wins - share * played for wins, played in zip(banco, coups, strict=True)]
    products = [(played - average) * (own - 0.46) for played, own in zip(coups, chance, strict=True)]
    assert tuple(found["coups"]) == pytest.approx((average, stdev(coups) / 2))
    assert tuple(found["banco, frequency"]) == pytest.approx((share, stdev(rests) / 2 / average))
    assert tuple(found["banco, excess"]) == pytest.approx((mean(products) / average, stdev(products) / 2 / average))
    assert found["punto, frequency"].value == pytest.approx(30 / average)


def test_every_shoe_is_dealt_as_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shuffles of a deck: the coups up to the one after the cut card, and its chance from what is left."""
    monkeypatch.setattr("simulations._TOGETHER", 4)
    found, rng = simulate_cut_card(1, 30, STANDARD, 6, seed=2), np.random.default_rng(2)
    deck = np.repeat(np.arange(10, dtype=np.uint8), Shoe.of_decks(1).values)
    shuffled = [row for shoes in (4, 2) for row in rng.permuted(np.tile(deck, (shoes, 1)), axis=1).tolist()]
    assert len(found.coups) == len(shuffled)
    for number, cards in enumerate(shuffled):
        dealt = [*coups_by_hand(cards, Dealing(burn="none", cut=30))]
        assert found.coups[number] == len(dealt)
        by_outcome = Counter(each.coup.outcome for each in dealt)
        assert found.outcomes[number].tolist() == [by_outcome[outcome] for outcome in OUTCOMES]
        odds = odds_of_shoe(Shoe.of_values(dealt[-1].unseen), STANDARD)
        assert found.next_chance[number] == pytest.approx([float(odds.probability(outcome)) for outcome in OUTCOMES])


def test_the_numbers_of_whole_shoes_by_hand() -> None:
    """Six shoes of one deck dealt card by card: what their outcomes say as text, with the burn and the cut card."""
    found, rng = simulate_numbers(1, 6, STANDARD, np.random.default_rng(2)), np.random.default_rng(2)
    shoes = rng.permuted(np.tile(np.repeat(np.arange(10, dtype=np.uint8), Shoe.of_decks(1).values), (6, 1)), axis=1)
    for number, cards in enumerate(shoes.tolist()):
        outcomes = [dealt.coup.outcome for dealt in coups_by_hand(cards, Dealing())]
        numbers = dict(numbers_by_hand(outcomes, len(outcomes), len(outcomes)))
        assert found.coups[number] == numbers["coups"]
        assert found.outcomes[number].tolist() == [numbers[outcome.value] for outcome in OUTCOMES]
        assert found.alternations[number] == numbers["alternations"]
        assert (found.runs[number], found.longest[number]) == (
            numbers["runs of banco"],
            numbers["longest run of banco"],
        )


def test_what_independent_coups_expect_of_a_shoe_of_four() -> None:
    """Every sequence of four coups, by hand."""
    odds = odds_of_shoe(Shoe.of_decks(8), STANDARD)
    expected = np.zeros(6 + MOST_RUNS + 1)
    for coups in product(OUTCOMES, repeat=4):
        numbers = dict(numbers_by_hand(coups))
        runs = numbers["runs of banco"]
        seen = [*(numbers[outcome.value] for outcome in OUTCOMES), numbers["alternations"], runs]
        seen += [numbers["longest run of banco"], *(number == runs for number in range(MOST_RUNS + 1))]
        expected += float(prod(map(odds.probability, coups))) * np.array(seen)
    assert independent(4, odds) == pytest.approx(expected.tolist(), abs=1e-11)


def test_the_committed_numbers_of_whole_shoes_by_another_seed() -> None:
    committed = {(entry.decks, entry.name): entry.estimate for entry in simulations()}
    for decks in NUMBER_DECKS:
        shoes = simulate_numbers(decks, 4000, STANDARD, np.random.default_rng(11))
        for name, sample in figures(shoes).items():
            if sample.any() and sample.mean() > 0.01:
                assert_near(mean_of(sample), committed[decks, f"whole shoe, {name}"].value)
    assert len(shoe_numbers_table().rows) == sum(
        name.startswith("whole shoe, ") and not name.endswith("excess") for _decks, name in committed
    )


def test_simulated_shoes_of_one_deck_have_the_exact_distributions() -> None:
    """The z-scores of the committed means and, with another seed, of each value of the numbers that are simulated."""
    shoes = simulate_numbers(1, 20_000, STANDARD, np.random.default_rng(30))
    dealt = {side.value: np.minimum(shoes.outcomes[:, which], MOST_OF_ONE_DECK) for which, side in enumerate(OUTCOMES)}
    dealt |= {"coups": shoes.coups, "alternations": np.minimum(shoes.alternations, MOST_OF_ONE_DECK)}
    dealt |= {"runs of banco": shoes.runs, "longest run of banco": np.minimum(shoes.longest, MOST_LONGEST)}
    means, totals = defaultdict[str, float](float), defaultdict[str, float](float)
    for name, number, low, high in ONE_DECK.rows():
        assert 0 < low < high < low + Fraction(2, 10**11)
        chance = float(low + high) / 2
        totals[name] += chance
        means[name] += number * chance
        if chance > 0.001 and name in dealt:
            assert_near(mean_of((dealt[name] == number).astype(np.float64)), chance)
    assert totals == pytest.approx(dict.fromkeys([*dealt, "runs of punto"], 1.0), abs=1e-10)
    committed = {entry.name: entry.estimate for entry in simulations() if entry.decks == 1}
    for name, simulated in (("coups", "coups"), ("tie", "tie"), ("runs of banco", "runs")):
        assert_near(committed[f"whole shoe, {simulated}"], means[name])


@pytest.mark.slow
def test_one_deck_beside_every_sequence_of_independent_coups() -> None:
    """As many coups as the table has, in every sequence; their numbers are read from the sequence as a text."""
    odds, expected = odds_of_shoe(Shoe.of_decks(1), STANDARD), defaultdict[tuple[str, int], float](float)
    chances = {outcome: float(odds.probability(outcome)) for outcome in OUTCOMES}
    for name, coups, low, high in ONE_DECK.rows():
        if name == "coups":
            for sequence in product(OUTCOMES, repeat=coups):
                weight = float(low + high) / 2 * prod(chances[outcome] for outcome in sequence)
                for figure in numbers_by_hand(sequence):
                    expected[figure] += weight
    compared = {
        (str(figure), int(str(value).split()[0])): float(value_of(independent))
        for figure, value, _low, _high, independent, _difference in one_deck_shoe_table().rows
        if independent is not None
    }
    assert compared == pytest.approx({figure: expected[figure] for figure in compared}, abs=1e-12)


def test_streaks_are_simulated_a_few_shoes_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulations._TOGETHER", 3)
    products = simulate_streaks(2, BANCO, STANDARD, 7, seed=2)
    assert products.shape == (7, LONGEST)
    chance = float(odds_of_shoe(Shoe.of_decks(2), STANDARD).probability(BANCO))
    assert products[:, 0] == pytest.approx([chance] * 7)
    assert ((0.3 * products[:, :-1] < products[:, 1:]) & (products[:, 1:] < 0.6 * products[:, :-1])).all()


def test_a_control_variate_takes_out_what_it_explains() -> None:
    rng = np.random.default_rng(5)
    control = rng.normal(3, 1, 4000)
    sample = 2 * control + rng.normal(0, 0.01, 4000)
    estimate = controlled(sample, control, 3.0)
    assert_near(estimate, 6.0)
    assert estimate.error < 0.02 / sqrt(4000)
    assert controlled(np.array([1.0, 2.0]), np.array([4.0, 4.0]), 4.0).value == 1.5


def test_the_expectation_is_what_the_streaks_pay() -> None:
    """Coups that banco wins half of: exactly n wins with chance 2**−(n+1)."""
    halves = np.array([[0.5**n for n in range(1, LONGEST + 1)]] * 2)
    exactly = {"3-": 1 - 0.5**4, "10+": 0.5**10} | {str(n): 0.5 ** (n + 1) for n in range(4, 10)}
    expected = sum(exactly[wins] * pays for wins, pays in BANKER_STREAK_PAYS.items())
    assert streak_estimates(halves, 0.5**4)["Banker Streak, expectation"].value == pytest.approx(expected, rel=1e-14)


def test_the_committed_streaks_by_another_seed() -> None:
    committed = {entry.name: entry.estimate for entry in simulations() if entry.decks == 8}
    four = float(distribution_of_decks(8, STANDARD, 4).probability((BANCO,) * 4))
    again = streak_estimates(simulate_streaks(8, BANCO, STANDARD, 4000, seed=11), four)
    for name, estimate in again.items():
        assert_near(estimate, committed[name].value)
        assert committed[name].error < 0.001 * abs(committed[name].value)


@pytest.mark.parametrize("behind", [14, 16])
def test_the_committed_cut_cards_by_another_seed(behind: int) -> None:
    committed = {entry.name: entry.estimate for entry in simulations()}
    one = joint_distribution(Shoe.of_decks(8), STANDARD, 1)
    marginal = {outcome: float(one.probability((outcome,))) for outcome in OUTCOMES}
    shoes = simulate_cut_card(8, behind, STANDARD, 4000, seed=11)
    for name, estimate in cut_card_estimates(shoes, marginal).items():
        assert_near(estimate, committed[f"cut card {behind}, {name}"].value)
    excesses = [committed[f"cut card {behind}, {outcome.value}, excess"] for outcome in OUTCOMES]
    assert abs(sum(excess.value for excess in excesses)) < 1e-11  # the three frequencies add up to 1
    for outcome in OUTCOMES:  # the plain frequencies agree with the excess, within their larger error
        plain = committed[f"cut card {behind}, {outcome.value}, frequency"]
        excess = committed[f"cut card {behind}, {outcome.value}, excess"]
        assert_near(plain, marginal[outcome] + excess.value)


def test_streaks_by_their_length() -> None:
    """Where the control is at its known mean, the estimates are the means."""
    products = np.array([[1 / 2**length, 1 / 3**length] for length in range(1, LONGEST + 1)]).T
    means = products.mean(axis=0)
    estimates = streak_estimates(products, float(means[KNOWN - 1]))
    assert list(estimates) == [*(f"streak {length}" for length in range(5, 13)), "Banker Streak, expectation"]
    for length in range(5, 13):
        assert estimates[f"streak {length}"].value == pytest.approx((1 / 2**length + 1 / 3**length) / 2)
