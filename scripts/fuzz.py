"""Put seeded nonsense through every door of the program: python scripts/fuzz.py 1000000.

An input is an example of the pages, a file of theirs or a request of the vectors, spoiled; its number is its seed:
``1 123`` repeats input 123. Whatever comes, a command ends with 0, 1 or 2 (130 if its time is over), prints no control
character, refuses in one line and leaves no half-written file; the library raises `ExactError` alone, a server replies.
"""

import inspect
import io
import json
import os
import random
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
import unicodedata
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import numpy as np
import sympy  # noqa: F401  # now, because an interrupt in the middle of a late import would leave half of it
from build_readme import BLOCK, PAGES, file_name

import exact
from exact.cli.commands.verify import SUBCOMMANDS
from exact.cli.main import COMMANDS, main, module_of
from exact.conformance.serve import serve_lines
from exact.conformance.strict_json import parsed
from exact.conformance.vectors.vector_set import load_set

SECONDS, HANGS = 0.3, 100.0  # until a run is interrupted, and until one that does not obey hangs
MESSAGES = [json.dumps({"id": each.id, **each.request}).encode() for each in load_set(smoke=True).vectors]
_PAGES = [page.read_text("utf-8") for page in PAGES]
_HELP = [str(command.__doc__) for command in (*map(module_of, COMMANDS), *SUBCOMMANDS.values())]
_BLOCKS = [(file_name(page, block), block["text"]) for page in _PAGES for block in BLOCK.finditer(page)]
FILES = {name: text for name, text in _BLOCKS if name}
FILES |= {
    "counts.json": '{"decks": 8, "coups": 9, "outcomes": {"punto": 9}}',
    "answers.csv": 'id,answer\nx,"{""a"": 1}"\n',
}
_LINE = re.compile(r"^(?:\$|  ) ?exact ([a-z][^\\|>&;\n]*?)(?:   .*| 2>&1|(?: &&|;).*)?$", re.MULTILINE)
_ELSEWHERE = r"(^|=)[/~]|\.\.[/\\]|--(workers|cluster|http|book|check|pictures)|https?:|engine|study|serve|perfect"
_TEXTS = ["", " ", "9" * 30, "9" * 5000, "A" * 300, *"\x00\n\r\x1b\x9b\u202e\u2028\udcff\\'\"{}[],:;%$-½²٣é💥"]
_TEXTS += [
    "0",
    "-1",
    "1/0",
    "1e400",
    "nan",
    "\x1b[2J",
    "=cmd|x",
    "{a,b}",
    "{1..9}",
    "player",
    "banco=5",
    "--",
    "a==1",
    "1979-05-27",
]
_DEEP: list[object] = []
for _ in range(5000):
    _DEEP = [_DEEP]
JUNK: list[object] = [*_TEXTS, None, True, 1, 8, -1, 10**30, 1.5, float("nan"), b"x", [], {}, _DEEP, {"a": _DEEP}]
JUNK += [object, np.array(5), np.eye(3), [1, "x"], {1: 2}, range(3), Path("x"), [4] * 10]


def harmless(words: list[str]) -> bool:
    """Whether a command stays in this folder, on this machine and in this process, and takes no minutes."""
    return (words[:1] != ["tables"] or "--list" in words) and not any(re.search(_ELSEWHERE, word) for word in words)


EXAMPLES = [shlex.split(line) for line in _LINE.findall("\n".join(_PAGES + _HELP)) if line.count('"') % 2 == 0]
EXAMPLES = [words for words in EXAMPLES if harmless(words)]
READERS = [words for words in EXAMPLES if not FILES.keys().isdisjoint(words)]
READERS.append(["verify", "engine", "--url", "http://127.0.0.1:9/", "--map", "mapping.toml"])  # where nobody listens


