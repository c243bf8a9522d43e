"""What a terminal gets, and no pipe: tables no wider than it, colour where it is wanted, notes for whoever waits."""

import re
import string
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import python, ungrouped
from support.terminal import on_a_terminal

from exact.answers.table import Column, Detailed, Rounded, Table, cell_text
from exact.cli.terminal import terminal_width
from exact.report.render import render_text

ESCAPES = re.compile(r"\x1b\[\d*[mK]")
TABLE = Table(
    id="t",
    caption="Edges – a caption",
    columns=(Column("bet"), Column("edge ≥"), Column("verdict")),
    rows=[
        ("punto", Rounded(Fraction(-1, 8), 3), Detailed("disagrees", "disagrees", wrong=True)),
        ("tie", Rounded(Fraction(1, 8), 3), "agrees"),
    ],
    notes=("A note.",),
)


def lines_shown(printed: str) -> list[str]:
    """What stood on the current line, one state after another: a carriage return overwrites it from its start."""
    shown, line = [], ""
    for piece in printed.split("\r"):
        if piece.startswith("\x1b[K"):
            line, piece = "", piece.removeprefix("\x1b[K")
        *ended, piece = piece.split("\n")
        for whole in ended:
            shown.append((whole + line[len(whole) :]).rstrip())
            line = ""
        line = piece + line[len(piece) :]
        shown.append(line.rstrip())
    return shown


DRAW = """
from exact.cli.terminal import progress_bar
def draw():
    with progress_bar() as progress:
        progress(1, 2, 'of a very long story')
        end()
"""
ELSEWHERE = "import os, sys, time; os.dup2(os.open(os.devnull, os.O_WRONLY), 1)\n"


@pytest.mark.parametrize("columns", [20, 80, 200])
def test_a_bar_is_as_wide_as_the_terminal_where_the_answer_goes_elsewhere(columns: int) -> None:
    printed = on_a_terminal(f"{ELSEWHERE}{DRAW}\ndef end(): pass\ndraw()", columns)
    states = lines_shown(printed)
    bars = [state for state in states if state]
    assert bars
    assert all(bar.startswith("of a very long story"[: columns - 1]) for bar in bars)
    assert columns < 80 or all("50%" in bar and "1/2" in bar for bar in bars)
    assert columns - 2 <= max(map(len, bars)) <= columns
    assert states[-1] == ""


def test_a_bar_moves_and_is_gone_at_the_end() -> None:
    moves = "with progress_bar('one') as p: p(0, 2); p(1, 2, 'two' * 99); p(2, 2)"
    printed = on_a_terminal(f"from exact.cli.terminal import progress_bar\n{moves}", 80)
    states = lines_shown(printed)
    assert [state[:3] for state in states if state][:1] == ["one"]
    assert any(state.startswith("two") for state in states)
    assert max(map(len, states)) <= 80
    assert states[-1] == ""


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_notes_fit_the_terminal_where_the_answer_goes_elsewhere(columns: int) -> None:
    wait = "from exact.cli.terminal import waiting\n"
    wait += "with waiting('reading a very long story of something', 0.01): time.sleep(.1)"
    note, wiped = on_a_terminal(ELSEWHERE + wait, columns).split("\r\x1b[K")[1:]
    assert (note, wiped) == ("reading a very long story of something … 0 s"[: columns - 1], "")


@pytest.mark.parametrize(
    ("ending", "code", "said"),
    [
        ("raise KeyboardInterrupt", 130, ""),
        ("raise OSError(5, 'input')", 2, "exact: output: 'standard output' failed: input\n"),
        ("raise ExactError('bet', 1, 'is odd')", 2, "exact: bet: 1 is odd\n"),
        (
            "raise ImportError('Read this!\\n\\nno numpy.so\\n')",
            2,
            "exact: command: 'bets' cannot load a library: no numpy.so\n",
        ),
        ("raise MemoryError", 2, "exact: memory: 'bets' needs more than this process may take\n"),
        ("os.kill(os.getpid(), signal.SIGTERM)", 143, ""),
        ("os.kill(os.getpid(), signal.SIGHUP)", 129, ""),
    ],
)
def test_a_bar_is_wiped_where_the_command_ends_before_it(ending: str, code: int, said: str) -> None:
    program = f"""{DRAW}
import os, signal
from exact.cli import main
from exact.cli.commands import bets
from exact.errors import ExactError
def end(): {ending}
bets.answer = lambda _: draw()
assert main(['bets']) == {code}
"""
    printed = on_a_terminal(program, 80)
    states = lines_shown(printed)
    assert any(state.startswith("of a very long story:  50%") for state in states)
    assert states[-1] == ""
    assert [state for state in states if state.startswith("exact")] == said.splitlines()


@pytest.mark.slow
def test_a_long_study_says_that_it_has_begun_before_its_processes_have() -> None:
    words = ["study", "--bet", "tie", "--shoes", "9000", "--workers", "2", "--tags", "0,0,0,0,0,0,0,0,1,-1"]
    program = f"""
from concurrent.futures import ThreadPoolExecutor
from exact.cli import main
def submit(*_): raise KeyboardInterrupt
ThreadPoolExecutor.submit = submit
assert main({words!r}) == 130
"""
    states = lines_shown(on_a_terminal(program, 80))
    assert any("0/9" in state for state in states)
    assert states[-1] == ""


BARS = "from exact.cli.terminal import *\nwith progress_bar('bar', {}) as p: p(0, 2); p(1, 2)\nprint('done')"
WAIT = "import time\nfrom exact.cli.terminal import *\nwith waiting('counting', 0.05): time.sleep({})\nprint('done')"


