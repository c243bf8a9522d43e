"""The smoke set: few vectors that show every known fault in every kind of request in which all vectors show it.

A vector shows a fault if an engine with the fault answers it wrongly, even if the engine answers in floating point.
Engines may take shoes of one form only: by value, by rank, by card, or whole decks; and standard rules only. So what
must be shown is each fault in each kind of request and each form of shoe in which any vector shows it. The choice is
greedy: the vector that shows most of what is not shown yet, again and again; at the end, those not needed are dropped.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from typing import NamedTuple

from exact.conformance.strict_json import INFINITE
from exact.conformance.vectors.explain import alike, numbers_of
from exact.conformance.vectors.faults import REMOVAL, Fault, faults
from exact.conformance.vectors.vector_set import Vector
from exact.conformance.verify.domain import counts_of, decks_of
from exact.rules import STANDARD

MAX_CARDS = 2080
"""Forty decks: enough for counts beyond 64 bits, and few enough for engines that keep a list of cards."""
MAX_DECKS = 8
"""The most decks of an engine that knows whole decks only."""
REFUSED = "refused"
"""In place of a kind: requests that must be refused."""
RARE = ("settlement-rounded-007", "removal-whole-decks-036", "bets-depleted-125")
"""Vectors for faults outside the register: commission on punto, too, removal from one deck, twelve decimals or more."""
_DIGITS = Fraction(5, 10**9)
"""The largest relative error of nine digits, which is required of floating-point engines."""


def shows(fault: Fault, vector: Vector) -> bool:
    """Whether an engine with the fault answers the vector wrongly; in floating point nine digits must show it."""
    if "error" in vector.expected:
        return False
    given = fault.answer(vector.request)
    if given is None or given == vector.expected:
        return False
    right = numbers_of(vector.expected) if fault.floating and "net" not in vector.expected else {}
    if not right:
        return not alike(given, vector.expected)
    came = numbers_of(given)
    # Effects of removal are differences: nine digits of the largest are required of each.
    scale = max(map(abs, right.values())) if REMOVAL in vector.expected else None
    return any(abs(came[name] - number) > _DIGITS * ((scale or abs(number)) or 1) for name, number in right.items())


def forms_of(vector: Vector) -> list[str]:
    """The forms of the vector's shoe: how it is described, and ``decks`` for one to eight whole decks.

    Other rules than standard are a form each, because most engines know standard rules alone. Of requests that must be
    refused each group is one: an engine may accept one sort of them and refuse the others.
    """
    if "error" in vector.expected:
        return [vector.group]
    if vector.request.get("rules") != STANDARD:
        return [f"rules {vector.request.get('rules')}"]
    if vector.request.get("shoe") == INFINITE:
        return [INFINITE]
    known = counts_of(vector.request.get("shoe"))
    if known is None:
        return [""]
    return [known[0].word, *(["decks"] if 1 <= decks_of(vector.request["shoe"]) <= MAX_DECKS else [])]


class Smoke(NamedTuple):
    """The ids of a smoke set, in the order of all vectors; which faults each vector shows, and each fault's kinds."""

    ids: list[str]
    shown: dict[str, list[str]]
    kinds: dict[str, list[str]]


def smoke_set(vectors: Sequence[Vector], pool: Executor) -> Smoke:
    """A small smoke set, kind by kind in ``pool``, because no vector is of two kinds."""
    by_kind: dict[str, list[Vector]] = {}
    for vector in vectors:
        _granularity, counts = counts_of(vector.request.get("shoe")) or (None, [])
        if sum(counts) <= MAX_CARDS:
            refused = "error" in vector.expected
            by_kind.setdefault(REFUSED if refused else str(vector.request["kind"]), []).append(vector)
    longest_first = sorted(by_kind, key=lambda kind: -sum(len(str(vector.expected)) for vector in by_kind[kind]))
    found = {kind: pool.submit(chosen, by_kind[kind]) for kind in longest_first}
    ids = {vector_id for kind in found.values() for vector_id in kind.result()[0]}.union(RARE)
    named = {kind: {name for names in of.result()[1].values() for name in names} for kind, of in found.items()}
    kinds = {fault.id: [kind for kind in by_kind if fault.id in named[kind]] for fault in faults()}
    every = {vector_id: names for kind in found.values() for vector_id, names in kind.result()[1].items() if names}
    shown = {vector.id: every[vector.id] for vector in vectors if vector.id in every}
    return Smoke([vector.id for vector in vectors if vector.id in ids], shown, kinds)


def chosen(vectors: Sequence[Vector]) -> tuple[list[str], dict[str, list[str]]]:
    """The ids of few vectors, all of one kind, that show everything in every form, and what each vector shows."""
    rows: dict[tuple[str, str], set[int]] = {}
    every = {}
    for index, vector in enumerate(vectors):
        every[vector.id] = shown = [fault.id for fault in faults() if shows(fault, vector)]
        for form in forms_of(vector):
            for name in (*shown, ""):
                rows.setdefault((name, form), set()).add(index)
    return [vectors[index].id for index in cover(rows.values())], every


def cover(rows: Iterable[set[int]]) -> list[int]:
    """A small set of indices, in ascending order, that has one of every row; no one of them can be left out."""
    distinct = list({frozenset(row) for row in rows})
    missed, picked = distinct, list[int]()
    while missed:
        every = sorted(set().union(*missed))
        picked.append(max(every, key=lambda index: sum(index in row for row in missed)))
        missed = [row for row in missed if picked[-1] not in row]
    for index in list(picked):
        if all(len(row & set(picked)) > (index in row) for row in distinct):
            picked.remove(index)
    return sorted(picked)
