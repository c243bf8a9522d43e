"""The readings by the rank of punto's third card: only the cell without a column differs."""

from __future__ import annotations

import pytest

from exact.game.coup import Side
from exact.reference.decisions import DECISIONS, RANK_DECISIONS


@pytest.mark.parametrize("name", RANK_DECISIONS)
def test_a_card_without_a_column_decides_only_where_the_table_speaks(name: str) -> None:
    """A ten, or a court card, given to a punto of 0 to 5 while banco has 3 to 6."""
    document, _, reading = name.partition(":")
    card, _, move = reading.partition("-")
    missing = {"ten": (10,), "court": (11, 12, 13)}[card]
    for punto in range(10):
        for banco in range(10):
            assert RANK_DECISIONS[name](punto, banco, None) is DECISIONS[document](punto, banco, None)
            for rank in range(1, 14) if punto <= 5 and banco <= 7 else ():
                by_value = DECISIONS[document](punto, banco, rank if rank < 10 else 0)
                open_cell = rank in missing and 3 <= banco <= 6
                expected = (Side.BANCO if move == "draws" else None) if open_cell else by_value
                assert RANK_DECISIONS[name](punto, banco, rank) is expected, (punto, banco, rank)
