"""Read a rulebook file: its clauses, drawing tables and readings, and its base."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, cast

from exact.errors import ExactError
from exact.game import POINT_VALUES, parse_rank, split_names
from exact.game.shoe import MAX_DECKS
from exact.inputs import Table, check_keys, check_whole, money, one_of, parse_toml
from exact.names import SIDES, canonical
from exact.records import replace
from exact.rules import ANY_TOTAL, NO_THIRD, Situation
from exact.rules.rulebook import STAKES, TERMS, Clause, InterpretedCell, Moves, Reading, Rulebook, changed_moves
from exact.rules.wording import move_text

MAX_BASES = 8
_HEADS = ("id", "document", "title", "language")
_NOTHING = Rulebook("", "", "", "", {}, {}, {}, ())  # what a rulebook without a base is based on
_SIDE_FIELDS = ("punto", "banco", "banco_grid", "tie", "punto_total")
_MOVES = {"draws": True, "stands": False, "D": True, "S": False}
_CHOICES = {"in_favour_of": ("player", "house", "nearest", "nobody")}
_DEALING_ORDER = ["punto", "banco", "punto", "banco"]


def parse_rulebook(text: str, location: str, base_named: Callable[[str], Rulebook]) -> Rulebook:
    """The rulebook in TOML ``text``, on the base that ``base_named`` finds; raises `ExactError`, after ``location``."""
    table: Table = _with_own_names(parse_toml(text, "rules", location), location)
    base, heads = _NOTHING, {}
    if "base" in table:
        _check_words(table, location, "base")
        base = base_named(str(table["base"]))
        check_keys(table, location, ("id", "base"), (*_HEADS, *TERMS, "punto", "banco", "banco_grid", "readings"))
        heads = {"document": f"{base.id}, changed", "title": table["id"], "language": base.language}
    else:
        check_keys(table, location, (*_HEADS, *TERMS, "punto"), ("banco", "banco_grid", "readings"))
    heads |= {name: table[name] for name in _HEADS if name in table}
    _check_words(heads, location, *_HEADS)
    _check_name(heads["id"], f"{location}.id")
    (punto, of_punto), (banco, of_banco) = (_drawing_table(side, table, location) for side in SIDES)
    by_value = (isinstance(situation, tuple) and len(situation) < 4 for situation in banco)
    if base is _NOTHING and not any(by_value):
        raise ExactError(location, sorted(table), "must have the field banco or banco_grid")
    moves = changed_moves(base.moves, {**punto, **banco})
    clauses = dict(base.clauses)
    for clause in (name for name in TERMS if name in table):
        clauses[clause] = _clause(clause, table[clause], f"{location}.{clause}", base.clauses.get(clause))
    return Rulebook(
        **cast("dict[str, Any]", heads),
        clauses=clauses,
        moves=moves,
        printed={
            "punto": (*_still_said("punto", base, moves), *of_punto),
            "banco": (*_still_said("banco", base, moves), *of_banco),
        },
        readings=_readings(table, location),
    )


def _still_said(side: str, base: Rulebook, after: Moves) -> list[str]:
    """The rows of the base that still decide a situation, and the lines that never were a row."""
    rows, left = (
        {move.says for situation, move in moves.items() if isinstance(situation, int) == (side == "punto")}
        for moves in (base.moves, after)
    )
    return [row for row in base.printed.get(side, ()) if row in left or row not in rows]


def _clause(name: str, table: object, location: str, base: Clause | None) -> Clause:
    if table == {"unsaid": True}:
        return Clause("", {})
    fields = ("says", *TERMS[name])
    clause = check_keys(table, location, () if base else fields, fields)
    if not clause:
        raise ExactError(location, {}, "changes nothing: leave it out")
    if "says" in clause and not said(clause, location).strip():
        bound = "must be the document's words; if it has none, write: unsaid = true"
        raise ExactError(f"{location}.says", clause["says"], bound)
    if base and clause.keys() == {"says"} and name != "end_of_shoe":  # which no question asks about
        add = f"add {' or '.join(TERMS[name])}" if TERMS[name] else "here cards are always worth the same"
        bound = f"has only words, and the base would be played: {add}, or leave it out"
        raise ExactError(location, clause["says"], bound)
    terms = _checked_terms({key: value for key, value in clause.items() if key != "says"}, location)
    return Clause(row_words(clause, location), {**(base.terms if base else {}), **terms})


def _checked_terms(terms: Table, location: str) -> Table:
    for name, value in terms.items():
        where = f"{location}.{name}"
        if name in TERMS["payoffs"]:
            money(value, where, 0, 10**6)
        elif name == "rate":
            money(value, where, 0, 1)
        elif name == "decks":
            check_whole(value, where, 1, MAX_DECKS)
        elif name == "stakes" and value not in STAKES:
            try:
                money(value, where, -1, 10**6)
            except ExactError:
                states = ", ".join(STAKES)
                bound = f"must be {states}, or what a unit wins or loses, like -1/2: no total of the tie decides"
                raise ExactError(where, value, bound) from None
        elif name in _CHOICES and value not in _CHOICES[name]:
            raise ExactError(where, value, f"must be one of {', '.join(_CHOICES[name])}")
        elif name == "order" and value != _DEALING_ORDER:
            raise ExactError(where, value, f"must be {_DEALING_ORDER}, the dealing order of punto banco")
        elif name == "totals" and sorted(totals(value, where)) != [8, 9]:
            raise ExactError(where, value, "must be 8 and 9, the naturals of punto banco")
    return terms


def _check_words(table: Table, location: str, *names: str) -> None:
    for name in names:
        value = table[name]
        if not isinstance(value, str) or not value.strip():
            raise ExactError(f"{location}.{name}", value, "must be words in quotes")


def _check_name(name: object, location: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(name)):
        raise ExactError(location, name, "must be small letters and digits with single hyphens between")


def _drawing_table(side: str, table: Table, location: str) -> tuple[Moves, tuple[str, ...]]:
    rows = _rows(table.get(side, []), f"{location}.{side}")
    moves, printed = _moves(side, rows), tuple(row_words(row, where) for where, row in rows)
    if side == "banco" and "banco_grid" in table:
        printed += _add_grid(moves, table["banco_grid"], f"{location}.banco_grid")
    return moves, printed


def _rows(rows: object, location: str) -> list[tuple[str, Table]]:
    if not isinstance(rows, list):
        raise ExactError(location, rows, "must be written as rows, under a heading in double brackets")
    return [(f"{location}[{number}]", row) for number, row in enumerate(rows, start=1)]


def _moves(side: str, rows: Iterable[tuple[str, Table]]) -> Moves:
    moves: Moves = {}
    for location, row in rows:
        by_rank = isinstance(row, dict) and "ranks" in row
        read = _punto_row if side == "punto" else _rank_row if by_rank else _banco_row
        for situation, draws in read(row, location):
            _set(moves, situation, InterpretedCell(draws, row_words(row, location)), location)
    return moves


def _punto_row(row: Table, location: str) -> Iterator[tuple[Situation, bool]]:
    check_keys(row, location, required=("total", "action"), optional=("says",))
    draws = _move(row["action"], f"{location}.action")
    yield from ((total, draws) for total in totals(row["total"], f"{location}.total"))


def _rank_row(row: Table, location: str) -> Iterator[tuple[Situation, bool]]:
    check_keys(row, location, required=("total", "ranks", "action"), optional=("says",))
    draws = _move(row["action"], f"{location}.action")
    ranks = row["ranks"]
    if not isinstance(ranks, str) or not ranks.strip(" ,"):
        raise ExactError(f"{location}.ranks", ranks, 'must be a list in quotes, like "J, Q, K"')
    for total, name in product(totals(row["total"], f"{location}.total"), split_names(ranks)):
        rank = parse_rank(name, f"{location}.ranks")
        yield (total, POINT_VALUES[rank], ANY_TOTAL, rank), draws


def _banco_row(row: Table, location: str) -> Iterator[tuple[Situation, bool]]:
    check_keys(row, location, ("total",), ("says", "draws_on", "stands_on", "no_third", "punto_total"))
    moves = _third_card_moves(row, location)
    if "no_third" in row:
        moves[NO_THIRD] = _move(row["no_third"], f"{location}.no_third")
    if not moves:
        raise ExactError(location, row, "must have draws_on, stands_on or no_third")
    finals: list[tuple[int, ...]] = [()]
    if "punto_total" in row:
        where = f"{location}.punto_total"
        finals = [(final,) for final in _numbers(row["punto_total"], where, 9, "a final total is 0 to 9")]
    cells = product(totals(row["total"], f"{location}.total"), moves.items(), finals)
    return (((total, third, *final), draws) for total, (third, draws), final in cells)


def _third_card_moves(row: Table, location: str) -> dict[int, bool]:
    if "draws_on" not in row and "stands_on" not in row:
        return {}
    fields = ("draws_on", "stands_on")
    draws, stands = (set(third_cards(row[key], f"{location}.{key}")) if key in row else set() for key in fields)
    if draws & stands:
        raise ExactError(location, sorted(draws & stands), "are third cards on which this row both draws and stands")
    missing = {*range(10)} - draws - stands
    if "draws_on" in row and "stands_on" in row and missing:
        raise ExactError(location, sorted(missing), "are third cards that this row omits")
    return {third: third in draws if "draws_on" in row else third not in stands for third in range(10)}


def _add_grid(moves: Moves, table: object, location: str) -> tuple[str, ...]:
    """Add a matrix, for each third card a line of ``D`` or ``S`` for each Banco total; returns the lines as printed."""
    grid = check_keys(table, location, required=("totals", "third_card"), optional=("says",))
    columns = grid["third_card"]
    if not isinstance(columns, dict):
        raise ExactError(f"{location}.third_card", columns, "must be a table: third card = letters")
    rows = totals(grid["totals"], f"{location}.totals")
    for value, letters in columns.items():
        where = f"{location}.third_card.{value}"
        line = str(letters).split()
        if len(line) != len(rows):
            raise ExactError(where, letters, f"must have {len(rows)} letters, one for each total")
        for third in third_cards(value, where):
            for total, letter in zip(rows, line, strict=True):
                says = f"{said(grid, location)} – banco {total}, third card {value}: {letter}".removeprefix(" – ")
                _set(moves, (total, third), InterpretedCell(_move(letter, where), says), where)
    lines = (f"{third}: {letters}" for third, letters in columns.items())
    return tuple(filter(None, (said(grid, location), f"banco: {grid['totals']}", *lines)))


def _move(value: object, location: str) -> bool:
    if not isinstance(value, str) or value not in _MOVES:
        raise ExactError(location, value, "must be draws or stands (D or S in a grid)")
    return _MOVES[value]


def _set(moves: Moves, situation: Situation, move: InterpretedCell, location: str) -> None:
    total = situation if isinstance(situation, int) else situation[0]
    if total >= 8 and move.draws:
        raise ExactError(location, total, "is a natural, which ends the coup: nobody draws")
    other = moves.setdefault(situation, move)
    if other.draws != move.draws:
        raise ExactError(location, move.says, f"contradicts {other.says!r} ({move_text(situation, other.draws)})")


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

    def on_its_bases(*chain: str) -> Reading:
        reading, base, where = stated[chain[-1]]
        if base is None:
            return reading
        one_of(base, list(stated), where, "is not a reading of this document")
        check_chain([*chain, base], where)
        earlier = on_its_bases(*chain, base)
        clauses = (*earlier.terms, *reading.terms)
        terms = {clause: earlier.terms.get(clause, {}) | reading.terms.get(clause, {}) for clause in clauses}
        return replace(reading, moves=changed_moves(earlier.moves, reading.moves), terms=terms)

    return tuple(map(on_its_bases, stated))


def check_chain(names: list[str], location: str) -> None:
    """Raise `ExactError` if a chain of names, each based on the next, is too long or returns to itself."""
    if names[-1] in names[:-1]:
        raise ExactError(location, names[-1], f"is based on itself: {' → '.join(names)}")
    if len(names) > MAX_BASES + 1:
        raise ExactError(location, names[-1], f"is more than {MAX_BASES} bases away from {names[0]}")


def _reading(row: Table, location: str) -> Reading:
    clauses = ("payoffs", "commission", "commission_rounding", "ties")
    check_keys(row, location, ("name", "says", "why"), ("base", "rests_on", *SIDES, *clauses))
    _check_words(row, location, "name", "says", "why")
    _check_name(row["name"], f"{location}.name")
    terms: dict[str, Table] = {}
    for clause in clauses:
        if clause in row:
            where = f"{location}.{clause}"
            terms[clause] = _checked_terms(check_keys(row[clause], where, (), TERMS[clause]), where)
    sentences = row.get("rests_on", [])
    if not isinstance(sentences, list) or not all(isinstance(words, str) and words.strip() for words in sentences):
        raise ExactError(f"{location}.rests_on", sentences, "must be a list of the beginnings of sentences")
    name, says, why = (str(row[field]) for field in ("name", "says", "why"))
    stated = (_moves(side, _rows(row.get(side, []), f"{location}.{side}")) for side in SIDES)
    moves = {situation: InterpretedCell(move.draws, says) for own in stated for situation, move in own.items()}
    return Reading(name, says, why, moves, terms, rests_on=tuple(sentences))


def _with_own_names(value: Any, location: str) -> Any:
    """The table with player, banker and egalite replaced by punto, banco and tie in fields and lists of sides."""
    if isinstance(value, list):
        return [canonical(row, SIDES) if isinstance(row, str) else _with_own_names(row, location) for row in value]
    if not isinstance(value, dict):
        return value
    named: Table = {}
    for field, entry in value.items():
        name = canonical(field, _SIDE_FIELDS)
        if name in named:
            raise ExactError(location, field, f"repeats the field {name}")
        named[name] = _with_own_names(entry, f"{location}.{name}")
    return named


def said(table: Table, location: str) -> str:
    """The document's words in this part of the file, if any."""
    words = table.get("says", "")
    if not isinstance(words, str):
        raise ExactError(f"{location}.says", words, "must be the document's words, in quotes")
    return words


