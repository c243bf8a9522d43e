"""One test for each cell of the tableau, named after it: 8 totals of banco by 11 columns, and punto's eight."""

from __future__ import annotations

import pytest

from exact.game.shoe import Shoe
from exact.reference.decisions import DECISIONS
from exact.reference.walk import walk
from exact.rules.documents import interpretation
from exact.rules.tableau import NO_THIRD
from exact.rules.wording import situation_text


def _draws(total: int, third: int) -> bool:
    """§ 631a.11 (c) as inequalities, a third way to write it."""
    if third == NO_THIRD:
        return total < 6
    low, high = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7), 7: (1, 0)}.get(total, (0, 9))
    return low <= third <= high and (total, third) != (3, 8)


CELLS = [(total, third) for total in range(8) for third in range(11)]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: situation_text(cell).replace(" ", "-"))
def test_banco(cell: tuple[int, int]) -> None:
    assert interpretation("standard").rules().tableau.banco_draws(*cell) == _draws(*cell)


@pytest.mark.parametrize("total", range(8))
def test_punto(total: int) -> None:
    assert interpretation("standard").rules().tableau.punto_draws(total) == (total <= 5)


def test_dealt_cards_show_every_cell() -> None:
    """The walk over a full deck meets every one of the 88 cells, and each side has drawn just when its cell says so."""
    met = set()
    for coup, _, _ in walk(Shoe.of_decks(1), DECISIONS["standard"]):
        punto, banco = sum(coup.punto.values[:2]) % 10, sum(coup.banco.values[:2]) % 10
        if punto >= 8 or banco >= 8:
            assert len(coup.punto.values) == len(coup.banco.values) == 2
            continue
        assert (len(coup.punto.values) == 3) == (punto <= 5)
        third = coup.punto.values[2] if punto <= 5 else NO_THIRD
        assert (len(coup.banco.values) == 3) == _draws(banco, third)
        met.add((banco, third))
    assert met == set(CELLS)
