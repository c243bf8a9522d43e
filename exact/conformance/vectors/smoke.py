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
_MAIN_BETS = ("punto", "banco", "tie")
_ROWS = 4
"""The most new rows of each kind and form in one round; the others mostly follow from them."""
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


class Shown:
    """Which vectors show which faults, found out when asked and remembered."""

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self.vectors = vectors
        self.classes: dict[tuple[str, str], list[int]] = {}
        """The indices of the vectors of each kind and form that have an answer."""
        for index, vector in enumerate(vectors):
            if "error" not in vector.expected:
                for form in forms_of(vector):
                    self.classes.setdefault((str(vector.request["kind"]), form), []).append(index)
        self._kills: dict[tuple[str, int], bool] = {}
        self._rows: dict[Element, list[int]] = {}

    def kills(self, fault: Fault, index: int) -> bool:
        """Whether a vector shows the fault."""
        if (fault.id, index) not in self._kills:
            self._kills[fault.id, index] = is_killed(fault, self.vectors[index])
        return self._kills[fault.id, index]

    def missed(self, chosen: Iterable[int], most: int | None = None) -> dict[Element, list[int]]:
        """The elements that the ``chosen`` vectors do not show but others do, with these; at most so many of each kind and form."""
        picked, rows = set(chosen), {}
        for key, members in self.classes.items():
            ours = [index for index in members if index in picked]
            new = 0
            for fault in faults():
                if new == most:
                    break
                if any(self.kills(fault, index) for index in ours):
                    continue
                element = Element(fault.id, *key)
                if element not in self._rows:
                    self._rows[element] = [index for index in members if self.kills(fault, index)]
                if self._rows[element]:
                    rows[element] = self._rows[element]
                    new += 1
        return rows


def refusals(vectors: Sequence[Vector]) -> dict[Element, list[int]]:
    """The vectors of each group that must be refused: an engine may accept one sort of them and refuse the others."""
    rows: dict[Element, list[int]] = {}
    for index, vector in enumerate(vectors):
        if "error" in vector.expected:
            rows.setdefault(Element(vector.group, "refused", ""), []).append(index)
    return rows


def smoke_set(vectors: Sequence[Vector]) -> list[str]:
    """The ids of the smallest smoke set, in the order of the vectors.

    Of several sets as small, it is one of early vectors, and of vectors of the main bets before others, because nearly
    every fault in dealing shows in them: that saves rows.
    """
    usable = sorted(candidates(vectors), key=lambda vector: vector.request.get("bet") not in (None, *_MAIN_BETS))
    shown, rows = Shown(usable), refusals(usable)
    chosen: list[int] = []
    first: dict[str, int] = {}
    for index, vector in enumerate(usable):
        first.setdefault(vector.group, index)
    new = shown.missed(first.values(), _ROWS)
    while new or not chosen:
        rows |= new
        chosen = hitting_set(list(rows.values()), len(usable))
        new = shown.missed(chosen, _ROWS)
    ids = {usable[index].id for index in chosen}
    return [vector.id for vector in vectors if vector.id in ids]


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
