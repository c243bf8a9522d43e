"""The figures of a question laid out with axes down and across, and which rows come in which order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf
from operator import eq, ge, gt, le, lt
from typing import Any

from exact.answers.table import Cell, Column, Table
from exact.arithmetic import low_of, number_text
from exact.errors import ExactError
from exact.inputs import money
from exact.questions.figure import EXACT, PERCENT, figure_of
from exact.questions.quantities import MEASURES
from exact.views.asked import Asking, Figures, Order
from exact.views.asked_words import QUANTITY, UNIT, capital, caption_of, heads_of, measured, notes_of, titles_of
from exact.views.layout import without_sign

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<=": le, ">=": ge, "<": lt, ">": gt, "=": eq}
_WHERE = re.compile(r"(.+?)\s*(<=|>=|<|>|=)\s*(\S.*)")
_LARGEST_BOUND = 10**9


def laid_out(asked: Figures, order: Order | None = None, style: str = "", digits: int | None = None) -> Table:
    """The figures with some axes down and the others across; raises `ExactError` for an order that does not fit."""
    axes = asked.grid.axes
    down, across, lines = _rows(asked, order or Order())
    titles = titles_of(asked)
    percent = [all(entry.asked.style(style) == PERCENT for entry in column) for column in zip(*lines, strict=True)]
    names_unit = any(axes[place].name == QUANTITY for place in across) and not all(percent)
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        cells = [entry.figure.cell(style, digits) if entry.figure else None for entry in line]
        if all(percent) or names_unit:
            cells = [without_sign(cell) if sign else cell for cell, sign in zip(cells, percent, strict=True)]
        rows.append((*(titles[place][line[0].choices[place]] for place in down), *cells))
    columns = [Column(capital(axes[place].title)) for place in down]
    for head, sign in zip(heads_of(asked, across, lines[0]), percent, strict=True):
        if names_unit and sign:
            head = [text + UNIT * (axes[place].name == QUANTITY) for text, place in zip(head, across, strict=True)]
        columns.append(Column(", ".join(head), above=tuple(head[:-1])))
    exact = (
        "exact values" if all(entry.figure.exactness == EXACT for entry in asked.entries if entry.figure) else "values"
    )
    unit = f"in percent; {exact}" if all(percent) else exact
    rounding = [f"{capital(unit)}, each rounded once."] if any(asked) else []
    return Table("figures", caption_of(asked), tuple(columns), rows, (*notes_of(asked), *rounding))


def ordered(asked: Figures, order: Order) -> Figures:
    """The figures of the rows that meet the condition, in the order of the rows; errors as those of `laid_out`."""
    _down, _across, lines = _rows(asked, order)
    if not (order.where or order.sort):
        return asked
    return replace(asked, entries=tuple(entry for line in lines for entry in line))


def _rows(asked: Figures, order: Order) -> tuple[list[int], list[int], list[list[Asking]]]:
    """The places of the axes down and across, and the questions row by row."""
    down, across = order.directions(asked.grid)
    by_choice = {tuple(entry.choices[place] for place in (*down, *across)): entry for entry in asked.entries}
    choices = [axis.choices for axis in asked.grid.axes]
    rows, columns = (list(product(*(choices[place] for place in places))) for places in (down, across))
    lines = [[by_choice[*row, *column] for column in columns] for row in rows]
    if order.where:
        lines = [*filter(_condition(order.where), lines)]
        if not lines:
            raise ExactError("where", order.where, "is met by every figure of no row")
    if order.sort:
        lines.sort(key=_key(order.sort, lines[0], asked, down, across))
    return down, across, lines


def _condition(where: str) -> Callable[[list[Asking]], bool]:
    """Whether the quantity of every question of a row meets the condition; one that has none does not."""
    match = _WHERE.fullmatch(where.strip())
    measure = MEASURES.get(match[1].lower()) if match else None
    if match is None or measure is None:
        raise ExactError("where", where, "must be a quantity and a bound, like house edge < 5%")
    bound = money(match[3], "where", -_LARGEST_BOUND, _LARGEST_BOUND)
    may_mean_percent = abs(bound) >= 1 and "%" not in match[3]

    def is_met(entry: Asking) -> bool:
        try:
            measured = entry.asked.measured(measure)
            figure = figure_of(measured)
        except ExactError:
            return False
        if may_mean_percent and measured.style() == PERCENT:
            left = f"{match[1]} {match[2]}"
            bounds = f"write {left} {match[3]}% or {left} {number_text(bound / 100)}"
            raise ExactError("where", where, f"means {number_text(bound * 100)} %: {bounds}")
        return _COMPARE[match[2]](figure, bound)

    return lambda line: all(map(is_met, line))


def _key(
    sort: str, first: list[Asking], asked: Figures, down: list[int], across: list[int]
) -> Callable[[list[Asking]], tuple[bool, Fraction | float]]:
    """What rows are sorted by: an axis down, or the figures of a column; a row without that figure comes last."""
    name, sign = sort.removeprefix("-").strip(), -1 if sort.startswith("-") else 1
    for place in down:
        if asked.grid.axes[place].is_named(name):
            titles = titles_of(asked)[place]
            return lambda line: (False, sign * _number(titles[line[0].choices[place]], name))
    column = _column_named(name, heads_of(asked, across, first), first, across)

    def figure_of_column(line: list[Asking]) -> tuple[bool, Fraction]:
        figure = line[column].figure
        return figure is None, sign * low_of(figure.value) if figure else Fraction(0)

    return figure_of_column


def _number(title: str, axis: str) -> Fraction | float:
    try:
        return inf if title.startswith("infinite") else Fraction(title.removesuffix(" decks").rstrip(" %"))
    except ValueError:
        raise ExactError("sort", axis, f"is an axis of names, not of numbers: {title!r}") from None


def _column_named(name: str, heads: list[list[str]], first: list[Asking], across: list[int]) -> int:
    """The only column with this head, with this part of a head, with this choice on an axis, or of this quantity."""
    columns = [", ".join(head) for head in heads]
    typed, found = name.replace(UNIT, "").lower(), []
    for index, (head, entry) in enumerate(zip(heads, first, strict=True)):
        words = (columns[index], *head, *(entry.choices[place] for place in across), measured(entry.asked))
        if typed in map(str.lower, words):
            found.append(index)
    if len(found) == 1:
        return found[0]
    if found:
        every = " or ".join(columns[index] for index in found)
        raise ExactError("sort", name, f"is the name of {len(found)} columns: {every}")
    raise ExactError("sort", name, f"is no column and no axis down: the columns are {', '.join(columns)}")
