"""Each cell of the tableau, and the readings by the rank of punto's third card, which differ in one cell."""

from itertools import product

import pytest
from support.rank_decisions import RANK_DECISIONS

from exact.game import Side
from exact.reference.decisions import DECISIONS
from exact.rules import NO_THIRD


def _draws(total: int, third: int) -> bool:
    """§ 631a.11 (c) as inequalities, a third way to write it."""
    if third == NO_THIRD:
        return total < 6
    low, high = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7), 7: (1, 0)}.get(total, (0, 9))
    return low <= third <= high and (total, third) != (3, 8)


def test_every_cell_is_that_of_the_regulation() -> None:
    for total, third in product(range(8), range(11)):
        side = DECISIONS["standard"](6 if third == NO_THIRD else 5, total, None if third == NO_THIRD else third)
        assert (side is Side.BANCO) == _draws(total, third)
    for total in range(8):
        assert (DECISIONS["standard"](total, 7, None) is Side.PUNTO) == (total <= 5)


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
