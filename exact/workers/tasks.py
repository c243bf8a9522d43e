"""The loop of every long run: independent tasks, done anywhere, in any order, and never twice.

Answers come in the order of their tasks, whatever the workers. With a checkpoint, a run that was killed resumes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from exact.errors import ExactError
from exact.lazy import futures
from exact.workers.checkpoint import Checkpoint, Task, open_checkpoint
from exact.workers.processes import process_pool

T = TypeVar("T")
Progress = Callable[[int, int], object]  # called with the number of finished tasks and the number of all tasks
ATTEMPTS = 4  # a task that loses this many workers ends the run, because it may be what kills them
TASKS_AT_ONCE = 64  # submitted at a time to an executor that does not state its own number; a bound on memory


def run_tasks(
    work: Callable[..., T],
    tasks: Sequence[Task],
    *,
    executor: futures.Executor | None = None,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
) -> Iterator[T]:
    """Yield ``work(*task)`` for every task, in the order of ``tasks``.

    Without an ``executor``, this process does the tasks. For other processes, ``work`` must be a function of a module,
    or a `functools.partial` of one. ``progress`` is called at the start and after each task, in this thread. An
    executor may have ``tasks_at_once``, the number to submit at a time, and ``check``, which raises if no answer will
    come.

    Raises the errors of ``work`` and of `exact.workers.checkpoint.Checkpoint.add`, and `ExactError` for a task whose
    workers keep dying or for an executor that has lost all workers. Tasks that have not begun are then dropped.
    """
    answers: dict[int, Any] = dict(checkpoint.answers) if checkpoint else {}
    waiting = deque(number for number in range(len(tasks)) if number not in answers)
    done = len(answers)
    if progress and tasks:
        progress(done, len(tasks))
    here = ({number: work(*tasks[number])} for number in waiting)
    with closing(here if executor is None else _done_by(executor, work, tasks, waiting)) as new:
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


def run_saved(
    work: Callable[..., T],
    tasks: Sequence[Task],
    identity: str,
    executor: futures.Executor | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
    takes_long: bool = False,
) -> Iterator[T]:
    """As `run_tasks`, for answers of type `Answer`, with the checkpoint of ``identity`` in a directory, if given.

    Without an ``executor``, a pool of processes does work that ``takes_long``.
    """
    with (
        nullcontext(executor) if executor or not takes_long else process_pool() as workers,
        open_checkpoint(checkpoint, identity, tasks) if checkpoint else nullcontext() as saved,
    ):
        yield from run_tasks(work, tasks, executor=workers, checkpoint=saved, progress=progress)


def _done_by(
    executor: futures.Executor, work: Callable[..., object], tasks: Sequence[Task], waiting: deque[int]
) -> Generator[dict[int, Any], None, None]:
    """The answers to the tasks ``waiting`` by their numbers, a batch of finished tasks at a time."""
    in_hand: dict[futures.Future[Any], int] = {}
    done: SimpleQueue[futures.Future[Any]] = SimpleQueue()
    deaths: Counter[int] = Counter()
    at_once: int = getattr(executor, "tasks_at_once", TASKS_AT_ONCE)
    try:
        while waiting or in_hand:
            while waiting and len(in_hand) < at_once:
                try:
                    future = executor.submit(work, *tasks[waiting[0]])
                except futures.BrokenExecutor as error:
                    bound = f"has lost its workers: {error}"
                    raise ExactError("executor", type(executor).__name__, bound) from None
                in_hand[future] = waiting.popleft()
                future.add_done_callback(done.put)
            answers: dict[int, Any] = {}
            failure: Exception | None = None
            for future in _next_done(done, getattr(executor, "check", None)):
                number = in_hand.pop(future)
                try:
                    answers[number] = future.result()
                except futures.BrokenExecutor as error:
                    deaths[number] += 1
                    waiting.appendleft(number)
                    if deaths[number] == ATTEMPTS:
                        bound = f"lost its worker {ATTEMPTS} times: {error} Is there enough memory?"
                        failure = ExactError("task", tasks[number], bound)
                except Exception as error:
                    failure = error
            yield answers
            if failure:
                raise failure
    finally:
        for future in in_hand:
            future.cancel()


def _next_done(done: SimpleQueue[futures.Future[Any]], check: Callable[[], None] | None) -> list[futures.Future[Any]]:
    """Wait for a finished future, and return all that have finished by then."""
    finished: list[futures.Future[Any]] = []
    while not finished:
        try:
            finished.append(done.get(timeout=1.0 if check else None))
        except Empty:
            if check:
                check()
    while not done.empty():
        finished.append(done.get())
    return finished
