"""Long runs end at once and in silence when they are told to, whatever their workers are doing and whichever have died.

``EXACT_TEST_PYTHONS`` names the interpreters to try, separated as in ``PATH``; by default the one that runs the tests.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from support import python, toy_work, wait_until

ROOT = Path(__file__).parents[2]
PYTHONS = os.environ.get("EXACT_TEST_PYTHONS", sys.executable).split(os.pathsep)
PERFECT = ("-m", "exact", "perfect", "--bet", "tie", "--unseen", "60", "--decks", "8", "--workers", "2")
STUDY = ("-m", "exact", "study", "--bet", "tie", "--shoes", "10000000", "--workers", "2")
FOUR_COUPS = ("-m", "exact", "dependence", "--decks", "7", "--coups", "4")
SOON = 2.0
"""Seconds in which a run must have ended."""

Run = subprocess.Popen[str]


@pytest.fixture(params=[pytest.param(python, marks=pytest.mark.slow) for python in PYTHONS])
def interpreter(request: pytest.FixtureRequest) -> str:
    """Slow: the session pythons runs them all."""
    return str(request.param)


@contextmanager
def started(python: str, *words: str) -> Iterator[Run]:
    """A run in a session of its own, so that a signal can be sent to all its processes as a terminal does."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [python, "-P", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as run:
        try:
            yield run
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)


def workers_of(run: Run) -> list[psutil.Process]:
    """The processes of the pool, without the one that Python starts to look after their resources."""
    children = psutil.Process(run.pid).children(recursive=True)
    return [child for child in children if "spawn_main" in " ".join(command_of(child))]


def command_of(process: psutil.Process) -> list[str]:
    try:
        command: list[str] = process.cmdline()
    except psutil.Error:  # it has just ended
        command = []
    return command


def wait_for(condition: Callable[[], bool], run: Run) -> None:
    """Until then the run must not end."""

    def is_so() -> bool:
        assert run.poll() is None, run.communicate()
        return condition()

    wait_until(is_so)


def is_busy(run: Run) -> bool:
    workers = workers_of(run)
    return len(workers) == 2 and all(sum(worker.cpu_times()[:2]) > 1 for worker in workers)


def assert_ends(run: Run, number: signal.Signals, send: Callable[[], None]) -> None:
    """After ``send`` the run ends soon and without a word, with the exit code of the signal, and leaves no process."""
    children = psutil.Process(run.pid).children(recursive=True)
    start = time.monotonic()
    send()
    printed = run.communicate(timeout=30)
    taken = time.monotonic() - start
    assert (run.returncode, *printed) == (128 + number, "", "")
    assert psutil.wait_procs(children, timeout=20)[1] == []
    assert taken < SOON


@pytest.mark.parametrize(
    ("number", "words"),
    [
        *((number, PERFECT) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)),
        *((number, STUDY) for number in (signal.SIGINT, signal.SIGTERM)),
        (signal.SIGTERM, FOUR_COUPS),
    ],
)
def test_a_signal_ends_a_run(interpreter: str, number: signal.Signals, words: tuple[str, ...]) -> None:
    with started(interpreter, *words) as run:
        wait_for(lambda: is_busy(run), run)
        assert_ends(run, number, lambda: run.send_signal(number))


def test_a_killed_worker_is_replaced_and_a_signal_ends_the_run_after_it(interpreter: str) -> None:
    with started(interpreter, *PERFECT) as run:
        wait_for(lambda: is_busy(run), run)
        killed = workers_of(run)[0]
        killed.kill()
        wait_for(lambda: killed not in workers_of(run) and is_busy(run), run)
        assert_ends(run, signal.SIGINT, lambda: run.send_signal(signal.SIGINT))


def test_an_interrupt_from_the_keyboard_is_silent_while_processes_start(interpreter: str) -> None:
    """It reaches every process, at whatever moment of its start."""
    rng = random.Random("while processes start")
    for _ in range(3):
        with started(interpreter, *PERFECT) as run:
            wait_for(lambda: bool(workers_of(run)), run)
            time.sleep(rng.random() / 2)
            assert_ends(run, signal.SIGINT, lambda: os.killpg(run.pid, signal.SIGINT))


def test_a_worker_ignores_an_interrupt_from_its_first_moment(interpreter: str) -> None:
    with started(interpreter, *PERFECT) as run:
        wait_for(lambda: bool(workers_of(run)), run)
        first = workers_of(run)
        for worker in first:
            worker.send_signal(signal.SIGINT)
        wait_for(lambda: is_busy(run), run)
        assert set(first) <= set(workers_of(run))
        assert_ends(run, signal.SIGTERM, lambda: run.send_signal(signal.SIGTERM))


def test_an_interrupt_from_the_keyboard_is_silent_in_the_middle_of_a_run(interpreter: str, tmp_path: Path) -> None:
    with started(interpreter, toy_work.__file__, "500", str(tmp_path)) as run:
        wait_for(lambda: toy_work.lines_saved(tmp_path) > 10, run)
        assert_ends(run, signal.SIGINT, lambda: os.killpg(run.pid, signal.SIGINT))


def test_a_worker_whose_run_was_killed_before_its_answer_is_silent() -> None:
    program = """
import os, threading
from multiprocessing import Pipe
from exact.workers import processes
ours, theirs = Pipe()
processes._end_with_parent = lambda: None
def answer():
    ours.close()
processes.pickle.loads = lambda _: answer
ours.send_bytes(b"a task")
processes._work(theirs)
"""
    ran = python("-c", program)
    assert (ran.stdout, ran.stderr) == ("", "")


ANOTHER_SIGNAL = """def answer(_):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    finally:
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            os.kill(os.getpid(), number)
        print("tidy")
bets.answer = answer
handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
assert main(["bets"]) == 143
assert handlers == [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
"""
ANOTHER_ERROR = """def answer(_):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
    except KeyboardInterrupt as interrupt:
        raise ImportError("could not import module datetime") from interrupt
bets.answer = answer
assert main(["bets"]) == 143
"""
IGNORED = """signal.signal(signal.SIGHUP, signal.SIG_IGN)
def answer(_):
    os.kill(os.getpid(), signal.SIGHUP)
    print("tidy")
    return Answer("bets", (), (), silent=True)
bets.answer = answer
assert main(["bets"]) == 0
"""


@pytest.mark.parametrize(("program", "out"), [(ANOTHER_SIGNAL, "tidy\n"), (ANOTHER_ERROR, ""), (IGNORED, "tidy\n")])
def test_a_signal_inside_a_command(program: str, out: str) -> None:
    """Another signal while it tidies up changes nothing; nor does an import of numpy's, which turns every error into an
    `ImportError`; and a signal that is ignored, as under ``nohup``, stays ignored."""
    imports = "import os, signal; from exact.answers.table import Answer; from exact.cli import main"
    ran = python("-c", f"{imports}; from exact.cli.commands import bets\n{program}")
    assert (ran.stdout, ran.stderr) == (out, "")


def test_a_signal_in_the_middle_of_exec_has_its_own_exit_code(tmp_path: Path) -> None:
    """As Python makes dataclasses. It remembers an interrupt that came through: ``python -m`` would end by SIGINT."""
    program = """
import os, signal, sys
from exact.cli import main
from exact.cli.commands import bets
bets.answer = lambda _: exec("os.kill(os.getpid(), signal.SIGTERM)")
sys.exit(main(["bets"]))
"""
    (tmp_path / "interrupted.py").write_text(program, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    command = [sys.executable, "-m", "interrupted"]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=60, env=environment)
    assert (ran.returncode, ran.stdout, ran.stderr) == (143, b"", b"")
