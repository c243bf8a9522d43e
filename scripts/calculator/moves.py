"""Who draws under each reading and by which clause, for programs in other languages to deal a coup."""

from __future__ import annotations

from exact.rules import NO_THIRD
from exact.rules.rulebook import Interpretation, InterpretedCell


class Moves:
    """The distinct moves of readings, numbered: whether a side draws, the clause, and whether it is assumed."""

    def __init__(self) -> None:
        self._moves: dict[InterpretedCell, int] = {}
        self._clauses: dict[str, int] = {}

    def of(self, reading: Interpretation) -> dict[str, object]:
        """A reading's moves by their numbers.

        ``punto`` has a move for each two-card total 0–7, ``banco`` for each of its totals eleven moves: against punto's
        third card 0–9, then against none. ``against`` lists ``[total, third, punto's final total, move]`` and ``ranks``
        ``[total, rank 0–12 of the third card, move]``; ranks go before final totals, and these before ``banco``.
        """
        says, assumed = reading.clause("naturals")
        return {
            "naturals": self._number(InterpretedCell(False, says, assumed)),
            "punto": [self._number(reading.punto[total]) for total in range(8)],
            "banco": [
                [self._number(reading.banco[total, third]) for third in range(NO_THIRD + 1)] for total in range(8)
            ],
            "against": [[*situation, self._number(move)] for situation, move in reading.banco_against.items()],
            "ranks": [[*situation, self._number(move)] for situation, move in reading.banco_by_rank.items()],
        }

    def _number(self, move: InterpretedCell) -> int:
        self._clauses.setdefault(move.says, len(self._clauses))
        return self._moves.setdefault(move, len(self._moves))

    def written(self) -> list[list[int]]:
        """Every move by its number: whether it draws, its clause's number, and whether it is assumed, as 0 and 1."""
        return [[int(move.draws), self._clauses[move.says], int(move.assumed)] for move in self._moves]

    def clauses(self) -> list[str]:
        """The words of every clause by its number, in the language of the document."""
        return list(self._clauses)
