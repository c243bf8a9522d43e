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
from exact.questions.figure import DIFFERENCE, PERCENT, Asked, Figure, figure_of, parse_asked
from exact.questions.quantities import MEASURES
from exact.questions.question import EFFECT, USUAL_MEASURE, Question
from exact.questions.subjects import OUTCOMES, Wager, wagers_of
from exact.records import ShownAsMathematics
from exact.rules import Rules
from exact.views.layout import without_sign
from exact.views.next_coup import payoffs_text

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<=": le, ">=": ge, "<": lt, ">": gt, "=": eq}
_WHERE = re.compile(r"(.+?)\s*(<=|>=|<|>|=)\s*(\S.*)")
_QUANTITY, _BET = "quantity", "bet"
_COUNTED = ("decks", "coups", "unseen")
"""The axes whose numbers have their name behind them where they lie across."""
_UNIT = " (%)"
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


def explained(entry: Asking, style: str = "", digits: int | None = None) -> Table:
    """What stands behind one figure: its canonical text, id, exactness, assumptions, methods and sources."""
    figure, question = entry.figure, entry.asked.questions[0]
    bets = (wager.bet for wager in wagers_of(question.subject))
    sources = dict.fromkeys(catalogue()[bet].source for bet in bets if bet in catalogue())
    rows: list[tuple[Cell, ...]] = [("question", entry.asked.text)]
    if figure is None:
        rows += [("no figure", entry.reason), ("rules", question.rules)]
    else:
        rows += [
            ("id", figure.id),
            ("figure", figure.printed(style, digits)),
            ("exact value", figure.value_text),
            ("exactness", figure.exactness),
            ("rules", question.rules),
            *(("assumed", text) for text in figure.assumed),
            *(("method", method) for method in METHODS),
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
    titles = _titles(asked)
    percent = [all(entry.asked.style(style) == PERCENT for entry in column) for column in zip(*lines, strict=True)]
    names_unit = any(axes[place].name == _QUANTITY for place in across) and not all(percent)
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        cells = [entry.figure.cell(style, digits) if entry.figure else None for entry in line]
        if all(percent) or names_unit:
            cells = [without_sign(cell) if sign else cell for cell, sign in zip(cells, percent, strict=True)]
        rows.append((*(titles[place][line[0].choices[place]] for place in down), *cells))
    columns = [Column(_capital(axes[place].title)) for place in down]
    for head, sign in zip(_heads(asked, across, lines[0]), percent, strict=True):
        if names_unit and sign:
            head = [text + _UNIT * (axes[place].name == _QUANTITY) for text, place in zip(head, across, strict=True)]
        columns.append(Column(", ".join(head), above=tuple(head[:-1])))
    unit = "In percent; exact" if all(percent) else "Exact"
    rounding = [f"{unit} values, each rounded once."] if any(asked) else []
    return Table("figures", _caption(asked), tuple(columns), rows, (*_notes(asked), *rounding))


def ordered(asked: Figures, order: Order) -> Figures:
    """The figures of the rows that meet the condition, in the order of the rows; errors as those of `laid_out`."""
    _down, _across, lines = _rows(asked, order)
    if not (order.where or order.sort):
        return asked
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
            raise ExactError("where", order.where, "is met by every figure of no row")
    if order.sort:
        lines.sort(key=_key(order.sort, lines[0], asked, down, across))
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
            titles = _titles(asked)[place]
            return lambda line: (False, sign * _number(titles[line[0].choices[place]], name))
    column = _column_named(name, _heads(asked, across, first), first, across)

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
    typed, found = name.replace(_UNIT, "").lower(), []
    for index, (head, entry) in enumerate(zip(heads, first, strict=True)):
        words = (columns[index], *head, *(entry.choices[place] for place in across), _measured(entry.asked))
        if typed in map(str.lower, words):
            found.append(index)
    if len(found) == 1:
        return found[0]
    if found:
        every = " or ".join(columns[index] for index in found)
        raise ExactError("sort", name, f"is the name of {len(found)} columns: {every}")
    raise ExactError("sort", name, f"is no column and no axis down: the columns are {', '.join(columns)}")


def _measure(question: Question) -> str:
    """The quantity in words."""
    measure = question.quantity.measure
    if not question.removed:
        return measure
    return EFFECT if measure == USUAL_MEASURE else f"{EFFECT} on {measure}"


def _measured(asked: Asked) -> str:
    return _compared(asked.operator, [_measure(question) for question in asked.questions])


def _compared(operator: str, sides: list[str]) -> str:
    """A quantity, or two that an operator stands between."""
    if len(sides) > 1 and sides[0] == sides[1]:
        return f"{'difference in' if operator == DIFFERENCE else 'ratio of'} {sides[0]}"
    return f" {operator} ".join(sides)


def _heads(asked: Figures, across: list[int], line: list[Asking]) -> list[list[str]]:
    """The heads over each column, the outer first: its choices on the axes across, else what it is."""
    axes, titles = asked.grid.axes, _titles(asked)
    if not across:
        varies = any(axis.name == _QUANTITY for axis in axes)
        return [["Value" if varies else _capital(_measured(entry.asked))] for entry in line]
    return [[_with_unit(axes[place], titles[place][entry.choices[place]]) for place in across] for entry in line]


def _with_unit(axis: Axis, title: str) -> str:
    """A number with what it counts."""
    name = axis.name.partition(" ")[0]
    if name not in _COUNTED or not (title.isdigit() or title == "infinite"):
        return title
    return f"{title} deck" if (name, title) == ("decks", "1") else f"{title} {name}"


def _titles(asked: Figures) -> list[dict[str, str]]:
    """What people call each choice on each axis: as it is typed, if the titles of an axis do not tell choices apart."""
    titles: list[dict[str, str]] = []
    for place, axis in enumerate(asked.grid.axes):
        pairs = {(entry.choices[place], _title(axis, entry, place)) for entry in asked.entries}
        named = dict(pairs)
        if not len(pairs) == len(named) == len(set(named.values())):
            named = {choice: _capital(choice) for choice in named}
        titles.append(named)
    return titles


def _title(axis: Axis, entry: Asking, place: int) -> str:
    """A choice as a person writes it: the title of a bet, a quantity with a capital letter."""
    choice, question = entry.choices[place], entry.asked.questions[axis.side]
    slot = axis.name.partition(" ")[0]
    if slot == _QUANTITY:
        if not question.removed:
            return _capital(question.quantity.measure)
        return f"Effect on {question.quantity.measure}" if choice.lower() in MEASURES else _capital(choice)
    if slot in ("least", "most"):
        return number_text(question.conditions[slot])
    wager = question.subject.get(slot)
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
    """The quantities, what they are of, the axes that vary, and the conditions common to all; of a comparison, both."""
    sides = [*zip(*(entry.asked.questions for entry in asked.entries), strict=True)]
    fixed = [[text for text in side[0].stated if all(text in each.stated for each in side)] for side in sides]
    common = [text for text in fixed[0] if all(text in of_side for of_side in fixed)]
    axes = asked.grid.axes
    has_card = any(axis.name.startswith("card") for axis in axes)
    unnamed = any(_is_unnamed(side) for side in sides)
    varied = [axis for axis in axes if unnamed or axis.name.partition(" ")[0] != _QUANTITY]
    what = [_of(side, has_card) for side in sides]
    own = [[text for text in of_side if text not in common] for of_side in fixed]
    if len(sides) == 1 or (what[0] == what[1] and not any(own)):
        compared = _compared(asked.entries[0].asked.operator, what) + _by(varied)
    else:
        by = [_by([axis for axis in varied if axis.side == number]) for number in range(len(sides))]
        parts = [", ".join((of + varies, *texts)) for of, varies, texts in zip(what, by, own, strict=True)]
        compared = f"{',' * bool(own[0])} {asked.entries[0].asked.operator} ".join(parts)
    return _capital(", ".join((compared, *common)))


def _by(axes: list[Axis]) -> str:
    return f" by {_listed([axis.title for axis in axes])}" if axes else ""


def _is_unnamed(questions: Sequence[Question]) -> bool:
    """Whether there are too many quantities to name each."""
    return len({_measure(question) for question in questions}) > _MOST_NAMED


def _of(questions: Sequence[Question], has_card: bool) -> str:
    """The quantities, and what they are of if that is one thing."""
    measures = dict.fromkeys(question.quantity.measure for question in questions)
    removed = {question.removed for question in questions}
    what, of = _listed([*dict.fromkeys(map(_measure, questions))]), "of"
    if all(removed):
        effect = EFFECT if has_card or len(removed) > 1 else f"{EFFECT} of {removed.pop()}"
        what, of = effect, "on"
        if [*measures] != [USUAL_MEASURE]:
            what, of = f"{effect} on {_listed([*measures])}", "of"
    if _is_unnamed(questions):
        what = "effects of removal" if all(removed) else "figures"
    subjects = {question.subject.text for question in questions}
    if len(subjects) > 1:
        return what
    return f"{what} {subjects.pop()}" if what.endswith("against") else f"{what} {of} {subjects.pop()}"


def _payoffs(wager: Wager) -> str:
    """What the winning categories of a bet of the catalogue pay."""
    bet = wager.own or catalogue()[wager.bet].paid_by(wager.pay_table or None)
    paid = dict.fromkeys(number_text(payoff) for payoff in bet.payoffs() if payoff > 0)
    return f"{' '.join(filter(None, (_title_of_bet(wager.bet), wager.pay_table)))} pays {_listed([*paid])} to 1."


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _notes(asked: Figures) -> Iterator[str]:
    """The rules and the payoffs, what the figures suppose, and why a cell is empty."""
    questions = asked.questions
    bets = dict.fromkeys(wager for each in questions if isinstance(wager := each.subject.get(_BET), Wager))
    # payoffs that a question states itself are in its text
    usual = not any({"pays", "commission"} & question.conditions.keys() for question in questions)
    main = usual and any(wager.bet in OUTCOMES for wager in bets)
    played: dict[str, dict[str, None]] = {}
    for question in questions:
        played.setdefault(str(payoffs_text(question.played)) if main else "", {})[question.rules] = None
    for payoffs, rules in played.items():
        if main or len(rules) == 1:
            yield f"Rules {_listed([*rules])}. {payoffs}".rstrip()
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
