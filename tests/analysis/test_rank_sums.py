"""The sums of counts that decide an expectation, and the questions that they make."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm, prod

import pytest
from support import STANDARD
from support.bets import own_bet

from exact.analysis import rank_states, rank_sums
from exact.analysis.pricing import price_bet
from exact.analysis.rank_states import Feature, states_by_cards, states_of
from exact.analysis.rank_sums import Features, Polynomial, direction, features_of, questions_of
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game.shoe import Shoe

A, B = (0, 1), (0, 2)


def test_a_direction_has_the_smallest_whole_numbers_and_begins_upwards() -> None:
    """So bets in proportion share one, whatever their sign."""
    third = Fraction(1, 3)
    linear: Polynomial = {(A,): third, (B,): -2 * third, (A, B): Fraction(5), (): Fraction(7)}
    assert direction(linear, ()) == (((A, 1), (B, -2)), third)
    opposite: Polynomial = {factors: -6 * times for factors, times in linear.items()}
    assert direction(opposite, ()) == (((A, 1), (B, -2)), Fraction(-2))
    assert direction({(B,): Fraction(1)}, ()) == (((B, 1),), Fraction(1))
    assert direction(linear, (A,)) == (((B, 1),), -2 * third)
    assert direction(linear, (A, B)) == ((), Fraction(0))


def of_shoe(features: Features) -> dict[Feature, int]:
    groups = {group for _, group in features.kinds}
    return {
        (group, j): sum(perm(cards, j) for cards, own in features.kinds if own == group)
        for group in groups
        for j in range(1, 7)
    }


def value(polynomial: Polynomial, numbers: Mapping[Feature, int]) -> Fraction:
    return sum((times * prod(map(numbers.__getitem__, key)) for key, times in polynomial.items()), Fraction(0))


RANKS = Shoe.of_ranks([3, 1, 0, 0, 4, 0, 0, 2, 2, 0, 0, 0, 5])
CARDS = Shoe.of_cards([2 * (card % 7 == 0) + (card in (13, 14, 27)) for card in range(52)])


@pytest.mark.parametrize(
    ("names", "shoe"),
    [
        (("punto-pair",), RANKS),
        (("banco-pair:12", "either-pair"), RANKS),
        (("perfect-pair-either", "punto-perfect-pair"), CARDS),
        (("punto-fabulous-pair", "banco-pair:12"), CARDS),
        (("dragon-7", "tie"), Shoe.of_values([5, 0, 0, 4, 0, 0, 0, 3, 0, 0])),
        (("lucky-6:12-18",), Shoe.of_values([9, 0, 0, 0, 0, 0, 7, 0, 0, 0])),
    ],
)
def test_the_polynomials_of_bets_give_their_expectations(names: tuple[str, ...], shoe: Shoe) -> None:
    bets = [find_bet(name) for name in names]
    features = features_of(bets, shoe, STANDARD)
    assert sum(features.held) == shoe.cards
    factorials = of_shoe(features)
    single = [group for _, group in features.kinds]
    powers = {
        (group, j): factorials[group, 1] ** j if single.count(group) == 1 else factorial
        for (group, j), factorial in factorials.items()
    }
    last = max(single)
    (whole, unit), powered = features.with_unseen(shoe.cards), features.in_counts()
    assert len(features.polynomials) == len(bets)
    polynomials = zip(features.polynomials, powered.polynomials, whole, strict=True)
    for bet, ((cards, own), (same, by_powers), six) in zip(bets, polynomials, strict=True):
        expectation = price_bet(bet, shoe, STANDARD).expectation * features.unit
        assert cards == same
        assert value(own, factorials) == value(by_powers, powers) == expectation * perm(shoe.cards, cards)
        assert value(six, factorials) == expectation / features.unit * unit * perm(shoe.cards, 6)
        assert not any((last, 1) in key for key in six)
        assert all(times and times.denominator == 1 for times in six.values())


def test_a_polynomial_is_written_out_over_the_cards_that_the_bet_looks_at() -> None:
    """Banco has cards too, but they do not decide a pair of punto: 52² ways, not 52⁴, and 1378 types of two cards."""
    for name, types in (("punto-fabulous-pair", 52 * 53 // 2), ("punto-perfect-pair", 2)):
        ((cards, polynomial),) = features_of([find_bet(name)], Shoe.of_decks(8), STANDARD).polynomials
        assert cards == 2
        assert len(polynomial) >= types


def test_a_bet_that_always_loses_looks_at_one_card() -> None:
    ((cards, polynomial),) = features_of([own_bet(("kings < 0", 3))], RANKS, STANDARD).polynomials
    assert cards == 1
    assert value(polynomial, {(0, 1): 17}) == -17


@pytest.mark.parametrize("sizes", [(1,) * 7, (9, 1, 4), (2, 2), (13,)])
def test_the_types_are_those_of_all_multisets(sizes: tuple[int, ...]) -> None:
    groups = [group for group, size in enumerate(sizes) for _ in range(size)]
    for cards in range(7):
        found = set()
        for multiset in combinations_with_replacement(range(len(groups)), cards):
            copies = [(groups[kind], number) for kind, number in Counter(multiset).items()]
            parts = ([number for own, number in copies if own == group] for group in range(len(sizes)))
            found.add(tuple(tuple(sorted(part, reverse=True)) for part in parts))
        types = list(rank_sums._types(cards, sizes))
        assert len(types) == len(found)
        assert {*types} == found


def test_kinds_are_cards_that_the_bet_does_not_tell_apart() -> None:
    """A pair looks at thirteen ranks alike; seven of three cards at no two values alike."""
    assert features_of([find_bet("punto-pair")], RANKS, STANDARD).kinds == tuple((n, 0) for n in (3, 1, 4, 2, 2, 5))
    by_value = features_of([find_bet("dragon-7")], Shoe.of_values([5, 0, 0, 4, 0, 0, 0, 3, 0, 0]), STANDARD)
    assert sorted(by_value.kinds) == [(3, 2), (4, 1), (5, 0)]
    with pytest.raises(ExactError, match="needs a shoe described by ranks, but this one is described by values"):
        features_of([find_bet("punto-pair")], Shoe.of_values([4] * 10), STANDARD)


def test_polynomials_of_too_many_types_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards are of a kind or of two. Without polynomials, the kinds stay."""
    for most, listed in ((2, 1), (1, 0)):
        monkeypatch.setattr(rank_sums, "MAX_TYPES", most)
        features = features_of([find_bet("punto-pair")], RANKS, STANDARD)
        assert (len(features.polynomials), len(features.kinds), features.unit) == (listed, 6, 1)


