"""exact bets and exact rules: everything is listed, and one rulebook is shown as printed and as played."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from support import Ran

from exact.bets.catalogue import catalogue
from exact.game.coup import Side
from exact.reference.decisions import DECISIONS
from exact.rules.documents import reading_ids

Command = Callable[..., Ran]


def test_the_list_of_bets(exact: Command) -> None:
    listed = {bet["bet"]: bet["title"] for bet in json.loads(exact("bets", "--format", "json").out)["bets"]}
    assert listed == {name: bet.title for name, bet in catalogue().items()}
    out = exact("bets").out
    assert all(name in out and bet.title in out for name, bet in catalogue().items())
    assert [bet["bet"] for bet in json.loads(exact("bets", "panda", "--format", "json").out)["bets"]] == [
        name for name, bet in catalogue().items() if "panda" in f"{name} {bet.title}".lower()
    ]
    assert "is in no name or title" in exact("bets", "zebra").err


def test_the_list_of_rulebooks(exact: Command) -> None:
    answer = json.loads(exact("rules", "--format", "json").out)
    names = [entry["rules"] for entry in (*answer["rulebooks"], *answer["readings"])]
    assert sorted(names) == sorted(reading_ids())
    assert {entry["rules"]: entry["decks"] for entry in answer["rulebooks"]}["otto-mazzi"] == 8


@pytest.mark.parametrize("name", reading_ids())
def test_the_decisions_are_those_of_the_decision_functions(name: str, exact: Command) -> None:
    """The letters and the list of clauses both; a small letter is an assumption."""
    answer = json.loads(exact("rules", name, "--format", "json").out)
    decide = DECISIONS[name]
    for decision in answer["decisions"]:
        side, total, third = decision["side"], decision["total"], decision["third_card_of_punto"]
        letter = answer["tableau"]["punto"][str(total)]
        if side == "banco":
            letter = answer["tableau"]["banco"][str(total)]["none" if third is None else str(third)]
        assert (letter.upper() == "D", letter.islower()) == (decision["draws"], decision["assumed"])
        if side == "punto":
            assert decision["draws"] == (decide(total, 0, None) is Side.PUNTO)
        elif third is not None:
            assert decision["draws"] == (decide(0, total, third) is Side.BANCO)
