"""Small polynomials written by hand: their tensors, derivatives and forms in decks, and the bounds of a compilation."""

from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement, permutations, product
from math import perm, prod

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import STANDARD, refusal
from support.bets import own_bet
from support.dealer import shoe_of
from support.strategies import COSTLY, shoes

from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue, find_bet
from exact.bets.knowledge import Knowledge, parse_knowledge
from exact.bets.payoffs import Payoffs
from exact.bets.vocabulary import EVERY_CARD, RANK_MASKS
from exact.engine import compiled_bet, compiler, many_shoes, one_shoe
from exact.engine import forms as tensors
from exact.engine.compiled_bet import CompiledBet, Products
from exact.engine.compiler import compiled
from exact.engine.forms import class_tensor, derivatives, group_weights, in_decks, net_win
from exact.engine.multisets import of_five_values, ways_to_draw
from exact.engine.one_shoe import count_categories
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.rules import Tableau

ACE, TWO = RANK_MASKS[:2]
ACE_OF_SPADES = 1
SETS = (ACE_OF_SPADES, ACE, TWO, EVERY_CARD)


def by_hand(*terms: tuple[int, int, tuple[int, ...]], categories: int = 2) -> CompiledBet:
    """The polynomial of terms, each a category, a coefficient and the sets of its cards; the rest is any card."""
    rows = [[*looked_at, *[len(SETS) - 1] * (6 - len(looked_at))] for _, _, looked_at in terms]
    products = Products(SETS, np.array(rows, dtype=np.int64).reshape(-1, 6))
    category, coefficient = (np.array([term[place] for term in terms], dtype=np.int64) for place in (0, 1))
    return CompiledBet(categories, products, np.arange(len(terms)), category, coefficient)


def size(shoe: Shoe, mask: int) -> int:
    return sum(cards for index, cards in enumerate(shoe.counts) if mask >> index & 1)


def counted(shoe: Shoe) -> list[int]:
    """Five times: an ace, another, and any four; less a deuce, an ace; and thrice the ace of spades, an ace."""
    spades, aces, twos, cards = (size(shoe, mask) for mask in SETS)
    left = perm(cards - 2, 4)
    return [(5 * aces * (aces - 1) - twos * aces) * left, 3 * spades * (aces - 1) * left]


MINE = by_hand((0, 5, (1, 1)), (0, -1, (1, 2)), (1, 3, (0, 1)))
SMALL = Shoe.of_cards([3, 1, 0, 2, 4, 1, *[2, 0, 1] * 15, 7])


def test_the_value_of_a_polynomial() -> None:
    for shoe in (SMALL, Shoe.of_decks(1), Shoe.of_decks(10**6)):
        assert list(MINE.counts(shoe).values()) == counted(shoe)
    assert MINE.granularity is Granularity.CARDS
    assert by_hand((1, 1, (2,))).counts(SMALL) == {1: size(SMALL, TWO) * perm(SMALL.cards - 1, 5)}
    assert by_hand(categories=3).counts(SMALL) == {}


def test_the_form_in_decks_is_the_value_for_so_many_decks() -> None:
    forms = in_decks(MINE)
    for decks in (1, 2, 3, 8, 10**6):
        values = [sum(number * decks**power for power, number in enumerate(form)) for form in forms]
        assert values == counted(Shoe.of_decks(decks))
    second = in_decks(by_hand((1, 2, (1, 1)), categories=3))
    assert second[0] == second[2] == [0] * 7
    assert sum(second[1]) == 2 * 4 * 3 * perm(50, 4)
    assert in_decks(by_hand()) == [[0] * 7] * 2


def test_the_derivative_by_the_cards_of_each_class() -> None:
    """Of a polynomial of degree six, six steps to either side give the slope exactly."""
    weights = {-3: -1, -2: 9, -1: -45, 1: 45, 2: -9, 3: 1}
    for own in (SMALL, Shoe.of_decks(9), Shoe.of_cards([cards + 10**9 for cards in SMALL.counts])):
        own = Shoe.of_cards([cards + 3 for cards in own.counts])
        slopes = derivatives(MINE, own)
        for index in (0, 1, 4, 51):
            stepped = {
                step: counted(Shoe.of_cards([*own.counts[:index], own.counts[index] + step, *own.counts[index + 1 :]]))
                for step in weights
            }
            for category in range(2):
                total = sum(weight * stepped[step][category] for step, weight in weights.items())
                assert slopes[index][category] == Fraction(total, 60)


