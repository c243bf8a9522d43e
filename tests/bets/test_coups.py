"""The coups under a tableau, against the decision function of its document."""

from collections import Counter
from itertools import product

import pytest
from support import refusal

from exact.bets.coups import coups_of, drawing_tables
from exact.game import Side
from exact.reference.decisions import DECISIONS
from exact.rules import rules_named

STANDARD = rules_named("standard").tableau


def test_a_tableau_that_looks_at_ranks_has_no_tables() -> None:
    assert "rank" in refusal(drawing_tables, rules_named("classic-it:ten-stands").tableau)


@pytest.mark.parametrize("name", ["standard", "castle-vaduz:literal-final-total-row-3"])
@pytest.mark.parametrize("punto", [(2, 3), (0, 6), (4, 4), (0, 9)])
@pytest.mark.parametrize("ordered", [True, False])
def test_every_coup_is_there_once_with_its_orders(ordered: bool, punto: tuple[int, int], name: str) -> None:
    """Those in which punto is dealt two such cards, by the decision function; -1 is a card that is not dealt."""
    decide, expected = DECISIONS[name], Counter[tuple[int, ...]]()
    own = sum(punto) % 10
    for third, fourth in product(range(10), repeat=2):
        banco = (third, fourth) if ordered else (min(third, fourth), max(third, fourth))
        total = (third + fourth) % 10
        first = decide(own, total, None)
        for fifth in range(10) if first is Side.PUNTO else [None]:
            mover = first if fifth is None else decide(own, total, fifth)
            for sixth in range(10) if mover is Side.BANCO else [-1]:
                row = (*punto, -1 if fifth is None else fifth, *banco, sixth)
                expected[row] += 1 if ordered or punto[0] == punto[1] else 2
    coups = coups_of(rules_named(name).tableau, ordered)
    dealt = (coups.values[:, :2] == punto).all(axis=1)
    found = zip(map(tuple, coups.values[dealt].tolist()), coups.orders[dealt].tolist(), strict=True)
    assert sorted(found) == sorted(expected.items())


@pytest.mark.parametrize(("ordered", "pairs"), [(True, 100), (False, 55)])
def test_the_first_four_cards(ordered: bool, pairs: int) -> None:
    four = coups_of(None, ordered)
    assert len({*map(tuple, four.values.tolist())}) == len(four.values) == pairs**2
    assert (four.values[:, [2, 5]] == -1).all()
    assert four.orders.sum() == 10**4
    for (first, second, _, third, fourth, _), orders in zip(four.values.tolist(), four.orders.tolist(), strict=True):
        assert ordered or (first <= second and third <= fourth)
        assert orders == (1 if ordered else (1 + (first < second)) * (1 + (third < fourth)))
