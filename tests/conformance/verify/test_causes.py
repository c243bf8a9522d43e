"""exact verify names the fault of an engine, in a file of its answers to the smoke set; each engine has one fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import Command

from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.smoke import is_killed
from exact.conformance.vectors.vector_set import Vector, load_set

FAULTS = {fault.id: fault for fault in faults()}
SMOKE = load_set(smoke=True).vectors
Json = dict[str, Any]


def answers_with(name: str, kinds: tuple[str, ...]) -> list[Json]:
    """The answers of an engine with the fault, and right ones where the fault says nothing, under its handshake."""
    fault = FAULTS[name]
    floating = not fault.exact
    capabilities = {
        "arithmetic": "floating" if floating else "exact",
        "kinds": list(kinds),
        "granularity": "cards",
        "bets": "all",
        "rules": ["standard"],
    }
    hello = {"protocol": "exact-baccarat", "version": 1, "engine": name, "capabilities": capabilities}
    return [hello, *(answered(vector, name, floating) for vector in SMOKE if asked(vector, kinds))]


def asked(vector: Vector, kinds: tuple[str, ...]) -> bool:
    return vector.request.get("kind") in kinds and vector.request.get("rules", "standard") == "standard"


def answered(vector: Vector, name: str, floating: bool) -> Json:
    if "error" in vector.expected:
        return {"id": vector.id, "error": "no"}
    said: Json = FAULTS[name].answer(vector.request) or vector.expected
    given: Json = {key: value for key, value in said.items() if key != "deals"}
    if floating and "counts" in given:
        counts = {key: int(count) for key, count in given["counts"].items()}
        given = {"probabilities": {key: count / sum(counts.values()) for key, count in counts.items()}}
    return {"id": vector.id, **given}


ENGINES = {
    "looks-total": ("outcomes", "coup"),
    "natural-banco-8": ("outcomes", "coup"),
    "unpadded-five": ("outcomes",),
    "sixth": ("outcomes",),
    "third-ten": ("coup", "outcomes"),
    "banco-row-6-stands": ("coup",),
    "cents-cut": ("settlement",),
    "tie-loses-banco": ("settlement",),
    "for-one": ("settlement",),
    "pair-third-card": ("settlement", "bet"),
    "either-independent": ("bet",),
    "monkeys": ("bet",),
    "natural-tie": ("bet",),
    "tiers-overlap": ("bet",),
    "float32": ("outcomes",),
    "decimals-cut-4": ("outcomes",),
    "int64": ("outcomes", "bet"),
    "doubles": ("outcomes",),
    "high-5": ("given",),
    "third-unknown": ("given",),
}


@pytest.mark.parametrize(
    "name", ["cents-cut", *(pytest.param(name, marks=pytest.mark.slow) for name in ENGINES if name != "cents-cut")]
)
def test_the_report_names_the_fault(name: str, exact: Command, tmp_path: Path) -> None:
    assert any(is_killed(FAULTS[name], vector) for vector in SMOKE if asked(vector, ENGINES[name]))
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(answers_with(name, ENGINES[name])), encoding="utf-8")
    ran = exact("verify", "results", str(file), "--smoke", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    assert str(FAULTS[name].words) in json.loads(ran.out)["causes"]
    if name in ("looks-total", "cents-cut"):
        text = exact("verify", "results", str(file), "--smoke").out
        assert f"{FAULTS[name].words}\n" in text
        assert "none of the known faults" not in text


@pytest.mark.slow
def test_a_count_that_overflowed_is_a_wrong_number(exact: Command, tmp_path: Path) -> None:
    """A negative count, too: it is no fault of the protocol."""
    answers = answers_with("int64", ("outcomes",))
    assert '"-' in json.dumps(answers)
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(answers), encoding="utf-8")
    ran = exact("verify", "results", str(file), "--smoke")
    assert "protocol fault" not in ran.out
    assert str(FAULTS["int64"].words) in ran.out
