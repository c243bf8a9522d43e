"""A sweep's answers, in whatever way it is run, interrupted, damaged and resumed."""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import psutil
import pytest
from support import MULTIPLIER, toy_work
from support.toy_work import numbered, powers

from exact.cli.sweep_options import add_sweep_options, checkpoint_of, executor_of
from exact.errors import ExactError
from exact.runs.checkpoint import Answer, Task, checkpoint_size, open_checkpoint
from exact.runs.processes import process_pool
from exact.runs.sweep import TASKS_AT_ONCE, sweep

Answers = list[Answer]


def swept(count: int, directory: Path | None = None, work: Callable[[Task], Answer] = powers) -> Answers:
    with ThreadPoolExecutor(2) as threads:
        return sweep(work, numbered(count), identity="toy", executor=threads, checkpoint=directory)


def only_file(directory: Path) -> Path:
    (path,) = directory.iterdir()
    return path


def unanswered(task: Task) -> Answer:
    raise AssertionError(f"{task} was kept")


def test_the_answers_do_not_depend_on_the_workers() -> None:
    tasks = numbered(60)
    expected = [powers(task) for task in tasks]
    for workers in (1, 2, 5):
        with process_pool(workers) as pool:
            assert sweep(powers, tasks, identity="", executor=pool) == expected
    assert sweep(powers, tasks, identity="") == expected
    assert swept(60) == expected
    assert sweep(powers, [], identity="") == []


def test_the_order_of_the_answers_is_that_of_the_tasks_whatever_finishes_first(rng: random.Random) -> None:
    def late(task: Task) -> Answer:
        time.sleep(rng.random() / 100)
        return (int(task[0]),)

    assert swept(50, work=late) == numbered(50)


class Counting(ThreadPoolExecutor):
    """One thread, and the number of tasks that it was given."""

    def __init__(self) -> None:
        super().__init__(1)
        self.given = 0

    def submit(self, fn: Callable[..., Answer], /, *args: object, **_: object) -> Future[Answer]:  # type: ignore[override]
        self.given += 1
        return super().submit(fn, *args)


def test_tasks_that_wait_cost_nothing() -> None:
    """While one task takes its time, not all the others are handed over."""

    def work(task: Task) -> Answer:
        if task == (500,):
            time.sleep(0.2)
        return (executor.given - int(task[0]),)

    with Counting() as executor:
        answers = sweep(work, numbered(1000), identity="", executor=executor)
    assert answers[500] == (TASKS_AT_ONCE,)


def test_an_error_drops_the_tasks_that_wait() -> None:
    done: list[Task] = []

    def work(task: Task) -> Answer:
        done.append(task)
        return toy_work.refuse(task)

    with ThreadPoolExecutor(1) as thread, pytest.raises(ExactError, match="7 is refused"):
        sweep(work, numbered(40), identity="", executor=thread)
    assert done[:8] == numbered(8)
    assert len(done) < 12


def test_progress(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    def run() -> None:
        told.clear()
        with ThreadPoolExecutor(1) as thread:
            sweep(powers, numbered(5), identity="toy", executor=thread, checkpoint=tmp_path, progress=tell)

    run()
    assert told == [(done, 5) for done in range(6)]
    run()
    assert told == [(5, 5)]


def test_a_worker_that_dies_is_replaced_and_its_tasks_done_again(tmp_path: Path) -> None:
    tasks: list[Task] = [(number, str(tmp_path / "marker")) for number in range(20)]
    with process_pool(2) as pool:
        assert sweep(toy_work.die_once, tasks, identity="", executor=pool) == [powers(task) for task in tasks]
    assert (tmp_path / "marker").exists()


def test_a_task_that_kills_its_workers_is_given_up() -> None:
    message = r"task: \(0,\) was in hand when a worker died, 4 times: .* Is there memory enough\?"
    with process_pool(1) as pool, pytest.raises(ExactError, match=message):
        sweep(toy_work.die, numbered(1), identity="", executor=pool)


def test_a_pool_of_somebody_elses_is_not_replaced() -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
        pytest.raises(ExactError, match="'ProcessPoolExecutor' has lost its workers"),
    ):
        sweep(toy_work.die, numbered(1), identity="", executor=pool)


