"""The strength of the vectors: every wrong engine that can be told from a right one is."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from support import MULTIPLIER

from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.mutants import (
    CAPABILITIES,
    Mutant,
    explain,
    is_killed,
    kill_matrix,
    killers,
    mutants,
    smoke_set,
)
from exact.conformance.vectors.small_engine import SmallEngine
from exact.conformance.vectors.vector_set import Vector, load_set

VECTORS = load_set().vectors
SMOKE = load_set(smoke=True).vectors
RIGHT = SmallEngine()
BY_NAME = {mutant.name: mutant for mutant in mutants()}
ORDERS = ("order-sides", "order-banco-first", "order-sixth")


@cache
def deaths(name: str) -> Counter[str]:
    """How many vectors of each kind kill a mutant."""
    return Counter(str(vector.request["kind"]) for vector in VECTORS if is_killed(BY_NAME[name], vector))


def kinds_that_tell(mutant: Mutant) -> set[str]:
    """What an engine must be able to do to be told from a right one, from what each fault touches."""
    if mutant.name in ORDERS:
        return {"coup"}  # the cards of a shoe are exchangeable: an order of dealing changes no count
    if mutant.name.startswith(("pairs-", "suits-", "one-edge")):
        return {"bet"}
    if mutant.name.startswith("commission-"):
        return {"settlement"}
    if mutant.name.startswith("count-") or mutant.name in ("replacement", "unpadded"):
        return {"outcomes", "bet"}  # a replayed coup counts no shoe
    return {"outcomes", "bet", "coup"}


@pytest.mark.parametrize("kind", CAPABILITIES)
def test_the_small_engine_is_right(kind: str) -> None:
    """Before anything is changed: so a mutant dies of its fault, and of nothing else."""
    answered = 0
    for vector in VECTORS:
        if vector.request.get("kind") == kind and "error" not in vector.expected:
            given = RIGHT.answer(vector.request)
            assert given in (None, vector.expected), vector.id
            answered += given is not None
    assert answered >= 60


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_every_mutant_dies(name: str) -> None:
    """By each kind of request that touches its fault, so an engine of any capability is caught."""
    assert kinds_that_tell(BY_NAME[name]) <= deaths(name).keys(), dict(deaths(name))


def test_every_cell_and_every_fault_has_its_mutant() -> None:
    names = list(BY_NAME)
    assert len(names) == len(mutants())
    assert sum(name.startswith("banco-") for name in names) == 8 * 11
    assert sum(name.startswith("punto-") for name in names) == 8
    assert sum(name.startswith("count-") for name in names) == 20


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_of_dealing_changes_no_count(name: str) -> None:
    """The equivalence that excuses it, on every shoe of the set: exactly the same counts, not only the same shares."""
    for vector in VECTORS:
        if vector.request.get("kind") in ("outcomes", "bet") and "error" not in vector.expected:
            assert BY_NAME[name].engine.answer(vector.request) in (None, vector.expected)
    assert deaths(name)["outcomes"] + deaths(name)["bet"] == 0


@pytest.mark.slow
def test_how_many_vectors_it_takes() -> None:
    """Counts betray a wrong cell nearly everywhere; a replayed coup shows one cell at a time."""
    cells = [deaths(name) for name in BY_NAME if name.startswith("banco-")]
    assert min(found["outcomes"] for found in cells) >= 100
    assert min(found["coup"] for found in cells) >= 1


@pytest.mark.slow
def test_the_smoke_set_alone_kills_them_all() -> None:
    assert [mutant.name for mutant in mutants() if not killers(mutant, SMOKE)] == []


def test_a_right_engine_survives() -> None:
    assert killers(Mutant("right", "that is right", RIGHT), VECTORS) == []


@pytest.mark.slow
def test_the_smoke_set_is_what_the_tool_chooses() -> None:
    assert smoke_set(VECTORS, kill_matrix(VECTORS)) == [vector.id for vector in SMOKE]


def wrong_answers(mutant: Mutant, vectors: list[Vector]) -> list[tuple[dict[str, object], dict[str, object]]]:
    return [
        (vector.request, mutant.engine.answer(vector.request) or {}) for vector in vectors if is_killed(mutant, vector)
    ]


@pytest.mark.parametrize(
    ("name", "fault"),
    [("banco-5-4", "whose banco stands on 5 against 4")]
    + [(n, BY_NAME[n].fault) for n in ("punto-5", "natural-9", "ten-as-10", "suits-ignored", "commission-house")],
)
def test_a_mutant_explains_itself(name: str, fault: str) -> None:
    failures = wrong_answers(BY_NAME[name], VECTORS)[:12]
    assert explain(failures) == explain(failures[:3]) == [f"matches an engine {fault}"]


def test_a_floating_engine_is_explained_too() -> None:
    failures: list[tuple[dict[str, object], dict[str, object]]] = []
    for request, given in wrong_answers(BY_NAME["banco-3-8"], VECTORS)[:5]:
        counts = given["counts"]
        assert isinstance(counts, dict)
        deals = sum(map(int, counts.values()))
        failures.append((request, {"id": "x", "probabilities": {name: int(c) / deals for name, c in counts.items()}}))
    assert explain(failures) == ["matches an engine whose banco draws on 3 against 8"]


def test_an_amount_explains_however_it_is_written() -> None:
    failures = [
        (request, {"id": "x", "net": {bet: f"{amount}0" for bet, amount in dict(given["net"]).items()}})  # type: ignore[call-overload]
        for request, given in wrong_answers(BY_NAME["commission-house"], VECTORS)[:5]
    ]
    assert explain(failures) == ["matches an engine that rounds commission up, for the house"]


@pytest.mark.slow
def test_the_smoke_set_is_enough_for_whoever_counts_and_not_for_whoever_replays() -> None:
    """As the help says of it; the README has how many vectors of each kind kill each mutant."""
    for kind in CAPABILITIES:
        smoke = [vector for vector in SMOKE if vector.request.get("kind") == kind]
        missed = [mutant.name for mutant in mutants() if deaths(mutant.name)[kind] and not killers(mutant, smoke)]
        assert bool(missed) == (kind == "coup"), missed


def test_nothing_is_explained_by_guessing() -> None:
    request = {"kind": "outcomes", "rules": "standard", "shoe": {"values": [2] * 10}}
    assert explain([]) == []
    assert explain([(request, {"counts": {"punto": "1", "banco": "2", "tie": "3"}})]) == []
    assert explain([(request, {"error": "no"}), ({}, {"error": "no"})]) == []
    assert explain([({"kind": "given", "rules": "standard"}, {"counts": {}})]) == []


def test_the_small_engine_on_random_shoes(rng: random.Random) -> None:
    for _ in range(10 * MULTIPLIER):
        cards = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(51)] + [6]
        request: dict[str, object] = {"kind": "outcomes", "rules": "standard", "shoe": {"cards": cards}}
        assert RIGHT.answer(request) == answer(request)
        for bet in ("punto", "banco", "tie", "either-pair", "perfect-pair-both", "banco-suited-pair", "punto-pair"):
            request = {"kind": "bet", "bet": bet, "rules": "standard", "shoe": {"cards": cards}}
            assert RIGHT.answer(request) == answer(request), bet
