"""Read the numbers of a rulebook file as its document prints them: lists, ranges, letters, percentages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeVar, cast

from exact.answers.text import Text, _
from exact.errors import ExactError
from exact.game.cards import POINT_VALUES, RANKS, parse_rank, split_names
from exact.names import SIDES, canonical
from exact.rules.tableau import NO_THIRD

Table = dict[str, object]
_NUMBER = re.compile(r"(?P<number>-?\d{1,20}(\.\d{1,20})?)(/(?P<below>\d{1,20}))?\s*(?P<percent>%)?", re.ASCII)
Situation = int | tuple[int, ...]
"""Punto's two-card total; or Banco's, then Punto's third card or `NO_THIRD`, then Punto's final total if that decides."""
S = TypeVar("S", bound=Situation)

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NAME_BOUND = "must be small letters and digits with single hyphens between"
THIRD_CARDS = tuple(range(10))
_SIDE_FIELDS = ("punto", "banco", "banco_grid", "tie", "punto_total")
"""The fields that name a side or an outcome."""
_MOVES = {"draws": True, "stands": False, "D": True, "S": False}


class Cell(NamedTuple):
    """A side's move in one situation, and the clause of the document that states it."""

    draws: bool
    says: str


BancoCells = dict[tuple[int, ...], Cell]
"""Keyed by Banco's two-card total, Punto's third card (or `NO_THIRD`) and, where it decides, Punto's final total."""
RankCells = dict[tuple[int, int], Cell]
"""Keyed by Banco's two-card total and the rank (0–12) of Punto's third card; such cells go before `BancoCells`."""


def punto_cells(rows: Iterable[tuple[str, Table]]) -> dict[int, Cell]:
    """Punto's move on each two-card total that the rows mention.

    Each row comes with its place, for errors. Raises `ExactError` if two rows contradict each other.
    """
    cells: dict[int, Cell] = {}
    for location, row in rows:
        check_keys(row, location, required=("total", "action"), optional=("says",))
        cell = Cell(_move(row["action"], f"{location}.action"), row_words(row, location))
        for total in totals(row["total"], f"{location}.total"):
            _check_natural_stands(total, cell.draws, location)
            _set(cells, total, cell, location)
    return cells


def banco_cells(rows: Iterable[tuple[str, Table]]) -> BancoCells:
    """Banco's move in each situation that the rows mention; errors as in `punto_cells`."""
    cells: BancoCells = {}
    for location, row in rows:
        fields = ("says", "draws_on", "stands_on", "no_third", "punto_total")
        check_keys(row, location, required=("total",), optional=fields)
        moves = _third_card_moves(row, location)
        if "no_third" in row:
            moves[NO_THIRD] = _move(row["no_third"], f"{location}.no_third")
        if not moves:
            raise ExactError(location, row, "must have draws_on, stands_on or no_third")
        finals: list[tuple[int, ...]] = [(total,) for total in _final_totals(row, location)] or [()]
        for total in totals(row["total"], f"{location}.total"):
            for third, draws in moves.items():
                _check_natural_stands(total, draws, location)
                for final in finals:
                    _set(cells, (total, third, *final), Cell(draws, row_words(row, location)), location)
    return cells


def rank_cells(rows: Iterable[tuple[str, Table]]) -> RankCells:
    """Banco's move against a third card of a rank that the rows name; errors as in `punto_cells`."""
    cells: RankCells = {}
    for location, row in rows:
        check_keys(row, location, required=("total", "ranks", "action"), optional=("says",))
        cell = Cell(_move(row["action"], f"{location}.action"), row_words(row, location))
        ranks = row["ranks"]
        if not isinstance(ranks, str) or not ranks.strip(" ,"):
            raise ExactError(f"{location}.ranks", ranks, 'must be a list in quotes, like "J, Q, K"')
        for total in totals(row["total"], f"{location}.total"):
            _check_natural_stands(total, cell.draws, location)
            for name in split_names(ranks):
                rank = parse_rank(name, f"{location}.ranks")
                _set(cells, (total, rank), cell, location, f"banco {total}, third card {RANKS[rank]}")
    return cells


def _final_totals(row: Table, location: str) -> list[int]:
    if "punto_total" not in row:
        return []
    return _numbers(row["punto_total"], f"{location}.punto_total", 9, "a final total is 0 to 9")


