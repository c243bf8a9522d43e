from itertools import product

import pytest
from support import Command, refusal
from support.dealer import deal

from exact.errors import ExactError
from exact.game import Side, parse_card
from exact.reference.decisions import DECISIONS
from exact.rules.documents import interpretation
from exact.rules.replay import check_copies, replay


def test_a_natural_ends_the_coup() -> None:
    natural = replay(["K", "7", "3", "2", "9"], interpretation("standard"))
    assert [(step.side, step.card, step.total) for step in natural.steps] == [
        (Side.PUNTO, "K", 0), (Side.BANCO, "7", 7), (Side.PUNTO, "3", 3), (Side.BANCO, "2", 9), (None, None, 9),
    ]  # fmt: skip
    assert natural.not_needed == ("9",)


def test_the_clause_that_decided_is_quoted() -> None:
    decided = replay(["6", "4", "K", "K", "9"], interpretation("come-si-gioca")).steps
    assert {(step.says, step.assumed) for step in decided if step.card} == {("", False)}
    assert [(step.side, step.says, step.assumed) for step in decided if step.card is None] == [
        (Side.PUNTO, "6, 7 | non tira carta", False),
        (Side.BANCO, "Where Punto has no third card, Banco draws on 5 or less. (§ 631a.11 (c)(1))", True),
    ]


@pytest.mark.parametrize("name", DECISIONS)
def test_every_coup_is_replayed_as_the_decision_function_has_it(name: str) -> None:
    rulebook = interpretation(name)
    for punto, banco, fifth in product(range(10), repeat=3):
        cards = [0, 0, punto, banco, fifth, 5]
        hands = replay(list(map(str, cards)), rulebook).coup
        assert [list(hand.values) for hand in hands] == list(deal(cards, name))


@pytest.mark.parametrize(
    ("rules", "punto", "draws"),
    [
        ("classic-it:ten-stands", "2 3", {"10": False, "K": True}),
        ("classic-it:ten-draws", "2 3", {"10": True, "K": True}),
        ("come-si-gioca:court-stands", "2 3", {"10": True, "K": False}),
        ("castle-vaduz", "2 A", {"5": True, "8": False}),
        ("castle-vaduz:final-total-row-3", "2 A", {"5": False, "8": True}),
    ],
)
def test_a_reading_may_look_at_the_rank_of_puntos_third_card_or_its_final_total(
    rules: str, punto: str, draws: dict[str, bool]
) -> None:
    """Banco has 3. Some tables have a column for the ten or for the king; after 3, a 5 makes 8 and an 8 makes 1."""
    first, second = punto.split()
    for third, draws_on in draws.items():
        steps = replay([first, "3", second, "K", third, "9"], interpretation(rules)).steps
        decided = [step for step in steps if step.side is Side.BANCO and step.card is None]
        assert [(step.draws, step.assumed) for step in decided] == [(draws_on, False)]


@pytest.mark.parametrize(
    ("cards", "rules", "message"),
    [
        ("K K K", "standard", "cards: 'K K K' has 3 cards, and every coup needs at least four"),
        ("K K K K", "standard", "cards: 'K K K K' has 4 cards, and this coup needs one more: punto draws"),
        ("2 3 3 K 0 9", "classic-it:ten-stands", "cards: '0' names no rank, and banco's move depends on the rank"),
        ("K K K K K", "standard", "cards: 'K K K K K' has 5 cards, and this coup needs one more: banco draws"),
        ("K 7 Z 2", "standard", "cards: 'Z' is not a rank"),
        ("9h " * 7, "classic-it", "cards: '9h' occurs too often: 6 decks hold 6 of 9h"),
        ("9h 9h 9h 9h 9h 9h " + "9 " * 19, "classic-it", "cards: '9' occurs too often: 6 decks hold 24 of 9"),
    ],
)
def test_a_sequence_that_cannot_be(cards: str, rules: str, message: str, exact: Command) -> None:
    refused = refusal(replay, cards.split(), interpretation(rules))
    assert refused.startswith(message)
    assert exact.refused("coup", cards, "--rules", rules) == f"exact: {refused}\n"


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("K Kh Kh", "Kh"),  # a rank before the card that comes too often
        ("0 Kh K K K K", "K"),
        ("9 9 9h 9 9s", "9s"),
        ("0 " * 16 + "K", "K"),
        ("9 9 9h 9s", None),
        ("0 " * 12 + "K K Kh 10", None),
    ],
)
def test_a_deck_holds_each_card_once_each_rank_four_times_and_sixteen_tens(cards: str, wrong: str | None) -> None:
    names = cards.split()
    try:
        check_copies(names, [parse_card(name) for name in names], 1)
    except ExactError as error:
        assert error.value == wrong
    else:
        assert wrong is None
