"""The figures of a question with axes, as one row for each figure or laid out with axes down and across."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf
from operator import eq, ge, gt, le, lt
from typing import Any, overload

from exact.answers.table import Cell, Column, Table, columns_of
from exact.arithmetic import low_of, number_text
from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.game.shoe import Shoe
from exact.inputs import money
from exact.questions.axes import MOST_FIGURES, Axis, Grid, parse_grid
from exact.questions.figure import Asked, Figure, figure_of, parse_asked
from exact.questions.quantities import MEASURES
from exact.questions.question import EFFECT, Question
from exact.questions.subjects import OUTCOMES, Wager, wagers_of
from exact.records import ShownAsMathematics
from exact.rules import Rules
from exact.views.layout import is_percentage, without_sign
from exact.views.next_coup import payoffs_text

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<=": le, ">=": ge, "<": lt, ">": gt, "=": eq}
_WHERE = re.compile(r"(.+?)\s*(<=|>=|<|>|=)\s*(\S.*)")
_QUANTITY, _BET, _DECKS = "quantity", "bet", "decks"
_NAMES = {"without": "cards removed", "unseen": "unseen cards", "trigger": "betting from"}
_NAMES |= {"first": "first bet", "second": "second bet", "bet 2": "second bet"}
"""The names of axes that are not those of the notation."""
METHODS = (
    "the polynomial of degree six in the counts of the cards (exact.engine)",
    "compared in the tests with a walk through every way to deal a coup (exact.reference)",
)
"""How figures are computed, and what they are compared with."""
_LARGEST_BOUND = 10**9
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Asking:
    """One question of a table, and its figure."""

    choices: tuple[str, ...]
    """The choice on each axis, as typed."""
    asked: Asked
    figure: Figure | None
    """`None` if it cannot be computed."""
    reason: str = ""
    """Why not."""


@dataclass(frozen=True, slots=True, repr=False)
class NoFigure:
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


@dataclass(frozen=True, slots=True, repr=False)
class Figures(Sequence[Figure | NoFigure], ShownAsMathematics):
    """The figures of a question with axes, in the order of the axes, of which the last varies fastest."""

    grid: Grid
    entries: tuple[Asking, ...]
    order: Order | None = None
    """How `to_table` lays them out."""

    @property
    def questions(self) -> list[Question]:
        """Every question; of a comparison, both."""
        return [question for entry in self.entries for question in entry.asked.questions]

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

    def __repr__(self) -> str:
        return f"<Figures {self.grid.text}: {len(self)} figures>"

    def to_table(self) -> Table:
        """The figures laid out: by default, the last axis down, the others across."""
        return laid_out(self, self.order)

    def with_order(self, order: Order) -> Figures:
        """The same, laid out in another order; raises `ExactError` for the name of no axis."""
        _directions(self.grid, order)
        return replace(self, order=order)

    def to_pandas(self, numeric: bool = True) -> Any:
        """A `pandas.DataFrame` with a row for each figure; raises `ExactError` without pandas.

        Counts, decks and other whole numbers are integers, other values doubles, or without ``numeric`` fractions.
        """
        return _with_numbers(self, numeric).to_pandas(numeric)

    def to_polars(self, numeric: bool = True) -> Any:
        """A `polars.DataFrame` of the same rows, without ``numeric`` with fractions as text."""
        return _with_numbers(self, numeric).to_polars(numeric)

    def to_arrow(self, numeric: bool = True) -> Any:
        """A `pyarrow.Table` of the same rows, as `to_polars` has it."""
        return _with_numbers(self, numeric).to_arrow(numeric)


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
    # every question is read before the first is answered, so that a wrong one is an error at once
    read = [(choices, parse_asked(question, shoe, rules, bet)) for choices, question in grid.cells()]
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


def listed(asked: Figures, style: str = "", digits: int | None = None) -> Table:
    """One row for each figure: its axes, its question and id, the exact value and what it rests on."""
    names = [axis.name.replace(" ", "_") for axis in asked.grid.axes]
    columns = (*names, "question", "id", "value", "decimal", "exactness", "assumed", *(["text"] if style else []))
    rows: list[tuple[Cell, ...]] = []
    for entry, fields in zip(asked.entries, as_json(asked, style, digits), strict=True):
        fields["assumed"] = "; ".join(fields["assumed"]) if entry.figure else entry.reason
        if entry.figure:
            fields |= {"value": entry.figure.value_text, "decimal": entry.figure.printed("decimal", digits)}
        rows.append((*entry.choices, *(fields.get(name) for name in columns[len(names) :])))
    return Table("figures", asked.grid.text, columns_of(*columns), rows)


def _with_numbers(asked: Figures, numeric: bool) -> Table:
    """The same rows, with the value and the whole numbers of axes as numbers."""
    table, rows = listed(asked), []
    place = [column.heading for column in table.columns].index("value")
    for entry, row in zip(asked.entries, table.rows, strict=True):
        choices = (int(choice) if choice.isdecimal() else choice for choice in entry.choices)
        between = row[len(entry.choices) : place]
        rows.append((*choices, *between, _number_cell(entry.figure, numeric), *row[place + 1 :]))
    return Table(table.id, table.caption, table.columns, rows)


def _number_cell(figure: Figure | None, numeric: bool) -> Cell:
    if figure is None:
        return None
    if isinstance(figure.value, Fraction):
        return figure.value.numerator if figure.value.denominator == 1 else figure.value
    return float(figure) if numeric else figure.value_text


def as_json(asked: Figures, style: str = "", digits: int | None = None) -> list[dict[str, Any]]:
    """The contract of a question: for each figure its question, id, exact value, decimal and axes."""
    entries: list[dict[str, Any]] = []
    for entry in asked.entries:
        figure, fields = entry.figure, dict.fromkeys(("question", "id", "value", "decimal", "exactness", "assumed"))
        fields |= {"question": entry.asked.text, "assumed": []}
        if figure is None:
            fields["reason"] = entry.reason
        else:
            fields |= {"id": figure.id, "value": figure.value_for_programs(), "exactness": figure.exactness}
            fields["decimal"] = figure.printed("decimal", 12 if digits is None else digits)
            fields["assumed"] = [*figure.assumed]
            if style:
                fields["text"] = figure.printed(style, digits)
        if asked.grid.axes:
            fields["axes"] = {axis.name: choice for axis, choice in zip(asked.grid.axes, entry.choices, strict=True)}
        entries.append(fields)
    return entries


def explained(entry: Asking) -> Table:
    """What stands behind one figure: its canonical text, id, exactness, assumptions, methods and sources."""
    figure = entry.figure or figure_of(entry.asked)
    question = entry.asked.questions[0]
    bets = (wager.bet for wager in wagers_of(question.subject))
    sources = dict.fromkeys(catalogue()[bet].source for bet in bets if bet in catalogue())
    rows: list[tuple[Cell, ...]] = [
        ("question", figure.question),
        ("id", figure.id),
        ("figure", figure.text),
        ("exact value", figure.value_text),
        ("exactness", figure.exactness),
        ("rules", question.rules),
        *(("assumed", text) for text in figure.assumed),
        *(("method", method) for method in METHODS),
        *(("source of the bet", source) for source in sources if source),
    ]
    return Table("explanation", "", (Column("of the figure"), Column("value")), rows)


@dataclass(frozen=True, slots=True)
class Order:
    """How a table is laid out: the names of axes down and across, and which rows come in which order."""

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    sort: str = ""
    """A choice on an axis across, or an axis down; a minus before it turns the order around."""
    where: str = ""
    """A condition on a quantity, such as ``house edge < 5%``, which every figure of a row meets."""


def laid_out(asked: Figures, order: Order | None = None, style: str = "", digits: int | None = None) -> Table:
    """The figures with some axes down and the others across; raises `ExactError` for an order that does not fit."""
    axes = asked.grid.axes
    down, across, lines = _rows(asked, order or Order())
    cells = [[entry.figure.cell(style, digits) if entry.figure else None for entry in line] for line in lines]
    percent = [all(cell is None or is_percentage(cell) for cell in column) for column in zip(*cells, strict=True)]
    names_unit = any(axes[place].name == _QUANTITY for place in across) and not all(percent)
    rows: list[tuple[Cell, ...]] = []
    for line, row in zip(lines, cells, strict=True):
        signed = all(percent) or names_unit
        shown = (without_sign(cell) if signed and sign else cell for cell, sign in zip(row, percent, strict=True))
        rows.append((*(_title(axes[place], line[0], place) for place in down), *shown))
    heads = [Column(_capital(_NAMES.get(axes[place].name, axes[place].name))) for place in down]
    units = [" (%)" if names_unit and sign else "" for sign in percent]
    heads += [_column(axes, across, *each) for each in zip(lines[0], units, strict=True)]
    unit = "In percent; exact" if all(percent) else "Exact"
    return Table("figures", _caption(asked), tuple(heads), rows, (*_notes(asked), f"{unit} values, each rounded once."))


def ordered(asked: Figures, order: Order) -> Figures:
    """The figures of the rows that meet the condition, in the order of the rows; errors as those of `laid_out`."""
    if not (order.where or order.sort):
        return asked
    _down, _across, lines = _rows(asked, order)
    return replace(asked, entries=tuple(entry for line in lines for entry in line))


def _rows(asked: Figures, order: Order) -> tuple[list[int], list[int], list[list[Asking]]]:
    """The places of the axes down and across, and the questions row by row."""
    down, across = _directions(asked.grid, order)
    by_choice = {tuple(entry.choices[place] for place in (*down, *across)): entry for entry in asked.entries}
    choices = [axis.choices for axis in asked.grid.axes]
    rows, columns = (list(product(*(choices[place] for place in places))) for places in (down, across))
    lines = [[by_choice[*row, *column] for column in columns] for row in rows]
    if order.where:
        lines = [*filter(_condition(order.where), lines)]
        if not lines:
            raise ExactError("where", order.where, "is met by every figure of no row: a percentage is written 5%")
    if order.sort:
        lines.sort(key=_key(order.sort, lines[0], asked.grid, down, across))
    return down, across, lines


def _directions(grid: Grid, order: Order) -> tuple[list[int], list[int]]:
    """The places of the axes down and across: by default the last down, the others across."""
    down = [grid.place_of(name, "rows") for name in order.rows]
    across = [grid.place_of(name, "columns") for name in order.columns]
    chosen = [*down, *across]
    for place in chosen:
        if chosen.count(place) > 1:
            raise ExactError("axis", grid.axes[place].name, "is named twice: an axis lies down or across")
    others = [place for place in range(len(grid.axes)) if place not in chosen]
    if down:
        return down, [*across, *others]
    return (others, across) if across else (others[-1:], others[:-1])


def _condition(where: str) -> Callable[[list[Asking]], bool]:
    """Whether the quantity of every question of a row meets the condition; one that has none does not."""
    match = _WHERE.fullmatch(where.strip())
    measure = MEASURES.get(match[1].lower()) if match else None
    if match is None or measure is None:
        raise ExactError("where", where, "must be a quantity and a bound, like house edge < 5%")
    bound = money(match[3], "where", -_LARGEST_BOUND, _LARGEST_BOUND)
    compare = _COMPARE[match[2]]

    def is_met(line: list[Asking]) -> bool:
        try:
            return all(compare(figure_of(entry.asked.measured(measure)), bound) for entry in line)
        except ExactError:
            return False

    return is_met


def _key(
    sort: str, first: list[Asking], grid: Grid, down: list[int], across: list[int]
) -> Callable[[list[Asking]], tuple[bool, Fraction | float]]:
    """What rows are sorted by: an axis down, or the figures of a column; a row without that figure comes last."""
    name, sign = sort.removeprefix("-").strip(), -1 if sort.startswith("-") else 1
    for place in down:
        if grid.axes[place].name == name:
            return lambda line: (False, sign * _number(line[0].choices[place], name))
    column = _column_named(name, first, across)

    def figure_of_column(line: list[Asking]) -> tuple[bool, Fraction]:
        figure = line[column].figure
        return figure is None, sign * low_of(figure.value) if figure else Fraction(0)

    return figure_of_column


def _number(choice: str, axis: str) -> Fraction | float:
    try:
        return inf if choice == "infinite" else Fraction(choice)
    except ValueError:
        raise ExactError("sort", axis, f"is an axis of names, not of numbers: {choice!r}") from None


def _column_named(name: str, first: list[Asking], across: list[int]) -> int:
    """The first column with this choice on an axis, or of this quantity."""
    choices = [[entry.choices[place] for place in across] for entry in first]
    for index, entry in enumerate(first):
        if name.lower() in (_measure(entry), *map(str.lower, choices[index])):
            return index
    known = dict.fromkeys(choice for each in choices for choice in each)
    raise ExactError("sort", name, f"is no column and no axis down: {', '.join(known) or 'sort by the quantity'}")


def _measure(entry: Asking) -> str:
    question = entry.asked.questions[0]
    what = EFFECT if question.removed else question.quantity.measure
    return {"minus": f"difference of {what}s", "divided by": "ratio"}.get(entry.asked.operator, what)


def _column(axes: tuple[Axis, ...], across: list[int], entry: Asking, unit: str) -> Column:
    """The column of a question: its choices on the axes across, the outer first; a quantity has the ``unit``."""
    varies = any(axis.name == _QUANTITY for axis in axes)
    titles = [] if across else ["Value" if varies else _capital(_measure(entry))]
    for place in across:
        decks = " deck" if entry.choices[place] == "1" else " decks"
        after = {_QUANTITY: unit, _DECKS: decks}.get(axes[place].name, "")
        titles.append(_title(axes[place], entry, place) + after)
    return Column(", ".join(titles), above=tuple(titles[:-1]))


def _title(axis: Axis, entry: Asking, place: int) -> str:
    """A choice as a person writes it: the title of a bet, a quantity with a capital letter."""
    choice = entry.choices[place]
    if axis.name == _QUANTITY:
        return _capital(_measure(entry))
    slot, _, is_second = axis.name.partition(" ")
    wager = entry.asked.questions[-1 if is_second else 0].subject.get(slot)
    if not isinstance(wager, Wager) or wager.bet not in catalogue():
        return choice
    title = wager.bet.capitalize() if wager.bet in OUTCOMES else _title_of_bet(wager.bet)
    return " ".join(filter(None, (title, wager.pay_table, wager.category.replace("-", " "))))


def _title_of_bet(name: str) -> str:
    """The first words of the title of a bet of the catalogue, or the whole where another bet has the same."""
    short = _short_titles()
    return short[name] if [*short.values()].count(short[name]) == 1 else catalogue()[name].title


@cache
def _short_titles() -> dict[str, str]:
    return {bet.name: bet.title.partition(":")[0].partition(" (")[0] for bet in catalogue().values()}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _caption(asked: Figures) -> str:
    """The quantities, what they are of, the conditions common to all, and the axes that vary."""
    names = [axis.name for axis in asked.grid.axes]
    measures = dict.fromkeys(map(_measure, asked.entries))
    subjects = dict.fromkeys(question.subject.text for question in asked.questions)
    common = set.intersection(*(set(question.stated) for question in asked.questions))
    fixed = [text for text in asked.questions[0].stated if text in common]
    varied = [_NAMES.get(name, name) for name in names if name != _QUANTITY]
    what = _capital(_listed(list(measures))) if len(measures) <= _MOST_NAMED else "Figures"
    of = f" {'on' if list(measures) == [EFFECT] else 'of'} {next(iter(subjects))}" if len(subjects) == 1 else ""
    by = f" by {_listed(varied)}" if varied else ""
    return ", ".join((f"{what}{of}{by}", *fixed))


def _payoffs(wager: Wager) -> str:
    """What the winning categories of a bet of the catalogue pay."""
    bet = wager.own or catalogue()[wager.bet].paid_by(wager.pay_table or None)
    paid = dict.fromkeys(number_text(payoff) for payoff in bet.payoffs() if payoff > 0)
    return f"{' '.join(filter(None, (_title_of_bet(wager.bet), wager.pay_table)))} pays {_listed(list(paid))} to 1."


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _notes(asked: Figures) -> Iterator[str]:
    """The rules and the payoffs, what the figures suppose, and why a cell is empty."""
    questions = asked.questions
    played = {question.rules: question.played for question in questions}
    bets = dict.fromkeys(wager for each in questions if isinstance(wager := each.subject.get(_BET), Wager))
    # payoffs that a question states itself are in its text
    usual = not any({"pays", "commission"} & question.conditions.keys() for question in questions)
    if len(played) == 1:
        (rules,) = played.values()
        main = usual and any(wager.bet in OUTCOMES for wager in bets)
        yield f"Rules {rules.id}.{f' {payoffs_text(rules)}' if main else ''}"
    others = [wager for wager in bets if wager.bet in catalogue() and wager.bet not in OUTCOMES]
    if usual and len({wager.bet for wager in others}) <= _MOST_NAMED:
        yield from dict.fromkeys(map(_payoffs, others))
    yield from dict.fromkeys(str(text) for entry in asked.entries if entry.figure for text in entry.figure.remarks)
    reasons: dict[str, list[str]] = {}
    for entry in asked.entries:
        if entry.figure is None:
            reasons.setdefault(entry.reason, []).append(entry.asked.text)
    for reason, texts in reasons.items():
        more = f" and {len(texts) - 1} more" if texts[1:] else ""
        yield f"Empty: {texts[0]}{more}: {reason}"
