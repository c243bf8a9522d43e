"""One engine at a time, of a few words of the shell: what it does, and what is said of it. `test_hostile_engines` runs the command."""

from __future__ import annotations

import json
import os
from pathlib import Path
from time import monotonic

import pytest
from support import wait_until
from support.scripted_engines import hello

from exact.conformance.verify import conversation, process
from exact.conformance.verify.conversation import MAX_BREAKS, Bounded, Conversation, Limits
from exact.conformance.verify.process import MAX_LINE, Broken, EngineProcess, Late, split_command
from exact.errors import ExactError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="engines need a POSIX system")
HELLO = json.dumps(hello())


def shell(script: str) -> EngineProcess:
    return EngineProcess(["sh", "-c", script])


def test_a_line_is_answered_by_a_line() -> None:
    engine = EngineProcess(["cat"])
    assert [engine.exchange(line, 5) for line in (b"one\n", b"two\n", b"\n")] == [b"one", b"two", b""]
    assert engine.close() == []


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("read x; exit 3", "exited with code 3"),
        ("read x; printf part; exit 0", "exited with code 0 after 'part'"),
        ("read x; echo oops >&2; kill -9 $$", "was ended by signal 9; its last words on standard error: 'oops'"),
        ("read x; exec >&- 2>&-; exec sleep 9", "closed its output"),
        ("read x; head -c 70000 /dev/zero; exec sleep 9", f"wrote more than {MAX_LINE} bytes without a line feed: '"),
        ("read x; printf '%080d' 7; exec sleep 9", f"did not answer within 0.2 s; it began '{'0' * 60}…'"),
        ("read x; printf '%059d' 7; exec sleep 9", f"did not answer within 0.2 s; it began '{'0' * 58}7'"),
        (
            "read x; echo 'why not\n\n' >&2; exec sleep 9",
            "did not answer within 0.2 s; its last words on standard error: 'why",
        ),
    ],
)
def test_an_engine_that_does_not_answer(script: str, told: str) -> None:
    engine = shell(f"read x; echo up; {script}")
    assert engine.exchange(b"up\n", 10) == b"up"
    with pytest.raises(Broken) as broken:
        engine.exchange(b"go\n", 0.2 if "0.2 s" in told else 10)
    assert str(broken.value).startswith(told)
    assert isinstance(broken.value, Late) == told.startswith("did not answer")
    engine.close(patient=False)


def wait_for_a_line(engine: EngineProcess) -> None:
    wait_until(lambda: engine._read(20) and b"\n" in engine._pending)


def test_an_engine_that_writes_before_it_is_asked_or_does_not_read() -> None:
    early, deaf, closed = map(shell, ("echo early; exec sleep 9", "exec sleep 9", "exec <&-; echo now; exit 4"))
    wait_for_a_line(early)
    with pytest.raises(Broken, match=r"^wrote before it was asked: 'early'$"):
        early.exchange(b"go\n", 1)
    with pytest.raises(Broken, match="^does not read its input$"):
        deaf.exchange(b"x" * 10**6 + b"\n", 1)
    wait_for_a_line(closed)
    closed._pending.clear()
    with pytest.raises(Broken, match=r"^exited with code 4$"):
        closed.exchange(b"go\n", 10)
    for engine in (early, deaf, closed):
        engine.close(patient=False)


@pytest.mark.parametrize(
    ("script", "patient", "notes"),
    [
        ("cat", True, []),
        ("cat; echo bye", True, ["wrote after its last reply: 'bye'"]),
        ("cat; exec sleep 9", True, ["did not exit when its input was closed, and was ended"]),
        ("exec sleep 9", False, []),
        ("trap '' TERM; cat; exec sleep 9", True, [
            "did not exit when its input was closed, and was ended", "ignored the signal to end, and was killed",
        ]),
        ("sleep 9 <&- >&- 2>&- & cat", True, ["left processes behind, which were killed"]),
    ],
)  # fmt: skip
def test_how_an_engine_ends(script: str, patient: bool, notes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if any("and was" in note for note in notes):
        monkeypatch.setattr(process, "GRACE", 0.15)
    engine = shell(f"echo begun; {script}")
    wait_for_a_line(engine)
    engine._pending.clear()
    assert engine.close(patient) == notes


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "engine: '' must be a command"),
        ("''", "engine: \"''\" must be a command"),
        ("a 'b", "cannot be split into words: No closing quotation"),
    ],
)
def test_what_is_no_command(command: str, message: str) -> None:
    with pytest.raises(ExactError) as raised:
        split_command(command)
    assert message in str(raised.value)
    assert split_command("a 'b c' d") == ["a", "b c", "d"]


def test_an_engine_that_cannot_be_started() -> None:
    with pytest.raises(ExactError, match=r"^engine: '/no/such' cannot be started: No such file or directory$"):
        EngineProcess(["/no/such"])
    with pytest.raises(ExactError, match=r"cannot be started: embedded null byte$"):
        EngineProcess(["a\0b"])


def talking(folder: Path, script: str, limits: Limits = Limits(2, 20), first: str = HELLO) -> Conversation:  # noqa: B008
    """A conversation with an engine that greets and then does what ``script`` says; ``$x`` is a line of the request."""
    (folder / "engine.sh").write_text(f"cd '{folder}'\nread x\necho '{first}'\n{script}\n", encoding="utf-8")
    return Conversation(f"sh {folder}/engine.sh", limits)


def test_questions_and_replies(tmp_path: Path) -> None:
    with talking(tmp_path, """while read x; do echo "$x"; done""") as engine:
        assert engine.capabilities.engine == "test"
        assert engine.ask("q-1", {"kind": "outcomes"}) == {"id": "q-1", "kind": "outcomes"}
        assert engine.ask("q-2", {}) == {"id": "q-2"}
        assert (engine.over, engine.breaks, engine.happened) == ("", 0, [])
        assert 0 < engine.seconds <= 2 < engine.left <= 20


