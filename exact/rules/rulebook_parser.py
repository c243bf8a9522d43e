"""Read a rulebook file: its clauses, its drawing tables and its readings, and the rulebook that it is based on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from exact.errors import ExactError
from exact.game.shoe import MAX_DECKS
from exact.inputs import check_whole, near_misses, parse_toml
from exact.rules.rulebook import TERMS, Clause, Reading, Rulebook
from exact.rules.rulebook_file import (
    NAME,
    NAME_BOUND,
    BancoCells,
    Cell,
    RankCells,
    S,
    Table,
    banco_cells,
    check_keys,
    grid_cells,
    grid_words,
    laid_together,
    money,
    overridden,
    overridden_ranks,
    punto_cells,
    rank_cells,
    row_words,
    said,
    totals,
    with_own_names,
)

MAX_BASES = 8
"""The most rulebooks or readings between one and the last that it is based on."""
_HEADS = ("id", "document", "title", "language")
_NO_WORDS = "must be the document's words; if it has none, write: unsaid = true"
_CHOICES = {"in_favour_of": ("player", "house", "nearest", "nobody"), "stakes": ("push", "lose")}
_DEALING_ORDER = ["punto", "banco", "punto", "banco"]


def parse_rulebook(text: str, location: str, base_named: Callable[[str], Rulebook]) -> Rulebook:
    """The rulebook written in TOML ``text``; ``location`` names its source in errors (`ExactError`).

    ``base_named`` finds the rulebook that this one may name as its base.
    """
    table: dict[str, Any] = with_own_names(parse_toml(text, "rules", location), location)
    if "base" in table:
        return _changed(_base(table, location, base_named), table, location)
    check_keys(table, location, (*_HEADS, *TERMS, "punto"), ("banco", "banco_grid", "readings"))
    _check_heads(table, location, _HEADS)
    punto, punto_printed = _punto(table, location)
    banco, ranks, banco_printed = _banco(table, location)
    if not banco:
        raise ExactError(location, sorted(table), "must have the field banco or banco_grid")
    return Rulebook(
        **{name: table[name] for name in _HEADS},
        clauses={clause: _clause(clause, table[clause], f"{location}.{clause}") for clause in TERMS},
        punto=punto,
        punto_printed=punto_printed,
        banco=banco,
        banco_printed=banco_printed,
        ranks=ranks,
        readings=_readings(table, location),
    )


def _base(table: Table, location: str, base_named: Callable[[str], Rulebook]) -> Rulebook:
    _check_heads(table, location, ("base",))
    return base_named(str(table["base"]))


def _changed(base: Rulebook, table: Table, location: str) -> Rulebook:
    """``base`` with the clauses, rows and readings of a file that names it."""
    check_keys(table, location, ("id", "base"), (*_HEADS, *TERMS, "punto", "banco", "banco_grid", "readings"))
    described = {"document": f"{base.id}, changed", "title": table["id"], "language": base.language}
    heads: dict[str, Any] = described | {name: table[name] for name in _HEADS if name in table}
    _check_heads(heads, location, _HEADS)
    punto, punto_printed = _punto(table, location)
    banco, ranks, banco_printed = _banco(table, location)
    merged = {**base.punto, **punto}, overridden(base.banco, banco)
    return Rulebook(
        **heads,
        clauses={
            clause: _changed_clause(clause, words, table[clause], f"{location}.{clause}") if clause in table else words
            for clause, words in base.clauses.items()
        },
        punto=merged[0],
        punto_printed=(*_still_said(base.punto_printed, base.punto, merged[0]), *punto_printed),
        banco=merged[1],
        banco_printed=(*_still_said(base.banco_printed, base.banco, merged[1]), *banco_printed),
        ranks=overridden_ranks(base.ranks, banco, ranks),
        readings=_readings(table, location),
    )


def _still_said(printed: tuple[str, ...], before: dict[S, Cell], after: dict[S, Cell]) -> list[str]:
    """The rows of the base that still decide a situation, and the lines that never were a row."""
    rows, left = ({cell.says for cell in cells.values()} for cells in (before, after))
    return [row for row in printed if row in left or row not in rows]


def _changed_clause(name: str, base: Clause, table: object, location: str) -> Clause:
    """A clause of the base in other words or with other terms; what is not stated stays."""
    if table == {"unsaid": True}:
        return Clause("", {})
    check_keys(table, location, (), ("says", *TERMS[name]))
    clause = cast(Table, table)
    if not clause:
        raise ExactError(location, {}, "changes nothing: leave it out")
    if "says" in clause and not said(clause, location).strip():
        raise ExactError(f"{location}.says", clause["says"], _NO_WORDS)
    terms = _checked_terms(name, {key: value for key, value in clause.items() if key != "says"}, location)
    return Clause(row_words(clause, location), {**base.terms, **terms})


def _check_heads(table: Table, location: str, names: tuple[str, ...]) -> None:
    for name in names:
        value = table[name]
        if not isinstance(value, str) or not value.strip():
            raise ExactError(f"{location}.{name}", value, "must be words in quotes")
        if name == "id" and not NAME.fullmatch(value):
            raise ExactError(f"{location}.id", value, NAME_BOUND)


def _punto(table: Table, location: str) -> tuple[dict[int, Cell], tuple[str, ...]]:
    rows = _rows(table.get("punto", []), f"{location}.punto")
    return punto_cells(rows), tuple(row_words(row, where) for where, row in rows)


def _banco(table: Table, location: str) -> tuple[BancoCells, RankCells, tuple[str, ...]]:
    rows = _rows(table.get("banco", []), f"{location}.banco")
    cells, ranks = _cells(rows)
    printed = tuple(row_words(row, where) for where, row in rows)
    if "banco_grid" in table:
        grid, where = cast(Table, table["banco_grid"]), f"{location}.banco_grid"
        cells = laid_together(cells, grid_cells(grid, where), location)
        printed += grid_words(grid, where)
    return cells, ranks, printed


def _cells(rows: list[tuple[str, Table]]) -> tuple[BancoCells, RankCells]:
    """The cells of banco's rows: of those by the third card's value, and of those that name its rank."""
    named = [(where, row) for where, row in rows if isinstance(row, dict) and "ranks" in row]
    return banco_cells(entry for entry in rows if entry not in named), rank_cells(named)


def _rows(rows: object, location: str) -> list[tuple[str, Table]]:
    if not isinstance(rows, list):
        raise ExactError(location, rows, "must be written as rows, under a heading in double brackets")
    return [(f"{location}[{number}]", row) for number, row in enumerate(rows, start=1)]


def _clause(name: str, table: object, location: str) -> Clause:
    if table == {"unsaid": True}:
        return Clause("", {})
    check_keys(table, location, ("says", *TERMS[name]))
    clause = cast(Table, table)
    if not said(clause, location).strip():
        raise ExactError(f"{location}.says", "", _NO_WORDS)
    return Clause(said(clause, location), _checked_terms(name, {key: clause[key] for key in TERMS[name]}, location))


def _checked_terms(clause: str, terms: Table, location: str) -> Table:
    for name, value in terms.items():
        where = f"{location}.{name}"
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


def _readings(table: Table, location: str) -> tuple[Reading, ...]:
    """The readings in the order of the file, each with the changes of the readings that it is based on."""
    stated: dict[str, tuple[Reading, str | None, str]] = {}
    for where, row in _rows(table.get("readings", []), f"{location}.readings"):
        reading = _reading(row, where)
        if reading.name in stated:
            raise ExactError(f"{where}.name", reading.name, "is the name of two readings")
        base = row.get("base")
        if base is not None and not isinstance(base, str):
            raise ExactError(f"{where}.base", base, "must be the name of a reading of this document")
        stated[reading.name] = reading, base, f"{where}.base"
    return tuple(_on_its_bases(name, stated) for name in stated)


def _on_its_bases(name: str, stated: dict[str, tuple[Reading, str | None, str]]) -> Reading:
    """The reading called ``name`` with the changes of its base, of that one's base and so on; its own go first."""
    reading, base, where = stated[name]
    chain = [name]
    while base is not None:
        if base not in stated:
            raise ExactError(where, base, f"is not a reading of this document: {near_misses(base, list(stated))}")
        check_chain([*chain, base], where)
        chain.append(base)
        earlier, base, where = stated[base]
        reading = reading._replace(
            punto={**earlier.punto, **reading.punto},
            banco=overridden(earlier.banco, reading.banco),
            ranks=overridden_ranks(earlier.ranks, reading.banco, reading.ranks),
            terms={
                clause: earlier.terms.get(clause, {}) | reading.terms.get(clause, {})
                for clause in (*earlier.terms, *reading.terms)
            },
        )
    return reading