def overridden(cells: BancoCells, changes: BancoCells) -> BancoCells:
    """``cells`` with ``changes``: a change for every final total of Punto drops what was said of single ones."""
    kept = {situation: cell for situation, cell in cells.items() if situation[:2] not in changes}
    return {**kept, **changes}


def overridden_ranks(ranks: RankCells, changes: BancoCells, own: RankCells) -> RankCells:
    """``ranks`` with those of ``own``; a change for the value of a card drops what was said of single ranks of it."""
    kept = {(total, rank): cell for (total, rank), cell in ranks.items() if (total, POINT_VALUES[rank]) not in changes}
    return {**kept, **own}


def grid_cells(grid: Table, location: str) -> BancoCells:
    """The cells of a matrix of ``D`` and ``S``: for each third card, a line with a letter for each Banco total."""
    check_keys(grid, location, required=("totals", "third_card"), optional=("says",))
    columns = grid["third_card"]
    if not isinstance(columns, dict):
        raise ExactError(f"{location}.third_card", columns, "must be a table: third card = letters")
    rows = totals(grid["totals"], f"{location}.totals")
    cells: BancoCells = {}
    for value, letters in columns.items():
        where = f"{location}.third_card.{value}"
        moves = str(letters).split()
        if len(moves) != len(rows):
            raise ExactError(where, letters, f"must have {len(rows)} letters, one for each total")
        for third in third_cards(value, where):
            for total, move in zip(rows, moves, strict=True):
                draws = _move(move, where)
                _check_natural_stands(total, draws, where)
                says = f"{said(grid, location)} – banco {total}, third card {value}: {move}"
                _set(cells, (total, third), Cell(draws, says.removeprefix(" – ")), where)
    return cells


def totals(value: object, location: str) -> list[int]:
    """The two-card totals in a list such as ``0, 1, 2``, ``6-9`` or ``7 6 5``."""
    return _numbers(value, location, 9, "a two-card total is 0 to 9")


def third_cards(value: object, location: str) -> list[int]:
    """The point values of the third cards in a printed list; documents print a ten as 0 or as 10."""
    if value == "any":
        return list(THIRD_CARDS)
    return [number % 10 for number in _numbers(value, location, 10, "a third card is 0 to 9, or 1 to 10")]


def money(amount: object, location: str, low: int, high: int) -> Fraction:
    """An exact number written as ``8``, ``0.95``, ``19/20`` or ``5%``, from ``low`` to ``high``."""
    number = _NUMBER.fullmatch(str(amount).strip()) if isinstance(amount, str | int | float) else None
    if number is not None and (number["below"] is None or int(number["below"])):
        value = Fraction(number["number"]) / (int(number["below"]) if number["below"] else 1)
        value = value / 100 if number["percent"] else value
        if low <= value <= high:
            return value
    percentage = ", or a percentage like 5%" if high == 1 else ""
    raise ExactError(location, amount, f"must be a number from {low} to {high}{percentage}")


def with_own_names(table: Table, location: str) -> Table:
    """The file's table with player, banker and egalite replaced by punto, banco and tie in fields and lists of sides.

    Raises `ExactError` for a field that appears under two names.
    """
    named: Table = {}
    for field, value in table.items():
        name = canonical(field, _SIDE_FIELDS)
        if name in named:
            raise ExactError(location, field, f"repeats the field {name}")
        named[name] = _own_names_within(value, f"{location}.{name}")
    return named


def _own_names_within(value: object, location: str) -> object:
    if isinstance(value, dict):
        return with_own_names(value, location)
    if not isinstance(value, list):
        return value
    rows = [with_own_names(row, location) if isinstance(row, dict) else row for row in value]
    return [canonical(row, SIDES) if isinstance(row, str) else row for row in rows]


def said(table: Table, location: str) -> str:
    """The document's own words in this part of the file; empty if there are none."""
    words = table.get("says", "")
    if not isinstance(words, str):
        raise ExactError(f"{location}.says", words, "must be the document's words, in quotes")
    return words


def row_words(row: Table, location: str) -> str:
    """A row of a drawing table in the document's words, or in its terms if the file quotes none."""
    return said(row, location) or ", ".join(f"{key} {value}" for key, value in row.items())


def grid_words(grid: Table, location: str) -> tuple[str, ...]:
    """A grid as printed, with a line for each third card."""
    columns = cast(Table, grid["third_card"])
    lines = (f"{third}: {letters}" for third, letters in columns.items())
    return tuple(filter(None, (said(grid, location), f"banco: {grid['totals']}", *lines)))


