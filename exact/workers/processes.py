"""Worker processes on this machine, as an executor in the sense of `concurrent.futures`.

Each thread of a pool hands its task to a process of its own, so a worker that dies loses one task. In the standard
`ProcessPoolExecutor`, all share two pipes: a worker that dies ends all the others, and the pool waits for ever if tasks
fill the pipe (issue 94777 of CPython, in Python 3.11.2) or if it dies in the middle of an answer (even in 3.13).
"""

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

from exact.errors import ExactError
from exact.lazy import multiprocessing

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

P = ParamSpec("P")
T = TypeVar("T")
_BLAS_THREADS = "OPENBLAS_NUM_THREADS"


class _ProcessPool(ThreadPoolExecutor):
    def __init__(self, workers: int | None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.tasks_at_once = 2 * self.workers
        super().__init__(self.workers)
        self._idle: list[Connection] = []
        self._started: list[tuple[SpawnProcess, Connection]] = []
        self._is_killed = False
        self._lock = threading.Lock()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Raises `ExactError`, or the future does, where the system has no thread or no process left."""
        try:
            return super().submit(self._answer, partial(fn, *args, **kwargs))
        except RuntimeError as error:
            raise self._cannot_start(error) from None

    def kill(self) -> None:
        """End the processes at once; no other task starts."""
        with self._lock:
            self._is_killed = True
            for process, _ in self._started:
                process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Finish the remaining tasks, then end the processes."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        for _, connection in self._started:
            connection.close()
        for process, _ in self._started:
            process.join()

    def _answer(self, task: Callable[[], T]) -> T:
        question = pickle.dumps(task)
        try:
            connection = self._idle.pop()
        except IndexError:
            try:
                connection = self._start()
            except OSError as refused:
                raise self._cannot_start(refused.strerror) from None
        try:
            connection.send_bytes(question)
            answer, error = pickle.loads(connection.recv_bytes())
        except (EOFError, OSError):
            raise BrokenExecutor("A worker process ended before its answer.") from None
        self._idle.append(connection)
        if error is not None:
            raise error
        return cast("T", answer)

    def _cannot_start(self, reason: object) -> ExactError:
        return ExactError("workers", self.workers, f"cannot be started: {reason}")

    def _start(self) -> "Connection":
        context = multiprocessing.get_context("spawn")
        with self._lock:
            if self._is_killed:
                raise BrokenExecutor("The worker processes have been ended.")
            # A process would take a pipe with the number of a closed standard stream for that stream.
            while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
                pass
            os.close(descriptor)
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            _block_signals()
            with _one_thread_each():
                process.start()
            theirs.close()  # so that the death of the process closes the pipe
            self._started.append((process, ours))
        return ours


@contextmanager
def process_pool(workers: int | None = None) -> Iterator[ThreadPoolExecutor]:
    """A pool of processes of one thread each, by default one for each core; they start with the first tasks.

    An error in the caller kills them. When one dies, its task ends with `BrokenExecutor`, and another takes its place.
    A script that opens a pool must be importable.
    """
    with _ProcessPool(workers) as pool:
        try:
            yield pool
        except BaseException:
            pool.kill()
            raise


def _block_signals() -> None:
    """Block signals in this thread and in its processes: an interrupt could kill one before it ignores interrupts."""
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # otherwise this starts with the first process, and unblocks the signals
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Make processes started meanwhile multiply matrices in one thread; numpy reads the variable on import."""
    before = os.environ.get(_BLAS_THREADS)
    os.environ[_BLAS_THREADS] = "1"
    try:
        yield
    finally:
        del os.environ[_BLAS_THREADS]
        if before is not None:
            os.environ[_BLAS_THREADS] = before


def _work(connection: "Connection") -> None:
    """In a process of the pool: do the tasks that come through ``connection`` until its other end closes."""
    if sys.stderr is not None:
        # Errors go through the connection; what else is printed, as by OpenBLAS without memory, would be a second line.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what to end on an interrupt
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            question = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            answer = pickle.dumps((pickle.loads(question)(), None))
        except Exception as error:
            error.add_note(f"In a worker process:\n{traceback.format_exc()}")
            answer = pickle.dumps((None, error))
        try:
            connection.send_bytes(answer)
        except OSError:  # the other end has been killed
            return


def _end_with_parent() -> None:
    """End this process with its parent, even if the parent is killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
