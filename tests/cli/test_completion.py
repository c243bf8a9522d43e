"""Completion: what the program offers for a line of words, and that bash, zsh and fish offer it; and for misspelt words."""

from __future__ import annotations

import argparse
import json
import os
import pty
import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from support import Command

from exact.bets.catalogue import catalogue
from exact.cli.commands.completion import _KNOWN, DIRECTORIES, FILES, SHELLS, candidates, values_of
from exact.cli.commands.verify import SUBCOMMANDS
from exact.cli.main import COMMANDS, parser_of
from exact.literature.published import sources
from exact.publication.publish import TABLE_IDS
from exact.report.languages import LANGUAGES
from exact.report.render import FORMATS
from exact.rules.documents import rulebooks
from exact.rules.named import all_rules

NAMED = "NAME|FILE"
NUMBERS = (
    "N",
    "D",
    "S",
    "A",
    "E",
    "M",
    "T",
    "AMOUNT",
    "PERCENT",
    "C",
    "TAGS",
    "STAKES",
    "FIGURE",
    "c0,…,c9",
    "A=…,…,K=…",
)
FREE = frozenset(
    (*NUMBERS, "CARDS", "PAYOFFS", "PLACES", "KNOWLEDGE", "ADDRESS", "WORD", "NAMES", "DAY", "URL", "[ADDRESS:]PORT")
)
"""Names of values that are numbers or words of the asker's own."""
EVERY = (*COMMANDS, *(f"verify {name}" for name in SUBCOMMANDS))


@pytest.mark.parametrize("command", EVERY)
def test_every_option_and_argument_of_every_command_is_known(command: str) -> None:
    """One whose help calls its value by a new name must be given values, or be said to have none."""
    for action in parser_of(command)._actions:
        if action.nargs != 0 and action.help != argparse.SUPPRESS:
            assert action.metavar in (NAMED, *_KNOWN, *FREE), action
            assert bool(values_of(command, action).known) == (action.metavar not in FREE)
    offered = candidates([*command.split(), "--"])
    assert offered == [name for name in parser_of(command)._option_string_actions if name.startswith("--")]


def test_no_name_of_a_value_is_left_over() -> None:
    used = {action.metavar for command in EVERY for action in parser_of(command)._actions}
    assert {*_KNOWN, *FREE} <= used


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["od"], ["odds"]),
        (["--v"], ["--version"]),
        (["nothing", ""], []),
        (["odds", "--dec"], ["--decks"]),
        (["odds", "--decks", "8", "--dec"], []),
        (["bet", "player-pa"], ["player-pair", "player-pair:11", "player-pair:12", FILES]),
        (["coup", "7 7 2 A", "--stake", "banker-o"], ["banker-odd=", "banker-odd:0.86=", "banker-odd:0.94="]),
        (["joint", "player_tot"], ["player_total"]),
        (["odds", "--decks", ""], []),
        (["odds", "--format", "j"], ["json"]),
        (["odds", "--format=la"], ["--format=latex"]),
        (["odds", "--rules=otto-mazzi:draws-on-7"], ["--rules=otto-mazzi:draws-on-7", FILES]),
        (["tables", "--out="], [DIRECTORIES]),
        (["odds", "--lang", ""], [*LANGUAGES]),
        (["odds", "--shoes", "x"], [FILES]),
        (["odds", "--rules", "otto-mazzi:draws-on-7"], ["otto-mazzi:draws-on-7", FILES]),
        (["odds", "--bets", "tie,dragon-7"], ["tie,dragon-7"]),
        (["bet", "lucky-6:12-1"], ["lucky-6:12-18", FILES]),
        (["bet", "tie", "x"], []),
        (["coup", "K 7 3 2 9", "--stake", "tie=5", "--stake", "dragon-7"], ["dragon-7="]),
        (["joint", "punto_total", "banco_two_card_t"], ["banco_two_card_total"]),
        (["tables", "--only", "tableau", "--only", "house"], ["house-edges"]),
        (["tables", "--out", ""], [DIRECTORIES]),
        (["cite", "streak"], ["streaks"]),
        (["cite", "castle"], ["castle-vaduz"]),
        (["cite", "P000"], [f"P000{digit}" for digit in range(1, 10)]),
        (["tables", "--only", "streak"], ["streaks"]),
        (["rules", "classic-s"], ["classic-sl", "classic-sl:of-the-payout", FILES]),
        (["commission", "--favour", "n"], ["nearest"]),
        (["perfect", "--bet", "b", "--grid", "p"], ["percent"]),
        (["study", "--burn", "n"], ["none"]),
        (["completion", "f"], ["fish"]),
        (["shoes", "x"], [FILES]),
        (["shoes", "in.csv", "--bets", "tie,dragon-7"], ["tie,dragon-7"]),
        (["verify", ""], ["engine", "results", "simulated", "stream"]),
        (["verify", "si"], ["simulated"]),
        (["verify", "engine", "x"], [FILES]),
        (["verify", "engine", "command", "--sm"], ["--smoke"]),
        (["verify", "--engine", "command", "--sm"], ["--smoke"]),
        (["verify", "stream", "--rules", "classic-s"], ["classic-sl", "classic-sl:of-the-payout", FILES]),
        (["verify", "nothing", ""], []),
    ],
)
def test_what_is_offered(words: list[str], offered: list[str]) -> None:
    assert candidates(words) == offered


