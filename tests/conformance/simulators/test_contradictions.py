"""Tallies of a simulator that contradict each other: refused, and no honest ones are."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import STANDARD, Command, refusal
from support.strategies import COSTLY
from support.tallied_coups import GOOD, PAIRS

from exact.bets.catalogue import catalogue
from exact.conformance.simulators.statistics import distribution_of_totals
from exact.conformance.simulators.tallies import Tallies, check_agreement
from exact.engine.one_shoe import count_categories
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.questions.bets import counts as counted_together
from exact.rules import Tableau

PAIR_BETS = ("either-pair", "punto-pair", "banco-pair")
CONTRADICTIONS = {
    "two bets": (
        {"outcomes": None, "pairs": None}
        | {"bets": {"tie": {"win": 90, "lose": 910}, "punto": {"win": 909, "push": 91}}},
        "bets, punto: 91 coups or more are tie by these tallies, but by bets, tie at most 90",
    ),
    "outcomes and totals": (
        {"totals": [[1000 if punto == banco == 0 else 0 for banco in range(10)] for punto in range(10)]},
        "outcomes: 446 coups or more are punto by these tallies, but by totals at most 0",
    ),
    "pairs of all the coups": (
        {"pairs": {**PAIRS, "banco,tie": 20, "banco,banco": 107}},
        "pairs: 460 coups or more are banco by these tallies, but by outcomes at most 459",
    ),
    "a side's pair": (
        {"bets": {"either-pair": {"win": 70, "lose": 930}, "punto-pair": {"win": 71, "lose": 929}}},
        "bets, punto-pair: 71 coups win, but bets, either-pair has only 70: it wins whenever this does",
    ),
    "either pair": (
        {"bets": {name: {"win": won, "lose": 1000 - won} for name, won in zip(PAIR_BETS, (120, 50, 60), strict=True)}},
        "bets, either-pair: 120 coups win, but bets, punto-pair and banco-pair have only 110: one of them wins whenever it does",
    ),
}


@pytest.mark.parametrize(("change", "message"), CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_tallies_that_contradict_each_other_are_refused(
    change: dict[str, object], message: str, exact: Command, tmp_path: Path
) -> None:
    content = {key: value for key, value in (GOOD | change).items() if value is not None}
    path = tmp_path / "counts.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert message in exact.refused("verify", "simulated", str(path))


TABLES = [STANDARD, Tableau("D" * 8, ("D" * 11,) * 8), Tableau("S" * 8, ("S" * 11,) * 8)]


@pytest.mark.slow
@COSTLY
@given(st.sampled_from(TABLES), st.sets(st.sampled_from(list(catalogue())), min_size=1, max_size=2))
@example(TABLES[0], {"tie"})
@example(TABLES[1], {"tie"})
@example(TABLES[2], {"tie"})
def test_dealt_coups_of_any_wrong_table_contradict_nothing(tableau: Tableau, bets: set[str]) -> None:
    """Bets of the catalogue, and outcomes, totals and pairs, counted of the same coups by a table that may be wrong."""
    shoe = Shoe.of_decks(1)
    outcome_of = counted_together((catalogue()["punto"], catalogue()["tie"]), shoe, tableau)
    deals, outcomes = sum(outcome_of.values()), (outcome_of[0, 1], outcome_of[2, 1], outcome_of[1, 0])
    counted = {name: count_categories(catalogue()[name], shoe, tableau) for name in bets}
    totals = tuple(int(p * deals) for p in distribution_of_totals(shoe, tableau))
    check_agreement(Tallies(coups=deals, outcomes=outcomes, bets=counted, totals=totals))


def test_pairs_leave_no_more_of_an_outcome_than_the_coups_outside_them() -> None:
    """Of a thousand coups 960 are in pairs without a tie, so that 40 may be ties."""
    pairs = tuple(480 * (number == 1) for number in range(9))
    for ties in (0, 40):
        check_agreement(Tallies(coups=1000, bets={"tie": (ties, 1000 - ties)}, pairs=pairs))
    with pytest.raises(ExactError, match="^bets, tie: 41 coups or more are tie by .* but by pairs at most 40$"):
        check_agreement(Tallies(coups=1000, bets={"tie": (41, 959)}, pairs=pairs))


def test_bets_on_pairs_that_agree() -> None:
    """Either side's pair wins as often as one side's at least, and as often as both together at most."""

    def check(either: int, **sides: int) -> None:
        won = {"either-pair": either, **{f"{side}-pair": wins for side, wins in sides.items()}}
        bets: dict[str, tuple[int, ...]] = {name: (wins, 1000 - wins) for name, wins in won.items()}
        check_agreement(Tallies(coups=1000, bets=bets))

    for either in (60, 85, 110):
        check(either, punto=50, banco=60)
    check(60, banco=60)
    check(500, banco=60)
    for either, sides in ((59, {"punto": 50, "banco": 60}), (111, {"punto": 50, "banco": 60}), (49, {"punto": 50})):
        assert "either-pair" in refusal(check, either, **sides)


PUNTO = {"punto": (446, 95, 459)}
"""Tallies of the bet, which wins, pushes and loses as the outcomes punto, tie and banco are."""


@pytest.mark.parametrize(
    ("outcomes", "bets", "message"),
    [
        ((446, 459, 95), PUNTO, ""),
        ((447, 458, 95), PUNTO, "outcomes: 447 coups or more are punto by these tallies, but by bets, punto at most 446"),
        ((445, 460, 95), PUNTO, "bets, punto: 446 coups or more are punto by these tallies, but by outcomes at most 445"),
        ((446, 460, 94), PUNTO, "outcomes: 460 coups or more are banco by these tallies, but by bets, punto at most 459"),
        ((446, 458, 96), PUNTO, "bets, punto: 459 coups or more are banco by these tallies, but by outcomes at most 458"),
        ((445, 459, 96), {"tie": (95, 905)}, "outcomes: 96 coups or more are tie by these tallies, but by bets, tie at most 95"),
        ((447, 459, 94), {"tie": (95, 905)}, "bets, tie: 95 coups or more are tie by these tallies, but by outcomes at most 94"),
        ((900, 5, 95), {"tie": (95, 905)}, ""),
        ((0, 905, 95), {"tie": (95, 905)}, ""),
    ],
)  # fmt: skip
def test_a_single_coup_too_many(outcomes: tuple[int, ...], bets: dict[str, tuple[int, ...]], message: str) -> None:
    try:
        check_agreement(Tallies(coups=1000, outcomes=outcomes, bets=bets))
        said = ""
    except ExactError as error:
        said = str(error)
    assert said == message
