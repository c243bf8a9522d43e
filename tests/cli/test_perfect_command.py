"""``exact perfect``: its contract, its formats, its plan, its errors."""

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from support import Command, answer_to, python, wait_until

from exact.analysis.perfect_play import GRIDS
from exact.report.render import render_answer

TIE = ("perfect", "--bet", "tie", "--decks", "8")


def test_the_contract_of_json(exact: Command) -> None:
    answer = exact.json(*TIE, "--unseen", "6..9")
    assert (answer["bet"], answer["decks"]) == ("tie", 8)
    assert [result["unseen"] for result in answer["results"]] == [6, 7, 8, 9]
    assert [result["compositions"] for result in answer["results"]] == ["5005", "11440", "24310", "48620"]
    first = answer["results"][0]
    assert first["gain"] == "178552085848/723147898655"
    assert Fraction(first["edge"]) == Fraction(first["gain"]) / Fraction(first["positive"])
    assert first["decimal"]["gain"] == "0.246909499675"
    assert "at_least" not in first


def test_a_shoe_that_is_not_full_decks_and_a_list_of_numbers(exact: Command) -> None:
    answer = exact.json(*TIE, "--remove", "9 9 K", "--unseen", "8,6..7")
    assert (answer["decks"], answer["cards"]) == (None, 413)
    assert [result["unseen"] for result in answer["results"]] == [8, 6, 7]


def test_best_is_the_best_of_the_three_main_bets(exact: Command) -> None:
    results = [
        exact.json("perfect", "--bet", bet, "--decks", "1", "--unseen", "6")
        for bet in ("best", "punto,banco,tie", "tie, banco,punto")
    ]
    assert [result["bet"] for result in results] == ["best", "punto,banco,tie", "tie,banco,punto"]
    assert results[0]["results"] == results[1]["results"] == results[2]["results"]


def test_the_grid_in_every_format(exact: Command) -> None:
    words = (*TIE, "--unseen", "6,7", "--grid")
    answer = exact.json(*words, "percent")
    at_least = answer["results"][0]["at_least"]
    assert [threshold for threshold, _ in at_least] == [f"{percent}%" for percent in range(-5, 11)]
    assert len(at_least) == len(GRIDS["percent"])
    text = exact(*words, "-100%,2.5%", "--digits", "6")
    assert "expectation at least   6 unseen   7 unseen" in text.out
    assert "               −100%  1.000\u202f000  1.000\u202f000" in text.out
    assert exact.csv(*words, "-100%,2.5%")[0]["gain"] == "178552085848/723147898655"
    rows = exact.csv(*words, "-100%,2.5%", "--table", "at_least")
    assert [(row["at_least"], row["6"]) for row in rows][:1] == [("-100%", "1/1")]


def test_the_wide_grid_reaches_from_a_loss_of_nine_tenths_to_a_gain_of_twice_the_stake(exact: Command) -> None:
    percent = [-90, -50, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 50, 100, 200]
    answer = exact.json("perfect", "--bet", "tie", "--values", "6,0,0,0,0,0,0,0,0,1", "--unseen", "6", "--grid", "wide")
    assert answer["results"][0]["at_least"] == [
        [f"{share}%", "1/7"] for share in percent
    ]  # six zeros tie, else punto wins


@pytest.mark.slow
def test_the_plan_computes_nothing() -> None:
    start = time.process_time()
    plan = answer_to(*TIE, "--unseen", "52,104", "--plan", "--workers", "4")
    assert time.process_time() - start < 20
    answer = json.loads(render_answer(plan, "json"))
    assert [plan["compositions"] for plan in answer["plan"]] == ["17279601405", "3932006983542"]
    assert answer["workers"] == 4
    assert all(
        plan["core_seconds"] > plan["seconds"] > 1 and plan["tasks"] > 100 and plan["checkpoint_bytes"] > 1000
        for plan in answer["plan"]
    )


def test_a_pair_has_the_same_contract_at_every_number_of_unseen_cards(exact: Command, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\n[[category]]\nname = "win"\nwhen = "punto_pair"\npays = 12\n', encoding="utf-8")
    words = ("perfect", "--decks", "1", "--unseen", "all", "--bet")
    mine, ours = exact.json(*words, str(own)), exact.json(*words, "banco-pair:12")
    assert mine["results"] == ours["results"]
    assert [result["unseen"] for result in ours["results"]] == list(range(6, 53))
    assert ours.keys() == exact.json(*TIE, "--unseen", "6").keys()
    last = ours["results"][-1]
    assert (last["compositions"], last["gain"], last["positive"], last["edge"]) == ("1", "0/1", "0/1", None)


def test_six_unseen_of_a_huge_shoe(exact: Command) -> None:
    assert exact("perfect", "tie", "--values", ",".join([str(10**12)] * 10), "--unseen", "6", "--digits", "3").code == 0


@pytest.mark.slow
def test_workers_and_a_checkpoint_change_no_byte(exact: Command, tmp_path: Path) -> None:
    words = (*TIE, "--unseen", "10", "--format", "csv")
    alone = exact(*words).out
    kept = exact(*words, "--workers", "2", "--checkpoint", str(tmp_path))
    assert (kept.code, kept.out) == (0, alone)
    (file,) = tmp_path.iterdir()
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:6]))  # as a killed run leaves it
    assert exact(*words, "--workers", "1", "--checkpoint", str(tmp_path)).out == alone


@pytest.mark.slow
def test_an_interrupt_ends_a_long_run_and_its_workers_and_the_next_resumes(tmp_path: Path) -> None:
    words = ["-m", "exact", *TIE, "--unseen", "32", "--format", "csv"]
    kept = [*words, "--checkpoint", str(tmp_path)]
    run = subprocess.Popen([sys.executable, *kept], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: any(file.read_bytes().count(b"\n") > 3 for file in tmp_path.iterdir()))
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, "", "")
    assert python(*kept).stdout == python(*words).stdout
