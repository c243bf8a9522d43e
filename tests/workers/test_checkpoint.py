"""Checkpoints: what they promise to a run that is killed, and to whoever damages, cuts or shares the file."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import has_ended, toy_work, wait_until
from support.toy_work import lines_saved, numbered, powers, saved_run

from exact.errors import ExactError
from exact.workers.tasks import Answer, Task, checkpoint_size, open_checkpoint


def only_file(directory: Path) -> Path:
    (path,) = directory.iterdir()
    return path


def not_again(number: int) -> Answer:
    raise AssertionError(f"the answer to {number} is in the checkpoint")


def test_a_write_that_takes_only_a_part_of_a_line_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, line: write(file, line[:5]))
    with open_checkpoint(tmp_path, "toy", numbered(3)) as checkpoint:
        checkpoint.add({0: (10**30, -1), 2: (7,)})
    with open_checkpoint(tmp_path, "toy", numbered(3)) as checkpoint:
        assert checkpoint.answers == {0: (10**30, -1), 2: (7,)}


@pytest.mark.parametrize("answer", [1, [1], (1.0,), (True,), ("1",), None])
def test_an_answer_must_be_whole_numbers(answer: object, tmp_path: Path) -> None:
    with pytest.raises(ExactError, match="is an answer, but must be a tuple of ints"):
        saved_run(tmp_path, 1, work=lambda _: answer)  # type: ignore[arg-type, return-value]


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_same_digits(tmp_path: Path) -> None:
    """Killed twice without warning; its processes end with it."""
    count, saved = 100, 0
    for _ in range(2):
        command = [sys.executable, toy_work.__file__, str(count), str(tmp_path)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as run:
            more = saved + 10
            while saved < more:
                time.sleep(0.02)
                assert run.poll() is None
                saved = lines_saved(tmp_path) - 1
            children = psutil.Process(run.pid).children(recursive=True)
            assert children
            run.send_signal(signal.SIGKILL)
        wait_until(lambda: all(map(has_ended, children)), 20)  # noqa: B023
    done: list[int] = []
    answers = saved_run(tmp_path, count, "killed", progress=lambda number, _: done.append(number))
    assert answers == [powers(number) for number in range(count)]
    assert saved <= done[0] < count


def test_what_a_checkpoint_is_named_by(tmp_path: Path) -> None:
    others: list[list[Task]] = [[(1, 2)], [(1, 2), (3,)], [(2, 1)], [("1", 2)]]
    questions = [("b", others[0]), ("a\n(1, 2)", []), *(("a", tasks) for tasks in others)]
    for identity, tasks in questions:
        with open_checkpoint(tmp_path, identity, tasks) as checkpoint:
            checkpoint.add({number: (number,) for number in range(len(tasks))})
    assert len(list(tmp_path.iterdir())) == len(questions)
    for identity, tasks in questions:
        with open_checkpoint(tmp_path, identity, tasks) as checkpoint:
            assert checkpoint.answers == {number: (number,) for number in range(len(tasks))}


def refusal(directory: Path) -> str:
    path = only_file(directory)
    before = path.read_bytes()
    with pytest.raises(ExactError) as caught:
        saved_run(directory, 4, work=not_again)
    assert path.name in str(caught.value)
    assert path.read_bytes() == before
    return str(caught.value)


def test_a_checkpoint_cut_between_lines_resumes(tmp_path: Path) -> None:
    """As a killed run leaves it; the empty file too. If it is whole, nothing is computed."""
    answers = saved_run(tmp_path, 4)
    path = only_file(tmp_path)
    whole = path.read_bytes().splitlines(keepends=True)
    for lines in range(len(whole) + 1):
        path.write_bytes(b"".join(whole[:lines]))
        assert saved_run(tmp_path, 4) == answers
        assert sorted(path.read_bytes().splitlines(keepends=True)) == sorted(whole)
    before = path.read_bytes()
    assert saved_run(tmp_path, 4, work=not_again) == answers
    assert path.read_bytes() == before


@given(data=st.data())
def test_a_checkpoint_cut_within_a_line_is_refused_and_resumes_without_it(tmp_path: Path, data: st.DataObject) -> None:
    answers = saved_run(tmp_path, 4)
    path = only_file(tmp_path)
    whole = path.read_bytes()
    cuts = [length for length in range(1, len(whole)) if not whole[:length].endswith(b"\n")]
    for length in (cuts[0], data.draw(st.sampled_from(cuts)), cuts[-1]):
        path.write_bytes(whole[:length])
        line = whole[:length].count(b"\n") + 1
        bound = "nothing was changed; the lines before it are whole: remove it to resume there"
        assert refusal(tmp_path).endswith(f"is cut off in line {line}: {bound}")
        path.write_bytes(whole[: whole.rfind(b"\n", 0, length) + 1])
        assert saved_run(tmp_path, 4) == answers


def test_what_follows_the_last_line_is_refused(tmp_path: Path) -> None:
    saved_run(tmp_path, 4)
    path = only_file(tmp_path)
    whole = path.read_bytes()
    for more, message in (
        (b"0", "is cut off in line 6"),
        (b"\x00" * 5000, "is cut off in line 6"),
        (b"\n", "was edited or damaged in line 6"),
        (whole.splitlines(keepends=True)[2], "repeats a task in line 6"),
    ):
        path.write_bytes(whole + more)
        assert f" {message}: nothing was changed; " in refusal(tmp_path)


def test_each_line_is_written_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the moment in which a run is killed, a line is there or not."""
    written: list[bytes] = []
    synced: list[int] = []
    write = os.write

    def note(file: int, data: bytes) -> int:
        written.append(data)
        return write(file, data)

    monkeypatch.setattr(os, "write", note)
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(len(written)))
    with open_checkpoint(tmp_path, "toy", numbered(9)) as checkpoint:
        checkpoint.add({number: powers(number) for number in range(9)})
    assert written == only_file(tmp_path).read_bytes().splitlines(keepends=True)
    assert synced == [1, 1, 10], "the first line, the directory, the batch"


