"""What bets count, against every deal of a few cards, conditions read by Python, closed forms and literature."""

from collections import Counter
from functools import reduce
from itertools import combinations
from math import perm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import refusal
from support.bets import own_bet
from support.dealer import Card, counted_by_hand, shoe_of
from support.strategies import COSTLY, HANDFULS, shoes

from exact.analysis.joint import JointDistribution, count_jointly, variable_of_bet
from exact.analysis.pricing import empty_categories, price_bet
from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, every_bet
from exact.engine.compiler import compiled
from exact.engine.one_shoe import count_categories
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.questions.bets import counts as counted_together
from exact.rules import all_rules

STANDARD = all_rules()["standard"].tableau


SMALL_SHOES: list[list[Card]] = [
    [(9, 0), (9, 0), (9, 1), (4, 1), (13, 1), (10, 2), (9, 2)],
    [(8, 3), (13, 3), (10, 3), (8, 3), (12, 3), (11, 3), (10, 0)],
    [(13, 0), (13, 0), (13, 1), (12, 0), (10, 2), (11, 2)],
    [(1, 1), (1, 2), (7, 1), (7, 1), (3, 2), (3, 1)],
]
"""Pairs, suited runs, court cards, a rank three times, one value only."""


def examples_of_small_shoes(test: Any) -> Any:
    return reduce(lambda made, cards: example(cards=cards)(made), SMALL_SHOES, test)


@pytest.mark.slow
@COSTLY
@given(HANDFULS)
@examples_of_small_shoes
def test_the_whole_catalogue_card_by_card(cards: list[Card]) -> None:
    for name, counts in counted_by_hand(list(every_bet().values()), cards).items():
        assert list(count_categories(every_bet()[name], shoe_of(cards), STANDARD)) == counts, (name, cards)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["castle-vaduz:literal-has-eight", "otto-mazzi:draws-on-6-and-7"])
def test_the_whole_catalogue_under_other_rules(rules: str) -> None:
    bets = list(catalogue().values())
    cards = [(9, 0), (5, 0), (8, 1), (3, 1), (13, 1), (13, 1), (7, 2)]
    for name, counts in counted_by_hand(bets, cards, rules).items():
        tableau = all_rules()[rules].tableau
        assert list(count_categories(catalogue()[name], shoe_of(cards), tableau)) == counts, name


CONDITIONS = [
    "punto_suited and not banco_suited",
    "punto_suited and punto_pair",
    "punto_one_colour and banco_one_colour and not one_colour",
    "one_suit or one_colour",
    "punto_suit_1 == banco_suit_1 and punto_rank_2 != banco_rank_2",
    "kings + queens >= 2 and tens == 0",
    "court_cards == 2 and punto_perfect_pair",
    "punto_rank_3 in (11, 12, 13, none) and banco_suit_3 != hearts",
    "punto_colour_1 == red and punto_colour_2 == black and banco_colour_3 == none",
    "(punto_suited or banco_suited) and punto_rank_3 > banco_rank_3",
    "banco_pair and kings == 1 and punto_first_two_suited",
    "punto_first_two_suited == banco_first_two_suited",
    "2 * margin - cards // 2 > punto_total % 3 and -1 < punto_value_3 <= banco_two_card_total",
]


QUICK = CONDITIONS[1:2]


@pytest.mark.parametrize("when", [pytest.param(c, marks=[] if c in QUICK else pytest.mark.slow) for c in CONDITIONS])
@COSTLY
@given(cards=HANDFULS)
@examples_of_small_shoes
def test_conditions_that_mix_ranks_and_suits(when: str, cards: list[Card]) -> None:
    """Sets of cards that cut across each other: a suit of one card against a rank of another."""
    bet = own_bet(when)
    assert list(count_categories(bet, shoe_of(cards), STANDARD)) == counted_by_hand([bet], cards)["own"]


CARDS = shoes(Granularity.CARDS, st.integers(0, 9))


def first_count(bet: str, shoe: Shoe) -> int:
    """The deals of the bet's first category, or of its only one that wins."""
    return count_categories(catalogue()[bet], shoe, STANDARD)[0]


@COSTLY
@given(CARDS)
@example(Shoe.of_decks(8))
@example(Shoe.of_decks(1))
def test_categories_always_add_up_to_the_deals(shoe: Shoe) -> None:
    for bet in catalogue().values():
        assert sum(count_categories(bet, shoe, STANDARD)) == ordered_deals(shoe.cards), bet.name


@given(CARDS)
@example(Shoe.of_decks(8))
@example(Shoe.of_decks(100))
def test_pairs_in_closed_form(shoe: Shoe) -> None:
    """Two cards of one class: Σ c (c − 1); both sides: Σ over two classes, and four of one."""
    four, two = perm(shoe.cards - 2, 4), perm(shoe.cards - 4, 2)
    ranks = shoe.coarsened(Granularity.RANKS).counts
    for bet, either, classes in (("pair", "either-pair", ranks), ("perfect-pair", "perfect-pair-either", shoe.counts)):
        one = sum(perm(c, 2) for c in classes)
        both = sum(perm(c, 4) for c in classes) + one**2 - sum(perm(c, 2) ** 2 for c in classes)
        assert first_count(f"punto-{bet}", shoe) == first_count(f"banco-{bet}", shoe) == one * four
        assert first_count(either, shoe) == 2 * one * four - both * two
    suits = [sum(shoe.counts[suit::4]) for suit in range(4)]
    assert first_count("punto-suited-pair", shoe) == sum(perm(c, 2) for c in suits) * four


