"""A function and the command of its name are one: the same answer, and errors that name an argument or an option."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exact
from exact import ExactError, Outcome, Shoe, find_bet, rules_named
from exact.bets.partition import parse_partition
from exact.cli.main import answer_to
from exact.report.render import render_answer

TAGS = "0,0,0,-1,-1,-1,-1,2,2,0"
SHOE = (3, 0, 0, 1, 0, 0, 2, 0, 1, 2)
VALUES = "--values " + ",".join(map(str, SHOE))
CASES: list[tuple[str, Any]] = [
    (
        "odds --decks 6 --remove '9 9 K' --rules classic-it",
        lambda: exact.odds(decks=6, remove="9 9 K", rules="classic-it"),
    ),
    ("odds --decks 8 --given punto=4,0 --digits 30", lambda: exact.odds(decks=8, given="punto=4,0")),
    ("bet dragon-7 --decks 8 --pays 50", lambda: exact.price(find_bet("dragon-7"), decks=8, pays=50)),
    (f"bet tie {VALUES} --given card1=9 --rebate 0.5", lambda: exact.price("tie", SHOE, given="card1=9", rebate=0.5)),
    ("joint punto_total dragon-7 --decks 8", lambda: exact.joint("punto_total", find_bet("dragon-7"), decks=8)),
    (
        "session banco,tie --stake 20,0.5 --coups 9 --stop-win 30 --at-least=-1 --decks 8",
        lambda: exact.session(["banco", "tie"], 9, stake=[20, 0.5], stop_win=30, at_least=-1, decks=8),
    ),
    ("session punto --coups 3 --one-shoe --decks 8", lambda: exact.session("punto", 3, one_shoe=True, decks=8)),
    ("session tie --coups 9 --runs 'tie 2' --decks 8", lambda: exact.session("tie", 9, runs="tie 2", decks=8)),
    ("perfect tie,banco --unseen 6..8 --decks 1", lambda: exact.perfect(["tie", "banco"], range(6, 9), decks=1)),
    ("perfect best --unseen 7 --grid=-1%,2% --decks 1", lambda: exact.perfect("best", 7, grid=["-1%", "2%"], decks=1)),
    (
        "perfect tie --unseen 7 --plan --workers 1 --decks 1",
        lambda: exact.perfect("tie", 7, plan=True, workers=1, decks=1),
    ),
    ("removal lucky-6:12-18 --decks 6", lambda: exact.removal(find_bet("lucky-6:12-18"), decks=6)),
    (
        f"count dragon-7,tie --tags '{TAGS};9=1' --trigger 4,1/2 --unseen 30,20 --unit 26 --decks 2",
        lambda: exact.count(
            ["dragon-7", "tie"], [TAGS, {"9": 1}], trigger=[4, Fraction(1, 2)], unseen=[30, 20], unit=26, decks=2
        ),
    ),
    (f"count dragon-7 --level 1 --unseen 7 {VALUES}", lambda: exact.count("dragon-7", level=1, unseen=7, shoe=SHOE)),
    (
        f"count tie --tags {TAGS} --running --initial -3 {VALUES}",
        lambda: exact.count("tie", [0, 0, 0, -1, -1, -1, -1, 2, 2, 0], running=True, initial=-3, shoe=SHOE),
    ),
    (
        f"signal --positions 1-2 --partition 6-9 --bets tie,punto {VALUES}",
        lambda: exact.signal([1, 2], parse_partition("6-9"), bets=[find_bet("tie"), "punto"], shoe=SHOE),
    ),
    (f"signal --positions 1 --search {VALUES}", lambda: exact.signal(1, shoe=SHOE)),
    (f"spread tie,banco {VALUES}", lambda: exact.spread(["tie", "banco"], shoe=Shoe.of_values(SHOE))),
    (
        "promotion rebate punto --rate 0.2 --coups 9 --stop-loss 5 --decks 8",
        lambda: exact.promotion("rebate", "punto", rate=0.2, coups=9, stop_loss=5, decks=8),
    ),
    (
        "promotion coupon tie --pays 1.5 --decks 8",
        lambda: exact.promotion("coupon", "tie", pays=Fraction(3, 2), decks=8),
    ),
    (
        "coup 'K 2 3 4 7 9' --stake banco=25 --stake tie=5 --unit 1 --rules classic-it",
        lambda: exact.coup(
            ["K", "2", "3", "4", "7", "9"], stake={"banco": 25, "tie": 5}, unit=1, rules=rules_named("classic-it")
        ),
    ),
    (
        "equilibrium --model B2 --player 5=9/11 --decks 6",
        lambda: exact.equilibrium("B2", player={"5": "9/11"}, decks=6),
    ),
    (
        "equilibrium --model A1 --commission 0..5% --decks 1",
        lambda: exact.equilibrium("A1", commission=(0, "5%"), decks=1),
    ),
]


@pytest.mark.parametrize(("words", "ask"), CASES, ids=[words for words, _ in CASES])
def test_the_json_of_the_command_is_that_of_the_function(words: str, ask: Any) -> None:
    answer = ask()
    if words.startswith(("odds", "bet", "joint")):
        answer = answer.to_answer(30 if "--digits 30" in words else 12)
    command = answer_to(*shlex.split(words))
    assert render_answer(answer, "json") == render_answer(command, "json")


REFUSED: list[tuple[str, str, Any]] = [
    (
        "session tie --coups 3 --one-shoe --stop-win 3",
        "stop-win",
        lambda: exact.session("tie", 3, one_shoe=True, stop_win=3),
    ),
    ("session tie --coups 3 --ties skip", "ties", lambda: exact.session("tie", 3, ties="skip")),
    ("session tie --coups 3 --target 4", "target", lambda: exact.session("tie", 3, target=4)),
    (
        f"count tie --tags {TAGS} --running --round floor",
        "round",
        lambda: exact.count("tie", TAGS, running=True, round="floor"),
    ),
    (f"count tie --tags {TAGS} --unseen 9 --cut 14", "cut", lambda: exact.count("tie", TAGS, unseen=9, cut=14)),
    ("promotion coupon tie", "promotion", lambda: exact.promotion("coupon", "tie")),
    ("bet tie --commission 1%", "commission", lambda: exact.price("tie", commission="1%")),
    (
        "equilibrium --model B2 --closed-form --decks 8",
        "decks",
        lambda: exact.equilibrium("B2", closed_form=True, decks=8),
    ),
    (
        "equilibrium --model B2 --gambit g.efg --commission 5%",
        "gambit",
        lambda: exact.equilibrium("B2", gambit="g.efg", commission=0.05),
    ),
]


@pytest.mark.parametrize(("words", "option", "ask"), REFUSED, ids=[words for words, *_ in REFUSED])
def test_a_refusal_names_the_option_or_the_argument(words: str, option: str, ask: Any) -> None:
    with pytest.raises(ExactError, match=f"^{option}: .*--") as typed:
        answer_to(*shlex.split(words))
    with pytest.raises(ExactError, match=f"^{option.replace('-', '_')}: ") as called:
        ask()
    assert "--" not in str(called.value)
    assert typed.value.bound.replace("--", "").replace("-", "_") == called.value.bound.replace("-", "_")


def test_figures_and_tables_have_their_names_in_json() -> None:
    answer = exact.session("tie", 3, shoe=SHOE)
    assert answer.value("mean") == 3 * exact.price("tie", SHOE).mean
    assert answer.value("coups") == 3
    assert exact.coup("K 7 3 2 9").value("outcome") == Outcome.BANCO.value
    with pytest.raises(ExactError, match="^table: 'x' is not in this answer, whose tables are figures"):
        answer.table("x")
    with pytest.raises(ExactError, match="^name: 'x' is not in this answer, which has mean"):
        answer.value("x")


def test_a_file_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(ExactError, match="^certificate: .* cannot be written"):
        exact.equilibrium("B3", certificate=tmp_path)


@pytest.mark.parametrize("workers", ["x", 0, object()])
def test_workers_are_a_number_or_an_executor(workers: Any) -> None:
    with pytest.raises(ExactError, match="^workers: "):
        exact.perfect("tie", 6, workers=workers, decks=1)