def test_the_tensor_of_a_polynomial_by_hand() -> None:
    tensor = class_tensor(MINE, (1, 0), Granularity.CARDS, range(8))
    assert tensor is not None
    for first, second in product(range(8), repeat=2):
        aces = (first < 4) + (second < 4)
        assert tensor[first, second] == {2: 10, 1: -1, 0: 0}[aces]
    tensor = class_tensor(by_hand((0, 7, (1, 1, 2))), (2, 5), Granularity.RANKS, (1, 0, 5))
    assert tensor is not None
    assert {tuple(place): int(tensor[tuple(place)]) for place in np.argwhere(tensor).tolist()} == dict.fromkeys(
        set(permutations((1, 1, 0))), 2 * 7 * 2
    )


def test_a_tensor_has_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    one = by_hand((0, 1, (1,)))
    largest = class_tensor(one, (2**53 - 1, 0), Granularity.RANKS, (0,))
    assert largest is not None
    assert largest.tolist() == [2**53 - 1]
    two = by_hand((0, 1, (1, 2)))
    for tensor, paid in ((one, 2**53), (one, -(2**53)), (two, 2**52)):
        refused = refusal(class_tensor, tensor, (paid, 0), Granularity.RANKS, (0,))
        assert refused.startswith(f"pays: {abs(paid)} makes sums of up to 9007199254740992")
    monkeypatch.setattr(tensors, "MAX_ENTRIES", 16)
    assert class_tensor(two, (1, 0), Granularity.RANKS, range(4)) is not None
    assert class_tensor(two, (1, 0), Granularity.RANKS, range(5)) is None


def test_the_ways_to_draw_five_values() -> None:
    held = (3, 0, 2, 1, 7)
    for cards, ways in enumerate(ways_to_draw(held)):
        drawn = of_five_values(cards)
        assert sorted(drawn) == list(combinations_with_replacement(range(5), cards))
        assert list(drawn) == sorted(drawn, key=lambda multiset: multiset[::-1])
        for multiset, number in zip(drawn, ways, strict=True):
            copies = Counter(multiset).items()
            assert number == prod(perm(held[v], c) for v, c in copies)


def test_what_is_paid_by_the_cards_drawn_of_each_group() -> None:
    """Punto's pair over all deals of seven cards; the groups are red, black and aces of either."""
    shoe = Shoe.of_cards([2, 1, *[0] * 2, 1, 0, 0, 1, *[0] * 40, 1, 0, 1, 0])
    group_of = [2 if card < 4 else int(card % 4 in (0, 3)) for card in range(52)]
    cards = [card for card, copies in enumerate(shoe.counts) for _ in range(copies)]
    expected = Counter[tuple[int, ...]]()
    for deal in permutations(cards, 4):
        paid = 7 if deal[0] // 4 == deal[2] // 4 else -2
        for rest in permutations((Counter(cards) - Counter(deal)).elements(), 2):
            drawn = Counter(group_of[card] for card in (*deal, *rest))
            expected[tuple(drawn[group] for group in range(3))] += paid
    found = group_weights(catalogue()["punto-pair"], (7, -2), group_of, Granularity.CARDS, shoe, STANDARD)
    assert found == {drawn: paid for drawn, paid in expected.items() if paid}
    coarse = shoe.coarsened(Granularity.VALUES)
    refused = refusal(group_weights, catalogue()["punto-pair"], (7, -2), [0] * 10, Granularity.VALUES, coarse, STANDARD)
    assert "'punto-pair' needs a shoe described by ranks" in refused


