"""Processes that misbehave, each a line of shell: what is said of them, and that all are ended."""

import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from support import refusal
from support.scripted_engines import hello, is_running

from exact.conformance.strict_json import MAX_LINE
from exact.conformance.verify import asking
from exact.conformance.verify.asking import Broken, EngineProcess, Late, ProcessEngine, TimeLimits
from exact.errors import ExactError

SOON = 5.0
"""Seconds for what comes at once, on a busy machine."""
LIMITS = TimeLimits(SOON, 60)


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "GRACE", 0.5)


def shell(script: str) -> str:
    return shlex.join(["sh", "-c", script])


@contextmanager
def engine(script: str) -> Iterator[EngineProcess]:
    running = EngineProcess(shell(script))
    try:
        yield running
    finally:
        running.close(patient=False)


COMPLAINTS = [
    ("x.mjs:5\nthrow e\n^\n\nError: boom\n%s\nNode.js v20.1.0\n" % ("    at Object.<anonymous>\n" * 40), "Error: boom"),
    ("node:internal:123\n    ^\nplain\n(Use `node --trace-uncaught` for the exception)\n\nNode.js v20.1.0\n", "plain"),
    ("thread panicked at x.rs:2:5:\nboom\nnote: run with RUST_BACKTRACE=1\n", "thread panicked at x.rs:2:5: boom"),
    ('Exception in thread "main" E: boom\n\tat Main.main(Main.java:3)\n', 'Exception in thread "main" E: boom'),
    ("Traceback (most recent call last):\n  File x\nValueError: boom\n", "ValueError: boom"),
    ("terminate called after an instance of 'std::error'\n  what():  boom\n", "what():  boom"),
    ("lua: x.lua:1: boom\nstack traceback:\n\t[C]: in ?\n", "lua: x.lua:1: boom"),
    ("    at x\n", "at x"),
    ("oh\nno\n", "no"),
    ("0" * 199 + "7", "0" * 159 + "7"),
]
"""What engines complain, and the line that says why."""


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("read a; exit 3", "exited with code 3"),
        ("read a; kill -9 $$", "was ended by signal 9"),
        ("read a; printf abc; exit 0", "exited with code 0 after 'abc'"),
        ("read a; exec >&-; sleep 9", "closed its output"),
        (
            "read a; yes a | tr -d '\\n' | head -c 70000; sleep 9",
            f"wrote more than {MAX_LINE} bytes without a line feed: '{'a' * 60}…'",
        ),
        *(
            (
                f"read a; printf %s {shlex.quote(complaint)} >&2; exit 1",
                f"exited with code 1; its last words on standard error: {telling!r}",
            )
            for complaint, telling in COMPLAINTS
        ),
    ],
)
def test_how_a_conversation_breaks_off(script: str, message: str) -> None:
    with engine(script) as running, pytest.raises(Broken) as caught:
        running.exchange(b"hello\n", SOON)
    assert str(caught.value) == message
    assert not isinstance(caught.value, Late)


def test_lines_are_exchanged_one_by_one() -> None:
    """A reply may come in parts, and is returned without its line feed; as long as may be, too."""
    with engine(
        "read a; printf x; sleep 0.05; echo y; read b; echo $b; read c; head -c 65536 /dev/zero; echo"
    ) as running:
        assert running.exchange(b"1\n", SOON) == b"xy"
        assert running.exchange(b"2\n", SOON) == b"2"
        assert running.exchange(b"3\n", SOON) == bytes(MAX_LINE)
        assert running.close() == []


def test_a_reply_that_does_not_come_in_time() -> None:
    with engine("read a; printf begun; echo why >&2; exec sleep 9") as running, pytest.raises(Late) as caught:
        running.exchange(b"1\n", 0.3)
    words = "; its last words on standard error: 'why'"
    assert str(caught.value) == f"did not answer within 0.3 s (--timeout); it began 'begun'{words}"
    with engine("exec sleep 9") as running, pytest.raises(Late, match=r"did not answer within 0\.1 s \(--timeout\)$"):
        running.exchange(b"1\n", 0.1)


