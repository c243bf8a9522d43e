"""A run on a real cluster of processes of this machine: the same digits, whatever dies, and clear words otherwise."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from support import toy_work
from support.toy_work import lines_saved, numbered, powers, saved_run

from exact import __version__
from exact.cli.options import run_of
from exact.errors import ExactError
from exact.workers import cluster
from exact.workers.cluster import cluster_executor, run_by_same_version
from exact.workers.tasks import Answer, Task, run_tasks

if TYPE_CHECKING:
    from distributed import LocalCluster

TESTS = Path(__file__).parents[1]


@contextmanager
def local_cluster(workers: int) -> Iterator[LocalCluster]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs="CRITICAL"
    ) as started:
        yield started


@pytest.fixture(scope="module")
def two() -> Iterator[LocalCluster]:
    with local_cluster(2) as started:
        yield started


def run_by(address: str, tasks: list[Task], work: Callable[..., Answer] = powers) -> list[Answer]:
    with cluster_executor(address) as executor:
        return list(run_tasks(work, tasks, executor=executor))


@pytest.mark.slow
def test_a_worker_killed_mid_run_is_replaced(two: LocalCluster, capfd: pytest.CaptureFixture[str]) -> None:
    tasks, killed = numbered(60), []

    def kill(done: int, _: int) -> None:
        if done == 10:
            killed.append(two.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    with cluster_executor(two.scheduler_address) as executor:
        answers = list(run_tasks(toy_work.slow_powers, tasks, executor=executor, progress=kill))
    assert killed
    assert answers == [powers(number) for number in range(len(tasks))]
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_cluster_continues_what_this_machine_began(two: LocalCluster, tmp_path: Path) -> None:
    with pytest.raises(ExactError, match="number: 7 is refused"), cluster_executor(two.scheduler_address) as executor:
        saved_run(tmp_path, 9, work=toy_work.refuse, executor=executor)
    told: list[int] = []
    answers = saved_run(tmp_path, 9, progress=lambda done, _: told.append(done))
    assert answers == [powers(number) for number in range(9)]
    assert 0 < told[0] < told[-1] == 9


def test_a_worker_that_dies_after_its_answer(two: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask has the answer, but calls the task lost."""
    from distributed import Client

    gather: Any = Client._gather

    async def gather_and_lose(client: Client, futures: Any, *arguments: object, **options: object) -> object:
        answers = await gather(client, futures, *arguments, **options)
        for future in futures if isinstance(futures, list) else [futures]:
            future._state.lose()
        return answers

    monkeypatch.setattr(Client, "_gather", gather_and_lose)
    assert run_by(two.scheduler_address, numbered(5)) == [powers(number) for number in range(5)]


@pytest.mark.slow
def test_an_interrupt_drops_the_tasks(two: LocalCluster) -> None:
    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    def run() -> None:
        with cluster_executor(two.scheduler_address) as executor:
            list(run_tasks(toy_work.slow_powers, numbered(500), executor=executor, progress=interrupt))

    with pytest.raises(KeyboardInterrupt):
        run()
    start = time.monotonic()
    run_by(two.scheduler_address, numbered(4))
    assert time.monotonic() - start < 8, "the tasks dropped would take 12 seconds"


def test_the_workers_of_a_cluster_are_its_threads(two: LocalCluster) -> None:
    two.wait_for_workers(2, timeout=60)  # an earlier test may have killed one
    arguments = argparse.Namespace(workers=None, cluster=two.scheduler_address, checkpoint=None)
    with run_of(arguments) as (executor, *_):
        assert getattr(executor, "workers", None) == 2


def test_workers_of_another_version_are_refused(two: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "9.9.9")
    with pytest.raises(ExactError) as caught:
        run_by(two.scheduler_address, numbered(4))
    versions = f"has a worker with version {__version__} of exact-baccarat, but this is 9.9.9"
    assert str(caught.value) == f"cluster: '{two.scheduler_address}' {versions}: install the same version everywhere"


