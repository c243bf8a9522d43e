"""``exact perfect``: its contract, its formats, its plan, its errors."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import cycle
from math import comb
from pathlib import Path

import pytest
from support import Ran

from exact.analysis import perfect_play
from exact.analysis.perfect_play import GRIDS, Question, plan_of, question_of
from exact.bets.catalogue import find_bet
from exact.game.shoe import Shoe
from exact.rules.named import rules_named
from exact.rules.tableau import STANDARD

Exact = Callable[..., Ran]
TIE = ("perfect", "--bet", "tie", "--decks", "8")


def test_the_contract_of_json(exact: Exact) -> None:
    ran = exact(*TIE, "--unseen", "6..9", "--format", "json")
    answer = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert (answer["bet"], answer["decks"]) == ("tie", 8)
    assert [result["unseen"] for result in answer["results"]] == [6, 7, 8, 9]
    assert [result["compositions"] for result in answer["results"]] == ["5005", "11440", "24310", "48620"]
    first = answer["results"][0]
    assert first["gain"] == "178552085848/723147898655"
    assert Fraction(first["edge"]) == Fraction(first["gain"]) / Fraction(first["positive"])
    assert first["decimal"]["gain"] == "0.246909499675"
    assert "at_least" not in first


def test_a_shoe_that_is_not_full_decks_and_a_list_of_numbers(exact: Exact) -> None:
    ran = exact(
        "perfect", "--bet", "tie", "--decks", "8", "--remove", "9 9 K", "--unseen", "8,6..7", "--format", "json"
    )
    answer = json.loads(ran.out)
    assert (answer["decks"], answer["cards"]) == (None, 413)
    assert [result["unseen"] for result in answer["results"]] == [8, 6, 7]


def test_best_is_the_best_of_the_three_main_bets(exact: Exact) -> None:
    results = [
        json.loads(exact("perfect", "--bet", bet, "--decks", "1", "--unseen", "6", "--format", "json").out)
        for bet in ("best", "punto,banco,tie", "tie, banco,punto")
    ]
    assert [result["bet"] for result in results] == ["best", "punto,banco,tie", "tie,banco,punto"]
    assert results[0]["results"] == results[1]["results"] == results[2]["results"]


def test_a_bet_file_and_a_pay_table(exact: Exact, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\n[[category]]\nname = "win"\nwhen = "tie"\npays = 8\n', encoding="utf-8")
    mine = exact("perfect", "--bet", str(own), "--decks", "8", "--unseen", "6", "--format", "json")
    assert json.loads(mine.out)["results"][0]["gain"] == "178552085848/723147898655"
    ran = exact("perfect", "--bet", "banco-odd:0.94", "--decks", "8", "--unseen", "6", "--format", "csv")
    assert (ran.code, ran.out.count("\n")) == (0, 4)


def test_the_grid_in_every_format(exact: Exact) -> None:
    words = (*TIE, "--unseen", "6,7", "--grid")
    answer = json.loads(exact(*words, "percent", "--format", "json").out)
    at_least = answer["results"][0]["at_least"]
    assert [threshold for threshold, _ in at_least] == [f"{percent}%" for percent in range(-5, 11)]
    assert len(at_least) == len(GRIDS["percent"])
    text = exact(*words, "-100%,2.5%", "--digits", "6")
    assert "expectation at least  6 unseen  7 unseen" in text.out
    assert "               -100%  1.000000  1.000000" in text.out
    rows = list(csv.DictReader(io.StringIO(exact(*words, "-100%,2.5%", "--format", "csv").out)))
    assert [row["kind"] for row in rows][:4] == ["gain", "gain", "at least", "at least"]
    assert (rows[0]["gain"], rows[2]["name"], rows[2]["6"]) == ("178552085848/723147898655", "-100%", "1/1")


@pytest.mark.parametrize("style", ["text", "markdown", "latex"])
def test_the_other_formats(exact: Exact, style: str) -> None:
    ran = exact(*TIE, "--unseen", "6", "--format", style)
    assert (ran.code, ran.err) == (0, "")
    assert "24.6909499675" in ran.out
    assert "multivariate hypergeometric" in ran.out


def test_the_plan_computes_nothing(exact: Exact) -> None:
    start = time.process_time()
    ran = exact(*TIE, "--unseen", "52,104", "--plan", "--workers", "4", "--format", "json")
    assert time.process_time() - start < 20
    answer = json.loads(ran.out)
    assert [plan["compositions"] for plan in answer["plan"]] == ["17279601405", "3932006983542"]
    assert answer["workers"] == 4
    assert all(
        plan["core_seconds"] > plan["seconds"] > 1 and plan["tasks"] > 100 and plan["checkpoint_bytes"] > 1000
        for plan in answer["plan"]
    )
    text = exact(*TIE, "--unseen", "104", "--plan").out
    assert "3932006983542" in text
    assert "core seconds" in text
    assert "checkpoint bytes" in text


def test_the_plan_measures_processor_time_at_its_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other programs take of the core in some of the runs does not count."""
    question, _ = question_of([find_bet("tie")], Shoe.of_decks(8), rules_named(STANDARD).tableau, 8)
    now, disturbed = [0.0], cycle([0.05, 0.3, 0.0])

    def count_part(_question: Question, _low_cards: int, rows: range, columns: range) -> None:
        now[0] += len(columns) * 0.001 + (len(rows) - 1) * len(columns) * 0.002 + next(disturbed)

    monkeypatch.setattr(perfect_play, "count_part", count_part)
    monkeypatch.setattr(time, "process_time", lambda: now[0])
    halves = 2 * sum(comb(4 + cards, 4) for cards in range(9))
    assert plan_of(question).core_seconds == pytest.approx(0.001 * halves + 0.002 * question.compositions)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--unseen", "5"), "unseen: 5 must be a whole number from 6 to 416"),
        (("--unseen", "417"), "unseen: 417 must be a whole number from 6 to 416"),
        (("--unseen", "6..417"), "unseen: 417 must be a whole number from 6 to 416"),
        (("--unseen", "9..7"), "unseen: '9..7' is a range that ends before it begins"),
        (("--unseen", "6..5"), "unseen: '6..5' is a range that ends before it begins"),
        (("--unseen", "6..x"), "unseen: 'x' must be a whole number from 6 to 416"),
        (("--unseen", "6,"), "unseen: '' must be a whole number from 6 to 416"),
        (("--unseen", "400"), "unseen: 400 cards make sums of up to 31556493150336000, and the method ends at 2**53"),
        (
            ("--unseen", "6", "--grid", "x"),
            "grid: 'x' is neither a percentage like 2.5% nor a grid: known: percent, wide",
        ),
        (("--unseen", "6", "--grid", ",".join(["1%"] * 101)), "grid: '1%,1%,"),
        (("--unseen", "6", "--workers", "0"), "workers: 0 must be a whole number from 1 to 256"),
        (("--unseen", "6", "--plan", "--workers", "0"), "workers: 0 must be a whole number from 1 to 256"),
        (
            ("--unseen", "6", "--plan", "--workers", "2", "--cluster", "a:1"),
            "workers: '2' are of this machine: give --workers or --cluster, not both",
        ),
        (("--unseen", "6", "--plan", "--cluster", "127.0.0.1:1"), "cluster: '127.0.0.1:1' cannot be reached: "),
    ],
)
def test_bad_words_are_one_line(exact: Exact, words: tuple[str, ...], message: str) -> None:
    ran = exact(*TIE, *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"exact: {message}")