def spoiled(rng: random.Random, data: bytes) -> bytes:
    """``data`` after one to four changes: bytes cut out, doubled or changed, and texts and numbers put in."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(data) + 1)
        to = min(at + rng.choice((1, 4, 30)), len(data))
        if rng.random() < 0.3 and (number := re.compile(rb"\d+").search(data, at)):
            at, to = number.span()
        put = os.fsencode(rng.choice(_TEXTS))
        data = data[:at] + rng.choice((b"", data[at:to] * 2, put, rng.randbytes(1), put + data[at:to])) + data[to:]
    return data


def spoiled_words(rng: random.Random, given: list[str]) -> list[str]:
    """``given`` after one to three changes; as they were, if that would not be `harmless`."""
    words = [*given]
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(words) + 1)
        near = os.fsdecode(spoiled(rng, os.fsencode(words[at - 1] if words else "odds")))
        other = rng.choice((rng.choice(rng.choice(EXAMPLES)), rng.choice(_TEXTS), near))
        words[at : at + rng.randrange(2)] = rng.choice(([], [other], [other], words[at : at + 1] * 2))
    return words if harmless(words) else given


def check(holds: object, finding: str) -> None:
    if not holds:
        raise AssertionError(finding)


def run(given: list[str], data: bytes = b"") -> None:
    """Run a command in this process, and check how it ends and what it prints."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in "oe")
    before, sys.stdin = {*os.listdir()}, io.TextIOWrapper(io.BufferedReader(io.BytesIO(data)))
    with redirect_stdout(out), redirect_stderr(err), out, err:
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
        whole = code != 2 or name.endswith(".rejects.csv") or f"{name}.rejects.csv" in told
        check(whole and not name.endswith(".partial"), f"leaves {name}")


def words(rng: random.Random) -> None:
    run(spoiled_words(rng, rng.choice(EXAMPLES)))


def files(rng: random.Random) -> None:
    given = rng.choice(READERS)
    for name in FILES.keys() & {*given}:
        Path(name).write_bytes(spoiled(rng, FILES[name].encode()))
    run(given, spoiled(rng, b"P B T PBBT\n"))


def library(rng: random.Random) -> None:
    function = getattr(exact, rng.choice([*{*exact.__all__} - {"ExactError", "Outcome", "perfect"}]))
    given, named = [], {}
    for parameter in inspect.signature(function).parameters.values():
        value = rng.choice((rng.choice(JUNK), rng.choice(rng.choice(EXAMPLES))))
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
    rng, found = random.Random(seed), ""
    (door,) = rng.choices([*DOORS], [*DOORS.values()])
    alarms = iter((lambda: os.kill(os.getpid(), signal.SIGINT), lambda: check(False, "does not end")))
    signal.signal(signal.SIGALRM, lambda *_: next(alarms)())
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
        (shutil.rmtree if Path(left).is_dir() else os.unlink)(left)
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


def fuzz(count: int = 2000, first: int = 0) -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ["FUZZED_PORT"] = port = str(free.getsockname()[1])
    doors, findings = Counter[str](), 0
    with ExitStack() as stack:
        command = [sys.executable, "-m", "exact", "serve", "--http", port]
        server = stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE))
        stack.callback(server.kill)
        check(server.stderr and server.stderr.readline(), "there is no server")
        chunks = [range(at, min(at + 500, first + count)) for at in range(first, first + count, 500)]
        lanes = stack.enter_context(ProcessPoolExecutor())
        for chunk, tries in zip(chunks, lanes.map(tried_together, chunks), strict=True):
            for seed, (door, found) in zip(chunk, tries, strict=True):
                doors[door] += 1
                findings += bool(found)
                if found or (seed + 1) % 10_000 == 0:
                    print(f"input {seed}, {door}: {found or 'fine'}", flush=True)
        check(server.poll() is None, "the server has ended")
    print(f"{count} inputs, {dict(doors)}, findings: {findings}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(fuzz(*map(int, sys.argv[1:])))