@pytest.mark.slow
def test_workers_that_die_when_asked_for_their_version_are_replaced(
    two: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client

    two.wait_for_workers(2, timeout=60)  # an earlier test may have killed one
    run: Any = Client.run
    monkeypatch.setattr(Client, "run", lambda client, *_, **options: run(client, toy_work.die, 0, **options))
    assert run_by(two.scheduler_address, numbered(5)) == [powers(number) for number in range(5)]


@pytest.mark.slow
def test_a_worker_that_joins_later_with_another_version_is_refused_by_itself() -> None:
    assert run_by_same_version(__version__, powers, 3) == powers(3)
    with pytest.raises(ExactError, match=f"version {__version__} of exact-baccarat, but this is 9.9.9"):
        run_by_same_version("9.9.9", powers, 3)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("", "is not an address: it must be HOST:PORT or tcp://HOST:PORT"),
        ("localhost", "is not an address"),
        (":8786", "is not an address"),
        ("localhost:port", "is not an address"),
        ("localhost:0", "is not an address"),
        ("localhost:65536", "is not an address"),
        ("tls://localhost:8786", "is not an address"),
        ("no-such-host.invalid:8786", "cannot be reached: "),
        (f"{'a' * 70}.invalid:8786", "cannot be reached: "),
    ],
)
def test_an_address_where_no_cluster_can_be(address: str, message: str) -> None:
    assert_refused_soon(address, message)


def assert_refused_soon(address: str, message: str) -> None:
    start = time.monotonic()
    with pytest.raises(ExactError, match="^cluster: ") as caught:
        run_by(address, numbered(1))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert time.monotonic() - start < 8


def test_a_closed_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert_refused_soon(f"127.0.0.1:{port}", "cannot be reached: [Errno 111] Connection refused")


def test_an_interrupt_while_the_scheduler_is_asked_is_silent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("distributed.rpc", interrupt)
    with socket.create_server(("127.0.0.1", 0)) as server:
        try:
            run_by(f"127.0.0.1:{server.getsockname()[1]}", numbered(1))
        except KeyboardInterrupt:
            interrupted = True
    gc.collect()  # asyncio tells of the error of a task when it is gone; the cluster of other tests may log meanwhile
    assert interrupted
    assert [record for record in caplog.records if record.name == "asyncio"] == []


