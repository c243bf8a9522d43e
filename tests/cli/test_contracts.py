"""What all commands that answer a question have in common: its help, its options, and one line of JSON."""

import json
import shlex

import pytest
from support import Command

QUESTIONS = {
    "odds --decks 8": "--digits 5",
    "bets dragon": "--sort name",
    "coup 9 K 6 6 3": "--rules standard",
    "rules come-si-gioca": "--format json",
    "equilibrium --model A1 --decks 1": "--digits 5",
}
"""A quick question to some commands, which all have one parser, and an option of it."""


@pytest.mark.parametrize(("question", "twice"), QUESTIONS.items())
def test_what_every_command_shares(question: str, twice: str, exact: Command) -> None:
    command, *rest = shlex.split(question)
    shown = exact(command, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"usage: exact {command}")
    words = (command, *rest)
    assert f"option: '--xyz' is not an option of exact {command}" in exact.refused(*words, "--xyz")
    assert "format: 'jsn' is not a format: did you mean json?" in exact.refused(*words, "--format", "jsn")
    assert "lang: 'slo' is not a language" in exact.refused(*words, "--lang", "slo")
    assert "names: 'x' is not a choice" in exact.refused(*words, "--names", "x")
    option, value = twice.split()
    refusal = exact.refused(*words, option, value, f"{option}={value}")
    assert f"'{value}' is a second {option}: give it once" in refusal
    assert f"'{value}' is a second {option}: give it once" in exact.refused(*words, option, value, option, value)
    ran = exact(*words, "--format", "json")
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    assert len(json.loads(ran.out)["provenance"]["inputs"]) == 64
