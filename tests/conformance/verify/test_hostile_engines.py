"""exact verify against engines that misbehave: it ends them, says what happened, and never hangs or grows."""

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from support import wait_until
from support.scripted_engines import TWO, Verified, nobody_is_left, script, shoe

from exact.conformance.strict_json import MAX_LINE
from exact.conformance.vectors.engine import answer
from exact.conformance.verify.asking import MAX_BREAKS, Broken, EngineProcess

pytestmark = pytest.mark.slow  # it starts and ends some seventy processes


def test_an_engine_that_breaks_off_again_and_again_is_given_up(engine: Verified) -> None:
    ran = engine("greet()", "--format", "json", requests=TWO * 20)
    report = json.loads(ran.out)
    assert (ran.code, report["faults"], report["not_asked"]) == (1, MAX_BREAKS, 40 - MAX_BREAKS)
    assert report["without_reply"] == MAX_BREAKS
    assert report["happened"] == [f"stopped: the engine broke off {MAX_BREAKS} times"]


ONES = {"punto": "1", "banco": "1", "tie": "1"}
WRONG = f"greet()\nfor r in requests(): say(json.dumps({{'id': r['id'], 'counts': {ONES}}}) + chr(10))"


def test_the_total_time_bounds_shrinking_and_guessing_too(engine: Verified, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an own side, expected answers and known mistakes alike, that takes its time."""

    def slower_by(seconds: float) -> Callable[[dict[str, Any]], dict[str, Any]]:
        def slow(request: dict[str, Any], *own_bets: Any) -> dict[str, Any]:
            time.sleep(seconds)
            return answer(request, *own_bets)

        return slow

    monkeypatch.setattr("exact.conformance.verify.runner.answer", slower_by(0.05))
    # Each of the ten failures and the smallest is asked for: never less than 16 s in all.
    monkeypatch.setattr("exact.conformance.vectors.explain.answer", slower_by(1.5))
    requests = [shoe(*[40 + n] * 10) for n in range(10)]
    start = time.monotonic()
    ran = engine(WRONG, "--total-timeout", "1", requests=requests)
    assert time.monotonic() - start < 10
    assert ran.code == 1
    assert "note: stopped looking for a cause: the total time of 1 s was used up\n" in ran.out


MEMORY = 64 * MAX_LINE
"""Some lines and the end of a complaint are kept, and what starts a process; each flood is ten times larger."""
FLOODS = {
    "without a line feed": ("while True: say('x' * 100_000)", "wrote more than"),
    "on standard error": ("for r in requests(): sys.stderr.write('y' * 50_000_000); say('fine\\n')", ""),
    "after the last reply": ("for r in requests(): say('fine\\n')\nwhile True: say('x' * 100_000)", ""),
}


@pytest.mark.parametrize("what", FLOODS)
def test_memory_is_bounded(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exact.conformance.verify.asking.GRACE", 0.3)
    body, told = FLOODS[what]
    command = script(tmp_path, f"sys.stdin.readline()\n{body}")
    tracemalloc.start()
    engine = EngineProcess(command)
    try:
        with pytest.raises(Broken, match=told) if told else nullcontext():
            assert engine.exchange(b"{}\n{}\n", 20) == b"fine"
    finally:
        engine.close()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEMORY
    assert nobody_is_left(tmp_path)


@pytest.mark.parametrize("body", ["time.sleep(60)", "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_a_signal_ends_leaves_nobody_behind(number: signal.Signals, body: str, tmp_path: Path) -> None:
    command = script(tmp_path, f"greet()\n{body}")
    words = [sys.executable, "-m", "exact", "verify", "engine", command]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
        wait_until((tmp_path / "pids").exists)
        time.sleep(0.2)
        os.kill(running.pid, number)
        assert running.wait(10) == 128 + number
        assert running.stderr is not None
        assert running.stderr.read() == b""
    assert nobody_is_left(tmp_path)
