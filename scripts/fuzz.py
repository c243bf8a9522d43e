"""Put seeded nonsense through every door of the program: python scripts/fuzz.py 1000000.

An input has a number, its seed: ``--seed 123 1`` repeats input 123. Whatever comes, a command ends with 0, 1 or 2 (130
if its time is over), prints no traceback and no control character, refuses in one line and leaves no half-written
file; the library raises `ExactError` alone, and a server replies.
"""

from __future__ import annotations

import argparse
import inspect
import io
import os
import random
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import unicodedata
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from fuzz_inputs import EXAMPLES, FILES, JUNK, MESSAGES, spoiled, spoiled_words

import exact
from exact.cli.main import main
from exact.conformance.serve import serve_lines
from exact.conformance.strict_json import parsed

SECONDS, HANGS = 0.3, 100.0  # until a run is interrupted, and until one that does not obey hangs


def check(holds: object, finding: str) -> None:
    if not holds:
        raise AssertionError(finding)


def words(rng: random.Random) -> None:
    run(spoiled_words(rng, rng.choice(EXAMPLES)))


def run(given: list[str], data: bytes = b"") -> None:
    """Run a command in this process, and check how it ends and what it prints."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in "oe")
    before, sys.stdin = {*os.listdir()}, io.TextIOWrapper(io.BytesIO(data))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(given)
        except SystemExit as stopped:  # --help
            code = int(stopped.code or 0)
    for stream in (out, err):
        stream.flush()
    printed, told = (stream.buffer.getvalue().decode() for stream in (out, err))
    unseen = {c for c in {*printed, *told} - {"\n"} if not c.isprintable() and unicodedata.category(c) != "Zs"}
    check(not unseen and "Traceback" not in printed + told, f"prints {unseen or told}")
    last = told.rstrip("\n").rpartition("\n")[2]
    check(
        code in (0, 1, 128 + signal.SIGINT) or (code == 2 and last.startswith("exact: ")), f"ends with {code}: {told}"
    )
    for name in {*os.listdir()} - before:
        whole = code in (0, 1) or name.endswith(".rejects.csv") or f"{name}.rejects.csv" in told
        check(whole and not name.endswith(".partial"), f"leaves {name}")


def files(rng: random.Random) -> None:
    name = rng.choice([*FILES])
    text, command = FILES[name]
    data = spoiled(rng, text.encode())
    Path(name).write_bytes(data)
    run(shlex.split(command), data)


def library(rng: random.Random) -> None:
    function = getattr(
        exact, rng.choice([name for name in exact.__all__ if name not in ("ExactError", "Outcome", "perfect")])
    )
    given: list[object] = []
    named: dict[str, object] = {}
    for parameter in inspect.signature(function).parameters.values():
        value = rng.choice(JUNK) if rng.random() < 0.5 else rng.choice(rng.choice(EXAMPLES))
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY):
            given.append(value)
        elif parameter.default is parameter.empty or (parameter.name != "workers" and rng.random() < 0.3):
            named[parameter.name] = value
    try:
        repr(function(*given, **named))
    except exact.ExactError as error:
        check(str(error).isprintable(), f"raises {str(error)!r}")


def lines(rng: random.Random) -> None:
    replies = io.BytesIO()
    serve_lines(io.BytesIO(spoiled(rng, rng.choice(MESSAGES)).replace(b"\n", b" ") + b"\n"), replies)
    parsed(replies.getvalue(), "reply")


def http(rng: random.Random) -> None:
    data = spoiled(rng, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n" + rng.choice(MESSAGES))
    address = "127.0.0.1", int(os.environ["FUZZED_PORT"])
    with socket.create_connection(address, timeout=HANGS) as connection, suppress(ConnectionError):
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        reply = connection.makefile("rb").read()
        check(not reply or reply.startswith(b"HTTP/1."), f"replies {reply[:60]!r}")


DOORS = {lines: 50, library: 22, words: 20, files: 7, http: 1}  # the slower, the fewer


def tried(seed: int) -> tuple[str, str]:
    """The door of an input, and what was found."""
    rng = random.Random(seed)
    (door,) = rng.choices([*DOORS], [*DOORS.values()])
    alarms = iter((lambda: os.kill(os.getpid(), signal.SIGINT), lambda: check(False, "does not end")))
    signal.signal(signal.SIGALRM, lambda *_: next(alarms)())
    found = ""
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS, HANGS)
        door(rng)
    except KeyboardInterrupt:
        pass
    except BaseException:
        found = traceback.format_exc(limit=-3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    for left in os.listdir():
        (os.rmdir if Path(left).is_dir() else os.unlink)(left)
    return door.__name__, found


def tried_together(seeds: range) -> list[tuple[str, str]]:
    """What was found of these inputs, in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for good in ("odds", "bets", "session --bet tie --coups 2", "removal --bet tie"):
            run(good.split())  # an interrupt in the midst of an import would leave half of a library
        found = [tried(seed) for seed in seeds]
        os.chdir("/")
    return found


def fuzz() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=2000, help="the number of inputs; default 2000")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first input; default 0")
    parser.add_argument("--lanes", type=int, default=2, help="how many processes to use; default 2")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ["FUZZED_PORT"] = port = str(free.getsockname()[1])
    begun, doors, findings = time.monotonic(), Counter[str](), 0
    with ExitStack() as stack:
        command = [sys.executable, "-m", "exact", "serve", "--http", port]
        server = stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE))
        stack.callback(server.kill)
        check(server.stderr and server.stderr.readline(), "there is no server")
        lanes = stack.enter_context(ProcessPoolExecutor(arguments.lanes))
        chunks = [seeds[at : at + 500] for at in range(0, len(seeds), 500)]
        for chunk, tries in zip(chunks, lanes.map(tried_together, chunks), strict=True):
            for seed, (door, found) in zip(chunk, tries, strict=True):
                doors[door] += 1
                findings += bool(found)
                if found or (seed + 1) % 10_000 == 0:
                    print(f"input {seed}, {door}: {found or 'fine'}", flush=True)
        check(server.poll() is None, "the server has ended")
    print(f"{len(seeds)} inputs, {dict(doors)}, in {time.monotonic() - begun:.0f} s, findings: {findings}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(fuzz())
