"""Completion: what the program offers for a line, and that bash, zsh and fish offer it."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from argcomplete.finders import CompletionFinder

from exact.answers.text import LANGUAGES
from exact.bets.catalogue import every_bet
from exact.cli.commands.verify import SUBCOMMANDS
from exact.cli.completion import completer_of, completion_parser
from exact.cli.main import COMMANDS, parser_of
from exact.literature.published import sources
from exact.publication.publish import TABLE_IDS
from exact.report.render import FORMATS
from exact.rules import all_rules
from exact.rules.documents import rulebooks

FREE = """
N D S A E K M T AMOUNT PERCENT NUMBERS PLAN CATEGORY C TAGS STAKES FIGURE c0,…,c9 A=…,…,K=…
QUESTION AXES BY CONDITION TEXT LABEL CARDS PAYOFFS PLACES KNOWLEDGE ADDRESS WORD NAMES DAY URL [ADDRESS:]PORT
"""
"""Names of values that are numbers or words of the reader's own."""


class _Finder(CompletionFinder):
    def _init_debug_stream(self) -> None:
        """Leave file descriptor 9 to pytest."""


@pytest.fixture(name="offered")
def _offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> object:
    """What the program offers at the end of a line, in a folder with a file and a folder."""
    (tmp_path / "shoes.csv").touch()
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)

    def offered(line: str) -> set[str]:
        environment = {"COMP_LINE": line, "COMP_POINT": str(len(line)), "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n"}
        for name, value in {**environment, "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}.items():
            monkeypatch.setenv(name, value)
        stream = io.StringIO()
        _Finder()(
            completion_parser(line.split()),
            always_complete_options="long",
            exit_method=lambda _code: None,
            output_stream=stream,
        )
        return {found.replace("\\", "") for found in stream.getvalue().split("\n") if found}

    return offered


@pytest.mark.parametrize("command", [*COMMANDS, *(f"verify {name}" for name in SUBCOMMANDS)])
def test_every_option_and_argument_of_every_command_is_known(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One whose help calls its value by a new name must be given values, or be said to have none."""
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    for action in parser_of(command)._actions:
        if action.nargs != 0:
            assert bool(completer_of(command, action)("")) == (action.metavar not in FREE.split()), action


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("od", {"odds"}),
        ("--v", {"--version"}),
        ("bet player-pa", {"player-pair", "player-pair:11", "player-pair:12"}),
        ("coup 7 7 2 A --stake banker-o", {"banker-odd=", "banker-odd:0.86=", "banker-odd:0.94="}),
        ("joint punto_total banco_two_card_t", {"banco_two_card_total"}),
        ("odds --decks ", set()),
        ("odds --format=la", {"--format=latex"}),
        ("odds --lang ", {*LANGUAGES}),
        ("odds --rules otto-mazzi:draws-on-7", {"otto-mazzi:draws-on-7"}),
        ("signal --bets tie,dragon-7", {"tie,dragon-7"}),
        ("bet sho", {"shoes.csv"}),
        ("tables --only tableau --only house", {"house-edges"}),
        ("tables --out ", {"folder/"}),
        ("cite P000", {f"P000{digit}" for digit in range(1, 10)}),
        ("rules classic-s", {"classic-sl", "classic-sl:of-the-payout"}),
        ("bet --favour n", {"nearest"}),
        ("perfect --bet b --grid p", {"percent"}),
        ("study --burn n", {"none"}),
        ("verify engine command --sm", {"--smoke"}),
        ("verify stream --rules classic-s", {"classic-sl", "classic-sl:of-the-payout"}),
    ],
)
def test_what_is_offered(line: str, expected: set[str], offered: object) -> None:
    assert offered(f"exact {line}") == expected  # type: ignore[operator]


def test_all_names_are_offered(offered: object) -> None:
    names = {
        "": COMMANDS,
        "bet ": (*every_bet(), "shoes.csv"),
        "odds --rules ": all_rules(),
        "tables --only ": TABLE_IDS,
        "cite ": (*TABLE_IDS, *rulebooks(), *sources()),
        "verify ": SUBCOMMANDS,
    }
    for line, listed in names.items():
        assert {*listed} <= offered(f"exact {line}")  # type: ignore[operator]


LINES = [
    ("exact equi", {"equilibrium"}),
    ("exact odds --form", {"--format"}),
    ("exact odds --format ", {*FORMATS}),
    ("exact shoes sho", {"shoes.csv"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(("line", "expected"), LINES)
def test_a_real_shell(shell: str, line: str, expected: set[str], tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    assert completed(shell, tmp_path, line) == expected


def completed(shell: str, home: Path, line: str) -> set[str]:
    """What the shell itself offers at the end of ``line``, in a home with the command ``exact`` and a file."""
    command = home / "bin" / "exact"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH={Path(__file__).parents[2]} exec {sys.executable} -m exact "$@"\n', encoding="utf-8"
    )
    command.chmod(0o755)
    (home / "shoes.csv").touch()
    register = Path(sys.executable).with_name("register-python-argcomplete")
    scripts = {
        "bash": f"""source <({register} exact)
            COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}; compopt() {{ :; }}
            _python_argcomplete exact; printf '%s\\n' "${{COMPREPLY[@]}}" """,
        "zsh": f"""zmodload zsh/zpty; zpty -b z zsh -f -i
            zpty -w z 'PS1=; cd {home}; autoload -Uz compinit; compinit -u; source <({register} exact)'
            zpty -w z 'zstyle ":completion:*" list-prompt ""; LISTMAX=10000; stty -echo'
            zpty -w z '_describe() {{ print -l -- "${{completions[@]%%:*}}" >> {home}/found; }}'
            zpty -w z 'print ready > {home}/ready'
            while [[ ! -s {home}/ready ]]; do sleep .05; done
            zpty -n -w z {line!r}$'\\t'; for n in {{1..200}}; do
                sleep .05; zpty -rt z > /dev/null; [[ -s {home}/found ]] && (( ++seen > 4 )) && break; done
            zpty -d z; cat {home}/found""",
        "fish": f"{register} --shell fish exact | source; complete --do-complete {line!r}",
    }
    environment = {"PATH": f"{home}/bin:{os.environ['PATH']}", "HOME": str(home), "TERM": "dumb"}
    flags = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    words = [shell, *flags, "-c", scripts[shell]]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, cwd=home, env=environment)
    assert ran.returncode == 0, ran.stderr
    return {found.split("\t")[0].rstrip() for found in ran.stdout.split("\n") if found}
