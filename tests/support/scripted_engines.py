"""Engines of a few lines and vectors of a few requests, for the tests of exact verify."""

import json
import re
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.vector_set import Vector, VectorSet
from support import Ran

STANDARD = {"rules": "standard"}


def shoe(*counts: int) -> dict[str, Any]:
    return {"kind": "outcomes", **STANDARD, "shoe": {"values": list(counts)}}


def coup(cards: str) -> dict[str, Any]:
    return {"kind": "coup", **STANDARD, "cards": cards.split()}


TWO = [shoe(*[4] * 10), shoe(0, 0, 0, 0, 2, 2, 2, 2, 2, 2)]
FIVE_CARDS = shoe(5, 0, 0, 0, 0, 0, 0, 0, 0, 0)


Asking = Callable[[list[dict[str, Any]]], None]
Verified = Callable[..., Ran]


def vectors_of(requests: list[dict[str, Any]], smoke: bool) -> VectorSet:
    """Vectors with the ids v-0, v-1, …, the first alone in the smoke set; the expected answers are this package's."""
    vectors = []
    for number, request in enumerate(requests):
        expected = answer(request)
        refused = "error" in expected
        flags = ("invalid",) if refused else ()
        vectors.append(Vector(f"v-{number}", "test", flags, request, {"error": True} if refused else expected))
    asked = vectors[:1] if smoke else vectors
    return VectorSet("ab" * 32, asked, vectors[len(asked) :], {})


def judged(ran: Ran) -> tuple[int, ...]:
    """The numbers in the first line of a report: right answers, failures of every way, and vectors not asked."""
    first = ran.out.splitlines()[0]
    right = re.search(r"(\d+) of \d+ questions", first)
    assert right is not None, first
    failed = sum(map(int, re.findall(r"(\d+) (?:wrong number|refused inside|protocol fault|late answer)", first)))
    left = re.search(r"(\d+) not asked", first)
    return int(right[1]), failed, int(left[1]) if left else 0


def one_blank(text: str) -> str:
    """``text`` on one line, a single blank between two cells of a table."""
    return " ".join(text.split())


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