def test_terms_are_merged_before_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    conditions = ("punto_pair", "banco_natural and punto_rank_2 == 13")
    usual = compiled(own_bet(*conditions, name="usual"), STANDARD)
    monkeypatch.setattr(compiled_bet, "_MERGED_AT", 50)
    merged = compiled(own_bet(*(f"({condition})" for condition in conditions), name="merged"), STANDARD)
    shoe = Shoe.of_cards([(7 * card) % 5 for card in range(52)])
    assert usual.counts(shoe) == merged.counts(shoe)
    for polynomial in (usual, merged):
        rows = polynomial.products.factors.tolist()
        assert len(set(map(tuple, rows))) == len(rows)
        assert (np.diff(polynomial.category) >= 0).all()
        assert (polynomial.coefficient != 0).all()


@pytest.mark.parametrize(
    ("module", "bound", "most", "message"),
    [
        (compiled_bet, "MAX_SETS", 12, "looks at more than 12 different sets of cards, which is the bound"),
        (compiler, "MAX_WORK", 3, "takes about "),
        (compiled_bet, "MAX_CATEGORIES", 1, "has 2 categories; the bound is 1"),
    ],
)
def test_a_compilation_has_its_bounds(
    module: object, bound: str, most: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = bound.replace("_", "-")
    bet = own_bet(f"punto_suit_1 == hearts and punto_rank_2 == 12 and punto_value_1 < {most}", name=name)
    with monkeypatch.context() as bounded:
        bounded.setattr(module, bound, most)
        assert refusal(compiled, bet, STANDARD).startswith(f"bet: '{name}' {message}")
    assert compiled(bet, STANDARD).granularity is Granularity.CARDS


def test_cards_beyond_the_sixth_have_their_bounds() -> None:
    bet = catalogue()["punto-natural"]
    shoe = Shoe.of_values([1] * 8 + [0, 0])
    (known,) = (piece.knowledge for piece in parse_knowledge("card9=2"))
    assert sum(count_categories(bet, shoe, STANDARD, known)) == 7 * 6 * 5 * 4 * 3 * 2
    whole = reduce(Knowledge.joined, (piece.knowledge for piece in parse_knowledge("card9=2 card7=3 card8=4")))
    refused = refusal(count_categories, bet, shoe, STANDARD, whole)
    assert refused == "given: '3 cards' beyond the sixth are named, but the shoe holds only 8"


@pytest.mark.slow
def test_a_known_card_that_no_side_receives_has_no_part_in_what_the_sides_hold() -> None:
    """Nobody draws, and the fifth card is a heart: punto's own two cards decide whether it is suited."""
    nobody_draws = Tableau("S" * 8, ("S" * 11,) * 8)
    cards = [(5, 1), (9, 1), (13, 2), (4, 2), (8, 2), (9, 2), (3, 0)]
    bet = own_bet("punto_suited", "banco_one_colour")
    (known,) = (piece.knowledge for piece in parse_knowledge("card5=hearts"))
    expected = [0] * 3
    for order in permutations(cards, 6):
        if order[4][1] == 1:
            red = [order[place][1] in (1, 2) for place in (1, 3)]
            expected[0 if order[0][1] == order[2][1] else 1 if red[0] == red[1] else 2] += 1
    assert list(count_categories(bet, shoe_of(cards), nobody_draws, known)) == expected
    assert all(expected)


def test_the_bounds_in_numbers() -> None:
    """16,384 categories; and 10,000 shoes that the known cards beyond the sixth can leave."""
    assert compiled_bet.merged_terms(16_384, Granularity.VALUES, [])
    refused = refusal(compiled_bet.merged_terms, 16_385, Granularity.VALUES, [])
    assert "has 16,385 categories; the bound is 16,384" in refused
    known = parse_knowledge(" ".join(f"card{place}=A-9" for place in range(7, 15)))
    whole = reduce(Knowledge.joined, (piece.knowledge for piece in known))
    refused = refusal(count_categories, catalogue()["punto-natural"], Shoe.of_values([8] * 10), STANDARD, whole)
    assert refused == "given: '8 cards' can lie beyond the sixth in too many ways to count; the bound is 10,000"


def test_a_card_known_to_be_one_of_two_answers_for_each() -> None:
    """The five of hearts or the six of spades: a heart is the five."""
    shoe = Shoe.of_cards([card % 3 + 1 for card in range(52)])
    (known,) = (piece.knowledge for piece in parse_knowledge("card1=5h|6s"))
    bet = own_bet("punto_suit_1 == hearts", "punto_rank_1 == 6")
    found = count_categories(bet, shoe, STANDARD, known)
    assert found == (shoe.counts[17] * perm(shoe.cards - 1, 5), shoe.counts[20] * perm(shoe.cards - 1, 5), 0)


def test_the_net_win_in_units_of_the_payoffs() -> None:
    bet = own_bet(("punto_pair", 5), ("punto_two_card_total == 9", 2))
    win = net_win(bet, STANDARD)
    assert (win.categories, win.looks_at) == (1, 2)
    shoe = Shoe.of_ranks([2, 0, 1, 3, 4, 1, 0, 2, 5, 1, 2, 2, 1])
    pair, nine, rest = count_categories(bet, shoe, STANDARD)
    assert sum(win.counts(shoe).values()) == 6 * pair + 3 * nine
    assert pair + nine + rest == ordered_deals(shoe.cards)
    never = net_win(own_bet("punto_two_card_total > 9"), STANDARD)
    assert (never.looks_at, len(never.coefficient)) == (0, 0)


def test_a_bet_that_looks_closer_than_allowed() -> None:
    one_shoe.check_value_level(catalogue()["punto-natural"], STANDARD, "this question")
    refused = refusal(one_shoe.check_value_level, catalogue()["punto-pair"], STANDARD, "this question")
    assert refused.startswith("bet: 'punto-pair' looks at ranks, but this question allows only bets that point")
    refused = refusal(one_shoe.check_granularity, Granularity.RANKS, Shoe.of_values([1] * 10), "own", "tags")
    assert refused == "tags: 'own' needs a shoe described by ranks, but this one is described by values"


@pytest.mark.parametrize(
    ("kernel", "shoes", "installed", "chosen"),
    [
        ("auto", 99_999, True, "numpy"),
        ("auto", 100_000, True, "numba"),
        ("auto", 100_000, False, "numpy"),
        ("numpy", 10**9, True, "numpy"),
        ("numba", 1, True, "numba"),
    ],
)
def test_which_kernel_counts(
    kernel: str, shoes: int, installed: bool, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_shoes, "find_spec", lambda _: object() if installed else None)
    assert many_shoes.chosen_kernel(kernel, shoes) == chosen


@pytest.mark.parametrize(
    "name",
    [
        "banco",
        "punto-pair:12",
        "grand-monkey",
        *(pytest.param(own, marks=pytest.mark.slow) for own in catalogue() if own not in ("banco", "grand-monkey")),
    ],
)
@COSTLY
@given(shoe=shoes(Granularity.CARDS, st.sampled_from([0, 1, 2, 5, 10**9])))
@example(shoe=Shoe.of_decks(8))
def test_the_terms_add_up_to_the_net_win(name: str, shoe: Shoe) -> None:
    bet = find_bet(name)
    win, paid = net_win(bet, STANDARD), Payoffs.of(bet.payoffs())
    cards = np.array(shoe.coarsened(win.granularity).counts, dtype=np.object_)
    _, sums = win.sums((win.products.membership(win.granularity) @ cards)[:, None])
    beyond_the_last = int(sums.sum()) + paid.numerators[-1] * ordered_deals(shoe.cards)
    assert beyond_the_last == paid.won(count_categories(bet, shoe, STANDARD))


@pytest.mark.parametrize(
    ("name", "looks_at", "classes", "granularity"),
    [
        ("punto-pair", 2, 13, Granularity.RANKS),
        ("punto-perfect-pair", 2, 52, Granularity.CARDS),
        ("grand-monkey", 6, 2, Granularity.RANKS),
        ("punto-natural", 2, 10, Granularity.VALUES),
        ("tie", 6, 10, Granularity.VALUES),
    ],
)
def test_what_a_bet_looks_at(name: str, looks_at: int, classes: int, granularity: Granularity) -> None:
    win = net_win(find_bet(name), STANDARD)
    member = win.products.membership(win.granularity)
    found = win.looks_at, len(set(map(tuple, member.T.tolist()))), win.granularity
    assert found == (looks_at, classes, granularity)
