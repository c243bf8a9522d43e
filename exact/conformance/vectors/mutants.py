"""Wrong engines: each is the small engine with one change. They prove what the vectors catch, and they name faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from exact.conformance.comparison import EXACT, MAX_DIGITS, judge
from exact.conformance.vectors.engine import answer
from exact.conformance.vectors.small_engine import SmallEngine
from exact.conformance.vectors.vector_set import Vector
from exact.rules.named import all_rules, standard_tableau
from exact.rules.tableau import NO_THIRD, Tableau

CAPABILITIES = ("outcomes", "bet", "coup", "settlement")
"""The kinds of requests that the small engine answers."""
_FLOAT_TOLERANCE = 1e-9


class Mutant(NamedTuple):
    """A wrong engine."""

    name: str
    fault: str
    """The fault, as a clause after «an engine»."""
    engine: SmallEngine


@cache
def mutants() -> tuple[Mutant, ...]:
    """Every mutant: 88 cells of the banco matrix, 8 of punto's rule, and faults that public engines have had."""
    return (*_banco_cells(), *_punto_cells(), *_switched(), *_off_by_one(), *_other_readings())


def killers(mutant: Mutant, vectors: Iterable[Vector]) -> list[str]:
    """The ids of the vectors that distinguish the mutant from a right engine, even if it answers in floating point."""
    return [vector.id for vector in vectors if is_killed(mutant, vector)]


def is_killed(mutant: Mutant, vector: Vector) -> bool:
    """Whether the mutant's answer differs from the expected one in more than a common factor of all counts."""
    if "error" in vector.expected:
        return False
    answer = mutant.engine.answer(vector.request)
    return answer is not None and _proportions(answer) != _proportions(vector.expected)


def kill_matrix(vectors: Sequence[Vector]) -> dict[str, set[str]]:
    """The ids of the vectors that kill each mutant, by its name."""
    return {mutant.name: set(killers(mutant, vectors)) for mutant in mutants()}


def smoke_set(vectors: Sequence[Vector], matrix: Mapping[str, set[str]]) -> list[str]:
    """The ids, in order, of a few vectors that kill every mutant that the whole set kills, and that include every group.

    Greedy: always take the vector that kills the most surviving mutants, the first of several. If counts can kill a mutant,
    counts must, because a coup shows only one cell at a time.
    """
    counting = {vector.id for vector in vectors if vector.request.get("kind") in ("outcomes", "bet")}
    alive = {name: ids & counting or ids for name, ids in matrix.items() if ids}
    chosen = set()
    while alive:
        best = max(vectors, key=lambda vector: sum(vector.id in ids for ids in alive.values())).id
        chosen.add(best)
        alive = {name: ids for name, ids in alive.items() if best not in ids}
    groups = {vector.group for vector in vectors if vector.id in chosen}
    for vector in vectors:
        if vector.group not in groups:
            groups.add(vector.group)
            chosen.add(vector.id)
    return [vector.id for vector in vectors if vector.id in chosen]


def _never() -> bool:
    return False


def explain(
    failures: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]], over: Callable[[], bool] = _never
) -> list[str]:
    """The faults of mutants that give the same wrong answers as an engine; ``failures`` are pairs of request and answer.

    A mutant explains them if it answers at least one of the requests, and every answer that it can give is the same.
    Requests that must be refused do not count, because every mutant refuses them; nor do coups for a mutant that only
    charges commission wrongly. The search ends when ``over``, called before every request, is true.
    """
    asked = [
        (dict(request), dict(given))
        for request, given in failures
        if not over() and "error" not in answer(dict(request))
    ]
    causes = []
    for mutant in mutants():
        touched = [pair for pair in asked if pair[0].get("kind") != "coup" or not mutant.name.startswith("commission-")]
        if _reproduces(mutant, touched, over):
            causes.append(f"matches an engine {mutant.fault}")
    return causes


def _reproduces(mutant: Mutant, asked: list[tuple[dict[str, Any], dict[str, Any]]], over: Callable[[], bool]) -> bool:
    answered = False
    for request, came in asked:
        if over():
            return False
        given = mutant.engine.answer(request) if "kind" in request else None
        if given is not None:
            if not _same(given, came):
                return False
            answered = True
    return answered


def _same(given: dict[str, Any], came: dict[str, Any]) -> bool:
    if "probabilities" in came and "counts" in given:
        probabilities, proportions = came["probabilities"], _proportions(given)
        return (
            isinstance(probabilities, dict)
            and isinstance(proportions, dict)
            and probabilities.keys() == proportions.keys()
            and all(
                isinstance(probabilities[name], int | float) and abs(probabilities[name] - value) < _FLOAT_TOLERANCE
                for name, value in proportions.items()
            )
        )
    return not judge(given, came, EXACT, MAX_DIGITS).fault


