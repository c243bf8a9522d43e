"""The workers of a cluster of machines as an executor, by `dask.distributed`; needs the extra ``cluster``.

Every machine needs the same version of this package, and every worker one thread: ``dask worker ADDRESS --nworkers auto
--nthreads 1``. Workers may join and leave during a run. Nothing is encrypted, and anyone who reaches the scheduler can
run programs on its workers: keep a cluster in a network of its own.
"""

import logging
import socket
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from exact.errors import ExactError
from exact.lazy import asyncio, of_extra
from exact.version import __version__

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as DaskFuture

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 4.0  # seconds within which a scheduler must answer
ALONE = 10.0  # seconds that a run without workers waits for one, because dead workers may be starting again
SILENT = 20.0  # seconds after which a scheduler that answers nothing is given up
_LOST = "is lost: its scheduler has ended or is out of reach"
_CHATTY = ("asyncio", "distributed", "tornado")


class _Cluster(Executor):
    """The executor of a client; every task first checks that its worker has this version of the package."""

    tasks_at_once = 1024  # enough for several hundred workers

    def __init__(self, client: "Client", address: str) -> None:
        self._client = client
        self._address = address
        self._worker_seen = self._scheduler_seen = time.monotonic()

    @property
    def workers(self) -> int:
        """The threads of all workers; raises `ExactError` if the scheduler does not answer."""
        try:
            return self._threads()
        except OSError:
            raise ExactError("cluster", self._address, _LOST) from None

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        theirs = self._client.submit(run_by_same_version, __version__, fn, *args, **kwargs, pure=False)

        def ended(ours: Future[T]) -> None:
            self._worker_seen = self._scheduler_seen = time.monotonic()
            if ours.cancelled() and not theirs.cancelled():
                theirs.cancel()

        future.add_done_callback(ended)
        self._client.loop.add_callback(self._hand_over, theirs, future)  # type: ignore[union-attr]
        return future

    async def _hand_over(self, theirs: "DaskFuture[T]", future: Future[T]) -> None:
        """End our future as dask's ends; dask's own executor breaks if the worker dies after its result."""
        try:
            result: T = await self._client.gather(theirs, asynchronous=True)
        except Exception as error:
            if not future.cancelled():
                future.set_exception(error)
        else:
            future.set_result(result)

    def check(self) -> None:
        """Raise `ExactError` if no answer will come: dask would wait for ever, as a frozen scheduler is connected."""
        try:
            workers = self._threads()
        except OSError:  # perhaps the scheduler is only busy
            if time.monotonic() - self._scheduler_seen > SILENT:
                raise ExactError("cluster", self._address, _LOST) from None
            return
        self._scheduler_seen = time.monotonic()
        if workers:
            self._worker_seen = self._scheduler_seen
        elif self._scheduler_seen - self._worker_seen > ALONE:
            raise ExactError("cluster", self._address, "has no workers left")

    def _threads(self) -> int:
        scheduler = self._client.scheduler
        threads: dict[str, int] = self._client.sync(scheduler.ncores, callback_timeout=PATIENCE) if scheduler else {}
        return sum(threads.values())


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """The workers of the cluster with its scheduler at ``address``, ``HOST:PORT`` or ``tcp://HOST:PORT``.

    Raises `ExactError` within seconds without the extra ``cluster``, a scheduler there, workers, or one version of this
    package on all; later if a task is lost with one worker after another, all leave for good, or the scheduler is lost.
    """
    with ExitStack() as opened:
        of_extra("cluster", "distributed", "cluster")
        from distributed import Client
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import KilledWorker
        from distributed.versions import VersionMismatchWarning

        opened.enter_context(_quiet())
        _check_answers(address)
        with warnings.catch_warnings():
            # other releases of numpy and the like on the workers do not matter: their results are exact
            warnings.simplefilter("ignore", VersionMismatchWarning)
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        opened.callback(_close, client)
        try:
            _check_versions(client, address)
            yield _Cluster(client, address)
        except KilledWorker as error:
            bound = f"has lost {error.allowed_failures + 1} workers on the same task: is there enough memory?"
            raise ExactError("cluster", address, bound) from None
        except (CancelledError, CommClosedError):
            raise ExactError("cluster", address, _LOST) from None


def run_by_same_version(version: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """On a worker: the result of ``work``; raises `ExactError` unless the package has the caller's ``version``."""
    if version != __version__:
        bound = f"has a worker with version {__version__} of exact-baccarat, but this is {version}"
        raise ExactError("cluster", socket.gethostname(), f"{bound}: install the same version everywhere")
    return work(*args, **kwargs)


def _close(client: "Client") -> None:
    with suppress(TimeoutError):  # the scheduler may not listen any more
        client.close(timeout=2.0)


def _check_answers(address: str) -> None:
    """Raise `ExactError` unless a scheduler answers: a client that cannot connect leaves threads and messages."""
    host, colon, port = address.removeprefix("tcp://").rpartition(":")
    if not (host and colon and "/" not in host and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ExactError("cluster", address, "is not an address: it must be HOST:PORT or tcp://HOST:PORT")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, UnicodeError) as error:
        raise ExactError("cluster", address, f"cannot be reached: {error}") from None
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(lambda *_: None)  # it would print an interrupt when all is over
        try:
            kind = runner.run(asyncio.wait_for(_identity(address), PATIENCE))
        except Exception:  # the answer of another program can cause any error
            kind = "nothing"
    if kind != "Scheduler":
        raise ExactError("cluster", address, "does not answer as a dask scheduler")


async def _identity(address: str) -> object:
    from distributed import rpc

    async with rpc(address, timeout=PATIENCE) as server:
        answer: dict[str, object] = await server.identity()
        return answer.get("type")


def _check_versions(client: "Client", address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ExactError("cluster", address, f"has no workers: start some with dask worker {address}") from None
    answers: dict[str, object] = client.run(run_by_same_version, __version__, int, on_error="return")
    for answer in answers.values():
        if isinstance(answer, ExactError):
            raise ExactError("cluster", address, answer.bound)
        if isinstance(answer, Exception) and not isinstance(answer, OSError):  # one that has just died is replaced
            bound = f"has a worker without this version of exact-baccarat, {__version__}: {answer}"
            raise ExactError("cluster", address, bound)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the logs of distributed and its network library; anything important arrives as an error."""
    named = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _CHATTY]
    levels = {logger: logger.level for logger in map(logging.getLogger, {*_CHATTY, *named})}
    try:
        for logger in levels:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
