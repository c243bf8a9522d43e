"""The net win in few terms against the counts of the categories, and the features that are left."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import STANDARD
from support.strategies import COSTLY, shoes

from exact.arithmetic import ordered_deals
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue, find_bet
from exact.bets.payoffs import Payoffs
from exact.engine.forms import NetWin, net_win
from exact.engine.one_shoe import count_categories
from exact.game.cards import Granularity
from exact.game.shoe import Shoe


def over_all_deals(win: NetWin, shoe: Shoe) -> int:
    """In units of the payoffs' denominator."""
    polynomial = win.polynomial
    cards = np.array(shoe.coarsened(polynomial.granularity).counts, dtype=np.object_)
    _, sums = polynomial.sums((polynomial.products.membership(polynomial.granularity) @ cards)[:, None])
    return int(sums.sum()) + win.base * ordered_deals(shoe.cards)


def agrees(bet: Bet, shoe: Shoe) -> bool:
    win, paid = net_win(bet, STANDARD), Payoffs.of(bet.payoffs())
    return over_all_deals(win, shoe) == paid.won(count_categories(bet, shoe, STANDARD)) and (
        win.denominator == paid.denominator
    )


@pytest.mark.parametrize(
    "name",
    [
        "banco",
        "punto-pair:12",
        "grand-monkey",
        *(pytest.param(own, marks=pytest.mark.slow) for own in catalogue() if own not in ("banco", "grand-monkey")),
    ],
)
@COSTLY
@given(shoe=shoes(Granularity.CARDS, st.sampled_from([0, 1, 2, 5, 10**9])))
@example(shoe=Shoe.of_decks(8))
def test_the_terms_add_up_to_the_net_win(name: str, shoe: Shoe) -> None:
    assert agrees(find_bet(name), shoe)


@pytest.mark.parametrize(
    ("name", "looks_at", "classes", "granularity"),
    [
        ("punto-pair", 2, 13, Granularity.RANKS),
        ("punto-perfect-pair", 2, 52, Granularity.CARDS),
        ("grand-monkey", 6, 2, Granularity.RANKS),
        ("punto-natural", 2, 10, Granularity.VALUES),
        ("tie", 6, 10, Granularity.VALUES),
    ],
)
def test_what_a_bet_looks_at(name: str, looks_at: int, classes: int, granularity: Granularity) -> None:
    win = net_win(find_bet(name), STANDARD)
    member = win.polynomial.products.membership(win.polynomial.granularity)
    found = win.looks_at, len(set(map(tuple, member.T.tolist()))), win.polynomial.granularity
    assert found == (looks_at, classes, granularity)