def _proportions(answer: dict[str, Any]) -> object:
    """The counts as shares of their sum; any other answer unchanged."""
    if "counts" not in answer:
        return answer
    counts = {name: int(count) for name, count in answer["counts"].items()}
    whole = sum(counts.values())
    return {name: Fraction(count, whole) if whole else count for name, count in counts.items()}


def _banco_cells() -> list[Mutant]:
    cells = []
    standard = standard_tableau()
    for total, row in enumerate(standard.matrix):
        for third, letter in enumerate(row):
            flipped = standard.with_banco(total, third, _other(letter))
            against = "where punto stands" if third == NO_THIRD else f"against {third}"
            fault = f"whose banco {_move(_other(letter))} on {total} {against}"
            name = f"banco-{total}-{'none' if third == NO_THIRD else third}"
            cells.append(Mutant(name, fault, SmallEngine(tableau=flipped)))
    return cells


def _punto_cells() -> list[Mutant]:
    cells = []
    standard = standard_tableau()
    for total, letter in enumerate(standard.punto):
        flipped = standard.with_punto(total, _other(letter))
        fault = f"whose punto {_move(_other(letter))} on {total}"
        cells.append(Mutant(f"punto-{total}", fault, SmallEngine(tableau=flipped)))
    return cells


def _other(letter: str) -> str:
    return "S" if letter == "D" else "D"


def _move(letter: str) -> str:
    return "draws" if letter == "D" else "stands"


def _switched() -> list[Mutant]:
    right = SmallEngine()
    rows = [
        ("natural-8", "in which 8 is no natural", right._replace(natural="not-8")),
        ("natural-9", "in which 9 is no natural", right._replace(natural="not-9")),
        ("natural-own", "in which a natural stops only the side that has it", right._replace(natural="own")),
        ("order-sides", "that deals punto both its cards before banco", right._replace(first_four=(0, 1, 2, 3))),
        ("order-banco-first", "that deals banco the first card", right._replace(first_four=(1, 3, 0, 2))),
        ("order-sixth", "whose banco takes the sixth card where punto stands", right._replace(last_is_sixth=True)),
        ("ten-as-10", "that counts tens and courts 10 and lowers a total once", right._replace(ten=10)),
        ("ten-no-card", "that reads a third card worth 0 as no third card", right._replace(ten_is_no_card=True)),
        ("replacement", "that puts cards back instead of removing them", right._replace(removed=False)),
        ("unpadded", "that counts sequences of four, five and six cards alike", right._replace(padded=False)),
        ("pairs-singletons", "whose pairs skip ranks with one card left", right._replace(pairs="no-singletons")),
        ("pairs-even", "whose pairs lose a card of ranks with an odd count", right._replace(pairs="even-only")),
        ("pairs-replacement", "whose pairs put the first card back", right._replace(pairs="with-replacement")),
        ("pairs-independent", "that takes the two sides' pairs for independent", right._replace(pairs="independent")),
        ("suits-ignored", "that ignores suits", right._replace(suits=False)),
        ("one-edge", "that gives punto banco's figures", right._replace(one_edge=True)),
        ("commission-house", "that rounds commission up, for the house", right._replace(rounding="house")),
        ("commission-nearest", "that rounds commission to the nearest unit", right._replace(rounding="nearest")),
        ("commission-exact", "that does not round commission", right._replace(rounding="exact")),
        ("commission-both", "that charges commission on punto too", right._replace(charges="both")),
    ]
    return [Mutant(*row) for row in rows]


def _off_by_one() -> list[Mutant]:
    return [
        Mutant(
            f"count-{value}-{'more' if step > 0 else 'less'}",
            f"that has one card too {'many' if step > 0 else 'few'} worth {value}",
            SmallEngine(off=(value, step)),
        )
        for value in range(10)
        for step in (1, -1)
    ]


def _other_readings() -> list[Mutant]:
    by_tableau: dict[Tableau, str] = {}
    for name, rules in all_rules().items():
        by_tableau.setdefault(rules.tableau, name)
    flipped = {mutant.engine.tableau for mutant in (*_banco_cells(), *_punto_cells())}
    return [
        Mutant(f"reading-{name}", f"that plays {name} for standard", SmallEngine(tableau=tableau))
        for tableau, name in by_tableau.items()
        if tableau != standard_tableau() and tableau not in flipped
    ]