def check_keys(table: object, location: str, required: Iterable[str], optional: Iterable[str] = ()) -> None:
    """Raise `ExactError` unless ``table`` has every required key, and otherwise only optional ones."""
    if not isinstance(table, dict):
        raise ExactError(location, table, "must be a table")
    for key in required:
        if key not in table:
            raise ExactError(location, sorted(table), f"must have the field {key}")
    allowed = {*required, *optional}
    for key in table:
        if key not in allowed:
            raise ExactError(location, key, f"is not a field here; known: {', '.join(sorted(allowed))}")


def _third_card_moves(row: Table, location: str) -> dict[int, bool]:
    if "draws_on" not in row and "stands_on" not in row:
        return {}
    draws, stands = (
        set(third_cards(row[key], f"{location}.{key}")) if key in row else set() for key in ("draws_on", "stands_on")
    )
    if draws & stands:
        raise ExactError(location, sorted(draws & stands), "are third cards on which this row both draws and stands")
    if "draws_on" in row and "stands_on" in row and len(draws | stands) < 10:
        missing = sorted(set(THIRD_CARDS) - draws - stands)
        raise ExactError(location, missing, "are third cards that this row omits")
    if "draws_on" not in row:
        draws = set(THIRD_CARDS) - stands
    return {third: third in draws for third in THIRD_CARDS}


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


def _move(value: object, location: str) -> bool:
    if not isinstance(value, str) or value not in _MOVES:
        raise ExactError(location, value, "must be draws or stands (D or S in a grid)")
    return _MOVES[value]


def _check_natural_stands(total: int, draws: bool, location: str) -> None:
    if total >= 8 and draws:
        raise ExactError(location, total, "is a natural, which ends the coup: nobody draws")


def _set(cells: dict[S, Cell], key: S, cell: Cell, location: str, situation: str = "") -> None:
    other = cells.setdefault(key, cell)
    if other.draws != cell.draws:
        bound = f"contradicts {other.says or 'an earlier row'!r} on {situation or situation_text(key)}"
        raise ExactError(location, cell.says, bound)


def move_text(situation: Situation, draws: bool) -> Text:
    """A side's move in a situation.

    >>> move_text((4, NO_THIRD), True)
    'banco 4, punto without a third card: draws'
    """
    if isinstance(situation, int):
        return _("punto {total}: draws", total=situation) if draws else _("punto {total}: stands", total=situation)
    total, third, *final = situation
    if final:
        return _after_final(total, third, final[0], draws)
    if third == NO_THIRD:
        if draws:
            return _("banco {total}, punto without a third card: draws", total=total)
        return _("banco {total}, punto without a third card: stands", total=total)
    if draws:
        return _("banco {total}, third card {third}: draws", total=total, third=third)
    return _("banco {total}, third card {third}: stands", total=total, third=third)


def _after_final(total: int, third: int, final: int, draws: bool) -> Text:
    if third == NO_THIRD:
        if draws:
            return _("banco {total}, punto stands on {final}: draws", total=total, final=final)
        return _("banco {total}, punto stands on {final}: stands", total=total, final=final)
    if draws:
        return _("banco {total}, third card {third} to punto's {final}: draws", total=total, third=third, final=final)
    return _("banco {total}, third card {third} to punto's {final}: stands", total=total, third=third, final=final)


def situation_text(situation: Situation) -> str:
    """The situation in words.

    >>> situation_text((4, NO_THIRD))
    'banco 4, punto without a third card'
    """
    if isinstance(situation, int):
        return f"punto {situation}"
    total, third, *final = situation
    after = f", punto's total {final[0]}" if final else ""
    return f"banco {total}, " + (f"third card {third}" if third < NO_THIRD else "punto without a third card") + after


def laid_together(rows: BancoCells, grid: BancoCells, location: str) -> BancoCells:
    """The cells of banco's rows and of its grid together; raises `ExactError` if the two contradict each other."""
    for situation, cell in grid.items():
        other = rows.get(situation, cell)
        if other.draws != cell.draws:
            bound = f"contradicts {other.says!r} on {situation_text(situation)}"
            raise ExactError(f"{location}.banco_grid", cell.says, bound)
    return {**grid, **rows}