def test_a_range_without_end_is_refused_at_once(exact: Exact) -> None:
    ran = exact("perfect", "--bet", "tie", "--values", ",".join(["1000000000000"] * 10), "--unseen", "6..9999999999")
    assert (ran.code, ran.err) == (2, "exact: unseen: '6..9999999999' is a range of more than 1000 numbers\n")
    huge = exact(
        "perfect", "--bet", "tie", "--values", ",".join(["1000000000000"] * 10), "--unseen", "6", "--digits", "3"
    )
    assert (huge.code, huge.err) == (0, "")


def test_bets_that_cannot_be_are_one_line(exact: Exact) -> None:
    for bet, message in (
        (
            "punto-pair",
            "bet: 'punto-pair' looks at ranks, and perfect play is computed for bets that point values decide",
        ),
        ("lucky-nines", "bet: 'lucky-nines' "),
        ("tie,nonsense", "bet: 'nonsense' is neither a bet nor a .toml file"),
        ("", "bet: '' is neither a bet nor a .toml file"),
    ):
        ran = exact("perfect", "--bet", bet, "--decks", "8", "--unseen", "6")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert ran.err.startswith(f"exact: {message}")


def test_workers_and_a_checkpoint_change_no_byte(exact: Exact, tmp_path: Path) -> None:
    words = (*TIE, "--unseen", "10", "--format", "csv")
    alone = exact(*words).out
    kept = exact(*words, "--workers", "2", "--checkpoint", str(tmp_path))
    assert (kept.code, kept.out) == (0, alone)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:6]) + lines[6][:5])
    cut = exact(*words, "--workers", "1", "--checkpoint", str(tmp_path))
    assert (cut.code, cut.out, cut.err.count("\n")) == (2, "", 1)
    assert " is cut off in line 7: " in cut.err
    file.write_bytes(b"".join(lines[:6]))  # as a killed run leaves it
    assert exact(*words, "--workers", "1", "--checkpoint", str(tmp_path)).out == alone
    edited = whole.replace(b"1", b"2", 1) if whole[:1] == b"1" else b"x" + whole[1:]
    file.write_bytes(edited)
    refused = exact(*words, "--workers", "1", "--checkpoint", str(tmp_path))
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert file.read_bytes() == edited


@pytest.mark.slow
def test_an_interrupt_ends_a_long_run_and_its_workers_and_the_next_resumes(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "exact", *TIE, "--unseen", "32", "--checkpoint", str(tmp_path), "--format", "csv"]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not any(file.read_bytes().count(b"\n") > 3 for file in tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, "", "")
    resumed = subprocess.run(words, capture_output=True, text=True, check=True)
    alone = subprocess.run(words[:-4] + words[-2:], capture_output=True, text=True, check=True)
    assert resumed.stdout == alone.stdout