def test_all_bets_rulebooks_and_tables_are_offered() -> None:
    assert {*catalogue(), FILES} <= set(candidates(["bet", ""]))
    assert candidates(["odds", "--rules", ""]) == [*all_rules(), FILES]
    assert candidates(["tables", "--only", ""]) == list(TABLE_IDS)
    assert {*TABLE_IDS, *rulebooks(), *sources()} <= set(candidates(["cite", ""]))
    assert candidates([]) == [*COMMANDS, "--help", "--version"]


def test_the_command_that_the_scripts_ask(exact: Command) -> None:
    assert exact("completion", "words", "--", "odds", "--format", "te").out == "text\n"
    assert exact("completion", "words", "--", "odds", "--he").out == "--help\n"


@pytest.fixture(name="home")
def _home(tmp_path: Path) -> Path:
    """A home with the command ``exact`` on its path and a file, a directory and a file with a blank to be completed."""
    command = tmp_path / "bin" / "exact"
    command.parent.mkdir()
    root = Path(__file__).parents[2]
    command.write_text(f'#!/bin/sh\nPYTHONPATH={root} exec {sys.executable} -m exact "$@"\n')
    command.chmod(0o755)
    for name in ("shoes.csv", "two words.csv"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    return tmp_path


def completed(shell: str, home: Path, line: str) -> set[str]:
    """What the shell itself offers at the end of ``line``."""
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    scripts = {
        "bash": f"""source <(exact completion bash)
            COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}; compopt() {{ :; }}
            _exact_completion exact; printf '%s\\n' "${{COMPREPLY[@]}}" """,
        "zsh": f"""zmodload zsh/zpty; zpty -b z zsh -f -i
            zpty -w z 'PS1=; cd {home}; autoload -Uz compinit; compinit -u; source <(exact completion zsh)'
            zpty -w z 'zstyle ":completion:*" list-prompt ""; LISTMAX=10000; stty -echo'
            zpty -w z 'compadd() {{ builtin compadd -O found "$@"; print -l -- "<"${{^found}}">" >> {home}/found; }}'
            zpty -w z 'print ready > {home}/ready'
            while [[ ! -s {home}/ready ]]; do sleep .05; done
            zpty -n -w z {line!r}$'\\t'; for n in {{1..200}}; do
                sleep .05; zpty -rt z > /dev/null; [[ -s {home}/found ]] && (( ++seen > 4 )) && break; done
            zpty -d z; sed 's/^<//; s/>$//' {home}/found""",
        "fish": f"exact completion fish | source; complete --do-complete {line!r}",
    }
    environment = {"PATH": f"{home}/bin:{os.environ['PATH']}", "HOME": str(home), "TERM": "dumb"}
    flags = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    command = [shell, *flags, "-c", scripts[shell]]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=home, env=environment)
    assert ran.returncode == 0, ran.stderr
    return {found.split("\t")[0] for found in ran.stdout.split("\n") if found}


