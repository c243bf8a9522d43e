"""The smoke set: the fewest vectors that show every known fault in every kind of request in which all vectors show it.

A vector hits a fault if an engine with the fault answers it wrongly, even if the engine answers in floating point. The
fewest vectors that hit all are found by an implicit hitting set: an integer program over the rows known so far; each fault
that its solution misses gets a row, and the program is solved again. The last solution hits everything, and no smaller set
hits even the rows of the last program, so it is minimal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from exact.conformance.vectors.faults.fault import Fault, probabilities_of
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.vector_set import Vector
from exact.errors import ExactError
from exact.lazy import np

MAX_CARDS = 2080
"""Forty decks: enough for counts beyond 64 bits, and few enough for engines that keep a list of cards."""
MAX_DECKS = 8
"""The most decks of an engine that knows whole decks only."""
_DIGITS = Fraction(5, 10**9)
"""The largest relative error of nine digits, which is required of floating-point engines."""


class Element(NamedTuple):
    """Something that the smoke set must show, to an engine that answers one kind for shoes of one form."""

    fault: str
    kind: str
    form: str
    """How the shoe is described, ``decks`` for whole decks; empty if there is no shoe."""


def is_killed(fault: Fault, vector: Vector) -> bool:
    """Whether an engine with the fault answers the vector wrongly, so that nine digits show it if it is not exact."""
    if "error" in vector.expected:
        return False
    given = fault.answer(vector.request)
    if given is None:
        return False
    expected: dict[str, Any] = vector.expected
    if not fault.floating or "counts" not in expected:
        return _differs(given, expected)
    right, came = probabilities_of(expected), probabilities_of(given)
    return any(abs(came[name] - p) > (p or 1) * _DIGITS for name, p in right.items())


def _differs(given: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether the answers differ; figures that are computed as texts of fractions are compared as texts."""
    return any(given.get(key) != value for key, value in expected.items())


def forms_of(vector: Vector) -> list[str]:
    """The forms of the vector's shoe: how it is described, and ``decks`` for one to eight whole decks."""
    shoe: Any = vector.request.get("shoe")
    if not isinstance(shoe, dict):
        return [""]
    ((word, counts),) = shoe.items()
    zeros = 4 if word == "values" else 1
    decks = counts[-1] // {"values": 4, "ranks": 4, "cards": 1}[word]
    per_deck = [counts[-1]] * len(counts)
    per_deck[0] *= zeros
    whole = 1 <= decks <= MAX_DECKS and counts == per_deck and counts[-1] % (1 if word == "cards" else 4) == 0
    return [word, *(["decks"] if whole else [])]


def candidates(vectors: Iterable[Vector]) -> list[Vector]:
    """The vectors that the smoke set may have: those of shoes that are not huge."""
    return [vector for vector in vectors if _cards(vector) <= MAX_CARDS]


def _cards(vector: Vector) -> int:
    shoe = vector.request.get("shoe")
    counts = next(iter(shoe.values())) if isinstance(shoe, dict) and shoe else 0
    return sum(count for count in counts if type(count) is int) if isinstance(counts, list) else 0


def missed(chosen: Sequence[Vector], vectors: Sequence[Vector]) -> dict[Element, list[int]]:
    """The elements that ``chosen`` does not show, but some of the ``vectors`` do, with the indices of these."""
    rows: dict[Element, list[int]] = {}
    answered = [(index, vector) for index, vector in enumerate(vectors) if "error" not in vector.expected]
    by_class: dict[tuple[str, str], list[tuple[int, Vector]]] = {}
    for index, vector in answered:
        for form in forms_of(vector):
            by_class.setdefault((str(vector.request["kind"]), form), []).append((index, vector))
    in_class = {key: [v for v in chosen if str(v.request.get("kind")) == key[0] and key[1] in forms_of(v)] for key in by_class}
    for fault in faults():
        for key, members in by_class.items():
            if any(is_killed(fault, vector) for vector in in_class[key]):
                continue
            hits = [index for index, vector in members if is_killed(fault, vector)]
            if hits:
                rows[Element(fault.id, *key)] = hits
    return rows


def refusals(vectors: Sequence[Vector]) -> dict[Element, list[int]]:
    """One vector of each group that must be refused: an engine may accept one of them and refuse the others."""
    rows: dict[Element, list[int]] = {}
    for index, vector in enumerate(vectors):
        if "error" in vector.expected:
            rows.setdefault(Element(vector.group, "refused", ""), []).append(index)
    return rows


def smoke_set(vectors: Sequence[Vector]) -> list[str]:
    """The ids of the smallest smoke set, in the order of the vectors; of several, the earliest vectors."""
    usable = candidates(vectors)
    rows = refusals(usable)
    chosen: list[int] = []
    while True:
        new = missed([usable[index] for index in chosen], usable)
        rows |= new
        if chosen and not new:
            return [usable[index].id for index in chosen]
        chosen = hitting_set(list(rows.values()), len(usable))


def hitting_set(rows: Sequence[Sequence[int]], size: int) -> list[int]:
    """The smallest set of indices below ``size`` that has one of every row; proven by integer programming.

    Among the smallest sets, earlier indices are preferred. Raises `ExactError` if scipy is not installed.
    """
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array
    except ImportError:
        bound = "is needed to choose the smoke set, but not installed: pip install 'exact-baccarat[statistics]'"
        raise ExactError("package", "scipy", bound) from None
    distinct = sorted({tuple(row) for row in rows})
    pairs = [(number, index) for number, row in enumerate(distinct) for index in row]
    matrix = csr_array((np.ones(len(pairs)), tuple(zip(*pairs, strict=True))), shape=(len(distinct), size))
    # All preferences together weigh less than one vector, so they never make the set larger.
    cost = 1 + np.arange(size) / size**2
    found = milp(cost, constraints=LinearConstraint(matrix, lb=1), integrality=np.ones(size), bounds=Bounds(0, 1))
    if found.x is None or found.status != 0:
        raise ExactError("smoke set", len(distinct), f"rows could not be hit: {found.message}")
    return [index for index in range(size) if found.x[index] > 0.5]