def test_an_engine_that_breaks_off_is_started_again(tmp_path: Path) -> None:
    with talking(tmp_path, """read x; echo '{"id": "q-1"}'; read x; echo '{"id": "other"}'""") as engine:
        assert engine.ask("q-1", {}) == {"id": "q-1"}
        for number in range(1, MAX_BREAKS + 1):
            assert engine.over == ""
            with pytest.raises(Broken, match=r"^answered the request 'q-\d' under the id '(q-1|other)'$"):
                engine.ask("q-2" if number > 1 else "q-1", {})
            assert engine.breaks == number
        assert engine.over == "the engine broke off 10 times"


@pytest.mark.parametrize("again", [json.dumps(hello(kinds=["coup"])), "{}"])
def test_an_engine_must_greet_the_same_way_again(again: str, tmp_path: Path) -> None:
    (tmp_path / "hello").write_text(HELLO + "\n", encoding="utf-8")
    (tmp_path / "engine.sh").write_text(f"read x; cat '{tmp_path}/hello'; read x; exit 5", encoding="utf-8")
    with Conversation(f"sh {tmp_path}/engine.sh", Limits(2, 20)) as engine:
        with pytest.raises(Broken, match="exited with code 5"):
            engine.ask("q-1", {})
        (tmp_path / "hello").write_text(again + "\n", encoding="utf-8")
        with pytest.raises(Broken, match="^made another handshake when it was started again$"):
            engine.ask("q-1", {})
        assert engine.breaks == 2


@pytest.mark.parametrize(
    ("line", "limits", "message"),
    [
        ("fine", Limits(2, 20), "made no handshake: it wrote 'fine', which is not JSON"),
        ("[1]", Limits(2, 20), "made no handshake: it wrote [1], which must be a JSON object"),
        ("{}", Limits(2, 20), "handshake: {} must begin with"),
        (HELLO, Limits(2, 0), "total-timeout: 0 was used up before the engine made its handshake"),
    ],
)
def test_an_engine_without_a_handshake(line: str, limits: Limits, message: str, tmp_path: Path) -> None:
    with pytest.raises(ExactError) as raised:
        talking(tmp_path, "cat", limits, line)
    assert message in str(raised.value)


def test_time_is_up_in_the_middle_of_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = talking(tmp_path, "read x; sleep 9", Limits(5, 20))
    monkeypatch.setattr(engine, "_deadline", monotonic() + 0.1)
    with pytest.raises(Broken, match=r"^had not answered when the total time of 20 s was used up$"):
        engine.ask("q-1", {})
    assert engine.over == "the total time of 20 s was used up"
    assert engine.seconds == 0


def test_an_engine_that_errs_is_ended_without_patience(tmp_path: Path) -> None:
    """So nothing is noted of one that would not exit by itself."""
    with talking(tmp_path, """read x; echo '{"id": "other"}'; exec sleep 9""") as engine:
        with pytest.raises(Broken, match="under the id 'other'"):
            engine.ask("q-1", {})
        (tmp_path / "engine.sh").write_text("read x; echo '{}'; exec sleep 9", encoding="utf-8")
        with pytest.raises(Broken, match="^made another handshake"):
            engine.ask("q-1", {})
    assert engine.happened == []


def test_the_last_words_of_an_engine_that_said_much_before() -> None:
    engine = shell("read x; printf '%020000d\\n' 7 >&2; echo last >&2; exit 1")
    with pytest.raises(Broken, match="^exited with code 1; its last words on standard error: 'last'$"):
        engine.exchange(b"go\n", 10)
    engine.close(patient=False)


def test_at_its_very_end_the_time_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stands still, so that the end is met exactly."""
    monkeypatch.setattr(conversation, "monotonic", lambda: 5.0)
    ended, open_ = Bounded(Limits(2, 0)), Bounded(Limits(2, 0.5))
    assert (ended.over, ended.left, ended.seconds) == ("the total time of 0 s was used up", 0, 0)
    assert (open_.over, open_.left, open_.seconds) == ("", 0.5, 0.5)
    with pytest.raises(ExactError, match=r"^total-timeout: 0 was used up before the engine made its handshake$"):
        Conversation("cat", Limits(2, 0))


def test_a_question_at_the_very_end_of_the_time_has_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = talking(tmp_path, "exec sleep 9")
    monkeypatch.setattr(conversation, "monotonic", lambda: engine._deadline)
    with pytest.raises(Broken, match=r"^had not answered when the total time of 20 s was used up$"):
        engine.ask("q-1", {})


@pytest.mark.parametrize(("left", "notes"), [(0.2, 0), (0.21, 1)])
def test_an_engine_may_exit_by_itself_while_there_is_time_for_that(
    left: float, notes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that does not is noted only if the time that was left is more than the grace."""
    for module in (process, conversation):
        monkeypatch.setattr(module, "GRACE", 0.2)
    with talking(tmp_path, "exec sleep 9") as engine:
        monkeypatch.setattr(engine, "_deadline", left)
        monkeypatch.setattr(conversation, "monotonic", lambda: 0.0)
    assert engine.happened == ["did not exit when its input was closed, and was ended"] * notes


def test_what_an_engine_did_is_noted_once(tmp_path: Path) -> None:
    """However often it is ended."""
    with talking(tmp_path, "sleep 9 <&- >&- 2>&- & read x; exit 3") as engine:
        for _ in range(3):
            with pytest.raises(Broken, match="exited with code 3"):
                engine.ask("q-1", {})
    assert engine.happened == ["left processes behind, which were killed"]
