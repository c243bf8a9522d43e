"""The loop of long runs and the pool of processes: the same answers with any workers, whatever dies, waits or fails."""

import argparse
import os
import pickle
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from support import python, refusal, toy_work
from support.toy_work import numbered, powers, saved_run

from exact.cli.options import RUN, run_of
from exact.errors import ExactError
from exact.workers.processes import process_pool
from exact.workers.tasks import TASKS_AT_ONCE, Answer, Task, open_checkpoint, run_tasks


def expected(count: int) -> list[Answer]:
    return [powers(number) for number in range(count)]


@pytest.mark.slow
def test_the_answers_do_not_depend_on_the_workers() -> None:
    for workers in (1, 2, 5):
        with process_pool(workers) as pool:
            assert list(run_tasks(powers, numbered(60), executor=pool)) == expected(60)
    with ThreadPoolExecutor(2) as threads:
        assert list(run_tasks(powers, numbered(60), executor=threads)) == expected(60)
    assert list(run_tasks(powers, numbered(60))) == expected(60)
    assert list(run_tasks(powers, [])) == []


def test_the_order_of_the_answers_is_that_of_the_tasks_whatever_finishes_first() -> None:
    rng = random.Random("late")

    def late(number: int) -> int:
        time.sleep(rng.random() / 100)
        return number

    with ThreadPoolExecutor(2) as threads:
        assert list(run_tasks(late, numbered(50), executor=threads)) == list(range(50))


class Counting(ThreadPoolExecutor):
    def __init__(self) -> None:
        super().__init__(1)
        self.given = 0

    def submit(self, fn: Any, /, *args: object, **_: object) -> Future[Any]:
        self.given += 1
        return super().submit(fn, *args)


def test_tasks_that_wait_cost_nothing() -> None:

    def work(number: int) -> int:
        if number == 500:
            time.sleep(0.2)
        return executor.given - number

    with Counting() as executor:
        answers = list(run_tasks(work, numbered(1000), executor=executor))
    assert answers[500] == TASKS_AT_ONCE


def no_whole_number(number: int) -> object:
    return toy_work.slow_powers(number) if number != 7 else "seven"


@pytest.mark.parametrize(
    ("seventh", "message", "saved"),
    [(toy_work.refuse, "7 is refused", 7), (no_whole_number, "is an answer, but must be a tuple of ints", 6)],
)
def test_an_error_drops_the_tasks_that_wait(
    seventh: Callable[[int], Any], message: str, saved: int, tmp_path: Path
) -> None:
    """An error of a task, or of the checkpoint, which then takes none of the answers that came at the same time."""
    done: list[int] = []

    def work(number: int) -> Answer:
        done.append(number)
        answer: Answer = seventh(number)
        return answer

    with ThreadPoolExecutor(1) as thread, pytest.raises(ExactError, match=message):
        saved_run(tmp_path, 40, work=work, executor=thread)
    assert done[:8] == list(range(8))
    assert len(done) < 12
    with open_checkpoint(tmp_path, "toy", numbered(40)) as checkpoint:
        assert set(range(saved)) <= set(checkpoint.answers) <= set(range(40)) - {7}


