"""A house document as data: the wording or the silence of each clause, and the rules that follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, cast

from exact.answers.assumption import Assumption
from exact.answers.text import Text, _, joined
from exact.errors import ExactError
from exact.game.shoe import MAX_DECKS
from exact.inputs import check_whole, near_misses, parse_toml
from exact.rules.rulebook_file import (
    NAME,
    NAME_BOUND,
    BancoCells,
    Cell,
    Situation,
    Table,
    banco_cells,
    check_keys,
    grid_cells,
    grid_words,
    laid_together,
    money,
    move_text,
    punto_cells,
    row_words,
    said,
    totals,
    with_own_names,
)
from exact.rules.tableau import NO_THIRD, Rules, Tableau

_TERMS = {
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
"""The clauses besides the two drawing tables, and the terms of each, which say what the program plays."""
CLAUSES = (*list(_TERMS)[:4], "punto", "banco", *list(_TERMS)[4:])
"""Every clause of a rulebook, in the order of display."""
ASSUMED_CLAUSES = ("dealing_order", "naturals", "payoffs", "commission", "commission_rounding", "ties")
"""The clauses besides the drawing tables that every game needs: where a document is silent, `standard` applies."""
_CHOICES = {"in_favour_of": ("player", "house", "nearest", "nobody"), "stakes": ("push", "lose")}
_DEALING_ORDER = ["punto", "banco", "punto", "banco"]


class Clause(NamedTuple):
    """One clause: the document's words (empty if it is silent) and their meaning in play."""

    says: str
    terms: Table


class Reading(NamedTuple):
    """Another way to read a document: the words that allow it, the reason, and the changes."""

    name: str
    says: str
    why: str
    punto: dict[int, Cell]
    banco: BancoCells
    terms: dict[str, Table]


class Rulebook(NamedTuple):
    """A document clause by clause, with its readings."""

    id: str
    document: str
    title: str
    language: str
    clauses: dict[str, Clause]
    punto: dict[int, Cell]
    punto_printed: tuple[str, ...]
    banco: BancoCells
    banco_printed: tuple[str, ...]
    readings: tuple[Reading, ...]

    def reading(self, name: str) -> Reading:
        """The reading called ``name``; raises `ExactError` with similar names."""
        for reading in self.readings:
            if reading.name == name:
                return reading
        names = [reading.name for reading in self.readings]
        bound = str(near_misses(name, names)) if names else "there are no readings besides the document itself"
        raise ExactError("rules", f"{self.id}:{name}", f"is not a reading of {self.id}: {bound}")


class InterpretedCell(NamedTuple):
    """A side's move in one situation, the clause that decides it, and whether `standard` supplied that clause."""

    draws: bool
    says: str
    assumed: bool


class Interpretation:
    """A rulebook under one of its readings: a move for every situation, and the clause that decides it.

    ``standard`` fills in where ``rulebook`` is silent; ``reading`` is `None` for the document as it stands.
    Raises `ExactError` if neither decides a situation that can arise.
    """

    def __init__(self, rulebook: Rulebook, reading: Reading | None, standard: Rulebook) -> None:
        self.rulebook = rulebook
        self.reading = reading
        self.id = rulebook.id if reading is None else f"{rulebook.id}:{reading.name}"
        own_punto = {**rulebook.punto, **(reading.punto if reading else {})}
        own_banco = {**rulebook.banco, **(reading.banco if reading else {})}
        self.punto = {total: _played(total, own_punto, standard.punto) for total in range(8)}
        self.banco = {
            (total, third): _played((total, third), own_banco, standard.banco)
            for total in range(8)
            for third in range(NO_THIRD + 1)
        }
        self._standard = standard

    def rules(self) -> Rules:
        """The rules as played."""
        rounding = self.term("commission_rounding", "in_favour_of")
        stated_decks = self.rulebook.clauses["decks"].terms.get("decks")
        return Rules(
            id=self.id,
            decks=None if stated_decks is None else cast(int, stated_decks),
            tableau=Tableau(
                "".join(_letter(self.punto[total]) for total in range(8)),
                tuple("".join(_letter(self.banco[total, third]) for third in range(11)) for total in range(8)),
            ),
            payoffs={bet: money(self.term("payoffs", bet), bet, 0, 10**6) for bet in _TERMS["payoffs"]},
            commission=money(self.term("commission", "rate"), "rate", 0, 1),
            rounding=str(rounding),
            ties=str(self.term("ties", "stakes")),
            assumed=self.assumed(),
        )

    def clause(self, name: str) -> tuple[str, bool]:
        """The words of a clause, and whether they come from `standard` because the document has none."""
        says = self.rulebook.clauses[name].says
        return (says, False) if says else (self._standard.clauses[name].says, True)

    def term(self, clause: str, name: str) -> object:
        """The value in play of one term of a clause: the reading's, the document's, or `standard`'s."""
        return {**self._standard.clauses[clause].terms, **self._own_terms(clause)}.get(name)

    def _own_terms(self, clause: str) -> Table:
        changed = self.reading.terms.get(clause, {}) if self.reading else {}
        return {**self.rulebook.clauses[clause].terms, **changed}

    def assumed(self) -> tuple[Assumption, ...]:
        """Everything on which the document is silent and `standard` decides."""
        assumptions = self.assumed_decisions((*self.punto, *self.banco))
        if not self.rulebook.clauses["card_values"].says:
            phrase = _("card values: ace 1, 2 to 9 their face, ten, jack, queen and king 0")
            assumptions.append(Assumption("card_values", phrase))
        for clause in ASSUMED_CLAUSES:
            for name in _TERMS[clause]:
                if name not in self._own_terms(clause):
                    phrase = _term_phrase(name, self.term(clause, name))
                    assumptions.append(Assumption(clause, phrase, name if clause == "payoffs" else ""))
        if self.term("commission_rounding", "in_favour_of") != "nobody":
            phrase = _("unit to which the commission is rounded: none, it is charged exactly")
            assumptions.append(Assumption("commission_rounding", phrase))
        return tuple(assumptions)

    def assumed_decisions(self, situations: Iterable[int | tuple[int, int]]) -> list[Assumption]:
        """The moves in those of ``situations`` on which the document is silent."""
        assumptions = []
        for situation in situations:
            is_punto = isinstance(situation, int)
            cell = self.punto[situation] if isinstance(situation, int) else self.banco[situation]
            if cell.assumed:
                assumptions.append(Assumption("punto" if is_punto else "banco", move_text(situation, cell.draws)))
        return assumptions


