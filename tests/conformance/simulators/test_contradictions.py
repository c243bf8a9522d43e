"""Tallies of a simulator that contradict each other: refused, and no honest ones are."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import STANDARD, Command
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


def test_tallies_that_contradict_each_other_are_refused(exact: Command, tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    path.write_text(json.dumps(GOOD | {"pairs": {**PAIRS, "banco,tie": 20, "banco,banco": 107}}), encoding="utf-8")
    told = "pairs: 460 coups or more are banco by these tallies, but by outcomes at most 459"
    assert told in exact.refused("verify", "simulated", str(path))


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


SEEN = (446, 459, 95)
PUNTO = {"punto": (446, 95, 459)}
"""Tallies of the bet, which wins, pushes and loses as the outcomes punto, tie and banco are."""
NO_TIES = tuple(480 * (number == 1) for number in range(9))
"""960 of a thousand coups in pairs without a tie, so that 40 may be ties."""


def won(**wins: int) -> dict[str, tuple[int, ...]]:
    """Bets on pairs that win so many of a thousand coups."""
    return {f"{side}-pair": (number, 1000 - number) for side, number in wins.items()}


def more(low: str, least: int, outcome: str, high: str, most: int) -> str:
    return f"{low}: {least} coups or more are {outcome} by these tallies, but by {high} at most {most}"


@pytest.mark.parametrize(
    ("tallies", "message"),
    [
        ({"outcomes": SEEN, "bets": PUNTO}, ""),
        ({"outcomes": (447, 458, 95), "bets": PUNTO}, more("outcomes", 447, "punto", "bets, punto", 446)),
        ({"outcomes": (445, 460, 95), "bets": PUNTO}, more("bets, punto", 446, "punto", "outcomes", 445)),
        ({"outcomes": (446, 460, 94), "bets": PUNTO}, more("outcomes", 460, "banco", "bets, punto", 459)),
        ({"outcomes": (446, 458, 96), "bets": PUNTO}, more("bets, punto", 459, "banco", "outcomes", 458)),
        ({"outcomes": (445, 459, 96), "bets": {"tie": (95, 905)}}, more("outcomes", 96, "tie", "bets, tie", 95)),
        ({"outcomes": (447, 459, 94), "bets": {"tie": (95, 905)}}, more("bets, tie", 95, "tie", "outcomes", 94)),
        ({"outcomes": (900, 5, 95), "bets": {"tie": (95, 905)}}, ""),
        ({"outcomes": (0, 905, 95), "bets": {"tie": (95, 905)}}, ""),
        ({"bets": {"tie": (90, 910), "punto": (909, 91, 0)}}, more("bets, punto", 91, "tie", "bets, tie", 90)),
        ({"outcomes": SEEN, "totals": (1000, *[0] * 99)}, more("outcomes", 446, "punto", "totals", 0)),
        ({"bets": {"tie": (0, 1000)}, "pairs": NO_TIES}, ""),
        ({"bets": {"tie": (40, 960)}, "pairs": NO_TIES}, ""),
        ({"bets": {"tie": (41, 959)}, "pairs": NO_TIES}, more("bets, tie", 41, "tie", "pairs", 40)),
        # either side's pair wins as often as one side's at least, and as often as both together at most
        *(({"bets": won(either=either, punto=50, banco=60)}, "") for either in (60, 85, 110)),
        ({"bets": won(either=60, banco=60)}, ""),
        ({"bets": won(either=500, banco=60)}, ""),
        (
            {"bets": won(either=59, punto=50, banco=60)},
            "bets, banco-pair: 60 coups win, but bets, either-pair has only 59: it wins whenever this does",
        ),
        (
            {"bets": won(either=49, punto=50)},
            "bets, punto-pair: 50 coups win, but bets, either-pair has only 49: it wins whenever this does",
        ),
        (
            {"bets": won(either=111, punto=50, banco=60)},
            "bets, either-pair: 111 coups win, but bets, punto-pair and banco-pair have only 110: one of them wins whenever it does",
        ),
    ],
)
def test_a_single_coup_too_many(tallies: dict[str, Any], message: str) -> None:
    try:
        check_agreement(Tallies(coups=1000, **tallies))
        said = ""
    except ExactError as error:
        said = str(error)
    assert said == message