def row_words(row: Table, location: str) -> str:
    """A row of a drawing table in the document's words, or else in its terms."""
    return said(row, location) or ", ".join(f"{key} {value}" for key, value in row.items())


def totals(value: object, location: str) -> list[int]:
    """The two-card totals in a list such as ``0, 1, 2``, ``6-9`` or ``7 6 5``."""
    return _numbers(value, location, 9, "a two-card total is 0 to 9")


def third_cards(value: object, location: str) -> list[int]:
    """The point values in a printed list of third cards; documents print a ten as 0 or as 10."""
    if value == "any":
        return list(range(10))
    return [number % 10 for number in _numbers(value, location, 10, "a third card is 0 to 9, or 1 to 10")]


def _numbers(value: object, location: str, high: int, bound: str) -> list[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise ExactError(location, value, f'must be a list in quotes, like "0, 1, 2" or "4-7": {bound}')
    numbers: list[int] = []
    for part in value.replace(",", " ").split():
        ends = part.split("-") if "-" in part.strip("-") else [part]
        if len(ends) > 2 or not all(end.isascii() and end.isdigit() and len(end) < 3 for end in ends):
            raise ExactError(location, part, f"cannot be read: {bound}")
        first, last = int(ends[0]), int(ends[-1])
        if not first <= last <= high:
            raise ExactError(location, part, f"is impossible: {bound}")
        numbers.extend(range(first, last + 1))
    if not numbers:
        raise ExactError(location, value, f"names no number: {bound}")
    return numbers
