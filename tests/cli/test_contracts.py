"""What every command that answers a question has in common: its help, its options, its formats and its exit codes."""

from __future__ import annotations

import json
import shlex

import pytest
from support import Command

QUESTIONS = {
    "odds": "odds --decks 8",
    "bet": "bet tie --decks 8",
    "bets": "bets dragon",
    "joint": "joint punto_total banco_cards --decks 8",
    "coup": "coup 9 K 6 6 3",
    "removal": "removal tie --decks 8",
    "rules": "rules come-si-gioca",
    "tableau": "tableau",
    "promotion": "promotion free-bet --bet tie",
    "session": "session --bet tie --coups 3",
    "dependence": "dependence --decks 8",
    "equilibrium": "equilibrium --model A1 --decks 1",
}
"""A quick question to each command; add a command here."""
TWICE = {"bets": "--sort name", "rules": "--format json", "coup": "--rules standard"}
"""An option of a command that has no ``--digits``."""

questions = pytest.mark.parametrize(("command", "question"), QUESTIONS.items(), ids=QUESTIONS)


@questions
def test_help_shows_how_the_command_is_used(command: str, question: str, exact: Command) -> None:
    shown = exact(command, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"usage: exact {command}")
    assert f"exact {command}" in shown.out.split("usage:")[1]
    assert command in exact("--help").out
    assert shlex.split(question)[0] == command


@questions
def test_words_that_no_command_has_are_refused(command: str, question: str, exact: Command) -> None:
    words = shlex.split(question)
    assert f"option: '--xyz' is not an option of exact {command}" in exact.refused(*words, "--xyz")
    assert "format: 'jsn' is not a format: did you mean json?" in exact.refused(*words, "--format", "jsn")
    assert "lang: 'slo' is not a language" in exact.refused(*words, "--lang", "slo")
    assert "names: 'x' is not a choice" in exact.refused(*words, "--names", "x")


@questions
def test_an_option_is_given_once(command: str, question: str, exact: Command) -> None:
    option, value = TWICE.get(command, "--digits 5").split()
    refusal = exact.refused(*shlex.split(question), option, value, option, value)
    assert f"'{value}' is a second {option}: give it once" in refusal


@pytest.mark.parametrize("question", QUESTIONS.values())
def test_json_is_one_line_with_its_provenance(question: str, exact: Command) -> None:
    ran = exact(*shlex.split(question), "--format", "json")
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    assert len(json.loads(ran.out)["provenance"]["inputs"]) == 64
