"""A house document as data: the wording or the silence of each clause, and the rules that follow from it."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple, Self, cast

from exact.answers.table import Assumption
from exact.answers.text import _
from exact.errors import ExactError
from exact.game import POINT_VALUES
from exact.inputs import Table, money, near_misses
from exact.records import Record, replace
from exact.rules import NO_THIRD, Matrix, Rules, Situation, Tableau
from exact.rules.wording import move_text, term_phrase

TERMS = {
    "decks": ("decks",),
    "card_values": (),
    "dealing_order": ("order",),
    "naturals": ("totals",),
    "payoffs": ("punto", "banco", "tie"),
    "commission": ("rate",),
    "commission_rounding": ("in_favour_of",),
    "ties": ("stakes",),
    "end_of_shoe": (),
}
"""The clauses besides the drawing tables, and the terms of each, which say what the program plays."""
STAKES = ("push", "lose")  #: What a tie does to the stakes on punto and banco, if it is no net win of them
CLAUSES = (*list(TERMS)[:4], "punto", "banco", *list(TERMS)[4:])
ASSUMED_CLAUSES = ("dealing_order", "naturals", "payoffs", "commission", "commission_rounding", "ties")
"""The clauses besides the drawing tables that every game needs: where a document is silent, `standard` applies."""


class InterpretedCell(NamedTuple):
    """A side's move in a situation, the clause that states it, and whether it is `standard`'s."""

    draws: bool
    says: str
    assumed: bool = False


Moves = dict[Situation, InterpretedCell]


def changed_moves(moves: Moves, changes: Moves) -> Moves:
    """``moves`` with ``changes``; one for a third card drops those for single final totals and ranks with it."""
    return {at: move for at, move in moves.items() if isinstance(at, int) or at[:2] not in changes} | changes


class Clause(NamedTuple):
    """A clause: the document's words (empty if it is silent) and their meaning in play."""

    says: str
    terms: Table


class Reading(Record):
    """Another way to read a document: the words that allow it, the reason, and the changes."""

    name: str
    says: str
    why: str
    moves: Moves
    terms: dict[str, Table]
    rests_on: tuple[str, ...] = ()  #: The beginnings of the document's sentences that it takes otherwise


class Rulebook(Record):
    """A document clause by clause, with its readings."""

    id: str
    document: str
    title: str
    language: str
    clauses: dict[str, Clause]
    moves: Moves
    printed: dict[str, tuple[str, ...]]  #: The rows of the drawing tables of punto and of banco
    readings: tuple[Reading, ...]

    def reading(self, name: str) -> Reading:
        """The reading called ``name``; raises `ExactError` with similar names."""
        readings = {reading.name: reading for reading in self.readings}
        if name in readings:
            return readings[name]
        bound = str(near_misses(name, readings)) if readings else "there are no readings besides the document itself"
        raise ExactError("rules", f"{self.id}:{name}", f"is not a reading of {self.id}: {bound}")

    def read_as(self, reading: Reading) -> Self:
        """The document with the changes of a reading, as if it were printed that way."""
        clauses = {
            clause: Clause(words.says or reading.says, {**words.terms, **reading.terms[clause]})
            for clause, words in self.clauses.items()
            if clause in reading.terms
        }
        return replace(self, clauses={**self.clauses, **clauses}, moves=changed_moves(self.moves, reading.moves))


