"""The groups of vectors that show faults which no other group shows."""

from __future__ import annotations

from exact.conformance.vectors.coup_groups import settled, staked
from exact.conformance.vectors.engine import Json
from exact.conformance.vectors.groups import Group, agreed, conditions_of
from exact.game.shoe import Shoe
from exact.reference.card_by_card import count_given_by_walk
from exact.reference.decisions import DECISIONS
from exact.rules.tableau import STANDARD

_KNOWN = (
    ("punto=high,?", "6 <= punto_value_1 <= 9"),
    ("banco=?,low", "1 <= banco_value_2 <= 5"),
    ("punto=?,?,high", "punto_cards == 3 and 6 <= punto_value_3 <= 9"),
    ("punto=4,0,?", "punto_value_1 == 4 and punto_value_2 == 0"),
    ("punto=7,0,?", "punto_value_1 == 7 and punto_value_2 == 0"),
    ("banco=3,low,? punto=?,?,?", "banco_value_1 == 3 and 1 <= banco_value_2 <= 5"),
)
"""Knowledge, and the same as a condition in Python: a third card ``?`` may be none."""
_AMOUNTS = ("0.33", "0.10", "12.34", "99.99")
_COUPS = ("9 4 K K", "K 2 3 4 7 9", "K 9 4 K", "8 8 K K")


def fault_groups() -> list[Group]:
    """What the words of knowledge mean, and commission without a unit."""
    known: list[tuple[Json, Json]] = []
    for values in ([128] + [32] * 9, [9, 4, 3, 5, 6, 2, 7, 1, 8, 3]):
        by_walk = count_given_by_walk(conditions_of(_KNOWN), Shoe.of_values(values), DECISIONS[STANDARD])
        known += agreed({"values": values}, _KNOWN, by_walk)
    asked = [staked(STANDARD, coup, {"banco": amount}, None) for coup in _COUPS for amount in _AMOUNTS]
    cents = "commission that is no whole number of cents, where no unit is given"
    return [
        Group("given-words", "confirmed by the walk", "what «high», «low» and «?» mean", (), tuple(known)),
        Group("settlement-part-cents", "the rulebooks' commission clauses", cents, (), settled(asked)),
    ]
