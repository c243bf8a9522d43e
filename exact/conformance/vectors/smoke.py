"""The smoke set: the fewest vectors that show every known fault in every kind of request in which all vectors show it.

A vector hits a fault if an engine with the fault answers it wrongly, even if the engine answers in floating point. Engines
may take shoes of one form only: by value, by rank, by card, or whole decks; and standard rules only. So an element to be hit is a fault in a kind of
requests and a form of shoes in which it shows. The fewest vectors that hit all are found by an implicit hitting set: an integer program over the rows known so far; each fault
that its solution misses gets a row, and the program is solved again. The last solution hits everything, and no smaller set
hits even the rows of the last program, so it is minimal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from exact.conformance.comparison import NUMBERS
from exact.conformance.vectors.faults.explain import alike
from exact.conformance.vectors.faults.fault import Fault, remember
from exact.conformance.vectors.faults.priced import DEALS
from exact.conformance.vectors.faults.register import faults
from exact.conformance.vectors.vector_set import Vector
from exact.errors import ExactError
from exact.lazy import np
from exact.rules.tableau import STANDARD

MAX_CARDS = 2080
"""Forty decks: enough for counts beyond 64 bits, and few enough for engines that keep a list of cards."""
MAX_DECKS = 8
"""The most decks of an engine that knows whole decks only."""
REFUSED = "refused"
"""In place of a kind: requests that must be refused."""
_EVERY = 12
"""Every twelfth vector is tried first: what these miss makes a good start."""
_DIGITS = Fraction(5, 10**9)
"""The largest relative error of nine digits, which is required of floating-point engines."""


def is_killed(fault: Fault, vector: Vector) -> bool:
    """Whether an engine with the fault answers the vector wrongly, so that nine digits show it if it is not exact."""
    if "error" in vector.expected:
        return False
    assert fault.quick is not None
    given = fault.quick(vector.request)
    if given is None or given == vector.expected:
        return False
    right = _ratios(vector.expected) if fault.floating else {}
    if not right:
        return not alike(given, vector.expected)
    came = _ratios(given)
    # Effects of removal are differences: nine digits of the largest are required of each.
    scale = max(Fraction(*each) for each in map(_size, right.values())) if "removal" in vector.expected else None
    return any(_differ(right[name], came[name], scale) for name in right)


Ratio = tuple[int, int]


def _size(ratio: Ratio) -> Ratio:
    return abs(ratio[0]), ratio[1]


def _differ(right: Ratio, came: Ratio, scale: Fraction | None) -> bool:
    """Whether a number is further from the right one than nine digits of it, or of the scale, allow; whole numbers are fastest."""
    allowed, whole = _size(right) if right[0] else (1, 1)
    if scale is not None:
        allowed, whole = scale.numerator or 1, scale.denominator
    error = abs(came[0] * right[1] - right[0] * came[1])
    return error * whole * _DIGITS.denominator > allowed * _DIGITS.numerator * right[1] * came[1]


def _ratios(answer: dict[str, Any]) -> dict[str, Ratio]:
    """The numbers in an answer, as numerators and denominators; none in that to a coup or a settlement."""
    if "counts" in answer:
        counts = {name: int(count) for name, count in answer["counts"].items()}
        deals = int(answer.get(DEALS, sum(counts.values()))) or 1
        return {name: (count, deals) for name, count in counts.items()}
    for key in ("probabilities", *NUMBERS):
        if key in answer:
            numbers = answer[key] if isinstance(answer[key], dict) else {key: answer[key]}
            return {name: _ratio(number) for name, number in numbers.items()}
    return {}


@lru_cache(maxsize=2**12)
def _ratio(number: str | float) -> Ratio:
    """A number as numerator and denominator; every fault is compared with the same right ones."""
    return Fraction(number).as_integer_ratio()


def forms_of(vector: Vector) -> list[str]:
    """The forms of the vector's shoe: how it is described, and ``decks`` for one to eight whole decks.

    A vector about other rules than standard has a form of its own, because most engines know standard rules alone.
    """
    if vector.request.get("rules") != STANDARD:
        return ["other rules"]
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


def _cards(vector: Vector) -> int:
    shoe = vector.request.get("shoe")
    counts = next(iter(shoe.values())) if isinstance(shoe, dict) and shoe else None
    return sum(count for count in counts if type(count) is int) if isinstance(counts, list) else 0


class Smoke(NamedTuple):
    """A smoke set, and what it shows."""

    ids: list[str]
    """The ids of its vectors, in the order of all vectors."""
    kinds: dict[str, list[str]]
    """For each fault, by its id, the kinds of requests in which it shows."""


def smoke_set(vectors: Sequence[Vector], pool: Executor) -> Smoke:
    """The smallest smoke set, kind by kind in ``pool``, because no vector is of two kinds."""
    by_kind: dict[str, list[Vector]] = {}
    for vector in vectors:
        if _cards(vector) <= MAX_CARDS:
            refused = "error" in vector.expected
            by_kind.setdefault(REFUSED if refused else str(vector.request["kind"]), []).append(vector)
    longest_first = sorted(by_kind, key=lambda kind: -sum(len(str(vector.expected)) for vector in by_kind[kind]))
    found = {kind: pool.submit(smallest, by_kind[kind]) for kind in longest_first}
    chosen = {kind: found[kind].result() for kind in by_kind}
    ids = {vector_id for of_kind, _ in chosen.values() for vector_id in of_kind}
    kinds = {fault.id: [kind for kind, (_, shown) in chosen.items() if fault.id in shown] for fault in faults()}
    return Smoke([vector.id for vector in vectors if vector.id in ids], kinds)


def smallest(vectors: Sequence[Vector]) -> tuple[list[str], set[str]]:
    """The ids of the fewest vectors, all of one kind, that hit every element, and the ids of the faults that show.

    There is also at least one vector of each form and, of requests that must be refused, of each group: an engine may accept
    one sort of them and refuse the others.
    """
    remember((vector.request, vector.expected) for vector in vectors)
    shown = Shown(vectors)
    rows = [*shown.classes.values()]
    chosen: list[int] = []
    new = shown.missed(range(0, len(vectors), _EVERY))
    while new or not chosen:
        rows += new
        chosen = hitting_set(rows, len(vectors))
        new = shown.missed(chosen)
    return [vectors[index].id for index in chosen], shown.faults()


class Shown:
    """Which vectors show which faults, found out when asked and remembered."""

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self.vectors = vectors
        self.classes: dict[str, list[int]] = {}
        """The indices of the vectors of each form; of requests that must be refused, of each group."""
        for index, vector in enumerate(vectors):
            for form in [vector.group] if "error" in vector.expected else forms_of(vector):
                self.classes.setdefault(form, []).append(index)
        self._kills: dict[tuple[str, int], bool] = {}
        self._rows: dict[tuple[str, str], list[int]] = {}

    def kills(self, fault: Fault, index: int) -> bool:
        """Whether a vector shows the fault."""
        if (fault.id, index) not in self._kills:
            self._kills[fault.id, index] = is_killed(fault, self.vectors[index])
        return self._kills[fault.id, index]

    def missed(self, chosen: Iterable[int]) -> list[list[int]]:
        """For each fault and form that others show but not the ``chosen`` vectors, the vectors that do."""
        picked, rows = set(chosen), []
        for form, members in self.classes.items():
            ours = [index for index in members if index in picked]
            for fault in faults():
                if any(self.kills(fault, index) for index in ours):
                    continue
                if (fault.id, form) not in self._rows:
                    self._rows[fault.id, form] = [index for index in members if self.kills(fault, index)]
                if self._rows[fault.id, form]:
                    rows.append(self._rows[fault.id, form])
        return rows

    def faults(self) -> set[str]:
        """The ids of the faults that some vector tried so far shows."""
        return {fault for (fault, _), killed in self._kills.items() if killed}


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
