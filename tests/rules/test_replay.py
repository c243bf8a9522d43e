from itertools import product

import pytest
from support import Command, refusal
from support.dealer import deal

from exact.errors import ExactError
from exact.game import Side, parse_card
from exact.reference.decisions import DECISIONS
from exact.rules import rules_named
from exact.rules.documents import interpretation
from exact.rules.replay import assumptions_of, check_copies, replay


def steps(cards: str, rules: str = "standard") -> list[tuple[str | None, str | None, int]]:
    return [
        (step.side and step.side.value, step.card or ("draws" if step.draws else "stands"), step.total)
        for step in replay(cards.split(), interpretation(rules)).steps
    ]


def test_a_natural_ends_the_coup() -> None:
    assert steps("K 7 3 2 9") == [
        ("punto", "K", 0), ("banco", "7", 7), ("punto", "3", 3), ("banco", "2", 9), (None, "stands", 9),
    ]  # fmt: skip
    assert replay(["K", "7", "3", "2", "9"], interpretation("standard")).not_needed == ("9",)


def test_punto_draws_and_banco_answers_the_third_card() -> None:
    assert steps("2 K 3 4 7 9") == [
        ("punto", "2", 2), ("banco", "K", 0), ("punto", "3", 5), ("banco", "4", 4),
        ("punto", "draws", 5), ("punto", "7", 2), ("banco", "draws", 4), ("banco", "9", 3),
    ]  # fmt: skip


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


@pytest.mark.parametrize(
    ("cards", "assumed"),
    [
        ("2 K 3 4 7 9", []),  # 001 has a row for banco's 4 against a third card of 7
        ("6 4 K K 9", ["banco 4, punto without a third card: draws"]),
        ("9 K K K", []),
    ],
)
def test_the_decisions_of_a_coup_that_were_assumed(cards: str, assumed: list[str]) -> None:
    rulebook = interpretation("castle-vaduz")
    found = assumptions_of(replay(cards.split(), rulebook), rulebook)
    assert [str(each.phrase) for each in found if each.clause in ("punto", "banco")] == assumed
    assert {each.clause for each in found} <= {"card_values", "dealing_order", "naturals", "banco"}


def test_moves_by_rank_are_of_the_eight_totals_that_no_natural_is() -> None:
    """Of a king, where a reading lets banco's 3 stand on it."""
    by_rank = interpretation("come-si-gioca:court-stands")
    assert dict(by_rank.rules().tableau.ranks)[12] == "...S...."
    assert not any(move.assumed for move in by_rank.banco_by_rank.values())
    assert rules_named("come-si-gioca:court-stands") == by_rank.rules()