_TITLES = {
    "decks": _("decks"),
    "card_values": _("card values"),
    "dealing_order": _("dealing order"),
    "naturals": _("naturals"),
    "punto": _("punto"),
    "banco": _("banco"),
    "payoffs": _("payoffs"),
    "commission": _("commission"),
    "commission_rounding": _("commission rounding"),
    "ties": _("ties"),
    "end_of_shoe": _("end of shoe"),
}


def clause_title(clause: str) -> Text:
    """The clause's name for people: ``commission rounding``."""
    return _TITLES[clause]


def _term_phrase(name: str, value: object) -> Text:
    """A term of a clause after the clause's name, as assumptions are printed."""
    match name, value:
        case "order", _:
            return _("dealing order: {order}", order=term_text(name, value))
        case "totals", _:
            return _("naturals: {totals}", totals=value)
        case "punto", _:
            return _("payoffs: punto {payoff} to 1", payoff=value)
        case "banco", _:
            return _("payoffs: banco {payoff} to 1", payoff=value)
        case "tie", _:
            return _("payoffs: tie {payoff} to 1", payoff=value)
        case "rate", _:
            return _("commission: {rate} of banco's winnings", rate=value)
        case "stakes", "push":
            return _("ties: stakes push")
        case "stakes", _:
            return _("ties: stakes lose")
        case _, "nobody":
            return _("commission rounding: charged exactly")
        case _, "nearest":
            return _("commission rounding: to the nearest unit")
    return _("commission rounding: in favour of the {favour}", favour=value)


def term_text(name: str, value: object) -> Text:
    """A term of a clause for people.

    >>> term_text("tie", "8"), term_text("in_favour_of", "nobody")
    ('tie 8 to 1', 'charged exactly')
    """
    match name, value:
        case "order", _:
            return joined(", ", cast("list[str]", value))
        case "punto" | "banco" | "tie", _:
            return _("{bet} {payoff} to 1", bet=name, payoff=value)
        case "rate", _:
            return _("{rate} of banco's winnings", rate=value)
        case "stakes", "push":
            return _("stakes push")
        case "stakes", _:
            return _("stakes lose")
        case "in_favour_of", "nobody":
            return _("charged exactly")
        case "in_favour_of", "nearest":
            return _("to the nearest unit")
        case "in_favour_of", _:
            return _("in favour of the {favour}", favour=value)
    return Text(str(value))


