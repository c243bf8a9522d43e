"""The figures of a question with axes: one row for each, or laid out with axes down and across."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from operator import eq, ge, gt, le, lt
from typing import Any, overload

from exact.answers.table import INFINITE, Cell, Column, Exactness, Table, columns_of
from exact.arithmetic import low_of, number_text
from exact.bets.bet import Bet
from exact.bets.catalogue import every_bet
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.inputs import money
from exact.questions.axes import MOST_FIGURES, Grid, parse_grid, pointing_into
from exact.questions.figure import PERCENT, Asked, Figure, exactness_of, figure_of, parse_asked
from exact.questions.quantities import MEASURES
from exact.questions.subjects import wagers_of
from exact.records import Record, ShownAsMathematics, replace
from exact.rules import Rules
from exact.views.asked_words import (
    QUANTITY,
    UNIT,
    AnsweredGrid,
    Asking,
    capital,
    caption_of,
    heads_of,
    measured,
    notes_of,
    titles_of,
)
from exact.views.layout import without_sign

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<=": le, ">=": ge, "<": lt, ">": gt, "=": eq}
_WHERE = re.compile(r"(.+?)\s*(<=|>=|<|>|=)\s*(\S.*)")
_LARGEST_BOUND = 10**9
_FIELDS = ("question", "id", "value", "decimal", "exactness", "assumed", "standing")  # of a figure in JSON


class NoFigure(Record):
    """What a table has in place of a figure that cannot be computed. It is false, and `float` raises `ExactError`."""

    question: str
    reason: str
    """Why there is no figure."""
    value: None = None
    text: str = "–"
    percent: str = "–"

    def __bool__(self) -> bool:
        return False

    def __float__(self) -> float:
        raise ExactError("question", self.question, f"has no figure: {self.reason}")

    def __repr__(self) -> str:
        return f"<NoFigure: {self.question}: {self.reason}>"


class Order(Record):
    """How a table is laid out: the names of axes down and across, and which rows come in which order."""

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    sort: str = ""
    """A choice on an axis across, or an axis down; a minus before it turns the order around."""
    where: str = ""
    """A condition on a quantity, such as ``house edge < 5%``, which every figure of a row meets."""

    def directions(self, grid: Grid) -> tuple[list[int], list[int]]:
        """The places of the axes down and across: by default the last down, the others across."""
        down = [grid.place_of(name, "rows") for name in self.rows]
        across = [grid.place_of(name, "columns") for name in self.columns]
        chosen = [*down, *across]
        for place in chosen:
            if chosen.count(place) > 1:
                raise ExactError("axis", grid.axes[place].name, "is named twice: an axis lies down or across")
        others = [place for place in range(len(grid.axes)) if place not in chosen]
        if down:
            return down, [*across, *others]
        return (others, across) if across else (others[-1:], others[:-1])


class Figures(AnsweredGrid, Sequence[Figure | NoFigure], ShownAsMathematics):
    """The figures of a question with axes, in the order of the axes, of which the last varies fastest."""

    order: Order | None = None
    """How `to_table` lays them out."""

    @overload
    def __getitem__(self, index: int) -> Figure | NoFigure: ...
    @overload
    def __getitem__(self, index: slice) -> list[Figure | NoFigure]: ...
    def __getitem__(self, index: int | slice) -> Figure | NoFigure | list[Figure | NoFigure]:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        entry = self.entries[index]
        return entry.figure or NoFigure(entry.asked.text, entry.reason)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def exactness(self) -> dict[str, Any]:
        """How exact the figures are, as a table of them declares it."""
        return exactness_of(entry.figure for entry in self.entries if entry.figure)

    def __repr__(self) -> str:
        return f"<Figures {self.grid.text}: {len(self)} figures>"

    def to_table(self) -> Table:
        """The figures laid out: by default, the last axis down, the others across."""
        return laid_out(self, self.order)

    def to_pandas(self, numeric: bool = True) -> Any:
        """A `pandas.DataFrame` with a row for each figure; raises `ExactError` without pandas.

        Counts, decks and other whole numbers are integers, other values doubles, or without ``numeric`` fractions.
        """
        return listed(self, numeric=numeric).to_pandas(numeric)

    def to_polars(self, numeric: bool = True) -> Any:
        """A `polars.DataFrame` of the same rows, without ``numeric`` with fractions as text."""
        return listed(self, numeric=numeric).to_polars(numeric)

    def to_arrow(self, numeric: bool = True) -> Any:
        """A `pyarrow.Table` of the same rows, as `to_polars` has it."""
        return listed(self, numeric=numeric).to_arrow(numeric)


def ask_all(
    text: str, shoe: Shoe | None = None, rules: Rules | None = None, bet: Bet | None = None, insist: bool = False
) -> Figures:
    """The figures of a question with axes, or of one without; a shoe, rules and a bet as in `parse_asked`.

    Raises `ExactError` for text that is no question, and for more than `MOST_FIGURES` figures unless you ``insist``.
    In a table, one that cannot be computed is a `NoFigure`.
    """
    grid = parse_grid(text, bet is not None)
    if len(grid) > MOST_FIGURES and not insist:
        raise ExactError("question", text, f"asks for {len(grid)} figures: more than {MOST_FIGURES} need --yes")
    read: list[tuple[tuple[str, ...], Asked]] = []
    for choices, question in grid.cells():  # each is read before the first is answered, so that a wrong one is an error
        with pointing_into(grid.text, choices):
            read.append((choices, parse_asked(question, shoe, rules, bet)))
    by_text: dict[str, tuple[str, ...]] = {}
    for choices, asked in read:
        if by_text.setdefault(asked.text, choices) != choices:
            raise ExactError("question", asked.text, "is asked twice: two choices of an axis mean the same")
    entries = [Asking(choices, asked, *_answer(asked)) for choices, asked in read]
    if not grid.axes and entries[0].figure is None:
        figure_of(entries[0].asked)
    return Figures(grid, tuple(entries))


def _answer(asked: Asked) -> tuple[Figure | None, str]:
    try:
        return figure_of(asked), ""
    except ExactError as error:
        return None, f"{error.value} {error.bound}"


def listed(asked: Figures, style: str = "", digits: int | None = None, numeric: bool | None = None) -> Table:
    """One row for each figure: its axes, its question and id, the exact value and what it rests on.

    Axes and values are texts, or for programs numbers, irrational ones doubles if ``numeric``.
    """
    names = [axis.name.replace(" ", "_") for axis in asked.grid.axes]
    columns = (*names, "question", "id", "value", "decimal", "exactness", "assumed", *(["text"] if style else []))
    rows: list[tuple[Cell, ...]] = []
    for entry, fields in zip(asked.entries, as_json(asked, style, digits), strict=True):
        figure = entry.figure
        fields["assumed"] = "; ".join(fields["assumed"]) if figure else entry.reason
        if figure:
            value = figure.value_text if numeric is None else _number_of(figure, numeric)
            fields |= {"value": value, "decimal": figure.printed("decimal", digits)}
        choices = entry.choices if numeric is None else map(_number_on_axis, entry.choices)
        rows.append((*choices, *(fields.get(name) for name in columns[len(names) :])))
    return Table("figures", asked.grid.text, columns_of(*columns), rows, **asked.exactness)


def _number_on_axis(choice: str) -> Cell:
    return int(choice) if choice.isdecimal() else INFINITE if choice == "infinite" else choice


def _number_of(figure: Figure, numeric: bool) -> Cell:
    if isinstance(figure.value, Fraction):
        return figure.value.numerator if figure.value.denominator == 1 else figure.value
    return float(figure) if numeric else figure.value_text


def as_json(asked: Figures, style: str = "", digits: int | None = None) -> list[dict[str, Any]]:
    """The contract of a question: for each figure its question, id, exact value, decimal and axes."""
    entries: list[dict[str, Any]] = []
    for entry in asked.entries:
        figure, fields = entry.figure, dict.fromkeys(_FIELDS)
        fields |= {"question": entry.asked.text, "assumed": []}
        if figure is None:
            fields["reason"] = entry.reason
        else:
            fields |= {"id": figure.id, "value": figure.value_for_programs(), "exactness": figure.exactness}
            fields["decimal"] = figure.printed("decimal", 12 if digits is None else digits)
            fields |= {"assumed": [*figure.assumed], "standing": figure.standing}
            if style:
                fields["text"] = figure.printed(style, digits)
        if asked.grid.axes:
            fields["axes"] = {axis.name: choice for axis, choice in zip(asked.grid.axes, entry.choices, strict=True)}
        entries.append(fields)
    return entries


def explained(entry: Asking, style: str = "", digits: int | None = None) -> Table:
    """What stands behind one figure: its canonical text, id, exactness, assumptions, standing and sources."""
    figure, question = entry.figure, entry.asked.questions[0]
    bets = (wager.own or every_bet().get(wager.bet) for wager in wagers_of(question.subject))
    sources = dict.fromkeys(bet.source for bet in bets if bet)
    full = entry.asked.in_full
    rows: list[tuple[Cell, ...]] = [("question", entry.asked.text), *([("read as", full)] * (full != entry.asked.text))]
    if figure is None:
        rows += [("no figure", entry.reason), ("rules", question.played.id)]
    else:
        rows += [
            ("id", figure.id),
            ("figure", figure.printed(style, digits)),
            ("exact value", figure.value_text),
            ("exactness", figure.exactness),
            ("rules", question.played.id),
            *(("assumed", text) for text in figure.assumed),
            ("standing", figure.standing),
        ]
    rows += [("source of the bet", source) for source in sources if source]
    return Table("explanation", "", (Column("of the figure"), Column("value")), rows)


def printable(asked: Figures, style: str, digits: int | None) -> Figures:
    """Without the figures that have no such style, as no odds are against an event that cannot happen.

    Raises `ExactError` for a style not of their kind, and if none is left.
    """
    entries: list[Asking] = []
    failure: ExactError | None = None
    for entry in asked.entries:
        entry.asked.style(style)
        try:
            if entry.figure:
                entry.figure.printed(style, digits)
        except ExactError as error:
            failure, entry = error, replace(entry, figure=None, reason=f"{error.value} {error.bound}")
        entries.append(entry)
    if failure and not any(entry.figure for entry in entries):
        raise failure
    return replace(asked, entries=tuple(entries))


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
    exact = "exact values" if asked.exactness["declared"] == Exactness.EXACT else "values"
    points = all(entry.asked.is_change for entry in asked.entries)
    unit = f"in {'percentage points' if points else 'percent'}; {exact}" if all(percent) else exact
    rounding = [f"{capital(unit)}, each rounded once."] if any(asked) else []
    notes = (*notes_of(asked), *rounding)
    return Table("figures", caption_of(asked), tuple(columns), rows, notes, **asked.exactness)


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
            questions = tuple(question.measured(measure) for question in entry.asked.questions)
            asked = replace(entry.asked, questions=questions)
            figure = figure_of(asked)
        except ExactError:
            return False
        if may_mean_percent and asked.style() == PERCENT:
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
