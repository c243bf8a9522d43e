"""Controls of the gains over a shoe: their mean over all orders is 0, and they follow the gains."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from support import STANDARD, Command, refusal
from support.whole_shoes import EveryOrder
from sympy.utilities.iterables import multiset_permutations

from exact.analysis import shoe_controls, shoe_simulation
from exact.analysis.count_play import TriggeredCount
from exact.analysis.dealing import BURNS, Dealing
from exact.analysis.shoe_simulation import (
    CONTROLS,
    FIGURES,
    MAX_UNSAVED,
    PERFECT_FIGURES,
    ShoeSimulation,
    SimulatedWager,
    count_for,
    simulate_block,
    simulate_shoes,
    simulate_to_error,
)
from exact.bets.catalogue import find_bet
from exact.errors import ExactError
from exact.game.shoe import Shoe

TWO_VALUES = (0, 0, 21, 3, 0, 0, 0, 0, 0, 0)
"""24 cards with 2024 orders."""
FAIR_TIE = replace(find_bet("tie"), pay_tables={"main": (Fraction(11, 9), Fraction(-1))})
"""Its expectation is near 0 there, and changes its sign."""
UPWARDS = TriggeredCount((0, 0, 1, -3, 0, 0, 0, 0, 0, 0), Fraction(1), True)
DOWNWARDS = TriggeredCount((0, 0, -1, 3, 0, 0, 0, 0, 0, 0), Fraction(-1), False)
WAGERS = (
    SimulatedWager(FAIR_TIE, UPWARDS),
    SimulatedWager(FAIR_TIE, DOWNWARDS),
    SimulatedWager(find_bet("punto"), None),
)
SHOE = Shoe.of_decks(8)


def small_question(dealing: Dealing) -> ShoeSimulation:
    return ShoeSimulation(values=TWO_VALUES, tableau=STANDARD, dealing=dealing, wagers=WAGERS, seed=1, controlled=True)


def question(dealing: Dealing, *names: str) -> ShoeSimulation:
    bets = [find_bet(name) for name in names]
    wagers = tuple(SimulatedWager(bet, count_for(bet, SHOE, STANDARD)) for bet in bets)
    return ShoeSimulation(values=SHOE.values, tableau=STANDARD, dealing=dealing, wagers=wagers, seed=1, controlled=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dealing", "ratio"),
    [
        *((Dealing(burn=burn, cut=11, first_coup_unseen=late), 1.05) for burn in BURNS for late in (False, True)),
        (Dealing(burn="none", cut=18, coups_after=2), 1.05),
        (Dealing(burn="first-card", cut=12), 1.4),
    ],
)
def test_over_all_orders_of_a_small_shoe_every_control_adds_up_to_nought(
    dealing: Dealing, ratio: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the gain less its control has the mean of the gain, which all orders win (`test_study`)."""
    orders = [*multiset_permutations([value for value, held in enumerate(TWO_VALUES) for _ in range(held)])]
    monkeypatch.setattr(shoe_controls, "_RATIO", ratio)  # several cards at a time, as in larger shoes
    generator = np.random.default_rng
    every = EveryOrder(orders)
    monkeypatch.setattr(np.random, "default_rng", lambda seed: every if seed == [1, 0] else generator(seed))
    sums = simulate_block(small_question(dealing), 0, len(orders))
    for number, products in enumerate(sums.products[:, -1]):
        for control in CONTROLS.values():
            total, squares = products[0, FIGURES.index(control)], products.diagonal()[FIGURES.index(control)]
            assert abs(total) < 1e-12 * len(orders) ** 0.5 * max(squares, 1.0) ** 0.5
            assert number == len(WAGERS) - 1 or squares > 0.001 * len(orders)
    up, down = sums.products[:2, -1]
    assert (up == down).all()