def test_what_came_after_a_reply_is_no_reply_to_the_next_line() -> None:
    """Even if it came after the reply had been read."""
    with engine("read a; echo 1; sleep 0.05; echo 2; exec sleep 9") as running:
        assert running.exchange(b"1\n", SOON) == b"1"
        running._poll.poll(2000)
        with pytest.raises(Broken, match=r"^wrote before it was asked: '2'$"):
            running.exchange(b"1\n", SOON)


@pytest.mark.parametrize(
    ("script", "patient", "notes"),
    [
        ("read a; echo $a; read b", True, []),
        ("read a; echo $a; exec sleep 9", False, []),
        ("read a; echo $a; exec sleep 9", True, ["did not exit when its input was closed, and was ended"]),
        ("read a; echo $a; read b; echo bye", True, ["wrote after its last reply: 'bye'"]),
        ("trap '' TERM; read a; echo $a; sleep 9; sleep 9", False, ["ignored the signal to end, and was killed"]),
        ("read a; sleep 9 <&- >&- 2>&- & echo $a; read b", True, ["left processes behind, which were killed"]),
    ],
    ids=["right", "impatient", "stays", "goodbye", "ignores", "children"],
)
def test_what_is_noted_at_the_end(script: str, patient: bool, notes: list[str]) -> None:
    running = EngineProcess(shell(script))
    assert running.exchange(b"1\n", SOON) in (b"1", b"")
    found = running.close(patient)
    assert [note for note in found if note != "left processes behind, which were killed" or notes == found] == notes
    assert not is_running(running._process.pid)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("a 'b", 'engine: "a \'b" cannot be split into words: No closing quotation'),
        ("", "engine: '' must be a command"),
        ("''", "engine: \"''\" must be a command"),
        ("/nowhere/x y", "engine: '/nowhere/x y' cannot be started: No such file or directory"),
        ("/", "cannot be started: Permission denied"),
        ("true; echo", "cannot be started: No such file"),  # no shell takes it apart
        ("a\0b", "cannot be started: embedded null byte"),
    ],
)
def test_commands_that_start_nothing(command: str, message: str) -> None:
    assert message in refusal(EngineProcess, command)


def conversing(body: str, **changes: object) -> str:
    """The command of an engine that makes its handshake, and then is ``body``."""
    greeting = json.dumps(hello(**changes))
    return shlex.join(["sh", "-c", f"read a; echo {shlex.quote(greeting)}; {body}"])


REPLY = """while read -r a; do printf '%s\\n' "$a" | sed 's/.*\\("id": *"[^"]*"\\).*/{\\1}/'; done"""


def test_an_engine_answers_and_is_ended() -> None:
    with ProcessEngine(conversing(REPLY), TimeLimits()) as engine:
        assert engine.ask("v-1", {"kind": "coup"}) == {"id": "v-1"}
        assert engine.ask("v-2", {"kind": "coup"}) == {"id": "v-2"}
        assert engine.capabilities.arithmetic == "exact"
        assert (engine.over, engine.breaks) == ("", 0)
        assert 590 < engine.left <= 600
        assert engine.seconds == 10
    assert engine.happened == []


def test_an_engine_that_changes_its_handshake(tmp_path: Path) -> None:
    """When it is started again it says something else, or nothing that is a handshake."""
    mark = shlex.quote(str(tmp_path / "mark"))
    first, second = (shlex.quote(json.dumps(hello(kinds=[kind]))) for kind in ("outcomes", "coup"))
    for other in (second, "nothing"):
        script = f"read a; if [ -e {mark} ]; then echo {other}; else echo {first}; touch {mark}; fi; read b; exit 1"
        with ProcessEngine(shell(script), TimeLimits()) as engine:
            with pytest.raises(Broken, match="exited with code 1"):
                engine.ask("v-1", {})
            with pytest.raises(Broken, match="handshake|wrote 'nothing'"):
                engine.ask("v-1", {})
        (tmp_path / "mark").unlink()


def test_no_handshake() -> None:
    for script, message in (
        ("exit 2", "engine: .* made no handshake: it exited with code 2"),
        ("read a; echo []; read b", r"made no handshake: it wrote .*\[\].*, which "),
    ):
        with pytest.raises(ExactError, match=message):
            ProcessEngine(shell(script), TimeLimits())
    with pytest.raises(ExactError, match=r"total-timeout: 0\.2 was used up before the engine made its handshake"):
        ProcessEngine("sleep 9", TimeLimits(total=0.2))