LINES = [
    ("exact clos", {"closed-form"}),
    ("exact odds --form", {"--format"}),
    ("exact odds --format ", {*FORMATS}),
    ("exact tables --only house", {"house-edges"}),
    ("exact odds --bets tie,dragon-7", {"tie,dragon-7"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(("line", "offered"), LINES)
def test_a_real_shell(shell: str, line: str, offered: set[str], home: Path) -> None:
    assert completed(shell, home, line) == offered


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_names_of_files_and_bets_with_colons(shell: str, home: Path) -> None:
    assert completed(shell, home, "exact odds --shoes sho") == {"shoes.csv"}
    assert {name.rstrip("/") for name in completed(shell, home, "exact tables --out fo")} == {"folder"}
    colon = {"bash": {"12-18"}, "fish": {"lucky-6:12-18"}}[shell]  # bash takes a colon for the end of a word
    assert completed(shell, home, "exact bet lucky-6:12-1") == colon


TYPED = {
    "exact tables --out=fo": ["tables", "--out=folder"],
    "exact odds --shoes=sho": ["odds", "--shoes=shoes.csv"],
    "exact odds --rules=standa": ["odds", "--rules=standard"],
    "exact odds --rules=sho": ["odds", "--rules=shoes.csv"],
    "exact odds --shoes=two\\ w": ["odds", "--shoes=two words.csv"],
    'exact odds --shoes="two w': ["odds", "--shoes=two words.csv"],
    "exact bet two\\ w": ["bet", "two words.csv"],
    'exact bet "two w': ["bet", "two words.csv"],
    "exact bet 'two w": ["bet", "two words.csv"],
    "exact bet a\\ dir/": ["bet", "a dir/in it.toml"],
    'exact bet "a dir/i': ["bet", "a dir/in it.toml"],
    'exact odds --rules "standa': ["odds", "--rules", "standard"],
    "exact odds --rules 'standa": ["odds", "--rules", "standard"],
    "exact bet lucky-6:12-1": ["bet", "lucky-6:12-18"],
    'exact bet "lucky-6:12-1': ["bet", "lucky-6:12-18"],
    "exact bet ./two": ["bet", "./two words.csv"],
    "exact bet ~/a\\ dir/": ["bet", "~/a dir/in it.toml"],
    "exact tables --out ~/fo": ["tables", "--out", "~/folder"],
    "exact odds --shoes two\\ words.csv --forma": ["odds", "--shoes", "two words.csv", "--format"],
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_what_a_line_becomes_that_is_typed(shell: str, home: Path) -> None:
    """Each line with a tab and a return after it, at the prompt of the shell itself; the words that the command gets then."""
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    (home / "a dir").mkdir()
    (home / "a dir" / "in it.toml").touch()
    command = home / "bin" / "exact"
    told = "import json, sys; print(json.dumps(sys.argv[1:]), flush=True)"
    program = command.read_text(encoding="utf-8").replace("#!/bin/sh\n", "")
    record = f"{sys.executable} -c '{told}' \"$@\" >> {home}/got"
    command.write_text(f'#!/bin/sh\nif [ "$1" = completion ]; then\n{program}fi\n{record}\n', encoding="utf-8")
    begin = {
        "bash": "source <(exact completion bash)",
        "zsh": "autoload -Uz compinit; compinit -u; source <(exact completion zsh)",
        "fish": "exact completion fish | source",
    }[shell]
    flags = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "-i"]}[shell]
    environment = {"PATH": f"{home}/bin:{os.environ['PATH']}", "HOME": str(home), "TERM": "xterm", "PS1": "> "}
    leader, follower = pty.openpty()
    at_terminal = "import os, sys; os.login_tty(0); os.execvp(sys.argv[1], sys.argv[1:])"
    run = [sys.executable, "-c", at_terminal, shell, *flags]
    screen: list[bytes] = []
    with subprocess.Popen(run, stdin=follower, stdout=follower, stderr=follower, cwd=home, env=environment) as process:
        os.close(follower)
        threading.Thread(target=drain, args=(leader, screen), daemon=True).start()
        try:
            os.write(leader, f"{begin}; echo '[]' > {home}/got\r".encode())
            for number, line in enumerate(TYPED, start=1):
                awaited(home / "got", number, screen)
                os.write(leader, f"{line}\t\r".encode())
            awaited(home / "got", len(TYPED) + 1, screen)
        finally:
            process.kill()
    os.close(leader)
    got = [json.loads(line) for line in (home / "got").read_text(encoding="utf-8").splitlines()[1:]]
    as_typed = [
        [word.replace(str(home), "~").rstrip("/") for word in words] for words in got
    ]  # zsh drops the last slash
    assert dict(zip(TYPED, as_typed, strict=True)) == TYPED


def drain(leader: int, screen: list[bytes]) -> None:
    """Read what a terminal shows until it closes: a shell waits where nobody does."""
    with suppress(OSError):
        while shown := os.read(leader, 65536):
            screen.append(shown)


def awaited(path: Path, lines: int, screen: list[bytes], seconds: float = 20) -> None:
    """Wait until a file has so many lines."""
    end = time.monotonic() + seconds
    while not path.exists() or path.read_text(encoding="utf-8").count("\n") < lines:
        assert time.monotonic() < end, b"".join(screen[-20:])
        time.sleep(0.02)


def test_what_begins_with_a_minus_and_a_number_is_a_value(exact: Command) -> None:
    assert exact("perfect", "--bet", "tie", "--unseen", "6", "--decks", "1", "--grid", "-1%,0%").code == 0
