"""What every name says of a dealt coup, by a second method; which names depend on the order, by symmetry."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from support.bets import own_bet
from support.dealer import Card, deal, point, rank, values_of

from exact.analysis.settlement import category_of
from exact.bets.coups import ABSENT
from exact.bets.vocabulary import CONSTANTS, EARLY, NAMES, PATTERN_NAMES, POSITIONAL, known_names
from exact.game import Granularity, class_names
from exact.rules.documents import interpretation
from exact.rules.replay import replay

FEW = [(rank, suit) for rank in (10, 11, 12, 13, 3, 7) for suit in (1, 2)]
"""Cards of which many coups have pairs, one suit or one colour."""
EVERY = [(rank, suit) for rank in range(1, 14) for suit in range(4)]


def coups(times: int = 25) -> list[list[Card]]:
    """Six cards each: of few kinds, of all, of one suit, and royal flushes of all cards and of either side."""
    random = Random(6)
    alike = [[(rank, suit) for rank in (13, 2, 13, 3, 7, 11)] for suit in range(4)]
    royal = [
        [(rank, 0) for rank in (13, 12, 11, 10, 1, 9)],
        [(rank, side) for rank in (12, 13, 1) for side in (0, 1)],
    ]
    return royal + alike + [[random.choice(cards) for _ in range(6)] for cards in (FEW, EVERY) for _ in range(times)]


@pytest.mark.parametrize("dealt", coups(), ids=str)
def test_every_name_of_a_dealt_coup(dealt: list[Card]) -> None:
    """A bet that is lost if each name has the value that the cards give it by hand."""
    punto, banco = deal(dealt)
    names = {name: int(value) for name, value in values_of(punto, banco).items()}  # type: ignore[call-overload]
    assert set(names) == set(known_names())
    bet = own_bet(*(f"{name} != {value}" for name, value in names.items()))
    cards = class_names(Granularity.CARDS)
    replayed = replay(
        [cards[4 * (rank - 1) + suit] for rank, suit in dealt[: len(punto) + len(banco)]], interpretation("standard")
    )
    wrong = category_of(bet, replayed)
    assert wrong == len(names), [*names.items()][wrong]


def test_values_of_many_coups_at_once_are_those_of_each() -> None:
    hands = [
        [*punto, *[None] * (3 - len(punto)), *banco, *[None] * (3 - len(banco))] for punto, banco in map(deal, coups())
    ]
    values = [[ABSENT if card is None else point(card) for card in hand] for hand in hands]
    ranks = [[ABSENT if card is None else rank(card) - 1 for card in hand] for hand in hands]
    for name in known_names():
        functions = [] if name in CONSTANTS else [(NAMES[name].compute, np.array(values))]
        if name in PATTERN_NAMES and (by_rank := NAMES[name].by_rank):
            functions.append((by_rank[0], np.array(ranks, dtype=np.int8)))
        for function, cards in functions:
            together = np.broadcast_to(function(cards.T), len(cards)).tolist()
            assert together == [int(function(coup)) for coup in cards.tolist()], name


def test_conditions_are_what_is_true_or_false() -> None:
    names = values_of([(9, 0), (9, 0), (4, 1)], [(13, 1), (10, 2)])
    assert {name: kind.condition for name, kind in known_names().items()} == {
        name: isinstance(value, bool) for name, value in names.items()
    }


def changed_names(change: Callable[[list[Card]], list[Card]]) -> set[str]:
    """The names whose value is another on some coup after a change of each hand."""
    changed = set()
    for dealt in coups(400):
        hands = deal(dealt)
        before, after = values_of(*hands), values_of(*map(change, hands))
        changed |= {name for name in before if before[name] != after[name]}
    return changed


def test_the_names_that_tell_a_sides_first_card_from_its_second() -> None:
    assert changed_names(lambda hand: [hand[1], hand[0], *hand[2:]]) == POSITIONAL


def test_the_names_that_the_first_two_cards_of_each_side_decide() -> None:
    assert changed_names(lambda hand: hand[:2]) == known_names().keys() - EARLY