def test_the_time_for_everything() -> None:
    with ProcessEngine(conversing("exec sleep 9"), TimeLimits(total=1.5)) as engine:
        assert 0 < engine.seconds <= 1.5
        with pytest.raises(Late):
            engine.ask("v-1", {})
        assert engine.over == "the total time of 1.5 s was used up"
        assert engine.seconds == 0


def test_a_second_line_to_an_engine_that_does_not_read() -> None:
    """The first has filled the pipe, so that nothing of the second can be written, however short it is."""
    with engine("exec sleep 9") as running:
        for line in (b"x" * 10**6, b"\n"):
            with pytest.raises(Broken, match="^does not read its input$"):
                running.exchange(line, 0.5)


def test_an_engine_whose_child_complains_for_ever() -> None:
    """What is read after its end has a bound."""
    with engine("read a; yes >&2 & sleep 0.05; exit 3") as running:
        with pytest.raises(Broken, match="^exited with code 3; its last words on standard error: 'y'$"):
            running.exchange(b"1\n", SOON)
        assert running.close() == ["left processes behind, which were killed"]


def test_nothing_of_an_engine_stays_open() -> None:
    before = set(os.listdir("/proc/self/fd"))
    for patient in (True, False):
        running = EngineProcess(shell("read a; echo $a; read b"))
        assert running.exchange(b"1\n", SOON) == b"1"
        running.close(patient)
        assert set(os.listdir("/proc/self/fd")) == before


def test_engines_need_a_posix_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "os", SimpleNamespace(name="nt"))
    assert refusal(EngineProcess, "true").startswith("engine: 'nt' cannot run engines, which need a POSIX system")


def test_an_engine_may_write_much_before_it_exits() -> None:
    """More than a pipe holds: it is read meanwhile, so that the engine need not wait."""
    running = EngineProcess(shell("read a; echo $a; read b; head -c 300000 /dev/zero; sleep 0.05"))
    assert running.exchange(b"1\n", SOON) == b"1"
    (note,) = running.close()
    assert note.startswith("wrote after its last reply: ")


def test_the_last_words_of_an_engine_whose_pipe_holds_much() -> None:
    """It has made the pipe larger, and ended before any of it was read."""
    program = (
        "import fcntl, os, sys; fcntl.fcntl(2, 1031, 2**20); os.write(2, b'x' * 300_000 + b'\\nlast\\n'); os._exit(1)"
    )
    running = EngineProcess(shlex.join([sys.executable, "-ISc", program]))
    running._process.wait(SOON)
    with pytest.raises(Broken, match="^exited with code 1; its last words on standard error: 'last'$"):
        running.exchange(b"go\n", SOON)
    running.close(patient=False)


def test_an_engine_that_errs_is_ended_without_patience() -> None:
    """So nothing is noted of one that would not exit by itself."""
    other = conversing("""read x; echo '{"id": "other"}'; exec sleep 9""")
    with ProcessEngine(other, LIMITS) as engine, pytest.raises(Broken, match="under the id 'other'"):
        engine.ask("q-1", {})
    assert engine.happened == []


@pytest.mark.parametrize(("left", "notes"), [(0.2, 0), (0.21, 1)])
def test_an_engine_may_exit_by_itself_while_there_is_time_for_that(
    left: float, notes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that does not is noted only if the time that was left is more than the grace."""
    monkeypatch.setattr(asking, "GRACE", 0.2)
    with ProcessEngine(conversing("exec sleep 9"), LIMITS) as engine:
        monkeypatch.setattr(asking.Engine, "left", left)
    assert engine.happened == ["did not exit when its input was closed, and was ended"] * notes


def test_what_an_engine_did_is_noted_once() -> None:
    """However often it is ended."""
    with ProcessEngine(conversing("sleep 9 <&- >&- 2>&- & read x; exit 3"), LIMITS) as engine:
        for _ in range(3):
            with pytest.raises(Broken, match="exited with code 3"):
                engine.ask("q-1", {})
    assert engine.happened == ["left processes behind, which were killed"]