def test_lines_of_another_checkpoint_do_not_fit(tmp_path: Path) -> None:
    saved_run(tmp_path / "four", 4)
    saved_run(tmp_path / "five", 5)
    four, five = only_file(tmp_path / "four"), only_file(tmp_path / "five")
    foreign = five.read_bytes()
    four.write_bytes(foreign)
    with pytest.raises(ExactError, match="has other parameters in its first line: nothing was changed"):
        saved_run(tmp_path / "four", 4, work=not_again)
    assert four.read_bytes() == foreign
    five.write_bytes(foreign.splitlines(keepends=True)[0] + b"0 0,0,1 0123456789abcdef\n")
    with pytest.raises(ExactError, match="edited or damaged in line 2"):
        saved_run(tmp_path / "five", 5, work=not_again)


def test_two_runs_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    with open_checkpoint(tmp_path, "toy", numbered(4)), pytest.raises(ExactError, match="is in use by another run"):
        saved_run(tmp_path, 4)
    assert len(saved_run(tmp_path, 4)) == 4


def test_a_directory_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for directory, message in (
        (file, "file' is not a directory"),
        (file / "below", "' cannot be used: Not a directory"),
        (Path("/proc/none"), "' cannot be used: No such file or directory"),
    ):
        with pytest.raises(ExactError, match=f"^checkpoint: '.*{message}$"):
            saved_run(directory, 4, work=not_again)
    assert file.read_text() == "mine"


@pytest.mark.parametrize("what", ["pipe", "/dev/full", "/dev/null"])
def test_a_checkpoint_that_is_no_regular_file(what: str, tmp_path: Path) -> None:
    """A pipe says nothing and a device need not end: neither is waited for."""
    saved_run(tmp_path, 4)
    path = only_file(tmp_path)
    path.unlink()
    if what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(what)
    with pytest.raises(ExactError, match=r"^checkpoint: '.*sweep' is not a regular file$"):
        saved_run(tmp_path, 4, work=not_again)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ExactError, match=r"^checkpoint: '.*' cannot be used: Permission denied$"):
        saved_run(tmp_path, 4, work=not_again)


@contextmanager
def no_file_longer_than(length: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (length, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [10, 300, 600])
def test_a_disk_without_room_loses_nothing(room: int, tmp_path: Path) -> None:
    """The system writes what still fits, a line's beginning perhaps, then refuses: the beginning is taken back."""
    with no_file_longer_than(room), pytest.raises(ExactError, match="cannot be written: File too large"):
        saved_run(tmp_path, 30)
    saved = only_file(tmp_path).read_bytes()
    assert len(saved) <= room
    assert not saved or saved.endswith(b"\n")
    assert saved_run(tmp_path, 30) == [powers(number) for number in range(30)]


def test_the_size_of_a_checkpoint(tmp_path: Path) -> None:
    tasks = numbered(500)
    with open_checkpoint(tmp_path, "toy", tasks) as checkpoint:
        checkpoint.add({number: (2**600 - number, -(2**300)) for number in range(500)})
    assert 0.9 < only_file(tmp_path).stat().st_size / checkpoint_size(500, 900) < 1.1