def test_what_the_work_raises_arrives_and_what_was_done_is_kept(tmp_path: Path) -> None:
    with process_pool(1) as pool, pytest.raises(ExactError) as caught:
        sweep(toy_work.refuse, numbered(20), identity="toy", executor=pool, checkpoint=tmp_path)
    assert str(caught.value) == "number: 7 is refused"
    assert (caught.value.parameter, caught.value.value, caught.value.bound) == ("number", 7, "is refused")
    with open_checkpoint(tmp_path, "toy", numbered(20)) as kept:
        assert set(range(7)) <= set(kept.found) <= set(range(20)) - {7}


@pytest.mark.parametrize("answer", [1, [1], (1.0,), (True,), ("1",), None])
def test_an_answer_must_be_whole_numbers(answer: object) -> None:
    with pytest.raises(ExactError, match="is an answer, and must be a tuple of ints"):
        swept(1, work=lambda _: answer)  # type: ignore[arg-type, return-value]


def test_an_interrupt_ends_the_tasks_in_hand_and_keeps_the_checkpoint(tmp_path: Path) -> None:
    def interrupt(done: int, _: int) -> None:
        if done:
            raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), process_pool(2) as pool:
        sweep(toy_work.hold, numbered(9), identity="toy", executor=pool, checkpoint=tmp_path, progress=interrupt)
    assert time.monotonic() - start < 20
    with open_checkpoint(tmp_path, "toy", numbered(9)) as kept:
        assert kept.found == {0: powers((0,))}


