"""Engines of a few lines and vectors of a few requests, for the tests of exact verify."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.schema import FORMAT, VERSION
from exact.conformance.vectors.vector_set import DIGESTS_FILE, SMOKE_FILE, digests_text
from support import Ran

Command = Callable[..., Ran]
STANDARD = {"rules": "standard"}


def shoe(*counts: int) -> dict[str, Any]:
    return {"kind": "outcomes", **STANDARD, "shoe": {"values": list(counts)}}


def coup(cards: str) -> dict[str, Any]:
    return {"kind": "coup", **STANDARD, "cards": cards.split()}


TWO = [shoe(*[4] * 10), shoe(0, 0, 0, 0, 2, 2, 2, 2, 2, 2)]
FIVE_CARDS = shoe(5, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def write_vectors(folder: Path, requests: list[dict[str, Any]]) -> Path:
    """A folder of vectors with the ids v-0, v-1, …; the expected answers are this package's."""
    groups: dict[bool, list[dict[str, Any]]] = {}
    for number, request in enumerate(requests):
        expected = answer(request)
        refused = "error" in expected
        vector = {"id": f"v-{number}", "request": request, "expected": {"error": True} if refused else expected}
        groups.setdefault(refused, []).append(vector)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "groups": [
            {
                "name": "test",
                "source": "these tests",
                "reason": "to test the runner",
                "flags": flags,
                "vectors": vectors,
            }
            for refused, vectors in groups.items()
            for flags in [["invalid"] if refused else []]
        ],
    }
    smoke = {"format": FORMAT, "version": VERSION, "ids": ["v-0"]}
    path = folder / "vectors"
    path.mkdir()
    files = {name: json.dumps(data).encode() for name, data in (("vectors-test.json", document), (SMOKE_FILE, smoke))}
    for name, data in files.items():
        (path / name).write_bytes(data)
    (path / DIGESTS_FILE).write_text(digests_text(files), encoding="utf-8")
    return path


def hello(**changes: Any) -> dict[str, Any]:
    capabilities = {"arithmetic": "exact", "kinds": ["outcomes"], "granularity": "values", "rules": ["standard"]}
    return {"protocol": "exact-baccarat", "version": 1, "engine": "test", "capabilities": capabilities | changes}


def script(folder: Path, body: str, **changes: Any) -> str:
    """The command of a Python engine: ``body`` may use what the lines before it define."""
    right = {f"v-{number}": {"id": f"v-{number}", **answer(request)} for number, request in enumerate(TWO)}
    path = folder / "hostile.py"
    path.write_text(
        f"""
import json, os, signal, subprocess, sys, time
HELLO, RIGHT = {json.dumps(hello(**changes))!r}, {right!r}
open({str(folder / "pids")!r}, "a").write(f"{{os.getpid()}}\\n")
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def greet():
    sys.stdin.readline()
    say(HELLO + "\\n")
def requests():
    for line in sys.stdin:
        yield json.loads(line)
def reply(request, **changes):
    say(json.dumps(RIGHT[request["id"]] | changes) + "\\n")
{body}
""",
        encoding="utf-8",
    )
    return shlex.join([sys.executable, "-I", "-S", str(path)])


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def nobody_is_left(folder: Path) -> bool:
    processes = [int(line) for line in (folder / "pids").read_text(encoding="ascii").split()]
    deadline = time.monotonic() + 2
    while any(map(is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not any(map(is_running, processes))