def test_kinds_that_only_some_exchanges_leave_alike_are_groups_of_their_own() -> None:
    """Two cards win if they are neighbours on a ring of five values; all have two neighbours.

    A turn of the ring changes nothing, an exchange of two values does. Written out, the wins are 2 Σ c c' over the five
    pairs.
    """
    bet = own_bet(("(punto_value_1 - punto_value_2) % 10 in (2, 8)", 3))
    counts = (4, 3, 2, 1, 5)
    features = features_of([bet], Shoe.of_values([card for count in counts for card in (count, 0)]), STANDARD)
    assert features.kinds == tuple(zip(counts, range(5), strict=True))
    ((cards, polynomial),) = features.polynomials
    winning = sum(2 * count * counts[index - 1] for index, count in enumerate(counts))
    assert value(polynomial, of_shoe(features)) == (4 * winning - perm(15, 2)) * perm(13, cards - 2)


def test_a_bet_that_looks_at_six_cards_of_many_classes_has_no_polynomial() -> None:
    """Each class that the shoe holds is then a kind: 15**6 ways to draw six are too many, 14**6 are not."""
    counts = [0, 0, *range(1, 16), *[0] * 35]
    features = features_of([find_bet("all-red")], Shoe.of_cards(counts), STANDARD)
    assert features == Features(tuple((index - 1, index) for index in range(2, 17)), (), 1)


@pytest.mark.parametrize("name", ["punto-pair", "either-pair"])
def test_the_bound_on_states_is_no_smaller_than_their_number(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = Shoe.of_ranks([4, 1, 2, 3, 1, 2, 1, 3, 2, 1, 2, 1, 2])
    unseen = list(range(6, 14))
    questions = questions_of([find_bet(name)], shoe, STANDARD, unseen)
    assert [question.unseen for question in questions] == unseen
    total = 0
    for cards, bound in zip(range(14), states_of(questions[-1].sums, 13), strict=True):
        packing = questions[-1].sums.packing(13)
        total += len(states_by_cards(questions[-1].sums.held, packing.table, [cards])[cards].keys)
        assert total <= bound
    question = questions[-1]
    monkeypatch.setattr(rank_sums, "MAX_STATES", states_of(question.sums, 13)[13])
    (again,) = questions_of([find_bet(name)], shoe, STANDARD, [13])
    assert again == question
    monkeypatch.setattr(rank_sums, "MAX_SUMS", len(question.sums.outer))
    assert questions_of([find_bet(name)], shoe, STANDARD, [13]) == [question]
    monkeypatch.setattr(rank_sums, "MAX_STATES", 1)
    refused = f"'{name}' depends on the composition of 13 cards in too many ways: [0-9,]+ compositions"
    with pytest.raises(ExactError, match=refused):
        questions_of([find_bet(name)], shoe, STANDARD, [13])


@pytest.mark.parametrize(("name", "bound"), [("_WORK", 8 * (4 + 3 + 2 + 8)), ("WORD", 2 * (12 + 6 + 2 + 56) + 2)])
def test_as_many_steps_and_as_large_sums_as_may_be(name: str, bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 8 of these cards: their sums Σc(c−1) take so many steps and reach so far; each may be packed with its negative.

    There are more compositions. The most cards that are asked about have to be within the bound.
    """
    shoe, bet = Shoe.of_ranks([4, 0, 3, 2, *[0] * 7, 9, 0]), find_bet("punto-pair")
    modules = [module for module in (rank_states, rank_sums) if hasattr(module, name)]
    for module in modules:
        monkeypatch.setattr(module, name, bound)
    assert [question.members for question in questions_of([bet], shoe, STANDARD, [7, 8])] == [(), ()]
    for module in modules:
        monkeypatch.setattr(module, name, bound - 1)
    assert questions_of([bet], shoe, STANDARD, [7])[0].members == ()
    with pytest.raises(ExactError, match="'punto-pair' depends on the composition of 7 cards in too many ways"):
        questions_of([bet], shoe, STANDARD, [7, 8])