@pytest.mark.parametrize("lines", [1, 10])
def test_an_interrupt_from_the_keyboard_is_silent(lines: int, tmp_path: Path) -> None:
    """It reaches all processes, those that have only begun as well as those at work."""
    command = [sys.executable, toy_work.__file__, "500", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
        while sum(path.read_bytes().count(b"\n") for path in tmp_path.iterdir()) < lines:
            time.sleep(0.01)
            assert run.poll() is None
        time.sleep(0.1)
        os.killpg(run.pid, signal.SIGINT)
        _, told = run.communicate(timeout=20)
    assert (run.returncode, told) == (130, "")


def has_ended(process: psutil.Process) -> bool:
    """Gone, or waiting for the system to take note of it."""
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_a_killed_run_resumes_to_the_same_digits(tmp_path: Path) -> None:
    """Killed twice without warning; its processes end with it."""
    count, kept = 100, 0
    for _ in range(2):
        command = [sys.executable, toy_work.__file__, str(count), str(tmp_path)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as run:
            more = kept + 10
            while kept < more:
                time.sleep(0.02)
                assert run.poll() is None
                kept = sum(path.read_bytes().count(b"\n") for path in tmp_path.iterdir()) - 1
            children = psutil.Process(run.pid).children(recursive=True)
            assert children
            run.send_signal(signal.SIGKILL)
        deadline = time.monotonic() + 20
        while not all(map(has_ended, children)):
            assert time.monotonic() < deadline
            time.sleep(0.02)
    told: list[int] = []
    answers = sweep(
        powers, numbered(count), identity="killed", checkpoint=tmp_path, progress=lambda done, _: told.append(done)
    )
    assert answers == [powers(task) for task in numbered(count)]
    assert kept <= told[0] < count


def test_a_finished_sweep_is_read_at_once(tmp_path: Path) -> None:
    answers = swept(70, tmp_path)
    before = only_file(tmp_path).read_bytes()
    assert swept(70, tmp_path, unanswered) == answers
    assert only_file(tmp_path).read_bytes() == before


def test_what_a_checkpoint_is_named_by(tmp_path: Path) -> None:
    questions: list[tuple[str, list[Task]]] = [
        ("a", [(1, 2)]),
        ("b", [(1, 2)]),
        ("a", [(1, 2), (3,)]),
        ("a", [(2, 1)]),
        ("a", [("1", 2)]),
        ("a\n(1, 2)", []),
    ]
    for identity, tasks in questions:
        with open_checkpoint(tmp_path, identity, tasks) as kept:
            kept.keep((number, (number,)) for number in range(len(tasks)))
    assert len(list(tmp_path.iterdir())) == len(questions)
    for identity, tasks in questions:
        with open_checkpoint(tmp_path, identity, tasks) as kept:
            assert kept.found == {number: (number,) for number in range(len(tasks))}


def refusal(directory: Path) -> str:
    """The words with which the only checkpoint there is refused; it is left alone."""
    path = only_file(directory)
    before = path.read_bytes()
    with pytest.raises(ExactError) as caught:
        swept(4, directory, unanswered)
    assert path.name in str(caught.value)
    assert path.read_bytes() == before
    return str(caught.value)


def test_a_checkpoint_cut_between_lines_resumes(tmp_path: Path) -> None:
    """As a killed run leaves it; the empty file too."""
    answers = swept(4, tmp_path)
    path = only_file(tmp_path)
    whole = path.read_bytes().splitlines(keepends=True)
    for lines in range(len(whole) + 1):
        path.write_bytes(b"".join(whole[:lines]))
        assert swept(4, tmp_path) == answers
        assert sorted(path.read_bytes().splitlines(keepends=True)) == sorted(whole)


def test_a_checkpoint_cut_within_a_line_is_refused_and_resumes_without_it(tmp_path: Path, rng: random.Random) -> None:
    answers = swept(4, tmp_path)
    path = only_file(tmp_path)
    whole = path.read_bytes()
    ends = {place for place in range(len(whole) + 1) if whole[:place].endswith(b"\n")} | {0}
    for length in {1, len(whole) - 1, *rng.sample(range(len(whole)), 40 * MULTIPLIER)} - ends:
        path.write_bytes(whole[:length])
        line = whole[:length].count(b"\n") + 1
        bound = "nothing was changed; the lines before it are whole: remove it to resume there"
        assert refusal(tmp_path).endswith(f"is cut off in line {line}: {bound}")
        path.write_bytes(whole[: whole.rfind(b"\n", 0, length) + 1])
        assert swept(4, tmp_path) == answers


def test_what_follows_the_last_line_is_refused(tmp_path: Path) -> None:
    swept(4, tmp_path)
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
    with open_checkpoint(tmp_path, "toy", numbered(9)) as kept:
        kept.keep((number, powers((number,))) for number in range(9))
    assert written == only_file(tmp_path).read_bytes().splitlines(keepends=True)
    assert synced == [1, 1, 10], "the first line, the directory, the batch"


def test_a_checkpoint_edited_anywhere_is_refused_and_left_alone(tmp_path: Path, rng: random.Random) -> None:
    swept(4, tmp_path)
    path = only_file(tmp_path)
    whole = path.read_bytes()
    for place in range(len(whole)):
        other = rng.choice([byte for byte in b"\n 0123456789abcdef,\x00\xff" if byte != whole[place]])
        edited = whole[:place] + bytes([other]) + whole[place + 1 :]
        path.write_bytes(edited)
        line = whole[:place].count(b"\n") + 1
        last = place == len(whole) - 1
        expected = (
            "first line" if line == 1 else f"{'is cut off' if last else 'was edited or damaged'} in line {line}: "
        )
        assert expected in refusal(tmp_path)


def test_lines_of_another_checkpoint_do_not_fit(tmp_path: Path) -> None:
    swept(4, tmp_path / "four")
    swept(5, tmp_path / "five")
    four, five = only_file(tmp_path / "four"), only_file(tmp_path / "five")
    foreign = five.read_bytes()
    four.write_bytes(foreign)
    with pytest.raises(ExactError, match="is of other parameters, by its first line: nothing was changed"):
        swept(4, tmp_path / "four", unanswered)
    assert four.read_bytes() == foreign
    five.write_bytes(foreign.splitlines(keepends=True)[0] + b"0 0,0,1 0123456789abcdef\n")
    with pytest.raises(ExactError, match="edited or damaged in line 2"):
        swept(5, tmp_path / "five", unanswered)


def test_two_runs_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    with open_checkpoint(tmp_path, "toy", numbered(4)), pytest.raises(ExactError, match="is in use by another run"):
        swept(4, tmp_path)
    assert len(swept(4, tmp_path)) == 4


def test_a_directory_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ExactError, match=r"^checkpoint: '.*file' is not a directory$"):
        swept(4, tmp_path / "file", unanswered)
    with pytest.raises(ExactError, match=r"^checkpoint: '.*' cannot be used: Not a directory$"):
        swept(4, tmp_path / "file" / "below", unanswered)
    with pytest.raises(ExactError, match=r"^checkpoint: '/proc/none/.*' cannot be used: No such file or directory$"):
        swept(4, Path("/proc/none"), unanswered)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("what", ["pipe", "/dev/full", "/dev/null"])
def test_a_checkpoint_that_is_no_regular_file(what: str, tmp_path: Path) -> None:
    """A pipe says nothing and a device need not end: neither is waited for."""
    swept(4, tmp_path)
    path = only_file(tmp_path)
    path.unlink()
    if what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(what)
    with pytest.raises(ExactError, match=r"^checkpoint: '.*sweep' is not a regular file$"):
        swept(4, tmp_path, unanswered)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ExactError, match=r"^checkpoint: '.*' cannot be used: Permission denied$"):
        swept(4, tmp_path, unanswered)


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
        swept(30, tmp_path)
    kept = only_file(tmp_path).read_bytes()
    assert len(kept) <= room
    assert not kept or kept.endswith(b"\n")
    assert swept(30, tmp_path) == [powers(task) for task in numbered(30)]