def test_progress(tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        calls.append((done, total))

    with ThreadPoolExecutor(1) as thread:
        saved_run(tmp_path, 5, executor=thread, progress=progress)
    assert calls == [(done, 5) for done in range(6)]
    calls.clear()
    saved_run(tmp_path, 5, progress=progress)
    assert calls == [(5, 5)]
    calls.clear()
    assert list(run_tasks(powers, numbered(2), progress=progress)) == expected(2)
    assert calls == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_its_task_done_again(tmp_path: Path) -> None:
    tasks: list[Task] = [(number, str(tmp_path / "marker")) for number in range(20)]
    with process_pool(2) as pool:
        assert list(run_tasks(toy_work.die_once, tasks, executor=pool)) == expected(20)
    assert (tmp_path / "marker").exists()


@pytest.mark.slow
def test_a_worker_that_dies_takes_no_task_of_another_with_it() -> None:
    with process_pool(2) as pool:
        pool.submit(powers, 1).result()
        slow, dead = pool.submit(toy_work.slow_powers, 2), pool.submit(toy_work.die, 3)
        with pytest.raises(BrokenExecutor):
            dead.result()
        assert slow.result() == powers(2)


@pytest.mark.slow
@pytest.mark.parametrize("death", [toy_work.die, toy_work.die_while_answering])
def test_a_task_that_kills_its_workers_is_given_up(death: Callable[[int], Answer]) -> None:
    """Also where half of the answer has come: the standard pool of processes waits for the rest for ever."""
    message = r"task: \(0,\) lost its worker 4 times: .* Is there enough memory\?"
    with process_pool(1) as pool, pytest.raises(ExactError, match=message):
        list(run_tasks(death, numbered(1), executor=pool))


def test_a_pool_of_somebody_elses_is_not_replaced() -> None:
    message = "'ProcessPoolExecutor' has lost its workers"
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, pytest.raises(ExactError, match=message):
        list(run_tasks(toy_work.die, numbered(1), executor=pool))


def test_what_a_library_prints_in_a_process_is_not_seen(capfd: pytest.CaptureFixture[str]) -> None:
    """OpenBLAS, for one, which ends the process where there is too little memory."""
    with process_pool(1) as pool:
        pool.submit(os.write, 2, b"OpenBLAS error: Memory allocation failed\n").result()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("files", [pytest.param(0, marks=pytest.mark.slow), 1])
@pytest.mark.parametrize("closed", [pytest.param((2,), marks=pytest.mark.slow), (0, 2)])
def test_closed_streams_are_no_pipes(closed: tuple[int, ...], files: int, tmp_path: Path) -> None:
    """A file or a pipe then gets the number of the stream, also before the pool opens its own."""
    program = f"""
import os
from exact.workers.processes import process_pool
from support.toy_work import powers
if __name__ == "__main__":
    for number in {closed}:
        os.close(number)
    for _ in range({files}):
        os.open(os.devnull, os.O_RDONLY)
    with process_pool(2) as pool:
        print(pool.submit(powers, 2).result() == powers(2))
"""
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    ran = python(str(tmp_path / "program.py"), PYTHONPATH=os.pathsep.join(sys.path))
    assert (ran.stdout, ran.stderr) == ("True\n", "")


def test_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(get_context("spawn"), "Pipe", refuse)
    with process_pool(2) as pool, pytest.raises(ExactError, match="workers: 2 cannot be started: Too many open files"):
        pool.submit(powers, 2).result()


def test_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    with process_pool(1) as pool:
        monkeypatch.setattr(Thread, "start", refuse)
        assert "workers: 1 cannot be started: can't start new thread" in refusal(pool.submit, powers, 2)


def test_an_error_in_a_process_says_where_it_was() -> None:
    with process_pool(1) as pool:
        with pytest.raises(ZeroDivisionError) as caught:
            pool.submit(divmod, 1, 0).result()
        assert "in _work" in caught.value.__notes__[0]
        with pytest.raises(ExactError) as refused:
            pool.submit(toy_work.refuse, 7).result()
        assert (refused.value.parameter, refused.value.value, refused.value.bound) == ("number", 7, "is refused")
        with pytest.raises((AttributeError, pickle.PicklingError), match="local object"):  # it cannot travel
            pool.submit(lambda: None).result()
        assert pool.submit(powers, 2).result() == powers(2)


def test_an_interrupt_ends_the_tasks_in_hand_and_keeps_the_checkpoint(tmp_path: Path) -> None:
    def interrupt(done: int, _: int) -> None:
        if done:
            raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), process_pool(2) as pool:
        saved_run(tmp_path, 9, work=toy_work.hold, executor=pool, progress=interrupt)
    assert time.monotonic() - start < 20
    with open_checkpoint(tmp_path, "toy", numbered(9)) as checkpoint:
        assert checkpoint.answers == {0: powers(0)}


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for add in RUN:
        add(parser)
    return parser.parse_args(words)


def test_the_options() -> None:
    with run_of(options("--workers", "1", "--checkpoint", "kept"), takes_long=False) as (executor, checkpoint, _):
        assert list(run_tasks(powers, numbered(3), executor=executor)) == expected(3)
        assert checkpoint == Path("kept")
    with run_of(options()) as (executor, checkpoint, _):
        assert (executor is None, checkpoint) == (False, None)  # no process before the first task
    with run_of(options(), takes_long=False) as (executor, _, _):
        assert executor is None
