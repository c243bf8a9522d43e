"""The one loop of every long run: independent tasks done anywhere, in any order, and never twice.

Answers come in the order of their tasks, so that what is made of them is the same for any number of workers, on one
machine or on many. With a checkpoint (`exact.runs.checkpoint`) they are saved as they come, and a run that is killed
resumes there. Where a worker dies, another does its task again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from exact.errors import ExactError
from exact.lazy import futures
from exact.runs.checkpoint import Checkpoint, Task

T = TypeVar("T")
Progress = Callable[[int, int], object]
"""Called with how many tasks are done, and how many there are."""
ATTEMPTS = 4
"""A task in hand when a worker dies so many times ends the run: it may be what kills them."""
TASKS_AT_ONCE = 64
"""Tasks in the hands of an executor that does not say how many it wants: millions that wait cost no memory."""
_CHECK_EVERY = 1.0
"""Seconds without an answer after which an executor that can tell is asked whether there will be one."""


def run_tasks(
    work: Callable[..., T],
    tasks: Sequence[Task],
    *,
    executor: futures.Executor | None = None,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
) -> Iterator[T]:
    """Yield ``work(*task)`` for every task, in the order of ``tasks``.

    ``executor`` does the tasks, by default this process one after another. For other processes ``work`` must be a function
    of a module, or a `functools.partial` of one. Answers in ``checkpoint`` are not computed again, and new ones are added
    to it. ``progress`` is called at the start and after each task, in this thread.

    An executor may have two attributes: ``tasks_at_once``, how many tasks it wants in hand, and ``check``, a function that
    raises where no answer will come.

    Raises what ``work`` raises, `ExactError` for a task whose workers keep dying or for an executor that has lost them
    all, and what `exact.runs.checkpoint.Checkpoint.add` raises. Tasks that have not begun are then dropped.
    """
    answers: dict[int, Any] = dict(checkpoint.answers) if checkpoint else {}
    waiting = deque(number for number in range(len(tasks)) if number not in answers)
    done = len(answers)
    if progress and tasks:
        progress(done, len(tasks))
    new = _done_here(work, tasks, waiting) if executor is None else _done_by(executor, work, tasks, waiting)
    with closing(new):
        for number in range(len(tasks)):
            while number not in answers:
                finished = next(new)
                if checkpoint:
                    checkpoint.add(finished)
                answers |= finished
                for _ in finished:
                    done += 1
                    if progress:
                        progress(done, len(tasks))
            yield answers.pop(number)


def _done_here(
    work: Callable[..., object], tasks: Sequence[Task], waiting: deque[int]
) -> Generator[dict[int, Any], None, None]:
    for number in waiting:
        yield {number: work(*tasks[number])}


def _done_by(
    executor: futures.Executor, work: Callable[..., object], tasks: Sequence[Task], waiting: deque[int]
) -> Generator[dict[int, Any], None, None]:
    """The answers to the tasks ``waiting`` by their numbers, as many at a time as have finished together."""
    in_hand: dict[futures.Future[Any], int] = {}
    done: SimpleQueue[futures.Future[Any]] = SimpleQueue()
    deaths: Counter[int] = Counter()
    at_once: int = getattr(executor, "tasks_at_once", TASKS_AT_ONCE)
    try:
        while waiting or in_hand:
            while waiting and len(in_hand) < at_once:
                future = _submitted(executor, work, tasks[waiting[0]])
                in_hand[future] = waiting.popleft()
                future.add_done_callback(done.put)
            answers: dict[int, Any] = {}
            failure: Exception | None = None
            for future in _next_done(done, executor):
                number = in_hand.pop(future)
                try:
                    answers[number] = future.result()
                except futures.BrokenExecutor as error:
                    deaths[number] += 1
                    waiting.appendleft(number)
                    if deaths[number] == ATTEMPTS:
                        failure = _kills_workers(tasks[number], error)
                except Exception as error:
                    failure = error
            yield answers
            if failure:
                raise failure
    finally:
        for future in in_hand:
            future.cancel()


def _submitted(executor: futures.Executor, work: Callable[..., object], task: Task) -> futures.Future[Any]:
    try:
        return executor.submit(work, *task)
    except futures.BrokenExecutor as error:
        raise ExactError("executor", type(executor).__name__, f"has lost its workers: {error}") from None


def _next_done(done: SimpleQueue[futures.Future[Any]], executor: futures.Executor) -> list[futures.Future[Any]]:
    """The next future that is done, when one is, and those that are done by then."""
    finished = [_wait(done, getattr(executor, "check", None))]
    while not done.empty():
        finished.append(done.get())
    return finished


def _wait(done: SimpleQueue[Any], check: Callable[[], None] | None) -> Any:
    while check:
        try:
            return done.get(timeout=_CHECK_EVERY)
        except Empty:
            check()
    return done.get()


def _kills_workers(task: Task, error: futures.BrokenExecutor) -> ExactError:
    bound = f"was in hand when a worker died, {ATTEMPTS} times: {error} Is there memory enough?"
    return ExactError("task", task, bound)
