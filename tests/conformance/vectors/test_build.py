"""The files of vectors as they are written: from the groups in the committed files come the same bytes again."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from exact.bets.catalogue import catalogue
from exact.conformance.vectors import build
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.groups import Group
from exact.conformance.vectors.vector_set import BETS_FILE, DATA, DIGESTS_FILE, SMOKE_FILE, Vector


def committed(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def groups_in(name: str) -> list[Group]:
    """The groups of a committed file, as the functions that compute them would return them."""
    return [
        Group(
            group["name"],
            group["source"],
            group["reason"],
            tuple(group["flags"]),
            tuple((vector["request"], vector["expected"]) for vector in group["vectors"]),
        )
        for group in committed(name)["groups"]
    ]


class Pool:
    """It does each task at once and notes in which order they come."""

    def __init__(self) -> None:
        self.done: list[Callable[..., Any]] = []

    def submit(self, task: Callable[..., Any]) -> Future[Any]:
        self.done.append(task)
        future: Future[Any] = Future()
        future.set_result(task())
        return future


def test_the_committed_groups_give_the_committed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (DATA / build.README_FILE).read_text(encoding="utf-8")
    shown = dict(
        row[2:-2].split(" | ") for row in readme.partition("<!-- faults -->")[2].splitlines() if row[:2] == "| "
    )
    kinds = {fault.id: shown[fault.words].split(", ") if fault.words in shown else [] for fault in faults()}
    smoke = committed(SMOKE_FILE)["ids"]
    some = {name: catalogue()[name] for name in ("dragon-7", "punto-pair")}
    vectors: list[Vector] = []

    def smoke_set(asked: list[Vector], _: object) -> tuple[list[str], dict[str, list[str]]]:
        vectors.extend(asked)
        return smoke, kinds

    monkeypatch.setattr(build, "smoke_set", smoke_set)
    monkeypatch.setattr(build, "catalogue", lambda: some)
    making = {name: (lambda name=name: groups_in(name)) for name in build.FILES}
    monkeypatch.setattr(build, "FILES", making)
    pool, stale = Pool(), readme.replace("| full-shoes | full-shoe, published | 8 |", "| full-shoes |  | 7 |")
    files = build.build_files(stale, pool)  # type: ignore[arg-type]
    assert stale != readme
    assert pool.done[0] is making["vectors-bets.json"]
    assert pool.done[:-1] == sorted(making.values(), key=pool.done.index)
    assert len(making) == 8
    own = files.pop(BETS_FILE), files.pop(DIGESTS_FILE)
    assert files == {name: (DATA / name).read_bytes() for name in (*making, SMOKE_FILE, "rules.json", "README.md")}
    assert json.loads(own[0]) == {
        **committed(BETS_FILE),
        "bets": {name: committed(BETS_FILE)["bets"][name] for name in some},
    }
    lines = (DATA / BETS_FILE).read_text(encoding="utf-8").splitlines()
    assert {line.rstrip(",") for line in own[0].decode().splitlines()} <= {line.rstrip(",") for line in lines}
    digests, usual = own[1].decode().splitlines(), (DATA / DIGESTS_FILE).read_text(encoding="utf-8").splitlines()
    assert [line for line in digests if BETS_FILE not in line or "vectors" in line] == [
        line for line in usual if not line.endswith(f" {BETS_FILE}")
    ]
    assert vectors[0].id.endswith("-001")
    assert len({vector.id for vector in vectors}) == len(vectors)
    assert set(smoke) <= {vector.id for vector in vectors}
