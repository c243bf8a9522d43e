"""A function and the command of its name are one: the same answer, and errors that name an argument or an option."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exact
from exact import ExactError, Outcome
from exact.answers.table import Answer
from exact.bets.partition import parse_partition
from exact.cli.main import answer_to
from exact.report.render import render_answer

TAGS = "0,0,0,-1,-1,-1,-1,2,2,0"
SHOE = (3, 0, 0, 1, 0, 0, 2, 0, 1, 2)
VALUES = "--values " + ",".join(map(str, SHOE))
ANSWERED = {
    "odds --decks 6 --remove '9 9 K' --rules classic-it": "odds(decks=6, remove=['9', '9', 'K'], rules='classic-it')",
    "odds --decks 8 --given punto=4,0": "odds(decks=8, given='punto=4,0')",
    "bet dragon-7 --decks 8 --pays 50": "price(find_bet('dragon-7'), decks=8, pays=50)",
    f"bet tie {VALUES} --given card1=9 --rebate 0.5": "price('tie', SHOE, given='card1=9', rebate=0.5)",
    "joint punto_total dragon-7 --decks 8": "joint('punto_total', find_bet('dragon-7'), decks=8)",
    "session banco,tie --stake 20,0.5 --coups 9 --stop-win 30 --at-least=-1 --decks 8": (
        "session(['banco', 'tie'], 9, stake=[20, 0.5], stop_win=30, at_least=-1, decks=8)"
    ),
    "session punto --coups 3 --one-shoe --decks 8": "session('punto', 3, one_shoe=True, decks=8)",
    "session tie --coups 9 --runs 'tie 2' --decks 8 --digits 30": "session('tie', 9, runs='tie 2', decks=8, digits=30)",
    "perfect tie,banco --unseen 6..8 --decks 1": "perfect(['tie', 'banco'], range(6, 9), decks=1)",
    "perfect best --unseen 7 --grid=-1%,2% --decks 1": "perfect('best', 7, grid=['-1%', '2%'], decks=1)",
    "perfect punto-pair --unseen 7 --workers 1 --decks 1": "perfect(find_bet('punto-pair'), 7, decks=1)",
    "removal lucky-6:12-18 --decks 6": "removal(find_bet('lucky-6:12-18'), decks=6)",
    f"count dragon-7,tie --tags '{TAGS};9=1' --trigger 4,1/3 --unseen 30,20 --per 26 --decks 2": (
        "count(['dragon-7', 'tie'], [TAGS, {'9': 1}], trigger=[4, Fraction(1, 3)], unseen=[30, 20], per=26, decks=2)"
    ),
    f"count dragon-7 --level 1 --unseen 7 {VALUES}": "count('dragon-7', level=1, unseen=7, shoe=SHOE)",
    f"count tie --tags {TAGS} --running --initial -3 {VALUES}": (
        "count('tie', [0, 0, 0, -1, -1, -1, -1, 2, 2, 0], running=True, initial=-3, shoe=SHOE)"
    ),
    f"signal --positions 1-2 --partition 6-9 --bets tie,punto {VALUES}": (
        "signal([1, 2], parse_partition('6-9'), bets=[find_bet('tie'), 'punto'], shoe=SHOE)"
    ),
    f"signal --positions 1 --search {VALUES}": "signal(1, shoe=SHOE)",
    f"spread tie,banco {VALUES}": "spread(['tie', 'banco'], shoe=Shoe.of_values(SHOE))",
    "promotion rebate punto --rate 0.2 --coups 9 --stop-loss 5 --decks 8": (
        "promotion('rebate', 'punto', rate=0.2, coups=9, stop_loss=5, decks=8)"
    ),
    "coup 'K 2 3 4 7 9' --stake banco=25 --stake tie=5 --unit 1 --rules classic-it": (
        "coup(['K', 2, 3, 4, 7, 9], stake={'banco': 25, 'tie': 5}, unit=1, rules=rules_named('classic-it'))"
    ),
    "equilibrium --model B2 --player 5=9/11 --decks 6": "equilibrium('B2', player={'5': '9/11'}, decks=6)",
    "equilibrium --model A1 --commission 0..5% --decks 1": "equilibrium('A1', commission=(0, '5%'), decks=1)",
}
"""The words of a command, and the function of its name with the same arguments."""


def called(expression: str) -> Any:
    names = {name: getattr(exact, name) for name in exact.__all__}
    return eval(
        expression, names | {"Fraction": Fraction, "parse_partition": parse_partition, "SHOE": SHOE, "TAGS": TAGS}
    )


@pytest.mark.parametrize(("words", "expression"), ANSWERED.items())
def test_the_json_of_the_command_is_that_of_the_function(words: str, expression: str) -> None:
    answer = called(expression)
    if not isinstance(answer, Answer):
        answer = answer.to_answer()
    assert render_answer(answer, "json") == render_answer(answer_to(*shlex.split(words)), "json")


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        ("session tie --coups 3 --one-shoe --stop-win 3", "session('tie', 3, one_shoe=True, stop_win=3)"),
        ("session tie --coups 3 --target 4", "session('tie', 3, target=4)"),
        (f"count tie --tags {TAGS} --running --round floor", "count('tie', TAGS, running=True, round='floor')"),
        (f"count tie --tags {TAGS} --unseen 9 --cut 14", "count('tie', TAGS, unseen=9, cut=14)"),
        ("promotion coupon tie", "promotion('coupon', 'tie')"),
        ("equilibrium --model B2 --closed-form --decks 8", "equilibrium('B2', closed_form=True, decks=8)"),
    ],
)
def test_a_refusal_names_the_option_or_the_argument(words: str, expression: str) -> None:
    with pytest.raises(ExactError, match=" --[a-z]") as typed:
        answer_to(*shlex.split(words))
    with pytest.raises(ExactError) as asked:
        called(expression)
    option, argument = typed.value, asked.value
    assert option.parameter.replace("-", "_") == argument.parameter
    assert option.bound.replace(" --", " ").replace("-", "_") == argument.bound


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