def check_chain(names: list[str], location: str) -> None:
    """Raise `ExactError` for a chain of bases, each based on the next, that returns to one of its own or is too long."""
    if names[-1] in names[:-1]:
        raise ExactError(location, names[-1], f"is based on itself: {' → '.join(names)}")
    if len(names) > MAX_BASES + 1:
        raise ExactError(location, names[-1], f"is more than {MAX_BASES} bases away from {names[0]}")


def _reading(row: Table, location: str) -> Reading:
    terms = ("payoffs", "commission", "commission_rounding", "ties")
    check_keys(row, location, ("name", "says", "why"), ("base", "punto", "banco", *terms))
    for name in ("name", "says", "why"):
        if not isinstance(row[name], str) or not str(row[name]).strip():
            raise ExactError(f"{location}.{name}", row[name], "must be words in quotes")
    if not NAME.fullmatch(str(row["name"])):
        raise ExactError(f"{location}.name", row["name"], NAME_BOUND)
    changed: dict[str, Table] = {}
    for clause in terms:
        if clause in row:
            check_keys(row[clause], f"{location}.{clause}", (), TERMS[clause])
            changed[clause] = _checked_terms(clause, cast(Table, row[clause]), f"{location}.{clause}")
    banco, ranks = _cells(_rows(row.get("banco", []), f"{location}.banco"))
    return Reading(
        name=str(row["name"]),
        says=str(row["says"]),
        why=str(row["why"]),
        punto=_explained(punto_cells(_rows(row.get("punto", []), f"{location}.punto")), row),
        banco=_explained(banco, row),
        ranks=_explained(ranks, row),
        terms=changed,
    )


def _explained(cells: dict[S, Cell], reading: Table) -> dict[S, Cell]:
    return {situation: Cell(cell.draws, str(reading["says"])) for situation, cell in cells.items()}
