"""The processes of this machine that do a long run's tasks, as an executor in the sense of `concurrent.futures`.

They are `concurrent.futures.ProcessPoolExecutor`, with what it lacks: each has one thread, leaves interrupts to the parent,
and ends when the parent is interrupted or killed; and where one dies the others are replaced with it.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from exact.lazy import futures, multiprocessing

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

P = ParamSpec("P")
T = TypeVar("T")
_THREADS = "OPENBLAS_NUM_THREADS"
_MOMENT = 0.2
_HELD = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} if hasattr(signal, "pthread_sigmask") else set()


class _LastingPool(Executor):
    """A pool of processes that replaces itself when one of them dies: the tasks in hand are lost, later ones are not."""

    def __init__(self, workers: int | None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.tasks_at_once = 2 * self.workers
        self._end, self._alive = multiprocessing.get_context("spawn").Pipe(duplex=False)
        self._pool = self._new()

    def _new(self) -> futures.ProcessPoolExecutor:
        return futures.ProcessPoolExecutor(
            self.workers, multiprocessing.get_context("spawn"), _begin_work, (self._end,)
        )

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with _interrupts_held():
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenExecutor:
                self._pool.shutdown()
                self._pool = self._new()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def abandon(self) -> None:
        """Drop the tasks that wait and end the processes, whatever they are doing.

        They end after a moment in which the pool drops the tasks: it cannot bear both at once.
        """
        end = threading.Timer(_MOMENT, self._alive.close)
        end.start()
        self._pool.shutdown(cancel_futures=True)
        end.cancel()
        end.join()
        self._alive.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Signals that end a run wait: one that came while a process is begun would leave it half begun, and loud about it.

    The process inherits that, and is silent where an interrupt comes before it can ignore it.
    """
    if not _HELD:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def process_pool(workers: int | None) -> Iterator[Executor]:
    """A pool of processes (by default one a core), each with one thread: the tasks are the parallelism.

    An error or an interrupt in the caller drops its tasks. When a process dies, the tasks in hand end with
    `concurrent.futures.BrokenExecutor`, and those submitted after that go to new processes. The processes are spawned,
    so a script that opens a pool must be one that can be imported.
    """
    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1"
    try:
        with _LastingPool(workers) as pool:
            try:
                yield pool
            except BaseException:
                pool.abandon()
                raise
    finally:
        del os.environ[_THREADS]
        if before is not None:
            os.environ[_THREADS] = before


def _begin_work(end: Connection) -> None:
    """In a process of the pool: leave interrupts to the parent, and end with it, also where it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _HELD:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)

    def end_with_parent() -> None:
        with suppress(EOFError, OSError):
            end.recv()  # nothing is ever sent: the other end closes
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