@pytest.mark.slow
@pytest.mark.parametrize("words", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_something_else_at_the_address(words: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            callers = []
            while True:
                try:
                    callers.append(server.accept()[0])
                except OSError:
                    break
                callers[-1].sendall(words)
            for caller in callers:
                caller.close()

        greeter = threading.Thread(target=greet)
        greeter.start()
        assert_refused_soon(f"127.0.0.1:{server.getsockname()[1]}", "does not answer as a dask scheduler")
        server.shutdown(socket.SHUT_RDWR)
        greeter.join()


def test_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExactError, match=r"'distributed' is not installed: pip install 'exact-baccarat\[cluster\]'$"):
        run_by("localhost:8786", numbered(1))


@pytest.mark.slow
def test_a_task_that_kills_every_worker_is_given_up(two: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ALONE", 60.0)  # workers start slowly on a busy machine
    with pytest.raises(ExactError, match="has lost 4 workers on the same task: is there enough memory"):
        run_by(two.scheduler_address, numbered(1), toy_work.die)


@contextmanager
def started(*words: str, path: Path = TESTS.parent) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's own commands, which finds this package, or another, at ``path``."""
    command = [sys.executable, "-P", "-m", *words, "--no-dashboard"]
    environment = dict(os.environ, PYTHONPATH=f"{path}:{TESTS}")
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment) as running:
        try:
            yield running
        finally:
            running.terminate()


@contextmanager
def scheduler() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with started("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port)) as running:
        for _ in range(300):
            time.sleep(0.1)
            with socket.socket() as caller:
                if not caller.connect_ex(("127.0.0.1", port)):
                    break
        yield f"127.0.0.1:{port}", running


@pytest.mark.slow
def test_a_cluster_whose_workers_have_all_left(tmp_path: Path) -> None:
    worker = ("distributed.cli.dask_worker", "--nworkers", "1", "--nthreads", "1", "--no-nanny")
    command = [sys.executable, toy_work.__file__, "500", str(tmp_path)]
    with scheduler() as (address, _), started(*worker, address) as only:
        while not list(tmp_path.iterdir()):
            run = subprocess.Popen([*command, address], stderr=subprocess.PIPE, text=True)
            while run.poll() is None and lines_saved(tmp_path) < 10:
                time.sleep(0.1)
        only.kill()
        start = time.monotonic()
        _, told = run.communicate(timeout=60)
    assert (run.returncode, told) == (2, f"cluster: '{address}' has no workers left\n")
    assert 8 < time.monotonic() - start < 20
    resumed: list[int] = []
    answers = saved_run(tmp_path, 500, "killed", progress=lambda done, _: resumed.append(done))
    assert answers == [powers(number) for number in range(500)]
    assert resumed[0] >= 9


@pytest.mark.parametrize(
    ("answers", "clock", "message"),
    [
        ([{}, OSError(), {}, {"worker": 2}, {}, {}], [0.0, 6.0, 7.0, 9.0, 11.0, 20.0, 21.5], "has no workers left"),
        (
            [OSError(), OSError(), {"worker": 1}, OSError(), OSError()],
            [0.0, 8.0, 19.0, 20.0, 39.0, 40.5],
            "is lost: its scheduler has ended or is out of reach",
        ),
    ],
)
def test_pauses_of_workers_and_of_the_scheduler(
    answers: list[dict[str, int] | OSError], clock: list[float], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is restarted, or a scheduler that answers late, ends no run; ten seconds without any worker or
    twenty of silence do, and an answer in between starts them again."""
    monkeypatch.setattr(cluster, "time", Mock(monotonic=Mock(side_effect=clock)))
    executor = cluster._Cluster(Mock(sync=Mock(side_effect=answers)), "here:1")
    for _ in answers[1:]:
        executor.check()
    with pytest.raises(ExactError, match=f"^cluster: 'here:1' {message}$"):
        executor.check()


@pytest.mark.slow
def test_a_scheduler_that_freezes_in_the_middle_of_a_run_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = ("distributed.cli.dask_worker", "--nworkers", "1", "--nthreads", "1")

    with scheduler() as (address, running), started(*worker, address):

        def freeze(done: int, _: int) -> None:
            if done == 3:
                running.send_signal(signal.SIGSTOP)

        with monkeypatch.context() as patient:
            patient.setattr(cluster, "PATIENCE", 30.0)
            run_by(address, numbered(1))  # the worker is there
        monkeypatch.setattr(cluster, "SILENT", 3.0)
        start = time.monotonic()
        try:
            with pytest.raises(ExactError, match="is lost: its scheduler"), cluster_executor(address) as executor:
                list(run_tasks(toy_work.slow_powers, numbered(500), executor=executor, progress=freeze))
        finally:
            running.send_signal(signal.SIGCONT)
    assert time.monotonic() - start < 60


@pytest.mark.slow
def test_a_cluster_that_is_not_ready_and_one_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker; a worker with an older package that knows of no clusters; and the end of the scheduler mid-run."""
    (tmp_path / "exact").mkdir()
    (tmp_path / "exact" / "__init__.py").write_text('__version__ = "0.0.1"\n')
    worker = ("distributed.cli.dask_worker", "--nworkers", "1", "--nthreads", "1")
    with scheduler() as (address, running):
        assert_refused_soon(address, f"has no workers: start some with dask worker {address}")
        monkeypatch.setattr(cluster, "PATIENCE", 30.0)
        with started(*worker, address, path=tmp_path):
            message = "has a worker without this version of exact-baccarat, "
            with pytest.raises(ExactError, match=message):
                run_by(address, numbered(1))

        with started(*worker, address):
            run_by(address, numbered(1))  # with patience: the worker is there
            command = [sys.executable, toy_work.__file__, "500", str(tmp_path / "kept"), address]
            with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
                while lines_saved(tmp_path / "kept") < 10:
                    time.sleep(0.1)
                    assert run.poll() is None
                running.kill()
                _, told = run.communicate(timeout=60)
    assert told == f"cluster: '{address}' is lost: its scheduler has ended or is out of reach\n"
    assert run.returncode == 2