class Interpretation:
    """A rulebook under a reading, `None` for the document as it stands; ``standard`` fills in where it is silent."""

    def __init__(self, rulebook: Rulebook, reading: Reading | None, standard: Rulebook) -> None:
        self.rulebook = rulebook
        self.reading = reading
        self.id = rulebook.id if reading is None else f"{rulebook.id}:{reading.name}"
        self._own = rulebook if reading is None else rulebook.read_as(reading)
        self._standard = standard
        moves = {at: move._replace(assumed=True) for at, move in standard.moves.items()} | self._own.moves
        by_more = {at: move for at, move in self._own.moves.items() if isinstance(at, tuple) and at[0] < 8}
        # moves by Punto's final total go before `banco`, those by the rank (0–12) of its third card before both
        self.punto = {total: moves[total] for total in range(8)}
        self.banco = {(total, third): moves[total, third] for total in range(8) for third in range(NO_THIRD + 1)}
        self.banco_against: dict[tuple[int, ...], InterpretedCell] = {
            at: move for at, move in by_more.items() if len(at) == 3
        }
        self.banco_by_rank = {(at[0], at[3]): move for at, move in by_more.items() if len(at) == 4}

    def banco_move(self, total: int, third: int, punto_total: int | None) -> InterpretedCell:
        """Banco's move on its two-card total against Punto's third card, or `NO_THIRD`, and any or one final total."""
        if punto_total is None:
            return self.banco[total, third]
        return self.banco_against.get((total, third, punto_total), self.banco[total, third])

    def rules(self) -> Rules:
        """The rules as played."""
        ties = str(self.term("ties", "stakes"))
        return Rules(
            id=self.id,
            decks=cast("int | None", self._own.clauses["decks"].terms.get("decks")),
            tableau=self._tableau,
            payoffs={bet: money(self.term("payoffs", bet), bet, 0, 10**6) for bet in TERMS["payoffs"]},
            commission=money(self.term("commission", "rate"), "rate", 0, 1),
            rounding=str(self.term("commission_rounding", "in_favour_of")),
            ties=ties if ties in STAKES else str(money(ties, "stakes", -1, 10**6)),
            assumed=self.assumed(),
        )

    @cached_property
    def _tableau(self) -> Tableau:
        plain = Tableau("".join(_letter(self.punto[total]) for total in range(8)), _matrix(self.banco))
        against: list[tuple[int, Matrix]] = []
        for punto_total in sorted({situation[2] for situation in self.banco_against}):
            possible = plain.thirds_before(punto_total)
            moves = {
                (total, third): self.banco_move(total, third, punto_total) if third in possible else cell
                for (total, third), cell in self.banco.items()
            }
            if _matrix(moves) != plain.matrix:
                against.append((punto_total, _matrix(moves)))
        by_value = plain._replace(against=tuple(against))
        return by_value._replace(ranks=self._ranks(by_value))

    def _ranks(self, by_value: Tableau) -> tuple[tuple[int, str], ...]:
        letters: dict[int, list[str]] = {}
        for (total, rank), move in sorted(self.banco_by_rank.items()):
            if by_value.with_banco(total, POINT_VALUES[rank], _letter(move)) != by_value:
                letters.setdefault(rank, ["."] * 8)[total] = _letter(move)
        return tuple((rank, "".join(letters[rank])) for rank in sorted(letters))

    def clause(self, name: str) -> tuple[str, bool]:
        """The words of a clause, and whether they come from `standard` because the document has none."""
        says = self._own.clauses[name].says
        return (says, False) if says else (self._standard.clauses[name].says, True)

    def term(self, clause: str, name: str) -> object:
        """The value in play of one term of a clause: the reading's, the document's, or `standard`'s."""
        return {**self._standard.clauses[clause].terms, **self._own.clauses[clause].terms}.get(name)

    def assumed(self) -> tuple[Assumption, ...]:
        """Everything on which the document is silent and `standard` decides."""
        assumptions = self.assumed_decisions((*self.punto, *self.banco))
        if not self._own.clauses["card_values"].says:
            phrase = _("card values: ace 1, 2 to 9 their face, ten, jack, queen and king 0")
            assumptions.append(Assumption("card_values", phrase))
        for clause in ASSUMED_CLAUSES:
            for name in TERMS[clause]:
                if name not in self._own.clauses[clause].terms:
                    phrase = term_phrase(name, self.term(clause, name))
                    assumptions.append(Assumption(clause, phrase, name if clause == "payoffs" else ""))
        if self.term("commission_rounding", "in_favour_of") != "nobody":
            phrase = _("unit to which the commission is rounded: none, it is charged exactly")
            assumptions.append(Assumption("commission_rounding", phrase))
        return tuple(assumptions)

    def assumed_decisions(self, situations: Iterable[Situation]) -> list[Assumption]:
        """The moves in those of ``situations`` on which the document is silent."""
        assumptions = []
        for situation in situations:
            if isinstance(situation, int):
                side, cell = "punto", self.punto[situation]
            else:
                cell = self.banco_against.get(situation, self.banco[situation[0], situation[1]])
                side, situation = "banco", situation[:2]  # where `standard` decides, Punto's final total does not
            if cell.assumed:
                assumptions.append(Assumption(side, move_text(situation, cell.draws)))
        return assumptions


def _matrix(moves: Mapping[tuple[int, int], InterpretedCell]) -> Matrix:
    return tuple("".join(_letter(moves[total, third]) for third in range(NO_THIRD + 1)) for total in range(8))


def _letter(cell: InterpretedCell) -> str:
    return "D" if cell.draws else "S"