def test_the_control_leaves_out_nothing_but_its_share() -> None:
    sums = simulate_shoes(question(Dealing(), "dragon-7"), 30)
    raw, own = sums.products[0, -1], sums.controlled().products[0, -1]
    names = dict(zip(FIGURES, raw[0], strict=True))
    changed = dict(zip(FIGURES, own[0], strict=True))
    assert changed["gain"] == pytest.approx(names["gain"] - names["control"])
    assert changed["counted gain"] == pytest.approx(names["counted gain"] - names["counted control"])
    assert {name for name in FIGURES if changed[name] != names[name]} == {"gain", "counted gain"}
    assert (sums.controlled().products[:, :-1] == sums.products[:, :-1]).all()


@pytest.mark.slow
def test_the_shoes_are_the_same_with_controls() -> None:
    controlled = question(Dealing(), "dragon-7", "tie")
    with_them, without = (simulate_shoes(each, 40) for each in (controlled, replace(controlled, controlled=False)))
    assert (with_them.products[..., :7, :7] == without.products[..., :7, :7]).all()
    assert (with_them.edges == without.edges).all()


def test_where_nothing_changes_a_control_is_nought() -> None:
    """Fours alone are ties for ever, and every coup uses four."""
    only_fours = replace(small_question(Dealing(burn="none", cut=11)), values=(0, 0, 0, 0, 24, 0, 0, 0, 0, 0))
    sums = simulate_shoes(only_fours, 3)
    assert sums.products[0, -1, 0, FIGURES.index("gain")] > 0
    for control in CONTROLS.values():
        assert abs(sums.products[:, -1, 0, FIGURES.index(control)]).max() < 1e-9


@pytest.mark.slow
def test_perfect_play_on_dragon_7_needs_a_twentieth_of_the_shoes(exact: Command) -> None:
    answer = exact.json("study", "--bet", "dragon-7", "--shoes", "500", "--burn", "none", "--cut", "16")
    rows = {(row["player"], row["figure"]): row for row in answer["in_all"]}
    raw = simulate_shoes(replace(question(Dealing(burn="none"), "dragon-7"), controlled=False), 500)
    for player in ("perfect play", "count"):
        assert "raw" not in rows[player, "frequency"]
        assert "variance_ratio" not in rows[player, "mean edge"]
        for figure in ("gain per shoe", "gain per 100 coups"):
            row = rows[player, figure]
            without, own = float(row["raw"]["standard_error"]), float(row["standard_error"])
            assert float(row["variance_ratio"]) == pytest.approx((without / own) ** 2, rel=0.01)
            assert float(row["variance_ratio"]) > 45
            assert abs(float(row["raw"]["estimate"]) - float(row["estimate"])) < 4 * without
    plain = raw.estimate(0, None, PERFECT_FIGURES[-1])
    assert plain is not None
    assert rows["perfect play", "gain per shoe"]["raw"] == {
        "estimate": f"{plain.value:.7f}",
        "standard_error": f"{plain.error:.7f}",
    }


def test_as_many_shoes_as_an_error_takes(monkeypatch: pytest.MonkeyPatch, exact: Command) -> None:
    """And the answer is that of so many shoes; or there are too many."""
    monkeypatch.setattr(shoe_simulation, "SHOES_A_BLOCK", 100)
    monkeypatch.setattr(shoe_simulation, "_PILOT", 400)
    small = small_question(Dealing(burn="none", cut=11))
    sums = simulate_to_error(small, Fraction(1, 50))
    assert sums.largest_error() <= 1 / 50
    assert sums.shoes % 100 == 0
    again = simulate_shoes(small, sums.shoes)
    assert (sums.products == again.products).all()
    fewer = simulate_shoes(small, sums.shoes // 2)
    assert fewer.largest_error() > 1 / 50
    for error in (Fraction(0), Fraction(-1)):
        assert f"error: '{error}' must be above 0" in refusal(simulate_to_error, small, error)
    with pytest.raises(ExactError, match=f"error: '0.0000001' takes about [0-9]* shoes: at most {MAX_UNSAVED} without"):
        simulate_to_error(small, Fraction(1, 10**7))
    refused = partial(exact.refused, "study", "--bet", "tie", "--error")
    assert refused("0") == "exact: error: '0' must be above 0\n"
    assert "not allowed with argument --error" in refused("0.1", "--shoes", "5")
