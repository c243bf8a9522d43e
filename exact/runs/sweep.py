"""Many independent tasks with exact integers for answers, done anywhere, in any order, and never twice.

The answers come back in the order of their tasks and are whole numbers, so that what is made of them is the same to the
last digit for any number of workers, on one machine or on many, in one run or in several: a run that is killed resumes
from its checkpoint (`exact.runs.checkpoint`), and a task whose worker dies is done again by another.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue

from exact.errors import ExactError
from exact.lazy import futures
from exact.runs.checkpoint import Answer, Task, open_checkpoint

Work = Callable[[Task], Answer]
Progress = Callable[[int, int], None]
"""Told how many tasks are done, and how many there are."""
ATTEMPTS = 4
"""A task in hand when a worker dies so many times ends the run: it may be what kills them."""
TASKS_AT_ONCE = 64
"""Tasks in the hands of an executor that does not say how many it wants: millions that wait cost no memory."""

_MOMENT = 1.0
"""Seconds without an answer after which an executor that can tell is asked whether there will be one."""


def sweep(
    work: Work,
    tasks: Sequence[Task],
    *,
    identity: str,
    executor: futures.Executor | None = None,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
) -> list[Answer]:
    """The answers of ``work`` to ``tasks``, in their order.

    ``work`` is a function of a module, and a task a tuple of whole numbers and strings, for both travel to other
    processes; an answer is a tuple of `int`. ``identity`` tells everything that determines the answers and is not in the
    tasks: the bet, the shoe, the drawing rules, the version of the method. The tasks are done by ``executor``, by default
    a pool of one process a core. With ``checkpoint``, a directory, each finished task is kept there, and those of an
    earlier run are not done again. ``progress`` is told at the start and after each task, in this thread.

    An error or an interrupt drops the tasks that wait; the checkpoint stays. Raises what ``work`` raises, `ExactError`
    for a task whose workers keep dying and for a checkpoint that cannot be used (`exact.runs.checkpoint.open_checkpoint`);
    where a cluster is lost, `exact.runs.cluster.cluster_executor` says so.
    """
    with ExitStack() as opened:
        kept = opened.enter_context(open_checkpoint(checkpoint, identity, tasks)) if checkpoint else None
        found = dict(kept.found) if kept else {}
        if progress and tasks:
            progress(len(found), len(tasks))
        waiting = deque(number for number in range(len(tasks)) if number not in found)
        if waiting and executor is None:
            from exact.runs.processes import process_pool

            executor = opened.enter_context(process_pool(None))
        if executor is not None:
            for answers in _answered(work, tasks, waiting, executor):
                if kept:
                    kept.keep(answers)
                for number, answer in answers:
                    found[number] = answer
                    if progress:
                        progress(len(found), len(tasks))
    return [found[number] for number in range(len(tasks))]


def _answered(
    work: Work, tasks: Sequence[Task], waiting: deque[int], executor: futures.Executor
) -> Iterator[list[tuple[int, Answer]]]:
    """The numbers of the tasks ``waiting`` with their answers, as many at a time as have finished together."""
    in_hand: dict[futures.Future[Answer], int] = {}
    done: SimpleQueue[futures.Future[Answer]] = SimpleQueue()
    losses: Counter[int] = Counter()
    at_once: int = getattr(executor, "tasks_at_once", TASKS_AT_ONCE)
    try:
        while waiting or in_hand:
            while waiting and len(in_hand) < at_once:
                future = _submitted(work, tasks[waiting[0]], executor)
                in_hand[future] = waiting.popleft()
                future.add_done_callback(done.put)
            answers: list[tuple[int, Answer]] = []
            failure: Exception | None = None
            for future in _finished(done, executor):
                number = in_hand.pop(future)
                try:
                    answers.append((number, _whole(future.result())))
                except futures.BrokenExecutor as error:
                    losses[number] += 1
                    waiting.appendleft(number)
                    if losses[number] == ATTEMPTS:
                        failure = _given_up(tasks[number], error)
                except Exception as error:
                    failure = error
            yield answers
            if failure:
                raise failure
    finally:
        for future in in_hand:
            future.cancel()


def _submitted(work: Work, task: Task, executor: futures.Executor) -> futures.Future[Answer]:
    try:
        return executor.submit(work, task)
    except futures.BrokenExecutor as error:
        raise ExactError("executor", type(executor).__name__, f"has lost its workers: {error}") from None


def _finished(
    done: SimpleQueue[futures.Future[Answer]], executor: futures.Executor
) -> Iterable[futures.Future[Answer]]:
    """The next future that is done, when one is, and those that are done by then."""
    finished = [_next(done, getattr(executor, "check", None))]
    while not done.empty():
        finished.append(done.get())
    return finished


def _next(done: SimpleQueue[futures.Future[Answer]], check: Callable[[], None] | None) -> futures.Future[Answer]:
    while check:
        try:
            return done.get(timeout=_MOMENT)
        except Empty:
            check()
    return done.get()


def _given_up(task: Task, error: futures.BrokenExecutor) -> ExactError:
    bound = f"was in hand when a worker died, {ATTEMPTS} times: {error} Is there memory enough?"
    return ExactError("task", task, bound)


def _whole(answer: Answer) -> Answer:
    if type(answer) is not tuple or any(type(part) is not int for part in answer):
        raise ExactError("work", answer, "is an answer, and must be a tuple of ints")
    return answer