def parse_rulebook(text: str, location: str) -> Rulebook:
    """The rulebook written in TOML ``text``; ``location`` names its source in errors (`ExactError`)."""
    table: dict[str, Any] = with_own_names(parse_toml(text, "rules", location), location)
    heads = ("id", "document", "title", "language")
    check_keys(table, location, (*heads, *_TERMS, "punto"), ("banco", "banco_grid", "readings"))
    for name in heads:
        if not isinstance(table[name], str) or not table[name].strip():
            raise ExactError(f"{location}.{name}", table[name], "must be words in quotes")
    if not NAME.fullmatch(table["id"]):
        raise ExactError(f"{location}.id", table["id"], NAME_BOUND)
    punto_rows = _rows(table["punto"], f"{location}.punto")
    banco_rows = _rows(table.get("banco", []), f"{location}.banco")
    banco = banco_cells(banco_rows)
    banco_printed = tuple(row_words(row, where) for where, row in banco_rows)
    if "banco_grid" in table:
        where = f"{location}.banco_grid"
        banco = laid_together(banco, grid_cells(table["banco_grid"], where), location)
        banco_printed += grid_words(table["banco_grid"], where)
    if not banco:
        raise ExactError(location, sorted(table), "must have the field banco or banco_grid")
    readings = tuple(_reading(row, where) for where, row in _rows(table.get("readings", []), f"{location}.readings"))
    for number, reading in enumerate(readings):
        if reading.name in [earlier.name for earlier in readings[:number]]:
            raise ExactError(f"{location}.readings[{number + 1}].name", reading.name, "is the name of two readings")
    return Rulebook(
        **{name: table[name] for name in heads},
        clauses={clause: _clause(clause, table[clause], f"{location}.{clause}") for clause in _TERMS},
        punto=punto_cells(punto_rows),
        punto_printed=tuple(row_words(row, where) for where, row in punto_rows),
        banco=banco,
        banco_printed=banco_printed,
        readings=readings,
    )


def _rows(rows: object, location: str) -> list[tuple[str, Table]]:
    if not isinstance(rows, list):
        raise ExactError(location, rows, "must be written as rows, under a heading in double brackets")
    return [(f"{location}[{number}]", row) for number, row in enumerate(rows, start=1)]


def _clause(name: str, table: object, location: str) -> Clause:
    if table == {"unsaid": True}:
        return Clause("", {})
    check_keys(table, location, ("says", *_TERMS[name]))
    clause = cast(Table, table)
    if not said(clause, location).strip():
        raise ExactError(f"{location}.says", "", "must be the document's words; if it has none, write: unsaid = true")
    return Clause(said(clause, location), _checked_terms(name, {key: clause[key] for key in _TERMS[name]}, location))


def _checked_terms(clause: str, terms: Table, location: str) -> Table:
    for name, value in terms.items():
        where = f"{location}.{name}"
        if name not in _TERMS[clause]:
            raise ExactError(where, value, f"is not a field here; known: {', '.join(_TERMS[clause])}")
        if clause == "payoffs":
            money(value, where, 0, 10**6)
        elif name == "rate":
            money(value, where, 0, 1)
        elif name == "decks":
            check_whole(value, where, 1, MAX_DECKS)
        elif name in _CHOICES and value not in _CHOICES[name]:
            raise ExactError(where, value, f"must be one of {', '.join(_CHOICES[name])}")
        elif name == "order" and value != _DEALING_ORDER:
            raise ExactError(where, value, f"must be {_DEALING_ORDER}, the dealing order of punto banco")
        elif name == "totals" and sorted(totals(value, where)) != [8, 9]:
            raise ExactError(where, value, "must be 8 and 9, the naturals of punto banco")
    return terms


def _reading(row: Table, location: str) -> Reading:
    terms = ("payoffs", "commission", "commission_rounding", "ties")
    check_keys(row, location, ("name", "says", "why"), ("punto", "banco", *terms))
    for name in ("name", "says", "why"):
        if not isinstance(row[name], str) or not str(row[name]).strip():
            raise ExactError(f"{location}.{name}", row[name], "must be words in quotes")
    if not NAME.fullmatch(str(row["name"])):
        raise ExactError(f"{location}.name", row["name"], NAME_BOUND)
    changed: dict[str, Table] = {}
    for clause in terms:
        if clause in row:
            check_keys(row[clause], f"{location}.{clause}", (), _TERMS[clause])
            changed[clause] = _checked_terms(clause, cast(Table, row[clause]), f"{location}.{clause}")
    return Reading(
        name=str(row["name"]),
        says=str(row["says"]),
        why=str(row["why"]),
        punto=_explained(punto_cells(_rows(row.get("punto", []), f"{location}.punto")), row),
        banco=_explained(banco_cells(_rows(row.get("banco", []), f"{location}.banco")), row),
        terms=changed,
    )


def _explained(cells: dict[Situation, Cell], reading: Table) -> dict[Situation, Cell]:
    return {situation: Cell(cell.draws, str(reading["says"])) for situation, cell in cells.items()}


def _played(
    situation: Situation,
    own: dict[Situation, Cell],
    standard: dict[Situation, Cell],
) -> InterpretedCell:
    if situation in own:
        return InterpretedCell(*own[situation], assumed=False)
    return InterpretedCell(*standard[situation], assumed=True)


def _letter(cell: InterpretedCell) -> str:
    return "D" if cell.draws else "S"