def test_the_size_of_a_checkpoint(tmp_path: Path) -> None:
    tasks = numbered(500)
    with open_checkpoint(tmp_path, "toy", tasks) as kept:
        kept.keep((number, (2**600 - number, -(2**300))) for number in range(500))
    assert 0.9 < only_file(tmp_path).stat().st_size / checkpoint_size(500, 900) < 1.1


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_sweep_options(parser)
    return parser.parse_args(words)


def test_the_options() -> None:
    with executor_of(options("--workers", "1")) as executor:
        assert sweep(powers, numbered(3), identity="", executor=executor) == [powers(task) for task in numbered(3)]
    with executor_of(options()):
        pass  # no process before the first task
    assert checkpoint_of(options("--checkpoint", "kept")) == Path("kept")
    assert checkpoint_of(options()) is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--workers", "0"], "workers: 0 must be a whole number from 1 to 256"),
        (["--workers", "257"], "workers: 257 must be a whole number from 1 to 256"),
        (["--workers", "two"], "workers: 'two' must be a whole number from 1 to 256"),
        (["--workers", "2", "--workers", "3"], "workers: '3' is a second --workers: give it once"),
        (
            ["--workers", "2", "--cluster", "a:1"],
            "workers: '2' are of this machine: give --workers or --cluster, not both",
        ),
        (["--cluster", "a"], "cluster: 'a' is not an address: it must be HOST:PORT or tcp://HOST:PORT"),
        (["--checkpoint", ""], "checkpoint: '' is not a directory"),
    ],
)
def test_options_that_do_not_fit(words: list[str], message: str) -> None:
    def use() -> None:
        arguments = options(*words)
        checkpoint_of(arguments)
        with executor_of(arguments):
            pass

    with pytest.raises(ExactError) as caught:
        use()
    assert str(caught.value) == message
