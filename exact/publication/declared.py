"""Reference tables as declarations: caption, notes, questions and parameters, before what computes the other cells."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from exact.answers.table import INFINITE, Cell, Column, Rounded, Table, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import Value, low_of, root_text
from exact.questions.figure import COUNT, Figure, figure_of, parse_asked

MAIN_DECKS = (6, 8)
EXACTLY = -1
_RECORD = attrgetter("question", "id", "value_text", "exactness", "standing")  # what the file of figures says of one
_NONE: Mapping[str, Any] = MappingProxyType({})


class FigureCell(NamedTuple):
    """A cell that is a figure of the notation: it stands in the file of figures too."""

    figure: Figure
    shown: Cell


AnyCell = Cell | FigureCell
AskedRow = Mapping[Column | str, AnyCell]
AskedRows = Iterable[tuple[AnyCell, ...]]
RowsOf = Callable[..., Iterable[AskedRow | tuple[AnyCell, ...]]]
Note = str | Callable[..., tuple[str, ...]]  # a note, or a function of several that must be computed


def ask(question: str, digits: int = EXACTLY) -> FigureCell:
    """The cell that answers a question, in so many decimals; `EXACTLY` for a fraction or a whole count."""
    figure = figure_of(parse_asked(question.replace(f"{INFINITE} decks", "infinite shoe")))
    return FigureCell(figure, _shown(figure, digits))


def told(question: str, value: Value, digits: int = EXACTLY, shown: Cell = None) -> FigureCell:
    """The cell of a value that was computed together with others, ``shown`` in its way, and the question it answers."""
    figure = Figure(parse_asked(question), value)
    return FigureCell(figure, _shown(figure, digits) if shown is None else shown)


def _shown(figure: Figure, digits: int) -> Cell:
    value = figure.value
    if not isinstance(value, Fraction):
        return Rounded(low_of(value), digits) if value.square is None else root_text(value.square, digits)
    if digits != EXACTLY:
        return Rounded(value, digits)
    return value.numerator if figure.asked.questions[0].quantity.measure == COUNT else value


def declared(
    caption: Text,
    *notes: Note,
    heads: Iterable[Column | str] = (),
    asks: Mapping[str, str | tuple[str, int]] = _NONE,
    parameters: Mapping[str, Any] = _NONE,
    **more: Any,
) -> Callable[[RowsOf], Callable[..., Table]]:
    """What makes a function of rows one that builds a table; without ``heads``, each row has its own, all the same.

    ``asks`` has the headings of further columns, each with a question whose braces name other cells of the row, and its
    digits, by default those of the ``parameters``. A number of decks that the function takes is in the caption and the
    first parameter. ``more`` is as in `Table`.
    """

    columns_asked = {
        head: (each, parameters["digits"]) if isinstance(each, str) else each for head, each in asks.items()
    }

    def answered(row: Any, of: Mapping[str, int]) -> Any:
        asked = {head: ask(text.format_map({**of, **row}), digits) for head, (text, digits) in columns_asked.items()}
        return {**row, **asked} if asks else row

    def builder(rows_of: RowsOf) -> Callable[..., Table]:
        @wraps(rows_of)
        def build(*decks: int) -> Table:
            of = {"decks": decks[0]} if decks else {}
            rows = [answered(row, of) for row in rows_of(*decks)]
            title = caption.filled(**caption.arguments, **of) if decks else caption
            said = tuple(text for note in notes for text in ((note,) if isinstance(note, str) else note(*decks)))
            columns = columns_of(*(heads or rows[0]))
            cells = [tuple(row.values()) if isinstance(row, Mapping) else row for row in rows]
            figures = tuple(
                (str(number), column.csv_name, *_RECORD(cell.figure))
                for number, row in enumerate(cells, 1)
                for column, cell in zip(columns, row, strict=True)
                if isinstance(cell, FigureCell)
            )
            shown = [tuple(cell.shown if isinstance(cell, FigureCell) else cell for cell in row) for row in cells]
            parameters_of = {**of, **parameters}
            return Table("", title, columns, shown, said, parameters=parameters_of, figures=figures, **more)

        return build

    return builder


def by_decks(
    caption: Text, *notes: Note, heads: Iterable[Column | str], **more: Any
) -> Callable[[Callable[[int], AskedRows]], Callable[..., Table]]:
    """The same for a table of `MAIN_DECKS`, in its first column; the function has the other cells for one of them."""
    parameters = {"decks": list(MAIN_DECKS), **more.pop("parameters")}
    declare = declared(caption, *notes, heads=(_("decks"), *heads), parameters=parameters, **more)

    def builder(rows_of: Callable[[int], AskedRows]) -> Callable[..., Table]:
        return declare(wraps(rows_of)(lambda: ((decks, *row) for decks in MAIN_DECKS for row in rows_of(decks))))

    return builder
