"""Help: examples without a word, commands by their questions, topics, and the pager for long texts on a terminal."""

import pytest
from support import Command
from support.terminal import on_a_terminal

from exact.cli.help import EXAMPLES, TOPICS
from exact.cli.main import COMMANDS, GROUPS
from exact.version import __version__


def test_without_a_word_it_shows_three_examples_that_work(exact: Command) -> None:
    assert exact().out == EXAMPLES
    lines = [line.split("   ")[0].split() for line in EXAMPLES.splitlines() if line.startswith("  exact ")]
    assert len(lines) == 3
    for _program, *words in lines:
        assert exact(*words).code == 0


def test_every_command_stands_under_a_question_and_every_topic_is_listed(exact: Command) -> None:
    lines = exact("help").out.splitlines()
    assert exact("help", "--help").out.splitlines() == exact("--help").out.splitlines() == lines
    for question, commands in GROUPS.items():
        assert question.endswith("?")
        at = lines.index(question)
        below = lines[at + 1 : lines.index("", at)]
        assert [line.split()[0] for line in below if line[2] != " "] == list(commands)
    listed = [line.split()[0] for line in lines if line.startswith("  ") and line[2] not in " -"]
    assert listed == [*COMMANDS, *TOPICS]


@pytest.mark.parametrize("words", ["odds", "verify engine"])
def test_help_on_a_command_is_its_own_help(exact: Command, words: str) -> None:
    assert exact("help", *words.split()).out == exact(*words.split(), "--help").out


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("command", COMMANDS)
def test_prose_is_as_narrow_as_the_terminal(
    exact: Command, command: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    _usage, printed = exact(command, "--help").out.split("\n\n", 1)
    assert [line for line in printed.splitlines() if len(line) > width and not line.startswith(" ")] == []
    assert "\n\n  exact " in printed


@pytest.mark.parametrize("topic", ["", *TOPICS])
def test_topics_are_as_narrow_as_the_terminal(exact: Command, topic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists too, in their second column; only examples and first columns stay as they are."""
    wide = exact("help", *topic.split()).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = exact("help", *topic.split()).out
    assert "".join(narrow.split()) == "".join(wide.split())
    too_long = [line for line in narrow.splitlines() if len(line) > 60]
    assert [line for line in too_long if not line.startswith("  ") or "   " in line.strip()] == []


def test_the_version_has_a_short_option(exact: Command) -> None:
    assert exact("-V").out == exact("--version").out == f"exact {__version__}\n"


def test_every_topic_is_explained(exact: Command) -> None:
    told = {
        "shoe": "--values 128,32,32",
        "language": "punto_total",
        "knowledge": "punto_two_card_total=0-9",
        "claims": "house edge",
        "protocol": '"decks"',
        "output": "Exit codes",
    }
    assert told.keys() == TOPICS.keys()
    assert not TOPICS.keys() & COMMANDS.keys()
    for topic, words in told.items():
        assert words in exact("help", topic).out


@pytest.mark.parametrize(("words", "paged"), [(["bet", "--help"], True), (["help"], True), (["help", "shoe"], False)])
def test_only_text_longer_than_the_terminal_goes_through_the_pager(words: list[str], paged: bool) -> None:
    code = f"from exact.cli import main; raise SystemExit(main({words!r}))"
    shown = on_a_terminal(code, 80, PAGER="sed 's/^/PAGED /'")
    assert shown.startswith("PAGED ") == paged