def test_a_shoe_too_coarse_names_the_granularity_it_needs() -> None:
    values, ranks = (Shoe.of_decks(8).coarsened(g) for g in (Granularity.VALUES, Granularity.RANKS))
    for bet, shoe, needed, known in (
        ("punto-pair", values, "ranks", "values"),
        ("perfect-pair-either", ranks, "cards", "ranks: it needs suits, and so does every card removed, like 9h"),
    ):
        message = f"bet: '{bet}' needs a shoe described by {needed}, but this one is described by {known}"
        assert refusal(count_categories, catalogue()[bet], shoe, STANDARD) == message
    assert count_categories(catalogue()["punto-pair"], ranks, STANDARD)
    granularities = Counter(compiled(bet, STANDARD).granularity for bet in catalogue().values())
    assert set(granularities) == set(Granularity)


TWO_NAMES = {
    ("banco", "banco-4"),
    ("tie", "tie-9"),
    ("cards-4", "small"),
    ("egalite-group-0", "egalite-0"),
    ("egalite-6", "tiger-tie"),
    ("golden-frog-two-card-9-over-7", "nine-over-seven"),
    ("punto-perfect-pair", "punto-suited-pair-as-worded"),
    ("banco-perfect-pair", "banco-suited-pair-as-worded"),
}
"""Bets that win, push and lose on the same coups, but had names of their own before trade names had pay tables."""


def together(first: Bet, second: Bet, shoe: Shoe) -> JointDistribution:
    return count_jointly(variable_of_bet(first), variable_of_bet(second), shoe, STANDARD)


def classify_equally(first: Bet, second: Bet, shoe: Shoe) -> bool:
    """Whether each category of one bet is a category of the other, and what loses on one loses on the other."""
    pairs = [pair for pair, count in counted_together((first, second), shoe, STANDARD).items() if count]
    loses = [{i for i, payoff in enumerate(bet.payoffs()) if payoff == -1} for bet in (first, second)]
    one_to_one = len(pairs) == len({i for i, _ in pairs}) == len({j for _, j in pairs})
    return one_to_one and all((i in loses[0]) == (j in loses[1]) for i, j in pairs)


@pytest.mark.slow
def test_no_new_bet_classifies_every_coup_as_another() -> None:
    """A further name of a bet is a trade name or a pay table. Only bets of equal counts on an odd shoe can be equal."""
    shoe = Shoe.of_cards([pow(3, card, 53) for card in range(52)])
    alike: dict[tuple[int, ...], list[Bet]] = {}
    for bet in catalogue().values():
        counts = tuple(sorted(filter(None, count_categories(bet, shoe, STANDARD))))
        alike.setdefault(counts, []).append(bet)
    pairs = [pair for bets in alike.values() for pair in combinations(bets, 2)]
    assert {(a.name, b.name) for a, b in pairs if classify_equally(a, b, shoe)} == TWO_NAMES


def test_a_bet_and_itself_and_its_opposite() -> None:
    shoe = Shoe.of_decks(8)
    assert together(catalogue()["tie"], catalogue()["tie"], shoe).correlation_squared() == 1
    small, big = catalogue()["small"], catalogue()["big"]
    assert together(small, big, shoe).correlation_squared() == -1


def test_what_never_happens_is_reported() -> None:
    six = "banco_wins and banco_total == 6"
    bet = own_bet(six, f"{six} and banco_cards == 3", "punto_natural and cards == 6")
    shoe = Shoe.of_decks(8)
    reasons = empty_categories(bet, price_bet(bet, shoe, STANDARD).counts, shoe, STANDARD)
    assert reasons == {
        "c1": "is shadowed: the categories before it take every coup in which its condition holds",
        "c2": "cannot happen on this shoe",
    }


def test_of_many_empty_categories_the_first_are_explained() -> None:
    bet = own_bet(*(f"cards == {7 + n}" for n in range(22)))
    shoe = Shoe.of_decks(8)
    reasons = list(empty_categories(bet, price_bet(bet, shoe, STANDARD).counts, shoe, STANDARD).values())
    assert reasons[:20] == ["cannot happen on this shoe"] * 20
    assert reasons[20:] == ["never happens; why was not examined, because many categories never do"] * 2


def test_two_files_of_the_catalogue_cannot_have_the_same_bet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'name = "{}"\n[[category]]\nname = "win"\nwhen = "tie"\npays = 8\n'
    monkeypatch.setattr("exact.bets.catalogue.__file__", str(tmp_path / "__init__.py"))
    for file, name in (("b.toml", "one"), ("a.toml", "two")):
        (tmp_path / file).write_text(text.format(name), encoding="utf-8")
    assert list(every_bet.__wrapped__()) == ["two", "one"]
    (tmp_path / "c.toml").write_text(text.format("two"), encoding="utf-8")
    assert "c.toml: 'two' is already a bet of another file" in refusal(every_bet.__wrapped__)