@pytest.mark.parametrize(("program", "shown", "hidden"), [(BARS, 0, 60), (WAIT, 0.3, 0)], ids=["bar", "note"])
def test_nothing_for_whoever_does_not_wait_or_cannot_see_it(program: str, shown: float, hidden: float) -> None:
    """Seconds before a bar is drawn, or of work under a note: the first would show it on a terminal that can."""
    assert on_a_terminal(program.format(hidden), 80) == "done\n"
    assert on_a_terminal(program.format(shown), 80, TERM="dumb") == "done\n"
    ran = python("-c", program.format(shown) + "\nimport sys\nassert 'tqdm' not in sys.modules")
    assert (ran.stdout, ran.stderr) == ("done\n", "")


def test_work_goes_on_where_the_terminal_is_gone() -> None:
    """As under ``nohup``, where the terminal is closed."""
    gone = """
import os, pty, sys
leader, follower = pty.openpty()
os.dup2(follower, 2)
with progress_bar() as progress:
    progress(0, 3)
    os.close(leader)
    progress(1, 3)
    progress(2, 3)
print("done")
"""
    program = f"from exact.cli.terminal import progress_bar\n{gone}"
    assert python("-c", program, TERM="xterm").stdout == "done\n"


def exact(*words: str) -> str:
    return f"from exact.cli import main; raise SystemExit(main({list(words)!r}))"


def words(longest: int) -> st.SearchStrategy[str]:
    return st.text(string.ascii_letters + "–≥é", min_size=1, max_size=longest)


def prose(longest: int, most: int = 12) -> st.SearchStrategy[str]:
    return st.lists(words(longest), min_size=1, max_size=most).map(" ".join)


KINDS = (st.integers(-(10**12), 10**12), words(8), prose(8), prose(60, 4))
"""What the cells of a column may be: numbers, words, prose, and words that are too long."""


@st.composite
def drawn_tables(draw: st.DrawFn) -> Table:
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=9))
    rows = draw(st.lists(st.tuples(*(st.none() | kind for kind in kinds)), max_size=6))
    columns = tuple(Column(draw(words(20))) for _ in kinds)
    return Table("r", draw(words(80)), columns, rows, (draw(words(200)), draw(words(9))))


@given(drawn_tables(), st.sampled_from([20, 40, 80, 200]))
def test_no_line_is_wider_than_the_terminal_and_no_cell_is_lost(table: Table, width: int) -> None:
    printed = render_text(table, width)
    assert max(map(len, printed.splitlines())) <= width
    printed = ungrouped(printed)
    cells = [cell_text(cell, "–") for row in ([c.heading for c in table.columns], *table.rows) for cell in row]
    given = Counter("".join([*cells, table.caption, *table.notes]))
    assert not {letter: n for letter, n in (given - Counter(printed)).items() if not letter.isspace()}


def test_where_it_fits_a_table_is_the_one_that_files_get() -> None:
    assert render_text(TABLE, 80) == render_text(TABLE)
    assert ESCAPES.sub("", render_text(TABLE, 80, colour=True)) == render_text(TABLE)


def test_an_answer_without_a_table_is_its_notes() -> None:
    table = Table("cite", "", (), [], ("@misc{exact,\n}", "a note"))
    assert render_text(table, 80) == "@misc{exact,\n}\na note\n"


def test_blocks_repeat_the_columns_that_tell_the_rows_apart() -> None:
    rows = [(6, "punto", 10**14, 10**15), (6, "tie", 1, 2), (8, "punto", 3, 4)]
    table = Table("t", "", tuple(map(Column, ("decks", "outcome", "count", "deals"))), rows)
    first, second = render_text(table, 38).split("\n\n")
    assert first.splitlines() == [
        "decks  outcome                count",
        "    6  punto    100\u202f000\u202f000\u202f000\u202f000",
        "    6  tie                        1",
        "    8  punto                      3",
    ]
    assert second.splitlines()[0] == "decks  outcome                  deals"


def test_running_text_is_wrapped_before_numbers_move() -> None:
    table = Table("t", "", (Column("d"), Column("why")), [(1, "because it is so and not otherwise")])
    assert render_text(table, 24) == "d  why\n1  because it is so and\n   not otherwise\n"


def test_what_is_red() -> None:
    red = re.findall(r"\x1b\[31m(.*?)\x1b\[0m", render_text(TABLE, 80, colour=True))
    assert [cell.strip() for cell in red] == ["−0.125", "disagrees"]


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal(environment: dict[str, str], coloured: bool) -> None:
    printed = on_a_terminal(exact("odds", "--decks", "8"), 40, **environment)
    assert ("\x1b[" in printed) == coloured
    assert max(len(ESCAPES.sub("", line)) for line in printed.splitlines()) <= 40


def test_a_pipe_gets_whole_lines_and_no_colour() -> None:
    printed = python("-c", exact("odds", "--decks", "8"), COLUMNS="40").stdout
    assert "\x1b" not in printed
    assert max(map(len, printed.splitlines())) > 80


def test_a_width_beyond_all_numbers_is_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "9" * 5000)
    assert terminal_width() <= 500


def test_no_note_is_left_by_an_error() -> None:
    failing = WAIT.replace("time.sleep({})", "time.sleep(.3); raise KeyError").replace("\nprint", "\n#")
    code = f"try:\n exec({failing!r})\nexcept KeyError: print('over')"
    assert on_a_terminal(code, 80).endswith("\r\x1b[Kover\n")
