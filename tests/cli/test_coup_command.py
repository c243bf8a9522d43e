"""exact coup: the steps and the clause behind each, the result, and stakes with what their settlement assumes."""

import pytest
from support import Command

OTTO_MAZZI = ("coup", "5h 4d Ks Kc 9s 2c", "--rules", "otto-mazzi")


def test_each_step_and_the_outcome(exact: Command) -> None:
    ran = exact(*OTTO_MAZZI)
    assert ran.code == 0
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[3:8] == [
        "1 punto 5h 5 – – –",
        "2 banco 4d 4 – – –",
        "3 punto Ks 5 – – –",
        "4 banco Kc 4 – – –",
        "5 punto – 5 draws no 0, 1, 2, 3, 4, 5 DRAW (aprire, prendere una carta).",
    ]
    assert "Not needed: 2c" in lines
    assert lines[lines.index("Result: tie") + 3 :][:2] == ["punto 5h Ks 9s 4", "banco 4d Kc 4"]

    answer = exact.json(*OTTO_MAZZI)
    assert answer["outcome"] == "tie"
    assert answer["not_needed"] == ["2c"]
    assert [step["card"] for step in answer["steps"]] == ["5h", "4d", "Ks", "Kc", None, "9s", None]
    assert [step["decision"] for step in answer["steps"] if step["decision"]] == ["draws", "stands"]
    assert [hand["total"] for hand in answer["hands"]] == [4, 4]


def test_decisions_and_clauses_that_the_document_leaves_unsaid(exact: Command) -> None:
    answer = exact.json("coup", "6 4 K K 9", "--rules", "castle-vaduz")
    assert answer["dealing_order"]["assumed"] is True
    assert [step["assumed"] for step in answer["steps"] if step["clause"]] == [False, True]
    assert answer["assumed"] == [
        "dealing order: punto, banco, punto, banco",
        "banco 4, punto without a third card: draws",
    ]
    assert exact.json("coup", "6 4 K K 9", "--rules", "classic-it")["assumed"] == []


@pytest.mark.parametrize("style", ["text", "markdown", "latex", "csv", "json"])
def test_a_push_that_is_an_assumption_is_said_to_be_one(style: str, exact: Command) -> None:
    words = ("coup", "K K 6 6", "--rules", "come-si-gioca", "--stake", "punto=10")
    ran = exact(*words, "--format", style, *(["--table", "stakes"] if style == "csv" else []))
    assert (ran.out + ran.err).count("ties: stakes push") == 2  # beside the stake, and below
    (stake,) = exact.json(*words)["stakes"]
    assert (stake["result"], stake["net"], stake["assumed"]) == ("push", "0.00", "ties: stakes push")
    assert "ties: stakes push" not in exact.json(*words[:-2])["assumed"]


def test_a_payoff_that_is_assumed_is_said_to_be_so(exact: Command) -> None:
    words = ("coup", "K K 6 6", "--rules", "castle-vaduz", "--stake", "tie=5", "--stake", "banco=2")
    answer = exact.json(*words)
    tie, banco = answer["stakes"]
    assert (tie["win"], tie["assumed"]) == ("40.00", "payoffs: tie 8 to 1")
    assert (banco["result"], banco["assumed"]) == ("push", None)  # the document says what a tie does to banco
    assert "payoffs: tie 8 to 1" in answer["assumed"]
    assert "payoffs: banco 1 to 1" not in answer["assumed"]
    assert "payoffs: tie 8 to 1" not in exact.json(*words[:4])["assumed"]
