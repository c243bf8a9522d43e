"""Joint distributions against the walk, and against every ordered deal of a few cards read by Python itself."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import perm
from pathlib import Path

import pytest
from hypothesis import example, given
from support import STANDARD, Command
from support.dealer import Card, deal, names_of, python, shoe_of
from support.strategies import COSTLY, HANDFULS, shoes, shoes_of_few_kinds

from exact.analysis.joint import JointDistribution, count_jointly, variable_of_expression
from exact.arithmetic import ordered_deals
from exact.bets.catalogue import catalogue
from exact.bets.vocabulary import CARD_NAMES, PATTERN_NAMES, VALUE_NAMES, known_names
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.game import Coup
from exact.game.shoe import Shoe
from exact.reference import walk
from exact.reference.decisions import DECISIONS
from exact.rules import rules_named

CROSSED: dict[tuple[str, str], Callable[[Coup], tuple[int, int]]] = {
    ("punto_total", "banco_total"): lambda c: (c.punto.total, c.banco.total),
    ("punto_cards", "banco_cards"): lambda c: (len(c.punto.values), len(c.banco.values)),
    ("punto_natural", "banco_natural"): lambda c: (int(c.punto.is_natural), int(c.banco.is_natural)),
    ("punto_natural * punto_two_card_total", "banco_natural * banco_two_card_total"): lambda c: (
        c.punto.total * c.punto.is_natural,
        c.banco.total * c.banco.is_natural,
    ),
    ("punto_wins - banco_wins", "margin"): lambda c: (
        (c.punto.total > c.banco.total) - (c.punto.total < c.banco.total),
        abs(c.punto.total - c.banco.total),
    ),
    ("punto_value_3 - banco_value_3", "punto_value_1 - punto_value_2"): lambda c: (
        (*c.punto.values, -1)[2] - (*c.banco.values, -1)[2],
        c.punto.values[0] - c.punto.values[1],
    ),
}
"""A few crosses, each read off a walked coup by hand."""


def crossed(first: str, second: str, shoe: Shoe, name: str = "standard") -> JointDistribution:
    tableau = rules_named(name).tableau
    rows, columns = (variable_of_expression(text, tableau) for text in (first, second))
    return count_jointly(rows, columns, shoe, tableau)


@cache
def walked(shoe: Shoe, name: str) -> dict[tuple[str, str], Counter[tuple[int, int]]]:
    counts: dict[tuple[str, str], Counter[tuple[int, int]]] = {pair: Counter() for pair in CROSSED}
    for coup, ways, _ in walk.walk(shoe, DECISIONS[name]):
        for pair, read in CROSSED.items():
            counts[pair][read(coup)] += ways
    return counts


@pytest.mark.parametrize("name", ["standard", "castle-vaduz:literal-has-eight"])
@COSTLY
@given(shoe=shoes_of_few_kinds())
def test_crosses_are_those_of_the_walk(name: str, shoe: Shoe) -> None:
    for (first, second), expected in walked(shoe, name).items():
        joint = crossed(first, second, shoe, name)
        assert joint.counts == {pair: count for pair, count in expected.items() if count}
        assert joint.deals == ordered_deals(shoe.cards) == sum(joint.counts.values())


FINE_CROSSES = [
    ("punto_rank_1", "banco_rank_1"),
    ("tens", "court_cards"),
    ("punto_suit_1 + punto_suit_2", "punto_pair"),
    ("1 - 2 * punto_pair", "punto_suited"),
    ("-banco_rank_3 // 2", "punto_total"),
    ("banco_colour_3 == none", "punto_perfect_pair"),
    ("margin * banco_pair", "not punto_first_two_suited and banco_rank_1 > 11"),
    ("banco_first_two_suited", "jacks + punto_value_2"),
]


@pytest.mark.slow
def test_a_refusal_names_the_bound_that_is_exceeded() -> None:
    second = "punto_suit_1 + punto_suit_2 + punto_suit_3 + banco_suit_3"
    with pytest.raises(ExactError) as caught:
        crossed("kings + queens", second, Shoe.of_decks(1))
    assert caught.value.bound.endswith(" steps to count, and the bound is 100,000: ask about fewer suits and ranks")
    assert caught.value.bound.count("bound") == 1


@pytest.mark.slow
@COSTLY
@given(HANDFULS)
@example([(9, 2), (9, 0), (13, 2), (13, 2), (10, 1), (12, 1), (4, 3)])
def test_crosses_that_look_at_cards_by_all_deals(cards: list[Card]) -> None:
    expected: dict[tuple[str, str], Counter[tuple[int, int]]] = {pair: Counter() for pair in FINE_CROSSES}
    for dealt in permutations(cards, 6):
        names = names_of(*deal(dealt))
        for pair in FINE_CROSSES:
            first, second = (int(eval(python(text), {"__builtins__": {}}, names)) for text in pair)
            expected[pair][first, second] += 1
    for pair in FINE_CROSSES:
        assert crossed(*pair, shoe_of(cards)).counts == expected[pair], pair


NAMES = sorted((CARD_NAMES.keys() - PATTERN_NAMES.keys()) | VALUE_NAMES.keys())


@pytest.mark.parametrize(
    "name", [*NAMES[::6], *(pytest.param(n, marks=pytest.mark.slow) for n in NAMES if n not in NAMES[::6])]
)
def test_the_margins_of_any_name_are_its_own_distribution(name: str) -> None:
    """Crossed with the outcome: its sums are punto, banco and tie as the bets have them, and every deal has a value."""
    shoe = Shoe.of_decks(1)
    joint = crossed(name, "punto_wins + 2 * banco_wins", shoe)
    assert sum(joint.counts.values()) == joint.deals
    columns: Counter[object] = Counter()
    for (_, column), count in joint.counts.items():
        columns[column] += count
    win, push, lose = count_categories(catalogue()["punto"], shoe, STANDARD)
    assert columns == {0: push, 1: win, 2: lose}
    if known_names()[name].condition:
        assert set(joint.labels()[0]) <= {0, 1}


@COSTLY
@given(shoes())
@example(Shoe.of_decks(28))
@example(Shoe.of_decks(1000))
def test_more_than_27_decks_are_counted_in_wider_integers(shoe: Shoe) -> None:
    for first, second in (("punto_cards", "banco_cards"), ("cards", "highest_value")):
        joint = crossed(first, second, shoe)
        assert sum(joint.counts.values()) == joint.deals == ordered_deals(shoe.cards)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        *(
            (text, (0, 1))
            for text in ("punto_pair", "not punto_pair", "kings > 1", "tie", "punto_pair and tie", "kings in (1, 2)")
        ),
        ("punto_cards", (2, 3)),
        ("punto_cards + clubs - hearts", (4, 5)),  # suits are numbered: spades, hearts, diamonds, clubs
        ("diamonds * (punto_cards - 2)", (0, 2)),
        ("banco_rank_3", tuple(range(-1, 14))),  # a rank is one to thirteen, or no card
    ],
)
def test_the_values_of_an_expression(text: str, labels: tuple[int, ...]) -> None:
    assert variable_of_expression(text, STANDARD).labels == labels


def test_how_two_conditions_vary_together_by_hand() -> None:
    """Of eight deals, (0, 0) twice, (0, 1) and (1, 1) three times: means 3/8 and 6/8, of the product 3/8."""
    first, second = (variable_of_expression(name, STANDARD) for name in ("punto_wins", "banco_wins"))
    joint = JointDistribution(first, second, {(0, 0): 2, (0, 1): 3, (1, 1): 3}, 8)
    assert (joint.covariance(), joint.covariance(1, 0)) == (Fraction(3, 8) - Fraction(18, 64),) * 2
    assert (joint.covariance(0, 0), joint.covariance(1, 1)) == (Fraction(15, 64), Fraction(12, 64))
    assert joint.correlation_squared() == Fraction(6, 64) ** 2 / (Fraction(15, 64) * Fraction(12, 64))
    assert JointDistribution(first, second, {(0, 0): 2, (1, 0): 3}, 5).correlation_squared() is None
    against = JointDistribution(first, second, {(0, 1): 1, (1, 0): 1}, 2)
    assert (against.correlation_squared(), against.covariance()) == (Fraction(-1), Fraction(-1, 4))


def test_labels_that_do_not_happen_are_left_out() -> None:
    joint = crossed("punto_rank_3", "tens", Shoe.of_ranks([1] * 9 + [0, 2, 0, 0]))
    assert joint.labels() == ((-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11), (0,))
    assert joint.probability(10, 0) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("punto_totl", "has no name 'punto_totl': did you mean punto_total"),
        ("punto_rank_1 * 20 + punto_rank_2", "may have more than 200 values, the bound"),
        ("punto_value_1 * 100 + punto_value_2 * 10 + banco_value_1", "may have more than 200 values, the bound"),
        ("(punto_rank_1 * 20 + punto_rank_2) % 2", "may have more than 200 values, the bound"),
        ("punto_total ** 2", "which the language of bets does not have"),
    ],
)
def test_what_cannot_be_a_variable(text: str, message: str) -> None:
    with pytest.raises(ExactError, match="expression: ") as caught:
        variable_of_expression(text, STANDARD)
    assert message in str(caught.value)


def test_a_shoe_that_knows_too_little() -> None:
    with pytest.raises(ExactError, match="needs a shoe described by ranks, but this one is described by values"):
        crossed("tens", "tie", Shoe.of_values([4] * 10))


# The command.


def test_bets_by_name_and_expressions_like_them(exact: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\n[[category]]\nname = "win"\nwhen = "tie"\npays = 9\n')
    labels = {}
    for text in ("dragon-7", "cards-4", "cards - 4", "tie", "tie-9", "punto", "lucky-6:12-18", str(path)):
        answer = exact.json("joint", text, "margin > 3", "--decks", "8")
        labels[text] = {row["first_value"] for row in answer["counts"]}
    assert labels["dragon-7"] == labels["cards-4"] == labels["tie-9"] == labels[str(path)] == {"win", "lose"}
    assert labels["cards - 4"] == {0, 1, 2}
    assert labels["tie"] == {0, 1}
    assert labels["punto"] == {"win", "push", "lose"}
    assert labels["lucky-6:12-18"] == {"two-cards", "three-cards", "lose"}


def test_what_has_many_columns_is_a_list(exact: Command) -> None:
    assert "percent" in exact("joint", "punto_rank_1", "tie", "--decks", "8").out
    ran = exact("joint", "tie", "punto_rank_1", "--decks", "8")
    assert "percent" not in ran.out
    assert "tie  punto_rank_1" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tie",), "the following arguments are required: EXPR; see exact joint --help"),
        (("dragon-8", "tie"), "bet: 'dragon-8' is neither a bet nor a .toml file: did you mean dragon-7"),
        (("tie", "banco_totl"), "second: 'banco_totl' has no name 'banco_totl': did you mean banco_total"),
        (("tie", "1 +"), "second: '1 +' cannot be read"),
        (("tie", ""), "second: '' must be an expression"),
        (("tie", "nothing.toml"), "bet: 'nothing.toml' does not exist"),
    ],
)
def test_one_line_for_every_error(words: tuple[str, ...], message: str, exact: Command) -> None:
    assert message in exact.refused("joint", *words, "--decks", "8")


def test_a_number_of_the_ranks_with_a_minus() -> None:
    """Punto's first card is each card of the shoe in as many deals."""
    ranks = {1: 2, 5: 3, 13: 4}
    shoe = Shoe.of_ranks([ranks.get(rank, 0) for rank in range(1, 14)])
    found = crossed("-punto_rank_1", "punto_rank_1", shoe)
    assert found.counts == {(-rank, rank): cards * perm(8, 5) for rank, cards in ranks.items()}


def test_as_many_values_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A total has ten values, whether point values decide it or, beside a rank, each name has its own."""
    monkeypatch.setattr("exact.analysis.joint.MAX_VALUES", 10)
    assert variable_of_expression("punto_total", STANDARD).labels == tuple(range(10))
    monkeypatch.setattr("exact.analysis.joint.MAX_VALUES", 9)
    for text in ("punto_total", "punto_total * punto_pair"):
        with pytest.raises(ExactError, match="may have more than 9 values, the bound: ask about fewer cards, or for a"):
            variable_of_expression(text, STANDARD)
